/** The thread of the state's file: reads it, and later computes the root of what it has read.
 *
 *  In: the data directory, then the order to check and the records of the database. Out: the parts in shared memory, then a verdict.
 *  The rules of the state are loaded only for the check, so that the parts are there sooner. */

import { parentPort, workerData } from 'node:worker_threads';
import { InvariantError } from '../../engine/base/refusal.js';
import type { StateOf } from '../../engine/store/stateFile.js';
import { readStateFile, UnusableStateFile } from './stateFile.js';
import type { StateFileAnswer, StateOrder, StateVerdict, StateWorkerData } from './stateMessages.js';

if (!parentPort) throw new InvariantError('the state worker runs as a thread only');
const port = parentPort;
const { directory } = workerData as StateWorkerData;

const say = (message: StateFileAnswer | StateVerdict): void => port.postMessage(message);
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function read(): StateFileAnswer & { readonly parts?: readonly Uint8Array[] } {
  try {
    const found = readStateFile(directory);
    return found ? { kind: 'found', ...found } : { kind: 'none' };
  } catch (error) {
    const reason = error instanceof UnusableStateFile ? error.message : `it cannot be read: ${textOf(error)}`;
    return { kind: 'unusable', reason };
  }
}

const answer = read();
say(answer);

/** Between two looks whether the last chunk has come. */
const IDLE_MS = 1;

async function check(of: StateOf, parts: readonly Uint8Array[]): Promise<void> {
  const { StateCheck } = await import('./stateCheck.js');
  const work = new StateCheck(of, parts);
  let isEnded = false;
  let isWrong = false;
  const fail = (error: unknown): void => {
    if (!isWrong) say({ kind: 'wrong', reason: textOf(error) });
    isWrong = true;
  };
  port.on('message', (order: StateOrder) => {
    if (isWrong) return;
    try {
      if (order.kind === 'records') {
        work.compare(order.chunk);
        say({ kind: 'taken' });
      } else isEnded = true;
    } catch (error) {
      fail(error);
    }
  });
  // A slice of the hashing in each turn; chunks are compared between two slices.
  const turn = (): void => {
    try {
      if (isWrong) return;
      if (!work.slice()) setImmediate(turn);
      else if (!isEnded) setTimeout(turn, IDLE_MS);
      else {
        work.finish();
        say({ kind: 'checked' });
      }
    } catch (error) {
      fail(error);
    }
  };
  say({ kind: 'taken' });
  turn();
}

if (answer.kind === 'found')
  port.once('message', (order: StateOrder) => {
    if (order.kind === 'check')
      check(order.of, answer.parts).catch((error) => say({ kind: 'wrong', reason: textOf(error) }));
  });
