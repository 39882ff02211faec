/** NFTs: owners, collections of the contract, royalty. */

import { code, type HostFrame, MAX_ACCOUNT_BYTES, MAX_TEXT_BYTES } from './hostFrame.js';
import { type HostTable, hostFunction } from './hostFunction.js';

/** Bytes of a collection's or an NFT's name (reference, Host functions). */
export const MAX_NFT_NAME_BYTES = 128;
/** `col:`, 16 characters of the creator, `:`; the symbol follows. */
const COLLECTION_ID_PREFIX = 21;
const MOVED = 0;
const BPS_MAX = 10_000;

function owner(
  frame: HostFrame,
  collection: number,
  length: number,
  id: bigint,
  out: number,
  capacity: number,
): number {
  frame.charge('balance', length >>> 0);
  const name = frame.strictText(collection, length, MAX_TEXT_BYTES);
  const text = name === undefined || id < 0n ? undefined : frame.scene.nftOwner(name, id);
  return text === undefined ? code.absent : frame.answer(out, capacity, text);
}

function transfer(frame: HostFrame, collection: number, length: number, id: bigint, to: number, bytes: number): number {
  frame.charge('transfer', (length >>> 0) + (bytes >>> 0));
  const name = frame.strictText(collection, length, MAX_TEXT_BYTES);
  const recipient = frame.strictText(to, bytes, MAX_ACCOUNT_BYTES);
  if (name === undefined || !recipient || id < 0n) return 2;
  const refusal = frame.scene.nftTransfer(name, id, recipient);
  if (refusal === undefined) return MOVED;
  return refusal === 'not_owned' ? 1 : 2;
}

/** The identity of a collection is known before it is made: with a buffer that is too small nothing is made. */
function createCollection(
  frame: HostFrame,
  symbol: number,
  symbolLength: number,
  name: number,
  nameLength: number,
  most: bigint,
  out: number,
  capacity: number,
): number {
  const exists = -1;
  const invalid = -3;
  frame.charge('nftWrite', (symbolLength >>> 0) + (nameLength >>> 0));
  const ticker = frame.strictText(symbol, symbolLength, MAX_TEXT_BYTES)?.trim();
  const title = frame.strictText(name, nameLength, MAX_NFT_NAME_BYTES);
  if (!ticker || !title || most < 0n) return invalid;
  const room = frame.room(out, capacity, COLLECTION_ID_PREFIX + ticker.length);
  if (room < 0) return room;
  const made = frame.scene.nftCreateCollection(ticker, title, most);
  if (made === 'exists') return exists;
  return made === 'invalid' ? invalid : frame.answer(out, capacity, made.id);
}

function mint(
  frame: HostFrame,
  collection: number,
  collectionLength: number,
  to: number,
  toLength: number,
  name: number,
  nameLength: number,
  metadata: number,
  metadataLength: number,
): bigint {
  const codes = { not_creator: -1n, max_reached: -2n, missing: -3n, invalid: -4n } as const;
  const lengths = [collectionLength, toLength, nameLength, metadataLength];
  frame.charge(
    'nftWrite',
    lengths.reduce((sum, length) => sum + (length >>> 0), 0),
  );
  const id = frame.strictText(collection, collectionLength, MAX_TEXT_BYTES);
  const recipient = frame.strictText(to, toLength, MAX_ACCOUNT_BYTES);
  const title = frame.strictText(name, nameLength, MAX_NFT_NAME_BYTES);
  const json = frame.strictText(metadata, metadataLength, MAX_TEXT_BYTES);
  if (id === undefined || !recipient || !title || json === undefined) return codes.invalid;
  const minted = frame.scene.nftMint(id, recipient, title, json);
  return typeof minted === 'string' ? codes[minted] : BigInt(minted.id);
}

function royaltyOf(
  frame: HostFrame,
  collection: number,
  length: number,
): { bps: number; recipient: string } | undefined {
  frame.charge('balance', length >>> 0);
  const name = frame.strictText(collection, length, MAX_TEXT_BYTES);
  return name === undefined ? undefined : frame.scene.royalty(name);
}

export const nfts: HostTable = {
  host_nft_owner: hostFunction('iilii>i', owner, 'game_ready_2'),
  host_nft_transfer: hostFunction('iilii>i', transfer, 'game_ready_2'),
  host_nft_create_collection: hostFunction('iiiilii>i', createCollection, 'game_ready_2'),
  host_nft_mint: hostFunction('iiiiiiii>l', mint, 'game_ready_2'),
  host_nft_royalty_bps: hostFunction(
    'ii>i',
    (frame: HostFrame, collection: number, length: number) => {
      const royalty = royaltyOf(frame, collection, length);
      return royalty ? Math.min(royalty.bps, BPS_MAX) : code.absent;
    },
    'contract_nft_royalty',
  ),
  host_nft_royalty_recipient: hostFunction(
    'iiii>i',
    (frame: HostFrame, collection: number, length: number, out: number, capacity: number) => {
      const royalty = royaltyOf(frame, collection, length);
      return royalty ? frame.answer(out, capacity, royalty.recipient) : code.absent;
    },
    'contract_nft_royalty',
  ),
};
