/** The pool behind uploads: a bounded queue, one thread that comes and goes, and threads that misbehave on purpose. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { isRefusal, type Refusal } from '../../../../engine/base/refusal.js';
import {
  type ConvertedImage,
  createImagePool,
  type ImagePool,
  type ImagePoolOptions,
} from '../../../../workers/images/imagePool.js';
import { LogBook } from '../../../support/engineNode.js';
import { painted, RED, uploadBody } from '../../../support/pictures.js';

/** A thread that does on request what the real one never does. */
const MISBEHAVING = `
export default (body) => {
  const told = Buffer.from(body).toString();
  if (told === 'exit') process.exit(3);
  if (told === 'throw') throw new Error('a picture it cannot stand');
  if (told === 'reject') return Promise.reject(new Error('a promise it cannot keep'));
  if (told === 'later exit') setTimeout(() => process.exit(0), 5);
  if (told.endsWith('exit')) return new Promise(() => {});
  if (told === 'endless') for (;;);
  if (told === 'never') return new Promise(() => {});
  if (told === 'refuse') return { code: 'invalid_image', message: 'no' };
  return { image: body, width: body.length, height: 1 };
};`;

let directory = '';
let log: LogBook;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rouged-images-'));
  log = new LogBook();
});

afterEach(() => rmSync(directory, { recursive: true }));

function write(source: string): URL {
  const file = join(directory, 'worker.mjs');
  writeFileSync(file, source);
  return pathToFileURL(file);
}

function open(options: ImagePoolOptions = {}): ImagePool {
  const pool = createImagePool({ log, ...options });
  onTestFinished(() => pool.close());
  return pool;
}

const told = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

/** Width of a converted picture, or the code of the refusal. */
const outcome = (result: ConvertedImage | Refusal): number | string => (isRefusal(result) ? result.code : result.width);

const ask = async (pool: ImagePool, body: Uint8Array): Promise<number | string> => outcome(await pool.convert(body));

const png = async (): Promise<Uint8Array> =>
  uploadBody(
    await painted(40, 40, () => RED)
      .png()
      .toBuffer(),
  );

/** Resolves when the pool's thread has ended. */
const threadEnd = (pool: ImagePool): Promise<void> =>
  new Promise((resolve) => {
    const [thread] = pool.threads();
    if (thread) thread.once('exit', () => resolve());
    else resolve();
  });

describe('the queue', () => {
  test('has a bound on bodies: the newest is refused at once, the others are answered in order', async () => {
    const pool = open({ worker: write(MISBEHAVING), maxItems: 3 });
    const order: string[] = [];
    const answers = ['a', 'bb', 'ccc', 'dddd', 'eeeee'].map(async (text) => {
      const result = await pool.convert(told(text));
      order.push(text);
      return result;
    });
    expect(pool.stats()).toMatchObject({ heldItems: 3, heldBytes: 6 });
    const results = await Promise.all(answers);
    expect(results.map(outcome)).toEqual([1, 2, 3, 'busy', 'busy']);
    expect(order).toEqual(['dddd', 'eeeee', 'a', 'bb', 'ccc']);
    const [, , , busy] = results;
    expect(busy).toMatchObject({ status: 503, retryAfterSeconds: 2, message: expect.stringContaining('try again') });
    expect(pool.stats()).toMatchObject({ heldItems: 0, heldBytes: 0, converted: 3 });
    expect([...pool.stats().refusals]).toEqual([['busy', 2]]);
    expect(pool.stats().seconds.counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(await ask(pool, told('ffffff'))).toBe(6);
  });

  test('has a bound on bytes, of the memory that is held', async () => {
    const pool = open({ worker: write(MISBEHAVING), maxBytes: 1_000 });
    const view = new Uint8Array(900).subarray(0, 5);
    const results = [pool.convert(view), pool.convert(new Uint8Array(101)), pool.convert(new Uint8Array(100))];
    expect((await Promise.all(results)).map(outcome)).toEqual([5, 'busy', 100]);
    expect(await ask(pool, new Uint8Array(1_000))).toBe(1_000);
    expect(await ask(pool, new Uint8Array(1_001))).toBe('busy');
  });

  test('moves bytes in and out, and copies none', async () => {
    const pool = open();
    const body = await png();
    const answer = pool.convert(body);
    expect(body.buffer.byteLength).toBe(0);
    const result = await answer;
    if (isRefusal(result)) throw new Error(result.message);
    expect(result.bytes.buffer.byteLength).toBe(result.bytes.length);
  });
});

describe('the thread', () => {
  test('starts with the first picture and ends when there was none for a while; then there is another', async () => {
    const pool = open({ idleMs: 50 });
    expect([pool.threads().length, pool.stats().threads]).toEqual([0, 0]);
    expect(await ask(pool, await png())).toBe(40);
    const [first] = pool.threads();
    expect(pool.stats().threads).toBe(1);
    expect(await ask(pool, await png())).toBe(40);
    expect(pool.threads()[0]).toBe(first);
    await threadEnd(pool);
    expect([pool.threads().length, pool.stats().threads]).toEqual([0, 0]);
    expect(await ask(pool, await png())).toBe(40);
    expect(pool.threads()[0]).not.toBe(first);
    expect(log.lines).toEqual([]);
  });

  test('that dies, or whose work throws, costs one picture; the next has a new one', async () => {
    const pool = open({ worker: write(MISBEHAVING) });
    for (const way of ['exit', 'throw', 'reject', 'later exit']) {
      const from = log.lines.length;
      const [failed, next] = await Promise.all([pool.convert(told(way)), pool.convert(told('good'))]);
      expect([outcome(failed), outcome(next)], way).toEqual(['internal', 4]);
      expect((failed as Refusal).message).not.toMatch(/stand|keep|code|thread/);
      const { level, fields } = await log.said(/a thread failed on a picture/, from);
      expect([level, typeof fields.error], way).toEqual(['error', 'string']);
    }
    expect(await ask(pool, told('refuse'))).toBe('invalid_image');
    expect([...pool.stats().refusals]).toEqual([
      ['internal', 4],
      ['invalid_image', 1],
    ]);
    const reasons = log.lines.map(({ fields }) => String(fields.error)).join('\n');
    for (const reason of ['exited with code: 3', 'cannot stand', 'cannot keep']) expect(reasons).toContain(reason);
  });

  test('of the real kind that is killed over a picture does too', async () => {
    const pool = open();
    expect(await ask(pool, await png())).toBe(40);
    const large = uploadBody(
      await painted(3_000, 3_000, (x, y) => [x % 256, y % 256, (x + y) % 256, 255])
        .jpeg()
        .toBuffer(),
    );
    const killed = pool.convert(large);
    const waiting = pool.convert(await png());
    await pool.threads()[0]?.terminate();
    expect([outcome(await killed), outcome(await waiting)]).toEqual(['internal', 40]);
  });

  test('that cannot start refuses every picture and says why in the log, until it can', async () => {
    const broken = [
      'import "no such package";',
      'syntax error',
      'throw new Error("no memory for it");',
      'process.exit(4);',
      'export const other = 1;',
    ];
    const pool = open({ worker: write('') });
    for (const source of broken) {
      write(source);
      expect(await Promise.all([ask(pool, told('a')), ask(pool, told('b'))]), source).toEqual(['internal', 'internal']);
    }
    expect(log.lines.length).toBe(2 * broken.length);
    write(MISBEHAVING);
    expect(await ask(pool, told('good'))).toBe(4);
  });

  test('that takes too long is given up, and what waited too long behind it is refused as well', async () => {
    for (const way of ['endless', 'never']) {
      const pool = open({ worker: write(MISBEHAVING), limitMs: 200 });
      const from = log.lines.length;
      const [first, second] = await Promise.all([pool.convert(told(way)), pool.convert(told('good'))]);
      expect([outcome(first), outcome(second)], way).toEqual(['busy', 'busy']);
      expect((first as Refusal).message).toContain('not converted within 0.2 s');
      await log.said(/its thread is given up/, from);
      expect(pool.stats()).toMatchObject({ heldItems: 0, heldBytes: 0, converted: 0 });
      await pool.close();
      expect(pool.threads()).toEqual([]);
    }
  });

  test('that is given up has a successor, once it has ended', async () => {
    const pool = open({ worker: write(MISBEHAVING), limitMs: 3_000 });
    const late = pool.convert(told('never'));
    await new Promise((resolve) => setImmediate(resolve));
    const [stuck] = pool.threads();
    expect(outcome(await late)).toBe('busy');
    let hasEnded = false;
    stuck?.once('exit', () => {
      hasEnded = true;
    });
    expect(await ask(pool, told('good'))).toBe(4);
    expect(hasEnded).toBe(true);
  });
});

describe('closing', () => {
  test('settles what is under way and what waits, ends the thread, and takes nothing new', async () => {
    const pool = open();
    expect(await ask(pool, await png())).toBe(40);
    const [thread] = pool.threads();
    const ended = threadEnd(pool);
    const bodies = await Promise.all([png(), png(), png()]);
    const answers = bodies.map((body) => ask(pool, body));
    const closed = pool.close();
    expect(await Promise.all(answers)).toEqual(['stopping', 'stopping', 'stopping']);
    await Promise.all([closed, ended]);
    expect([pool.threads().length, thread?.threadId]).toEqual([0, -1]);
    expect(await ask(pool, await png())).toBe('stopping');
    await pool.close();
    expect(log.lines).toEqual([]);
  });

  test('does not wait forever: not for a thread that starts, and not for one that never answers', async () => {
    for (const way of ['good', 'endless', 'never']) {
      const pool = open({ worker: write(MISBEHAVING) });
      const answer = ask(pool, told(way));
      await pool.close();
      expect(await answer, way).toBe('stopping');
    }
  });

  test('of a pool that never had a picture starts nothing', async () => {
    const pool = open({ worker: write('process.exit(1)') });
    await pool.close();
    expect([pool.threads(), log.lines]).toEqual([[], []]);
  });
});
