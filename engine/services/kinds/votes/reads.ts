/** Public reads of community votes. Long lists are answered in pieces: `{next, items}`, and `next` asks for the following piece. */

import { xrgeNumber } from '../../../base/amounts.js';
import { binaryToHex, fromHex, toHex } from '../../../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../../base/refusal.js';
import { addressOf, resolveAccount } from '../../../crypto/address.js';
import type { SceneReader } from '../../scene.js';
import type { ServiceQuery } from '../../serviceQuery.js';
import type { Surroundings } from '../../surroundings.js';
import { type FoundProposal, findProposal, noProposal, proposalAt } from './found.js';
import { proposalId } from './proposalId.js';
import { ballotOf } from './tally.js';
import { itemOf, noList, proofsOf, votesOf } from './views.js';
import { listPieces, openingTimes } from './voteTables.js';
import { accountAt, balanceAt, ENTRY_BYTES, ListReader, weightOf } from './weightList.js';

type Args = Readonly<Record<string, unknown>>;

/** Proposals of one piece of the list. */
const PIECE_PROPOSALS = 32;

/** Where the next piece begins, as the piece before has said. */
const behindOf = ({ behind }: Args): Uint8Array | undefined =>
  typeof behind === 'string' ? fromHex(behind) : undefined;

const asked = async (scene: SceneReader, { id }: Args, { node }: Surroundings): Promise<FoundProposal | Refusal> =>
  (await findProposal(scene, String(id), node)) ?? noProposal();

const config: ServiceQuery = async (_scene, _args, { node }) => {
  const { treasury, excluded, curators, capBps, turnoutBps, defaultDays, minCreatorXrge } = node.voteRules;
  return {
    success: true,
    treasury: treasury === undefined ? null : addressOf(treasury),
    ...{ capBps, turnoutBps, defaultDays, minCreatorXrge },
    excluded: excluded.map(addressOf).sort(),
    curators: curators.map(addressOf).sort(),
    home: addressOf(node.account),
  };
};

/** Newest first. One whose list of weights is not here is left out: nobody can count it here. */
const proposals: ServiceQuery = async (scene, args, around) => {
  const found = await scene.range(openingTimes, new Uint8Array(0), {
    reverse: true,
    limit: PIECE_PROPOSALS,
    behind: behindOf(args),
  });
  const items: object[] = [];
  for (const { key } of found) {
    const proposal = await proposalAt(scene, key.slice(8));
    // The time is of another record of the same home, which does not count.
    if (!proposal || proposal.opening.fields.startsAtMs !== Number(BigInt(`0x${toHex(key.slice(0, 8))}`))) continue;
    const item = await itemOf(scene, proposal, around);
    if (!isRefusal(item)) items.push(item);
  }
  const last = found.length === PIECE_PROPOSALS ? found.at(-1) : undefined;
  return { next: last ? toHex(last.key) : null, items };
};

const proposal: ServiceQuery = async (scene, args, around) => {
  const found = await asked(scene, args, around);
  if (isRefusal(found)) return found;
  const item = await itemOf(scene, found, around);
  return isRefusal(item) ? item : { success: true, ...item, ...proofsOf(found) };
};

const votes: ServiceQuery = async (scene, args, around) => {
  const found = await asked(scene, args, around);
  return isRefusal(found) ? found : votesOf(scene, found, behindOf(args));
};

/** What a wallet may vote with, and its vote. */
const weight: ServiceQuery = async (scene, args, around) => {
  const account = resolveAccount(String(args.who))?.account;
  if (account === undefined)
    return refuse(
      'malformed_parameter',
      'name a wallet by its rouge1 address or its public key of 3,904 hex characters',
    );
  const found = await asked(scene, args, around);
  if (isRefusal(found)) return found;
  const list = new ListReader(scene, found.key);
  if (!found.cancel && !(await list.isHere())) return noList(found);
  const { cap, excluded } = found.opening.fields;
  const quanta = weightOf(await list.balance(account), cap);
  const ballot = await ballotOf(scene, found, account);
  return {
    success: true,
    address: addressOf(account),
    eligible: quanta > 0n,
    excluded: excluded.includes(account),
    weightQuanta: String(quanta),
    weightXrge: xrgeNumber(quanta),
    vote: ballot?.choice ?? null,
  };
};

const entryView = (entries: Uint8Array, index: number, cap: bigint) => {
  const balance = balanceAt(entries, index);
  return {
    account: binaryToHex(accountAt(entries, index)),
    balanceQuanta: String(balance),
    weightQuanta: String(weightOf(balance, cap)),
  };
};

/** What a list of weights belongs to. */
const snapshot: ServiceQuery = async (scene, args, around) => {
  const found = await asked(scene, args, around);
  if (isRefusal(found)) return found;
  if (!(await new ListReader(scene, found.key).isHere())) return found.cancel ? droppedList() : noList(found);
  const { snapshotHeight, snapshotRoot, eligibleVoters, eligibleTotal, cap } = found.opening.fields;
  return {
    ...{ success: true, proposalId: proposalId(found.place), home: addressOf(found.place.home) },
    ...{ snapshotHeight, snapshotRoot, eligibleVoters },
    ...{ eligibleTotalQuanta: String(eligibleTotal), capQuanta: String(cap) },
  };
};

const droppedList = (): Refusal =>
  refuse('not_found', 'this proposal was cancelled before any vote, and its list of weights was dropped');

/** Entries of a list, a stored piece at a time. */
const snapshotEntries: ServiceQuery = async (scene, args, around) => {
  const found = await asked(scene, args, around);
  if (isRefusal(found)) return found;
  const [piece] = await scene.range(listPieces, found.key, { limit: 1, behind: behindOf(args) });
  if (!piece) return { next: null, items: [] };
  const { cap } = found.opening.fields;
  const count = piece.value.length / ENTRY_BYTES;
  return {
    next: toHex(piece.key),
    items: Array.from({ length: count }, (_, index) => entryView(piece.value, index, cap)),
  };
};

export const voteQueries: Readonly<Record<string, ServiceQuery>> = {
  regen_config: config,
  regen_proposals: proposals,
  regen_proposal: proposal,
  regen_votes: votes,
  regen_weight: weight,
  regen_snapshot: snapshot,
  regen_snapshot_entries: snapshotEntries,
};
