/** A node's answers about fees: the fee of every kind, as in the specification's table, under both families of names; and
 *  the types of transactions that are suspended. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DetailShape } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import type { Received } from '../support/httpClient.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { signedFaucet, signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

/** Specification, chapter Limits, table Fees; the kinds that it does not name cost 0.1. */
const TABLE: Readonly<Record<string, number>> = {
  transfer: 0.2,
  burn: 0.2,
  faucet: 0,
  stake: 0.1,
  unstake: 0.1,
  create_token: 100,
  mint_tokens: 0.1,
  update_token_metadata: 0.1,
  claim_token_metadata: 0.1,
  approve: 0.1,
  transfer_from: 0.1,
  token_freeze: 0.1,
  create_pool: 10,
  add_liquidity: 1,
  remove_liquidity: 1,
  swap: 1,
  nft_create_collection: 50,
  nft_mint: 5,
  nft_batch_mint: 5,
  nft_transfer: 1,
  nft_burn: 0.1,
  nft_lock: 0.1,
  nft_freeze_collection: 0.1,
  contract_deploy: 0.000001,
  register_wallet: 0,
  register_name: 0,
  release_name: 0,
  bridge_mint: 0,
  bridge_attest: 0,
  bridge_withdraw: 0.1,
  bridge_fail: 0,
  bridge_fulfil: 0,
  bridge_refund: 0,
  contract_call: 0.000001,
};

let node: InlineNode;
let api: CheckedApi;

beforeAll(async () => {
  const fees = { base_fee: '0.2', floor: '0.2', ceiling: '0.2' };
  const allocations = [{ address: rich.address, amount: '1000' }];
  node = await startInlineNode({ genesis: { fees, allocations, faucet: true }, flags: ['--faucet-enabled'] });
  api = new CheckedApi(node.url);
});

afterAll(() => node?.remove());

const rich = signingActor('fees: rich');

const refused = ({ status, json }: Received): unknown => [status, json?.code];

describe('fees', () => {
  test('GET /api/fee names what each kind costs, exactly', async () => {
    const { fees, fees_quanta } = (await api.get('/api/fee')) as Record<string, unknown>;
    expect(fees).toEqual(TABLE);
    const quanta = Object.entries(TABLE).map(([name, xrge]) => [name, String(Math.round(xrge * 1e9))]);
    expect(fees_quanta).toEqual(Object.fromEntries(quanta));
  });

  test('GET /api/fee names what a signed byte costs, and how many are free', async () => {
    expect(await api.get('/api/fee')).toMatchObject({
      free_bytes: 16_384,
      fee_per_byte: 0.000001,
      fee_per_byte_quanta: '1000',
    });
  });

  test('GET /api/fee-info says the same under the other names', async () => {
    const { blockHeight, ...rest } = (await api.get('/api/fee-info')) as Record<string, unknown>;
    expect(blockHeight).toEqual(expect.any(Number));
    expect(rest).toEqual({
      success: true,
      baseFee: 0.2,
      baseFee_quanta: '200000000',
      minFee: 0.2,
      minFee_quanta: '200000000',
      suggestedPriorityFee: 0.02,
      suggestedPriorityFee_quanta: '20000000',
      suggestedTotalFee: 0.22,
      suggestedTotalFee_quanta: '220000000',
      totalBurned: 0,
      totalBurned_quanta: '0',
      targetTxsPerBlock: 10,
      maxChangePercent: 12.5,
    });
  });
});

describe('signed bytes', () => {
  test('bytes above the allowance are in the receipt and leave the account', async () => {
    const memo = 'm'.repeat(15_000);
    const request = signedTransfer(rich, actor('fees: bob').address, '1', { memo });
    const above = BigInt(Buffer.byteLength(request.text) - 16_384);
    // Before the request: a block that comes before the listener is not sent again.
    const watch = await ChainWatch.open(node.url);
    expect((await api.post('/api/v2/transfer', request.body)).status).toBe(200);
    await watch.included(request.txId);
    await watch.close();
    const paid = 200_000_000n + above * 1_000n;
    const { tx, receipt } = await api.get<DetailShape>(`/api/tx/${request.txId}`);
    expect([tx, receipt]).toMatchObject([{ fee_quanta: String(paid) }, { fee_paid_quanta: String(paid) }]);
    const { balance_quanta } = await api.get(`/api/balance/${rich.address}`);
    expect(balance_quanta).toBe(String(999_000_000_000n - paid));
  });

  test('an empty account gets no byte above the allowance stored, and no account a request longer than its kind allows', async () => {
    const nobody = signingActor('fees: nobody');
    const faucet = (memo: number) => api.post('/api/v2/faucet', signedFaucet(nobody, { memo: 'm'.repeat(memo) }).body);
    expect(refused(await faucet(14_000))).toEqual([400, 'insufficient_balance']);
    const long = await api.post(
      '/api/v2/transfer',
      signedTransfer(rich, nobody.address, '1', { memo: 'm'.repeat(60_000) }).body,
    );
    expect(refused(long)).toEqual([413, 'too_large']);
    expect(long.json?.error).toMatch(/^the signed bytes of transfer have 6\d{4} bytes, at most \d{5} are allowed/);
    const unread = await api.post('/api/v2/transfer', `{"payload":"${'m'.repeat(1_900_000)}"}`);
    expect(refused(unread)).toEqual([413, 'too_large']);
    expect((await faucet(10_000)).status).toBe(200);
  });
});

test('suspended types are refused at their routes, whatever is sent, and in a broadcast', async () => {
  const answers: unknown[] = [];
  for (const path of ['shielded/shield', 'shielded/unshield', 'shielded/transfer', 'shield', 'unshield'])
    for (const body of ['{}', 'nonsense']) {
      const answer = await fetch(`${node.url}/api/v2/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      answers.push([answer.status, await answer.json()]);
    }
  const refusal = { success: false, error: 'this transaction type is suspended', code: 'suspended' };
  expect(answers).toEqual(Array(10).fill([403, refusal]));
});
