/** From an uploaded component to code that can run: taken apart, read, checked and metered. */

import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import { sha256 } from '../../crypto/sha256.js';
import type { ComponentLink, ContractModule } from '../contractModule.js';
import { MAX_CODE_BYTES } from '../limits.js';
import { prepareModule } from '../prepareModule.js';
import { leastFuel, type Prices } from '../prices.js';
import { componentCore } from './componentCore.js';

/** A contract that was uploaded as a component: plain data, as `ContractModule` is. */
export interface ComponentModule extends ContractModule {
  readonly component: ComponentLink;
}

/** @param bytes a component as uploaded: its hash is the code's, not that of the core module inside. */
export function prepareComponent(bytes: Uint8Array, prices: Prices): ComponentModule | Refusal {
  if (bytes.length > MAX_CODE_BYTES)
    return refuse('invalid_contract', `WASM too large: ${bytes.length} bytes (max ${MAX_CODE_BYTES})`);
  const taken = componentCore(bytes);
  if (isRefusal(taken)) return taken;
  const { core, ...component } = taken;
  const prepared = prepareModule(core, prices);
  if (!isRefusal(prepared)) {
    // A node that has not kept the compiled code reads all of the upload again.
    const around = Math.floor((bytes.length - core.length) / prices.instantiation.codeBytes);
    const instantiationFuel = prepared.instantiationFuel + around;
    const fuel = { leastFuel: leastFuel(prices, bytes.length), instantiationFuel };
    return { ...prepared, ...fuel, codeHash: sha256(bytes), methods: [], otherFunctions: [], component };
  }
  return refuse(prepared.code, `${prepared.message}, in the core module that begins at byte ${component.offset}`);
}
