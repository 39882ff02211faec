/** Rules of NFTs that several kinds share: ids, who may do what with a collection or a token, prices and royalties.
 *
 *  A collection's token ids begin at 1 and no id is given twice: `minted` counts burned tokens too. */

import { toHex } from '../base/bytes.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { type AccountId, isSystemAccount } from '../crypto/address.js';
import type { StateView, StateWriter } from '../state/state.js';
import { contractAccounts } from './contractTables.js';
import { balanceOf } from './funds.js';
import type { AnswerMember } from './kind.js';
import { type Collection, collections, type Nft, nftKey, nfts } from './nftTables.js';
import type { PayloadMember, PayloadReader } from './payload.js';

/** Limits for the texts of a record, which stay in the memory of every node as long as the record does: a token with the
 *  longest texts takes some 10 KB and costs its minter 5 XRGE. */
export const COLLECTION_NAME_CHARACTERS = 64;
export const COLLECTION_DESCRIPTION_CHARACTERS = 1_000;
export const NFT_NAME_CHARACTERS = 100;
export const NFT_URI_CHARACTERS = 2_048;
/** Characters of the canonical JSON text. */
export const NFT_ATTRIBUTES_CHARACTERS = 8_192;

/** Most tokens of one batch mint (specification, NFTs). */
export const BATCH_MINT_NAMES = 50;

/** Royalties are hundredths of a percent (specification, NFT collection). */
export const WHOLE_BPS = 10_000;

/** Longer than any id: 4 + 16 + 1 + 10 characters, and room for creators without a key. */
const COLLECTION_ID_CHARACTERS = 64;

/** Characters of the creator's key in hex that a collection's id begins with. */
const CREATOR_CHARACTERS = 16;

/** @param symbol in upper case. */
export const collectionIdOf = (creatorKey: Uint8Array, symbol: string): string =>
  `col:${toHex(creatorKey.subarray(0, CREATOR_CHARACTERS / 2))}:${symbol}`;

/** Members by which a payload names a collection and a token of it. */
export const collectionMember: PayloadMember = {
  name: 'collectionId',
  aliases: ['collection_id'],
  type: 'text',
  characters: COLLECTION_ID_CHARACTERS,
  required: true,
  about: 'Id of the collection, `col:<start of its creator>:<symbol>`',
};

export const tokenMember: PayloadMember = {
  name: 'tokenId',
  aliases: ['token_id'],
  type: 'integer',
  required: true,
  about: 'Id of the token in its collection, from 1',
};

/** Members in the answers of all NFT operations. */
export const collectionAnswers: readonly AnswerMember[] = [
  { name: 'collection_id', type: 'text', about: 'Id of the collection' },
  { name: 'message', type: 'text', about: 'A sentence' },
];

export const readCollectionId = (reader: PayloadReader): string | undefined =>
  reader.requiredText('collectionId', COLLECTION_ID_CHARACTERS);

export function readTokenId(reader: PayloadReader): number | undefined {
  const token = reader.integer('tokenId');
  if (token === undefined && !reader.refusal)
    return reader.fail(refuse('malformed_payload', 'tokenId must be the whole number of a token'));
  return token;
}

/** A text that counts as absent when it is empty. @param most characters. */
export const readShown = (reader: PayloadReader, name: string, most: number): string | undefined =>
  reader.optionalText(name, most) || undefined;

/** @param id untrusted text. */
export const collectionOf = (view: StateView, id: string): Collection | Refusal =>
  view.get(collections, id) ?? refuse('not_found', 'collection not found');

/** A collection's token by its id. */
export const nftOf = (view: StateView, collection: Collection, token: number): Nft | undefined =>
  view.get(nfts, nftKey(collection.number, token));

/** A token with its collection if the account owns the token, otherwise a refusal. */
export function ownedNft(
  view: StateView,
  { collectionId, tokenId }: { readonly collectionId: string; readonly tokenId: number },
  account: AccountId,
): { readonly collection: Collection; readonly key: string; readonly nft: Nft } | Refusal {
  const collection = view.get(collections, collectionId);
  const key = collection && nftKey(collection.number, tokenId);
  const nft = key === undefined ? undefined : view.get(nfts, key);
  if (!collection || key === undefined || !nft) return refuse('not_found', 'NFT not found');
  if (nft.owner !== account) return refuse('not_authorized', 'you do not own this NFT');
  return { collection, key, nft };
}

export const checkMintable = ({ frozen }: Collection): Refusal | undefined =>
  frozen ? refuse('rule_violation', 'collection is frozen') : undefined;

/** Whether `count` more tokens stay within the collection's cap. */
export const hasRoomFor = ({ minted, maxSupply }: Collection, count: number): boolean =>
  maxSupply === undefined || minted + count <= maxSupply;

/** What a minter pays to the creator, in quanta: the price, less the discount if it holds enough of the gate's token. */
export function mintPriceFor(view: StateView, collection: Collection, minter: AccountId): bigint {
  const { creator, mintPrice, tokenGateSymbol, tokenGateAmount, discountPct } = collection;
  if (minter === creator) return 0n;
  if (tokenGateSymbol === undefined || balanceOf(view, minter, tokenGateSymbol) < tokenGateAmount) return mintPrice;
  return (mintPrice * BigInt(100 - discountPct)) / 100n;
}

/** What the seller pays to the royalty's recipient, in quanta. @param salePrice quanta. */
export const royaltyOf = ({ royaltyBps }: Collection, salePrice: bigint): bigint =>
  (salePrice * BigInt(royaltyBps)) / BigInt(WHOLE_BPS);

/** Texts that the minter gives a token. */
export interface NftTexts {
  readonly name: string;
  readonly metadataUri: string | undefined;
  /** Canonical JSON text. */
  readonly attributes: string | undefined;
}

/** Mints tokens with the ids after the collection's last one. @param time milliseconds.
 *  @param owner of the new tokens, when it is not the minter. @returns the id of the first. */
export function mintNfts(
  state: StateWriter,
  collectionId: string,
  collection: Collection,
  minter: AccountId,
  items: readonly NftTexts[],
  time: number,
  owner = minter,
): number {
  const first = collection.minted + 1;
  items.forEach(({ name, metadataUri, attributes }, index) => {
    state.put(nfts, nftKey(collection.number, first + index), {
      owner,
      creator: minter,
      name,
      metadataUri,
      attributes,
      locked: false,
      mintedAt: time,
      transferredAt: time,
    });
  });
  state.put(collections, collectionId, { ...collection, minted: collection.minted + items.length });
  return first;
}

export const ROYALTY_WALLET =
  'royaltyRecipient must be a wallet: a rouge1 address or a public key of 3,904 hex characters';

/** The refusal for an account that cannot be a royalty recipient, because nobody holds a key of it: a system account, a contract
 *  (specification, NFT collection). */
export const checkRoyaltyRecipient = (view: StateView, account: AccountId): Refusal | undefined =>
  isSystemAccount(account) || view.get(contractAccounts, account) !== undefined
    ? refuse('invalid_recipient', ROYALTY_WALLET)
    : undefined;
