/** nft_mint: a new token of a collection, owned by the signer. (Specification, NFTs.)
 *
 *  The creator pays only the fee. Where minting is public, everybody else also pays the collection's price to the creator;
 *  holders of the gate's token get a discount, and what they hold is counted after the fee. */

import { amountView, XRGE } from '../../base/amounts.js';
import { isRefusal, refuse } from '../../base/refusal.js';
import type { AccountId } from '../../crypto/address.js';
import { credit, debit, insufficientFunds } from '../funds.js';
import { defineKind } from '../kind.js';
import { layout, optional, text } from '../layout.js';
import { contentLinkProblem } from '../links.js';
import { nft, xrge } from '../movement.js';
import {
  checkMintable,
  collectionAnswers,
  collectionMember,
  collectionOf,
  hasRoomFor,
  mintNfts,
  mintPriceFor,
  NFT_ATTRIBUTES_CHARACTERS,
  NFT_NAME_CHARACTERS,
  NFT_URI_CHARACTERS,
  type NftTexts,
  readCollectionId,
  readShown,
} from '../nfts.js';
import { resultOf, storedAccount, storedAmount, storedNumber, storedOptional } from '../resultCodec.js';
import { checkContent } from '../secondRules.js';
import { collectionSubject } from '../subjects.js';

interface Fields extends NftTexts {
  readonly collectionId: string;
  /** What is wrong with the URI under `ledger_rules_2`. */
  readonly problem: string | undefined;
}

interface Result {
  readonly tokenId: number;
  /** Quanta. */
  readonly price: bigint;
  /** The account that was paid; undefined when the mint cost nothing. */
  readonly paidTo: AccountId | undefined;
}

export const nftMint = defineKind<Fields, Result>({
  name: 'nft_mint',
  route: '/api/v2/nft/mint',
  chapter: 'NFTs',
  summary:
    'Mints one NFT: the creator of the collection for the fee alone, others where minting is public at its price',
  members: [
    collectionMember,
    { name: 'name', type: 'text', characters: NFT_NAME_CHARACTERS, required: true, about: '1 to 100 characters' },
    {
      name: 'metadataUri',
      aliases: ['metadata_uri'],
      type: 'text',
      characters: NFT_URI_CHARACTERS,
      required: false,
      about: 'Where its metadata stands; at most 2,048 characters',
    },
    {
      name: 'attributes',
      type: 'json',
      characters: NFT_ATTRIBUTES_CHARACTERS,
      required: false,
      about: 'Any JSON of at most 8,192 characters',
    },
  ],
  answers: collectionAnswers,
  refusals: ['not_found', 'not_authorized', 'rule_violation'],
  layout: layout<Fields>({
    collectionId: text,
    name: text,
    metadataUri: optional(text),
    attributes: optional(text),
    problem: optional(text),
  }),
  result: resultOf<Result>({
    tokenId: ['token_id', storedNumber],
    price: ['price', storedAmount],
    paidTo: ['paid_to', storedOptional(storedAccount, undefined)],
  }),
  admitsOutflow: false,

  decode(reader) {
    const collectionId = readCollectionId(reader);
    const name = reader.requiredText('name', NFT_NAME_CHARACTERS);
    const metadataUri = readShown(reader, 'metadataUri', NFT_URI_CHARACTERS);
    const attributes = reader.json('attributes', NFT_ATTRIBUTES_CHARACTERS);
    if (reader.refusal || collectionId === undefined || name === undefined) return undefined;
    const problem = contentLinkProblem('metadataUri', metadataUri);
    return { collectionId, name, metadataUri, attributes, problem };
  },

  outflow: () => [],

  payments(view, { sender, fields }) {
    const collection = collectionOf(view, fields.collectionId);
    return isRefusal(collection) ? [] : [{ token: XRGE, amount: mintPriceFor(view, collection, sender) }];
  },

  admit: (_view, { fields }, block) => checkContent(fields.problem, block),

  apply(state, { sender, fields }, { time }) {
    const collection = collectionOf(state, fields.collectionId);
    if (isRefusal(collection)) return collection;
    const { creator, publicMint } = collection;
    if (sender !== creator && !publicMint)
      return refuse('not_authorized', 'only the collection creator can mint (public mint is not enabled)');
    const frozen = checkMintable(collection);
    if (frozen) return frozen;
    if (!hasRoomFor(collection, 1)) return refuse('rule_violation', 'collection has reached max supply');
    const price = mintPriceFor(state, collection, sender);
    if (!debit(state, sender, XRGE, price)) return insufficientFunds(state, sender, XRGE, price);
    credit(state, creator, XRGE, price);
    const tokenId = mintNfts(state, fields.collectionId, collection, sender, [fields], time);
    return { tokenId, price, paidTo: price === 0n ? undefined : creator };
  },

  logs({ fields }, { tokenId, price }) {
    const data = { collection: fields.collectionId, token_id: tokenId, ...amountView(XRGE, price, 'price') };
    return [{ event: 'nft_mint', data }];
  },

  movements: ({ sender, fields }, { tokenId, price, paidTo }) => [
    { reason: 'nft_mint', to: sender, moved: nft(fields.collectionId, tokenId) },
    { reason: 'mint_price', from: sender, to: paidTo, moved: xrge(price) },
  ],

  parties: (_fields, { paidTo }) => (paidTo === undefined ? [] : [paidTo]),

  subjects: ({ collectionId }) => [collectionSubject(collectionId)],

  tokens: (_fields, { paidTo }) => (paidTo === undefined ? [] : [XRGE]),

  answer: ({ collectionId }) => ({ collection_id: collectionId, message: 'NFT mint submitted' }),

  event: () => ({}),

  view: (fields) => ({
    nft_collection_id: fields.collectionId,
    nft_token_name: fields.name,
    ...(fields.metadataUri === undefined ? {} : { nft_metadata_uri: fields.metadataUri }),
    ...(fields.attributes === undefined ? {} : { nft_attributes: JSON.parse(fields.attributes) as unknown }),
  }),

  exactJson: ({ attributes }) => (attributes === undefined ? {} : { nft_attributes: attributes }),
});
