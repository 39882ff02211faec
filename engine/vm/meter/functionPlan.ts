/** What reading a function's code found out: what each stretch of it costs, and where the rewriter has to change it. */

import { MIN_FRAME_UNITS } from '../limits.js';

/** A change at one place of the code. */
export const change = {
  /** Charge the site `value` before the next instruction. */
  charge: 0,
  /** Make NaN canonical after the instruction; `value` is its type. */
  canonical: 1,
  /** Branch to the label `value` in place of `return`. */
  return: 2,
  /** Call a helper in place of the instruction. */
  grow: 3,
  copy: 4,
  fill: 5,
} as const;

export class FunctionPlan {
  /** Parallel lists, in the order of the code: offsets from and to which bytes are replaced, the kind of change, its value. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly kinds: number[] = [];
  readonly values: number[] = [];
  /** Fuel of each site; the first is the function's own. */
  readonly sites: number[] = [];

  /** Declarations of locals: their number, and the offset of the first. */
  localGroups = 0;
  localsStart = 0;
  /** Offset of the first instruction. */
  codeStart = 0;
  /** Offset of the last `end`. */
  codeEnd = 0;
  parameters = 0;
  /** Declared locals, without parameters. */
  locals = 0;
  /** Largest number of values on the operand stack. */
  height = 0;
  /** Instructions whose results a compiler may keep in the frame. */
  results = 0;
  /** The control instructions as the weight counts them. */
  controls = 1;
  /** Values that calls, branches and blocks hand over: each is an instruction or two of machine code, or several when it goes through
   *  the native stack. A module of one type of 64 values and 65,000 calls took 1.7 s and 115 MB of code while they weighed nothing. */
  moved = 0;
  /** Most parameters and results of a function that it calls: room for them is in its own frame. */
  outgoing = 0;
  /** Values that it returns. */
  returned = 0;
  /** Bytes of machine code beyond what code of its length has. */
  extraCode = 0;
  usesF32 = false;
  usesF64 = false;
  usesGrow = false;
  usesCopy = false;
  usesFill = false;

  add(start: number, end: number, kind: number, value = 0): void {
    this.starts.push(start);
    this.ends.push(end);
    this.kinds.push(kind);
    this.values.push(value);
  }

  /** @returns the number of a new site. */
  site(fuel: number): number {
    return this.sites.push(fuel) - 1;
  }

  /** What a frame of it takes of the stack. A compiler may keep every result in the frame across a call, so all of them count:
   *  without them, 4,000 pure values around a recursive call took 33,587 bytes a frame in one of V8's compilers, 65 in the other. */
  get frameUnits(): number {
    const values = this.parameters + this.locals + this.height + this.results;
    return Math.max(MIN_FRAME_UNITS, 16 + values + this.outgoing + this.returned);
  }

  get weight(): number {
    return this.controls * (this.parameters + this.locals + this.height + 8) + this.moved;
  }
}
