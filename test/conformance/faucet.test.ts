/** The faucet against real nodes (specification, Faucet and Limits; exact texts): on, off by flag, off by genesis. Its
 *  whitelist and its place in the order of checks are tested with the envelope, waiting requests with the pool. */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { DetailShape } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import type { Received } from '../support/httpClient.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { number, signedFaucet, signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const DISABLED = [403, 'faucet_disabled', 'Faucet is disabled on this network.'];
const AMOUNT = { amount: 10_000, amount_quanta: '10000000000000' };

const seen = ({ status, json }: Received): unknown => [status, json?.code, json?.error];
const ask = (api: CheckedApi, body: unknown): Promise<Received> => api.post('/api/faucet', JSON.stringify(body));

describe('a faucet that is on', () => {
  const rich = signingActor('faucet: rich');
  const limit = signingActor('faucet: just not rich');
  let node: InlineNode;
  let api: CheckedApi;
  let watch: ChainWatch;

  beforeAll(async () => {
    const allocations = [
      { address: rich.address, amount: '60000.5' },
      { address: limit.address, amount: '50000' },
    ];
    node = await startInlineNode({ genesis: { faucet: true, allocations }, flags: ['--faucet-enabled'] });
    api = new CheckedApi(node.url);
    watch = await ChainWatch.open(node.url);
  });

  afterAll(async () => {
    await watch?.close();
    await node?.remove();
  });

  const balance = async (name: string): Promise<unknown> => (await api.get(`/api/balance/${name}`)).balance_quanta;

  test('mints 10,000 XRGE to the signer, free, and then waits an hour', async () => {
    const wallet = signingActor('faucet: wallet');
    const request = signedFaucet(wallet);
    const { status, json } = await api.post('/api/v2/faucet', request.body);
    expect([status, json]).toEqual([
      200,
      { success: true, txId: request.txId, ...AMOUNT, message: 'Faucet: 10000 XRGE sent' },
    ]);
    await watch.included(request.txId);
    expect(await balance(wallet.address)).toBe(AMOUNT.amount_quanta);
    const found = await api.get<DetailShape>(`/api/tx/${request.txId}`);
    expect(found.tx).toMatchObject({ tx_type: 'faucet', fee: 0, from_pub_key: wallet.keyHex, nonce: 1 });
    expect(found.tx.payload).toEqual({ ...AMOUNT, faucet: true });
    expect(found.receipt).toMatchObject({
      status: 'Success',
      fee_paid: 0,
      logs: [{ event_type: 'faucet', data: { to: wallet.address, amount: 10_000, token: 'XRGE' } }],
    });
    for (const again of [
      await api.post('/api/v2/faucet', signedFaucet(wallet).body),
      await ask(api, { recipientPublicKey: wallet.keyHex }),
    ]) {
      expect(seen(again)).toEqual([
        429,
        'faucet_cooldown',
        'Faucet cooldown: please wait 1h 0m before requesting again.',
      ]);
      expect(Number(again.headers['retry-after'])).toBeGreaterThan(3_000);
      expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(3_600);
    }
    // The amount can be spent at once.
    const spent = signedTransfer(wallet, rich.address, '1');
    expect((await api.post('/api/v2/transfer', spent.body)).status).toBe(200);
  });

  test('mints to a key that a request names, signed by the node, once in 24 hours', async () => {
    const wallet = signingActor('faucet: named');
    const asked = await ask(api, {
      recipientPublicKey: wallet.keyHex.toUpperCase(),
      amount: '10000.0',
      more: 'ignored',
    });
    expect([asked.status, asked.json]).toEqual([
      200,
      { success: true, txId: expect.any(String), ...AMOUNT, message: 'Faucet: 10000 XRGE sent' },
    ]);
    const txId = String(asked.json?.txId);
    await watch.included(txId);
    expect(await balance(wallet.address)).toBe(AMOUNT.amount_quanta);
    const found = await api.get<DetailShape>(`/api/tx/${txId}`);
    expect(found.tx).toMatchObject({ from_pub_key: node.publicKey, payload: { to_pub_key_hex: wallet.keyHex } });
    expect(await api.get(`/api/address/${wallet.address}/transactions`)).toMatchObject({
      total: 1,
      transactions: [{ txId, direction: 'in' }],
    });
    expect(seen(await ask(api, { recipientPublicKey: wallet.keyHex }))).toEqual([
      429,
      'faucet_cooldown',
      'Faucet cooldown: please wait 24h 0m before requesting again.',
    ]);
    expect(seen(await api.post('/api/v2/faucet', signedFaucet(wallet).body))).toEqual([
      429,
      'faucet_cooldown',
      'Faucet cooldown: please wait 1h 0m before requesting again.',
    ]);
  });

  test('gives nothing to an account with more than 50,000 XRGE', async () => {
    expect(seen(await api.post('/api/v2/faucet', signedFaucet(rich).body))).toEqual([
      429,
      'faucet_balance',
      'faucet not available: your balance exceeds the faucet threshold',
    ]);
    expect(seen(await ask(api, { recipientPublicKey: rich.keyHex }))).toMatchObject([
      429,
      'faucet_balance',
      expect.stringMatching(
        /^Faucet not available: your balance \(6000[\d.]+ XRGE\) exceeds the 50000 XRGE threshold\.$/,
      ),
    ]);
    const request = signedFaucet(limit);
    expect((await api.post('/api/v2/faucet', request.body)).status).toBe(200);
    await watch.included(request.txId);
    expect(await balance(limit.keyHex)).toBe('60000000000000');
  });

  test('accepts a key and nothing else', async () => {
    const { keyHex, address } = actor('faucet: nobody');
    const wanted = 'recipientPublicKey must be a public key of 3,904 hex characters, not an address';
    for (const recipientPublicKey of [address, '', 'x', keyHex.slice(2), `${keyHex}00`, `0x${keyHex.slice(2)}`])
      expect(seen(await ask(api, { recipientPublicKey }))).toEqual([400, 'invalid_recipient', wanted]);
    for (const body of [{}, { recipientPublicKey: 5 }, { recipientPublicKey: null }, { recipientPublicKey: [keyHex] }])
      expect(seen(await ask(api, body))).toMatchObject([
        400,
        'malformed_body',
        expect.stringMatching(/recipientPublicKey/),
      ]);
    for (const amount of [1, 10_001, -10_000, 0, 9_999.999, '10001', ' 10000', ''])
      expect(seen(await ask(api, { recipientPublicKey: keyHex, amount }))).toEqual([
        400,
        'invalid_amount',
        'the faucet gives exactly 10000 XRGE',
      ]);
    expect(seen(await ask(api, { recipientPublicKey: keyHex, amount: true }))).toMatchObject([
      400,
      'malformed_body',
      expect.stringMatching(/amount/),
    ]);
  });

  test('only a validator may name another recipient, and a priority fee must be covered', async () => {
    const wallet = signingActor('faucet: forger');
    const forged = signedFaucet(wallet, { recipient: actor('faucet: nobody').keyHex });
    expect(seen(await api.post('/api/v2/faucet', forged.body))).toEqual([
      403,
      'not_authorized',
      'only a genesis validator may sign a faucet request for somebody else',
    ]);
    const tipped = signedFaucet(wallet, { priority_fee: number(1) });
    expect(seen(await api.post('/api/v2/faucet', tipped.body))).toEqual([
      400,
      'insufficient_balance',
      'insufficient balance: have 0 XRGE, need 1 XRGE',
    ]);
    const named = signedFaucet(wallet, { recipient: wallet.address });
    expect((await api.post('/api/v2/faucet', named.body)).status).toBe(200);
  });
});

describe.each([
  ['by its flag', true, []],
  ['by its genesis file', false, ['--faucet-enabled']],
])('a faucet that is off %s', (_, faucet, flags) => {
  let node: InlineNode;
  let api: CheckedApi;

  beforeAll(async () => {
    node = await startInlineNode({ genesis: { faucet }, flags });
    api = new CheckedApi(node.url);
  });

  afterAll(() => node?.remove());

  test('says so on every route', async () => {
    const wallet = signingActor('faucet: wallet');
    const request = signedFaucet(wallet);
    expect(seen(await api.post('/api/v2/faucet', request.body))).toEqual(DISABLED);
    expect(seen(await ask(api, { recipientPublicKey: wallet.keyHex }))).toEqual(DISABLED);
    const tx = { tx_type: 'faucet', from_pub_key: wallet.keyHex, sig: request.signature, signed_payload: request.text };
    expect(seen(await api.post('/api/tx/broadcast', JSON.stringify(tx)))).toEqual(DISABLED);
    expect(await api.get('/api/stats')).toMatchObject({ mempool_size: 0, upgrade_schedule: { faucet_mint: faucet } });
  });
});

test('a faucet that is off says so before it looks at the request', async () => {
  const node = await startInlineNode({ genesis: { faucet: true } });
  onTestFinished(node.remove);
  const api = new CheckedApi(node.url);
  for (const body of ['{}', 'x', signedFaucet(signingActor('faucet: wallet'), { timestamp: number(1) }).body])
    expect(seen(await api.post('/api/v2/faucet', body))).toEqual(DISABLED);
  expect(seen(await ask(api, { recipientPublicKey: 'x' }))).toEqual(DISABLED);
});
