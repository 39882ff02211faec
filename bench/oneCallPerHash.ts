/** The naive way of hashing a tree: one call of node:crypto for every node, every key and every value. */

import { createHash } from 'node:crypto';
import type { Messages, TrieHashing } from '../engine/state/trieHashing.js';

const HASH_BYTES = 32;
const PAIR_BYTES = 64;

const hashInto = (input: Uint8Array, outputs: Uint8Array, at: number): void =>
  outputs.set(createHash('sha256').update(input).digest(), at);

export const oneCallPerHash: TrieHashing = {
  name: 'one call per hash',
  hashPairs: (inputs, outputs) => {
    for (let at = 0; at * PAIR_BYTES < inputs.length; at++)
      hashInto(inputs.subarray(at * PAIR_BYTES, (at + 1) * PAIR_BYTES), outputs, at * HASH_BYTES);
  },
  hashMessages: ({ bytes, ends, count }: Messages, outputs) => {
    let start = 0;
    for (let index = 0; index < count; index++) {
      const end = ends[index] as number;
      hashInto(bytes.subarray(start, end), outputs, index * HASH_BYTES);
      start = end;
    }
  },
};
