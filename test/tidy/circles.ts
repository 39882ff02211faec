/** No circular imports, including type-only ones: a module can be understood after those that it imports, and can be moved
 *  with what is below it. The linter only finds circles of values. */

import { importsOf, targetOf } from './imports.js';
import type { SourceFile, Violation } from './rule.js';

interface Edge {
  readonly to: string;
  readonly line: number;
}

/** The file to which a specifier refers: specifiers have the names of the built files. */
const sourceOf = (target: string, paths: ReadonlySet<string>): string | undefined =>
  [target, target.replace(/js$/, 'ts')].find((path) => paths.has(path));

function edgesOf(file: SourceFile, paths: ReadonlySet<string>): readonly Edge[] {
  return importsOf(file).flatMap(({ specifier, line }) => {
    const target = targetOf(file, specifier);
    const to = target === undefined ? undefined : sourceOf(target, paths);
    return to === undefined ? [] : [{ to, line }];
  });
}

/** @returns a shortest path from one file to another, both included; undefined when there is none. */
function wayFrom(
  start: string,
  end: string,
  edges: ReadonlyMap<string, readonly Edge[]>,
): readonly string[] | undefined {
  const before = new Map<string, string>();
  const queue = [start];
  for (const path of queue) {
    if (path === end) {
      const way = [end];
      for (let at = end; at !== start; at = before.get(at) as string) way.unshift(before.get(at) as string);
      return way;
    }
    for (const { to } of edges.get(path) ?? [])
      if (to !== start && !before.has(to)) {
        before.set(to, path);
        queue.push(to);
      }
  }
  return undefined;
}

/** Removes files that are in no circle: first those that import no remaining file, then those that imported only these. */
function withoutEnds(edges: Map<string, readonly Edge[]>): Map<string, readonly Edge[]> {
  let left = edges;
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    const kept = [...left].map(([path, each]) => [path, each.filter(({ to }) => left.has(to))] as const);
    left = new Map(kept.filter(([, each]) => each.length > 0));
  }
  return left;
}

/** One violation for each circle, at the import of its first file that is part of the circle. */
export function importCircles(files: readonly SourceFile[]): readonly Violation[] {
  const sources = new Map(files.filter(({ isCode }) => isCode).map((file) => [file.path, file]));
  const paths = new Set(sources.keys());
  const edges = withoutEnds(new Map([...sources].map(([path, file]) => [path, edgesOf(file, paths)])));
  const told = new Set<string>();
  const found: Violation[] = [];
  for (const [path, each] of edges)
    for (const { to, line } of each) {
      const way = told.has(path) ? undefined : wayFrom(to, path, edges);
      if (!way) continue;
      for (const member of way) told.add(member);
      const message = `${[path, ...way].join(' imports ')}: move what they share into a file of its own`;
      found.push((sources.get(path) as SourceFile).violation(line, 'import-circle', message));
    }
  return found;
}
