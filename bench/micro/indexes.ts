/** Bench of the reading index of holders: the cost of a changed balance on the main thread.
 *
 *  In: how many accounts. Out: microseconds per changed XRGE balance, without a reader and with one each second, and per
 *  changed balance of a token; milliseconds of loading, of refilling the kept holders, and of a page; bytes of heap per
 *  holder. Blocks are full, 20,000 changed balances of randomly drawn accounts every 400 ms, and go through the state, whose
 *  own time is not counted. The naive way for comparison sorts each change in at once, with or without readers. */

import { createHash } from 'node:crypto';
import { XRGE } from '../../engine/base/amounts.js';
import { invariant } from '../../engine/base/refusal.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { GreatestHolders, KEPT_HOLDERS } from '../../engine/ledger/indexes/greatestHolders.js';
import { byBalance, type Holder } from '../../engine/ledger/indexes/holder.js';
import { TokenIndex } from '../../engine/ledger/indexes/tokenIndex.js';
import { type Account, accounts, ledgerTables, tokenBalanceKey, tokenBalances } from '../../engine/ledger/tables.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { SortedList } from '../../engine/state/sortedList.js';
import { type Change, Overlay, State } from '../../engine/state/state.js';
import { type BenchDefinition, besideFigure, type Figure, figureOf } from '../figures.js';
import { clocked, collectGarbage } from '../measure.js';

const BLOCK_CHANGES = 20_000;
/** A reader comes once in this many blocks of 400 ms. */
const BLOCKS_PER_READ = 2.5;
const WARM_UP_BLOCKS = 6;
const BLOCKS = 15;
const PAGE = 100;

/** Work that is done when it returns, in milliseconds of processor time: other programs' time does not count. */
function spent<T>(work: () => T): { readonly milliseconds: number; readonly value: T } {
  const { spent: reading, value } = clocked(work);
  return { milliseconds: reading.thread, value };
}

const TOKEN = 'GOLD';

interface Sizes {
  readonly accounts: number;
  readonly changes: number;
}

const accountKey = (index: number): AccountId =>
  createHash('sha256').update(`holder ${index}`).digest().toString('latin1') as AccountId;

/** Random numbers that are the same in every run: a linear congruential generator of 32 bits. */
function chance(): (limit: number) => number {
  let state = 12_345;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Few own much, many own little: the balance falls with the rank. */
const balanceAt = (rank: number): bigint => BigInt(Math.floor(1e18 / (rank + 1)));

/** All accounts own XRGE, or all own a token. */
function stateOf(keys: readonly AccountId[], ofToken: boolean): State {
  const state = new State(ledgerTables, nativeProtocol.stateTree);
  for (const [rank, key] of keys.entries())
    if (ofToken) state.load(tokenBalances.id, tokenBalanceKey(key, TOKEN), tokenBalances.encode(balanceAt(rank)));
    else state.load(accounts.id, key, accounts.encode({ balance: balanceAt(rank), nonce: 1, activity: 1 }));
  state.finishLoad();
  return state;
}

/** A block in which randomly drawn accounts have a little more or less than before. */
function changeBlock(
  state: State,
  keys: readonly AccountId[],
  sizes: Sizes,
  ofToken: boolean,
  draw: (limit: number) => number,
): readonly Change[] {
  const overlay = new Overlay(state);
  for (let change = 0; change < sizes.changes; change++) {
    const account = keys[draw(keys.length)] as AccountId;
    const factor = BigInt(900 + draw(200));
    if (ofToken) {
      const key = tokenBalanceKey(account, TOKEN);
      overlay.put(tokenBalances, key, ((overlay.get(tokenBalances, key) ?? 0n) * factor) / 1_000n + 1n);
    } else {
      const before = overlay.get(accounts, account) as Account;
      overlay.put(accounts, account, { ...before, balance: (before.balance * factor) / 1_000n + 1n });
    }
  }
  const prepared = state.prepare(overlay);
  prepared.commit();
  return prepared.changes;
}

/** The naive index: every holder of XRGE in one list, which every change updates at once. */
class SortedAtOnce {
  readonly #list: SortedList<Holder>;

  constructor(state: State) {
    this.#list = SortedList.of([...holdersIn(state)].sort(byBalance), byBalance);
  }

  apply(changes: readonly Change[]): void {
    for (const { key, before, after } of changes) {
      this.#list.remove({ key, balance: (before as Account).balance });
      this.#list.add({ key, balance: (after as Account).balance });
    }
  }
}

function* holdersIn(state: State): Generator<Holder, void, undefined> {
  for (const [key, { balance }] of state.entries(accounts)) yield { key, balance };
}

/** Times of one way of keeping up with blocks, each in microseconds per change. */
class Course {
  readonly #times: number[] = [];

  constructor(private readonly apply: (changes: readonly Change[]) => void) {}

  take(changes: readonly Change[], more: () => void = () => {}): void {
    const { milliseconds } = spent(() => {
      this.apply(changes);
      more();
    });
    this.#times.push((milliseconds * 1_000) / changes.length);
  }

  /** A block with a reader costs more than one without: means over the number of blocks between two reads. */
  means(): number[] {
    const group = 2 * BLOCKS_PER_READ;
    const means: number[] = [];
    for (let at = WARM_UP_BLOCKS; at + group <= this.#times.length; at += group)
      means.push(this.#times.slice(at, at + group).reduce((sum, value) => sum + value, 0) / group);
    return means;
  }
}

function ofXrge(sizes: Sizes, keys: readonly AccountId[]): Figure[] {
  const state = stateOf(keys, false);
  const loading = spent(() => new TokenIndex(state));
  const [index, read, naive] = [loading.value, new TokenIndex(state), new SortedAtOnce(state)];
  const quiet = new Course((changes) => index.apply(changes));
  const noisy = new Course((changes) => read.apply(changes));
  const atOnce = new Course((changes) => naive.apply(changes));
  const pages: number[] = [];
  const readPage = (): void => {
    const { milliseconds, value } = spent(() => read.holders.page(XRGE, { offset: 0, limit: PAGE }));
    invariant(value.holders.length === PAGE, 'a page of the bench is not full');
    pages.push(milliseconds);
  };
  const draw = chance();
  for (let block = 0; block < WARM_UP_BLOCKS + BLOCKS; block++) {
    const changes = changeBlock(state, keys, sizes, false, draw);
    quiet.take(changes);
    noisy.take(changes, block >= pages.length * BLOCKS_PER_READ ? readPage : undefined);
    atOnce.take(changes);
  }
  const what = `changed XRGE balance of ${sizes.accounts} accounts`;
  const fills = Array.from(
    { length: 5 },
    () => spent(() => new GreatestHolders(holdersIn(state), KEPT_HOLDERS)).milliseconds,
  );
  return [
    figureOf(`${what}, no reader`, quiet.means(), 'us'),
    figureOf(`${what}, a reader each second`, noisy.means(), 'us'),
    besideFigure(`${what}, all holders sorted at once`, atOnce.means(), quiet.means(), 'us'),
    figureOf(`the reader's page, ${sizes.accounts} accounts`, pages, 'ms'),
    figureOf(`kept holders filled again from ${sizes.accounts} accounts`, fills, 'ms'),
    figureOf(`loading ${sizes.accounts} accounts`, [loading.milliseconds], 'ms'),
  ];
}

function ofToken(sizes: Sizes, keys: readonly AccountId[]): Figure[] {
  const state = stateOf(keys, true);
  const loading = spent(() => new TokenIndex(state));
  const course = new Course((changes) => loading.value.apply(changes));
  const draw = chance();
  for (let block = 0; block < WARM_UP_BLOCKS + BLOCKS; block++)
    course.take(changeBlock(state, keys, sizes, true, draw));
  return [
    figureOf(`changed balance of a token with ${sizes.accounts} holders`, course.means(), 'us'),
    figureOf(`loading ${sizes.accounts} holders of a token`, [loading.milliseconds], 'ms'),
  ];
}

/** Heap that the index takes in addition to the state. */
async function memory(keys: readonly AccountId[], isToken: boolean): Promise<Figure> {
  const state = stateOf(keys, isToken);
  await collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const index = new TokenIndex(state);
  await collectGarbage();
  const bytes = process.memoryUsage().heapUsed - before;
  const page = index.holders.page(isToken ? TOKEN : XRGE, { offset: 0, limit: PAGE });
  invariant(page.holders.length > 0 && state.size === keys.length, 'what is weighed must be held');
  return figureOf(
    isToken ? `heap a holder of a token with ${keys.length}` : `heap a kept holder of ${keys.length} accounts`,
    [bytes / page.depth],
    'B',
  );
}

export const indexes: BenchDefinition = {
  name: 'indexes',
  about: 'a changed balance in the reading index of holders, beside a list into which every change is sorted at once',
  async run({ quick }) {
    const figures: Figure[] = [];
    for (const count of quick ? [1_000] : [100_000, 1_000_000]) {
      const keys = Array.from({ length: count }, (_, index) => accountKey(index));
      const sizes = { accounts: count, changes: quick ? 200 : BLOCK_CHANGES };
      figures.push(...ofXrge(sizes, keys), await memory(keys, false));
      figures.push(...ofToken(sizes, keys), await memory(keys, true));
    }
    return figures;
  },
};
