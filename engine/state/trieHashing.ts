/** SHA-256 for the trie: many independent inputs per call.
 *
 *  In: the 64-byte inputs of inner nodes side by side, or short messages side by side. Out: their hashes in the same order.
 *  Inner nodes go to the native library where its binary fits this machine, else to WebAssembly; messages go through the
 *  vector lanes where WebAssembly has them, else one by one. Which ways are open is found out once, by asking each for
 *  hashes that are known. The result is the same, only the time differs. */

import { createRequire } from 'node:module';
import { hashInto as wasmHashPairs } from '@chainsafe/as-sha256';
import { bytesEqual } from '../base/bytes.js';
import { sha256 } from '../crypto/sha256.js';
import { Sha256Lanes } from './sha256Lanes.js';

const HASH_BYTES = 32;
const BLOCK_BYTES = 64;

/** Messages of any length side by side. */
export interface Messages {
  readonly bytes: Uint8Array;
  /** Where each message ends; it begins where the one before it ends. */
  readonly ends: Int32Array;
  readonly count: number;
}

type HashPairs = (inputs: Uint8Array, outputs: Uint8Array) => void;
type HashMessages = (messages: Messages, outputs: Uint8Array) => void;

export interface TrieHashing {
  readonly name: string;
  /** SHA-256 of each 64 bytes of `inputs` into each 32 bytes of `outputs`. */
  readonly hashPairs: HashPairs;
  /** SHA-256 of each message into each 32 bytes of `outputs`. */
  readonly hashMessages: HashMessages;
}

const hashOneByOne: HashMessages = ({ bytes, ends, count }, outputs) => {
  let start = 0;
  for (let index = 0; index < count; index++) {
    const end = ends[index] as number;
    outputs.set(sha256(bytes.subarray(start, end)), index * HASH_BYTES);
    start = end;
  }
};

/** Keys and the values of accounts and balances take one block, leaves two. Longer messages (a validator with its key)
 *  are rare and hashed one by one. */
const MAX_LANE_BLOCKS = 2;
/** FIPS 180-4, section 5.1.1: a one bit, zeros, and the length in bits as 8 bytes, up to a whole block. */
const MIN_PADDING_BYTES = 9;
const blocksOf = (length: number): number => Math.ceil((length + MIN_PADDING_BYTES) / BLOCK_BYTES);

/** Lays bytes[start..end), fewer than 2^13, with their padding into `blocks` blocks of `input` from `at` on. */
function layPadded(input: Uint8Array, at: number, blocks: number, bytes: Uint8Array, start: number, end: number): void {
  const length = end - start;
  const last = at + blocks * BLOCK_BYTES;
  for (let byte = 0; byte < length; byte++) input[at + byte] = bytes[start + byte] as number;
  input[at + length] = 0x80;
  for (let byte = at + length + 1; byte < last; byte++) input[byte] = 0;
  input[last - 2] = length >>> 5;
  input[last - 1] = (length << 3) & 0xff;
}

/** Neighbours of equally many blocks go through the lanes together: a block's changes come sorted by table, so runs of
 *  them are long. */
const hashInLanes = (lanes: Sha256Lanes): HashMessages => {
  const { input } = lanes;
  return ({ bytes, ends, count }, outputs) => {
    let start = 0;
    for (let first = 0; first < count; ) {
      const blocks = blocksOf((ends[first] as number) - start);
      if (blocks > MAX_LANE_BLOCKS) {
        const end = ends[first] as number;
        outputs.set(sha256(bytes.subarray(start, end)), first * HASH_BYTES);
        start = end;
        first++;
        continue;
      }
      const room = Math.min(count - first, Math.floor(input.length / (blocks * BLOCK_BYTES)));
      let taken = 0;
      while (taken < room) {
        const end = ends[first + taken] as number;
        if (blocksOf(end - start) !== blocks) break;
        layPadded(input, taken * blocks * BLOCK_BYTES, blocks, bytes, start, end);
        start = end;
        taken++;
      }
      lanes.hash(taken, blocks);
      outputs.set(lanes.output.subarray(0, taken * HASH_BYTES), first * HASH_BYTES);
      first += taken;
    }
  };
};

/** @returns undefined when the library has no binary for this machine. */
function nativeHashPairs(): HashPairs | undefined {
  try {
    return (createRequire(import.meta.url)('@chainsafe/hashtree') as { readonly hashInto: HashPairs }).hashInto;
  } catch {
    return undefined;
  }
}

/** Messages of one and of two blocks, more than one group of lanes of each, and the last two as long as a pair. */
function knownAnswers(): { readonly messages: Messages; readonly hashes: Uint8Array } {
  const lengths = [32, 33, 50, 0, 55, 65, 65, 65, 56, 100, 64, 64];
  let length = 0;
  const ends = Int32Array.from(lengths, (own) => {
    length += own;
    return length;
  });
  const messages = { bytes: new Uint8Array(length).map((_, index) => index), ends, count: lengths.length };
  const hashes = new Uint8Array(lengths.length * HASH_BYTES);
  hashOneByOne(messages, hashes);
  return { messages, hashes };
}

/** @returns the fastest ways that this machine has, and that know SHA-256 on it. */
function detect(): TrieHashing {
  const { messages, hashes } = knownAnswers();
  const pairs = nativeHashPairs();
  const pairHashes = new Uint8Array(2 * HASH_BYTES);
  pairs?.(messages.bytes.slice(-2 * BLOCK_BYTES), pairHashes);
  const native = pairs && bytesEqual(pairHashes, hashes.subarray(-2 * HASH_BYTES)) ? pairs : undefined;
  const lanes = Sha256Lanes.create();
  const inLanes = lanes && hashInLanes(lanes);
  const laneHashes = new Uint8Array(hashes.length);
  inLanes?.(messages, laneHashes);
  return {
    name: native ? 'native' : 'WebAssembly',
    hashPairs: native ?? wasmHashPairs,
    hashMessages: inLanes && bytesEqual(laneHashes, hashes) ? inLanes : hashOneByOne,
  };
}

/** The fastest that this machine has. */
export const trieHashing: TrieHashing = detect();

/** The ways that every machine has. */
export const portableTrieHashing: TrieHashing = {
  name: 'portable',
  hashPairs: wasmHashPairs,
  hashMessages: hashOneByOne,
};
