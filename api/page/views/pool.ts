/** One pool: its price now and over time, what it holds, what happens to it, and what a swap would give. */

import type { PoolEvent, PoolEvents, PoolRecord, PoolStats } from '../assetAnswers.js';
import { chain, held, says, tokenLink } from '../assets.js';
import { type Child, h } from '../dom.js';
import { count, label, percent, price } from '../format.js';
import { MoreList, type Part } from '../moreList.js';
import { account, badge, blockLink, facts, table, time, txLink } from '../parts.js';
import { type Failure, type Reply, read } from '../reading.js';
import { Refresher } from '../refresher.js';
import { Slot } from '../slot.js';
import { failed, heading, type Place, type View, waiting } from '../view.js';
import { PriceCard } from './priceCard.js';
import { QuoteCard } from './quoteCard.js';

const PER_PAGE = 20;
/** Each refresh is one read when nothing happened to the pool, otherwise four: at most 24 a minute. */
const REFRESH_MS = 10_000;

type Stats = PoolStats | { readonly stats: PoolStats };

export class PoolView implements View {
  readonly title: string;
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();
  readonly #path: string;
  readonly #now = new Slot('Now');
  readonly #day = new Slot('Last 24 hours');
  readonly #events: MoreList<PoolEvent>;
  readonly #refresher: Refresher;
  #pool: PoolRecord | undefined;
  #price: PriceCard | undefined;

  constructor(private readonly place: Place) {
    this.title = `Pool ${place.value.slice(0, 24)}`;
    this.#path = `/api/pool/${encodeURIComponent(place.value)}`;
    this.#events = new MoreList<PoolEvent>({
      title: 'Events',
      read: (cursor) => this.#readEvents(cursor),
      table: (events) => this.#eventTable(events),
      none: 'Nothing has happened to this pool yet.',
    });
    this.#refresher = new Refresher(place.feed, REFRESH_MS, () => this.#load());
    void this.#begin();
  }

  async #begin(): Promise<void> {
    const failure = await this.#load();
    if (failure && !this.#pool) this.element.replaceChildren(failed(failure, 'No such pool'));
    else this.#refresher.begin();
  }

  /** Reads the pool, and the rest when something has happened to it. */
  async #load(): Promise<Failure | undefined> {
    const reply = await read<PoolRecord>(this.#path, this.ends.signal);
    if (!reply.ok) return reply;
    const before = this.#pool;
    const pool = reply.value;
    this.#pool = pool;
    if (before?.events === pool.events && before.pool_id === pool.pool_id) return undefined;
    this.#now.show(pool, () => nowOf(pool));
    const shown = this.#price ?? this.#lay(pool);
    const failures = await Promise.all([shown.load(), this.#events.load(), this.#loadStats(pool)]);
    const failure = failures.find((one) => one !== undefined);
    // A failed read is repeated with the next block.
    if (failure) this.#pool = { ...pool, events: -1 };
    return failure;
  }

  #lay(pool: PoolRecord): PriceCard {
    const chart = new PriceCard(pool, () => this.place.feed.now, this.ends.signal);
    this.#price = chart;
    const quote = new QuoteCard(pool, this.ends.signal);
    this.element.replaceChildren(
      heading('Pool', chain([tokenLink(pool.token_a), tokenLink(pool.token_b)], ' / ')),
      chart.element,
      h('div', { class: 'trio even' }, this.#now.element, this.#day.element, quote.element),
      this.#events.element,
    );
    return chart;
  }

  async #loadStats(pool: PoolRecord): Promise<Failure | undefined> {
    const reply = await read<Stats>(`${this.#path}/stats`, this.ends.signal);
    if (!reply.ok) return reply;
    const stats = 'stats' in reply.value ? (reply.value.stats as PoolStats) : (reply.value as PoolStats);
    this.#day.show(stats, () =>
      facts([
        ['Swaps', h('span', { class: 'num' }, count(stats.swap_count_24h))],
        [`${pool.token_a} swapped`, held(stats, 'volume_24h_a')],
        [`${pool.token_b} swapped`, held(stats, 'volume_24h_b')],
        ['Swaps so far', h('span', { class: 'num' }, count(stats.total_swaps))],
        [`${pool.token_a} so far`, held(stats, 'total_volume_a')],
        [`${pool.token_b} so far`, held(stats, 'total_volume_b')],
      ]),
    );
    return undefined;
  }

  async #readEvents(cursor: string | undefined): Promise<Reply<Part<PoolEvent>>> {
    const more = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const reply = await read<PoolEvents>(`${this.#path}/events?limit=${PER_PAGE}${more}`, this.ends.signal);
    if (!reply.ok) return reply;
    const { events, next_cursor } = reply.value;
    return { ok: true, value: { items: events, next: next_cursor, total: this.#pool?.events } };
  }

  #eventTable(events: readonly PoolEvent[]): HTMLElement {
    const { now } = this.place.feed;
    const rows = events.map((event): readonly Child[] => [
      h(
        'div',
        {},
        badge(label(event.event_type), event.event_type === 'Swap' ? 'plain' : 'good'),
        h('div', { class: 'second' }, time(event.timestamp * 1_000, now)),
      ),
      movedBy(event, this.#pool as PoolRecord),
      event.user_pub_key || event.user_address ? account(String(event.user_address || event.user_pub_key)) : '–',
      txLink(event.tx_hash),
      blockLink(event.block_height),
      time(event.timestamp * 1_000, now),
    ]);
    const columns = [
      { name: 'Event' },
      { name: 'Amounts', look: 'end' },
      { name: 'By', look: 'wide' },
      { name: 'Transaction', look: 'wide' },
      { name: 'Block', look: 'wide end' },
      { name: 'Age', look: 'wide end' },
    ] as const;
    return table('What happened to this pool, the newest first', columns, rows, 'stacks');
  }

  update(): void {
    this.#refresher.update();
  }
}

/** What went into a swap and came out, or both sides of a change of liquidity. */
function movedBy(event: PoolEvent, pool: PoolRecord): HTMLElement {
  if (event.token_in && event.token_out && says(event, 'amount_in'))
    return h(
      'div',
      { class: 'moved' },
      held(event, 'amount_in', event.token_in),
      h('span', {}, '→ ', held(event, 'amount_out', event.token_out)),
    );
  return h(
    'div',
    { class: 'moved' },
    held(event, 'amount_a', pool.token_a),
    h('span', {}, '+ ', held(event, 'amount_b', pool.token_b)),
  );
}

function nowOf(pool: PoolRecord): HTMLElement {
  const { token_a, token_b, price_a_in_b, price_b_in_a } = pool;
  return facts([
    [`1 ${token_a}`, h('span', { class: 'num' }, `${price(price_a_in_b)} ${token_b}`)],
    [`1 ${token_b}`, h('span', { class: 'num' }, `${price(price_b_in_a)} ${token_a}`)],
    ['Reserve', held(pool, 'reserve_a', token_a)],
    ['Reserve', held(pool, 'reserve_b', token_b)],
    ['LP units', held(pool, 'total_lp_supply')],
    ['Fee', h('span', { class: 'num' }, percent(100 * pool.fee_rate))],
    ['Opened', h('span', {}, time(pool.created_at), ' in block ', blockLink(pool.created_height))],
    ['By', account(pool.creator_address)],
  ]);
}
