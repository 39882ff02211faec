/** Finds the transactions of a block among those that were verified before, without reading either.
 *
 *  In: transactions in their bytes, and what waits in the mempool. Out: the same transactions; those whose signature begins as that
 *  of a waiting one carry its leaf. That is a guess, made on the main thread for a microsecond: the verifier reads the transaction
 *  and compares the leaf, which covers key, signed bytes and signature. After a wrong guess it reads the transaction once more, and
 *  checks the signature. */

import { skipField, WireReader } from '../../proto/wire.js';
import { asBuffer, toBinary } from '../base/bytes.js';
import { skipSpace } from './batch.js';
import type { EncodedTransaction, VerifiedTransaction } from './verifier.js';

/** The commitment hash with which a signature of ML-DSA-65 begins (FIPS 204, algorithm 26). */
const PREFIX_BYTES = 48;

/** Field `signature` of Transaction, length-delimited (wire.proto). */
const SIGNATURE_TAG = (5 << 3) | 2;
/** Fields that are looked at before it: the message has four. */
const MOST_FIELDS = 8;

const NAME = '"sig"';
const [QUOTE, COLON] = [0x22, 0x3a];

function prefixInJson(bytes: Uint8Array): string | undefined {
  const buffer = asBuffer(bytes);
  const name = buffer.indexOf(NAME, 0, 'latin1');
  const colon = name < 0 ? -1 : skipSpace(bytes, name + NAME.length);
  if (colon < 0 || bytes[colon] !== COLON) return undefined;
  const quote = skipSpace(bytes, colon + 1);
  if (bytes[quote] !== QUOTE) return undefined;
  return Buffer.from(buffer.toString('latin1', quote + 1, quote + 1 + 2 * PREFIX_BYTES), 'hex').toString('latin1');
}

function prefixInMessage(bytes: Uint8Array): string | undefined {
  const reader = WireReader.create(bytes);
  try {
    for (let fields = 0; reader.pos < reader.len && fields < MOST_FIELDS; fields++) {
      const tag = reader.uint32();
      if (tag === SIGNATURE_TAG) return toBinary(reader.bytes().subarray(0, PREFIX_BYTES));
      skipField(reader, tag);
    }
  } catch {
    // The verifier refuses it.
  }
  return undefined;
}

const prefixOf = ({ form, bytes }: EncodedTransaction): string | undefined =>
  form === 'json' ? prefixInJson(bytes) : prefixInMessage(bytes);

/** @param verified transactions whose signatures hold. */
export function withKnownLeaves(
  items: readonly EncodedTransaction[],
  verified: Iterable<Pick<VerifiedTransaction, 'transaction' | 'leaf'>>,
): readonly EncodedTransaction[] {
  if (items.length === 0) return items;
  const leaves = new Map<string, Uint8Array>();
  for (const { transaction, leaf } of verified)
    leaves.set(toBinary(transaction.signature.subarray(0, PREFIX_BYTES)), leaf);
  if (leaves.size === 0) return items;
  return items.map((item) => {
    const prefix = prefixOf(item);
    const leaf = prefix === undefined ? undefined : leaves.get(prefix);
    return leaf ? { ...item, leaf } : item;
  });
}
