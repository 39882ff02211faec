/** Lists of the services: what the first page costs the thread of the services in a database with many records.
 *
 *  The desk runs in this thread over the database on the disk, so the processor time of this thread is what the services' thread would
 *  spend: reading the signed request, the database's calls, the answer as bytes, handing these to another thread. Two ways take turns: a desk
 *  that has answered nothing yet, as for a reader who comes for the first time, and one that has shown the same page before. Left out: the check
 *  of the signature, asking the main thread for the directory, and the database's own threads. */

import { Worker } from 'node:worker_threads';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import type { ServiceDesk } from '../../engine/services/desk.js';
import { atMost, type BenchOptions, besideFigure, type Figure, figureOf } from '../figures.js';
import { collectGarbage, type Reading, readClocks, since } from '../measure.js';
import type { Wallet } from '../transfers.js';
import { FilledDesk, type Filling, PART_BYTES } from './filledDesk.js';

const FULL: Filling = {
  ...{ mails: 100_000, conversations: 1_000, messages: 100, longMessages: 100_000 },
  largeMails: 1_000,
};
const QUICK: Filling = { mails: 200, conversations: 60, messages: 2, longMessages: 200, largeMails: 60 };
const ROUNDS = 7;
/** The processor time of a thread may be counted in ticks of some milliseconds. */
const ASKS_A_ROUND = 40;
/** The first asks are compiled and read blocks of the database into memory. */
const WARM_UP = 100;

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

class Pages {
  constructor(
    private readonly filled: FilledDesk,
    private readonly taker: Taker,
    private readonly listing: Listing,
  ) {}

  /** @returns milliseconds of a page, and the bytes of one. */
  async ask(times: number, desk: () => ServiceDesk): Promise<{ readonly spent: Reading; readonly bytes: number }> {
    const { kind, from, fields } = this.listing;
    // What a client and the main thread do.
    const asked = Array.from({ length: times }, () => ({ ...this.filled.request(from, fields), desk: desk() }));
    await collectGarbage();
    let bytes = 0;
    const start = readClocks();
    for (const { body, moment, desk } of asked) {
      const answer = await desk.take(kind, body, moment);
      invariant(!isRefusal(answer), isRefusal(answer) ? answer.message : '');
      bytes = answer.length;
      this.taker.take(answer);
    }
    const { thread, wall } = since(start);
    return { spent: { thread: thread / times, wall: wall / times }, bytes };
  }
}

async function measure(filled: FilledDesk, taker: Taker, listing: Listing, quick: boolean): Promise<Figure[]> {
  const { name, kind, from, fields, list, isUsual, elements } = listing;
  const answer = await filled.ask(kind, from, fields);
  invariant((answer[list] as readonly unknown[]).length === elements, `${kind} gives a page of ${elements}`);
  const pages = new Pages(filled, taker, listing);
  const first = (): ServiceDesk => filled.another();
  const again = (): ServiceDesk => filled.desk;
  const [rounds, asks] = quick ? [2, 2] : [ROUNDS, ASKS_A_ROUND];
  for (const desk of [first, again]) await pages.ask(quick ? 1 : WARM_UP, desk);
  const [firstSpent, againSpent]: [Reading[], Reading[]] = [[], []];
  let bytes = 0;
  for (let round = 0; round < rounds; round++) {
    firstSpent.push((await pages.ask(asks, first)).spent);
    const asked = await pages.ask(asks, again);
    againSpent.push(asked.spent);
    bytes = asked.bytes;
  }
  const each = (readings: readonly Reading[], clock: 'thread' | 'wall'): number[] =>
    readings.map((reading) => reading[clock]);
  const shown = figureOf(`${name}: services' thread`, each(firstSpent, 'thread'), 'ms');
  return [
    isUsual ? atMost(shown, PROMISE_MS) : shown,
    besideFigure(`${name}: asked again`, each(againSpent, 'thread'), each(firstSpent, 'thread'), 'ms'),
    figureOf(`${name}: until the answer`, each(firstSpent, 'wall'), 'ms'),
    figureOf(`${name}: the answer`, [bytes / 1e6], 'MB'),
  ];
}

const inbox = (from: Wallet, mails: number, bodyBytes: number, elements: number): Listing => ({
  name: `first ${elements} of an inbox of ${mails} mails with ${bodyBytes} bytes of body`,
  ...{ kind: 'mail_folder', from, fields: { folder: 'inbox', limit: elements }, list: 'messages' },
  ...{ elements, isUsual: elements === PAGE },
});

export async function measureLists({ quick }: BenchOptions): Promise<readonly Figure[]> {
  const filling = quick ? QUICK : FULL;
  const filled = await FilledDesk.fill(filling);
  const taker = new Taker();
  try {
    const { owner, largeOwner, longPair } = filled;
    const [one, two] = longPair;
    const long = await filled.ask('messenger_create', one, { participantIds: [one.keyHex, two.keyHex] });
    const all = filling.conversations * filling.messages;
    const listings: readonly Listing[] = [
      inbox(owner, filling.mails, PART_BYTES.body, PAGE),
      inbox(largeOwner, filling.largeMails, PART_BYTES.largeBody, LARGE_PAGE),
      {
        name: `first ${PAGE} of ${filling.conversations} conversations with ${all} messages`,
        ...{ kind: 'messenger_conversations', from: owner, fields: { limit: PAGE }, list: 'conversations' },
        ...{ isUsual: true, elements: PAGE },
      },
      {
        name: `latest ${PAGE} of a conversation of ${filling.longMessages} messages`,
        ...{ kind: 'messenger_messages', from: one, list: 'messages', isUsual: true, elements: PAGE },
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
