/** What brings accounts into conversations, and where that puts these in their lists. */

import { compareBytes } from '../../../base/bytes.js';
import { type AccountId, accountBytes } from '../../../crypto/address.js';
import { keyOf } from '../../keys.js';
import { isLater } from '../../record.js';
import type { Scene, SceneReader } from '../../scene.js';
import type { MergedRecord } from '../../serviceKind.js';
import { invitationsTo } from './conversation.js';
import { orderedPair, pairKey } from './conversationIds.js';
import { activities, inboxes, invitations, pairs } from './tables.js';

type Source = Pick<MergedRecord<unknown>, 'order' | 'sender' | 'timestamp'>;

/** All who could be in a conversation: whether they are depends on records that may still come. */
async function namedIn(scene: SceneReader, key: Uint8Array): Promise<ReadonlySet<AccountId>> {
  const pair = await scene.get(pairs, key);
  if (pair) return new Set(pair.accounts);
  const named = new Set<AccountId>();
  for await (const { account } of invitationsTo(scene, key)) named.add(account);
  return named;
}

/** Something has happened in a conversation: it moves up in the lists of those who are in it. The newest signed time counts, whatever
 *  comes first. */
export async function touch(scene: Scene, key: Uint8Array, time: number): Promise<void> {
  const before = await scene.get(activities, key);
  if (before !== undefined && before >= time) return;
  scene.put(activities, key, time);
  for (const account of await namedIn(scene, key)) {
    if (before !== undefined) scene.delete(inboxes, keyOf(accountBytes(account), before, key));
    scene.put(inboxes, keyOf(accountBytes(account), time, key), true);
  }
}

/** @param accounts that have just been named in it. */
async function enlist(scene: Scene, key: Uint8Array, accounts: readonly AccountId[], time: number): Promise<void> {
  await touch(scene, key, time);
  const activity = (await scene.get(activities, key)) ?? time;
  for (const account of accounts) scene.put(inboxes, keyOf(accountBytes(account), activity, key), true);
}

/** Brings accounts into a group. */
export async function invite(
  scene: Scene,
  key: Uint8Array,
  { order, sender, timestamp }: Source,
  accounts: readonly AccountId[],
): Promise<void> {
  for (const account of accounts) {
    const invitation = keyOf(key, accountBytes(sender), accountBytes(account));
    const before = await scene.get(invitations, invitation);
    if (!before || isLater(before, order)) scene.put(invitations, invitation, order);
  }
  await enlist(scene, key, accounts, timestamp);
}

/** Begins the conversation of the sender with another, or with himself, unless there is one. @returns its key. */
export async function beginPair(
  scene: Scene,
  { order, sender, timestamp }: Source,
  other: AccountId,
): Promise<Uint8Array> {
  const key = pairKey(sender, other);
  const before = await scene.get(pairs, key);
  const accounts = orderedPair(sender, other);
  if (!before || compareBytes(order, before.order) < 0) scene.put(pairs, key, { accounts, order, author: sender });
  await enlist(scene, key, accounts, timestamp);
  return key;
}
