/** Batches: many signed requests in one body, split without being parsed.
 *
 *  In: a body of POST /api/v2/batch, as protobuf or as a JSON array. Out: its items in their order, each in its own bytes for the
 *  verifier; or the refusal of the whole body, which costs no more than an allowed body. An error inside an item refuses only that
 *  item. */

import { skipField, WireReader } from '../../proto/wire.js';
import { asBuffer } from '../base/bytes.js';
import { BATCH_ITEMS } from '../base/limits.js';
import { type Refusal, refuse } from '../base/refusal.js';
import type { RawItem } from './verifier.js';

const EMPTY = refuse('malformed_body', 'empty batch');
const TOO_STRANGE = refuse('malformed_body', 'the SignedBatch has too many fields that this node does not know');

/** How many requests a batch may have, and why not more where the limit is not a general rule. */
export interface LargestBatch {
  readonly items: number;
  readonly because?: string;
}

const LARGEST: LargestBatch = { items: BATCH_ITEMS };

const tooMany = ({ items, because }: LargestBatch): Refusal =>
  refuse('too_large', `batch too large, max ${items}${because === undefined ? '' : `: ${because}`}`);

function checked(items: readonly RawItem[]): readonly RawItem[] | Refusal {
  return items.length === 0 ? EMPTY : items;
}

/** Field 1 of SignedBatch, length-delimited (wire.proto). */
const REQUEST_TAG = (1 << 3) | 2;

/** Fields beside the requests: a later version of the message may have a few, and each costs a step of the main thread. */
const OTHER_FIELDS = 64;

/** The requests of a protobuf SignedBatch; a few fields that it does not know are skipped. */
export function splitSignedBatch(body: Uint8Array, largest = LARGEST): readonly RawItem[] | Refusal {
  const items: RawItem[] = [];
  const reader = WireReader.create(body);
  let others = 0;
  try {
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag !== REQUEST_TAG) {
        if (++others > OTHER_FIELDS) return TOO_STRANGE;
        skipField(reader, tag);
        continue;
      }
      if (items.length === largest.items) return tooMany(largest);
      const end = reader.uint32() + reader.pos;
      if (end > reader.len) return refuse('malformed_body', 'the body ends in the middle of a request');
      items.push({ kind: 'signed', operation: '', bytes: body.subarray(reader.pos, end) });
      reader.pos = end;
    }
  } catch {
    return refuse('malformed_body', 'the body is not a protobuf SignedBatch');
  }
  return checked(items);
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

export const skipSpace = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (isSpace(bytes[at])) at++;
  return at;
};

/** A text is scanned byte by byte this far, then searched: starting a search costs as much as scanning 64 bytes, and keys and
 *  signatures are thousands of characters long. */
const NEAR_BYTES = 64;

/** Takes time in proportion to the text, whatever is in it: only a run of backslashes is read twice.
 *  @param at of the opening quote. @returns the place after the closing one; -1 without it. */
export function endOfText(buffer: Buffer, at: number): number {
  let from = at + 1;
  for (;;) {
    const near = Math.min(from + NEAR_BYTES, buffer.length);
    while (from < near) {
      const byte = buffer[from];
      if (byte === QUOTE) return from + 1;
      from += byte === BACKSLASH ? 2 : 1;
    }
    const quote = buffer.indexOf(QUOTE, from);
    if (quote < 0) return -1;
    let slashes = 0;
    while (quote - slashes > from && buffer[quote - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}

/** @returns the place of the comma or bracket that ends the element or member value beginning at `from`; -1 when there is none. */
export function endOfElement(buffer: Buffer, from: number): number {
  let depth = 0;
  let at = from;
  while (at >= 0 && at < buffer.length) {
    const byte = buffer[at];
    if (byte === QUOTE) {
      at = endOfText(buffer, at);
      continue;
    }
    if (depth === 0 && (byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT)) return at;
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    at++;
  }
  return -1;
}

const NO_ARRAY = refuse('malformed_body', 'send the batch as a JSON array of signed requests');

/** The elements of a JSON array. Only quotes and brackets are looked at; everything else is checked when an element is parsed.
 *  @returns what is wrong with the array otherwise. */
export function jsonElements(bytes: Uint8Array, most: number): Uint8Array[] | 'no_array' | 'endless' | 'too_many' {
  const buffer = asBuffer(bytes);
  const found: Uint8Array[] = [];
  let at = skipSpace(bytes, 0);
  if (bytes[at] !== OPEN_LIST) return 'no_array';
  at = skipSpace(bytes, at + 1);
  if (bytes[at] === CLOSE_LIST) return skipSpace(bytes, at + 1) === bytes.length ? found : 'no_array';
  for (;;) {
    const end = endOfElement(buffer, at);
    if (end < 0 || bytes[end] === CLOSE_OBJECT) return 'endless';
    if (found.length === most) return 'too_many';
    found.push(bytes.subarray(at, end));
    if (bytes[end] === COMMA) at = skipSpace(bytes, end + 1);
    else return skipSpace(bytes, end + 1) === bytes.length ? found : 'no_array';
  }
}

export function splitJsonBatch(body: Uint8Array, largest = LARGEST): readonly RawItem[] | Refusal {
  const found = jsonElements(body, largest.items);
  if (found === 'no_array') return NO_ARRAY;
  if (found === 'endless') return refuse('malformed_body', 'the array of the batch does not end');
  if (found === 'too_many') return tooMany(largest);
  return checked(found.map((bytes) => ({ kind: 'request', operation: '', bytes })));
}
