/** The lock of a precommit: who has precommitted a block prevotes it again, unless a quorum has prevoted another one in a later round.
 *
 *  In: votes as they are signed. Out: prevotes that break a lock. A second opinion: a quorum is counted from what keys have signed,
 *  whether it has arrived or not, and a key that is not watched counts for every block. */

import type { Certified } from './certified.js';
import type { Machine } from './machine.js';
import type { Signatures } from './signatures.js';

const VOTE = /^(.*\|type=)(\w+)\|height=(\d+)\|round=(\d+)\|block=([0-9a-f]{64})$/;

export class Locks {
  /** Prevotes of keys with a lock that were looked at. */
  checked = 0;

  constructor(
    private readonly signatures: Signatures,
    private readonly certified: Certified,
  ) {}

  /** Called before the signature counts. @returns what is wrong with a vote. */
  voted(machine: Machine, text: string): string | undefined {
    const [, head, type, height = '', round = '', block = ''] = VOTE.exec(text) ?? [];
    if (head === undefined || type !== 'prevote') return undefined;
    for (let earlier = Number(round) - 1; earlier >= 0; earlier--) {
      const lock = this.signatures.textOf(machine, `precommit of height ${height}, round ${earlier}`);
      if (lock === undefined) continue;
      this.checked++;
      const locked = VOTE.exec(lock)?.[5];
      if (locked === block) return undefined;
      // A quorum of this very round counts too: others were here first.
      for (let later = earlier + 1; later <= Number(round); later++)
        if (this.#mayHaveQuorum(Number(height), `${head}prevote|height=${height}|round=${later}|block=${block}`))
          return undefined;
      return `machine ${machine.number} prevotes ${block} in round ${round} of height ${height}, and has precommitted ${locked} in round ${earlier}`;
    }
    return undefined;
  }

  #mayHaveQuorum(height: number, text: string): boolean {
    const { stakes, total } = this.certified.votersOf(height) ?? { stakes: new Map<string, bigint>(), total: 0n };
    let stake = 0n;
    for (const [key, its] of stakes) {
      const machine = this.certified.watched(key);
      if (!machine || this.signatures.hasSigned(machine, text)) stake += its;
    }
    return 3n * stake > 2n * total;
  }
}
