/** nft_burn: the owner destroys a token, a locked one too. (Specification, NFTs.)
 *
 *  Its id is never used again, and it still counts towards the collection's cap. */

import { isRefusal } from '../../base/refusal.js';
import { defineKind } from '../kind.js';
import { integer, layout, text } from '../layout.js';
import { nft } from '../movement.js';
import { collectionAnswers, collectionMember, ownedNft, readCollectionId, readTokenId, tokenMember } from '../nfts.js';
import { collections, nfts } from '../nftTables.js';
import { noResult } from '../resultCodec.js';
import { collectionSubject } from '../subjects.js';

interface Fields {
  readonly collectionId: string;
  readonly tokenId: number;
}

export const nftBurn = defineKind<Fields>({
  name: 'nft_burn',
  route: '/api/v2/nft/burn',
  chapter: 'NFTs',
  summary: 'Destroys an NFT of the signer, also a locked one. The payload must name its type',
  members: [collectionMember, tokenMember],
  answers: collectionAnswers,
  refusals: ['not_found', 'not_authorized'],
  layout: layout<Fields>({ collectionId: text, tokenId: integer }),
  // Without the operation's name, bytes that were signed to lock a token could be used to burn it.
  namesItself: true,
  result: noResult,
  admitsOutflow: false,

  decode(reader) {
    const collectionId = readCollectionId(reader);
    const tokenId = readTokenId(reader);
    return collectionId === undefined || tokenId === undefined ? undefined : { collectionId, tokenId };
  },

  outflow: () => [],

  apply(state, { sender, fields }) {
    const owned = ownedNft(state, fields, sender);
    if (isRefusal(owned)) return owned;
    const { collection, key } = owned;
    state.delete(nfts, key);
    state.put(collections, fields.collectionId, { ...collection, burned: collection.burned + 1 });
    return null;
  },

  logs: ({ fields }) => [{ event: 'nft_burn', data: { collection: fields.collectionId, token_id: fields.tokenId } }],

  movements: ({ sender, fields: { collectionId, tokenId } }) => [
    { reason: 'nft_burn', from: sender, moved: nft(collectionId, tokenId) },
  ],

  parties: () => [],

  subjects: ({ collectionId }) => [collectionSubject(collectionId)],

  answer: ({ collectionId }) => ({ collection_id: collectionId, message: 'NFT burn submitted' }),

  event: () => ({}),

  view: (fields) => ({ nft_collection_id: fields.collectionId, nft_token_id: fields.tokenId }),
});
