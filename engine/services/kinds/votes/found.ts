/** A proposal as this node knows it: its request, the rules that its home has signed, what was recorded later. */

import { fromHex } from '../../../base/bytes.js';
import { refuse } from '../../../base/refusal.js';
import type { AccountId } from '../../../crypto/address.js';
import { recordOf, type StoredRecord } from '../../records.js';
import type { SceneReader } from '../../scene.js';
import type { ServiceNode } from '../../surroundings.js';
import { type CancelFields, cancelReader } from './cancelFields.js';
import { type Opening, openingReader } from './opening.js';
import { type PayoutFields, payoutReader } from './payoutFields.js';
import { type ProposalFields, proposalReader } from './proposalFields.js';
import { type ProposalPlace, placeOfKey, proposalKey, proposalPrefix } from './proposalId.js';
import { endings, openings } from './voteTables.js';

export interface FoundProposal {
  readonly key: Uint8Array;
  readonly place: ProposalPlace;
  readonly opening: StoredRecord<Opening>;
  readonly request: StoredRecord<ProposalFields>;
  /** The first of each that its home has recorded. */
  readonly cancel: StoredRecord<CancelFields> | undefined;
  readonly payout: StoredRecord<PayoutFields> | undefined;
}

/** Homes whose accounts begin with the same 8 hex digits: nobody has more than one but by searching for it. */
const MOST_HOMES = 8;

/** Endings of one proposal: its home takes in one of each. */
const MOST_ENDINGS = 16;

export const noProposal = () => refuse('not_found', 'proposal not found');

/** The proposal of a key; undefined when its home has not opened it, or opened it for another request than it says. */
export async function proposalAt(scene: SceneReader, key: Uint8Array): Promise<FoundProposal | undefined> {
  const [first] = await scene.range(openings, key, { limit: 1 });
  const opening = first && (await recordOf(scene, first.value, openingReader));
  const place = placeOfKey(key);
  if (!opening || opening.fields.home !== place.home || opening.fields.number !== place.number) return undefined;
  const id = fromHex(opening.fields.request);
  const request = id && (await recordOf(scene, id, proposalReader));
  if (!request || request.meta.author !== opening.fields.creator) return undefined;
  const ended = await scene.range(endings, key, { limit: MOST_ENDINGS });
  const idOf = (wanted: string): Uint8Array | undefined =>
    fromHex(ended.find(({ value: { type } }) => type === wanted)?.value.id ?? '');
  const [cancelId, payoutId] = [idOf('cancel'), idOf('payout')];
  const cancel = cancelId && (await recordOf(scene, cancelId, cancelReader));
  const payout = payoutId && (await recordOf(scene, payoutId, payoutReader));
  return { key, place, opening, request, cancel, payout };
}

/** Keys that an id can mean: the one of this node first, then in the order of homes. */
async function keysOf(scene: SceneReader, id: string, self: AccountId): Promise<readonly Uint8Array[]> {
  const prefix = proposalPrefix(id);
  if (!prefix) return [];
  const keys: Uint8Array[] = [];
  let behind: Uint8Array | undefined;
  while (keys.length < MOST_HOMES) {
    const [found] = await scene.range(openings, prefix, { limit: 1, behind });
    if (!found) break;
    const place = placeOfKey(found.key);
    const key = proposalKey(place);
    if (place.home === self) keys.unshift(key);
    else keys.push(key);
    // Behind all records of this proposal.
    behind = new Uint8Array(found.key.length + 1).fill(0xff);
    behind.set(key);
  }
  return keys;
}

/** @param id in any case. */
export async function findProposal(
  scene: SceneReader,
  id: string,
  { account }: Pick<ServiceNode, 'account'>,
): Promise<FoundProposal | undefined> {
  for (const key of await keysOf(scene, id, account)) {
    const found = await proposalAt(scene, key);
    if (found) return found;
  }
  return undefined;
}
