/** Chance: a sequence that a signer can choose from, and hashes of past blocks, with which a game settles what was committed
 *  before they were known (reference, Randomness). */

import { code, type HostFrame } from './hostFrame.js';
import { type HostTable, hostFunction } from './hostFunction.js';

export const chance: HostTable = {
  host_random: hostFunction(
    'i>i',
    (frame: HostFrame, out: number) => {
      frame.charge('random');
      return frame.answer(out, 32, frame.scene.random());
    },
    'game_ready_2',
  ),
  host_block_hash: hostFunction(
    'li>i',
    (frame: HostFrame, height: bigint, out: number) => {
      frame.charge('blockHash');
      const hash = frame.scene.blockHash(height);
      return hash ? frame.answer(out, 32, hash) : code.absent;
    },
    'game_ready_3',
  ),
};
