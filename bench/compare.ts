/** Different ways of doing the same work, side by side in one run (tinybench).
 *
 *  In: the engine's way and others, each as work over a batch of items. Out: microseconds per item, and for each other way
 *  how many times as long it takes. The ways take turns in every round, in another order each time, so that other work of
 *  the machine affects all of them. */

import { Bench } from 'tinybench';
import { invariant } from '../engine/base/refusal.js';
import { type BenchOptions, besideFigure, type Figure, figureOf } from './figures.js';

export interface Way {
  readonly name: string;
  /** Works through the whole batch; what it returns is thrown away. */
  readonly run: () => unknown;
  /** Items in its batch when there are fewer than in the comparison's: for a way that takes milliseconds per item. */
  readonly items?: number;
}

export interface Comparison {
  readonly engine: Way;
  readonly others: readonly Way[];
  /** Items in a batch. */
  readonly items: number;
}

const ROUNDS = 7;
const QUICK_ROUNDS = 2;
/** Milliseconds that each way gets in each round. */
const ROUND_MS = 150;
const WARM_UP_MS = 50;

/** One round. @returns microseconds per item by way. */
async function round(ways: readonly Way[], items: number, quick: boolean): Promise<Map<Way, number>> {
  const time = quick ? 1 : ROUND_MS;
  const bench = new Bench({
    time,
    iterations: 3,
    warmupTime: quick ? 1 : WARM_UP_MS,
    warmupIterations: 2,
    throws: true,
  });
  for (const way of ways) bench.add(way.name, way.run);
  await bench.run();
  return new Map(
    ways.map((way) => {
      const result = bench.getTask(way.name)?.result;
      invariant(result?.state === 'completed', `the bench of "${way.name}" did not complete`);
      return [way, (result.latency.p50 * 1_000) / (way.items ?? items)];
    }),
  );
}

export async function compare(comparison: Comparison, { quick }: BenchOptions): Promise<Figure[]> {
  const { engine, others, items } = comparison;
  const ways = [engine, ...others];
  const times = new Map<Way, number[]>(ways.map((way) => [way, []]));
  for (let number = 0; number < (quick ? QUICK_ROUNDS : ROUNDS); number++) {
    const turn = number % ways.length;
    const order = [...ways.slice(turn), ...ways.slice(0, turn)];
    for (const [way, microseconds] of await round(order, items, quick)) times.get(way)?.push(microseconds);
  }
  const of = (way: Way): number[] => times.get(way) ?? [];
  return [
    figureOf(engine.name, of(engine), 'us'),
    ...others.map((way) => besideFigure(way.name, of(way), of(engine), 'us')),
  ];
}
