/** What the code of contracts offers, as the API says it: the same as the rules of the machine read in it, for modules and components;
 *  and contracts found by their address. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { prepareContract } from '../../engine/vm/prepareContract.js';
import { nativePrices } from '../../engine/vm/prices.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { probeContract, signedDeploy } from '../support/contractRequests.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { built, smallCore } from '../support/smallCores.js';
import { signingActor } from '../support/transactions.js';

const alice = signingActor('contract interface: alice');
const READERS = 20;

let node: InlineNode;
let api: CheckedApi;
let watch: ChainWatch;
const codes: Record<string, Uint8Array> = {};
const addresses: Record<string, string> = {};

beforeAll(async () => {
  node = await startInlineNode({ genesis: { allocations: [{ address: alice.address, amount: '1000' }] } });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
  codes.module = await probeContract();
  codes.component = await built(await smallCore({ imports: ['log'] }));
  for (const [name, code] of Object.entries(codes)) {
    const request = signedDeploy(alice, code);
    const { status, text } = await api.post('/api/v2/contract/publish', request.body);
    expect(status, text).toBe(200);
    await watch.included(request.txId);
    addresses[name] = request.contract;
  }
});

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

const interfaceOf = (address: string) => api.send(`/api/contract/${address}/interface`);

test.each(['module', 'component'])('a %s offers what the machine reads in it', async (name) => {
  const code = codes[name] ?? new Uint8Array(0);
  const prepared = prepareContract(code, nativePrices);
  if (isRefusal(prepared)) throw new Error(prepared.message);
  const { json } = await interfaceOf(addresses[name] ?? '');
  expect(json).toEqual({
    success: true,
    code_hash: toHex(prepared.codeHash),
    component: name === 'component',
    methods: prepared.methods,
    imports: prepared.imports,
    memory_pages: prepared.memory,
    wasm_size: code.length,
  });
  expect(prepared.methods.length > 0).toBe(name === 'module');
  expect(prepared.imports.length).toBeGreaterThan(0);
});

test('many readers at once get the same answer, beside queries', async () => {
  const address = addresses.module ?? '';
  const [first, ...others] = await Promise.all(
    Array.from({ length: READERS }, (_, at) => interfaceOf(at % 2 === 0 ? address : address.toUpperCase())),
  );
  expect(first?.status).toBe(200);
  expect(others.filter(({ text }) => text === first?.text)).toHaveLength(READERS - 1);
  expect((await api.post(`/api/contract/${address}/query`, '{"method":"text"}')).status).toBe(200);
});

test('there is none of an address without a contract, and of a text that is no address', async () => {
  for (const name of ['0'.repeat(40), 'x', alice.address]) {
    const { status, json } = await interfaceOf(name);
    expect([status, json?.code], name).toEqual([404, 'not_found']);
  }
});

test('the search finds a contract by its whole address', async () => {
  const address = addresses.module ?? '';
  const find = async (text: string) => (await api.get<{ contracts: unknown }>(`/api/search?q=${text}`)).contracts;
  const { contract } = await api.get<{ contract: { created_height: number } }>(`/api/contract/${address}`);
  const hit = { address, deployer_address: alice.address, created_height: contract.created_height };
  for (const text of [address, address.toUpperCase(), `%20${address}`]) expect(await find(text), text).toEqual([hit]);
  for (const text of [address.slice(1), `${address}0`, '0'.repeat(40)]) expect(await find(text), text).toEqual([]);
});
