/** The reading index of tokens against a plain sort of the state, block after block: holders, what accounts own, allowances,
 *  the list of tokens, what pools hold; the greatest holders of XRGE, cut and filled again. */

import { describe, expect, test } from 'vitest';
import { XRGE } from '../../../engine/base/amounts.js';
import { type AccountId, accountOfName } from '../../../engine/crypto/address.js';
import { countOf, countOne } from '../../../engine/ledger/counters.js';
import { credit, debit, setLpBalance } from '../../../engine/ledger/funds.js';
import type { KeptHolders } from '../../../engine/ledger/indexes/greatestHolders.js';
import type { HolderPage } from '../../../engine/ledger/indexes/holderIndex.js';
import { TokenIndex } from '../../../engine/ledger/indexes/tokenIndex.js';
import { idOfPair, pairOf } from '../../../engine/ledger/poolIds.js';
import { lpBalances, type Pool, pools } from '../../../engine/ledger/poolTables.js';
import { accounts, ledgerTables, supplies, tokenBalances } from '../../../engine/ledger/tables.js';
import { builtInToken, builtInTokens, setAllowance } from '../../../engine/ledger/tokens.js';
import { allowances, tokens } from '../../../engine/ledger/tokenTables.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { Overlay, State, type StateWriter } from '../../../engine/state/state.js';
import { reloaded } from '../../support/chain.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { actor } from '../../support/transactions.js';

const people = Array.from({ length: 40 }, (_, index) => actor(`token index ${index}`).account);
/** So many that a few changes are sorted into their list one by one. */
const crowd = Array.from({ length: 600 }, (_, index) => accountOfName(`crowd ${index}`));
const given = ['AAA', 'ZZZ'];
const KEPT: KeptHolders = { least: 6, filled: 10, most: 16 };
const NOTED = 12;

interface Listed {
  readonly account: AccountId;
  readonly balance: bigint;
}

const byBalance = (a: Listed, b: Listed): number =>
  a.balance === b.balance
    ? Buffer.from(a.account, 'latin1').compare(Buffer.from(b.account, 'latin1'))
    : Number(b.balance - a.balance);

/** All holders of a token, by going through the whole state. */
function plainHolders(state: State, symbol: string): Listed[] {
  const found: Listed[] =
    symbol === XRGE
      ? Array.from(state.entries(accounts), ([key, { balance }]) => ({ account: key as AccountId, balance }))
      : Array.from(state.entries(tokenBalances), ([key, balance]) => ({ key, balance }))
          .filter(({ key }) => key.slice(32) === symbol)
          .map(({ key, balance }) => ({ account: key.slice(0, 32) as AccountId, balance }));
  return found.filter(({ balance }) => balance > 0n).sort(byBalance);
}

/** A state, its index, and blocks that change both. */
class Scene {
  state = new State(ledgerTables, nativeProtocol.stateTree);
  index: TokenIndex;

  constructor(
    first: (state: StateWriter) => void,
    private readonly kept = KEPT,
    private readonly noted = NOTED,
  ) {
    this.state.finishLoad();
    const overlay = new Overlay(this.state);
    first(overlay);
    this.state.prepare(overlay).commit();
    this.index = this.#loaded();
  }

  #loaded(): TokenIndex {
    return new TokenIndex(this.state, this.kept, this.noted);
  }

  block(change: (state: StateWriter) => void): void {
    const overlay = new Overlay(this.state);
    change(overlay);
    const prepared = this.state.prepare(overlay);
    prepared.commit();
    this.index.apply(prepared.changes);
  }

  restart(): void {
    this.state = reloaded(this.state);
    this.index = this.#loaded();
  }

  holders(symbol: string, limit = 1_000): HolderPage {
    return this.index.holders.page(symbol, { offset: 0, limit });
  }
}

const setXrge = (state: StateWriter, account: AccountId, balance: bigint): void => {
  const { nonce = 0, activity = 0 } = state.get(accounts, account) ?? {};
  state.put(accounts, account, { balance, nonce: nonce + 1, activity });
};

function createToken(state: StateWriter, symbol: string, creator: AccountId): void {
  state.put(tokens, symbol, {
    number: countOne(state, 'tokens') + 1,
    name: symbol,
    decimals: 0,
    creator,
    createdAt: 1,
    createdHeight: 1,
    initialSupply: 100n,
    frozen: false,
  });
  state.put(supplies, symbol, { minted: 100n, burned: 0n });
  credit(state, creator, symbol, 100n);
}

function changePool(state: StateWriter, one: string, other: string, random: SeededRandom): void {
  const pair = pairOf(one, other);
  const id = idOfPair(pair);
  const pool: Pool = state.get(pools, id) ?? {
    ...pair,
    ...{
      number: countOne(state, 'pools') + 1,
      reserveA: 1n,
      reserveB: 1n,
      lpSupply: 1n,
      creator: people[0] as AccountId,
    },
    ...{ createdAt: 1, createdHeight: 1, events: 0, swaps: 0, volumeA: 0n, volumeB: 0n },
  };
  state.put(pools, id, { ...pool, reserveA: 1n + random.bigBelow(50n), reserveB: 1n + random.bigBelow(50n) });
  setLpBalance(state, random.pick(people), id, random.bigBelow(3n));
}

type Change = (state: StateWriter, symbol: string, random: SeededRandom, accounts: readonly AccountId[]) => void;

/** Changes of every kind. Balances are small, so that many are equal and many are zero. */
const changes: readonly Change[] = [
  (state, symbol, random, among) => {
    const debited = debit(state, random.pick(among), symbol, random.bigBelow(60n));
    if (debited) credit(state, random.pick(among), symbol, 1n + random.bigBelow(9n));
  },
  (state, symbol, random, among) => credit(state, random.pick(among), symbol, random.bigBelow(9n)),
  (state, symbol, random, among) =>
    setAllowance(state, random.pick(among), random.pick(among), symbol, random.bigBelow(3n)),
  (state, symbol, random) => {
    const supply = state.get(supplies, symbol) ?? { minted: 0n, burned: 0n };
    state.put(supplies, symbol, { ...supply, burned: supply.burned + random.bigBelow(2n) });
  },
  (state, symbol, random) => changePool(state, symbol, XRGE, random),
];

/** Everything that the index says, made from the state without it. @returns how many things were compared. */
function compare(scene: Scene, symbols: readonly string[], kept: KeptHolders, counts: { tokensCut: number }): number {
  const { state, index } = scene;
  let compared = 0;
  for (const symbol of symbols) {
    if (compareHolders(scene, symbol, kept)) counts.tokensCut++;
    const plain = plainHolders(state, symbol);
    let pooled = 0n;
    for (const [, pool] of state.entries(pools))
      pooled += pool.tokenA === symbol ? pool.reserveA : pool.tokenB === symbol ? pool.reserveB : 0n;
    expect(index.list.inPools(symbol)).toBe(pooled);
    compared += plain.length;
  }
  const keysOf = (table: typeof tokenBalances, account: AccountId): string[] =>
    [...state.entries(table)].flatMap(([key]) => (key.startsWith(account) ? [key.slice(32)] : [])).sort();
  for (const account of people) {
    const held = [[...index.tokensOf(account)], [...index.poolsOf(account)]];
    expect(held).toEqual([keysOf(tokenBalances, account), keysOf(lpBalances, account)]);
    for (const role of ['owner', 'spender'] as const) {
      const plain = [...state.entries(allowances)]
        .map(([key, amount]) => ({
          owner: key.slice(0, 32) as AccountId,
          spender: key.slice(32, 64) as AccountId,
          symbol: key.slice(64),
          amount,
        }))
        .filter((allowance) => allowance[role] === account)
        .sort((a, b) => (turn(a, role) < turn(b, role) ? -1 : 1));
      expect(index.allowances.page({ account, role }, { offset: 0, limit: 1_000 })).toEqual(plain);
      expect(index.allowances.countOf({ account, role })).toBe(plain.length);
      compared += plain.length;
    }
  }
  const burned = [...state.entries(supplies)].flatMap(([symbol, supply]) => (supply.burned > 0n ? [symbol] : []));
  expect(index.list.burned()).toEqual(burned.sort());
  expect(index.list.page(0, 1_000)).toEqual(plainList(state));
  return compared;
}

const turn = (allowance: { owner: string; spender: string; symbol: string }, role: 'owner' | 'spender'): string =>
  (role === 'owner' ? allowance.spender : allowance.owner) + allowance.symbol;

function plainList(state: State): string[] {
  const created = [...state.entries(tokens)].sort(([, a], [, b]) => a.number - b.number).map(([symbol]) => symbol);
  const others = [...state.entries(supplies)].flatMap(([symbol]) =>
    builtInToken(symbol) || state.get(tokens, symbol) ? [] : [symbol],
  );
  return [...builtInTokens.map(({ symbol }) => symbol), ...others.sort(), ...created];
}

/** The list is the beginning of the plain one, long enough and not too long. @returns whether some were left out. */
function compareHolders(scene: Scene, symbol: string, kept = KEPT): boolean {
  const plain = plainHolders(scene.state, symbol);
  const { holders, total, depth } = scene.holders(symbol);
  expect(total).toBe(plain.length);
  expect(holders).toEqual(plain.slice(0, depth));
  expect(depth).toBeGreaterThanOrEqual(Math.min(kept.least, total));
  expect(depth).toBeLessThanOrEqual(kept.most);
  return depth < total;
}

interface Course {
  readonly among: readonly AccountId[];
  readonly kept: KeptHolders;
  readonly blocks: number;
  /** In one block, less than this. */
  readonly changes: number;
}

/** Random blocks, readers that come now and then, and starts from disk. */
function run({ among, kept, blocks, changes: most }: Course): void {
  const random = new SeededRandom(testSeed());
  const scene = new Scene((state) => {
    for (const symbol of given) state.put(supplies, symbol, { minted: 1_000n, burned: 0n });
    state.put(supplies, XRGE, { minted: 1_000n, burned: 1n });
    for (const account of among) {
      setXrge(state, account, random.bigBelow(12n));
      credit(state, account, 'AAA', random.bigBelow(9n));
    }
  }, kept);
  const symbols = [...given, 'QETH'];
  const counts = { compared: 0, cutShort: 0, tokensCut: 0 };
  let level = 0n;
  for (let block = 0; block < blocks; block++) {
    // So that everybody becomes richer for a while and then poorer: the floor must follow.
    if (block % 20 === 0) level = random.bigBelow(16n);
    scene.block((state) => {
      if (random.chance(5)) {
        const symbol = `T${countOf(state, 'tokens')}`;
        createToken(state, symbol, random.pick(among));
        symbols.push(symbol);
      }
      for (let left = random.below(most); left > 0; left--)
        if (random.chance(50)) setXrge(state, random.pick(among), level + random.bigBelow(8n));
        else random.pick(changes)(state, random.pick(symbols), random, among);
    });
    if (random.chance(30) && compareHolders(scene, XRGE, kept)) counts.cutShort++;
    if (random.chance(15)) counts.compared += compare(scene, symbols, kept, counts);
    if (random.chance(5)) scene.restart();
  }
  counts.compared += compare(scene, symbols, kept, counts);
  expect(counts.compared).toBeGreaterThan(1_000);
  expect(counts.cutShort).toBeGreaterThan(20);
  expect(counts.tokensCut).toBeGreaterThan(0);
  expect(symbols.length).toBeGreaterThan(5);
}

describe('the index of tokens', () => {
  test('says what a plain sort of the state says: few holders, many changes', () => {
    run({ among: people, kept: KEPT, blocks: 400, changes: 30 });
  });

  test('says what a plain sort of the state says: many holders, few changes', () => {
    run({ among: crowd, kept: { least: 60, filled: 100, most: 150 }, blocks: 250, changes: 8 });
  });

  test('pages by rank and behind a holder, who may have moved or gone', () => {
    const [a, b, c, d] = people as [AccountId, AccountId, AccountId, AccountId];
    const scene = new Scene((state) => {
      for (const [account, units] of [
        [a, 40n],
        [b, 30n],
        [c, 20n],
        [d, 10n],
      ] as const)
        credit(state, account, 'AAA', units);
    });
    const page = (range: { behind?: Listed; offset?: number; limit: number }) =>
      scene.index.holders.page('AAA', { offset: 0, ...range }).holders.map(({ account }) => account);
    expect(page({ offset: 1, limit: 2 })).toEqual([b, c]);
    expect(page({ offset: 9, limit: 2 })).toEqual([]);
    expect(page({ offset: Number.MAX_SAFE_INTEGER, behind: { account: b, balance: 30n }, limit: 2 })).toEqual([]);
    const behind = { account: b, balance: 30n };
    expect(page({ behind, limit: 2 })).toEqual([c, d]);
    expect(page({ behind, offset: 1, limit: 2 })).toEqual([d]);
    scene.block((state) => {
      debit(state, b, 'AAA', 30n);
      debit(state, a, 'AAA', 25n);
    });
    expect(page({ behind, limit: 9 })).toEqual([c, a, d]);
    expect(scene.index.holders.page('NOBODY', { offset: 0, limit: 9 })).toEqual({ holders: [], total: 0, depth: 0 });
  });
});

describe('the greatest holders of XRGE', () => {
  /** The account of the index has so much; the first is the richest. */
  const rich =
    (count: number, from = 1_000) =>
    (state: StateWriter) => {
      for (const [index, account] of people.slice(0, count).entries()) setXrge(state, account, BigInt(from - index));
    };

  test('are all holders while there are few', () => {
    const scene = new Scene(rich(KEPT.filled));
    expect(scene.holders(XRGE)).toMatchObject({ total: KEPT.filled, depth: KEPT.filled });
    scene.block((state) => {
      for (const account of people.slice(KEPT.filled, KEPT.most)) setXrge(state, account, 1n);
    });
    expect(scene.holders(XRGE)).toMatchObject({ total: KEPT.most, depth: KEPT.most });
  });

  test('are cut when they have become too many, and those below are left out from then on', () => {
    const scene = new Scene(rich(KEPT.most));
    // Loaded with more than are filled in, only those are there.
    expect(scene.holders(XRGE)).toMatchObject({ total: KEPT.most, depth: KEPT.filled });
    scene.block((state) => {
      for (const account of people.slice(KEPT.most, KEPT.most + 7)) setXrge(state, account, 2_000n);
    });
    expect(scene.holders(XRGE)).toMatchObject({ total: KEPT.most + 7, depth: KEPT.filled });
    // Below the floor nothing shows, at the floor's own balance the account's bytes decide.
    scene.block((state) => setXrge(state, people[39] as AccountId, 3n));
    expect(scene.holders(XRGE)).toMatchObject({ total: KEPT.most + 8, depth: KEPT.filled });
    expect(compareHolders(scene, XRGE)).toBe(true);
  });

  test('stand once in the list, however often they have changed between two readers', () => {
    const kept = { least: 60, filled: 100, most: 150 };
    const scene = new Scene((state) => {
      for (const [rank, account] of crowd.slice(0, 200).entries()) setXrge(state, account, BigInt(1_000 - rank));
    }, kept);
    expect(compareHolders(scene, XRGE, kept)).toBe(true);
    // One stays, one leaves, one comes and one comes and leaves again: fewer than are merged.
    const moves: readonly (readonly bigint[])[] = [
      [950n, 2_000n, 940n, 960n, 1n],
      [930n, 3n, 2_500n, 999n, 1n],
      [990n, 2n, 2_400n, 1n, 998n],
    ];
    for (const balances of moves)
      scene.block((state) => {
        for (const [index, balance] of balances.entries()) setXrge(state, crowd[index * 45] as AccountId, balance);
      });
    expect(compareHolders(scene, XRGE, kept)).toBe(true);
  });

  test('are filled again when too few are left, at a reader and not before', () => {
    const scene = new Scene(rich(30));
    const poorer = (from: number, to: number) => (state: StateWriter) => {
      for (const account of people.slice(from, to)) setXrge(state, account, 1n);
    };
    scene.block(poorer(0, 4));
    expect(scene.holders(XRGE)).toMatchObject({ total: 30, depth: 6 });
    scene.block(poorer(4, 5));
    const { depth, holders } = scene.holders(XRGE);
    expect(depth).toBe(KEPT.filled);
    expect(holders).toEqual(plainHolders(scene.state, XRGE).slice(0, KEPT.filled));
    scene.block((state) => {
      for (const account of people) setXrge(state, account, 0n);
    });
    expect(scene.holders(XRGE)).toEqual({ holders: [], total: 0, depth: 0 });
  });
});
