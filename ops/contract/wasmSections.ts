/** The sections of a WebAssembly module, as far as the tools take them apart (core specification, 5.5). */

import { joinBytes } from '../../engine/base/bytes.js';

const HEADER_BYTES = 8;
const CUSTOM = 0;
const CODE = 10;

/** An unsigned LEB128 number. @returns the value and the offset behind it. */
export function readU32(bytes: Uint8Array, at: number): readonly [value: number, next: number] {
  let value = 0;
  for (let next = at, factor = 1; ; next++, factor *= 128) {
    const byte = bytes[next] ?? 0;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return [value, next + 1];
  }
}

/** A number as unsigned LEB128. */
export function u32Bytes(value: number): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 0x80; left = Math.floor(left / 128)) bytes.push((left % 128) | 0x80);
  bytes.push(left);
  return Uint8Array.from(bytes);
}

export interface Section {
  readonly id: number;
  /** Offset of the section's first byte, its id. */
  readonly start: number;
  /** Offset of its contents. */
  readonly contents: number;
  readonly end: number;
}

/** @param wasm a valid module. */
export function sectionsOf(wasm: Uint8Array): readonly Section[] {
  const sections: Section[] = [];
  for (let start = HEADER_BYTES; start < wasm.length; ) {
    const [size, contents] = readU32(wasm, start + 1);
    const end = contents + size;
    sections.push({ id: wasm[start] as number, start, contents, end });
    start = end;
  }
  return sections;
}

/** Offset of the code section; 0 when there is none. */
export const codeStart = (wasm: Uint8Array): number => sectionsOf(wasm).find(({ id }) => id === CODE)?.start ?? 0;

/** The module without names, source map and other sections that have no effect. Whoever deploys pays for each byte. */
export function withoutCustomSections(wasm: Uint8Array): Uint8Array {
  const kept = sectionsOf(wasm).filter(({ id }) => id !== CUSTOM);
  return joinBytes([wasm.subarray(0, HEADER_BYTES), ...kept.map(({ start, end }) => wasm.subarray(start, end))]);
}

/** A section from its contents. */
export const section = (id: number, contents: Uint8Array): Uint8Array =>
  joinBytes([Uint8Array.of(id), u32Bytes(contents.length), contents]);
