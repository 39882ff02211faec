/** Values for host functions that reach outside the memory, and a chain on which everything else would succeed. */

import type { SeededRandom } from '../random.js';
import { PAGE_BYTES } from './hostProbe.js';
import { hostSignatures, type Role } from './hostSignatures.js';
import { ANSWER_BYTES, KEY_BYTES, SIGNATURE_BYTES } from './pointerProgram.js';
import { type RecordingScene, recordingScene } from './recordingScene.js';

export const rolesOf = (name: string): readonly Role[] => hostSignatures[name]?.roles ?? [];

const answer = 'ten bytes.';
const tenBytes = new TextEncoder().encode(answer);

/** A chain that refuses nothing. */
export const generous = (args: Uint8Array): RecordingScene =>
  recordingScene({
    args,
    caller: answer,
    self: answer,
    chainId: answer,
    attached: { symbol: answer, amount: 1n },
    readStorage: () => tenBytes,
    transfer: () => true,
    tokenBalance: () => 1n,
    tokenTransfer: () => undefined,
    nftOwner: () => answer,
    nftTransfer: () => undefined,
    nftCreateCollection: (symbol) => ({ id: `${'c'.repeat(21)}${symbol}` }),
    nftMint: () => ({ id: 1 }),
    royalty: () => ({ bps: 1, recipient: answer }),
    blockHash: () => new Uint8Array(32).fill(0xbb),
    queueCall: () => 1,
    callResult: () => tenBytes,
    verify: () => true,
  });

/** Values that every function is content with: inputs of four bytes from 1,024 on, a buffer of 100 at 32,768. */
export function normalValues(name: string, base = 0): number[] {
  const sized: Readonly<Record<string, readonly number[]>> = {
    host_pqc_verify: [KEY_BYTES, 4, SIGNATURE_BYTES],
    host_pqc_pubkey_to_address: [KEY_BYTES],
    host_pqc_hash_pubkey: [KEY_BYTES],
  };
  const lengths = [...(sized[name] ?? [])];
  let input = base + 1_024;
  return rolesOf(name).map((role) => {
    if (role === 'length') return lengths.shift() ?? 4;
    if (role === 'capacity') return 100;
    if (role === 'out' || role === 'out32') return base + 32_768;
    if (role === 'amount' || role === 'id') return 1;
    input += 4_096;
    return input;
  });
}

/** Places: the last that fits, the first that does not, the end, and what is negative to a careless reader. */
const places = (size: number, end: number): number[] => [
  Math.max(0, end - size),
  Math.max(0, end - size) + 1,
  end,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
];
const LENGTHS = [0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];

/** Values for the parameters from `at` on that belong together: a place, or a place and its length. */
function hostileValues(name: string, at: number, end: number): number[][] {
  const role = rolesOf(name)[at];
  const normal = normalValues(name, end - PAGE_BYTES);
  if (role === 'out32') return places(32, end).map((place) => [place]);
  if (role !== 'pointer' && role !== 'out') return [];
  const lengths = [...LENGTHS, normal[at + 1] as number];
  const sizeOf = (length: number): number => (role === 'out' ? Math.min(length, ANSWER_BYTES) : length);
  return lengths.flatMap((length) =>
    [...places(sizeOf(length), end), normal[at] as number].map((place) => [place, length]),
  );
}

/** All hostile values of each place by itself. */
export const casesOf = (name: string, end: number): number[][] =>
  rolesOf(name).flatMap((_, at) =>
    hostileValues(name, at, end).map((hostile) =>
      normalValues(name, end - PAGE_BYTES).toSpliced(at, hostile.length, ...hostile),
    ),
  );

/** Draws from all of them, for all places at once. */
export function drawnCase(name: string, end: number, random: SeededRandom): number[] {
  const values = normalValues(name, end - PAGE_BYTES);
  for (const at of rolesOf(name).keys()) {
    const hostile = hostileValues(name, at, end);
    if (hostile.length > 0 && random.chance(60)) values.splice(at, hostile[0]?.length ?? 0, ...random.pick(hostile));
  }
  return values;
}
