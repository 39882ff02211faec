/** Joins the data segments of a module. The compiler writes one for each text; each costs 250 fuel in every call, and 7 bytes. */

import { joinBytes } from '../../engine/base/bytes.js';
import { readU32, type Section, section, sectionsOf, u32Bytes } from './wasmSections.js';

const DATA = 11;
const DATA_COUNT = 12;
const HEADER_BYTES = 8;
const I32_CONST = 0x41;
const END = 0x0b;
/** Zeros that are written between two segments to join them: a segment costs as much fuel as 500 bytes of data. */
const LARGEST_GAP = 256;

interface Segment {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** A signed LEB128 number of up to 32 bits. */
function readI32(bytes: Uint8Array, at: number): readonly [value: number, next: number] {
  let value = 0;
  for (let next = at, shift = 0; ; next++, shift += 7) {
    const byte = bytes[next] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte >= 0x80) continue;
    return [shift < 25 && byte & 0x40 ? value | (-1 << (shift + 7)) : value, next + 1];
  }
}

function i32Bytes(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let left = value; ; left >>= 7) {
    const byte = left & 0x7f;
    const isLast = (left >> 7 === 0 && (byte & 0x40) === 0) || (left >> 7 === -1 && (byte & 0x40) !== 0);
    bytes.push(isLast ? byte : byte | 0x80);
    if (isLast) return Uint8Array.from(bytes);
  }
}

/** @returns undefined when a segment is not at a constant place of the memory. */
function segmentsOf(wasm: Uint8Array, { contents }: Section): Segment[] | undefined {
  const segments: Segment[] = [];
  let [count, at] = readU32(wasm, contents);
  for (; count > 0; count--) {
    if (wasm[at] !== 0 || wasm[at + 1] !== I32_CONST) return undefined;
    const [offset, end] = readI32(wasm, at + 2);
    if (wasm[end] !== END || offset < 0) return undefined;
    const [size, start] = readU32(wasm, end + 1);
    segments.push({ offset, bytes: wasm.subarray(start, start + size) });
    at = start + size;
  }
  return segments;
}

const endOf = ({ offset, bytes }: Segment): number => offset + bytes.length;

/** @returns fewer segments with the same bytes; undefined when they overlap, because then their order counts. */
function joined(segments: readonly Segment[]): Segment[] | undefined {
  const ordered = [...segments].sort((a, b) => a.offset - b.offset);
  const result: Segment[] = [];
  for (const segment of ordered) {
    const last = result.at(-1);
    const gap = last ? segment.offset - endOf(last) : 0;
    if (gap < 0) return undefined;
    if (last && gap <= LARGEST_GAP)
      result[result.length - 1] = { ...last, bytes: joinBytes([last.bytes, new Uint8Array(gap), segment.bytes]) };
    else result.push(segment);
  }
  return result;
}

const written = (segments: readonly Segment[]): Uint8Array =>
  joinBytes([
    u32Bytes(segments.length),
    ...segments.flatMap(({ offset, bytes }) => [
      Uint8Array.of(0, I32_CONST),
      i32Bytes(offset),
      Uint8Array.of(END),
      u32Bytes(bytes.length),
      bytes,
    ]),
  ]);

/** @param wasm a valid module. @returns one whose code may begin at another offset. */
export function joinDataSegments(wasm: Uint8Array): Uint8Array {
  const sections = sectionsOf(wasm);
  const data = sections.find(({ id }) => id === DATA);
  const own = data && segmentsOf(wasm, data);
  const segments = own && joined(own);
  if (!segments) return wasm;
  // Only instructions that a contract may not use need the count.
  const kept = sections.filter(({ id }) => id !== DATA_COUNT);
  const parts = kept.map((one) =>
    one.id === DATA ? section(DATA, written(segments)) : wasm.subarray(one.start, one.end),
  );
  return joinBytes([wasm.subarray(0, HEADER_BYTES), ...parts]);
}
