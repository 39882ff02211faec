/** nft_lock: the owner locks a token against transfers, or unlocks it. (Specification, NFTs.) */

import { isRefusal, refuse } from '../../base/refusal.js';
import { defineKind } from '../kind.js';
import { flag, integer, layout, text } from '../layout.js';
import { collectionAnswers, collectionMember, ownedNft, readCollectionId, readTokenId, tokenMember } from '../nfts.js';
import { nfts } from '../nftTables.js';
import { noResult } from '../resultCodec.js';
import { hasSecondRules } from '../secondRules.js';
import { collectionSubject } from '../subjects.js';

interface Fields {
  readonly collectionId: string;
  readonly tokenId: number;
  readonly locked: boolean;
}

export const nftLock = defineKind<Fields>({
  name: 'nft_lock',
  route: '/api/v2/nft/lock',
  chapter: 'NFTs',
  summary: 'Locks an NFT of the signer against transfers, or unlocks it; its owner can burn a locked one',
  members: [
    collectionMember,
    tokenMember,
    { name: 'locked', type: 'flag', required: false, about: 'False unlocks it; true when absent' },
  ],
  answers: collectionAnswers,
  refusals: ['not_found', 'not_authorized', 'rule_violation'],
  layout: layout<Fields>({ collectionId: text, tokenId: integer, locked: flag }),
  result: noResult,
  admitsOutflow: false,

  decode(reader) {
    const collectionId = readCollectionId(reader);
    const tokenId = readTokenId(reader);
    const locked = reader.flag('locked') ?? true;
    return collectionId === undefined || tokenId === undefined ? undefined : { collectionId, tokenId, locked };
  },

  outflow: () => [],

  apply(state, { sender, fields }, block) {
    const owned = ownedNft(state, fields, sender);
    if (isRefusal(owned)) return owned;
    if (owned.nft.locked === fields.locked && hasSecondRules(block))
      return refuse('rule_violation', `this NFT is ${fields.locked ? 'already' : 'not'} locked: nothing to change`);
    state.put(nfts, owned.key, { ...owned.nft, locked: fields.locked });
    return null;
  },

  logs: ({ fields }) => [
    {
      event: 'nft_lock',
      data: { collection: fields.collectionId, token_id: fields.tokenId, locked: fields.locked },
    },
  ],

  parties: () => [],

  subjects: ({ collectionId }) => [collectionSubject(collectionId)],

  answer: ({ collectionId }) => ({ collection_id: collectionId, message: 'NFT lock toggled' }),

  event: () => ({}),

  view: (fields) => ({
    nft_collection_id: fields.collectionId,
    nft_token_id: fields.tokenId,
    nft_locked: fields.locked,
  }),
});
