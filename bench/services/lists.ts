/** Lists of the services: what the first page costs the thread of the services in a database with many records.
 *
 *  The desk runs in this thread over the database on the disk, so the processor time of this thread is what the services' thread would
 *  spend: reading the signed request, the database's calls, the answer as bytes, handing these to another thread. Three ways take turns:
 *  - for the first time: each page follows as many new elements as it shows, taken in as those of clients are, and nobody has seen them;
 *  - cold: each page by a desk of its own, which has nothing in memory and is dropped behind it, as after a restart;
 *  - asked again: the page as it was shown last.
 *  Left out: the check of the signature, asking the main thread for the directory, and the database's own threads. */

import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import type { ServiceDesk } from '../../engine/services/desk.js';
import { atMost, type BenchOptions, besideFigure, type Figure, figureOf, median } from '../figures.js';
import { collectGarbage, type Reading, readClocks, since } from '../measure.js';
import type { Wallet } from '../transfers.js';
import { FilledDesk, type FilledList, type Filling, PART_BYTES } from './filledDesk.js';

const FULL: Filling = {
  ...{ mails: 100_000, conversations: 1_000, messages: 2, longMessages: 98_000 },
  largeMails: 1_000,
};
const QUICK: Filling = { mails: 200, conversations: 60, messages: 2, longMessages: 200, largeMails: 60 };
const ROUNDS = 7;
/** The processor time of a thread may be counted in ticks of some milliseconds. */
const ASKS_A_ROUND = 40;
/** Each of these needs as many new elements. */
const FIRST_ASKS_A_ROUND = 10;
/** The first asks are compiled and read blocks of the database into memory. */
const WARM_UP = 100;
const FIRST_WARM_UP = 10;
/** The time of a thread is up to date when it has slept. */
const SLEEP_MS = 2;

const PAGE = 50;
/** More of these would end the page by their bytes. */
const LARGE_PAGE = 40;
const PROMISE_MS = 5;

interface Listing {
  readonly name: string;
  readonly kind: string;
  readonly from: Wallet;
  readonly fields: object;
  /** Member of the answer that has the elements. */
  readonly list: string;
  readonly filled: FilledList;
  /** Whether pages are of the size that most have, for which the promise is. */
  readonly isUsual: boolean;
  readonly elements: number;
}

/** Takes answers and drops them, as the main thread does when it has written them to a socket. */
class Taker {
  readonly #thread = new Worker("require('node:worker_threads').parentPort.on('message', () => undefined)", {
    eval: true,
  });

  take(answer: Uint8Array): void {
    this.#thread.postMessage(answer, [answer.buffer as ArrayBuffer]);
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }
}

/** Milliseconds of a page, and the bytes of one. */
interface Asked {
  readonly spent: Reading;
  readonly bytes: number;
}

class Pages {
  constructor(
    private readonly filled: FilledDesk,
    private readonly taker: Taker,
    private readonly listing: Listing,
  ) {}

  async ask(times: number, desk: () => ServiceDesk): Promise<Asked> {
    // What a client and the main thread do.
    const requests = Array.from({ length: times }, () => this.#request());
    await collectGarbage();
    let bytes = 0;
    const start = readClocks();
    for (const request of requests) bytes = await this.#page(request, desk());
    const { thread, wall } = since(start);
    return { spent: { thread: thread / times, wall: wall / times }, bytes };
  }

  /** Pages of what has entered since the one before, each by itself: some have to wait until V8 has collected what entering left behind. */
  async askFirst(times: number): Promise<Asked[]> {
    const asked: Asked[] = [];
    await collectGarbage();
    for (let time = 0; time < times; time++) {
      await this.filled.enter(this.listing.filled, this.listing.elements);
      const request = this.#request();
      await setTimeout(SLEEP_MS);
      const start = readClocks();
      const bytes = await this.#page(request, this.filled.desk);
      const { wall } = since(start);
      await setTimeout(SLEEP_MS);
      asked.push({ spent: { thread: since(start).thread, wall }, bytes });
    }
    return asked;
  }

  #request(): ReturnType<FilledDesk['request']> {
    return this.filled.request(this.listing.from, this.listing.fields);
  }

  async #page({ body, moment }: ReturnType<FilledDesk['request']>, desk: ServiceDesk): Promise<number> {
    const answer = await desk.take(this.listing.kind, body, moment);
    invariant(!isRefusal(answer), isRefusal(answer) ? answer.message : '');
    const { length } = answer;
    this.taker.take(answer);
    return length;
  }
}

async function measure(filled: FilledDesk, taker: Taker, listing: Listing, quick: boolean): Promise<Figure[]> {
  const { name, kind, from, fields, list, isUsual, elements } = listing;
  const answer = await filled.ask(kind, from, fields);
  invariant((answer[list] as readonly unknown[]).length === elements, `${kind} gives a page of ${elements}`);
  const pages = new Pages(filled, taker, listing);
  const [rounds, asks, firstAsks] = quick ? [2, 2, 1] : [ROUNDS, ASKS_A_ROUND, FIRST_ASKS_A_ROUND];
  const ways = {
    first: (times: number) => pages.askFirst(times),
    cold: (times: number) => pages.ask(times, () => filled.another()),
    again: (times: number) => pages.ask(times, () => filled.desk),
  };
  const warmUp = quick ? 1 : WARM_UP;
  await ways.first(quick ? 1 : FIRST_WARM_UP);
  await ways.cold(warmUp);
  await ways.again(warmUp);
  const [first, cold, again]: [Asked[], Asked[], Asked[]] = [[], [], []];
  const firstOfRounds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const asked = await ways.first(firstAsks);
    first.push(...asked);
    firstOfRounds.push(median(asked.map(({ spent }) => spent.thread)));
    cold.push(await ways.cold(asks));
    again.push(await ways.again(asks));
  }
  const each = (asked: readonly Asked[], clock: 'thread' | 'wall'): number[] => asked.map(({ spent }) => spent[clock]);
  const promised = (figure: Figure): Figure => (isUsual ? atMost(figure, PROMISE_MS) : figure);
  return [
    promised(figureOf(`${name}: services' thread, for the first time`, each(first, 'thread'), 'ms')),
    besideFigure(`${name}: cold, as after a restart`, each(cold, 'thread'), firstOfRounds, 'ms'),
    besideFigure(`${name}: asked again`, each(again, 'thread'), firstOfRounds, 'ms'),
    figureOf(`${name}: until the answer`, each(first, 'wall'), 'ms'),
    figureOf(`${name}: the answer`, [(again[0]?.bytes ?? 0) / 1e6], 'MB'),
  ];
}

const inbox = (from: Wallet, filled: FilledList, mails: number, bodyBytes: number, elements: number): Listing => ({
  name: `first ${elements} of an inbox of ${mails} mails with ${bodyBytes} bytes of body`,
  ...{ kind: 'mail_folder', from, fields: { folder: 'inbox', limit: elements }, list: 'messages' },
  ...{ elements, isUsual: elements === PAGE, filled },
});

export async function measureLists({ quick }: BenchOptions): Promise<readonly Figure[]> {
  const filling = quick ? QUICK : FULL;
  const filled = await FilledDesk.fill(filling);
  const taker = new Taker();
  try {
    const { owner, largeOwner, longPair } = filled;
    const [one, two] = longPair;
    const long = await filled.ask('messenger_create', one, { participantIds: [one.keyHex, two.keyHex] });
    const { longMessages, messages } = filling;
    const all = filling.conversations * messages + longMessages;
    const listings: readonly Listing[] = [
      inbox(owner, 'mails', filling.mails, PART_BYTES.body, PAGE),
      inbox(largeOwner, 'large mails', filling.largeMails, PART_BYTES.largeBody, LARGE_PAGE),
      {
        name: `first ${PAGE} of ${filling.conversations} conversations with ${all} messages`,
        ...{ kind: 'messenger_conversations', from: owner, fields: { limit: PAGE }, list: 'conversations' },
        ...{ filled: 'conversations', isUsual: true, elements: PAGE },
      },
      {
        name: `latest ${PAGE} of a conversation of ${longMessages + messages} messages`,
        ...{ kind: 'messenger_messages', from: one, list: 'messages', isUsual: true, elements: PAGE },
        filled: 'messages',
        fields: { conversationId: long.conversationId, latest: true, limit: PAGE },
      },
    ];
    const figures: Figure[] = [];
    for (const listing of listings) figures.push(...(await measure(filled, taker, listing, quick)));
    return figures;
  } finally {
    await taker.end();
    await filled.end();
  }
}
