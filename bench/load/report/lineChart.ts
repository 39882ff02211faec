/** Lines over the seconds of the run: one for each series, told apart by colour, dashes and the legend.
 *
 *  In: series of values with gaps where nothing was reported. Out: a card with the chart, its legend and its table; a
 *  sentence instead when no series has a value. */

import { html, type Markup, NOTHING, type Part } from './markup.js';
import { figure, isTold, NOT_TOLD, tickLabel } from './numbers.js';
import { type Axis, across, axisOver, card, down, leftOut, PLANE, plane, plot } from './plot.js';
import { tableBeneath } from './table.js';
import { ticks } from './ticks.js';

/** Colour and dashes together; the style sheet has both. */
export type Line = 'solid' | 'dashed' | 'dotted' | 'mixed';

export interface Series {
  readonly name: string;
  readonly line: Line;
  readonly values: readonly (number | undefined)[];
}

export interface LineChart {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** The second of each value. */
  readonly seconds: readonly number[];
  /** Drawn in this order, the last one on top. */
  readonly series: readonly Series[];
  /** Whether all values are whole numbers. */
  readonly whole?: boolean;
  /** Minimum for the top of the axis. */
  readonly least?: number;
  /** How a value is written. */
  readonly form?: (value: number | undefined) => string;
}

/** With more points than this a pointer could not hit a single one, and the page would double in size. */
const MOST_POINTERS = 300;

/** Steps of the time axis: its labels must not overlap on a phone. */
const MOST_X_STEPS = 6;

const told = ({ values }: Series): readonly number[] => values.filter(isTold);

/** A path that starts again after each gap; a single point is a dot, because line ends are round. */
function pathOf({ values }: Series, seconds: readonly number[], x: Axis, y: Axis): string {
  let isDrawing = false;
  const steps = values.map((value, at) => {
    if (!isTold(value)) {
      isDrawing = false;
      return '';
    }
    const step = `${isDrawing ? 'L' : 'M'}${across(x, seconds[at] ?? 0)} ${down(y, value)}`;
    const isAlone = !isDrawing && !isTold(values[at + 1]);
    isDrawing = true;
    return isAlone ? `${step}h0` : step;
  });
  return steps.join('');
}

export const lineKey = (line: Line): Markup =>
  html`<svg class="key" width="30" height="10" aria-hidden="true"><path class="line ${line}" d="M2 5H28"/></svg>`;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value / values.length, 0);

/** Vertical strips that show the values of their second under the pointer, without a script. */
function pointers({ seconds, series, form = figure }: LineChart, x: Axis): Part {
  if (seconds.length > MOST_POINTERS) return NOTHING;
  const middles = seconds.map((second) => Number(across(x, second)));
  return seconds.map((second, at) => {
    const here = middles[at] ?? 0;
    const from = at === 0 ? 0 : (here + (middles[at - 1] ?? 0)) / 2;
    const to = at === seconds.length - 1 ? PLANE : (here + (middles[at + 1] ?? PLANE)) / 2;
    const values = series.map(({ name, values }) => `${name} ${form(values[at])}`).join('\n');
    return html`<rect class="pointer" x="${Math.round(from)}" y="0" width="${Math.max(0, Math.round(to - from))}" height="${PLANE}"><title>second ${tickLabel(second)}\n${values}</title></rect>`;
  });
}

/** Exactly the range of the seconds, so that lines reach from side to side. */
function timeAxis(seconds: readonly number[]): Axis {
  const finite = seconds.filter(isTold);
  const low = finite.reduce((least, second) => Math.min(least, second), Number.POSITIVE_INFINITY);
  const high = finite.reduce((most, second) => Math.max(most, second), low === Number.POSITIVE_INFINITY ? 0 : low);
  return { low, high, ticks: ticks(low, high, { most: MOST_X_STEPS, whole: true }) };
}

export function lineChart(chart: LineChart): Markup {
  const { id, title, unit, seconds, series, form = figure, whole = false, least = 0 } = chart;
  const present = series.filter((one) => told(one).length > 0);
  const absent = series.filter((one) => !present.includes(one)).map(({ name }) => name);
  if (seconds.length === 0) return leftOut(title, 'The run has no seconds to draw.');
  if (present.length === 0) return leftOut(title, `${NOT_TOLD}: the target says nothing of ${absent.join(', ')}.`);
  const x = timeAxis(seconds);
  const highest = present.flatMap(told).reduce((most, value) => Math.max(most, value), least);
  const y = axisOver(ticks(0, highest, { most: 4, whole }));
  const lines = present.map((one) => html`<path class="line ${one.line}" d="${pathOf(one, seconds, x, y)}"/>`);
  const readings = present.map((one) => `${one.name} ${form(mean(told(one)))} on average`);
  const about = `${seconds.length} seconds, in ${unit}: ${readings.join(', ')}.`;
  return card(
    title,
    html`<ul class="legend">${present.map(
      (one) => html`<li>${lineKey(one.line)} ${one.name}, mean <b>${form(mean(told(one)))}</b></li>`,
    )}${absent.map((name) => html`<li class="untold">${name}: ${NOT_TOLD}</li>`)}</ul>`,
    plot({
      id,
      title,
      about,
      x,
      xUnit: 'second of the measured window',
      y,
      yUnit: unit,
      shapes: plane([...lines, pointers(chart, x)]),
    }),
    tableBeneath(
      ['second', ...series.map(({ name }) => name)],
      seconds.map((second, at) => [tickLabel(second), ...series.map(({ values }) => form(values[at]))]),
    ),
  );
}
