/** The pool's threads: how they start, die and end. What they answer is in verifierContract.test.ts. */

import { afterEach, describe, expect, test } from 'vitest';
import type { RawItem } from '../../../../engine/intake/verifier.js';
import {
  createVerifierPool,
  type VerifierPool,
  type VerifierPoolOptions,
} from '../../../../workers/verify/verifierPool.js';
import { bytesOf, CHAIN_ID, goodTransfer, NOW, signedRequest, transferMembers } from '../../intake/signing.js';
import { codeOf, expectAnswers, key, mixedRequests, raw, until } from './mixedRequests.js';

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

/** A request that a thread works on for a long time: two MiB of signed text, as the longest kind takes. */
const slowRequest = (): RawItem => ({
  kind: 'request',
  operation: 'nft_batch_mint',
  bytes: signedRequest(key, transferMembers(key, { memo: JSON.stringify('m'.repeat(2_000_000)) }), {}),
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

describe('closing', () => {
  test('ends the threads', async () => {
    const pool = await started();
    expect(pool.threads()).toHaveLength(3);
    expect(pool.stats().workers).toBe(2);
    await pool.close();
    expect(pool.threads()).toEqual([]);
    expect(pool.close()).toBe(pool.close());
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
});
