/** How figures are printed: a table for people, or one JSON object a line for programs. */

import { availableParallelism, cpus } from 'node:os';
import type { BenchDefinition, CurvePoint, Figure } from './figures.js';
import { logarithmicLine } from './pipeline/growth.js';

const digits = (value: number): string => {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
};

function promiseText({ promise, unit }: Figure): string {
  if (!promise) return '';
  const bound = promise.of === 'ratio' ? `x ${Number(promise.bound.toFixed(2))}` : `${promise.bound} ${unit}`;
  return `${promise.limit} ${bound}: ${promise.kept ? 'kept' : 'MISSED'}`;
}

/** Columns side by side, two spaces between them. @param toTheRight whether a column is right-aligned, by its number. */
export const aligned = (rows: readonly (readonly string[])[], toTheRight: (column: number) => boolean): string => {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number): string =>
    toTheRight(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => `  ${row.map(pad).join('  ').trimEnd()}`).join('\n');
};

/** Name, median, rounds from lowest to highest, ratio to the engine's way, promise. */
function listOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, value, unit, low, high, ratio } = figure;
    const times = ratio ? `x ${digits(ratio.median)} (${digits(ratio.low)} to ${digits(ratio.high)})` : '';
    return [name, `${digits(value)} ${unit}`, `${digits(low)} to ${digits(high)}`, times, promiseText(figure)];
  });
  return aligned(rows, (column) => column === 1 || column === 2);
}

type Placed = Figure & { readonly at: CurvePoint };

/** One column for each size, one row for each name; at the end what each doubling of the size adds (least squares), and how
 *  many times as much the last size takes as the first. */
function curveOf(grows: CurvePoint['grows'], figures: readonly Placed[]): string {
  const sizes = [...new Set(figures.map(({ at }) => at[grows]))];
  const names = [...new Set(figures.map(({ name }) => name))];
  const rows = names.map((name) => {
    const row = figures.filter((figure) => figure.name === name);
    const values = row.map(({ value }) => value);
    const line = logarithmicLine(row.map(({ at, value }) => ({ size: at[grows], cost: value })));
    const [first, last] = [values[0] as number, values.at(-1) as number];
    return [
      name,
      row[0]?.unit ?? '',
      ...values.map(digits),
      digits(line.b),
      first > 0 ? `x ${digits(last / first)}` : '',
    ];
  });
  return aligned(
    [[grows, '', ...sizes.map((size) => size.toLocaleString('en')), 'a doubling adds', 'last to first'], ...rows],
    (column) => column > 1,
  );
}

/** Curves first, then the list of the other figures. */
export function tableOf(figures: readonly Figure[]): string {
  const placed = figures.filter((figure): figure is Placed => figure.at !== undefined);
  const others = figures.filter(({ at }) => at === undefined);
  const curves = (['accounts', 'transfers'] as const).flatMap((grows) => {
    const ofCurve = placed.filter(({ at }) => at.grows === grows);
    return ofCurve.length === 0 ? [] : [curveOf(grows, ofCurve)];
  });
  return [...curves, ...(others.length === 0 ? [] : [listOf(others)])].join('\n\n');
}

export const lineOf = (bench: BenchDefinition, figure: Figure): string =>
  JSON.stringify({ bench: bench.name, ...figure });

/** The environment to which the figures belong. */
export const machine = (): string =>
  `Node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
