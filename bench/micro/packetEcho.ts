/** The thread behind the packet bench: does the work of a verification thread with the verdict given.
 *
 *  In: a packet, or one item as a plain object. Out: a table of answers, or one plain object. */

import { toHex } from '../../engine/base/bytes.js';
import { InvariantError, isRefusal } from '../../engine/base/refusal.js';
import { encodeBodyEntry } from '../../engine/chain/transaction.js';
import { accountBytes } from '../../engine/crypto/address.js';
import { verifyRequest } from '../../engine/intake/verify.js';
import { movedResult } from '../../workers/threads/movedResult.js';
import type { PacketResult } from '../../workers/verify/packets.js';
import { answerPacket } from '../../workers/verify/packetWork.js';
import { givenVerdict, packetContext } from '../transfers.js';

const context = packetContext(givenVerdict);

export interface SingleItem {
  readonly operation: string;
  readonly bytes: Uint8Array;
  readonly now: number;
}

export const packet = (bytes: ArrayBuffer): PacketResult =>
  movedResult({ table: answerPacket(bytes, context), packet: bytes });

/** What the main thread needs of an item, with every byte string in its own memory. */
export function single({ operation, bytes, now }: SingleItem) {
  const item = verifyRequest(bytes, operation, now, context);
  if (isRefusal(item)) throw new InvariantError(item.message);
  const { parts, decoded } = item;
  return {
    ...decoded,
    id: toHex(item.id),
    signedLength: item.signedLength,
    keyAt: parts.keyAt,
    leaf: new Uint8Array(item.leaf),
    bodyEntry: encodeBodyEntry(parts, accountBytes(decoded.sender)),
    text: new Uint8Array(parts.text),
    publicKey: new Uint8Array(parts.publicKey),
    signature: new Uint8Array(parts.signature),
  };
}
