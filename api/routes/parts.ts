/** Small parts that several routes need: accounts from paths, JSON around streamed lists. */

import { utf8 } from '../../engine/base/bytes.js';
import { Refusal, refuse } from '../../engine/base/refusal.js';
import { type AccountId, accountSentence, resolveAccount } from '../../engine/crypto/address.js';
import type { Node } from '../../engine/node.js';
import { type Content, streamed } from '../routing/answer.js';
import { text, wholeNumber } from '../routing/parameters.js';
import { Type } from '../routing/schema.js';

export interface NamedAccount {
  readonly account: AccountId;
  /** Given when the text was a key. */
  readonly publicKey?: Uint8Array;
}

/** Reads the account that a path names. */
export const readAccount = (text: string): NamedAccount | Refusal =>
  resolveAccount(text) ??
  refuse(
    'malformed_parameter',
    accountSentence('name an account by its rouge1 address or its public key of 3,904 hex characters', text),
  );

/** `limit` of a paged route: values above the maximum count as the maximum, as clients of the existing network expect. */
export const pageLimit = (page: { readonly default: number; readonly max: number }) =>
  wholeNumber({
    minimum: 1,
    maximum: page.max,
    default: page.default,
    above: 'cap',
    description: `Records of a page: ${page.default} when it is absent`,
  });

export const pageOffset = wholeNumber({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 });

/** `cursor` of a paged route. @param pattern of the cursors that the route itself gives. */
export const pageCursor = (pattern: string, example: string) =>
  Type.Optional(text({ mustBe: 'the next_cursor of an earlier answer', pattern, examples: [example] }));

export const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description:
    '`cursor` of the next page, which goes on behind the last record of this one; null at the end. A page also ends with the record with which it reaches 32 MiB',
});

export const badCursor = (): Refusal =>
  refuse('malformed_parameter', 'cursor must be the next_cursor of an earlier answer');

/** `cursor` of a history: the ordinal of the last transaction of the previous page, which newer transactions do not change. */
export const ordinalCursor = pageCursor('^\\d{1,15}$', '0');

/** Where a page of a history begins, newest first. @param total entries in it. */
export function firstOrdinal(
  total: number,
  { cursor, offset }: { readonly cursor?: string; readonly offset: number },
): number | Refusal {
  const end = cursor === undefined ? total : Number(cursor);
  return end > total ? badCursor() : end - 1 - offset;
}

/** The answer for a hash or an id that is unknown: it may belong to a block that is not here. */
export function notFoundHere({ chain: { blocksFrom } }: Node, message: string): Refusal {
  if (blocksFrom === 1) return refuse('not_found', message);
  return new Refusal(
    'not_found',
    `${message} in the blocks from ${blocksFrom} on, and this node does not have those below`,
    undefined,
    blocksFrom,
  );
}

/** A streamed JSON answer. */
export const jsonStream = (body: AsyncIterable<Uint8Array>): Content =>
  streamed('application/json; charset=utf-8', body);

/** `items` between `head` and `tail`. The head waits for the first item, so that a store that cannot begin leads to
 *  a refusal instead of an answer that breaks off. */
export async function* framed(head: string, items: AsyncIterable<Uint8Array>, tail: string): AsyncIterable<Uint8Array> {
  let begun = false;
  for await (const item of items) {
    if (!begun) yield utf8(head);
    begun = true;
    yield item;
  }
  yield utf8(begun ? tail : head + tail);
}

/** A JSON object whose one large member is a streamed list. @param items includes the closing bracket and the members that
 *  are known only at the end of the list. @param after further members. */
export function pagedAnswer(
  before: Readonly<Record<string, unknown>>,
  member: string,
  items: AsyncIterable<Uint8Array>,
  after: Readonly<Record<string, unknown>>,
): AsyncIterable<Uint8Array> {
  const head = JSON.stringify(before).slice(1, -1);
  const tail = JSON.stringify(after).slice(1, -1);
  return framed(
    `{${head}${head === '' ? '' : ','}${JSON.stringify(member)}:[`,
    items,
    `${tail === '' ? '' : ','}${tail}}`,
  );
}

/** The same for items without the closing bracket. */
export function listAnswer(
  before: Readonly<Record<string, unknown>>,
  member: string,
  items: AsyncIterable<Uint8Array>,
  after: Readonly<Record<string, unknown>>,
): AsyncIterable<Uint8Array> {
  const head = JSON.stringify(before).slice(1, -1);
  const tail = JSON.stringify(after).slice(1, -1);
  return framed(
    `{${head}${head === '' ? '' : ','}${JSON.stringify(member)}:[`,
    items,
    `]${tail === '' ? '' : ','}${tail}}`,
  );
}
