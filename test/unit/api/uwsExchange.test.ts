/** Streaming against a model of the native library's response, over random schedules of producer and reader.
 *  The real sockets of the contract test rarely stop at the wrong moment; here every moment comes up. */

import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BodyBudget, BodyMemory } from '../../../api/server/body.js';
import { HeldBudget } from '../../../api/server/heldBudget.js';
import { defaultServerSettings } from '../../../api/server/port.js';
import { ReaderPace } from '../../../api/server/readerPace.js';
import { UwsExchange } from '../../../api/server/uwsExchange.js';
import { UwsRequest } from '../../../api/server/uwsRequest.js';

const CORK_BYTES = 16 * 1024;

/** What the library does: writes gather while corked; then the kernel takes what it has room for and the rest waits in
 *  a backlog without bound, which only another write or uncorking sends on; a writable event comes once per refusal. */
class ModelResponse {
  readonly kernel: Buffer[] = [];
  backlog = Buffer.alloc(0);
  largestBacklog = 0;
  ended = false;
  closed = false;
  #kernelBytes = 0;
  #corked: Buffer[] = [];
  #polling = false;
  #onWritable: (offset: number) => boolean = () => true;

  constructor(private readonly room: number) {}

  onAborted(): void {}
  writeStatus(): void {}
  writeHeader(): void {}
  onWritable(handler: (offset: number) => boolean): void {
    this.#onWritable = handler;
  }

  cork(work: () => void): void {
    work();
    const gathered = Buffer.concat(this.#corked);
    if (gathered.length > CORK_BYTES) throw new Error('more than the library gathers');
    this.#corked = [];
    this.#push(gathered);
  }

  write(chunk: Uint8Array): boolean {
    if (this.ended || this.closed) throw new Error('touched after its end');
    this.#push(Buffer.alloc(0));
    if (this.backlog.length > 0) {
      this.#push(Buffer.from(chunk));
      return false;
    }
    this.#corked.push(Buffer.from(chunk));
    return true;
  }

  end(): void {
    this.ended = true;
  }

  close(): void {
    this.closed = true;
  }

  /** The client reads up to `bytes`. */
  read(bytes: number): Buffer {
    const all = Buffer.concat(this.kernel.splice(0));
    const taken = all.subarray(0, bytes);
    if (all.length > taken.length) this.kernel.push(all.subarray(taken.length));
    this.#kernelBytes = all.length - taken.length;
    if (this.#polling && this.#kernelBytes <= (this.room * 2) / 3) {
      this.#polling = false;
      // After the answer the library sends the remaining bytes on its own.
      if (this.ended) this.#push(Buffer.alloc(0));
      else this.#onWritable(0);
    }
    return taken;
  }

  #push(bytes: Buffer): void {
    const waiting = Buffer.concat([this.backlog, bytes]);
    const taken = waiting.subarray(0, Math.max(0, this.room - this.#kernelBytes));
    if (taken.length > 0) this.kernel.push(taken);
    this.#kernelBytes += taken.length;
    this.backlog = waiting.subarray(taken.length);
    this.largestBacklog = Math.max(this.largestBacklog, this.backlog.length);
    if (this.backlog.length > 0) this.#polling = true;
  }
}

const liveRequest = {
  getCaseSensitiveMethod: () => 'GET',
  getUrl: () => '/',
  getQuery: () => '',
  getHeader: () => '',
  forEach: () => {},
};

interface Schedule {
  readonly room: number;
  /** A producer may wait some ticks before an item, or until the client has all items before it. */
  readonly items: readonly (readonly [bytes: number, wait: number | 'received'])[];
  readonly reads: readonly number[];
}

async function run({ room, items, reads }: Schedule) {
  const model = new ModelResponse(room);
  const response = { ...methodsOf(model), getRemoteAddress: () => new ArrayBuffer(4) } as unknown as HttpResponse;
  const request = new UwsRequest(liveRequest as unknown as HttpRequest, response);
  const reports: unknown[] = [];
  const held = new HeldBudget(defaultServerSettings);
  const readers = new ReaderPace(30_000, 1, () => 0);
  let abandoned = false;
  const exchange = new UwsExchange(response, request, {
    settings: defaultServerSettings,
    budget: new BodyBudget(1),
    memory: new BodyMemory(),
    held,
    readers,
    stopping: false,
    report: (error) => reports.push(error),
    done: () => {},
  });
  let produced = 0;
  let length = 0;
  const body = (async function* () {
    for (const [bytes, wait] of items) {
      if (wait === 'received') while (length < produced && !abandoned) await tick();
      else for (let ticks = 0; ticks < wait; ticks++) await tick();
      yield Buffer.from(Uint8Array.from({ length: bytes }, () => produced++ % 253));
    }
  })();
  exchange.answer({ status: 200, headers: [], body });
  const received: Buffer[] = [];
  const total = items.reduce((sum, [bytes]) => sum + bytes, 0);
  // The reader never stops for good, so that only a lost wake-up can keep the end from coming.
  for (let step = 0; step < 2_000 && (length < total || !model.ended); step++) {
    await tick();
    const chunk = model.read(step < 1_000 ? (reads[step % reads.length] ?? 1) : room);
    received.push(chunk);
    length += chunk.length;
  }
  abandoned = true;
  return { model, received: Buffer.concat(received), total, reports, held: held.heldBytes + readers.watchedCount };
}

/** The library's response is called by its methods; the exchange adds nothing of its own to it. */
function methodsOf(model: ModelResponse): Partial<HttpResponse> {
  const names = ['onAborted', 'writeStatus', 'writeHeader', 'onWritable', 'cork', 'write', 'end', 'close'] as const;
  return Object.fromEntries(names.map((name) => [name, (model[name] as (...all: unknown[]) => unknown).bind(model)]));
}

test('every byte arrives in order and the library never holds more than two pieces', async () => {
  let runs = 0;
  let stopped = 0;
  const item = fc.tuple(
    fc.integer({ min: 0, max: 60_000 }),
    fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant('received' as const)),
  );
  const schedule = fc.record({
    room: fc.integer({ min: 1_000, max: 80_000 }),
    items: fc.array(item, { minLength: 1, maxLength: 6 }),
    reads: fc.array(fc.integer({ min: 0, max: 80_000 }), { minLength: 1, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(schedule, async (given) => {
      const { model, received, total, reports, held } = await run(given);
      runs++;
      if (model.largestBacklog > 0) stopped++;
      expect(reports).toEqual([]);
      expect(received.length).toBe(total);
      expect(model.ended).toBe(true);
      expect(held).toBe(0);
      expect(received.every((byte, at) => byte === at % 253)).toBe(true);
      expect(model.largestBacklog).toBeLessThan(2 * CORK_BYTES + 100);
    }),
    { numRuns: 200, verbose: true },
  );
  expect(runs).toBeGreaterThanOrEqual(200);
  expect(stopped).toBeGreaterThan(50);
});
