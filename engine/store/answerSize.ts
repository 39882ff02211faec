/** How many whole blocks fit in one answer, computed before any of it is written.
 *
 *  In: a run of blocks. Out: the first block from which on the others still fit. The bound of a block's JSON is never too low:
 *  an answer that ends at the latest block must not lose that block. */

import { Body } from '../../proto/wire.js';
import { utf8Text } from '../base/bytes.js';
import { JSON_TIMES, LIST_BYTES } from '../base/limits.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../crypto/mldsa.js';
import { heightKey } from './keys.js';
import type { KeyReader } from './port.js';
import { tipCertificate } from './tipCertificate.js';
import { readBlock } from './walks.js';

/** The blocks that one answer is asked for: from height `first` to `last`, in that direction, both included. */
export interface BlockRun {
  readonly first: number;
  readonly last: number;
  /** When the answer is too large, blocks at the beginning are left out instead of those at the end. */
  readonly endsAtLast?: boolean;
}

/** Upper bounds for the JSON of a block without its transactions and precommits, of a precommit, and of a transaction without its
 *  payload. A key in hex takes 3,904 bytes, and is twice in a transaction; a signature takes 6,618. */
const FRAME_BYTES = 11.5 * 1024;
const PRECOMMIT_BYTES = 2 * (PUBLIC_KEY_BYTES + SIGNATURE_BYTES) + 64;
const TRANSACTION_BYTES = 14.5 * 1024;

const FIRST_PRINTABLE = 0x20;
/** Shown for a byte that is not UTF-8. */
const REPLACEMENT = '\uFFFD';
/** A number with an exponent, wherever a value can begin; some strings match too. */
const EXPONENT = /[[:,\s]-?\d[\d.]*[eE]/;

/** Upper bound for the bytes of a transaction's JSON.
 *  @param text its signed bytes without the key. */
export function mostJson(text: Uint8Array): number {
  const shown = utf8Text(text);
  const grows = text.some((byte) => byte < FIRST_PRINTABLE) || shown.includes(REPLACEMENT) || EXPONENT.test(shown);
  return TRANSACTION_BYTES + text.length * (grows ? JSON_TIMES.most : JSON_TIMES.usual);
}

/** The first block of those up to `last` that one answer can hold. */
export async function firstThatFits(reader: KeyReader, { first, last }: BlockRun): Promise<number> {
  let bytes = 0;
  for (let height = last; height >= first; height--) {
    const block = await readBlock(reader, height);
    const count = block?.transactionCount ?? 0;
    // The tip shows its own certificate beside its parent's.
    const own = height === last ? await tipCertificate(reader, height) : undefined;
    const precommits = (block?.certificate?.precommits.length ?? 0) + (own?.precommits.length ?? 0);
    bytes += FRAME_BYTES + precommits * PRECOMMIT_BYTES;
    // Most blocks that are too large have too many transactions: their bodies are not read.
    if (count > 0 && bytes + count * TRANSACTION_BYTES <= LIST_BYTES) {
      const body = await reader.getFrom('bodies', heightKey(height));
      for (const { text } of body ? Body.decode(body).transactions : []) bytes += mostJson(text ?? new Uint8Array());
    } else bytes += count * TRANSACTION_BYTES;
    if (bytes > LIST_BYTES) return Math.min(height + 1, last);
  }
  return first;
}
