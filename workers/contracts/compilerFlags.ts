/** How V8 compiles contracts. The flags belong to the process, and must be set before its first contract is compiled. */

import { setFlagsFromString } from 'node:v8';

export const COMPILER_FLAGS = [
  // All functions are compiled here and now. Otherwise V8 compiles each when it is first called: in the middle of a block, on the
  // main thread, for up to 30 ms.
  '--no-wasm-lazy-compilation',
  // Node 24 puts functions into their callers by default. Then a frame holds the values of several functions, and machine code
  // becomes larger than was measured: the bounds of both are for functions that are compiled one by one. The switch itself may not be
  // turned off once the process has compiled any module, which crashes it later; no function is small enough for this size.
  '--wasm-inlining-max-size=0',
] as const;

export function setCompilerFlags(): void {
  for (const flag of COMPILER_FLAGS) setFlagsFromString(flag);
}
