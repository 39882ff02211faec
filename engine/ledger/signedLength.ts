/** How long the signed bytes of a transaction may be: what the members of its kind need, and some more.
 *
 *  Signed bytes are stored for ever, including members that no kind knows. The bound follows from a kind's declared members: all
 *  of them fit together, each at its longest and with the characters of free texts written as escapes. */

import { AMOUNT_CHARACTERS } from '../base/amounts.js';
import type { JsonObject } from '../base/json.js';
import { MAX_SIGNED_BYTES, UNKNOWN_MEMBERS_BYTES } from '../base/limits.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { PUBLIC_KEY_BYTES } from '../crypto/mldsa.js';
import type { AnyKind } from './kind.js';
import { kindOf, kinds } from './kinds/index.js';
import { type PayloadMember, SYMBOL_CHARACTERS } from './payload.js';
import { commonMembers } from './payloadMembers.js';

/** One character as an escape in JSON text: `\u00e9`. */
const ESCAPE_BYTES = 6;

/** The quotes of a text, or the brackets of a list. */
const PAIR_BYTES = 2;

const textBytes = (characters: number, plain: boolean): number => PAIR_BYTES + characters * (plain ? 1 : ESCAPE_BYTES);

/** Elements, each with a comma. */
const listBytes = (items: number, element: number): number => PAIR_BYTES + items * (element + 1);

/** Longest JSON text of a member's value. */
function valueBytes(member: PayloadMember): number {
  switch (member.type) {
    case 'account':
      return textBytes(PUBLIC_KEY_BYTES * 2, true);
    case 'symbol':
      return textBytes(SYMBOL_CHARACTERS, true);
    case 'symbols':
      return listBytes(member.items, textBytes(SYMBOL_CHARACTERS, true));
    case 'xrge':
    case 'units':
    case 'amount':
      return textBytes(AMOUNT_CHARACTERS, true);
    case 'integer':
      return String(Number.MAX_SAFE_INTEGER).length;
    case 'flag':
      return 'false'.length;
    case 'text':
    case 'json':
      return textBytes(member.characters, member.plain === true);
    case 'texts':
    case 'jsons':
      return listBytes(member.items, textBytes(member.characters, member.plain === true));
  }
}

/** A member under its longest name, with quotes, colon and comma. */
const memberBytes = (member: PayloadMember): number =>
  Math.max(...[member.name, ...(member.aliases ?? [])].map((name) => name.length)) +
  PAIR_BYTES +
  2 +
  valueBytes(member);

/** Most signed bytes of a request with these members and the common ones. @param most whatever the members need. */
export function signedBytesOf(members: readonly PayloadMember[], most: number): number {
  const known = [...commonMembers, ...members].reduce((sum, member) => sum + memberBytes(member), PAIR_BYTES);
  return Math.min(known + UNKNOWN_MEMBERS_BYTES, most);
}

const boundOf = ({ members }: AnyKind): number => signedBytesOf(members, MAX_SIGNED_BYTES);

const bounds: ReadonlyMap<string, number> = new Map(kinds.map((kind) => [kind.name, boundOf(kind)]));

/** Most signed bytes of a transaction of an operation; undefined for a name that no kind has. */
export const mostSignedBytes = (operation: string): number | undefined => bounds.get(operation);

/** The refusal of the member that makes the signed bytes too many; undefined when it is no one member. */
export const oversizedMember = (operation: string, payload: JsonObject): Refusal | undefined =>
  kindOf(operation)?.oversized?.(payload);

/** The rule of validity; an unknown operation is refused elsewhere, whatever its length. @param payload for a better reason. */
export function checkSignedLength(operation: string, length: number, payload?: JsonObject): Refusal | undefined {
  const most = bounds.get(operation);
  if (most === undefined || length <= most) return undefined;
  const oversized = payload && oversizedMember(operation, payload);
  if (oversized) return oversized;
  return refuse(
    'too_large',
    `the signed bytes of ${operation} have ${length} bytes, at most ${most} are allowed: leave out members that it does not know`,
  );
}
