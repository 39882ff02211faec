/** Contract of the server port: a request that names two hosts is 400 and reaches no handler, whatever it is, and its
 *  connection stays open. A proxy in between may have read the other host. */

import { describe, expect, test } from 'vitest';
import { type Answer, BodyWanted } from '../../api/server/port.js';
import { adapters, count, nothing, Raw, start, text } from './serverContract.js';

const HANDSHAKE = [
  ...['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'],
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

const ambiguous: Answer = { status: 400, headers: [], body: '<two hosts>' };

const ways: readonly (readonly [what: string, hosts: readonly string[]])[] = [
  ['in two lines', ['Host: localhost', 'Host: evil.example']],
  ['that are equal', ['Host: localhost', 'Host: localhost']],
  ['in any case', ['hOST: localhost', 'HOST: evil.example']],
  ['far apart', ['Host: localhost', ...Array.from({ length: 30 }, (_, at) => `X-${at}: ${at}`), 'Host: evil.example']],
  ['of which one is empty', ['Host: localhost', 'Host:']],
  ['of which the first is empty', ['Host: ', 'Host: localhost']],
  ['in three lines', ['Host: a', 'Host: b', 'Host: c']],
  ['in one line', ['Host: localhost, evil.example']],
];

describe.each(adapters)('two hosts: %s', (_, create, { twoHosts }) => {
  test.each(ways)('%s are refused', async (_what, hosts) => {
    const seen: string[] = [];
    let upgrades = 0;
    const accept = () => {
      upgrades++;
      return { events: nothing };
    };
    const handle = ({ method, path }: { readonly method: string; readonly path: string }) => {
      seen.push(`${method} ${path}`);
      return method === 'POST' ? new BodyWanted(100, (body) => text(String(body))) : text('<served>');
    };
    const { port, reports } = await start(create, handle, { sockets: [{ path: '/ws', accept }], ambiguous });
    const requests: readonly (readonly string[])[] = [
      ['GET /a HTTP/1.1', ...hosts, '', ''],
      ['HEAD /a HTTP/1.1', ...hosts, '', ''],
      ['OPTIONS /a HTTP/1.1', ...hosts, '', ''],
      ['POST /a HTTP/1.1', ...hosts, 'Content-Length: 5', '', 'hello'],
      ['POST /a HTTP/1.1', ...hosts, 'Transfer-Encoding: chunked', '', '5', 'hello', '0', '', ''],
      ['GET /a HTTP/1.1', ...hosts, 'Connection: close', '', ''],
      ['POST /a HTTP/1.1', ...hosts, 'Connection: close', 'Content-Length: 5', '', 'hello'],
      ['GET /ws HTTP/1.1', ...hosts, ...HANDSHAKE, '', ''],
      ['GET /elsewhere HTTP/1.1', ...hosts, ...HANDSHAKE, '', ''],
    ];
    for (const lines of requests) {
      const raw = new Raw(port);
      raw.write(...lines);
      const received = await raw.until((so) => so.includes('\r\n\r\n'));
      expect(received, lines[0]).toMatch(/^HTTP\/1\.1 400 /);
      // The library detects two lines, not two hosts in one line.
      if (twoHosts === 'connection ends' && hosts.length > 1) await raw.closed;
      else if (!lines[0]?.startsWith('HEAD')) await raw.until((so) => so.endsWith('<two hosts>'));
    }
    expect([seen, upgrades, reports]).toEqual([[], 0, []]);
  });

  test('mix up no answers, and end a connection on which others follow only where the library does', async () => {
    const { port } = await start(create, ({ path }) => text(`<served ${path}>`), { ambiguous });
    const raw = new Raw(port);
    raw.write('GET /1 HTTP/1.1', 'Host: a', '', '');
    await raw.until((received) => received.includes('<served /1>'));
    // Its body looks like a request, to detect a server that reads it as one.
    const body = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
    raw.write('POST /2 HTTP/1.1', 'Host: a', 'Host: b', `Content-Length: ${body.length}`, '', body);
    if (twoHosts === 'connection goes on') {
      await raw.until((received) => received.includes('<two hosts>'));
      raw.write('GET /3 HTTP/1.1', 'Host: a', '', '');
      await raw.until((received) => received.includes('<served /3>'));
    } else await raw.closed;
    const { received } = raw;
    expect([count(received, 'HTTP/1.1 200'), count(received, 'HTTP/1.1 400'), count(received, 'smuggled')]).toEqual([
      twoHosts === 'connection goes on' ? 2 : 1,
      1,
      0,
    ]);
  });

  test('have an answer also where the application gives none; one host has none of this', async () => {
    const { port } = await start(create, ({ path }) => text(`<served ${path}>`));
    const raw = new Raw(port);
    raw.write('GET /1 HTTP/1.1', 'Host: a', 'Host: b', '', '');
    expect(await raw.until((received) => received.includes('\r\n\r\n'))).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    for (const [at, host] of ['a', '', 'a:1', '[::1]:80', 'x'.repeat(1_000)].entries()) {
      const single = new Raw(port);
      single.write(`GET /${at} HTTP/1.1`, `Host: ${host}`, 'X-Forwarded-Host: b', 'Ghost: c', '', '');
      await single.until((received) => received.includes(`<served /${at}>`));
    }
  });
});

/** A body with a declared length over the limit is refused unread: before it is sent, and without reserving memory. */
describe.each(adapters)('a body over its limit: %s', (_, create) => {
  test('is refused by its Content-Length, or as soon as it is over without one', async () => {
    const limit = 1_000;
    const bodies: unknown[] = [];
    const { port, reports } = await start(create, () => {
      return new BodyWanted(limit, (body) => {
        bodies.push(typeof body === 'string' ? body : body.length);
        return text(`<${typeof body === 'string' ? body : 'taken'}>`, typeof body === 'string' ? 413 : 200);
      });
    });
    const exact = new Raw(port);
    exact.write('POST / HTTP/1.1', 'Host: a', `Content-Length: ${limit}`, '', 'x'.repeat(limit));
    await exact.until((received) => received.includes('<taken>'));
    for (const length of [limit + 1, 100_000, 999_999_999]) {
      const announced = new Raw(port);
      announced.write('POST / HTTP/1.1', 'Host: a', `Content-Length: ${length}`, '', '');
      expect(await announced.until((received) => received.includes('>'))).toMatch(/^HTTP\/1\.1 413 .*<too_large>$/s);
    }
    const chunked = new Raw(port);
    chunked.write('POST / HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked', '', '3e9', 'x'.repeat(limit + 1), '');
    expect(await chunked.until((received) => received.includes('>'))).toMatch(/^HTTP\/1\.1 413 .*<too_large>$/s);
    expect(bodies).toEqual([limit, 'too_large', 'too_large', 'too_large', 'too_large']);
    expect(reports).toEqual([]);
  });
});

describe.each(adapters)('two lengths: %s', (_, create) => {
  test.each([
    ['that differ', ['Content-Length: 0', 'Content-Length: <n>']],
    ['that differ, the other way round', ['Content-Length: <n>', 'Content-Length: 0']],
    ['in any case', ['content-length: 0', 'CONTENT-LENGTH: <n>']],
    ['of which one is empty', ['Content-Length: 0', 'Content-Length:']],
  ])('%s split no request', async (_what, lengths) => {
    const seen: string[] = [];
    const { port } = await start(create, ({ method, path }) => {
      seen.push(`${method} ${path}`);
      return method === 'POST' ? new BodyWanted(100, (body) => text(String(body))) : text('<served>');
    });
    const hidden = 'GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n';
    for (const method of ['GET', 'POST']) {
      const raw = new Raw(port);
      const lines = lengths.map((line) => line.replace('<n>', String(hidden.length)));
      raw.write(`${method} /a HTTP/1.1`, 'Host: localhost', ...lines, '', hidden);
      await raw.closed;
      expect(raw.received).not.toContain('<served>');
    }
    expect(seen.filter((request) => request.endsWith('/hidden'))).toEqual([]);
  });
});
