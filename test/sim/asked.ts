/** Whether a key has asked before it signs: no process signs a block or a vote before those have been heard without whom nothing was
 *  decided.
 *
 *  In: frames that arrive, signatures. Out: first signatures of a process that has heard too few. A second opinion, and a weaker one: whoever
 *  has not sent a single frame to this process has not answered it. */

import type { Certified } from './certified.js';
import type { Machine } from './machine.js';
import { subjectOf } from './signatures.js';

const HEIGHT = /^(?:slot|\w+ of height) (\d+)/;

interface Life {
  readonly life: number;
  /** Machines that have sent something to this process. */
  readonly heard: Set<Machine>;
  hasSigned: boolean;
}

export class Asked {
  readonly #lives = new Map<Machine, Life>();
  /** First signatures of processes. */
  checked = 0;

  constructor(private readonly certified: Certified) {}

  #of(machine: Machine): Life {
    let life = this.#lives.get(machine);
    if (life?.life !== machine.lives) {
      life = { life: machine.lives, heard: new Set(), hasSigned: false };
      this.#lives.set(machine, life);
    }
    return life;
  }

  arrived(at: Machine, from: Machine): void {
    this.#of(at).heard.add(from);
  }

  /** @returns what is wrong with a signature. */
  signed(machine: Machine, text: string): string | undefined {
    const subject = subjectOf(text);
    const life = this.#of(machine);
    if (subject === undefined || life.hasSigned) return undefined;
    life.hasSigned = true;
    const voters = this.certified.votersOf(Number(HEIGHT.exec(subject)?.[1]));
    if (!voters) return undefined;
    const { stakes, total } = voters;
    const own = stakes.get(machine.options.owner.keyHex) ?? 0n;
    if (own === total) return undefined;
    this.checked++;
    let stake = 0n;
    for (const other of life.heard) stake += stakes.get(other.options.owner.keyHex) ?? 0n;
    const quorum = (2n * total) / 3n + 1n;
    const [inEveryQuorum, makesQuorum] = [total - quorum + 1n, quorum - own];
    const enough = inEveryQuorum < makesQuorum ? inEveryQuorum : makesQuorum;
    return stake >= enough
      ? undefined
      : `machine ${machine.number} signs ${subject} and has heard validators with ${stake} of ${total}, not ${enough}`;
  }
}
