/** Finds the entry of a path. Fixed paths are one Map lookup; paths with parameters walk a tree of segments, in
 *  which a fixed segment is preferred to a parameter.
 *  A path is compared as sent, undecoded, and a slash at its end makes it another path. */

import { invariant } from '../../engine/base/refusal.js';

export interface PathMatch<Entry> {
  readonly entry: Entry;
  /** Undecoded segments at the places of the parameters, in order. */
  readonly values: readonly string[];
}

interface Branch<Entry> {
  readonly fixed: Map<string, Branch<Entry>>;
  parameter: Branch<Entry> | undefined;
  entry: Entry | undefined;
}

const NONE: readonly string[] = [];

/** Names of the parameters of a template such as `/api/balance/:publicKey`, in order. */
export const parameterNames = (template: string): readonly string[] =>
  template
    .split('/')
    .filter((segment) => segment.startsWith(':'))
    .map((segment) => segment.slice(1));

export class PathTable<Entry> {
  readonly #fixed = new Map<string, PathMatch<Entry>>();
  /** A path or segment longer than every fixed one is not looked up: hashing a public key of 3,904 characters costs as
   *  much as the rest of a request. */
  #longest = 0;
  readonly #tree: Branch<Entry> = { fixed: new Map(), parameter: undefined, entry: undefined };

  /** @returns the entry at `template`, made by `create` when there is none; templates that differ only in the names of
   *  their parameters are one. */
  at(template: string, create: () => Entry): Entry {
    invariant(template.startsWith('/'), `a path must start with a slash: ${template}`);
    this.#longest = Math.max(this.#longest, template.length);
    if (parameterNames(template).length === 0) {
      const known = this.#fixed.get(template) ?? { entry: create(), values: NONE };
      this.#fixed.set(template, known);
      return known.entry;
    }
    let branch = this.#tree;
    for (const segment of template.slice(1).split('/')) {
      const next = segment.startsWith(':') ? branch.parameter : branch.fixed.get(segment);
      if (next) branch = next;
      else {
        const grown: Branch<Entry> = { fixed: new Map(), parameter: undefined, entry: undefined };
        if (segment.startsWith(':')) branch.parameter = grown;
        else branch.fixed.set(segment, grown);
        branch = grown;
      }
    }
    branch.entry ??= create();
    return branch.entry;
  }

  find(path: string): PathMatch<Entry> | undefined {
    const fixed = path.length <= this.#longest ? this.#fixed.get(path) : undefined;
    if (fixed) return fixed;
    const values: string[] = [];
    const entry = this.#descend(this.#tree, path.slice(1).split('/'), 0, values);
    return entry === undefined ? undefined : { entry, values };
  }

  #descend(branch: Branch<Entry>, segments: readonly string[], at: number, values: string[]): Entry | undefined {
    const segment = segments[at];
    if (segment === undefined) return branch.entry;
    const fixed = segment.length <= this.#longest ? branch.fixed.get(segment) : undefined;
    const entry = fixed && this.#descend(fixed, segments, at + 1, values);
    if (entry !== undefined || !branch.parameter || segment === '') return entry;
    const kept = values.length;
    values.push(segment);
    const found = this.#descend(branch.parameter, segments, at + 1, values);
    if (found === undefined) values.length = kept;
    return found;
  }
}
