/** Parts of the specification that this version does not have: the refusal names the missing part, not only an unknown path.
 *  A part that gets built must leave this list; a test checks that. */

/** Missing parts, with the prefixes of their paths. */
export const absentParts: readonly (readonly [part: string, paths: readonly string[]])[] = [
  ['shielded pool', ['/api/shielded']],
  ['rollup', ['/api/v2/rollup']],
];

const isWithin = (path: string, start: string): boolean => path === start || path.startsWith(`${start}/`);

/** The part to which a path would belong; undefined for any other. */
export const absentPart = (path: string): string | undefined =>
  absentParts.find(([, paths]) => paths.some((start) => isWithin(path, start)))?.[0];
