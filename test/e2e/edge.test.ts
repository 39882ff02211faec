/** `rouged edge` against a real nats-server and a real node: whoever asks an edge gets what the node gives, byte by byte and with its
 *  numbers, whoever is killed meanwhile. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { WS_TOPICS } from '../../engine/base/limits.js';
import { streamNameOf } from '../../ops/publish/subjects.js';
import { feed, signTransfers, untilStanding } from '../crash/nodeLoad.js';
import type { Json } from '../support/answerShapes.js';
import { LIVE_CHAIN_ID, type LiveNode, type LiveProgram, startLive, startNode } from '../support/liveNode.js';
import { NatsServer, natsMissing } from '../support/natsServer.js';
import { nginxMissing, startNginx } from '../support/nginx.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { Person } from '../support/serviceNetwork.js';
import { signed } from '../support/signedRequests.js';
import { StreamClient, type StreamRequest } from '../support/streamClient.js';
import { requestFrame } from '../support/streamFrames.js';
import { signingActor } from '../support/transactions.js';

const people = ['one', 'two', 'three'].map((name) => signingActor(`edge: ${name}`));
const STREAM = streamNameOf(LIVE_CHAIN_ID, 'relay');
const seed = testSeed();
const random = new SeededRandom(seed);

const FORMATS = ['json', 'protobuf'] as const;
const NUMBERED: ReadonlySet<string> = new Set(['new_block', 'new_transaction', 'contract_event', 'balance_update']);

const accountOf = (person: number): string => `account:${people[person]?.address}`;

/** Every kind of topic, alone and together. */
const TOPICS: readonly (readonly string[])[] = [
  [],
  ['blocks'],
  ['transactions'],
  ['stats'],
  ['contracts', `contract:${'ab'.repeat(20)}`],
  [accountOf(0)],
  [accountOf(1), accountOf(2)],
  ['token:XRGE'],
  ['token:NONE', accountOf(0), 'blocks'],
];

let root: string;
let node: LiveNode;
let nats: NatsServer;
let publisher: LiveProgram;
const running = new Set<LiveProgram>();

const until = (check: () => Promise<void> | void): Promise<void> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 });

interface EdgeProgram extends LiveProgram {
  readonly url: string;
}

const natsFlags = (): string[] => ['--nats', nats.url, '--node', node.url, '--log-format', 'json'];

async function startEdge(more: readonly string[] = []): Promise<EdgeProgram> {
  const limits = ['--port', '0', '--rate-limit-read-per-minute', '0'];
  const program = startLive(['edge', ...natsFlags(), ...limits, ...more]);
  running.add(program);
  const [, port] = await program.printed(/"port":(\d+).*"msg":"the edge listens"/);
  await program.printed(/"msg":"carrying events"/);
  const url = `http://127.0.0.1:${port}`;
  await until(async () => expect((await healthOf({ url })).status).toBe('ok'));
  return { ...program, url };
}

async function healthOf({ url }: { readonly url: string }): Promise<Json> {
  return (await (await fetch(`${url}/api/health`)).json()) as Json;
}

function publish(): LiveProgram {
  return startLive(['publish', '--format', 'relay', ...natsFlags()]);
}

/** The site of ops/nginx with its lines for edges, in front of these and of the node as each of its followers. */
function siteOf(edges: readonly EdgeProgram[]): string {
  const site = readFileSync(fileURLToPath(new URL('../../ops/nginx/rouged.conf', import.meta.url)), 'utf8');
  const shown = site
    .replace(/^# upstream rouged_edges \{\n(?:#.*\n)*?# \}\n/m, (lines) => lines.replaceAll(/^# /gm, ''))
    .replace(/^ {4}# location = \/api\/sse \{\n(?: {4}#.*\n)*? {4}# \}\n/m, (lines) =>
      lines.replaceAll(/^ {4}# /gm, '    '),
    )
    .replace(/^( +)proxy_pass http:\/\/rouged_followers;\n +# (proxy_pass http:\/\/rouged_edges;).*$/m, '$1$2');
  expect(shown.split('rouged_edges;').length, 'lines that pass on to edges').toBe(3);
  const hosts = edges.map(({ url }) => url.replace('http://', ''));
  return shown
    .replaceAll(/127\.0\.0\.1:520(\d)/g, (_, number) => hosts[Number(number) - 1] ?? '')
    .replaceAll(/127\.0\.0\.1:510\d/g, `127.0.0.1:${node.port}`);
}

/** Transfers in blocks of their own. */
async function traffic(count: number): Promise<void> {
  const posted = await feed(node.url, signTransfers(people, count, random));
  expect(posted.every(({ answer }) => answer?.status === 200)).toBe(true);
}

async function open(url: string, format: (typeof FORMATS)[number], request?: StreamRequest): Promise<StreamClient> {
  const client = await StreamClient.open(url, format, request);
  onTestFinished(() => client.socket.terminate());
  return client;
}

interface Event {
  readonly seq: number;
  readonly hex: string;
}

/** Events with a number of their own, since the first acknowledgement. */
function eventsOf({ facts, bytes }: StreamClient): Event[] {
  const start = facts.findIndex(({ type }) => type === 'subscribed') + 1;
  return facts.flatMap(({ type, seq }, index) =>
    index >= start && NUMBERED.has(type)
      ? [{ seq: seq ?? 0, hex: Buffer.from(bytes[index] ?? []).toString('hex') }]
      : [],
  );
}

/** Number of the node's latest event, once it is at rest. */
async function endOfNode(): Promise<number> {
  await untilStanding(node.url);
  const client = await StreamClient.open(node.url, 'json', { subscribe: ['stats'] });
  const { seq } = await client.frame(({ type }) => type === 'subscribed');
  client.socket.terminate();
  return seq ?? 0;
}

/** Resolves when a client of an edge, or of the node, has everything up to a number: an acknowledgement comes behind all that was handed out. */
async function has(client: StreamClient, place: { readonly url: string }, end: number): Promise<void> {
  if (place.url !== node.url) await until(async () => expect((await healthOf(place)).event).toBe(end));
  await client.request({});
}

/** What the node's log has for some topics. */
async function logOf(
  topics: readonly string[],
  format: (typeof FORMATS)[number],
  from: number,
  url = node.url,
): Promise<readonly Event[]> {
  const client = await StreamClient.open(url, format, { ...(topics.length > 0 && { subscribe: topics }), from });
  await client.frame(({ type }) => type === 'resumed');
  const events = eventsOf(client);
  client.socket.terminate();
  return events;
}

describe.skipIf(natsMissing)(`edges of the event stream (seed ${seed})`, { timeout: 180_000 }, () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'rouged-edge-'));
    const allocations = people.map(({ address }) => ({ address, amount: '100000' }));
    node = await startNode({ genesis: { allocations }, flags: ['--heartbeat-ms', '3600000'] });
    nats = await NatsServer.start(join(root, 'nats'));
    publisher = publish();
    await publisher.printed(/"msg":"publishing"/);
    await traffic(40);
  }, 120_000);

  afterEach(async () => {
    for (const program of running) await program.stop('SIGKILL');
    running.clear();
  });

  afterAll(async () => {
    await publisher?.stop('SIGKILL');
    await nats?.kill('SIGTERM');
    await node?.remove();
    if (root) rmSync(root, { recursive: true, force: true });
  });

  test('give every client of any topics and format what the node gives, live and from the log', async () => {
    const edges = [await startEdge(), await startEdge()];
    const places = [node.url, ...edges.map(({ url }) => url)];
    const before = await endOfNode();
    const rows = TOPICS.flatMap((topics) =>
      FORMATS.flatMap((format) => [before + 1, 1].map((from) => ({ topics, format, from }))),
    );
    const clients = await Promise.all(
      rows.map(({ topics, format, from }) =>
        Promise.all(places.map((url) => open(url, format, { ...(topics.length > 0 && { subscribe: topics }), from }))),
      ),
    );
    await traffic(40);
    const end = await endOfNode();
    expect(end).toBeGreaterThan(before + 40);
    let compared = 0;
    for (const [index, { topics, format, from }] of rows.entries()) {
      const row = clients[index] as StreamClient[];
      for (const [place, client] of row.entries()) await has(client, { url: places[place] ?? '' }, end);
      const [atNode = [], ...atEdges] = row.map(eventsOf);
      for (const events of atEdges) expect(events, `${topics} as ${format} from ${from}`).toEqual(atNode);
      compared += atNode.length;
      const stats = row.map(({ facts }) => facts.filter(({ type }) => type === 'stats').at(-1)?.block_height);
      if (topics.length === 0 || topics.includes('stats')) expect(new Set(stats).size, `stats ${stats}`).toBe(1);
    }
    expect(compared).toBeGreaterThan(500);
    const health = await healthOf(edges[0] as EdgeProgram);
    expect(health).toMatchObject({ status: 'ok', connected: true, event: end, stream_event: end, lag_events: 0 });
  });

  test('an edge that is killed costs its clients a resume at another one, and no event', async () => {
    const [first, second] = [await startEdge(), await startEdge()];
    const before = await endOfNode();
    const rows = TOPICS.flatMap((topics) => FORMATS.map((format) => ({ topics, format })));
    const requests = ({ topics }: { readonly topics: readonly string[] }, from: number): StreamRequest => ({
      ...(topics.length > 0 && { subscribe: topics }),
      from,
    });
    const clients = await Promise.all(rows.map((row) => open(first.url, row.format, requests(row, before + 1))));
    await Promise.all(clients.map((client) => client.resumed()));
    const sending = traffic(40);
    await until(() => expect(eventsOf(clients[0] as StreamClient).length).toBeGreaterThan(20));
    await first.stop('SIGKILL');
    await Promise.all(clients.map((client) => client.closed()));
    const resumed = await Promise.all(
      rows.map((row, index) => {
        const last = eventsOf(clients[index] as StreamClient).at(-1)?.seq ?? before;
        return open(second.url, row.format, requests(row, last + 1));
      }),
    );
    await sending;
    const end = await endOfNode();
    for (const [index, { topics, format }] of rows.entries()) {
      await has(resumed[index] as StreamClient, second, end);
      const events = [clients[index], resumed[index]].flatMap((client) => eventsOf(client as StreamClient));
      expect(events, `${topics} as ${format}`).toEqual(await logOf(topics, format, before + 1));
    }
  });

  test.skipIf(nginxMissing)(
    'behind nginx, with the example of ops/nginx, a client of an edge that is killed goes on at another',
    async () => {
      const edges = [await startEdge(), await startEdge()];
      const nginx = await startNginx(siteOf(edges), join(root, 'nginx'));
      onTestFinished(() => nginx.stop());
      const before = await endOfNode();
      const rows = TOPICS.map((topics, index) => ({ topics, format: FORMATS[index % 2] as (typeof FORMATS)[number] }));
      const openAll = (from: (row: number) => number): Promise<StreamClient[]> =>
        Promise.all(
          rows.map(({ topics, format }, row) =>
            open(nginx.url, format, { ...(topics.length > 0 && { subscribe: topics }), from: from(row) }),
          ),
        );
      const clients = await openAll(() => before + 1);
      await Promise.all(clients.map((client) => client.resumed()));
      const counts = await Promise.all(edges.map(async (edge) => Number((await healthOf(edge)).clients)));
      // The balancer has given some to each.
      expect(Math.min(...counts), `${counts}`).toBeGreaterThan(0);
      expect(counts.reduce((sum, count) => sum + count)).toBe(rows.length);
      await traffic(10);
      const [killed, left] = edges as [EdgeProgram, EdgeProgram];
      const reading = new AbortController();
      const lines = await fetch(`${nginx.url}/api/sse?topics=blocks&from=${before + 1}`, { signal: reading.signal });
      expect([lines.status, lines.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
      reading.abort();
      await killed.stop('SIGKILL');
      await until(() => expect(clients.filter(({ ending }) => ending).length).toBe(counts[0]));
      const sending = traffic(20);
      const resumed = await openAll((row) => (eventsOf(clients[row] as StreamClient).at(-1)?.seq ?? before) + 1);
      await sending;
      const end = await endOfNode();
      expect((await healthOf(left)).clients).toBe(rows.length + (counts[1] ?? 0));
      for (const [row, { topics, format }] of rows.entries()) {
        await has(resumed[row] as StreamClient, left, end);
        const log = await logOf(topics, format, before + 1);
        const parts = [clients[row], resumed[row]].map((client) => eventsOf(client as StreamClient));
        // Who was not at the edge that died has everything twice, up to the moment at which it was asked for again.
        const seen = new Map(parts.flat().map((event) => [event.seq, event.hex]));
        expect(
          [...seen].map(([seq, hex]) => ({ seq, hex })),
          `${topics} as ${format}`,
        ).toEqual(log);
      }
      // What edges do not have is the followers'.
      expect((await fetch(`${nginx.url}/api/stats`)).status).toBe(200);
    },
  );

  test('while NATS is away clients stay, health says so, and nothing is lost when it is back', async () => {
    const edge = await startEdge();
    const before = await endOfNode();
    const client = await open(edge.url, 'json', { from: before + 1 });
    await client.resumed();
    await nats.kill('SIGKILL');
    await edge.printed(/trying again/);
    await until(async () => expect((await healthOf(edge)).status).toBe('away'));
    expect((await fetch(`${edge.url}/api/health?strict=true`)).status).toBe(503);
    // What is in memory can still be had.
    expect((await logOf([], 'json', before - 20, edge.url)).length).toBe(21);
    await traffic(30);
    await nats.again();
    const end = await endOfNode();
    await has(client, edge, end);
    expect(eventsOf(client)).toEqual(await logOf([], 'json', before + 1));
    expect(client.ending).toBe(undefined);
    expect((await fetch(`${edge.url}/api/health?strict=true`)).status).toBe(200);
  });

  test('what the stream no longer has is refused as at a node, with its oldest number', async () => {
    const connection = await connect({ servers: nats.url, reconnect: false });
    const { streams } = await jetstreamManager(connection);
    const end = await endOfNode();
    await until(async () => expect(await nats.last(STREAM)).toBe(end));
    await streams.purge(STREAM, { seq: 31 });
    await connection.close();
    const edge = await startEdge();
    const client = await open(edge.url, 'json', { from: 5 });
    const error = await client.frame(({ type }) => type === 'error');
    expect(error).toEqual({
      ...{ type: 'error', code: 'events_pruned', oldest: 31, seq: end },
      error: 'the log begins at event 31, event 5 is no longer kept: send "from": 31, or go on from here',
    });
    expect(await logOf(['transactions'], 'protobuf', 31, edge.url)).toEqual(
      await logOf(['transactions'], 'protobuf', 31),
    );
    const read = await fetch(`${edge.url}/api/sse?from=5`);
    expect([read.status, await read.json()]).toMatchObject([410, { code: 'events_pruned' }]);
  });

  test('hostile input is answered as at a node', async () => {
    const edge = await startEdge();
    const topics = Array.from({ length: WS_TOPICS + 1 }, (_, index) => `token:T${index}`);
    const end = await endOfNode();
    const inputs: readonly (string | Uint8Array)[] = [
      ...[
        '',
        '{',
        '[]',
        'null',
        '{"subscribe":"blocks"}',
        '{"subscribe":[1]}',
        '{"from":-1}',
        '{"from":1.5}',
        '{"other":1}',
      ],
      ...['{"subscribe":["nothing","account:rouge1nobody"]}', `{"from":${end + 200_000}}`, `{"from":9007199254740991}`],
      JSON.stringify({ subscribe: topics }),
      JSON.stringify({ subscribe: [...topics, ...topics, ...topics, ...topics] }),
      '['.repeat(1_000),
      Buffer.from([0xff, 0xff, 0xff]),
    ];
    for (const format of FORMATS) {
      const [atNode, atEdge] = [await open(node.url, format), await open(edge.url, format)];
      for (const input of inputs) expect(await atEdge.request(input)).toEqual(await atNode.request(input));
      const flood = [atNode, atEdge].map(async (client) => {
        for (let frame = 0; frame < 200; frame++) client.socket.send('x');
        return client.closed();
      });
      const [ofNode, ofEdge] = await Promise.all(flood);
      expect(ofEdge).toEqual(ofNode);
      expect(ofEdge?.code).toBe(1008);
    }
    expect((await fetch(`${edge.url}/api/stats`)).status).toBe(404);
  });

  test('server-sent events are the same events, and go on after the last id', async () => {
    const edge = await startEdge(['--sse-max-readers', '2']);
    const read = async (path: string, until: RegExp, headers: Readonly<Record<string, string>> = {}) => {
      const stop = new AbortController();
      const answer = await fetch(`${edge.url}${path}`, { headers, signal: stop.signal });
      expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      let text = '';
      const decoder = new TextDecoder();
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
        text += decoder.decode(chunk, { stream: true });
        if (until.test(text)) break;
      }
      stop.abort();
      return [...text.matchAll(/^id: (\d+)\nevent: ([a-z_]+)\ndata: (.*)\n\n/gm)].filter(
        ([, , type]) => type !== 'resumed',
      );
    };
    const from = (await endOfNode()) - 50;
    const log = await logOf(['transactions', accountOf(0)], 'json', from);
    const path = `/api/sse?topics=transactions,${accountOf(0)}`;
    const events = await read(`${path}&from=${from}`, /event: resumed\n.*\n\n/);
    expect(events.map(([, id]) => Number(id))).toEqual(log.map(({ seq }) => seq));
    expect(events.map(([, , , data = '']) => Buffer.from(data).toString('hex'))).toEqual(log.map(({ hex }) => hex));
    const [, id = ''] = events[4] ?? [];
    const rest = await read(`${path}&from=${from}`, /event: resumed\n.*\n\n/, { 'Last-Event-ID': id });
    expect(rest.map(([, number]) => number)).toEqual(events.slice(5).map(([, number]) => number));
    // Before the stream begins: a browser that is answered with a stream would come back for ever.
    for (const query of ['from=x', 'from=1&from=2', 'from=99999999'])
      expect((await fetch(`${edge.url}/api/sse?${query}`)).status, query).toBe(400);
    const beyond = await fetch(`${edge.url}/api/sse`, { headers: { 'Last-Event-ID': '99999999' } });
    expect([beyond.status, await beyond.json()]).toMatchObject([400, { code: 'malformed_parameter' }]);
    // Another edge may have given more: both kinds of client are sent back with their number.
    const ahead = (await endOfNode()) + 10;
    const sentBack = `event ${ahead - 1} has not come to this edge yet; resume with from ${ahead}`;
    const sse = await (await fetch(`${edge.url}/api/sse?from=${ahead}`)).text();
    expect(sse).toContain(`event: close\ndata: ${JSON.stringify({ code: 1013, reason: sentBack })}`);
    const socket = new WebSocket(`${edge.url.replace('http', 'ws')}/api/ws`);
    const closed = new Promise<[number, string]>((resolve) =>
      socket.on('close', (code, reason) => resolve([code, String(reason)])),
    );
    socket.on('open', () => socket.send(JSON.stringify({ subscribe: ['blocks'], from: ahead })));
    expect(await closed).toEqual([1013, sentBack]);
    const held = [new AbortController(), new AbortController()];
    await until(async () => expect((await healthOf(edge)).readers).toBe(0));
    for (const { signal } of held) expect((await fetch(`${edge.url}/api/sse`, { signal })).status).toBe(200);
    expect((await fetch(`${edge.url}/api/sse`)).status).toBe(503);
    for (const reader of held) reader.abort();
    await until(async () => expect((await healthOf(edge)).clients).toBe(0));
  });

  test('private events come through the edge to whoever has proven the key, and end with the node', async () => {
    const [alice, bob] = [Person.create('alice_edge'), Person.create('bob_edge')];
    for (const person of [alice, bob]) await person.register(node);
    const edge = await startEdge();
    for (const format of FORMATS) {
      const follow = await open(edge.url, format, { subscribe: ['blocks'] });
      await follow.frame(({ type }) => type === 'subscribed');
      const { body } = signed(bob.signer, { action: 'messenger_ws_subscribe' });
      const prove = (text: string): void =>
        follow.socket.send(format === 'json' ? `{"auth":${text}}` : requestFrame({ auth: text }));
      prove(body);
      await follow.frame(({ type, topics }) => type === 'subscribed' && String(topics) === 'messenger');
      // The same proof again: the node has seen it.
      prove(body);
      expect(await follow.frame(({ type }) => type === 'auth_error')).toMatchObject({ code: 'nonce_used' });
      const sent = await alice.wallet(node, 'mail', 'send', '--to', bob.name, '--subject', 'a', '--body', 'b');
      const mail = (sent.sent as readonly Json[])[0]?.id;
      expect(await follow.frame(({ type }) => type === 'new_mail')).toMatchObject({ id: mail });
      if (format === 'json') continue;
      const { dataDir, port } = node;
      await node.stop('SIGKILL');
      const { code, reason } = await follow.closed();
      expect([code, reason]).toEqual([1013, expect.stringMatching(/prove your keys again; resume with from \d+$/)]);
      node = await startNode({ dataDir, port, flags: ['--heartbeat-ms', '3600000'] });
    }
  });

  test('ends cleanly, and tells its clients where to go on', async () => {
    const edge = await startEdge();
    const end = await endOfNode();
    await until(async () => expect((await healthOf(edge)).event).toBe(end));
    const client = await open(edge.url, 'json');
    expect(await edge.stop()).toEqual({ code: 0, signal: null });
    expect(await client.closed()).toEqual({
      code: 1001,
      reason: `this edge is stopping; resume with from ${end + 1}`,
    });
  });

  test('what cannot be used is said in a sentence', async () => {
    const program = startLive(['edge', '--node', node.url]);
    expect((await program.ended).code).not.toBe(0);
    expect(program.logs()).toMatch(/needs the servers of NATS/);
    // A node that is away is waited for.
    const waiting = startLive(['edge', '--nats', nats.url, '--node', 'http://127.0.0.1:1', '--log-format', 'json']);
    running.add(waiting);
    await waiting.printed(/trying again/);
    expect(await waiting.stop()).toEqual({ code: 0, signal: null });
  });
});
