/** Random traffic of the exchange: pools that live long and are used by many accounts, and every kind of bad action. */

import { XRGE } from '../../engine/base/amounts.js';
import { ALL_UNITS } from './referenceFunds.js';
import { outputOf, type PoolFacts, poolId } from './referencePools.js';
import type { Actor } from './transactions.js';
import { NO_TOKEN, type Proposal, type Scene } from './workloadScene.js';
import { rich } from './workloadTokens.js';

/** A side of a new pool: around the minimum of a pool, a part of the balance, or nearly all of it. */
function sideOf(scene: Scene, have: bigint): bigint {
  const { random } = scene;
  const kind = random.below(100);
  if (kind < 12) return random.pick([0n, 1n, 1_000n, 1_001n, 1_002n]);
  if (kind < 80 && have > 1_000n) return 1n + scene.part(have, 1, 300);
  if (have === 0n) return 5_000n;
  return kind < 95 ? have : have < ALL_UNITS ? have + 1n : have;
}

export function planPool(scene: Scene): Proposal {
  const { random, reference } = scene;
  const signer = rich(scene);
  const one = random.chance(45) ? XRGE : scene.heldToken(signer);
  const kind = random.below(100);
  const other = kind < 4 ? NO_TOKEN : kind < 10 ? scene.frozenToken() : scene.heldToken(signer);
  const [tokenA, tokenB] = random.chance(50) ? [one, other] : [other, one];
  return {
    signer,
    action: {
      kind: 'create_pool',
      tokenA: scene.typed(tokenA),
      tokenB: scene.typed(tokenB),
      amountA: sideOf(scene, reference.balance(signer.account, tokenA)),
      amountB: sideOf(scene, reference.balance(signer.account, tokenB)),
    },
  };
}

/** A pool id as a client may write it: in either order, in upper or lower case. */
function idFor(scene: Scene, pool: PoolFacts | undefined): string {
  const { random } = scene;
  if (!pool || random.chance(3)) return random.pick(['NONE-XRGE', 'GOLD-QBTC', 'TIN-TIN', 'TIN', 'A-B-C']);
  const id = random.chance(75) ? pool.id : pool.id.split('-').reverse().join('-');
  return scene.typed(id);
}

const anyPool = ({ random, reference }: Scene): PoolFacts | undefined =>
  reference.pools.pools.size > 0 ? random.pick([...reference.pools.pools.values()]) : undefined;

/** An account that holds both sides, if there is one. */
function holderOf(scene: Scene, tokenA: string, tokenB: string): Actor {
  const { random, reference, actors } = scene;
  const from = random.below(actors.length);
  for (let step = 0; step < actors.length; step++) {
    const actor = actors[(from + step) % actors.length] as Actor;
    const { account } = actor;
    if (reference.balance(account, tokenA) > 0n && reference.balance(account, tokenB) > 0n) return actor;
  }
  return scene.anyone();
}

export function planAdd(scene: Scene): Proposal {
  const { random, reference } = scene;
  const pool = anyPool(scene);
  const poolIdText = idFor(scene, pool);
  const { tokenA, tokenB, reserveA, reserveB } = pool ?? { tokenA: XRGE, tokenB: 'TIN', reserveA: 1n, reserveB: 1n };
  const signer = random.chance(90) ? holderOf(scene, tokenA, tokenB) : scene.anyone();
  const haveA = reference.balance(signer.account, tokenA);
  const kind = random.below(100);
  const amountA =
    kind < 75 ? 1n + scene.part(haveA < reserveA ? haveA : reserveA, 1, 500) : scene.amount(haveA, tokenA);
  const even = (amountA * reserveB) / reserveA;
  const amountB = random.chance(70)
    ? even + BigInt(random.below(3))
    : scene.amount(reference.balance(signer.account, tokenB), tokenB);
  // The amounts are in the order of the id as written.
  const inOrder = poolIdText.toUpperCase().startsWith(`${tokenA}-`);
  const offer = [amountA, amountB <= ALL_UNITS ? amountB : ALL_UNITS] as const;
  const [first, second] = inOrder ? offer : ([offer[1], offer[0]] as const);
  return { signer, action: { kind: 'add_liquidity', poolId: poolIdText, amountA: first, amountB: second } };
}

export function planRemove(scene: Scene): Proposal {
  const { random, reference } = scene;
  const shares = [...reference.pools.shares];
  const [key, units] = shares.length > 0 && random.chance(92) ? random.pick(shares) : ['', 0n];
  const pool = key === '' ? anyPool(scene) : reference.pools.pools.get(key.slice(32));
  const signer = key === '' ? scene.anyone() : scene.mostly(key.slice(0, 32) as Actor['account'], 92);
  const kind = random.below(100);
  const lp =
    kind < 60 ? scene.part(units, 1, 700) : kind < 70 ? units : kind < 80 ? units + 1n : BigInt(random.below(3));
  return { signer, action: { kind: 'remove_liquidity', poolId: idFor(scene, pool), lp } };
}

/** A path through pools: mostly an existing one of one to three pools, sometimes a wrong one. */
function pathOf(scene: Scene, from: string): string[] {
  const { random, reference } = scene;
  const pools = [...reference.pools.pools.values()];
  const path = [from];
  const length = random.pick([2, 2, 2, 3, 3, 4, 4]);
  while (path.length < length) {
    const at = path.at(-1);
    const next = pools
      .flatMap(({ tokenA, tokenB }) => (tokenA === at ? [tokenB] : tokenB === at ? [tokenA] : []))
      .filter((symbol) => !path.includes(symbol));
    if (next.length === 0 || random.chance(2)) break;
    path.push(random.pick(next));
  }
  if (path.length < 2 || random.chance(2)) path.push(scene.token());
  return path;
}

/** Wrong in a form that only a path can have. */
function spoiled(scene: Scene, path: readonly string[]): string[] {
  const { random } = scene;
  const [first = '', ...rest] = path;
  return random.pick([
    [first],
    [first, ...rest, first],
    [first, first, ...rest.slice(-1)],
    [...rest],
    [first, scene.token(), ...rest],
    [first, NO_TOKEN, ...rest],
  ]);
}

export function planSwap(scene: Scene): Proposal {
  const { random, reference } = scene;
  const pool = anyPool(scene);
  const from = pool ? random.pick([pool.tokenA, pool.tokenB]) : XRGE;
  const path = pathOf(scene, random.chance(95) ? from : scene.token());
  const [tokenIn, tokenOut] = [path[0] as string, path.at(-1) as string];
  const signer = random.chance(90) ? holderOf(scene, tokenIn, tokenIn) : scene.anyone();
  const have = reference.balance(signer.account, tokenIn);
  const amountIn = random.chance(60) ? 1n + scene.part(have, 1, 200) : scene.amount(have, tokenIn);
  const expected = expectedOf(scene, path, amountIn);
  const least = random.chance(50) ? 0n : random.pick([expected, expected, expected + 1n, (expected * 99n) / 100n]);
  const way = random.chance(8) ? spoiled(scene, path) : path;
  const typed = way.map((symbol) => scene.typed(symbol));
  // Without a path the best route is used, which is sometimes another one.
  const named = way.length === 2 ? random.chance(40) : random.chance(80);
  return {
    signer,
    action: {
      kind: 'swap',
      tokenIn: scene.typed(tokenIn),
      tokenOut: scene.typed(random.chance(99) ? tokenOut : tokenIn),
      amountIn: amountIn <= ALL_UNITS ? amountIn : ALL_UNITS,
      least: least <= ALL_UNITS ? least : ALL_UNITS,
      path: named ? typed : undefined,
    },
  };
}

/** Everything that the richest account has of the token of which a pool holds most: sums of what moved exceed 128 bits. */
export function planGreatSwap(scene: Scene): Proposal {
  const { reference, actors } = scene;
  const sides = [...reference.pools.pools.values()].flatMap(({ tokenA, tokenB, reserveA, reserveB }) => [
    { tokenIn: tokenA, tokenOut: tokenB, reserve: reserveA },
    { tokenIn: tokenB, tokenOut: tokenA, reserve: reserveB },
  ]);
  const [first = { tokenIn: 'GOLD', tokenOut: XRGE, reserve: 0n }, ...others] = sides;
  const { tokenIn, tokenOut } = others.reduce((most, side) => (side.reserve > most.reserve ? side : most), first);
  const have = ({ account }: Actor): bigint => reference.balance(account, tokenIn);
  const signer = actors.reduce((richest, actor) => (have(actor) > have(richest) ? actor : richest));
  return {
    signer,
    action: { kind: 'swap', tokenIn, tokenOut, amountIn: have(signer), least: 0n, path: [tokenIn, tokenOut] },
  };
}

/** What would come out at the end of a path as the pools are now; 0 where one is missing. */
function expectedOf({ reference }: Scene, path: readonly string[], amountIn: bigint): bigint {
  let amount = amountIn;
  for (const [index, tokenIn] of path.slice(0, -1).entries()) {
    const pool = reference.pools.pools.get(poolId(tokenIn, path[index + 1] as string));
    if (!pool) return 0n;
    const { tokenA, reserveA, reserveB } = pool;
    amount = tokenA === tokenIn ? outputOf(amount, reserveA, reserveB) : outputOf(amount, reserveB, reserveA);
  }
  return amount;
}
