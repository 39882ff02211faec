/** regen_vote: a wallet votes, or votes anew: until the end its last vote counts. */

import { isRefusal, refuse } from '../../../base/refusal.js';
import { defineServiceKind } from '../../serviceKind.js';
import { findProposal, noProposal } from './found.js';
import { homeOf, placeVote } from './placing.js';
import { itemOf, noList, voteOf } from './views.js';
import { type VoteFields, voteReader } from './voteFields.js';
import { ListReader } from './weightList.js';

export const vote = defineServiceKind<VoteFields>({
  ...voteReader,
  route: '/api/v2/regen/votes',
  chapter: 'Community votes',
  summary: 'Votes on a proposal; the last vote of a wallet counts',
  scope: 'public',
  outlivesRetention: true,
  refusals: ['not_found', 'not_authorized', 'rule_violation'],
  home: homeOf,

  async check(scene, { sender, timestamp, fields }, { node, now }) {
    const found = await findProposal(scene, fields.proposalId, node);
    if (!found) return noProposal();
    if (found.cancel) return refuse('rule_violation', 'proposal was cancelled');
    const { endsAtMs } = found.opening.fields;
    // The signed time is what others can check.
    if (now >= endsAtMs || timestamp >= endsAtMs) return refuse('rule_violation', 'voting has closed');
    const list = new ListReader(scene, found.key);
    if (!(await list.isHere())) return noList(found);
    if ((await list.balance(sender)) > 0n) return undefined;
    return refuse('not_authorized', 'this wallet had no eligible XRGE when the vote opened');
  },

  placed: placeVote,

  async answer(scene, { sender, fields }, around) {
    const found = await findProposal(scene, fields.proposalId, around.node);
    if (!found) return noProposal();
    const item = await itemOf(scene, found, around);
    return isRefusal(item) ? item : { ...item, vote: await voteOf(scene, found, sender) };
  },
});
