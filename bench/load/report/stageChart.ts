/** Where the time of a transfer goes: a stacked bar for each thread, with the limiting stage or thread marked.
 *
 *  In: the stages and what limits the run. Out: a card with the bars and the table of all stages. Threads work in parallel,
 *  so the longest bar of working threads, divided by how many of them there are, bounds the rate; the bars share
 *  one axis. */

import type { LoadResult, StageFigure } from '../result.js';
import { html, type Markup, NOTHING, type Part } from './markup.js';
import { figure, isTold, NOT_TOLD, percent, withUnit } from './numbers.js';
import { type Axis, axisOver, card, leftOut, percentAcross, place, plot } from './plot.js';
import { table } from './table.js';
import { ticks } from './ticks.js';

type Thread = StageFigure['on'];

const THREADS: Readonly<Record<Thread, string>> = {
  main: 'main thread',
  verify: 'verification threads, together',
  store: "the store's thread",
  wait: 'waiting, nobody works',
};

/** Pixels of one thread: its name, and below it the bar. */
const ROW = 62;
const NAME_AT = 14;
const BAR_AT = 20;
const BAR = 28;
const MARK_AT = BAR_AT + BAR + 12;

/** Width from which a stage's name fits into its part of the bar: on a telephone, and on a wide screen. */
const FITS_ANYWHERE = 0.3;
const FITS_WIDE = 0.09;

const TITLE = 'Time per stage';

interface Segment extends StageFigure {
  readonly from: number;
  readonly to: number;
  readonly isLimit: boolean;
}

/** What the limit names: a stage, or else a thread with all its stages, or else nothing in the chart. */
interface Limit {
  readonly stages: ReadonlySet<StageFigure>;
  readonly thread?: Thread;
}

function limitOf({ stages, limit: { name } }: LoadResult): Limit {
  const named = new Set(stages.filter((stage) => stage.name === name));
  const thread = stages.find(({ on }) => on === name)?.on;
  return named.size > 0 || thread === undefined ? { stages: named } : { stages: named, thread };
}

function segmentsOf(stages: readonly StageFigure[], limit: Limit): readonly Segment[] {
  let from = 0;
  return stages.map((stage) => {
    const segment = {
      ...stage,
      from,
      to: from + Math.max(0, stage.microsecondsPerTransfer),
      isLimit: limit.stages.has(stage),
    };
    from = segment.to;
    return segment;
  });
}

function segmentShape(segment: Segment, at: number, top: number, x: Axis): Part {
  const { name, from, to, isLimit, microsecondsPerTransfer } = segment;
  const left = place(x, from);
  const width = place(x, to) - left;
  const percentOf = (share: number): string => `${Math.round(share * 10_000) / 100}%`;
  const middle = percentOf(left + width / 2);
  const size = width >= FITS_ANYWHERE ? '' : ' if-wide';
  const label =
    width < FITS_WIDE
      ? NOTHING
      : html`<text class="in-bar${size}" x="${middle}" y="${top + BAR_AT + BAR / 2}" dy="4" text-anchor="middle">${name} ${figure(microsecondsPerTransfer)}</text>`;
  const mark = isLimit
    ? html`<text class="limit-mark" x="${middle}" y="${top + MARK_AT}" text-anchor="${left + width / 2 > 0.85 ? 'end' : left + width / 2 < 0.15 ? 'start' : 'middle'}">▲ limit</text>`
    : NOTHING;
  return html`<rect class="stage shade-${at % 4}${isLimit ? ' limit' : ''}" x="${percentAcross(x, from)}" width="${percentOf(width)}" y="${top + BAR_AT}" height="${BAR}"><title>${name}: ${withUnit(microsecondsPerTransfer, 'µs')} per transfer</title></rect>${label}${mark}`;
}

interface Row {
  readonly thread: Thread;
  readonly segments: readonly Segment[];
  readonly total: number;
  readonly isLimit: boolean;
}

function rowsOf(result: LoadResult, limit: Limit): readonly Row[] {
  const drawn = result.stages.filter(({ microsecondsPerTransfer }) => isTold(microsecondsPerTransfer));
  return (Object.keys(THREADS) as Thread[]).flatMap((thread) => {
    const segments = segmentsOf(
      drawn.filter(({ on }) => on === thread),
      limit,
    );
    return segments.length === 0
      ? []
      : [{ thread, segments, total: segments.at(-1)?.to ?? 0, isLimit: thread === limit.thread }];
  });
}

function rowShape({ thread, segments, total, isLimit }: Row, at: number, x: Axis): Part {
  const top = at * ROW;
  const shapes = segments.map((segment, index) => ({ segment, shape: segmentShape(segment, index, top, x) }));
  const mark = isLimit ? html`<tspan class="limit-mark"> ◀ limit</tspan>` : NOTHING;
  const frame = isLimit
    ? html`<rect class="limit" x="0" width="${percentAcross(x, total)}" y="${top + BAR_AT}" height="${BAR}"/>`
    : NOTHING;
  // The limit comes last, so that no neighbour covers its frame.
  const ordered = shapes.toSorted((one, other) => Number(one.segment.isLimit) - Number(other.segment.isLimit));
  return html`<text class="row-name" x="0" y="${top + NAME_AT}">${THREADS[thread]}: ${withUnit(total, 'µs')}${mark}</text>${ordered.map(({ shape }) => shape)}${frame}`;
}

const marked = (name: string, isLimit: boolean): Part =>
  isLimit ? html`${name} <strong class="limit-mark">limit</strong>` : name;

const stageTable = (stages: readonly StageFigure[], limit: Limit): Markup =>
  table(
    ['stage', 'thread', 'µs per transfer', 'share of its thread'],
    stages.map((stage) => [
      marked(stage.name, limit.stages.has(stage)),
      marked(stage.on, stage.on === limit.thread),
      figure(stage.microsecondsPerTransfer),
      percent(stage.share),
    ]),
  );

export function stageChart(result: LoadResult): Markup {
  const limit = limitOf(result);
  const rows = rowsOf(result, limit);
  const sentence = html`<p class="summary">The limit is <b>${result.limit.name}</b>: ${result.limit.because}</p>`;
  if (rows.length === 0) return leftOut(TITLE, `${NOT_TOLD}: the run has no time of any stage.`);
  const longest = rows.reduce((most, { total }) => Math.max(most, total), 0);
  const x = axisOver(ticks(0, longest));
  const parts = rows.map(
    ({ thread, segments }) =>
      `${THREADS[thread]} ${segments.map(({ name, from, to }) => `${name} ${figure(to - from)}`).join(', ')}`,
  );
  return card(
    TITLE,
    sentence,
    plot({
      id: 'stages',
      title: TITLE,
      about: `Microseconds per transfer: ${parts.join('; ')}. The limit is ${result.limit.name}.`,
      x,
      xUnit: 'µs per transfer',
      shapes: rows.map((row, at) => rowShape(row, at, x)),
      height: rows.length * ROW,
    }),
    stageTable(result.stages, limit),
  );
}
