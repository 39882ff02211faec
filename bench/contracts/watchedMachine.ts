/** The machine of a block with a clock: what the executions of contracts take, and how much of it is spent behind the host functions. */

import type { ContractMachine } from '../../engine/ledger/contractMachine.js';
import type { CodeHash } from '../../engine/ledger/contractTables.js';
import type { InlineMachine } from '../../engine/ledger/inlineMachine.js';
import type { RunOutcome } from '../../engine/vm/contractModule.js';
import type { ContractScene } from '../../engine/vm/scene.js';

/** Milliseconds. */
export interface Spent {
  /** In executions, everything below included. */
  readonly machine: number;
  /** In the storage of contracts. */
  readonly storage: number;
  /** In the rest of what a contract asks of the chain. */
  readonly scene: number;
  /** Units of gas. */
  readonly gas: number;
  readonly runs: number;
}

const STORAGE: ReadonlySet<PropertyKey> = new Set(['readStorage', 'writeStorage', 'deleteStorage']);
const NOTHING: Spent = { machine: 0, storage: 0, scene: 0, gas: 0, runs: 0 };

export class WatchedMachine implements ContractMachine {
  #spent = NOTHING;

  /** Whether calls of the scene are timed too: that makes an execution slower, so the two are measured in blocks of their own. */
  watchesScene = false;

  constructor(private readonly machine: InlineMachine) {}

  leastFuel(codeBytes: number): number {
    return this.machine.leastFuel(codeBytes);
  }

  check(codeHash: CodeHash, wasm: () => Uint8Array): ReturnType<InlineMachine['check']> {
    return this.machine.check(codeHash, wasm);
  }

  run(codeHash: CodeHash, wasm: () => Uint8Array, method: string, fuel: number, scene: ContractScene): RunOutcome {
    const seen = this.watchesScene ? this.#timed(scene) : scene;
    const start = performance.now();
    const outcome = this.machine.run(codeHash, wasm, method, fuel, seen);
    const { machine, gas, runs, ...rest } = this.#spent;
    const spent = performance.now() - start;
    this.#spent = { ...rest, machine: machine + spent, gas: gas + outcome.gasUsed, runs: runs + 1 };
    return outcome;
  }

  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
    return this.machine.verify(publicKey, message, signature);
  }

  /** What was spent since the last reading. */
  read(): Spent {
    const spent = this.#spent;
    this.#spent = NOTHING;
    return spent;
  }

  #timed(scene: ContractScene): ContractScene {
    return new Proxy(scene, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...values: readonly unknown[]): unknown => {
          const start = performance.now();
          const answer: unknown = member.apply(target, values);
          const spent = performance.now() - start;
          const { storage, scene: other, ...rest } = this.#spent;
          this.#spent = STORAGE.has(name)
            ? { ...rest, storage: storage + spent, scene: other }
            : { ...rest, storage, scene: other + spent };
          return answer;
        };
      },
    });
  }
}
