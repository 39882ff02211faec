/** Kills a node on one data directory many times: at random moments under load, and at random places between two lasting
 *  effects, also while it recovers from a failed write. After each death the directory is opened without the node: its state
 *  has the root of its tip, everything that was announced is there, and no slot was signed twice differently. From time
 *  to time, and at the end, the whole chain is audited from its blocks.
 *
 *  The suite runs ten rounds; `npm run crash -- --rounds 300 --seed 7` does more. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromHex, readU64, toHex } from '../../engine/base/bytes.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { blockKey, idKey } from '../../engine/store/keys.js';
import { decodeStoredBlock } from '../../engine/store/records.js';
import { recover } from '../../engine/store/recovery.js';
import { crashPoints } from '../../workers/store/crashPoints.js';
import { ChainWatch } from '../support/chainWatch.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { type SigningActor, signingActor } from '../support/transactions.js';
import { checkCrashedChain, readGenesis } from './crashedChain.js';
import { readJournal, withStore } from './nodeDirectory.js';
import { type Announced, addFrames, feed, nothingAnnounced, signTransfers, untilStanding } from './nodeLoad.js';

const rounds = Number(process.env.ROUGED_CRASH_ROUNDS ?? 10);
const TRANSFERS_A_ROUND = 8;
/** Rounds from one audit of the whole chain to the next: its cost grows with the chain. */
const AUDIT_EVERY = 25;
const QUIET = ['--heartbeat-ms', '3600000'];
/** A round takes one start and one opening: about two seconds on a quiet core. */
const ROUND_LIMIT_MS = 40_000;

const seed = testSeed();
const random = new SeededRandom(seed);
const actors: readonly SigningActor[] = ['fay', 'gus', 'hal'].map((name) => signingActor(`kills: ${name}`));
const announced: Announced = nothingAnnounced();
/** Hash of the block that was journaled for a slot. */
const signedSlots = new Map<string, string>();
const deaths = { atPoints: 0, atMoments: 0, atStart: 0 };
let dataDir: string;
let first: LiveNode;

beforeAll(async () => {
  const allocations = actors.map(({ address }) => ({ address, amount: '100000' }));
  first = await startNode({ genesis: { allocations }, flags: QUIET });
  dataDir = first.dataDir;
  await untilStanding(first.url);
  await first.stop('SIGKILL');
});

afterAll(() => first?.remove());

/** A place at which to die, or none. A failed commit leads to a reopening. */
function trap(): Readonly<Record<string, string>> {
  if (random.chance(50)) return {};
  const point = random.pick(crashPoints);
  const fault = point.startsWith('reopen')
    ? `${random.pick(['commit-body', 'commit-batch'])}:${random.between(1, 3)}:3${point === 'reopen-read' ? ',reopen-close:1:4' : ''}`
    : '';
  return { ROUGED_CRASH_POINT: `${point}:${random.between(1, 4)}`, ROUGED_FAULT_POINT: fault };
}

/** One life: starts, gets transfers, dies. Records what it announced. */
async function liveAndDie(): Promise<void> {
  const environment = trap();
  const transfers = signTransfers(actors, TRANSFERS_A_ROUND, random);
  const moment = random.between(1, TRANSFERS_A_ROUND - 2);
  const microseconds = random.below(40_000);
  let node: LiveNode;
  try {
    node = await startNode({ dataDir, flags: QUIET, environment });
  } catch (error) {
    // Only a crash point ends a start.
    expect(environment).toHaveProperty('ROUGED_CRASH_POINT');
    expect(String(error)).toMatch(/ended before it printed/);
    expect(String(error)).not.toMatch(/^rouged: /m);
    deaths.atStart++;
    return;
  }
  const watch = await ChainWatch.open(node.url).catch(() => undefined);
  const feeding = feed(node.url, transfers, 2);
  if (watch) {
    let heard = 0;
    const enough = ({ type }: { readonly type: string }): boolean => type === 'new_transaction' && ++heard === moment;
    await Promise.race([
      watch.first(enough).catch(() => undefined),
      node.ended,
      // Transactions refused while the node waited for its disk are never announced.
      feeding.then((posted) => {
        const taken = posted.filter(({ answer }) => answer?.status === 200).length;
        return taken < moment ? undefined : watch.closed();
      }),
    ]).catch(() => undefined);
    const until = performance.now() + microseconds / 1_000;
    while (performance.now() < until);
  }
  const { signal } = await node.stop('SIGKILL');
  expect(signal).toBe('SIGKILL');
  if (environment.ROUGED_CRASH_POINT) deaths.atPoints++;
  else deaths.atMoments++;
  await feeding;
  if (!watch) return;
  await watch.closed();
  addFrames(announced, watch);
}

/** Opens the directory without the node. @returns its height. */
async function checkDirectory(): Promise<number> {
  const journal = await readJournal(dataDir);
  const rules = { genesis: readGenesis(dataDir), protocol: nativeProtocol };
  return withStore(dataDir, async (store) => {
    const { tip, tipBlock, state } = await recover(store, rules);
    expect(toHex(state.root())).toBe(tipBlock.header.state_root);
    const hashAt = async (height: number): Promise<string | undefined> => {
      const record = await store.get(blockKey(height));
      return record && decodeStoredBlock(record).hash;
    };
    for (const [height, hash] of announced.blocks) expect(await hashAt(height), `block ${height}`).toBe(hash);
    for (const [id, height] of announced.transactions) {
      const location = await store.get(idKey(fromHex(id) ?? new Uint8Array()));
      expect(location && readU64(location, 0), `transaction ${id}`).toBe(height);
    }
    if (!journal) throw new Error('a node that made a block has no journal');
    const slot = `${journal.height} after ${journal.block.header.prev_hash}`;
    expect(signedSlots.get(slot) ?? journal.hash, slot).toBe(journal.hash);
    signedSlots.set(slot, journal.hash);
    expect(journal.height).toBeLessThanOrEqual(tip.height + 1);
    if (journal.height <= tip.height) expect(await hashAt(journal.height)).toBe(journal.hash);
    else expect(journal.block.header.prev_hash).toBe(tip.hash);
    return tip.height;
  });
}

/** Starts it without faults and recomputes the whole chain from its blocks. */
async function audit(): Promise<void> {
  const node = await startNode({ dataDir, flags: QUIET });
  await untilStanding(node.url);
  const { blocks, placed } = await checkCrashedChain(node);
  for (const [slot, hash] of signedSlots) expect(blocks[Number.parseInt(slot, 10)]?.hash, slot).toBe(hash);
  for (const id of announced.transactions.keys()) expect(placed.has(id)).toBe(true);
  await node.stop('SIGKILL');
  // Checked completely; from here on only new blocks are checked.
  announced.blocks.clear();
  announced.transactions.clear();
}

describe(`a node killed ${rounds} times (seed ${seed})`, () => {
  test('loses nothing that it announced and signs no slot twice', { timeout: rounds * ROUND_LIMIT_MS }, async () => {
    let [height, blocks, transactions] = [0, 0, 0];
    for (let round = 1; round <= rounds; round++) {
      await liveAndDie();
      const now = await checkDirectory();
      expect(now).toBeGreaterThanOrEqual(height);
      height = now;
      if (round % AUDIT_EVERY !== 0 && round !== rounds) continue;
      blocks += announced.blocks.size;
      transactions += announced.transactions.size;
      await audit();
      console.log(
        `${round} kills: height ${height}, ${blocks} blocks and ${transactions} transactions announced, ${signedSlots.size} journals read`,
      );
    }
    expect(deaths.atPoints + deaths.atMoments + deaths.atStart).toBe(rounds);
    console.log(`deaths: ${JSON.stringify(deaths)}`);
    expect(height).toBeGreaterThan(rounds / 2);
    // A life may end before its first block.
    expect(transactions).toBeGreaterThan(rounds / 3);
    expect(signedSlots.size).toBeGreaterThan(rounds / 5);
  });
});
