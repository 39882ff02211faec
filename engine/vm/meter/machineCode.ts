/** How large the machine code of a module may become: an upper bound from what reading it found out.
 *
 *  The baseline compiler of Node 20 (x64) was measured: each instruction of numbers and each access in a long row with its operands,
 *  calls and branches with 0 to 64 values, blocks, tables of branches. No shape took more than these numbers say. */

import { numeric } from '../binary/instructions.js';
import type { FunctionPlan } from './functionPlan.js';

/** For each byte of uploaded code: 4.5 in rows of plain instructions with their operands. */
const CODE_PER_BYTE = 5;
/** For each byte that metering adds: 2.6 to 3.5 where it charges. */
const CODE_PER_ADDED_BYTE = 3.5;
/** For each value that a call or a branch hands over: 5.4 for 32 integers, 9 for 32 floats, 14 for 128 values. */
const CODE_PER_MOVE = 12;
/** For each function, beside the bytes that are added to it: 10,000 empty ones took 288 bytes each. */
const CODE_PER_FUNCTION = 96;
/** For each local: 900 of them took 192 bytes, in which they become zero. */
const CODE_PER_LOCAL = 1;
/** Jump tables, wrappers and the pages that are begun. */
const CODE_PER_MODULE = 16_384;

/** What some instructions have beyond the bytes that they are. A saturating conversion is 98 bytes of machine code; divisions, rotations,
 *  conversions to integers, least and greatest of floats are 37 to 89; a rounding, which is one byte, is 16. */
export const SATURATING_CODE = 70;
const LONG_CODE = 48;
const UNARY_CODE = 12;

const FIRST_TRUNCATION = 0xa8;
const LAST_TRUNCATION = 0xb1;
/** Divisions, remainders, rotations, min and max. */
const LONG: ReadonlySet<number> = new Set([
  ...[0x6d, 0x6e, 0x6f, 0x70, 0x77, 0x78, 0x7f, 0x80, 0x81, 0x82, 0x89, 0x8a],
  ...[0x96, 0x97, 0xa4, 0xa5],
]);

/** @param code of an instruction of numbers. */
export function extraCodeOf(code: number): number {
  if ((code >= FIRST_TRUNCATION && code <= LAST_TRUNCATION) || LONG.has(code)) return LONG_CODE;
  return numeric[code]?.operands.length === 1 ? UNARY_CODE : 0;
}

const codeOf = ({ codeStart, codeEnd, parameters, locals, moved, extraCode }: FunctionPlan): number =>
  CODE_PER_FUNCTION +
  CODE_PER_LOCAL * (parameters + locals) +
  CODE_PER_BYTE * (codeEnd - codeStart) +
  CODE_PER_MOVE * moved +
  extraCode;

/** @param added bytes by which metering lengthened the module. @returns bytes. */
export const machineCodeOf = (plans: readonly FunctionPlan[], added: number): number =>
  plans.reduce(
    (sum, plan) => sum + codeOf(plan),
    CODE_PER_MODULE + Math.ceil(CODE_PER_ADDED_BYTE * Math.max(0, added)),
  );
