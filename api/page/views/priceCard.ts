/** The price of a pool over time: candles of a range that the reader chooses, seen from either token. */

import type { Candle, PoolRecord } from '../assetAnswers.js';
import { CandleChart } from '../candleChart.js';
import { h } from '../dom.js';
import { card, empty } from '../parts.js';
import { type Failure, read } from '../reading.js';
import { bucketsOf, inverted, type Range, rangeFor, ranges } from '../scales.js';
import { sentence } from '../view.js';

interface Candles {
  readonly candles: readonly Candle[];
}

export class PriceCard {
  readonly element: HTMLElement;
  readonly #chart = new CandleChart();
  readonly #body = h('div', { class: 'slot' }, empty('Loading…'));
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #turn = h('button', { class: 'choice', type: 'button', click: () => this.#invert() });
  #range: Range;
  #candles: readonly Candle[] = [];
  #turned = false;
  #reads = 0;

  /** @param now by the chain's clock, in milliseconds. */
  constructor(
    private readonly pool: PoolRecord,
    private readonly now: () => number,
    private readonly signal: AbortSignal,
  ) {
    this.#range = rangeFor((now() - pool.created_at) / 1_000);
    this.#buttons = ranges.map((range) =>
      h(
        'button',
        { class: 'choice', type: 'button', 'aria-label': `The last ${range.said}`, click: () => this.#choose(range) },
        range.name,
      ),
    );
    const group = h('span', { class: 'choices', role: 'group', 'aria-label': 'Range' }, ...this.#buttons);
    this.element = card('Price', this.#body);
    this.element.firstElementChild?.append(h('span', { class: 'legend' }, this.#turn, group));
    this.#mark();
  }

  /** Reads the candles of the range. @returns the failure, if any. */
  async load(): Promise<Failure | undefined> {
    const range = this.#range;
    const mine = ++this.#reads;
    // One more than the range has: its close is the opening price of the range.
    const query = `interval=${range.interval}&limit=${range.count + 1}`;
    const path = `/api/pool/${encodeURIComponent(this.pool.pool_id)}/candles?${query}`;
    const reply = await read<Candles>(path, this.signal);
    // Another range was chosen meanwhile, or a later read was answered first.
    if (mine !== this.#reads) return undefined;
    if (reply.ok) {
      this.#candles = [...reply.value.candles].sort((a, b) => a.timestamp - b.timestamp);
      this.#draw();
    } else if (this.#candles.length === 0) this.#body.replaceChildren(empty(sentence(reply.message)));
    return reply.ok ? undefined : reply;
  }

  #draw(): void {
    if (this.#candles.length === 0) {
      this.#body.replaceChildren(empty('This pool has no price yet.'));
      return;
    }
    if (!this.#chart.element.isConnected) this.#body.replaceChildren(this.#chart.element);
    const { token_a, token_b } = this.pool;
    const candles = this.#turned ? this.#candles.map(inverted) : this.#candles;
    this.#chart.draw({
      buckets: bucketsOf(candles, this.#range, this.now() / 1_000),
      range: this.#range,
      base: this.#turned ? token_b : token_a,
      unit: this.#turned ? token_a : token_b,
    });
  }

  #choose(range: Range): void {
    this.#range = range;
    this.#mark();
    void this.load();
  }

  #invert(): void {
    this.#turned = !this.#turned;
    this.#mark();
    this.#draw();
  }

  #mark(): void {
    for (const [at, button] of this.#buttons.entries())
      button.setAttribute('aria-pressed', String(ranges[at] === this.#range));
    const { token_a, token_b } = this.pool;
    const [base, unit] = this.#turned ? [token_b, token_a] : [token_a, token_b];
    this.#turn.textContent = `${base} in ${unit} ⇄`;
    this.#turn.setAttribute('aria-label', `Price of ${base} in ${unit}; show ${unit} in ${base}`);
  }
}
