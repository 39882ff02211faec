/** Checks the table of kinds against the rules of a network, once at start. Otherwise the first transaction of a kind that
 *  these rules cannot price would reveal it, in the middle of a block. */

import { invariant } from '../base/refusal.js';
import type { Protocol } from '../protocol/protocol.js';
import type { AnyKind } from './kind.js';
import { kinds } from './kinds/index.js';

/** @throws InvariantError that names the kind. */
export function assertKinds(protocol: Protocol, table: readonly AnyKind[] = kinds): void {
  const names = new Set<string>();
  for (const { name } of table) {
    invariant(!names.has(name), `two kinds of transactions are called ${name}`);
    names.add(name);
    const fee = protocol.tableFee(name, 1n, 1);
    invariant(fee !== undefined, `the kind ${name} has no fee in the table of the ${protocol.name} rules`);
  }
}
