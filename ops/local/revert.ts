/** Reverts a local network to a snapshot, so that a process killed at any moment leaves one of two chains, never a mixture.
 *
 *  In: the proof that this is a developer's network, and an order that is durable before anything else is touched. Out: the
 *  database of the snapshot, journals that end at its tip, and the clock of that moment. While the order exists the
 *  revert is unfinished: the next start repeats all of it from the snapshot, which is never changed here. The order
 *  is removed last. This is the only place where a key may sign a height twice; it requires a `DeveloperNetwork`, so no other
 *  network can get here. */

import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { utf8 } from '../../engine/base/bytes.js';
import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import { emptyJournal } from '../../engine/consensus/signJournal.js';
import { emptyVoteJournal } from '../../engine/consensus/voteJournal.js';
import { encodeCandidates } from '../../engine/head/candidates.js';
import { recover } from '../../engine/store/recovery.js';
import { SERVICES_FOLDER } from '../../workers/services/servicesStore.js';
import { crashPoint } from '../../workers/store/crashPoints.js';
import { claimDirectory } from '../../workers/store/directoryClaim.js';
import { JournalFile } from '../../workers/store/journalFile.js';
import { openStore } from '../../workers/store/openStore.js';
import { DATABASE_FOLDER } from '../../workers/store/storeBackup.js';
import { replaceDurableFile, syncDirectory, syncFile } from '../config/durableFile.js';
import { loadKeyFile, nodeKeysPath } from '../config/nodeKeys.js';
import type { DeveloperNetwork } from './developerNetwork.js';
import { writeShift } from './movedClock.js';
import { databaseOf, findSnapshot, type Snapshot, servicesOf } from './snapshots.js';

const ORDER = 'revert.json';
const CHECK = 'revert-check';
const COPY = `${DATABASE_FOLDER}.reverted`;

/** Left on the disk beside the copy: what the database writes when it is opened. */
const SPARE_BYTES = 64 * 2 ** 20;

const orderPath = (dataDir: string): string => join(dataDir, ORDER);

/** Whether the directory has an unfinished revert. */
export const isReverting = (dataDir: string): boolean => existsSync(orderPath(dataDir));

/** A revert that cannot be finished would keep the node from starting, so room for the copy is asked for before it is ordered. */
export function checkRoom(network: DeveloperNetwork, { id }: Snapshot): Refusal | undefined {
  const from = databaseOf(network, id);
  if (!existsSync(from)) return undefined;
  const needed = readdirSync(from).reduce((sum, name) => sum + statSync(join(from, name)).size, 0);
  const { bavail, bsize } = statfsSync(network.dataDir);
  if (bavail * bsize > needed + SPARE_BYTES) return undefined;
  return refuse(
    'busy',
    `there is no room for the copy of the snapshot: free ${Math.ceil((needed + SPARE_BYTES) / 2 ** 20)} MiB on the disk of ${network.dataDir}; the chain is as it was`,
  );
}

/** Whether the snapshot opens, and is the chain that its facts name: tried on a copy, because opening a database changes it. A
 *  revert to a damaged one would end the chain that is still sound. */
export async function checkSnapshot(
  network: DeveloperNetwork,
  snapshot: Snapshot,
  rules: ChainRules,
): Promise<Refusal | undefined> {
  const place = join(network.dataDir, CHECK);
  rmSync(place, { recursive: true, force: true });
  try {
    mkdirSync(place, { mode: 0o700 });
    copyDatabase(databaseOf(network, snapshot.id), join(place, DATABASE_FOLDER));
    const store = await openStore({ directory: place });
    try {
      const { tip } = await recover(store, rules);
      if (tip.hash !== snapshot.hash) throw new Error(`its newest block is ${tip.hash}`);
      return undefined;
    } finally {
      await store.close();
    }
  } catch (error) {
    return refuse(
      'rule_violation',
      `snapshot ${snapshot.id} is damaged, and the chain stays as it is: ${errorText(error)}; remove the snapshot with rouged local remove ${snapshot.id}`,
    );
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The order of a revert that was begun. @throws Error with a sentence. */
function readOrder(dataDir: string): string {
  try {
    const { id } = JSON.parse(readFileSync(orderPath(dataDir), 'utf8')) as { readonly id?: unknown };
    if (typeof id === 'string') return id;
  } catch {
    // The sentence below says what to do.
  }
  throw new Error(`${orderPath(dataDir)} cannot be read: delete it to keep the chain as it is`);
}

/** Makes the order durable: from here on the chain is that of the snapshot. */
export function orderRevert({ dataDir }: DeveloperNetwork, { id }: Snapshot): void {
  replaceDurableFile(orderPath(dataDir), utf8(`${JSON.stringify({ id })}\n`), 0o600);
  crashPoint('revert-order');
}

/** The tables of a closed database never change; a copy that shares disk blocks with them costs nothing. */
function copyDatabase(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  for (const name of readdirSync(from)) {
    copyFileSync(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
    syncFile(join(to, name));
  }
  syncDirectory(to);
}

/** What the services held then: records of later blocks would be ahead of the chain. A snapshot of a network whose services nobody had
 *  asked for has none. */
function revertServices(dataDir: string, from: string): void {
  const place = join(dataDir, SERVICES_FOLDER);
  rmSync(place, { recursive: true, force: true });
  const database = join(from, DATABASE_FOLDER);
  if (existsSync(database)) {
    mkdirSync(place, { mode: 0o700 });
    copyDatabase(database, join(place, DATABASE_FOLDER));
  }
  syncDirectory(dataDir);
}

/** Journals that end at the snapshot: what the key has signed above it is given up. */
async function endJournals(dataDir: string, chainId: string, { height, hash, time }: Snapshot): Promise<void> {
  const keys = loadKeyFile(nodeKeysPath(dataDir));
  if (isRefusal(keys) && keys.code !== 'not_found') throw new Error(keys.message);
  const tip = { height, hash, time, transactionCount: 0, totalTransactions: 0 };
  await new JournalFile(dataDir).write(emptyJournal(chainId, tip));
  crashPoint('revert-journal');
  // A node without its key makes a new one, which has signed nothing.
  if (!isRefusal(keys))
    await new JournalFile(dataDir, 'votes').write(emptyVoteJournal(chainId, keys.publicKey, height));
  await new JournalFile(dataDir, 'candidate').write(encodeCandidates([]));
  crashPoint('revert-votes');
}

/** Carries out the order, if there is one. The store must not be open; the directory is locked meanwhile.
 *  @returns the snapshot that the chain is now. @throws StoreError STORE_IN_USE, or Error with a sentence. */
export async function finishRevert(network: DeveloperNetwork): Promise<Snapshot | undefined> {
  const { dataDir, chainId } = network;
  if (!isReverting(dataDir)) return undefined;
  const claim = await claimDirectory(dataDir);
  try {
    const id = readOrder(dataDir);
    const snapshot = findSnapshot(network, id);
    if (isRefusal(snapshot))
      throw new Error(
        `a revert of ${dataDir} did not come to its end, and ${snapshot.message}; delete ${orderPath(dataDir)} to keep the chain as it is`,
      );
    const copy = join(dataDir, COPY);
    const database = join(dataDir, DATABASE_FOLDER);
    rmSync(copy, { recursive: true, force: true });
    copyDatabase(databaseOf(network, id), copy);
    crashPoint('revert-copy');
    rmSync(database, { recursive: true, force: true });
    crashPoint('revert-remove');
    renameSync(copy, database);
    syncDirectory(dataDir);
    crashPoint('revert-rename');
    revertServices(dataDir, servicesOf(network, id));
    await endJournals(dataDir, chainId, snapshot);
    writeShift(network, snapshot.shiftMs);
    crashPoint('revert-clock');
    rmSync(orderPath(dataDir));
    syncDirectory(dataDir);
    crashPoint('revert-end');
    return snapshot;
  } finally {
    await claim.release();
  }
}
