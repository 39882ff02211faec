/** Long lists of the services: asked piece by piece while the client reads, so that neither thread holds a whole one. */

import { utf8, utf8Text } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import type { Content } from '../../routing/answer.js';
import { jsonStream } from '../parts.js';
import type { Asker } from './serviceRoute.js';

type Args = Readonly<Record<string, unknown>>;

const OPEN_BRACKET = 0x5b;
const COMMA = utf8(',');

interface Piece {
  /** Elements with commas between them. */
  readonly items: Uint8Array;
  readonly next: string | null;
}

/** A piece is the JSON `{"next":...,"items":[...]}`, where `next` is hex or null; its elements are passed on as they are. */
function readPiece(answer: Uint8Array): Piece {
  const begin = answer.indexOf(OPEN_BRACKET);
  const [, next = null] = /"next":"([0-9a-f]*)"/.exec(utf8Text(answer.subarray(0, begin))) ?? [];
  return { next, items: answer.subarray(begin + 1, answer.length - 2) };
}

async function* piecesOf(
  client: Asker,
  query: string,
  args: Args,
  first: Uint8Array,
): AsyncGenerator<Uint8Array, void, undefined> {
  let piece = readPiece(first);
  let begun = false;
  for (;;) {
    if (piece.items.length > 0) {
      if (begun) yield COMMA;
      begun = true;
      yield piece.items;
    }
    if (piece.next === null) return;
    const answer = await client.read(query, { ...args, behind: piece.next });
    if (isRefusal(answer)) throw new Error(answer.message);
    piece = readPiece(answer);
  }
}

/** @param head members of the answer, the JSON of an object that is not empty. */
async function* around(head: Uint8Array, member: string, items: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head.subarray(0, head.length - 1);
  yield utf8(`,${JSON.stringify(member)}:[`);
  yield* items;
  yield utf8(']}');
}

/** An object with one long list. @param head name of the read that gives its other members. @param list name of the read of the pieces. */
export async function listedRead(
  client: Asker,
  { head, member, list }: { readonly head?: string; readonly member: string; readonly list: string },
  args: Args,
): Promise<Content | Refusal> {
  const before = head === undefined ? utf8('{"success":true}') : await client.read(head, args);
  if (isRefusal(before)) return before;
  const first = await client.read(list, args);
  if (isRefusal(first)) return first;
  return jsonStream(around(before, member, piecesOf(client, list, args, first)));
}
