/** Chapter Smart contracts over raw HTTP: a contract from its deploy to its storage, receipts and events, what each costs to the
 *  quantum, payments, sub-calls, pages. (Specification, Smart contracts, Events, Fees.) */

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromHex, toHex, utf8 } from '../../engine/base/bytes.js';
import type { JsonValue } from '../../engine/base/json.js';
import { accountOfContract, addressOf } from '../../engine/crypto/address.js';
import { type ProofJson, verifyProof } from '../../engine/state/proofVerifier.js';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import {
  attachment,
  base64,
  batchResults,
  probeContract,
  signedCall,
  signedDeploy,
} from '../support/contractRequests.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { type Members, number, type Signed, signed } from '../support/signedRequests.js';
import { actor, type SigningActor, signingActor } from '../support/transactions.js';

const alice = signingActor('contracts: alice');
const bob = signingActor('contracts: bob');
const heir = actor('contracts: heir');

const SLOW_MACHINE_MS = 120_000;
const PUBLISH = '/api/v2/contract/publish';
const EXECUTE = '/api/v2/contract/execute';
const QUANTA = 1_000n;
const NOWHERE = '0123456789abcdef0123456789abcdef01234567';

let node: InlineNode;
let api: CheckedApi;
let watch: ChainWatch;
let wasm: Uint8Array;
/** The contract that most tests call. */
let probe: string;

async function send(path: string, { body }: Signed): Promise<Json> {
  const { status, json, text } = await api.post(path, body);
  expect(status, text).toBe(200);
  return json as Json;
}

/** Sends and waits for the block. @returns the answer and the receipt. */
async function done(path: string, request: Signed): Promise<{ answer: Json; receipt: Json }> {
  const answer = await send(path, request);
  expect(answer.txId).toBe(request.txId);
  await watch.included(request.txId);
  const { receipt } = await api.get<{ receipt: Json }>(`/api/tx/${request.txId}/receipt`);
  return { answer, receipt };
}

const call = (method: string, more: Members = {}, signer = alice, contract = probe) =>
  done(EXECUTE, signedCall(signer, contract, method, more));

async function deploy(signer: SigningActor, code = wasm): Promise<string> {
  const request = signedDeploy(signer, code);
  const { answer, receipt } = await done(PUBLISH, request);
  expect([answer.address, receipt.status]).toEqual([request.contract, 'Success']);
  return request.contract;
}

const quantaOf = async (account: string): Promise<bigint> =>
  BigInt(String((await api.get(`/api/balance/${account}`)).balance_quanta));

const recordOf = async (contract: string): Promise<Json> =>
  (await api.get<{ contract: Json }>(`/api/contract/${contract}`)).contract;

const query = async (method: string, more: object = {}, contract = probe): Promise<Json> => {
  const { status, json, text } = await api.post(`/api/contract/${contract}/query`, JSON.stringify({ method, ...more }));
  expect(status, text).toBe(200);
  return json as Json;
};

const account = (contract: string): string => addressOf(accountOfContract(contract));
const object = (members: Readonly<Record<string, JsonValue>>): JsonValue => new Map(Object.entries(members));

beforeAll(async () => {
  const allocations = [
    ...[alice, bob].map(({ address }) => ({ address, amount: '10000' })),
    { address: alice.address, amount: '100000', token: 'GOLD' },
  ];
  node = await startInlineNode({ genesis: { allocations } });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
  wasm = await probeContract();
  probe = await deploy(alice);
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

describe('a deploy', () => {
  test('costs its bytes to the quantum, and its record says what it is', async () => {
    const before = await quantaOf(bob.address);
    const request = signedDeploy(bob, wasm);
    const { answer, receipt } = await done(PUBLISH, request);
    const fee = BigInt(wasm.length) * QUANTA;
    expect(answer).toEqual({ success: true, txId: request.txId, address: request.contract, fee: Number(fee) / 1e9 });
    expect(before - (await quantaOf(bob.address))).toBe(fee);
    expect(receipt).toMatchObject({ status: 'Success', tx_hash: request.txId });
    const { block } = await api.get<{ block: { height: number; time: number } }>(`/api/block/${receipt.block_height}`);
    expect(block.time).toBeGreaterThan(0);
    expect(await recordOf(request.contract)).toEqual({
      address: request.contract,
      account: account(request.contract),
      deployer: bob.keyHex,
      deployer_address: bob.address,
      code_hash: createHash('sha256').update(wasm).digest('hex'),
      wasm_size: wasm.length,
      created_at: block.time,
      created_height: block.height,
      balance_quanta: '0',
      storage_records: 0,
      storage_bytes: 0,
      event_transactions: 0,
    });
  });

  test('of one code by two at once gives two contracts, newest first in the list', async () => {
    const requests = [signedDeploy(alice, wasm), signedDeploy(bob, wasm)];
    const answers = await Promise.all(requests.map((request) => send(PUBLISH, request)));
    for (const { txId } of requests) await watch.included(txId);
    const made = answers.map(({ address }) => address);
    expect(new Set([probe, ...made]).size).toBe(3);
    const list = await api.get<{ contracts: Json[]; count: number; total: number }>('/api/contracts');
    const addresses = list.contracts.map(({ address }) => address);
    expect([list.count, list.total, addresses.at(-1)]).toEqual([list.total, addresses.length, probe]);
    expect(addresses.slice(0, 2).sort()).toEqual([...made].sort());
    expect(new Set(list.contracts.map(({ code_hash }) => code_hash)).size).toBe(1);

    const paged: unknown[] = [];
    for (let cursor = ''; ; ) {
      const page = await api.get<{ contracts: Json[]; next_cursor: string | null }>(`/api/contracts?limit=1${cursor}`);
      paged.push(...page.contracts.map(({ address }) => address));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(paged).toEqual(addresses);
    const { contracts } = await api.get<{ contracts: Json[] }>('/api/contracts?offset=1&limit=2');
    expect(contracts.map(({ address }) => address)).toEqual(addresses.slice(1, 3));
    expect((await api.send(`/api/contracts?cursor=${addresses.length + 1}`)).json?.code).toBe('malformed_parameter');
  });

  test('through the older path is the same when signed, and gone when not', async () => {
    const request = signedDeploy(bob, wasm);
    const { answer } = await done('/api/v2/contract/deploy', request);
    expect(answer).toMatchObject({ success: true, address: request.contract });
    expect(await recordOf(request.contract)).toMatchObject({ deployer_address: bob.address });
    const unsigned = { wasm: base64(wasm), deployer: alice.keyHex, nonce: 0 };
    const gone = await api.post('/api/v2/contract/deploy', JSON.stringify(unsigned));
    expect([gone.status, gone.json?.code]).toEqual([410, 'legacy_endpoint']);
    for (const body of ['{}', '', 'x', '{"payload":{"wasm":"AA=="}}'])
      expect([400, 410], body).toContain((await api.post('/api/v2/contract/deploy', body)).status);
  });
});

describe('a call', () => {
  test('says before, in its receipt and in its contract what it does, and costs its gas', async () => {
    const args = object({ b: [number('1'), number('2.50')], a: 'é "\n' });
    const text = '{"a":"é \\"\\n","b":[1,2.50]}';
    const before = await quantaOf(alice.address);
    const { answer, receipt } = await call('keep', { args });
    const events = [{ contract_addr: probe, topic: 'kept', data: text }];
    const preview = answer.preview as Json;
    expect(answer).toMatchObject({ success: true, fee: 10, preview: { returnData: JSON.parse(text), events } });
    expect(preview.gasUsed).toBeGreaterThan(10_000);
    expect(receipt).toMatchObject({
      ...{ status: 'Success', gas_used: preview.gasUsed, return_data: JSON.parse(text) },
      ...{ contract_events: events, contract_logs: ['kept'], calls: [] },
    });
    expect(before - (await quantaOf(alice.address))).toBe(BigInt(Number(receipt.gas_used)) * QUANTA);
    expect(await api.get(`/api/contract/${probe}/state?key=args`)).toMatchObject({
      ...{ key: 'args', key_hex: toHex(utf8('args')), value: toHex(utf8(text)), valueUtf8: text },
    });
    const { tx } = await api.get<{ tx: { payload: Json; fee_quanta?: string } }>(`/api/tx/${receipt.tx_hash}`);
    expect(tx.payload).toMatchObject({ contract_addr: probe, contract_method: 'keep', contract_gas_limit: 10_000_000 });
    expect(tx.payload.contract_args).toEqual(JSON.parse(text));
  });

  test('without arguments gets an empty object; the address may be spelled in any case', async () => {
    for (const contractAddr of [probe.toUpperCase(), ` ${probe} `]) {
      const { receipt } = await done(EXECUTE, signedCall(alice, contractAddr, 'keep', { args: null }));
      expect(receipt).toMatchObject({ status: 'Success', return_data: {} });
    }
    expect(await recordOf(probe.toUpperCase())).toMatchObject({ address: probe });
  });

  test('returns JSON, text, bytes that are neither, and nothing', async () => {
    for (const [method, returned] of [
      ['text', 'hello'],
      ['bytes', '\ufffd\ufffd\u0000\ufffd'],
      ['nothing', null],
      ['who', alice.keyHex],
    ] as const) {
      const { answer, receipt } = await call(method);
      expect([method, receipt.return_data, (answer.preview as Json).returnData]).toEqual([method, returned, returned]);
    }
    expect(await query('who')).toMatchObject({ success: true, returnData: '' });
    expect(await query('who', { caller: 'anybody' })).toMatchObject({ returnData: 'anybody' });
  });

  test('that fails in its block leaves nothing but its fee and its log', async () => {
    const contract = await deploy(bob);
    const requests = [alice, bob].map((signer) => signedCall(signer, contract, 'once', { gasLimit: number(100_000) }));
    const before = await Promise.all([alice, bob].map(({ address }) => quantaOf(address)));
    const body = `[${requests.map(({ body }) => body).join()}]`;
    const results = batchResults(await api.post('/api/v2/batch', body));
    expect(results.map(({ success, txId }) => [success, txId])).toEqual(requests.map(({ txId }) => [true, txId]));
    const receipts: Json[] = [];
    for (const { txId } of requests) {
      await watch.included(txId);
      receipts.push((await api.get<{ receipt: Json }>(`/api/tx/${txId}/receipt`)).receipt);
    }
    const [good, bad] = receipts[0]?.status === 'Success' ? receipts : [...receipts].reverse();
    expect(good).toMatchObject({ status: 'Success', contract_logs: [] });
    expect(bad).toMatchObject({
      status: { Failed: 'Execution error: unreachable code was executed' },
      ...{ return_data: null, contract_events: [], contract_logs: ['wrong payment'], calls: [] },
    });
    const after = await Promise.all([alice, bob].map(({ address }) => quantaOf(address)));
    expect(after.map((now, index) => (before[index] as bigint) - now)).toEqual(
      receipts.map(({ gas_used }) => BigInt(Number(gas_used)) * QUANTA),
    );
    expect(await recordOf(contract)).toMatchObject({ storage_records: 1, storage_bytes: 9, event_transactions: 0 });
  });

  test('calls others when it has ended, and a failure of theirs is theirs', async () => {
    const other = await deploy(bob);
    const { receipt } = await call('relay', { args: object({ to: other }) });
    expect(receipt).toMatchObject({
      status: 'Success',
      return_data: 'hello',
      contract_logs: ['kept', 'wrong payment'],
    });
    expect(receipt.contract_events).toEqual([{ contract_addr: other, topic: 'kept', data: '{"by":"relay"}' }]);
    const calls = receipt.calls as Json[];
    expect(calls).toEqual([
      { contract: other, method: 'keep', gas_used: expect.any(Number), error: null },
      {
        ...{ contract: other, method: 'trap', gas_used: expect.any(Number) },
        error: 'Execution error: unreachable code was executed',
      },
      { contract: NOWHERE, method: 'keep', gas_used: 0, error: `Contract not found: ${NOWHERE}` },
    ]);
    const subGas = calls.reduce((sum, { gas_used }) => sum + Number(gas_used), 0);
    expect(Number(receipt.gas_used)).toBeGreaterThan(subGas);
    const { state } = await api.get<{ state: Json }>(`/api/contract/${other}/state`);
    expect(state).toEqual({ args: '{"by":"relay"}' });
    expect((await api.get<{ events: Json[] }>(`/api/contract/${other}/events`)).events).toEqual([
      {
        ...{ contract_addr: other, topic: 'kept', data: '{"by":"relay"}' },
        ...{ tx_hash: receipt.tx_hash, block_height: receipt.block_height },
      },
    ]);
  });
});

describe('a payment', () => {
  test('of XRGE or a token is in the contract when the call succeeds', async () => {
    const contract = await deploy(bob);
    for (const symbol of ['XRGE', 'gold'] as const) {
      const before = await quantaOf(alice.address);
      const attach = attachment({ symbol, amount: 1_000 });
      const { receipt } = await call('pay', { attach }, alice, contract);
      expect(receipt).toMatchObject({ status: 'Success' });
      expect((receipt.contract_events as Json[])[0]?.data).toBe(symbol.toUpperCase());
      const paid = BigInt(Number(receipt.gas_used)) * QUANTA + (symbol === 'XRGE' ? 1_000n : 0n);
      expect(before - (await quantaOf(alice.address))).toBe(paid);
    }
    expect(await recordOf(contract)).toMatchObject({ balance_quanta: '1000' });
    expect(await quantaOf(contract)).toBe(1_000n);
    const held = await api.get(`/api/balance/${account(contract)}/GOLD`);
    expect(held).toMatchObject({ balance_raw: '1000' });

    const { receipt } = await call('give', { args: object({ to: heir.address }) }, bob, contract);
    expect(receipt).toMatchObject({ status: 'Success' });
    expect([await quantaOf(contract), await quantaOf(heir.address)]).toEqual([600n, 400n]);
    const { transactions } = await api.get<{ transactions: Json[] }>(`/api/address/${heir.address}/transactions`);
    expect(transactions.map(({ txId }) => txId)).toEqual([receipt.tx_hash]);
  });

  test('that the contract does not want is refused before, and given back in a block', async () => {
    const contract = await deploy(bob);
    for (const symbol of ['XRGE', 'GOLD'] as const) {
      const request = signedCall(alice, contract, 'pay', { attach: attachment({ symbol, amount: 999 }) });
      const tried = await api.post(EXECUTE, request.body);
      expect([tried.status, tried.json?.error]).toEqual([
        400,
        'call would fail: Execution error: unreachable code was executed; the contract says: wrong payment',
      ]);
      const tokens = async () => (await api.get(`/api/balance/${alice.address}/GOLD`)).balance_raw;
      const [quanta, units] = [await quantaOf(alice.address), await tokens()];
      const results = batchResults(await api.post('/api/v2/batch', `[${request.body}]`));
      expect(results[0]).toMatchObject({ success: true, txId: request.txId });
      await watch.included(request.txId);
      const { receipt } = await api.get<{ receipt: Json }>(`/api/tx/${request.txId}/receipt`);
      expect(receipt.status).toEqual({ Failed: 'Execution error: unreachable code was executed' });
      expect(quanta - (await quantaOf(alice.address))).toBe(BigInt(Number(receipt.gas_used)) * QUANTA);
      expect(await tokens()).toBe(units);
    }
    expect(await recordOf(contract)).toMatchObject({ balance_quanta: '0', event_transactions: 0 });
  });

  test('is tried by a query for a payer who has it, without moving anything', async () => {
    const attach = { symbol: 'GOLD', amount: 1_000 };
    const before = await recordOf(probe);
    expect(await query('pay', { caller: alice.keyHex, attach })).toMatchObject({
      ...{ success: true, events: [{ contract_addr: probe, topic: 'kept', data: 'GOLD' }], error: null },
    });
    expect(await query('pay', { caller: bob.keyHex, attach })).toMatchObject({
      ...{ success: false, gasUsed: 0, error: 'insufficient GOLD for the attached payment: have 0, need 1000' },
    });
    expect(await query('pay', { attach })).toMatchObject({
      ...{ success: false, error: 'previewing an attached payment needs the caller' },
    });
    expect(await recordOf(probe)).toEqual(before);
  });
});

describe('what a contract keeps and tells', () => {
  let kept: string;
  const events: Json[] = [];
  const state = (path = '') => api.get<Json>(`/api/contract/${kept}/state${path}`);
  const eventsAt = async (path = '') =>
    api.get<{ events: Json[]; count: number; next_cursor: string | null }>(`/api/contract/${kept}/events${path}`);

  beforeAll(async () => {
    kept = await deploy(bob);
    for (const method of ['many', 'binary', 'many', 'keep', 'many']) {
      const { receipt } = await call(method, {}, bob, kept);
      const { tx_hash, block_height } = receipt;
      for (const event of receipt.contract_events as Json[]) events.unshift({ ...event, block_height, tx_hash });
    }
  }, SLOW_MACHINE_MS);

  test('one key by its bytes or its characters, any key in pages, and all of it', async () => {
    const of = async (key: string) => {
      const { key_hex, value, valueUtf8 } = await state(`?key=${encodeURIComponent(key)}`);
      return [key_hex, value, valueUtf8];
    };
    expect(await of('args')).toEqual(['61726773', '7b7d', '{}']);
    expect(await of('61726773')).toEqual(['61726773', '7b7d', '{}']);
    expect(await of('fffe')).toEqual(['fffe', '00ff', '\u0000\ufffd']);
    expect(await of('FFFE')).toEqual(['fffe', '00ff', '\u0000\ufffd']);
    expect(await of('66666665')).toEqual(['66666665', '68656c6c6f', 'hello']);
    expect(await of('')).toEqual(['', '68656c6c6f', 'hello']);
    expect(await of('no such key')).toEqual([toHex(utf8('no such key')), null, null]);
    const { text } = await api.send(`/api/contract/${kept}/state`);
    expect([...text.matchAll(/"([^"]*)":"(?!0|")/g)].map(([, key]) => key)).toEqual(['', 'args', 'fffe']);
    expect(await state()).toMatchObject({ count: 4, total: 4, next_cursor: null });
    expect(await recordOf(kept)).toMatchObject({ storage_records: 4, storage_bytes: 0 + 4 + 4 + 2 + 5 + 2 + 5 + 2 });
  });

  test('storage in pages of every size', async () => {
    for (const limit of [1, 2, 3, 4, 5]) {
      let count = 0;
      for (let cursor = ''; ; ) {
        const page = await state(`?limit=${limit}${cursor}`);
        count += Number(page.count);
        expect(page.count).toBeLessThanOrEqual(limit);
        if (page.next_cursor === null) break;
        cursor = `&cursor=${page.next_cursor}`;
      }
      expect([limit, count]).toEqual([limit, 4]);
    }
  });

  test('events, newest first, in pages of every size', async () => {
    expect(events).toHaveLength(16);
    expect(await eventsAt()).toEqual({ success: true, events, count: 16, next_cursor: null });
    expect(await eventsAt('?limit=5000')).toMatchObject({ count: 16 });
    for (const limit of [1, 2, 3, 5, 7, 15, 16]) {
      const found: Json[] = [];
      for (let cursor = ''; ; ) {
        const page = await eventsAt(`?limit=${limit}${cursor}`);
        found.push(...page.events);
        if (page.next_cursor === null) break;
        cursor = `&cursor=${page.next_cursor}`;
      }
      expect(found, `pages of ${limit}`).toEqual(events);
    }
  });

  test('events of a transaction, and below a height', async () => {
    const heights = [...new Set(events.map(({ block_height }) => Number(block_height)))];
    for (const height of [0, 1, ...heights.flatMap((each) => [each, each + 1])]) {
      const below = events.filter(({ block_height }) => Number(block_height) < height);
      expect((await eventsAt(`?before=${height}`)).events, `below ${height}`).toEqual(below);
    }
    for (const id of new Set(events.map(({ tx_hash }) => String(tx_hash)))) {
      const of = events.filter(({ tx_hash }) => tx_hash === id);
      for (const written of [id, id.toUpperCase()]) expect((await eventsAt(`?tx=${written}`)).events).toEqual(of);
      const height = Number(of[0]?.block_height);
      expect((await eventsAt(`?tx=${id}&before=${height}`)).events).toEqual([]);
      expect((await eventsAt(`?tx=${id}&before=${height + 1}`)).events).toEqual(of);
      const found: Json[] = [];
      for (let cursor = ''; ; ) {
        const page = await eventsAt(`?tx=${id}&limit=2${cursor}`);
        found.push(...page.events);
        if (page.next_cursor === null) break;
        cursor = `&cursor=${page.next_cursor}`;
      }
      expect(found).toEqual(of);
    }
    expect((await eventsAt(`?tx=${'0'.repeat(64)}`)).events).toEqual([]);
    for (const path of ['?tx=1', '?before=-1', '?before=x', '?cursor=99.0', '?cursor=x', '?limit=0', '?limit=x'])
      expect((await api.send(`/api/contract/${kept}/events${path}`)).json?.code, path).toBe('malformed_parameter');
  });

  test('a record can be proven against the header', async () => {
    const { state_key, value } = await state('?key=fffe');
    const proof = await api.get<ProofJson & { height: number; block_hash: string }>(`/api/proof/key/${state_key}`);
    const { block } = await api.get<{ block: Json }>(`/api/block/${proof.height}`);
    expect(proof.block_hash).toBe(block.hash);
    expect(verifyProof(proof, String(block.stateRoot), String(state_key))).toEqual(fromHex(String(value)));
    const absent = await state('?key=absent');
    const none = await api.get<ProofJson & { height: number }>(`/api/proof/key/${absent.state_key}`);
    const { block: at } = await api.get<{ block: Json }>(`/api/block/${none.height}`);
    expect(verifyProof(none, String(at.stateRoot), String(absent.state_key))).toBeUndefined();
  });
});

test('a request for a contract that is none', async () => {
  for (const address of [NOWHERE, 'x', `${NOWHERE}00`, 'é'])
    for (const path of ['', '/state', '/state?key=00', '/events'])
      expect(await api.send(`/api/contract/${encodeURIComponent(address)}${path}`)).toMatchObject({
        ...{ status: 404, json: { code: 'not_found', error: `Contract not found: ${address}` } },
      });
  expect((await api.send(`/api/contract/${'0'.repeat(65)}`)).json?.code).toBe('malformed_parameter');
});

test('a signed call through the older path, and an unsigned one, which submits nothing', async () => {
  const request = signedCall(alice, probe, 'text');
  const { answer, receipt } = await done('/api/v2/contract/call', request);
  expect([answer.txId, receipt.status]).toEqual([request.txId, 'Success']);
  const total = async () => (await api.get<{ total: number }>('/api/txs?limit=1')).total;
  const before = await total();
  const body = { contractAddr: probe, method: 'keep', caller: alice.keyHex, args: { a: 1 }, gasLimit: 10_000_000 };
  const { status, json } = await api.post('/api/v2/contract/call', JSON.stringify(body));
  expect([status, json]).toEqual([
    200,
    {
      ...{ success: true, returnData: { a: 1 }, gasUsed: expect.any(Number), submitted: false },
      ...{ events: [{ contract_addr: probe, topic: 'kept', data: '{"a":1}' }], error: 'kept', logs: ['kept'] },
    },
  ]);
  expect(await total()).toBe(before);
});

test('a transfer to a contract credits it; one to an address that is none is refused', async () => {
  const before = await quantaOf(probe);
  const transfer = (to: string) => signed(alice, { type: 'transfer', to, amount: number('1.5') });
  await done('/api/v2/transfer', transfer(probe));
  expect((await quantaOf(probe)) - before).toBe(1_500_000_000n);
  expect((await api.post('/api/v2/transfer', transfer(NOWHERE).body)).json?.code).toBe('invalid_recipient');
});
