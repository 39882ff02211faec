/** Keeps a snapshot that comes from peers, part by part, and makes the chain of the data directory out of it.
 *
 *  In: a manifest whose block is trusted, parts in any order. Out: `restoring/parts`, where each part that was checked is a file, and at
 *  last the data directory's database. The lasting effects, in order:
 *    1. the manifest
 *    2. parts, each under its name only when it is whole
 *    3. the restored chain in `restoring/db` (`restore.ts`), whose state root is proven
 *    4. `restoring/ready`: from here on the database of the data directory is given up
 *    5. `restoring/db` becomes `db`
 *    6. `restoring` is removed
 *  A killed fetching goes on with the parts that are there and are what the manifest names; 5 and 6 are done at the next start. */

import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { bytesEqual } from '../../engine/base/bytes.js';
import { invariant } from '../../engine/base/refusal.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import type { SnapshotIntake } from '../../engine/head/peerSnapshots.js';
import type { SnapshotOffer } from '../../engine/network/messages.js';
import type { HeldSnapshot, SnapshotPlan, SnapshotTrust } from '../../engine/network/snapshotEvents.js';
import { isFault, type SnapshotFault } from '../../engine/state/snapshotFault.js';
import { RecoveryError } from '../../engine/store/recovery.js';
import { checkPart, entriesOf, offeredManifest } from '../../engine/store/snapshot/intakeCheck.js';
import {
  type Manifest,
  offerOf,
  type PartEntry,
  snapshotId,
  type TrustedBlock,
  verifyManifest,
} from '../../engine/store/snapshot/manifest.js';
import { MANIFEST_FILE, partFile } from '../../workers/snapshot/layout.js';
import { crashPoint } from '../../workers/store/crashPoints.js';
import { claimDirectory } from '../../workers/store/directoryClaim.js';
import { openStore } from '../../workers/store/openStore.js';
import { DATABASE_FOLDER } from '../../workers/store/storeBackup.js';
import { createDurableFile, makePrivateDirectory, replaceDurableFile, syncDirectory } from '../config/durableFile.js';
import type { Config } from '../config/schema.js';
import { filesOf, readManifestFile } from './files.js';
import { bringIn, RESTORING_FOLDER } from './restore.js';

const PARTS_FOLDER = 'parts';
const READY_FILE = 'ready';

const restoring = (dataDir: string): string => join(dataDir, RESTORING_FOLDER);
const partsFolder = (dataDir: string): string => join(restoring(dataDir), PARTS_FOLDER);

/** Takes a restored chain for that of the data directory, if there is one; the directory's store must be closed.
 *  @throws StoreError STORE_IN_USE. */
export async function finishIntake(dataDir: string): Promise<boolean> {
  const from = restoring(dataDir);
  if (!existsSync(join(from, READY_FILE))) return false;
  const claim = await claimDirectory(dataDir);
  try {
    const database = join(from, DATABASE_FOLDER);
    if (existsSync(database)) {
      rmSync(join(dataDir, DATABASE_FOLDER), { recursive: true, force: true });
      crashPoint('intake-remove');
      renameSync(database, join(dataDir, DATABASE_FOLDER));
      syncDirectory(from);
      syncDirectory(dataDir);
      crashPoint('intake-rename');
    }
    // The mark goes last: without it, what is left would be taken for a restoring that is under way.
    rmSync(partsFolder(dataDir), { recursive: true, force: true });
    rmSync(from, { recursive: true, force: true });
    syncDirectory(dataDir);
    return true;
  } finally {
    await claim.release();
  }
}

/** Removes what was fetched for a chain that has begun otherwise. What `rouged snapshot restore` has begun stays. */
export function discardIntake(dataDir: string): void {
  if (existsSync(partsFolder(dataDir))) rmSync(restoring(dataDir), { recursive: true, force: true });
}

type SyncConfig = Pick<Config, 'snapshotSync' | 'trustedBlock' | 'peers' | 'mode'>;

/** Why the options about snapshots from peers can come to nothing; undefined when they can be followed. */
export function whyNoSnapshotSync({ snapshotSync, trustedBlock, peers, mode }: SyncConfig): string | undefined {
  if (!snapshotSync)
    return trustedBlock === undefined
      ? undefined
      : '--trusted-block names the block of a snapshot from peers: it is for --snapshot-sync';
  if (peers.length === 0) return '--snapshot-sync needs nodes that have a snapshot: name them with --peers';
  return mode === 'archive'
    ? '--mode archive needs every block from the genesis block on, and --snapshot-sync begins with a later one'
    : undefined;
}

export interface IntakeOptions {
  readonly dataDir: string;
  readonly rules: ChainRules;
  readonly trusted: TrustedBlock | undefined;
  /** The restored chain waits for `finishIntake`, which needs the closed store. */
  readonly onReady: () => void;
}

export class DiskIntake implements SnapshotIntake {
  readonly held: HeldSnapshot | undefined;
  readonly #folder: string;
  #manifest: Manifest | undefined;
  /** Parts are checked one after the other: each holds up the main thread for some 20 ms. */
  #last: Promise<unknown> = Promise.resolve();
  #restoring: Promise<unknown> | undefined;
  #closing = false;

  constructor(private readonly options: IntakeOptions) {
    this.#folder = partsFolder(options.dataDir);
    this.held = this.#look();
  }

  get trusted(): TrustedBlock | undefined {
    return this.options.trusted;
  }

  /** What an earlier run has kept. */
  #look(): HeldSnapshot | undefined {
    if (!existsSync(join(this.#folder, MANIFEST_FILE))) return undefined;
    const bytes = readManifestFile(this.#folder);
    const manifest = isFault(bytes) ? bytes : verifyManifest(bytes, this.options.rules, undefined);
    if (isFault(manifest)) return undefined;
    const isComplete = entriesOf(manifest).every(
      ({ size }, index) => sizeAt(join(this.#folder, partFile(index + 1, manifest.chunks.length))) === size,
    );
    return { offer: offerOf(manifest), isComplete };
  }

  async manifest(offer: SnapshotOffer, bytes: Uint8Array | undefined): Promise<SnapshotPlan | 'invalid'> {
    const text = bytes ?? readManifestFile(this.#folder);
    if (isFault(text)) return 'invalid';
    const manifest = offeredManifest(text, offer, this.options.rules);
    if (!manifest) return 'invalid';
    if (bytes) this.#begin(manifest, text);
    this.#manifest = manifest;
    const plan: { size: number; isHere: boolean }[] = [];
    for (const [index, entry] of entriesOf(manifest).entries())
      plan.push({ size: entry.size, isHere: await this.#isHere(index + 1, entry) });
    return plan;
  }

  /** What was kept of another snapshot goes. */
  #begin(manifest: Manifest, bytes: Uint8Array): void {
    const held = readManifestFile(this.#folder);
    const onDisk = isFault(held) ? held : verifyManifest(held, this.options.rules, undefined);
    // The file of a manifest with a false certificate is gone, and its parts are as good as others'.
    const earlier = isFault(onDisk) ? this.#manifest : onDisk;
    if (!earlier || snapshotId(earlier) !== snapshotId(manifest))
      rmSync(this.#folder, { recursive: true, force: true });
    makePrivateDirectory(this.#folder);
    replaceDurableFile(join(this.#folder, MANIFEST_FILE), bytes, 0o600);
  }

  async #isHere(part: number, { hash, size }: PartEntry): Promise<boolean> {
    const path = this.#path(part);
    if (sizeAt(path) !== size) return false;
    return bytesEqual(sha256(new Uint8Array(await readFile(path))), hash);
  }

  #path(part: number): string {
    invariant(this.#manifest, 'a part comes after its manifest');
    return join(this.#folder, partFile(part, this.#manifest.chunks.length));
  }

  part(part: number, bytes: Uint8Array): Promise<'kept' | 'damaged' | 'lie'> {
    const turn = this.#last.then(() => this.#take(part, bytes));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #take(part: number, bytes: Uint8Array): Promise<'kept' | 'damaged' | 'lie'> {
    const { rules } = this.options;
    const manifest = this.#manifest;
    invariant(manifest, 'a part comes after its manifest');
    await breathe();
    const verdict = checkPart(part, bytes, manifest, rules);
    if (verdict !== 'kept') return verdict;
    const path = this.#path(part);
    // Not synced: what a power cut damages is fetched again, because its hash is looked at.
    await writeFile(`${path}.new`, bytes, { mode: 0o600 });
    await rename(`${path}.new`, path);
    crashPoint('intake-part');
    return 'kept';
  }

  restore(trust: SnapshotTrust): Promise<'restored' | 'certificate' | 'invalid'> {
    const restoring = this.#restore(trust);
    this.#restoring = restoring.catch(() => undefined);
    return restoring;
  }

  async #restore(trust: SnapshotTrust): Promise<'restored' | 'certificate' | 'invalid'> {
    const manifest = this.#manifest;
    invariant(manifest, 'a snapshot is restored after its manifest has come');
    const fault = await this.#bringIn(manifest, trust);
    if (fault) {
      rmSync(join(restoring(this.options.dataDir), DATABASE_FOLDER), { recursive: true, force: true });
      const isCertificate = fault.fault === 'certificate';
      rmSync(isCertificate ? join(this.#folder, MANIFEST_FILE) : this.#folder, { recursive: true, force: true });
      return isCertificate ? 'certificate' : 'invalid';
    }
    createDurableFile(join(restoring(this.options.dataDir), READY_FILE), new Uint8Array(), 0o600);
    crashPoint('intake-ready');
    this.options.onReady();
    return 'restored';
  }

  async #bringIn(manifest: Manifest, trust: SnapshotTrust): Promise<SnapshotFault | undefined> {
    try {
      return await this.#fill(manifest, trust);
    } catch (error) {
      // What another manifest has begun there is of no use to this one.
      if (!(error instanceof RecoveryError)) throw error;
      rmSync(join(restoring(this.options.dataDir), DATABASE_FOLDER), { recursive: true, force: true });
      return this.#fill(manifest, trust);
    }
  }

  async #fill(manifest: Manifest, trust: SnapshotTrust): Promise<SnapshotFault | undefined> {
    const { dataDir, rules } = this.options;
    const store = await openStore({ directory: restoring(dataDir) });
    try {
      const goOn = (): void => {
        if (this.#closing) throw new Error('the node stops; the next start goes on with the snapshot');
      };
      const outcome = await bringIn(store, rules, manifest, filesOf(this.#folder, manifest), goOn, { trust });
      return isFault(outcome) ? outcome : undefined;
    } finally {
      await store.close();
    }
  }

  /** Ends what is under way; the next start goes on with it. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#last;
    await this.#restoring;
  }
}

function sizeAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
