/** Whether what a contract imports is there: functions of `env` for a module, functions of the world for a component. */

import { type Refusal, refuse } from '../base/refusal.js';
import type { UpgradeName } from '../chain/upgrades.js';
import { hostFunctions } from './component/world.js';
import type { ComponentLink, ContractModule, HostImport } from './contractModule.js';
import { hostTable } from './host/index.js';

/** What linking looks at. */
export type Linked = Pick<ContractModule, 'imports' | 'component'>;

type IsActive = (upgrade: UpgradeName) => boolean;

const shapeOf = ({ parameters, results }: Pick<HostImport, 'parameters' | 'results'>): string =>
  `(${parameters.join(', ')})${results.length > 0 ? ` -> ${results.join(', ')}` : ''}`;

/** Why the code could never be linked, whatever rules become active: it may not be deployed.
 *  @returns undefined when nothing is wrong. */
export function checkImports(code: Linked): Refusal | undefined {
  const fault = unlinkable(code, () => true);
  return fault === undefined ? undefined : refuse('invalid_contract', `Invalid WASM: ${fault}`);
}

/** What a list of imports needs. */
interface Needs {
  /** Rules that must be active, in the order of the imports, up to the one that can never be linked. */
  readonly rules: readonly { readonly name: string; readonly since: UpgradeName }[];
  /** Why one of them can never be linked. */
  readonly fault: string | undefined;
}

/** By the list itself: code is linked with every call, and comparing its types again takes as long as a storage read. */
const knownNeeds = new WeakMap<Linked['imports'], Needs>();

function needsOf(imports: Linked['imports']): Needs {
  const known = knownNeeds.get(imports);
  if (known) return known;
  const needs = readNeeds(imports);
  knownNeeds.set(imports, needs);
  return needs;
}

function readNeeds(imports: Linked['imports']): Needs {
  const rules: { readonly name: string; readonly since: UpgradeName }[] = [];
  for (const wanted of imports) {
    const { name } = wanted;
    const there = Object.hasOwn(hostTable, name) ? hostTable[name] : undefined;
    if (!there) return { rules, fault: `unknown import "${name}"` };
    if (there.since !== undefined) rules.push({ name, since: there.since });
    if (shapeOf(there) !== shapeOf(wanted))
      return { rules, fault: `import "${name}" is ${shapeOf(there)}, not ${shapeOf(wanted)}` };
  }
  return { rules, fault: undefined };
}

/** Why the code cannot be linked; undefined when it can.
 *  @param isActive whether a rule is active where it is to run. */
export function unlinkable({ imports, component }: Linked, isActive: IsActive): string | undefined {
  if (component) return unlinkableFunction(component.imports, isActive);
  const { rules, fault } = needsOf(imports);
  for (const { name, since } of rules) if (!isActive(since)) return inactive(name, since);
  return fault;
}

/** A function of the world is linked when its twin of `env` is. Its type was compared when the component was read. */
function unlinkableFunction(imports: ComponentLink['imports'], isActive: IsActive): string | undefined {
  for (const { function: name } of imports) {
    const since = hostTable[hostFunctions[name].twin]?.since;
    if (since !== undefined && !isActive(since)) return inactive(name, since);
  }
  return undefined;
}

const inactive = (name: string, since: UpgradeName): string =>
  `import "${name}" is not active before the rule ${since}`;
