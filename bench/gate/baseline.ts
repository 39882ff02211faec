/** The gate's baseline: the ratios that were measured once, and the value below which each is a regression.
 *
 *  In: the text of `bench/baseline.json`, or ratios to write. Out: entries, or that text, always in the same order and form,
 *  so that a change of the file shows what changed. A ratio here is that of the two ways' best rounds: while other programs
 *  work on the machine, it moves a few hundredths where the median of the rounds' ratios moves tenths. Ratios depend on the
 *  processor and on Node, so each entry says how far its ratio may fall: by a share of it, or to a floor where the project
 *  promises one or the ratio has no steadier bound. */

import type { Figure, Ratio } from '../figures.js';

/** A ratio as it was measured now. */
export interface MeasuredRatio {
  readonly bench: string;
  readonly figure: string;
  readonly ratio: Ratio;
}

/** How a ratio is judged: exactly one of the two is set. */
export type Allowance =
  | {
      /** Share of the ratio that may be lost: 0.25 allows three quarters of it. */
      readonly tolerance: number;
    }
  | {
      /** Lowest ratio that is allowed. */
      readonly floor: number;
    };

export type BaselineEntry = Allowance & {
  readonly bench: string;
  readonly figure: string;
  /** How many times as long the other way took as the engine's, in the best round of each. */
  readonly ratio: number;
  /** Why the allowance differs from the default. */
  readonly because?: string;
};

export interface Baseline {
  /** Where the ratios were measured: Node, processor, cores. */
  readonly machine: string;
  readonly entries: readonly BaselineEntry[];
}

/** The default allowance: most ratios stay within a tenth from run to run, and fall by a quarter
 *  when both processors of a small machine are busy. */
export const USUAL_TOLERANCE = 0.25;

/** The smallest ratio that is no regression. */
export const lowestAllowed = (entry: BaselineEntry): number =>
  'floor' in entry ? entry.floor : entry.ratio * (1 - entry.tolerance);

/** Ratios of figures; the others are absolute and belong to their machine. */
export const ratiosOf = (bench: string, figures: readonly Figure[]): MeasuredRatio[] =>
  figures.flatMap(({ name, ratio }) => (ratio ? [{ bench, figure: name, ratio }] : []));

const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0;
const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0;

function isEntry(value: unknown): value is BaselineEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { bench, figure, ratio, tolerance, floor, because } = value as Record<string, unknown>;
  const shares = isPositive(tolerance) && tolerance < 1 && floor === undefined;
  const floors = isPositive(floor) && isPositive(ratio) && floor <= ratio && tolerance === undefined;
  const explains = isText(because) || (because === undefined && tolerance === USUAL_TOLERANCE);
  return isText(bench) && isText(figure) && isPositive(ratio) && (shares || floors) && explains;
}

/** @throws for a text that is not a baseline, with a sentence that names the entry. */
export function parseBaseline(text: string): Baseline {
  const { machine, entries } = JSON.parse(text) as { readonly machine?: unknown; readonly entries?: unknown };
  if (!isText(machine) || !Array.isArray(entries)) throw new Error('a baseline has a machine and a list of entries');
  const seen = new Set<string>();
  for (const entry of entries as unknown[]) {
    if (!isEntry(entry))
      throw new Error(
        `an entry has a bench, a figure, a ratio, and a tolerance below 1 or a floor up to the ratio; one that is not the usual tolerance of ${USUAL_TOLERANCE} says because of what: ${JSON.stringify(entry)}`,
      );
    const name = `${entry.bench}: ${entry.figure}`;
    if (seen.has(name)) throw new Error(`two entries of the baseline are of ${name}`);
    seen.add(name);
  }
  return { machine, entries: entries as BaselineEntry[] };
}

const byName = (a: MeasuredRatio, b: MeasuredRatio): number => {
  const [left, right] = [`${a.bench}\n${a.figure}`, `${b.bench}\n${b.figure}`];
  return left < right ? -1 : left > right ? 1 : 0;
};

/** The baseline from measured figures: allowances stay as they were, a new ratio gets the default, ratios that are no
 *  longer measured are removed.
 *  @param measured the same figures once or more; the smallest ratio of each counts. */
export function renewedBaseline(
  before: readonly BaselineEntry[],
  measured: readonly MeasuredRatio[],
  machine: string,
): Baseline {
  const smallest = new Map<string, MeasuredRatio>();
  for (const one of measured) {
    const name = `${one.bench}\n${one.figure}`;
    const other = smallest.get(name);
    if (!other || one.ratio.best < other.ratio.best) smallest.set(name, one);
  }
  const entries = [...smallest.values()].sort(byName).map(({ bench, figure, ratio }): BaselineEntry => {
    const known = before.find((entry) => entry.bench === bench && entry.figure === figure);
    const named = { bench, figure, ratio: Number(ratio.best.toPrecision(3)) };
    if (!known) return { ...named, tolerance: USUAL_TOLERANCE };
    const allowance: Allowance = 'floor' in known ? { floor: known.floor } : { tolerance: known.tolerance };
    return { ...named, ...allowance, ...(known.because !== undefined && { because: known.because }) };
  });
  return { machine, entries };
}

export const baselineText = (baseline: Baseline): string => `${JSON.stringify(baseline, undefined, 2)}\n`;
