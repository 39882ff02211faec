/** What lists show of mails and messages, in memory from their entry on: whoever took them in, until they are erased, and never more of a
 *  request than is shown. (engine/services/rowCache.ts, engine/services/records.ts) */

import { describe, expect, test } from 'vitest';
import { fromHex } from '../../../engine/base/bytes.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { QuotedText } from '../../../engine/services/answerText.js';
import type { ServicesStore } from '../../../engine/services/desk.js';
import { keyText } from '../../../engine/services/keys.js';
import { serviceKindOf } from '../../../engine/services/kinds/index.js';
import type { MailContent } from '../../../engine/services/kinds/mail/mailContent.js';
import { recordKey, recordMetas, recordPayloads } from '../../../engine/services/record.js';
import { RowCache } from '../../../engine/services/rowCache.js';
import { DurableScene } from '../../../engine/services/scene.js';
import { readRecord, readRequest } from '../../../engine/services/serviceRequest.js';
import { keyedBackend } from '../../support/keyedBackend.js';
import { MemoryDatabase } from '../../support/memoryReader.js';
import { DESK_CHAIN, DeskScene, Signer, thrown } from '../../support/servicesDesk.js';

const [ann, bob] = [new Signer('ann'), new Signer('bob')];
const BODY = 'a sealed body '.repeat(40);
const mail = (from: Signer, to: Signer) => ({
  ...{ fromWalletId: from.publicKey, toWalletIds: [to.publicKey], subjectEncrypted: 'a sealed subject' },
  bodyEncrypted: BODY,
});

interface Opened {
  readonly scene: DeskScene;
  readonly database: MemoryDatabase;
  /** Payloads read so far. */
  readonly payloads: () => number;
  /** All rows that were read several at a time. */
  readonly rows: () => number;
}

function open(rows?: RowCache): Opened {
  const database = new MemoryDatabase();
  let [payloads, count] = [0, 0];
  const store: ServicesStore = {
    ...database.reader,
    async getMany(keys) {
      count += keys.length;
      payloads += keys.filter((key) => key[0] === recordPayloads.id).length;
      return database.reader.getMany(keys);
    },
    commit: async ({ batch }) => database.apply(batch),
  };
  return {
    scene: new DeskScene(store, [ann, bob], undefined, undefined, undefined, rows),
    database,
    payloads: () => payloads,
    rows: () => count,
  };
}

const kept = ({ rows }: DeskScene, id: string, kind = 'mail_send') =>
  rows.find(recordMetas.id, keyText(recordKey(fromHex(id) as Uint8Array, kind)));

describe('what lists show of a conversation', () => {
  test('is there for the first who looks after a message, and is that of the message', async () => {
    const { scene, rows } = open();
    const lists = async (reader: Signer): Promise<unknown> => {
      const before = rows();
      const { conversations } = await scene.send('messenger_conversations', reader, {});
      expect(rows() - before, 'rows that were read').toBe(0);
      return conversations;
    };
    const shown = (lastSender: Signer, unread: number) => [
      { last_sender_id: lastSender.publicKey, unread_count: unread },
    ];
    const message = (from: Signer, to: Signer) =>
      scene.send('messenger_send', from, { recipientPublicKey: to.publicKey, encryptedContent: 'sealed' });
    await message(ann, bob);
    expect(await lists(bob)).toMatchObject(shown(ann, 1));
    expect(await lists(ann)).toMatchObject(shown(ann, 0));
    await message(bob, ann);
    expect(await lists(ann)).toMatchObject(shown(bob, 1));
    await message(bob, ann);
    expect(await lists(ann)).toMatchObject(shown(bob, 2));
  });
});

describe('what lists show of a record', () => {
  test('is there for its first reader, who reads no payload', async () => {
    const { scene, payloads } = open();
    const { id } = await scene.send('mail_send', ann, mail(ann, bob));
    const { messageId, conversationId } = await scene.send('messenger_send', ann, {
      ...{ recipientPublicKey: bob.publicKey, encryptedContent: BODY },
    });
    expect(kept(scene, id)?.made).toBeDefined();
    expect(kept(scene, messageId, 'messenger_send')?.made).toBeDefined();
    const { messages: mails } = await scene.send('mail_folder', bob, { folder: 'inbox' });
    expect(mails).toMatchObject([{ message: { body_encrypted: BODY } }]);
    const { messages } = await scene.send('messenger_messages', bob, { conversationId });
    expect(messages).toMatchObject([{ encrypted: BODY }]);
    expect(payloads()).toBe(0);
  });

  test('goes with the record', async () => {
    const { scene } = open();
    const { id } = await scene.send('mail_send', ann, mail(ann, bob));
    await scene.send('mail_delete', bob, { messageId: id });
    expect(kept(scene, id)?.made).toBeDefined();
    await scene.send('mail_delete', ann, { messageId: id });
    expect(kept(scene, id)).toMatchObject({ value: { isErased: true }, made: undefined });
    const { messageId } = await scene.send('messenger_send', ann, {
      ...{ recipientPublicKey: bob.publicKey, encryptedContent: BODY, selfDestruct: true, destructSeconds: 1 },
    });
    await scene.send('messenger_read', bob, { messageId });
    expect(kept(scene, messageId, 'messenger_send')?.made).toBeDefined();
    scene.pass(2_000);
    await scene.desk.sweep(scene.moment, { retentionMs: 0, onFault: thrown });
    expect(kept(scene, messageId, 'messenger_send')).toMatchObject({ value: { isErased: true }, made: undefined });
  });

  test('of a record of another node is there too, and keeps nothing of what came with it', async () => {
    const { scene } = open();
    const read = {
      ...{ chainId: DESK_CHAIN, requireChainId: false, protocol: nativeProtocol, backend: keyedBackend },
      isKind: (name: string) => serviceKindOf(name) !== undefined,
    };
    const kind = serviceKindOf('mail_send');
    if (!kind) throw new Error('there are mails');
    const request = readRequest(kind, ann.request(mail(ann, bob), scene.moment.now), scene.moment, read);
    if (isRefusal(request)) throw new Error(request.message);
    const sent = new Uint8Array(1_000_000);
    sent.set(ann.keys.publicKey, 100);
    const publicKey = sent.subarray(100, 100 + ann.keys.publicKey.length);
    const record = readRecord(kind, request.payload, publicKey, read, true);
    if (isRefusal(record)) throw new Error(record.message);
    await scene.desk.turn((group) => scene.desk.book.record(group, record, 1, scene.desk.around(scene.moment)));
    const row = scene.rows.find(recordMetas.id, keyText(recordKey(record.id, 'mail_send')));
    expect((row?.made as MailContent | undefined)?.publicKey.buffer.byteLength).toBe(ann.keys.publicKey.length);
    expect((await scene.send('mail_folder', bob, { folder: 'inbox' })).messages).toHaveLength(1);
  });

  test('that is not kept yet is parts of what is stored, and counts all of it', async () => {
    const { scene, database } = open(new RowCache(0));
    const { id } = await scene.send('mail_send', ann, mail(ann, bob));
    const payload = await new DurableScene(database.reader).get(recordPayloads, fromHex(id) as Uint8Array);
    const rows = new RowCache(2 ** 20);
    const again = new DeskScene(
      { ...database.reader, commit: async () => undefined },
      [ann, bob],
      ...[undefined, undefined, undefined],
      rows,
    );
    await again.send('mail_folder', ann, { folder: 'sent' });
    const content = kept(again, id)?.made as MailContent | undefined;
    const body = content?.form === 'wallets' ? content.body : undefined;
    expect(body instanceof QuotedText && body.bytes.buffer).toBe(payload?.text.buffer);
    expect(rows.bytes).toBeGreaterThan((payload?.text.buffer.byteLength ?? 0) + 500);
  });
});
