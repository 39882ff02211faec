/** Figures: the results of a bench.
 *
 *  A claim is a ratio of two ways inside one run: the median over several rounds in which both ways took turns. An absolute
 *  figure belongs to the machine and the moment it was taken on; it is printed and never asserted. */

import { invariant } from '../engine/base/refusal.js';

/** Time is time of the main thread unless the figure's name says otherwise. */
export type Unit = 'ns' | 'us' | 'ms' | 'B' | 'MB' | '/s' | 'hashes' | 'signatures' | 'objects';

/** Position of a figure on a curve: one of the two sizes grows, the other stays. */
export interface CurvePoint {
  readonly grows: 'accounts' | 'transfers';
  readonly accounts: number;
  /** In one block. */
  readonly transfers: number;
}

export interface Figure {
  readonly name: string;
  /** Median over the rounds. */
  readonly value: number;
  readonly unit: Unit;
  /** Smallest and largest value of a round. */
  readonly low: number;
  readonly high: number;
  readonly at?: CurvePoint;
  /** Only for a way that is compared with the engine's: how many times as long it takes. */
  readonly ratio?: Ratio;
  readonly promise?: Kept;
}

/** The median of the rounds' ratios, the smallest and the largest. */
export interface Ratio {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** Ratio of the two ways' best rounds: other programs disturb it least. */
  readonly best: number;
}

/** What the project promises, and whether this run met it. */
export interface Kept {
  readonly of: 'value' | 'ratio';
  readonly limit: 'at most' | 'at least';
  readonly bound: number;
  readonly kept: boolean;
}

export interface BenchOptions {
  /** Fewer rounds over smaller sets: it only shows that a bench runs; its figures mean nothing. */
  readonly quick: boolean;
}

export interface BenchDefinition {
  readonly name: string;
  readonly about: string;
  /** Names of the benches whose figures this one measures and prints itself. */
  readonly includes?: readonly string[];
  run(options: BenchOptions): Promise<readonly Figure[]>;
}

export function median(values: readonly number[]): number {
  invariant(values.length > 0, 'the median of nothing');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

const range = (values: readonly number[]): { low: number; high: number } => ({
  low: Math.min(...values),
  high: Math.max(...values),
});

/** @param values one a round. */
export const figureOf = (name: string, values: readonly number[], unit: Unit): Figure => ({
  name,
  value: median(values),
  unit,
  ...range(values),
});

/** A way that is compared with the engine's. @param engine the engine's values of the same rounds. */
export function besideFigure(name: string, values: readonly number[], engine: readonly number[], unit: Unit): Figure {
  invariant(values.length === engine.length, 'both ways run in every round');
  const ratios = values.map((value, round) => value / (engine[round] as number));
  const best = Math.min(...values) / Math.min(...engine);
  return { ...figureOf(name, values, unit), ratio: { median: median(ratios), ...range(ratios), best } };
}

export const atMost = (figure: Figure, bound: number): Figure => ({
  ...figure,
  promise: { of: 'value', limit: 'at most', bound, kept: figure.value <= bound },
});

export const atLeast = (figure: Figure, bound: number): Figure => ({
  ...figure,
  promise: { of: 'value', limit: 'at least', bound, kept: figure.value >= bound },
});

export function ratioAtMost(figure: Figure, bound: number): Figure {
  invariant(figure.ratio, "only a way beside the engine's has a ratio");
  return { ...figure, promise: { of: 'ratio', limit: 'at most', bound, kept: figure.ratio.median <= bound } };
}

export function ratioAtLeast(figure: Figure, bound: number): Figure {
  invariant(figure.ratio, "only a way beside the engine's has a ratio");
  return { ...figure, promise: { of: 'ratio', limit: 'at least', bound, kept: figure.ratio.median >= bound } };
}
