/** Contract of the server port: streamed and large answers, slow readers and clients that go away. */

import http from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Answer, ServerRequest } from '../../api/server/port.js';
import { adapters, clients, deferred, HOST, Raw, send, start, text } from './serverContract.js';

describe.each(adapters)('answers: %s', (_, create) => {
  /** Byte n of every body is n mod 253: not a power of two, so that a lost, doubled or moved piece shows. */
  const pattern = Buffer.from(Uint8Array.from({ length: 1_000_253 }, (_, at) => at % 253));

  /** A stream of `total` bytes in items of `size`, which records how far it was pulled and how it ended. */
  function counted(total: number, size: number) {
    const state = { pulled: 0, ended: deferred<'done' | 'returned'>() };
    let done = false;
    const body = (async function* () {
      try {
        for (let at = 0; at < total; at += size) {
          const item = pattern.subarray(at % 253, (at % 253) + Math.min(size, total - at));
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
    // What may be between producer and reader: the buffers of the kernel on both sides, at most 6 MB each by default.
    expect(furthestAhead).toBeLessThan(16_000_000);
  });

  test('a producer that waits until its reader has everything so far continues', async () => {
    const ITEM = 20_000_000;
    const ITEMS = 3;
    let received = 0;
    let progress = (): void => {};
    const body = (async function* () {
      for (let item = 0; item < ITEMS; item++) {
        while (received < item * ITEM)
          await new Promise<void>((resolve) => {
            progress = resolve;
          });
        yield Buffer.alloc(ITEM, item + 1);
      }
    })();
    const { port } = await start(create, () => ({ status: 200, headers: [], body }));
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http.get({ host: HOST, port, agent: false }, resolve).on('error', reject);
    });
    for await (const chunk of response as AsyncIterable<Buffer>) {
      received += chunk.length;
      progress();
    }
    expect(received).toBe(ITEMS * ITEM);
  });

  test('a reader that stops reading stops its producer, while another reads to the end', async () => {
    const TOTAL = 100_000_000;
    const stopped = counted(TOTAL, 100_000);
    const flowing = counted(TOTAL, 100_000);
    const { port } = await start(create, ({ path }) => ({
      status: 200,
      headers: [],
      body: path === '/stopped' ? stopped.body : flowing.body,
    }));
    const raw = new Raw(port);
    raw.write('GET /stopped HTTP/1.1', 'Host: h', '', '');
    await raw.until((received) => received.length > 0);
    raw.socket.pause();
    expect((await send(port, { path: '/flowing' })).body.length).toBe(TOTAL);
    expect(stopped.state.pulled).toBeLessThan(32_000_000);
    raw.socket.destroy();
    expect(await stopped.state.ended.promise).toBe('returned');
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
