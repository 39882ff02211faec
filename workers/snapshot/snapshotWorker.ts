/** The thread in which a snapshot is made: see `snapshotMaker.ts`.
 *
 *  In: packed puts, one message each, and then the word that there are no more. Out: an answer to each message: nothing, the facts of
 *  the snapshot, or why it could not be made. The sender waits for each answer, so that at most one message waits here. */

import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { errorText, InvariantError } from '../../engine/base/refusal.js';
import { type SnapshotFacts, SnapshotMaker } from './snapshotMaker.js';

export interface SnapshotWorkerData {
  readonly dataDir: string;
  readonly leafPrefix: number;
  readonly chunkBytes: number | undefined;
}

export type SnapshotRequest = Uint8Array | 'finish' | 'abandon';

export interface SnapshotAnswer {
  readonly facts?: SnapshotFacts;
  readonly error?: string;
}

if (!parentPort) throw new InvariantError('the snapshot worker runs as a thread only');
const port = parentPort;
const { dataDir, leafPrefix, chunkBytes } = workerData as SnapshotWorkerData;
let maker: SnapshotMaker | undefined;

/** Nothing waits for a snapshot. Linux sets the priority of the calling thread alone, other systems that of the process. */
const LOW_PRIORITY = 15;
if (process.platform === 'linux') setPriority(0, LOW_PRIORITY);

function answer(request: SnapshotRequest): SnapshotAnswer {
  try {
    maker ??= new SnapshotMaker(dataDir, leafPrefix, chunkBytes);
    if (request === 'finish') return { facts: maker.finish() };
    if (request === 'abandon') maker.abandon();
    else maker.take(request);
    return {};
  } catch (error) {
    maker?.abandon();
    return { error: errorText(error) };
  }
}

port.on('message', (request: SnapshotRequest) => {
  port.postMessage(answer(request));
  if (typeof request === 'string') port.close();
});
