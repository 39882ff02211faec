/** Answers of an Esplora server (mempool.space, blockstream.info), read strictly.
 *
 *  In: the text of an answer. Out: its facts, or a sentence on what is wrong with it. An unknown shape is a failed provider, never a guess. */

import { fromHex } from '../../base/bytes.js';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue, parseJson } from '../../base/json.js';
import type { JsonBounds } from '../../base/limits.js';
import { isRefusal } from '../../base/refusal.js';
import { type BtcNetwork, readBtcAddress } from './address.js';
import { hashOfShown, isShownHash } from './hash.js';
import { type BtcHeader, HEADER_BYTES, parseHeader } from './headers.js';
import { type MerkleProof, MOST_MERKLE_LEVELS } from './merkle.js';
import { type BtcOutput, MAX_SATS, MAX_TRANSACTION_BYTES } from './transaction.js';

/** Shared by all answers: an object has some twenty members, and nothing is deeper than a witness item of an input of a transaction of a page. */
const SHAPE = { members: 64, keyCharacters: 64, depth: 8 } as const;

/** The largest standard transaction has 400,000 units of weight, all of them in two hex digits, with members around each input. */
export const TRANSACTION_JSON: JsonBounds = { ...SHAPE, characters: 8 << 20, values: 400_000 };

/** A page has 25 transactions and up to 50 unconfirmed ones. */
export const PAGE_JSON: JsonBounds = { ...SHAPE, characters: 32 << 20, values: 1_600_000 };

/** Block status, Merkle proof, ten to fifteen block summaries. */
export const SMALL_JSON: JsonBounds = { ...SHAPE, characters: 256 << 10, values: 2_048 };

/** Transactions of one page that are confirmed. */
export const PAGE_TRANSACTIONS = 25;

/** Higher than any block of the next thousands of years; a number above it is an error. */
const MAX_HEIGHT = 1_000_000_000;

/** What an input spends, as a provider says it. */
export interface SpentOutput {
  readonly script: Uint8Array | undefined;
  /** Satoshis. */
  readonly value: bigint | undefined;
}

/** Where a transaction is. */
export interface BlockPlace {
  readonly height: number;
  readonly hash: string | undefined;
}

export interface EsploraTransaction {
  readonly id: string;
  readonly isCoinbase: boolean;
  readonly inputs: readonly SpentOutput[];
  readonly outputs: readonly BtcOutput[];
  /** Satoshis, when the provider says it. */
  readonly fee: bigint | undefined;
  /** Absent while it is unconfirmed. */
  readonly block: BlockPlace | undefined;
}

/** A sentence without a subject: "the member x is ...". */
export class BadAnswer {
  constructor(readonly reason: string) {}
}

export const isBadAnswer = (value: unknown): value is BadAnswer => value instanceof BadAnswer;

/** Thrown inside this file only. */
const bad = (reason: string): BadAnswer => new BadAnswer(reason);

function reading<T>(read: () => T): T | BadAnswer {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadAnswer) return error;
    throw error;
  }
}

function documentOf(text: string, bounds: JsonBounds): JsonValue {
  const value = parseJson(text, bounds);
  if (isRefusal(value)) throw bad(value.message);
  return value;
}

function objectOf(value: JsonValue | undefined, name: string): JsonObject {
  if (!isJsonObject(value)) throw bad(`${name} is no object`);
  return value;
}

function arrayOf(value: JsonValue | undefined, name: string, most: number): readonly JsonValue[] {
  if (!Array.isArray(value)) throw bad(`${name} is no array`);
  if (value.length > most) throw bad(`${name} has more than ${most} elements`);
  return value as readonly JsonValue[];
}

/** @returns undefined for an absent member and for null. */
const optional = (object: JsonObject, name: string): JsonValue | undefined => object.get(name) ?? undefined;

function bigOf(value: JsonValue | undefined, name: string, most: bigint): bigint {
  const text = value instanceof JsonNumber ? value.text : '';
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text) || BigInt(text) > most) throw bad(`${name} is no whole number up to ${most}`);
  return BigInt(text);
}

const integerOf = (value: JsonValue | undefined, name: string, most: number): number =>
  Number(bigOf(value, name, BigInt(most)));

function booleanOf(value: JsonValue | undefined, name: string): boolean {
  if (typeof value !== 'boolean') throw bad(`${name} is neither true nor false`);
  return value;
}

function hashTextOf(value: JsonValue | undefined, name: string): string {
  if (typeof value !== 'string' || !isShownHash(value)) throw bad(`${name} is no hash of 64 lower-case hex digits`);
  return value;
}

function hashOf(value: JsonValue | undefined, name: string): Uint8Array {
  return hashOfShown(hashTextOf(value, name)) as Uint8Array;
}

/** The bytes count. A provider that shows only an address gives the same bytes through it. */
function scriptOf(output: JsonObject, network: BtcNetwork): Uint8Array | undefined {
  const hex = optional(output, 'scriptpubkey');
  if (hex !== undefined) {
    const script = typeof hex === 'string' && hex.length <= MAX_TRANSACTION_BYTES ? fromHex(hex) : undefined;
    if (!script) throw bad('scriptpubkey is no hex');
    return script;
  }
  const address = optional(output, 'scriptpubkey_address');
  if (typeof address !== 'string') return undefined;
  const read = readBtcAddress(address, network);
  return isRefusal(read) ? undefined : read.script;
}

function outputOf(value: JsonValue, network: BtcNetwork): BtcOutput {
  const output = objectOf(value, 'an output');
  const script = scriptOf(output, network);
  if (!script) throw bad('an output has no scriptpubkey');
  return { value: bigOf(output.get('value'), 'the value of an output', MAX_SATS), script };
}

function spentOf(value: JsonValue, network: BtcNetwork): SpentOutput {
  const input = objectOf(value, 'an input');
  const previous = optional(input, 'prevout');
  if (previous === undefined) return { script: undefined, value: undefined };
  const output = objectOf(previous, 'prevout');
  const sats = optional(output, 'value');
  return {
    script: scriptOf(output, network),
    value: sats === undefined ? undefined : bigOf(sats, 'the value of a prevout', MAX_SATS),
  };
}

function placeOf(value: JsonValue | undefined): BlockPlace | undefined {
  const status = objectOf(value, 'status');
  if (!booleanOf(status.get('confirmed'), 'confirmed')) return undefined;
  const hash = optional(status, 'block_hash');
  return {
    height: integerOf(status.get('block_height'), 'block_height', MAX_HEIGHT),
    hash: hash === undefined ? undefined : hashTextOf(hash, 'block_hash'),
  };
}

function transactionOf(value: JsonValue, network: BtcNetwork): EsploraTransaction {
  const document = objectOf(value, 'the transaction');
  const most = MAX_TRANSACTION_BYTES / 9;
  const inputs = arrayOf(document.get('vin'), 'vin', most);
  const outputs = arrayOf(document.get('vout'), 'vout', most).map((output) => outputOf(output, network));
  if (outputs.reduce((sum, output) => sum + output.value, 0n) > MAX_SATS)
    throw bad('the outputs are larger than all coins');
  const fee = optional(document, 'fee');
  return {
    id: hashTextOf(document.get('txid'), 'txid'),
    isCoinbase: inputs.some((input) => objectOf(input, 'an input').get('is_coinbase') === true),
    inputs: inputs.map((input) => spentOf(input, network)),
    outputs,
    fee: fee === undefined ? undefined : bigOf(fee, 'fee', MAX_SATS),
    block: placeOf(document.get('status')),
  };
}

/** GET /tx/:txid. @param id that was asked for. */
export const readTransactionAnswer = (text: string, id: string, network: BtcNetwork): EsploraTransaction | BadAnswer =>
  reading(() => {
    const transaction = transactionOf(documentOf(text, TRANSACTION_JSON), network);
    if (transaction.id !== id) throw bad('it is another transaction than the one that was asked for');
    return transaction;
  });

/** GET /address/:address/txs and its pages. */
export const readPageAnswer = (text: string, network: BtcNetwork): readonly EsploraTransaction[] | BadAnswer =>
  reading(() =>
    arrayOf(documentOf(text, PAGE_JSON), 'the page', 200).map((transaction) => transactionOf(transaction, network)),
  );

/** GET /address/:address. @returns satoshis of its confirmed coins. */
export const readBalanceAnswer = (text: string): bigint | BadAnswer =>
  reading(() => {
    const stats = objectOf(objectOf(documentOf(text, SMALL_JSON), 'the answer').get('chain_stats'), 'chain_stats');
    const [funded, spent] = ['funded_txo_sum', 'spent_txo_sum'].map((name) =>
      bigOf(stats.get(name), name, BigInt(Number.MAX_SAFE_INTEGER)),
    ) as [bigint, bigint];
    if (spent > funded) throw bad('it has spent more than it got');
    return funded - spent;
  });

/** GET /blocks/tip/height: digits alone. */
export const readTipAnswer = (text: string): number | BadAnswer =>
  /^(?:0|[1-9]\d{0,9})$/.test(text.trim()) && Number(text) <= MAX_HEIGHT
    ? Number(text)
    : bad('it is no height of a block');

/** GET /block/:hash/status. @returns the height of the block when it is in the best chain, else false. */
export const readBlockStatusAnswer = (text: string): number | false | BadAnswer =>
  reading(() => {
    const status = objectOf(documentOf(text, SMALL_JSON), 'the status');
    if (!booleanOf(status.get('in_best_chain'), 'in_best_chain')) return false;
    return integerOf(status.get('height'), 'height', MAX_HEIGHT);
  });

/** GET /tx/:txid/hex. */
export function readHexAnswer(text: string): Uint8Array | BadAnswer {
  const trimmed = text.trim();
  const bytes = trimmed.length <= 2 * MAX_TRANSACTION_BYTES ? fromHex(trimmed) : undefined;
  return bytes && bytes.length > 0 ? bytes : bad('it is no raw transaction in hex');
}

/** GET /block/:hash/txid/:index. */
export function readIdAnswer(text: string): string | BadAnswer {
  const trimmed = text.trim();
  return isShownHash(trimmed) ? trimmed : bad('it is no transaction id');
}

/** GET /tx/:txid/merkle-proof. @param height of the block that the proof has to be for. */
export const readMerkleAnswer = (text: string, height: number): MerkleProof | BadAnswer =>
  reading(() => {
    const proof = objectOf(documentOf(text, SMALL_JSON), 'the proof');
    if (integerOf(proof.get('block_height'), 'block_height', MAX_HEIGHT) !== height)
      throw bad('it is for a block of another height');
    return {
      siblings: arrayOf(proof.get('merkle'), 'merkle', MOST_MERKLE_LEVELS).map((hash) => hashOf(hash, 'a sibling')),
      position: integerOf(proof.get('pos'), 'pos', 2 ** MOST_MERKLE_LEVELS - 1),
    };
  });

/** The header that a block summary describes. It is one, because its bytes hash to the id. */
function headerOf(value: JsonValue): BtcHeader & { readonly height: number } {
  const block = objectOf(value, 'a block');
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt32LE(integerOf(block.get('version'), 'version', 0xffff_ffff), 0);
  const previous = optional(block, 'previousblockhash');
  // The first block of a chain has none.
  if (previous !== undefined) bytes.set(hashOf(previous, 'previousblockhash'), 4);
  bytes.set(hashOf(block.get('merkle_root'), 'merkle_root'), 36);
  bytes.writeUInt32LE(integerOf(block.get('timestamp'), 'timestamp', 0xffff_ffff), 68);
  bytes.writeUInt32LE(integerOf(block.get('bits'), 'bits', 0xffff_ffff), 72);
  bytes.writeUInt32LE(integerOf(block.get('nonce'), 'nonce', 0xffff_ffff), 76);
  const header = parseHeader(new Uint8Array(bytes)) as BtcHeader;
  if (Buffer.compare(header.hash, hashOf(block.get('id'), 'id')) !== 0)
    throw bad('the id of a block is not the hash of its header');
  return { ...header, height: integerOf(block.get('height'), 'height', MAX_HEIGHT) };
}

/** GET /blocks/:height: that block and some before it. @returns the headers from the lowest to that of `height`. */
export const readBlocksAnswer = (text: string, height: number): readonly BtcHeader[] | BadAnswer =>
  reading(() => {
    const headers = arrayOf(documentOf(text, SMALL_JSON), 'the list', 100).map(headerOf);
    if (headers.length === 0) throw bad('it has no blocks');
    for (const [index, header] of headers.entries())
      if (header.height !== height - index) throw bad('its blocks are not those before the height that was asked for');
    return headers.reverse();
  });
