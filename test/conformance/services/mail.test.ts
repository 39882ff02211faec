/** Mails through the published client and over raw HTTP in both forms: sent, listed, read, moved, deleted, and refused.
 *  (Specification, Mail and names, Limits, Authentication.) */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../engine/base/json.js';
import { CIPHERTEXT } from '../../../engine/base/serviceLimits.js';
import { nobleBackend } from '../../../engine/crypto/mldsa.js';
import type { Json } from '../../support/answerShapes.js';
import { CheckedApi } from '../../support/checkedApi.js';
import { encryptionKey, walletMembers } from '../../support/directoryOrders.js';
import { type InlineNode, startInlineNode } from '../../support/inlineNode.js';
import { type ClientWallet, loadPublishedClient, type Submitted } from '../../support/publishedClient.js';
import { type Members, number, signed } from '../../support/signedRequests.js';
import { type SigningActor, signingActor } from '../../support/transactions.js';

/** `dora` has a wallet and no name, `erik` no wallet. */
const [alice, bob, carol, dora, erik] = ['alice', 'bob', 'carol', 'dora', 'erik'].map((name) =>
  signingActor(`mail: ${name}`),
) as [SigningActor, SigningActor, SigningActor, SigningActor, SigningActor];

type Method = (...input: readonly unknown[]) => Promise<unknown>;

let node: InlineNode;
let api: CheckedApi;
let mail: Readonly<Record<string, Method>>;

const walletOf = ({ keyHex, secretKey }: SigningActor): ClientWallet => ({
  publicKey: keyHex,
  privateKey: Buffer.from(secretKey).toString('hex'),
});

const call = async <T = Submitted>(name: string, ...input: readonly unknown[]): Promise<T> =>
  (await (mail[name] as Method).apply(mail, input as unknown[])) as T;

async function post(path: string, signer: SigningActor, members: Members): Promise<{ status: number; body: Json }> {
  const { status, text } = await api.post(path, signed(signer, members).body);
  return { status, body: JSON.parse(text) as Json };
}

async function done(route: string, signer: SigningActor, members: Members): Promise<Json> {
  const { status, body } = await post(`/api/v2/mail/${route}`, signer, members);
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
  return body;
}

/** @returns the sentence. */
async function refused(route: string, signer: SigningActor, members: Members, status: number): Promise<string> {
  const answer = await post(`/api/v2/mail/${route}`, signer, members);
  expect([answer.status, answer.body.success], JSON.stringify(answer.body).slice(0, 300)).toEqual([status, false]);
  return String(answer.body.error);
}

const toWallets = (from: SigningActor, to: readonly string[], more: Members = {}): Members => ({
  ...{ fromWalletId: from.keyHex, toWalletIds: [...to], subjectEncrypted: 'a subject', bodyEncrypted: 'a body' },
  ...{ contentSignature: 'ab'.repeat(3_309), replyToId: null, hasAttachment: false, ...more },
});

const flat = (from: SigningActor, to: string, recipient: SigningActor, more: Members = {}): Members => ({
  ...{ fromPublicKey: from.keyHex, to, toPublicKey: recipient.keyHex, replyToId: null },
  ...{ senderEncrypted: 'for the sender', recipientEncrypted: 'for the recipient', ...more },
});

const sentId = async (signer: SigningActor, members: Members): Promise<string> =>
  String((await done('send', signer, members)).id);

const listed = async (signer: SigningActor, folder?: string, more: Members = {}): Promise<readonly Json[]> =>
  (await done('folder', signer, { ...(folder !== undefined && { folder }), ...more })).mail as readonly Json[];

const idsIn = async (signer: SigningActor, folder?: string): Promise<readonly unknown[]> =>
  (await listed(signer, folder)).map(({ id }) => id);

beforeAll(async () => {
  node = await startInlineNode();
  api = new CheckedApi(node.url);
  const { RougeChain } = await loadPublishedClient();
  mail = (new RougeChain(`${node.url}/api`) as unknown as { mail: typeof mail }).mail;
  const register = async (signer: SigningActor, name: string, more: Members = {}): Promise<void> => {
    const members = { ...walletMembers(signer, name), ...more };
    expect((await post('/api/v2/messenger/wallets/register', signer, members)).status).toBe(200);
  };
  const named = async (signer: SigningActor, name: string, walletId: string): Promise<void> =>
    expect((await call('registerName', walletOf(signer), name, walletId)).error).toBeUndefined();
  await Promise.all([
    register(alice, 'Alice'),
    register(bob, 'Bob', { id: 'bob-wallet' }),
    register(carol, 'Carol'),
    register(dora, 'Dora'),
  ]);
  await Promise.all([
    named(alice, 'alice', alice.keyHex),
    named(bob, 'bob', 'bob-wallet'),
    named(carol, 'carol', carol.keyHex),
  ]);
});

afterAll(() => node?.remove());

interface Message {
  readonly message: Json;
  readonly label: Json;
}

describe('the published client', () => {
  test('sends, lists, reads, marks, moves and deletes', async () => {
    const [from, to] = [walletOf(alice), walletOf(bob)];
    const parts = { encrypted_subject: '{"iv":"s"}', encrypted_body: '{"iv":"b"}', encrypted_attachment: '{"iv":"a"}' };
    const sent = await call('send', from, { from: alice.keyHex, to: 'bob-wallet', ...parts });
    expect([sent.success, sent.error]).toEqual([true, undefined]);
    const id = String(sent.data?.id);
    const [inbox] = await call<Message[]>('getInbox', to);
    expect(inbox?.message).toEqual({
      ...{ id, from_wallet_id: alice.keyHex, to_wallet_ids: ['bob-wallet'] },
      ...{ subject_encrypted: '{"iv":"s"}', body_encrypted: '{"iv":"b"}', attachment_encrypted: '{"iv":"a"}' },
      ...{ signature: expect.stringMatching(/^[0-9a-f]{6618}$/), created_at: expect.stringMatching(/Z$/) },
      ...{ reply_to_id: null, has_attachment: true, attachment_hash: null },
    });
    expect(inbox?.label).toEqual({ message_id: id, wallet_id: 'bob-wallet', folder: 'inbox', is_read: false });
    // The client has signed the ciphertexts; who reads can check it.
    const signature = Buffer.from(String(inbox?.message.signature), 'hex');
    const content = Buffer.from('{"iv":"s"}|{"iv":"b"}|{"iv":"a"}');
    expect(nobleBackend.verify(signature, content, alice.publicKey)).toBe(true);
    const [own] = await call<Message[]>('getSent', from);
    expect([own?.message.id, own?.label]).toEqual([
      id,
      { message_id: id, wallet_id: alice.keyHex, folder: 'sent', is_read: true },
    ]);

    expect((await call('markRead', to, id)).success).toBe(true);
    expect((await call<Message[]>('getInbox', to))[0]?.label.is_read).toBe(true);
    expect(await call<Json>('getMessage', to, id)).toEqual(inbox?.message);
    expect((await call('move', to, id, 'trash')).success).toBe(true);
    expect(await call<Message[]>('getInbox', to)).toEqual([]);
    expect((await call<Message[]>('getTrash', to)).map(({ label }) => label.folder)).toEqual(['trash']);
    expect((await call('delete', to, id)).success).toBe(true);
    expect(await call<Message[]>('getTrash', to)).toEqual([]);
    expect(await call<Json>('getMessage', to, id)).toBeNull();
    // Only the label of who has deleted it is gone.
    expect(await call<Json>('getMessage', from, id)).toMatchObject({ id });
    expect((await call('delete', from, id)).success).toBe(true);
    expect(await call<Json>('getMessage', from, id)).toBeNull();
  });
});

describe('the flat form', () => {
  test('gives each participant the copy for it', async () => {
    const id = await sentId(alice, flat(alice, 'bob', bob, { attachment_encrypted: 'a file' }));
    const [item] = await listed(bob);
    const common = {
      ...{ id, from: 'alice', fromPublicKey: alice.keyHex, to: 'bob', toPublicKey: bob.keyHex },
      ...{ timestamp: expect.any(Number), replyToId: null, hasAttachment: true, contentSignature: '' },
      ...{ attachment_encrypted: 'a file', attachmentEncrypted: 'a file', subjectEncrypted: '' },
    };
    const copy = { encrypted: 'for the recipient', bodyEncrypted: 'for the recipient' };
    expect(item).toEqual({ ...common, ...copy, read: false, folder: 'inbox' });
    const own = { encrypted: 'for the sender', bodyEncrypted: 'for the sender' };
    expect((await listed(alice, 'sent'))[0]).toEqual({ ...common, ...own, read: true, folder: 'sent' });
    const answer = await done('message', bob, { messageId: id });
    expect(answer.mail).toEqual({ ...item, read: true });
    expect(answer.label).toMatchObject({ is_read: true });
    expect((await listed(bob))[0]).toMatchObject({ id, read: true });
  });

  test('asks for a wallet with the mail name, in any case and with any domain', async () => {
    const id = await sentId(
      alice,
      flat(alice, 'Carol@rouge.quant', carol, { toPublicKey: encryptionKey(carol.keyHex) }),
    );
    expect(await idsIn(carol)).toEqual([id]);
    const nobody = await refused('send', alice, flat(alice, 'dora', dora), 400);
    expect(nobody).toContain('Recipient not registered');
    expect(await refused('send', alice, flat(alice, 'bob', carol), 400)).toContain('does not have the mail name bob');
    expect(await refused('send', alice, flat(alice, 'erik', erik), 400)).toContain('Recipient not registered');
    const foreign = await refused('send', alice, flat(alice, 'bob', bob, { fromPublicKey: carol.keyHex }), 403);
    expect(foreign).toBe('Not authorized to send from this wallet');
    for (const name of ['to', 'toPublicKey', 'senderEncrypted', 'recipientEncrypted'])
      expect(await refused('send', alice, { ...flat(alice, 'bob', bob), [name]: null }, 400)).toBe(
        `${name} is required`,
      );
    await refused('send', alice, { ...flat(alice, 'bob', bob), ...toWallets(alice, ['bob-wallet']) }, 400);
  });
});

describe('the form with wallet ids', () => {
  test('finds recipients by whatever names them, each once', async () => {
    const texts = [carol.keyHex, carol.address, 'carol', encryptionKey(carol.keyHex), 'bob-wallet', dora.address];
    const id = await sentId(alice, toWallets(alice, texts));
    for (const person of [bob, carol, dora]) expect((await idsIn(person))[0]).toBe(id);
    const [{ message }] = (await done('folder', dora, {})).messages as [Message];
    expect(message.to_wallet_ids).toEqual([carol.keyHex, 'bob-wallet', dora.keyHex]);
    expect((await listed(dora))[0]).toMatchObject({ from: 'alice', to: 'carol', encrypted: 'a body' });
  });

  test('takes whatever names the wallet of the sender, and no other', async () => {
    for (const fromWalletId of ['bob-wallet', bob.keyHex, bob.address, 'bob', encryptionKey(bob.keyHex)])
      await sentId(bob, toWallets(bob, [dora.keyHex], { fromWalletId }));
    expect(await refused('send', bob, toWallets(bob, [dora.keyHex], { fromWalletId: alice.keyHex }), 403)).toBe(
      'Not authorized to send from this wallet',
    );
    expect(await refused('send', erik, toWallets(erik, [dora.keyHex]), 404)).toBe('Wallet not registered');
  });

  test('refuses recipients without a wallet, none, and more than fifty', async () => {
    expect(await refused('send', alice, toWallets(alice, ['bob-wallet', erik.address]), 400)).toBe(
      `Recipient not registered: no wallet is called ${erik.address}`,
    );
    expect(await refused('send', alice, toWallets(alice, []), 400)).toBe('toWalletIds is required');
    expect(await refused('send', alice, { fromWalletId: alice.keyHex }, 400)).toBe('toWalletIds is required');
    const many = Array.from({ length: 51 }, (_, at) => `wallet-${at}`);
    expect(await refused('send', alice, toWallets(alice, many), 400)).toBe('Maximum 50 recipients');
    const fifty = await refused('send', alice, toWallets(alice, many.slice(1)), 400);
    expect(fifty).toContain('Recipient not registered');
  });

  test('bounds each part by its bytes', async () => {
    const { subject, body, attachment } = CIPHERTEXT;
    const most = { subjectEncrypted: 's'.repeat(subject), bodyEncrypted: 'b'.repeat(body) };
    const file = { attachmentEncrypted: 'a'.repeat(attachment) };
    const id = await sentId(alice, toWallets(alice, ['bob-wallet'], { ...most, ...file }));
    expect((await listed(bob, 'inbox', { limit: number(1) }))[0]).toMatchObject({ id, hasAttachment: true, ...file });
    await done('delete', bob, { messageId: id });
    const size = async (name: string, text: string, to = ['bob-wallet']) =>
      refused('send', alice, toWallets(alice, to, { [name]: text }), 413);
    expect(await size('subjectEncrypted', `${'s'.repeat(subject - 1)}é`)).toBe('Subject too large (max 10KB)');
    const three = await size('subjectEncrypted', 's'.repeat(subject + 10 * 1_024 + 1), [
      'bob-wallet',
      dora.keyHex,
      alice.keyHex,
    ]);
    expect(three).toBe('Subject too large (max 20KB)');
    expect(await size('bodyEncrypted', 'b'.repeat(body + 1))).toBe('Body too large (max 512KB)');
    expect(await size('attachmentEncrypted', 'a'.repeat(attachment + 1))).toBe('Attachment too large (max 2MB)');
  });

  test('to oneself leaves one label', async () => {
    const id = await sentId(dora, toWallets(dora, [dora.keyHex]));
    expect((await listed(dora))[0]).toMatchObject({ id, read: false });
    expect(await idsIn(dora, 'sent')).not.toContain(id);
    await done('delete', dora, { messageId: id });
    await refused('message', dora, { messageId: id }, 404);
  });
});

describe('replies', () => {
  test('name a mail that the sender has', async () => {
    const first = await sentId(alice, toWallets(alice, ['bob-wallet']));
    const reply = await sentId(bob, toWallets(bob, [alice.keyHex], { replyToId: first }));
    expect((await listed(alice))[0]).toMatchObject({ id: reply, replyToId: first });
    const answers = new Set<string>();
    for (const replyToId of [first, 'ab'.repeat(32), 'no id'])
      answers.add(await refused('send', carol, toWallets(carol, ['bob-wallet'], { replyToId }), 404));
    expect([...answers]).toEqual(['Message not found']);
    await done('delete', bob, { messageId: first });
    await refused('send', bob, toWallets(bob, [alice.keyHex], { replyToId: first }), 404);
  });
});

describe('folders', () => {
  test('are five; a mail is in one of them, newest first, in pages', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.unshift(await sentId(carol, toWallets(carol, ['bob-wallet'])));
    expect((await idsIn(bob)).slice(0, 5)).toEqual(ids);
    expect((await idsIn(carol, 'sent')).slice(0, 5)).toEqual(ids);
    const paged: unknown[] = [];
    let cursor: JsonValue = null;
    for (let page = 0; page < 3; page++) {
      const answer: Json = await done('folder', carol, { folder: 'sent', limit: number(2), cursor });
      paged.push(...(answer.mail as Json[]).map(({ id }) => id));
      cursor = answer.next_cursor as string | null;
    }
    expect([paged, cursor]).toEqual([ids, null]);
    const [id] = ids as [string];
    for (const folder of ['starred', 'drafts', 'trash', 'sent', 'inbox']) {
      expect(await done('move', bob, { messageId: id, folder })).toMatchObject({ messageId: id, folder, read: false });
      for (const other of ['inbox', 'sent', 'trash', 'starred', 'drafts'])
        expect((await idsIn(bob, other)).includes(id), `${other} after ${folder}`).toBe(other === folder);
    }
    expect(await refused('folder', bob, { folder: 'spam' }, 400)).toBe('Invalid folder');
    expect(await refused('move', bob, { messageId: id, folder: 'spam' }, 400)).toBe('Invalid folder');
    expect(await refused('move', bob, { messageId: id }, 400)).toBe('folder is required');
    expect(await refused('folder', bob, { cursor: 'zz' }, 400)).toContain('cursor');
    expect(await listed(erik)).toEqual([]);
  });
});

describe('a stranger', () => {
  test('gets the answer of a mail that does not exist, whatever he asks, and changes nothing', async () => {
    const id = await sentId(alice, toWallets(alice, ['bob-wallet']));
    const answers = new Set<string>();
    let checked = 0;
    for (const route of ['message', 'read', 'move', 'delete'])
      for (const messageId of [id, 'ab'.repeat(32), 'a-b-c'])
        for (const who of [carol, erik]) {
          const folder = route === 'move' ? { folder: 'trash' } : {};
          answers.add(await refused(route, who, { messageId, ...folder }, 404));
          checked++;
        }
    expect([checked, [...answers]]).toEqual([24, ['Message not found']]);
    expect(await refused('message', carol, {}, 400)).toBe('messageId is required');
    // What was signed to move a mail does not delete it.
    expect(await refused('delete', bob, { messageId: id, folder: 'trash' }, 400)).toBe(
      'folder belongs to a request of mail_move',
    );
    expect((await listed(bob))[0]).toMatchObject({ id, read: false, folder: 'inbox' });
  });
});

describe('older unsigned endpoints', () => {
  test('name the signed route that replaces them', async () => {
    const gone = [
      ...(['inbox', 'sent', 'trash'] as const).map((name) => ['GET', `/api/mail/${name}`, 'folder'] as const),
      ['GET', '/api/mail/message/abc', 'message'],
      ...(['send', 'read', 'move'] as const).map((name) => ['POST', `/api/mail/${name}`, name] as const),
      ['DELETE', '/api/mail/abc', 'delete'],
    ] as const;
    for (const [method, path, route] of gone) {
      const { status, json } = await api.send(path, { method });
      expect([status, json?.error], path).toEqual([
        410,
        expect.stringContaining(`use POST /api/v2/mail/${route} with a signed request`),
      ]);
    }
    expect(gone).toHaveLength(8);
  });
});
