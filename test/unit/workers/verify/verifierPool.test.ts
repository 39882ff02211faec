/** The pool with real threads: verdicts in the specified order, what goes first and what is turned away, threads that
 *  die, and the end. */

import { afterEach, describe, expect, test } from 'vitest';
import { isRefusal, type Refusal } from '../../../../engine/base/refusal.js';
import { nobleBackend } from '../../../../engine/crypto/mldsa.js';
import type { RawItem, VerifiedTransaction } from '../../../../engine/intake/verifier.js';
import {
  createVerifierPool,
  type VerifierPool,
  type VerifierPoolOptions,
} from '../../../../workers/verify/verifierPool.js';
import {
  bytesOf,
  CHAIN_ID,
  canonicalText,
  goodTransfer,
  NOW,
  signedRequest,
  signText,
  testKey,
  transferMembers,
} from '../../intake/signing.js';

const keys = [1, 2, 3, 4, 5].map(testKey);
const [key, other] = keys as [(typeof keys)[0], (typeof keys)[0]];

const pools: VerifierPool[] = [];

function unstarted(options: Partial<VerifierPoolOptions> = {}): VerifierPool {
  const pool = createVerifierPool({
    threads: 2,
    chainId: CHAIN_ID,
    protocol: 'native',
    backend: 'auto',
    requireChainId: false,
    secretKey: key.secretKey,
    ...options,
  });
  pools.push(pool);
  return pool;
}

async function started(options: Partial<VerifierPoolOptions> = {}): Promise<VerifierPool> {
  const pool = unstarted(options);
  await pool.start();
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const raw = (bytes: Uint8Array): RawItem => ({ kind: 'request', operation: 'transfer', bytes });
const codeOf = (answer: VerifiedTransaction | Refusal): string =>
  isRefusal(answer) ? answer.code : answer.transaction.nonce;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn();
}

/** A request that a thread works on for a long time: two MiB of signed text, as the longest kind takes. */
const slowRequest = (): RawItem => ({
  kind: 'request',
  operation: 'nft_batch_mint',
  bytes: signedRequest(key, transferMembers(key, { memo: JSON.stringify('m'.repeat(2_000_000)) }), {}),
});

/** What will be refused anyway may be put off so long on a busy machine that it is told to come again. */
const MAY_BE_SHED: ReadonlySet<string> = new Set(['timestamp_window', 'from_mismatch', 'nonce_missing']);

function expectAnswers(
  answers: readonly Parameters<typeof codeOf>[0][],
  mixed: readonly { readonly expected: string }[],
): void {
  const codes = answers.map(codeOf);
  expect(
    codes.map((code, index) =>
      code === 'busy' && MAY_BE_SHED.has(mixed[index]?.expected ?? '') ? mixed[index]?.expected : code,
    ),
  ).toEqual(mixed.map(({ expected }) => expected));
}

/** 200 requests, each with the code or the nonce that it must be answered with. */
function mixedRequests(): { item: RawItem; expected: string }[] {
  return Array.from({ length: 200 }, (_, number) => {
    const sender = keys[number % keys.length] ?? key;
    const nonce = `nonce-${String(number).padStart(10, '0')}`;
    const members = (changes: Record<string, string | undefined> = {}) =>
      transferMembers(sender, { nonce: JSON.stringify(nonce), ...changes });
    switch (number % 8) {
      case 1:
        return { item: raw(bytesOf(`garbage ${number}`)), expected: 'malformed_body' };
      case 2:
        return { item: raw(signedRequest(sender, members(), { signature: '00' })), expected: 'invalid_signature' };
      case 3:
        return { item: raw(signedRequest(sender, members({ timestamp: '5' }))), expected: 'timestamp_window' };
      case 4:
        return { item: raw(bytesOf('['.repeat(number))), expected: 'malformed_body' };
      case 5:
        return {
          item: { ...raw(signedRequest(sender, members())), operation: 'faucet' },
          expected: 'operation_mismatch',
        };
      default:
        return { item: raw(signedRequest(sender, members())), expected: nonce };
    }
  });
}

describe('the verification pool', () => {
  test('answers a good transfer with the transaction, and every wrong one in the specified order', async () => {
    const pool = await started();
    const good = await pool.verify(raw(goodTransfer(key, 1)), NOW);
    if (isRefusal(good)) throw new Error(good.message);
    expect(good.transaction).toMatchObject({ operation: 'transfer', nonce: 'nonce-0000000001', timestamp: NOW });
    expect(good.transaction.fields).toMatchObject({ amount: 1_500_000_000n, token: 'XRGE' });
    const wrong = { timestamp: '5', from: JSON.stringify(other.hex), nonce: undefined };
    const steps: [Record<string, string | undefined>, Record<string, unknown>, string][] = [
      [wrong, { signature: signText('{}', key) }, 'invalid_signature'],
      [wrong, {}, 'timestamp_window'],
      [{ ...wrong, timestamp: String(NOW) }, {}, 'from_mismatch'],
      [{ nonce: undefined }, {}, 'nonce_missing'],
    ];
    const answers = await Promise.all(
      steps.map(([changes, extra]) => pool.verify(raw(signedRequest(key, transferMembers(key, changes), extra)), NOW)),
    );
    expect(answers.map(codeOf)).toEqual(steps.map(([, , code]) => code));
    expect(pool.stats()).toMatchObject({
      workers: 2,
      verified: 1,
      refused: 4,
      queuedItems: 0,
      heldBytes: 0,
      inFlightItems: 0,
    });
  });

  test('answers 200 mixed requests, checks, signatures and a block by their index', async () => {
    const pool = await started();
    const mixed = mixedRequests();
    const fresh = Promise.all(mixed.map(({ item }) => pool.verify(item, NOW)));
    const message = bytesOf('a vote');
    const signature = await pool.sign(message);
    if (isRefusal(signature)) throw new Error(signature.message);
    expect(nobleBackend.verify(signature, message, key.publicKey)).toBe(true);
    const check = { message, publicKey: key.publicKey, signature };
    const checks = Array.from({ length: 9 }, (_, index) =>
      index % 3 === 1 ? { ...check, message: bytesOf('no') } : check,
    );
    expect(await pool.checkSignatures(checks)).toEqual(checks.map((_, index) => index % 3 !== 1));
    const answers = await fresh;
    expectAnswers(answers, mixed);

    const verified = answers.filter((answer): answer is VerifiedTransaction => !isRefusal(answer));
    expect(verified.length).toBe(75);
    const parts = verified.slice(0, 20).map(({ transaction }) => transaction);
    const spoiled = parts.map((one, index) => (index === 7 ? { ...one, signature: new Uint8Array(9) } : one));
    const block = await pool.verifyTransactions(spoiled);
    expect(block.map(codeOf)).toEqual(parts.map(({ nonce }, index) => (index === 7 ? 'invalid_signature' : nonce)));
    expect(block[0]).toEqual(verified[0]);
    expect(await pool.verifyTransactions([])).toEqual([]);
    expect(await pool.checkSignatures([])).toEqual([]);
    const stats = pool.stats();
    expect(stats).toMatchObject({
      signed: 1,
      verified: 75 + 6 + 19,
      refused: 125 + 3 + 1,
      queuedItems: 0,
      inFlightPackets: 0,
    });
    expect(stats.itemsPerPacket).toBeGreaterThan(1);
    expect(stats.microsecondsPerItem).toBeGreaterThan(0);
  });

  test('reads a broadcast with what it says about the ledger', async () => {
    const pool = await started({ threads: 1 });
    const signed = canonicalText(transferMembers(key));
    const tx = {
      version: 1,
      tx_type: 'transfer',
      from_pub_key: key.hex,
      nonce: 9,
      fee: 0.1,
      sig: signText(signed, key),
      signed_payload: signed,
    };
    const answer = await pool.verify({ kind: 'broadcast', operation: '', bytes: bytesOf(JSON.stringify(tx)) }, NOW);
    if (isRefusal(answer)) throw new Error(answer.message);
    expect(answer.expected).toEqual({ nonce: 9, fee: 100_000_000n });
    expect(answer.transaction.operation).toBe('transfer');
  });
});

describe('what the pool takes first, and what it turns away', () => {
  test('verifies a request once, however often it comes before its answer', async () => {
    const pool = await started();
    const bytes = goodTransfer(key, 1);
    const answers = await Promise.all(Array.from({ length: 5 }, () => pool.verify(raw(Uint8Array.from(bytes)), NOW)));
    expect(new Set(answers).size).toBe(1);
    expect(answers.map(codeOf)).toEqual(Array<string>(5).fill('nonce-0000000001'));
    expect(pool.stats()).toMatchObject({ shared: 4, verified: 1, packets: 1 });
    await pool.verify(raw(bytes), NOW);
    expect(pool.stats()).toMatchObject({ shared: 4, verified: 2, packets: 2 });
  });

  test('signs before the fresh requests that came earlier', async () => {
    const pool = await started({ threads: 1, backend: 'noble' });
    let answered = 0;
    const fresh = Array.from({ length: 120 }, (_, number) =>
      pool.verify(raw(goodTransfer(keys[number % 5] ?? key, number)), NOW).then(() => answered++),
    );
    await until(() => answered > 0);
    const signature = await pool.sign(bytesOf('block'));
    expect(signature).toBeInstanceOf(Uint8Array);
    expect(answered).toBeLessThan(60);
    await Promise.all(fresh);
    expect(answered).toBe(120);
  });

  test('turns away the newest when its queue is full, and a loud sender before that', async () => {
    const pool = await started({ maxItems: 8 });
    const strangers = Array.from({ length: 20 }, (_, number) =>
      bytesOf(`{"public_key":"${String(number).padStart(16, '0')}"}`),
    );
    const answers = await Promise.all(strangers.map((bytes) => pool.verify(raw(bytes), NOW)));
    expect(answers.map(codeOf)).toEqual([
      ...Array<string>(8).fill('malformed_body'),
      ...Array<string>(12).fill('busy'),
    ]);
    expect(answers[19]).toMatchObject({ status: 503, retryAfterSeconds: 1 });
    const loud = await Promise.all(
      Array.from({ length: 6 }, (_, number) => pool.verify(raw(goodTransfer(key, number)), NOW)),
    );
    expect(loud.map(codeOf)).toEqual([
      'nonce-0000000000',
      'nonce-0000000001',
      ...Array<string>(4).fill('sender_limit'),
    ]);
    expect(loud[5]).toMatchObject({ status: 429 });
  });
});

describe('a thread that dies', () => {
  test('in the middle of its packets costs no request', async () => {
    const pool = await started({ backend: 'noble' });
    const mixed = mixedRequests();
    let answered = 0;
    const all = mixed.map(({ item }) =>
      pool.verify(item, NOW).then((answer) => {
        answered++;
        return answer;
      }),
    );
    await until(() => answered > 0 && pool.stats().inFlightPackets > 2);
    await Promise.all(pool.threads().map((thread) => thread.terminate()));
    expectAnswers(await Promise.all(all), mixed);
    const stats = pool.stats();
    expect(stats.lostPackets).toBeGreaterThan(1);
    expect(stats).toMatchObject({ queuedItems: 0, inFlightItems: 0, heldBytes: 0, verified: 75, refused: 125 });
  });

  test('while it idles is replaced before the next request', async () => {
    const pool = await started({ threads: 1 });
    await Promise.all(pool.threads().map((thread) => thread.terminate()));
    expect(codeOf(await pool.verify(raw(goodTransfer(key, 1)), NOW))).toBe('nonce-0000000001');
    await until(() => pool.threads().length === 2);
  });

  test('twice over the same request has it refused; the one behind it is answered', async () => {
    const pool = await started({ threads: 1, backend: 'noble', urgentThread: false });
    const slow = pool.verify(slowRequest(), NOW);
    await until(() => pool.stats().inFlightItems === 1);
    const behind = pool.checkSignatures([{ message: bytesOf('a'), publicKey: key.publicKey, signature: bytesOf('b') }]);
    expect(pool.stats().inFlightPackets).toBe(2);
    const [first] = pool.threads();
    await first?.terminate();
    // The innocent packet is answered first: it is urgent. Then the slow one is with the successor, alone.
    expect(await behind).toEqual([false]);
    await until(() => pool.stats().inFlightItems === 1);
    const [second] = pool.threads();
    expect(second).not.toBe(first);
    await second?.terminate();
    const answer = await slow;
    expect(answer).toMatchObject({
      code: 'internal',
      status: 500,
      message: expect.stringMatching(/^this node could not check the request because of a fault of its own/),
    });
    expect(pool.stats()).toMatchObject({ lostPackets: 3, heldBytes: 0 });
    expect(codeOf(await pool.verify(raw(goodTransfer(key, 1)), NOW))).toBe('nonce-0000000001');
  });

  test('over a signature to make leaves a refusal, never a wrong answer', async () => {
    const pool = await started({ threads: 1, backend: 'noble', urgentThread: false });
    const signing = pool.sign(new Uint8Array(8_000_000));
    for (const lost of [1, 2]) {
      await until(() => pool.stats().inFlightItems === 1);
      await pool.threads()[0]?.terminate();
      await until(() => pool.stats().lostPackets === lost);
    }
    expect(await signing).toMatchObject({ code: 'internal' });
  });
});

describe('a check that throws', () => {
  test('is told to the log with its text, and to whoever asked without', async () => {
    const errors: [unknown, string][] = [];
    const nothing = (): void => {};
    const log = {
      debug: nothing,
      info: nothing,
      warn: nothing,
      error: ({ error }: Readonly<Record<string, unknown>>, message: string) => errors.push([error, message]),
    };
    // A key of five bytes is none; the library that signs says so by throwing.
    const pool = await started({ threads: 1, secretKey: new Uint8Array(5), log });
    const [refused, checked] = await Promise.all([
      pool.sign(bytesOf('x')),
      pool.checkSignatures([{ message: bytesOf('m'), publicKey: key.publicKey, signature: bytesOf('s') }]),
    ]);
    expect(refused).toMatchObject({
      code: 'internal',
      message: 'this node could not check the request because of a fault of its own, which is in its log',
    });
    expect(checked).toEqual([false]);
    expect(errors).toEqual([
      [
        expect.stringMatching(/Error: a secret key has 4032 bytes, not 5\n +at /),
        'the check of an item threw; the item is refused',
      ],
    ]);
    expect(pool.stats()).toMatchObject({ refused: 2, lostPackets: 0, inFlightItems: 0 });
  });
});

describe('closing', () => {
  test('answers everything that waits or is on its way, and everything that comes later', async () => {
    const pool = await started({ backend: 'noble' });
    const fresh = Array.from({ length: 100 }, (_, number) => pool.verify(raw(goodTransfer(key, number)), NOW));
    const rest = [
      pool.sign(bytesOf('x')),
      pool.checkSignatures([{ message: bytesOf('m'), publicKey: key.publicKey, signature: bytesOf('s') }]),
    ];
    await nextTurn();
    expect(pool.stats().inFlightItems).toBeGreaterThan(0);
    const closed = pool.close();
    const answers = await Promise.all(fresh);
    expect(answers.map(codeOf)).toEqual(Array<string>(100).fill('stopping'));
    expect(await Promise.all(rest)).toMatchObject([{ code: 'stopping' }, { code: 'stopping' }]);
    await closed;
    expect(pool.close()).toBe(pool.close());
    expect(codeOf(await pool.verify(raw(goodTransfer(key, 1)), NOW))).toBe('stopping');
    expect(await pool.sign(bytesOf('x'))).toMatchObject({ code: 'stopping' });
    expect(
      await pool.verifyTransactions([
        { operation: 'transfer', publicKey: key.publicKey, text: bytesOf('{}'), keyAt: 0, signature: bytesOf('s') },
      ]),
    ).toMatchObject([{ code: 'stopping' }]);
    expect(pool.stats()).toMatchObject({ workers: 0, queuedItems: 0, inFlightItems: 0, heldBytes: 0 });
    expect(pool.threads()).toEqual([]);
  });

  test('answers what was asked of a pool that never started', async () => {
    const pool = unstarted();
    const asked = pool.verify(raw(goodTransfer(key, 1)), NOW);
    await pool.close();
    expect(codeOf(await asked)).toBe('stopping');
  });
});

describe('a pool that cannot start', () => {
  test('says why', async () => {
    await expect(unstarted({ backend: 'abacus' }).start()).rejects.toThrow(
      'no signature backend "abacus"; there are: auto, kernel, native, noble',
    );
    if (Number(process.versions.node.split('.')[0]) < 24)
      await expect(unstarted({ backend: 'native' }).start()).rejects.toThrow('does not know ML-DSA-65');
    await expect(unstarted({ protocol: 'other' }).start()).rejects.toThrow(
      'runs under the rules "native", not "other"',
    );
    await expect(unstarted({ chainId: 'rougechain-mainnet-1' }).start()).rejects.toThrow('public network');
  });

  test('signs nothing without a key', async () => {
    const { secretKey: _, ...options } = {
      threads: 1,
      chainId: CHAIN_ID,
      protocol: 'native',
      backend: 'noble',
      requireChainId: false,
      secretKey: key.secretKey,
    };
    const pool = createVerifierPool(options);
    pools.push(pool);
    await pool.start();
    expect(await pool.sign(bytesOf('x'))).toMatchObject({ code: 'not_producing' });
  });
});
