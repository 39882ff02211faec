/** Requests to services of others: bounded in time and bytes, never led elsewhere, and silent about the address. */

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { boundedFetch } from '../../../ops/boundedFetch.js';

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

/** @returns a URL with a key in its path and query, which no sentence may repeat. */
async function serve(listener: RequestListener): Promise<URL> {
  server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/hidden-key?token=hidden-token`);
}

const LIMITS = { timeoutMs: 20_000, mostBytes: 1_000 };

async function failure(url: URL, limits: Parameters<typeof boundedFetch>[1]): Promise<string> {
  const error = await boundedFetch(url, limits).then(
    () => new Error('answered'),
    (reason: unknown) => reason as Error,
  );
  expect(error.message).not.toMatch(/hidden/);
  expect(error.message).toContain(url.host);
  return error.message;
}

test('passes on method, headers and body, and gives status and bytes', async () => {
  const url = await serve(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    response.writeHead(418).end(`${request.method} ${request.headers['x-own']} ${Buffer.concat(parts)}`);
  });
  const answer = await boundedFetch(url, { ...LIMITS, method: 'POST', headers: { 'x-own': 'yes' }, body: 'text' });
  expect([answer.status, Buffer.from(answer.bytes).toString()]).toEqual([418, 'POST yes text']);
});

test('takes as many bytes as are allowed, and not one more', async () => {
  const url = await serve((request, response) => void response.end(Buffer.alloc(Number(request.headers['x-bytes']))));
  const exact = await boundedFetch(url, { ...LIMITS, headers: { 'x-bytes': '1000' } });
  expect(exact.bytes.length).toBe(1_000);
  expect(await failure(url, { ...LIMITS, headers: { 'x-bytes': '1001' } })).toMatch(/more than 1000 bytes$/);
});

test('an endless answer of small parts ends at the bound', async () => {
  const url = await serve((_, response) => {
    const more = (): void => void response.write(Buffer.alloc(100), (error) => error ?? setImmediate(more));
    more();
  });
  expect(await failure(url, LIMITS)).toMatch(/more than 1000 bytes$/);
});

test('the time counts until the last byte', async () => {
  const url = await serve((_, response) => void response.writeHead(200).write('begun'));
  expect(await failure(url, { ...LIMITS, timeoutMs: 300 })).toMatch(/no whole answer within 300 ms$/);
});

test('is not led elsewhere', async () => {
  let asked = 0;
  const url = await serve((_, response) => {
    asked++;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  await failure(url, LIMITS);
  expect(asked).toBe(1);
});

test('ends early at a signal, and says why nothing listens', async () => {
  const ending = new AbortController();
  const url = await serve(() => ending.abort(new Error('stopped')));
  expect(await failure(url, { ...LIMITS, signals: [ending.signal] })).toMatch(/stopped/);
  const gone = new URL(url);
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  server = undefined;
  expect(await failure(gone, LIMITS)).toMatch(/ECONNREFUSED/);
});
