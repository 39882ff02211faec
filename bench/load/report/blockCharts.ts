/** The blocks as they came: what each one held, and how long after its parent it came.
 *
 *  In: the blocks in the order of their heights. Out: two cards of bars with a common axis of heights. */

import type { LoadResult } from '../result.js';
import { html, type Markup, NOTHING, type Part } from './markup.js';
import { count, figure, isTold, percent, withUnit } from './numbers.js';
import { type Axis, across, axisOver, card, down, leftOut, PLANE, percentDown, plane, plot } from './plot.js';
import { tableBeneath } from './table.js';
import { ticks } from './ticks.js';

type Blocks = LoadResult['blocks'];

/** With more bars than this the gaps between them would be thinner than a pixel, and a pointer would not find one. */
const MOST_SINGLE_BARS = 200;

/** Heights have many digits. */
const MOST_X_STEPS = 4;

/** One path for all bars: one rectangle each would make the page many times as long. */
function barsPath(values: readonly number[], y: Axis): string {
  const width = PLANE / values.length;
  const gap = values.length > MOST_SINGLE_BARS ? 0 : width * 0.15;
  const at = (x: number): string => String(Math.round(x * 100) / 100);
  return values
    .map((value, index) =>
      isTold(value)
        ? `M${at(index * width + gap)} ${PLANE}V${down(y, value)}H${at((index + 1) * width - gap)}V${PLANE}z`
        : '',
    )
    .join('');
}

/** Positions are those of the bars: a missing height takes no space. */
function heightAxis(heights: readonly number[]): Axis {
  const low = heights[0] ?? 0;
  const high = Math.max(low, heights.at(-1) ?? low);
  const round = new Set(ticks(low, high, { most: MOST_X_STEPS, whole: true }));
  const marks = heights.flatMap((height, at) => (round.has(height) ? [at + 0.5] : []));
  const label = (middle: number): string => count(heights[Math.floor(middle)]);
  return { low: 0, high: heights.length, ticks: marks, label };
}

/** Strips that show a block's figures under the pointer. */
function pointers({ list }: Blocks): Part {
  if (list.length > MOST_SINGLE_BARS) return NOTHING;
  const axis: Axis = { low: 0, high: list.length, ticks: [] };
  const width = Math.round((PLANE / list.length) * 100) / 100;
  return list.map(
    ({ height, transactions, intervalMs }, at) =>
      html`<rect class="pointer" x="${across(axis, at)}" y="0" width="${width}" height="${PLANE}"><title>block ${count(height)}\n${count(transactions)} transactions\n${withUnit(intervalMs, 'ms')} after its parent</title></rect>`,
  );
}

/** A level across the chart with its name on it. */
function level(y: Axis, value: number | undefined, name: string): Part {
  if (!isTold(value)) return NOTHING;
  const at = percentDown(y, value);
  return html`<line class="level" x1="0" x2="100%" y1="${at}" y2="${at}"/><text class="level-name" x="100%" y="${at}" dy="-5" text-anchor="end">${name}</text>`;
}

interface Bars {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly values: readonly number[];
  readonly whole: boolean;
  readonly level: { readonly name: string; readonly value: number | undefined };
  readonly sentence: string;
  readonly table: Markup;
}

function barChart(blocks: Blocks, bars: Bars): Markup {
  const { id, title, unit, values, sentence } = bars;
  if (values.length === 0) return leftOut(title, 'No block came in the measured window.');
  const highest = [...values, bars.level.value].filter(isTold).reduce((most, value) => Math.max(most, value), 0);
  const y = axisOver(ticks(0, highest, { most: 4, whole: bars.whole }));
  const heights = blocks.list.map(({ height }) => height);
  return card(
    title,
    html`<p class="summary">${sentence}</p>`,
    plot({
      id,
      title,
      about: sentence,
      x: heightAxis(heights),
      xUnit: 'height',
      y,
      yUnit: unit,
      shapes: [
        plane([html`<path class="bars" d="${barsPath(values, y)}"/>`, pointers(blocks)]),
        level(y, bars.level.value, bars.level.name),
      ],
    }),
    bars.table,
  );
}

const filled = ({ filledByTransactions, filledByBytes }: Blocks): string =>
  `Used of the network's limits on average: transactions ${percent(filledByTransactions)}, bytes ${percent(filledByBytes)}.`;

export function blockCharts(blocks: Blocks): readonly Markup[] {
  const { count: number, transactions, intervalMs, list } = blocks;
  const interval = (value: number): string => withUnit(value, 'ms');
  return [
    barChart(blocks, {
      id: 'block-transactions',
      title: 'Transactions per block',
      unit: 'transactions',
      values: list.map((block) => block.transactions),
      whole: true,
      level: { name: `p50 ${count(transactions.p50)}`, value: transactions.p50 },
      sentence: `${count(number)} blocks, half of them with ${count(transactions.p50)} transactions or more, the fullest with ${count(transactions.max)}. ${filled(blocks)}`,
      table: tableBeneath(
        ['height', 'transactions', 'signed bytes'],
        list.map((block) => [count(block.height), count(block.transactions), count(block.signedBytes)]),
      ),
    }),
    barChart(blocks, {
      id: 'block-intervals',
      title: 'Interval of blocks',
      unit: 'ms to the parent',
      values: list.map((block) => block.intervalMs),
      whole: false,
      level: { name: `p99 ${interval(intervalMs.p99)}`, value: intervalMs.p99 },
      sentence: `p50 ${interval(intervalMs.p50)}, p95 ${interval(intervalMs.p95)}, p99 ${interval(intervalMs.p99)}, longest ${interval(intervalMs.max)}.`,
      table: tableBeneath(
        ['height', 'interval, ms'],
        list.map((block) => [count(block.height), figure(block.intervalMs)]),
      ),
    }),
  ];
}
