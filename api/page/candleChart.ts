/** The price of a pool as candles, drawn in SVG. In: intervals. Out: a picture at its displayed size, a sentence that says
 *  the same, and the numbers of the interval that the reader points at or selects with the arrow keys.
 *
 *  A candle whose price rose is hollow, one whose price fell is filled, so that the colour is not needed. The volumes are
 *  below. For screen readers the picture is a slider over time. */

import { type CandlePicture, readout, summaryOf, timeText } from './candleText.js';
import { h, setText, svg } from './dom.js';
import { limitsOf, ticks } from './scales.js';

const HEIGHT = 300;
const TOP = 10;
/** Lower end of the prices; the volumes are below it. */
const PRICES_END = 210;
const VOLUMES_TOP = 226;
const VOLUMES_END = 274;
const RIGHT = 76;
const LEFT = 4;
const WIDEST = 16;
const PIXELS_PER_TICK = 34;
const PIXELS_PER_TIME = 110;

export class CandleChart {
  readonly element: HTMLElement;
  readonly #svg = svg('svg', { class: 'chart candles', height: HEIGHT, role: 'slider', tabindex: 0 });
  readonly #caption = h('p', { class: 'summary' });
  #picture: CandlePicture | undefined;
  /** Index of the bucket that the reader has selected. */
  #chosen: number | undefined;
  readonly #cross = svg('line', { class: 'cross', y1: TOP, y2: VOLUMES_END });

  constructor() {
    this.element = h('figure', {}, this.#svg, h('figcaption', {}, this.#caption));
    new ResizeObserver(() => this.#paint()).observe(this.element);
    this.#svg.addEventListener('pointermove', (event) => this.#point(event));
    this.#svg.addEventListener('pointerdown', (event) => this.#point(event));
    this.#svg.addEventListener('pointerleave', () => this.#choose(undefined));
    this.#svg.addEventListener('blur', () => this.#choose(undefined));
    this.#svg.addEventListener('keydown', (event) => this.#key(event));
  }

  draw(picture: CandlePicture): void {
    const before = this.#picture?.buckets[this.#chosen ?? -1]?.at;
    this.#picture = picture;
    // A selected interval stays selected when the range moves on.
    const again = before === undefined ? -1 : picture.buckets.findIndex(({ at }) => at === before);
    this.#chosen = again < 0 ? undefined : again;
    this.#svg.setAttribute('aria-label', `Price of ${picture.base} in ${picture.unit}`);
    this.#paint();
  }

  /** The layout: the width of one bucket, and the left end of the first. */
  #room(): { readonly width: number; readonly room: number; readonly start: number } {
    const width = Math.max(120, this.element.clientWidth);
    const { buckets, range } = this.#picture as CandlePicture;
    const room = (width - LEFT - RIGHT) / range.count;
    return { width, room, start: LEFT + room * (range.count - buckets.length) };
  }

  #paint(): void {
    const picture = this.#picture;
    if (!picture || this.element.clientWidth === 0) return;
    const { width } = this.#room();
    this.#svg.setAttribute('width', String(width));
    this.#svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
    const parts = picture.buckets.length === 0 ? [] : [...this.#axes(picture), ...this.#candles(picture)];
    this.#svg.replaceChildren(...parts, this.#cross);
    this.#choose(this.#chosen);
  }

  #axes({ buckets, range }: CandlePicture): readonly SVGElement[] {
    const { width, room, start } = this.#room();
    const [low, high] = limitsOf(buckets);
    const y = (value: number): number => PRICES_END - ((value - low) / (high - low)) * (PRICES_END - TOP);
    const lines = ticks(low, high, Math.floor((PRICES_END - TOP) / PIXELS_PER_TICK)).flatMap(({ value, text }) => [
      svg('line', { class: 'grid', x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }),
      svg('text', { x: width - RIGHT + 6, y: y(value) + 4 }, text),
    ]);
    const axis = svg('line', { class: 'axis', x1: LEFT, x2: width - RIGHT, y1: VOLUMES_END, y2: VOLUMES_END });
    const every = Math.max(1, Math.ceil(PIXELS_PER_TIME / room));
    const times = buckets.flatMap(({ at }, index) => {
      const behind = buckets.length - 1 - index;
      if (behind % every !== 0) return [];
      const x = start + (index + 0.5) * room;
      const anchor = behind === 0 ? 'end' : x < 40 ? 'start' : 'middle';
      const end = behind === 0 ? Math.min(x + 20, width - RIGHT) : x;
      return [svg('text', { x: end, y: HEIGHT - 8, 'text-anchor': anchor }, timeText(at, range.step, false))];
    });
    return [...lines, axis, ...times];
  }

  #candles({ buckets }: CandlePicture): readonly SVGElement[] {
    const { room, start } = this.#room();
    const [low, high] = limitsOf(buckets);
    const y = (value: number): number => PRICES_END - ((value - low) / (high - low)) * (PRICES_END - TOP);
    const most = Math.max(...buckets.map(({ volume }) => volume));
    const wide = Math.min(WIDEST, Math.max(1, room - (room > 5 ? 2 : 0.5)));
    return buckets.flatMap((bucket, index) => {
      const middle = start + (index + 0.5) * room;
      const { open, close, volume } = bucket;
      if (bucket.high === bucket.low && bucket.swaps === 0)
        return [box('candle flat', middle, y(close) - 0.5, Math.max(wide, room - 0.5), 1)];
      const mood = close >= open ? 'candle up' : 'candle down';
      const top = y(Math.max(open, close));
      const tall = Math.max(1, y(Math.min(open, close)) - top);
      const lasting = most > 0 ? (volume / most) * (VOLUMES_END - VOLUMES_TOP) : 0;
      return [
        svg('line', { class: mood, x1: middle, x2: middle, y1: y(bucket.high), y2: top }),
        svg('line', { class: mood, x1: middle, x2: middle, y1: top + tall, y2: y(bucket.low) }),
        box(mood, middle, top, wide, tall),
        ...(volume > 0
          ? [box('bar quiet', middle, VOLUMES_END - Math.max(1, lasting), wide, Math.max(1, lasting))]
          : []),
      ];
    });
  }

  #point(event: PointerEvent): void {
    if (!this.#picture) return;
    const { room, start } = this.#room();
    const x = event.clientX - this.#svg.getBoundingClientRect().left;
    this.#choose(Math.floor((x - start) / room));
  }

  #key(event: KeyboardEvent): void {
    const last = (this.#picture?.buckets.length ?? 0) - 1;
    const at = this.#chosen ?? last + (event.key === 'ArrowLeft' ? 1 : 0);
    const moves: Readonly<Record<string, number | undefined>> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageUp: at + 10,
      PageDown: at - 10,
      Home: 0,
      End: last,
      Escape: -1,
    };
    const next = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (next === undefined || last < 0) return;
    event.preventDefault();
    this.#choose(event.key === 'Escape' ? undefined : Math.min(last, Math.max(0, next)));
  }

  /** Shows one bucket's numbers, or the sentence about all of them. */
  #choose(index: number | undefined): void {
    const picture = this.#picture;
    if (!picture) return;
    const bucket = picture.buckets[index ?? -1];
    this.#chosen = bucket ? index : undefined;
    const text = bucket ? readout(bucket, picture) : summaryOf(picture);
    setText(this.#caption, text);
    const last = Math.max(0, picture.buckets.length - 1);
    const values = { min: 0, max: last, now: this.#chosen ?? last, text };
    for (const [name, value] of Object.entries(values)) this.#svg.setAttribute(`aria-value${name}`, String(value));
    this.#cross.classList.toggle('off', !bucket);
    if (!bucket || index === undefined) return;
    const { room, start } = this.#room();
    const x = String(start + (index + 0.5) * room);
    this.#cross.setAttribute('x1', x);
    this.#cross.setAttribute('x2', x);
  }
}

const box = (look: string, middle: number, y: number, width: number, height: number): SVGElement =>
  svg('rect', {
    class: look,
    x: (middle - width / 2).toFixed(2),
    y: y.toFixed(2),
    width: width.toFixed(2),
    height: height.toFixed(2),
  });
