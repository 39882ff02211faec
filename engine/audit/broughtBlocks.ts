/** Checks the blocks that a restored snapshot brought for the replay rule.
 *
 *  In: the record of the block below the lowest whole one, which a restored directory holds. Out: what is wrong. Each block is the one that
 *  the block above names, down to one about which the rule no longer asks, and its transactions are those of its header. */

import { toHex } from '../base/bytes.js';
import { REPLAY_HORIZON_MS } from '../base/limits.js';
import type { ChainRules } from '../consensus/production.js';
import { sha256 } from '../crypto/sha256.js';
import { faulty, isFault, type SnapshotFault } from '../state/snapshotFault.js';
import { keyNumber, recentKey } from '../store/keys.js';
import type { Entry, StorePort } from '../store/port.js';
import type { StoredBlock } from '../store/records.js';
import { encodeRun, RecentWalk } from '../store/snapshot/recentBlocks.js';
import { signerKeys } from '../store/snapshot/signerKeys.js';

/** Blocks read at a time. */
const PAGE = 64;

/** From the newest down. */
async function* broughtBlocks(store: StorePort): AsyncGenerator<Entry> {
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const range = { gte: recentKey(0), lt: recentKey(below), reverse: true, limit: PAGE };
    const found = await store.range(range);
    yield* found;
    const last = found.at(-1);
    if (!last || found.length < PAGE) return;
    below = keyNumber(last.key);
  }
}

/** @returns undefined for bytes that are no block. */
function runOf(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return encodeRun([bytes]);
  } catch {
    return undefined;
  }
}

async function faultOf(store: StorePort, walk: RecentWalk, { key, value }: Entry): Promise<SnapshotFault | undefined> {
  const height = keyNumber(key);
  const run = runOf(value);
  if (!run) return faulty('encoding', `recent block ${height}: it cannot be read`);
  const keys = await signerKeys(store, run);
  const entry = { first: height, last: height, size: run.length, hash: sha256(run) };
  const taken = walk.take(run, entry, (account) => keys.get(account));
  return isFault(taken) ? taken : undefined;
}

/** @param below the block below the lowest whole one. @param tipTime header time of the newest block.
 *  @returns what is wrong with it, or with the blocks that came with it. */
export async function broughtFinding(
  store: StorePort,
  rules: ChainRules,
  { header, headerBytes, proposerSignature, hash }: StoredBlock,
  tipTime: number,
): Promise<string | undefined> {
  const { height, time } = header;
  if (rules.protocol.blockHash(headerBytes, toHex(proposerSignature)) !== hash)
    return `block ${height}: its record is not that of its hash`;
  // They are removed together when the rule asks about none of them any more.
  if (time < tipTime - REPLAY_HORIZON_MS) return undefined;
  const walk = new RecentWalk({ height, hash, header }, rules);
  let fault: SnapshotFault | undefined;
  for await (const brought of broughtBlocks(store)) {
    fault = await faultOf(store, walk, brought);
    if (fault) break;
  }
  fault ??= walk.end();
  return fault && `the blocks that came with the snapshot: ${fault.message}`;
}
