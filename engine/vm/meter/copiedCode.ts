/** Code that was copied into another module, between code that was inserted there. */

/** A stretch of it: where it went, where it came from, and its bytes. */
export interface CopiedCode {
  readonly to: number;
  readonly from: number;
  readonly bytes: number;
}

/** Where code came from. What was inserted belongs to the code before it.
 *  @param copied ordered by where the code went. @returns undefined when nothing was copied. */
export function originOf(copied: readonly CopiedCode[], offset: number): number | undefined {
  let low = 0;
  let high = copied.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((copied[middle] as CopiedCode).to <= offset) low = middle + 1;
    else high = middle;
  }
  const found = copied[Math.max(0, low - 1)];
  return found && found.from + Math.max(0, Math.min(offset - found.to, found.bytes - 1));
}
