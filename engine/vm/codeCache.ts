/** Compiled contracts by the hash of their code, and the verdicts on modules that cannot be contracts. Bounded: what was used
 *  longest ago leaves first, and is compiled again when it is needed.
 *
 *  What is bounded is machine code, as `machineCodeOf` estimates it from above: V8 ends the process when all of its code together
 *  exceeds 4 GiB. The optimising compiler may add as much again to code that is hot. A process has one cache of its main thread
 *  (`cacheFor`) and one in each thread that tries calls. */

import type { Refusal } from '../base/refusal.js';
import type { CompiledContract } from './contractModule.js';

/** Bytes of machine code that are kept. Contracts of 16 KB count as 130 KB each. */
export const KEPT_MACHINE_CODE = 192 * 1024 * 1024;
/** Modules that are kept, however small. */
export const KEPT_MODULES = 10_000;
/** Refused modules that are remembered. */
const KEPT_REFUSALS = 1_024;

export class CodeCache {
  readonly #codes = new Map<string, CompiledContract>();
  readonly #refusals = new Map<string, Refusal>();
  #bytes = 0;
  #machineCode = 0;
  evicted = 0;

  constructor(
    readonly maxMachineCode = KEPT_MACHINE_CODE,
    private readonly maxModules = KEPT_MODULES,
  ) {}

  get size(): number {
    return this.#codes.size;
  }

  /** Of the metered code. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Of the machine code, at most. */
  get machineCode(): number {
    return this.#machineCode;
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
    this.#machineCode += code.machineCode;
    while (this.#codes.size > 1 && (this.#machineCode > this.maxMachineCode || this.#codes.size > this.maxModules)) {
      const [oldest, dropped] = this.#codes.entries().next().value as [string, CompiledContract];
      this.#codes.delete(oldest);
      this.#bytes -= dropped.metered.length;
      this.#machineCode -= dropped.machineCode;
      this.evicted++;
    }
  }

  refuse(hash: string, refusal: Refusal): void {
    this.#refusals.set(hash, refusal);
    if (this.#refusals.size > KEPT_REFUSALS) this.#refusals.delete(this.#refusals.keys().next().value as string);
  }
}
