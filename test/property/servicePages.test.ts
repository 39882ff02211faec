/** Pages of mail and messages, and public reads, over random changes: a desk that keeps rows in memory answers, byte for byte, as one that
 *  keeps none; and what it keeps is what the database has, read anew.
 *
 *  Rows are read with delays, so that public reads and groups overlap; groups fail, and the database then has them or not; the directory changes;
 *  what is due is done, and retention erases. (engine/services/rowCache.ts) */

import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { toHex, utf8Text } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { accountBytes } from '../../engine/crypto/address.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { jsonBytes } from '../../engine/services/answerText.js';
import type { ContentKind } from '../../engine/services/contentKind.js';
import { ServiceDesk, type ServicesStore } from '../../engine/services/desk.js';
import { keyText } from '../../engine/services/keys.js';
import { serviceKindOf } from '../../engine/services/kinds/index.js';
import { folders } from '../../engine/services/kinds/mail/labels.js';
import { mailContents } from '../../engine/services/kinds/mail/mailContent.js';
import { messageContents } from '../../engine/services/kinds/messenger/messageContent.js';
import { idOfRecord, kindOfRecord } from '../../engine/services/record.js';
import { contentsOf } from '../../engine/services/records.js';
import { RowCache, type WrittenRow } from '../../engine/services/rowCache.js';
import { DurableScene } from '../../engine/services/scene.js';
import type { Directory, DirectoryWallet } from '../../engine/services/surroundings.js';
import type { RowName } from '../../engine/services/table.js';
import { LogBook } from '../support/engineNode.js';
import { keyedBackend } from '../support/keyedBackend.js';
import { MemoryDatabase } from '../support/memoryReader.js';
import { SeededRandom, TEST_ALL, testSeed } from '../support/random.js';
import { DESK_CHAIN, Signer, thrown } from '../support/servicesDesk.js';

const RUNS = TEST_ALL ? 40 : 2;
const STEPS = 60;
/** Pages after each step. */
const COMPARED = 3;
/** Steps after which all rows are compared: looking for them keeps them here. */
const ROWS_EVERY = 7;
const DAY_MS = 86_400_000;
const RETENTION_MS = 3 * DAY_MS;
/** A run takes three seconds on a busy machine. */
const TIMEOUT_MS = RUNS * 150_000;
/** None fits into the least; all into the largest. */
const CACHES = [2_000, 40_000, 2 ** 26];
/** Shorter and longer than what is kept quoted. */
const TEXTS = ['sealed', 'plain '.repeat(60), 'quoted "\\ '.repeat(40), 'weite Zeichen: äöü 漢字 '.repeat(20)];

type Answer = Readonly<Record<string, unknown>>;
type Query = readonly [query: string, args: Readonly<Record<string, unknown>>];
type Asked = readonly [signer: Signer, kind: string, fields: object];

const CONTENTS: Readonly<Record<string, ContentKind<unknown, unknown>>> = {
  mail_send: mailContents as ContentKind<unknown, unknown>,
  messenger_send: messageContents as ContentKind<unknown, unknown>,
};

/** Knows which rows were ever written. */
class WatchedRows extends RowCache {
  readonly names = new Map<string, RowName>();
  /** Of all that were written, how many were here then, and with what lists show of them. */
  kept = 0;
  shown = 0;

  override written(rows: Iterable<WrittenRow>): void {
    const all = [...rows];
    super.written(all);
    for (const { table, key } of all) {
      this.names.set(`${table.id} ${keyText(key)}`, { table, key });
      const kept = this.find(table.id, keyText(key));
      if (kept) this.kept++;
      if (kept?.made !== undefined) this.shown++;
    }
  }
}

class World {
  readonly database = new MemoryDatabase();
  readonly #signers = ['alice', 'bob', 'carol', 'dave'].map((name) => new Signer(name));
  readonly #wallets = new Map(this.#signers.map((signer) => [signer.account, signer.wallet as DirectoryWallet]));
  readonly #random: SeededRandom;
  readonly rows: WatchedRows;
  readonly #cached: ServiceDesk;
  readonly #plain: ServiceDesk;
  #now = 1_800_000_000_000;
  readonly #posts: string[] = [];
  readonly #mails: string[] = [];
  readonly #messages: string[] = [];
  readonly #conversations: string[] = [];
  /** The next group of the desk that keeps rows fails. */
  #fails = false;
  readonly #node = new Signer('node', false);
  compared = 0;
  shown = 0;
  failed = 0;
  readsOfCached = 0;
  readsOfPlain = 0;

  constructor(seed: number, cacheBytes: number) {
    this.#random = new SeededRandom(seed);
    this.rows = new WatchedRows(cacheBytes);
    this.#cached = this.#desk(this.rows, {
      ...this.database.reader,
      get: this.#slowly(this.database.reader.get),
      getMany: this.#slowly(this.database.reader.getMany),
      commit: (write) => this.#commit(write),
    });
    this.#plain = this.#desk(new RowCache(0), {
      ...this.database.reader,
      commit: async ({ batch }) => this.database.apply(batch),
    });
  }

  #desk(rows: RowCache, store: ServicesStore): ServiceDesk {
    return new ServiceDesk({
      ...{ store, rows, directory: this.#directory, nodeKey: this.#node.keys.publicKey, mostBytes: 1e9 },
      read: {
        ...{ chainId: DESK_CHAIN, requireChainId: false, protocol: nativeProtocol, backend: keyedBackend },
        isKind: (name) => serviceKindOf(name) !== undefined,
      },
      ...{ log: new LogBook(), onEvents: () => undefined },
    });
  }

  get #directory(): Directory {
    const named = (text: string): DirectoryWallet | undefined =>
      [...this.#wallets.values()].find(({ id, signingKey, name }) => [id, signingKey, name].includes(text));
    return {
      wallets: async (texts) => texts.map(named),
      walletsOf: async (accounts) => accounts.map((account) => this.#wallets.get(account)),
    };
  }

  #slowly<A, R>(read: (asked: A) => Promise<R>): (asked: A) => Promise<R> {
    return async (asked) => {
      const found = await read(asked);
      // What was read is older than groups that become durable meanwhile.
      for (let turns = this.#random.below(3); turns > 0; turns--) await new Promise(setImmediate);
      return found;
    };
  }

  async #commit({ batch }: { readonly batch: Uint8Array }): Promise<void> {
    await new Promise(setImmediate);
    const isKept = !this.#fails || this.#random.chance(50);
    if (isKept) this.database.apply(batch);
    if (!this.#fails) return;
    this.#fails = false;
    this.failed++;
    throw new Error('the disk is full');
  }

  async #take(desk: ServiceDesk, [signer, kind, fields]: Asked): Promise<Answer | string> {
    const body = signer.request(fields, this.#now);
    const answer = await desk.take(kind, body, { now: this.#now, height: 10 });
    return isRefusal(answer) ? `${answer.code}: ${answer.message}` : utf8Text(answer);
  }

  async #send(...asked: Asked): Promise<Answer> {
    const answer = await this.#take(this.#cached, asked);
    return typeof answer === 'string' && answer.startsWith('{') ? JSON.parse(answer) : {};
  }

  async step(): Promise<void> {
    const random = this.#random;
    this.#now += random.below(60_000);
    this.#fails = random.chance(15);
    const reading = random.chance(30) ? this.#overlapping() : undefined;
    await random.pick([
      () => this.#mail(),
      () => this.#mail(),
      () => this.#ofMail(),
      () => this.#ofMail(),
      () => this.#message(),
      () => this.#message(),
      () => this.#ofMessage(),
      () => this.#ofMessage(),
      () => this.#conversation(),
      () => this.#pass(),
      () => this.#social(),
      () => this.#social(),
      async () => this.#rename(),
    ])();
    await reading;
    this.#fails = false;
  }

  /** Public reads while a group is under way. Their answers may be older than it; what they keep must not. */
  async #overlapping(): Promise<void> {
    await Promise.all(this.#random.shuffled(this.#queries(), 4).map((asked) => this.#read(this.#cached, asked)));
  }

  async #read(desk: ServiceDesk, [query, args]: Query): Promise<string> {
    const answer = await desk.read(query, args, { now: this.#now, height: 10 });
    return isRefusal(answer) ? `${answer.code}: ${answer.message}` : utf8Text(answer);
  }

  async #social(): Promise<void> {
    const random = this.#random;
    const postId = this.#posts.slice(-3)[random.below(3)];
    const track = { trackId: `track ${random.below(2)}` };
    const [kind, fields] = random.pick([
      ['social_like', track],
      ['social_play', track],
      ['social_comment', { ...track, body: 'a remark' }],
      ['social_follow', { artistPubkey: random.pick(this.#signers).publicKey }],
      [
        'social_post_create',
        { body: random.pick(TEXTS).slice(0, 200), ...(postId !== undefined && { replyToId: postId }) },
      ],
      ...(postId === undefined ? [] : [['social_repost', { postId }] as const]),
    ] as const);
    const { post } = await this.#send(random.pick(this.#signers), kind, fields);
    const id = (post as { readonly id?: unknown } | undefined)?.id;
    if (typeof id === 'string') this.#posts.push(id);
  }

  async #mail(): Promise<void> {
    const random = this.#random;
    const [from, ...others] = random.shuffled(this.#signers) as [Signer, ...Signer[]];
    const text = (): string => random.pick(TEXTS);
    const [first] = others as [Signer];
    const flat = { to: first.name, toPublicKey: first.publicKey, senderEncrypted: text(), recipientEncrypted: text() };
    const wallets = {
      fromWalletId: from.publicKey,
      toWalletIds: others.slice(0, random.between(1, 2)).map(({ publicKey }) => publicKey),
      ...{ subjectEncrypted: text(), bodyEncrypted: text(), contentSignature: random.pick(['ab', 'ab'.repeat(300)]) },
      ...(random.chance(30) && { attachmentEncrypted: text(), attachmentHash: 'cd', hasAttachment: true }),
    };
    const { id } = await this.#send(from, 'mail_send', random.chance(30) ? flat : wallets);
    if (typeof id === 'string') this.#mails.push(id);
  }

  async #ofMail(): Promise<void> {
    const random = this.#random;
    const messageId = this.#mails.slice(-4)[random.below(4)];
    if (messageId === undefined) return;
    const kind = random.pick(['mail_read', 'mail_message', 'mail_move', 'mail_move', 'mail_delete']);
    const folder = kind === 'mail_move' ? { folder: random.pick(folders) } : {};
    await this.#send(random.pick(this.#signers), kind, { messageId, ...folder });
  }

  async #message(): Promise<void> {
    const random = this.#random;
    const [from, to] = random.shuffled(this.#signers, 2) as [Signer, Signer];
    const known = this.#conversations.slice(-5)[random.below(5)];
    const target =
      random.chance(50) || known === undefined ? { recipientPublicKey: to.publicKey } : { conversationId: known };
    const copies = { senderEncrypted: random.pick(TEXTS), recipientEncrypted: random.pick(TEXTS) };
    const { messageId, conversationId } = await this.#send(from, 'messenger_send', {
      ...target,
      ...(random.chance(50) ? copies : { encryptedContent: random.pick(TEXTS), contentSignature: 'ab'.repeat(200) }),
      ...(random.chance(20) && { selfDestruct: true, destructSeconds: random.between(1, 3_600) }),
    });
    if (typeof messageId === 'string') this.#messages.push(messageId);
    this.#met(conversationId);
  }

  async #ofMessage(): Promise<void> {
    const messageId = this.#messages.slice(-6)[this.#random.below(6)];
    const kind = this.#random.pick(['messenger_read', 'messenger_read', 'messenger_delete', 'messenger_restore']);
    if (messageId !== undefined) await this.#send(this.#random.pick(this.#signers), kind, { messageId });
  }

  async #conversation(): Promise<void> {
    const random = this.#random;
    const participantIds = random.shuffled(this.#signers, 2).map(({ publicKey }) => publicKey);
    const conversationId = this.#conversations.slice(-5)[random.below(5)];
    const [kind, fields] =
      conversationId === undefined || random.chance(30)
        ? ['messenger_create', { participantIds, isGroup: random.chance(70), name: 'a group' }]
        : random.pick([
            ['messenger_update', { conversationId, name: `name ${random.below(9)}` }],
            ['messenger_add_participants', { conversationId, participantIds }],
            ['messenger_delete_conversation', { conversationId, purge: random.chance(30) }],
            ['messenger_restore_conversation', { conversationId }],
          ] as const);
    this.#met((await this.#send(random.pick(this.#signers), kind, fields)).conversationId);
  }

  #met(conversation: unknown): void {
    if (typeof conversation === 'string' && !this.#conversations.includes(conversation))
      this.#conversations.push(conversation);
  }

  /** Time goes on, now and then by days, and what is due is done. */
  async #pass(): Promise<void> {
    this.#now += this.#random.below(this.#random.chance(20) ? 2 * DAY_MS : 3_600_000);
    const moment = { now: this.#now, height: 10 };
    await this.#cached.sweep(moment, { retentionMs: RETENTION_MS, onFault: thrown }).catch(() => undefined);
  }

  /** A wallet is registered anew, as something else. */
  #rename(): void {
    const { account, wallet } = this.#random.pick(this.#signers);
    const serial = this.#random.below(1_000);
    this.#wallets.set(account, {
      ...(wallet as DirectoryWallet),
      ...{
        displayName: `renamed ${serial}`,
        id: this.#random.chance(50) ? `id ${serial}` : (wallet as DirectoryWallet).id,
      },
    });
  }

  #pages(): readonly Asked[] {
    const limit = this.#random.pick([1, 3, 50]);
    return this.#signers.flatMap((signer): Asked[] => [
      ...folders.map((folder): Asked => [signer, 'mail_folder', { folder, limit }]),
      ...['inbox', 'trash', 'all'].map((folder): Asked => [signer, 'messenger_conversations', { folder, limit }]),
      ...this.#conversations.map(
        (conversationId): Asked => [
          ...([signer, 'messenger_messages'] as const),
          { conversationId, limit, latest: this.#random.chance(50) },
        ],
      ),
    ]);
  }

  #queries(): readonly Query[] {
    const whole = { limit: 10, offset: 0 };
    const users = this.#signers.map(({ account }) => toHex(accountBytes(account)));
    return [
      ...(['track 0', 'track 1'] as const).flatMap((track): Query[] => [
        ['social_track_stats', { track, viewer: this.#random.pick(users) }],
        ['social_track_comments', { track, ...whole }],
      ]),
      ...users.map((user): Query => ['social_artist_stats', { user, viewer: this.#random.pick(users) }]),
      ...this.#posts.map((post): Query => ['social_post', { post, viewer: this.#random.pick(users) }]),
      ['social_timeline', whole],
    ];
  }

  /** Each row that is kept is that of the database, and what was made of it what an empty desk makes.
   *  @returns how many rows were compared, and how many contents. */
  async compareRows(): Promise<{ readonly rows: number; readonly contents: number }> {
    const durable = new DurableScene(this.database.reader);
    let [rows, contents] = [0, 0];
    for (const { table, key } of this.rows.names.values()) {
      const kept = this.rows.find(table.id, keyText(key));
      if (!kept) continue;
      const stored = await durable.get(table, key);
      if (!isDeepStrictEqual(kept.value, stored)) expect(kept.value, table.name).toEqual(stored);
      rows++;
      if (kept.made === undefined) continue;
      const kind = CONTENTS[kindOfRecord(key)] as ContentKind<unknown, unknown>;
      const [record] = await contentsOf(durable, [idOfRecord(key)], kind);
      expect(utf8Text(jsonBytes({ content: kept.made }))).toBe(utf8Text(jsonBytes({ content: record?.content })));
      contents++;
    }
    return { rows, contents };
  }

  /** @param count of the pages and of the public reads, drawn. */
  async compare(count: number): Promise<void> {
    for (const asked of this.#random.shuffled(this.#queries(), count))
      expect(await this.#read(this.#cached, asked)).toBe(await this.#read(this.#plain, asked));
    for (const asked of this.#random.shuffled(this.#pages(), count)) {
      const before = this.database.reads;
      const cached = await this.#take(this.#cached, asked);
      const between = this.database.reads;
      expect(cached).toBe(await this.#take(this.#plain, asked));
      this.readsOfCached += between - before;
      this.readsOfPlain += this.database.reads - between;
      this.compared++;
      if (/"(?:message_id|participant_ids|encrypted_content)"/.test(String(cached))) this.shown++;
    }
  }
}

test(
  'a desk answers from rows that it keeps as from the database',
  async () => {
    const seed = testSeed();
    let [compared, shown, failed] = [0, 0, 0];
    let [rows, contents, kept, entered] = [0, 0, 0, 0];
    for (let run = 0; run < RUNS; run++)
      for (const cacheBytes of CACHES) {
        const world = new World(seed + run, cacheBytes);
        for (let step = 0; step < STEPS; step++) {
          await world.step();
          if (step % ROWS_EVERY === 0) {
            const of = await world.compareRows();
            rows += of.rows;
            contents += of.contents;
          }
          await world.compare(COMPARED);
        }
        await world.compare(1_000);
        compared += world.compared;
        shown += world.shown;
        failed += world.failed;
        // With room for all of them, most rows are read once.
        if (cacheBytes !== CACHES.at(-1)) continue;
        expect(world.readsOfCached / world.readsOfPlain).toBeLessThan(0.7);
        kept += world.rows.kept;
        entered += world.rows.shown;
      }
    for (const [count, least] of [
      [rows, 100],
      [contents, 8],
      [kept, 40],
      [entered, 5],
    ] as const)
      expect(count).toBeGreaterThan(RUNS * least);
    expect(compared).toBeGreaterThan(RUNS * CACHES.length * STEPS * COMPARED);
    expect(shown / compared).toBeGreaterThan(0.15);
    expect(failed).toBeGreaterThan(RUNS);
  },
  TIMEOUT_MS,
);
