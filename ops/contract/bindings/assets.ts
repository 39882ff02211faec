/** What a contract owns and moves: XRGE, tokens, NFTs. A contract moves only what is its own. */

import { LARGEST_AMOUNT, XRGE } from './amounts';
import { ANSWER, ANSWER_BYTES, answerText, utf8 } from './bytes';
import {
  host_get_attached_amount,
  host_get_attached_symbol,
  host_get_balance,
  host_nft_create_collection,
  host_nft_mint,
  host_nft_owner,
  host_nft_royalty_bps,
  host_nft_royalty_recipient,
  host_nft_transfer,
  host_token_balance,
  host_token_transfer,
  host_transfer,
} from './env';

/** What was sent with the call: quanta of XRGE, or base units of the token. 0 when nothing was. */
export function attachedAmount(): u64 {
  return <u64>host_get_attached_amount();
}

/** `XRGE`, the symbol of a token, or the empty text when nothing was sent. */
export function attachedSymbol(): string {
  const length = host_get_attached_symbol(ANSWER, ANSWER_BYTES);
  return length <= 0 ? '' : answerText(length);
}

/** The amount that was sent with the call, in XRGE. @throws when it is another token or nothing; the sender then keeps it. */
export function attachedXrge(): u64 {
  assert(attachedSymbol() === XRGE, 'attach XRGE to this call');
  return attachedAmount();
}

/** @throws when something was sent with the call. */
export function refusePayment(): void {
  assert(attachedAmount() === 0, 'this method takes no payment');
}

/** Quanta of XRGE of any account: a key in hex, an address, or a contract's address. */
export function balanceOf(account: string): u64 {
  const bytes = utf8(account);
  return <u64>host_get_balance(bytes.dataStart, bytes.length);
}

/** @returns false, with nothing moved, when the contract has too little or the recipient is no account. */
export function trySend(to: string, quanta: u64): bool {
  if (quanta > LARGEST_AMOUNT) return false;
  const bytes = utf8(to);
  return host_transfer(bytes.dataStart, bytes.length, <i64>quanta) === 0;
}

/** Sends XRGE of the contract. @throws when it has too little, and for a recipient that is no account: the host has one answer for both. */
export function send(to: string, quanta: u64): void {
  assert(trySend(to, quanta), 'the contract has too little XRGE, or the recipient is no account');
}

/** Base units. @throws for a symbol that names no token. */
export function tokenBalanceOf(symbol: string, account: string): u64 {
  const symbolBytes = utf8(symbol);
  const bytes = utf8(account);
  const balance = host_token_balance(symbolBytes.dataStart, symbolBytes.length, bytes.dataStart, bytes.length);
  assert(balance >= 0, `${symbol} is no token`);
  return <u64>balance;
}

/** @returns false, with nothing moved, when the contract has too little. @throws for a symbol or recipient that is none. */
export function trySendToken(symbol: string, to: string, units: u64): bool {
  if (units > LARGEST_AMOUNT) return false;
  const symbolBytes = utf8(symbol);
  const bytes = utf8(to);
  const code = host_token_transfer(
    symbolBytes.dataStart,
    symbolBytes.length,
    bytes.dataStart,
    bytes.length,
    <i64>units,
  );
  assert(code !== 2, `${units.toString()} ${symbol} cannot be sent to ${to}`);
  return code === 0;
}

/** Sends base units of a token of the contract. @throws when it has too little. */
export function sendToken(symbol: string, to: string, units: u64): void {
  assert(trySendToken(symbol, to, units), `the contract has too little ${symbol}`);
}

/** The owner as the chain keeps it; null when there is no such NFT. */
export function nftOwner(collection: string, id: u64): string | null {
  const bytes = utf8(collection);
  const length = host_nft_owner(bytes.dataStart, bytes.length, <i64>id, ANSWER, ANSWER_BYTES);
  return length < 0 ? null : answerText(length);
}

/** Sends an NFT of the contract. No royalty is paid. @throws when it is not the contract's or cannot be moved. */
export function sendNft(collection: string, id: u64, to: string): void {
  const bytes = utf8(collection);
  const toBytes = utf8(to);
  const code = host_nft_transfer(bytes.dataStart, bytes.length, <i64>id, toBytes.dataStart, toBytes.length);
  assert(code !== 1, 'the contract does not own this NFT');
  assert(code === 0, 'there is no such NFT, or it cannot be moved');
}

/** @param most greatest number of NFTs; 0 for no limit. @returns the id of the collection.
 *  @throws when it exists or a name is invalid. */
export function createCollection(symbol: string, name: string, most: u64): string {
  const symbolBytes = utf8(symbol);
  const nameBytes = utf8(name);
  const length = host_nft_create_collection(
    symbolBytes.dataStart,
    symbolBytes.length,
    nameBytes.dataStart,
    nameBytes.length,
    <i64>most,
    ANSWER,
    ANSWER_BYTES,
  );
  assert(length !== -1, 'the collection exists');
  assert(length >= 0, 'the symbol, the name or the limit of the collection is invalid');
  return answerText(length);
}

/** Mints into a collection of this contract. @param metadata JSON text; empty for none. @returns the id of the NFT.
 *  @throws when it cannot be minted. */
export function mintNft(collection: string, to: string, name: string, metadata: string): u64 {
  const bytes = utf8(collection);
  const toBytes = utf8(to);
  const nameBytes = utf8(name);
  const metadataBytes = utf8(metadata);
  const id = host_nft_mint(
    bytes.dataStart,
    bytes.length,
    toBytes.dataStart,
    toBytes.length,
    nameBytes.dataStart,
    nameBytes.length,
    metadataBytes.dataStart,
    metadataBytes.length,
  );
  assert(id !== -1, 'the collection is not of this contract');
  assert(id !== -2, 'all NFTs of the collection are minted');
  assert(id !== -3, 'there is no such collection, or it is frozen');
  assert(id >= 0, 'the recipient, the name or the metadata is invalid');
  return <u64>id;
}

/** Hundredths of a percent. @throws when there is no such collection. */
export function royaltyBps(collection: string): u32 {
  const bytes = utf8(collection);
  const bps = host_nft_royalty_bps(bytes.dataStart, bytes.length);
  assert(bps >= 0, 'there is no such collection');
  return <u32>bps;
}

/** @throws when there is no such collection. */
export function royaltyRecipient(collection: string): string {
  const bytes = utf8(collection);
  const length = host_nft_royalty_recipient(bytes.dataStart, bytes.length, ANSWER, ANSWER_BYTES);
  assert(length >= 0, 'there is no such collection');
  return answerText(length);
}
