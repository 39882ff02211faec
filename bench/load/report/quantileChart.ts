/** Quantiles side by side: one row each, from the median to the maximum, on a logarithmic axis, because an answer takes a
 *  hundredth of the time that finality takes.
 *
 *  In: named quantiles in milliseconds. Out: a card with picture and table. A row without samples is in neither scale nor
 *  picture; the table says so. */

import type { Quantiles } from '../result.js';
import { html, type Markup, type Part } from './markup.js';
import { count, figure, isTold, withUnit } from './numbers.js';
import { type Axis, axisOver, card, percentAcross, plot } from './plot.js';
import { table } from './table.js';
import { decades } from './ticks.js';

export interface QuantileRow {
  readonly name: string;
  readonly quantiles: Quantiles;
}

/** Pixels of one row: its name, and below it the line. */
const ROW = 46;
const NAME_AT = 14;
const LINE_AT = 30;

/** Letters of a name on the picture; the table has all of it. */
const MOST_LETTERS = 36;

/** The smallest value on the logarithmic axis in milliseconds: a microsecond cannot be told from zero. */
const LEAST_MS = 0.001;

/** Shapes, not colours alone: circle, square, diamond, upright stroke. Their sizes are pixels. */
const MARKS: readonly (readonly [quantile: 'p50' | 'p95' | 'p99' | 'max', path: string])[] = [
  ['p50', 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z'],
  ['p95', 'M-4.5-4.5h9v9h-9z'],
  ['p99', 'M0-6.5L6.5 0L0 6.5L-6.5 0z'],
  ['max', 'M-1.5-8h3v16h-3z'],
];

const shortened = (name: string): string => (name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name);

const isMeasured = ({ quantiles }: QuantileRow): boolean =>
  quantiles.count > 0 && MARKS.every(([quantile]) => isTold(quantiles[quantile]));

function rowShapes({ name, quantiles }: QuantileRow, at: number, x: Axis): Part {
  const top = at * ROW;
  const y = top + LINE_AT;
  const line = html`<line class="span" x1="${percentAcross(x, quantiles.p50)}" x2="${percentAcross(x, quantiles.max)}" y1="${y}" y2="${y}"/>`;
  // An inner <svg> takes percents where a transform does not.
  const marks = MARKS.map(
    ([quantile, path]) =>
      html`<svg class="mark ${quantile}" x="${percentAcross(x, quantiles[quantile])}" y="${y}"><path d="${path}"/><title>${name}: ${quantile} ${withUnit(quantiles[quantile], 'ms')}</title></svg>`,
  );
  return html`<text class="row-name" x="0" y="${top + NAME_AT}">${shortened(name)}</text>${line}${marks}`;
}

const legend = html`<ul class="legend">${MARKS.map(
  ([quantile, path]) =>
    html`<li><svg class="key" width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true"><path class="mark ${quantile}" d="${path}"/></svg> ${quantile === 'max' ? 'longest' : quantile}</li>`,
)}</ul>`;

const tableRow = (row: QuantileRow): readonly Part[] => {
  const { count: samples, p50, p95, p99, max } = row.quantiles;
  const figures = [p50, p95, p99, max].map((value) => (isMeasured(row) ? figure(value) : 'no samples'));
  return [row.name, count(samples), ...figures];
};

const quantileTable = (rows: readonly QuantileRow[]): Markup =>
  table(['milliseconds', 'samples', 'p50', 'p95', 'p99', 'longest'], rows.map(tableRow));

export function quantileChart(id: string, title: string, summary: string, rows: readonly QuantileRow[]): Markup {
  const intro = html`<p class="summary">${summary}</p>`;
  const measured = rows.filter(isMeasured);
  if (measured.length === 0)
    return card(title, intro, html`<p class="left-out">There are no samples to draw.</p>`, quantileTable(rows));
  const values = measured.flatMap(({ quantiles }) =>
    [quantiles.p50, quantiles.max].map((ms) => Math.max(ms, LEAST_MS)),
  );
  const lowest = values.reduce((least, value) => Math.min(least, value));
  const highest = values.reduce((most, value) => Math.max(most, value));
  const x: Axis = { ...axisOver(decades(lowest, highest)), logarithmic: true };
  const readings = measured.map(
    ({ name, quantiles }) => `${name} ${figure(quantiles.p50)} at p50 and ${figure(quantiles.p99)} at p99`,
  );
  return card(
    title,
    intro,
    legend,
    plot({
      id,
      title,
      about: `In milliseconds: ${readings.join('; ')}.`,
      x,
      xUnit: 'ms, logarithmic',
      shapes: measured.map((row, at) => rowShapes(row, at, x)),
      height: measured.length * ROW,
    }),
    quantileTable(rows),
  );
}
