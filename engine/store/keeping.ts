/** What a node keeps of its chain, and which changes of that an existing directory can follow.
 *
 *  `full`: every block, the state after the tip. `pruned`: the newest blocks, the state after the tip. `archive`: every block, and every
 *  record of the state as it was after every block. The mode of a directory is in its meta records; a directory without one is full.
 *
 *  In: what the operator asks for. Out: what the directory keeps from now on, or a sentence that says what to do instead. */

import { readU64, u64Bytes, utf8, utf8Text } from '../base/bytes.js';
import { putArchived } from './archive.js';
import { BatchWriter } from './batch.js';
import { metaKey, storeTables } from './keys.js';
import type { KeyReader, StorePort } from './port.js';

export const MODES = ['full', 'archive', 'pruned'] as const;
export type Mode = (typeof MODES)[number];

/** What an operator asks for. */
export interface Keeping {
  readonly mode: Mode;
  /** Newest blocks that a pruned node keeps, at least. */
  readonly blocks: number;
}

/** Blocks that a pruned node keeps beside those in which stake is unbonding: until then a key that has left can still be held to what it
 *  signed. What the replay rule needs is kept too (`pruner.ts`). */
const SPARE_BLOCKS = 100;

/** About eleven hours at a block time of 400 ms. */
export const KEEP_BLOCKS = 100_000;

/** @param unbonding blocks for which stake is unbonding. @returns why so few blocks are not enough. */
export function whyTooFew({ mode, blocks }: Keeping, unbonding: number): string | undefined {
  const least = unbonding + SPARE_BLOCKS;
  return mode !== 'pruned' || blocks >= least
    ? undefined
    : `--keep-blocks ${blocks} is too few: stake of this network is unbonding for ${unbonding} blocks, and a pruned node keeps them and ${SPARE_BLOCKS} more; give ${least} or more`;
}

export const FULL: Keeping = { mode: 'full', blocks: KEEP_BLOCKS };

/** What a directory keeps. */
export interface Kept {
  readonly mode: Mode;
  /** Lowest height above genesis whose block is here whole: 1 in a directory that began with the genesis block and
   *  has dropped nothing. */
  readonly blocksFrom: number;
  /** Blocks below this height have no trail: a version or a mode wrote them that left none. 0 where all have one. */
  readonly trailsFrom: number;
}

const numberIn = (bytes: Uint8Array | undefined, absent: number): number => (bytes ? readU64(bytes, 0) : absent);

/** Lowest height above genesis whose block is here whole: above it all are, below it none but the genesis block. */
export const readBlocksFrom = async (reader: KeyReader): Promise<number> =>
  numberIn(await reader.get(metaKey('blocks-from')), 1);

export async function readKept(reader: KeyReader): Promise<Kept> {
  const mode = await reader.get(metaKey('mode'));
  return {
    mode: mode ? (utf8Text(mode) as Mode) : 'full',
    blocksFrom: await readBlocksFrom(reader),
    trailsFrom: numberIn(await reader.get(metaKey('trails-from')), 0),
  };
}

/** Why the directory cannot keep what is asked for; undefined when it can. @param tip height of its newest block. */
export function whyNotKeep({ mode: held, blocksFrom }: Kept, wanted: Mode, tip: number): string | undefined {
  if (held === wanted) return undefined;
  if (blocksFrom > 1 && wanted !== 'pruned')
    return `the data directory has no blocks below ${blocksFrom}, and --mode ${wanted} needs them; start with --mode ${held}, or with an empty --data-dir that fetches the whole chain from its peers`;
  if (wanted === 'archive' && tip > 0)
    return 'the data directory has no history of the state below its tip, and --mode archive needs all of it; write the blocks into a file with rouged export, start once with --mode archive and an empty --data-dir, and bring them in there with rouged import (or let it fetch them from its peers)';
  return undefined;
}

/** Records of the genesis state that are archived together. */
const ARCHIVED = 8_192;

async function archiveGenesis(store: StorePort, records: Iterable<readonly [Uint8Array, Uint8Array]>): Promise<void> {
  let batch = new BatchWriter();
  for (const [key, value] of records) {
    putArchived(batch, key, 0, value);
    if (batch.count < ARCHIVED) continue;
    await store.commit({ batch: batch.finish() });
    batch = new BatchWriter();
  }
  await store.commit({ batch: batch.finish() });
}

/** Tables that only directories of one mode have. */
const OF_MODE = [
  ['archive', storeTables.archive],
  ['pruned', storeTables.trails],
] as const;

/** Removes what another mode has left; a kill after the change of the mode leaves it. */
async function dropOthers(store: StorePort, mode: Mode): Promise<void> {
  for (const [owner, table] of OF_MODE) {
    const range = { gte: Uint8Array.of(table), lt: Uint8Array.of(table + 1) };
    const left = owner === mode ? [] : await store.range({ ...range, limit: 1, keysOnly: true });
    if (left.length === 0) continue;
    await store.deleteRange('default', range.gte, range.lt);
    await store.compact(range);
  }
}

/** Makes the mode lasting.
 *  @param tip height of the newest block.
 *  @param state key and value of every record after the tip: the genesis state where an archive begins.
 *  @returns what the directory keeps now. */
export async function changeMode(
  store: StorePort,
  kept: Kept,
  mode: Mode,
  tip: number,
  state: Iterable<readonly [Uint8Array, Uint8Array]>,
): Promise<Kept> {
  if (kept.mode === mode) {
    if (store.stats().writeFailure === undefined) await dropOthers(store, mode);
    return kept;
  }
  if (mode === 'archive') await archiveGenesis(store, state);
  const batch = new BatchWriter();
  batch.put(metaKey('mode'), utf8(mode));
  // The blocks up to here are dropped too, but what points to them has to be looked for.
  const trailsFrom = mode === 'pruned' && tip > 0 ? tip + 1 : 0;
  if (trailsFrom > 0) batch.put(metaKey('trails-from'), u64Bytes(trailsFrom));
  else batch.delete(metaKey('trails-from'));
  await store.commit({ batch: batch.finish() });
  await dropOthers(store, mode);
  return { ...kept, mode, trailsFrom };
}
