/** What answers say about proposals and votes: the members of the specification side by side, and the same as the reference nests
 *  them under `proposal`. */

import { xrgeNumber } from '../../../base/amounts.js';
import { binaryToHex, toHex, utf8Text } from '../../../base/bytes.js';
import { type Refusal, refuse } from '../../../base/refusal.js';
import { type AccountId, addressOf } from '../../../crypto/address.js';
import { recordOf, type StoredRecord } from '../../records.js';
import type { SceneReader } from '../../scene.js';
import type { Surroundings } from '../../surroundings.js';
import type { FoundProposal } from './found.js';
import { DAY_MS } from './proposalFields.js';
import { proposalId } from './proposalId.js';
import { ballotOf, type LastBallot, lastBallots, statusOf, type Tally, tallyOf, turnoutOf } from './tally.js';
import { voteReader } from './voteFields.js';
import { payoutAmounts } from './voteTables.js';
import { ListReader, weightOf } from './weightList.js';

/** The answer where the list of weights is missing: it is kept by the home. */
export const noList = ({ place }: FoundProposal): Refusal =>
  refuse(
    'busy',
    `the list of weights of ${proposalId(place)} is at its home, the node ${addressOf(place.home)}: ask there`,
  );

const addressOrNull = (account: AccountId | undefined): string | null =>
  account === undefined ? null : addressOf(account);

/** What somebody signed, as everybody can check it. */
const signedView = ({ publicKey, signed, signature }: StoredRecord<unknown>) => ({
  publicKey: toHex(publicKey),
  signedPayload: utf8Text(signed.bytes),
  signature: toHex(signature),
});

/** What a payout has paid; the home has written it down, others ask the chain. */
async function payoutXrge(scene: SceneReader, { key, payout }: FoundProposal, { node }: Surroundings) {
  if (!payout) return null;
  const noted = await scene.get(payoutAmounts, key);
  const quanta = noted === undefined ? (await node.host?.transfer(payout.fields.txId))?.amount : BigInt(noted);
  return quanta === undefined ? null : xrgeNumber(quanta);
}

async function proposalView(scene: SceneReader, found: FoundProposal, around: Surroundings) {
  const { request, opening, cancel, payout, place } = found;
  const { title, summary, territory, recipient, requested, link } = request.fields;
  const rules = opening.fields;
  return {
    ...{ id: proposalId(place), title, summary, link: link ?? null, territory: territory ?? null },
    recipient: addressOrNull(recipient),
    requestedXrge: requested === undefined ? null : xrgeNumber(requested),
    creator: addressOf(rules.creator),
    createdAtMs: rules.startsAtMs,
    ...{ startsAtMs: rules.startsAtMs, endsAtMs: rules.endsAtMs },
    durationDays: (rules.endsAtMs - rules.startsAtMs) / DAY_MS,
    home: addressOf(place.home),
    ...{ snapshotHeight: rules.snapshotHeight, snapshotRoot: rules.snapshotRoot },
    eligibleTotalQuanta: String(rules.eligibleTotal),
    ...{ capQuanta: String(rules.cap), capBps: rules.capBps },
    ...{ turnoutQuanta: String(rules.turnout), turnoutBps: rules.turnoutBps },
    excluded: rules.excluded.map(addressOf),
    eligibleVoters: rules.eligibleVoters,
    payoutTxId: payout?.fields.txId ?? null,
    payoutXrge: await payoutXrge(scene, found, around),
    cancelled: cancel !== undefined,
    cancelReason: cancel?.fields.reason ?? null,
  };
}

export const statusAt = ({ cancel, payout, opening }: FoundProposal, tally: Tally, now: number) =>
  statusOf({ isCancelled: cancel !== undefined, isPaid: payout !== undefined, ...opening.fields }, tally, now);

function itemView(proposal: Awaited<ReturnType<typeof proposalView>>, found: FoundProposal, tally: Tally, now: number) {
  const { eligibleTotal, cap, turnout } = found.opening.fields;
  const reached = turnoutOf(tally);
  const { yes, no, abstain, voters } = tally;
  return {
    ...proposal,
    proposal,
    status: statusAt(found, tally, now),
    tally: { yes: String(yes), no: String(no), abstain: String(abstain), turnout: String(reached), voters },
    summaryXrge: {
      ...{ eligibleTotal: xrgeNumber(eligibleTotal), cap: xrgeNumber(cap), turnoutNeeded: xrgeNumber(turnout) },
      ...{ yes: xrgeNumber(yes), no: xrgeNumber(no), abstain: xrgeNumber(abstain), turnout: xrgeNumber(reached) },
    },
  };
}

/** A proposal as lists show it. */
export async function itemOf(scene: SceneReader, found: FoundProposal, around: Surroundings) {
  const tally = await tallyOf(scene, found, around.node);
  if (!tally) return noList(found);
  return itemView(await proposalView(scene, found, around), found, tally, around.now);
}

/** What proves the rest: the creator's request, and the rules that the home has signed. */
export const proofsOf = ({ request, opening }: FoundProposal) => ({
  request: signedView(request),
  opening: signedView(opening),
});

async function voteView(scene: SceneReader, found: FoundProposal, list: ListReader, ballot: LastBallot) {
  const record = await recordOf(scene, ballot.id, voteReader);
  if (!record) return undefined;
  const weight = String(weightOf(await list.balance(ballot.voter), found.opening.fields.cap));
  return {
    proposalId: proposalId(found.place),
    voter: addressOf(ballot.voter),
    choice: ballot.choice,
    ...{ weight, weightQuanta: weight },
    castAtMs: ballot.timestamp,
    ...signedView(record),
  };
}

/** Votes of one piece of an answer: a megabyte. */
const PIECE_VOTES = 64;

/** Votes that count, in the order of accounts. @param behind a voter's account, 32 bytes. */
export async function votesOf(scene: SceneReader, found: FoundProposal, behind: Uint8Array | undefined) {
  const list = new ListReader(scene, found.key);
  const items: object[] = [];
  for await (const ballot of lastBallots(scene, found, behind)) {
    const view = await voteView(scene, found, list, ballot);
    if (view) items.push(view);
    if (items.length === PIECE_VOTES) return { next: binaryToHex(ballot.voter), items };
  }
  return { next: null, items };
}

/** The vote of a wallet that counts; undefined without one. */
export async function voteOf(scene: SceneReader, found: FoundProposal, voter: AccountId) {
  const ballot = await ballotOf(scene, found, voter);
  return ballot && voteView(scene, found, new ListReader(scene, found.key), ballot);
}
