/** What a contract does with NFTs: it owns and makes them like anybody else, and pays no royalty. */

import { XRGE } from '../base/amounts.js';
import { utf8 } from '../base/bytes.js';
import { canonicalJson, parseJson } from '../base/json.js';
import { SIGNED_JSON } from '../base/limits.js';
import { isRefusal } from '../base/refusal.js';
import { burnAccount } from '../crypto/address.js';
import type { StateView } from '../state/state.js';
import type { CollectionRefusal, MintRefusal, NftTransferRefusal } from '../vm/scene.js';
import { type ActingContract, recipientOf } from './contractMoves.js';
import { accountText, symbolOf } from './contracts.js';
import { countOne } from './counters.js';
import { checkMintable, hasRoomFor, mintNfts, NFT_ATTRIBUTES_CHARACTERS, WHOLE_BPS } from './nfts.js';
import { type Collection, collections, collectionTexts, type Nft, nftKey, nfts } from './nftTables.js';

/** Bytes of the name of a collection or an NFT that a contract makes. */
const NAME_BYTES = 128;

/** Characters of its maker's address that a collection's id begins with. */
const CREATOR_CHARACTERS = 16;

const LARGEST_ID = BigInt(Number.MAX_SAFE_INTEGER);

/** An NFT with the collection that it is in. */
function find(view: StateView, id: string, number: bigint) {
  const collection = view.get(collections, id);
  if (!collection || number < 1n || number > LARGEST_ID) return undefined;
  const key = nftKey(collection.number, Number(number));
  const nft = view.get(nfts, key);
  return nft && { key, nft };
}

const isName = (name: string): boolean => name.trim() !== '' && utf8(name).length <= NAME_BYTES;

/** The owner as contracts write accounts. */
export function ownerOf(view: StateView, collection: string, id: bigint): string | undefined {
  const found = find(view, collection, id);
  return found && accountText(view, found.nft.owner);
}

export function transferNft(
  contract: ActingContract,
  collection: string,
  id: bigint,
  to: string,
): NftTransferRefusal | undefined {
  const { state, block, account, effects } = contract;
  const found = find(state, collection, id);
  const recipient = recipientOf(contract, to);
  if (!found || recipient === undefined || recipient === burnAccount) return 'not_found';
  const { key, nft } = found;
  if (nft.owner !== account) return 'not_owned';
  if (nft.locked) return 'not_found';
  state.put(nfts, key, { ...nft, owner: recipient, transferredAt: block.time } satisfies Nft);
  effects.moves.push({ from: account, to: recipient, name: collection, amount: undefined, nft: Number(id) });
  return undefined;
}

/** Makes a collection in which the contract alone mints. */
export function createCollection(
  { state, block, address, account, effects }: ActingContract,
  written: string,
  name: string,
  most: bigint,
): { readonly id: string } | CollectionRefusal {
  const symbol = symbolOf(written);
  if (symbol === undefined || symbol === XRGE || !isName(name) || most < 0n || most > LARGEST_ID) return 'invalid';
  const id = `col:${address.slice(0, CREATOR_CHARACTERS)}:${symbol}`;
  if (state.get(collections, id)) return 'exists';
  const collection: Collection = {
    number: countOne(state, 'collections') + 1,
    symbol,
    creator: account,
    createdAt: block.time,
    maxSupply: most === 0n ? undefined : Number(most),
    minted: 0,
    burned: 0,
    royaltyBps: 0,
    royaltyRecipient: account,
    frozen: false,
    publicMint: false,
    mintPrice: 0n,
    tokenGateSymbol: undefined,
    tokenGateAmount: 0n,
    discountPct: 0,
  };
  state.put(collections, id, collection);
  state.put(collectionTexts, id, { name, description: undefined, image: undefined });
  effects.collections.push(id);
  return { id };
}

/** Canonical JSON; undefined for none. @returns null for a text that is no JSON, or too long. */
function attributesOf(metadata: string): string | undefined | null {
  if (metadata === '') return undefined;
  const value = parseJson(metadata, SIGNED_JSON);
  const text = isRefusal(value) ? undefined : canonicalJson(value);
  return text === undefined || text.length > NFT_ATTRIBUTES_CHARACTERS ? null : text;
}

export function mintNft(
  contract: ActingContract,
  id: string,
  to: string,
  name: string,
  metadata: string,
): { readonly id: number } | MintRefusal {
  const { state, block, account, effects } = contract;
  const recipient = recipientOf(contract, to);
  const attributes = attributesOf(metadata);
  if (recipient === undefined || recipient === burnAccount || !isName(name) || attributes === null) return 'invalid';
  const collection = state.get(collections, id);
  if (!collection) return 'missing';
  if (collection.creator !== account) return 'not_creator';
  if (checkMintable(collection)) return 'missing';
  if (!hasRoomFor(collection, 1)) return 'max_reached';
  const texts = { name, metadataUri: undefined, attributes };
  const token = mintNfts(state, id, collection, account, [texts], block.time, recipient);
  effects.moves.push({ from: undefined, to: recipient, name: id, amount: undefined, nft: token });
  return { id: token };
}

/** Undefined for a collection that does not exist. */
export function royaltyFacts(view: StateView, id: string): { bps: number; recipient: string } | undefined {
  const collection = view.get(collections, id);
  return (
    collection && {
      bps: Math.min(collection.royaltyBps, WHOLE_BPS),
      recipient: accountText(view, collection.royaltyRecipient),
    }
  );
}
