/** The exchange as the README of the published client 1.3.0 shows it: its calls exactly as written there, in an order in which they
 *  can succeed, by the client's own code against a live node; and a swap over several pools, which that client can only ask
 *  for without a path. */

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { type ClientWallet, loadPublishedClient, type Submitted } from '../support/publishedClient.js';
import { signingActor } from '../support/transactions.js';

const SLOW_MACHINE_MS = 240_000;

type Write = (wallet: ClientWallet, order: object) => Promise<Submitted>;

/** The methods of `rc.dex` that the README calls. */
interface Dex {
  readonly [method: string]: unknown;
  getPools(): Promise<readonly Json[]>;
  getPool(id: string): Promise<Json>;
  getPriceHistory(id: string): Promise<readonly Json[]>;
  getPoolStats(id: string): Promise<Json>;
  getPoolEvents(id: string): Promise<readonly Json[]>;
  quote(
    order: object,
  ): Promise<{ readonly amount_out: number; readonly path: readonly string[]; readonly pools: unknown }>;
  swap: Write;
  createPool: Write;
  addLiquidity: Write;
  removeLiquidity: Write;
}

interface Client {
  readonly dex: Dex;
  getBalance(key: string): Promise<Json>;
}

const owner = signingActor('readme of the client: the owner');
const wallet: ClientWallet = {
  publicKey: owner.keyHex,
  privateKey: Buffer.from(owner.secretKey).toString('hex'),
};

let node: LiveNode;
let watch: ChainWatch;
let rc: Client;

async function open() {
  const allocations = [
    { address: owner.address, amount: '1000000' },
    { address: owner.address, amount: String(10n ** 15n), token: 'MTK' },
    { address: owner.address, amount: '1000000', token: 'ORE' },
  ];
  const opened = await startNode({ genesis: { allocations } });
  const { RougeChain } = await loadPublishedClient();
  const client = new RougeChain(`${opened.url}/api`) as unknown as Client;
  return { node: opened, watch: await ChainWatch.open(opened.url), rc: client };
}

async function close(opened: LiveNode | undefined, itsWatch: ChainWatch | undefined): Promise<void> {
  await itsWatch?.close();
  await opened?.remove();
}

beforeAll(async () => {
  ({ node, watch, rc } = await open());
}, SLOW_MACHINE_MS);

afterAll(() => close(node, watch));

/** Waits for a write until it is in a block. @returns its id. */
async function done({ success, error, data }: Submitted): Promise<string> {
  expect([success, error]).toEqual([true, undefined]);
  const id = String(data?.txId);
  expect((await watch.included(id)).status).toBe('success');
  return id;
}

/** Base units of a token that the owner has. */
const held = async (token: string): Promise<number> => {
  const { token_balances } = (await rc.getBalance(wallet.publicKey)) as { token_balances: Record<string, number> };
  return token_balances[token] ?? 0;
};

test('pools, quotes with slippage and liquidity, call by call', { timeout: SLOW_MACHINE_MS }, async () => {
  await done(
    await rc.dex.createPool(wallet, {
      tokenA: 'XRGE',
      tokenB: 'MTK',
      amountA: 10_000,
      amountB: 5_000,
    }),
  );

  const pools = await rc.dex.getPools();
  const pool = await rc.dex.getPool('XRGE-MTK');
  expect(pools).toEqual([pool.pool]);
  expect(pool).toMatchObject({ token_a: 'MTK', reserve_a: 5_000, token_b: 'XRGE', reserve_b: 10_000 });

  const quote = await rc.dex.quote({
    poolId: 'XRGE-MTK',
    tokenIn: 'XRGE',
    tokenOut: 'MTK',
    amountIn: 100,
  });
  // 49 x 0.98 is no whole unit.
  expect(quote.amount_out).toBe(49);
  const before = await held('MTK');
  await done(
    await rc.dex.swap(wallet, {
      tokenIn: 'XRGE',
      tokenOut: 'MTK',
      amountIn: 100,
      minAmountOut: quote.amount_out * 0.98, // 2% slippage
    }),
  );
  expect((await held('MTK')) - before).toBe(49);

  await done(
    await rc.dex.addLiquidity(wallet, {
      poolId: 'XRGE-MTK',
      amountA: 1000,
      amountB: 500,
    }),
  );
  // Each amount is a maximum for the token at its position in the id: all of the XRGE is used, and the MTK that fits.
  const events = await rc.dex.getPoolEvents('XRGE-MTK');
  expect(events[0]).toMatchObject({ event_type: 'add_liquidity', amount_a: expect.closeTo(490, -1) });
  expect(events[0]?.amount_b).toBeGreaterThan(990);
  expect(events[0]?.amount_b).toBeLessThanOrEqual(1_000);

  // In this pool of 5,000 units of MTK and 10^13 quanta, 100 LP units are the 400th part of a unit of MTK.
  const small = await rc.dex.removeLiquidity(wallet, { poolId: 'XRGE-MTK', lpAmount: 100 });
  expect([small.success, small.error]).toEqual([false, expect.stringMatching(/lp_amount is too small/)]);

  const stats = await rc.dex.getPoolStats('XRGE-MTK');
  expect(stats).toMatchObject({ pool_id: 'MTK-XRGE', total_swaps: 1 });
  const prices = await rc.dex.getPriceHistory('XRGE-MTK');
  expect(prices).toHaveLength(3);
});

test('liquidity is added and removed in a pool whose units are as fine as XRGE', {
  timeout: SLOW_MACHINE_MS,
}, async () => {
  const { node: fine, watch: seen, rc: client } = await open();
  onTestFinished(() => close(fine, seen));
  const finished = async (answer: Submitted): Promise<void> => {
    expect([answer.success, answer.error]).toEqual([true, undefined]);
    expect((await seen.included(String(answer.data?.txId))).status).toBe('success');
  };
  await finished(
    await client.dex.createPool(wallet, { tokenA: 'XRGE', tokenB: 'MTK', amountA: 10_000, amountB: 5e12 }),
  );
  await finished(
    await client.dex.addLiquidity(wallet, {
      poolId: 'XRGE-MTK',
      amountA: 1000,
      amountB: 500,
    }),
  );
  await finished(await client.dex.removeLiquidity(wallet, { poolId: 'XRGE-MTK', lpAmount: 100 }));
  const [removed, added] = await client.dex.getPoolEvents('XRGE-MTK');
  expect(added).toMatchObject({ event_type: 'add_liquidity', amount_a: 500, amount_b: 1e-6 });
  expect(removed).toMatchObject({ event_type: 'remove_liquidity', lp_amount: 100, amount_a: 70, amount_b: 1.41e-7 });
});

test('a swap over two pools, which the client sends without a path', { timeout: SLOW_MACHINE_MS }, async () => {
  await done(await rc.dex.createPool(wallet, { tokenA: 'ORE', tokenB: 'MTK', amountA: 90_000, amountB: 5_000 }));
  const quote = await rc.dex.quote({ tokenIn: 'XRGE', tokenOut: 'ORE', amountIn: 250.5 });
  expect(quote).toMatchObject({ path: ['XRGE', 'MTK', 'ORE'], pools: ['MTK-XRGE', 'MTK-ORE'] });
  const before = await held('ORE');
  const id = await done(
    await rc.dex.swap(wallet, {
      tokenIn: 'XRGE',
      tokenOut: 'ORE',
      amountIn: 250.5,
      minAmountOut: quote.amount_out * 0.98, // 2% slippage
    }),
  );
  expect((await held('ORE')) - before).toBe(quote.amount_out);
  const [first] = await rc.dex.getPoolEvents('XRGE-MTK');
  const [second] = await rc.dex.getPoolEvents('ORE-MTK');
  expect([first?.id, second?.id]).toEqual([`${id}-swap`, `${id}-swap-2`]);
  const { tx, receipt } = (await (await fetch(`${node.url}/api/tx/${id}`)).json()) as Record<'tx' | 'receipt', Json>;
  expect(tx.payload).toMatchObject({ swap_path: quote.path });
  expect(receipt.logs).toMatchObject([{ data: { path: quote.path, pools: quote.pools } }]);
});
