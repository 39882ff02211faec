/** What the operator's retention does to the kinds of this node: the content goes with everything that leads to it; what is in force, and
 *  what others may still recount, stays. (engine/services/sweep.ts) */

import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { keyOf } from '../../../engine/services/keys.js';
import { serviceKinds } from '../../../engine/services/kinds/index.js';
import { folderIndex, participants } from '../../../engine/services/kinds/mail/labels.js';
import { conversationMessages, messageInfos } from '../../../engine/services/kinds/messenger/tables.js';
import { comments } from '../../../engine/services/kinds/social/comment.js';
import { postsByAuthor, replies, timeline } from '../../../engine/services/kinds/social/post.js';
import { DurableScene } from '../../../engine/services/scene.js';
import type { ServiceTable } from '../../../engine/services/table.js';
import { type MemoryStore, openMemoryStore } from '../../support/memoryStore.js';
import { DeskScene, Signer, thrown } from '../../support/servicesDesk.js';
import { VotingDesk, wallet } from '../../support/votingDesk.js';

const DAY_MS = 86_400_000;
const retentionMs = DAY_MS;
const [ann, bob] = [new Signer('ann'), new Signer('bob')];

async function open(): Promise<{ scene: DeskScene; store: MemoryStore; end: () => Promise<number> }> {
  const store = await openMemoryStore();
  const scene = new DeskScene(store, [ann, bob]);
  const end = async (): Promise<number> => {
    scene.pass(retentionMs + 1);
    return (await scene.desk.sweep(scene.moment, { retentionMs, onFault: thrown })).expired;
  };
  return { scene, store, end };
}

async function done(scene: DeskScene, kind: string, signer: Signer, fields: object) {
  const answer = await scene.send(kind, signer, fields);
  if (isRefusal(answer)) throw new Error(`${kind}: ${answer.message}`);
  return answer;
}

async function rows(store: MemoryStore, tables: readonly ServiceTable<unknown>[]): Promise<number> {
  const found = await Promise.all(tables.map((table) => new DurableScene(store).range(table, keyOf(), { limit: 100 })));
  return found.reduce((sum, one) => sum + one.length, 0);
}

describe('at the end of the retention', () => {
  test('posts and comments leave their lists and counts', async () => {
    const { scene, store, end } = await open();
    const { post } = await done(scene, 'social_post_create', ann, { body: 'hello' });
    await done(scene, 'social_post_create', bob, { body: 'hello too', replyToId: post.id });
    await done(scene, 'social_comment', ann, { trackId: 'song', body: 'nice' });
    const tables = [timeline, postsByAuthor, replies, comments];
    expect(await rows(store, tables)).toBe(6);
    expect(await end()).toBe(3);
    expect(await rows(store, tables)).toBe(0);
    expect(await scene.read('social_timeline', { limit: 10, offset: 0 })).toMatchObject({ posts: [], total: 0 });
    expect(await scene.read('social_track_stats', { track: 'song' })).toMatchObject({ commentCount: 0 });
  });

  test('likes and follows stay in force', async () => {
    const { scene, end } = await open();
    await done(scene, 'social_like', ann, { trackId: 'song' });
    await done(scene, 'social_follow', ann, { artistPubkey: bob.publicKey });
    expect(await end()).toBe(0);
    expect(await scene.read('social_track_stats', { track: 'song' })).toMatchObject({ likes: 1 });
    expect(scene.desk.stats()).toMatchObject({ records: 2 });
  });

  test('a message is nowhere listed and not unread, and its conversation is there', async () => {
    const { scene, store, end } = await open();
    const group = { participantIds: [ann.publicKey, bob.publicKey], isGroup: true, name: 'two' };
    const { conversationId } = await done(scene, 'messenger_create', ann, group);
    await done(scene, 'messenger_send', ann, { conversationId, encryptedContent: 'secret' });
    expect(await rows(store, [conversationMessages, messageInfos])).toBe(2);
    expect(await end()).toBe(1);
    expect(await rows(store, [conversationMessages, messageInfos])).toBe(0);
    const { conversations } = await done(scene, 'messenger_conversations', bob, {});
    expect(conversations).toMatchObject([{ id: conversationId, name: 'two', unreadCount: 0, lastMessage: null }]);
  });

  test('a mail leaves all folders, with what was signed about it', async () => {
    const { scene, store, end } = await open();
    const mail = {
      fromWalletId: ann.publicKey,
      toWalletIds: [bob.publicKey],
      subjectEncrypted: 's',
      bodyEncrypted: 'b',
    };
    const { id } = await done(scene, 'mail_send', ann, mail);
    scene.pass(10);
    await done(scene, 'mail_read', bob, { messageId: id });
    await done(scene, 'mail_move', bob, { messageId: id, folder: 'starred' });
    expect(await rows(store, [participants, folderIndex])).toBe(3);
    scene.pass(-10);
    expect(await end()).toBe(1);
    expect(await rows(store, [participants, folderIndex])).toBe(0);
    expect(scene.desk.stats()).toMatchObject({ records: 0, bytes: 0, erased: 3 });
  });

  test('a proposal is open to its end and can be recounted', async () => {
    const [creator, voter] = [wallet('creator'), wallet('voter')];
    const balances = new Map([creator, voter].map(({ account }) => [account, 1_000n]));
    const desk = await VotingDesk.open({ balances, rules: { curators: [creator.account], capBps: 10_000 } });
    const id = await desk.open(creator);
    await desk.vote(voter, id, 'yes');
    desk.now += retentionMs + 1;
    await desk.desk.sweep(desk.moment, { retentionMs, onFault: thrown });
    const { shown } = await desk.answers(id);
    expect([shown.status, shown.tally?.voters, shown.votes.length]).toEqual(['open', 1, 1]);
  });
});

test('every kind with records says what the retention does: it ends them in full, leaves them, or nothing leads to them', () => {
  const bare = serviceKinds.filter(
    ({ scope, outlivesRetention, erased }) =>
      (scope === 'public' || scope === 'private') && !outlivesRetention && !erased,
  );
  // What is signed about another record: its effect is in the tables of that record, and goes with it.
  expect(bare.map(({ name }) => name).sort()).toEqual([
    'mail_delete',
    'mail_message',
    'mail_move',
    'mail_read',
    'messenger_delete',
    'messenger_delete_conversation',
    'messenger_read',
    'messenger_restore',
    'messenger_restore_conversation',
    'social_comment_delete',
  ]);
});
