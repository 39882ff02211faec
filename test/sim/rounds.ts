/** Rounds of a slot with two blocks: when validators have prevoted different ones, one of them has no way to anybody for a while.
 *
 *  In: what others have seen of each key, the network. Out: one validator alone, so that the others may be locked and cannot decide; rounds
 *  pass until it has its way back. The proposer of both blocks tempts (`attacks.ts`). */

import type { SeededRandom } from '../support/random.js';
import type { VirtualTime } from '../support/virtualTime.js';
import type { Checks } from './checks.js';
import type { Machine } from './machine.js';
import type { SimulatedNet } from './net.js';
import type { Trace } from './trace.js';

export interface RoundsParts {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  /** Honest validators. */
  readonly voters: readonly Machine[];
  readonly net: SimulatedNet;
  readonly checks: Checks;
  readonly trace: Trace;
}

const PREVOTE = /^prevote of height (\d+), round 0$/;

/** Share of the slots in which the one that is alone has prevoted what fewer have, in percent. */
const MINORITY = 80;

export class Rounds {
  /** Slots in which one was alone. */
  count = 0;
  /** The open height, and who has prevoted which text for it. */
  #height = 0;
  readonly #prevotes = new Map<Machine, string>();
  #isBusy = false;
  #isOver = false;

  constructor(private readonly parts: RoundsParts) {}

  start(): void {
    this.parts.checks.signatures.onSeen = (machine, subject) => this.#seen(machine, subject);
  }

  heal(): void {
    this.#isOver = true;
  }

  #seen(machine: Machine, subject: string): void {
    const { checks, time, voters } = this.parts;
    const height = Number(PREVOTE.exec(subject)?.[1] ?? 0);
    const text = checks.signatures.textOf(machine, subject);
    if (this.#isOver || this.#isBusy || height < this.#height || height === 0 || text === undefined) return;
    if (height > this.#height) this.#prevotes.clear();
    this.#height = height;
    if (voters.includes(machine)) this.#prevotes.set(machine, text);
    if (new Set(this.#prevotes.values()).size < 2) return;
    this.#isBusy = true;
    time.set(0, () => this.#part());
  }

  #part(): void {
    const { random, net, time, trace, voters } = this.parts;
    const texts = [...this.#prevotes.values()];
    const fewer = [...this.#prevotes].filter(([, text]) => texts.filter((one) => one === text).length === 1);
    const [alone] = random.chance(MINORITY) && fewer.length > 0 ? random.pick(fewer) : [random.pick(voters)];
    this.count++;
    trace.line(`two blocks of height ${this.#height} are prevoted; machine ${alone.number} is cut off`);
    net.isolate(alone.number, true);
    time.set(random.between(6_000, 14_000), () => {
      net.isolate(alone.number, false);
      this.#isBusy = false;
      trace.line(`machine ${alone.number} has its links again`);
    });
  }
}
