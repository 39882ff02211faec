/** The exchange as the README of the published client 1.3.0 shows it: its calls as they stand there, in an order in which they
 *  can succeed, by the client's own code against a live node; and a swap over several pools, which that client can only ask
 *  for without a path. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { type ClientWallet, loadPublishedClient, type Submitted } from '../support/publishedClient.js';
import { signingActor } from '../support/transactions.js';

const SLOW_MACHINE_MS = 120_000;

type Write = (wallet: ClientWallet, order: object) => Promise<Submitted>;

/** What the README calls of `rc.dex`. */
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

const owner = signingActor('readme of the client: the owner');
const wallet: ClientWallet = {
  publicKey: owner.keyHex,
  privateKey: Buffer.from(owner.secretKey).toString('hex'),
};

let node: LiveNode;
let watch: ChainWatch;
let rc: { readonly dex: Dex; getBalance(key: string): Promise<Json> };

beforeAll(async () => {
  const allocations = [
    { address: owner.address, amount: '1000000' },
    { address: owner.address, amount: '1000000', token: 'MTK' },
    { address: owner.address, amount: '1000000', token: 'ORE' },
  ];
  node = await startNode({ genesis: { allocations } });
  watch = await ChainWatch.open(node.url);
  const { RougeChain } = await loadPublishedClient();
  rc = new RougeChain(`${node.url}/api`) as unknown as typeof rc;
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

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
  // Both amounts are the most of the token that stands in their place in the id: of XRGE all is taken, of MTK what fits.
  const events = await rc.dex.getPoolEvents('XRGE-MTK');
  expect(events[0]).toMatchObject({ event_type: 'add_liquidity', amount_a: expect.closeTo(490, -1) });
  expect(events[0]?.amount_b).toBeGreaterThan(990);
  expect(events[0]?.amount_b).toBeLessThanOrEqual(1_000);

  await done(await rc.dex.removeLiquidity(wallet, { poolId: 'XRGE-MTK', lpAmount: 100 }));
  const stats = await rc.dex.getPoolStats('XRGE-MTK');
  expect(stats).toMatchObject({ pool_id: 'MTK-XRGE', total_swaps: 1 });
  const prices = await rc.dex.getPriceHistory('XRGE-MTK');
  expect(prices).toHaveLength(4);
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
