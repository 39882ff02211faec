/** The body of POST /api/blocks/import, taken apart without being parsed.
 *
 *  In: a block as JSON or protobuf. Out: its frame (header, signature, certificates), and its transactions in their order, each in
 *  its own bytes for the verification threads. Of the transactions only quotes and brackets, or lengths, are looked at here. */

import { hasFewFields, skipField, WireBlock, WireReader } from '../../proto/wire.js';
import { asBuffer, concatBytes, decodeUtf8 } from '../base/bytes.js';
import { MAX_BLOCK_TRANSACTIONS } from '../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { decodeBlock } from '../chain/block.js';
import { type ParsedFrame, parseFrameJson } from '../chain/blockJson.js';
import { certificateFromWire } from '../chain/certificate.js';
import type { Header } from '../chain/header.js';
import { endOfElement, endOfText, jsonElements, skipSpace } from './batch.js';
import type { EncodedTransaction } from './verifier.js';

/** A block whose transactions are not parsed yet. */
export interface BlockBody extends ParsedFrame {
  readonly items: readonly EncodedTransaction[];
}

const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a];
const [CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5d, 0x7b, 0x7d];

/** Members of a block: nine are known, and a later version may have a few more. */
const MOST_MEMBERS = 64;

const malformed = (what: string): Refusal => refuse('malformed_body', `this is no block: ${what}`);

const NO_OBJECT = malformed('it is not a JSON object');
const NO_LIST = malformed('txs must be a list');
const TOO_MANY = refuse('too_large', `a block has at most ${MAX_BLOCK_TRANSACTIONS} transactions`);

/** The value of the member `txs`, and the text of everything else. */
function cutTransactions(bytes: Uint8Array): { readonly txs: Uint8Array; readonly frame: string } | Refusal {
  const buffer = asBuffer(bytes);
  const begin = skipSpace(bytes, 0);
  if (bytes[begin] !== OPEN_OBJECT) return NO_OBJECT;
  let txs: Uint8Array | undefined;
  const others: string[] = [];
  const names = new Set<string>();
  let at = skipSpace(bytes, begin + 1);
  for (let count = 0; bytes[at] === QUOTE; count++) {
    if (count === MOST_MEMBERS) return malformed(`it has more than ${MOST_MEMBERS} members`);
    const keyEnd = endOfText(buffer, at);
    const colon = keyEnd < 0 ? -1 : skipSpace(bytes, keyEnd);
    if (colon < 0 || bytes[colon] !== COLON) return NO_OBJECT;
    const from = skipSpace(bytes, colon + 1);
    const end = endOfElement(buffer, from);
    if (end < 0 || bytes[end] === CLOSE_LIST) return NO_OBJECT;
    const name = buffer.toString('utf8', at, keyEnd);
    if (names.has(name)) return malformed(`it has ${name.slice(0, 40)} twice`);
    names.add(name);
    if (name === '"txs"') txs = trimmed(bytes.subarray(from, end));
    else {
      const member = decodeUtf8(bytes.subarray(at, end));
      if (member === undefined) return malformed('it is not well-formed UTF-8');
      others.push(member);
    }
    if (bytes[end] === CLOSE_OBJECT) {
      if (skipSpace(bytes, end + 1) !== bytes.length) return NO_OBJECT;
      return txs ? { txs, frame: `{${others.join(',')}}` } : NO_LIST;
    }
    at = bytes[end] === COMMA ? skipSpace(bytes, end + 1) : -1;
  }
  return NO_OBJECT;
}

function trimmed(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end--;
  return bytes.subarray(0, end);
}

/** @param headerBytes the network's encoding of a header. @param frameCharacters most characters beside the transactions: they
 *  are parsed here. */
export function splitBlockJson(
  body: Uint8Array,
  headerBytes: (header: Header) => Uint8Array,
  frameCharacters: number,
): BlockBody | Refusal {
  const cut = cutTransactions(body);
  if (isRefusal(cut)) return cut;
  if (cut.frame.length > frameCharacters)
    return refuse('too_large', `a block has at most ${frameCharacters} characters beside its transactions`);
  const items = jsonElements(cut.txs, MAX_BLOCK_TRANSACTIONS);
  if (items === 'too_many') return TOO_MANY;
  if (typeof items === 'string') return NO_LIST;
  const frame = parseFrameJson(cut.frame, headerBytes);
  return isRefusal(frame) ? frame : { ...frame, items: items.map((one) => ({ form: 'json', bytes: one })) };
}

/** Field `transactions` of Block, length-delimited (wire.proto). */
const TRANSACTION_TAG = (4 << 3) | 2;

/** Fields of Block that are certificates. */
const CERTIFICATE_TAGS: readonly number[] = [(3 << 3) | 2, (5 << 3) | 2];
/** Fields of a certificate beside its precommits. */
const CERTIFICATE_FIELDS = 3;

/** The transactions of a protobuf Block, as views, and the fields of everything else.
 *  @throws Error for bytes that are not a message. */
function cutMessage(
  body: Uint8Array,
  precommits: number,
): { readonly items: EncodedTransaction[]; readonly frame: Uint8Array[] } | Refusal {
  const items: EncodedTransaction[] = [];
  const frame: Uint8Array[] = [];
  const reader = WireReader.create(body);
  while (reader.pos < reader.len) {
    const from = reader.pos;
    const tag = reader.uint32();
    if (tag !== TRANSACTION_TAG) {
      if (frame.length === MOST_MEMBERS) return malformed(`it has more than ${MOST_MEMBERS} fields`);
      const isCertificate = CERTIFICATE_TAGS.includes(tag);
      if (isCertificate && !hasFewFields(reader.bytes(), precommits + CERTIFICATE_FIELDS))
        return malformed(`a certificate of it has more than ${precommits} precommits`);
      if (!isCertificate) skipField(reader, tag);
      frame.push(body.subarray(from, reader.pos));
      continue;
    }
    if (items.length === MAX_BLOCK_TRANSACTIONS) return TOO_MANY;
    const end = reader.uint32() + reader.pos;
    if (end > reader.len) return malformed('it ends in the middle of a transaction');
    items.push({ form: 'protobuf', bytes: body.subarray(reader.pos, end) });
    reader.pos = end;
  }
  return { items, frame };
}

/** A protobuf Block. @param frameBytes most bytes beside the transactions: they are decoded here.
 *  @param precommits most that a certificate of it may have. */
export function splitBlockMessage(body: Uint8Array, frameBytes: number, precommits: number): BlockBody | Refusal {
  try {
    const cut = cutMessage(body, precommits);
    if (isRefusal(cut)) return cut;
    const frame = concatBytes(...cut.frame);
    if (frame.length > frameBytes)
      return refuse('too_large', `a block has at most ${frameBytes} bytes beside its transactions`);
    const block = decodeBlock(frame);
    if (isRefusal(block)) return block;
    const { certificate: own } = WireBlock.decode(frame);
    const { transactions: _, ...rest } = block;
    return { ...rest, items: cut.items, statedHash: undefined, own: own ? certificateFromWire(own) : undefined };
  } catch {
    return malformed('it is not a block message');
  }
}
