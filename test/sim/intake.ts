/** Keeps a snapshot from peers on a simulated machine: the steps of `ops/snapshots/intake.ts`, in their order, over files and a second
 *  database that a power cut may tear.
 *
 *  In: a manifest whose block is trusted, parts in any order. Out: the chain of the machine. */

import { bytesEqual } from '../../engine/base/bytes.js';
import { invariant } from '../../engine/base/refusal.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import type { SignatureBackend } from '../../engine/crypto/mldsa.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import type { SnapshotIntake } from '../../engine/head/peerSnapshots.js';
import type { SnapshotOffer } from '../../engine/network/messages.js';
import type { HeldSnapshot, PartVerdict, SnapshotPlan, SnapshotTrust } from '../../engine/network/snapshotEvents.js';
import { faulty, isFault, type SnapshotFault } from '../../engine/state/snapshotFault.js';
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
import type { RestorePoint, SnapshotParts } from '../../engine/store/snapshot/restore.js';
import { bringIn } from '../../ops/snapshots/restore.js';
import type { CrashPoint, IntakePoint } from '../../workers/store/crashPoints.js';
import { MemoryDisk, type MemoryDisks } from '../support/memoryDisk.js';
import { MemoryStore } from '../support/memoryStore.js';
import type { SeededRandom } from '../support/random.js';
import type { Files } from './files.js';
import { partName } from './shelf.js';

/** Places in the fetching, the checking and the restoring of a snapshot; the writes of the second database have names of their own. */
export type TakingPoint = IntakePoint | RestorePoint | 'intake-manifest' | 'intake-check' | `restoring-${CrashPoint}`;

export interface IntakeParts {
  readonly disks: MemoryDisks;
  readonly files: Files;
  readonly rules: ChainRules;
  readonly random: SeededRandom;
  readonly backend: SignatureBackend;
  readonly trusted: TrustedBlock | undefined;
  /** A place between two effects. */
  readonly at: (point: TakingPoint) => Promise<void>;
  /** A place at which nothing can be waited for. */
  readonly passed: (point: TakingPoint) => void;
  /** A chain is restored, and lasts. */
  readonly taken: (offer: SnapshotOffer, trust: SnapshotTrust) => void;
  /** It waits for `finishTaking`. */
  readonly ready: () => void;
}

const RESTORING = '/memory/restoring';
const FOLDER = 'restoring/parts/';
const READY = 'restoring/ready';
const MANIFEST = FOLDER + partName(0);

/** Takes a restored chain for that of the machine, if there is one. @param directory of the machine's store, which is closed. */
export async function finishTaking(
  { disks, files, at }: Pick<IntakeParts, 'disks' | 'files' | 'at'>,
  directory: string,
): Promise<void> {
  if (!files.read(READY)) return;
  if (disks.has(RESTORING)) {
    const old = disks.at(directory);
    const removed = new MemoryDisk();
    removed.takeJournals(old);
    disks.put(directory, removed);
    await at('intake-remove');
    const restored = disks.at(RESTORING).copy();
    restored.takeJournals(old);
    disks.put(directory, restored);
    disks.remove(RESTORING);
    await at('intake-rename');
  }
  files.move(FOLDER, undefined);
  files.remove(READY);
}

/** Removes what was fetched for a chain that has begun otherwise. */
export function discardTaking({ disks, files }: Pick<IntakeParts, 'disks' | 'files'>): void {
  files.move(FOLDER, undefined);
  disks.remove(RESTORING);
}

export class Intake implements SnapshotIntake {
  readonly held: HeldSnapshot | undefined;
  #manifest: Manifest | undefined;
  #store: MemoryStore | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #restoring: Promise<unknown> | undefined;
  #isClosing = false;

  constructor(private readonly parts: IntakeParts) {
    this.held = this.#look();
  }

  get trusted(): TrustedBlock | undefined {
    return this.parts.trusted;
  }

  #kept(): Manifest | undefined {
    const bytes = this.parts.files.read(MANIFEST);
    const manifest = bytes && verifyManifest(bytes, this.parts.rules, undefined);
    return !manifest || isFault(manifest) ? undefined : manifest;
  }

  #look(): HeldSnapshot | undefined {
    const manifest = this.#kept();
    if (!manifest) return undefined;
    const isComplete = entriesOf(manifest).every(({ size }, index) => this.#part(index + 1)?.length === size);
    return { offer: offerOf(manifest), isComplete };
  }

  #part(part: number): Uint8Array | undefined {
    return this.parts.files.read(FOLDER + partName(part));
  }

  async manifest(offer: SnapshotOffer, bytes: Uint8Array | undefined): Promise<SnapshotPlan | 'invalid'> {
    const { files, rules, at } = this.parts;
    const text = bytes ?? files.read(MANIFEST);
    const manifest = text && offeredManifest(text, offer, rules);
    if (!manifest) return 'invalid';
    if (bytes) {
      await at('intake-manifest');
      const earlier = this.#kept() ?? this.#manifest;
      if (!earlier || snapshotId(earlier) !== snapshotId(manifest)) files.move(FOLDER, undefined);
      files.keep(MANIFEST, bytes);
    }
    this.#manifest = manifest;
    return entriesOf(manifest).map((entry, index) => ({ size: entry.size, isHere: this.#isHere(index + 1, entry) }));
  }

  #isHere(part: number, { hash }: PartEntry): boolean {
    const bytes = this.#part(part);
    return bytes !== undefined && bytesEqual(sha256(bytes), hash);
  }

  part(part: number, bytes: Uint8Array): Promise<Exclude<PartVerdict, 'failed'>> {
    const turn = this.#last.then(() => this.#take(part, bytes));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #take(part: number, bytes: Uint8Array): Promise<Exclude<PartVerdict, 'failed'>> {
    const { files, rules, at } = this.parts;
    invariant(this.#manifest, 'a part comes after its manifest');
    await at('intake-check');
    const verdict = checkPart(part, bytes, this.#manifest, rules);
    if (verdict !== 'kept') return verdict;
    files.write(FOLDER + partName(part), bytes);
    await at('intake-part');
    return 'kept';
  }

  restore(trust: SnapshotTrust): Promise<'restored' | 'certificate' | 'invalid'> {
    const restoring = this.#restore(trust);
    this.#restoring = restoring.catch(() => undefined);
    return restoring;
  }

  async #restore(trust: SnapshotTrust): Promise<'restored' | 'certificate' | 'invalid'> {
    const { files, disks, taken, ready, at } = this.parts;
    const manifest = this.#manifest;
    invariant(manifest, 'a snapshot is restored after its manifest has come');
    const fault = await this.#bringIn(manifest, trust);
    if (fault) {
      disks.remove(RESTORING);
      const isCertificate = fault.fault === 'certificate';
      if (isCertificate) files.remove(MANIFEST);
      else files.move(FOLDER, undefined);
      return isCertificate ? 'certificate' : 'invalid';
    }
    files.keep(READY, new Uint8Array());
    taken(offerOf(manifest), trust);
    await at('intake-ready');
    ready();
    return 'restored';
  }

  async #bringIn(manifest: Manifest, trust: SnapshotTrust): Promise<SnapshotFault | undefined> {
    try {
      return await this.#fill(manifest, trust);
    } catch (error) {
      if (!(error instanceof RecoveryError)) throw error;
      this.parts.disks.remove(RESTORING);
      return this.#fill(manifest, trust);
    }
  }

  async #fill(manifest: Manifest, trust: SnapshotTrust): Promise<SnapshotFault | undefined> {
    const { disks, rules, random, backend, at, passed } = this.parts;
    const store = new MemoryStore({ disks, directory: RESTORING, random, at: (point) => at(`restoring-${point}`) });
    this.#store = store;
    try {
      const goOn = (): void => {
        if (this.#isClosing) throw new Error('the node stops; the next start goes on with the snapshot');
      };
      const outcome = await bringIn(store, rules, manifest, this.#files(manifest), goOn, { trust, passed, backend });
      return isFault(outcome) ? outcome : undefined;
    } finally {
      await store.close();
    }
  }

  #files({ chunks }: Manifest): SnapshotParts {
    const read = (part: number): Uint8Array | SnapshotFault =>
      this.#part(part) ?? faulty('size', `part ${part} is missing`);
    return { chunk: async (index) => read(index + 1), recent: async (index) => read(chunks.length + index + 1) };
  }

  crash(): void {
    this.#store?.crash();
  }

  /** Ends what is under way; the next start goes on with it. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#last;
    await this.#restoring;
  }
}
