/** Restores a snapshot into a data directory that holds no chain.
 *
 *  In: the folder of the snapshot, the data directory, the rules of its genesis file, the block that the operator trusts. Out: a data
 *  directory on which a node starts. The lasting effects, in order:
 *    1. parts, in `restoring/db`, each with the mark that counts it
 *    2. the chain's own facts there; its state is then loaded and its root proven
 *    3. the genesis file
 *    4. `restoring/db` becomes `db`
 *  A killed restoring is continued by the same command, from wherever it was. */

import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import type { SignatureBackend } from '../../engine/crypto/mldsa.js';
import type { SnapshotTrust } from '../../engine/network/snapshotEvents.js';
import { isFault, type SnapshotFault } from '../../engine/state/snapshotFault.js';
import { metaKey } from '../../engine/store/keys.js';
import type { StorePort } from '../../engine/store/port.js';
import { type Recovered, RecoveryError, readTip, recover } from '../../engine/store/recovery.js';
import type { Manifest } from '../../engine/store/snapshot/manifest.js';
import { type RestorePoint, type SnapshotParts, SnapshotRestore } from '../../engine/store/snapshot/restore.js';
import { crashPoint } from '../../workers/store/crashPoints.js';
import { DATABASE_FOLDER } from '../../workers/store/storeBackup.js';
import { createDurableFile, makePrivateDirectory, syncDirectory } from '../config/durableFile.js';
import { genesisPathIn } from '../config/genesisFile.js';
import { badOption } from '../config/optionKinds.js';

export const RESTORING_FOLDER = 'restoring';

/** Files that belong to a machine or a network, not to a chain. */
const ALLOWED: ReadonlySet<string> = new Set(['genesis.json', 'node-keys.json', RESTORING_FOLDER]);

/** @returns why nothing can be restored there. */
export function badRestoreTarget(dataDir: string): Refusal | undefined {
  const held = existsSync(dataDir) ? readdirSync(dataDir).find((name) => !ALLOWED.has(name)) : undefined;
  return held === undefined
    ? undefined
    : badOption(
        `${dataDir} is not empty, it holds ${held}: a snapshot is restored into an empty directory (a genesis file and a node's keys may be there); name another --data-dir`,
      );
}

/** Whether an earlier run has written everything. @throws RecoveryError when that was another snapshot. */
async function isRestored(store: StorePort, { height, hash }: Manifest): Promise<boolean> {
  if (!(await store.get(metaKey('format')))) return false;
  const tip = await readTip(store);
  if (tip.header.height === height && tip.hash === hash) return true;
  throw new RecoveryError(
    `${RESTORING_FOLDER} in the data directory holds another snapshot, of block ${tip.header.height}: remove it, or restore that one`,
  );
}

export interface BringingIn {
  /** Why the block of the manifest is trusted. */
  readonly trust?: SnapshotTrust;
  /** Called behind each durable write. */
  readonly passed?: (point: RestorePoint) => void;
  /** Checks the signatures of the certificate. */
  readonly backend?: SignatureBackend;
}

/** Brings the parts in and proves the state. @returns the chain, or the fault that stopped it. */
export async function bringIn(
  store: StorePort,
  rules: ChainRules,
  manifest: Manifest,
  parts: SnapshotParts,
  done: (parts: number) => void,
  { trust, passed = crashPoint, backend }: BringingIn = {},
): Promise<Recovered | SnapshotFault> {
  if (!(await isRestored(store, manifest))) {
    for await (const progress of new SnapshotRestore(store, rules, manifest, passed, trust, backend).run(parts)) {
      if (isFault(progress)) return progress;
      done(progress.done);
    }
  }
  return recover(store, rules);
}

/** Makes the restored database the chain of the data directory. @param genesisText of the rules it was restored with. */
export function adopt(dataDir: string, genesisText: Uint8Array): Refusal | undefined {
  const restoring = join(dataDir, RESTORING_FOLDER);
  try {
    if (!existsSync(genesisPathIn(dataDir))) createDurableFile(genesisPathIn(dataDir), genesisText, 0o600);
    renameSync(join(restoring, DATABASE_FOLDER), join(dataDir, DATABASE_FOLDER));
    syncDirectory(restoring);
    syncDirectory(dataDir);
    crashPoint('restore-rename');
    rmSync(restoring, { recursive: true, force: true });
    return undefined;
  } catch (error) {
    return refuse('rule_violation', `the restored chain could not be put in its place: ${(error as Error).message}`);
  }
}

/** The folder in which a store is opened while it is filled. */
export function restoringFolder(dataDir: string): string {
  makePrivateDirectory(dataDir);
  return join(dataDir, RESTORING_FOLDER);
}
