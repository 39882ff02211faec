/** Which parts of a paying transaction settle one withdrawal, when others to the same destination may be paid by it too. */

/** An output, or a Transfer. */
export interface PaidPart {
  /** Number of the output, or index of the log in its block. */
  readonly position: number;
  readonly amount: bigint;
}

/** A part for each withdrawal is how payouts in one transaction are made, so one part is taken where one suffices: the rest settles the others.
 *  @param parts that have settled nothing yet. @param owed more than 0. @param allowance by which a part may be less than is owed.
 *  @returns the part of exactly what is owed, else the closest one below it within the allowance, else the least one above it, else all parts. */
export function settlingParts<Part extends Pick<PaidPart, 'amount'>>(
  parts: readonly Part[],
  owed: bigint,
  allowance = 0n,
): readonly Part[] {
  const rising = [...parts].sort((a, b) => (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0));
  const own =
    rising.findLast(({ amount }) => amount <= owed && amount + allowance >= owed) ??
    rising.find(({ amount }) => amount > owed);
  return own ? [own] : parts;
}
