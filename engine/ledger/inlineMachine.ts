/** A machine that compiles where it runs: for threads that nobody waits for, and for replaying a chain. It is never without code. */

import { toBinary } from '../base/bytes.js';
import { isRefusal, type Refusal } from '../base/refusal.js';
import type { SignatureBackend } from '../crypto/mldsa.js';
import { CodeCache } from '../vm/codeCache.js';
import type { CompiledContract, RunOutcome } from '../vm/contractModule.js';
import { checkImports } from '../vm/linking.js';
import { Machine, type Places } from '../vm/machine.js';
import { placesOf, prepareContract } from '../vm/prepareContract.js';
import type { PlaceFinder } from '../vm/prepareModule.js';
import { leastFuel, type Prices } from '../vm/prices.js';
import type { ContractScene } from '../vm/scene.js';
import type { ContractMachine } from './contractMachine.js';

export class InlineMachine implements ContractMachine {
  readonly #machine: Machine;
  readonly #cache = new CodeCache();

  /** @param findsPlaces whether failures say where they happened; costs a second reading of the code. */
  constructor(
    readonly prices: Prices,
    private readonly backend: Pick<SignatureBackend, 'verify'>,
    private readonly findsPlaces = false,
  ) {
    this.#machine = new Machine(prices);
  }

  leastFuel(codeBytes: number): number {
    return leastFuel(this.prices, codeBytes);
  }

  check(codeHash: string, wasm: () => Uint8Array): Refusal | undefined {
    const code = this.#find(codeHash, wasm);
    return isRefusal(code) ? code : checkImports(code);
  }

  run(codeHash: string, wasm: () => Uint8Array, method: string, fuel: number, scene: ContractScene): RunOutcome {
    const code = this.#find(codeHash, wasm);
    if (isRefusal(code)) return { success: false, gasUsed: 0, error: code.message };
    let places: Places | undefined;
    if (this.findsPlaces) {
      let finder: PlaceFinder | undefined;
      places = {
        place: (index, offset) => {
          finder ??= placesOf(wasm(), this.prices);
          return finder?.place(index, offset);
        },
      };
    }
    return this.#machine.run(code, method, fuel, scene, places);
  }

  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
    return this.backend.verify(signature, message, publicKey);
  }

  /** What is known about code, compiled if it was not yet. */
  read(codeHash: string, wasm: () => Uint8Array): CompiledContract | Refusal {
    return this.#find(codeHash, wasm);
  }

  #find(codeHash: string, wasm: () => Uint8Array): CompiledContract | Refusal {
    const kept = this.#cache.get(codeHash);
    if (kept) return kept;
    const code = prepareContract(wasm(), this.prices);
    if (isRefusal(code)) {
      this.#cache.refuse(codeHash, code);
      return code;
    }
    const compiled = { ...code, module: new WebAssembly.Module(code.metered) };
    this.#cache.keep(toBinary(code.codeHash), compiled);
    return compiled;
  }
}
