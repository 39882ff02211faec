/** Contracts at a real node: the published client's methods, other spellings of what is signed, a restart, the edge of a network. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromHex, utf8 } from '../../engine/base/bytes.js';
import { canonicalJson, isJsonObject, JsonNumber, type JsonValue, parseJson } from '../../engine/base/json.js';
import { SIGNED_JSON } from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { openKernelBackend } from '../../workers/verify/kernelBackend.js';
import type { Json, WrapperShape } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { base64, probeContract, signedCall, signedDeploy } from '../support/contractRequests.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { loadPublishedClient } from '../support/publishedClient.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { envelope, number, payloadText, type Signed, signText } from '../support/signedRequests.js';
import { respelled } from '../support/spellings.js';
import { signingActor } from '../support/transactions.js';
import { hex, sha } from '../vectors/independent.js';

const alice = signingActor('contracts live: alice');

const SLOW_MACHINE_MS = 240_000;
const EXECUTE = '/api/v2/contract/execute';
const SPELLINGS = 150;

let node: LiveNode;
let api: CheckedApi;
let watch: ChainWatch;
let wasm: Uint8Array;
let probe: string;

async function open(options: { readonly dataDir?: string; readonly flags?: readonly string[] } = {}): Promise<void> {
  node = await startNode({ genesis: { allocations: [{ address: alice.address, amount: '1000000' }] }, ...options });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
}

async function taken(path: string, { body, txId }: Signed): Promise<void> {
  const { status, text } = await api.post(path, body);
  expect(status, text).toBe(200);
  await watch.included(txId);
}

async function deploy(): Promise<string> {
  const request = signedDeploy(alice, wasm);
  await taken('/api/v2/contract/publish', request);
  return request.contract;
}

beforeAll(async () => {
  wasm = await probeContract();
  await open();
  probe = await deploy();
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

test('the published client reads contracts, and its unsigned writes are answered', async () => {
  const { RougeChain } = await loadPublishedClient();
  type Methods = Readonly<Record<string, (...input: readonly unknown[]) => Promise<Json>>>;
  // The client has them beside its shielded transfers.
  const { shielded: client } = new RougeChain(`${node.url}/api`) as unknown as { readonly shielded: Methods };
  const call = (name: string, ...input: readonly unknown[]): Promise<Json> => {
    const method = client[name];
    if (!method) throw new Error(`the client has no method ${name}`);
    return method.apply(client, input as unknown[]);
  };
  await taken(EXECUTE, signedCall(alice, probe, 'keep', { args: new Map([['a', number(1)]]) }));
  expect(await call('getContract', probe)).toMatchObject({ contract: { address: probe, wasm_size: wasm.length } });
  expect(await call('getContractState', probe)).toMatchObject({ state: { args: '{"a":1}' }, count: 1 });
  expect(await call('getContractState', probe, '61726773')).toMatchObject({ valueUtf8: '{"a":1}' });
  expect(await call('getContractEvents', probe, 5)).toMatchObject({ count: 1, events: [{ data: '{"a":1}' }] });
  expect(await call('listContracts')).toMatchObject({ count: 1, contracts: [{ address: probe }] });
  const order = { contractAddr: probe, method: 'keep', caller: alice.keyHex, args: { b: 2 }, gasLimit: 1_000_000 };
  expect(await call('callContract', order)).toMatchObject({ success: true, returnData: { b: 2 }, submitted: false });
  expect(await call('getContractState', probe)).toMatchObject({ state: { args: '{"a":1}' } });
  const unsigned = { wasm: base64(wasm), deployer: alice.keyHex, nonce: 1 };
  await expect(call('deployContract', unsigned)).rejects.toThrow(/410|gone|signed/i);
});

/** What the arguments of a signed text are, as the chain must have executed them. */
function signedArgs(text: string): string {
  const payload = parseJson(text.trim(), SIGNED_JSON);
  if (isRefusal(payload) || !isJsonObject(payload)) throw new Error(`an accepted text is no object: ${text}`);
  const args = payload.get('args');
  return args === undefined || args === null ? '{}' : canonicalJson(args);
}

test(
  'a call means one thing, however it is spelled',
  async () => {
    const random = new SeededRandom(testSeed());
    const backend = openKernelBackend(1 << 20);
    const args: readonly (() => JsonValue)[] = [
      () =>
        new Map<string, JsonValue>([
          ['b', [number('1.0'), number('1e400')]],
          ['a', 'é\ud83d\ude00"\\'],
        ]),
      () =>
        new Map<string, JsonValue>([
          ['__proto__', number('-0')],
          ['half', '\ud800x'],
        ]),
      () => [null, true, number('9007199254740993')],
      () => new JsonNumber(random.pick(['0', '1E5', '-1.50'])),
      () => '',
    ];
    const texts = new Map<string, string>();
    const codes = new Map<string, number>();
    for (let made = 0; made < SPELLINGS; made++) {
      const payload = parseJson(
        payloadText(alice, {
          ...{ type: 'contract_call', contractAddr: probe, method: 'keep', args: random.pick(args)() },
          ...(random.chance(50) ? { gasLimit: number(1_000_000) } : {}),
        }),
        SIGNED_JSON,
      );
      if (isRefusal(payload) || !isJsonObject(payload)) throw new Error('a payload is an object');
      const { text, beside } = respelled(payload, alice.keyHex, random);
      const request = signText(alice, text, '', backend);
      const more = `,"payload_bytes_hex":"${hex(utf8(text))}"`;
      const answer = await api.post(EXECUTE, envelope(beside, request.signature, alice.keyHex, more));
      codes.set(String(answer.json?.code), (codes.get(String(answer.json?.code)) ?? 0) + 1);
      if (answer.status !== 200) continue;
      expect(answer.json?.txId).toBe(request.txId);
      texts.set(request.txId, text);
      const preview = answer.json?.preview as { readonly events: readonly Json[] } | undefined;
      expect(preview?.events[0]?.data).toBe(Buffer.from(signedArgs(text)).toString('utf8'));
    }
    console.log(Object.fromEntries(codes));
    for (const id of texts.keys()) await watch.included(id);
    const { events } = await api.get<{ events: readonly Json[] }>(`/api/contract/${probe}/events?limit=1000`);
    let compared = 0;
    for (const { tx_hash, data } of events) {
      const text = texts.get(String(tx_hash));
      if (text === undefined) continue;
      expect(data).toBe(Buffer.from(signedArgs(text)).toString('utf8'));
      const { tx } = await api.get<WrapperShape>(`/api/tx/${tx_hash}`);
      expect(hex(sha(fromHex(tx.from_pub_key) ?? '', tx.signed_payload))).toBe(tx_hash);
      compared++;
    }
    expect(compared).toBe(texts.size);
    expect(texts.size).toBeGreaterThan(15);
    expect(codes.get('internal')).toBeUndefined();
  },
  SLOW_MACHINE_MS,
);

test(
  'everything is the same after a restart, and the next call runs',
  async () => {
    const { txs } = await api.get<{ txs: readonly { txId: string }[] }>('/api/txs?limit=5');
    const paths = [
      ...['/api/contracts', `/api/contract/${probe}`, `/api/contract/${probe}/state`],
      ...[`/api/contract/${probe}/state?key=args`, `/api/contract/${probe}/events?limit=20`],
      ...txs.map(({ txId }) => `/api/tx/${txId}/receipt`),
    ];
    const all = () => Promise.all(paths.map(async (path) => (await api.send(path)).text));
    const before = await all();
    await watch.close();
    await node.stop();
    await open({ dataDir: node.dataDir, flags: ['--public-edge'] });
    expect(await all()).toEqual(before);
    expect(before.every((text) => text.startsWith('{"success":true'))).toBe(true);
    await taken(EXECUTE, signedCall(alice, probe, 'keep', { args: 'after' }));
    expect(await api.get(`/api/contract/${probe}/state?key=args`)).toMatchObject({ valueUtf8: '"after"' });
  },
  SLOW_MACHINE_MS,
);

test('a public edge leaves the two older paths to its operators, signed or not', async () => {
  const bodies = [signedDeploy(alice, wasm).body, signedCall(alice, probe, 'keep').body, '{}', ''];
  for (const path of ['/api/v2/contract/deploy', '/api/v2/contract/call'])
    for (const body of bodies) {
      const { status, json } = await api.post(path, body);
      expect([path, status, json?.code]).toEqual([path, 403, 'public_edge']);
    }
  const { status } = await api.post(`/api/contract/${probe}/query`, '{"method":"text"}');
  expect(status).toBe(200);
});
