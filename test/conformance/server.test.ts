/** Contract of the server port: requests and bodies, through real sockets, against every adapter. */

import { describe, expect, test } from 'vitest';
import { type Body, BodyWanted, type Outcome, type ServerRequest } from '../../api/server/port.js';
import { adapters, count, deferred, HOST, Raw, send, start, text } from './serverContract.js';

const describeBody = (body: Body): string => (typeof body === 'string' ? body : `${body.length} bytes`);

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
    /** Asks until the server has seen what the holders did; the count only keeps a broken server from hanging us. */
    const until = async (wanted: string): Promise<void> => {
      let answer = '';
      for (let tries = 0; tries < 1_000 && answer !== wanted; tries++) answer = await refused();
      expect(answer).toBe(wanted);
    };
    await until('no_room');
    for (const raw of holders) raw.socket.destroy();
    await until('4 bytes');
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
