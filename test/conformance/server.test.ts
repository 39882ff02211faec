/** Contract of the server port, run through real sockets against every adapter. */

import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  type Answer,
  type Body,
  BodyWanted,
  type Outcome,
  type Server,
  type ServerFactory,
  type ServerHandlers,
  type ServerRequest,
  type ServerSettings,
  type ServerSocket,
  type SocketEvents,
} from '../../api/server/port.js';
import { createUwsServer } from '../../api/server/uws.js';

const adapters: readonly (readonly [name: string, create: ServerFactory])[] = [['uWebSockets.js', createUwsServer]];

const HOST = '127.0.0.1';
const text = (body: string, status = 200): Answer => ({ status, headers: [['Content-Type', 'text/plain']], body });
const describeBody = (body: Body): string => (typeof body === 'string' ? body : `${body.length} bytes`);

interface Started {
  readonly server: Server;
  readonly port: number;
  /** What the server reported as exceptions of the application. */
  readonly reports: string[];
}

const open: Server[] = [];
const clients: { destroy(): unknown }[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await Promise.all(open.splice(0).map((server) => server.close(0)));
});

async function start(
  create: ServerFactory,
  handle: (request: ServerRequest) => Outcome,
  more: Partial<Pick<ServerHandlers, 'sockets'>> = {},
  settings: Partial<ServerSettings> = {},
): Promise<Started> {
  const reports: string[] = [];
  const report = (error: unknown) => reports.push(error instanceof Error ? error.message : String(error));
  const server = create({ http: handle, sockets: more.sockets ?? [], report }, settings);
  open.push(server);
  const { port } = await server.listen({ host: HOST, port: 0 });
  return { server, port, reports };
}

interface Received {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

function send(port: number, options: http.RequestOptions, body?: string | Uint8Array): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: HOST, port, agent: false, ...options }, async (response) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of response) chunks.push(chunk);
      } catch (error) {
        return reject(error);
      }
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** A raw connection and all that it has received. */
class Raw {
  received = '';
  readonly closed: Promise<unknown>;
  readonly socket: net.Socket;
  #changed = (): void => {};

  constructor(port: number) {
    this.socket = net.connect(port, HOST);
    clients.push(this.socket);
    this.closed = new Promise((resolve) => this.socket.on('close', resolve));
    this.socket.on('error', () => {});
    this.socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1');
      this.#changed();
    });
    this.socket.on('close', () => this.#changed());
  }

  write(...lines: readonly string[]): void {
    this.socket.write(lines.join('\r\n'));
  }

  async until(done: (received: string) => boolean): Promise<string> {
    while (!done(this.received)) {
      if (this.socket.destroyed) throw new Error(`closed after ${JSON.stringify(this.received)}`);
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
    return this.received;
  }
}

const count = (text: string, part: string): number => text.split(part).length - 1;

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const nothing: SocketEvents = { open: () => {}, message: () => {}, drain: () => {}, close: () => {} };

function connect(port: number, path = '/ws', options: WebSocket.ClientOptions = {}): WebSocket {
  const client = new WebSocket(`ws://${HOST}:${port}${path}`, options);
  clients.push({ destroy: () => client.terminate() });
  client.on('error', () => {});
  return client;
}

async function connected(port: number, options: WebSocket.ClientOptions = {}): Promise<WebSocket> {
  const client = connect(port, '/ws', options);
  await once(client, 'open');
  return client;
}

describe.each(adapters)('requests: %s', (_, create) => {
  test('gives the handler method, raw path, query, headers and address', async () => {
    const seen: Record<string, unknown>[] = [];
    const { port } = await start(create, (request) => {
      const { method, path, query, remoteAddress } = request;
      seen.push({ method, path, query, remoteAddress, key: request.header('x-api-key'), no: request.header('x-no') });
      return text('ok');
    });
    const headers = { 'X-Api-Key': 'secret' };
    const answer = await send(port, { path: '/a%20b//c?x=%31&y', headers });
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe('ok');
    expect(answer.headers).toMatchObject({ 'content-length': '2', 'content-type': 'text/plain' });
    expect(seen).toEqual([
      { method: 'GET', path: '/a%20b//c', query: 'x=%31&y', remoteAddress: HOST, key: 'secret', no: '' },
    ]);
  });

  test('keeps head and address readable for a handler that answers later', async () => {
    const { port } = await start(create, async (request) => {
      await new Promise((resolve) => setImmediate(resolve));
      return text([request.query, request.header('x-api-key'), request.remoteAddress].join(' '));
    });
    const answer = await send(port, { path: '/?late=1', headers: { 'X-Api-Key': 'secret' } });
    expect(answer.body.toString()).toBe(`late=1 secret ${HOST}`);
  });

  test('answers HEAD without body, OPTIONS and other methods through the handler', async () => {
    const { port } = await start(create, ({ method, path }) =>
      path === '/empty' ? { status: 204, headers: [['X-Empty', 'yes']] } : text(`${method} answered`),
    );
    const head = await send(port, { method: 'HEAD', path: '/' });
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': '13' } });
    expect(head.body.length).toBe(0);
    for (const method of ['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST'])
      expect((await send(port, { method, path: '/' })).body.toString()).toBe(`${method} answered`);
    const empty = await send(port, { path: '/empty' });
    expect(empty).toMatchObject({ status: 204, headers: { 'x-empty': 'yes' } });
    expect(empty.headers['content-length']).toBeUndefined();
  });

  test('answers 500 without detail when a handler throws, at once or later, and reports it', async () => {
    const { port, reports } = await start(create, ({ path }) => {
      if (path === '/at-once') throw new Error('broken at once');
      if (path === '/later') return Promise.reject(new Error('broken later'));
      return new BodyWanted(10, () => {
        throw new Error('broken with body');
      });
    });
    for (const path of ['/at-once', '/later', '/body']) {
      const answer = await send(port, { method: 'POST', path }, 'x');
      expect(answer.status).toBe(500);
      expect(answer.body.toString()).not.toContain('broken');
    }
    expect(reports).toEqual(['broken at once', 'broken later', 'broken with body']);
  });

  test('answers pipelined requests in order, on one connection that stays open', async () => {
    const { port } = await start(create, ({ path }) => text(`<${path}>`));
    const raw = new Raw(port);
    const requests = Array.from({ length: 50 }, (_, index) => `GET /${index} HTTP/1.1\r\nHost: h\r\n\r\n`);
    raw.write(requests.join(''));
    await raw.until((received) => count(received, '<') === 50);
    expect(raw.received.match(/<\/\d+>/g)).toEqual(requests.map((_, index) => `</${index}>`));
    raw.write('GET /again HTTP/1.1', 'Host: h', '', '');
    await raw.until((received) => received.endsWith('</again>'));
  });

  test('never mixes up answers when a pipelined request overtakes a pending one', async () => {
    const { port } = await start(create, async ({ path }) => {
      await new Promise((resolve) => setImmediate(resolve));
      return text(`<${path}>`);
    });
    const raw = new Raw(port);
    raw.write('GET /1 HTTP/1.1', 'Host: h', '', 'GET /2 HTTP/1.1', 'Host: h', '', '');
    await Promise.race([raw.closed, raw.until((received) => received.includes('</2>'))]);
    const bodies = raw.received.match(/<\/\d>/g) ?? [];
    expect(['', '</1>', '</1></2>']).toContain(bodies.join(''));
  });
});

describe.each(adapters)('bodies: %s', (_, create) => {
  const LIMIT = 1_000_000;
  const echo = (): Outcome =>
    new BodyWanted(LIMIT, (body) => text(describeBody(body), body === 'too_large' ? 413 : 200));

  test('collects a body byte for byte, in one piece or chunked', async () => {
    const bodies: Buffer[] = [];
    const { port } = await start(
      create,
      () =>
        new BodyWanted(LIMIT, (body) => {
          if (typeof body !== 'string') bodies.push(Buffer.from(body));
          return text(describeBody(body));
        }),
    );
    const sizes = [0, 1, 10_700, 300_000, LIMIT];
    const sent = sizes.map((size) => Buffer.from(Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) % 251)));
    for (const body of sent) await send(port, { method: 'POST', headers: { 'content-length': body.length } }, body);
    for (const body of sent) await send(port, { method: 'POST', headers: { 'transfer-encoding': 'chunked' } }, body);
    expect(bodies.length).toBe(sizes.length * 2);
    for (const [index, body] of bodies.entries()) expect(body.equals(sent[index % sizes.length] ?? body)).toBe(true);
  });

  test('refuses a body over the limit, declared or chunked, and goes on with the connection', async () => {
    const { port } = await start(create, echo);
    const declared = new Raw(port);
    declared.write('POST / HTTP/1.1', 'Host: h', `Content-Length: ${LIMIT + 1}`, '', '');
    await declared.until((received) => received.includes('too_large'));
    declared.write('x'.repeat(LIMIT + 1));
    declared.write('POST / HTTP/1.1', 'Host: h', 'Content-Length: 5', '', 'hello');
    const received = await declared.until((all) => all.includes('5 bytes'));
    expect(count(received, 'HTTP/1.1 413')).toBe(1);
    expect(count(received, 'HTTP/1.1 200')).toBe(1);

    const chunked = new Raw(port);
    chunked.write('POST / HTTP/1.1', 'Host: h', 'Transfer-Encoding: chunked', '', '');
    const chunk = 'y'.repeat(0x4_0000);
    for (let sent = 0; sent <= LIMIT; sent += chunk.length) chunked.write('40000', chunk, '');
    await chunked.until((all) => all.includes('too_large'));
    chunked.write('0', '', 'POST / HTTP/1.1', 'Host: h', 'Content-Length: 2', '', 'ok');
    await chunked.until((all) => all.includes('2 bytes'));
  });

  test('gives unfinished bodies one budget, and takes it back', async () => {
    const budget = 400_000;
    const { port } = await start(create, echo, {}, { maxBodiesBytes: budget });
    const holders = [new Raw(port), new Raw(port)];
    for (const raw of holders) {
      raw.write('POST / HTTP/1.1', 'Host: h', `Content-Length: ${budget / 2}`, '', 'z'.repeat(100_000));
    }
    const refused = async (): Promise<string> =>
      (await send(port, { method: 'POST', headers: { 'content-length': 4 } }, 'more')).body.toString();
    let answer = await refused();
    while (answer !== 'no_room') answer = await refused();
    for (const raw of holders) raw.socket.destroy();
    while (answer !== '4 bytes') answer = await refused();
    expect(answer).toBe('4 bytes');
  });

  test('an answer that does not wait for the body leaves the connection usable', async () => {
    const { port } = await start(create, () => text('unknown path', 404));
    const raw = new Raw(port);
    raw.write('POST /a HTTP/1.1', 'Host: h', 'Content-Length: 10', '', '0123456789GET /b HTTP/1.1', 'Host: h', '', '');
    const received = await raw.until((all) => count(all, 'unknown path') === 2);
    expect(count(received, 'HTTP/1.1 404')).toBe(2);
  });

  test('a client that goes away in the middle of its body is never answered', async () => {
    const begun = deferred<ServerRequest>();
    let answered = 0;
    const { port } = await start(create, (request) => {
      begun.resolve(request);
      return new BodyWanted(LIMIT, () => {
        answered++;
        return text('');
      });
    });
    const raw = new Raw(port);
    raw.write('POST / HTTP/1.1', 'Host: h', 'Content-Length: 100', '', 'half');
    const request = await begun.promise;
    expect(request.aborted).toBe(false);
    const aborted = new Promise<void>((resolve) => request.onAbort(resolve));
    raw.socket.destroy();
    await aborted;
    expect(request.aborted).toBe(true);
    expect(answered).toBe(0);
  });
});

describe.each(adapters)('answers: %s', (_, create) => {
  /** A stream of `total` bytes in items of `size`, which knows how far it was pulled and how it ended. */
  function counted(total: number, size: number) {
    const state = { pulled: 0, ended: deferred<'done' | 'returned'>() };
    let done = false;
    const body = (async function* () {
      try {
        for (let at = 0; at < total; at += size) {
          const item = Buffer.alloc(Math.min(size, total - at));
          for (let index = 0; index < item.length; index++) item[index] = (at + index) % 253;
          state.pulled += item.length;
          yield item;
        }
        done = true;
      } finally {
        state.ended.resolve(done ? 'done' : 'returned');
      }
    })();
    return { state, body };
  }

  const intact = (body: Buffer): boolean => body.every((byte, at) => byte === at % 253);

  test('streams with any item size, byte for byte, and answers the next request of the connection', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    clients.push(agent);
    const sizes = [1, 100, 16_320, 16_384, 70_000, 1_000_000];
    let at = 0;
    const { port } = await start(create, () => ({
      status: 200,
      headers: [],
      body: counted((sizes[at] ?? 1) * 3 - 1, sizes[at++] ?? 1).body,
    }));
    for (const size of sizes) {
      const { body, headers } = await send(port, { agent });
      expect(headers['transfer-encoding']).toBe('chunked');
      expect(body.length).toBe(size * 3 - 1);
      expect(intact(body)).toBe(true);
    }
    expect(at).toBe(sizes.length);
  });

  test('a slow reader of 50 MB holds the producer back, and still gets every byte', async () => {
    const TOTAL = 50_000_000;
    const { state, body } = counted(TOTAL, 100_000);
    const { port } = await start(create, () => ({ status: 200, headers: [], body }));
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http.get({ host: HOST, port, agent: false }, resolve).on('error', reject);
    });
    let received = 0;
    let whole = true;
    let furthestAhead = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      for (const byte of chunk) whole &&= byte === received++ % 253;
      furthestAhead = Math.max(furthestAhead, state.pulled - received);
      if (received % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(received).toBe(TOTAL);
    expect(whole).toBe(true);
    expect(await state.ended.promise).toBe('done');
    // What may lie between producer and reader: the buffers of the kernel on both sides, at most 6 MB each by default.
    expect(furthestAhead).toBeLessThan(16_000_000);
  });

  test('a reader that stops reading stops the producer', async () => {
    const { state, body } = counted(200_000_000, 100_000);
    const { port } = await start(create, () => ({ status: 200, headers: [], body }));
    const raw = new Raw(port);
    raw.write('GET / HTTP/1.1', 'Host: h', '', '');
    await raw.until((received) => received.length > 0);
    raw.socket.pause();
    let before = -1;
    while (before !== state.pulled) {
      before = state.pulled;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(state.pulled).toBeLessThan(32_000_000);
    raw.socket.destroy();
    expect(await state.ended.promise).toBe('returned');
  });

  test('calls return() of a stream whose client goes away, also while the producer waits', async () => {
    const { state, body } = counted(200_000_000, 100_000);
    const waiting = deferred<void>();
    const returned = deferred<void>();
    const never: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          waiting.resolve();
          return new Promise<never>(() => {});
        },
        return: async () => {
          returned.resolve();
          return { done: true, value: undefined };
        },
      }),
    };
    const { port } = await start(create, ({ path }) => ({
      status: 200,
      headers: [],
      body: path === '/never' ? never : body,
    }));
    const reading = new Raw(port);
    reading.write('GET / HTTP/1.1', 'Host: h', '', '');
    await reading.until((received) => received.length > 1_000_000);
    reading.socket.destroy();
    expect(await state.ended.promise).toBe('returned');
    const idle = new Raw(port);
    idle.write('GET /never HTTP/1.1', 'Host: h', '', '');
    await waiting.promise;
    idle.socket.destroy();
    await returned.promise;
  });

  test('a stream that breaks before its first item is a 500, one that breaks later an incomplete answer', async () => {
    const { port, reports } = await start(create, ({ path }) => ({
      status: 200,
      headers: [],
      body: (async function* () {
        if (path === '/late') yield Buffer.from('begun');
        throw new Error(`broken ${path}`);
      })(),
    }));
    expect((await send(port, { path: '/early' })).status).toBe(500);
    await expect(send(port, { path: '/late' })).rejects.toThrow(/aborted|hang up/);
    expect(reports).toEqual(['broken /early', 'broken /late']);
  });

  test('does not start a stream for HEAD, and ends it', async () => {
    const { state, body } = counted(1_000, 10);
    let returned = false;
    const watched: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: () => body.next(),
        return: async () => {
          returned = true;
          return { done: true, value: undefined };
        },
      }),
    };
    const { port } = await start(create, () => ({ status: 200, headers: [], body: watched }));
    expect((await send(port, { method: 'HEAD' })).status).toBe(200);
    expect(state.pulled).toBe(0);
    expect(returned).toBe(true);
  });

  test.each([1, 12_288, 12_289, 65_536, 20_000_000])('sends a held body of %d bytes whole', async (size) => {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size; at++) bytes[at] = at % 253;
    const { port } = await start(create, ({ path }) => ({
      status: 200,
      headers: [],
      body: path === '/text' ? bytes.toString('latin1') : bytes,
    }));
    const asBytes = await send(port, { path: '/bytes' });
    expect(asBytes.body.equals(bytes)).toBe(true);
    const asText = await send(port, { path: '/text' });
    expect(asText.body.toString('utf8') === bytes.toString('latin1')).toBe(true);
    expect(asText.headers['content-length']).toBe(String(asText.body.length));
  });

  test('an answer for a client that has gone is dropped, its hook has run', async () => {
    const pending = deferred<Answer>();
    const begun = deferred<ServerRequest>();
    const { port, reports } = await start(create, (request) => {
      if (request.path === '/next') return text('fine');
      begun.resolve(request);
      return pending.promise;
    });
    const raw = new Raw(port);
    raw.write('GET / HTTP/1.1', 'Host: h', '', '');
    const request = await begun.promise;
    const aborted = new Promise<void>((resolve) => request.onAbort(resolve));
    raw.socket.destroy();
    await aborted;
    const { state, body } = counted(1_000, 100);
    pending.resolve({ status: 200, headers: [], body });
    expect((await send(port, { path: '/next' })).body.toString()).toBe('fine');
    expect(state.pulled).toBe(0);
    expect(reports).toEqual([]);
  });
});

describe.each(adapters)('sockets: %s', (_, create) => {
  /** A server with one socket path, whose sockets come out of `opened` in order. */
  async function startSockets(events: Partial<SocketEvents>, settings: Partial<ServerSettings> = {}) {
    const opened: Deferred<ServerSocket> = deferred();
    const accept = (): { events: SocketEvents } => ({
      events: {
        ...nothing,
        ...events,
        open: (socket) => {
          events.open?.(socket);
          opened.resolve(socket);
        },
      },
    });
    const started = await start(create, () => text('http'), { sockets: [{ path: '/ws', accept }] }, settings);
    return { ...started, opened: opened.promise };
  }

  test('refuses a handshake with an HTTP answer, and accepts by the same decision', async () => {
    const seen: string[] = [];
    const { port } = await start(create, () => text('http', 404), {
      sockets: [
        {
          path: '/ws',
          accept: (request) => {
            seen.push(`${request.path}?${request.query} ${request.header('origin')}`);
            return request.query === 'full'
              ? { refused: { status: 503, headers: [['Retry-After', '5']], body: '{"success":false}' } }
              : { events: nothing };
          },
        },
      ],
    });
    const refused = connect(port, '/ws?full', { origin: 'http://page' });
    const [, response] = (await once(refused, 'unexpected-response')) as [unknown, http.IncomingMessage];
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect((await response.toArray()).join('')).toBe('{"success":false}');
    await once(connect(port, '/ws?room'), 'open');
    const elsewhere = connect(port, '/other');
    const [, unknown] = (await once(elsewhere, 'unexpected-response')) as [unknown, http.IncomingMessage];
    expect(unknown.statusCode).toBe(404);
    expect((await send(port, { path: '/ws' })).body.toString()).toBe('http');
    expect(seen).toEqual(['/ws?full http://page', '/ws?room ']);
  });

  test('carries text and binary both ways; bytes can be sent as text', async () => {
    const { port, opened } = await startSockets({ message: (message) => received.push(message) });
    const received: (string | Uint8Array)[] = [];
    const client = await connected(port);
    const socket = await opened;
    const messages: [string, boolean][] = [];
    client.on('message', (data, isBinary) => messages.push([data.toString(), isBinary]));
    expect(socket.send('grüße')).toBe('sent');
    socket.send(Buffer.from('bytes'));
    socket.send(Buffer.from('shared'), 'text');
    while (messages.length < 3) await once(client, 'message');
    expect(messages).toEqual([
      ['grüße', false],
      ['bytes', true],
      ['shared', false],
    ]);
    client.send('zurück');
    client.send(Buffer.from([1, 2, 3]));
    client.send('x'.repeat(64 * 1024));
    client.ping();
    await once(client, 'pong');
    expect(received).toEqual(['zurück', new Uint8Array([1, 2, 3]), 'x'.repeat(64 * 1024)]);
  });

  test('closes with code and reason, from either side, once', async () => {
    const closes: [number, string][] = [];
    const closed = deferred<void>();
    const { port, opened } = await startSockets({
      close: (code, reason) => {
        closes.push([code, reason]);
        closed.resolve();
      },
    });
    const client = await connected(port);
    const socket = await opened;
    socket.close(4001, `too slow ${'ß'.repeat(200)}`);
    const [code, reason] = (await once(client, 'close')) as [number, Buffer];
    expect(code).toBe(4001);
    expect(reason.toString()).toBe(`too slow ${'ß'.repeat(57)}`);
    await closed.promise;
    expect(closes.length).toBe(1);
    expect(socket.send('late')).toBe('dropped');
    expect(socket.bufferedBytes).toBe(0);
    socket.close(1000, 'again');
    expect(closes.length).toBe(1);
  });

  test('tells the close of the client', async () => {
    const closed = deferred<[number, string]>();
    const { port, opened } = await startSockets({ close: (code, reason) => closed.resolve([code, reason]) });
    const client = await connected(port);
    await opened;
    client.close(4002, 'done here');
    expect(await closed.promise).toEqual([4002, 'done here']);
  });

  test('a message over the limit closes the socket and is not delivered', async () => {
    let delivered = 0;
    const { port, opened } = await startSockets({ message: () => delivered++ }, { maxMessageBytes: 1_000 });
    const client = await connected(port);
    await opened;
    client.send('x'.repeat(1_001));
    const [code] = (await once(client, 'close')) as [number];
    expect([1006, 1009]).toContain(code);
    expect(delivered).toBe(0);
  });

  test('queues up to the budget for a client that does not read, then drops, and drains', async () => {
    const BUDGET = 1_000_000;
    const drained = deferred<void>();
    const { port, opened } = await startSockets({ drain: () => drained.resolve() }, { maxBufferedBytes: BUDGET });
    const client = await connected(port);
    const socket = await opened;
    client.pause();
    const message = Buffer.alloc(50_000, 7);
    const results = { sent: 0, queued: 0, dropped: 0 };
    while (results.dropped === 0) results[socket.send(message)]++;
    expect(results.queued).toBeGreaterThan(1);
    expect(socket.bufferedBytes).toBeGreaterThan(BUDGET);
    expect(socket.bufferedBytes).toBeLessThan(BUDGET + 2 * message.length);
    let received = 0;
    client.on('message', (data: Buffer) => {
      expect(data.equals(message)).toBe(true);
      received++;
    });
    client.resume();
    await drained.promise;
    while (received < results.sent + results.queued) await once(client, 'message');
    expect(socket.bufferedBytes).toBe(0);
    expect(socket.send(message)).toBe('sent');
  });

  test('gives a slow client the reason of its close behind what it had queued', async () => {
    const { port, opened } = await startSockets({}, { maxBufferedBytes: 200_000 });
    const client = await connected(port);
    const socket = await opened;
    client.pause();
    while (socket.send(Buffer.alloc(50_000)) !== 'dropped');
    socket.close(1013, 'too slow');
    client.resume();
    const [code, reason] = (await once(client, 'close')) as [number, Buffer];
    expect([code, reason.toString()]).toEqual([1013, 'too slow']);
  });

  test('pings, keeps sockets that answer and closes silent ones with a reason', async () => {
    const { port } = await startSockets({}, { pingMs: 100, idleMs: 400 });
    const silent = await connected(port, { autoPong: false });
    const answering = await connected(port);
    const pings = deferred<void>();
    let pinged = 0;
    answering.on('ping', () => {
      if (++pinged === 8) pings.resolve();
    });
    const [code, reason] = (await once(silent, 'close')) as [number, Buffer];
    expect(code).toBe(1001);
    expect(reason.toString()).toContain('no frame');
    await pings.promise;
    expect(answering.readyState).toBe(WebSocket.OPEN);
  });

  test('reports exceptions of socket events and goes on', async () => {
    const { port, opened, reports } = await startSockets({
      message: () => {
        throw new Error('broken event');
      },
    });
    const client = await connected(port);
    const socket = await opened;
    client.send('x');
    client.ping();
    await once(client, 'pong');
    expect(reports).toEqual(['broken event']);
    expect(socket.send('still here')).toBe('sent');
  });
});

describe.each(adapters)('listening and closing: %s', (_, create) => {
  test('says which port is taken', async () => {
    const { port } = await start(create, () => text('first'));
    const second = create({ http: () => text('second'), sockets: [], report: () => {} });
    await expect(second.listen({ host: HOST, port })).rejects.toThrow(
      `cannot listen on ${HOST}:${port}: the port is in use by another program`,
    );
    await second.close();
  });

  test('closing lets a pending answer finish, then refuses connections', async () => {
    const pending = deferred<Answer>();
    const begun = deferred<void>();
    const { port, server } = await start(create, () => {
      begun.resolve();
      return pending.promise;
    });
    const agent = new http.Agent({ keepAlive: true });
    clients.push(agent);
    const answer = send(port, { agent });
    await begun.promise;
    const closed = server.close(60_000);
    expect(server.close()).toBe(closed);
    await expect(send(port, {})).rejects.toThrow('ECONNREFUSED');
    pending.resolve(text('finished'));
    expect((await answer).body.toString()).toBe('finished');
    expect((await answer).headers.connection).toBe('close');
    await closed;
  });

  test('closing cuts an answer that outlasts the grace, idle connections, and says 1001 to sockets', async () => {
    const begun = deferred<void>();
    const closes: number[] = [];
    const events: SocketEvents = { ...nothing, close: (code) => closes.push(code) };
    const { port, server } = await start(
      create,
      ({ path }) => {
        if (path === '/quick') return text('quick');
        begun.resolve();
        return new Promise<never>(() => {});
      },
      { sockets: [{ path: '/ws', accept: () => ({ events }) }] },
    );
    const idle = new Raw(port);
    idle.write('GET /quick HTTP/1.1', 'Host: h', '', '');
    await idle.until((received) => received.endsWith('quick'));
    const client = await connected(port);
    const stuck = send(port, { path: '/stuck' });
    const cut = expect(stuck).rejects.toThrow('socket hang up');
    await begun.promise;
    const clientClosed = once(client, 'close');
    await server.close(50);
    const [code, reason] = (await clientClosed) as [number, Buffer];
    expect([code, reason.toString()]).toEqual([1001, 'the node is stopping']);
    expect(closes).toEqual([1001]);
    await cut;
    await idle.closed;
  });

  test('closing before listening, or twice, settles', async () => {
    const server = create({ http: () => text(''), sockets: [], report: () => {} });
    await server.close();
    await server.close();
  });
});
