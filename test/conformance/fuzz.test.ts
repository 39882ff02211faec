/** Bad input never breaks a real node: two thousand mutations of good requests over every route that takes a body. Bytes
 *  are damaged, JSON is rearranged, and payloads that mean something else are signed properly. Whatever comes, the
 *  answer is a success or a failure with a code, never 5xx other than 503, and the node goes on. */

import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../api/routes/index.js';
import { fromHex, utf8 } from '../../engine/base/bytes.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import type { WrapperShape } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { envelope, number, payloadText, type Signed, signedTransfer, signText } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';
import { hex, sha } from '../vectors/independent.js';

const alice = signingActor('fuzz: alice');
const bob = actor('fuzz: bob');

const MUTATIONS = 2_000;
/** Of them so many are signed after the mutation: a signature takes 10 to 20 ms. */
const SIGNED = 250;
const IN_FLIGHT = 16;

const seed = testSeed();
const random = new SeededRandom(seed);

let node: LiveNode;
let api: CheckedApi;
const agent = new http.Agent({ keepAlive: true, maxSockets: IN_FLIGHT });

beforeAll(async () => {
  const allocations = [{ address: alice.address, amount: '1000000' }];
  node = await startNode({ genesis: { allocations, faucet: true }, flags: ['--faucet-enabled'] });
  api = new CheckedApi(node.url);
});

afterAll(async () => {
  agent.destroy();
  await node?.remove();
});

const paths = routes.flatMap(({ description }) =>
  description.method === 'POST' && !description.deprecated ? [description.path] : [],
);

/** The payload that a route would take, as text. */
function goodPayload(path: string): string {
  const kind = kinds.find(({ route }) => route === path);
  const members = { to: bob.address, amount: number('0.5'), token: 'XRGE', priority_fee: number('0.01') };
  return payloadText(alice, { type: kind?.name ?? 'transfer', ...members });
}

/** The body around a signed payload that a route takes. */
function bodyOf(path: string, { text, signature }: Pick<Signed, 'text' | 'signature'>): string {
  if (path === '/api/faucet') return JSON.stringify({ recipientPublicKey: alice.keyHex, amount: 10_000 });
  if (path !== '/api/tx/broadcast') return envelope(text, signature, alice.keyHex);
  const tx = { tx_type: 'transfer', from_pub_key: alice.keyHex, sig: signature, signed_payload: text, version: 1 };
  return JSON.stringify({ ...tx, nonce: 1, fee: 0.11, payload: { amount: 0.5, to_pub_key_hex: bob.address } });
}

/** Values that a careless reader trips over. */
const strange: readonly string[] = [
  ...['null', 'true', '0', '-0', '-1', '1e400', '1E-400', '0.1e-9999999999', '9'.repeat(400), '1.0000000000000000001'],
  ...['""', '"\\u0000"', '"\\ud800"', '"__proto__"', '"toString"', '"🚀"', '"NaN"', '" "', `"${'a'.repeat(5_000)}"`],
  ...['[]', '{}', '[[[[]]]]', '{"__proto__":{}}', '{"toJSON":1}', '{"length":-1}', '[null]', `[${'1,'.repeat(500)}1]`],
  ...[`"${alice.keyHex}"`, `"${bob.address}"`, `"${bob.address.toUpperCase()}"`, '"0x00"', '"transfer"', '"faucet"'],
];

/** One member of an object's text, at any depth: its name, and where its value stands. */
function members(text: string): { readonly name: string; readonly from: number; readonly to: number }[] {
  const found = text.matchAll(/"([A-Za-z_]+)":("(?:[^"\\]|\\.)*"|[^,{}[\]]+|\{|\[)/g);
  return [...found].map((match) => {
    const [whole, name = '', value = ''] = match;
    const to = match.index + whole.length;
    return { name, from: to - value.length, to };
  });
}

/** Another value, another name, a member twice, gone, or more. */
function rearranged(text: string): string {
  const all = members(text);
  if (all.length === 0) return `${text}${random.pick(strange)}`;
  const { name, from, to } = random.pick(all);
  const value = text.slice(from, to);
  const [before, after] = [text.slice(0, from), text.slice(to)];
  switch (random.below(6)) {
    case 0:
      return `${before}${random.pick(strange)}${after}`;
    case 1:
      return `${before.slice(0, -3)}x":${value}${after}`;
    case 2:
      return `${before}${value},"${name}":${random.pick(strange)}${after}`;
    case 3:
      return text.replace(/"[A-Za-z_]+":[^,{}[\]]+,/, '');
    case 4:
      return text.replace(
        '{',
        `{"${random.pick(['__proto__', 'constructor', 'x', '', 'chainId'])}":${random.pick(strange)},`,
      );
    default:
      return `${before}${'['.repeat(random.between(1, 60))}${value}${']'.repeat(random.between(1, 60))}${after}`;
  }
}

/** A byte changed, a piece gone, doubled, moved or put in. */
function damaged(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes);
  const at = random.below(buffer.length);
  const end = Math.min(buffer.length, at + random.between(1, 40));
  switch (random.below(6)) {
    case 0:
      buffer[at] = random.below(256);
      return buffer;
    case 1:
      buffer[at] = (buffer[at] ?? 0) ^ (1 << random.below(8));
      return buffer;
    case 2:
      return Buffer.concat([buffer.subarray(0, at), buffer.subarray(end)]);
    case 3:
      return Buffer.concat([buffer.subarray(0, end), buffer.subarray(at)]);
    case 4:
      return buffer.subarray(0, at);
    default:
      return Buffer.concat([buffer.subarray(0, at), Buffer.from([random.below(256)]), buffer.subarray(at)]);
  }
}

/** Good signed payloads, one a route, that damage starts from. */
const good = new Map(paths.map((path) => [path, signText(alice, goodPayload(path))]));

function mutation(index: number): { readonly path: string; readonly body: Uint8Array } {
  const path = paths[index % paths.length] as string;
  const base = good.get(path) as Signed;
  if (index < SIGNED) {
    const text = rearranged(goodPayload(path));
    return { path, body: utf8(bodyOf(path, signText(alice, text))) };
  }
  const body = bodyOf(path, base);
  const changed = random.chance(60) ? utf8(rearranged(body)) : damaged(utf8(body));
  return { path, body: random.chance(20) && changed.length > 0 ? damaged(changed) : changed };
}

test(`${MUTATIONS} mutations of good requests, seed ${seed}`, async () => {
  const statuses = new Map<number, number>();
  const byPath = new Map<string, number>();
  let next = 0;
  async function worker(): Promise<void> {
    while (next < MUTATIONS) {
      const index = next++;
      const { path, body } = mutation(index);
      const where = `seed ${seed}, mutation ${index}, POST ${path}: ${Buffer.from(body).toString('latin1').slice(0, 300)}`;
      const answer = await api
        .send(path, { method: 'POST', headers: JSON_HEADERS, body, agent })
        .catch((error: unknown) => {
          throw new Error(`${String(error)} at ${where}`);
        });
      expect([200, 400, 401, 403, 413, 429, 503], `${answer.text.slice(0, 300)} at ${where}`).toContain(answer.status);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      byPath.set(path, (byPath.get(path) ?? 0) + 1);
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  console.log('answers by status', Object.fromEntries([...statuses].sort(([a], [b]) => a - b)));
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(MUTATIONS);
  expect([...byPath.keys()].sort()).toEqual([...paths].sort());
  expect(Math.min(...byPath.values())).toBeGreaterThanOrEqual(Math.floor(MUTATIONS / paths.length));
  // Damage must reach beyond the first check, or it proves little.
  expect(statuses.get(400)).toBeGreaterThan(400);
  expect(statuses.get(401)).toBeGreaterThan(100);
  expect(statuses.get(200)).toBeGreaterThan(5);
});

test('the node has noticed nothing: it reports no fault, and a good transfer is included', async () => {
  expect(await api.get('/api/health')).toMatchObject({ status: 'ok' });
  expect(node.logs()).not.toMatch(/"level":(?:50|60)/);
  const watch = await ChainWatch.open(node.url);
  const request = signedTransfer(alice, bob.address, '1');
  expect((await api.post('/api/v2/transfer', request.body)).status).toBe(200);
  expect((await watch.included(request.txId)).status).toBe('success');
  // What was taken in is kept to the last byte: every transaction of the chain still proves its own identity.
  const { txs } = await api.get<{ txs: readonly WrapperShape[] }>('/api/txs?limit=1000');
  for (const { txId, tx } of txs) expect(hex(sha(fromHex(tx.from_pub_key) ?? '', tx.signed_payload))).toBe(txId);
  expect(txs.length).toBeGreaterThan(3);
  await watch.close();
  expect(await node.stop()).toEqual({ code: 0, signal: null });
});
