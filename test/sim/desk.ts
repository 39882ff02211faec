/** What one process of a simulated machine does about snapshots: it makes and serves them, and may begin with one of its peers'.
 *
 *  In: the machine's disks and files, orders of its operator. Out: the ports of the node. */

import type { ChainRules } from '../../engine/consensus/production.js';
import type { SignatureBackend } from '../../engine/crypto/mldsa.js';
import type { SnapshotPorts } from '../../engine/head/peerSnapshots.js';
import type { SnapshotOffer } from '../../engine/network/messages.js';
import type { SnapshotTrust } from '../../engine/network/snapshotEvents.js';
import type { Node } from '../../engine/node.js';
import type { StorePort } from '../../engine/store/port.js';
import type { TrustedBlock } from '../../engine/store/snapshot/manifest.js';
import type { MemoryDisks } from '../support/memoryDisk.js';
import type { SeededRandom } from '../support/random.js';
import type { Files } from './files.js';
import { discardTaking, finishTaking, Intake } from './intake.js';
import type { DeskPoint } from './places.js';
import { Shelf, type SnapshotPolicy } from './shelf.js';

export interface SnapshotOrder {
  /** Undefined: the peers that the operator has named vouch for the block. */
  readonly trusted: TrustedBlock | undefined;
}

export interface DeskParts {
  readonly disks: MemoryDisks;
  readonly files: Files;
  readonly rules: ChainRules;
  readonly random: SeededRandom;
  readonly backend: SignatureBackend;
  readonly policy: SnapshotPolicy;
  /** What the operator says at this start; undefined: the chain begins with its genesis block. */
  readonly order: () => SnapshotOrder | undefined;
  readonly at: (point: DeskPoint) => Promise<void>;
  readonly passed: (point: DeskPoint) => void;
  readonly made: (offer: SnapshotOffer) => void;
  readonly taken: (offer: SnapshotOffer, trust: SnapshotTrust) => void;
  /** Something that is none of the disk's failures. */
  readonly thrown: (error: unknown) => void;
  /** The process is to end, and the next one begins with the snapshot. */
  readonly ready: () => void;
}

export class Desk {
  readonly shelf: Shelf;
  #intake: Intake | undefined;

  constructor(private readonly parts: DeskParts) {
    const failed = (error: unknown): void => {
      // A disk that is full, or a store that is being opened again: there is one less.
      if (!(error instanceof Error && 'code' in error)) parts.thrown(error);
    };
    this.shelf = new Shelf({ ...parts, failed });
  }

  /** @param directory of the store, which is not open yet. */
  async open(directory: string): Promise<SnapshotPorts> {
    const { shelf, parts } = this;
    const order = parts.order();
    await finishTaking(parts, directory);
    if (!order) return { shelf, intake: undefined };
    this.#intake = new Intake({ ...parts, trusted: order.trusted });
    return { shelf, intake: this.#intake };
  }

  /** The node runs. */
  follow({ chain }: Node, store: Pick<StorePort, 'stream'>): void {
    if (this.#intake && chain.tip.height > 0) discardTaking(this.parts);
    chain.onTip = (tip) => this.shelf.moved(tip, store);
  }

  crash(): void {
    this.#intake?.crash();
  }

  async close(): Promise<void> {
    await this.shelf.close();
    await this.#intake?.close();
  }
}
