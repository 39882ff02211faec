/** A contract that is a component, at a real node: published as it is, queried and called, refused, and there after a restart. */

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal } from '../../engine/base/refusal.js';
import { isComponent } from '../../engine/vm/component/componentCore.js';
import { nativePrices } from '../../engine/vm/prices.js';
import { buildContract } from '../../ops/contract/build.js';
import { buildComponent, contractWit } from '../../ops/contract/component.js';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { attachment, probeContract, signedCall, signedDeploy } from '../support/contractRequests.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { type Members, number, type Signed } from '../support/signedRequests.js';
import { built, smallCore } from '../support/smallCores.js';
import { signingActor } from '../support/transactions.js';

const alice = signingActor('components: alice');

const SLOW_MACHINE_MS = 240_000;
const PUBLISH = '/api/v2/contract/publish';
const EXECUTE = '/api/v2/contract/execute';

let node: LiveNode;
let api: CheckedApi;
let watch: ChainWatch;
let wasm: Uint8Array;
let counter: string;

async function open(): Promise<void> {
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
}

/** Sends and waits for the block. @returns the answer and the receipt. */
async function done(path: string, request: Signed): Promise<{ answer: Json; receipt: Json }> {
  const { status, json, text } = await api.post(path, request.body);
  expect(status, text).toBe(200);
  await watch.included(request.txId);
  const { receipt } = await api.get<{ receipt: Json }>(`/api/tx/${request.txId}/receipt`);
  return { answer: json as Json, receipt };
}

const call = (method: string, more: Members = {}, contract = counter) =>
  done(EXECUTE, signedCall(alice, contract, method, more));

const query = async (method: string, contract = counter): Promise<Json> =>
  (await api.post(`/api/contract/${contract}/query`, JSON.stringify({ method }))).json as Json;

async function publish(code: Uint8Array): Promise<string> {
  const request = signedDeploy(alice, code);
  const { receipt } = await done(PUBLISH, request);
  expect(receipt.status).toBe('Success');
  return request.contract;
}

beforeAll(async () => {
  node = await startNode({ genesis: { allocations: [{ address: alice.address, amount: '10000' }] } });
  await open();
  const contract = await buildContract('ops/examples/contracts/component-counter.ts', nativePrices);
  if (isRefusal(contract)) throw new Error(contract.message);
  wasm = contract.wasm;
  counter = await publish(wasm);
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

describe('a component', () => {
  test('is stored and hashed as it was uploaded', async () => {
    expect(isComponent(wasm)).toBe(true);
    const { contract } = await api.get<{ contract: Json }>(`/api/contract/${counter}`);
    expect(contract).toMatchObject({
      code_hash: createHash('sha256').update(wasm).digest('hex'),
      wasm_size: wasm.length,
    });
  });

  test('runs in blocks as in previews and queries: the same answer, events and fuel', async () => {
    for (let count = 1; count <= 3; count++) {
      const { answer, receipt } = await call('turn');
      const { gasUsed, events } = answer.preview as Json;
      expect(events).toEqual([{ contract_addr: counter, topic: 'turned', data: String(count) }]);
      expect(receipt).toMatchObject({
        status: 'Success',
        gas_used: gasUsed,
        return_data: null,
        contract_events: events,
      });
      expect(await query('show')).toMatchObject({ success: true, returnData: count, error: null });
    }
  });

  test('fails in its own words, and nothing stays of the call', async () => {
    expect(await query('jump')).toMatchObject({
      ...{ success: false, returnData: null, events: [] },
      error: 'Execution error: there is no method jump',
    });
    const paid = signedCall(alice, counter, 'turn', { attach: attachment({ symbol: 'XRGE', amount: 5 }) });
    const { status, json } = await api.post(EXECUTE, paid.body);
    expect([status, (json as Json).error]).toEqual([
      400,
      'call would fail: Execution error: this method takes no payment',
    ]);
    expect(await query('show')).toMatchObject({ returnData: 3 });
  });

  test('is refused with less fuel than its preview took', async () => {
    const { answer } = await call('turn');
    const { gasUsed } = answer.preview as { gasUsed: number };
    const short = signedCall(alice, counter, 'turn', { gasLimit: number(gasUsed - 1) });
    expect((await api.post(EXECUTE, short.body)).json).toMatchObject({
      error: `gasLimit ${gasUsed - 1} is below the ${gasUsed} gas this call needs`,
    });
  });

  test('calls a module and is called by one', async () => {
    const module = await publish(await probeContract());
    const caller = await publish(
      await built(
        await smallCore({
          imports: ['call-contract'],
          call: `(call $call-contract (i32.const 64) (i32.const 40) (i32.const 104) (i32.const 4) (i32.const 108)
            (i32.const 2) (i32.const 0) (i64.const 0) (i32.const 256)) (i32.const 512)`,
          rest: `(data (i32.const 64) "${module}keep{}")`,
        }),
      ),
    );
    const { receipt } = await call('any', {}, caller);
    expect(receipt).toMatchObject({
      ...{ status: 'Success', return_data: '', contract_logs: ['kept'] },
      calls: [{ contract: module, method: 'keep', error: null }],
    });
    // The module calls methods that the counter does not have.
    const back = await call('relay', { args: new Map([['to', counter]]) }, module);
    expect((back.receipt.calls as Json[]).map(({ contract, error }) => [contract, error]).slice(0, 2)).toEqual([
      [counter, 'Execution error: there is no method keep'],
      [counter, 'Execution error: there is no method trap'],
    ]);
  });
});

describe('a component that is none of contracts', () => {
  const publishing = async (code: Uint8Array): Promise<unknown> => {
    const { status, json } = await api.post(PUBLISH, signedDeploy(alice, code).body);
    expect(status).toBe(400);
    return (json as Json).error;
  };

  test('is refused with the byte', async () => {
    expect(await publishing(wasm.subarray(0, 100))).toMatch(/^Invalid component: .* \(at byte \d+\)$/);
    const other = await buildComponent(
      await smallCore({}),
      contractWit().replace('-> result<string, string>;\n}', '-> result<string>;\n}'),
    );
    expect(isRefusal(other)).toBe(false);
    expect(await publishing(other as Uint8Array)).toMatch(/^Invalid component: .* \(at byte \d+\)$/);
    const simd = await built(await smallCore({ rest: '(func (param i32) (drop (i32.atomic.load (local.get 0))))' }));
    expect(await publishing(simd)).toMatch(/^Invalid WASM: .*, in the core module that begins at byte \d+$/);
  });
});

test('a component is there after a restart', async () => {
  const before = await query('show');
  await watch.close();
  await node.stop();
  node = await startNode({ dataDir: node.dataDir });
  await open();
  expect(await query('show')).toEqual(before);
  const { receipt } = await call('turn');
  expect(receipt.status).toBe('Success');
  expect(await query('show')).toMatchObject({ returnData: (before.returnData as number) + 1 });
});
