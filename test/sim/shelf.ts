/** The snapshots that a simulated machine makes and serves: the policy of `ops/snapshots/keeper.ts` and the shelf of
 *  `ops/snapshots/shelf.ts` over files that a power cut may tear.
 *
 *  In: moves of the tip, questions of peers. Out: snapshots, offers, pieces. A snapshot has its name only when it is whole. */

import type { Tip } from '../../engine/chain/block.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import type { SnapshotShelf } from '../../engine/head/peerSnapshots.js';
import { SNAPSHOT_OFFERS, SNAPSHOT_PIECE_BYTES } from '../../engine/network/limits.js';
import type { SnapshotOffer } from '../../engine/network/messages.js';
import { isFault } from '../../engine/state/snapshotFault.js';
import type { StorePort } from '../../engine/store/port.js';
import { offerOf, verifyManifest } from '../../engine/store/snapshot/manifest.js';
import type { SnapshotPoint } from '../../workers/store/crashPoints.js';
import { memorySnapshot } from '../support/memorySnapshot.js';
import type { Files } from './files.js';

/** What a machine keeps. */
export interface SnapshotPolicy {
  /** Blocks between two snapshots. */
  readonly every: number;
  /** Snapshots that stay. */
  readonly kept: number;
  /** Size at which a subtree is cut in two. */
  readonly chunkBytes: number;
}

export interface ShelfParts {
  readonly files: Files;
  readonly rules: ChainRules;
  readonly policy: SnapshotPolicy;
  /** A place between two effects. */
  readonly at: (point: SnapshotPoint) => Promise<void>;
  /** A snapshot is whole and durable. */
  readonly made: (offer: SnapshotOffer) => void;
  /** None could be made. */
  readonly failed: (error: unknown) => void;
}

const FOLDER = 'snapshots/';
const UNFINISHED = 'unfinished/';
const MANIFEST = 0;

export const partName = (part: number): string => `part ${String(part).padStart(6, '0')}`;

const folderOf = (height: number): string => `${FOLDER}${height}/`;

export class Shelf implements SnapshotShelf {
  readonly #known = new Map<number, SnapshotOffer>();
  #making: Promise<void> | undefined;
  #isClosing = false;

  constructor(private readonly parts: ShelfParts) {}

  /** Called when the tip has moved, before the next block is handed to the store. */
  moved({ height }: Tip, store: Pick<StorePort, 'stream'>): void {
    if (height % this.parts.policy.every !== 0 || this.#isClosing || this.#making) return;
    const entries = store.stream('snapshotEntries', { height });
    this.#making = this.#make(height, entries)
      .catch((error: unknown) => {
        if (!this.#isClosing) this.parts.failed(error);
      })
      .finally(() => {
        this.#making = undefined;
      });
  }

  async #make(height: number, entries: AsyncIterable<Uint8Array>): Promise<void> {
    const { files, rules, policy, at } = this.parts;
    files.move(UNFINISHED, undefined);
    await at('snapshot-begin');
    const { manifest, chunks, recent } = await memorySnapshot(
      entries,
      rules.protocol.stateTree.leafPrefix,
      policy.chunkBytes,
    );
    for (const [index, bytes] of [...chunks, ...recent].entries()) {
      files.write(UNFINISHED + partName(index + 1), bytes);
      await at('snapshot-chunk');
    }
    files.write(UNFINISHED + partName(MANIFEST), manifest);
    files.sync(UNFINISHED);
    await at('snapshot-manifest');
    files.move(folderOf(height), undefined);
    files.move(UNFINISHED, folderOf(height));
    await at('snapshot-rename');
    const offer = this.#look(height);
    if (offer) this.parts.made(offer);
    for (const old of this.heights().slice(policy.kept)) files.move(folderOf(old), undefined);
  }

  /** Newest first. */
  heights(): readonly number[] {
    const heights = new Set(this.parts.files.names(FOLDER).map((name) => Number(name.split('/')[1])));
    return [...heights].sort((a, b) => b - a);
  }

  #look(height: number): SnapshotOffer | undefined {
    const known = this.#known.get(height);
    if (known) return known;
    const bytes = this.read(height, MANIFEST);
    const manifest = bytes && verifyManifest(bytes, this.parts.rules, undefined);
    if (!manifest || isFault(manifest)) return undefined;
    const offer = offerOf(manifest);
    this.#known.set(height, offer);
    return offer;
  }

  /** A part of a snapshot; part 0 is the manifest. */
  read(height: number, part: number): Uint8Array | undefined {
    return this.parts.files.read(folderOf(height) + partName(part));
  }

  async offers(): Promise<readonly SnapshotOffer[]> {
    return this.heights()
      .slice(0, SNAPSHOT_OFFERS)
      .flatMap((height) => this.#look(height) ?? []);
  }

  async piece(id: string, part: number, offset: number): Promise<Uint8Array | undefined> {
    const height = this.heights().find((one) => this.#look(one)?.id === id);
    const whole = height === undefined ? undefined : this.read(height, part);
    return whole && offset <= whole.length ? whole.slice(offset, offset + SNAPSHOT_PIECE_BYTES) : undefined;
  }

  /** Ends a snapshot under way. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#making;
  }
}
