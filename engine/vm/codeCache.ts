/** Compiled contracts by the hash of their code, and the verdicts on modules that cannot be contracts. Bounded: what was used
 *  longest ago leaves first, and is compiled again when it is needed. */

import type { Refusal } from '../base/refusal.js';
import type { CompiledContract } from './contractModule.js';

/** Bytes of metered code that are kept. V8's machine code is several times as large. */
export const KEPT_CODE_BYTES = 128 * 1024 * 1024;
/** Modules that are kept, however small. */
export const KEPT_MODULES = 10_000;
/** Refused modules that are remembered. */
const KEPT_REFUSALS = 1_024;

export class CodeCache {
  readonly #codes = new Map<string, CompiledContract>();
  readonly #refusals = new Map<string, Refusal>();
  #bytes = 0;
  evicted = 0;

  constructor(
    private readonly maxBytes = KEPT_CODE_BYTES,
    private readonly maxModules = KEPT_MODULES,
  ) {}

  get size(): number {
    return this.#codes.size;
  }

  /** Of the metered code. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @param hash SHA-256 of the uploaded bytes. */
  get(hash: string): CompiledContract | Refusal | undefined {
    const code = this.#codes.get(hash);
    if (!code) return this.#refusals.get(hash);
    this.#codes.delete(hash);
    this.#codes.set(hash, code);
    return code;
  }

  keep(hash: string, code: CompiledContract): void {
    if (this.#codes.has(hash)) return;
    this.#codes.set(hash, code);
    this.#bytes += code.metered.length;
    while (this.#codes.size > 1 && (this.#bytes > this.maxBytes || this.#codes.size > this.maxModules)) {
      const [oldest, dropped] = this.#codes.entries().next().value as [string, CompiledContract];
      this.#codes.delete(oldest);
      this.#bytes -= dropped.metered.length;
      this.evicted++;
    }
  }

  refuse(hash: string, refusal: Refusal): void {
    this.#refusals.set(hash, refusal);
    if (this.#refusals.size > KEPT_REFUSALS) this.#refusals.delete(this.#refusals.keys().next().value as string);
  }
}
