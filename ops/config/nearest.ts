/** The name that the user probably meant: the nearest of a list by edit distance, if it is near enough to suggest. */

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

/** Names longer than any option are not compared, because the cost of the distance is quadratic in the length. */
const MAX_LENGTH = 64;

/** A word inside a name (`port` in `api-port`) is nearer than two edits and farther than one. */
const distanceOf = (name: string, candidate: string): number =>
  name.length > 2 && candidate.split('-').includes(name) ? 1.5 : editDistance(name, candidate);

/** @param part fraction of the letters that may differ.
 *  @returns the nearest candidate, or undefined when none is near enough. */
export function nearest(name: string, candidates: Iterable<string>, part = 1 / 3): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length * part)) + 1;
  for (const candidate of candidates) {
    const distance = distanceOf(name, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** "; did you mean X?" or nothing, to end a sentence with. Only a person reads it, so a distant guess is better than none. */
export function didYouMean(name: string, candidates: Iterable<string>, prefix = ''): string {
  const match = nearest(name, candidates, 1 / 2);
  return match === undefined ? '' : `; did you mean ${prefix}${match}?`;
}
