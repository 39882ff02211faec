/** SHA-256 for the trie: many independent inputs per call.
 *
 *  In: the 64-byte inputs of inner nodes side by side, or short messages side by side. Out: their hashes in the same order.
 *  Inner nodes go to the native library where its binary fits this machine, else to WebAssembly; which one is found out
 *  once, by loading it and asking for a hash that is known. The result is the same, only the time differs. */

import { createRequire } from 'node:module';
import { SHA256, hashInto as wasmHashPairs } from '@chainsafe/as-sha256';
import { sha256 } from '../crypto/sha256.js';

const HASH_BYTES = 32;
const PAIR_BYTES = 64;

/** Messages of any length side by side. */
export interface Messages {
  readonly bytes: Uint8Array;
  /** Where each message ends; it begins where the one before it ends. */
  readonly ends: Int32Array;
  readonly count: number;
}

export interface TrieHashing {
  readonly name: string;
  /** SHA-256 of each 64 bytes of `inputs` into each 32 bytes of `outputs`. */
  hashPairs(inputs: Uint8Array, outputs: Uint8Array): void;
  /** SHA-256 of each message into each 32 bytes of `outputs`. */
  hashMessages(messages: Messages, outputs: Uint8Array): void;
}

type HashPairs = TrieHashing['hashPairs'];

/** @returns undefined when the library has no binary for this machine or its binary does not know SHA-256. */
function nativeHashPairs(): HashPairs | undefined {
  try {
    const library = createRequire(import.meta.url)('@chainsafe/hashtree') as { hashInto: HashPairs };
    const inputs = new Uint8Array(3 * PAIR_BYTES).map((_, index) => index);
    const outputs = new Uint8Array(3 * HASH_BYTES);
    library.hashInto(inputs, outputs);
    const expected = new Uint8Array(outputs.length);
    wasmHashPairs(inputs, expected);
    return Buffer.compare(outputs, expected) === 0 ? library.hashInto : undefined;
  } catch {
    return undefined;
  }
}

const digester = new SHA256().ctx;
/** The digester's memory is read in place, without an object per hash. Its input takes this many bytes. */
const DIGEST_BYTES = digester.INPUT_LENGTH;
const digestInput = new Uint8Array(digester.memory.buffer, digester.input.value, DIGEST_BYTES);
const digestOutput = new Uint8Array(digester.memory.buffer, digester.output.value, HASH_BYTES);

function hashMessages({ bytes, ends, count }: Messages, outputs: Uint8Array): void {
  let start = 0;
  for (let index = 0; index < count; index++) {
    const end = ends[index] as number;
    const message = bytes.subarray(start, end);
    if (message.length <= DIGEST_BYTES) {
      digestInput.set(message);
      digester.digest(message.length);
      outputs.set(digestOutput, index * HASH_BYTES);
    } else outputs.set(sha256(message), index * HASH_BYTES);
    start = end;
  }
}

export const wasmTrieHashing: TrieHashing = { name: 'WebAssembly', hashPairs: wasmHashPairs, hashMessages };

const native = nativeHashPairs();

/** The fastest that this machine has. */
export const trieHashing: TrieHashing = native ? { name: 'native', hashPairs: native, hashMessages } : wasmTrieHashing;
