/** From an uploaded component to code that can run: taken apart, read, checked and metered. */

import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import type { UpgradeName } from '../../chain/upgrades.js';
import { sha256 } from '../../crypto/sha256.js';
import type { ContractModule } from '../contractModule.js';
import { hostTable } from '../host/index.js';
import { MAX_CODE_BYTES } from '../limits.js';
import { prepareModule } from '../prepareModule.js';
import type { Prices } from '../prices.js';
import { type ComponentCore, componentCore } from './componentCore.js';
import { hostFunctions } from './world.js';

/** A contract that was uploaded as a component: plain data, as `ContractModule` is. */
export interface ComponentModule extends ContractModule {
  /** Which host function each import is, the exports that a call uses, and where the core module begins in the upload. */
  readonly component: Omit<ComponentCore, 'core'>;
}

/** @param bytes a component as uploaded: its hash is the code's, not that of the core module inside. */
export function prepareComponent(bytes: Uint8Array, prices: Prices): ComponentModule | Refusal {
  if (bytes.length > MAX_CODE_BYTES)
    return refuse('invalid_contract', `WASM too large: ${bytes.length} bytes (max ${MAX_CODE_BYTES})`);
  const taken = componentCore(bytes);
  if (isRefusal(taken)) return taken;
  const { core, ...component } = taken;
  const prepared = prepareModule(core, prices);
  if (!isRefusal(prepared)) return { ...prepared, codeHash: sha256(bytes), component };
  return refuse(prepared.code, `${prepared.message}, in the core module that begins at byte ${component.offset}`);
}

/** Why a component cannot be linked: a function of the host is linked when its twin of `env` is.
 *  @param isActive whether a rule is active where the component is to run. @returns undefined when it can be linked. */
export function unlinkableFunction(
  imports: ComponentCore['imports'],
  isActive: (upgrade: UpgradeName) => boolean,
): string | undefined {
  for (const { function: name } of imports) {
    const since = hostTable[hostFunctions[name].twin]?.since;
    if (since !== undefined && !isActive(since)) return `import "${name}" is not active before the rule ${since}`;
  }
  return undefined;
}
