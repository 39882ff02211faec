/** Records of the messenger in any order: the same tables, byte for byte, and the same lists. Among them are records that no honest node
 *  would have taken in: of strangers, and of other people's messages. */

import { describe, expect, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import type { JsonValue } from '../../../engine/base/json.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { conversationText, pairKey } from '../../../engine/services/kinds/messenger/conversationIds.js';
import type { ReadRequest } from '../../../engine/services/serviceRequest.js';
import {
  type Answer,
  type Arrival,
  type Fields,
  MessengerScene,
  requestOf,
  type Writer,
  writer,
} from '../../support/messengerScene.js';
import { readingsOf, relabelled } from '../../support/otherReadings.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { CHAIN_ID, number } from '../../support/transactions.js';

const NAMES = ['ann', 'ben', 'cat', 'dan', 'eve'];
const owners = new Map(NAMES.map((name) => [name, writer(`messenger: ${name}`)]));
const people = [...owners.values()];
const BEGIN = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const RECORDS = 60;
const ROUNDS = 3;
const ORDERS = 4;

/** What was drawn so far: later records name earlier ones. */
class Draw {
  readonly conversations: string[] = [];
  readonly messages: { readonly id: string; readonly conversation: string }[] = [];
  readonly requests: ReadRequest[] = [];
  readonly counts: Record<string, number> = {};
  readonly relabelled: number;
  #now = BEGIN;

  constructor(private readonly random: SeededRandom) {
    for (let at = 0; at < RECORDS; at++) this.#one();
    // Each kind at least once, however rare.
    for (const kind of [0, 1, 2, 3]) this.#aboutConversation(kind);
    // A hostile node has listed some as whatever else they can be.
    const others = relabelled(this.requests, random, 10, CHAIN_ID);
    this.requests.push(...others);
    this.relabelled = others.length;
  }

  #texts(): readonly string[] {
    const drawn = this.random.below(3) + 1;
    return Array.from({ length: drawn }, () => this.#spelled(this.random.pick(NAMES)));
  }

  /** One of the texts that name a wallet. */
  #spelled(name: string): string {
    const { keyHex, address } = owners.get(name) as Writer;
    return this.random.pick([name, keyHex, address, `kem ${name}`]);
  }

  #add(kind: string, signer: Writer, fields: Fields): ReadRequest {
    // Some at the same time, some days apart.
    this.#now += this.random.pick([0, 1, 20_000, DAY_MS]);
    const request = requestOf(kind, signer, fields, this.#now);
    this.requests.push(request);
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    return request;
  }

  #one(): void {
    const kind = this.random.below(20);
    if (kind < 3 || this.conversations.length === 0) this.#create();
    else if (kind < 10 || this.messages.length === 0) this.#send();
    else if (kind < 16) this.#aboutMessage();
    else this.#aboutConversation();
  }

  #create(): void {
    const signer = this.random.pick(people);
    const participants = this.#texts();
    const isGroup = this.random.below(2) === 0;
    const fields = {
      participantIds: participants as JsonValue,
      isGroup,
      name: this.random.pick(['', 'first', 'second']),
    };
    const { id } = this.#add('messenger_create', signer, fields);
    const other = this.random.pick(people);
    this.conversations.push(
      isGroup ? toHex(id) : conversationText({ key: pairKey(signer.account, other.account), isPair: true }),
    );
  }

  #send(): void {
    const signer = this.random.pick(people);
    const other = this.random.pick(NAMES);
    const destruct =
      this.random.below(3) === 0 ? { selfDestruct: true, destructSeconds: number(this.random.below(90)) } : {};
    const toOther = this.random.below(3) === 0;
    const conversation = toOther
      ? conversationText({ key: pairKey(signer.account, (owners.get(other) as Writer).account), isPair: true })
      : this.random.pick(this.conversations);
    const fields: Fields = toOther
      ? {
          recipientPublicKey: this.#spelled(other),
          ...{
            senderEncrypted: 'own',
            recipientEncrypted: 'theirs',
            conversationId: this.random.pick(['me and you', 'chat']),
          },
        }
      : { conversationId: conversation, encryptedContent: `sealed ${this.random.below(1_000)}` };
    const { id } = this.#add('messenger_send', signer, { ...fields, ...destruct });
    this.messages.push({ id: toHex(id), conversation });
    if (toOther) this.conversations.push(conversation);
  }

  #aboutMessage(): void {
    const { id } = this.random.pick(this.messages.slice(-8));
    const kind = this.random.pick([
      'messenger_read',
      'messenger_read',
      'messenger_read',
      'messenger_delete',
      'messenger_restore',
    ]);
    this.#add(kind, this.random.pick(people), { messageId: id });
  }

  #aboutConversation(kind = this.random.below(5)): void {
    const conversationId = this.random.pick(this.conversations.slice(-4));
    const signer = this.random.pick(people);
    if (kind === 0)
      this.#add('messenger_update', signer, { conversationId, name: this.random.pick(['third', 'fourth', '']) });
    else if (kind === 1)
      this.#add('messenger_add_participants', signer, { conversationId, participantIds: this.#texts() as JsonValue });
    else if (kind === 2) this.#add('messenger_restore_conversation', signer, { conversationId });
    else this.#add('messenger_delete_conversation', signer, { conversationId, purge: this.random.below(3) === 0 });
  }

  get end(): number {
    return this.#now;
  }

  /** Each record once to three times, from nodes that have seen different heights, in a random order. */
  arrivals(random: SeededRandom): readonly Arrival[] {
    const all = this.requests.flatMap((request, at) => this.heights[at]?.map((height) => ({ request, height })) ?? []);
    return random.shuffled(all);
  }

  readonly #heights: number[][] = [];
  get heights(): readonly number[][] {
    while (this.#heights.length < this.requests.length)
      this.#heights.push(Array.from({ length: this.random.below(3) + 1 }, () => 1 + this.random.below(9)));
    return this.#heights;
  }
}

async function asked(
  scene: MessengerScene,
  kind: string,
  signer: Writer,
  fields: Fields,
  now: number,
): Promise<Answer> {
  const answer = await scene.ask(kind, signer, fields, now);
  if (isRefusal(answer)) throw new Error(answer.message);
  return answer;
}

type Row = Readonly<Record<string, unknown>>;

/** All that anybody is shown. */
async function lists(
  scene: MessengerScene,
  now: number,
): Promise<{ shown: readonly unknown[]; messages: number; rows: number }> {
  const shown: unknown[] = [];
  let rows = 0;
  let messages = 0;
  for (const person of people)
    for (const folder of ['inbox', 'trash', 'all']) {
      const { conversations } = await asked(scene, 'messenger_conversations', person, { folder }, now);
      shown.push(conversations);
      if (folder !== 'all') continue;
      for (const { conversationId, unreadCount } of conversations as readonly Row[]) {
        const answer = await asked(
          scene,
          'messenger_messages',
          person,
          { conversationId: conversationId as string },
          now,
        );
        shown.push(answer);
        const listed = answer.messages as readonly Row[];
        const fresh = listed.filter(
          (message) => message.senderPublicKey !== person.keyHex && message.is_read === false,
        );
        expect(unreadCount, 'the counter agrees with the list').toBe(fresh.length);
        rows++;
        messages += listed.length;
      }
    }
  return { shown, messages, rows };
}

const seed = testSeed();

describe(`records in any order, seed ${seed}`, () => {
  test('give the same tables and lists, before and after what is due', async () => {
    const kinds = new Set<string>();
    let rows = 0;
    let messages = 0;
    let erased = 0;
    let relabelledRecords = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const draw = new Draw(SeededRandom.of(seed, `records ${round}`));
      for (const kind of Object.keys(draw.counts)) kinds.add(kind);
      relabelledRecords += draw.relabelled;
      const later = draw.end + 40 * DAY_MS;
      let first:
        | { readonly entries: readonly string[]; readonly after: readonly string[]; readonly shown: unknown }
        | undefined;
      for (let order = 0; order < ORDERS; order++) {
        const scene = new MessengerScene(owners);
        const random = SeededRandom.of(seed, `order ${round} ${order}`);
        const arrivals = [...draw.arrivals(random)];
        while (arrivals.length > 0) await scene.merge(arrivals.splice(0, 1 + random.below(12)));
        const entries = scene.entries();
        await scene.due(draw.end);
        const soon = await lists(scene, draw.end);
        erased += await scene.due(later);
        const late = await lists(scene, later);
        const result = { entries, after: scene.entries(), shown: [soon.shown, late.shown] };
        first ??= result;
        expect(result.entries).toEqual(first.entries);
        expect(result.after).toEqual(first.after);
        expect(result.shown).toEqual(first.shown);
        rows += soon.rows;
        messages += soon.messages;
      }
    }
    expect(kinds.size).toBe(9);
    expect(rows).toBeGreaterThan(30);
    expect(messages).toBeGreaterThan(30);
    expect(erased).toBeGreaterThan(20);
    expect(relabelledRecords).toBeGreaterThan(2);
  });
});

/** All orders of a few. */
const orders = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

test('the same bytes as a deletion and as what takes it back, at the same heights, give the same in each order', async () => {
  const [ann, ben] = people as [Writer, Writer];
  const conversationId = conversationText({ key: pairKey(ann.account, ben.account), isPair: true });
  const sent = requestOf('messenger_send', ann, { recipientPublicKey: ben.keyHex, encryptedContent: 'sealed' }, BEGIN);
  let checked = 0;
  for (const [fields, deletion, restoration] of [
    [{ messageId: toHex(sent.id) }, 'messenger_delete', 'messenger_restore'],
    [{ conversationId }, 'messenger_delete_conversation', 'messenger_restore_conversation'],
  ] as const) {
    const readings = readingsOf(requestOf(deletion, ann, fields, BEGIN + 1), CHAIN_ID);
    const [gone, back] = [deletion, restoration].map((name) => readings.find(({ kind }) => kind.name === name)) as [
      ReadRequest,
      ReadRequest,
    ];
    let first: readonly string[] | undefined;
    const arrivals = [
      { request: gone, height: 5 },
      { request: back, height: 5 },
      { request: back, height: 2 },
    ];
    for (const order of orders(arrivals)) {
      const scene = new MessengerScene(owners);
      await scene.merge([{ request: sent, height: 1 }, ...order]);
      first ??= scene.entries();
      expect(scene.entries()).toEqual(first);
      // What takes it back came first.
      const { conversations } = await asked(scene, 'messenger_conversations', ann, { folder: 'inbox' }, BEGIN + 2);
      const listed = conversations as readonly Row[];
      expect(listed.map(({ lastMessage }) => lastMessage !== null)).toEqual(
        deletion === 'messenger_delete' ? [false] : [],
      );
      checked++;
    }
  }
  expect(checked).toBe(12);
});
