/** Contract of the server port: clients that hold connections without using them, input that is not HTTP, and limits on
 *  the number of connections. After each test, no socket stays open. */

import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { type Answer, BodyWanted, type ServerSettings } from '../../api/server/port.js';
import { adapters, connect, type Deferred, deferred, nothing, Raw, send, start, text } from './serverContract.js';

/** Sockets of this process, the server's and the clients' alike; undefined where the system does not show them. */
function openSockets(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const target = (descriptor: string): string => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return '';
    }
  };
  return readdirSync('/proc/self/fd').filter((descriptor) => target(descriptor).startsWith('socket:')).length;
}

/** Times out with the test when sockets stay. */
async function onlyOpen(before: number | undefined): Promise<void> {
  while (before !== undefined && (openSockets() ?? 0) > before) await delay(50);
}

/** Maximum wait for a library that closes after 10 s of silence, in steps of four seconds. */
const LIBRARY_MS = 40_000;

describe.each(adapters)('unused connections: %s', (_, create) => {
  const times: Partial<ServerSettings> = { httpIdleMs: 600 };

  /** Sends a byte at a time for as long as the connection lives. */
  function drip(raw: Raw): void {
    const timer = setInterval(() => raw.socket.write('x'), 60);
    raw.socket.on('close', () => clearInterval(timer));
  }

  test(
    'end: silent ones, slow heads, slow bodies, slow readers; not those whose answer takes long',
    async () => {
      const pending = deferred<Answer>();
      const asked = deferred<void>();
      const unread = deferred<void>();
      const endless = (async function* () {
        try {
          for (;;) yield Buffer.alloc(100_000, 'e');
        } finally {
          unread.resolve();
        }
      })();
      const { port, reports } = await start(
        create,
        ({ path }) => {
          if (path === '/pending') {
            asked.resolve();
            return pending.promise;
          }
          if (path === '/endless') return { status: 200, headers: [], body: endless };
          if (path === '/body') return new BodyWanted(1_000_000, (body) => text(String(body)));
          return text('<quick>');
        },
        {},
        times,
      );
      const before = openSockets();
      const patient = new Raw(port);
      patient.write('GET /pending HTTP/1.1', 'Host: h', '', '');
      await asked.promise;
      const withPending = openSockets();

      const silent = new Raw(port);
      const halfHead = new Raw(port);
      halfHead.write('GET / HTTP/1.1', 'Host: h', 'X-Half: ');
      const slowHead = new Raw(port);
      slowHead.write('GET / HTTP/1.1', 'Host: h', 'X-Slow: ');
      drip(slowHead);
      const keptAlive = new Raw(port);
      keptAlive.write('GET / HTTP/1.1', 'Host: h', '', '');
      await keptAlive.until((received) => received.endsWith('<quick>'));
      const noBody = new Raw(port);
      noBody.write('POST /body HTTP/1.1', 'Host: h', 'Content-Length: 100000', '', '');
      const slowBody = new Raw(port);
      slowBody.write('POST /body HTTP/1.1', 'Host: h', 'Content-Length: 100000', '', '');
      drip(slowBody);
      const unwantedBody = new Raw(port);
      unwantedBody.write('POST /body HTTP/1.1', 'Host: h', 'Content-Length: 1000001', '', '');
      await unwantedBody.until((received) => received.includes('too_large'));
      drip(unwantedBody);
      const notReading = new Raw(port);
      notReading.write('GET /endless HTTP/1.1', 'Host: h', '', '');
      await notReading.until((received) => received.includes('e'.repeat(1_000)));
      notReading.socket.pause();

      const ended = [silent, halfHead, slowHead, keptAlive, noBody, slowBody, unwantedBody];
      await Promise.all([...ended.map(({ closed }) => closed), unread.promise]);
      notReading.socket.destroy();
      await onlyOpen(withPending);
      pending.resolve(text('<after all>'));
      await patient.until((received) => received.endsWith('<after all>'));
      expect(count200(keptAlive)).toBe(1);
      expect([silent, noBody, slowBody].map(count200)).toEqual([0, 0, 0]);
      await patient.closed;
      await onlyOpen(before);
      expect(reports).toEqual([]);
    },
    2 * LIBRARY_MS,
  );

  const count200 = ({ received }: Raw): number => received.split('HTTP/1.1 200').length - 1;
});

describe.each(adapters)('malformed HTTP: %s', (_, create, promises) => {
  const headers = (amount: number): string[] => Array.from({ length: amount }, (__, at) => `X-${at}: ${at}`);
  const inputs: readonly (readonly [what: string, lines: readonly string[]])[] = [
    ['50 headers', ['GET /never HTTP/1.1', 'Host: h', ...headers(49), '', '']],
    ['3,000 headers', ['GET /never HTTP/1.1', 'Host: h', ...headers(3_000), '', '']],
    ['a header of 1 MB', ['GET /never HTTP/1.1', 'Host: h', `X-Long: ${'l'.repeat(1_000_000)}`, '', '']],
    ['no Host', ['GET /never HTTP/1.1', 'X-Host: h', '', '']],
    ['garbage', ['\u0001\u0002garbage\u0000', '', '']],
    ['a TLS hello', ['\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', '', '']],
    ['HTTP/3.7', ['GET /never HTTP/3.7', 'Host: h', '', '']],
    ['a length that is none', ['POST /never HTTP/1.1', 'Host: h', 'Content-Length: ten', '', '']],
  ];

  test('does not include a long head: a path with a key in hex, and 10 KB of headers', async () => {
    const { port } = await start(create, ({ path }) => text(`<${path.length}>`));
    const path = `/${'k'.repeat(3_904)}`;
    const { status, body } = await send(port, { path, headers: { 'X-Long': 'l'.repeat(10_000) } });
    expect([status, String(body)]).toEqual([200, `<${path.length}>`]);
  });

  test(
    'is answered 4xx or closed, never handled, and leaves no socket',
    async () => {
      const paths: string[] = [];
      const settings = { httpIdleMs: 1_000 };
      const { port, reports } = await start(
        create,
        ({ path }) =>
          new BodyWanted(100, () => {
            paths.push(path);
            return text('<handled>');
          }),
        {},
        settings,
      );
      const before = openSockets();
      const old = new Raw(port);
      old.write('GET /old HTTP/1.0', 'Host: h', '', '');
      const names = [..."_.!#$%&'*+^`|~"].map((mark) => {
        const raw = new Raw(port);
        raw.write('GET /name HTTP/1.1', 'Host: h', 'Connection: close', `x${mark}y: 1`, '', '');
        return raw;
      });
      const ends = inputs.map(async ([what, lines]) => {
        const raw = new Raw(port);
        raw.socket.write(Buffer.from(lines.join('\r\n'), 'latin1'));
        await raw.closed;
        return [what, raw.received.slice(0, 'HTTP/1.1 4'.length)];
      });
      const wanted = promises.malformed === 'answered' ? /^HTTP\/1\.1 [45]$/ : /^(HTTP\/1\.1 4)?$/;
      for (const [what, received] of await Promise.all(ends)) expect(received, what).toMatch(wanted);
      // HTTP/1.0, and rare header names, are not malformed for every server: served and closed, or closed.
      const servesOld = promises.http10 === 'served';
      const servesNames = promises.headerNames === 'all';
      await Promise.all([old, ...names].map(({ closed }) => closed));
      expect(paths.sort()).toEqual([...(servesNames ? names.map(() => '/name') : []), ...(servesOld ? ['/old'] : [])]);
      expect(old.received.endsWith('<handled>')).toBe(servesOld);
      for (const { received } of names) expect(received.endsWith('<handled>')).toBe(servesNames);
      expect(reports).toEqual([]);
      await onlyOpen(before);
    },
    LIBRARY_MS,
  );
});

describe.each(adapters)('limits on connections: %s', (_, create, promises) => {
  const LIMIT = 3;
  const busy: Answer = { status: 503, headers: [['Retry-After', '7']], body: 'busy' };

  async function startLimited(settings: Partial<ServerSettings>) {
    const pending: Deferred<Answer>[] = [];
    const asked: Deferred<void>[] = Array.from({ length: 2 * LIMIT + 2 }, () => deferred());
    const started = await start(
      create,
      () => {
        const answer = deferred<Answer>();
        asked[pending.length]?.resolve();
        pending.push(answer);
        return answer.promise;
      },
      { sockets: [{ path: '/ws', accept: () => ({ events: nothing }) }], busy },
      settings,
    );
    return { ...started, pending, asked };
  }

  /** @returns the socket, or how it was refused. */
  async function tryOpen(port: number): Promise<WebSocket | 503 | 'closed'> {
    const client = connect(port);
    return Promise.race([
      once(client, 'open').then(() => client),
      once(client, 'unexpected-response').then((told) => {
        const [, response] = told as [unknown, IncomingMessage];
        expect(response.headers['retry-after']).toBe('7');
        return response.statusCode as 503;
      }),
      new Promise<'closed'>((resolve) => {
        client.on('error', () => resolve('closed'));
      }),
    ]);
  }

  /** Waits until the server has seen an earlier end; times out with the test when it never does. */
  async function openAgain(port: number): Promise<WebSocket> {
    for (;;) {
      const result = await tryOpen(port);
      if (typeof result === 'object') return result;
      await delay(20);
    }
  }

  test.each([
    ['in all', { maxConnections: LIMIT, maxConnectionsPerAddress: 0 }],
    ['of one address', { maxConnections: LIMIT + 100, maxConnectionsPerAddress: LIMIT }],
    ['in all, trusted proxies included', { maxConnections: LIMIT, isTrustedProxy: () => true }],
  ])('holds no more than allowed %s, and takes new ones when old ones go', async (_which, settings) => {
    const { port } = await startLimited(settings);
    const refused = promises.counts === 'connections' ? 'closed' : 503;
    const held: WebSocket[] = [];
    for (let at = 0; at < LIMIT; at++) held.push(await openAgain(port));
    expect(await tryOpen(port)).toBe(refused);
    expect(await tryOpen(port)).toBe(refused);
    for (const client of held) client.terminate();
    for (let at = 0; at < LIMIT; at++) held.push(await openAgain(port));
    expect(await tryOpen(port)).toBe(refused);
  });

  test('does not count what a trusted proxy holds against its address', async () => {
    const asked: string[] = [];
    const { port } = await startLimited({
      maxConnectionsPerAddress: LIMIT,
      isTrustedProxy: (address) => asked.push(address) > 0,
    });
    for (let at = 0; at < 2 * LIMIT; at++) expect(typeof (await tryOpen(port))).toBe('object');
    expect(new Set(asked)).toEqual(new Set(['127.0.0.1']));
  });

  test('counts requests that wait for their answers', async () => {
    const { port, pending, asked } = await startLimited({ maxConnectionsPerAddress: LIMIT });
    const waiting: Raw[] = [];
    for (let at = 0; at < LIMIT; at++) {
      const raw = new Raw(port);
      raw.write('GET / HTTP/1.1', 'Host: h', 'Connection: close', '', '');
      waiting.push(raw);
      await asked[at]?.promise;
    }
    const over = new Raw(port);
    over.write('GET / HTTP/1.1', 'Host: h', '', '');
    await over.closed;
    expect(over.received.startsWith('HTTP/1.1 503')).toBe(promises.counts !== 'connections');
    for (const answer of pending) answer.resolve(text('<done>'));
    for (const raw of waiting) await raw.until((received) => received.endsWith('<done>'));
    for (const raw of waiting) raw.socket.destroy();
    await openAgain(port);
  });
});
