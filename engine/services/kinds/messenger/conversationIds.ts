/** Ids of conversations. Of two accounts there is one conversation, whoever begins it and on whichever node: its id follows from them.
 *  A group is called by the id of the record that has made it. */

import { compareBytes, fromHex, joinBytes, toHex, utf8 } from '../../../base/bytes.js';
import { type AccountId, accountBytes } from '../../../crypto/address.js';
import { sha256 } from '../../../crypto/sha256.js';
import { keyOf, textPart } from '../../keys.js';
import type { SceneReader } from '../../scene.js';
import { aliases } from './tables.js';

const PAIR_PREFIX = 'dm_';
const KEY_BYTES = 32;
const PAIR_DOMAIN = utf8('rouged messenger dm');

export interface ConversationId {
  readonly key: Uint8Array;
  readonly isPair: boolean;
}

export const conversationText = ({ key, isPair }: ConversationId): string =>
  `${isPair ? PAIR_PREFIX : ''}${toHex(key)}`;

/** @returns undefined for a text that is no id. */
export function parseConversationId(text: string): ConversationId | undefined {
  const isPair = text.startsWith(PAIR_PREFIX);
  const key = fromHex(isPair ? text.slice(PAIR_PREFIX.length) : text, KEY_BYTES);
  return key && { key, isPair };
}

/** Two accounts in the order of their bytes. */
export const orderedPair = (one: AccountId, other: AccountId): readonly [AccountId, AccountId] =>
  compareBytes(accountBytes(one), accountBytes(other)) <= 0 ? [one, other] : [other, one];

/** The key of the conversation of two accounts. */
export const pairKey = (one: AccountId, other: AccountId): Uint8Array =>
  sha256(joinBytes([PAIR_DOMAIN, ...orderedPair(one, other).map(accountBytes)]));

export const aliasKey = (account: AccountId, text: string): Uint8Array => keyOf(accountBytes(account), textPart(text));

/** The conversation that a text names for an account: by id, or by what this account has called it in a message. */
export async function conversationNamed(
  scene: SceneReader,
  account: AccountId,
  text: string,
): Promise<ConversationId | undefined> {
  const id = parseConversationId(text);
  if (id) return id;
  const key = await aliases.read(scene, aliasKey(account, text));
  // Only messages between two name a conversation.
  return key === undefined ? undefined : { key: fromHex(key) as Uint8Array, isPair: true };
}
