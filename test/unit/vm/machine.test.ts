/** How a call begins and ends: methods, the start section, fuel, traps, and what is left of it for the next one. */

import { afterEach, describe, expect, test, vi } from 'vitest';
import type { RunOutcome } from '../../../engine/vm/contractModule.js';
import { MAX_PAGES } from '../../../engine/vm/limits.js';
import { Machine, MachineExhausted } from '../../../engine/vm/machine.js';
import { nativePrices, type Prices, referencePrices } from '../../../engine/vm/prices.js';
import type { ContractScene } from '../../../engine/vm/scene.js';
import { assemble, ModuleBuilder } from '../../support/wasm/encoder.js';
import { compiled, importHost, PAGE_BYTES } from '../../support/wasm/hostProbe.js';
import { type RecordingScene, recordingScene } from '../../support/wasm/recordingScene.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

const FUEL = 1_000_000;

interface Program {
  /** Code of `run`, with `host_set_return` as function 0 and `host_log` as function 1. */
  readonly run?: string;
  readonly start?: string;
  readonly pages?: readonly [minimum: number, maximum: number | undefined];
  readonly more?: (module: ModuleBuilder) => void;
}

function wasmOf({ run = '', start, pages = [1, 2], more }: Program): Uint8Array {
  const module = new ModuleBuilder();
  importHost(module, 'host_set_return');
  importHost(module, 'host_log');
  module.memory(...pages, 'memory');
  more?.(module);
  module.func({ exported: 'run' }, assemble(run));
  if (start !== undefined) module.start(module.func({}, assemble(start)));
  return module.finish();
}

/** Puts another class into the place of one of WebAssembly's for the rest of the test. */
function replace(name: 'Memory' | 'Instance', by: unknown): void {
  vi.stubGlobal('WebAssembly', Object.create(WebAssembly, { [name]: { value: by } }));
}

/** Counts the memories that are made. */
function countMemories(): { readonly made: number } {
  const count = { made: 0 };
  class CountedMemory extends WebAssembly.Memory {
    constructor(descriptor: ConstructorParameters<typeof WebAssembly.Memory>[0]) {
      super(descriptor);
      count.made++;
    }
  }
  replace('Memory', CountedMemory);
  return count;
}

/** Counts the instances that are made. */
function countInstances(): { readonly made: number } {
  const count = { made: 0 };
  class CountedInstance extends WebAssembly.Instance {
    constructor(...values: ConstructorParameters<typeof WebAssembly.Instance>) {
      super(...values);
      count.made++;
    }
  }
  replace('Instance', CountedInstance);
  return count;
}

class Failing {
  constructor() {
    throw new RangeError('could not allocate memory');
  }
}

interface Options {
  readonly method?: string;
  readonly fuel?: number;
  readonly prices?: Prices;
  readonly answers?: Partial<ContractScene>;
}

function play(program: Program, { method = 'run', fuel = FUEL, prices = referencePrices, answers }: Options = {}) {
  const scene = recordingScene(answers);
  const outcome = new Machine(prices).run(compiled(wasmOf(program), prices), method, fuel, scene);
  return { outcome, scene };
}

const errorOf = (program: Program, options?: Options): string | undefined => play(program, options).outcome.error;
const failed = (gasUsed: number, error: string): RunOutcome => ({ success: false, gasUsed, error });
const LOG = 'i32.const 0 i32.const 1 call 1';
const LOOP = 'loop br 0 end';

describe('methods', () => {
  const several: Program = {
    more: (module) => {
      module.func({ exported: 'takes', parameters: ['i32'] }, []);
      module.func({ exported: 'gives', results: ['i32'] }, assemble('i32.const 1'));
      module.func({ exported: ['', 'ä b', '__proto__', 'toString'] }, assemble(LOG));
      module.exportItem('logged', 'function', 1);
      module.global('i32', true, 0, 'number');
    },
  };

  test.each(['nothing', 'memory', 'number', 'constructor', 'hasOwnProperty', 'Run', 'rouged:fuel', 'rouged:start'])(
    'there is no %j',
    (method) => {
      expect(play(several, { method }).outcome).toEqual(failed(0, `Execution error: Method '${method}' not found`));
    },
  );

  test.each(['takes', 'gives', 'logged'])('%j has parameters or results', (method) => {
    const sentence = `Execution error: Method '${method}' has parameters or results; a method has neither`;
    const { outcome, scene } = play(several, { method });
    expect([outcome, scene.asked]).toEqual([failed(0, sentence), []]);
  });

  test('an export without a name is none', () => {
    expect(play(several, { method: '' }).outcome).toEqual(failed(0, "Execution error: Method '' not found"));
  });

  test.each(['ä b', '__proto__', 'toString'])('%j is one', (method) => {
    const { outcome, scene } = play(several, { method });
    expect([outcome.success, scene.asked]).toEqual([true, [['log', '\0']]]);
  });

  test('one that is not there costs the base price and that of the code, at most the limit', () => {
    const least = 2_000 + Math.floor(wasmOf(several).length / 4);
    const used = (fuel: number): number =>
      play(several, { method: 'nothing', prices: nativePrices, fuel }).outcome.gasUsed;
    expect([used(FUEL), used(least), used(least - 1), used(0)]).toEqual([least, least, least - 1, 0]);
  });
});

describe('fuel of an instance', () => {
  const { instantiationFuel } = compiled(wasmOf({}), nativePrices);
  const at = (fuel: number): RunOutcome => play({}, { prices: nativePrices, fuel }).outcome;

  test('is what its parts cost', () => {
    const bytes = wasmOf({}).length;
    // One function without parameters, locals and operands weighs 8.
    const weight = 8;
    expect(instantiationFuel).toBe(2_000 + 2 * 300 + 2 * 700 + 1_500 + Math.floor(bytes / 4) + Math.floor(weight / 8));
    expect(compiled(wasmOf({})).instantiationFuel).toBe(0);
  });

  test('must be there before anything is made of it', () => {
    const memories = countMemories();
    const least = 2_000 + Math.floor(wasmOf({}).length / 4);
    expect(at(instantiationFuel - 1)).toEqual(
      failed(least, `Out of gas (limit: ${instantiationFuel - 1}, used: ${least})`),
    );
    expect(at(1_000)).toEqual(failed(1_000, 'Out of gas (limit: 1000, used: 1000)'));
    expect(memories.made).toBe(0);
  });

  test('leaves the rest to the method', () => {
    const error = `Out of gas (limit: ${instantiationFuel}, used: ${instantiationFuel})`;
    expect(at(instantiationFuel)).toEqual(failed(instantiationFuel, error));
    const { gasUsed } = at(FUEL);
    expect(at(gasUsed)).toEqual({ success: true, gasUsed });
    expect(at(gasUsed - 1).success).toBe(false);
  });
});

describe('start section', () => {
  test('runs before the method on the same fuel', () => {
    const start = `i32.const 8 i32.const 65 i32.store8 i32.const 8 i32.const 1 call 1`;
    const { outcome, scene } = play({ start, run: 'i32.const 8 i32.const 1 call 0' });
    expect(scene.asked).toEqual([
      ['log', 'A'],
      ['setReturn', Uint8Array.of(65)],
    ]);
    const alone = play({ run: 'i32.const 8 i32.const 1 call 0' }).outcome.gasUsed;
    expect(outcome).toEqual({ success: true, gasUsed: alone + 8 });
  });

  test('has a stack of its own', () => {
    const recursion = (module: ModuleBuilder): void => {
      const own = module.nextFunction;
      const less = `local.get 0 i32.const 1 i32.sub`;
      module.func({ parameters: ['i32'] }, assemble(`local.get 0 if ${less} call ${own} end`));
    };
    const deep = 'i32.const 1000 call 2';
    expect(play({ more: recursion, start: deep, run: deep }).outcome.success).toBe(true);
    const tooDeep = 'i32.const 1100 call 2';
    expect(errorOf({ more: recursion, run: tooDeep })).toBe('Execution error: call stack exhausted');
    expect(errorOf({ more: recursion, start: tooDeep })).toBe('Start: call stack exhausted');
  });

  test('ends the call when it fails', () => {
    const { outcome, scene } = play({ start: 'unreachable', run: LOG });
    expect([outcome, scene.asked]).toEqual([failed(2, 'Start: unreachable code was executed'), []]);
    expect(errorOf({ start: 'i32.const -1 i32.const 1 call 1' })).toBe('Start: memory access out of bounds');
    expect(play({ start: LOOP, run: LOG }, { fuel: 100 }).outcome).toEqual(
      failed(100, 'Out of gas (limit: 100, used: 100)'),
    );
  });

  test('is not a method', () => {
    expect(errorOf({ start: '' }, { method: 'rouged:start' })).toBe("Execution error: Method 'rouged:start' not found");
  });

  test('does not run for a method that is not there', () => {
    expect(play({ start: LOG }, { method: 'nothing' }).scene.asked).toEqual([]);
  });
});

describe('traps', () => {
  const table = (module: ModuleBuilder): void => {
    module.table(2, 2);
    module.elements(0, [1]);
    module.type([], []);
  };
  const callEntry = (index: number): string => `i32.const ${index} call_indirect 1`;

  test.each([
    ['unreachable', 'unreachable code was executed'],
    ['i32.const 1 i32.const 0 i32.div_s drop', 'integer division by zero'],
    ['i32.const 1 i32.const 0 i32.rem_u drop', 'integer division by zero'],
    ['i64.const 1 i64.const 0 i64.div_u drop', 'integer division by zero'],
    ['i64.const 1 i64.const 0 i64.rem_s drop', 'integer division by zero'],
    ['i32.const -2147483648 i32.const -1 i32.div_s drop', 'integer overflow'],
    ['i64.const -9223372036854775808 i64.const -1 i64.div_s drop', 'integer overflow'],
    ['f32.const nan i32.trunc_f32_s drop', 'a float has no integer of this type'],
    ['f64.const 1e30 i64.trunc_f64_u drop', 'a float has no integer of this type'],
    ['i32.const 65533 i32.load drop', 'memory access out of bounds'],
    ['i32.const -1 i32.load offset=4294967295 drop', 'memory access out of bounds'],
    ['i32.const 65536 i32.const 0 i32.store8', 'memory access out of bounds'],
    ['i32.const 65536 i32.const 0 i32.const 1 memory.fill', 'memory access out of bounds'],
    ['i32.const 0 i32.const 65536 i32.const 1 memory.copy', 'memory access out of bounds'],
    [callEntry(0), 'an indirect call found no function of its type'],
    [callEntry(1), 'an indirect call found no function of its type'],
    [callEntry(2), 'an indirect call is outside the table'],
    [callEntry(-1), 'an indirect call is outside the table'],
  ])('%s: %s', (run, sentence) => {
    const { outcome, scene } = play({ run: `${run} ${LOG}`, more: table });
    expect([outcome.error, scene.asked]).toEqual([`Execution error: ${sentence}`, []]);
    expect(errorOf({ start: run, more: table })).toBe(`Start: ${sentence}`);
  });

  test('words that are unknown are one kind of trap', () => {
    const log = (): never => {
      throw new WebAssembly.RuntimeError('some other words');
    };
    expect(errorOf({ run: LOG }, { answers: { log } })).toBe('Execution error: a trap');
  });

  test('fuel that ends keeps what was used before', () => {
    const { outcome, scene } = play({ run: `${LOG} ${LOOP}` }, { fuel: 999 });
    expect([outcome, scene.asked.length]).toEqual([failed(999, 'Out of gas (limit: 999, used: 999)'), 1]);
    expect(play({ run: `${LOG} ${LOOP}` }, { fuel: 3 }).outcome).toEqual(failed(0, 'Out of gas (limit: 3, used: 0)'));
  });
});

describe('two calls', () => {
  const same = (program: Program): readonly [first: RecordingScene, second: RecordingScene] => {
    const machine = new Machine(referencePrices);
    const code = compiled(wasmOf(program));
    const scenes = [recordingScene(), recordingScene()] as const;
    for (const scene of scenes) machine.run(code, 'run', FUEL, scene);
    return scenes;
  };
  const dump = `i32.const 0 i32.const ${PAGE_BYTES} call 0`;
  const fill = `i32.const 0 i32.const 7 i32.const ${PAGE_BYTES} memory.fill`;

  test.each([
    ['one that ends', ''],
    ['one that traps', 'unreachable'],
    ['one without fuel', LOOP],
  ])('memory is made of zeros and data again after %s', (_what, end) => {
    const [first, second] = same({ run: `${dump} ${fill} ${end}`, more: (module) => module.data(5, [1, 2]) });
    const page = new Uint8Array(PAGE_BYTES);
    page.set([1, 2], 5);
    expect(first.asked).toEqual([['setReturn', page]]);
    expect(second.asked).toEqual([['setReturn', page]]);
  });

  test('memory is used again, but not one that grew, where it would be too large', () => {
    const memories = countMemories();
    same({ run: fill });
    expect(memories.made).toBe(1);
    const grown = `memory.size drop i32.const 8 memory.size i32.store8 i32.const 8 i32.const 1 call 0
      i32.const 1 memory.grow drop`;
    const [first, second] = same({ run: grown });
    expect(memories.made).toBe(3);
    expect([first.asked, second.asked]).toEqual([[['setReturn', Uint8Array.of(1)]], [['setReturn', Uint8Array.of(1)]]]);
    same({ run: 'i32.const 0 memory.grow drop i32.const 9 memory.grow drop' });
    expect(memories.made).toBe(4);
  });

  test('one that grew is used where as many pages are needed, and is made of zeros', () => {
    const memories = countMemories();
    const machine = new Machine(referencePrices);
    const report = 'i32.const 8 memory.size i32.store8 i32.const 8 i32.const 1 call 0';
    const grow = `i32.const 1 memory.grow drop i32.const ${PAGE_BYTES} i32.const 7 i32.const ${PAGE_BYTES} memory.fill`;
    const nonZero = `i32.const ${PAGE_BYTES} i32.load if unreachable end i32.const ${2 * PAGE_BYTES - 4} i32.load if unreachable end`;
    machine.run(compiled(wasmOf({ run: grow, pages: [1, 9] })), 'run', FUEL, recordingScene());
    const scene = recordingScene();
    const code = compiled(wasmOf({ run: `${nonZero} ${report}`, pages: [2, 3] }));
    expect(machine.run(code, 'run', FUEL, scene).success).toBe(true);
    expect([memories.made, scene.asked]).toEqual([1, [['setReturn', Uint8Array.of(2)]]]);
  });

  test('no call can tell that it runs on an instance that another had', () => {
    const machine = new Machine(referencePrices);
    const changes = `i32.const 9 global.set 0 i64.const -5 global.set 1 f32.const 1.5 global.set 2 f64.const nan global.set 3
      i32.const 64 i32.const 7 i32.const 64 memory.fill i32.const 3 i32.const 9 i32.store8`;
    const report = `i32.const 16 global.get 0 i32.store i32.const 24 global.get 1 i64.store i32.const 32 global.get 2 f32.store
      i32.const 40 global.get 3 f64.store i32.const 48 global.get 4 i32.store i32.const 0 i32.const 128 call 0`;
    const code = compiled(
      wasmOf({
        run: `${report} ${changes} unreachable`,
        start: 'i32.const 2 global.get 0 i32.store8',
        more: (module) => {
          module.global('i32', true, -7);
          module.global('i64', true, 2n ** 63n - 1n);
          module.global('f32', true, Number.NaN);
          module.global('f64', true, -0);
          module.global('i32', false, 11);
          module.data(0, [1, 2, 3, 4, 5]);
          module.data(4, [6, 7]);
        },
      }),
    );
    const instances = countInstances();
    const asked = [1, 2, 3].map(() => {
      const scene = recordingScene();
      expect(machine.run(code, 'run', FUEL, scene).success).toBe(false);
      return scene.asked;
    });
    expect(instances.made).toBe(1);
    const [first] = asked;
    expect(asked).toEqual([first, first, first]);
    const kept = asked[0]?.[0]?.[1] as Uint8Array;
    const view = new DataView(kept.buffer);
    expect([view.getInt32(16, true), view.getBigInt64(24, true), view.getInt32(48, true)]).toEqual([
      -7,
      2n ** 63n - 1n,
      11,
    ]);
    expect([...kept.subarray(0, 7)]).toEqual([1, 2, 249, 4, 6, 7, 0]);
  });

  test('more contracts than instances are kept run as before', () => {
    const machine = new Machine(referencePrices);
    const memories = countMemories();
    const codes = Array.from({ length: 40 }, (_, index) =>
      compiled(
        wasmOf({ run: `i32.const 0 i32.const 1 call 0 i32.const 0 i32.const 1 i32.store8 i32.const ${index} drop` }),
      ),
    );
    for (const code of [...codes, ...codes]) {
      const scene = recordingScene();
      expect(machine.run(code, 'run', FUEL, scene).success).toBe(true);
      expect(scene.asked).toEqual([['setReturn', Uint8Array.of(0)]]);
    }
    expect(memories.made).toBe(17);
  });

  test('contracts of all limits use one memory of each size again', () => {
    const memories = countMemories();
    const machine = new Machine(referencePrices);
    const limits = Array.from({ length: MAX_PAGES + 1 }, (_, least) =>
      Array.from({ length: MAX_PAGES + 1 - least }, (_more, at) => [least, least + at] as const),
    ).flat();
    expect(limits).toHaveLength(561);
    for (const pages of [...limits, ...limits])
      expect(machine.run(compiled(wasmOf({ pages })), 'run', FUEL, recordingScene()).success).toBe(true);
    // One of each size, those of the instances that are kept, and one more in 64 calls.
    expect(memories.made).toBeLessThanOrEqual(MAX_PAGES + 1 + 16 + (2 * limits.length) / 64);
  });

  test.each([
    ['its own maximum', [1, 3], 3],
    ["the machine's, where it has none", [1, undefined], MAX_PAGES],
  ] as const)('memory grows up to %s', (_what, pages, most) => {
    const store = (at: number, value: string): string => `i32.const ${at} ${value} i32.store8`;
    const run = `${store(0, `i32.const ${most - 1} memory.grow`)} ${store(1, 'memory.size')} ${store(2, 'i32.const 1 memory.grow')}
      ${store(3, 'i32.const 0 memory.grow')} ${store(4, 'i32.const -1 memory.grow')} i32.const 0 i32.const 5 call 0`;
    const { scene } = play({ run, pages });
    expect(scene.asked).toEqual([['setReturn', Uint8Array.of(1, most, 255, most, 255)]]);
  });

  test('a memory pays for the pages that it began with when it grows, once', () => {
    const used = (run: string): number =>
      play({ run, pages: [3, 20] }, { prices: nativePrices }).outcome.gasUsed -
      play({ pages: [3, 20] }, { prices: nativePrices }).outcome.gasUsed;
    const grow = (pages: number): string => `i32.const ${pages} memory.grow drop`;
    const { growPage, lostPage } = nativePrices;
    const pagesOf = (run: string, times: number): number =>
      Math.round((used(run) - times * nativePrices.grow) / growPage);
    expect(lostPage).toBe(growPage);
    expect([pagesOf(grow(0), 1), pagesOf(grow(1), 1), pagesOf(grow(2), 1)]).toEqual([0, 4, 5]);
    expect([pagesOf(`${grow(1)} ${grow(2)}`, 2), pagesOf(`${grow(0)} ${grow(18)}`, 2), pagesOf(grow(18), 1)]).toEqual([
      6, 0, 0,
    ]);
  });

  test('memories of other limits are other memories', () => {
    const machine = new Machine(referencePrices);
    const grow = 'i32.const 1 memory.grow i32.const -1 i32.eq if unreachable end';
    const [small, large] = [compiled(wasmOf({ run: grow, pages: [1, 1] })), compiled(wasmOf({ run: grow }))];
    const run = (code: typeof small): boolean => machine.run(code, 'run', FUEL, recordingScene()).success;
    expect([run(small), run(large), run(small), run(large)]).toEqual([false, true, false, true]);
  });

  test('globals begin anew', () => {
    const run = `global.get 0 i32.const 1 i32.add global.set 0
      i32.const 8 global.get 0 i32.store8 i32.const 8 i32.const 1 call 0`;
    const [first, second] = same({ run, more: (module) => module.global('i32', true, 3) });
    expect([first.asked, second.asked]).toEqual([[['setReturn', Uint8Array.of(4)]], [['setReturn', Uint8Array.of(4)]]]);
  });

  test('what a scene was given stays as it was given', () => {
    const orders = `${LOG} i32.const 0 i32.const 4 call 0`;
    const { scene } = play({ run: `${orders} ${fill}`, more: (module) => module.data(0, [65, 66, 67, 68]) });
    expect(scene.asked).toEqual([
      ['log', 'A'],
      ['setReturn', Uint8Array.of(65, 66, 67, 68)],
    ]);
  });

  test('each acts on its own scene and fuel, also after a fault of the program', () => {
    const machine = new Machine(referencePrices);
    const code = compiled(wasmOf({ run: LOG }));
    const log = (): never => {
      throw new TypeError('a fault');
    };
    expect(() => machine.run(code, 'run', FUEL, recordingScene({ log }))).toThrow(new TypeError('a fault'));
    const scene = recordingScene();
    expect(machine.run(code, 'run', FUEL, scene).success).toBe(true);
    expect(scene.asked).toHaveLength(1);
  });

  test('a call that runs inside another has its own', () => {
    const machine = new Machine(referencePrices);
    const code = compiled(wasmOf({ run: `${LOG} ${LOG}` }));
    const inner = recordingScene();
    const log = (): void => {
      machine.run(code, 'run', FUEL, inner);
    };
    const outer = recordingScene({ log });
    expect(machine.run(code, 'run', FUEL, outer).success).toBe(true);
    expect([outer.asked.length, inner.asked.length]).toEqual([2, 4]);
  });
});

describe('a machine that is exhausted', () => {
  test('says so for a RangeError of a host function', () => {
    const log = (): never => {
      throw new RangeError('Maximum call stack size exceeded');
    };
    expect(() => play({ run: LOG }, { answers: { log } })).toThrow(MachineExhausted);
    expect(() => play({ start: LOG }, { answers: { log } })).toThrow(MachineExhausted);
  });

  test('says so for a memory and for an instance that cannot be made', () => {
    const code = compiled(wasmOf({}));
    const make = (): RunOutcome => new Machine(referencePrices).run(code, 'run', FUEL, recordingScene());
    for (const name of ['Memory', 'Instance'] as const) {
      replace(name, Failing);
      expect(make).toThrow(new MachineExhausted('could not allocate memory'));
      vi.unstubAllGlobals();
    }
    expect(make().success).toBe(true);
  });
});
