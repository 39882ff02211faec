/** nft_freeze_collection: the creator of a collection stops its minting, or lets it continue. (Specification, NFTs.)
 *
 *  Existing tokens can be transferred, locked and burned as before. */

import { isRefusal, refuse } from '../../base/refusal.js';
import { defineKind } from '../kind.js';
import { flag, layout, text } from '../layout.js';
import { collectionAnswers, collectionMember, collectionOf, readCollectionId } from '../nfts.js';
import { collections } from '../nftTables.js';
import { noResult } from '../resultCodec.js';
import { collectionSubject } from '../subjects.js';

interface Fields {
  readonly collectionId: string;
  readonly frozen: boolean;
}

export const nftFreezeCollection = defineKind<Fields>({
  name: 'nft_freeze_collection',
  route: '/api/v2/nft/freeze-collection',
  chapter: 'NFTs',
  summary: 'Stops minting in a collection of the signer, or allows it again',
  members: [
    collectionMember,
    { name: 'frozen', type: 'flag', required: false, about: 'False allows minting again; true when absent' },
  ],
  answers: collectionAnswers,
  refusals: ['not_found', 'not_authorized'],
  layout: layout<Fields>({ collectionId: text, frozen: flag }),
  result: noResult,
  admitsOutflow: false,

  decode(reader) {
    const collectionId = readCollectionId(reader);
    const frozen = reader.flag('frozen') ?? true;
    return collectionId === undefined ? undefined : { collectionId, frozen };
  },

  outflow: () => [],

  apply(state, { sender, fields }) {
    const collection = collectionOf(state, fields.collectionId);
    if (isRefusal(collection)) return collection;
    if (sender !== collection.creator)
      return refuse('not_authorized', 'only the collection creator can freeze/unfreeze');
    state.put(collections, fields.collectionId, { ...collection, frozen: fields.frozen });
    return null;
  },

  logs: ({ fields }) => [
    { event: 'nft_freeze_collection', data: { collection: fields.collectionId, frozen: fields.frozen } },
  ],

  parties: () => [],

  subjects: ({ collectionId }) => [collectionSubject(collectionId)],

  answer: ({ collectionId }) => ({ collection_id: collectionId, message: 'Collection freeze toggled' }),

  event: () => ({}),

  view: (fields) => ({ nft_collection_id: fields.collectionId, nft_frozen: fields.frozen }),
});
