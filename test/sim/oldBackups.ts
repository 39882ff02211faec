/** An old backup or an empty disk in the worst moment: the votes of a validator have reached others, its slot is still open, and it comes
 *  back with a disk that knows nothing of them.
 *
 *  In: machines, the network, what others have seen of each key. Out: again and again a backup of one validator, or nothing; another one without a
 *  way to anybody, so that every vote is needed; and once the first has prevoted, its power goes and its disk is that. Neither is
 *  the proposer. When the other one has its way back, the slot is decided without a vote of the first. */

import { MemoryDisk } from '../support/memoryDisk.js';
import type { SeededRandom } from '../support/random.js';
import type { VirtualTime } from '../support/virtualTime.js';
import type { Checks } from './checks.js';
import type { Machine } from './machine.js';
import type { SimulatedNet } from './net.js';
import type { Trace } from './trace.js';

export interface OldBackupParts {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  /** Those that vote and are not the proposer. */
  readonly voters: readonly Machine[];
  readonly net: SimulatedNet;
  readonly checks: Checks;
  readonly trace: Trace;
}

interface Backup {
  readonly machine: Machine;
  /** What it comes back with. */
  readonly disk: MemoryDisk;
  readonly isEmpty: boolean;
  /** Height of its tip. */
  readonly height: number;
  readonly absent: Machine;
}

/** Share of the empty disks, in percent. */
const EMPTY = 40;

const PREVOTE = /^prevote of height (\d+), round 0$/;

export class OldBackups {
  /** Times that a machine came back with an old disk while its slot was open. */
  count = 0;
  #backup: Backup | undefined;
  #isOver = false;

  constructor(private readonly parts: OldBackupParts) {}

  start(): void {
    this.parts.checks.signatures.onSeen = (machine, subject) => this.#seen(machine, subject);
    this.#later();
  }

  /** Makes no more of them. */
  heal(): void {
    this.#isOver = true;
    this.#backup = undefined;
  }

  #later(): void {
    const { time, random } = this.parts;
    time.set(random.between(500, 2_000), () => this.#begin());
  }

  #begin(): void {
    const { random, voters, trace } = this.parts;
    if (this.#isOver) return;
    const machine = random.pick(voters);
    const absent = random.pick(voters.filter((one) => one !== machine));
    const { running } = machine;
    if (!running || !absent.running) {
      this.#later();
      return;
    }
    const { height } = running.node.chain.tip;
    const isEmpty = random.chance(EMPTY);
    this.#backup = { machine, disk: isEmpty ? new MemoryDisk() : machine.backup(), isEmpty, height, absent };
    trace.line(
      `machine ${machine.number} ${isEmpty ? 'will lose its disk' : 'is backed up'} at height ${height}, machine ${absent.number} is cut off`,
    );
    this.parts.net.isolate(absent.number, true);
  }

  /** Another machine has a signature of this one. */
  #seen(machine: Machine, subject: string): void {
    const { checks, time } = this.parts;
    const backup = this.#backup;
    const height = Number(PREVOTE.exec(subject)?.[1] ?? 0);
    if (machine !== backup?.machine || height <= backup.height) return;
    // With its precommit, too, the slot is decided already.
    if (checks.signatures.textOf(machine, `precommit of height ${height}, round 0`) !== undefined) return;
    this.#backup = undefined;
    time.set(0, () => this.#forget(backup, height));
  }

  #forget({ machine, disk, isEmpty, absent }: Backup, height: number): void {
    const { checks, trace, time, random, net } = this.parts;
    if (machine.running) {
      this.count++;
      machine.crash();
      machine.restore(disk);
      checks.restored(machine);
      trace.line(
        `machine ${machine.number} comes back with ${isEmpty ? 'an empty disk' : 'an old backup'} while height ${height} is open`,
      );
    }
    time.set(random.between(4_000, 9_000), () => {
      net.isolate(absent.number, false);
      trace.line(`machine ${absent.number} has its links again`);
      this.#later();
    });
  }
}
