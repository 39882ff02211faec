/** Bounds of a contract's code. They are rules of validity: every node must draw them in the same place.
 *
 *  Each protects the time that reading, compiling or instantiating may take. The greatest values seen in real contracts were: body
 *  52 KB, 875 parameters and locals, 17 values on the stack, 581 functions, table of 266, 17 pages, 26 exports, 24 imports, 37
 *  globals, weight 1,020,000. */

import { CONTRACT } from '../base/limits.js';

/** Bytes of an uploaded module (specification, Smart contracts). */
export const MAX_CODE_BYTES = CONTRACT.codeBytes;

/** Sum over functions of (1 + blocks + 3 loops + 3 ifs + branches) x (parameters + locals + largest height + 8), and of the values that
 *  calls, branches and blocks hand over. V8's compilers take time in proportion to it: within this bound the baseline compiler took
 *  at most 313 ms for branches; it takes 0.07 us for each value that a call moves, so at most 285 ms for calls. Without it a module
 *  took 27 s. Contracts of 15 KB have 17,000, of 100 KB 240,000. */
export const MAX_WEIGHT = 4_000_000;

/** Most that the metered module may have of the uploaded one's bytes, beyond a slack for small ones. Contracts grow 1.1 to 1.5 times; float
 *  arithmetic alone can grow 18 times, and every node has to compile and keep what it becomes. */
export const MAX_GROWTH = 4;
export const GROWTH_SLACK_BYTES = 65_536;

/** Most bytes of machine code for each byte that was uploaded, beyond a slack for small modules. A call pays for the bytes that were
 *  uploaded, so this bounds the machine code of all calls in a block. Contracts have 5 to 12 by the same count (`machineCodeOf`). */
export const MACHINE_CODE_PER_BYTE = 16;
export const MACHINE_CODE_SLACK = 65_536;

export const MAX_TYPES = 1_000;
/** Parameters of a function type, and its results. 16 is also the most that the canonical ABI passes flat. Each value of a call is moved
 *  through the native stack: with 64, a call was up to 1.8 KB of machine code, and a frame had room for 128 values beside its own. */
export const MAX_TYPE_VALUES = 16;
export const MAX_IMPORTS = 64;
export const MAX_FUNCTIONS = 10_000;
export const MAX_TABLE = 1_024;
/** An instance with 10,000 globals took 17 ms to make. */
export const MAX_GLOBALS = 512;
export const MAX_EXPORTS = 100;
export const MAX_ELEMENT_SEGMENTS = 1_000;
/** Entries of all element segments together. */
export const MAX_ELEMENTS = 4_096;
export const MAX_DATA_SEGMENTS = 1_000;
/** Bytes of an import's or an export's name. */
export const MAX_NAME_BYTES = 256;
/** Pages of 64 KiB: dependent loads over 64 pages took up to 555 ms for a call's fuel, over 32 at most 220. */
export const MAX_PAGES = 32;

export const MAX_LOCALS = 1_000;
export const MAX_BODY_BYTES = 131_072;
export const MAX_NESTING = 256;
export const MAX_BRANCH_TABLE = 1_024;

/** Frame units that may be in use at once. A full stack of the worst shape (16 parameters and 16 results) takes between 350 and 450 KiB
 *  of native stack with either of V8's compilers on Node 20, less than 350 on Node 24: up to 7 bytes a unit. A test holds it below 600;
 *  the main thread has 984. While the room for outgoing values did not count and a type could have 64, it was 937. */
export const STACK_UNITS = 65_536;
/** What a frame takes at least: no more than 1,024 frames, as in the reference. */
export const MIN_FRAME_UNITS = STACK_UNITS / 1_024;

/** Names of exports that begin so belong to the machine. */
export const RESERVED_PREFIX = 'rouged:';
