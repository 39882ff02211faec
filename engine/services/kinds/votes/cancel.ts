/** regen_cancel: ends a proposal before its time. A curator may at any time while it is open, the creator before any vote. */

import { refuse } from '../../../base/refusal.js';
import { defineServiceKind } from '../../serviceKind.js';
import { type CancelFields, cancelReader } from './cancelFields.js';
import { findProposal, noProposal } from './found.js';
import { homeOf, placeEnding } from './placing.js';
import { ownProposalKey } from './proposal.js';
import { itemOf } from './views.js';
import { ballotCounts, creatorProposals } from './voteTables.js';
import { dropList } from './weightList.js';

export const cancel = defineServiceKind<CancelFields>({
  ...cancelReader,
  route: '/api/v2/regen/proposals/cancel',
  chapter: 'Community votes',
  summary: 'Cancels an open proposal: a curator, or the creator before any votes',
  scope: 'public',
  outlivesRetention: true,
  refusals: ['not_found', 'not_authorized', 'operation_mismatch', 'rule_violation'],
  home: homeOf,

  async check(scene, { sender, fields }, { node, now }) {
    const found = await findProposal(scene, fields.proposalId, node);
    if (!found) return noProposal();
    const { creator, endsAtMs } = found.opening.fields;
    const hasVotes = (await scene.get(ballotCounts, found.key)) !== undefined;
    if (!node.voteRules.curators.includes(sender) && (creator !== sender || hasVotes))
      return refuse('not_authorized', 'only a curator, or the creator before any votes, can cancel');
    return found.cancel || now >= endsAtMs ? refuse('rule_violation', 'proposal is not open') : undefined;
  },

  placed: placeEnding('cancel'),

  /** The creator may open another one. Without votes there is nothing to recount, so the list goes. */
  async follow(scene, { fields }, { node }) {
    const found = await findProposal(scene, fields.proposalId, node);
    if (!found) return noProposal();
    scene.delete(creatorProposals, ownProposalKey(found.opening.fields));
    if ((await scene.get(ballotCounts, found.key)) === undefined) await dropList(scene, found.key);
    return undefined;
  },

  async answer(scene, { fields }, around) {
    const found = await findProposal(scene, fields.proposalId, around.node);
    return found ? itemOf(scene, found, around) : noProposal();
  },
});
