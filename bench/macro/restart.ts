/** Bench of a restart: from the start of the process to its first answer, with a million accounts on disk.
 *
 *  The engine itself makes the data directory; the accounts are written beside its genesis state. The bench measures the
 *  built program, from its start to the line with its address: Node, threads, database, loading, the Merkle root
 *  of all records, the API. For comparison: loading alone in this process, and the same with one hash per call. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../engine/crypto/sha256.js';
import { ledgerTables } from '../../engine/ledger/tables.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { State } from '../../engine/state/state.js';
import { oneByOne, type TrieHashing, trieHashing } from '../../engine/state/trieHashing.js';
import { readBatch } from '../../engine/store/batch.js';
import type { StorePort } from '../../engine/store/port.js';
import { openStore } from '../../workers/store/openStore.js';
import { atMost, type BenchDefinition, besideFigure, type Figure, figureOf } from '../figures.js';
import { collectGarbage, timed } from '../measure.js';
import { accountKeys } from '../network.js';
import { makeChainDirectory } from './chainDirectory.js';
import { peakMiB, residentMiB, startProcess } from './nodeProcess.js';

const ACCOUNTS = 1_000_000;
const QUICK_ACCOUNTS = 5_000;
const ROUNDS = 3;
/** Milliseconds from the start of the process to its first answer. */
const START_MS = 10_000;

async function startRounds(directory: string, rounds: number, count: number): Promise<Figure[]> {
  const starts: number[] = [];
  const resident: number[] = [];
  const peaks: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const node = await startProcess('ops/cli/main.js', ['run', '--data-dir', directory, '--api-port', '0']);
    starts.push(node.startMs);
    const [now, peak] = [residentMiB(node.pid), peakMiB(node.pid)];
    if (now !== undefined) resident.push(now);
    if (peak !== undefined) peaks.push(peak);
    await node.stop();
  }
  const name = `${count} accounts`;
  return [
    atMost(figureOf(`start of the process to its first answer, ${name}`, starts, 'ms'), START_MS),
    ...(resident.length > 0 ? [figureOf(`resident memory then, ${name}`, resident, 'MB')] : []),
    ...(peaks.length > 0 ? [figureOf(`resident memory at its highest, ${name}`, peaks, 'MB')] : []),
  ];
}

/** Packed state records, read once: what loading starts from. */
async function readChunks(store: StorePort): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of store.rangeStream({ gte: Uint8Array.of(1), lt: Uint8Array.of(0x80) })) chunks.push(chunk);
  return chunks;
}

function load(chunks: readonly Uint8Array[], hashing: TrieHashing): State {
  const state = new State(ledgerTables, nativeProtocol.stateTree, hashing);
  for (const chunk of chunks)
    readBatch(chunk, {
      put: (key, value) => state.loadRecord(key, value),
      delete: () => {},
    });
  state.finishLoad();
  return state;
}

async function loadRounds(directory: string, rounds: number, count: number): Promise<Figure[]> {
  const store = await openStore({ directory });
  const reading: number[] = [];
  const batched: number[] = [];
  const single: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      const chunks = await readChunks(store);
      reading.push(performance.now() - start);
      await collectGarbage();
      batched.push(timed(() => load(chunks, trieHashing)).milliseconds);
      await collectGarbage();
      single.push(timed(() => load(chunks, oneByOne('one call per hash', sha256))).milliseconds);
      await collectGarbage();
    }
  } finally {
    await store.close();
  }
  const name = `${count} accounts`;
  return [
    figureOf(`reading from the database, ${name}`, reading, 'ms'),
    figureOf(`records and Merkle root, ${name}`, batched, 'ms'),
    besideFigure(`the same with one call per hash, ${name}`, single, batched, 'ms'),
  ];
}

export const restart: BenchDefinition = {
  name: 'restart',
  about: 'a start with a million accounts on disk, until the first answer',
  async run({ quick }) {
    const directory = await mkdtemp(join(tmpdir(), 'rouged-bench-'));
    const count = quick ? QUICK_ACCOUNTS : ACCOUNTS;
    try {
      await makeChainDirectory(directory, accountKeys([], count));
      const rounds = quick ? 1 : ROUNDS;
      return [...(await startRounds(directory, rounds, count)), ...(await loadRounds(directory, rounds, count))];
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};
