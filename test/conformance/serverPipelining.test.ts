/** Contract of the server port: data that follows a request in the same segment arrives while its answer is still under way.
 *  Every answer comes in order or the connection ends, nothing is left over, and the server continues. */

import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { type Answer, BodyWanted } from '../../api/server/port.js';
import { adapters, connect, count, nothing, Raw, send, start, text } from './serverContract.js';

const OFFER = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'];
const HANDSHAKE = [...OFFER, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];

const request = (...lines: readonly string[]): string => [...lines, '', ''].join('\r\n');
const handshake = (path: string, ...hosts: readonly string[]): string =>
  request(`GET ${path} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), ...HANDSHAKE);

const TWO_HOSTS = handshake('/ws', 'a', 'b');

const seconds: readonly (readonly [what: string, second: string, statuses: readonly string[]])[] = [
  ['with two hosts', TWO_HOSTS, ['200', '400']],
  ['that is refused', handshake('/ws?full', 'a'), ['200', '503']],
  ['whose acceptance breaks', handshake('/ws?broken', 'a'), ['200', '500']],
  ['that is accepted', handshake('/ws', 'a'), ['200', '101']],
  ['of no route', handshake('/elsewhere', 'a'), ['200', '404']],
  ['that is none', request('GET /ws HTTP/1.1', 'Host: a', ...OFFER), ['200', '404']],
  ['to another protocol', request('GET /b HTTP/1.1', 'Host: a', 'Connection: Upgrade', 'Upgrade: h2c'), ['200', '404']],
];

const firsts: readonly (readonly [what: string, first: string])[] = [
  ['a small answer', request('GET /small HTTP/1.1', 'Host: a')],
  ['two small answers', request('GET /small HTTP/1.1', 'Host: a').repeat(2)],
  ['a large answer', request('GET /large HTTP/1.1', 'Host: a')],
  ['an answer that waits', request('GET /later HTTP/1.1', 'Host: a')],
  [
    'a small answer behind one that waits',
    request('GET /later HTTP/1.1', 'Host: a') + request('GET /small HTTP/1.1', 'Host: a'),
  ],
  ['a last answer', request('GET /small HTTP/1.1', 'Host: a', 'Connection: close')],
  ['an answer to a body', `${request('POST /small HTTP/1.1', 'Host: a', 'Content-Length: 5')}hello`],
];

describe.each(adapters)('a handshake behind an answer: %s', (name, create, { twoHosts }) => {
  describe.each(seconds)('%s', (_second, second, statuses) => {
    test.each(firsts)('behind %s', async (what, first) => {
      const answers: Record<string, () => Answer | Promise<Answer>> = {
        '/small': () => text('<small>'),
        '/large': () => text('l'.repeat(2_000_000)),
        '/later': () => new Promise((resolve) => setImmediate(() => resolve(text('<later>')))),
      };
      const accept = ({ query }: { readonly query: string }) => {
        if (query === 'broken') throw new Error('accepts nothing');
        return query === 'full' ? { refused: text('<full>', 503) } : { events: nothing };
      };
      const { port, reports } = await start(create, ({ path }) => answers[path]?.() ?? text('<none>', 404), {
        sockets: [{ path: '/ws', accept }],
      });
      const raw = new Raw(port);
      raw.write(first + second);
      const seen = (): readonly string[] =>
        [...raw.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status ?? '');
      const expected = [...Array.from({ length: count(first, 'HTTP/1.1') - 1 }, () => '200'), ...statuses];
      await Promise.race([raw.closed, raw.until(() => seen().length >= expected.length).catch(() => undefined)]);
      // Answered in order as far as possible; a refusal by the library itself may replace waiting answers.
      const refusedByLibrary = twoHosts === 'connection ends' && second === TWO_HOSTS;
      if (refusedByLibrary && seen().at(-1) === '400') expect(new Set(seen().slice(0, -1)).has('400')).toBe(false);
      else expect(expected.slice(0, seen().length)).toEqual([...seen()]);
      if (name === 'node:http' && /small answers?$/.test(what)) expect(seen()).toEqual(expected);
      expect(count(raw.received, '<small>')).toBeLessThan(3);
      expect(reports.filter((report) => report !== 'accepts nothing')).toEqual([]);
      expect((await send(port, { path: '/small' })).body.toString()).toBe('<small>');
      await once(connect(port), 'open');
    });
  });
});

describe.each(adapters)('a request behind the last of its connection: %s', (_, create) => {
  const body = 'Content-Length: 5';
  const lasts: readonly (readonly [what: string, last: string])[] = [
    ['with its body', `${request('POST /body HTTP/1.1', 'Host: a', 'Connection: close', body)}hello`],
    ['in capitals', `${request('POST /body HTTP/1.1', 'Host: a', 'Connection: CLOSE', body)}hello`],
    ['of a word as long as close', `${request('POST /body HTTP/1.1', 'Host: a', 'Connection: other', body)}hello`],
    [
      'with a body in chunks',
      `${request('POST /body HTTP/1.1', 'Host: a', 'Connection: close', 'Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`,
    ],
    ['with an empty body', request('POST /body HTTP/1.1', 'Host: a', 'Connection: close', 'Content-Length: 0')],
    ['without a body', request('POST /body HTTP/1.1', 'Host: a', 'Connection: close')],
    [
      'with a body too large',
      `${request('POST /body HTTP/1.1', 'Host: a', 'Connection: close', 'Content-Length: 50')}${'x'.repeat(50)}`,
    ],
    ['with a body that nobody wants', `${request('POST /drop HTTP/1.1', 'Host: a', 'Connection: close', body)}hello`],
    ['with a body that a GET has', `${request('GET /body HTTP/1.1', 'Host: a', 'Connection: close', body)}hello`],
    ['without anything', request('GET /drop HTTP/1.1', 'Host: a', 'Connection: close')],
  ];
  const sizes = [10, 20_000, 400_000];

  test.each(lasts.flatMap(([what, last]) => sizes.map((size) => [what, size, last] as const)))(
    '%s, answered with %i bytes, is not served on a closed one',
    async (_what, size, last) => {
      let aborted = 0;
      let seconds = 0;
      const { port, reports } = await start(
        create,
        (incoming) => {
          if (incoming.path === '/alive') return text('<alive>');
          if (incoming.path === '/second') {
            seconds++;
            incoming.onAbort(() => aborted++);
            return new BodyWanted(10_000, () => text('<second>'));
          }
          const given = text('y'.repeat(size));
          return incoming.path === '/drop' ? given : new BodyWanted(10, () => given);
        },
        {},
        { maxConnections: 3, maxConnectionsPerAddress: 3 },
      );
      const second = `${request('POST /second HTTP/1.1', 'Host: a', 'Content-Length: 3000')}${'z'.repeat(1_000)}`;
      for (let round = 0; round < 8; round++) {
        const raw = new Raw(port);
        raw.write(last + second);
        // Either the connection ends on its own, or the second request waits for its body.
        await Promise.race([raw.closed, raw.until((so) => count(so, 'y') >= size).catch(() => undefined)]);
        raw.socket.destroy();
        await raw.closed;
      }
      // Every place that was taken is free again.
      for (let free = 0; free < 3; ) {
        const alive = await send(port, { path: '/alive' }).catch(() => undefined);
        const wanted = await send(port, { path: '/body', method: 'POST' }, 'hello').catch(() => undefined);
        if (alive?.status === 200 && wanted?.status === 200) free++;
      }
      expect(aborted).toBe(seconds);
      expect(reports).toEqual([]);
    },
  );
});
