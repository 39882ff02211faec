/** Hashers for the benches of the state root: one that can be exchanged, one that counts.
 *
 *  In: inner nodes and messages. Out: their hashes, by the wrapped hasher. */

import { type BatchHashing, batchHashing } from '../../engine/crypto/batchHashing.js';
import { HASH_BYTES } from '../../engine/state/leaves.js';

/** A hasher that can be exchanged, so that two ways of hashing work on the same tree in turn. */
export class SwitchableHashing implements BatchHashing {
  current: BatchHashing = batchHashing;
  readonly name = 'switchable';
  readonly hashPairs: BatchHashing['hashPairs'] = (inputs, outputs) => this.current.hashPairs(inputs, outputs);
  readonly hashMessages: BatchHashing['hashMessages'] = (messages, outputs) =>
    this.current.hashMessages(messages, outputs);
}

/** Counts what another hasher hashes. */
export class CountingHashing implements BatchHashing {
  readonly name = 'counting';
  /** Inner nodes hashed. */
  pairs = 0;
  /** Keys, values and leaves hashed. */
  messages = 0;
  constructor(private readonly way: BatchHashing = batchHashing) {}

  readonly hashPairs: BatchHashing['hashPairs'] = (inputs, outputs) => {
    this.pairs += outputs.length / HASH_BYTES;
    this.way.hashPairs(inputs, outputs);
  };
  readonly hashMessages: BatchHashing['hashMessages'] = (messages, outputs) => {
    this.messages += messages.count;
    this.way.hashMessages(messages, outputs);
  };
}
