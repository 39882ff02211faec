/** The gate: measures, compares the ratios with the baseline, and fails when one of them fell.
 *
 *  In: benches and the baseline's file. Out: tables or lines on standard output, sentences about what failed, and the exit
 *  code. Only ratios are judged; absolute figures are printed. A ratio that fell is measured a second time first: a burst of
 *  other work on the machine rarely affects the same bench twice. */

import { readFile, writeFile } from 'node:fs/promises';
import { aligned, lineOf, machine, tableOf } from '../report.js';
import { baselineText, type MeasuredRatio, parseBaseline, ratiosOf, renewedBaseline } from './baseline.js';
import {
  type Comparison,
  compareRatios,
  comparisonLine,
  complaintOf,
  judgedAgain,
  rowsOf,
  suspectsOf,
} from './comparison.js';
import type { GateBench } from './set.js';

/** The committed baseline; it is in the source tree even when this file runs as built code. */
export const baselineFile = new URL(
  import.meta.url.endsWith('.ts') ? '../baseline.json' : '../../../bench/baseline.json',
  import.meta.url,
);

export interface GateOptions {
  readonly benches: readonly GateBench[];
  readonly baseline: URL;
  readonly json: boolean;
  /** Takes a text that ends without a line break. */
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

async function measure({ json, print }: GateOptions, benches: readonly GateBench[]): Promise<MeasuredRatio[]> {
  const ratios: MeasuredRatio[] = [];
  for (const { bench, leavesOut } of benches) {
    if (!json) print(`\n${bench.name}: ${bench.about}`);
    const figures = await bench.run({ quick: false });
    print(json ? figures.map((figure) => lineOf(bench, figure)).join('\n') : tableOf(figures));
    ratios.push(...ratiosOf(bench.name, figures).filter(({ figure }) => !leavesOut?.(figure)));
  }
  return ratios;
}

/** Measures the benches again in which a ratio fell. */
async function secondOpinion(options: GateOptions, first: readonly Comparison[]): Promise<readonly Comparison[]> {
  const suspects = suspectsOf(first);
  if (suspects.size === 0) return first;
  if (!options.json) options.print(`\na ratio fell: measured a second time: ${[...suspects].join(', ')}`);
  const again = options.benches.filter(({ bench }) => suspects.has(bench.name));
  return judgedAgain(first, await measure(options, again));
}

/** @returns the exit code: 1 when a ratio fell twice, was not measured, or is not in the baseline.
 *  @throws when the baseline's file cannot be read or is not a baseline. */
export async function runGate(options: GateOptions): Promise<0 | 1> {
  const { json, print, complain } = options;
  const baseline = parseBaseline(await readFile(options.baseline, 'utf8'));
  if (!json) print(`${machine()}\nbaseline: ${baseline.machine}`);
  const first = compareRatios(baseline.entries, await measure(options, options.benches));
  const comparisons = await secondOpinion(options, first);
  print(
    json
      ? comparisons.map(comparisonLine).join('\n')
      : `\ngate\n${aligned(rowsOf(comparisons), (column) => column >= 2 && column <= 6)}`,
  );
  const complaints = comparisons.flatMap((comparison) => complaintOf(comparison) ?? []);
  for (const complaint of complaints) complain(`gate: ${complaint}`);
  return complaints.length > 0 ? 1 : 0;
}

/** Measures twice and writes the smaller ratio of each figure: a lucky run must not set the bar.
 *  @throws instead of writing when a ratio is below the floor that its entry promises. */
export async function updateBaseline(options: GateOptions): Promise<void> {
  const before = parseBaseline(await readFile(options.baseline, 'utf8'));
  const measured = [...(await measure(options, options.benches)), ...(await measure(options, options.benches))];
  const text = baselineText(renewedBaseline(before.entries, measured, machine()));
  parseBaseline(text);
  await writeFile(options.baseline, text);
}
