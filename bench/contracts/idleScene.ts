/** A chain for calls that need none: what a contract asks is empty, what it does is counted and dropped. */

import type { ContractScene } from '../../engine/vm/scene.js';

const NOTHING = new Uint8Array(0);
const HASH = new Uint8Array(32);

export const idleScene: ContractScene = {
  isActive: () => true,
  caller: 'ab'.repeat(1_952),
  self: '00'.repeat(20),
  args: new TextEncoder().encode('{}'),
  chainId: 'rougechain-bench',
  height: 7,
  time: 1_700_000_000,
  attached: undefined,
  log: () => undefined,
  setReturn: () => undefined,
  emit: () => undefined,
  readStorage: () => NOTHING,
  writeStorage: () => undefined,
  deleteStorage: () => undefined,
  balance: () => 0n,
  transfer: () => false,
  tokenBalance: () => 0n,
  tokenTransfer: () => 'insufficient',
  nftOwner: () => undefined,
  nftTransfer: () => 'not_found',
  nftCreateCollection: () => 'invalid',
  nftMint: () => 'missing',
  royalty: () => undefined,
  random: () => HASH,
  blockHash: () => undefined,
  queueCall: () => undefined,
  callResult: () => 'unknown',
  verify: () => false,
};
