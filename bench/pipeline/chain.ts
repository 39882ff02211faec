/** The chain under the pipeline bench: a million accounts in memory, a store on disk, everything between as in the node.
 *
 *  In: how many accounts, and who sends. Out: the parts that the producer works with. Accounts are loaded as at a start
 *  from disk, so the state has the size of a real one; the database itself holds the genesis and the blocks of the bench. */

import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUANTA } from '../../engine/base/amounts.js';
import { toHex } from '../../engine/base/bytes.js';
import { MEMPOOL_BYTES, MEMPOOL_PER_SENDER } from '../../engine/base/limits.js';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import { parseGenesis } from '../../engine/chain/genesis.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import { SignJournal } from '../../engine/consensus/signJournal.js';
import { PUBLIC_KEY_BYTES } from '../../engine/crypto/mldsa.js';
import { ReplayGuard } from '../../engine/ledger/replay.js';
import { accounts, ledgerTables } from '../../engine/ledger/tables.js';
import { Mempool } from '../../engine/mempool/mempool.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { Overlay, type Prepared, State } from '../../engine/state/state.js';
import { type TrieHashing, trieHashing } from '../../engine/state/trieHashing.js';
import { ChainStore } from '../../engine/store/chainStore.js';
import type { StorePort } from '../../engine/store/port.js';
import { recover } from '../../engine/store/recovery.js';
import { openStore } from '../../workers/store.js';
import { bytesOf, CHAIN_ID, NOW, type Wallet } from '../transfers.js';

export const proposerKey = bytesOf('proposer', PUBLIC_KEY_BYTES);

/** The ceiling keeps every transfer payable. A block limit of 16 MiB of signed bytes takes about 4,000 transfers; the
 *  bench puts all of them into one block, so the limit stands higher here. */
const genesisText = JSON.stringify({
  chain_id: CHAIN_ID,
  genesis_time: NOW - 1_000_000,
  initial_validators: [{ pub_key: toHex(proposerKey), stake: '1000', name: 'bench' }],
  fees: { base_fee: '0.1', ceiling: '0.1' },
  limits: { max_block_transactions: 20_000, max_block_bytes: 1024 * 1024 * 1024 },
});

/** What every account owns at first. */
const BALANCE = 10_000_000n * QUANTA;

/** One way of hashing that can be exchanged, so that two ways work on the same tree in turn. */
export class SwitchableHashing implements TrieHashing {
  current: TrieHashing = trieHashing;
  readonly name = 'switchable';
  readonly hashPairs: TrieHashing['hashPairs'] = (inputs, outputs) => this.current.hashPairs(inputs, outputs);
  readonly hashMessages: TrieHashing['hashMessages'] = (messages, outputs) =>
    this.current.hashMessages(messages, outputs);
}

/** Remembers how long the last `prepare` took. */
export class TimedState extends State {
  prepareMs = 0;

  override prepare(overlay: Overlay): Prepared {
    const start = performance.now();
    const prepared = super.prepare(overlay);
    this.prepareMs = performance.now() - start;
    return prepared;
  }
}

/** The rules of the bench's network; `rootMs` is how long the last transaction root took. */
export class TimedRules implements ChainRules {
  rootMs = 0;
  readonly genesis;
  readonly protocol = {
    ...nativeProtocol,
    transactionsRoot: (leaves: readonly Uint8Array[]): string => {
      const start = performance.now();
      const root = nativeProtocol.transactionsRoot(leaves);
      this.rootMs = performance.now() - start;
      return root;
    },
  };

  constructor() {
    const genesis = parseGenesis(genesisText);
    invariant(!isRefusal(genesis), 'the genesis of the bench is refused');
    this.genesis = genesis;
  }
}

export interface BenchChain {
  readonly rules: TimedRules;
  readonly state: TimedState;
  readonly hashing: SwitchableHashing;
  readonly replay: ReplayGuard;
  readonly mempool: Mempool;
  readonly store: StorePort;
  readonly chain: ChainStore;
  readonly journal: SignJournal;
  readonly scratch: Overlay;
  /** When the last packed block reached the store's port, on the clock of `performance`. */
  readonly packedAt: () => number;
  close(): Promise<void>;
}

/** @returns `count` accounts: the wallets' first, then others that nobody sends from. */
export function accountKeys(wallets: readonly Wallet[], count: number): string[] {
  const keys: string[] = wallets.map(({ account }) => account);
  while (keys.length < count) keys.push(createHash('sha256').update(`account ${keys.length}`).digest().toString('latin1'));
  return keys;
}

function loadState(from: State, keys: readonly string[], hashing: TrieHashing): TimedState {
  const state = new TimedState(ledgerTables, hashing);
  for (const table of ledgerTables)
    for (const [key, value] of from.entries(table)) state.load(table.id, key, table.encode(value));
  const value = accounts.encode({ balance: BALANCE, nonce: 0, activity: 0 });
  for (const key of keys) state.load(accounts.id, key, value);
  state.finishLoad();
  return state;
}

/** @param wallets whose transfers will come. @param count accounts altogether. */
export async function openChain(wallets: readonly Wallet[], count: number): Promise<BenchChain> {
  const rules = new TimedRules();
  const directory = await mkdtemp(join(tmpdir(), 'rouged-bench-'));
  const store = await openStore({ directory });
  const recovered = await recover(store, rules);
  const hashing = new SwitchableHashing();
  const state = loadState(recovered.state, accountKeys(wallets, count), hashing);
  let packedAt = 0;
  const commit = store.commit.bind(store);
  store.commit = (write) => {
    packedAt = performance.now();
    return commit(write);
  };
  const replay = new ReplayGuard();
  const limits = { transactions: wallets.length * 2, bytes: MEMPOOL_BYTES, perSender: MEMPOOL_PER_SENDER };
  return {
    rules,
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
