/** Contract of the server port: what is held for clients that do not read, or not fast enough. The tests count the bytes that
 *  the server holds; clients that read are not affected by the others. */

import { once } from 'node:events';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import {
  type Answer,
  CLOSE_HELD,
  heldReasons,
  type ServerSettings,
  type ServerSocket,
  type SocketEvents,
} from '../../api/server/port.js';
import { adapters, connect, deferred, Raw, send, start, text } from './serverContract.js';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Names the client whose share counts, as a trusted proxy does. */
const clientOf: ServerSettings['clientOf'] = (request) => request.header('x-client');

/** What the kernel buffers for a connection on this machine, and what a library gathers, before data waits in the process. */
const KERNEL_BYTES = 16 * MIB;

describe.each(adapters)('what is held: %s', (_, create) => {
  interface Opened {
    readonly socket: ServerSocket;
    readonly ends: [number, string][];
  }

  async function startSockets(settings: Partial<ServerSettings>) {
    const opened: Opened[] = [];
    const accept = (): { events: SocketEvents } => {
      const ends: [number, string][] = [];
      return {
        events: {
          open: (socket) => opened.push({ socket, ends }),
          message: () => {},
          drain: () => {},
          close: (...end) => ends.push(end),
        },
      };
    };
    const started = await start(
      create,
      () => text('<http>'),
      { sockets: [{ path: '/ws', accept }] },
      { clientOf, ...settings },
    );
    const join = async (client: string): Promise<{ ws: WebSocket; at: Opened }> => {
      const ws = connect(started.port, '/ws', { headers: { 'x-client': client } });
      await once(ws, 'open');
      while (opened.length === 0) await turn();
      return { ws, at: opened.at(-1) as Opened };
    };
    return { ...started, opened, join };
  }

  /** Sends to all, and to readers as fast as they take it. */
  const message = Buffer.alloc(64 * KIB, 7);

  test('sockets of one client that never read share what one client may hold; readers get everything', async () => {
    const share = 2 * MIB;
    const { server, join } = await startSockets({ maxHeldBytesPerClient: share, maxHeldBytes: 100 * MIB });
    const silent: Awaited<ReturnType<typeof join>>[] = [];
    for (let at = 0; at < 24; at++) {
      const one = await join('a');
      one.ws.pause();
      silent.push(one);
    }
    const reader = await join('a');
    const other = await join('b');
    const received = { reader: 0, other: 0 };
    reader.ws.on('message', (data: Buffer) => {
      received.reader += data.length;
    });
    other.ws.on('message', (data: Buffer) => {
      received.other += data.length;
    });
    let sent = 0;
    let most = 0;
    while (silent.some(({ at }) => at.ends.length === 0)) {
      for (const { at } of silent) at.socket.send(message);
      for (const { at } of [reader, other]) expect(at.socket.send(message)).not.toBe('dropped');
      sent += message.length;
      most = Math.max(most, server.heldBytes);
      expect(sent).toBeLessThan(24 * KERNEL_BYTES);
      // Readers take it before more comes.
      while (reader.at.socket.bufferedBytes + other.at.socket.bufferedBytes > 0) await turn();
    }
    expect(most).toBeGreaterThan(share / 2);
    expect(most).toBeLessThanOrEqual(share + 2 * message.length);
    for (const { at } of silent) expect(at.ends).toEqual([[CLOSE_HELD, heldReasons.client]]);
    while (received.reader < sent || received.other < sent) await turn();
    expect([reader.at.ends, other.at.ends]).toEqual([[], []]);
    // A client that resumes reading gets the reason; what the library had comes first, complete.
    const told = once(silent[0]?.ws as WebSocket, 'close');
    silent[0]?.ws.resume();
    const [code, reason] = (await told) as [number, Buffer];
    expect([code, reason.toString()]).toEqual([CLOSE_HELD, heldReasons.client]);
    for (const { ws } of silent) ws.terminate();
    while (server.heldBytes > 0) await turn();
  });

  test('all clients together hold no more than the total: the greatest holder is closed, the others stay', async () => {
    const total = 4 * MIB;
    const { server, join } = await startSockets({ maxHeldBytesPerClient: 2 * MIB, maxHeldBytes: total });
    const slow: Awaited<ReturnType<typeof join>>[] = [];
    for (const client of ['a', 'b', 'c', 'd', 'e']) {
      const one = await join(client);
      one.ws.pause();
      slow.push(one);
    }
    /** Fills one socket until so much waits in the process. */
    const fill = ({ at }: (typeof slow)[number], bytes: number): void => {
      while (at.ends.length === 0 && at.socket.bufferedBytes < bytes) at.socket.send(message);
    };
    const [small, ...large] = slow as [(typeof slow)[number], ...typeof slow];
    fill(small, 0.25 * MIB);
    for (const one of large) fill(one, 1.5 * MIB);
    expect(server.heldBytes).toBeLessThanOrEqual(total + 2 * message.length);
    expect(small.at.ends).toEqual([]);
    expect(large.flatMap(({ at }) => at.ends)).toEqual(
      large.filter(({ at }) => at.ends.length > 0).map(() => [CLOSE_HELD, heldReasons.total]),
    );
    expect(large.filter(({ at }) => at.ends.length > 0).length).toBeGreaterThanOrEqual(1);
    expect(large.filter(({ at }) => at.ends.length === 0).length).toBeGreaterThanOrEqual(2);
  });

  test('a socket that was closed counts until its bytes have left, and is cut when they do not', async () => {
    const { server, join } = await startSockets({
      maxHeldBytesPerClient: 64 * MIB,
      maxBufferedBytes: 1 * MIB,
      closeDrainMs: 300,
    });
    const { ws, at } = await join('a');
    ws.pause();
    while (at.socket.send(message) !== 'dropped');
    const held = server.heldBytes;
    expect(held).toBeGreaterThan(MIB);
    at.socket.close(1013, 'too slow');
    expect(at.ends).toEqual([[1013, 'too slow']]);
    expect(at.socket.send(message)).toBe('dropped');
    expect(server.heldBytes).toBe(held);
    while (server.heldBytes > 0) await delay(10);
    expect(at.ends).toHaveLength(1);
  });

  test('a client that opens, fills and is closed again and again never holds more than its share', async () => {
    const share = 2 * MIB;
    const settings = { maxHeldBytesPerClient: share, maxBufferedBytes: 1 * MIB, closeDrainMs: 60_000 };
    const { server, join } = await startSockets(settings);
    let most = 0;
    let closed = 0;
    for (let round = 0; round < 12; round++) {
      const { ws, at } = await join('a');
      ws.pause();
      while (at.socket.send(message) !== 'dropped') most = Math.max(most, server.heldBytes);
      at.socket.close(1013, 'too slow');
      closed += at.ends.length;
    }
    expect(closed).toBe(12);
    expect(most).toBeLessThanOrEqual(share + 2 * message.length);
    expect(server.heldBytes).toBeLessThanOrEqual(share + 2 * message.length);
  });

  /** A server of answers of all shapes. */
  async function startAnswers(settings: Partial<ServerSettings>) {
    const ended = deferred<void>();
    let handled = 0;
    const endless = (): AsyncIterable<Uint8Array> =>
      (async function* () {
        try {
          for (;;) yield Buffer.alloc(100_000, 'e');
        } finally {
          ended.resolve();
        }
      })();
    const held = Buffer.alloc(24 * MIB, 'h');
    const small: Answer = { ...text('s'.repeat(8 * KIB)) };
    const started = await start(
      create,
      ({ path }) => {
        handled++;
        if (path === '/endless') return { status: 200, headers: [], body: endless() };
        if (path === '/none') return { status: 204, headers: [['X-Head', 'n'.repeat(60)]] };
        if (path === '/held') return { status: 200, headers: [], body: held };
        return small;
      },
      {},
      { clientOf, httpIdleMs: 60_000, ...settings },
    );
    return {
      ...started,
      ended: ended.promise,
      get handled() {
        return handled;
      },
    };
  }

  const get = (path: string, client: string, method = 'GET'): string =>
    `${method} ${path} HTTP/1.1\r\nHost: h\r\nX-Client: ${client}\r\n\r\n`;

  /** Reads about so many bytes a second. */
  function readAt(raw: Raw, bytesPerSecond: number): void {
    raw.socket.pause();
    const timer = setInterval(() => raw.socket.read(Math.ceil(bytesPerSecond / 50)), 20);
    raw.socket.on('close', () => clearInterval(timer));
  }

  const paced = { readWindowMs: 1_500, minReadBytesPerSecond: 3 * MIB } as const;

  test.each(['/endless', '/held'])(
    'a reader of %s that takes too little ends; one at the pace does not',
    async (path) => {
      const started = await startAnswers(paced);
      // The last one reads all the time, so that only the minimum pace can end it.
      const slow = [0, 10 * KIB, 512 * KIB].map((rate) => {
        const raw = new Raw(started.port);
        raw.socket.write(get(path, 'slow'));
        if (rate === 0) raw.socket.pause();
        else readAt(raw, rate);
        return raw;
      });
      const good = send(started.port, { path: '/held', headers: { 'x-client': 'good' } });
      while (started.server.heldBytes === 0) await turn();
      // A socket that reads nothing does not learn of its end: the server holds nothing for it any more.
      while (started.server.heldBytes > 0) await delay(20);
      if (path === '/endless') await started.ended;
      for (const { received } of slow) expect(received.length).toBeLessThan(24 * MIB);
      expect((await good).body.length).toBe(24 * MIB);
      for (const raw of slow) raw.socket.destroy();
      expect(started.reports).toEqual([]);
    },
    60_000,
  );

  test('a reader that has taken its answer holds nothing, whatever it keeps open', async () => {
    const { server, port } = await startAnswers({});
    const raw = new Raw(port);
    raw.socket.write(get('/held', 'a'));
    await raw.until((received) => received.length > 24 * MIB);
    expect(server.heldBytes).toBe(0);
    expect(raw.socket.destroyed).toBe(false);
  });

  test('answers that are not read, to requests one behind the other, are bounded', async () => {
    const share = 1 * MIB;
    for (const [method, path] of [
      ['GET', '/small'],
      ['HEAD', '/small'],
      ['HEAD', '/held'],
      ['OPTIONS', '/none'],
    ] as const) {
      const started = await startAnswers({ maxHeldBytesPerClient: share });
      const raw = new Raw(started.port);
      raw.socket.pause();
      const flood = Buffer.from(get(path, 'a', method).repeat(1_000));
      let most = 0;
      let before = -1;
      // Until the server has ended it, or accepts no more.
      for (let quiet = 0; quiet < 25 && !raw.socket.destroyed; quiet = started.handled === before ? quiet + 1 : 0) {
        before = started.handled;
        if (raw.socket.writableLength === 0) raw.socket.write(flood);
        await delay(20);
        most = Math.max(most, started.server.heldBytes);
      }
      expect(most).toBeLessThanOrEqual(share + 64 * KIB);
      const answerBytes = method === 'GET' ? 8 * KIB : 100;
      expect(started.handled * answerBytes, `${method} ${path}`).toBeLessThan(KERNEL_BYTES + share);
      expect(started.handled).toBeGreaterThan(0);
      raw.socket.destroy();
    }
  });

  test('a client above its share loses its greatest answer; others keep theirs', async () => {
    const { server, port, reports } = await startAnswers({ maxHeldBytesPerClient: 30 * MIB });
    const unread = [0, 1, 2].map(() => {
      const raw = new Raw(port);
      raw.socket.write(get('/held', 'a'));
      raw.socket.pause();
      return raw;
    });
    const good = send(port, { path: '/held', headers: { 'x-client': 'b' } });
    expect((await good).body.length).toBe(24 * MIB);
    while (server.heldBytes === 0) await turn();
    await delay(100);
    expect(server.heldBytes).toBeLessThanOrEqual(30 * MIB);
    for (const raw of unread) raw.socket.destroy();
    while (server.heldBytes > 0) await turn();
    expect(reports).toEqual([]);
  });
});
