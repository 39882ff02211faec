/** What a node says of itself: that it is behind, and that it has stopped for good.
 *
 *  In: nodes after each step. Out: what they say without a reason. A node is behind when there is a block above its head: the headers that
 *  it was served prove it. Of a greater height it may speak only when a block that it was served shows that it is behind, whatever
 *  peers say of their heads. It never stops for good: no fault of a run leaves it without a way back, so what stops
 *  it is a contradiction in itself. Of two defences one has failed then, and the other has held. */

import type { VirtualTime } from '../support/virtualTime.js';
import type { Machine, RunningNode } from './machine.js';

/** A block that was served, or brought in, shows for so long that a node is behind: twice `CATCH_UP.shownMs`, by any clock. */
const SHOWN_MS = 20_000;

interface Life {
  readonly life: number;
  /** Blocks that this process was served. */
  fetched: number;
  height: number;
  /** When either of them has grown last, milliseconds of the world. */
  at: number;
}

export class Words {
  readonly #lives = new Map<Machine, Life>();
  /** Of all heads that there have been. */
  #highest = 0;
  /** Steps after which a machine said that it was behind. */
  checked = 0;

  constructor(private readonly time: Pick<VirtualTime, 'elapsed'>) {}

  /** @returns what is wrong with what a node says. */
  look(machine: Machine, { node, life }: RunningNode): string[] {
    const problems: string[] = [];
    const { problem, isWaiting } = node.head.halt;
    if (problem && !isWaiting) problems.push(`machine ${machine.number} has stopped for good: ${problem.message}`);
    const known = this.#of(machine, life);
    const fetched = node.network?.counters.blocksFetched ?? 0;
    const { height } = node.chain.tip;
    if (fetched > known.fetched || height > known.height)
      Object.assign(known, { fetched, height, at: this.time.elapsed });
    this.#highest = Math.max(this.#highest, height);
    if (node.behind === undefined) return problems;
    this.checked++;
    // The block after the highest head may have its certificate already.
    if (node.behind <= this.#highest + 1) return problems;
    if (fetched === 0)
      problems.push(`machine ${machine.number} says that ${node.behind} is the head, and was served no block`);
    else if (this.time.elapsed > known.at + SHOWN_MS)
      problems.push(`machine ${machine.number} says that ${node.behind} is the head, and was served no block of late`);
    return problems;
  }

  #of(machine: Machine, life: number): Life {
    let known = this.#lives.get(machine);
    if (known?.life !== life) {
      known = { life, fetched: 0, height: 0, at: this.time.elapsed };
      this.#lives.set(machine, known);
    }
    return known;
  }
}
