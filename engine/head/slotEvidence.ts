/** Tells the votes of the open slot that its proposer has signed two blocks for it.
 *
 *  In: evidence whose signatures hold, from peers and from an earlier run. Out: an event for the votes, when it is about the open slot
 *  and its proposer. Rounds above 0 begin only where two signed blocks are known. A proposer that shows the second one to a single
 *  validator would otherwise send it alone into later rounds, and the height could stay undecided for ever. */

import { bytesEqual } from '../base/bytes.js';
import { culpritOf, type Evidence } from '../chain/evidence.js';
import type { EvidenceKeeper } from './evidenceKeeper.js';
import type { Head } from './head.js';
import type { Voter } from './voter.js';

export interface SlotEvidenceParts {
  readonly head: Pick<Head, 'tip' | 'set'>;
  readonly voter: Pick<Voter, 'step'>;
  readonly kept: Pick<EvidenceKeeper, 'list'>;
}

export class SlotEvidence {
  constructor(private readonly parts: SlotEvidenceParts) {}

  /** Evidence has come. */
  show(evidence: Evidence): void {
    const { head, voter } = this.parts;
    const { height, hash: parentHash } = head.tip;
    if (evidence.kind !== 'blocks') return;
    const { header } = evidence.first;
    if (header.height !== height + 1 || header.prev_hash !== parentHash) return;
    const proposer = head.set.proposer?.publicKey;
    if (proposer && bytesEqual(culpritOf(evidence), proposer))
      voter.step({ kind: 'equivocation', height: height + 1, parentHash });
  }

  /** The slot above the tip is open: evidence of it may be older than that. */
  slotOpened(): void {
    for (const evidence of this.parts.kept.list) this.show(evidence);
  }
}
