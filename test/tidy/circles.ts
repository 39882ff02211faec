/** No circle of imports, type-only ones included: a module is understood after those that it names, and each can be moved
 *  with what is below it. The linter sees only circles of values. */

import { importsOf, targetOf } from './imports.js';
import type { SourceFile, Violation } from './rule.js';

interface Edge {
  readonly to: string;
  readonly line: number;
}

/** The file that a specifier means: sources are named as they are built. */
const sourceOf = (target: string, paths: ReadonlySet<string>): string | undefined =>
  [target, target.replace(/js$/, 'ts')].find((path) => paths.has(path));

function edgesOf(file: SourceFile, paths: ReadonlySet<string>): readonly Edge[] {
  return importsOf(file).flatMap(({ specifier, line }) => {
    const target = targetOf(file, specifier);
    const to = target === undefined ? undefined : sourceOf(target, paths);
    return to === undefined ? [] : [{ to, line }];
  });
}

/** @returns a shortest way from one file to another, both included; undefined when none leads there. */
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

/** Whatever is in no circle falls away: first what imports nothing that is left, then what only imported that. */
function withoutEnds(edges: Map<string, readonly Edge[]>): Map<string, readonly Edge[]> {
  let left = edges;
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    const kept = [...left].map(([path, each]) => [path, each.filter(({ to }) => left.has(to))] as const);
    left = new Map(kept.filter(([, each]) => each.length > 0));
  }
  return left;
}

/** One violation for each circle, at the import with which the first of its files begins it. */
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
