/** What is in a store, by the heights of the blocks with which it goes: to compare two stores. */

import { hash } from 'node:crypto';
import { readU64, toHex } from '../../engine/base/bytes.js';
import { keyNumber, storeTables } from '../../engine/store/keys.js';
import { type Entry, families, type StorePort } from '../../engine/store/port.js';

/** Tables whose keys end with a height. */
const BY_HEIGHT: readonly number[] = [
  storeTables.blocks,
  storeTables.receipts,
  storeTables.events,
  storeTables.sets,
  storeTables.trails,
  storeTables.recent,
];
/** Tables whose values begin with a height. */
const TO_HEIGHT: readonly number[] = [storeTables.hashes, storeTables.ids, storeTables.history, storeTables.ordinals];

export const allEntries = { gte: new Uint8Array(), lt: new Uint8Array(), limit: 65_536 };

export async function entriesOf(port: StorePort): Promise<{ readonly family: string; readonly entry: Entry }[]> {
  const found: { family: string; entry: Entry }[] = [];
  for (const family of families)
    for (const entry of await port.range({ ...allEntries, family })) found.push({ family, entry });
  return found;
}

/** Height of the block with which an entry goes; undefined for what stays. */
export function heightOf({ family, entry: { key, value } }: { readonly family: string; readonly entry: Entry }) {
  if (family !== 'default') return keyNumber(key);
  if (BY_HEIGHT.includes(key[0] as number)) return keyNumber(key);
  return TO_HEIGHT.includes(key[0] as number) ? readU64(value, 0) : undefined;
}

export async function heightsIn(port: StorePort): Promise<number[]> {
  const heights = (await entriesOf(port)).map(heightOf).filter((height) => height !== undefined && height > 0);
  return [...new Set(heights as number[])].sort((one, other) => one - other);
}

/** Everything in a store, to compare two, as short texts. @param from only what goes with blocks from this height on, and what stays. */
export async function contentOf(port: StorePort, from: number): Promise<string[]> {
  const found = await entriesOf(port);
  return found
    .filter((each) => (heightOf(each) ?? from) >= from)
    .filter(({ entry: { key } }) => key[0] !== storeTables.trails && key[0] !== storeTables.meta)
    .map(({ family, entry: { key, value } }) => `${family} ${toHex(key)} ${sha256Hex(value)}`);
}

/** The same without what stays: what goes with the blocks from this height on. */
export async function blocksContentOf(port: StorePort, from: number): Promise<string[]> {
  const found = (await entriesOf(port)).filter((each) => (heightOf(each) ?? 0) >= Math.max(1, from));
  return found
    .filter(({ family, entry: { key } }) => family !== 'default' || key[0] !== storeTables.trails)
    .map(({ family, entry: { key, value } }) => `${family} ${toHex(key)} ${sha256Hex(value)}`);
}

const sha256Hex = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex').slice(0, 16);
