/** Hashers for the benches of the state root: one that can be exchanged, one that counts.
 *
 *  In: inner nodes and messages. Out: their hashes, by the wrapped hasher. */

import { HASH_BYTES } from '../../engine/state/leaves.js';
import { type TrieHashing, trieHashing } from '../../engine/state/trieHashing.js';

/** A hasher that can be exchanged, so that two ways of hashing work on the same tree in turn. */
export class SwitchableHashing implements TrieHashing {
  current: TrieHashing = trieHashing;
  readonly name = 'switchable';
  readonly hashPairs: TrieHashing['hashPairs'] = (inputs, outputs) => this.current.hashPairs(inputs, outputs);
  readonly hashMessages: TrieHashing['hashMessages'] = (messages, outputs) =>
    this.current.hashMessages(messages, outputs);
}

/** Counts what another hasher hashes. */
export class CountingHashing implements TrieHashing {
  readonly name = 'counting';
  /** Inner nodes hashed. */
  pairs = 0;
  /** Keys, values and leaves hashed. */
  messages = 0;
  constructor(private readonly way: TrieHashing = trieHashing) {}

  readonly hashPairs: TrieHashing['hashPairs'] = (inputs, outputs) => {
    this.pairs += outputs.length / HASH_BYTES;
    this.way.hashPairs(inputs, outputs);
  };
  readonly hashMessages: TrieHashing['hashMessages'] = (messages, outputs) => {
    this.messages += messages.count;
    this.way.hashMessages(messages, outputs);
  };
}
