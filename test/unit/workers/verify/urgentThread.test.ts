/** The thread for blocks' and votes' signatures: no request comes before them, whatever it costs. And threads that hang: they
 *  are ended, the request that did it is refused, its neighbours are answered.
 *
 *  The worker of these tests is the product's, but for a request with the word HANG in it, over which it never comes to an
 *  end. Time is the test's. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Timers } from '../../../../engine/base/ports.js';
import { isRefusal, type Refusal } from '../../../../engine/base/refusal.js';
import { nobleBackend } from '../../../../engine/crypto/mldsa.js';
import type { RawItem, VerifiedTransaction } from '../../../../engine/intake/verifier.js';
import { workerFile } from '../../../../workers/threads/workerFile.js';
import {
  createVerifierPool,
  type VerifierPool,
  type VerifierPoolOptions,
} from '../../../../workers/verify/verifierPool.js';
import { HANG_MS } from '../../../../workers/verify/verifyLane.js';
import { LogBook } from '../../../support/engineNode.js';
import { bytesOf, CHAIN_ID, goodTransfer, NOW, testKey } from '../../intake/signing.js';

const key = testKey(1);
const message = bytesOf('a header');

/** Timers that run when the test says so. */
class TestTimers implements Timers {
  readonly #waiting = new Set<{ readonly milliseconds: number; readonly callback: () => void }>();

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { milliseconds, callback };
    this.#waiting.add(timer);
    return () => this.#waiting.delete(timer);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** All that wait now run out. @returns the milliseconds of one of them. */
  runOut(): number {
    const timers = [...this.#waiting];
    this.#waiting.clear();
    for (const { callback } of timers) callback();
    return timers[0]?.milliseconds ?? 0;
  }
}

let directory = '';
let pool: VerifierPool | undefined;
let timers = new TestTimers();
let log = new LogBook();

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rouged-hang-'));
  timers = new TestTimers();
  log = new LogBook();
});

afterEach(async () => {
  await pool?.close();
  pool = undefined;
  rmSync(directory, { recursive: true });
});

/** A worker that hangs over a request with the one word in it, and spoils the table of answers for the other. */
function hangingWorker(): URL {
  const file = join(directory, 'worker.mjs');
  writeFileSync(
    file,
    `import { decodePacket } from ${JSON.stringify(workerFile('verify/packets').href)};
     import work, { selfTest } from ${JSON.stringify(workerFile('verify/verifyWorker').href)};
     export { selfTest };
     import { valueSymbol } from ${JSON.stringify(import.meta.resolve('piscina'))};
     const says = (packet, word) => decodePacket(packet).some(({ bytes }) => bytes && Buffer.from(bytes).includes(word));
     export default (packet) => {
       if (says(packet, 'HANG')) for (;;);
       const spoils = says(packet, 'SPOIL');
       const result = work(packet);
       if (spoils) new Uint8Array(result[valueSymbol].table).fill(0xff);
       return result;
     };`,
  );
  return pathToFileURL(file);
}

async function started(options: Partial<VerifierPoolOptions> = {}): Promise<VerifierPool> {
  const rules = { chainId: CHAIN_ID, protocol: 'native', backend: 'auto', requireChainId: false };
  const opened = createVerifierPool({
    ...{ threads: 1, ...rules, secretKey: key.secretKey, file: hangingWorker(), timers, log },
    ...options,
  });
  pool = opened;
  await opened.start();
  return opened;
}

const raw = (bytes: Uint8Array): RawItem => ({ kind: 'request', operation: 'transfer', bytes });
const hanging = (number: number): RawItem => raw(bytesOf(`{"HANG":${number}}`));
const codeOf = (answer: VerifiedTransaction | Refusal): string =>
  isRefusal(answer) ? answer.code : answer.transaction.nonce;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn();
}

/** Whether a promise has been settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  return settled;
}

/** Fills the only lane with endless requests: one in its thread, and more after it. */
async function block(asked: VerifierPool): Promise<readonly Promise<unknown>[]> {
  const first = asked.verify(hanging(0), NOW);
  await until(() => asked.stats().inFlightItems === 1);
  return [first, ...[1, 2, 3].map((number) => asked.verify(hanging(number), NOW))];
}

describe('signatures of blocks and votes', () => {
  test('are made and checked while every lane is busy with a request without an end', async () => {
    const asked = await started();
    const requests = await block(asked);
    let answered = 0;
    for (let height = 0; height < 20; height++) {
      const signature = await asked.sign(bytesOf(`header ${height}`));
      if (isRefusal(signature)) throw new Error(signature.message);
      const check = { message: bytesOf(`header ${height}`), publicKey: key.publicKey, signature };
      expect(await asked.checkSignatures([check, { ...check, message }])).toEqual([true, false]);
      answered += 3;
    }
    expect(answered).toBe(60);
    expect(asked.stats()).toMatchObject({ signed: 20, deaths: 0, lanes: 1, workers: 1 });
    expect(await isSettled(Promise.race(requests))).toBe(false);
  });

  test('never stand behind a request, also when many are asked for at once', async () => {
    const asked = await started();
    const request = asked.verify(hanging(0), NOW);
    await until(() => asked.stats().inFlightItems === 1);
    const signatures = await Promise.all(
      Array.from({ length: 12 }, (_, height) => asked.sign(bytesOf(`header ${height}`))),
    );
    expect(signatures.filter((signature) => signature instanceof Uint8Array).length).toBe(12);
    expect(asked.stats().inFlightPackets).toBe(1);
    expect(await isSettled(request)).toBe(false);
  });

  test("go before the node's own requests, which wait for a lane like those of others", async () => {
    const asked = await started();
    const requests = await block(asked);
    const own = asked.sign(bytesOf('a request of the faucet'), 'own');
    expect(await asked.sign(message)).toBeInstanceOf(Uint8Array);
    expect(await isSettled(own)).toBe(false);
    expect(await asked.sign(message)).toBeInstanceOf(Uint8Array);
    await asked.close();
    expect(await own).toMatchObject({ code: 'stopping' });
    expect((await Promise.all(requests)).length).toBe(4);
  });

  test("of the node's own requests are made by the lanes", async () => {
    const asked = await started();
    const before = asked.stats().urgentSeconds;
    const signature = await asked.sign(message, 'own');
    if (isRefusal(signature)) throw new Error(signature.message);
    expect(nobleBackend.verify(signature, message, key.publicKey)).toBe(true);
    expect(before).toBeGreaterThan(0);
    expect(asked.stats()).toMatchObject({ signed: 1, packets: 1 });
  });

  test('are the work of the lanes while their thread is gone, and its own again afterwards', async () => {
    const asked = await started();
    const [, urgent] = asked.threads();
    await urgent?.terminate();
    expect(await asked.sign(message)).toBeInstanceOf(Uint8Array);
    await until(() => asked.threads().length === 2 && !asked.threads().includes(urgent as never));
    expect(log.lines.filter(({ message: said }) => said.includes("blocks' and votes' signatures")).length).toBe(1);
    const requests = await block(asked);
    expect(await asked.sign(message)).toBeInstanceOf(Uint8Array);
    expect(requests.length).toBe(4);
  });
});

/** Two ticks, and the death that follows. */
async function hangOut(asked: VerifierPool): Promise<void> {
  const { deaths } = asked.stats();
  expect(timers.runOut()).toBe(HANG_MS / 2);
  await nextTurn();
  expect(asked.stats().deaths).toBe(deaths);
  timers.runOut();
  await until(() => asked.stats().deaths === deaths + 1);
}

describe('a thread that hangs', () => {
  test('is ended; the request is refused, those that came with it are answered', async () => {
    const asked = await started();
    const good = (number: number) => asked.verify(raw(goodTransfer(key, number)), NOW);
    const answers = [good(1), asked.verify(hanging(1), NOW), good(2), good(3)];
    await until(() => asked.stats().inFlightItems === 4);
    await hangOut(asked);
    // Each of them alone now, the one that did it first, because its sender's turn is.
    await until(() => asked.stats().inFlightPackets === 2);
    await hangOut(asked);
    expect((await Promise.all(answers)).map(codeOf)).toEqual([
      'nonce-0000000001',
      'internal',
      'nonce-0000000002',
      'nonce-0000000003',
    ]);
    expect(log.lines.map(({ message: said }) => said)).toContain(
      'a thread did not come to an end with one item; the item is refused',
    );
    expect(log.lines.filter(({ message: said }) => said.includes('for more than 10 s and was ended')).length).toBe(2);
    expect(asked.stats()).toMatchObject({ heldBytes: 0, queuedItems: 0, inFlightItems: 0 });
    // Nobody is watched who does nothing.
    expect(timers.waiting).toBe(0);
  });

  test('over a request alone costs that request one hang, and the next one is answered', async () => {
    const asked = await started();
    const answer = asked.verify(hanging(1), NOW);
    await until(() => asked.stats().inFlightItems === 1);
    await hangOut(asked);
    expect(await answer).toMatchObject({ code: 'internal', status: 500 });
    expect(codeOf(await asked.verify(raw(goodTransfer(key, 1)), NOW))).toBe('nonce-0000000001');
    expect(asked.stats()).toMatchObject({ deaths: 1, lostPackets: 1 });
  });

  test('is not a thread that answers between two ticks', async () => {
    const asked = await started();
    let answered = 0;
    for (let number = 0; number < 5; number++) {
      const answer = asked.verify(raw(goodTransfer(key, number)), NOW);
      await until(() => timers.waiting === 1);
      timers.runOut();
      if (!isRefusal(await answer)) answered++;
    }
    expect(answered).toBe(5);
    expect(asked.stats().deaths).toBe(0);
  });
});

test('answers that cannot be read refuse their requests, and cost the next ones nothing', async () => {
  const opened = await started();
  const spoilt = await opened.verify(raw(bytesOf('{"SPOIL":1}')), NOW);
  expect(codeOf(spoilt)).toBe('internal');
  expect(opened.stats()).toMatchObject({ lostPackets: 2, inFlightItems: 0, queuedItems: 0 });
  expect(codeOf(await opened.verify(raw(goodTransfer(key, 1)), NOW))).toBe('nonce-0000000001');
});
