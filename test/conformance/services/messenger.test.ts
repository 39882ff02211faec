/** Conversations and messages through the published client and over raw HTTP: made, sent, read, deleted, restored, refused.
 *  (Specification, Messenger, Authentication 2, Limits.) */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../engine/base/json.js';
import type { Json } from '../../support/answerShapes.js';
import { CheckedApi } from '../../support/checkedApi.js';
import { walletMembers } from '../../support/directoryOrders.js';
import { type InlineNode, startInlineNode } from '../../support/inlineNode.js';
import { type ClientWallet, loadPublishedClient, type Submitted } from '../../support/publishedClient.js';
import { type Members, number, signed } from '../../support/signedRequests.js';
import { type SigningActor, signingActor } from '../../support/transactions.js';

const NAMES = ['alice', 'bob', 'carol', 'dora', 'erik'];
const [alice, bob, carol, dora, erik] = NAMES.map((name) => signingActor(`messenger: ${name}`)) as [
  SigningActor,
  SigningActor,
  SigningActor,
  SigningActor,
  SigningActor,
];
/** Has no wallet. */
const stranger = signingActor('messenger: stranger');

const BASE = '/api/v2/messenger';
const ID = /^[0-9a-f]{64}$/;
const PAIR_ID = /^dm_[0-9a-f]{64}$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const MIB = 1024 * 1024;

type Method = (...input: readonly unknown[]) => Promise<unknown>;

let node: InlineNode;
let api: CheckedApi;
let messenger: Readonly<Record<string, Method>>;

async function send(path: string, signer: SigningActor, members: Members): Promise<{ status: number; body: Json }> {
  const { status, text } = await api.post(`${BASE}/${path}`, signed(signer, members).body);
  return { status, body: JSON.parse(text) as Json };
}

async function done(path: string, signer: SigningActor, members: Members): Promise<Json> {
  const { status, body } = await send(path, signer, members);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function refused(
  path: string,
  signer: SigningActor,
  members: Members,
  status: number,
  error: string | RegExp,
): Promise<void> {
  const answer = await send(path, signer, members);
  expect([answer.status, answer.body.success]).toEqual([status, false]);
  if (typeof error === 'string') expect(answer.body.error).toBe(error);
  else expect(answer.body.error).toMatch(error);
}

beforeAll(async () => {
  node = await startInlineNode({});
  api = new CheckedApi(node.url);
  const { RougeChain } = await loadPublishedClient();
  messenger = (new RougeChain(`${node.url}/api`) as unknown as { messenger: typeof messenger }).messenger;
  await Promise.all(
    [alice, bob, carol, dora, erik].map((person, at) =>
      done('wallets/register', person, { ...walletMembers(person, NAMES[at] as string), id: `${NAMES[at]}-wallet` }),
    ),
  );
});

afterAll(() => node?.remove());

const walletOf = ({ keyHex, secretKey }: SigningActor): ClientWallet => ({
  publicKey: keyHex,
  privateKey: Buffer.from(secretKey).toString('hex'),
});

const call = async <T>(name: string, ...input: readonly unknown[]): Promise<T> =>
  (await (messenger[name] as Method).apply(messenger, input as unknown[])) as T;

const texts = (...people: readonly SigningActor[]): JsonValue => people.map(({ keyHex }) => keyHex);

const group = async (...people: readonly [SigningActor, ...SigningActor[]]): Promise<string> =>
  String((await done('conversations', people[0], { participantIds: texts(...people), isGroup: true })).conversationId);

const messageTo = async (conversationId: string, from: SigningActor, more: Members = {}): Promise<string> =>
  String((await done('messages', from, { conversationId, encryptedContent: 'sealed', ...more })).messageId);

const listed = async (conversationId: string, reader: SigningActor, more: Members = {}): Promise<readonly Json[]> =>
  (await done('messages/list', reader, { conversationId, ...more })).messages as readonly Json[];

async function found(conversationId: string, reader: SigningActor, folder = 'inbox'): Promise<Json | undefined> {
  const { conversations } = await done('conversations/list', reader, { folder });
  return (conversations as readonly Json[]).find((each) => each.conversationId === conversationId);
}

describe('the published client', () => {
  test('begins a conversation, sends, lists, reads and deletes', async () => {
    const [from, to] = [walletOf(alice), walletOf(bob)];
    const made = await call<Submitted>('createConversation', from, ['alice-wallet', 'bob-wallet']);
    expect([made.success, made.error]).toEqual([true, undefined]);
    const id = String(made.data?.conversationId);
    expect(id).toMatch(PAIR_ID);
    expect(made.data).toMatchObject({ existing: false, conversation: { is_group: false, created_by: 'alice-wallet' } });
    const sent = await call<Submitted>('sendMessage', from, id, '{"iv":"00"}', {
      contentSignature: 'ab',
      spoiler: true,
    });
    expect([sent.success, sent.error]).toEqual([true, undefined]);
    const messageId = String(sent.data?.messageId);
    expect(messageId).toMatch(ID);
    const [conversation] = await call<readonly Json[]>('getConversations', to);
    expect(conversation).toEqual({
      ...{ id, conversationId: id, name: null, is_group: false, deleted_by: [], created_by: 'alice-wallet' },
      participants: expect.arrayContaining([
        { publicKey: alice.keyHex, displayName: 'alice' },
        { publicKey: bob.keyHex, displayName: 'bob' },
      ]),
      participant_ids: expect.arrayContaining(['alice-wallet', 'bob-wallet']),
      created_at: expect.stringMatching(ISO),
      ...{ lastMessage: expect.stringMatching(ISO), last_message_at: conversation?.lastMessage },
      ...{ last_sender_id: 'alice-wallet', last_message_preview: '[Encrypted message]' },
      ...{ unreadCount: 1, unread_count: 1 },
    });
    const [message] = await call<readonly Json[]>('getMessages', to, id);
    expect(message).toEqual({
      ...{ id: messageId, conversationId: id, conversation_id: id, senderPublicKey: alice.keyHex },
      ...{ senderDisplayName: 'alice', sender_wallet_id: 'alice-wallet', signature: 'ab' },
      ...{ encrypted: '{"iv":"00"}', encrypted_content: '{"iv":"00"}' },
      ...{
        timestamp: expect.any(Number),
        created_at: expect.stringMatching(ISO),
        mediaType: null,
        message_type: 'text',
      },
      ...{ selfDestruct: false, self_destruct: false, destruct_after_seconds: null, spoiler: true },
      ...{ is_read: false, read_at: null },
    });
    expect(await call('markRead', to, messageId, id)).toMatchObject({ success: true });
    expect(await call('getConversations', to)).toMatchObject([{ unread_count: 0 }]);
    expect(await call('getMessages', from, id)).toMatchObject([{ is_read: true, read_at: expect.stringMatching(ISO) }]);
    expect(await call('deleteMessage', from, messageId, id)).toMatchObject({ success: true });
    expect(await call('getMessages', to, id)).toEqual([]);
    expect(await call('deleteConversation', from, id)).toMatchObject({ success: true, data: { softDeleted: true } });
    expect(await call('getConversations', from)).toEqual([]);
    expect(await call('getConversations', to)).toMatchObject([{ id, unread_count: 0, lastMessage: null }]);
  });
});

describe('conversations', () => {
  test('of two there is one, however many begin it at once and whatever they are called', async () => {
    const spellings = [carol.keyHex, carol.address, 'carol-wallet'];
    const made = await Promise.all(
      [...spellings, ...spellings].map((text, at) =>
        done('conversations', at % 2 === 0 ? dora : carol, { participantIds: [text, 'dora-wallet'] }),
      ),
    );
    expect(new Set(made.map(({ conversationId }) => conversationId)).size).toBe(1);
    expect(made.filter(({ existing }) => existing === false)).toHaveLength(1);
    expect(made[0]?.conversationId).toMatch(PAIR_ID);
  });

  test('refuse who is not registered, too many, and a creator who is not in it', async () => {
    await refused('conversations', stranger, { participantIds: texts(stranger, bob) }, 404, 'Wallet not registered');
    const error = /^Wallet not registered: /;
    await refused('conversations', alice, { participantIds: texts(alice, stranger) }, 404, error);
    await refused(
      'conversations',
      alice,
      { participantIds: ['alice-wallet', 'nobody'] },
      404,
      `Wallet not registered: nobody`,
    );
    await refused('conversations', alice, { participantIds: texts(bob, carol) }, 400, 'Creator must be a participant');
    await refused('conversations', alice, { participantIds: [] }, 400, 'participantIds is required');
    const many = Array.from({ length: 51 }, () => alice.keyHex);
    await refused('conversations', alice, { participantIds: many }, 400, 'Maximum 50 participants');
  });

  test('are named and grow by their participants alone', async () => {
    const id = await group(alice, bob);
    expect(id).toMatch(ID);
    const named = await done('conversations/update', bob, { conversationId: id, name: ' Friends ' });
    expect(named.conversation).toMatchObject({ name: 'Friends', is_group: true });
    await refused(
      'conversations/update',
      bob,
      { conversationId: id, name: 'x'.repeat(101) },
      400,
      'Name too long (max 100 characters)',
    );
    const cleared = await done('conversations/update', alice, { conversationId: id, name: '' });
    expect(cleared.conversation).toMatchObject({ name: null });
    expect(await found(id, carol)).toBeUndefined();
    await refused(
      'conversations/participants',
      carol,
      { conversationId: id, participantIds: texts(carol) },
      403,
      'Not a participant in this conversation',
    );
    const grown = await done('conversations/participants', bob, { conversationId: id, participantIds: texts(carol) });
    expect((grown.conversation as Json).participant_ids).toEqual(['alice-wallet', 'bob-wallet', 'carol-wallet']);
    expect(await found(id, carol)).toMatchObject({ unread_count: 0 });
    await refused('conversations/participants', bob, { conversationId: id }, 400, 'participantIds is required');
    const pair = String((await done('conversations', alice, { participantIds: texts(alice, bob) })).conversationId);
    await refused(
      'conversations/participants',
      alice,
      { conversationId: pair, participantIds: texts(carol) },
      400,
      /create a group/,
    );
  });

  test('go to the trash of one, and come back when he restores them or somebody writes', async () => {
    const id = await group(alice, bob);
    await messageTo(id, bob);
    const gone = await done('conversations/delete', alice, { conversationId: id });
    expect(gone).toMatchObject({
      softDeleted: true,
      conversationId: id,
      purge: false,
      recoverableUntil: expect.stringMatching(ISO),
    });
    expect(await found(id, alice)).toBeUndefined();
    expect(await found(id, alice, 'trash')).toMatchObject({ deleted_by: ['alice-wallet'] });
    expect(await found(id, bob)).toMatchObject({ deleted_by: [] });
    await refused('conversations/restore', bob, { conversationId: id }, 404, 'Conversation is not in the trash');
    expect((await done('conversations/restore', alice, { conversationId: id })).conversation).toMatchObject({
      unread_count: 1,
    });
    await done('conversations/delete', alice, { conversationId: id, purge: true });
    expect(await found(id, alice, 'all')).toBeUndefined();
    expect(await listed(id, alice)).toEqual([]);
    await refused('conversations/restore', alice, { conversationId: id }, 404, 'Conversation is not in the trash');
    const fresh = await messageTo(id, bob);
    expect(await found(id, alice)).toMatchObject({ unread_count: 1 });
    expect((await listed(id, alice)).map((message) => message.id)).toEqual([fresh]);
    expect(await listed(id, bob)).toHaveLength(2);
    await refused('conversations/list', alice, { folder: 'sent' }, 400, 'Invalid folder');
  });
});

describe('messages', () => {
  test('in two copies begin the conversation of the two, under whatever name', async () => {
    const two = {
      ...{ senderPublicKey: dora.keyHex, recipientPublicKey: erik.keyHex },
      ...{ senderEncrypted: 'for dora', recipientEncrypted: 'for erik' },
      ...{ senderDisplayName: 'Dora', recipientDisplayName: 'Erik', selfDestruct: false, destructSeconds: number(5) },
    };
    const first = await done('messages', dora, { ...two, conversationId: 'dora-and-erik' });
    const id = String(first.conversationId);
    expect(id).toMatch(PAIR_ID);
    expect((await done('messages', dora, two)).conversationId).toBe(id);
    expect((await done('messages', dora, { ...two, conversationId: id })).conversationId).toBe(id);
    expect((await listed('dora-and-erik', dora)).map(({ encrypted }) => encrypted)).toEqual(Array(3).fill('for dora'));
    expect((await listed(id, erik)).map(({ encrypted }) => encrypted)).toEqual(Array(3).fill('for erik'));
    // What one calls it means nothing to the other.
    await refused('messages/list', erik, { conversationId: 'dora-and-erik' }, 404, 'Conversation not found');
    expect(await found(id, erik)).toMatchObject({ unreadCount: 3 });
    const other = await group(dora, erik);
    const error = 'conversationId is not the conversation of the sender and the recipient';
    await refused('messages', dora, { ...two, conversationId: other }, 400, error);
    await refused('messages', erik, two, 403, 'senderPublicKey is not the key of the signer');
    await refused('messages', dora, { ...two, recipientPublicKey: stranger.keyHex }, 404, /^Wallet not registered/);
    await refused('messages', dora, { ...two, recipientEncrypted: '' }, 400, /^send encryptedContent, or/);
    await refused('messages', dora, { ...two, encryptedContent: 'x' }, 400, /^send encryptedContent, or/);
  });

  test('have two megabytes and no more', async () => {
    const id = await group(alice, bob);
    const text = 'ab'.repeat(MIB);
    await messageTo(id, alice, { encryptedContent: text });
    expect((await listed(id, bob)).map(({ encrypted }) => encrypted === text)).toEqual([true]);
    const copies = { encryptedContent: undefined, senderEncrypted: text, recipientEncrypted: text };
    await messageTo(id, alice, copies);
    const over = { conversationId: id, encryptedContent: `${text}c` };
    await refused('messages', alice, over, 413, 'Message too large (max 2MB)');
  });

  test('belong to their conversation, whatever a stranger says', async () => {
    const id = await group(alice, bob);
    const own = await group(carol, dora);
    const messageId = await messageTo(id, alice);
    const error = 'Not a participant in this conversation';
    let checked = 0;
    for (const [path, members] of [
      ['messages', { conversationId: id, encryptedContent: 'x' }],
      ['messages/list', { conversationId: id }],
      ['messages/read', { messageId }],
      ['messages/read', { messageId, conversationId: own }],
      ['messages/delete', { messageId, conversationId: own }],
      ['messages/delete', { messageId, conversationId: id }],
      ['messages/restore', { messageId, conversationId: own }],
      ['conversations/update', { conversationId: id, name: 'mine' }],
      ['conversations/participants', { conversationId: id, participantIds: texts(carol) }],
      ['conversations/delete', { conversationId: id }],
      ['conversations/restore', { conversationId: id }],
    ] as const) {
      await refused(path, carol, members, 403, error);
      checked++;
    }
    expect(checked).toBe(11);
    const elsewhere = await group(alice, carol);
    const wrong = 'conversationId is not the conversation of this message';
    await refused('messages/delete', alice, { messageId, conversationId: elsewhere }, 400, wrong);
    await refused('messages/read', bob, { messageId, conversationId: `dm_${id}` }, 400, wrong);
    await refused('messages/list', alice, { conversationId: `dm_${id}` }, 403, error);
    await refused('messages/list', alice, { conversationId: 'nothing' }, 404, 'Conversation not found');
    await refused('messages/list', alice, {}, 400, 'conversationId is required');
    await refused('messages/read', bob, { messageId: '00'.repeat(32) }, 404, 'Message not found');
    await refused('messages/read', bob, { messageId: 'x' }, 404, 'Message not found');
    expect(await listed(id, bob)).toHaveLength(1);
  });

  test('are taken back by the sender, hidden by another, restored by whoever did it', async () => {
    const id = await group(alice, bob, carol);
    const messageId = await messageTo(id, alice);
    const hidden = await done('messages/delete', bob, { messageId, conversationId: id });
    expect(hidden).toMatchObject({ softDeleted: true, forEverybody: false });
    expect([await listed(id, bob), await found(id, bob)]).toMatchObject([[], { unread_count: 0 }]);
    expect(await listed(id, carol)).toHaveLength(1);
    await done('messages/restore', bob, { messageId });
    expect(await found(id, bob)).toMatchObject({ unread_count: 1 });
    await done('messages/delete', alice, { messageId });
    for (const reader of [alice, bob, carol]) expect(await listed(id, reader)).toEqual([]);
    await refused('messages/delete', alice, { messageId }, 404, 'Message not found');
    await refused('messages/restore', carol, { messageId }, 403, 'Only the sender can restore a message');
    await done('messages/restore', alice, { messageId, conversationId: id });
    await refused('messages/restore', alice, { messageId }, 404, 'Message is not in the trash of this conversation');
    expect(await found(id, carol)).toMatchObject({ unread_count: 1 });
  });

  test('that destroy themselves are hidden from the one who has read them', async () => {
    const id = await group(alice, bob);
    const more = { selfDestruct: true, destructAfterSeconds: number(600), messageType: 'image' };
    const messageId = await messageTo(id, alice, more);
    expect(await found(id, bob)).toMatchObject({ unread_count: 1, last_message_preview: '[Image]' });
    const shape = { selfDestruct: true, destruct_after_seconds: 600, mediaType: 'image' };
    expect(await listed(id, bob)).toMatchObject([shape]);
    await done('messages/read', bob, { messageId, conversationId: id });
    expect(await listed(id, bob)).toEqual([]);
    expect(await listed(id, alice)).toMatchObject([{ ...shape, is_read: true }]);
    await messageTo(id, alice, { selfDestruct: true, destructSeconds: number(0) });
    const [second] = await listed(id, bob);
    await done('messages/read', bob, { messageId: String(second?.id) });
    expect(await listed(id, alice)).toHaveLength(1);
    await refused(
      'messages',
      alice,
      { conversationId: id, encryptedContent: 'x', selfDestruct: true, destructSeconds: number(31_536_001) },
      400,
      /at most/,
    );
  });

  test('come oldest first in pages, or the latest first page by page', async () => {
    const id = await group(alice, bob);
    const sent: string[] = [];
    for (let at = 0; at < 5; at++) sent.push(await messageTo(id, at % 2 === 0 ? alice : bob));
    const ids = (messages: unknown): unknown[] => (messages as readonly Json[]).map((message) => message.id);
    expect(ids(await listed(id, bob))).toEqual(sent);
    const first = await done('messages/list', bob, { conversationId: id, limit: number(3) });
    expect(ids(first.messages)).toEqual(sent.slice(0, 3));
    const rest = await done('messages/list', bob, {
      conversationId: id,
      limit: number(3),
      cursor: String(first.next_cursor),
    });
    expect([ids(rest.messages), rest.next_cursor]).toEqual([sent.slice(3), null]);
    const latest = await done('messages/list', bob, { conversationId: id, limit: number(2), latest: true });
    expect(ids(latest.messages)).toEqual(sent.slice(3));
    const before = { conversationId: id, limit: number(2), latest: true, cursor: String(latest.next_cursor) };
    expect(ids((await done('messages/list', bob, before)).messages)).toEqual(sent.slice(1, 3));
    const page = await done('conversations/list', alice, { limit: number(1), folder: 'all' });
    expect((page.conversations as readonly Json[]).map(({ conversationId }) => conversationId)).toEqual([id]);
    const next = await done('conversations/list', alice, {
      limit: number(1),
      folder: 'all',
      cursor: String(page.next_cursor),
    });
    expect(next.conversations).toHaveLength(1);
    expect((next.conversations as readonly Json[])[0]?.conversationId).not.toBe(id);
  });
});
