/** Growth: whether a cost grows no faster than the logarithm of a size.
 *
 *  In: sizes and costs. Out: the line cost = a + b * log2(size), and figures that say whether a cost stayed below a logarithm.
 *  A cost of the form a + b * log2(size) with a >= 0 grows from one size to another at most as their logarithms do, and
 *  exactly so when a is 0. That is the bound. Linear growth from a thousand to a million would be x 1,000, growth
 *  with the square root x 32; the bound is x 2. */

import { invariant } from '../../engine/base/refusal.js';
import { besideFigure, type Figure, figureOf, median, ratioAtMost, type Unit } from '../figures.js';

export interface SizedCost {
  readonly size: number;
  readonly cost: number;
}

export interface LogarithmicLine {
  /** Cost at size 1. */
  readonly a: number;
  /** What each doubling of the size adds. */
  readonly b: number;
}

/** The least-squares line through the points. @throws InvariantError for fewer than two sizes. */
export function logarithmicLine(points: readonly SizedCost[]): LogarithmicLine {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = points.map(({ size }) => Math.log2(size));
  const [meanX, meanCost] = [mean(x), mean(points.map(({ cost }) => cost))];
  const spread = mean(x.map((value) => (value - meanX) ** 2));
  invariant(spread > 0, 'a line needs two sizes');
  const b = mean(points.map(({ cost }, at) => ((x[at] as number) - meanX) * (cost - meanCost))) / spread;
  return { a: meanCost - b * meanX, b };
}

/** The largest allowed ratio of the costs at two sizes when the cost grows no faster than the logarithm. */
export const logarithmicGrowth = (from: number, to: number): number => Math.log2(to) / Math.log2(from);

/** Inner nodes hashed for one changed key of a set whose paths look random: the tree over n leaves is log2(n) + 1.33 nodes
 *  deep on average (a binary trie of random paths), and changes of one block share the nodes near the root. */
export const nodesPerKeyBound = (accounts: number): number => Math.log2(accounts) + 2;

export interface SizedCosts {
  readonly size: number;
  /** One a round. */
  readonly values: readonly number[];
}

export const sizeText = (size: number): string => size.toLocaleString('en');

/** Compares the last size with the cheapest one before it, with the promise, and gives what each doubling adds from there. At
 *  smaller sizes the fixed cost of a block or of the process is part of every item and would hide how the cost grows.
 *  @param what the sizes count. @param curve from the smallest size to the largest. */
export function growthFigures(name: string, what: string, unit: Unit, curve: readonly SizedCosts[]): Figure[] {
  const costs = curve.slice(0, -1).map(({ values }) => median(values));
  const judged = curve.slice(costs.indexOf(Math.min(...costs)));
  const [first, last] = [judged[0], judged.at(-1)];
  invariant(first && last && first !== last, 'growth is judged between two sizes');
  const slopes = first.values.map(
    (_, round) => logarithmicLine(judged.map(({ size, values }) => ({ size, cost: values[round] as number }))).b,
  );
  const title = `${name}, ${sizeText(last.size)} ${what} beside ${sizeText(first.size)}`;
  const growth = besideFigure(title, last.values, first.values, unit);
  return [
    ratioAtMost(growth, logarithmicGrowth(first.size, last.size)),
    figureOf(`${name}, each doubling of ${what} adds`, slopes, unit),
  ];
}
