/** What every verifier does, with threads or without: one suite for the pool and for the verifier in the caller's own thread
 *  with which whole nodes run in one. A difference between the two is a fault of one of them. */

import { afterEach, describe, expect, test } from 'vitest';
import type { Log } from '../../../../engine/base/ports.js';
import { isRefusal, type Refusal } from '../../../../engine/base/refusal.js';
import { nobleBackend } from '../../../../engine/crypto/mldsa.js';
import type { RawItem, VerifiedTransaction, VerifierPort } from '../../../../engine/intake/verifier.js';
import { nativeProtocol } from '../../../../engine/protocol/native.js';
import { openKernelBackend } from '../../../../workers/verify/kernelBackend.js';
import { oneByOne } from '../../../../workers/verify/signatureBackends.js';
import { createVerifierPool } from '../../../../workers/verify/verifierPool.js';
import { InlineVerifier } from '../../../support/inlineVerifier.js';
import {
  bytesOf,
  CHAIN_ID,
  canonicalText,
  goodTransfer,
  NOW,
  signedRequest,
  signText,
  transferMembers,
} from '../../intake/signing.js';
import { codeOf, expectAnswers, key, keys, mixedRequests, nextTurn, other, raw, until } from './mixedRequests.js';

interface Opening {
  readonly backend?: 'kernel' | 'noble';
  readonly maxItems?: number;
  readonly secretKey?: Uint8Array | undefined;
  readonly log?: Log;
}

/** What a check costs in JavaScript, so that packets are as small as the pool makes them. */
const NOBLE_MICROSECONDS = 3_500;

const withKey = (opening: Opening): Uint8Array | undefined =>
  'secretKey' in opening ? opening.secretKey : key.secretKey;

async function startedPool({ backend = 'kernel', secretKey, ...rest }: Opening): Promise<VerifierPort> {
  const pool = createVerifierPool({
    threads: 1,
    chainId: CHAIN_ID,
    protocol: nativeProtocol.name,
    backend,
    requireChainId: false,
    ...(secretKey && { secretKey }),
    ...rest,
  });
  await pool.start();
  return pool;
}

const inline = async ({ backend = 'kernel', secretKey, ...rest }: Opening): Promise<VerifierPort> =>
  new InlineVerifier({
    chainId: CHAIN_ID,
    protocol: nativeProtocol,
    ...(backend === 'kernel'
      ? { backend: openKernelBackend(8 * 1024 * 1024) }
      : { backend: oneByOne(nobleBackend), microsecondsPerItem: NOBLE_MICROSECONDS }),
    ...(secretKey && { secretKey }),
    ...rest,
  });

const verifiers: VerifierPort[] = [];
afterEach(async () => {
  await Promise.all(verifiers.splice(0).map((verifier) => verifier.close()));
});

describe.each([
  ['with threads', startedPool],
  ['in the own thread', inline],
] as const)('a verifier %s', (_, open) => {
  const started = async (opening: Opening = {}): Promise<VerifierPort> => {
    const verifier = await open({ ...opening, secretKey: withKey(opening) });
    verifiers.push(verifier);
    return verifier;
  };

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

  test('answers the requests of a body as it answers each of them, by their places, once, and those that come twice', async () => {
    const pool = await started();
    const mixed = mixedRequests();
    const items = [...mixed, ...mixed.slice(0, 40)].map(({ item }) => item);
    const answers: (VerifiedTransaction | Refusal)[] = [];
    let calls = 0;
    const body = new Promise<void>((resolve) => {
      pool.verifyAll(items, NOW, (at, answer) => {
        expect(answers[at]).toBeUndefined();
        answers[at] = answer;
        if (++calls === items.length) resolve();
      });
    });
    // The same bytes while the first have no answer yet.
    const again = await pool.verify(items[0] as RawItem, NOW);
    await body;
    expect(again).toEqual(answers[0]);
    expectAnswers(answers.slice(0, mixed.length), mixed);
    expectAnswers(answers.slice(mixed.length), mixed.slice(0, 40));
    await pool.close();
    const late: string[] = [];
    pool.verifyAll(items.slice(0, 3), NOW, (at, answer) => late.push(`${at} ${codeOf(answer)}`));
    expect(late).toEqual(['0 stopping', '1 stopping', '2 stopping']);
  });

  test('reads a broadcast with what it says about the ledger', async () => {
    const pool = await started();
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

  test('signs nothing without a key', async () => {
    const pool = await started({ secretKey: undefined });
    expect(await pool.sign(bytesOf('x'))).toMatchObject({ code: 'not_producing' });
  });

  describe('accepts first, and refuses', () => {
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
      const pool = await started({ backend: 'noble' });
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

    test('refuses the newest when its queue is full, and a loud sender before that', async () => {
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

  test('tells what a check threw to the log with its text, and to whoever asked without', async () => {
    const errors: [unknown, string][] = [];
    const nothing = (): void => {};
    const log = {
      debug: nothing,
      info: nothing,
      warn: nothing,
      error: ({ error }: Readonly<Record<string, unknown>>, message: string) => errors.push([error, message]),
    };
    // A key of five bytes is none; the library that signs says so by throwing.
    const pool = await started({ secretKey: new Uint8Array(5), log });
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

  test('answers everything that waits or is on its way when it closes, and everything that comes later', async () => {
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
    // Urgent work has a thread of its own, which may have answered in the turn before the close.
    const urgent = (await Promise.all(rest)).map((answer) => (isRefusal(answer) ? answer.code : answer));
    expect(urgent[0] === 'stopping' || urgent[0] instanceof Uint8Array).toBe(true);
    expect(JSON.stringify(urgent[1])).toMatch(/^(?:"stopping"|\[false\])$/);
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
  });
});
