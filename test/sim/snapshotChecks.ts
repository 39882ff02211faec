/** What must hold of snapshots: every machine that has a block makes the same snapshot of it, and none begins with a block that is not in
 *  the chain, or that too few have vouched for.
 *
 *  In: snapshots that were made and taken, frames. Out: what is wrong. That a machine from a snapshot has the state of the others at
 *  every height, and signs nothing before it has asked, is looked at as for all machines. */

import type { SnapshotOffer } from '../../engine/network/messages.js';
import type { SnapshotTrust } from '../../engine/network/snapshotEvents.js';
import type { TrustedBlock } from '../../engine/store/snapshot/manifest.js';
import type { Machine } from './machine.js';

interface Life {
  readonly life: number;
  /** Machines that have sent something to this process. */
  readonly heard: Set<number>;
}

export class SnapshotChecks {
  /** Ids by height. */
  readonly #made = new Map<number, { readonly id: string; readonly machine: number }>();
  readonly #lives = new Map<Machine, Life>();
  readonly counts = { made: 0, taken: 0, vouched: 0 };
  /** What the operator of a machine has said: the block, or the machines that he has named. */
  orderOf: (machine: Machine) => { readonly trusted: TrustedBlock | undefined; readonly named: readonly number[] } =
    () => ({ trusted: undefined, named: [] });

  /** @param hashAt of the chain, where any machine has shown that height. */
  constructor(private readonly hashAt: (height: number) => string | undefined) {}

  /** Heights of the newest snapshots. */
  newest(count: number): readonly number[] {
    return [...this.#made.keys()].sort((a, b) => b - a).slice(0, count);
  }

  arrived(machine: Machine, from: Machine): void {
    let life = this.#lives.get(machine);
    if (life?.life !== machine.lives) {
      life = { life: machine.lives, heard: new Set() };
      this.#lives.set(machine, life);
    }
    life.heard.add(from.number);
  }

  made({ number }: Machine, { height, hash, id }: SnapshotOffer): string | undefined {
    this.counts.made++;
    const known = this.#made.get(height);
    if (!known) this.#made.set(height, { id, machine: number });
    else if (known.id !== id)
      return `machine ${number} has made another snapshot of block ${height} than machine ${known.machine}`;
    const inChain = this.hashAt(height);
    return inChain === undefined || inChain === hash
      ? undefined
      : `machine ${number} has made a snapshot of block ${height} ${hash}, the chain has ${inChain}`;
  }

  taken(machine: Machine, { height, hash, id }: SnapshotOffer, trust: SnapshotTrust): string | undefined {
    const { number } = machine;
    this.counts.taken++;
    const inChain = this.hashAt(height);
    if (inChain !== hash)
      return `machine ${number} begins with block ${height} ${hash}, the chain has ${inChain ?? 'none'}`;
    const known = this.#made.get(height);
    if (known && known.id !== id)
      return `machine ${number} begins with another snapshot of block ${height} than machine ${known.machine} has made`;
    const { trusted, named } = this.orderOf(machine);
    if (trust === 'trusted-block')
      return trusted?.height === height && trusted.hash === hash
        ? undefined
        : `machine ${number} begins with block ${height}, and its operator trusts ${trusted?.height ?? 'none'}`;
    this.counts.vouched++;
    const heard = named.filter((other) => this.#lives.get(machine)?.heard.has(other));
    return !trusted && heard.length >= 2
      ? undefined
      : `machine ${number} begins with block ${height} on the word of ${heard.length} of the machines that its operator has named`;
  }
}
