/** All functions that a contract may import, and whether a contract's imports are among them. */

import { type Refusal, refuse } from '../../base/refusal.js';
import type { UpgradeName } from '../../chain/upgrades.js';
import type { ContractModule, HostImport } from '../contractModule.js';
import { calls } from './calls.js';
import { chance } from './chance.js';
import { environment } from './environment.js';
import { funds } from './funds.js';
import { hashing } from './hashing.js';
import type { HostTable } from './hostFunction.js';
import { nfts } from './nfts.js';
import { output } from './output.js';
import { storage } from './storage.js';
import { tokens } from './tokens.js';

export const hostTable: HostTable = {
  ...environment,
  ...output,
  ...storage,
  ...funds,
  ...tokens,
  ...nfts,
  ...hashing,
  ...chance,
  ...calls,
};

const shapeOf = ({ parameters, results }: Pick<HostImport, 'parameters' | 'results'>): string =>
  `(${parameters.join(', ')})${results.length > 0 ? ` -> ${results.join(', ')}` : ''}`;

/** Why the code could never be linked, whatever rules become active: it may not be deployed.
 *  @returns undefined when nothing is wrong. */
export function checkImports({ imports }: Pick<ContractModule, 'imports'>): Refusal | undefined {
  const fault = unlinkable({ imports }, () => true);
  return fault === undefined ? undefined : refuse('invalid_contract', `Invalid WASM: ${fault}`);
}

/** Why the code cannot be linked; undefined when it can.
 *  @param isActive whether a rule is active where it is to run. */
export function unlinkable(
  { imports }: Pick<ContractModule, 'imports'>,
  isActive: (upgrade: UpgradeName) => boolean,
): string | undefined {
  for (const wanted of imports) {
    const there = Object.hasOwn(hostTable, wanted.name) ? hostTable[wanted.name] : undefined;
    if (!there) return `unknown import "${wanted.name}"`;
    if (there.since !== undefined && !isActive(there.since))
      return `import "${wanted.name}" is not active before the rule ${there.since}`;
    if (shapeOf(there) !== shapeOf(wanted))
      return `import "${wanted.name}" is ${shapeOf(there)}, not ${shapeOf(wanted)}`;
  }
  return undefined;
}
