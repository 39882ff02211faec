/** Bad input never breaks a real node. Every route of the table gets requests that its schemas do not allow, payloads
 *  that mean something else are signed properly, so that they reach the checks after the signature, and the stream
 *  gets frames. Whatever comes, the answer is a success or a failure with a code, never 5xx other than 503, within a
 *  bounded time, without internal details, and the node continues to make blocks. */

import { existsSync, readFileSync } from 'node:fs';
import type { TObject } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { exampleOf } from '../../api/openapi/examples.js';
import { clientFrames, STREAM_PATH } from '../../api/openapi/webSocket.js';
import { routes } from '../../api/routes/index.js';
import type { RouteDescription } from '../../api/routing/route.js';
import { fromHex, utf8 } from '../../engine/base/bytes.js';
import { type RefusalCode, refusalStatus } from '../../engine/base/refusal.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import { commonMembers } from '../../engine/ledger/payloadMembers.js';
import { serviceKindOf, serviceKinds } from '../../engine/services/kinds/index.js';
import type { WrapperShape } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { goodBody, goodMembers, operationOfRoute, signedBody } from '../support/routeRequests.js';
import { serviceOfRoute } from '../support/serviceRequests.js';
import { freshNonce, payloadText, signedTransfer, signText } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';
import { hex, sha } from '../vectors/independent.js';
import { makeInput } from './inputs.js';
import { exchangeRaw, type RawAnswer } from './rawHttp.js';
import { damaged, memberJson, rearranged, strangeJson } from './values.js';

const alice = signingActor('fuzz: alice');
const bob = actor('fuzz: bob');

/** Inputs for each route, and more for each that takes a body. */
const PER_ROUTE = 40;
const PER_BODY = 100;
/** Signed after the change, for each route that takes signed requests: a signature takes 10 to 20 ms. */
const SIGNED_PER_ROUTE = 30;
const FRAMES = 400;
const IN_FLIGHT = 16;
/** The native server closes input that is not HTTP after 10 s of silence: all such inputs wait at once. */
const MALFORMED_IN_FLIGHT = 400;
/** Memory that the inputs may leave behind: heap that is not collected yet, sockets, a mempool of what was accepted. */
const GROWTH_BYTES = 400 * 1024 * 1024;

/** Thousands of requests: a slow machine takes longer for them than a test usually may. */
const FUZZ_MS = 300_000;

const seed = testSeed();

const descriptions: readonly RouteDescription[] = routes.map(({ description }) => description);

let node: LiveNode;
let api: CheckedApi;
let memoryBefore: number;

/** Resident memory of the node in bytes; 0 where the system does not report it. */
function residentBytes(): number {
  const path = `/proc/${node.pid}/status`;
  if (!existsSync(path)) return 0;
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) * 1024;
}

beforeAll(async () => {
  const allocations = [
    { address: alice.address, amount: '1000000' },
    { address: alice.address, amount: '1000000', token: 'GOLD' },
  ];
  node = await startNode({
    genesis: { allocations, faucet: true, ownStake: '1000000000' },
    flags: ['--faucet-enabled'],
  });
  api = new CheckedApi(node.url);
  await api.get('/api/stats');
  memoryBefore = residentBytes();
});

afterAll(() => node?.remove());

/** Stack frames, sources, packages, and where this program and its data lie. */
const inside = (): RegExp =>
  new RegExp(
    [
      String.raw`\bat [\w.<>]+ \(|node_modules|node:internal|\.[jt]s:\d+`,
      ...[node.dataDir, process.cwd()].map((path) => path.replaceAll(/[^\w/]/g, '\\$&')),
    ].join('|'),
  );

function checkAnswer({ status, headers, body }: RawAnswer, method: string, where: string): void {
  expect(status < 500 || status === 503, `${status} ${body.slice(0, 300)} at ${where}`).toBe(true);
  expect(inside().test(headers + body), `${body.slice(0, 300)} at ${where}`).toBe(false);
  if (status < 400 || method === 'HEAD' || !/^content-type: application\/json/im.test(headers)) return;
  const { success, error, code } = JSON.parse(Buffer.from(body, 'latin1').toString('utf8')) as Record<string, unknown>;
  expect([success, typeof error, refusalStatus[code as RefusalCode]], where).toEqual([false, 'string', status]);
}

/** Works through all jobs, a limited number at a time; the first failure ends it. */
async function inParallel<Job>(jobs: readonly Job[], width: number, work: (job: Job) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) await work(job);
  };
  await Promise.all(Array.from({ length: Math.min(width, jobs.length) }, worker));
}

const pathOf = ({ path, params }: RouteDescription): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(exampleOf({ ...params?.properties[name] }, () => ({})))),
  );

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

test(
  `every route, asked as its schemas do not allow, seed ${seed}`,
  async () => {
    const random = new SeededRandom(seed);
    const jobs = descriptions.flatMap((route) => {
      const body = route.body === undefined ? undefined : goodBody(route, alice, bob);
      const amount = PER_ROUTE + (body === undefined ? 0 : PER_BODY);
      return Array.from({ length: amount }, (_, index) => {
        return { route, index, input: makeInput(route, pathOf(route), body, random, alice) };
      });
    });
    const answered = new Map<string, number>();
    const statuses = new Map<number | 'closed', number>();
    const ask = async ({ route, index, input }: (typeof jobs)[number]): Promise<void> => {
      const name = `${route.method} ${route.path}`;
      const where = `seed ${seed}, input ${index} for ${name}: ${input.about}`;
      const answer = await exchangeRaw(node.port, input.pieces, input.method === 'HEAD').catch((error: unknown) => {
        throw new Error(`${String(error)} at ${where}`);
      });
      if (answer) checkAnswer(answer, input.method, where);
      else expect(input.malformed, `closed without an answer: ${where}`).toBe(true);
      count(statuses, answer?.status ?? 'closed');
      count(answered, name);
    };
    await Promise.all([
      inParallel(
        jobs.filter(({ input }) => !input.malformed),
        IN_FLIGHT,
        ask,
      ),
      inParallel(
        jobs.filter(({ input }) => input.malformed),
        MALFORMED_IN_FLIGHT,
        ask,
      ),
    ]);
    console.log('answers by status', Object.fromEntries([...statuses].sort()));
    expect([...answered.keys()].sort()).toEqual(descriptions.map(({ method, path }) => `${method} ${path}`).sort());
    for (const { method, path, body } of descriptions)
      expect(answered.get(`${method} ${path}`), path).toBe(PER_ROUTE + (body === undefined ? 0 : PER_BODY));
    expect(jobs.length).toBeGreaterThanOrEqual(1_800);
    // Bad input must be of many sorts, or it proves little; and good input must be among it.
    for (const status of [200, 400, 404, 405, 415] as const)
      expect(statuses.get(status), `${status}`).toBeGreaterThan(10);
  },
  FUZZ_MS,
);

/** What a route takes signed: an operation of the chain, or a request of the services. */
const signedOperation = (route: RouteDescription): string | undefined =>
  operationOfRoute(route) ?? serviceOfRoute(route)?.name;

/** Payload text with one to three members replaced, chosen from those that the kind and every payload may have. */
function mutatedPayload(operation: string, random: SeededRandom): string {
  const own = (kinds.find(({ name }) => name === operation) ?? serviceKindOf(operation))?.members ?? [];
  const values = new Map<string, string>();
  const text = payloadText(alice, goodMembers(operation, alice, bob));
  for (let left = random.between(1, 3); left > 0; left--) {
    const { name, aliases = [], type } = random.pick(random.chance(75) && own.length > 0 ? own : commonMembers);
    values.set(random.pick([name, ...aliases]), memberJson(type, random, alice));
  }
  if (random.chance(10)) return rearranged(text, random);
  const kept = Object.entries(JSON.parse(text) as Record<string, unknown>)
    .filter(([name]) => !values.has(name))
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const replaced = [...values].map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  return `{${[...kept, ...replaced].sort().join()}}`;
}

test(
  `properly signed payloads that mean something else, seed ${seed}`,
  async () => {
    const random = new SeededRandom(seed ^ 1);
    const signedRoutes = descriptions.filter((route) => signedOperation(route) !== undefined);
    // Those of the kinds, a whole transaction, and the older path of deploys; two kinds of the services have no route.
    expect(signedRoutes.length).toBe(kinds.length + 2 + serviceKinds.length - 2);
    const jobs = signedRoutes.flatMap((route) =>
      Array.from({ length: SIGNED_PER_ROUTE }, (_, index) => {
        const text = mutatedPayload(signedOperation(route) ?? '', random);
        return { route, index, text, body: signedBody(route, alice, signText(alice, text)) };
      }),
    );
    const codes = new Map<string, number>();
    await inParallel(jobs, IN_FLIGHT, async ({ route, index, text, body }) => {
      const where = `seed ${seed}, payload ${index} for ${route.path}: ${text.slice(0, 600)}`;
      const head = `POST ${route.path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${utf8(body).length}\r\n\r\n`;
      const answer = await exchangeRaw(node.port, [utf8(head), utf8(body)], false);
      expect(answer, where).toBeDefined();
      if (!answer) return;
      checkAnswer(answer, 'POST', where);
      count(codes, /"code":"(\w+)"/.exec(answer.body)?.[1] ?? 'taken');
    });
    console.log('answers by code', Object.fromEntries([...codes].sort()));
    expect([...codes.values()].reduce((sum, number) => sum + number, 0)).toBe(signedRoutes.length * SIGNED_PER_ROUTE);
    expect(jobs.length).toBeGreaterThanOrEqual(240);
    for (const code of ['invalid_amount', 'invalid_recipient', 'malformed_payload', 'taken'])
      expect(codes.get(code), code).toBeGreaterThan(0);
  },
  FUZZ_MS,
);

/** A valid client frame, changed. */
function frame(random: SeededRandom): string | Uint8Array {
  const members = Object.values(clientFrames).flatMap((schema) => Object.keys((schema as TObject).properties));
  const topic = (): string =>
    random.pick([
      'blocks',
      'stats',
      'token:XRGE',
      `account:${alice.address}`,
      'account:',
      'token:',
      'x'.repeat(900),
      '__proto__',
    ]);
  const good = (): string =>
    JSON.stringify({ [random.pick(members)]: Array.from({ length: random.below(70) }, topic) });
  return random.pick([
    good,
    () => rearranged(good(), random),
    () => `{"${random.pick([...members, '__proto__'])}":${random.pick(strangeJson)}}`,
    () => `{"${random.pick(members)}":[${random.pick(strangeJson)}]}`,
    () => random.pick(strangeJson),
    () => '['.repeat(random.between(1, 400_000)),
    () => damaged(utf8(good()), random),
    () => good().slice(0, random.below(30)),
  ])();
}

/** Waits for the frame that answers; a connection that ends instead is reopened. @throws Error on a hang. */
async function answered(watch: ChainWatch, sent: string | Uint8Array, where: string): Promise<ChainWatch> {
  const limit = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within 20 s at ${where}`)), 20_000).unref();
  });
  try {
    await Promise.race([watch.request(sent), limit]);
    return watch;
  } catch (error) {
    if (!watch.ending) throw error;
    expect([1002, 1003, 1006, 1007, 1008, 1009, 1013], where).toContain(watch.ending.code);
    return ChainWatch.open(node.url);
  }
}

test(`frames of the stream, seed ${seed}`, async () => {
  const random = new SeededRandom(seed ^ 2);
  let watch = await ChainWatch.open(node.url);
  for (let index = 0; index < FRAMES; index++) {
    const sent = frame(random);
    watch = await answered(
      watch,
      sent,
      `seed ${seed}, frame ${index}: ${Buffer.from(sent).toString('latin1').slice(0, 300)}`,
    );
  }
  for (const { type, error } of watch.frames) {
    expect([
      'stats',
      'subscribed',
      'resumed',
      'error',
      'auth_error',
      'new_block',
      'new_transaction',
      'contract_event',
      'balance_update',
    ]).toContain(type);
    expect(inside().test(String(error))).toBe(false);
  }
  watch.socket.terminate();
  // Bytes that are not frames: each connection ends, closed by the node or by the test.
  for (let index = 0; index < 20; index++) {
    const socket = new WebSocket(`${node.url.replace('http', 'ws')}${STREAM_PATH}`);
    await new Promise((resolve) => socket.once('open', resolve));
    const bytes = Buffer.from(Array.from({ length: random.between(1, 400) }, () => random.below(256)));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    (socket as unknown as { readonly _socket: { write(bytes: Uint8Array): void } })._socket.write(bytes);
    socket.terminate();
    await closed;
  }
});

test('the node is unaffected: it reports no fault, its memory did not grow, and a good transfer is included', async () => {
  expect(await api.get('/api/health')).toMatchObject({ status: 'ok' });
  expect(node.logs()).not.toMatch(/"level":(?:50|60)/);
  const grown = residentBytes() - memoryBefore;
  console.log(`memory grew by ${Math.round(grown / 1024 / 1024)} MiB`);
  expect(grown).toBeLessThan(GROWTH_BYTES);
  const watch = await ChainWatch.open(node.url);
  const request = signedTransfer(alice, bob.address, '1', { nonce: freshNonce() });
  expect((await api.post('/api/v2/transfer', request.body)).status).toBe(200);
  expect((await watch.included(request.txId)).status).toBe('success');
  // Accepted data is kept exactly: every transaction of the chain still matches its identity.
  const { txs } = await api.get<{ txs: readonly WrapperShape[] }>('/api/txs?limit=1000');
  for (const { txId, tx } of txs) expect(hex(sha(fromHex(tx.from_pub_key) ?? '', tx.signed_payload))).toBe(txId);
  expect(txs.length).toBeGreaterThan(3);
  await watch.close();
  expect(await node.stop()).toEqual({ code: 0, signal: null });
});
