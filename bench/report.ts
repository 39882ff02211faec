/** How figures are printed: a table for people, or one JSON object a line for programs. */

import { availableParallelism, cpus } from 'node:os';
import type { BenchDefinition, Figure } from './figures.js';

const digits = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);

function promiseText({ promise, unit }: Figure): string {
  if (!promise) return '';
  const bound = promise.of === 'ratio' ? `x ${Number(promise.bound.toFixed(2))}` : `${promise.bound} ${unit}`;
  return `${promise.limit} ${bound}: ${promise.kept ? 'kept' : 'MISSED'}`;
}

/** Name, median, rounds from lowest to highest, ratio to the engine's way, promise. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, value, unit, low, high, ratio } = figure;
    const times = ratio ? `x ${digits(ratio.median)} (${digits(ratio.low)} to ${digits(ratio.high)})` : '';
    return [name, `${digits(value)} ${unit}`, `${digits(low)} to ${digits(high)}`, times, promiseText(figure)];
  });
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number): string => {
    const width = widths[column] ?? 0;
    return column === 1 || column === 2 ? cell.padStart(width) : cell.padEnd(width);
  };
  return rows.map((row) => `  ${row.map(pad).join('  ').trimEnd()}`).join('\n');
}

export const lineOf = (bench: BenchDefinition, figure: Figure): string =>
  JSON.stringify({ bench: bench.name, ...figure });

/** What a figure belongs to. */
export const machine = (): string =>
  `Node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
