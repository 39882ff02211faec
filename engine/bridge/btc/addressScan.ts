/** Which transactions of an address are worth verifying: those whose outputs to it both providers report. */

import { bytesEqual } from '../../base/bytes.js';
import type { EsploraTransaction } from './esploraAnswers.js';

/** `txid:vout:value` of the confirmed outputs to a script. */
function outputsTo(transactions: readonly EsploraTransaction[], wanted: Uint8Array): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { id, outputs, block } of transactions)
    for (const [position, { script, value }] of outputs.entries())
      if (block && value > 0n && bytesEqual(script, wanted)) found.set(`${id}:${position}:${value}`, id);
  return found;
}

/** @returns ids of transactions with an output to the script that both lists have, each once, in the order of the first list. Each of them
 *  is then verified by itself: a list alone proves nothing. */
export function agreedCandidates(
  primary: readonly EsploraTransaction[],
  secondary: readonly EsploraTransaction[],
  script: Uint8Array,
): readonly string[] {
  const others = outputsTo(secondary, script);
  const agreed = [...outputsTo(primary, script)].flatMap(([output, id]) => (others.has(output) ? [id] : []));
  return [...new Set(agreed)];
}
