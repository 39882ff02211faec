/** The rules of the exchange, by the reference: pools of two tokens under a constant product with 0.3% to the providers.
 *
 *  In: an action whose fee is paid. Out: the action, performed on the maps, or why it failed, with nothing changed. */

import { XRGE } from '../../engine/base/amounts.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { deepPools } from '../../engine/ledger/deepPools.js';
import { lpBalances, pools } from '../../engine/ledger/poolTables.js';
import type { State } from '../../engine/state/state.js';
import { type Deed, deed, line, type Moment, type PoolAction, type Verdict } from './referenceActions.js';
import type { ReferenceFunds } from './referenceFunds.js';
import type { ReferenceTokens } from './referenceTokens.js';

/** LP units of every pool that are locked forever. */
export const LOCKED = 1_000n;

const SHOWN: Readonly<Record<string, string>> = { QETH: 'qETH', QUSDC: 'qUSDC', QBTC: 'qBTC' };
const shown = (symbol: string): string => SHOWN[symbol] ?? symbol;

export interface PoolFacts {
  readonly id: string;
  readonly number: number;
  readonly tokenA: string;
  readonly tokenB: string;
  readonly creator: AccountId;
  readonly created: Moment;
  reserveA: bigint;
  reserveB: bigint;
  lp: bigint;
  events: number;
  swaps: number;
  volumeA: bigint;
  volumeB: bigint;
}

/** One pool of a route, in its direction. */
interface Hop {
  readonly pool: PoolFacts;
  readonly aToB: boolean;
  readonly input: bigint;
  readonly output: bigint;
}

/** A route from one token to another. */
export interface Route {
  readonly path: readonly string[];
  readonly poolIds: readonly string[];
  readonly output: bigint;
}

/** The greatest whole number whose square is at most `value`, found bit by bit. */
export function wholeRoot(value: bigint): bigint {
  let root = 0n;
  let bit = 1n;
  while (bit * bit <= value) bit *= 2n;
  for (; bit > 0n; bit /= 2n) if ((root + bit) * (root + bit) <= value) root += bit;
  return root;
}

const ceilOf = (numerator: bigint, denominator: bigint): bigint =>
  numerator / denominator + (numerator % denominator === 0n ? 0n : 1n);

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The pool of two symbols in upper case. */
export function poolId(one: string, other: string): string {
  const names = [shown(one), shown(other)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return names.join('-');
}

/** The two symbols in upper case as a pool's id names them, in either order; undefined for any other text. */
function readId(text: string): readonly [string, string] | undefined {
  const parts = text.toUpperCase().split('-');
  const [one, other] = parts;
  return parts.length !== 2 || !one || !other || one === other ? undefined : [one, other];
}

/** Pools of each token that a search for a route looks at. */
const SEARCHED = 8;

/** Why an action can never succeed, whatever the state; undefined when that depends on the state. */
export function poolFlaw(action: PoolAction): string | undefined {
  if (action.kind === 'create_pool' && action.tokenA.toUpperCase() === action.tokenB.toUpperCase()) return 'one token';
  if ('amountA' in action && (action.amountA === 0n || action.amountB === 0n)) return 'no amount';
  if (action.kind === 'remove_liquidity' && action.lp === 0n) return 'no amount';
  if ('poolId' in action && !readId(action.poolId)) return 'no such id';
  return action.kind === 'swap' ? swapFlaw(action) : undefined;
}

function swapFlaw({ tokenIn, tokenOut, amountIn, path }: Extract<PoolAction, { kind: 'swap' }>): string | undefined {
  if (amountIn === 0n) return 'no amount';
  if (tokenIn.toUpperCase() === tokenOut.toUpperCase()) return 'one token';
  if (!path) return undefined;
  const names = path.map((symbol) => symbol.toUpperCase());
  if (names.length < 2 || names.length > 4) return 'length of the path';
  if (names[0] !== tokenIn.toUpperCase() || names.at(-1) !== tokenOut.toUpperCase()) return 'ends of the path';
  return new Set(names).size === names.length ? undefined : 'a token twice';
}

/** What comes out of a pool for an input, before anything is changed. */
export function outputOf(input: bigint, reserveIn: bigint, reserveOut: bigint): bigint {
  const afterFee = input * 997n;
  return (afterFee * reserveOut) / (reserveIn * 1_000n + afterFee);
}

/** What was done to a pool. */
export interface PoolDeed {
  readonly type: 'create_pool' | 'Swap' | 'add_liquidity' | 'remove_liquidity';
  readonly poolId: string;
  /** Number of the pool, from 1. */
  readonly pool: number;
  /** Number among the pool's events, and among all events; both from 0. */
  readonly ordinal: number;
  readonly sequence: number;
  /** Only for swaps. */
  readonly aToB: boolean;
  readonly amountA: bigint;
  readonly amountB: bigint;
  readonly lp: bigint;
  /** Reserves afterwards. */
  readonly reserveA: bigint;
  readonly reserveB: bigint;
  readonly lpSupply: bigint;
  readonly swaps: number;
  readonly volumeA: bigint;
  readonly volumeB: bigint;
}

export class ReferencePools {
  readonly pools = new Map<string, PoolFacts>();
  /** Keyed by account and pool id. */
  readonly shares = new Map<string, bigint>();
  /** By token, the ids of its pools that a search considers, in the order in which they were added. */
  readonly searched = new Map<string, readonly string[]>();
  /** All pool events, in order. */
  readonly events: PoolDeed[] = [];

  constructor(
    private readonly funds: ReferenceFunds,
    private readonly tokens: ReferenceTokens,
  ) {}

  share(account: AccountId, id: string): bigint {
    return this.shares.get(account + id) ?? 0n;
  }

  run(action: PoolAction, signer: AccountId, moment: Moment): Verdict {
    if (action.kind === 'create_pool') return this.#create(action, signer, moment);
    if (action.kind === 'swap') return this.#swap(action, signer);
    const [one, other] = readId(action.poolId) ?? ['', ''];
    const pool = this.pools.get(poolId(one, other));
    if (!pool) return 'no such pool';
    if (this.#frozen([pool.tokenA, pool.tokenB])) return 'frozen';
    if (action.kind === 'remove_liquidity') return this.#remove(pool, signer, action.lp);
    // The amounts are in the order of the id that the action names.
    return one === pool.tokenA
      ? this.#add(pool, signer, action.amountA, action.amountB)
      : this.#add(pool, signer, action.amountB, action.amountA);
  }

  #frozen(symbols: readonly string[]): boolean {
    return symbols.some((symbol) => this.tokens.isFrozen(symbol));
  }

  #holds(account: AccountId, tokenA: string, amountA: bigint, tokenB: string, amountB: bigint): boolean {
    return this.funds.balance(account, tokenA) >= amountA && this.funds.balance(account, tokenB) >= amountB;
  }

  #giveShare(account: AccountId, pool: PoolFacts, units: bigint): void {
    const share = this.share(account, pool.id) + units;
    if (share === 0n) this.shares.delete(account + pool.id);
    else this.shares.set(account + pool.id, share);
  }

  /** Called after the change. */
  #tell(pool: PoolFacts, type: PoolDeed['type'], amountA: bigint, amountB: bigint, lp: bigint, aToB = false): void {
    const { id, number, reserveA, reserveB, swaps, volumeA, volumeB } = pool;
    const [ordinal, sequence] = [pool.events++, this.events.length];
    const after = { reserveA, reserveB, lpSupply: pool.lp, swaps, volumeA, volumeB };
    this.events.push({ type, poolId: id, pool: number, ordinal, sequence, aToB, amountA, amountB, lp, ...after });
  }

  /** Called after a transaction, for each of its events in their order. */
  #placeBoth(pool: PoolFacts): void {
    for (const token of [pool.tokenA, pool.tokenB]) this.#place(pool, token);
  }

  /** The pool is searched from now on if there is room, or if a shallower one can be removed. */
  #place(pool: PoolFacts, token: string): void {
    const depth = (id: string): bigint => {
      const { tokenA, reserveA, reserveB } = this.pools.get(id) as PoolFacts;
      return tokenA === token ? reserveA : reserveB;
    };
    const ids = this.searched.get(token) ?? [];
    if (ids.includes(pool.id)) return;
    if (ids.length < SEARCHED) {
      this.searched.set(token, [...ids, pool.id]);
      return;
    }
    const least = ids.map(depth).reduce((one, other) => (one < other ? one : other));
    if (depth(pool.id) <= least) return;
    const leaver = ids
      .filter((id) => depth(id) === least)
      .sort((a, b) => Buffer.compare(Buffer.from(b), Buffer.from(a)))[0];
    this.searched.set(
      token,
      ids.map((id) => (id === leaver ? pool.id : id)),
    );
  }

  /** Whether a search considers a route: the pool of the two tokens; two pools of which the first or the last is searched from
   *  its end; three pools of which both are, with one between that is searched from one of its own tokens. */
  #isSearched(path: readonly string[]): boolean {
    const from = (token: string, other: string): boolean =>
      this.searched.get(token)?.includes(poolId(token, other)) ?? false;
    const [a = '', b = '', c = '', d = ''] = path;
    if (path.length === 2) return true;
    if (path.length === 3) return from(a, b) || from(c, b);
    return from(a, b) && from(d, c) && (from(b, c) || from(c, b));
  }

  #create(action: Extract<PoolAction, { kind: 'create_pool' }>, creator: AccountId, created: Moment): Verdict {
    const [one, other] = [action.tokenA.toUpperCase(), action.tokenB.toUpperCase()];
    if (!this.tokens.exists(one) || !this.tokens.exists(other)) return 'no such token';
    const id = poolId(one, other);
    if (this.pools.has(id)) return 'pool exists';
    if (this.#frozen([one, other])) return 'frozen';
    const lp = wholeRoot(action.amountA * action.amountB);
    if (lp <= LOCKED) return 'too little';
    if (!this.#holds(creator, one, action.amountA, other, action.amountB)) return 'balance';
    this.funds.give(creator, one, -action.amountA);
    this.funds.give(creator, other, -action.amountB);
    const inOrder = id.startsWith(`${shown(one)}-`);
    const pool: PoolFacts = {
      id,
      number: this.pools.size + 1,
      tokenA: inOrder ? one : other,
      tokenB: inOrder ? other : one,
      creator,
      created,
      reserveA: inOrder ? action.amountA : action.amountB,
      reserveB: inOrder ? action.amountB : action.amountA,
      lp,
      events: 0,
      swaps: 0,
      volumeA: 0n,
      volumeB: 0n,
    };
    this.pools.set(id, pool);
    this.#giveShare(creator, pool, lp - LOCKED);
    this.#tell(pool, 'create_pool', pool.reserveA, pool.reserveB, lp - LOCKED);
    this.#placeBoth(pool);
    return concerning([one, other]);
  }

  #add(pool: PoolFacts, signer: AccountId, amountA: bigint, amountB: bigint): Verdict {
    const { tokenA, tokenB, reserveA, reserveB, lp } = pool;
    const made = least((amountA * lp) / reserveA, (amountB * lp) / reserveB);
    if (made === 0n) return 'too little';
    const takenA = ceilOf(made * reserveA, lp);
    const takenB = ceilOf(made * reserveB, lp);
    if (!this.#holds(signer, tokenA, takenA, tokenB, takenB)) return 'balance';
    this.funds.give(signer, tokenA, -takenA);
    this.funds.give(signer, tokenB, -takenB);
    pool.reserveA += takenA;
    pool.reserveB += takenB;
    pool.lp += made;
    this.#giveShare(signer, pool, made);
    this.#tell(pool, 'add_liquidity', takenA, takenB, made);
    this.#placeBoth(pool);
    return concerning([tokenA, tokenB]);
  }

  #remove(pool: PoolFacts, signer: AccountId, lp: bigint): Verdict {
    if (this.share(signer, pool.id) < lp) return 'share';
    const outA = (lp * pool.reserveA) / pool.lp;
    const outB = (lp * pool.reserveB) / pool.lp;
    if (outA === 0n || outB === 0n) return 'too little';
    pool.reserveA -= outA;
    pool.reserveB -= outB;
    pool.lp -= lp;
    this.#giveShare(signer, pool, -lp);
    this.funds.give(signer, pool.tokenA, outA);
    this.funds.give(signer, pool.tokenB, outB);
    this.#tell(pool, 'remove_liquidity', outA, outB, lp);
    this.#placeBoth(pool);
    return concerning([pool.tokenA, pool.tokenB]);
  }

  #swap(action: Extract<PoolAction, { kind: 'swap' }>, signer: AccountId): Verdict {
    const ends = [action.tokenIn, action.tokenOut].map((symbol) => symbol.toUpperCase()) as [string, string];
    const path =
      action.path?.map((symbol) => symbol.toUpperCase()) ?? this.routes(...ends, action.amountIn)[0]?.path ?? ends;
    const hops = this.#hops(path, action.amountIn);
    if (!hops) return 'no such pool';
    if (this.#frozen(path)) return 'frozen';
    if (hops.some(({ output }) => output === 0n)) return 'too little';
    const output = hops.at(-1)?.output ?? 0n;
    if (output < action.least) return 'slippage';
    const [tokenIn, tokenOut] = [path[0] as string, path.at(-1) as string];
    if (this.funds.balance(signer, tokenIn) < action.amountIn) return 'balance';
    this.funds.give(signer, tokenIn, -action.amountIn);
    for (const hop of hops) this.#pass(hop);
    for (const { pool } of hops) this.#placeBoth(pool);
    this.funds.give(signer, tokenOut, output);
    return concerning(path);
  }

  #pass({ pool, aToB, input, output }: Hop): void {
    pool.reserveA += aToB ? input : -output;
    pool.reserveB += aToB ? -output : input;
    pool.volumeA += aToB ? input : output;
    pool.volumeB += aToB ? output : input;
    pool.swaps++;
    this.#tell(pool, 'Swap', aToB ? input : output, aToB ? output : input, 0n, aToB);
  }

  /** The pools along a path and what each would give; undefined where one is missing. */
  #hops(path: readonly string[], amountIn: bigint): Hop[] | undefined {
    const hops: Hop[] = [];
    for (const [index, tokenIn] of path.slice(0, -1).entries()) {
      const pool = this.pools.get(poolId(tokenIn, path[index + 1] as string));
      if (!pool) return undefined;
      const aToB = pool.tokenA === tokenIn;
      const input = hops.at(-1)?.output ?? amountIn;
      const [reserveIn, reserveOut] = aToB ? [pool.reserveA, pool.reserveB] : [pool.reserveB, pool.reserveA];
      hops.push({ pool, aToB, input, output: outputOf(input, reserveIn, reserveOut) });
    }
    return hops;
  }

  /** All routes of at most three searched pools with a positive output for an input, the best first; of equal ones the shorter,
   *  then the one whose pool ids come first in byte order. None uses a frozen token. @param all also over pools that are
   *  not searched. */
  routes(tokenIn: string, tokenOut: string, amountIn: bigint, all = false): readonly Route[] {
    const symbols = new Set([...this.pools.values()].flatMap(({ tokenA, tokenB }) => [tokenA, tokenB]));
    const routes: Route[] = [];
    const follow = (path: readonly string[]): void => {
      const hops = this.#hops(path, amountIn);
      if (!hops) return;
      if (path.at(-1) === tokenOut) {
        if (!(all || this.#isSearched(path)) || this.#frozen(path) || hops.some(({ output }) => output === 0n)) return;
        routes.push({ path, poolIds: hops.map(({ pool }) => pool.id), output: hops.at(-1)?.output ?? 0n });
      } else if (path.length < 4) for (const next of symbols) if (!path.includes(next)) follow([...path, next]);
    };
    follow([tokenIn]);
    return routes.sort(betterFirst);
  }

  records(out: Map<string, string>): void {
    for (const [id, pool] of this.pools) {
      const { number, tokenA, tokenB, reserveA, reserveB, lp, creator, created } = pool;
      const { events, swaps, volumeA, volumeB } = pool;
      out.set(
        `${pools.name}/${id}`,
        line(number, tokenA, tokenB, reserveA, reserveB, lp, creator, created.time, created.height, events, swaps) +
          line('', volumeA, volumeB),
      );
    }
    for (const [key, units] of this.shares) out.set(`${lpBalances.name}/${key}`, String(units));
    for (const [token, ids] of this.searched) out.set(`${deepPools.name}/${token}`, line(...ids));
  }
}

function betterFirst(one: Route, other: Route): number {
  if (one.output !== other.output) return one.output > other.output ? -1 : 1;
  if (one.poolIds.length !== other.poolIds.length) return one.poolIds.length - other.poolIds.length;
  for (const [index, id] of one.poolIds.entries()) {
    const order = Buffer.compare(Buffer.from(id), Buffer.from(other.poolIds[index] as string));
    if (order !== 0) return order;
  }
  return 0;
}

const concerning = (symbols: readonly string[]): Deed =>
  deed([], ...symbols.filter((symbol) => symbol !== XRGE).map((symbol) => `token:${symbol}`));

export function poolRecordsOf(state: State, out: Map<string, string>): void {
  for (const [id, pool] of state.entries(pools)) {
    const { number, tokenA, tokenB, reserveA, reserveB, lpSupply, creator, createdAt, createdHeight } = pool;
    const { events, swaps, volumeA, volumeB } = pool;
    out.set(
      `${pools.name}/${id}`,
      line(number, tokenA, tokenB, reserveA, reserveB, lpSupply, creator, createdAt, createdHeight, events, swaps) +
        line('', volumeA, volumeB),
    );
  }
  for (const [key, units] of state.entries(lpBalances)) out.set(`${lpBalances.name}/${key}`, String(units));
  for (const [token, members] of state.entries(deepPools))
    out.set(`${deepPools.name}/${token}`, line(...members.map(({ poolId: id }) => id)));
}
