/** What the accounts of the mix `defi` trade: tokens with pools, collections in which everybody mints, and a gallery for each account.
 *
 *  In: the run's seed and accounts. Out: names, the same ones in every process of the run; which of them an account uses. An account hands
 *  on each NFT of its gallery once, so the order in which requests reach the node does not matter: what is handed on in a round was
 *  minted before it. */

import { collectionIdOf } from '../../engine/ledger/nfts.js';
import { kindOfRequest, type Mix } from './mixes.js';

/** Pools are opened with as much XRGE, and units of the token: a swap of some cents moves the price by less than a ten-thousandth. */
export const POOL_XRGE = 1_000;
export const UNITS_OF_A_CENT = 10_000;
export const POOL_UNITS = POOL_XRGE * 100 * UNITS_OF_A_CENT;

/** Units of its token that each account gets: an hour's swaps at some thousand requests a second take a part of it. */
export const HOLDING_UNITS = 10 ** 10;

/** Tokens, each with a pool to XRGE, and collections for everybody; fewer when there are fewer accounts. */
const MOST = 4;

/** Symbol of a collection that an account creates for everybody, and of its gallery. */
export const MINTS_SYMBOL = 'MINT';
export const GALLERY_SYMBOL = 'OWN';

/** With the letter before it and the number behind it ten characters, the longest symbol. */
const SEED_CHARACTERS = 8;

export interface MarketNames {
  /** Account i creates token i, and holds token i modulo their number. */
  readonly tokens: readonly string[];
  /** Ids of the collections in which everybody mints; account i has created the i-th. */
  readonly collections: readonly string[];
}

/** What one account's requests name. */
export interface Stall {
  readonly token: string;
  readonly otherToken: string;
  /** Id of the collection in which it mints. */
  readonly mintsIn: string;
  /** Id of its gallery, and the next NFT of it to hand on. */
  readonly gallery: string;
  readonly nft: number;
}

export const galleryOf = (publicKey: Uint8Array): string => collectionIdOf(publicKey, GALLERY_SYMBOL);

export function marketNames(seed: string, keys: readonly Uint8Array[]): MarketNames {
  const creators = keys.slice(0, MOST);
  const prefix = `L${seed.slice(0, SEED_CHARACTERS).toUpperCase()}`;
  return {
    tokens: creators.map((_, index) => `${prefix}${index}`),
    collections: creators.map((key) => collectionIdOf(key, MINTS_SYMBOL)),
  };
}

export function stallOf({ tokens, collections }: MarketNames, account: number, gallery: string, nft: number): Stall {
  return {
    token: tokens[account % tokens.length] as string,
    otherToken: tokens[(account + 1) % tokens.length] as string,
    mintsIn: collections[account % collections.length] as string,
    gallery,
    nft,
  };
}

/** What signers of a round need to know about the market. */
export interface MarketOrder {
  readonly names: MarketNames;
  /** Whether accounts stake and unstake. */
  readonly stakes: boolean;
  /** By account: the first NFT of its gallery that this round hands on. */
  readonly nfts: Uint32Array;
}

/** Calls back for each request that hands on an NFT, in the order of the slots. */
function eachHandedOn({ mix, count, signers, stakes }: SignedSlots, of: (slot: number, account: number) => void): void {
  for (let slot = 0; slot < count; slot++)
    if (kindOfRequest(mix, slot, stakes) === 'NFT transfer') of(slot, signers[slot % signers.length] as number);
}

/** What one sender signs: slot s by `signers[s % length]`. */
export interface SignedSlots {
  readonly mix: Mix;
  readonly count: number;
  readonly signers: readonly number[];
  readonly stakes: boolean;
}

/** Adds to each account how many NFTs it hands on. */
export function countHandedOn(slots: SignedSlots, counts: Uint32Array): void {
  eachHandedOn(slots, (_, account) => {
    counts[account] = (counts[account] ?? 0) + 1;
  });
}

/** The NFT that each slot hands on. @param first by account. */
export function nftsBySlot(slots: SignedSlots, first: Uint32Array): ReadonlyMap<number, number> {
  const next = first.slice();
  const bySlot = new Map<number, number>();
  eachHandedOn(slots, (slot, account) => {
    const nft = next[account] as number;
    bySlot.set(slot, nft);
    next[account] = nft + 1;
  });
  return bySlot;
}
