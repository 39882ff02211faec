/** POST /api/tx/broadcast against a real node: a whole TxV1 with the text that was signed. Members derived from that
 *  text may be beside it, and must then say the same. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BURN_ADDRESS } from '../../engine/crypto/address.js';
import type { DetailShape, Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import type { Received } from '../support/httpClient.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import {
  number,
  type Signed,
  signed,
  signedFaucet,
  signedTransfer,
  signText,
  spoilt,
} from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('broadcast: alice');
const bob = actor('broadcast: bob');

const BROADCAST = '/api/tx/broadcast';

let node: InlineNode;
let api: CheckedApi;
let watch: ChainWatch;

beforeAll(async () => {
  const allocations = [
    { address: alice.address, amount: '1000' },
    { address: alice.address, amount: '10', token: 'GOLD' },
    { address: alice.address, amount: '98765432109876543210', token: 'HUGE' },
  ];
  node = await startInlineNode({ genesis: { allocations, faucet: true }, flags: ['--faucet-enabled'] });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
});

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

/** A TxV1 without members that are derived from the signed text. */
const bare = (request: Signed, type = 'transfer'): Json => ({
  tx_type: type,
  from_pub_key: alice.keyHex,
  sig: request.signature,
  signed_payload: request.text,
});

const seen = ({ status, json }: Received): unknown => [status, json?.code, json?.error];
const post = (tx: unknown): Promise<Received> => api.post(BROADCAST, typeof tx === 'string' ? tx : JSON.stringify(tx));

async function taken(tx: Json, txId: string): Promise<void> {
  const { status, json, text } = await post(tx);
  expect([status, json?.success, json?.txId], text).toEqual([200, true, txId]);
}

const nextNonce = async (): Promise<number> => Number((await api.get(`/api/account/${alice.keyHex}/nonce`)).next_nonce);

/** What the node would show of a transfer of 1.5 XRGE, were it included next. */
async function whole(request: Signed): Promise<Json> {
  return {
    version: 1,
    ...bare(request),
    nonce: await nextNonce(),
    payload: {
      to_pub_key_hex: bob.address,
      to_address: bob.address,
      amount: 1.5,
      amount_quanta: '1500000000',
      token_name: 'XRGE',
      token_symbol: null,
    },
    fee: 0.1,
    fee_quanta: '100000000',
  };
}

const transfer = (): Signed => signedTransfer(alice, bob.address, '1.5');

describe('a good transaction', () => {
  test('is accepted without derived members, and with all of them, and included as it is shown', async () => {
    const first = transfer();
    await taken(bare(first), first.txId);
    await watch.included(first.txId);
    const second = transfer();
    const tx = await whole(second);
    await taken(tx, second.txId);
    await watch.included(second.txId);
    expect((await api.get<DetailShape>(`/api/tx/${second.txId}`)).tx).toEqual(tx);
  });

  test('with a priority fee shows it in its fee, as a number or exactly', async () => {
    const request = signedTransfer(alice, bob.address, '1', { priority_fee: number('12.345678901') });
    await taken({ ...bare(request), fee: 12.445678901 }, request.txId);
    const exact = signedTransfer(alice, bob.address, '1', { priority_fee: number('0.000000001') });
    await taken({ ...bare(exact), fee_quanta: '100000001' }, exact.txId);
  });

  test('of an amount beyond a double shows it exactly, or as the double nearest to it', async () => {
    const amounts = ['12345678901234567890', String(Number('12345678901234567890')), '1.234567890123456789e19'];
    for (const amount of amounts) {
      const request = signedTransfer(alice, bob.address, '12345678901234567890', { token: 'HUGE' });
      const tx = JSON.stringify({ ...bare(request), payload: { amount: 'here' } });
      const wrong = await post(tx.replace('"here"', '12345678901234567891'));
      expect(seen(wrong)).toMatchObject([400, 'derived_field_mismatch', expect.stringContaining('payload.amount')]);
      const { status, json } = await post(tx.replace('"here"', amount));
      expect([status, json?.txId], amount).toEqual([200, request.txId]);
    }
  });

  test('may leave derived members out one by one, or as null', async () => {
    for (const name of ['version', 'nonce', 'payload', 'fee', 'fee_quanta']) {
      for (const value of [undefined, null]) {
        if (name === 'version' && value === null) continue;
        const request = transfer();
        await taken({ ...(await whole(request)), [name]: value }, request.txId);
        await watch.included(request.txId);
      }
    }
    const request = transfer();
    const payload = { to_pub_key_hex: null, amount: 1.5, faucet: null, pool_id: null, token_symbol: null };
    await taken({ ...bare(request), payload, status: 'success', more: [1] }, request.txId);
  });

  test('of a token, of a burn, of a payload without a type, of bytes that are not canonical', async () => {
    const gold = signedTransfer(alice, bob.address, '2', { token: 'gold' });
    const payload = { amount: 2, amount_units: '2', token_name: 'GOLD', token_symbol: 'GOLD' };
    await taken({ ...bare(gold), payload }, gold.txId);
    const burn = signedTransfer(alice, BURN_ADDRESS, '1');
    await taken({ ...bare(burn), payload: { to_pub_key_hex: BURN_ADDRESS, amount: 1 } }, burn.txId);
    const untyped = signed(alice, { to: bob.address, amount: number(1) });
    await taken(bare(untyped), untyped.txId);
    const loose = signText(alice, `  ${transfer().text}`);
    await taken(bare(loose), loose.txId);
  });

  test('that the node already has is accepted as received, pending or included, as the node shows it', async () => {
    const request = transfer();
    await taken(bare(request), request.txId);
    await taken(bare(request), request.txId);
    await watch.included(request.txId);
    await taken(bare(request), request.txId);
    const { tx } = await api.get<DetailShape>(`/api/tx/${request.txId}`);
    await taken(tx, request.txId);
    const { total } = await api.get<{ total: number }>('/api/txs?limit=1');
    expect(total).toBe(watch.frames.filter(({ type }) => type === 'new_transaction').length);
  });

  test('of the faucet, signed by its recipient or by the node', async () => {
    const wallet = signingActor('broadcast: faucet');
    const request = signedFaucet(wallet);
    await taken({ ...bare(request, 'faucet'), from_pub_key: wallet.keyHex, fee: 0 }, request.txId);
    const asked = await api.post('/api/faucet', JSON.stringify({ recipientPublicKey: bob.keyHex }));
    const txId = String(asked.json?.txId);
    await watch.included(txId);
    await taken((await api.get<DetailShape>(`/api/tx/${txId}`)).tx, txId);
  });
});

describe('a derived member that differs is refused', () => {
  test.each([
    ['version', 2],
    ['version', '1'],
    ['version', null],
    ['nonce', 0],
    ['nonce', 999],
    ['fee', 0.2],
    ['fee', 0],
    ['fee', 0.100000001],
    ['fee_quanta', '100000001'],
    ['fee_quanta', '0'],
  ])('%s %s', async (name, value) => {
    const request = transfer();
    const { status, json } = await post({ ...(await whole(request)), [name]: value });
    expect([status, json?.code]).toEqual([400, 'derived_field_mismatch']);
    expect(json?.error).toContain(name === 'fee_quanta' ? 'fee' : name);
  });

  test.each([
    ['amount', 1.4],
    ['amount', '1.50001'],
    ['amount_quanta', '1500000001'],
    ['to_pub_key_hex', bob.keyHex],
    ['to_address', alice.address],
    ['token_name', 'GOLD'],
    ['token_symbol', 'XRGE'],
    ['faucet', true],
    ['target_pub_key', ''],
    ['__proto__', 1],
  ])('payload.%s %s', async (name, value) => {
    const request = transfer();
    const tx = await whole(request);
    const payload = Object.fromEntries([...Object.entries(tx.payload as Json), [name, value]]);
    expect(seen(await post({ ...tx, payload }))).toEqual([
      400,
      'derived_field_mismatch',
      `payload.${name} differs from what the signed payload says`,
    ]);
  });

  test('the operation and the key are part of what was signed', async () => {
    const request = transfer();
    expect(seen(await post(bare(request, 'faucet')))).toMatchObject([400, 'operation_mismatch', expect.any(String)]);
    expect(seen(await post(bare(request, 'stake')))).toMatchObject([400, expect.any(String), expect.any(String)]);
    expect(seen(await post({ ...bare(request), from_pub_key: bob.keyHex }))).toEqual([
      401,
      'invalid_signature',
      'invalid signature',
    ]);
    const relabelled = signed(alice, { to: bob.address, amount: number(1) });
    expect(seen(await post(bare(relabelled, 'faucet')))).toMatchObject([
      400,
      'operation_mismatch',
      expect.stringContaining('knows no member'),
    ]);
  });
});

describe('a transaction that proves nothing', () => {
  test.each([
    ['signed_payload', undefined, 400, 'malformed_body'],
    ['signed_payload', null, 400, 'malformed_body'],
    ['signed_payload', { a: 1 }, 400, 'malformed_body'],
    ['signed_payload', '', 400, 'malformed_body'],
    ['signed_payload', '[]', 400, 'malformed_body'],
    ['signed_payload', '{"a":1', 400, 'malformed_body'],
    ['signed_payload', '{}', 401, 'invalid_signature'],
    ['tx_type', undefined, 400, 'malformed_body'],
    ['tx_type', 5, 400, 'malformed_body'],
    ['from_pub_key', undefined, 400, 'malformed_body'],
    ['from_pub_key', 'abc', 401, 'invalid_signature'],
    ['sig', undefined, 400, 'malformed_body'],
    ['sig', '', 401, 'invalid_signature'],
    ['sig', 'node', 401, 'invalid_signature'],
    ['nonce', 'x', 400, 'malformed_body'],
    ['nonce', -1, 400, 'malformed_body'],
    ['nonce', 1.5, 400, 'malformed_body'],
    ['fee', 'x', 400, 'invalid_amount'],
    ['fee', -1, 400, 'invalid_amount'],
    ['fee_quanta', 5, 400, 'malformed_body'],
    ['fee_quanta', '1.5', 400, 'malformed_body'],
    ['fee_quanta', '9'.repeat(39), 400, 'invalid_amount'],
    ['payload', [], 400, 'malformed_body'],
    ['payload', 'x', 400, 'malformed_body'],
  ])('%s %s', async (name, value, status, code) => {
    const answer = await post({ ...(await whole(transfer())), [name]: value });
    expect([answer.status, answer.json?.code], answer.text).toEqual([status, code]);
  });

  test('a wrong signature, an old timestamp, a used nonce: the same checks as for a request', async () => {
    const good = transfer();
    expect(seen(await post({ ...bare(good), sig: spoilt(good.signature) }))).toEqual([
      401,
      'invalid_signature',
      'invalid signature',
    ]);
    const old = signedTransfer(alice, bob.address, '1', { timestamp: number(Date.now() - 400_000) });
    expect(seen(await post(bare(old)))).toMatchObject([401, 'timestamp_window', expect.any(String)]);
    await taken(bare(good), good.txId);
    const { nonce } = JSON.parse(good.text) as { nonce: string };
    const reused = signedTransfer(alice, bob.address, '2', { nonce });
    for (const more of [{}, { fee: 5 }, { nonce: 99 }])
      expect(seen(await post({ ...bare(reused), ...more }))).toEqual([
        401,
        'nonce_used',
        'Duplicate nonce (possible replay attack)',
      ]);
    const fee = { ...bare(transfer()), fee: -1 };
    expect(seen(await post(fee))).toEqual([400, 'invalid_amount', 'fee must not be negative']);
    const poor = signedTransfer(alice, bob.address, '100000');
    expect(seen(await post(bare(poor)))).toMatchObject([400, 'insufficient_balance', expect.any(String)]);
  });
});
