/** Memory of a state with a given number of accounts, in a process of its own.
 *
 *  In: the number of accounts. Out: one line of JSON (`AccountsMemory`). The records are loaded as at a start from disk, from keys that
 *  are made one by one: nothing but the state and its reading indexes is in memory afterwards. */

import { createHash } from 'node:crypto';
import { QUANTA } from '../../engine/base/amounts.js';
import { invariant } from '../../engine/base/refusal.js';
import { ReadingIndexes } from '../../engine/ledger/indexes/index.js';
import { accounts, ledgerTables } from '../../engine/ledger/tables.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { State } from '../../engine/state/state.js';
import { collectGarbage } from '../measure.js';

/** In bytes, after full collections, without what the process took before; `peak` is resident memory while loading. */
export interface AccountsMemory {
  readonly state: number;
  readonly trie: number;
  readonly indexes: number;
  readonly peak: number;
}

async function used(): Promise<number> {
  // A second collection frees what finalizers of the first released.
  await collectGarbage();
  await collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function measure(count: number): Promise<AccountsMemory> {
  const resident = process.memoryUsage().rss;
  const before = await used();
  const state = new State(ledgerTables, nativeProtocol.stateTree);
  const key = new Uint8Array(33);
  key[0] = accounts.id;
  for (let index = 0; index < count; index++) {
    key.set(createHash('sha256').update(`account ${index}`).digest(), 1);
    state.loadRecord(
      key,
      accounts.encode({ balance: BigInt(index) * QUANTA, nonce: index % 100, activity: index % 200 }),
    );
  }
  state.finishLoad();
  const peak = process.resourceUsage().maxRSS * 1024 - resident;
  const loaded = await used();
  const indexes = new ReadingIndexes(state);
  const after = await used();
  // Keeps both alive until here.
  invariant(state.size === count && indexes.pools.size === 0, 'the state of the bench is not as it was filled');
  return { state: loaded - before, trie: state.trieBytes, indexes: after - loaded, peak };
}

console.log(JSON.stringify(await measure(Number(process.argv[2]))));
