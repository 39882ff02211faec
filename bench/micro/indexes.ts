/** Bench of the reading index of holders: what it costs the main thread that a balance has changed.
 *
 *  In: how many accounts. Out: microseconds a changed XRGE balance and a changed token balance, without a reader and with
 *  one each second; milliseconds of loading, of filling the kept holders again, and of the first page; bytes of heap a
 *  holder. Blocks are full, 20,000 changed balances of accounts drawn at random every 400 ms, and go through the state, whose own
 *  time is not counted. The naive way beside sorts a change in as soon as it is seen, whether anybody reads or not. */

import { createHash } from 'node:crypto';
import { invariant } from '../../engine/base/refusal.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { byBalance, type Holder } from '../../engine/ledger/indexes/holder.js';
import { KEPT_HOLDERS } from '../../engine/ledger/indexes/holderIndex.js';
import { Ranking } from '../../engine/ledger/indexes/ranking.js';
import { TokenIndex } from '../../engine/ledger/indexes/tokenIndex.js';
import { type Account, accounts, ledgerTables, tokenBalanceKey, tokenBalances } from '../../engine/ledger/tables.js';
import { SortedList } from '../../engine/state/sortedList.js';
import { type Change, Overlay, State } from '../../engine/state/state.js';
import { type BenchDefinition, besideFigure, type Figure, figureOf } from '../figures.js';
import { collectGarbage, timed } from '../measure.js';

const BLOCK_CHANGES = 20_000;
/** A reader comes once in so many blocks of 400 ms. */
const BLOCKS_PER_READ = 2.5;
const WARM_UP_BLOCKS = 6;
const BLOCKS = 24;
const PAGE = 100;
const TOKEN = 'GOLD';

interface Sizes {
  readonly accounts: number;
  readonly changes: number;
}

const accountKey = (index: number): AccountId =>
  createHash('sha256').update(`holder ${index}`).digest().toString('latin1') as AccountId;

/** Chance that is the same in every run: a linear congruential generator of 32 bits. */
function chance(): (limit: number) => number {
  let state = 12_345;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Few own much, many little: the balance falls with the rank. */
const balanceAt = (rank: number): bigint => BigInt(Math.floor(1e18 / (rank + 1)));

/** Everybody owns XRGE, or everybody owns a token. */
function stateOf(keys: readonly AccountId[], ofToken: boolean): State {
  const state = new State(ledgerTables);
  for (const [rank, key] of keys.entries())
    if (ofToken) state.load(tokenBalances.id, tokenBalanceKey(key, TOKEN), tokenBalances.encode(balanceAt(rank)));
    else state.load(accounts.id, key, accounts.encode({ balance: balanceAt(rank), nonce: 1, activity: 1 }));
  state.finishLoad();
  return state;
}

/** A block in which accounts drawn at random have a little more or less than before. */
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

/** Every holder in one list, and every change in it at once. */
class SortedAtOnce {
  readonly #list: SortedList<Holder>;

  constructor(state: State, ofToken: boolean) {
    const holders = ofToken
      ? Array.from(state.entries(tokenBalances), ([key, balance]) => ({ key, balance }))
      : Array.from(state.entries(accounts), ([key, { balance }]) => ({ key, balance }));
    this.#list = SortedList.of(holders.sort(byBalance), byBalance);
  }

  apply(changes: readonly Change[]): void {
    for (const { key, before, after } of changes) {
      this.#list.remove({ key, balance: balanceIn(before) });
      this.#list.add({ key, balance: balanceIn(after) });
    }
  }
}

const balanceIn = (value: unknown): bigint => (typeof value === 'bigint' ? value : (value as Account).balance);

/** Microseconds a change, one a block. */
function run(sizes: Sizes, keys: readonly AccountId[], ofToken: boolean): Figure[] {
  const state = stateOf(keys, ofToken);
  const loading = timed(() => new TokenIndex(state));
  const quiet = loading.value;
  const read = new TokenIndex(state);
  const naive = new SortedAtOnce(state, ofToken);
  const [quietTimes, readTimes, naiveTimes, pages]: number[][] = [[], [], [], []];
  const draw = chance();
  let reads = 0;
  for (let block = 0; block < WARM_UP_BLOCKS + BLOCKS; block++) {
    const changes = changeBlock(state, keys, sizes, ofToken, draw);
    const each = (milliseconds: number): number => (milliseconds * 1_000) / changes.length;
    quietTimes?.push(each(timed(() => quiet.apply(changes)).milliseconds));
    let spent = timed(() => read.apply(changes)).milliseconds;
    if (block >= reads * BLOCKS_PER_READ) {
      reads++;
      const page = timed(() => read.holders.page(ofToken ? TOKEN : 'XRGE', { offset: 0, limit: PAGE }));
      invariant(page.value.holders.length === PAGE, 'a page of the bench is not full');
      pages?.push(page.milliseconds);
      spent += page.milliseconds;
    }
    readTimes?.push(each(spent));
    naiveTimes?.push(each(timed(() => naive.apply(changes)).milliseconds));
  }
  const late = (values: readonly number[] | undefined): number[] => meansOf(values?.slice(WARM_UP_BLOCKS) ?? []);
  const what = `changed ${ofToken ? 'token' : 'XRGE'} balance of ${sizes.accounts} accounts`;
  return [
    figureOf(`${what}, no reader`, late(quietTimes), 'us'),
    figureOf(`${what}, a reader each second`, late(readTimes), 'us'),
    besideFigure(`${what}, all holders sorted at once`, late(naiveTimes), late(quietTimes), 'us'),
    figureOf(`first page after ${BLOCKS_PER_READ} blocks, ${what}`, pages ?? [], 'ms'),
    figureOf(
      `loading, ${ofToken ? 'token' : 'XRGE'} balances of ${sizes.accounts} accounts`,
      [loading.milliseconds],
      'ms',
    ),
    ...(ofToken ? [] : [fillFigure(state, sizes.accounts)]),
  ];
}

/** A reader's block costs more than one without: means over as many blocks as two reads are apart. */
function meansOf(values: readonly number[]): number[] {
  const group = 2 * BLOCKS_PER_READ;
  const means: number[] = [];
  for (let at = 0; at + group <= values.length; at += group)
    means.push(values.slice(at, at + group).reduce((sum, value) => sum + value, 0) / group);
  return means;
}

function fillFigure(state: State, count: number): Figure {
  function* holders(): Generator<Holder, void, undefined> {
    for (const [key, { balance }] of state.entries(accounts)) yield { key, balance };
  }
  const times = Array.from({ length: 5 }, () => timed(() => new Ranking(holders(), KEPT_HOLDERS)).milliseconds);
  return figureOf(`kept holders filled again from ${count} accounts`, times, 'ms');
}

/** Heap that the index takes beside the state. */
async function memory(keys: readonly AccountId[], ofToken: boolean): Promise<Figure> {
  const state = stateOf(keys, ofToken);
  await collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const index = new TokenIndex(state);
  await collectGarbage();
  const bytes = process.memoryUsage().heapUsed - before;
  const page = index.holders.page(ofToken ? TOKEN : 'XRGE', { offset: 0, limit: PAGE });
  invariant(page.holders.length > 0 && state.size === keys.length, 'what is weighed must be held');
  return figureOf(
    `heap a holder of ${keys.length}, ${ofToken ? 'token' : 'XRGE'}`,
    [bytes / (ofToken ? page.total : page.depth)],
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
      for (const ofToken of [false, true]) {
        figures.push(...run(sizes, keys, ofToken), await memory(keys, ofToken));
        await collectGarbage();
      }
    }
    return figures;
  },
};
