/** State tables of NFTs: collections and their tokens. */

import { concatBytes, fromBinary, readU64, toBinary, u64Bytes } from '../base/bytes.js';
import type { AccountId } from '../crypto/address.js';
import { defineTable, type Table } from '../state/table.js';
import { account, amount, flag, integer, layout, optional, text } from './layout.js';

/** A collection's rules and counters. It is small because every mint writes it. */
export interface Collection {
  /** In the order of creation, from 1. */
  readonly number: number;
  /** In upper case. */
  readonly symbol: string;
  readonly creator: AccountId;
  /** Header time of its block. */
  readonly createdAt: number;
  /** Most tokens that may ever be minted; unlimited when absent. */
  readonly maxSupply: number | undefined;
  /** Tokens minted so far, including burned ones: the last token's id. */
  readonly minted: number;
  readonly burned: number;
  /** Hundredths of a percent of a sale's price, which the seller pays to the recipient. */
  readonly royaltyBps: number;
  readonly royaltyRecipient: AccountId;
  /** Whether its creator has stopped minting. */
  readonly frozen: boolean;
  /** Whether everybody may mint. */
  readonly publicMint: boolean;
  /** Quanta that a minter pays to the creator. */
  readonly mintPrice: bigint;
  /** A minter that holds `tokenGateAmount` units of this token gets the discount. */
  readonly tokenGateSymbol: string | undefined;
  readonly tokenGateAmount: bigint;
  /** Percent of the price. */
  readonly discountPct: number;
}

const collectionLayout = layout<Collection>({
  number: integer,
  symbol: text,
  creator: account,
  createdAt: integer,
  maxSupply: optional(integer),
  minted: integer,
  burned: integer,
  royaltyBps: integer,
  royaltyRecipient: account,
  frozen: flag,
  publicMint: flag,
  mintPrice: amount,
  tokenGateSymbol: optional(text),
  tokenGateAmount: amount,
  discountPct: integer,
});

/** Key: the collection's id. */
export const collections: Table<Collection> = defineTable({ id: 0x13, name: 'nft_collections', ...collectionLayout });

/** The parts of a collection that are only shown and never change. */
export interface CollectionTexts {
  readonly name: string;
  readonly description: string | undefined;
  readonly image: string | undefined;
}

const textsLayout = layout<CollectionTexts>({ name: text, description: optional(text), image: optional(text) });

/** Key: the collection's id. */
export const collectionTexts: Table<CollectionTexts> = defineTable({
  id: 0x14,
  name: 'nft_collection_texts',
  ...textsLayout,
});

export interface Nft {
  readonly owner: AccountId;
  /** The account that minted it. */
  readonly creator: AccountId;
  readonly name: string;
  readonly metadataUri: string | undefined;
  /** Canonical JSON text. */
  readonly attributes: string | undefined;
  readonly locked: boolean;
  /** Header times. */
  readonly mintedAt: number;
  readonly transferredAt: number;
}

const nftLayout = layout<Nft>({
  owner: account,
  creator: account,
  name: text,
  metadataUri: optional(text),
  attributes: optional(text),
  locked: flag,
  mintedAt: integer,
  transferredAt: integer,
});

/** Key: number of the collection, id of the token, 8 bytes each: byte order is their order. */
export const nfts: Table<Nft> = defineTable({ id: 0x15, name: 'nfts', ...nftLayout });

/** Makes one flat string: V8 would keep two joined strings as two, plus an object that joins them. */
export const nftKey = (collection: number, token: number): string =>
  toBinary(concatBytes(u64Bytes(collection), u64Bytes(token)));

/** @param key a token's key. */
export function readNftKey(key: string): { readonly collection: number; readonly token: number } {
  const bytes = fromBinary(key);
  return { collection: readU64(bytes, 0), token: readU64(bytes, 8) };
}
