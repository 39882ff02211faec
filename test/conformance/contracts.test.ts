/** Chapter Smart contracts over raw HTTP: deploys and calls with their receipts, what each costs to the quantum, payments,
 *  sub-calls. (Specification, Smart contracts, Fees.) */

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../engine/base/bytes.js';
import type { JsonValue } from '../../engine/base/json.js';
import { accountOfContract, addressOf } from '../../engine/crypto/address.js';
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
import { ContractSession, EXECUTE, PUBLISH } from '../support/contractSession.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { type Members, number, signed } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('contracts: alice');
const bob = signingActor('contracts: bob');
const heir = actor('contracts: heir');

const SLOW_MACHINE_MS = 240_000;
const QUANTA = 1_000n;
const NOWHERE = '0123456789abcdef0123456789abcdef01234567';

let node: InlineNode;
let api: CheckedApi;
let watch: ChainWatch;
let session: ContractSession;
let wasm: Uint8Array;
/** The contract that most tests call. */
let probe: string;

const call = (method: string, more: Members = {}, signer = alice, contract = probe) =>
  session.call(signer, contract, method, more);

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
  session = new ContractSession(api, watch, wasm);
  probe = await session.deploy(alice);
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

describe('a deploy', () => {
  test('costs its bytes to the quantum, and its record says what it is', async () => {
    const before = await session.quantaOf(bob.address);
    const request = signedDeploy(bob, wasm);
    const { answer, receipt } = await session.done(PUBLISH, request);
    const fee = BigInt(wasm.length) * QUANTA;
    expect(answer).toEqual({ success: true, txId: request.txId, address: request.contract, fee: Number(fee) / 1e9 });
    expect(before - (await session.quantaOf(bob.address))).toBe(fee);
    expect(receipt).toMatchObject({ status: 'Success', tx_hash: request.txId });
    const { block } = await api.get<{ block: { height: number; time: number } }>(`/api/block/${receipt.block_height}`);
    expect(block.time).toBeGreaterThan(0);
    expect(await session.recordOf(request.contract)).toEqual({
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
    const answers = await Promise.all(requests.map((request) => session.send(PUBLISH, request)));
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
    const { answer } = await session.done('/api/v2/contract/deploy', request);
    expect(answer).toMatchObject({ success: true, address: request.contract });
    expect(await session.recordOf(request.contract)).toMatchObject({ deployer_address: bob.address });
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
    const before = await session.quantaOf(alice.address);
    const { answer, receipt } = await call('keep', { args });
    const events = [{ contract_addr: probe, topic: 'kept', data: text }];
    const preview = answer.preview as Json;
    expect(answer).toMatchObject({ success: true, fee: 10, preview: { returnData: JSON.parse(text), events } });
    expect(preview.gasUsed).toBeGreaterThan(10_000);
    expect(receipt).toMatchObject({
      ...{ status: 'Success', gas_used: preview.gasUsed, return_data: JSON.parse(text) },
      ...{ contract_events: events, contract_logs: ['kept'], calls: [] },
    });
    expect(before - (await session.quantaOf(alice.address))).toBe(BigInt(Number(receipt.gas_used)) * QUANTA);
    expect(await api.get(`/api/contract/${probe}/state?key=args`)).toMatchObject({
      ...{ key: 'args', key_hex: toHex(utf8('args')), value: toHex(utf8(text)), valueUtf8: text },
    });
    const { tx } = await api.get<{ tx: { payload: Json; fee_quanta?: string } }>(`/api/tx/${receipt.tx_hash}`);
    expect(tx.payload).toMatchObject({ contract_addr: probe, contract_method: 'keep', contract_gas_limit: 10_000_000 });
    expect(tx.payload.contract_args).toEqual(JSON.parse(text));
  });

  test('without arguments gets an empty object; the address may be spelled in any case', async () => {
    for (const contractAddr of [probe.toUpperCase(), ` ${probe} `]) {
      const { receipt } = await session.done(EXECUTE, signedCall(alice, contractAddr, 'keep', { args: null }));
      expect(receipt).toMatchObject({ status: 'Success', return_data: {} });
    }
    expect(await session.recordOf(probe.toUpperCase())).toMatchObject({ address: probe });
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
    expect(await session.query(probe, 'who')).toMatchObject({ success: true, returnData: '' });
    expect(await session.query(probe, 'who', { caller: 'anybody' })).toMatchObject({ returnData: 'anybody' });
  });

  test('that fails in its block leaves nothing but its fee and its log', async () => {
    const contract = await session.deploy(bob);
    const requests = [alice, bob].map((signer) => signedCall(signer, contract, 'once', { gasLimit: number(100_000) }));
    const before = await Promise.all([alice, bob].map(({ address }) => session.quantaOf(address)));
    const body = `[${requests.map(({ body }) => body).join()}]`;
    const results = batchResults(await api.post('/api/v2/batch', body));
    expect(results.map(({ success, txId }) => [success, txId])).toEqual(requests.map(({ txId }) => [true, txId]));
    const receipts: Json[] = [];
    for (const { txId } of requests) {
      receipts.push(await session.receiptOf(txId));
    }
    const [good, bad] = receipts[0]?.status === 'Success' ? receipts : [...receipts].reverse();
    expect(good).toMatchObject({ status: 'Success', contract_logs: [] });
    expect(bad).toMatchObject({
      status: { Failed: 'Execution error: unreachable code was executed' },
      ...{ return_data: null, contract_events: [], contract_logs: ['wrong payment'], calls: [] },
    });
    const after = await Promise.all([alice, bob].map(({ address }) => session.quantaOf(address)));
    expect(after.map((now, index) => (before[index] as bigint) - now)).toEqual(
      receipts.map(({ gas_used }) => BigInt(Number(gas_used)) * QUANTA),
    );
    expect(await session.recordOf(contract)).toMatchObject({
      storage_records: 1,
      storage_bytes: 9,
      event_transactions: 0,
    });
  });

  test('calls others when it has ended, and a failure of theirs is theirs', async () => {
    const other = await session.deploy(bob);
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
    const contract = await session.deploy(bob);
    for (const symbol of ['XRGE', 'gold'] as const) {
      const before = await session.quantaOf(alice.address);
      const attach = attachment({ symbol, amount: 1_000 });
      const { receipt } = await call('pay', { attach }, alice, contract);
      expect(receipt).toMatchObject({ status: 'Success' });
      expect((receipt.contract_events as Json[])[0]?.data).toBe(symbol.toUpperCase());
      const paid = BigInt(Number(receipt.gas_used)) * QUANTA + (symbol === 'XRGE' ? 1_000n : 0n);
      expect(before - (await session.quantaOf(alice.address))).toBe(paid);
    }
    expect(await session.recordOf(contract)).toMatchObject({ balance_quanta: '1000' });
    expect(await session.quantaOf(contract)).toBe(1_000n);
    const held = await api.get(`/api/balance/${account(contract)}/GOLD`);
    expect(held).toMatchObject({ balance_raw: '1000' });

    const { receipt } = await call('give', { args: object({ to: heir.address }) }, bob, contract);
    expect(receipt).toMatchObject({ status: 'Success' });
    expect([await session.quantaOf(contract), await session.quantaOf(heir.address)]).toEqual([600n, 400n]);
    const { transactions } = await api.get<{ transactions: Json[] }>(`/api/address/${heir.address}/transactions`);
    expect(transactions.map(({ txId }) => txId)).toEqual([receipt.tx_hash]);
  });

  test('that the contract does not want is refused before, and given back in a block', async () => {
    const contract = await session.deploy(bob);
    for (const symbol of ['XRGE', 'GOLD'] as const) {
      const request = signedCall(alice, contract, 'pay', { attach: attachment({ symbol, amount: 999 }) });
      const tried = await api.post(EXECUTE, request.body);
      expect([tried.status, tried.json?.error]).toEqual([
        400,
        'call would fail: Execution error: unreachable code was executed; the contract says: wrong payment',
      ]);
      const tokens = async () => (await api.get(`/api/balance/${alice.address}/GOLD`)).balance_raw;
      const [quanta, units] = [await session.quantaOf(alice.address), await tokens()];
      const results = batchResults(await api.post('/api/v2/batch', `[${request.body}]`));
      expect(results[0]).toMatchObject({ success: true, txId: request.txId });
      const receipt = await session.receiptOf(request.txId);
      expect(receipt.status).toEqual({ Failed: 'Execution error: unreachable code was executed' });
      expect(quanta - (await session.quantaOf(alice.address))).toBe(BigInt(Number(receipt.gas_used)) * QUANTA);
      expect(await tokens()).toBe(units);
    }
    expect(await session.recordOf(contract)).toMatchObject({ balance_quanta: '0', event_transactions: 0 });
  });

  test('is tried by a query for a payer who has it, without moving anything', async () => {
    const attach = { symbol: 'GOLD', amount: 1_000 };
    const before = await session.recordOf(probe);
    expect(await session.query(probe, 'pay', { caller: alice.keyHex, attach })).toMatchObject({
      ...{ success: true, events: [{ contract_addr: probe, topic: 'kept', data: 'GOLD' }], error: null },
    });
    expect(await session.query(probe, 'pay', { caller: bob.keyHex, attach })).toMatchObject({
      ...{ success: false, gasUsed: 0, error: 'insufficient GOLD for the attached payment: have 0, need 1000' },
    });
    for (const caller of [undefined, null, '', 'nobody']) {
      const body = JSON.stringify({ method: 'pay', caller, attach });
      const { status, json } = await api.post(`/api/contract/${probe}/query`, body);
      expect([status, json?.success, json?.error]).toEqual([
        ...[400, false, 'previewing an attached payment needs the caller'],
      ]);
    }
    expect(await session.recordOf(probe)).toEqual(before);
  });
});

test('a signed call through the older path, and an unsigned one, which submits nothing', async () => {
  const request = signedCall(alice, probe, 'text');
  const { answer, receipt } = await session.done('/api/v2/contract/call', request);
  expect([answer.txId, receipt.status]).toEqual([request.txId, 'Success']);
  const total = async () => (await api.get<{ total: number }>('/api/txs?limit=1')).total;
  const before = await total();
  const body = { contractAddr: probe, method: 'keep', caller: alice.keyHex, args: { a: 1 }, gasLimit: 10_000_000 };
  const { status, json } = await api.post('/api/v2/contract/call', JSON.stringify(body));
  expect([status, json]).toEqual([
    200,
    {
      ...{ success: true, returnData: { a: 1 }, submitted: false },
      ...{ gasUsed: json?.gasUsed, gasNeeded: json?.gasUsed },
      ...{ events: [{ contract_addr: probe, topic: 'kept', data: '{"a":1}' }], error: 'kept' },
    },
  ]);
  expect(await total()).toBe(before);
});

test('a transfer to a contract credits it; one to an address that is none is refused', async () => {
  const before = await session.quantaOf(probe);
  const transfer = (to: string) => signed(alice, { type: 'transfer', to, amount: number('1.5') });
  await session.done('/api/v2/transfer', transfer(probe));
  expect((await session.quantaOf(probe)) - before).toBe(1_500_000_000n);
  expect((await api.post('/api/v2/transfer', transfer(NOWHERE).body)).json?.code).toBe('invalid_recipient');
});
