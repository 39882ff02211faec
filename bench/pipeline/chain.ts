/** The chain under the benches of the pipeline: accounts in memory, a store on disk, everything between as in the node.
 *
 *  In: how many transfers a block holds, and a function that fills the state. Out: the parts that the producer works with. Accounts
 *  are loaded as at a start from disk, so the state has the size of a real one; the database itself holds the genesis and
 *  the blocks of the bench. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MEMPOOL_BYTES, MEMPOOL_PER_SENDER } from '../../engine/base/limits.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import { SignJournal } from '../../engine/consensus/signJournal.js';
import type { ContractMachine } from '../../engine/ledger/contractMachine.js';
import { ReplayGuard } from '../../engine/ledger/replayGuard.js';
import { ledgerTables } from '../../engine/ledger/tables.js';
import { Mempool } from '../../engine/mempool/mempool.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { Overlay, type Prepared, State } from '../../engine/state/state.js';
import { ChainStore } from '../../engine/store/chainStore.js';
import type { StorePort } from '../../engine/store/port.js';
import { recover } from '../../engine/store/recovery.js';
import { openStore } from '../../workers/store/openStore.js';
import { clocked, type Reading, readClocks } from '../measure.js';
import { benchRules } from '../network.js';
import { SwitchableHashing } from './hashing.js';

/** Remembers how long the last `prepare` took. */
export class TimedState extends State {
  spent: Reading = { wall: 0, thread: 0 };

  override prepare(overlay: Overlay): Prepared {
    const { spent, value } = clocked(() => super.prepare(overlay));
    this.spent = spent;
    return value;
  }
}

/** Remembers how long the last transaction root took. */
class TimedRoot {
  spent: Reading = { wall: 0, thread: 0 };
  readonly of = (leaves: readonly Uint8Array[]): string => {
    const { spent, value } = clocked(() => nativeProtocol.transactionsRoot(leaves));
    this.spent = spent;
    return value;
  };
}

export interface BenchChain {
  readonly rules: ChainRules;
  readonly root: TimedRoot;
  readonly state: TimedState;
  readonly hashing: SwitchableHashing;
  readonly replay: ReplayGuard;
  readonly mempool: Mempool;
  readonly store: StorePort;
  readonly chain: ChainStore;
  readonly journal: SignJournal;
  readonly scratch: Overlay;
  /** Time at which the last packed block reached the store's port. */
  readonly packedAt: () => Reading;
  close(): Promise<void>;
}

/** @param transfers of a block. @param fill puts the genesis and the accounts into the state (`fillState`).
 *  @param contracts runs them; without it no block has any. */
export async function openChain(
  transfers: number,
  fill: (state: State, rules: ChainRules) => void,
  contracts?: ContractMachine,
): Promise<BenchChain> {
  const root = new TimedRoot();
  const rules = benchRules({ ...nativeProtocol, transactionsRoot: root.of }, contracts);
  const directory = await mkdtemp(join(tmpdir(), 'rouged-bench-'));
  const store = await openStore({ directory });
  const recovered = await recover(store, rules);
  const hashing = new SwitchableHashing();
  const state = new TimedState(ledgerTables, rules.protocol.stateTree, hashing);
  fill(state, rules);
  let packedAt = readClocks();
  const commit = store.commit.bind(store);
  store.commit = (write) => {
    packedAt = readClocks();
    return commit(write);
  };
  const replay = new ReplayGuard();
  const limits = {
    transactions: transfers * 2,
    bytes: MEMPOOL_BYTES,
    perSender: MEMPOOL_PER_SENDER,
    senderBytes: MEMPOOL_BYTES,
  };
  return {
    rules,
    root,
    state,
    hashing,
    replay,
    mempool: new Mempool(limits, replay),
    store,
    chain: new ChainStore(store, recovered),
    journal: new SignJournal(rules.genesis.chainId),
    scratch: new Overlay(state),
    packedAt: () => packedAt,
    async close() {
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
