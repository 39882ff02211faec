/** SHA-256 of many independent inputs per call: of the nodes of trees, of records.
 *
 *  In: the 64-byte inputs of inner nodes side by side, or short messages side by side. Out: their hashes in the same order.
 *  Inner nodes go to the native library where its binary fits this machine, else to WebAssembly; messages go through the
 *  vector lanes where WebAssembly has them, else one by one. Which implementations work is tested once, by computing known
 *  hashes with each. The result is the same; only the time differs. */

import { createRequire } from 'node:module';
import { hashInto as wasmHashPairs } from '@chainsafe/as-sha256';
import { bytesEqual } from '../base/bytes.js';
import { BLOCK_BYTES, blocksOf, MessageList, type Messages } from './messages.js';
import { sha256 } from './sha256.js';
import { Sha256Lanes } from './sha256Lanes.js';

const HASH_BYTES = 32;

type HashPairs = (inputs: Uint8Array, outputs: Uint8Array) => void;
type HashMessages = (messages: Messages, outputs: Uint8Array) => void;

export interface BatchHashing {
  readonly name: string;
  /** SHA-256 of each 64 bytes of `inputs` into each 32 bytes of `outputs`. */
  readonly hashPairs: HashPairs;
  /** SHA-256 of each message into each 32 bytes of `outputs`. */
  readonly hashMessages: HashMessages;
}

/** Calls `digest` for every hash: this works everywhere, and the fast implementations are measured against it. */
export const oneByOne = (name: string, digest: (message: Uint8Array) => Uint8Array): BatchHashing => ({
  name,
  hashPairs: (inputs, outputs) => {
    for (let pair = 0; pair * BLOCK_BYTES < inputs.length; pair++)
      outputs.set(digest(inputs.subarray(pair * BLOCK_BYTES, (pair + 1) * BLOCK_BYTES)), pair * HASH_BYTES);
  },
  hashMessages: ({ bytes, lengths, count }, outputs) => {
    let start = 0;
    for (let index = 0; index < count; index++) {
      const length = lengths[index] as number;
      outputs.set(digest(bytes.subarray(start, start + length)), index * HASH_BYTES);
      start += blocksOf(length) * BLOCK_BYTES;
    }
  },
});

/** The implementations that every machine has. */
export const portableHashing: BatchHashing = { ...oneByOne('portable', sha256), hashPairs: wasmHashPairs };

/** Most blocks of a message that goes through the lanes. Keys and the values of accounts and balances take one block, leaves
 *  two. Longer messages (a validator with its key) are rare and are hashed one by one. */
const MAX_LANE_BLOCKS = 2;

/** Adjacent messages with equally many SHA-256 blocks go through the lanes together: a block's changes are sorted by table, so
 *  such runs are long. */
const hashInLanes = (lanes: Sha256Lanes): HashMessages => {
  return ({ bytes, lengths, count }, outputs) => {
    let start = 0;
    for (let first = 0; first < count; ) {
      const length = lengths[first] as number;
      const blocks = blocksOf(length);
      const stride = blocks * BLOCK_BYTES;
      let end = first + 1;
      if (blocks > MAX_LANE_BLOCKS) {
        outputs.set(sha256(bytes.subarray(start, start + length)), first * HASH_BYTES);
      } else {
        const last = Math.min(count, first + Math.floor(lanes.input.length / stride));
        while (end < last && blocksOf(lengths[end] as number) === blocks) end++;
        lanes.input.set(bytes.subarray(start, start + (end - first) * stride));
        lanes.hash(end - first, blocks);
        outputs.set(lanes.output.subarray(0, (end - first) * HASH_BYTES), first * HASH_BYTES);
      }
      start += (end - first) * stride;
      first = end;
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

/** Messages of one, two and more blocks; of each length more than one group of lanes. */
function knownAnswers(): { readonly messages: Messages; readonly hashes: Uint8Array } {
  const lengths = [32, 33, 50, 0, 55, 65, 65, 65, 56, 100, 119, 120, 64];
  const messages = new MessageList(lengths.length);
  for (const length of lengths) messages.add(new Uint8Array(length).map((_, index) => index * length));
  const hashes = new Uint8Array(lengths.length * HASH_BYTES);
  portableHashing.hashMessages(messages, hashes);
  return { messages, hashes };
}

/** @returns the fastest implementations that this machine has and that compute SHA-256 correctly on it. */
function detect(): BatchHashing {
  const { messages, hashes } = knownAnswers();
  const pairs = nativeHashPairs();
  const pairHashes = new Uint8Array(HASH_BYTES);
  pairs?.(messages.bytes.slice(0, BLOCK_BYTES), pairHashes);
  const native = pairs && bytesEqual(pairHashes, sha256(messages.bytes.subarray(0, BLOCK_BYTES))) ? pairs : undefined;
  const lanes = Sha256Lanes.create();
  const inLanes = lanes && hashInLanes(lanes);
  const laneHashes = new Uint8Array(hashes.length);
  inLanes?.(messages, laneHashes);
  return {
    name: native ? 'native' : 'without native library',
    hashPairs: native ?? wasmHashPairs,
    hashMessages: inLanes && bytesEqual(laneHashes, hashes) ? inLanes : portableHashing.hashMessages,
  };
}

/** The fastest hashing that this machine has. */
export const batchHashing: BatchHashing = detect();
