/** Which outputs to an address are worth verifying: those that both providers report. */

import { bytesEqual } from '../../base/bytes.js';
import type { SeenOutput } from '../port.js';
import type { EsploraTransaction } from './esploraAnswers.js';

/** The confirmed outputs to a script, by `txid:vout:value`. */
function outputsTo(transactions: readonly EsploraTransaction[], wanted: Uint8Array): ReadonlyMap<string, SeenOutput> {
  const found = new Map<string, SeenOutput>();
  for (const { id, outputs, block } of transactions)
    for (const [position, { script, value }] of outputs.entries())
      if (block && value > 0n && bytesEqual(script, wanted)) found.set(`${id}:${position}:${value}`, { id, position });
  return found;
}

/** @returns outputs to the script that both lists have, each once, in the order of the first list. Its transaction is then verified by itself:
 *  a list alone proves nothing. */
export function agreedOutputs(
  primary: readonly EsploraTransaction[],
  secondary: readonly EsploraTransaction[],
  script: Uint8Array,
): readonly SeenOutput[] {
  const others = outputsTo(secondary, script);
  return [...outputsTo(primary, script)].flatMap(([name, output]) => (others.has(name) ? [output] : []));
}
