/** The frame of a chart: grid, axes, texts, and the plane on which the data is drawn.
 *
 *  Positions are percent of the plane, so that a chart fits any width while its text and its lines keep their size; margins
 *  for the texts are in the style sheet. In: two axes and shapes on a plane of `PLANE` by `PLANE` units. Out: one figure. */

import { html, type Markup, NOTHING, type Part } from './markup.js';
import { tickLabel } from './numbers.js';

/** Side of the plane, which is stretched over the chart. */
export const PLANE = 1_000;

export interface Axis {
  readonly low: number;
  readonly high: number;
  /** Those outside of the range are not shown. */
  readonly ticks: readonly number[];
  readonly label?: (value: number) => string;
  readonly logarithmic?: boolean;
}

/** Between the first and the last of the ticks. */
export const axisOver = (ticks: readonly number[], label = tickLabel): Axis => ({
  low: ticks[0] ?? 0,
  high: ticks.at(-1) ?? 1,
  ticks,
  label,
});

/** @returns the position of a value, 0 at the low end and 1 at the high end; a value outside is placed at the nearer end. */
export function place({ low, high, logarithmic = false }: Axis, value: number): number {
  if (high <= low) return 0.5;
  const share = logarithmic
    ? (Math.log10(Math.max(value, low)) - Math.log10(low)) / (Math.log10(high) - Math.log10(low))
    : (value - low) / (high - low);
  return Math.min(1, Math.max(0, share));
}

const rounded = (value: number): string => String(Math.round(value * 100) / 100);

/** On the plane. */
export const across = (axis: Axis, value: number): string => rounded(place(axis, value) * PLANE);
export const down = (axis: Axis, value: number): string => rounded((1 - place(axis, value)) * PLANE);

/** Of the chart's width or height. */
export const percentAcross = (axis: Axis, value: number): string => `${rounded(place(axis, value) * 100)}%`;
export const percentDown = (axis: Axis, value: number): string => `${rounded((1 - place(axis, value)) * 100)}%`;

export const plane = (shapes: Part): Markup =>
  html`<svg width="100%" height="100%" viewBox="0 0 ${PLANE} ${PLANE}" preserveAspectRatio="none">${shapes}</svg>`;

/** @param share position on the axis, 0 to 1. A text at an end of the axis must stay inside the chart. */
const anchor = (share: number): string => (share > 0.97 ? 'end' : share < 0.03 ? 'start' : 'middle');

const shown = ({ ticks, low, high }: Axis): readonly number[] => ticks.filter((tick) => tick >= low && tick <= high);

const yGrid = (axis: Axis): readonly Markup[] =>
  shown(axis).map((tick) => {
    const y = percentDown(axis, tick);
    const text = (axis.label ?? tickLabel)(tick);
    return html`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}"/><text x="0" dx="-8" y="${y}" dy="4" text-anchor="end">${text}</text>`;
  });

const xGrid = (axis: Axis): readonly Markup[] =>
  shown(axis).map((tick) => {
    const x = percentAcross(axis, tick);
    const text = (axis.label ?? tickLabel)(tick);
    return html`<line class="grid upright" x1="${x}" x2="${x}" y1="0" y2="100%"/><text x="${x}" y="100%" dy="17" text-anchor="${anchor(place(axis, tick))}">${text}</text>`;
  });

export interface Plot {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  /** The chart in a sentence. */
  readonly about: string;
  readonly x: Axis;
  readonly xUnit: string;
  /** Absent when rows have names instead. */
  readonly y?: Axis;
  readonly yUnit?: string;
  /** The shapes. Texts and everything that must not be stretched are placed in percent, the rest is on `plane`s. */
  readonly shapes: Part;
  /** Height of the plane in pixels. */
  readonly height?: number;
}

export function plot({ id, title, about, x, xUnit, y, yUnit = '', shapes, height = 190 }: Plot): Markup {
  return html`<svg class="plot${y ? '' : ' rows'}" role="img" aria-labelledby="${id}-title ${id}-about" style="height:${height}px">
<title id="${id}-title">${title}</title><desc id="${id}-about">${about}</desc>
${yUnit === '' ? NOTHING : html`<text class="unit" x="0" y="0" dx="-8" dy="-12">${yUnit}</text>`}
${y ? yGrid(y) : NOTHING}${xGrid(x)}
<text class="unit" x="100%" y="100%" dy="33" text-anchor="end">${xUnit}</text>
${shapes}</svg>`;
}

/** A card with a heading, a sentence on what it shows, the picture and its table. */
export const card = (title: string, ...parts: readonly Part[]): Markup =>
  html`<section class="card"><h3>${title}</h3>${parts}</section>\n`;

/** Replaces a chart for which nothing was reported. */
export const leftOut = (title: string, because: string): Markup =>
  card(title, html`<p class="left-out">${because}</p>`);
