/** The main thread's machine: not ready, then ready; verdicts; what it keeps; faults of the thread; code that is compiled ahead. */

import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isRefusal, type Refusal } from '../../../../engine/base/refusal.js';
import { NOT_READY } from '../../../../engine/ledger/contractMachine.js';
import { CodeCache } from '../../../../engine/vm/codeCache.js';
import type { CompiledContract } from '../../../../engine/vm/contractModule.js';
import { prepareModule } from '../../../../engine/vm/prepareModule.js';
import { nativePrices } from '../../../../engine/vm/prices.js';
import { CompileThread } from '../../../../workers/contracts/compileThread.js';
import { ThreadedMachine } from '../../../../workers/contracts/contractMachine.js';
import { bareScene } from '../../../support/bareScene.js';
import { LogBook } from '../../../support/engineNode.js';
import {
  codeHashOf,
  numberedModule,
  trappingModule,
  type Wasm,
  wrongModule,
} from '../../../support/wasm/contractModules.js';

const FUEL = 100_000;
const backend = { verify: (signature: Uint8Array) => signature[0] === 1 };

/** A thread that compiles when it is told to. */
class HeldThread {
  readonly asked: string[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly hurried: string[] = [];
  failure: Error | undefined;

  compile(_codeHash: string, wasm: Uint8Array): Promise<CompiledContract | Refusal> {
    this.asked.push(codeHashOf(wasm));
    const { failure } = this;
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        const code = prepareModule(wasm, nativePrices);
        if (failure) reject(failure);
        else resolve(isRefusal(code) ? code : { ...code, module: new WebAssembly.Module(code.metered) });
      });
    });
  }

  hurry(codeHash: string): void {
    this.hurried.push(codeHash);
  }

  /** Answers the oldest question. */
  answer(): void {
    this.#waiting.shift()?.();
  }
}

function held(cache?: CodeCache) {
  const thread = new HeldThread();
  const log = new LogBook();
  const machine = new ThreadedMachine(nativePrices, thread, backend, log, cache);
  return { thread, log, machine };
}

const check = (machine: ThreadedMachine, wasm: Wasm) => machine.check(codeHashOf(wasm), () => wasm);

const run = (machine: ThreadedMachine, wasm: Wasm, method = 'main', fuel = FUEL) =>
  machine.run(codeHashOf(wasm), () => wasm, method, fuel, bareScene);

/** Lets promises that are settled be heard. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('with the real thread', () => {
  let machine: ThreadedMachine;
  beforeAll(() => {
    const thread = new CompileThread('native');
    machine = new ThreadedMachine(nativePrices, thread, backend);
    return () => thread.close();
  });

  test('code is not ready when it is asked for first, and ready once it is compiled', async () => {
    const wasm = numberedModule(1);
    expect([check(machine, wasm), run(machine, wasm)]).toEqual([NOT_READY, NOT_READY]);
    expect(machine.known(codeHashOf(wasm))).toBeUndefined();
    expect(machine.stats()).toMatchObject({ pending: 1, misses: 2, compiled: 0 });
    await machine.compiled(codeHashOf(wasm));
    expect(check(machine, wasm)).toBeUndefined();
    expect(run(machine, wasm)).toMatchObject({ success: true, gasUsed: expect.any(Number) });
    expect(machine.stats().fuel).toBeGreaterThan(2_000);
    expect(machine.stats()).toMatchObject({ pending: 0, misses: 2, compiled: 1, modules: 1, runs: 1, failed: 0 });
    expect(machine.stats().compileSeconds).toBeGreaterThan(0);
    expect(machine.runSeconds).toBe(machine.stats().runSeconds);
    expect(machine.runSeconds).toBeGreaterThan(0);
  });

  test('a verdict is kept like code, and a call of such code fails without fuel', async () => {
    const wasm = wrongModule(1);
    expect(check(machine, wasm)).toBe(NOT_READY);
    await machine.compiled(codeHashOf(wasm));
    const verdict = check(machine, wasm);
    expect(verdict).toMatchObject({ code: 'invalid_contract' });
    expect(run(machine, wasm)).toEqual({ success: false, gasUsed: 0, error: (verdict as Refusal).message });
    expect(machine.stats()).toMatchObject({ refused: 1, modules: 1 });
  });

  test('executions are counted with their fuel, the failed ones too', async () => {
    const wasm = trappingModule();
    run(machine, wasm, 'trap');
    await machine.compiled(codeHashOf(wasm));
    const before = machine.stats();
    const outcomes = [run(machine, wasm, 'trap'), run(machine, wasm, 'other'), run(machine, wasm, 'trap', 10)];
    const used = outcomes.reduce((sum, outcome) => sum + (outcome === NOT_READY ? 0 : outcome.gasUsed), 0);
    const after = machine.stats();
    expect([after.runs - before.runs, after.failed - before.failed, after.fuel - before.fuel]).toEqual([3, 3, used]);
    expect(used).toBeGreaterThan(0);
  });

  test('signatures are verified by the backend of this thread', () => {
    const none = new Uint8Array(0);
    expect([1, 0].map((byte) => machine.verify(none, none, Uint8Array.of(byte)))).toEqual([true, false]);
  });
});

describe('what is compiled', () => {
  test('is asked for once, however often it is needed meanwhile', async () => {
    const { thread, machine } = held();
    const wasm = numberedModule(1);
    let reads = 0;
    const bytes = (): Wasm => {
      reads++;
      return wasm;
    };
    for (let time = 0; time < 5; time++) expect(machine.check(codeHashOf(wasm), bytes)).toBe(NOT_READY);
    expect([thread.asked.length, reads]).toEqual([1, 1]);
    thread.answer();
    await machine.compiled(codeHashOf(wasm));
    expect(machine.check(codeHashOf(wasm), bytes)).toBeUndefined();
    expect([thread.asked.length, reads]).toEqual([1, 1]);
  });

  test('and no longer kept is compiled again', async () => {
    const { thread, machine } = held(new CodeCache(1_000_000, 2));
    const modules = [1, 2, 3].map((number) => numberedModule(number));
    for (const wasm of modules) {
      check(machine, wasm);
      thread.answer();
      await machine.compiled(codeHashOf(wasm));
    }
    expect(machine.stats()).toMatchObject({ modules: 2, evicted: 1, compiled: 3 });
    expect(modules.map((wasm) => check(machine, wasm))).toEqual([NOT_READY, undefined, undefined]);
    thread.answer();
    await machine.compiled(codeHashOf(modules[0] as Wasm));
    expect(check(machine, modules[0] as Wasm)).toBeUndefined();
    expect(machine.stats()).toMatchObject({ modules: 2, evicted: 2, compiled: 4 });
    expect(machine.stats().bytes).toBeGreaterThan(0);
  });

  test('besides is not waited for', async () => {
    const { thread, machine } = held();
    const wasm = numberedModule(1);
    check(machine, wasm);
    check(machine, numberedModule(2));
    const ready = machine.compiled(codeHashOf(wasm));
    thread.answer();
    await ready;
    expect(machine.stats()).toMatchObject({ compiled: 1, pending: 1 });
  });

  test('passes what nobody waits for once a block needs it', () => {
    const { thread, machine } = held();
    const wasm = numberedModule(1);
    check(machine, wasm);
    expect(thread.hurried).toEqual([]);
    expect(machine.check(codeHashOf(wasm), () => wasm, true)).toBe(NOT_READY);
    expect(thread.hurried).toEqual([codeHashOf(wasm)]);
    expect(run(machine, wasm)).toBe(NOT_READY);
    expect([thread.asked.length, thread.hurried.length]).toEqual([1, 2]);
  });
});

describe('a fault of the thread', () => {
  test('is told to who asks for that code, once; the next attempt works', async () => {
    const { thread, log, machine } = held();
    const wasm = numberedModule(1);
    thread.failure = new Error('no memory');
    check(machine, wasm);
    thread.answer();
    await machine.compiled(codeHashOf(wasm));
    expect(() => check(machine, wasm)).toThrow('no memory');
    expect(log.lines).toMatchObject([{ level: 'error', message: 'a contract could not be compiled' }]);
    expect(machine.stats()).toMatchObject({ faults: 1, refused: 0, pending: 0, compiled: 0 });
    thread.failure = undefined;
    expect(check(machine, wasm)).toBe(NOT_READY);
    thread.answer();
    await machine.compiled(codeHashOf(wasm));
    expect(check(machine, wasm)).toBeUndefined();
    expect(log.lines).toHaveLength(1);
  });

  test('long ago says nothing any more: the code is asked for anew', async () => {
    const { thread, machine } = held();
    const wasm = numberedModule(1);
    thread.failure = new Error('no memory');
    check(machine, wasm);
    thread.answer();
    await machine.compiled(codeHashOf(wasm));
    const later = performance.now() + 60_000;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
    onTestFinished(() => clock.mockRestore());
    expect(check(machine, wasm)).toBe(NOT_READY);
    expect(thread.asked).toHaveLength(2);
  });

  test('over code that was asked for ahead only says so there: nobody waited for it', async () => {
    const { thread, log, machine } = held();
    const wasm = numberedModule(1);
    thread.failure = new Error('no memory');
    const warmed = machine.warm(codeHashOf(wasm), () => wasm);
    await turn();
    thread.answer();
    await expect(warmed).rejects.toThrow('no memory');
    await machine.compiled(codeHashOf(wasm));
    expect([log.lines, machine.stats().faults]).toEqual([[], 1]);
  });

  test('over bytes that cannot be read leaves nothing behind', () => {
    const { machine } = held();
    const wasm = numberedModule(1);
    const unreadable = (): Wasm => {
      throw new Error('no such record');
    };
    expect(() => machine.check(codeHashOf(wasm), unreadable)).toThrow('no such record');
    expect(machine.stats().pending).toBe(0);
    expect(check(machine, wasm)).toBe(NOT_READY);
  });
});

describe('code that is compiled ahead', () => {
  test('is there without having been missed; what is there is not compiled again', async () => {
    const { thread, machine } = held();
    const wasm = numberedModule(1);
    const warmed = machine.warm(codeHashOf(wasm), () => wasm);
    thread.answer();
    await warmed;
    expect(check(machine, wasm)).toBeUndefined();
    await machine.warm(codeHashOf(wasm), () => wasm);
    expect([thread.asked.length, machine.stats().misses, machine.stats().compiled]).toEqual([1, 0, 1]);
  });

  test('is not what a block waits for', async () => {
    const { machine } = held();
    const wasm = numberedModule(1);
    const warmed = machine.warm(codeHashOf(wasm), () => wasm);
    await machine.compiled(codeHashOf(wasm));
    expect(machine.stats()).toMatchObject({ pending: 1, compiled: 0 });
    onTestFinished(() => void warmed.catch(() => undefined));
  });

  test('is waited for as soon as it is needed, and compiled once', async () => {
    const { thread, machine } = held();
    const wasm = numberedModule(1);
    const warmed = machine.warm(codeHashOf(wasm), () => wasm);
    const again = machine.warm(codeHashOf(wasm), () => wasm);
    expect(check(machine, wasm)).toBe(NOT_READY);
    expect(machine.stats().pending).toBe(1);
    let isReady = false;
    const ready = machine.compiled(codeHashOf(wasm)).then(() => {
      isReady = true;
    });
    await turn();
    expect(isReady).toBe(false);
    thread.answer();
    await Promise.all([warmed, again, ready]);
    expect([thread.asked.length, check(machine, wasm)]).toEqual([1, undefined]);
  });

  test('begins after everything that somebody waits for', async () => {
    const { thread, machine } = held();
    const modules = [1, 2, 3].map((number) => numberedModule(number));
    const [first, second, ahead] = modules as [Wasm, Wasm, Wasm];
    check(machine, first);
    const warmed = machine.warm(codeHashOf(ahead), () => ahead);
    check(machine, second);
    await turn();
    expect(thread.asked).toEqual([first, second].map(codeHashOf));
    thread.answer();
    await turn();
    expect(thread.asked).toHaveLength(2);
    thread.answer();
    await turn();
    expect(thread.asked).toEqual([first, second, ahead].map(codeHashOf));
    thread.answer();
    await warmed;
  });
});
