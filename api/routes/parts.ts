/** Small parts that several routes need: accounts from paths, JSON around streamed lists. */

import { utf8 } from '../../engine/base/bytes.js';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import { type AccountId, resolveAccount } from '../../engine/crypto/address.js';

export interface NamedAccount {
  readonly account: AccountId;
  /** Given when the text was a key. */
  readonly publicKey?: Uint8Array;
}

/** The account that a path names. */
export const readAccount = (text: string): NamedAccount | Refusal =>
  resolveAccount(text) ??
  refuse('malformed_parameter', 'name an account by its rouge1 address or its public key of 3,904 hex characters');

/** A JSON object whose one large member is a streamed list. @param after members behind the list. */
export async function* listAnswer(
  before: Readonly<Record<string, unknown>>,
  member: string,
  items: AsyncIterable<Uint8Array>,
  after: Readonly<Record<string, unknown>>,
): AsyncIterable<Uint8Array> {
  const head = JSON.stringify(before).slice(1, -1);
  yield utf8(`{${head}${head === '' ? '' : ','}${JSON.stringify(member)}:[`);
  yield* items;
  const tail = JSON.stringify(after).slice(1, -1);
  yield utf8(`]${tail === '' ? '' : ','}${tail}}`);
}
