/** The main thread's machine: runs contracts whose code is compiled, and has a thread compile the others.
 *
 *  In: code hashes, with a way to the bytes. Out: verdicts and outcomes that are the same on every node, or `not_ready`; then
 *  `compiled` resolves when that code is there. Code that cannot be compiled because of a fault of this node stops whoever
 *  waits for it: nothing is decided without it. */

import { toBinary } from '../../engine/base/bytes.js';
import type { Log } from '../../engine/base/ports.js';
import { errorText, isRefusal, type Refusal } from '../../engine/base/refusal.js';
import type { SignatureBackend } from '../../engine/crypto/mldsa.js';
import { type ContractMachine, NOT_READY, type NotReady } from '../../engine/ledger/contractMachine.js';
import { CodeCache } from '../../engine/vm/codeCache.js';
import type { CompiledContract, RunOutcome } from '../../engine/vm/contractModule.js';
import { checkImports } from '../../engine/vm/linking.js';
import { Machine, MachineExhausted } from '../../engine/vm/machine.js';
import { leastFuel, type Prices } from '../../engine/vm/prices.js';
import type { ContractScene } from '../../engine/vm/scene.js';
import { CompilerClosed, type CompileThread } from './compileThread.js';

/** Counters since the start, and gauges. */
export interface MachineStats {
  readonly modules: number;
  /** Of the metered code that is kept. */
  readonly bytes: number;
  readonly evicted: number;
  readonly compiled: number;
  readonly refused: number;
  /** Compilations that this node failed at, which says nothing about the module. */
  readonly faults: number;
  readonly compileSeconds: number;
  readonly pending: number;
  readonly runs: number;
  readonly failed: number;
  readonly fuel: number;
  readonly runSeconds: number;
  /** Calls and checks that found no compiled code. */
  readonly misses: number;
}

/** What kept a module from being compiled longer ago than this may have passed. */
const FAILURE_MS = 10_000;

export class ThreadedMachine implements ContractMachine {
  readonly #machine: Machine;
  readonly #cache: CodeCache;
  /** What somebody waits for, by code hash. */
  readonly #pending = new Map<string, Promise<void>>();
  /** What is compiled ahead. */
  readonly #ahead = new Map<string, Promise<void>>();
  /** Why code could not be compiled, until somebody asks for it, or it is so long ago that it says nothing any more. */
  readonly #failures = new Map<string, { readonly error: unknown; readonly at: number }>();
  #compiled = 0;
  #refused = 0;
  #faults = 0;
  #compileSeconds = 0;
  #runs = 0;
  #failed = 0;
  #fuel = 0;
  #runSeconds = 0;
  #misses = 0;

  /** @param backend verifies signatures for contracts; it belongs to this thread. */
  constructor(
    private readonly prices: Prices,
    private readonly thread: Pick<CompileThread, 'compile' | 'hurry'>,
    private readonly backend: Pick<SignatureBackend, 'verify'>,
    private readonly log?: Log,
    cache = new CodeCache(),
  ) {
    this.#machine = new Machine(prices);
    this.#cache = cache;
  }

  get runSeconds(): number {
    return this.#runSeconds;
  }

  leastFuel(codeBytes: number): number {
    return leastFuel(this.prices, codeBytes);
  }

  isReady(codeHash: string): boolean {
    return this.#cache.get(codeHash) !== undefined;
  }

  check(codeHash: string, wasm: () => Uint8Array, isNeeded = false): Refusal | NotReady | undefined {
    const code = this.#find(codeHash, wasm, isNeeded);
    if (code === NOT_READY) return code;
    return isRefusal(code) ? code : checkImports(code);
  }

  run(
    codeHash: string,
    wasm: () => Uint8Array,
    method: string,
    fuel: number,
    scene: ContractScene,
  ): RunOutcome | NotReady {
    const code = this.#find(codeHash, wasm, true);
    if (code === NOT_READY) return code;
    // Code that is deployed was checked by the rules of its time.
    if (isRefusal(code)) return { success: false, gasUsed: 0, error: code.message };
    const started = performance.now();
    const outcome = this.#machine.run(code, method, fuel, scene);
    this.#runSeconds += (performance.now() - started) / 1_000;
    this.#runs++;
    this.#fuel += outcome.gasUsed;
    if (!outcome.success) this.#failed++;
    return outcome;
  }

  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
    return this.backend.verify(signature, message, publicKey);
  }

  /** Compiles code that will be needed, if it is not there. It is not begun before what somebody waits for, and `compiled` does not
   *  wait for it. @throws what kept the thread from compiling. */
  async warm(codeHash: string, wasm: () => Uint8Array): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending.values());
    if (this.#cache.get(codeHash)) return;
    let work = this.#ahead.get(codeHash);
    if (!work) {
      work = this.#compile(codeHash, wasm()).finally(() => this.#ahead.delete(codeHash));
      this.#ahead.set(codeHash, work);
    }
    await work;
  }

  /** What is known about code; undefined before it was compiled. */
  known(codeHash: string): CompiledContract | Refusal | undefined {
    return this.#cache.get(codeHash);
  }

  /** Resolves when code that was asked for is there, or could not be compiled. Nothing else is waited for: a block must not wait behind
   *  modules that clients send. */
  async compiled(codeHash: string): Promise<void> {
    await this.#pending.get(codeHash);
  }

  stats(): MachineStats {
    return {
      modules: this.#cache.size,
      bytes: this.#cache.bytes,
      evicted: this.#cache.evicted,
      compiled: this.#compiled,
      refused: this.#refused,
      faults: this.#faults,
      compileSeconds: this.#compileSeconds,
      pending: new Set([...this.#pending.keys(), ...this.#ahead.keys()]).size,
      runs: this.#runs,
      failed: this.#failed,
      fuel: this.#fuel,
      runSeconds: this.#runSeconds,
      misses: this.#misses,
    };
  }

  /** @param isNeeded whether a block may wait for it, and not only an upload's admission. */
  #find(codeHash: string, wasm: () => Uint8Array, isNeeded: boolean): CompiledContract | Refusal | NotReady {
    const code = this.#cache.get(codeHash);
    if (code) return code;
    this.#throwFailure(codeHash);
    this.#misses++;
    if (!this.#pending.has(codeHash)) {
      const work = this.#ahead.get(codeHash) ?? this.#compile(codeHash, wasm(), isNeeded);
      this.#pending.set(codeHash, this.#waitFor(codeHash, work));
    }
    if (isNeeded) this.thread.hurry(codeHash);
    return NOT_READY;
  }

  /** Who asks for code that could not be compiled, and only who asks for that, learns it. The next one asks anew. */
  #throwFailure(codeHash: string): void {
    const failure = this.#failures.get(codeHash);
    this.#failures.delete(codeHash);
    if (failure && performance.now() - failure.at < FAILURE_MS)
      throw new MachineExhausted(`a contract could not be compiled: ${errorText(failure.error)}`);
  }

  async #waitFor(codeHash: string, work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      const now = performance.now();
      for (const [old, { at }] of this.#failures) if (now - at >= FAILURE_MS) this.#failures.delete(old);
      this.#failures.set(codeHash, { error, at: now });
      if (!(error instanceof CompilerClosed)) this.log?.error({ error }, 'a contract could not be compiled');
    } finally {
      this.#pending.delete(codeHash);
    }
  }

  async #compile(codeHash: string, wasm: Uint8Array, isNeeded = false): Promise<void> {
    const started = performance.now();
    const code = await this.thread.compile(codeHash, wasm, isNeeded).catch((error: unknown) => {
      if (!(error instanceof CompilerClosed)) this.#faults++;
      throw error;
    });
    this.#compileSeconds += (performance.now() - started) / 1_000;
    if (isRefusal(code)) {
      this.#refused++;
      this.#cache.refuse(codeHash, code);
    } else {
      this.#compiled++;
      this.#cache.keep(toBinary(code.codeHash), code);
    }
  }
}
