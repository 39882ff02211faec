/** From uploaded bytes to a contract's code, whether they are a core module or a component. The API, a block's execution and the tools
 *  of authors ask here, so all of them refuse the same uploads. */

import { isRefusal, type Refusal } from '../base/refusal.js';
import { componentCore, isComponent } from './component/componentCore.js';
import { prepareComponent } from './component/prepareComponent.js';
import type { ContractModule } from './contractModule.js';
import { PlaceFinder, prepareModule } from './prepareModule.js';
import type { Prices } from './prices.js';

/** @param bytes as uploaded. @returns a refusal with the place and the limit when they cannot be a contract. */
export const prepareContract = (bytes: Uint8Array, prices: Prices): ContractModule | Refusal =>
  isComponent(bytes) ? prepareComponent(bytes, prices) : prepareModule(bytes, prices);

/** A contract's core module, and where it begins in what was uploaded. */
export interface UploadedCore {
  readonly core: Uint8Array;
  readonly offset: number;
}

/** @param bytes as uploaded. @returns a refusal for a component that is none of contracts. */
export const uploadedCore = (bytes: Uint8Array): UploadedCore | Refusal =>
  isComponent(bytes) ? componentCore(bytes) : { core: bytes, offset: 0 };

/** @param bytes that `prepareContract` has taken. @returns undefined for others. */
export function placesOf(bytes: Uint8Array, prices: Prices): PlaceFinder | undefined {
  const uploaded = uploadedCore(bytes);
  return isRefusal(uploaded) ? undefined : new PlaceFinder(uploaded.core, prices, uploaded.offset);
}
