/** Contract of the server port: WebSockets, listening and closing. */

import { once } from 'node:events';
import http from 'node:http';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Answer, ServerSettings, ServerSocket, SocketEvents } from '../../api/server/port.js';
import {
  adapters,
  clients,
  connect,
  connected,
  type Deferred,
  deferred,
  HOST,
  nothing,
  open,
  Raw,
  send,
  start,
  text,
} from './serverContract.js';

describe.each(adapters)('sockets: %s', (_, create) => {
  /** A server with one socket path, whose sockets `opened` returns in order. */
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

  test('answers a handshake with the subprotocol that the application chooses, and else with none', async () => {
    const offers: string[] = [];
    const { port } = await start(create, () => text('http', 404), {
      sockets: [
        {
          path: '/ws',
          accept: (request) => {
            const offer = request.joinedHeader('sec-websocket-protocol');
            offers.push(offer);
            return offer.includes('chosen') ? { events: nothing, subprotocol: 'chosen.v1' } : { events: nothing };
          },
        },
      ],
    });
    /** The lines of an answer that name a subprotocol, or its status when it is no handshake. */
    const answered = async (...lines: readonly string[]): Promise<string> => {
      const raw = new Raw(port);
      const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
      const handshake = ['Host: h', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', key];
      raw.write('GET /ws HTTP/1.1', ...handshake, ...lines, '', '');
      const head = await raw.until((received) => received.includes('\r\n\r\n'));
      expect(head).toMatch(/^HTTP\/1\.1 101 /);
      return (head.match(/^sec-websocket-protocol:.*$/gim) ?? []).join('; ');
    };
    const chosen = expect.stringMatching(/^sec-websocket-protocol: chosen\.v1$/i);
    expect(await answered()).toBe('');
    expect(await answered('Sec-WebSocket-Protocol: other')).toBe('');
    expect(await answered('Sec-WebSocket-Protocol: chosen.v1')).toEqual(chosen);
    expect(await answered('Sec-WebSocket-Protocol: other, chosen.v1,third')).toEqual(chosen);
    expect(await answered('Sec-WebSocket-Protocol: other', 'Sec-WebSocket-Protocol: chosen.v1')).toEqual(chosen);
    // The application judges an offer that is not a list of names, or that repeats one.
    expect(await answered('Sec-WebSocket-Protocol: ,;, "')).toBe('');
    expect(await answered('Sec-WebSocket-Protocol: chosen.v1,,chosen.v1, (')).toEqual(chosen);
    const lines = offers.map((offer) => offer.replaceAll(/\s/g, ''));
    expect(lines.slice(0, 5)).toEqual(['', 'other', 'chosen.v1', 'other,chosen.v1,third', 'other,chosen.v1']);
    // A client that checks the answer takes it.
    const client = new WebSocket(`ws://${HOST}:${port}/ws`, ['other', 'chosen.v1']);
    clients.push({ destroy: () => client.terminate() });
    await once(client, 'open');
    expect(client.protocol).toBe('chosen.v1');
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

  test.each(['close', 'send, close', 'close in a group within', 'two, close, one more'])(
    'ends after what was sent together with the close: %s',
    async (way) => {
      const { port, opened } = await startSockets({}, { closeDrainMs: 3_600_000 });
      const client = await connected(port);
      const socket = await opened;
      const messages: string[] = [];
      client.on('message', (data) => messages.push(data.toString()));
      socket.together(() => {
        if (way !== 'close') socket.send('first');
        if (way.startsWith('two')) socket.send('second');
        if (way.includes('within')) socket.together(() => socket.close(4000, 'over'));
        else socket.close(4000, 'over');
        expect(socket.send('late')).toBe('dropped');
      });
      const [code, reason] = (await once(client, 'close')) as [number, Buffer];
      expect([code, reason.toString()]).toEqual([4000, 'over']);
      expect(messages).toEqual(way === 'close' ? [] : way.startsWith('two') ? ['first', 'second'] : ['first']);
    },
  );

  test('reports the close of the client', async () => {
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

  test('sends several messages together, in order and within the budget', async () => {
    const BUDGET = 1_000_000;
    const GATHERED = 16 * 1024;
    const drained = deferred<void>();
    const { port, opened } = await startSockets({ drain: () => drained.resolve() }, { maxBufferedBytes: BUDGET });
    const client = await connected(port);
    const socket = await opened;
    const sizes = [10, 4_000, 4_000, 4_000, 4_000, 4_000, 100, 50_000, 0, 70_000, 10];
    const received: number[] = [];
    client.on('message', (data: Buffer) => {
      expect(data.every((byte) => byte === received.length % 251)).toBe(true);
      received.push(data.length);
    });
    let sent = 0;
    const batch = (): string[] => {
      const results: string[] = [];
      socket.together(() => {
        for (const size of sizes) {
          results.push(socket.send(Buffer.alloc(size, sent % 251), 'binary'));
          if (results.at(-1) === 'dropped') return;
          sent++;
        }
      });
      return results;
    };
    expect(batch()).not.toContain('dropped');
    while (received.length < sizes.length) await once(client, 'message');
    expect(received).toEqual(sizes);
    client.pause();
    while (!batch().includes('dropped'));
    expect(sent).toBeGreaterThan(5 * sizes.length);
    expect(socket.bufferedBytes).toBeGreaterThan(BUDGET);
    expect(socket.bufferedBytes).toBeLessThan(BUDGET + GATHERED + 2 * Math.max(...sizes));
    expect(socket.send('one more')).toBe('dropped');
    client.resume();
    await drained.promise;
    while (received.length < sent) await once(client, 'message');
    expect(received.length).toBe(sent);
    expect(() =>
      socket.together(() => {
        throw new Error('broken work');
      }),
    ).toThrow('broken work');
    expect(socket.send(Buffer.alloc(1, sent % 251), 'binary')).toBe('sent');
    client.terminate();
  });

  test('a client that reads again gets all that waited, however much more waits than the system takes at once', async () => {
    const BUDGET = 24 * 1024 * 1024;
    const ROUNDS = 5;
    const message = Buffer.alloc(256 * 1024, 7);
    for (let round = 0; round < ROUNDS; round++) {
      const { port, opened, server } = await startSockets({}, { maxBufferedBytes: BUDGET });
      const client = await connected(port);
      const socket = await opened;
      client.pause();
      let taken = 0;
      while (socket.send(message) !== 'dropped') taken++;
      expect(taken * message.length).toBeGreaterThan(BUDGET);
      let received = 0;
      client.on('message', () => received++);
      client.resume();
      while (received < taken) await once(client, 'message');
      client.terminate();
      await server.close(0);
    }
  });

  test('gives a slow client the close reason after what it had queued', async () => {
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

  test('reports exceptions of socket events and continues', async () => {
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
    const free = await start(create, () => text('found a free port'));
    const { port } = free;
    await free.server.close();
    const first = create({ http: () => text('first'), sockets: [], report: () => {} });
    open.push(first);
    expect(await first.listen({ host: HOST, port })).toEqual({ host: HOST, port });
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
    // Below the 10 s after which idle connections end on their own.
  }, 6_000);

  test('closing before listening, or twice, settles', async () => {
    const server = create({ http: () => text(''), sockets: [], report: () => {} });
    await server.close();
    await server.close();
  });
});
