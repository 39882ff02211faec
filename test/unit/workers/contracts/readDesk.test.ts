/** What readers take of the main thread: questions that come without a message, and the rest after a call that took much. */

import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { contractStorage, storageKey } from '../../../../engine/ledger/contractTables.js';
import { ReadDesk } from '../../../../workers/contracts/readDesk.js';
import { BridgedState, newBridge } from '../../../../workers/contracts/stateBridge.js';

const ADDRESS = '00'.repeat(20);
const ofKey = (key: number) => storageKey(ADDRESS, Uint8Array.of(key));

test('a thread rests for as long as its last call took more than its share', () => {
  const bridge = newBridge();
  const desk = new ReadDesk(bridge, 0.1, () => {
    const until = performance.now() + 5;
    while (performance.now() < until);
    return undefined;
  });
  const state = new BridgedState(bridge, () => desk.serve());
  const began = performance.now();
  desk.begin(began);
  expect(desk.restsUntil()).toBe(began);
  for (let key = 0; key < 4; key++) state.get(contractStorage, ofKey(key));
  const took = performance.now() - began;
  expect(desk.restsUntil() - began).toBeGreaterThanOrEqual(4 * 5 * 10);
  expect(desk.restsUntil() - began).toBeLessThanOrEqual((took + 4) * 10);
  // Each call pays for itself alone.
  desk.begin(began + 1_000);
  expect(desk.restsUntil()).toBe(began + 1_000);
});

test('a message whose question is answered already is none', () => {
  const bridge = newBridge();
  let asked = 0;
  const desk = new ReadDesk(bridge, 1, () => {
    asked++;
    return Uint8Array.of(7);
  });
  const state = new BridgedState(bridge, () => {
    desk.serve();
    desk.serve();
  });
  for (let key = 0; key < 100; key++) expect(state.get(contractStorage, ofKey(key))).toEqual(Uint8Array.of(7));
  expect(asked).toBe(100);
});

/** Asks for records one after the other, without a pause. */
const EAGER = `
const { workerData, parentPort } = require('node:worker_threads');
const words = new Int32Array(workerData, 0, 4);
let messages = 0;
for (let read = 0; read < 20000; read++) {
  words[2] = 30;
  words[3] = 0;
  Atomics.store(words, 0, 1);
  if (Atomics.load(words, 1) === 0) { messages++; parentPort.postMessage('asks'); }
  while (Atomics.load(words, 0) === 1)
    if (Atomics.wait(words, 0, 1, 20000) === 'timed-out') throw new Error('nobody answers');
  if (Atomics.load(words, 0) !== 3) throw new Error('another answer');
}
parentPort.postMessage({ messages });`;

test('no question is lost between listening and not listening', async () => {
  const bridge = newBridge();
  let answered = 0;
  const desk = new ReadDesk(bridge, 1, () => {
    answered++;
    return undefined;
  });
  desk.begin(0);
  const worker = new Worker(EAGER, { eval: true, workerData: bridge });
  onTestFinished(async () => void (await worker.terminate()));
  const messages = await new Promise<number>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', (message: 'asks' | { messages: number }) => {
      if (message === 'asks') desk.serve();
      else resolve(message.messages);
    });
  });
  expect(answered).toBe(20_000);
  expect(messages).toBeLessThanOrEqual(20_000);
});

test('an answer that comes later is given to its own question alone', async () => {
  const bridge = newBridge();
  const words = new Int32Array(bridge, 0, 4);
  const waiting: ((record: Uint8Array) => void)[] = [];
  const desk = new ReadDesk(bridge, 1, () => new Promise((resolve) => waiting.push(resolve)));
  const [ASKED, FOUND] = [1, 2];
  const ask = (): void => {
    [words[2], words[3]] = [30, 0];
    Atomics.store(words, 0, ASKED);
    desk.serve();
    // A message that was on its way.
    desk.serve();
  };
  const answered = async (index: number, bytes: number): Promise<number> => {
    waiting[index]?.(new Uint8Array(bytes));
    await new Promise((resolve) => setImmediate(resolve));
    return Atomics.load(words, 0);
  };
  desk.begin(0);
  for (let question = 0; question < 20; question++) {
    ask();
    expect(waiting).toHaveLength(question + 1);
    expect([await answered(question, 7), words[3]]).toEqual([FOUND, 7]);
  }
  // Its call has ended without the answer, and the next one asks.
  ask();
  desk.begin(1);
  ask();
  expect(waiting).toHaveLength(22);
  expect(await answered(20, 8)).toBe(ASKED);
  expect([await answered(21, 9), words[3]]).toEqual([FOUND, 9]);
});
