/** Every method of the client that asks the services, once, in an order in which each finds what it needs. */

import { expect } from 'vitest';
import type { Account } from '../../api/client/account.js';
import { parseXrge } from '../../api/client/amounts.js';
import type { ClientScene } from './clientScene.js';

/** @param alice and `bob` have wallets. */
export async function callMessenger(scene: ClientScene, alice: Account, bob: Account): Promise<void> {
  const participantIds = [alice.publicKey, bob.publicKey];
  const { conversationId } = await scene.call('messengerCreate', alice, { participantIds, isGroup: true });
  await scene.call('messengerUpdate', alice, { conversationId, name: 'Friends' });
  await scene.call('messengerAddParticipants', alice, { conversationId, participantIds: [bob.publicKey] });
  const { messageId } = await scene.call('messengerSend', alice, { conversationId, encryptedContent: 'sealed' });
  const { messages } = await scene.call('messengerMessages', bob, { conversationId });
  expect(messages.map(({ id }) => id)).toEqual([messageId]);
  await scene.call('messengerRead', bob, { messageId });
  await scene.call('messengerDelete', alice, { messageId });
  expect((await scene.client.messengerMessages(bob, { conversationId })).messages).toEqual([]);
  await scene.call('messengerRestore', alice, { messageId });
  await scene.call('messengerDeleteConversation', alice, { conversationId });
  await scene.call('messengerRestoreConversation', alice, { conversationId });
  expect((await scene.call('messengerConversations', alice)).conversations.length).toBe(1);
}

/** @param alice and `bob` have wallets. */
export async function callMail(scene: ClientScene, alice: Account, bob: Account): Promise<void> {
  const { id: messageId } = await scene.call('mailSend', alice, {
    ...{ fromWalletId: alice.publicKey, toWalletIds: [bob.publicKey] },
    ...{ subjectEncrypted: 'a subject', bodyEncrypted: 'a body', contentSignature: 'ab' },
  });
  expect((await scene.call('mailFolder', bob)).mail).toMatchObject([{ id: messageId }]);
  await scene.call('mailMessage', bob, { messageId });
  await scene.call('mailRead', bob, { messageId });
  await scene.call('mailMove', bob, { messageId, folder: 'trash' });
  await scene.call('mailDelete', bob, { messageId });
  expect((await scene.client.mailFolder(bob, { folder: 'trash' })).mail).toEqual([]);
}

export async function callSocial(scene: ClientScene, alice: Account, bob: Account): Promise<void> {
  const track = { trackId: 'a track' };
  await scene.call('socialPlay', alice, track);
  await scene.call('socialLike', alice, track);
  const commented = await scene.call('socialComment', alice, { ...track, body: 'good' });
  expect((await scene.call('getSocialTrackComments', track.trackId)).comments.length).toBe(1);
  expect(await scene.call('getSocialTrackStats', track.trackId)).toMatchObject({ plays: 1, likes: 1 });
  await scene.call('socialCommentDelete', alice, { commentId: String(commented.comment.id) });
  await scene.call('socialFollow', alice, { artistPubkey: bob.publicKey });
  await scene.call('getSocialArtistStats', bob.publicKey, { viewer: alice.publicKey });
  const { post } = await scene.call('socialPostCreate', bob, { body: 'a post' });
  await scene.call('socialRepost', alice, { postId: post.id });
  await scene.call('getSocialPost', post.id);
  await scene.call('getSocialPostStats', post.id);
  await scene.call('getSocialPostReplies', post.id);
  expect((await scene.call('socialFeed', alice)).posts.map(({ id }) => id)).toContain(post.id);
  expect((await scene.call('getSocialTimeline', { limit: 5 })).posts.map(({ id }) => id)).toEqual([post.id]);
  expect((await scene.call('getSocialUserPosts', bob.publicKey)).total).toBe(1);
  await scene.call('getSocialUserLikes', alice.publicKey);
  await scene.call('getSocialUserFollowing', alice.publicKey);
  await scene.call('getSocialUserFollowers', bob.publicKey);
  await scene.call('socialHideTrack', bob, { ...track, hidden: true });
  await scene.call('getSocialHiddenTracks', bob.publicKey);
  await scene.call('socialPostDelete', bob, { postId: post.id });
}

/** @param alice is a curator and holds what opening a proposal needs. */
export async function callVotes(scene: ClientScene, alice: Account, bob: Account): Promise<void> {
  expect((await scene.call('getRegenConfig')).curators).toEqual([alice.address]);
  const members = { title: 'Trees', summary: 'Plant some', recipient: bob.address, requestedXrge: parseXrge('12.5') };
  const { id: proposalId, requestedXrge } = await scene.call('regenProposal', alice, members);
  expect(requestedXrge).toBe(12.5);
  await scene.call('regenVote', alice, { proposalId, choice: 'yes' });
  expect((await scene.call('getRegenProposals')).proposals.map(({ id }) => id)).toEqual([proposalId]);
  expect((await scene.call('getRegenProposalsById', proposalId)).votes.length).toBe(1);
  await scene.call('getRegenProposalsSnapshot', proposalId);
  expect((await scene.call('getRegenProposalsWeight', proposalId, alice.address)).vote).toBe('yes');
  // A vote takes a day at least.
  const unpaid = await scene.refusal('regenPayout', alice, { proposalId, txId: '0'.repeat(64) });
  expect([unpaid.code, unpaid.message]).toEqual(['rule_violation', 'only a passed, unpaid proposal can be paid']);
  expect((await scene.call('regenCancel', alice, { proposalId, reason: 'for a test' })).status).toBe('cancelled');
}

export async function callPush(scene: ClientScene, alice: Account): Promise<void> {
  await scene.call('pushRegister', alice, { pushToken: 'ExponentPushToken[a]' });
  await scene.call('pushUnregister', alice);
}
