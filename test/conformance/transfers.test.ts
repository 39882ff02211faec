/** Transfers and burns against a real node (specification, Transactions, Limits): amounts to the last unit, recipients,
 *  tokens, fees, and the whereabouts of every quantum. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BURN_ADDRESS } from '../../engine/crypto/address.js';
import type { DetailShape } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { type Members, number, type Signed, signedTransfer } from '../support/signedRequests.js';
import { type Actor, actor, type SigningActor, signingActor } from '../support/transactions.js';

const alice = signingActor('transfers: alice');
/** Holds exactly what its test needs. */
const poor = signingActor('transfers: poor');
const bob = actor('transfers: bob');

const TRANSFER = '/api/v2/transfer';
const FEE = 100_000_000n;
const QUANTA = 10n ** 9n;

let node: InlineNode;
let api: CheckedApi;
let watch: ChainWatch;

beforeAll(async () => {
  const allocations = [
    { address: alice.address, amount: '1000000' },
    { address: alice.address, amount: '12345678901234567895', token: 'HUGE' },
    { address: alice.address, amount: '1000', token: 'GOLD' },
    { address: poor.address, amount: '10' },
    { address: poor.address, amount: '5', token: 'GOLD' },
  ];
  node = await startInlineNode({ genesis: { allocations } });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
});

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

const quanta = async ({ address }: Pick<Actor, 'address'>): Promise<bigint> =>
  BigInt(String((await api.get(`/api/balance/${address}`)).balance_quanta));
const units = async ({ address }: Actor, token: string): Promise<bigint> =>
  BigInt(String((await api.get(`/api/balance/${address}/${token}`)).balance_raw));

async function send(request: Signed): Promise<DetailShape> {
  const { status, json, text } = await api.post(TRANSFER, request.body);
  expect([status, json], text).toEqual([
    200,
    { success: true, txId: request.txId, message: 'Transfer transaction submitted' },
  ]);
  await watch.included(request.txId);
  return api.get<DetailShape>(`/api/tx/${request.txId}`);
}

async function refused(members: Members, signer: SigningActor = alice, to = bob.address): Promise<unknown> {
  const { status, json } = await api.post(TRANSFER, signedTransfer(signer, to, '1', members).body);
  return [status, json?.code, json?.error];
}

describe('amounts', () => {
  test.each([
    ['0.000000001', 1n],
    ['1e-9', 1n],
    ['1E-9', 1n],
    ['10e-10', 1n],
    ['0.1', 100_000_000n],
    ['1', QUANTA],
    ['1.0', QUANTA],
    ['1.000000000000000000000', QUANTA],
    ['12.3456789e1', 123_456_789_000n],
    ['0.123456789', 123_456_789n],
    ['1e2', 100n * QUANTA],
  ])('%s XRGE arrives to the last quantum', async (text, expected) => {
    const before = [await quanta(alice), await quanta(bob)] as const;
    const { tx } = await send(signedTransfer(alice, bob.address, text));
    expect(tx.payload.amount_quanta).toBe(String(expected));
    expect((await quanta(bob)) - before[1]).toBe(expected);
    expect(before[0] - (await quanta(alice))).toBe(expected + FEE);
  });

  test('a token amount is a whole number of base units, of 20 digits too', async () => {
    for (const [text, expected] of [
      ['12345678901234567890', 12_345_678_901_234_567_890n],
      ['1.0', 1n],
      ['0.4e1', 4n],
    ] as const) {
      const before = await units(bob, 'HUGE');
      const { tx } = await send(signedTransfer(alice, bob.address, text, { token: 'HUGE' }));
      expect(tx.payload.amount_units).toBe(String(expected));
      expect((await units(bob, 'HUGE')) - before).toBe(expected);
    }
    expect(await units(alice, 'HUGE')).toBe(0n);
    for (const text of ['1.5', '1e-1', '0.000000001'])
      expect(await refused({ amount: number(text), token: 'GOLD' })).toEqual([
        400,
        'invalid_amount',
        'amount must be a whole number of base units',
      ]);
  });

  test.each([
    ['0.0000000001', 'amount has more than 9 decimals'],
    ['1e-10', 'amount has more than 9 decimals'],
    ['1.0000000001', 'amount has more than 9 decimals'],
    ['-1', 'amount must not be negative'],
    ['-0.000000001', 'amount must not be negative'],
    ['0', 'amount must be greater than zero'],
    ['-0', 'amount must be greater than zero'],
    ['0.000', 'amount must be greater than zero'],
    ['0e9', 'amount must be greater than zero'],
    ['1e39', 'amount is out of range'],
    ['1e400', 'amount is out of range'],
    ['1e99999', 'amount must be a decimal number'],
    ['340282366920938463463374607432', 'amount is out of range'],
    ['9'.repeat(200), 'amount is out of range'],
  ])('%s is refused', async (text, message) => {
    expect(await refused({ amount: number(text) })).toEqual([400, 'invalid_amount', message]);
  });

  test.each([
    ['true', 'amount must be a number, or decimal text such as "12.5"'],
    ['[1]', 'amount must be a number, or decimal text such as "12.5"'],
    ['missing', 'amount is required'],
    ['null', 'amount is required'],
  ])('amount %s is refused', async (kind, message) => {
    const values = { true: true, '[1]': [number(1)], missing: undefined, null: null } as const;
    const amount = values[kind as keyof typeof values];
    expect(await refused({ amount })).toEqual([400, 'invalid_amount', message]);
  });
});

describe('recipients', () => {
  test.each([
    [undefined, 'recipient address is required'],
    [null, 'recipient address is required'],
    ['', 'recipient address is required'],
    ['bob', 'to must be a rouge1 address or a public key of 3,904 hex characters'],
    [bob.keyHex.slice(2), 'to must be a rouge1 address or a public key of 3,904 hex characters'],
    [`${bob.keyHex.slice(0, -1)}g`, 'to must be a rouge1 address or a public key of 3,904 hex characters'],
    [
      `${bob.address}q`,
      'to must be a rouge1 address or a public key of 3,904 hex characters: an address has 64 characters, this one has 65',
    ],
    [BURN_ADDRESS.toLowerCase(), 'to must be a rouge1 address or a public key of 3,904 hex characters'],
    [alice.keyHex, 'cannot transfer to yourself'],
    [alice.address, 'cannot transfer to yourself'],
  ])('%.20s', async (to, message) => {
    expect(await refused({ to })).toEqual([400, 'invalid_recipient', message]);
  });

  test('a misspelt address is refused, whichever character is wrong', async () => {
    let checked = 0;
    for (const at of [6, 20, 40, bob.address.length - 1]) {
      const wrong = bob.address[at] === 'q' ? 'p' : 'q';
      const to = `${bob.address.slice(0, at)}${wrong}${bob.address.slice(at + 1)}`;
      expect(await refused({ to })).toMatchObject([400, 'invalid_recipient', expect.any(String)]);
      checked++;
    }
    expect(checked).toBe(4);
    expect(await refused({ to: number(5) })).toEqual([400, 'malformed_payload', 'to must be text']);
  });

  test('key and address name one account', async () => {
    const before = await quanta(bob);
    const { tx, receipt } = await send(signedTransfer(alice, bob.keyHex, '2'));
    expect(tx.payload).toMatchObject({ to_pub_key_hex: bob.keyHex, to_address: bob.address });
    expect(receipt.status).toBe('Success');
    expect((await quanta(bob)) - before).toBe(2n * QUANTA);
  });
});

describe('funds', () => {
  test('the fee is part of what is needed', async () => {
    const text = (need: string) => `insufficient balance: have 10 XRGE, need ${need} XRGE`;
    for (const [amount, need] of [
      ['10', '10.1'],
      ['9.900000001', '10.000000001'],
      ['1000000000', '1000000000.1'],
    ] as const)
      expect(await refused({ amount: number(amount) }, poor)).toEqual([400, 'insufficient_balance', text(need)]);
    expect(await refused({ amount: number(9), priority_fee: number('0.95') }, poor)).toEqual([
      400,
      'insufficient_balance',
      text('10.05'),
    ]);
    const nobody = signingActor('transfers: nobody');
    expect(await refused({}, nobody)).toEqual([
      400,
      'insufficient_balance',
      'insufficient balance: have 0 XRGE, need 1.1 XRGE',
    ]);
  });

  test('the balance of a token is checked in its own units, with its symbol in any case', async () => {
    for (const token of ['GOLD', 'gold', 'GoLd'])
      expect(await refused({ token, amount: number(6) }, poor)).toEqual([
        400,
        'insufficient_balance',
        'insufficient GOLD balance: have 5, need 6; with the fee it takes 0.1 XRGE and 6 base units of GOLD',
      ]);
    expect(await refused({ token: 'NONE' }, poor)).toEqual([
      400,
      'insufficient_balance',
      'insufficient NONE balance: have 0, need 1; with the fee it takes 0.1 XRGE and 1 base unit of NONE',
    ]);
    for (const token of ['', 'TOOLONGNAME', 'A B', 'Ä'])
      expect(await refused({ token }), token).toMatchObject([
        400,
        'malformed_payload',
        expect.stringMatching(/symbol/),
      ]);
    expect(await refused({ token: number(5) })).toMatchObject([400, 'malformed_payload', 'token must be text']);
  });

  /** Two transfers of the whole balance cannot fail inside a block: pending amounts count as spent, and included
   *  ones are spent. So the API of one node cannot produce a failed receipt of a transfer. */
  test('the whole balance of a token goes once', async () => {
    const [first, second] = ['gold', 'GOLD'].map((token) => signedTransfer(poor, bob.address, '5', { token })) as [
      Signed,
      Signed,
    ];
    const before = await units(bob, 'GOLD');
    const answers = await Promise.all([first, second].map(({ body }) => api.post(TRANSFER, body)));
    const [won, lost] = answers[0]?.status === 200 ? [answers[0], answers[1]] : [answers[1], answers[0]];
    expect(won?.status).toBe(200);
    expect(lost?.json).toEqual({
      success: false,
      error: 'insufficient GOLD balance: have 0, need 5; with the fee it takes 0.1 XRGE and 5 base units of GOLD',
      code: 'insufficient_balance',
    });
    await watch.included(String(won?.json?.txId));
    expect(await refused({ token: 'GOLD', amount: number(1) }, poor)).toEqual([
      400,
      'insufficient_balance',
      'insufficient GOLD balance: have 0, need 1; with the fee it takes 0.1 XRGE and 1 base unit of GOLD',
    ]);
    expect((await units(bob, 'GOLD')) - before).toBe(5n);
  });

  test('everything but the fee can be sent, and then nothing is left', async () => {
    const rest = await quanta(poor);
    expect(rest).toBe(10n * QUANTA - FEE);
    await send(signedTransfer(poor, bob.address, '9.8'));
    expect(await quanta(poor)).toBe(0n);
    expect(await refused({ amount: number('1e-9') }, poor)).toEqual([
      400,
      'insufficient_balance',
      'insufficient balance: have 0 XRGE, need 0.100000001 XRGE',
    ]);
  });
});

describe('fees', () => {
  test('the network sets the fee: a fee from the client is ignored', async () => {
    for (const fee of [number(1), number(0), number('1e30'), 'free', null, [number(1)]]) {
      const { tx, receipt } = await send(signedTransfer(alice, bob.address, '1', { fee }));
      expect([tx.fee, tx.fee_quanta, receipt.fee_paid_quanta]).toEqual([0.1, '100000000', '100000000']);
    }
  });

  test('priority_fee comes on top', async () => {
    const before = await quanta(alice);
    const { tx } = await send(signedTransfer(alice, bob.address, '1', { priority_fee: number('0.123456789') }));
    expect([tx.fee, tx.fee_quanta]).toEqual([0.223456789, '223456789']);
    expect(before - (await quanta(alice))).toBe(QUANTA + 223_456_789n);
    for (const [given, message] of [
      [number('-1'), 'priority_fee must not be negative'],
      [number('1e-10'), 'priority_fee has more than 9 decimals'],
      ['+1', 'priority_fee must be a decimal number'],
    ] as const)
      expect(await refused({ priority_fee: given })).toEqual([400, 'invalid_amount', message]);
  });
});

describe('burning', () => {
  test('what is sent to the burn address is gone and counted', async () => {
    const burned = async (): Promise<Readonly<Record<string, string>>> =>
      (await api.get<{ burned_units: Record<string, string> }>('/api/burned')).burned_units;
    const before = await burned();
    const { receipt } = await send(signedTransfer(alice, BURN_ADDRESS, '1.000000001'));
    expect(receipt.logs).toMatchObject([{ event_type: 'burn' }]);
    await send(signedTransfer(alice, BURN_ADDRESS, '7', { token: 'gold' }));
    const after = await burned();
    expect(BigInt(after.XRGE ?? 0) - BigInt(before.XRGE ?? 0)).toBe(1_000_000_001n);
    expect(BigInt(after.GOLD ?? 0) - BigInt(before.GOLD ?? 0)).toBe(7n);
    expect(await quanta({ address: BURN_ADDRESS })).toBe(0n);
  });

  test('in the end every quantum is accounted for', async () => {
    const last = signedTransfer(alice, bob.address, '1');
    await send(last);
    // The next block pays out its fees.
    const from = watch.frames.indexOf(await watch.included(last.txId));
    await watch.first(({ type, tx_count: count }) => type === 'new_block' && count === 0, from);
    const stats = await api.get('/api/stats');
    const treasury = await quanta({ address: '__treasury__' });
    const paid = await quanta(node);
    const collected = BigInt(String(stats.total_fees_collected_quanta));
    const burnedFees = BigInt(String(stats.total_fees_burned_quanta));
    expect(paid + treasury + burnedFees).toBe(collected);
    expect(treasury).toBeGreaterThan(0n);
    const burned = BigInt(String((await api.get('/api/burned')).total_xrge_burned_quanta));
    const held = (await quanta(alice)) + (await quanta(bob)) + (await quanta(poor)) + paid + treasury;
    expect(held + burned + burnedFees).toBe(1_000_010n * QUANTA);
    expect(api.checked.get(`POST ${TRANSFER}`)).toBeGreaterThanOrEqual(27);
    expect(api.failures).toBeGreaterThanOrEqual(50);
  });
});
