/** A row of the reference's table of host functions, and words that many rows share. */

import type { ContractScene } from '../../../../engine/vm/scene.js';
import { type Argument, bytes, MEMORY_END } from '../hostProbe.js';
import type { Asked } from '../recordingScene.js';

export interface Expected {
  readonly answers?: Partial<ContractScene>;
  readonly result?: number | bigint;
  /** What lies in the output buffer, and nothing behind it. */
  readonly out?: string | Uint8Array;
  readonly asked?: readonly Asked[];
  readonly error?: string;
}

export type Row = readonly [name: string, when: string, values: readonly Argument[], expected: Expected];

export const I64_MAX = 2n ** 63n - 1n;
export const I64_MIN = -(2n ** 63n);
/** Bytes of a text, a value, an output. */
export const LIMIT = 65_536;
/** Bytes of a text that names an account. */
export const ACCOUNT_LIMIT = 4_096;

const encoder = new TextEncoder();
export const utf8 = (value: string): Uint8Array => encoder.encode(value);
export const letters = (count: number): string => 'n'.repeat(count);

export const broken = bytes(0xc3, 0x28);
/** The first byte of a letter of two. */
export const half = bytes(0xc3);
/** Two bytes of which the second is outside the memory. */
export const outside: readonly Argument[] = [MEMORY_END - 1, 2];

export const trap = (what: string): Expected => ({ error: `Execution error: ${what}`, asked: [] });

export const tooLong = (what: string, length: number, limit: number): Expected =>
  trap(`${what} of ${length} bytes, the limit is ${limit}`);
