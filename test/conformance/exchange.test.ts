/** Chapter DEX over the published client and raw HTTP against a live node (specification, Pool, DEX, Errors, Fees; exact
 *  texts): opening pools, liquidity, quotes and the swaps that keep them, amounts of any length, pools in any spelling, and
 *  what a block leaves in balances and receipts. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlocksShape, Json } from '../support/answerShapes.js';
import { ExchangeLive, exchangePaths, seen } from '../support/exchangeLive.js';
import { addOrder, createPoolOrder, removeOrder, signedOrder, swapOrder } from '../support/exchangeRequests.js';
import { number, signed } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';

const alice = signingActor('exchange live: alice');
const bob = signingActor('exchange live: bob');
const poor = signingActor('exchange live: poor');

const SLOW_MACHINE_MS = 240_000;
const QUANTA = 1_000_000_000n;
const MANY = 10n ** 38n;

let live: ExchangeLive;

beforeAll(async () => {
  const allocations = [
    ...[alice, bob].flatMap(({ address }) => [
      { address, amount: '1000000' },
      { address, amount: String(MANY), token: 'GOLD' },
      { address, amount: String(MANY), token: 'IRON' },
      { address, amount: '1000000', token: 'QETH' },
    ]),
    { address: poor.address, amount: '1.5' },
    { address: poor.address, amount: '9999', token: 'GOLD' },
  ];
  live = await ExchangeLive.open({ genesis: { allocations } });
}, SLOW_MACHINE_MS);

afterAll(() => live?.close());

describe('pools', () => {
  test('are opened, listed and found, as the client and the specification read them', async () => {
    const [gold, xrge] = (await live.unitsOf(alice, 'GOLD', 'XRGE')) as [bigint, bigint];
    const order = { tokenA: 'XRGE', tokenB: 'gold', amountA: 500.25, amountB: 1_000_000 };
    const answer = await live.write('createPool', alice, order);
    const message = 'Pool creation transaction submitted';
    expect(answer).toEqual({ txId: expect.stringMatching(/^[0-9a-f]{64}$/), pool_id: 'GOLD-XRGE', message });
    expect(await live.unitsOf(alice, 'GOLD', 'XRGE')).toEqual([gold - 1_000_000n, xrge - 510_250_000_000n]);
    const { blockHeight, blockTime } = await live.api.get<Record<string, number>>(`/api/tx/${answer.txId}`);
    const lp = 707_283_535; // isqrt(1,000,000 x 500,250,000,000)
    const pool = {
      ...{ pool_id: 'GOLD-XRGE', token_a: 'GOLD', token_b: 'XRGE', fee_rate: 0.003 },
      ...{ reserve_a: 1_000_000, reserve_a_units: '1000000', reserve_b: 500.25, reserve_b_quanta: '500250000000' },
      ...{ token_a_symbol: 'GOLD', token_b_symbol: 'XRGE', total_lp: lp, total_lp_units: `${lp}` },
      ...{ total_lp_supply: lp, total_lp_supply_units: `${lp}` },
      ...{ price_a_in_b: 0.00050025, price_b_in_a: expect.closeTo(1_999.0005, 4) },
      ...{ creator_pub_key: alice.keyHex, creator_address: alice.address },
      ...{ created_at: blockTime, created_height: blockHeight, total_swaps: 0, events: 1 },
    };
    expect(await live.dex.getPools()).toEqual([pool]);
    expect(await live.dex.getPool('GOLD-XRGE')).toEqual({ success: true, ...pool, pool });
    expect(await live.api.get('/api/pools')).toEqual({ success: true, pools: [pool], total: 1, next_cursor: null });
    expect(await live.lpOf(alice)).toEqual({ 'GOLD-XRGE': String(lp - 1_000) });
    expect(await live.receiptOf(String(answer.txId))).toMatchObject({
      status: 'Success',
      tx_type: 'create_pool',
      fee_paid: 10,
      logs: [{ event_type: 'create_pool' }],
    });
  });

  test('are not opened with members that make no pool', async () => {
    const of = (more: object): object => ({ tokenA: 'GOLD', tokenB: 'IRON', amountA: 5_000, amountB: 5_000, ...more });
    const malformed = (text: string) => [400, 'malformed_payload', text] as const;
    const invalid = (text: string) => [400, 'invalid_amount', text] as const;
    const nothing = invalid('initial liquidity amounts must be greater than zero');
    const cases: readonly (readonly [object, number, string, string])[] = [
      [of({ tokenB: 'gold' }), ...malformed('cannot create pool with the same token on both sides')],
      [of({ tokenB: undefined }), ...malformed('both token symbols are required')],
      [of({ tokenA: 'no-symbol' }), ...malformed('token_a must be a token symbol of 1 to 10 letters and digits')],
      [of({ amountA: 0 }), ...nothing],
      [of({ amountB: undefined }), ...nothing],
      [of({ amountA: -1 }), ...invalid('amount_a must not be negative')],
      [of({ amountA: 0.5 }), ...invalid('amount_a must be a whole number of base units')],
      [of({ amountA: ' 5000' }), ...invalid('amount_a must be a decimal number')],
      [of({ amountB: 1e39 }), ...invalid('amount_b is out of range')],
      [of({ tokenA: 'NONE' }), 404, 'not_found', 'Token NONE not found'],
      [of({ tokenB: 'XRGE' }), 409, 'already_exists', 'Pool GOLD-XRGE already exists'],
      [of({ tokenA: 'xrge', tokenB: 'Gold' }), 409, 'already_exists', 'Pool GOLD-XRGE already exists'],
      [
        of({ tokenB: 'QBTC' }),
        ...([400, 'insufficient_balance'] as const),
        'insufficient qBTC balance: have 0, need 5000; with the fee it takes 10 XRGE, 5000 base units of GOLD and 5000 base units of qBTC',
      ],
      [
        of({ amountA: 1_000, amountB: 1_000 }),
        ...([400, 'rule_violation'] as const),
        "initial liquidity is too small: the square root of both amounts' product must be above 1000 base units, it is 1000",
      ],
    ];
    for (const [order, ...why] of cases) await live.refused('createPool', alice, order, ...why);
    const short =
      'insufficient balance: have 1.5 XRGE, need 10 XRGE; with the fee it takes 10 XRGE, 5000 base units of GOLD and 5000 base units of IRON';
    await live.refused('createPool', poor, of({}), 400, 'insufficient_balance', short);
    expect(await live.dex.getPools()).toHaveLength(1);
  });

  test('take amounts of any length, in both spellings of the members, named by their route alone', async () => {
    const units = 12_345_678_901_234_567_890_123_456_789_012_345n;
    const amounts = { amountA: number(units), amountB: number('0.000000001') };
    await live.taken({ operation: 'create_pool' }, signed(alice, { tokenA: 'iron', tokenB: 'XRGE', ...amounts }));
    const numbers = {
      reserve_a_units: String(units),
      reserve_a: 1.2345678901234567e34,
      reserve_b_quanta: '1',
      reserve_b: 1e-9,
    };
    expect(await live.poolOf('IRON-XRGE')).toMatchObject(numbers);
    const more = { poolId: 'iron-xrge', amountA: number(2n * units), amountB: number('0.000000002') };
    await live.taken({ operation: 'add_liquidity' }, signed(bob, more));
    const tripled = { reserve_a_units: String(3n * units), reserve_b_quanta: '3' };
    expect(await live.poolOf('IRON-XRGE')).toMatchObject(tripled);
    const share = (await live.lpOf(bob))['IRON-XRGE'] as string;
    await live.taken({ operation: 'remove_liquidity' }, signed(bob, { poolId: 'IRON-XRGE', lpAmount: number(share) }));
    expect(await live.poolOf('IRON-XRGE')).toMatchObject({ events: 3 });
    expect(await live.lpOf(bob)).toEqual({});
    const unknown = signed(bob, { poolId: 'IRON-XRGE', lpAmount: number(1), memo: 'x' });
    const { status, json } = await live.api.post(exchangePaths.remove_liquidity, unknown.body);
    expect([status, json?.code]).toEqual([400, 'operation_mismatch']);
  });

  test('are found by their id in either order and any case; other ids are refused', async () => {
    const pool = await live.api.get('/api/pool/GOLD-XRGE');
    for (const id of ['XRGE-GOLD', 'gold-xrge', 'Xrge-Gold'])
      expect(await live.api.get(`/api/pool/${id}`)).toEqual(pool);
    const malformed = [400, 'malformed_parameter', 'a pool id is two token symbols joined by a hyphen'];
    for (const id of ['GOLD', 'GOLD-GOLD', 'A-B-C', '-', 'GOLD-%C3%9C', 'GOLD-ELEVENCHARS'])
      expect(seen(await live.api.send(`/api/pool/${id}`)), id).toEqual(malformed);
    const missing = [404, 'not_found', 'pool not found: IRON-qETH'];
    expect(seen(await live.api.send('/api/pool/qeth-iron'))).toEqual(missing);
    await expect(live.dex.getPool('qeth-iron')).rejects.toThrow(/^GET \/pool\/qeth-iron failed: 404 /);
  });
});

describe('liquidity', () => {
  test('is added at the price of the pool and given back', async () => {
    const before = (await live.unitsOf(bob, 'GOLD', 'XRGE')) as [bigint, bigint];
    const order = { poolId: 'gold-xrge', amountA: 100_000, amountB: 1_000 };
    const answer = await live.write('addLiquidity', bob, order);
    const message = 'Add liquidity transaction submitted';
    expect(answer).toEqual({ txId: expect.any(String), pool_id: 'GOLD-XRGE', message });
    // A tenth of the pool's GOLD: 70,728,353.5 units, rounded down; the XRGE for them, rounded up.
    const lp = 70_728_353n;
    const quanta = (lp * 500_250_000_000n + 707_283_534n) / 707_283_535n;
    expect(await live.unitsOf(bob, 'GOLD', 'XRGE')).toEqual([before[0] - 100_000n, before[1] - quanta - QUANTA]);
    expect(await live.lpOf(bob)).toEqual({ 'GOLD-XRGE': String(lp) });
    const receipt = await live.receiptOf(String(answer.txId));
    expect(receipt).toMatchObject({ status: 'Success', fee_paid: 1, fee_paid_quanta: '1000000000' });
    expect(receipt.logs).toEqual([
      {
        event_type: 'add_liquidity',
        data: {
          ...{ pool_id: 'GOLD-XRGE', token_a: 'GOLD', token_b: 'XRGE', amount_a: 100_000, amount_a_units: '100000' },
          ...{ amount_b: Number(quanta) / 1e9, amount_b_quanta: String(quanta) },
          ...{ lp_amount: Number(lp), lp_amount_units: String(lp) },
        },
      },
    ]);

    const removed = await live.write('removeLiquidity', bob, { poolId: 'GOLD-XRGE', lpAmount: Number(lp) });
    expect(removed).toEqual({
      ...{ txId: expect.any(String), pool_id: 'GOLD-XRGE', message: 'Remove liquidity transaction submitted' },
    });
    const [gold, xrge] = (await live.unitsOf(bob, 'GOLD', 'XRGE')) as [bigint, bigint];
    expect([before[0] - gold, before[1] - xrge - 2n * QUANTA]).toEqual([1n, 1n]);
    expect(await live.lpOf(bob)).toEqual({});
  });

  test('is refused with the reason', async () => {
    const add = (more: object): object => ({ poolId: 'GOLD-XRGE', amountA: 5_000, amountB: 5, ...more });
    const zero = 'liquidity amounts must be greater than zero';
    const joined = 'pool_id must be two token symbols joined by a hyphen';
    const cases: readonly (readonly [object, number, string, string])[] = [
      // The amounts are in the order of the id: here amount_b is of GOLD.
      [add({ poolId: 'XRGE-GOLD', amountB: 0.5 }), 400, 'invalid_amount', zero],
      [add({ poolId: 'GOLD' }), 400, 'malformed_payload', joined],
      [add({ poolId: undefined }), 400, 'malformed_payload', 'pool_id is required'],
      [add({ poolId: 'GOLD-IRON' }), 404, 'not_found', 'pool not found: GOLD-IRON'],
      [add({ amountA: 0 }), 400, 'invalid_amount', zero],
      [add({ amountB: undefined }), 400, 'invalid_amount', zero],
      [add({ amountB: 1e-10 }), 400, 'invalid_amount', zero],
    ];
    for (const [members, ...why] of cases) await live.refused('addLiquidity', bob, members, ...why);
    const xrge =
      'insufficient balance: have 1.5 XRGE, need 3.501247401 XRGE; with the fee it takes 3.501247401 XRGE and 5000 base units of GOLD';
    await live.refused('addLiquidity', poor, add({ amountB: 9 }), 400, 'insufficient_balance', xrge);
    const nobody = 'insufficient LP tokens: have 0, want to remove 1';
    await live.refused(
      'removeLiquidity',
      bob,
      { poolId: 'GOLD-XRGE', lpAmount: 1 },
      400,
      'insufficient_balance',
      nobody,
    );
    const none = 'lp_amount must be greater than zero';
    await live.refused('removeLiquidity', bob, { poolId: 'GOLD-XRGE', lpAmount: 0 }, 400, 'invalid_amount', none);
    await live.refused(
      'removeLiquidity',
      bob,
      { poolId: 'XRGE-GOLD', lpAmount: 1 },
      400,
      'insufficient_balance',
      nobody,
    );
    const missing = 'pool not found: GOLD-IRON';
    await live.refused('removeLiquidity', bob, { poolId: 'gold-iron', lpAmount: 1 }, 404, 'not_found', missing);
    const small = [400, 'rule_violation', 'liquidity amounts are too small: they would give no LP unit'];
    expect(await live.ask(bob, addOrder('IRON-XRGE', 1n, 1n))).toEqual(small);
    const share = [400, 'rule_violation', 'lp_amount is too small: it would give nothing of one of the tokens'];
    expect(await live.ask(alice, removeOrder('GOLD-XRGE', 1n))).toEqual(share);
  });
});

describe('swaps', () => {
  test('keep what the quote promised, through one pool', async () => {
    const order = { tokenIn: 'XRGE', tokenOut: 'GOLD', amountIn: 12.5 };
    const promised = await live.dex.quote({ poolId: 'ignored', ...order });
    expect(promised).toMatchObject({
      ...{ success: true, token_in: 'XRGE', token_out: 'GOLD', path: ['XRGE', 'GOLD'], pools: ['GOLD-XRGE'] },
      ...{ amount_out_units: String(promised.amount_out), price_impact: expect.closeTo(2.73, 0) },
    });
    const minAmountOut = Number(promised.amount_out);
    const greedy = { ...order, minAmountOut: minAmountOut + 1 };
    await live.refused('swap', bob, greedy, 400, 'rule_violation', 'slippage exceeded');
    const [gold, xrge] = (await live.unitsOf(bob, 'GOLD', 'XRGE')) as [bigint, bigint];
    const answer = await live.write('swap', bob, { ...order, minAmountOut });
    expect(answer).toEqual({ txId: expect.any(String), message: 'Swap transaction submitted' });
    expect(await live.unitsOf(bob, 'GOLD', 'XRGE')).toEqual([gold + BigInt(minAmountOut), xrge - 13_500_000_000n]);
    const detail = await live.api.get<{ tx: Json; receipt: Json }>(`/api/tx/${answer.txId}`);
    expect(detail.tx.payload).toEqual({
      ...{ pool_id: 'GOLD-XRGE', token_a_symbol: 'XRGE', token_b_symbol: 'GOLD', swap_path: ['XRGE', 'GOLD'] },
      ...{ amount: 12.5, amount_quanta: '12500000000', amount_a: 12.5, amount_a_quanta: '12500000000' },
      ...{ min_amount_out: minAmountOut, min_amount_out_units: String(minAmountOut) },
    });
    expect(detail.receipt).toMatchObject({ status: 'Success', fee_paid: 1 });
    expect(await live.poolOf('GOLD-XRGE')).toMatchObject({ total_swaps: 1, reserve_b: expect.closeTo(512.75, 6) });
  });

  test('take the quoted route through three pools, with amounts that no number holds', async () => {
    await live.done(alice, createPoolOrder('QETH', 400_000n, 'GOLD', MANY / 10n));
    await live.done(alice, createPoolOrder('IRON', MANY / 3n, 'qETH', 500_000n));
    const amountIn = MANY / 100n + 7n;
    const promised = await live.quoted('gold', 'iron', String(amountIn));
    expect(promised).toMatchObject({ token_in: 'GOLD', token_out: 'IRON', path: ['GOLD', 'qETH', 'IRON'] });
    expect(promised.pools).toEqual(['GOLD-qETH', 'IRON-qETH']);
    const least = BigInt(String(promised.amount_out_units));
    const path = promised.path as readonly string[];
    const [gold, iron] = (await live.unitsOf(bob, 'GOLD', 'IRON')) as [bigint, bigint];
    const slippage = [400, 'rule_violation', 'slippage exceeded'];
    expect(await live.ask(bob, swapOrder('GOLD', amountIn, 'IRON', { path, least: least + 1n }))).toEqual(slippage);
    const id = await live.done(bob, swapOrder('GOLD', amountIn, 'IRON', { path, least }));
    expect(await live.unitsOf(bob, 'GOLD', 'IRON')).toEqual([gold - amountIn, iron + least]);
    const { logs } = (await live.receiptOf(id)) as { logs: readonly { data: Json }[] };
    expect(logs[0]?.data).toMatchObject({
      ...{ token_in: 'GOLD', token_out: 'IRON', path, pools: promised.pools },
      ...{ amount_in_units: String(amountIn), amount_out_units: String(least) },
    });

    const three = await live.quoted('iron', 'xrge', String(MANY / 100n));
    expect(three).toMatchObject({
      path: ['IRON', 'qETH', 'GOLD', 'XRGE'],
      pools: ['IRON-qETH', 'GOLD-qETH', 'GOLD-XRGE'],
    });
    const [xrge] = (await live.unitsOf(bob, 'XRGE')) as [bigint];
    const promisedQuanta = BigInt(String(three.amount_out_quanta));
    const terms = { path: three.path as readonly string[], least: promisedQuanta };
    await live.done(bob, swapOrder('IRON', MANY / 100n, 'XRGE', terms));
    expect(await live.unitsOf(bob, 'XRGE')).toEqual([xrge + promisedQuanta - QUANTA]);
  });

  test('that fail in their block take their fee and nothing else', async () => {
    const { amount_out_units, path } = await live.quoted('XRGE', 'GOLD', 5);
    const terms = { path: path as readonly string[], least: BigInt(String(amount_out_units)) };
    const order = swapOrder('XRGE', 5n * QUANTA, 'GOLD', terms);
    const [first, second] = [signedOrder(alice, order), signedOrder(alice, order)];
    const before = (await live.unitsOf(alice, 'XRGE', 'GOLD')) as [bigint, bigint];
    // In one body they arrive before one block: each is good on its own, but only one can succeed.
    const { status, json } = await live.api.post('/api/v2/batch', `[${first.body},${second.body}]`);
    expect([status, json?.results]).toEqual([
      200,
      [expect.objectContaining({ success: true }), expect.objectContaining({ success: true })],
    ]);
    expect((await live.watch.included(first.txId)).status).toBe('success');
    const included = await live.watch.included(second.txId);
    expect(included.status).toBe('failed');
    const { blocks } = await live.api.get<BlocksShape>(
      `/api/blocks?from_height=${String(included.block_height)}&limit=1`,
    );
    expect(blocks[0]?.txs.find(({ txId }) => txId === second.txId)).toMatchObject({
      status: 'failed',
      tx_type: 'swap',
    });
    expect(blocks[0]?.txs.filter(({ status }) => status === 'failed')).toHaveLength(1);
    expect(await live.receiptOf(second.txId)).toMatchObject({
      status: { Failed: 'slippage exceeded' },
      fee_paid: 1,
      logs: [],
    });
    const after = (await live.unitsOf(alice, 'XRGE', 'GOLD')) as [bigint, bigint];
    expect([before[0] - after[0], after[1] - before[1]]).toEqual([7n * QUANTA, BigInt(String(amount_out_units))]);
  });
});
