/** The contracts of one process: code takes time of the world until it is compiled, the cache loses some of it now and then, and a
 *  process that begins has none.
 *
 *  In: the machine that would run code at once. Out: its verdicts and outcomes, or `not_ready` before the code is there. So the
 *  machines of a network are never ready for the same calls: a producer leaves out what another one includes, and whoever executes
 *  that one's block waits. */

import type { Timers } from '../../engine/base/ports.js';
import type { Refusal } from '../../engine/base/refusal.js';
import { type ContractMachine, NOT_READY, type NotReady } from '../../engine/ledger/contractMachine.js';
import type { CodeHash } from '../../engine/ledger/contractTables.js';
import type { RunOutcome } from '../../engine/vm/contractModule.js';
import type { ContractScene } from '../../engine/vm/scene.js';
import type { SeededRandom } from '../support/random.js';

/** Longest compilation in milliseconds of the machine's clock: some blocks. */
const SLOWEST_MS = 1_500;
/** Compilations after which the cache loses some other code, in percent. */
const LOST = 20;

export interface CodeCounts {
  /** Calls and checks that found no compiled code. */
  missed: number;
  compiled: number;
  /** Executions of compiled code. */
  run: number;
}

export class CodeThread implements ContractMachine {
  readonly #ready: CodeHash[] = [];
  readonly #pending = new Map<CodeHash, Promise<void>>();

  constructor(
    private readonly machine: ContractMachine,
    private readonly timers: Timers,
    private readonly random: SeededRandom,
    private readonly counts: CodeCounts,
  ) {}

  leastFuel(codeBytes: number): number {
    return this.machine.leastFuel(codeBytes);
  }

  isReady(codeHash: CodeHash): boolean {
    return this.#ready.includes(codeHash);
  }

  check(codeHash: CodeHash, wasm: () => Uint8Array): Refusal | NotReady | undefined {
    return this.#find(codeHash) ? this.machine.check(codeHash, wasm) : NOT_READY;
  }

  run(
    codeHash: CodeHash,
    wasm: () => Uint8Array,
    method: string,
    fuel: number,
    scene: ContractScene,
  ): RunOutcome | NotReady {
    if (!this.#find(codeHash)) return NOT_READY;
    this.counts.run++;
    return this.machine.run(codeHash, wasm, method, fuel, scene);
  }

  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
    return this.machine.verify(publicKey, message, signature);
  }

  /** Resolves when code that was asked for before is compiled. */
  async compiled(codeHash: CodeHash): Promise<void> {
    await this.#pending.get(codeHash);
  }

  #find(codeHash: CodeHash): boolean {
    if (this.isReady(codeHash)) return true;
    this.counts.missed++;
    if (!this.#pending.has(codeHash)) this.#pending.set(codeHash, this.#compile(codeHash));
    return false;
  }

  #compile(codeHash: CodeHash): Promise<void> {
    const { random, timers } = this;
    return new Promise((resolve) => {
      timers.after(random.between(1, SLOWEST_MS), () => {
        if (random.chance(LOST)) this.#ready.splice(random.below(this.#ready.length), 1);
        this.#ready.push(codeHash);
        this.#pending.delete(codeHash);
        this.counts.compiled++;
        resolve();
      });
    });
  }
}
