/** What tells requests apart whose payloads do not say which they are. */

import { refuse } from '../base/refusal.js';
import type { PayloadMember, PayloadReader } from '../ledger/payload.js';

/** Clients do not sign which request a payload is, so a node could pass on what was signed for one as another that has the same
 *  members. Where members tell them apart, the members of the other are refused. */
export function refuseMembers(reader: PayloadReader, names: readonly string[], whose: string): void {
  const found = names.find((name) => reader.payload.has(name));
  if (found !== undefined) reader.fail(refuse('operation_mismatch', `${found} belongs to a request of ${whose}`));
}

/** Every name that these members have. */
export const namesOf = (members: readonly PayloadMember[]): readonly string[] =>
  members.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
