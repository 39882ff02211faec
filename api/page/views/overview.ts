/** The first view: the chain as it grows, and how the node is doing. */

import type { Stats } from '../apiAnswers.js';
import { BarChart } from '../charts.js';
import { h, setText } from '../dom.js';
import type { Feed } from '../feed.js';
import { count, duration, grouped, rate, timeLeft, xrge } from '../format.js';
import type { Head } from '../heads.js';
import { type Interval, intervalSentence, intervalsOf } from '../intervals.js';
import type { View } from '../view.js';
import { BlockList, TransactionList } from './lists.js';
import { NodeCards } from './nodeCards.js';

const RATE_SPAN_MS = 10_000;
const CHART_SPAN_MS = 120_000;
const CHART_STEP_MS = 2_000;
const CHART_BLOCKS = 60;
/** Twice the longest pause of a healthy node by default: an outage is longer. */
const LONGEST_SHOWN_MS = 20_000;

interface Figure {
  readonly element: HTMLElement;
  show(value: string, more: string): void;
}

function figure(name: string, id: string): Figure {
  const value = h('span', { class: 'value num', id }, '–');
  const more = h('span', { class: 'more' }, '\u00a0');
  const element = h('div', { class: 'figure' }, h('dt', {}, name), h('dd', {}, value, more));
  return {
    element,
    show(text, below) {
      setText(value, text);
      setText(more, below === '' ? '\u00a0' : below);
    },
  };
}

/** What a node that is behind still has to fetch. */
function fetching({ target_height: target, network_height: said, remaining_seconds: seconds }: Stats): string {
  const left = seconds === undefined ? '' : `, ${timeLeft(seconds)}`;
  return `fetching up to ${count(target ?? said)}${left}`;
}

/** Transactions per second in steps of the last minutes, oldest first. */
function rates(heads: readonly Head[], now: number): readonly number[] {
  const steps = new Array<number>(CHART_SPAN_MS / CHART_STEP_MS).fill(0);
  const begin = Math.ceil(now / CHART_STEP_MS) * CHART_STEP_MS - CHART_SPAN_MS;
  for (const { time, txCount } of heads) {
    const step = Math.floor((time - begin) / CHART_STEP_MS);
    if (step >= 0 && step < steps.length) steps[step] = (steps[step] ?? 0) + txCount / (CHART_STEP_MS / 1_000);
  }
  return steps;
}

export class Overview implements View {
  readonly title = 'Overview';
  readonly ends = new AbortController();
  readonly element: HTMLElement;
  readonly #height = figure('Height', 'height');
  readonly #rate = figure('Tx per second', 'tps');
  readonly #interval = figure('Block interval', 'interval');
  readonly #mempool = figure('Mempool', 'mempool');
  readonly #fee = figure('Base fee', 'base-fee');
  readonly #total = figure('Transactions', 'total');
  readonly #rateChart = new BarChart('Transactions per second');
  readonly #intervalChart = new BarChart(
    'Block interval',
    h(
      'span',
      { class: 'legend' },
      h('span', { class: 'key' }, 'at work'),
      h('span', { class: 'key quiet' }, 'at rest'),
    ),
  );
  readonly #blocks: BlockList;
  readonly #transactions: TransactionList;
  readonly #cards: NodeCards;

  constructor(private readonly feed: Feed) {
    this.#blocks = new BlockList(feed);
    this.#transactions = new TransactionList(feed);
    this.#cards = new NodeCards(feed);
    const figures = [this.#height, this.#rate, this.#interval, this.#mempool, this.#fee, this.#total];
    this.element = h(
      'div',
      { class: 'overview' },
      h('h1', { class: 'offscreen' }, 'Overview'),
      h('dl', { class: 'figures' }, ...figures.map(({ element }) => element)),
      h('div', { class: 'pair' }, this.#rateChart.element, this.#intervalChart.element),
      h('div', { class: 'pair lists' }, this.#blocks.element, this.#transactions.element),
      this.#cards.element,
    );
    this.update();
  }

  update(): void {
    const { feed } = this;
    const { stats, heads } = feed;
    const recent = intervalsOf(heads.unbroken, CHART_BLOCKS);
    const busy = recent.filter(({ idle }) => !idle);
    const mean = busy.slice(-20).reduce((sum, { ms }, _, all) => sum + ms / all.length, 0);
    const lag = stats && (stats.height ?? stats.network_height) - stats.finalized_height;
    const below = lag === undefined ? '' : lag <= 0 ? 'final' : `final after ${count(lag)} more`;
    this.#height.show(count(feed.height), stats?.syncing ? fetching(stats) : below);
    this.#rate.show(rate(heads.rate(feed.now, RATE_SPAN_MS)), 'over the last 10 s');
    const atRest = recent.at(-1)?.idle ? 'at rest now' : `mean ${duration(mean)}`;
    this.#interval.show(
      duration((busy.at(-1) ?? recent.at(-1))?.ms),
      recent.length === 0 ? '' : busy.length === 0 ? 'at rest' : atRest,
    );
    this.#mempool.show(count(feed.mempool), 'waiting for a block');
    this.#fee.show(stats ? xrge(stats.base_fee_quanta) : '–', 'XRGE');
    this.#total.show(count(stats?.total_transactions), 'since genesis');
    this.#drawCharts(recent);
    this.#blocks.update();
    this.#transactions.update();
    this.#cards.update();
  }

  #drawCharts(recent: readonly Interval[]): void {
    const perSecond = rates(this.feed.heads.list, this.feed.now);
    const peak = Math.max(...perSecond);
    this.#rateChart.draw({
      bars: perSecond.map((value) => ({ value })),
      scale: (value) => grouped(String(Number(value.toPrecision(2)))),
      least: 1,
      below: ['2 min ago', '1 min', 'now'],
      summary:
        peak === 0
          ? 'No transactions in the last two minutes.'
          : `At most ${rate(peak)} a second in the last two minutes.`,
    });
    // Next to busy intervals an idle one is only a mark; on an idle chain its length is shown.
    const works = recent.some(({ idle }) => !idle);
    this.#intervalChart.draw({
      bars: [
        ...Array.from({ length: CHART_BLOCKS - recent.length }, () => ({ value: 0 })),
        ...recent.map(({ ms, idle }) => ({ value: ms, quiet: idle, apart: idle && works })),
      ],
      scale: (value) => (value === 0 ? '0' : duration(value).replace('.0 ', ' ')),
      least: 500,
      most: LONGEST_SHOWN_MS,
      below: [`${CHART_BLOCKS} blocks ago`, 'newest block'],
      summary: intervalSentence(recent),
    });
  }
}
