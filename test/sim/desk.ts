/** What one process of a simulated machine does about snapshots: it makes and serves them, and may begin with one of its peers'.
 *
 *  In: the machine's disks and files, orders of its operator. Out: the ports of the node. */

import type { SnapshotPorts } from '../../engine/head/peerSnapshots.js';
import type { Node } from '../../engine/node.js';
import type { StorePort } from '../../engine/store/port.js';
import type { TrustedBlock } from '../../engine/store/snapshot/manifest.js';
import type { MemoryDisks } from '../support/memoryDisk.js';
import type { SeededRandom } from '../support/random.js';
import type { Files } from './files.js';
import { discardTaking, finishTaking, Intake } from './intake.js';
import type { Machine } from './machine.js';
import type { DeskPoint } from './places.js';
import { Shelf, type SnapshotPolicy } from './shelf.js';

export interface MachineSnapshots {
  readonly policy: SnapshotPolicy;
  /** What the operator says at each start; undefined: the chain begins with its genesis block. */
  readonly order: (machine: Machine) => SnapshotOrder | undefined;
}

export interface SnapshotOrder {
  /** Undefined: the peers that the operator has named vouch for the block. */
  readonly trusted: TrustedBlock | undefined;
}

export interface DeskParts {
  readonly machine: Machine;
  readonly disks: MemoryDisks;
  readonly files: Files;
  readonly random: SeededRandom;
  readonly at: (point: DeskPoint) => Promise<void>;
  readonly passed: (point: DeskPoint) => void;
  /** The process is to end, and the next one begins with the snapshot. */
  readonly ready: () => void;
}

export class Desk {
  readonly shelf: Shelf;
  #intake: Intake | undefined;

  constructor(
    private readonly snapshots: MachineSnapshots,
    private readonly parts: DeskParts,
  ) {
    const { machine, files, at } = parts;
    const { rules, watch } = machine.options;
    this.shelf = new Shelf({
      ...{ files, rules, at, policy: snapshots.policy },
      made: (offer) => watch?.snapshotMade?.(machine, offer),
      failed: (error) => {
        // A disk that is full, or a store that is being opened again: there is one less.
        if (!(error instanceof Error && 'code' in error)) watch?.thrown?.(machine, error, 'making a snapshot');
      },
    });
  }

  /** @param directory of the store, which is not open yet. */
  async open(directory: string): Promise<SnapshotPorts> {
    const { machine } = this.parts;
    const { rules, keyring, watch } = machine.options;
    const { shelf } = this;
    const order = this.snapshots.order(machine);
    await finishTaking(this.parts, directory);
    if (!order) return { shelf, intake: undefined };
    this.#intake = new Intake({
      ...{ ...this.parts, rules, backend: keyring.backend, trusted: order.trusted },
      taken: (offer, trust) => watch?.snapshotTaken?.(machine, offer, trust),
    });
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
