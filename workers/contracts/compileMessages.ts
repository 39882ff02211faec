/** What the compiling thread is asked and answers, one module at a time. */

import type { RefusalCode } from '../../engine/base/refusal.js';
import type { CompiledContract } from '../../engine/vm/contractModule.js';
import type { Prices } from '../../engine/vm/prices.js';

export interface CompileWorkerData {
  readonly prices: Prices['name'];
}

export interface CompileRequest {
  /** As uploaded. */
  readonly wasm: Uint8Array;
}

export type CompileAnswer =
  | { readonly code: CompiledContract }
  | { readonly refusal: { readonly code: RefusalCode; readonly message: string } };
