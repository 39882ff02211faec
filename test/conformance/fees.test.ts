/** What a node says of fees: every kind's, as the specification's table has it, under both families of names; and the
 *  types of transactions that are suspended. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CheckedApi } from '../support/checkedApi.js';
import { type LiveNode, startNode } from '../support/liveNode.js';

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
};

let node: LiveNode;
let api: CheckedApi;

beforeAll(async () => {
  node = await startNode({ genesis: { fees: { base_fee: '0.2', floor: '0.2', ceiling: '0.2' } } });
  api = new CheckedApi(node.url);
});

afterAll(() => node?.remove());

describe('fees', () => {
  test('GET /api/fee names what each kind costs, exactly', async () => {
    const { fees, fees_quanta } = (await api.get('/api/fee')) as Record<string, unknown>;
    expect(fees).toEqual(TABLE);
    const quanta = Object.entries(TABLE).map(([name, xrge]) => [name, String(Math.round(xrge * 1e9))]);
    expect(fees_quanta).toEqual(Object.fromEntries(quanta));
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
