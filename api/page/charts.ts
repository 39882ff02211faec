/** Small bar charts in SVG, drawn at their displayed size, with a readable scale and a sentence that says
 *  the same to readers who cannot see the picture. */

import { h, setText, svg } from './dom.js';
import { scaleTop } from './format.js';

export interface Bar {
  readonly value: number;
  /** Drawn in the second colour. */
  readonly quiet?: boolean;
  /** Drawn as a mark on the axis: its value does not belong on this scale. */
  readonly apart?: boolean;
}

export interface Picture {
  readonly bars: readonly Bar[];
  /** A value as text on the scale. */
  readonly scale: (value: number) => string;
  /** Smallest top of the scale, so that noise does not fill it. */
  readonly least: number;
  /** Largest top of the scale: a bar above it is cut off, so that one pause does not flatten all others. */
  readonly most?: number;
  /** Texts below the axis, from the left end to the right one. */
  readonly below: readonly string[];
  /** The chart in a sentence. */
  readonly summary: string;
}

const HEIGHT = 132;
const LEFT = 50;
const RIGHT = 6;
const TOP = 8;
const BOTTOM = 20;
const STEPS = 2;
/** Height of a mark on the axis. */
const APART = 4;

export class BarChart {
  readonly element: HTMLElement;
  readonly #svg = svg('svg', { class: 'chart', height: HEIGHT, role: 'img' });
  readonly #summary = h('p', { class: 'summary' });
  readonly #figure: HTMLElement;
  #picture: Picture | undefined;

  constructor(title: string, more: HTMLElement | undefined = undefined) {
    this.#figure = h('figure', {}, this.#svg, h('figcaption', {}, this.#summary));
    this.element = h('section', { class: 'card' }, h('h2', {}, title, more), this.#figure);
    new ResizeObserver(() => this.#paint()).observe(this.#figure);
  }

  draw(picture: Picture): void {
    this.#picture = picture;
    setText(this.#summary, picture.summary);
    this.#svg.setAttribute('aria-label', picture.summary);
    this.#paint();
  }

  #paint(): void {
    const picture = this.#picture;
    const width = this.#figure.clientWidth;
    if (!picture || width === 0) return;
    this.#svg.setAttribute('width', String(width));
    this.#svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
    const highest = Math.max(0, ...picture.bars.map(({ value, apart }) => (apart ? 0 : value)));
    const top = scaleTop(Math.min(highest, picture.most ?? highest), picture.least);
    this.#svg.replaceChildren(...this.#axes(picture, width, top), ...this.#bars(picture.bars, width, top));
  }

  #axes({ scale, below }: Picture, width: number, top: number): readonly SVGElement[] {
    const lines = Array.from({ length: STEPS + 1 }, (_, step) => {
      const y = TOP + ((HEIGHT - TOP - BOTTOM) * (STEPS - step)) / STEPS;
      return [
        svg('line', { class: step === 0 ? 'axis' : 'grid', x1: LEFT, x2: width - RIGHT, y1: y, y2: y }),
        svg('text', { x: LEFT - 6, y: y + 4, 'text-anchor': 'end' }, scale((top * step) / STEPS)),
      ];
    });
    const words = below.map((text, at) => {
      const share = below.length === 1 ? 0 : at / (below.length - 1);
      const anchor = at === 0 ? 'start' : at === below.length - 1 ? 'end' : 'middle';
      return svg('text', { x: LEFT + share * (width - LEFT - RIGHT), y: HEIGHT - 5, 'text-anchor': anchor }, text);
    });
    return [...lines.flat(), ...words];
  }

  #bars(bars: readonly Bar[], width: number, top: number): readonly SVGElement[] {
    const room = (width - LEFT - RIGHT) / Math.max(1, bars.length);
    const tall = HEIGHT - TOP - BOTTOM;
    const wide = Math.max(1, room - (room > 5 ? 1.5 : 0.5));
    return bars.flatMap(({ value, quiet, apart }, at) => {
      if (value <= 0) return [];
      // A bar that is cut off reaches above the last line of the scale.
      const height = apart ? APART : value > top ? tall + TOP : Math.max(1.5, (value / top) * tall);
      return [
        svg('rect', {
          class: quiet ? 'bar quiet' : 'bar',
          x: (LEFT + at * room).toFixed(2),
          y: (TOP + tall - height).toFixed(2),
          width: wide.toFixed(2),
          height: height.toFixed(2),
        }),
      ];
    });
  }
}
