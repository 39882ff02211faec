/** The thread of the state's file: reads it, and later proves what it has read.
 *
 *  In: the data directory, then the order to check and the records of the database. Out: the parts in shared memory, then an answer to
 *  each order. The rules of the state are loaded only for the check, so that the parts are there sooner. */

import { parentPort, workerData } from 'node:worker_threads';
import { errorText, InvariantError, invariant } from '../../engine/base/refusal.js';
import type { StateCheck } from './stateCheck.js';
import { type ReadStateFile, readStateFile, UnusableStateFile } from './stateFile.js';
import type { StateFileAnswer, StateOrder, StateVerdict, StateWorkerData } from './stateMessages.js';

if (!parentPort) throw new InvariantError('the state worker runs as a thread only');
const port = parentPort;
const { directory } = workerData as StateWorkerData;

const say = (message: StateFileAnswer | StateVerdict): void => port.postMessage(message);

let check: StateCheck | undefined;

async function follow(order: StateOrder, { parts }: ReadStateFile): Promise<StateVerdict> {
  if (order.kind === 'check') {
    const { StateCheck } = await import('./stateCheck.js');
    check = new StateCheck(order.of, parts);
    check.begin();
    return { kind: 'done' };
  }
  invariant(check, 'records come before the order to check them');
  if (order.kind === 'records') check.take(order.chunk);
  else check.end();
  return { kind: 'done' };
}

try {
  const found = readStateFile(directory);
  say(found ? { kind: 'found', ...found } : { kind: 'none' });
  if (found)
    port.on('message', (order: StateOrder) =>
      follow(order, found)
        .catch((error: unknown): StateVerdict => ({ kind: 'wrong', reason: errorText(error) }))
        .then(say),
    );
} catch (error) {
  const reason = error instanceof UnusableStateFile ? error.message : `it cannot be read: ${errorText(error)}`;
  say({ kind: 'unusable', reason });
}
