/** Messages that destroy themselves: some time after the first recipient has read one it is erased, on every node by itself.
 *
 *  The work is put off when both records, the message and a reading, are there. Whether the reader was a participant is asked when the
 *  time has come. */

import { type AccountId, accountBytes } from '../../../crypto/address.js';
import { keyOf } from '../../keys.js';
import { RECORD_ID_BYTES } from '../../record.js';
import { dropDue, dueAt } from '../../records.js';
import type { Scene, SceneReader } from '../../scene.js';
import { conversationAt } from './conversation.js';
import { eraseMessage, type Mark, marksOf } from './messageState.js';
import { SEND } from './sent.js';
import { type MessageInfo, messageInfos, NOT_READ } from './tables.js';

const SECOND_MS = 1_000;
const ACTION = 'destruct';

/** @param before the mark that this one replaces. */
export function planDestruction(
  scene: Scene,
  id: Uint8Array,
  { author, destructSeconds }: MessageInfo,
  { account, readAt }: Mark,
  before?: number,
): void {
  if (destructSeconds === undefined || account === author || readAt === NOT_READ) return;
  const work = keyOf(id, accountBytes(account));
  const timeAfter = (time: number): number => time + destructSeconds * SECOND_MS;
  if (before !== undefined && before < NOT_READ) dropDue(scene, timeAfter(before), work, SEND, ACTION);
  dueAt(scene, timeAfter(readAt), work, SEND, ACTION);
}

/** When a message is to be erased, because of readers among these members; undefined when it stays. */
export async function destructionTime(
  scene: SceneReader,
  id: Uint8Array,
  { author, destructSeconds }: MessageInfo,
  members: readonly AccountId[],
): Promise<number | undefined> {
  if (destructSeconds === undefined) return undefined;
  let first = NOT_READ;
  for await (const { account, readAt } of marksOf(scene, id))
    if (account !== author && members.includes(account)) first = Math.min(first, readAt);
  return first === NOT_READ ? undefined : first + destructSeconds * SECOND_MS;
}

/** Does what `planDestruction` has put off. @param work its id. */
export async function destroy(scene: Scene, work: Uint8Array, now: number): Promise<void> {
  const id = work.slice(0, RECORD_ID_BYTES);
  const info = await scene.get(messageInfos, id);
  const conversation = info && (await conversationAt(scene, info.conversation));
  if (!info || !conversation) return;
  const time = await destructionTime(scene, id, info, conversation.members);
  if (time !== undefined && time <= now) await eraseMessage(scene, id);
}
