/** The provider's answers, which are read as input of a stranger: bounded, and without trust in any member.
 *
 *  In: the text of an answer. Out: one ticket for each message, or the receipts that were asked for; undefined when the answer as a
 *  whole cannot be used. One bad item is one error and costs its neighbours nothing. */

import { isJsonObject, type JsonValue, parseJson } from '../../engine/base/json.js';
import type { JsonBounds } from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { type ItemError, itemErrors } from './measures.js';

/** Largest answer: an error with its texts takes 500 bytes, so 300 receipts take 150 KB. Reading it takes about 2 ms. */
export const MAX_ANSWER_BYTES = 256 * 1024;

const ANSWER_JSON: JsonBounds = {
  characters: MAX_ANSWER_BYTES,
  values: 8_192,
  members: 1_024,
  keyCharacters: 256,
  depth: 8,
};

/** An id of the provider is a UUID of 36 characters. */
const TICKET_ID = /^[\w-]{1,64}$/;

/** What became of one message. @param id under which its receipt can be asked for; absent when there is none to ask for. */
export type Ticket = { readonly id: string | undefined } | { readonly error: ItemError };

const UNREADABLE: Ticket = { error: 'other' };

function errorOf(details: JsonValue | undefined): ItemError {
  const error = isJsonObject(details) ? details.get('error') : undefined;
  return itemErrors.find((name) => name === error) ?? 'other';
}

function ticketOf(item: JsonValue | undefined): Ticket {
  if (!isJsonObject(item)) return UNREADABLE;
  const status = item.get('status');
  if (status === 'error') return { error: errorOf(item.get('details')) };
  if (status !== 'ok') return UNREADABLE;
  const id = item.get('id');
  return { id: typeof id === 'string' && TICKET_ID.test(id) ? id : undefined };
}

function dataOf(text: string): JsonValue | undefined {
  const answer = parseJson(text, ANSWER_JSON);
  return !isRefusal(answer) && isJsonObject(answer) ? answer.get('data') : undefined;
}

/** @returns one ticket for each of `count` messages in their order. With another number of items it is unknown which is whose: then
 *  none of them is used, or the wrong token would be dropped. */
export function readTickets(text: string, count: number): readonly Ticket[] | undefined {
  const data = dataOf(text);
  return Array.isArray(data) && data.length === count ? data.map(ticketOf) : undefined;
}

/** @returns the receipts of those of `ids` that the provider has; what else it names is ignored. */
export function readReceipts(text: string, ids: readonly string[]): ReadonlyMap<string, Ticket> | undefined {
  const data = dataOf(text);
  if (!isJsonObject(data)) return undefined;
  return new Map(ids.filter((id) => data.has(id)).map((id) => [id, ticketOf(data.get(id))]));
}
