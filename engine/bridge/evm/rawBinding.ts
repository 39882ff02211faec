/** Raw binding: a transaction and its receipt are recomputed into the hash of their block, so that a provider cannot make up either without
 *  making up a block.
 *
 *  The block's hash is the hash of its header; the header has the roots of all transactions and of all receipts; the transaction at the
 *  receipt's index has the hash that was asked for, and its signature is its sender's. Receipts name no transaction, so without the second root
 *  one receipt could be shown for two transactions of a block, and one deposit be claimed twice.
 *  What no hash covers is computed: the index of a log in its block. */

import { keccak_256 } from '@noble/hashes/sha3.js';
import { Transaction } from 'micro-eth-signer';
import { toHex } from '../../base/bytes.js';
import type { JsonObject } from '../../base/json.js';
import { errorText, isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import { encodeHeader, encodeReceipt, encodeTransaction } from './encoding.js';
import { listRoot } from './trie.js';
import {
  type EvmReceipt,
  type EvmTransaction,
  hash,
  list,
  malformed,
  object,
  quantity,
  type Result,
  reading,
  readReceipt,
  readTransaction,
} from './values.js';

const hashOf = (bytes: Uint8Array): string => `0x${toHex(keccak_256(bytes))}`;
const rootOf = (values: readonly Uint8Array[]): string => `0x${toHex(listRoot(values))}`;

/** Transactions of the sequencer of an OP stack chain, which have no signature (specs.optimism.io, Deposits). */
const UNSIGNED = 0x7e;

/** The encoded transactions of a block, under its header's root. */
function boundTransactions(block: JsonObject): readonly Uint8Array[] {
  const encoded = list(block.get('transactions'), 'transactions').map((item) =>
    encodeTransaction(object(item, 'a transaction')),
  );
  if (rootOf(encoded) !== hash(block.get('transactionsRoot'), 'transactionsRoot'))
    malformed('the transactions are not those of the header');
  return encoded;
}

/** The receipts of a block, under its header's root. */
function boundReceipts(block: JsonObject, blockReceipts: Result): readonly JsonObject[] {
  if (isRefusal(blockReceipts)) return malformed(blockReceipts.message);
  const receipts = list(blockReceipts, 'the receipts').map((item) => object(item, 'a receipt'));
  if (rootOf(receipts.map(encodeReceipt)) !== hash(block.get('receiptsRoot'), 'receiptsRoot'))
    malformed('the receipts are not those of the header');
  return receipts;
}

/** The sender from the signature. @throws caught by `reading`. */
function senderOf(bytes: Uint8Array, chainId: bigint): string {
  let sender: string;
  let own: bigint | undefined;
  try {
    const signed = Transaction.fromBytes(bytes);
    sender = signed.sender.toLowerCase();
    own = (signed.raw as { readonly chainId?: bigint }).chainId;
  } catch (error) {
    return malformed(`its signature cannot be checked: ${errorText(error)}`);
  }
  // Legacy transactions of before EIP-155 name no chain.
  return own === undefined || own === chainId ? sender : malformed('it is signed for another chain');
}

/** The fields that are covered by a hash, as one text. */
const contentOf = ({ succeeded, logs }: EvmReceipt): string => JSON.stringify([succeeded, logs]);

function bindTransaction(
  encoded: Uint8Array | undefined,
  shown: EvmTransaction,
  item: JsonObject,
  chainId: bigint,
): void {
  if (encoded === undefined || hashOf(encoded) !== shown.hash) malformed('it is not at its index in the block');
  const { to, value } = readTransaction(item);
  if (to !== shown.to || value !== shown.value) malformed('its recipient or value is another one in the block');
  const bytes = encoded as Uint8Array;
  const from = bytes[0] === UNSIGNED ? readTransaction(item).from : senderOf(bytes, chainId);
  if (from !== shown.from) malformed('its sender has not signed it');
}

function bindReceipt(receipts: readonly JsonObject[], shown: EvmReceipt): void {
  const receipt = receipts[shown.index] ?? malformed('its receipt is not in the block');
  const before = receipts.slice(0, shown.index).reduce((sum, item) => sum + list(item.get('logs'), 'logs').length, 0);
  const bound = readReceipt(receipt);
  if (contentOf(bound) !== contentOf(shown)) malformed('its receipt is another one in the block');
  if (bound.logs.some(({ index }, at) => index !== before + at)) malformed('its logs have other indexes in the block');
}

/** @param block with its whole transactions. @returns why they do not belong together, or undefined. */
export function bindToBlock(
  transaction: EvmTransaction,
  receipt: EvmReceipt,
  chainId: bigint,
  block: Result | undefined,
  blockReceipts: Result | undefined,
): Refusal | undefined {
  if (block === undefined || isRefusal(block) || blockReceipts === undefined)
    return refuse('busy', 'raw binding needs the whole block and all of its receipts');
  const bound = reading('raw binding', () => {
    const members = object(block, 'the block');
    if (hashOf(encodeHeader(members)) !== receipt.blockHash) malformed("the header does not have the block's hash");
    if (quantity(members.get('number'), 'number') !== BigInt(receipt.height)) malformed('the block has another height');
    const encoded = boundTransactions(members);
    const items = list(members.get('transactions'), 'transactions');
    if (encoded[receipt.index] === undefined) malformed('it is not in the block');
    bindTransaction(encoded[receipt.index], transaction, object(items[receipt.index], 'a transaction'), chainId);
    bindReceipt(boundReceipts(members, blockReceipts), receipt);
    return true;
  });
  return isRefusal(bound) ? bound : undefined;
}
