/** Contract of the server port: requests and bodies, through real sockets, against every adapter. */

import { describe, expect, test } from 'vitest';
import { bodyBudget } from '../../api/server/body.js';
import { type Answer, type Body, BodyWanted, type Outcome, type ServerRequest } from '../../api/server/port.js';
import { adapters, count, type Deferred, deferred, HOST, nothing, Raw, send, start, text } from './serverContract.js';

const describeBody = (body: Body): string => (typeof body === 'string' ? body : `${body.length} bytes`);

describe.each(adapters)('requests: %s', (_, create, promises) => {
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

  test('gives a header of several lines by its first line, and joined, also later', async () => {
    const read = (request: ServerRequest): string =>
      ['x-twice', 'x-once', 'x-never'].map((name) => `${request.header(name)}|${request.joinedHeader(name)}`).join(';');
    const { port } = await start(create, (request) => {
      if (request.path === '/now') return text(read(request));
      return new Promise((resolve) => setImmediate(() => resolve(text(read(request)))));
    });
    const headers = { 'X-Twice': ['a', 'b, c'], 'X-Once': 'd' };
    for (const path of ['/now', '/later']) {
      const answer = await send(port, { path, headers });
      expect(answer.body.toString(), path).toBe('a|a, b, c;d|d;|');
    }
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

  test('answers given later are in order or end the connection, as the adapter promises, and never mixed up', async () => {
    const REQUESTS = 20;
    const pending: Deferred<Answer>[] = [];
    const first = deferred<void>();
    const { port } = await start(create, ({ path }) => {
      if (path === '/at-once') return text('<at-once>');
      const answer = deferred<Answer>();
      pending.push(answer);
      first.resolve();
      return answer.promise;
    });
    const raw = new Raw(port);
    const paths = Array.from({ length: REQUESTS }, (_, at) => (at === 1 ? '/at-once' : `/${at}`));
    raw.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`).join(''));
    await first.promise;
    if (promises.overtaking === 'connection ends') {
      await raw.closed;
      expect(raw.received).toBe('');
      return;
    }
    expect(pending.length).toBe(REQUESTS - 1);
    const wanted = paths.filter((path) => path !== '/at-once').map((path) => `<${path.slice(1)}>`);
    for (const at of [...wanted.keys()].reverse()) pending[at]?.resolve(text(wanted[at] ?? ''));
    await raw.until((received) => received.endsWith(`<${REQUESTS - 1}>`));
    expect(raw.received.match(/<[\w-]+>/g)).toEqual(paths.map((path) => `<${path.slice(1)}>`));
  });

  test('requests ahead of their answers are bounded for one connection', async () => {
    let handled = 0;
    const { port } = await start(create, () => {
      handled++;
      return new Promise<never>(() => {});
    });
    const raw = new Raw(port);
    raw.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(5_000));
    await raw.closed;
    expect(handled).toBeGreaterThan(0);
    expect(handled).toBeLessThan(1_000);
  });

  test('names neither itself nor its library', async () => {
    const { port } = await start(create, () => text('ok'));
    const { headers } = await send(port, {});
    const known = ['content-type', 'content-length', 'date', 'connection', 'keep-alive'];
    expect(Object.keys(headers).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('takes a request that offers another protocol as an ordinary one, with its body', async () => {
    const { port } = await start(
      create,
      ({ method, path }) =>
        new BodyWanted(100, (body) => text(`<${method} ${path} ${Buffer.from(body as Uint8Array).toString()}>`)),
      { sockets: [{ path: '/ws', accept: () => ({ events: nothing }) }] },
    );
    const raw = new Raw(port);
    const offer = ['Host: h', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'];
    raw.write('POST /offer HTTP/1.1', ...offer, 'Content-Length: 4', '', 'body');
    await raw.until((received) => received.endsWith('<POST /offer body>'));
    raw.write(
      'POST /ws HTTP/1.1',
      'Host: h',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Content-Length: 2',
      '',
      'no',
    );
    await raw.until((received) => received.endsWith('<POST /ws no>'));
    raw.write('POST /next HTTP/1.1', 'Host: h', 'Content-Length: 3', '', 'yes');
    await raw.until((received) => received.endsWith('<POST /next yes>'));
    expect(count(raw.received, 'HTTP/1.1 200')).toBe(3);
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

  test('uses the memory of a body again once it was given back, and not before', async () => {
    const kept: Uint8Array[] = [];
    const held: Deferred<void>[] = [];
    const { port } = await start(
      create,
      ({ path }) =>
        new BodyWanted(
          LIMIT,
          async (body, giveBack) => {
            kept.push(body as Uint8Array);
            if (path === '/held') {
              const wait = deferred<void>();
              held.push(wait);
              await wait.promise;
            }
            if (path !== '/kept') giveBack?.();
            return text(describeBody(body));
          },
          path !== '/own',
        ),
    );
    const post = (path: string, byte: string) => send(port, { path, method: 'POST' }, Buffer.from(byte.repeat(2_000)));
    const waiting = post('/held', 'a');
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
    for (const [path, byte] of [
      ['/kept', 'b'],
      ['/lent', 'c'],
      ['/own', 'd'],
      ['/lent', 'e'],
    ] as const)
      await post(path, byte);
    const [first, keptOne, lent, own, again] = kept.map((body) => Buffer.from(body).toString('latin1', 0, 1));
    expect([first, keptOne, own, again]).toEqual(['a', 'b', 'd', 'e']);
    expect(lent).toBe('e');
    expect(new Set(kept.map(({ buffer }) => buffer)).size).toBe(4);
    held[0]?.resolve();
    await waiting;
    await post('/lent', 'f');
    expect(kept.map((body) => String.fromCharCode(body[0] ?? 0)).join('')).toMatch(/^(fbede|abfdf).$/);
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

  test('gives unfinished bodies one budget with a share for each client, and takes it back', async () => {
    const budget = 400_000;
    const share = budget / 8;
    const clientOf = (request: ServerRequest): string => request.header('x-client');
    const { port } = await start(create, echo, {}, { maxBodiesBytes: budget, clientOf });
    const hold = (client: string): Raw => {
      const raw = new Raw(port);
      raw.write(
        'POST / HTTP/1.1',
        'Host: h',
        `X-Client: ${client}`,
        `Content-Length: ${share}`,
        '',
        'z'.repeat(20_000),
      );
      return raw;
    };
    const answerFor = async (client: string): Promise<string> =>
      (
        await send(port, { method: 'POST', headers: { 'content-length': 4, 'x-client': client } }, 'more')
      ).body.toString();
    /** Asks until the server has seen what the holders did; the count only keeps a broken server from hanging us. */
    const until = async (client: string, wanted: string): Promise<void> => {
      let answer = '';
      for (let tries = 0; tries < 1_000 && answer !== wanted; tries++) answer = await answerFor(client);
      expect(answer).toBe(wanted);
    };
    const holders = [hold('1')];
    await until('1', 'no_room');
    expect(await answerFor('2')).toBe('4 bytes');
    for (const client of ['2', '3', '4', '5', '6', '7', '8']) {
      holders.push(hold(client));
      await until(client, 'no_room');
    }
    expect(await answerFor('9')).toBe('no_room');
    for (const raw of holders) raw.socket.destroy();
    for (const client of ['1', '8', '9']) await until(client, '4 bytes');
  });

  test('keeps room for small bodies beside large ones', () => {
    const mebibyte = 2 ** 20;
    const budget = bodyBudget(256 * mebibyte);
    let large = 0;
    for (let client = 0; client < 100; client++) while (budget.take(String(client), mebibyte, mebibyte)) large++;
    expect(large).toBe(224);
    expect(budget.take('100', mebibyte, mebibyte)).toBe(false);
    let small = 0;
    for (let client = 0; client < 100; client++) while (budget.take(String(client), 16_384, 16_384)) small++;
    expect(small).toBe((32 * mebibyte) / 16_384);
    expect(budget.heldBytes).toBe(256 * mebibyte);
  });

  test('an answer that does not wait for the body leaves the connection usable', async () => {
    const { port } = await start(create, () => text('unknown path', 404));
    const raw = new Raw(port);
    raw.write('POST /a HTTP/1.1', 'Host: h', 'Content-Length: 10', '', '0123456789GET /b HTTP/1.1', 'Host: h', '', '');
    const received = await raw.until((all) => count(all, 'unknown path') === 2);
    expect(count(received, 'HTTP/1.1 404')).toBe(2);
  });

  test.each([
    ['at once', 'Content-Length'],
    ['at once', 'Transfer-Encoding'],
    ['later', 'Content-Length'],
    ['later', 'Transfer-Encoding'],
    ['as too large', 'Content-Length'],
    ['as too large', 'Transfer-Encoding'],
  ])('an answer given %s reaches a client that has sent none of its large body yet (%s)', async (when, framing) => {
    const { port } = await start(create, ({ path }) => {
      if (path === '/next') return text('<next>');
      if (when === 'at once') return text('<early>', 410);
      if (when === 'later') return Promise.resolve(text('<early>', 410));
      return new BodyWanted(LIMIT, (body) => text('<early>', body === 'too_large' ? 410 : 200));
    });
    const body = 'b'.repeat(8 * LIMIT);
    const [length, sent] =
      framing === 'Content-Length'
        ? [`Content-Length: ${body.length}`, body]
        : ['Transfer-Encoding: chunked', `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`];
    for (const lasting of [true, false]) {
      const raw = new Raw(port);
      raw.write('POST / HTTP/1.1', 'Host: h', `Connection: ${lasting ? 'keep-alive' : 'close'}`, length, '', sent);
      await raw.until((received) => received.includes('<early>'));
      if (lasting) {
        raw.write('GET /next HTTP/1.1', 'Host: h', '', '');
        await raw.until((received) => received.endsWith('<next>'));
      } else await raw.closed;
      expect(count(raw.received, 'HTTP/1.1 410')).toBe(1);
    }
  });

  test.each([
    ['before its body', '', 0],
    ['in the middle of its body', 'half', 0],
    ['after its body', 'the whole.', 1],
  ])('a client that goes away %s is never answered, and its hook runs', async (_when, sent, bodies) => {
    const begun = deferred<ServerRequest>();
    const collected = deferred<void>();
    const late = deferred<Answer>();
    let wanted = 0;
    const { port, reports } = await start(create, (request) => {
      if (request.path === '/next') return text('fine');
      begun.resolve(request);
      return new BodyWanted(LIMIT, () => {
        wanted++;
        collected.resolve();
        return late.promise;
      });
    });
    const raw = new Raw(port);
    raw.write('POST / HTTP/1.1', 'Host: h', 'Content-Length: 10', '', sent);
    const request = await begun.promise;
    if (bodies > 0) await collected.promise;
    expect(request.aborted).toBe(false);
    const aborted = new Promise<void>((resolve) => request.onAbort(resolve));
    raw.socket.destroy();
    await aborted;
    expect(request.aborted).toBe(true);
    expect(wanted).toBe(bodies);
    late.resolve(text('too late'));
    expect((await send(port, { path: '/next' })).body.toString()).toBe('fine');
    expect(reports).toEqual([]);
  });
});
