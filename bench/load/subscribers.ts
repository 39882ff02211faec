/** The process of the subscribers: listens beside the load, and checks that no subscriber misses an event or gets one twice.
 *
 *  In: how many, and for which accounts. Out: figures. The node's log says at the end what a subscriber should have
 *  received, once for each set of topics. Slow subscribers get all events, whose numbers have no gaps: they stop reading
 *  until the node has closed as many sockets for being slow, read what is left, and resume from the number they were given. */

import { serve } from './childRole.js';
import { Listener, missedOf } from './listener.js';
import { fetchText, readSamples } from './prometheus.js';
import type { SubscriberFigures } from './result.js';

export interface SubscriberOrder {
  /** Of the node, without a path. */
  readonly url: string;
  readonly clients: number;
  readonly slow: number;
  readonly addresses: readonly string[];
}

export interface SubscriberRole {
  /** Resolves when all are subscribed. */
  open(order: SubscriberOrder): Promise<void>;
  /** Checks what they have received, and ends. */
  finish(_: undefined): Promise<SubscriberFigures>;
}

/** The log is read once for each set of topics. */
const MAX_ACCOUNTS = 16;
/** Handshakes under way. */
const OPENING = 64;

const LOOK_MS = 500;
const SETTLE_MS = 500;
const CATCH_UP_MS = 30_000;
const TOO_SLOW = 'rouged_ws_closed_total{code="1013"}';

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function closedForSlowness(url: string): Promise<number | undefined> {
  try {
    return readSamples(await fetchText(`${url}/metrics`)).get(TOO_SLOW) ?? 0;
  } catch {
    return undefined;
  }
}

/** @returns how many numbers between its start and `end` a listener to everything has not received. */
const gapsOf = (listener: Listener, end: number): number =>
  Math.max(0, end - listener.start - listener.sequences.from(0).filter((sequence) => sequence <= end).length);

class Subscribers {
  readonly #streamUrl: string;
  readonly #groups = new Map<string, Listener[]>();
  readonly #slow: Listener[];
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly order: SubscriberOrder) {
    const { url, clients, slow, addresses } = order;
    this.#streamUrl = `${url.replace(/^http/, 'ws')}/api/ws`;
    this.#slow = Array.from({ length: slow }, () => new Listener({ url: this.#streamUrl, topics: [] }));
    const accounts = addresses.slice(0, MAX_ACCOUNTS);
    for (let index = 0; index < clients - slow; index++) {
      const account = accounts[index % accounts.length] as string;
      const listener = new Listener({ url: this.#streamUrl, topics: this.#topics(account) });
      this.#groups.set(account, [...(this.#groups.get(account) ?? []), listener]);
    }
  }

  #topics(account: string): string[] {
    return ['blocks', `account:${account}`];
  }

  get #all(): Listener[] {
    return [...[...this.#groups.values()].flat(), ...this.#slow];
  }

  async open(): Promise<void> {
    const all = this.#all;
    for (let at = 0; at < all.length; at += OPENING)
      await Promise.all(all.slice(at, at + OPENING).map((listener) => listener.open()));
    if (this.#slow.length === 0) return;
    const before = (await closedForSlowness(this.order.url)) ?? 0;
    for (const listener of this.#slow) listener.pause();
    this.#timer = setInterval(() => void this.#look(before), LOOK_MS);
  }

  /** A socket that is not read does not show that it was closed: the node's counter does. */
  async #look(before: number): Promise<void> {
    const closed = await closedForSlowness(this.order.url);
    if (closed !== undefined && closed - before >= this.#slow.length) this.#wake();
  }

  #wake(): void {
    clearInterval(this.#timer);
    for (const listener of this.#slow) listener.resume();
  }

  async finish(): Promise<SubscriberFigures> {
    this.#wake();
    await pause(SETTLE_MS);
    const all = this.#all;
    const end = Math.max(...all.map(({ last }) => last));
    await this.#slowOnesHave(end);
    let missed = 0;
    for (const [account, listeners] of this.#groups) missed += await this.#missedBy(account, listeners, end);
    const gaps = this.#slow.map((listener) => gapsOf(listener, end));
    for (const listener of all) listener.close();
    return {
      clients: all.length,
      frames: all.reduce((sum, { frames }) => sum + frames, 0),
      missed: missed + gaps.reduce((sum, gap) => sum + gap, 0),
      doubled: all.reduce((sum, { doubled }) => sum + doubled, 0),
      slow: this.#slow.length,
      told: this.#slow.filter(({ told }) => told > 0).length,
      resumed: this.#slow.filter(({ closes }, index) => closes > 0 && gaps[index] === 0).length,
    };
  }

  async #slowOnesHave(end: number): Promise<void> {
    const limit = performance.now() + CATCH_UP_MS;
    while (this.#slow.some(({ last }) => last < end) && performance.now() < limit) await pause(LOOK_MS);
  }

  async #missedBy(account: string, listeners: readonly Listener[], end: number): Promise<number> {
    const start = Math.min(...listeners.map((listener) => listener.start));
    const log = new Listener({ url: this.#streamUrl, topics: this.#topics(account), from: start + 1 });
    await log.throughLog();
    log.close();
    const numbers = log.sequences.from(0);
    return listeners.reduce((sum, { sequences, start }) => sum + missedOf(sequences.from(0), numbers, start, end), 0);
  }
}

let subscribers: Subscribers | undefined;

serve<SubscriberRole>(() => ({
  async open(order) {
    subscribers = new Subscribers(order);
    await subscribers.open();
  },
  finish() {
    if (!subscribers) throw new Error('no subscriber was opened');
    return subscribers.finish();
  },
}));
