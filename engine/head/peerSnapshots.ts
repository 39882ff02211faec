/** Snapshots for peers and from peers: takes what the peer network asks for to the disk, and the answers back.
 *
 *  In: effects of the peer network about snapshots. Out: events for it, and lines in the log. What is on the disk is behind two ports: the
 *  shelf, from which peers are served, and the intake, which checks and keeps what comes from them. */

import type { Clock, Log } from '../base/ports.js';
import { errorText } from '../base/refusal.js';
import type { NetworkEffect, NetworkEvent } from '../network/events.js';
import type { SnapshotOffer } from '../network/messages.js';
import type {
  PartVerdict,
  RestoreOutcome,
  SnapshotPlan,
  SnapshotSyncOptions,
  SnapshotTrust,
  SnapshotView,
} from '../network/snapshotEvents.js';
import type { ChainStore } from '../store/chainStore.js';

/** The snapshots of this node. */
export interface SnapshotShelf {
  /** Newest first. */
  offers(): Promise<readonly SnapshotOffer[]>;
  /** At most `SNAPSHOT_PIECE_BYTES` of a part from an offset on; undefined when it is not here. @param id of the snapshot. */
  piece(id: string, part: number, offset: number): Promise<Uint8Array | undefined>;
}

/** Where a snapshot from peers is kept. What it throws is a failure of this machine. */
export interface SnapshotIntake extends SnapshotSyncOptions {
  /** Begins with a snapshot, or goes on with it. @param bytes its manifest; undefined: the one that was kept before. */
  manifest(offer: SnapshotOffer, bytes: Uint8Array | undefined): Promise<SnapshotPlan | 'invalid'>;
  part(part: number, bytes: Uint8Array): Promise<Exclude<PartVerdict, 'failed'>>;
  /** Makes the chain of the data directory out of what is here; the node is opened again on it. */
  restore(trust: SnapshotTrust): Promise<Exclude<RestoreOutcome, 'failed'>>;
}

export interface SnapshotPorts {
  readonly shelf: SnapshotShelf;
  /** Absent: the chain begins with its genesis block. */
  readonly intake: SnapshotIntake | undefined;
}

export interface PeerSnapshotsParts {
  readonly chain: ChainStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly snapshots?: SnapshotPorts | undefined;
}

const EFFECTS = [
  'readSnapshots',
  'readSnapshotPart',
  'snapshotManifest',
  'snapshotPart',
  'restoreSnapshot',
  'snapshotChosen',
  'snapshotProgress',
  'snapshotDropped',
  'snapshotGivenUp',
] as const;

type SnapshotEffect = Extract<NetworkEffect, { readonly kind: (typeof EFFECTS)[number] }>;

const KINDS: ReadonlySet<string> = new Set(EFFECTS);

export const isSnapshotEffect = (effect: NetworkEffect): effect is SnapshotEffect => KINDS.has(effect.kind);

const SENTENCES: Readonly<Record<SnapshotTrust, string>> = {
  'trusted-block': 'a snapshot is fetched from peers: its block is the one that --trusted-block names',
  peers: 'a snapshot is fetched from peers: at least two nodes of --peers give the hash of its block, and none another',
};

export class PeerSnapshots {
  /** What had come when the progress was said last. */
  #said = { at: 0, bytes: 0 };

  /** @param tell tells the network the answer. @param view how far the fetching is. */
  constructor(
    private readonly parts: PeerSnapshotsParts,
    private readonly tell: (event: NetworkEvent) => void,
    private readonly view: () => SnapshotView | undefined,
  ) {}

  async perform(effect: SnapshotEffect): Promise<void> {
    const { snapshots } = this.parts;
    const intake = snapshots?.intake;
    switch (effect.kind) {
      case 'readSnapshots':
        await this.#offer(effect.token, effect.height);
        break;
      case 'readSnapshotPart': {
        const { token, id, part, offset } = effect;
        const bytes = await snapshots?.shelf.piece(id, part, offset).catch(() => undefined);
        this.tell({ kind: 'snapshotPartRead', token, bytes });
        break;
      }
      case 'snapshotManifest': {
        const { run, offer, bytes } = effect;
        const plan = await intake?.manifest(offer, bytes).catch((error) => this.#failed(error));
        this.tell({ kind: 'snapshotManifestChecked', run, plan: plan ?? 'failed' });
        break;
      }
      case 'snapshotPart': {
        const { run, part, bytes } = effect;
        const verdict = await intake?.part(part, bytes).catch((error) => this.#failed(error));
        this.tell({ kind: 'snapshotPartChecked', run, part, verdict: verdict ?? 'failed' });
        break;
      }
      case 'restoreSnapshot': {
        const { run, trust } = effect;
        const outcome = await intake?.restore(trust).catch((error) => this.#failed(error));
        this.tell({ kind: 'snapshotRestored', run, outcome: outcome ?? 'failed' });
        break;
      }
      default:
        this.#say(effect);
    }
  }

  #failed(error: unknown): undefined {
    this.parts.log.error({ error: errorText(error) }, 'the snapshot from the peers cannot be kept here');
    return undefined;
  }

  async #offer(token: number, height: number): Promise<void> {
    const { chain, snapshots } = this.parts;
    const offers = await snapshots?.shelf.offers().catch(() => []);
    const isFinal = height > 0 && height <= chain.tip.height;
    const block = isFinal ? await chain.storedBlock(height).catch(() => undefined) : undefined;
    this.tell({ kind: 'snapshotsRead', token, snapshots: offers ?? [], blockHash: block?.hash });
  }

  #say(effect: SnapshotEffect): void {
    const { log, clock } = this.parts;
    const now = clock.monotonic();
    if (effect.kind === 'snapshotChosen') {
      const { height, hash, parts, bytes } = effect.offer;
      this.#said = { at: now, bytes: this.view()?.fetched ?? 0 };
      log.info({ height, hash, parts, bytes, trust: effect.trust }, SENTENCES[effect.trust]);
    } else if (effect.kind === 'snapshotProgress') this.#sayProgress(now);
    else if (effect.kind === 'snapshotDropped') {
      const { height, hash } = effect.offer;
      log.warn({ height, hash, reason: effect.reason }, 'this snapshot is given up, and another one is looked for');
    } else if (effect.kind === 'snapshotGivenUp')
      log.warn({ reason: effect.reason }, 'no snapshot is restored: the chain is fetched from its genesis block');
  }

  #sayProgress(now: number): void {
    const view = this.view();
    if (!view?.offer) return;
    const { done, parts, fetched, sources, phase } = view;
    const seconds = (now - this.#said.at) / 1_000;
    const bytesPerSecond = Math.round((fetched - this.#said.bytes) / Math.max(seconds, 1));
    this.#said = { at: now, bytes: fetched };
    const { height } = view.offer;
    const { log } = this.parts;
    log.info({ height, phase, done, parts, bytesPerSecond, peers: sources }, 'the snapshot from peers is under way');
  }
}
