/** regen_payout: a curator records the transfer that has paid a passed proposal. The chain is asked whether it has. */

import { isRefusal, type Refusal, refuse } from '../../../base/refusal.js';
import type { AccountId } from '../../../crypto/address.js';
import type { FinalTransfer } from '../../host.js';
import type { SceneReader } from '../../scene.js';
import { defineServiceKind } from '../../serviceKind.js';
import type { Surroundings } from '../../surroundings.js';
import { type FoundProposal, findProposal, noProposal } from './found.js';
import { type PayoutFields, payoutReader } from './payoutFields.js';
import { homeOf, placeEnding } from './placing.js';
import { tallyOf } from './tally.js';
import { itemOf, noList, statusAt } from './views.js';
import { payoutAmounts } from './voteTables.js';

/** The proposal that can be paid. */
async function payable(
  scene: SceneReader,
  sender: AccountId,
  { proposalId }: PayoutFields,
  { node, now }: Surroundings,
): Promise<FoundProposal | Refusal> {
  if (!node.voteRules.curators.includes(sender)) return refuse('not_authorized', 'only a curator can record payouts');
  const found = await findProposal(scene, proposalId, node);
  if (!found) return noProposal();
  const tally = await tallyOf(scene, found, node);
  if (!tally) return noList(found);
  if (statusAt(found, tally, now) === 'passed') return found;
  return refuse('rule_violation', 'only a passed, unpaid proposal can be paid');
}

/** The transfer that has paid it. */
async function payment(
  { request }: FoundProposal,
  { txId }: PayoutFields,
  { voteRules: { treasury }, host }: Surroundings['node'],
): Promise<FinalTransfer | Refusal> {
  if (treasury === undefined) return refuse('rule_violation', 'QV_REGEN_TREASURY is not configured');
  const transfer = await host?.transfer(txId);
  if (!transfer) return refuse('rule_violation', 'no XRGE transfer with that id on-chain');
  if (transfer.from !== treasury)
    return refuse('rule_violation', 'that transfer did not come from the Regenerate treasury');
  const { recipient } = request.fields;
  if (recipient !== undefined && transfer.to !== recipient)
    return refuse('rule_violation', "that transfer did not go to the proposal's recipient");
  return transfer;
}

export const payout = defineServiceKind<PayoutFields>({
  ...payoutReader,
  route: '/api/v2/regen/proposals/payout',
  chapter: 'Community votes',
  summary: 'Records the transfer from the treasury that has paid a passed proposal; for curators',
  scope: 'public',
  outlivesRetention: true,
  refusals: ['not_found', 'not_authorized', 'rule_violation'],
  home: homeOf,

  async check(scene, { sender, fields }, around) {
    const found = await payable(scene, sender, fields, around);
    if (isRefusal(found)) return found;
    const paid = await payment(found, fields, around.node);
    return isRefusal(paid) ? paid : undefined;
  },

  placed: placeEnding('payout'),

  async follow(scene, { fields }, { node }) {
    const found = await findProposal(scene, fields.proposalId, node);
    const transfer = await node.host?.transfer(fields.txId);
    if (found && transfer) scene.put(payoutAmounts, found.key, String(transfer.amount));
    return undefined;
  },

  async answer(scene, { fields }, around) {
    const found = await findProposal(scene, fields.proposalId, around.node);
    return found ? itemOf(scene, found, around) : noProposal();
  },
});
