/** Where requests about a proposal are kept: under the number of the home that has taken them in. Those that stand in the log of
 *  another node than the proposal's home do not count. */

import { toHex } from '../../../base/bytes.js';
import type { AccountId } from '../../../crypto/address.js';
import { accountBytes } from '../../../crypto/address.js';
import { keyOf } from '../../keys.js';
import type { Scene, SceneReader } from '../../scene.js';
import type { LogPlace, ServiceRequest } from '../../serviceKind.js';
import type { Surroundings } from '../../surroundings.js';
import { findProposal } from './found.js';
import { homeFits, numberIn, proposalKey } from './proposalId.js';
import type { VoteFields } from './voteFields.js';
import { ballotCounts, ballots, type Ending, endings } from './voteTables.js';

interface AboutProposal {
  readonly proposalId: string;
}

/** The node to which a request about a proposal belongs. */
export async function homeOf(
  scene: SceneReader,
  { fields }: ServiceRequest<AboutProposal>,
  { node }: Surroundings,
): Promise<AccountId | undefined> {
  return (await findProposal(scene, fields.proposalId, node))?.place.home;
}

/** The proposal's key, when the log is that of a node that can be its home. */
const keyAt = ({ proposalId }: AboutProposal, { origin }: LogPlace): Uint8Array | undefined =>
  homeFits(proposalId, origin) ? proposalKey({ number: numberIn(proposalId), home: origin }) : undefined;

export async function placeVote(scene: Scene, vote: ServiceRequest<VoteFields>, place: LogPlace): Promise<void> {
  const { id, sender, timestamp, fields } = vote;
  const key = keyAt(fields, place);
  if (!key) return;
  scene.put(ballots, keyOf(key, accountBytes(sender), place.number), { id, choice: fields.choice, timestamp });
  scene.put(ballotCounts, key, ((await scene.get(ballotCounts, key)) ?? 0) + 1);
}

export const placeEnding =
  (type: Ending['type']) =>
  async (scene: Scene, { id, fields }: ServiceRequest<AboutProposal>, place: LogPlace): Promise<void> => {
    const key = keyAt(fields, place);
    if (key) scene.put(endings, keyOf(key, place.number), { type, id: toHex(id) });
  };
