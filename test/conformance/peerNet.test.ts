/** Contract of the network between nodes over real sockets, with both server adapters: links, frames, backpressure, ends. */

import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createNet, PEER_PATH, type PeerNet, type PeerNetOptions, peerNetworkOf } from '../../api/peers/peerNet.js';
import { peerUrlPolicy } from '../../api/peers/peerUrl.js';
import type { ServerSettings, SocketRoute } from '../../api/server/port.js';
import { PEER_FRAME_BYTES } from '../../engine/base/peerLimits.js';
import type { LinkFacts, LinkId } from '../../engine/network/net.js';
import { adapters, clients, connect, HOST, start, text } from './serverContract.js';

const nets: PeerNet[] = [];

afterEach(async () => {
  await Promise.all(nets.splice(0).map((one) => one.stop()));
});

type Happening =
  | { readonly what: 'opened'; readonly link: LinkId; readonly facts: LinkFacts }
  | { readonly what: 'frame'; readonly link: LinkId; readonly bytes: Uint8Array }
  | { readonly what: 'drained'; readonly link: LinkId }
  | { readonly what: 'closed'; readonly link: LinkId; readonly reason: string };

type Named<What extends Happening['what']> = Extract<Happening, { readonly what: What }>;

/** A net whose events a test waits for. */
class Watched {
  readonly net: PeerNet;
  readonly seen: Happening[] = [];
  readonly reports: unknown[] = [];
  /** A call of the net is under way: no event may come now. */
  #isCalling = false;
  #woken: () => void = () => undefined;

  constructor(options: Partial<PeerNetOptions> = {}) {
    const policy = peerUrlPolicy({ allowPrivate: true, named: [], own: [] });
    this.net = createNet({ policy, trustedProxies: [], report: (error) => this.reports.push(error), ...options });
    nets.push(this.net);
    this.net.start({
      opened: (link, facts) => this.#see({ what: 'opened', link, facts }),
      frame: (link, bytes) => this.#see({ what: 'frame', link, bytes }),
      drained: (link) => this.#see({ what: 'drained', link }),
      closed: (link, reason) => this.#see({ what: 'closed', link, reason }),
    });
  }

  /** Calls the net, and fails when it calls back at once. */
  call<T>(work: (net: PeerNet) => T): T {
    this.#isCalling = true;
    try {
      return work(this.net);
    } finally {
      this.#isCalling = false;
    }
  }

  all<What extends Happening['what']>(what: What): Named<What>[] {
    return this.seen.filter((one): one is Named<What> => one.what === what);
  }

  /** Waits until so many events of a kind were seen, and returns the last of them. */
  async until<What extends Happening['what']>(what: What, count = 1): Promise<Named<What>> {
    while (this.all(what).length < count)
      await new Promise<void>((resolve) => {
        this.#woken = resolve;
      });
    return this.all(what)[count - 1] as Named<What>;
  }

  #see(happening: Happening): void {
    if (this.#isCalling) throw new Error(`${happening.what} within a call`);
    this.seen.push(happening);
    this.#woken();
  }
}

const urlOf = (port: number): string => `http://${HOST}:${port}/api`;

describe.each(adapters)('links over %s', (_, create) => {
  async function listening(settings: Partial<ServerSettings> = {}, options: Partial<PeerNetOptions> = {}) {
    const acceptor = new Watched(options);
    const other: SocketRoute = {
      path: '/api/ws',
      accept: () => ({
        events: { open: () => undefined, message: () => undefined, drain: () => undefined, close: () => undefined },
      }),
    };
    const { port } = await start(create, () => text('http'), { sockets: [other, acceptor.net.route] }, settings);
    return { acceptor, port };
  }

  async function linked(settings: Partial<ServerSettings> = {}, options: Partial<PeerNetOptions> = {}) {
    const { acceptor, port } = await listening(settings);
    const dialler = new Watched(options);
    const link = dialler.call((one) => one.dial(urlOf(port)));
    const dialled = await dialler.until('opened');
    const accepted = await acceptor.until('opened');
    return { acceptor, accepted: accepted.link, dialler, dialled, facts: accepted.facts, link, port };
  }

  test('open at both ends, carry frames of every length in order, and end with the reason of the other end', async () => {
    const { acceptor, accepted, dialler, dialled, facts, link, port } = await linked();
    expect(dialled).toEqual({
      what: 'opened',
      link,
      facts: { direction: 'dial', url: urlOf(port), address: HOST },
    });
    expect(facts).toEqual({ direction: 'accept', url: undefined, address: HOST });
    const lengths = [0, 1, 125, 126, 65_535, 65_536, 300_000, PEER_FRAME_BYTES];
    for (const [from, at, to] of [
      [dialler, link, acceptor],
      [acceptor, accepted, dialler],
    ] as const) {
      for (const length of lengths) {
        const frame = new Uint8Array(length).fill(length % 251);
        expect(from.call((one) => one.send(at, frame))).toBe(true);
      }
      await to.until('frame', lengths.length);
      const frames = to.all('frame').map(({ bytes }) => bytes);
      expect(frames.map(({ length }) => length)).toEqual(lengths);
      expect(frames.every((bytes) => bytes.every((byte) => byte === bytes.length % 251))).toBe(true);
      expect(frames.every((bytes) => bytes.constructor === Uint8Array)).toBe(true);
    }
    acceptor.call((one) => one.close(accepted, 'already_connected'));
    expect((await dialler.until('closed')).reason).toBe('already_connected');
    expect((await acceptor.until('closed')).reason).toBe('already_connected');
    expect(acceptor.net.send(accepted, Uint8Array.of(1))).toBe(false);
    expect([acceptor.net.buffered(accepted), dialler.net.buffered(link)]).toEqual([0, 0]);
    expect([dialler.net.links, acceptor.net.links]).toEqual([0, 0]);
    expect([...dialler.reports, ...acceptor.reports]).toEqual([]);
    expect([dialler.all('closed').length, acceptor.all('closed').length]).toEqual([1, 1]);
  });

  test('what was sent before a close still arrives, and a reason is one short line', async () => {
    const { acceptor, dialler, link } = await linked();
    dialler.call((one) => one.send(link, new Uint8Array(500_000)));
    dialler.call((one) => one.close(link, `two\nlines ${'ß'.repeat(300)}`));
    expect((await acceptor.until('frame')).bytes.length).toBe(500_000);
    const { reason } = await acceptor.until('closed');
    expect(reason).toMatch(/^two lines/);
    expect(reason.length).toBeLessThanOrEqual(123);
  });

  test('a reader that stops holds the writer back, within bounds, and is told of when it reads again', async () => {
    const { acceptor, accepted, dialler, link, port } = await linked();
    // A slow node: its dialled WebSocket is paused by hand.
    const slow = connect(port, PEER_PATH);
    await once(slow, 'open');
    const { link: slowLink } = await acceptor.until('opened', 2);
    slow.pause();
    const frame = new Uint8Array(256 * 1024);
    let taken = 0;
    while (acceptor.call((one) => one.send(slowLink, frame))) taken++;
    expect(taken).toBeGreaterThan(4);
    expect(acceptor.net.buffered(slowLink)).toBeGreaterThan(1024 * 1024);
    expect(acceptor.net.buffered(slowLink)).toBeLessThan(6 * 1024 * 1024);
    // Others are not affected.
    acceptor.call((one) => one.send(accepted, Uint8Array.of(1)));
    await dialler.until('frame');
    let received = 0;
    slow.on('message', () => received++);
    slow.resume();
    while (acceptor.net.buffered(slowLink) > 0) await acceptor.until('drained', acceptor.all('drained').length + 1);
    while (received < taken) await once(slow, 'message');
    expect(acceptor.call((one) => one.send(slowLink, frame))).toBe(true);
    dialler.call((one) => one.close(link, 'over'));
  });

  test('a link for which too much is held ends, and its owner is told of it after the call', async () => {
    const limit = 1024 * 1024;
    const { acceptor, port } = await listening({ maxHeldBytes: 2 * limit, maxHeldBytesPerClient: limit });
    const slow = connect(port, PEER_PATH);
    await once(slow, 'open');
    const { link } = await acceptor.until('opened');
    slow.pause();
    while (acceptor.call((one) => one.send(link, new Uint8Array(256 * 1024))));
    expect((await acceptor.until('closed')).reason).toContain('too much waits unread');
    expect(acceptor.reports).toEqual([]);
    expect(acceptor.net.links).toBe(0);
  });

  test('the dialling end is held back too, and drains', async () => {
    const { acceptor, accepted, dialler, link } = await linked();
    const frame = new Uint8Array(PEER_FRAME_BYTES);
    let taken = 0;
    // Within one turn nothing is read at the other end, which is in this thread.
    while (dialler.call((one) => one.send(link, frame))) taken++;
    expect(taken).toBeGreaterThan(3);
    expect(dialler.net.buffered(link)).toBeLessThan(6 * 1024 * 1024);
    while (dialler.net.buffered(link) > 0) await dialler.until('drained', dialler.all('drained').length + 1);
    await acceptor.until('frame', taken);
    expect(acceptor.net.buffered(accepted)).toBe(0);
  });

  test('an end that dies is noticed at once; one that falls silent, after a while', async () => {
    const { acceptor, port } = await listening({ pingMs: 60, idleMs: 240 });
    const raw = connect(port, PEER_PATH);
    await once(raw, 'open');
    await acceptor.until('opened');
    raw.terminate();
    expect((await acceptor.until('closed')).reason).not.toBe('');
    const silent = connect(port, PEER_PATH, { autoPong: false });
    await once(silent, 'open');
    expect((await acceptor.until('closed', 2)).reason).toContain('no frame');
  });

  test('text and frames above the limit end the link; other paths keep their own limit', async () => {
    const { acceptor, port } = await listening();
    const texts = connect(port, PEER_PATH);
    await once(texts, 'open');
    texts.send('hello');
    expect(((await once(texts, 'close')) as [number])[0]).toBe(1003);
    const large = connect(port, PEER_PATH);
    await once(large, 'open');
    large.send(new Uint8Array(PEER_FRAME_BYTES));
    large.send(new Uint8Array(PEER_FRAME_BYTES + 1));
    expect([1006, 1009]).toContain(((await once(large, 'close')) as [number])[0]);
    await acceptor.until('closed', 2);
    expect(acceptor.all('frame').map(({ bytes }) => bytes.length)).toEqual([PEER_FRAME_BYTES]);
    const stream = connect(port, '/api/ws');
    await once(stream, 'open');
    stream.send(new Uint8Array(600 * 1024));
    expect([1006, 1009]).toContain(((await once(stream, 'close')) as [number])[0]);
  });

  test('nobody is let in before the node listens for links', async () => {
    const policy = peerUrlPolicy({ allowPrivate: true, named: [], own: [] });
    const early = createNet({ policy, trustedProxies: [], report: () => undefined });
    const { port } = await start(create, () => text('http'), { sockets: [early.route] });
    const [, refused] = (await once(connect(port, PEER_PATH), 'unexpected-response')) as [
      unknown,
      http.IncomingMessage,
    ];
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10']);
    expect(early.links).toBe(0);
  });

  test('a page of a browser is refused, and everybody once the node stops', async () => {
    const { acceptor, port } = await listening();
    const page = connect(port, PEER_PATH, { origin: 'http://page.example' });
    const [, refused] = (await once(page, 'unexpected-response')) as [unknown, http.IncomingMessage];
    expect(refused.statusCode).toBe(403);
    await acceptor.net.stop();
    const late = connect(port, PEER_PATH);
    const [, stopping] = (await once(late, 'unexpected-response')) as [unknown, http.IncomingMessage];
    expect(stopping.statusCode).toBe(503);
    expect(acceptor.seen).toEqual([]);
  });

  test('a trusted proxy names the client; others cannot', async () => {
    for (const [proxies, expected] of [
      [[HOST], '198.51.100.7'],
      [[], HOST],
    ] as const) {
      const { acceptor, port } = await listening({}, { trustedProxies: proxies });
      const client = connect(port, PEER_PATH, { headers: { 'x-forwarded-for': '10.9.9.9, 198.51.100.7' } });
      await once(client, 'open');
      expect((await acceptor.until('opened')).facts.address).toBe(expected);
    }
    // A trusted proxy that names nobody may serve many.
    const { acceptor, port } = await listening({}, { trustedProxies: [HOST] });
    await once(connect(port, PEER_PATH), 'open');
    expect((await acceptor.until('opened')).facts.address).toBe('');
  });

  test('stopping closes every link of both kinds with a reason', async () => {
    const { acceptor, dialler } = await linked();
    await dialler.net.stop();
    expect((await dialler.until('closed')).reason).toBe('the node is stopping');
    expect((await acceptor.until('closed')).reason).toBe('the node is stopping');
    const late = dialler.call((one) => one.dial(urlOf(1)));
    expect(await dialler.until('closed', 2)).toEqual({ what: 'closed', link: late, reason: 'this node is stopping' });
  });

  test('a link that is closed while it is dialled never opens', async () => {
    const { port } = await listening();
    const dialler = new Watched();
    const link = dialler.call((one) => one.dial(urlOf(port)));
    dialler.call((one) => one.close(link, 'changed my mind'));
    expect(await dialler.until('closed')).toEqual({ what: 'closed', link, reason: 'changed my mind' });
    const next = dialler.call((one) => one.dial(urlOf(port)));
    expect((await dialler.until('opened')).link).toBe(next);
    expect(dialler.all('closed').length).toBe(1);
  });
});

describe('dialling', () => {
  async function failure(url: string, options: Partial<PeerNetOptions> = {}): Promise<string> {
    const dialler = new Watched(options);
    const link = dialler.call((one) => one.dial(url));
    const closed = await dialler.until('closed');
    expect(closed.link).toBe(link);
    expect(dialler.all('opened')).toEqual([]);
    return closed.reason;
  }

  const publicOnly = peerUrlPolicy({ allowPrivate: false, named: [], own: [] });

  /** An HTTP server that counts its requests. */
  async function serving(answer: http.RequestListener) {
    const seen: string[] = [];
    const server = http.createServer((request, response) => {
      seen.push(request.url ?? '');
      answer(request, response);
    });
    server.on('upgrade', (request, socket) => {
      seen.push(request.url ?? '');
      const response = new http.ServerResponse(request);
      response.assignSocket(socket as net.Socket);
      answer(request, response);
    });
    server.listen(0, HOST);
    await once(server, 'listening');
    clients.push({
      destroy: () => {
        server.closeAllConnections();
        server.close();
      },
    });
    return { port: (server.address() as net.AddressInfo).port, seen };
  }

  test('fails with a sentence: nobody there, a malformed URL, an answer that is no handshake', async () => {
    const closed = net.createServer().listen(0, HOST);
    await once(closed, 'listening');
    const { port } = closed.address() as net.AddressInfo;
    closed.close();
    await once(closed, 'close');
    expect(await failure(urlOf(port))).toContain('ECONNREFUSED');
    expect(await failure('http://host')).toBe('the URL of a peer must end in /api');
    const { port: plain } = await serving((_, response) => response.end('plain'));
    expect(await failure(urlOf(plain))).toContain('200');
  });

  test('does not follow a redirect', async () => {
    const target = await serving((_, response) => response.end());
    const { port, seen } = await serving((_, response) => {
      response.writeHead(302, { location: `ws://${HOST}:${target.port}${PEER_PATH}` });
      response.end();
    });
    expect(await failure(urlOf(port))).toContain('302');
    expect(seen).toEqual([PEER_PATH]);
    expect(target.seen).toEqual([]);
  });

  test('judges every address of a name, and connects to a judged one only', async () => {
    const asked: string[] = [];
    const { port, seen } = await serving((_, response) => response.end());
    const resolve = async (host: string) => {
      asked.push(host);
      return [
        { address: '8.8.8.8', family: 4 },
        { address: HOST, family: 4 },
      ];
    };
    const url = `http://node.example:${port}/api`;
    expect(await failure(url, { policy: publicOnly, resolve })).toBe(
      `node.example leads to ${HOST}, which is not on the public internet`,
    );
    expect(seen).toEqual([]);
    // Named by the operator: the same name is dialled, at the address that was resolved here.
    const named = peerUrlPolicy({ allowPrivate: false, named: [url], own: [] });
    const here = async (host: string) => {
      asked.push(host);
      return [{ address: HOST, family: 4 }];
    };
    expect(await failure(url, { policy: named, resolve: here })).toContain('200');
    expect(seen).toEqual([PEER_PATH]);
    expect(asked).toEqual(['node.example', 'node.example']);
    expect(await failure(url, { policy: named, resolve: async () => [] })).toBe('its name has no address');
    const broken = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await failure(url, { policy: named, resolve: broken })).toContain('ENOTFOUND');
  });

  test('ends a link whose other end does not answer pings, or sends too much', async () => {
    const server = new WebSocketServer({ host: HOST, port: 0, autoPong: false });
    await once(server, 'listening');
    clients.push({ destroy: () => server.close() });
    const { port } = server.address() as net.AddressInfo;
    server.on('connection', (socket: WebSocket) => clients.push({ destroy: () => socket.terminate() }));
    const dialler = new Watched({ pingMs: 60, idleMs: 240 });
    dialler.call((one) => one.dial(urlOf(port)));
    expect((await dialler.until('closed')).reason).toContain('no frame');
    server.on('connection', (socket: WebSocket) => socket.send(new Uint8Array(PEER_FRAME_BYTES + 1)));
    const other = new Watched();
    other.call((one) => one.dial(urlOf(port)));
    expect((await other.until('closed')).reason).not.toBe('');
    expect(other.all('frame')).toEqual([]);
  });

  test('counts an address of this machine, and none, as near', () => {
    expect(['127.0.0.1', '::1', ''].map(peerNetworkOf)).toEqual(['', '', '']);
    expect(['192.0.2.1', '2001:db8:1:2:3::4'].map(peerNetworkOf)).toEqual(['192.0.2.1', '2001:db8:1:2::/64']);
  });
});
