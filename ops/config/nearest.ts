/** The name that somebody probably meant: the nearest of a list by edits, when it is near enough to be worth asking. */

/** Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours count 1 each. */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** Names longer than any option are not compared: the distance costs length times length. */
const MAX_LENGTH = 64;

/** @returns the nearest candidate that differs in at most a third of the letters, or undefined. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** "; did you mean X?" or nothing, to end a sentence with. */
export function didYouMean(name: string, candidates: Iterable<string>, prefix = ''): string {
  const match = nearest(name, candidates);
  return match === undefined ? '' : `; did you mean ${prefix}${match}?`;
}
