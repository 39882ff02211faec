/** Whose slot it is (specification, Versioning, proposer selection): the validator with the greatest stake in the
 *  state after the parent block, ties to the lowest raw public key. There is no fallback. */

import { compareBytes } from '../base/bytes.js';
import type { Validator } from '../ledger/tables.js';

/** @returns undefined when no validator has stake. */
export function designatedProposer(validators: Iterable<Validator>): Validator | undefined {
  let best: Validator | undefined;
  for (const candidate of validators) {
    if (candidate.stake <= 0n) continue;
    if (
      !best ||
      candidate.stake > best.stake ||
      (candidate.stake === best.stake && compareBytes(candidate.publicKey, best.publicKey) < 0)
    )
      best = candidate;
  }
  return best;
}

/** Weight of all votes for the latest block, in quanta. */
export const totalVotingStake = (validators: Iterable<Validator>): bigint => {
  let total = 0n;
  for (const { votingStake } of validators) total += votingStake;
  return total;
};
