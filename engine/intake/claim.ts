/** The sender that raw bytes claim, found without parsing: it decides a request's lane and its share of the queue.
 *
 *  In: bytes as they came. Out: the key found in the place of a key. The claim is unproven; the worker that parses the bytes
 *  finds out whether the signer is a different one. */

import { skipField, WireReader } from '../../proto/wire.js';
import { asBuffer, bytesEqual, fromHex, toBinary, toHex } from '../base/bytes.js';
import { PUBLIC_KEY_BYTES } from '../crypto/mldsa.js';
import type { RawItem } from './verifier.js';

/** Bytes of a key that name its sender in the queue. */
const NAME_BYTES = 8;

export const startOf = (key: Uint8Array): string => toHex(key.subarray(0, NAME_BYTES));

export interface Claim {
  /** The key's first 8 bytes in lower-case hex. */
  readonly start: string;
  /** The whole key, when there is one. */
  readonly key: Uint8Array | undefined;
}

/** @returns a view of the key's hex characters, at least 16 and at most those of a whole key; undefined when the bytes name
 *  none. */
function peekHexKey(bytes: Uint8Array): Buffer | undefined {
  const buffer = asBuffer(bytes);
  for (const member of ['"public_key"', '"from_pub_key"']) {
    const at = buffer.indexOf(member, 0, 'latin1');
    if (at < 0) continue;
    const quote = buffer.indexOf('"', at + member.length, 'latin1');
    if (quote > 0 && quote + 1 + 2 * NAME_BYTES <= bytes.length)
      return buffer.subarray(quote + 1, quote + 1 + 2 * PUBLIC_KEY_BYTES);
  }
  return undefined;
}

/** Field 2 of Transaction, length-delimited (wire.proto). */
const PUBLIC_KEY_TAG = (2 << 3) | 2;

/** How many fields are searched for the key: those of the message and as many unknown ones. */
const PEEKED_FIELDS = 16;

/** @returns the key of a protobuf Transaction, a view; undefined when there is none of the right length. */
function peekKey(bytes: Uint8Array): Uint8Array | undefined {
  const reader = WireReader.create(bytes);
  try {
    for (let field = 0; field < PEEKED_FIELDS && reader.pos < reader.len; field++) {
      const tag = reader.uint32();
      if (tag === PUBLIC_KEY_TAG) {
        const key = reader.bytes();
        return key.length === PUBLIC_KEY_BYTES ? key : undefined;
      }
      skipField(reader, tag);
    }
  } catch {
    return undefined;
  }
  return undefined;
}

/** Whether the claim is this key: what `claimOf` would find, without reading its hex where that is written as most write it.
 *  @param keyHex of the key, in small letters. */
export function claimsKey(item: Pick<RawItem, 'kind' | 'bytes'>, key: Uint8Array, keyHex: string): boolean {
  const hex = item.kind === 'signed' ? undefined : peekHexKey(item.bytes);
  if (hex && toBinary(hex) === keyHex) return true;
  const claimed = claimOf(item)?.key;
  return claimed !== undefined && bytesEqual(claimed, key);
}

/** A claim as it stands in the bytes. */
export interface WrittenClaim {
  /** As of `Claim`. */
  readonly start: string;
  /** The whole key, of a protobuf Transaction. */
  readonly key?: Uint8Array;
  /** Of JSON: what stands in the place of the key's hex, a view; 16 characters or more, at most those of a whole key. */
  readonly hex?: Uint8Array;
}

/** The claim without what it takes to read the hex of a key. */
export function writtenClaimOf({ kind, bytes }: Pick<RawItem, 'kind' | 'bytes'>): WrittenClaim | undefined {
  if (kind === 'signed') {
    const key = peekKey(bytes);
    return key && { start: startOf(key), key };
  }
  const hex = peekHexKey(bytes);
  return hex && { start: hex.toString('latin1', 0, 2 * NAME_BYTES).toLowerCase(), hex };
}

export function claimOf(item: Pick<RawItem, 'kind' | 'bytes'>): Claim | undefined {
  const claim = writtenClaimOf(item);
  if (!claim) return undefined;
  const { start, key, hex } = claim;
  return { start, key: hex ? fromHex(toBinary(hex), PUBLIC_KEY_BYTES) : key };
}
