/** Chapter Staking over raw HTTP against a live node (specification, Staking, Validator, Errors; exact texts): stake,
 *  unstake, the reads, a release after a short unbonding time, and a restart while something waits. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DetailShape, Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import type { Received } from '../support/httpClient.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { type Members, number, signed } from '../support/signedRequests.js';
import { actor, type SigningActor, signingActor } from '../support/transactions.js';

const alice = signingActor('staking: alice');
const bob = signingActor('staking: bob');
const poor = signingActor('staking: poor');

/** Long enough that a restart falls into it, short enough to wait for its end. */
const UNBONDING_BLOCKS = 12;
const SLOW_MACHINE_MS = 240_000;

let node: LiveNode;
let api: CheckedApi;
let watch: ChainWatch;

const open = async (dataDir?: string): Promise<void> => {
  const allocations = [
    { address: alice.address, amount: '60001' },
    { address: bob.address, amount: '30000' },
    { address: poor.address, amount: '10000.05' },
  ];
  node = await startNode({
    genesis: { allocations, unbondingBlocks: UNBONDING_BLOCKS },
    flags: ['--heartbeat-ms', '50'],
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
};

beforeAll(() => open(), SLOW_MACHINE_MS);

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

const request = (signer: SigningActor, type: string, amount: string, more: Members = {}) =>
  signed(signer, { type, amount: number(amount), ...more });

const post = (type: string, body: string): Promise<Received> => api.post(`/api/v2/${type}`, body);
const ask = (signer: SigningActor, type: string, amount: string, more: Members = {}): Promise<Received> =>
  post(type, request(signer, type, amount, more).body);
const seen = ({ status, json }: Received): unknown => [status, json?.code, json?.error];

/** Sends an operation and waits for its block. */
async function done(
  signer: SigningActor,
  type: string,
  amount: string,
): Promise<{ json: unknown; detail: DetailShape }> {
  const { body, txId } = request(signer, type, amount);
  const { status, json } = await post(type, body);
  expect([status, json?.error]).toEqual([200, undefined]);
  expect(json?.txId).toBe(txId);
  await watch.included(txId);
  return { json, detail: await api.get<DetailShape>(`/api/tx/${txId}`) };
}

interface ValidatorShape {
  readonly address: string;
  readonly publicKey: string;
  readonly stake: number;
  readonly stake_quanta: string;
  readonly status: string;
}

interface ListShape {
  readonly validators: readonly ValidatorShape[];
  readonly [total: string]: unknown;
}

const list = (query = ''): Promise<ListShape> => api.get<ListShape>(`/api/validators${query}`);
const balance = async (name: string): Promise<bigint> =>
  BigInt(String((await api.get(`/api/balance/${name}`)).balance_quanta));
const waiting = (name: string) =>
  api.get<{ total_quanta: string; unbonding: { amount_quanta: string; releaseHeight: number }[] }>(
    `/api/validators/${name}/unbonding`,
  );

describe('before any stake', () => {
  test('the genesis validator is listed with everything that clients read', async () => {
    const { validators, ...totals } = await list();
    expect(validators).toEqual([
      {
        publicKey: node.publicKey,
        public_key: node.publicKey,
        address: node.address,
        name: 'live',
        ...{ stake: 100_000, stake_quanta: '100000000000000', status: 'active' },
        ...{ unbonding: 0, unbonding_quanta: '0', blocksProposed: expect.any(Number) },
        ...{ slashCount: 0, jailedUntil: 0, jailed_until: 0, entropyContributions: 0 },
      },
    ]);
    const quanta = '100000000000000';
    expect(totals).toEqual({
      success: true,
      ...{ totalStaked: 100_000, totalStaked_quanta: quanta, totalStake: 100_000, totalStake_quanta: quanta },
      ...{ activeStake: 100_000, activeStake_quanta: quanta, activeValidators: 1, maxValidators: 100 },
    });
    expect(await api.get('/api/selection')).toMatchObject({ proposer: node.publicKey, selectionWeight: '100000' });
    const finality = await api.get<{ readonly tip_height: number }>('/api/finality');
    // The first block with a certificate is the second one: a heartbeat may have made it by now.
    expect(finality).toMatchObject({
      ...{ totalStake: '100000', totalStaked: '100000', quorumStake: '66666.666666667', total_stake: 100_000 },
      finalized_stake: finality.tip_height < 1 ? 0 : 100_000,
    });
  });

  test('the filter takes a key or an address, and nothing else', async () => {
    for (const name of [node.publicKey, node.publicKey.toUpperCase(), node.address])
      expect((await list(`?publicKey=${name}`)).validators.map(({ address }) => address)).toEqual([node.address]);
    const nobody = await list(`?publicKey=${actor('staking: nobody').keyHex}`);
    expect([nobody.validators, nobody.totalStaked]).toEqual([[], 100_000]);
    for (const path of ['/api/validators?publicKey=x', '/api/validators?publicKey=', '/api/validators/x/unbonding'])
      expect((await api.send(path)).status, path).toBe(400);
  });

  test('exact texts', async () => {
    expect(seen(await ask(alice, 'stake', '9999.999999999'))).toEqual([400, 'invalid_amount', 'below minimum stake']);
    expect(seen(await ask(poor, 'stake', '10000'))).toEqual([400, 'insufficient_balance', 'insufficient balance']);
    expect(seen(await ask(poor, 'stake', '1e20'))).toEqual([400, 'insufficient_balance', 'insufficient balance']);
    for (const nobody of [alice, poor])
      expect(seen(await ask(nobody, 'unstake', '10000'))).toEqual([400, 'rule_violation', 'validator not found']);
  });

  test('amounts are exact decimals', async () => {
    for (const amount of ['-1', '1e-10', '10000.0000000001', '1e40'])
      expect((await ask(alice, 'stake', amount)).json?.code, amount).toBe('invalid_amount');
    for (const wrong of ['10,000', null, [], undefined])
      expect((await post('stake', signed(alice, { type: 'stake', amount: wrong }).body)).json?.code).toBe(
        'invalid_amount',
      );
  });

  test('a payload names its operation, in either member, and no other one', async () => {
    const amount = number('10000');
    const named = (members: Members) => post('stake', signed(alice, { amount, ...members }).body);
    for (const members of [{ type: 'unstake' }, { action: 'unstake' }, { type: 'stake', action: 'unstake' }])
      expect((await named(members)).json?.code, JSON.stringify(members)).toBe('operation_mismatch');
    expect(seen(await post('unstake', signed(alice, { amount }).body))).toEqual([
      400,
      'operation_mismatch',
      'payload must name its operation: add "type": "unstake"',
    ]);
    const relabelled = request(alice, 'stake', '10000');
    expect((await post('unstake', relabelled.body)).json?.code).toBe('operation_mismatch');
  });
});

describe('a stake and its release', () => {
  test(
    'stakes, unstakes in parts, survives a restart while it waits, and is paid out',
    async () => {
      const before = await balance(alice.address);
      const staked = await done(alice, 'stake', '20000.000000001');
      expect(staked.json).toMatchObject({
        ...{ success: true, stake: 20_000.000000001, stake_quanta: '20000000000001', status: 'active' },
      });
      expect(staked.detail.tx).toMatchObject({
        tx_type: 'stake',
        fee: 0.1,
        payload: { amount_quanta: '20000000000001' },
      });
      expect(before - (await balance(alice.address))).toBe(20_000_100_000_001n);
      const more = await done(alice, 'stake', '10000');
      expect(more.json).toMatchObject({ stake_quanta: '30000000000001' });
      const { validators, totalStaked_quanta } = await list();
      expect(validators.map(({ address, stake_quanta }) => [address, stake_quanta])).toEqual([
        [node.address, '100000000000000'],
        [alice.address, '30000000000001'],
      ]);
      expect(totalStaked_quanta).toBe('130000000000001');

      const some = await done(alice, 'unstake', '0.000000001');
      expect(some.json).toMatchObject({ remainingStake: 30_000, remainingStake_quanta: '30000000000000' });
      const all = await done(alice, 'unstake', '30000');
      expect(all.json).toMatchObject({ remainingStake: 0, remainingStake_quanta: '0' });
      const height = Number(all.detail.blockHeight);
      expect(all.detail.receipt).toMatchObject({
        status: 'Success',
        logs: [
          {
            event_type: 'unstake',
            data: { amount_quanta: '30000000000000', release_height: height + UNBONDING_BLOCKS },
          },
        ],
      });
      expect((await list(`?publicKey=${alice.address}`)).validators).toMatchObject([
        { stake: 0, status: 'unbonding', publicKey: alice.keyHex },
      ]);
      const queue = await waiting(alice.keyHex);
      expect(queue.total_quanta).toBe('30000000000001');
      expect(queue.unbonding.map(({ amount_quanta }) => amount_quanta)).toEqual(['1', '30000000000000']);

      await watch.close();
      await node.stop();
      await open(node.dataDir);
      expect((await waiting(alice.address)).unbonding.at(-1)?.releaseHeight).toBe(height + UNBONDING_BLOCKS);
      const held = await balance(alice.address);
      await watch.height(height + UNBONDING_BLOCKS);
      expect(await waiting(alice.address)).toMatchObject({ total_quanta: '0', unbonding: [] });
      expect((await balance(alice.address)) - held).toBeGreaterThanOrEqual(30_000_000_000_000n);
      expect((await list(`?publicKey=${alice.address}`)).validators).toEqual([]);
      expect((await list()).totalStaked_quanta).toBe('100000000000000');
    },
    SLOW_MACHINE_MS,
  );

  test('what is pending counts, in the answers and against another unstake', async () => {
    await done(bob, 'stake', '20000');
    const answers = await Promise.all([ask(bob, 'unstake', '5000'), ask(bob, 'unstake', '5000')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const remaining = answers.map(({ json }) => json?.remainingStake_quanta);
    expect(remaining).toContain('10000000000000');
    expect((await ask(bob, 'unstake', '20000')).json?.error).toMatch(/^insufficient staked balance: have 10000 XRGE, /);
  });

  test('any part may be unstaken', async () => {
    await done(bob, 'unstake', '9999.5');
    const { validators } = await api.get<{ validators: Json[] }>(`/api/validators?publicKey=${bob.keyHex}`);
    expect(validators).toEqual([expect.objectContaining({ stake: 0.5, status: 'active' })]);
    const least = await ask(bob, 'stake', '9999');
    expect([least.status, least.json?.error]).toEqual([400, 'below minimum stake']);
  });
});

describe('a network with one place', () => {
  let small: InlineNode;
  let smallWatch: ChainWatch;
  afterAll(async () => {
    await smallWatch?.close();
    await small?.remove();
  });

  test(
    'lists who waits below the set, and counts the quorum and the next proposer in the set alone',
    async () => {
      const allocations = [{ address: alice.address, amount: '200000' }];
      small = await startInlineNode({
        genesis: { allocations, maxValidators: 1 },
        flags: ['--heartbeat-ms', '50'],
      });
      smallWatch = await ChainWatch.open(small.url);
      const smallApi = new CheckedApi(small.url);
      const { body, txId } = request(alice, 'stake', '99999');
      expect((await smallApi.post('/api/v2/stake', body)).status).toBe(200);
      await smallWatch.included(txId);
      // With the block after it both sets are the same.
      const { network_height: tip } = await smallApi.get('/api/stats');
      await smallWatch.height(Number(tip) + 1);
      const { validators, ...totals } = await smallApi.get<ListShape>('/api/validators');
      expect(validators).toMatchObject([
        { publicKey: small.publicKey, status: 'active' },
        { publicKey: alice.keyHex, status: 'waiting', stake: 99_999 },
      ]);
      expect(totals).toMatchObject({
        totalStaked: 199_999,
        activeStake: 100_000,
        activeValidators: 1,
        maxValidators: 1,
      });
      expect(await smallApi.get('/api/selection')).toMatchObject({
        ...{ proposer: small.publicKey, totalStake: '100000', totalStaked: '199999' },
      });
      expect(await smallApi.get('/api/finality')).toMatchObject({
        ...{ totalStake: '100000', totalStaked: '199999', quorumStake: '66666.666666667', total_stake: 100_000 },
      });
    },
    SLOW_MACHINE_MS,
  );
});
