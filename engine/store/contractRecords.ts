/** What a contract keeps, a page at a time, after the tip or in an archive after an earlier block. It runs in the store's thread.
 *
 *  A page says its records twice: as a map of texts, which is what clients of the existing network read, and as a list of exact bytes.
 *  It walks over them once for each, on one durable state, so that neither is held. In the map no two records have one key, and no two
 *  values one text: what is no UTF-8 is written in hex, and so is a text that could be taken for such hex. */

import { asBuffer, concatBytes, fromHex, toHex, utf8, utf8Text } from '../base/bytes.js';
import { LIST_BYTES } from '../base/limits.js';
import { contractKey, contractStorage } from '../ledger/contractTables.js';
import { stateKey } from '../state/table.js';
import { archivedRange, nextPrefix } from './archive.js';
import { Pieces } from './pieces.js';
import type { KeyReader } from './port.js';
import { CHUNK_ITEMS } from './walks.js';

/** Keys of an archive that one page looks at, with records then or without: two searches each, in both walks. */
const LOOKED_KEYS = 10_000;

/** @returns the characters, or undefined where they are no UTF-8. */
function charactersOf(bytes: Uint8Array): string | undefined {
  const text = utf8Text(bytes);
  return asBuffer(utf8(text)).equals(bytes) ? text : undefined;
}

/** A key as the map has it: hex where it is no UTF-8 or where its characters are hex themselves. `keyBytes` reads it back. */
export function keyText(key: Uint8Array): string {
  const text = charactersOf(key);
  return text === undefined || fromHex(text) ? toHex(key) : text;
}

/** A key as a client writes it: hex when it is some, its characters otherwise. */
export const keyBytes = (written: string): Uint8Array => fromHex(written) ?? utf8(written);

/** What `valueText` makes of bytes. Numbers in decimals are hex digits too, so hex needs a sign that no number has. */
const VALUE_HEX = /^0x(?:[0-9a-f]{2})*$/;

/** A value as the map has it: 0x and hex where it is no UTF-8 or where its characters are 0x and hex themselves. */
export function valueText(value: Uint8Array): string {
  const text = charactersOf(value);
  return text === undefined || VALUE_HEX.test(text) ? `0x${toHex(value)}` : text;
}

export interface ContractStatePage {
  /** 40 hex characters. */
  readonly contract: string;
  readonly limit: number;
  /** No key before this one, in hex. */
  readonly first?: string;
  /** As it was after the block of this height, in an archive; after the tip when absent. */
  readonly height?: number;
}

interface Kept {
  readonly key: Uint8Array;
  /** Absent for a key that has a record at other heights only. */
  readonly value: Uint8Array | undefined;
}

const NO_BYTES = new Uint8Array(0);
/** The least key above another. */
const successor = (key: Uint8Array): Uint8Array => concatBytes(key, Uint8Array.of(0));

/** Keys after the tip. @param most records that are wanted: values are large, so no more are read. */
async function* recordsNow(reader: KeyReader, prefix: Uint8Array, first: Uint8Array, most: number) {
  const lt = nextPrefix(prefix);
  let gte = concatBytes(prefix, first);
  for (let left = most; left > 0; ) {
    const limit = Math.min(left, CHUNK_ITEMS);
    const found = await reader.range({ gte, lt, limit });
    yield* found;
    const last = found.at(-1);
    if (!last || found.length < limit) return;
    left -= found.length;
    gte = successor(last.key);
  }
}

/** Keys of a page in their order. @param most records that are wanted. */
async function* keptBy(
  reader: KeyReader,
  { contract, first, height }: ContractStatePage,
  most: number,
): AsyncGenerator<Kept> {
  const prefix = stateKey(contractStorage, contractKey(contract));
  const from = fromHex(first ?? '') ?? NO_BYTES;
  const records =
    height === undefined
      ? recordsNow(reader, prefix, from, most)
      : archivedRange(reader, prefix, height, concatBytes(prefix, from));
  for await (const { key, value } of records) yield { key: key.subarray(prefix.length), value };
}

const memberText = (key: Uint8Array, value: Uint8Array): string =>
  `${JSON.stringify(keyText(key))}:${JSON.stringify(valueText(value))}`;
const entryText = (key: Uint8Array, value: Uint8Array): string =>
  `{"key_hex":"${toHex(key)}","value_hex":"${toHex(value)}"}`;
/** Length of `entryText` with its comma. */
const entryLength = (key: Uint8Array, value: Uint8Array): number => 2 * (key.length + value.length) + 30;

/** The records of a page as members of a JSON object without its opening brace; then `entries`, `count` and `next_cursor`. */
export async function* contractState(reader: KeyReader, args: unknown): AsyncGenerator<Uint8Array> {
  const page = args as ContractStatePage;
  const pieces = new Pieces();
  let [count, looked, entryBytes] = [0, 0, 0];
  let next: string | null = null;
  let last: Uint8Array | undefined;
  for await (const { key, value } of keptBy(reader, page, page.limit + 1)) {
    const isFull = count === page.limit || pieces.bytes + entryBytes >= LIST_BYTES;
    if (looked++ === LOOKED_KEYS || (isFull && value)) {
      // A key may have no bytes, but a cursor has some.
      next = last ? toHex(successor(last)) : null;
      break;
    }
    // What is behind a full page is only looked at to say whether there is more.
    if (isFull) continue;
    last = key;
    if (!value) continue;
    const comma = count++ === 0 ? '' : ',';
    entryBytes += entryLength(key, value);
    yield* pieces.add(() => comma + memberText(key, value));
  }
  yield* pieces.add(() => '},"entries":[');
  yield* entriesOf(reader, page, count, pieces);
  yield* pieces.add(() => `],"count":${count},"next_cursor":${JSON.stringify(next)}`);
  yield* pieces.end();
}

/** The same records once more. */
async function* entriesOf(reader: KeyReader, page: ContractStatePage, count: number, pieces: Pieces) {
  if (count === 0) return;
  let left = count;
  for await (const { key, value } of keptBy(reader, page, count)) {
    if (!value) continue;
    const comma = left === count ? '' : ',';
    yield* pieces.add(() => comma + entryText(key, value));
    if (--left === 0) return;
  }
}
