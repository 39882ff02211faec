/** Whom nodes accuse: the evidence that an honest one keeps never names an honest key.
 *
 *  In: nodes after their heads have moved. Out: evidence against a machine that is watched. A machine that came back with an old disk is
 *  left out: when those who had seen its votes are gone too, nothing keeps it from voting anew, and its operator is told how to
 *  restore. */

import { toHex } from '../../engine/base/bytes.js';
import { culpritOf, type Evidence } from '../../engine/chain/evidence.js';
import type { Node } from '../../engine/node.js';
import type { Certified } from './certified.js';
import type { Machine } from './machine.js';

export class Accusations {
  readonly #restored = new Set<Machine>();
  readonly #seen = new WeakSet<Evidence>();
  /** Pieces looked at. */
  checked = 0;

  constructor(private readonly certified: Certified) {}

  restored(machine: Machine): void {
    this.#restored.add(machine);
  }

  /** @returns what is wrong with what a node keeps. */
  look({ evidence }: Node): string[] {
    const problems: string[] = [];
    for (const piece of evidence.list) {
      if (this.#seen.has(piece)) continue;
      this.#seen.add(piece);
      this.checked++;
      const accused = this.certified.watched(toHex(culpritOf(piece)));
      if (accused && !this.#restored.has(accused)) problems.push(`it keeps evidence against machine ${accused.number}`);
    }
    return problems;
  }
}
