/** Lists of the services: what the first page costs the thread of the services in a database with many records.
 *
 *  The desk runs in this thread over the database on the disk, so the processor time of this thread is what the services' thread would
 *  spend: reading the signed request, the database's calls, the answer as bytes. Left out: the check of the signature, asking the main
 *  thread for the directory, and the database's own threads. */

import { invariant } from '../../engine/base/refusal.js';
import { atMost, type BenchOptions, type Figure, figureOf } from '../figures.js';
import { collectGarbage, type Reading, readClocks, since } from '../measure.js';
import type { Wallet } from '../transfers.js';
import { FilledDesk, type Filling } from './filledDesk.js';

const FULL: Filling = { mails: 100_000, conversations: 1_000, messages: 100, longMessages: 100_000 };
const QUICK: Filling = { mails: 200, conversations: 60, messages: 2, longMessages: 200 };
const ROUNDS = 7;
/** The processor time of a thread may be counted in ticks of some milliseconds. */
const ASKS_A_ROUND = 40;
/** The first asks are compiled and read blocks of the database into memory. */
const WARM_UP = 100;

const PAGE = 50;
const PROMISE_MS = 5;

interface Listing {
  readonly name: string;
  readonly kind: string;
  readonly from: Wallet;
  readonly fields: object;
  /** Member of the answer that has the elements. */
  readonly list: string;
}

async function measure(filled: FilledDesk, listing: Listing, quick: boolean): Promise<Figure[]> {
  const { name, kind, from, fields, list } = listing;
  const answer = await filled.ask(kind, from, fields);
  invariant((answer[list] as readonly unknown[]).length === PAGE, `${kind} gives a page of ${PAGE}`);
  const ask = async (times: number): Promise<void> => {
    for (let asked = 0; asked < times; asked++) {
      const { body, moment } = filled.request(from, fields);
      await filled.desk.take(kind, body, moment);
    }
  };
  const [rounds, asks] = quick ? [2, 2] : [ROUNDS, ASKS_A_ROUND];
  await ask(quick ? 1 : WARM_UP);
  const spent: Reading[] = [];
  for (let round = 0; round < rounds; round++) {
    await collectGarbage();
    const start = readClocks();
    await ask(asks);
    spent.push(since(start));
  }
  const each = (clock: 'thread' | 'wall'): number[] => spent.map((reading) => reading[clock] / asks);
  return [
    atMost(figureOf(`${name}: services' thread`, each('thread'), 'ms'), PROMISE_MS),
    figureOf(`${name}: until the answer`, each('wall'), 'ms'),
  ];
}

export async function measureLists({ quick }: BenchOptions): Promise<readonly Figure[]> {
  const filling = quick ? QUICK : FULL;
  const filled = await FilledDesk.fill(filling);
  try {
    const { owner, longPair } = filled;
    const [one, two] = longPair;
    const long = await filled.ask('messenger_create', one, { participantIds: [one.keyHex, two.keyHex] });
    const all = filling.conversations * filling.messages;
    const listings: readonly Listing[] = [
      {
        ...{ name: `first ${PAGE} of an inbox of ${filling.mails} mails`, kind: 'mail_folder', from: owner },
        ...{ fields: { folder: 'inbox', limit: PAGE }, list: 'messages' },
      },
      {
        name: `first ${PAGE} of ${filling.conversations} conversations with ${all} messages`,
        ...{ kind: 'messenger_conversations', from: owner, fields: { limit: PAGE }, list: 'conversations' },
      },
      {
        name: `latest ${PAGE} of a conversation of ${filling.longMessages} messages`,
        ...{ kind: 'messenger_messages', from: one, list: 'messages' },
        fields: { conversationId: long.conversationId, latest: true, limit: PAGE },
      },
    ];
    const figures: Figure[] = [];
    for (const listing of listings) figures.push(...(await measure(filled, listing, quick)));
    return figures;
  } finally {
    await filled.end();
  }
}
