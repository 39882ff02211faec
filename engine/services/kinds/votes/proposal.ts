/** regen_proposal: opens a proposal. The node that takes it in is its home: it takes the snapshot of balances, and signs the rules. */

import { QUANTA } from '../../../base/amounts.js';
import { toHex, utf8 } from '../../../base/bytes.js';
import { type Refusal, refuse } from '../../../base/refusal.js';
import { type AccountId, accountBytes } from '../../../crypto/address.js';
import { keyOf } from '../../keys.js';
import { counters } from '../../record.js';
import { metaOf } from '../../records.js';
import type { Scene, SceneReader } from '../../scene.js';
import { defineServiceKind, type OwnRequest, type ServiceRequest } from '../../serviceKind.js';
import type { Surroundings } from '../../surroundings.js';
import { noProposal, proposalAt } from './found.js';
import { MOST_EXCLUDED, type Opening, openingRequest } from './opening.js';
import { DAY_MS, type ProposalFields, proposalReader } from './proposalFields.js';
import { proposalId, proposalKey } from './proposalId.js';
import { itemOf } from './views.js';
import { creatorProposals, proposalsOfRequests } from './voteTables.js';
import { keepList, listOf, rootOf, shareOf } from './weightList.js';

const NO_HOST = 'this node cannot ask its chain now';

/** Where the creator's proposals at this home are, those that end last at the end. */
const ownProposals = (creator: AccountId): Uint8Array => accountBytes(creator);

export const ownProposalKey = ({ creator, endsAtMs, number }: Pick<Opening, 'creator' | 'endsAtMs' | 'number'>) =>
  keyOf(ownProposals(creator), endsAtMs, number);

async function hasOpenOne(scene: SceneReader, creator: AccountId, now: number): Promise<boolean> {
  const [last] = await scene.range(creatorProposals, ownProposals(creator), { reverse: true, limit: 1 });
  if (!last) return false;
  const endsAtMs = Number(new DataView(last.key.buffer, last.key.byteOffset).getBigUint64(32));
  return endsAtMs > now;
}

async function check(
  scene: SceneReader,
  { id, sender }: ServiceRequest<ProposalFields>,
  { node: { host, voteRules }, now }: Surroundings,
): Promise<Refusal | undefined> {
  // What the creator has signed is public: somebody else could open it once more, at another home.
  if (await metaOf(scene, id, proposalReader.name))
    return refuse('nonce_used', 'Another node has taken this request in');
  if (!host) return refuse('busy', NO_HOST, 1);
  if (voteRules.curators.includes(sender)) return undefined;
  const { minCreatorXrge } = voteRules;
  if ((await host.balance(sender)) < BigInt(minCreatorXrge) * QUANTA)
    return refuse('not_authorized', `opening a proposal needs at least ${minCreatorXrge} XRGE (or curator rights)`);
  return (await hasOpenOne(scene, sender, now))
    ? refuse('rule_violation', 'you already have an open proposal')
    : undefined;
}

/** The next number of this home. */
async function nextNumber(scene: Scene): Promise<number> {
  const counter = utf8('regen proposals');
  const number = ((await scene.get(counters, counter)) ?? 0) + 1;
  scene.put(counters, counter, number);
  return number;
}

async function open(
  scene: Scene,
  { id, sender, fields }: ServiceRequest<ProposalFields>,
  { node, now }: Surroundings,
): Promise<OwnRequest | Refusal> {
  const { host } = node;
  if (!host) return refuse('busy', NO_HOST, 1);
  const { capBps, turnoutBps, defaultDays, excluded } = node.voteRules;
  if (excluded.length > MOST_EXCLUDED) return refuse('busy', `this node excludes more than ${MOST_EXCLUDED} wallets`);
  const balances = await host.balances();
  const list = listOf(balances, excluded);
  const cap = shareOf(list.total, capBps);
  if (cap === 0n) return refuse('rule_violation', 'no eligible voting balance');
  const number = await nextNumber(scene);
  const place = { number, home: node.account };
  const opening: Opening = {
    ...place,
    proposalId: proposalId(place),
    request: toHex(id),
    creator: sender,
    startsAtMs: now,
    endsAtMs: now + (fields.durationDays ?? defaultDays) * DAY_MS,
    snapshotHeight: balances.height,
    snapshotRoot: rootOf(list.entries),
    eligibleVoters: list.count,
    eligibleTotal: list.total,
    cap,
    turnout: shareOf(list.total, turnoutBps),
    ...{ capBps, turnoutBps, excluded },
  };
  await keepList(scene, proposalKey(place), list);
  scene.put(creatorProposals, ownProposalKey(opening), true);
  return openingRequest(opening, { ...node, host }, now);
}

export const proposal = defineServiceKind<ProposalFields>({
  ...proposalReader,
  route: '/api/v2/regen/proposals',
  chapter: 'Community votes',
  summary: 'Opens a proposal; this node is its home',
  scope: 'public',
  outlivesRetention: true,
  refusals: ['invalid_recipient', 'not_authorized', 'rule_violation'],
  check,
  follow: open,
  async answer(scene, { id }, around) {
    const key = await scene.get(proposalsOfRequests, keyOf(id, accountBytes(around.node.account)));
    const found = key && (await proposalAt(scene, key));
    return found ? itemOf(scene, found, around) : noProposal();
  },
});
