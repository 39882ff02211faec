/** The disk of a pruned directory beside that of a full one, over many blocks.
 *
 *  In: how many blocks. Out: sizes of the pruned directory, the last size of the full one, and whether the first stays flat. */

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorePort } from '../../engine/store/port.js';
import { openStore } from '../../workers/store/openStore.js';
import { bundledFile } from '../../workers/threads/workerFile.js';
import { KeptChain, KeptStore, LEAST_KEPT } from '../support/keptChain.js';

export const TRANSFERS = 3;
export const STEP_MS = 10_000;
export const PRUNED = { mode: 'pruned', blocks: LEAST_KEPT } as const;

/** Times that the disk is looked at. */
const MEASURED = 12;

/** The smallest of the last sizes over the smallest of those in the middle: what waits for a compaction only adds to a size. */
const FLAT = 1.4;

/** The full directory over the pruned one, at least, once there are so many blocks that the latter has dropped most of them. */
const SMALLER = 4;

export interface PrunedReport {
  readonly line: string;
  /** Blocks dropped, and blocks in the chain. */
  readonly dropped: number;
  readonly height: number;
  readonly warnings: readonly string[];
  readonly isFlat: boolean;
}

/** Small memory tables: as many files and compactions as a node makes in days. */
export const openPruning = (directory: string): Promise<StorePort> =>
  openStore({ directory, queries: bundledFile('engine/stream/queries.js'), writeBufferBytes: 256 * 1024 });

/** RocksDB's text log is left out: it grows with every compaction, and begins anew with every start. */
const sizeOf = (directory: string): number =>
  readdirSync(join(directory, 'db'))
    .filter((name) => !name.startsWith('LOG'))
    .reduce((sum, name) => sum + (statSync(join(directory, 'db', name), { throwIfNoEntry: false })?.size ?? 0), 0);

const kib = (bytes: number): number => Math.round(bytes / 1024);

async function measure(folder: string, blocks: number): Promise<PrunedReport> {
  const source = KeptChain.unsigned();
  const [prunedAt, fullAt] = [join(folder, 'pruned'), join(folder, 'full')];
  const pruned = await KeptStore.open(source, await openPruning(prunedAt), PRUNED);
  const full = await KeptStore.open(source, await openPruning(fullAt), { mode: 'full', blocks: 1 });
  const sizes: number[] = [];
  for (let at = 1; at <= MEASURED; at++) {
    source.grow(Math.floor((at * blocks) / MEASURED) - source.chain.tip.height, TRANSFERS, STEP_MS);
    await pruned.follow();
    await full.follow();
    source.forget();
    await pruned.chain.pruned();
    sizes.push(sizeOf(prunedAt));
  }
  const { height } = pruned.chain.tip;
  const dropped = pruned.chain.blocksFrom - 1;
  await pruned.close();
  await full.close();
  const third = MEASURED / 3;
  const last = Math.min(...sizes.slice(2 * third));
  const whole = sizeOf(fullAt);
  return {
    line: `${height} blocks, ${dropped} of them dropped; KiB on the disk: ${sizes.map(kib).join(' ')}; ${kib(whole)} in a full directory`,
    dropped,
    height,
    warnings: [...pruned.warnings, ...full.warnings],
    isFlat: last < FLAT * Math.min(...sizes.slice(third, 2 * third)) && last < whole / SMALLER,
  };
}

export async function prunedDisk(blocks: number): Promise<PrunedReport> {
  const folder = mkdtempSync(join(tmpdir(), 'rouged-pruned-disk-'));
  try {
    return await measure(folder, blocks);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
