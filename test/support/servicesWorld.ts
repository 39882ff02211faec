/** Services in which something of everything has happened, to ask the same thing in several ways: each request gets a world of its own
 *  that begins with the same tables.
 *
 *  In: a request of a kind. Out: its answer, what is in the tables of the kinds, and what readers get. Ids of records that the request
 *  has made are named after their kinds, because they follow from the signed bytes. Keys and signatures are those of `keyedBackend`. */

import { toHex, utf8, utf8Text } from '../../engine/base/bytes.js';
import { canonicalJson, JsonNumber, type JsonObject, type JsonValue } from '../../engine/base/json.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { accountBytes, addressOf } from '../../engine/crypto/address.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { ServiceDesk } from '../../engine/services/desk.js';
import type { FinalTransfer } from '../../engine/services/host.js';
import { serviceKindOf } from '../../engine/services/kinds/index.js';
import { idOfRecord, kindOfRecord, recordMetas } from '../../engine/services/record.js';
import type { Moment } from '../../engine/services/surroundings.js';
import { STANDARD_VOTE_RULES, voteRules } from '../../engine/services/voteRules.js';
import { keyedBackend } from './keyedBackend.js';
import { MemoryDatabase } from './memoryReader.js';
import { DESK_CHAIN, directoryOf, Signer } from './servicesDesk.js';
import { envelopeOf, type Signed } from './spellings.js';
import { DAY_MS } from './votesScene.js';
import { copyOf, stateOf } from './votingDesk.js';

export type Members = Readonly<Record<string, JsonValue>>;

export const [owner, other, third, treasury, node] = ['owner', 'other', 'third', 'treasury', 'node'].map(
  (name) => new Signer(name, name !== 'treasury' && name !== 'node'),
) as [Signer, Signer, Signer, Signer, Signer];

const QUANTA = 10n ** 9n;
const balances = new Map([
  [owner.account, 40_000n * QUANTA],
  [other.account, 20_000n * QUANTA],
  [third.account, 5_000n * QUANTA],
  [treasury.account, 200_000n * QUANTA],
]);
const state = stateOf(balances);
const PAYMENT = 'ab'.repeat(32);
const payment: FinalTransfer = { from: treasury.account, to: other.account, amount: 10n * QUANTA };

const number = (value: number | string): JsonNumber => new JsonNumber(String(value));

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at member by member.
type Answer = any;

/** Tables of the kinds; those of the records and of their logs hold hashes of what was signed. */
const KIND_TABLES = { first: 0x10, last: 0x5f } as const;
/** Keys of accounts, which a request may bring or not: whoever brings one, it is the same. */
const ARTIST_KEYS = 0x3c;

const desk = (database: MemoryDatabase): ServiceDesk =>
  new ServiceDesk({
    store: { ...database.reader, commit: async ({ batch }) => database.apply(batch) },
    directory: directoryOf([owner, other, third]),
    read: {
      chainId: DESK_CHAIN,
      requireChainId: false,
      protocol: nativeProtocol,
      backend: keyedBackend,
      isKind: (name) => serviceKindOf(name) !== undefined,
    },
    nodeKey: node.keys.publicKey,
    mostBytes: 1e9,
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error },
    onEvents: () => undefined,
    voteRules: voteRules({
      ...STANDARD_VOTE_RULES,
      curators: [owner.account],
      treasury: treasury.account,
      turnoutBps: 100,
    }),
    host: {
      sign: async (message) => keyedBackend.sign(message, node.keys.secretKey),
      balance: async (account) => balances.get(account) ?? 0n,
      balances: async () => ({ height: 7, accounts: copyOf(state), contracts: new Uint8Array() }),
      transfer: async (id) => (id === PAYMENT ? payment : undefined),
    },
  });

/** Signs a text. */
export const signedBy = (signer: Signer, text: string): Signed => ({
  text,
  keyHex: signer.publicKey,
  signature: toHex(keyedBackend.sign(utf8(text), signer.keys.secretKey)),
});

/** What is compared of a request that was taken. */
export interface Outcome {
  readonly answer: string;
  readonly made: readonly string[];
  readonly tables: readonly string[];
  readonly views: string;
}

/** Tables keep JSON or bytes; bytes may begin as JSON does. */
function shownValue(value: Uint8Array): string {
  const text = utf8Text(value);
  return text.startsWith('{"') && text.endsWith('}') ? text : toHex(value);
}

/** The signed text in answers about votes is what differs between spellings. */
function withoutProofs(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('signedPayload' in value)) return value;
  const { signedPayload: _text, signature: _signature, ...rest } = value as Record<string, unknown>;
  return rest;
}

export class ServicesWorld {
  #nonces = 0;
  now = 1_800_000_000_000;
  readonly #base = new MemoryDatabase();
  #baseIds = new Set<string>();
  /** Members of good requests of each kind: all that it declares, in one or several requests. */
  requests: readonly { readonly kind: string; readonly members: Members }[] = [];
  #reads: readonly (readonly [signer: Signer, kind: string, members: Members])[] = [];
  #queries: readonly (readonly [query: string, args: Record<string, unknown>])[] = [];

  static async make(): Promise<ServicesWorld> {
    const world = new ServicesWorld();
    await world.#begin();
    return world;
  }

  get #moment(): Moment {
    return { now: this.now, height: 10 };
  }

  /** What the owner signs. @param nonce of its own when absent. */
  payload(kind: string, members: Members, signer = owner, nonce = `a nonce ${++this.#nonces}`): JsonObject {
    const common = { type: kind, from: signer.publicKey, timestamp: number(this.now), nonce };
    return new Map<string, JsonValue>(Object.entries({ ...common, ...members }));
  }

  /** Gives a request to services that begin as they are in this world. */
  async ask(kind: string, body: Uint8Array): Promise<Outcome | Refusal> {
    const database = this.#base.copy();
    const services = desk(database);
    await services.open();
    const answer = await services.take(kind, body, this.#moment);
    if (isRefusal(answer)) return answer;
    const ids = this.#idsIn(database).filter(({ id }) => !this.#baseIds.has(id));
    const named = (text: string): string =>
      ids.reduce((all, { id, kind: made }) => all.replaceAll(id, `<${made}>`), text);
    const tables = Array.from({ length: KIND_TABLES.last - KIND_TABLES.first + 1 }, (_, at) => KIND_TABLES.first + at)
      .filter((table) => table !== ARTIST_KEYS)
      .flatMap((table) => database.table(table))
      .map(({ key, value }) => named(`${toHex(key)} ${shownValue(value)}`))
      .sort();
    const views = JSON.stringify(await this.#views(services, kind), withoutProofs);
    await services.close();
    const shown = JSON.stringify(JSON.parse(utf8Text(answer)), withoutProofs);
    return { answer: named(shown), made: ids.map(({ kind: made }) => made).sort(), tables, views: named(views) };
  }

  #idsIn(database: MemoryDatabase): readonly { readonly id: string; readonly kind: string }[] {
    return database
      .table(recordMetas.id)
      .map(({ key }) => key.subarray(1))
      .map((key) => ({ id: toHex(idOfRecord(key)), kind: kindOfRecord(key) }));
  }

  /** What readers get, of the chapter of a kind. */
  async #views(services: ServiceDesk, kind: string): Promise<unknown> {
    const chapter = kind.slice(0, kind.indexOf('_') + 1);
    const views: unknown[] = [];
    for (const [signer, read, members] of this.#reads)
      if (read.startsWith(chapter)) views.push([read, await this.#taken(services, read, members, signer)]);
    for (const [query, args] of this.#queries) {
      if (!query.startsWith(chapter)) continue;
      const answer = await services.read(query, args, this.#moment);
      views.push([query, isRefusal(answer) ? answer.code : JSON.parse(utf8Text(answer))]);
    }
    return views;
  }

  async #taken(services: ServiceDesk, kind: string, members: Members, signer = owner): Promise<Answer> {
    const text = canonicalJson(this.payload(kind, members, signer));
    const answer = await services.take(kind, envelopeOf(signedBy(signer, text)), this.#moment);
    if (isRefusal(answer)) throw new Error(`${kind}: ${answer.message}`);
    return JSON.parse(utf8Text(answer));
  }

  async #begin(): Promise<void> {
    const services = desk(this.#base);
    await services.open();
    const done = (kind: string, members: Members, signer = owner): Promise<Answer> => {
      this.now += 1_000;
      return this.#taken(services, kind, members, signer);
    };
    const durationDays = number(1);
    const passed = (await done('regen_proposal', { title: 'Trees', summary: 'Some', durationDays })).id;
    await done('regen_vote', { proposalId: passed, choice: 'yes' });
    this.now += DAY_MS;
    const open = (await done('regen_proposal', { title: 'Lakes', summary: 'Clean one' })).id;
    const messenger = await this.#beginMessenger(done);
    const mail = await this.#beginMail(done);
    const social = await this.#beginSocial(done);
    await done('push_register', { pushToken: 'ExponentPushToken[abc]' });
    this.now += 1_000;
    this.#baseIds = new Set(this.#idsIn(this.#base).map(({ id }) => id));
    await services.close();
    const reason = 'for want of water';
    const proposal: Members = {
      ...{ title: ' A wood ', summary: 'With\nbirds', territory: 'Uplands', recipient: other.publicKey },
      ...{ requestedXrge: number('12.5'), link: 'https://wood.example', durationDays: number(3) },
    };
    this.requests = [
      ...messenger,
      ...mail,
      ...social,
      { kind: 'regen_proposal', members: proposal },
      { kind: 'regen_vote', members: { proposalId: open, choice: 'no' } },
      { kind: 'regen_payout', members: { proposalId: passed, txId: PAYMENT } },
      { kind: 'regen_cancel', members: { proposalId: open, reason } },
      { kind: 'push_register', members: { pushToken: 'token-of:a.device', platform: 'fcm' } },
      { kind: 'push_unregister', members: {} },
    ];
    const accounts = [owner, other].map(({ account }) => toHex(accountBytes(account)));
    this.#queries = [
      ...this.#queries,
      ['regen_proposals', {}],
      ...[passed, open].flatMap((id) => [['regen_proposal', { id }] as const, ['regen_votes', { id }] as const]),
    ];
    // The registry has no public read: what the delivery asks.
    this.#queries = [...this.#queries, ['pushTokens', { accounts }]];
  }

  async #beginMessenger(done: (kind: string, members: Members, signer?: Signer) => Promise<Answer>) {
    const participantIds = [owner.publicKey, other.publicKey];
    const group = async (): Promise<string> =>
      (await done('messenger_create', { participantIds, isGroup: true, name: 'friends' })).conversationId;
    const [conversationId, deleted, open] = [await group(), await group(), await group()];
    const send = async (signer = owner): Promise<string> =>
      (await done('messenger_send', { conversationId, encryptedContent: `sealed ${this.now}` }, signer)).messageId;
    const [kept, restored, foreign] = [await send(), await send(), await send(other)];
    await done('messenger_delete', { messageId: restored });
    await done('messenger_delete_conversation', { conversationId: deleted });
    const first = await done('messenger_messages', { conversationId, limit: number(1), latest: true });
    const inbox = await done('messenger_conversations', { folder: 'all', limit: number(1) });
    const keys = { senderPublicKey: owner.publicKey, recipientPublicKey: other.publicKey };
    const names = { senderDisplayName: 'I', recipientDisplayName: 'You' };
    const copies = { senderEncrypted: 'mine', recipientEncrypted: 'yours', contentSignature: 'ab12' };
    const fleeting = { selfDestruct: true, destructSeconds: number(60), spoiler: true, messageType: 'image' };
    this.#reads = [
      ...[owner, other].map((signer) => [signer, 'messenger_conversations', { folder: 'all' }] as const),
      ...[owner, other].map((signer) => [signer, 'messenger_messages', { conversationId }] as const),
    ];
    return [
      { kind: 'messenger_create', members: { participantIds, name: ' a group ', isGroup: true } },
      { kind: 'messenger_create', members: { participantIds: [owner.publicKey, third.publicKey] } },
      { kind: 'messenger_conversations', members: { folder: 'all', limit: number(1), cursor: inbox.next_cursor } },
      { kind: 'messenger_update', members: { conversationId, name: 'new name' } },
      { kind: 'messenger_add_participants', members: { conversationId: open, participantIds: [third.publicKey] } },
      { kind: 'messenger_delete_conversation', members: { conversationId, purge: false } },
      { kind: 'messenger_restore_conversation', members: { conversationId: deleted } },
      { kind: 'messenger_send', members: { conversationId, encryptedContent: 'sealed', contentSignature: 'ab' } },
      { kind: 'messenger_send', members: { conversationId: 'us two', ...keys, ...names, ...copies, ...fleeting } },
      {
        kind: 'messenger_messages',
        members: { conversationId, limit: number(1), latest: true, cursor: first.next_cursor },
      },
      { kind: 'messenger_read', members: { messageId: foreign, conversationId } },
      { kind: 'messenger_delete', members: { messageId: kept, conversationId } },
      { kind: 'messenger_restore', members: { messageId: restored, conversationId } },
    ];
  }

  async #beginMail(done: (kind: string, members: Members, signer?: Signer) => Promise<Answer>) {
    const parts = { subjectEncrypted: 'sealed subject', bodyEncrypted: 'sealed body', contentSignature: 'ab' };
    const send = async (from: Signer, to: Signer): Promise<string> =>
      (await done('mail_send', { fromWalletId: from.publicKey, toWalletIds: [to.publicKey], ...parts }, from)).id;
    const messageId = await send(other, owner);
    await send(other, owner);
    const page = await done('mail_folder', { folder: 'inbox', limit: number(1) });
    const common = {
      attachmentEncrypted: 'sealed file',
      hasAttachment: true,
      attachmentHash: 'cd',
      replyToId: messageId,
    };
    const wallets = { fromWalletId: owner.publicKey, toWalletIds: [other.publicKey, third.publicKey] };
    const copies = { senderEncrypted: 'mine', recipientEncrypted: 'yours', contentSignature: 'ab12' };
    const names = { fromPublicKey: owner.publicKey, to: 'other', toPublicKey: other.publicKey };
    this.#reads = [
      ...this.#reads,
      ...['inbox', 'sent', 'trash', 'starred'].map((folder) => [owner, 'mail_folder', { folder }] as const),
      ...[other, third].map((signer) => [signer, 'mail_folder', { folder: 'inbox' }] as const),
    ];
    return [
      { kind: 'mail_send', members: { ...wallets, ...parts, ...common } },
      { kind: 'mail_send', members: { ...names, ...copies, ...common } },
      { kind: 'mail_folder', members: { folder: 'inbox', limit: number(1), cursor: page.next_cursor } },
      { kind: 'mail_message', members: { messageId } },
      { kind: 'mail_read', members: { messageId } },
      { kind: 'mail_move', members: { messageId, folder: 'starred' } },
      { kind: 'mail_delete', members: { messageId } },
    ];
  }

  async #beginSocial(done: (kind: string, members: Members, signer?: Signer) => Promise<Answer>) {
    const track = { trackId: 'a track' };
    const post = async (signer: Signer): Promise<string> =>
      (await done('social_post_create', { body: `a post of ${signer.name}` }, signer)).post.id;
    const [own, foreign] = [await post(owner), await post(other)];
    await post(other);
    // Whoever is followed is shown by his key, once he has signed something.
    await post(third);
    const commentId = (await done('social_comment', { ...track, body: 'a comment' })).comment.id;
    await done('social_follow', { artistPubkey: other.publicKey });
    const page = await done('social_feed', { limit: number(1) });
    const users = [owner, other, third].map(({ account }) => toHex(accountBytes(account)));
    const [user] = users;
    const whole = { limit: 50, offset: 0 };
    this.#reads = [...this.#reads, [owner, 'social_feed', {}]];
    this.#queries = [
      ['social_timeline', whole],
      ['social_track_stats', { track: track.trackId, viewer: user }],
      ['social_track_comments', { track: track.trackId, ...whole }],
      ['social_hidden_tracks', { user, ...whole }],
      ...[own, foreign].map((id) => ['social_post', { post: id, viewer: user }] as const),
      ['social_post_replies', { post: foreign, ...whole }],
      ...users.flatMap((each) => [
        ['social_artist_stats', { user: each, viewer: user }] as const,
        ['social_user_likes', { user: each, ...whole }] as const,
        ['social_user_following', { user: each, ...whole }] as const,
        ['social_user_followers', { user: each, ...whole }] as const,
      ]),
    ];
    return [
      { kind: 'social_play', members: track },
      { kind: 'social_like', members: track },
      { kind: 'social_comment', members: { ...track, body: ' one\u202e and “two”\n' } },
      { kind: 'social_comment_delete', members: { commentId } },
      { kind: 'social_follow', members: { artistPubkey: third.publicKey } },
      { kind: 'social_follow', members: { artistPubkey: addressOf(other.account) } },
      { kind: 'social_post_create', members: { body: 'a reply', replyToId: foreign } },
      { kind: 'social_post_delete', members: { postId: own } },
      { kind: 'social_repost', members: { postId: foreign } },
      { kind: 'social_feed', members: { limit: number(1), cursor: page.next_cursor, offset: number(0) } },
      { kind: 'social_hide_track', members: { ...track, hidden: true } },
    ];
  }
}
