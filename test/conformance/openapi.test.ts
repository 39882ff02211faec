/** The description of the API and a real node say the same: the document is valid OpenAPI, holds every route and nothing
 *  else, and whatever the node answers, good or refused, and whatever it streams, fits the document. */

import { Validator } from '@seriousme/openapi-schema-validator';
import { Compile } from 'typebox/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../api/openapi/document.js';
import { exampleOf } from '../../api/openapi/examples.js';
import { operationIdOf, templateOf } from '../../api/openapi/operations.js';
import { createReference } from '../../api/openapi/reference.js';
import { analyticsRoutes } from '../../api/routes/analytics.js';
import { routes } from '../../api/routes/index.js';
import type { RouteDescription } from '../../api/routing/route.js';
import { EXAMPLE_ADDRESS } from '../../api/schemas.js';
import { refusalCodes } from '../../engine/base/refusal.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import { serviceKinds } from '../../engine/services/kinds/index.js';
import { programVersion } from '../../ops/version.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi, undeclaredMembers } from '../support/checkedApi.js';
import { walletMembers } from '../support/directoryOrders.js';
import { JSON_HEADERS, type Received } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { goodBody, goodCollection, goodContract } from '../support/routeRequests.js';
import { madeBy, noteMade, serviceOfRoute } from '../support/serviceRequests.js';
import { number, signed, spoilt } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';
import { emitterModule } from '../support/wasm/emitter.js';

const alice = signingActor('openapi: alice');
const bob = signingActor('openapi: bob');
/** Poor enough for the faucet. */
const poor = signingActor('openapi: poor');

const descriptions = routes.map(({ description }) => description);
/** Kinds of the services that have a route: the others are signed by nodes, or come over the stream. */
const routedServices = serviceKinds.filter(({ route }) => descriptions.some(({ path }) => path === route));

let node: LiveNode;
let api: CheckedApi;
let watch: ChainWatch;
/** Of one who has proven that he is Bob. */
let mailbox: ChainWatch;
let document: OpenApiDocument;
let served: Received;

beforeAll(async () => {
  const allocations = [
    { address: alice.address, amount: '1000000' },
    { address: alice.address, amount: '1000000', token: 'GOLD' },
    { address: bob.address, amount: '1000000', token: 'GOLD' },
    { address: bob.address, amount: '1' },
  ];
  node = await startNode({
    genesis: { allocations, faucet: true },
    flags: ['--faucet-enabled', '--regen-curators', alice.keyHex],
  });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
  mailbox = await ChainWatch.open(node.url);
  served = await api.send('/api/openapi.json');
  document = served.json as unknown as OpenApiDocument;
});

afterAll(async () => {
  watch?.socket.terminate();
  mailbox?.socket.terminate();
  await node?.remove();
});

const resolve = (reference: string) => document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {};

type Json = Readonly<Record<string, unknown>>;

const validators = new WeakMap<Json, ReturnType<typeof Compile>>();

/** A schema of the document is compiled with all that it refers to: once. */
function validatorOf(schema: Json): ReturnType<typeof Compile> {
  const known = validators.get(schema);
  if (known) return known;
  const validator = Compile({ ...schema, components: document.components } as Json);
  validators.set(schema, validator);
  return validator;
}

/** Errors of a value under a schema of the document. */
function errorsOf(schema: Json, value: unknown): unknown {
  const validator = validatorOf(schema);
  const [fits, errors] = validator.Errors(value);
  return fits ? [] : errors.slice(0, 3);
}

/** Headers that HTTP itself and the server library add to any answer. */
const TRANSPORT = [
  'content-type',
  'content-length',
  'transfer-encoding',
  'date',
  'connection',
  'keep-alive',
  'uwebsockets',
];

const seen = { good: new Set<string>(), refused: new Map<string, Set<string>>() };

/** Checks an answer against the document's description of its operation. */
function check(description: RouteDescription, answer: Received): void {
  const name = `${description.method} ${description.path}: ${answer.status} ${answer.text.slice(0, 200)}`;
  const operation = document.paths[templateOf(description.path)]?.[description.method.toLowerCase()];
  const described = operation?.responses[String(answer.status)];
  expect(described, `${name} is not described`).toBeDefined();
  const media = Object.entries(described?.content ?? {});
  const got = String(answer.headers['content-type'] ?? '');
  if (media.length > 0)
    expect(
      media.map(([type]) => `${type}; charset=utf-8`),
      name,
    ).toContain(got);
  for (const [type, { schema }] of media.filter(([one]) => got.startsWith(one))) {
    expect(errorsOf(schema, type === 'application/json' ? answer.json : answer.text), name).toEqual([]);
  }
  const known = new Set([...TRANSPORT, ...Object.keys(described?.headers ?? {}).map((header) => header.toLowerCase())]);
  expect(
    Object.keys(answer.headers).filter((header) => !known.has(header)),
    name,
  ).toEqual([]);
  const id = operationIdOf(description);
  if (answer.status < 400) seen.good.add(id);
  else seen.refused.set(id, (seen.refused.get(id) ?? new Set()).add(String(answer.json?.code)));
}

/** Hash of a block of this chain. */
let blockHash = '';

/** A contract of this chain that has emitted an event. */
let called = '';

/** A path whose parameters are the examples that their schemas give, or things that this chain has. */
const pathOf = ({ path, params }: RouteDescription, txId: string): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const example = exampleOf((params?.properties[name] ?? {}) as Json, resolve);
    if (name === 'hash') return txId;
    if (name === 'block_hash') return blockHash;
    if (name === 'addr') return called;
    if (name === 'id' && path.startsWith('/api/social/post/')) return madeBy(alice, 'social_post_create');
    if (name === 'id' && path.startsWith('/api/regen/')) return madeBy(alice, 'regen_proposal');
    if (String(example).startsWith('col:')) return encodeURIComponent(goodCollection(alice));
    return example === EXAMPLE_ADDRESS ? alice.address : encodeURIComponent(String(example));
  });

/** A query with its required parameters; no schema says when one of two is required. */
function queryOf({ path, query }: RouteDescription): string {
  const needed = path === '/api/token/allowances' ? ['owner'] : ((query as Json | undefined)?.required ?? []);
  const pairs = (needed as readonly string[]).map((name): [string, string] => {
    const example = exampleOf((query?.properties[name] ?? {}) as Json, resolve);
    return [name, example === EXAMPLE_ADDRESS ? alice.address : String(example)];
  });
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

describe('the document', () => {
  test('is valid OpenAPI 3.1, every reference resolves, every component is used', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as unknown as Json);
    expect([valid, errors]).toEqual([true, undefined]);
    expect(document.openapi).toMatch(/^3\.1\./);
    const references = new Set(
      [...served.text.matchAll(/"\$ref":"#\/components\/(\w+\/[\w-]+)"/g)].map(([, to]) => to),
    );
    const { schemas, headers } = document.components;
    const named = [
      ...Object.keys(schemas).map((name) => `schemas/${name}`),
      ...Object.keys(headers).map((name) => `headers/${name}`),
    ];
    expect([...references].sort()).toEqual(named.sort());
    expect(named.length).toBeGreaterThan(12);
    expect([...served.text.matchAll(/"\$ref":/g)].length).toBeGreaterThan(100);
  });

  test('holds every route of the table and nothing else', () => {
    const inDocument = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
    );
    const inTable = descriptions.map((route) => `${route.method} ${templateOf(route.path)} ${operationIdOf(route)}`);
    expect(inDocument.sort()).toEqual(inTable.sort());
    expect(inDocument.length).toBeGreaterThanOrEqual(22);
    for (const { route } of kinds) expect(document.paths[route]?.post, route).toBeDefined();
    const chapters = document.tags.map(({ name }) => name);
    expect(chapters).toEqual([...new Set(descriptions.map(({ chapter }) => chapter)), 'WebSocket']);
  });

  test('has every member that a kind reads in the payload of its route', () => {
    let members = 0;
    for (const kind of [...kinds, ...routedServices]) {
      const body = document.paths[kind.route]?.post?.requestBody?.content['application/json']?.schema as Json;
      const { payload } = body.properties as Record<string, { properties: Json }>;
      for (const { name, aliases = [] } of kind.members)
        for (const key of [name, ...aliases]) {
          expect(payload?.properties, kind.name).toHaveProperty(key);
          members++;
        }
    }
    expect(routedServices.length).toBe(serviceKinds.length - 2);
    expect(members).toBeGreaterThanOrEqual(150);
  });

  test('always has the same bytes, and says the version of the program', () => {
    const again = createReference(descriptions, programVersion());
    expect(served.text).toBe(Buffer.from(again.openapi.bytes).toString());
    expect(document.info.version).toBe(programVersion());
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(createReference(descriptions, '9.9.9').openapi.tag).not.toBe(again.openapi.tag);
  });

  test('and its page are cached and revalidated', async () => {
    for (const path of ['/api/openapi.json', '/docs']) {
      const { headers, text } = await api.send(path);
      const tag = String(headers.etag);
      expect([headers['cache-control'], tag]).toEqual(['no-cache', expect.stringMatching(/^"[\w-]{22}"$/)]);
      for (const given of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const known = await api.send(path, { headers: { 'if-none-match': given } });
        expect([known.status, known.text, known.headers.etag], given).toEqual([304, '', tag]);
      }
      for (const given of ['"other"', tag.slice(1, -1), ''])
        expect((await api.send(path, { headers: { 'if-none-match': given } })).text, given).toBe(text);
      const head = await api.send(path, { method: 'HEAD' });
      expect([head.status, head.text, head.headers['content-length']]).toEqual([
        200,
        '',
        String(Buffer.byteLength(text)),
      ]);
    }
  });
});

/** Routes whose good requests come from other nodes: `network.test.ts` asks them; that of a payout, which comes after the days of a
 *  vote: `services/regen.test.ts` moves the clock; and those of the bridge, which need a genesis file with authorities:
 *  `bridge.test.ts`; and analytics, which need an index: `e2e/analytics.test.ts`. */
const fromOthers: ReadonlySet<string> = new Set([
  ...kinds.filter(({ chapter }) => chapter === 'Bridge').map(({ route }) => route),
  '/api/bridge/activity/:txId',
  ...analyticsRoutes.map(({ description }) => description.path),
  '/api/v2/regen/proposals/payout',
  '/api/blocks/import',
  '/api/finality/votes',
  '/api/votes/submit',
  '/api/peers/register',
]);

/** Records that good requests need and that no other good request creates. */
async function prepareTokens(): Promise<void> {
  const zinc = { type: 'create_token', name: 'Zinc', symbol: 'ZINC', totalSupply: number(1) };
  const allowance = { type: 'approve', spender: alice.address, token_symbol: 'GOLD', amount: number(1_000_000) };
  for (const [route, { body, txId }] of [
    ['/api/v2/token/create', signed(alice, zinc)],
    ['/api/v2/token/approve', signed(bob, allowance)],
  ] as const) {
    const answer = await api.post(route, body);
    expect(answer.status, answer.text).toBe(200);
    await watch.included(txId);
  }
}

/** Deploys a contract and has it emit events. @returns the id of the call. */
async function emitEvents(): Promise<string> {
  const wasm = Buffer.from(emitterModule()).toString('base64');
  const deploy = signed(alice, { type: 'contract_deploy', wasm });
  const deployed = await api.post('/api/v2/contract/publish', deploy.body);
  expect(deployed.status, deployed.text).toBe(200);
  await watch.included(deploy.txId);
  const contractAddr = String(deployed.json?.address);
  const shout = signed(alice, { type: 'contract_call', contractAddr, method: 'shout' });
  const called = await api.post('/api/v2/contract/execute', shout.body);
  expect(called.status, called.text).toBe(200);
  return shout.txId;
}

/** One good request of each kind of the services, in their order. */
async function askServices(): Promise<void> {
  for (const owner of [alice, bob]) {
    const { body } = signed(owner, { type: 'register_wallet', ...walletMembers(owner, owner.address.slice(-12)) });
    const { status, text } = await api.post('/api/v2/messenger/wallets/register', body);
    expect(status, text).toBe(200);
  }
  const ask = async (name: string, signer = alice, other = bob): Promise<void> => {
    const description = descriptions.find((each) => serviceOfRoute(each)?.name === name) as RouteDescription;
    const body = goodBody(description, signer, other);
    const schema = document.paths[description.path]?.post?.requestBody?.content['application/json']?.schema as Json;
    expect(errorsOf(schema, JSON.parse(body)), name).toEqual([]);
    const answer = await api.post(description.path, body);
    check(description, answer);
    expect(answer.status, `${name}: ${answer.text}`).toBe(200);
    if (name === 'regen_proposal') noteMade(alice, name, String(answer.json?.id));
  };
  const subscription = signed(bob, { action: 'messenger_ws_subscribe' });
  expect((await mailbox.request(`{"auth":${subscription.body}}`)).type).toBe('subscribed');
  await ask('social_post_create', bob, alice);
  for (const { name, route } of routedServices) if (!fromOthers.has(route)) await ask(name);
  // The kinds have deleted the post that there was.
  await ask('social_post_create');
}

describe('what the node does', () => {
  let txId = '';

  test('good answers of every kind of transaction fit the document', async () => {
    await prepareTokens();
    for (const kind of kinds) {
      if (fromOthers.has(kind.route)) continue;
      const description = descriptions.find(({ path }) => path === kind.route) as RouteDescription;
      const signer = kind.name === 'faucet' ? poor : alice;
      const body = goodBody(description, signer, bob);
      const schema = document.paths[kind.route]?.post?.requestBody?.content['application/json']?.schema as Json;
      expect(errorsOf(schema, JSON.parse(body)), kind.route).toEqual([]);
      const answer = await api.post(kind.route, body);
      check(description, answer);
      expect(answer.status, answer.text).toBe(200);
      expect(
        undeclaredMembers(description.response[200] ?? {}, answer.json),
        `${kind.name} declares its answers`,
      ).toEqual([]);
      txId = String(answer.json?.txId);
      await watch.included(txId);
      if (kind.name === 'contract_call') called = goodContract(alice);
    }
  });

  test('so do those of every service', askServices);

  test('and those of every other operation: all have been seen', async () => {
    // The name of the document's example: the last kind has released the one that was registered.
    const name = { type: 'register_name', name: 'alice', walletId: alice.keyHex };
    expect((await api.post('/api/v2/names/register', signed(alice, name).body)).status).toBe(200);
    blockHash = String((await watch.first(({ type }) => type === 'new_block')).hash);
    for (const description of descriptions) {
      if (serviceOfRoute(description)) continue;
      if (description.response[200] === undefined || kinds.some(({ route }) => route === description.path)) continue;
      if (fromOthers.has(description.path)) continue;
      const answer = await api.send(pathOf(description, txId) + queryOf(description), {
        method: description.method,
        ...(description.body === undefined ? {} : { headers: JSON_HEADERS, body: goodBody(description, alice, bob) }),
      });
      check(description, answer);
    }
    const declared = descriptions
      .filter(({ response, path }) => response[200] !== undefined && !fromOthers.has(path))
      .map(operationIdOf);
    expect([...seen.good].sort(), 'a parameter whose example leads nowhere needs another').toEqual(declared.sort());
  });

  test('refusals of every operation are declared', async () => {
    for (const description of descriptions) {
      const { path, method, body } = description;
      if (path.includes(':')) {
        check(description, await api.send(path.replaceAll(/:\w+/g, '%ff'), { method }));
        check(description, await api.send(path.replaceAll(/:\w+/g, 'nothing'), { method }));
        check(description, await api.send(path.replaceAll(/:\w+/g, '9007199254740991'), { method }));
      }
      for (const name of Object.keys(description.query?.properties ?? {}))
        for (const value of ['%ff', '1&', 'x'])
          check(description, await api.send(`${pathOf(description, txId)}?${name}=${value}&${name}=2`, { method }));
      if (body === undefined) continue;
      check(description, await api.send(path, { method, headers: { 'content-type': 'text/plain' }, body: '{}' }));
      for (const text of ['', '{}', '[]', '{"payload":{}}'])
        check(description, await api.send(path, { method, headers: JSON_HEADERS, body: text }));
    }
    expect(seen.refused.size).toBeGreaterThanOrEqual(descriptions.filter(({ path }) => path.includes(':')).length);
  });

  test.each([
    ['transactions', kinds],
    ['services', routedServices],
  ])('so are the refusals of signed %s', async (_, signedKinds) => {
    const bad = (operation: string, another = 'another') => {
      const request = signed(alice, { type: operation });
      return [
        request.body.replace(request.signature, spoilt(request.signature)),
        signed(alice, { type: operation, timestamp: number(1) }).body,
        signed(alice, { type: operation, from: bob.keyHex }).body,
        signed(alice, { type: operation, nonce: 'short' }).body,
        signed(alice, { type: another }).body,
        signed(alice, { type: operation, chain_id: 'another' }).body,
        signed(alice, { type: operation, priority_fee: number('1.0000000001') }).body,
        signed(alice, { type: operation, priority_fee: number('1000000000') }).body,
        request.body,
      ];
    };
    for (const kind of signedKinds) {
      const description = descriptions.find(({ path }) => path === kind.route) as RouteDescription;
      // A service only refuses the name of another service.
      const another = serviceOfRoute(description) && (kind.name === 'social_play' ? 'social_like' : 'social_play');
      for (const body of bad(kind.name, another)) check(description, await api.post(kind.route, body));
      const codes = seen.refused.get(operationIdOf(description));
      for (const code of [
        'invalid_signature',
        'timestamp_window',
        'from_mismatch',
        'nonce_missing',
        'operation_mismatch',
      ])
        expect(codes, kind.name).toContain(code);
    }
    expect(new Set([...seen.refused.values()].flatMap((codes) => [...codes])).size).toBeGreaterThanOrEqual(12);
    for (const codes of seen.refused.values()) for (const code of codes) expect(refusalCodes).toContain(code);
  });

  test('every frame of the stream is described, and every described frame comes', async () => {
    const { server, client } = document['x-websocket'] as Record<string, Record<string, Json>>;
    const topics = ['blocks', 'transactions', 'stats', `account:${alice.address}`, 'token:GOLD', 'contracts'];
    const request = { subscribe: topics };
    expect(errorsOf(client?.request ?? {}, request)).toEqual([]);
    expect(errorsOf(client?.request ?? {}, { topics: [] })).not.toEqual([]);
    await watch.request(request);
    await watch.request('nonsense');
    const gold = signed(alice, { type: 'transfer', to: bob.address, amount: number(1), token: 'GOLD' });
    expect((await api.post('/api/v2/transfer', gold.body)).status).toBe(200);
    await watch.included(gold.txId);
    const included = await watch.included(await emitEvents());
    await watch.first(({ type }) => type === 'stats', watch.frames.indexOf(included));
    watch.socket.send(JSON.stringify({ from: 1 }));
    await watch.first(({ type }) => type === 'resumed');
    mailbox.socket.send('{"auth":1}');
    await mailbox.first(({ type }) => type === 'auth_error');
    await mailbox.first(({ type }) => type === 'new_mail');
    const frames = [...watch.frames, ...mailbox.frames];
    for (const frame of frames)
      expect(errorsOf(server?.[frame.type] ?? { not: {} }, frame), JSON.stringify(frame)).toEqual([]);
    // A transaction leaves without a block after five minutes at the earliest: network.test.ts has one.
    const { transaction_dropped: dropped = {}, ...others } = server ?? {};
    expect([...new Set(frames.map(({ type }) => type))].sort()).toEqual(Object.keys(others).sort());
    const example = { type: 'transaction_dropped', tx_hash: 'ab'.repeat(32), from: alice.address, code: 'expired' };
    expect(errorsOf(dropped, { ...example, error: 'gone', seq: 1 })).toEqual([]);
    expect(errorsOf(dropped, example)).not.toEqual([]);
  });
});
