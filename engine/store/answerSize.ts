/** How many whole blocks one answer holds, before any of it is written.
 *
 *  In: a run of blocks. Out: the first one with which the rest still fits. The bound of a block's JSON is never too low: an
 *  answer that ends at the latest block must not lose it. */

import { Body } from '../../proto/wire.js';
import { utf8Text } from '../base/bytes.js';
import { JSON_TIMES, LIST_BYTES } from '../base/limits.js';
import { heightKey } from './keys.js';
import type { KeyReader } from './port.js';
import { readBlock } from './walks.js';

/** What one answer about blocks is asked for: from height `first` to `last`, in that direction, both included. */
export interface BlockRun {
  readonly first: number;
  readonly last: number;
  /** The blocks before `last` may be left out instead of `last` itself. */
  readonly endsAtLast?: boolean;
}

/** JSON of a block without its transactions, and of a transaction without its payload, above what they take: a key in hex takes
 *  3,904 bytes and stands there twice, a signature 6,618. */
const FRAME_BYTES = 4 * 1024;
const TRANSACTION_BYTES = 15 * 1024;

const FIRST_PRINTABLE = 0x20;
/** What is shown for a byte that is no UTF-8. */
const REPLACEMENT = '\uFFFD';
/** A number with an exponent, wherever a value can begin; some texts match too. */
const EXPONENT = /[[:,\s]-?\d[\d.]*[eE]/;

/** Above the bytes of JSON that a transaction takes.
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
    const count = (await readBlock(reader, height))?.transactionCount ?? 0;
    bytes += FRAME_BYTES;
    // Most blocks that are too large are so by their number of transactions: their bodies are not read.
    if (count > 0 && bytes + count * TRANSACTION_BYTES <= LIST_BYTES) {
      const body = await reader.getFrom('bodies', heightKey(height));
      for (const { text } of body ? Body.decode(body).transactions : []) bytes += mostJson(text ?? new Uint8Array());
    } else bytes += count * TRANSACTION_BYTES;
    if (bytes > LIST_BYTES) return Math.min(height + 1, last);
  }
  return first;
}
