/** Refusals of chapter DEX by live nodes: impossible swaps and quotes, frozen tokens, pages of pools with good and
 *  bad cursors, and swaps through several pools before and from the height at which they begin. (Specification, DEX, Errors,
 *  Versioning; exact texts.) */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Json } from '../support/answerShapes.js';
import { ExchangeLive, seen } from '../support/exchangeLive.js';
import { createPoolOrder, swapOrder } from '../support/exchangeRequests.js';
import { number, signed } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';

const alice = signingActor('exchange refusals: alice');
const bob = signingActor('exchange refusals: bob');
const poor = signingActor('exchange refusals: poor');

const SLOW_MACHINE_MS = 240_000;
const QUANTA = 1_000_000_000n;

const allocations = [
  ...[alice, bob].flatMap(({ address }) => [
    { address, amount: '1000000' },
    ...['GOLD', 'IRON', 'SALT', 'TIN'].map((token) => ({ address, amount: '1000000000', token })),
  ]),
  { address: poor.address, amount: '1.5' },
  { address: poor.address, amount: '99', token: 'GOLD' },
];

let live: ExchangeLive;

beforeAll(async () => {
  live = await ExchangeLive.open({ genesis: { allocations } });
  await live.done(alice, createPoolOrder('GOLD', 1_000_000n, 'XRGE', 1_000n * QUANTA));
  await live.done(alice, createPoolOrder('GOLD', 1_000_000n, 'IRON', 1_000_000n));
}, SLOW_MACHINE_MS);

afterAll(() => live?.close());

describe('an impossible swap', () => {
  const of = (more: object): object => ({ tokenIn: 'GOLD', tokenOut: 'XRGE', amountIn: 100, minAmountOut: 0, ...more });
  const malformed = (text: string) => [400, 'malformed_payload', text] as const;
  const invalid = (text: string) => [400, 'invalid_amount', text] as const;

  test('is refused with the reason', async () => {
    const away = ', and no route over other pools gives anything for this amount';
    const cases: readonly (readonly [object, number, string, string])[] = [
      [of({ tokenIn: undefined }), ...malformed('token_in and token_out are required')],
      [of({ tokenOut: null }), ...malformed('token_in and token_out are required')],
      [of({ tokenOut: 'gold' }), ...malformed('cannot swap a token for itself')],
      [of({ tokenOut: '' }), ...malformed('token_out must be a token symbol of 1 to 10 letters and digits')],
      [of({ amountIn: 0 }), ...invalid('amount_in must be greater than zero')],
      [of({ amountIn: undefined }), ...invalid('amount_in is required')],
      [of({ amountIn: 0.5 }), ...invalid('amount_in must be a whole number of base units')],
      [of({ minAmountOut: -1 }), ...invalid('min_amount_out must not be negative')],
      [of({ tokenOut: 'SALT' }), 404, 'not_found', `pool not found: GOLD-SALT${away}`],
      [of({ tokenOut: 'NONE' }), 404, 'not_found', `pool not found: GOLD-NONE${away}`],
      [of({ minAmountOut: 1 }), 400, 'rule_violation', 'slippage exceeded'],
      [
        of({ tokenOut: 'IRON', amountIn: 1 }),
        ...([400, 'rule_violation', 'amount_in is too small: pool GOLD-IRON would give nothing for it'] as const),
      ],
    ];
    for (const [order, ...why] of cases) await live.refused('swap', bob, order, ...why);
    const gold =
      'insufficient GOLD balance: have 99, need 100; with the fee it takes 1 XRGE and 100 base units of GOLD';
    await live.refused('swap', poor, of({}), 400, 'insufficient_balance', gold);
    const fee = 'insufficient balance: have 1.5 XRGE, need 1.500000001 XRGE';
    const much = of({ tokenIn: 'XRGE', tokenOut: 'GOLD', amountIn: 0.500000001 });
    await live.refused('swap', poor, much, 400, 'insufficient_balance', fee);
    // With the fee this is the whole balance.
    const half = of({ tokenIn: 'XRGE', tokenOut: 'GOLD', amountIn: 0.5 });
    expect(await live.write('swap', poor, half)).toMatchObject({ message: 'Swap transaction submitted' });
    expect(await live.unitsOf(poor, 'XRGE')).toEqual([0n]);
  });

  test('nor along such a path', async () => {
    const along = (...path: readonly string[]) => live.ask(bob, swapOrder('GOLD', 5_000n, 'XRGE', { path }));
    const text = 'path must lead from token_in to token_out over 2 to 4 tokens, none of them twice';
    for (const path of [[], ['GOLD'], ['XRGE', 'GOLD'], ['GOLD', 'IRON'], ['GOLD', 'IRON', 'gold', 'XRGE']])
      expect(await along(...path), path.join()).toEqual([400, 'malformed_payload', text]);
    const long = [400, 'malformed_payload', 'path must be a list of at most 4'];
    expect(await along('GOLD', 'IRON', 'SALT', 'TIN', 'XRGE')).toEqual(long);
    expect(await along('GOLD', 'IRON', 'XRGE')).toEqual([404, 'not_found', 'pool not found: IRON-XRGE']);
    expect(await live.ask(bob, swapOrder('GOLD', 5_000n, 'XRGE'), { path: 'GOLD,XRGE' })).toEqual(long);
  });

  test('because its token is frozen, and no quote leads over it', async () => {
    const token = { type: 'create_token', name: 'Lead', symbol: 'LEAD', totalSupply: number(2_000_000) };
    const created = signed(alice, token);
    expect(seen(await live.api.post('/api/v2/token/create', created.body))).toEqual([200, undefined, undefined]);
    await live.watch.included(created.txId);
    await live.done(alice, createPoolOrder('LEAD', 500_000n, 'GOLD', 500_000n));
    await live.done(alice, createPoolOrder('LEAD', 500_000n, 'TIN', 500_000n));
    const path = ['GOLD', 'LEAD', 'TIN'];
    expect(await live.quoted('GOLD', 'TIN', 5_000)).toMatchObject({ path });
    const freeze = async (frozen: boolean): Promise<void> => {
      const request = signed(alice, { type: 'token_freeze', token_symbol: 'LEAD', frozen });
      expect((await live.api.post('/api/v2/token/freeze', request.body)).status).toBe(200);
      await live.watch.included(request.txId);
    };
    await freeze(true);
    const frozen = [400, 'rule_violation', 'Token LEAD is frozen — transfers are paused by the creator'];
    expect(await live.ask(bob, swapOrder('GOLD', 5_000n, 'TIN', { path }))).toEqual(frozen);
    expect(await live.ask(bob, swapOrder('GOLD', 5_000n, 'LEAD'))).toEqual(frozen);
    expect(await live.ask(alice, createPoolOrder('LEAD', 5_000n, 'XRGE', 5_000n))).toEqual(frozen);
    for (const [tokenIn, tokenOut] of [
      ['GOLD', 'TIN'],
      ['GOLD', 'LEAD'],
      ['LEAD', 'GOLD'],
    ] as const)
      expect(seen(await live.quote({ token_in: tokenIn, token_out: tokenOut, amount_in: 5_000 }))).toEqual([
        ...[400, 'rule_violation', 'No route found for swap'],
      ]);
    await freeze(false);
    await live.done(bob, swapOrder('GOLD', 5_000n, 'TIN', { path }));
  });
});

describe('an impossible quote', () => {
  test('is refused with the reason', async () => {
    const of = (more: Json): Json => ({ token_in: 'GOLD', token_out: 'XRGE', amount_in: 100, ...more });
    const cases: readonly (readonly [Json, number, string, string])[] = [
      [of({ token_out: 'gold' }), 400, 'rule_violation', 'cannot swap a token for itself'],
      [of({ token_out: 'SALT' }), 400, 'rule_violation', 'No route found for swap'],
      [of({ token_out: 'NONE' }), 404, 'not_found', 'Token NONE not found'],
      [of({ token_in: 'NONE' }), 404, 'not_found', 'Token NONE not found'],
      [of({ token_out: 'IRON', amount_in: 1 }), 400, 'rule_violation', 'No route found for swap'],
      [of({ amount_in: 0 }), 400, 'invalid_amount', 'amount_in must be greater than zero'],
      [of({ amount_in: -1 }), 400, 'invalid_amount', 'amount_in must not be negative'],
      [of({ amount_in: 0.5 }), 400, 'invalid_amount', 'amount_in must be a whole number of base units'],
      [of({ amount_in: '1e39' }), 400, 'invalid_amount', 'amount_in is out of range'],
      [of({ amount_in: 'much' }), 400, 'invalid_amount', 'amount_in must be a decimal number'],
      [of({ amount_in: '' }), 400, 'invalid_amount', 'amount_in must be a decimal number'],
      [
        of({ token_in: 'XRGE', token_out: 'GOLD', amount_in: '1e-10' }),
        400,
        'invalid_amount',
        'amount_in has more than 9 decimals',
      ],
    ];
    for (const [members, ...why] of cases)
      expect(seen(await live.quote(members)), JSON.stringify(members)).toEqual(why);
    for (const wrong of [
      of({ token_in: 5 }),
      of({ token_in: 'no-symbol' }),
      of({ amount_in: null }),
      { token_in: 'GOLD' },
    ]) {
      const { status, json } = await live.quote(wrong);
      expect([status, json?.code], JSON.stringify(wrong)).toEqual([400, 'malformed_body']);
    }
    const client = live.dex.quote({ tokenIn: 'GOLD', tokenOut: 'SALT', amountIn: 5 });
    await expect(client).rejects.toThrow(/^POST \/swap\/quote failed: 400 .*"No route found for swap"/);
  });
});

interface Page {
  readonly pools: readonly { readonly pool_id: string }[];
  readonly total: number;
  readonly next_cursor: string | null;
}

test('pages of pools continue after the last one, whatever was opened meanwhile', {
  timeout: SLOW_MACHINE_MS,
}, async () => {
  const page = async (query = ''): Promise<[ids: string[], total: number, next: string | null]> => {
    const { pools, total, next_cursor } = await live.api.get<Page>(`/api/pools${query}`);
    return [pools.map(({ pool_id }) => pool_id), total, next_cursor];
  };
  const before = ['GOLD-XRGE', 'GOLD-IRON', 'GOLD-LEAD', 'LEAD-TIN'];
  await live.done(bob, createPoolOrder('SALT', 5_000n, 'TIN', 5_000n));
  const [ids, total] = await page();
  expect([ids, total]).toEqual([[...before, 'SALT-TIN'], 5]);
  const [first, , next] = await page('?limit=2');
  expect(first).toEqual(ids.slice(0, 2));
  await live.done(bob, createPoolOrder('IRON', 5_000n, 'TIN', 5_000n));
  const [second, , after] = await page(`?limit=2&cursor=${next}`);
  expect(second).toEqual(ids.slice(2, 4));
  expect(await page(`?limit=2&cursor=${after}`)).toEqual([['SALT-TIN', 'IRON-TIN'], 6, null]);
  expect(await page(`?limit=2&offset=1&cursor=${next}`)).toEqual([['LEAD-TIN', 'SALT-TIN'], 6, '5']);
  expect(await page('?offset=5')).toEqual([['IRON-TIN'], 6, null]);
  for (const beyond of ['?offset=6', '?cursor=6', '?offset=9007199254740991'])
    expect(await page(beyond)).toEqual([[], 6, null]);
  expect((await page('?limit=5000'))[0]).toHaveLength(6);
  for (const wrong of [
    '?cursor=x',
    '?cursor=',
    '?cursor=-1',
    '?cursor=1.5',
    '?cursor=7',
    '?cursor=1000000000000000',
    '?limit=0',
    '?limit=-1',
    '?offset=-1',
  ]) {
    const { status, json } = await live.api.send(`/api/pools${wrong}`);
    expect([status, json?.code], wrong).toEqual([400, 'malformed_parameter']);
  }
});

test('swaps through several pools begin at their height, for the quote as for the swap', {
  timeout: SLOW_MACHINE_MS,
}, async () => {
  const HEIGHT = 8;
  const early = await ExchangeLive.open({
    genesis: { allocations, upgrades: { game_ready_2: HEIGHT } },
    // No block comes on its own: each transaction causes one, and another one follows that certifies it.
    flags: ['--heartbeat-ms', '600000'],
  });
  onTestFinished(() => early.close());
  await early.watch.height(1);
  const at = async (height: number): Promise<void> => {
    await early.watch.height(height);
    expect((await early.api.get('/api/stats')).network_height).toBe(height);
  };
  await early.done(alice, createPoolOrder('GOLD', 1_000_000n, 'XRGE', 1_000n * QUANTA));
  await at(3);
  await early.done(alice, createPoolOrder('GOLD', 1_000_000n, 'IRON', 1_000_000n));
  await at(5);
  const path = ['XRGE', 'GOLD', 'IRON'];
  const order = swapOrder('XRGE', QUANTA, 'IRON', { path });
  const notYet = [400, 'rule_violation', 'swaps through more than one pool are not active yet'];
  expect(await early.ask(bob, order)).toEqual(notYet);
  const none = [400, 'rule_violation', 'No route found for swap'];
  expect(seen(await early.quote({ token_in: 'XRGE', token_out: 'IRON', amount_in: 1 }))).toEqual(none);
  expect(await early.quoted('XRGE', 'GOLD', 1)).toMatchObject({ path: ['XRGE', 'GOLD'] });
  await early.done(bob, swapOrder('XRGE', QUANTA, 'GOLD', { path: ['XRGE', 'GOLD'] }));
  await at(HEIGHT - 1);
  // The next block is the first that may contain one.
  expect(await early.quoted('XRGE', 'IRON', 1)).toMatchObject({ path, pools: ['GOLD-XRGE', 'GOLD-IRON'] });
  const id = await early.done(bob, order);
  expect(await early.receiptOf(id)).toMatchObject({ status: 'Success', block_height: HEIGHT });
});
