/** Instances that serve one call after the other: making one takes longer than many calls do. Between two calls an instance becomes
 *  what a new one is (`ContractInstance.reset`), so no call can tell.
 *
 *  A memory that grew cannot shrink: its instance is given up, and it goes back to the pool of memories. */

import type { CompiledContract } from './contractModule.js';
import { ContractInstance, exhausted, type HostFunctions } from './instance.js';
import { MemoryPool, pagesOf } from './memoryPool.js';

/** Instances that wait for another call of their code, each with a memory. */
const MOST_INSTANCES = 16;
/** A second memory of a size, so that two contracts can keep their instances, is made once in so many calls: whoever chooses contracts
 *  and limits to make calls miss has the price of a memory divided by it. */
const CALLS_PER_MEMORY = 64;
const MOST_CREDIT = MOST_INSTANCES * CALLS_PER_MEMORY;

/** A thread runs one call at a time, so one instance of each code is all that it needs but where calls are nested. */
export class InstancePool {
  readonly #memories = new MemoryPool();
  /** What was used longest ago comes first. */
  readonly #idle = new Map<CompiledContract, ContractInstance>();
  /** Calls for which no second memory was made. */
  #credit = MOST_CREDIT;

  /** @param env @param others as of `ContractInstance`: the same for each call of the code.
   *  @returns an instance as new. @throws MachineExhausted when the machine has no memory for one. */
  take(code: CompiledContract, env: HostFunctions, others?: Readonly<Record<string, HostFunctions>>): ContractInstance {
    this.#credit = Math.min(this.#credit + 1, MOST_CREDIT);
    const idle = this.#idle.get(code);
    if (!idle) return new ContractInstance(code, code.module, this.#memory(code.memory.minimum), env, others);
    this.#idle.delete(code);
    idle.reset();
    return idle;
  }

  #memory(pages: number): WebAssembly.Memory {
    const other = this.#memories.has(pages) ? undefined : this.#idleOf(pages);
    if (other && this.#credit >= CALLS_PER_MEMORY) this.#credit -= CALLS_PER_MEMORY;
    else if (other) this.#giveUp(...other);
    return exhausted(() => this.#memories.take(pages));
  }

  #idleOf(pages: number): [CompiledContract, ContractInstance] | undefined {
    for (const entry of this.#idle) if (entry[0].memory.minimum === pages) return entry;
    return undefined;
  }

  #giveUp(code: CompiledContract, { memory }: ContractInstance): void {
    this.#idle.delete(code);
    this.#memories.give(memory);
  }

  give(code: CompiledContract, instance: ContractInstance): void {
    if (pagesOf(instance.memory) !== code.memory.minimum || this.#idle.has(code)) {
      this.#memories.give(instance.memory);
      return;
    }
    this.#idle.set(code, instance);
    if (this.#idle.size > MOST_INSTANCES)
      this.#giveUp(...(this.#idle.entries().next().value as [CompiledContract, ContractInstance]));
  }
}
