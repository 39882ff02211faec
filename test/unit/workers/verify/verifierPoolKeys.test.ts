/** The pool and its keys: what is put off, what the caches of expanded keys hold, and for whom. */

import { afterEach, describe, expect, test } from 'vitest';
import { isRefusal, type Refusal } from '../../../../engine/base/refusal.js';
import type { RawItem, VerifiedTransaction } from '../../../../engine/intake/verifier.js';
import {
  createVerifierPool,
  type VerifierPool,
  type VerifierPoolOptions,
} from '../../../../workers/verify/verifierPool.js';
import {
  CHAIN_ID,
  goodTransfer,
  NOW,
  signedRequest,
  signText,
  testKey,
  transferMembers,
} from '../../intake/signing.js';

const keys = [1, 2, 3, 4, 5].map(testKey);
const [key] = keys as [(typeof keys)[0]];
const pools: VerifierPool[] = [];

async function started(options: Partial<VerifierPoolOptions>): Promise<VerifierPool> {
  const rules = { chainId: CHAIN_ID, protocol: 'native', backend: 'kernel', requireChainId: false };
  const pool = createVerifierPool({ threads: 1, ...rules, ...options });
  pools.push(pool);
  await pool.start();
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const raw = (bytes: Uint8Array): RawItem => ({ kind: 'request', operation: 'transfer', bytes });
const codeOf = (answer: VerifiedTransaction | Refusal): string =>
  isRefusal(answer) ? answer.code : answer.transaction.nonce;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe('requests that will be refused whatever their signature is', () => {
  const expired = (sender: typeof key, number: number): RawItem =>
    raw(
      signedRequest(
        sender,
        transferMembers(sender, { timestamp: '5', nonce: JSON.stringify(`nonce-${String(number).padStart(10, '0')}`) }),
      ),
    );

  test('are put off, and answered when their thread is idle', async () => {
    const pool = await started({ threads: 1 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => pool.verify(expired(keys[number % 5] ?? key, number), NOW)),
    );
    expect(answers.map(codeOf)).toEqual(Array<string>(20).fill('timestamp_window'));
    const wrong = await pool.verify(
      raw(signedRequest(key, transferMembers(key, { timestamp: '5' }), { signature: signText('{}', key) })),
      NOW,
    );
    expect(codeOf(wrong)).toBe('invalid_signature');
    expect(pool.stats()).toMatchObject({ deferred: 21, shed: 0, refused: 21, heldBytes: 0, queuedItems: 0 });
  });

  test('are refused with 503 when too many wait, and cost the others nothing', async () => {
    const pool = await started({ threads: 1, maxItems: 4_000 });
    const strangers = Array.from({ length: 300 }, (_, number) => testKey(100 + number));
    const flood = strangers.map((sender, number) => pool.verify(expired(sender, number), NOW));
    const good = Array.from({ length: 100 }, (_, number) => pool.verify(raw(goodTransfer(key, number)), NOW));
    const answers = (await Promise.all(flood)).map(codeOf);
    const shed = answers.filter((code) => code === 'busy').length;
    // How many are answered depends on how soon the thread is idle.
    expect(answers.filter((code) => code !== 'busy' && code !== 'timestamp_window')).toEqual([]);
    expect(shed).toBeGreaterThan(0);
    const others = (await Promise.all(good)).map(codeOf);
    expect(pool.stats()).toMatchObject({ deferred: 300, shed, heldBytes: 0 });
    expect(others.every((code) => code.startsWith('nonce-'))).toBe(true);
  });
});

describe('expanded keys', () => {
  const twice = async (pool: VerifierPool, senders: readonly (typeof key)[]): Promise<void> => {
    for (const number of [1, 2, 3])
      for (const sender of senders)
        expect(codeOf(await pool.verify(raw(goodTransfer(sender, number)), NOW))).toMatch(/^nonce-/);
  };

  test('are kept in one thread each: the second signature of a known sender is a miss, every later one a hit', async () => {
    const pool = await started({ threads: 2, cacheBytes: 64 * 1024 * 1024 });
    const before = pool.stats().keyCache;
    await twice(pool, keys);
    const block = await Promise.all(
      keys.map(async (sender) => {
        const answer = await pool.verify(raw(goodTransfer(sender, 4)), NOW);
        if (isRefusal(answer)) throw new Error(answer.message);
        return answer.transaction;
      }),
    );
    expect((await pool.verifyTransactions(block)).some(isRefusal)).toBe(false);
    const { hits, misses, evictions } = pool.stats().keyCache;
    // The first by the strangers' cache, the second by that of known senders, then twice from it; the block too.
    expect([hits - before.hits, misses - before.misses, evictions]).toEqual([15, 10, 0]);
  });

  test('take no more memory than the option says, over all threads', async () => {
    const cacheBytes = 2 * 8 * 3 * 40_000;
    const pool = await started({ threads: 2, cacheBytes });
    await twice(
      pool,
      Array.from({ length: 90 }, (_, number) => testKey(500 + number)),
    );
    const { keys: held, evictions } = pool.stats().keyCache;
    expect(held).toBeGreaterThan(10);
    expect(held * 38_900).toBeLessThanOrEqual(cacheBytes);
    expect(evictions).toBeGreaterThan(0);
    const none = await started({ threads: 1, cacheBytes: 0 });
    await twice(none, keys);
    expect(none.stats().keyCache).toMatchObject({ hits: 0, keys: 0 });
  });

  test('of a known sender stay, and its requests pass, beside a flood that names it from elsewhere', async () => {
    const pool = await started({ threads: 2, cacheBytes: 4 * 1024 * 1024 });
    const home = (number: number) => pool.verify({ ...raw(goodTransfer(key, number)), source: 'home' }, NOW);
    for (const number of [1, 2]) expect(codeOf(await home(number))).toMatch(/^nonce-/);
    const forged = signText('{}', key);
    const named = (number: number): RawItem => ({
      ...raw(
        signedRequest(key, transferMembers(key, { nonce: JSON.stringify(`nonce-forged-${number}`) }), {
          signature: forged,
        }),
      ),
      source: `elsewhere ${number % 7}`,
    });
    const strangers = Array.from({ length: 60 }, (_, number) => testKey(100 + number));
    const flood = [
      ...Array.from({ length: 200 }, (_, number) => pool.verify(named(number), NOW)),
      ...strangers.map((sender) => pool.verify({ ...raw(goodTransfer(sender, 1)), source: 'elsewhere' }, NOW)),
    ];
    const answers = await Promise.all([10, 11, 12, 13, 14].map(home));
    expect(answers.map(codeOf)).toEqual([10, 11, 12, 13, 14].map((number) => `nonce-00000000${number}`));
    const refused = (await Promise.all(flood.slice(0, 200))).map(codeOf);
    expect(refused).toEqual(Array<string>(200).fill('invalid_signature'));
    await Promise.all(flood);
    // Only hits: its key is where it was.
    const { misses } = pool.stats().keyCache;
    for (const number of [20, 21, 22]) expect(codeOf(await home(number))).toMatch(/^nonce-/);
    expect(pool.stats().keyCache.misses).toBe(misses);
  });

  test('of a thread that dies are gone; its successor rebuilds them', async () => {
    const pool = await started({ threads: 1 });
    await twice(pool, keys);
    const { misses } = pool.stats().keyCache;
    expect(pool.stats().keyCache.keys).toBeGreaterThan(0);
    await pool.threads()[0]?.terminate();
    await until(() => pool.stats().deaths === 1);
    expect(pool.stats().keyCache.keys).toBe(0);
    await twice(pool, keys);
    expect(pool.stats().keyCache.misses).toBe(misses + 5);
    expect(pool.stats().backend).toBe('kernel');
  });
});
