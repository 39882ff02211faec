/** Snapshots of a local network: copies of its database in the data directory, each a chain at one height.
 *
 *  In: the running node's store, or only the directory. Out: `snapshots/<id>/` with the database and `snapshot.json`; a copy has
 *  that name only when it is complete and durable, and the remains of a killed process are removed with the next snapshot. Ids
 *  count up and are not reused. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { utf8 } from '../../engine/base/bytes.js';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import type { Tip } from '../../engine/chain/block.js';
import type { BackupProgress, StorePort } from '../../engine/store/port.js';
import { SERVICES_FOLDER } from '../../workers/services/servicesStore.js';
import { DATABASE_FOLDER } from '../../workers/store/storeBackup.js';
import { createDurableFile, replaceDurableFile, syncDirectory } from '../config/durableFile.js';
import type { DeveloperNetwork } from './developerNetwork.js';

const FOLDER = 'snapshots';
const FACTS = 'snapshot.json';
const LAST_ID = 'last-id';
const UNFINISHED = '.unfinished';
const ID = /^[1-9]\d{0,8}$/;

export interface Snapshot {
  readonly id: string;
  readonly height: number;
  readonly hash: string;
  /** Header time of the tip, milliseconds. */
  readonly time: number;
  /** By how much the network's clock was ahead of the machine's. */
  readonly shiftMs: number;
  /** ISO time of the machine. */
  readonly madeAt: string;
}

const folderOf = ({ dataDir }: DeveloperNetwork): string => join(dataDir, FOLDER);

export const servicesOf = (network: DeveloperNetwork, id: string): string =>
  join(folderOf(network), id, SERVICES_FOLDER);

export const databaseOf = (network: DeveloperNetwork, id: string): string =>
  join(folderOf(network), id, DATABASE_FOLDER);

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** @returns undefined for a folder whose facts cannot be read: it is no snapshot, and costs the others nothing. */
function readSnapshot(network: DeveloperNetwork, id: string): Snapshot | undefined {
  try {
    const facts = JSON.parse(readFileSync(join(folderOf(network), id, FACTS), 'utf8')) as Partial<Snapshot>;
    return facts.id === id && Number.isSafeInteger(facts.height) && typeof facts.hash === 'string'
      ? (facts as Snapshot)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Oldest first. */
export const listSnapshots = (network: DeveloperNetwork): readonly Snapshot[] =>
  namesIn(folderOf(network))
    .filter((name) => ID.test(name))
    .sort((a, b) => Number(a) - Number(b))
    .flatMap((id) => readSnapshot(network, id) ?? []);

export function findSnapshot(network: DeveloperNetwork, id: string): Snapshot | Refusal {
  const all = listSnapshots(network);
  const known = all.map((snapshot) => snapshot.id).join(', ');
  return (
    all.find((snapshot) => snapshot.id === id) ??
    refuse(
      'not_found',
      `there is no snapshot ${JSON.stringify(id.slice(0, 20))}; ${known === '' ? 'none was taken' : `there are: ${known}`}`,
    )
  );
}

function nextId(folder: string): string {
  const path = join(folder, LAST_ID);
  // A damaged file counts for nothing: the folders tell which ids are taken.
  const last = (existsSync(path) && Number.parseInt(readFileSync(path, 'utf8'), 10)) || 0;
  const id = String(Math.max(last, ...namesIn(folder).map((name) => Number.parseInt(name, 10) || 0)) + 1);
  replaceDurableFile(path, utf8(`${id}\n`), 0o600);
  return id;
}

/** What a snapshot needs from the running node. */
export interface SnapshotSource {
  readonly store: Pick<StorePort, 'backup'>;
  /** Copies what the services hold, too. */
  readonly services: { backup(directory: string): Promise<void> };
  readonly tip: () => Tip;
  readonly shiftMs: () => number;
  /** Runs a piece of work while no block is under way. */
  readonly between: <T>(work: () => Promise<T>) => Promise<T>;
}

/** @throws StoreError, or the error of the file system; the next snapshot then removes the remains. */
export async function takeSnapshot(network: DeveloperNetwork, source: SnapshotSource): Promise<Snapshot> {
  const folder = folderOf(network);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  syncDirectory(network.dataDir);
  for (const name of namesIn(folder))
    if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { recursive: true, force: true });
  const id = nextId(folder);
  const unfinished = join(folder, `${id}${UNFINISHED}`);
  const copy: AsyncIterator<BackupProgress> = source.store.backup(unfinished, true)[Symbol.asyncIterator]();
  // The view that is copied is taken with the first piece: until then no block may come between it and the tip.
  const { tip, first, shiftMs } = await source.between(async () => ({
    tip: source.tip(),
    first: await copy.next(),
    shiftMs: source.shiftMs(),
  }));
  for (let piece = first; !piece.done; ) piece = await copy.next();
  await source.services.backup(unfinished);
  const { height, hash, time } = tip;
  const snapshot: Snapshot = { id, height, hash, time, shiftMs, madeAt: new Date().toISOString() };
  createDurableFile(join(unfinished, FACTS), utf8(`${JSON.stringify(snapshot)}\n`), 0o600);
  renameSync(unfinished, join(folder, id));
  syncDirectory(folder);
  return snapshot;
}

/** Deletes a snapshot. Its name is removed first, so that a partly deleted snapshot is never used. */
export function removeSnapshot(network: DeveloperNetwork, id: string): Snapshot | Refusal {
  const snapshot = findSnapshot(network, id);
  if (!('height' in snapshot)) return snapshot;
  const folder = folderOf(network);
  const gone = join(folder, `${id}${UNFINISHED}`);
  renameSync(join(folder, id), gone);
  syncDirectory(folder);
  rmSync(gone, { recursive: true, force: true });
  return snapshot;
}
