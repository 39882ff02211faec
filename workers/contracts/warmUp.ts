/** Compiles the newest contracts after a start, so that the first calls do not hold up blocks.
 *
 *  In: the contracts of a chain that has begun. Out: their code, compiled. One module at a time, and none while somebody waits for
 *  another; `stop` begins no further one. What may be lost: everything, at no harm. Code that was not compiled ahead is compiled
 *  when it is needed. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../../engine/base/ports.js';
import { codeOf, contractOf } from '../../engine/ledger/contracts.js';
import type { StateView } from '../../engine/state/state.js';
import type { ThreadedMachine } from './contractMachine.js';

export interface WarmUpLimits {
  readonly modules: number;
  /** Of the modules as they were uploaded. */
  readonly bytes: number;
  /** Contracts that are looked at: many may share one module. */
  readonly contracts: number;
}

/** Half of the code that is kept at least: 16 bytes of machine code for each that was uploaded, and 64 KiB for each module, are 528 MiB.
 *  The thread compiles about 3 MiB a second, so it is busy for ten seconds at most. */
export const WARM_UP: WarmUpLimits = { modules: 256, bytes: 32 * 1024 * 1024, contracts: 4_096 };

/** Contracts looked at in one turn of the main thread: a few microseconds each. */
const PAGE = 64;

/** A chain that has begun. */
export interface WarmedChain {
  readonly state: StateView;
  /** Addresses, newest first. @param offset contracts to skip. */
  newest(offset: number, limit: number): readonly string[];
}

export class ContractWarmUp {
  #stopped = false;

  constructor(
    private readonly machine: Pick<ThreadedMachine, 'warm'>,
    private readonly chain: WarmedChain,
    private readonly log: Log,
    private readonly limits = WARM_UP,
  ) {}

  /** Resolves when all is compiled that the limits allow, or nothing further is begun; never rejects. @returns modules seen to. */
  async run(): Promise<number> {
    let modules = 0;
    try {
      for await (const { codeHash, wasm } of this.#newestCode()) {
        await this.machine.warm(codeHash, () => wasm);
        modules++;
      }
    } catch (error) {
      if (!this.#stopped) this.log.warn({ error, modules }, 'contracts are not compiled ahead any more');
    }
    return modules;
  }

  stop(): void {
    this.#stopped = true;
  }

  async *#newestCode(): AsyncGenerator<{ readonly codeHash: string; readonly wasm: Uint8Array }> {
    const { state } = this.chain;
    const seen = new Set<string>();
    let bytes = 0;
    for await (const address of this.#newestAddresses()) {
      const contract = contractOf(state, address);
      if (!contract || seen.has(contract.codeHash)) continue;
      bytes += contract.codeBytes;
      if (seen.size === this.limits.modules || bytes > this.limits.bytes) return;
      seen.add(contract.codeHash);
      const wasm = codeOf(state, contract);
      if (wasm) yield { codeHash: contract.codeHash, wasm };
      if (this.#stopped) return;
    }
  }

  async *#newestAddresses(): AsyncGenerator<string> {
    const { contracts } = this.limits;
    for (let offset = 0; offset < contracts; offset += PAGE) {
      await nextTurn();
      if (this.#stopped) return;
      const addresses = this.chain.newest(offset, Math.min(PAGE, contracts - offset));
      yield* addresses;
      if (addresses.length < PAGE) return;
    }
  }
}
