/** Where a call failed: the function, its name, and the offset in the module as it was uploaded. */

import { describe, expect, test } from 'vitest';
import type { Place } from '../../../engine/vm/contractModule.js';
import { Machine } from '../../../engine/vm/machine.js';
import { PlaceFinder } from '../../../engine/vm/prepareModule.js';
import { nativePrices, type Prices, referencePrices } from '../../../engine/vm/prices.js';
import { assemble, type Bytes, ModuleBuilder, signed } from '../../support/wasm/encoder.js';
import { compiled, importHost } from '../../support/wasm/hostProbe.js';
import { recordingScene } from '../../support/wasm/recordingScene.js';

const MARK = 0x1234567;
/** A constant that is nowhere else, dropped again: the instruction that is looked for stands behind it. */
const mark = `i32.const ${MARK} drop`;

/** Offset of the byte behind the mark. */
function marked(wasm: Uint8Array): number {
  const bytes: Bytes = [0x41, ...signed(MARK), 0x1a];
  const at = Buffer.from(wasm).indexOf(Buffer.from(bytes));
  if (at < 0) throw new Error('there is no mark');
  return at + bytes.length;
}

function failure(
  wasm: Uint8Array,
  fuel = 100_000,
  prices: Prices = referencePrices,
): { error?: string; place?: Place } {
  const code = compiled(wasm, prices);
  const { error, place } = new Machine(prices).run(code, 'run', fuel, recordingScene(), new PlaceFinder(wasm, prices));
  return { ...(error === undefined ? {} : { error }), ...(place === undefined ? {} : { place }) };
}

interface Program {
  /** Of the function that `run` calls. */
  readonly inner: string;
  readonly more?: (module: ModuleBuilder) => void;
}

/** Function 0 is `host_log`, 1 does nothing, 2 is the inner one, 3 is `run`. */
function wasmOf({ inner, more }: Program): Uint8Array {
  const module = new ModuleBuilder();
  importHost(module, 'host_log');
  module.memory(1, 2, 'memory');
  module.func({}, assemble('i32.const 1 drop'));
  more?.(module);
  module.func({ locals: ['i32', 'f64'] }, assemble(inner));
  module.func({ exported: 'run' }, assemble('nop call 2'));
  return module.finish();
}

const INNER = 2;

describe('the offset of a failure', () => {
  test.each([
    ['unreachable', `${mark} unreachable`],
    ['a division', `i32.const 1 i32.const 0 ${mark} i32.div_s drop`],
    ['a load', `i32.const -1 ${mark} i32.load offset=70000 drop`],
    ['a store', `i32.const -1 i32.const 0 ${mark} i32.store`],
    ['a truncation behind canonical arithmetic', `f64.const 0 f64.const 0 f64.div ${mark} i32.trunc_f64_s drop`],
    ['memory.fill', `i32.const -1 i32.const 0 i32.const 9 ${mark} memory.fill`],
    ['memory.copy', `i32.const 0 i32.const -1 i32.const 9 ${mark} memory.copy`],
    ['a host function', `i32.const -1 i32.const 9 ${mark} call 0`],
    ['something in a loop', `loop ${mark} unreachable end`],
    ['something behind an inner end', `block end i32.const 1 if else end ${mark} unreachable`],
    ['something in the other part', `i32.const 0 if nop else ${mark} unreachable end`],
    ['something behind a return', `local.get 0 if return end ${mark} unreachable`],
  ])('%s', (_what, inner) => {
    const wasm = wasmOf({ inner });
    for (const prices of [referencePrices, nativePrices])
      expect(failure(wasm, 100_000, prices).place).toEqual({ function: INNER, offset: marked(wasm) });
  });

  test.each([
    ['memory.fill', `i32.const 0 i32.const 0 i32.const 65536 ${mark} memory.fill`, 500],
    ['memory.copy', `i32.const 0 i32.const 0 i32.const 65536 ${mark} memory.copy`, 500],
    ['memory.grow', `i32.const 1 ${mark} memory.grow drop`, 500],
  ])('fuel that ends in %s', (_what, inner, fuel) => {
    const wasm = wasmOf({ inner });
    const { error, place } = failure(wasm, fuel);
    expect(error).toMatch(/^Out of gas/);
    expect(place).toEqual({ function: INNER, offset: marked(wasm) });
  });

  test('fuel that ends in a host function', () => {
    const wasm = wasmOf({ inner: `i32.const 0 i32.const 9 ${mark} call 0` });
    const { instantiationFuel } = compiled(wasm, nativePrices);
    const { error, place } = failure(wasm, instantiationFuel + 500, nativePrices);
    expect(error).toMatch(/^Out of gas/);
    expect(place).toEqual({ function: INNER, offset: marked(wasm) });
  });

  test('fuel that ends at the entry of a function is at its first instruction', () => {
    const wasm = wasmOf({ inner: `${mark} ${'nop i32.const 1 drop '.repeat(20)}` });
    const { error, place } = failure(wasm, 30);
    expect(error).toMatch(/^Out of gas/);
    expect(place).toEqual({ function: INNER, offset: marked(wasm) - assemble(mark).length });
  });

  test('fuel that ends at a loop is in the instruction of the loop', () => {
    const inner = `i32.const 1 drop ${mark} loop ${'i32.const 1 drop '.repeat(10)} br 0 end`;
    const wasm = wasmOf({ inner });
    const { error, place } = failure(wasm, 60);
    expect(error).toMatch(/^Out of gas/);
    const loop = assemble('loop').length;
    expect(place?.function).toBe(INNER);
    expect(place?.offset).toBeGreaterThanOrEqual(marked(wasm));
    expect(place?.offset).toBeLessThan(marked(wasm) + loop);
  });

  test('a stack that ends is at the first instruction of the function that did not fit', () => {
    const wasm = wasmOf({ inner: `${mark} call ${INNER}` });
    const { error, place } = failure(wasm);
    expect(error).toBe('Execution error: call stack exhausted');
    expect(place).toEqual({ function: INNER, offset: marked(wasm) - assemble(mark).length });
  });

  test('a function without instructions that is entered without fuel is itself', () => {
    const wasm = wasmOf({ inner: '' });
    const { place } = failure(wasm, 4);
    expect(place?.function).toBe(INNER);
    // Its one instruction is its end, which the next function's entry follows.
    expect(wasm[place?.offset ?? 0]).toBe(0x0b);
  });
});

describe('the name of a function', () => {
  const inner = 'unreachable';
  const nameOf = (more: (module: ModuleBuilder) => void): string | undefined =>
    failure(wasmOf({ inner, more })).place?.name;

  test('is that of the name section', () => {
    expect(nameOf((module) => module.nameFunction(INNER, 'token::pay'))).toBe('token::pay');
  });

  test('is that of its export without one', () => {
    expect(nameOf((module) => module.exportItem('pay', 'function', INNER))).toBe('pay');
  });

  test('is that of the name section where both are', () => {
    const both = (module: ModuleBuilder): void => {
      module.exportItem('pay', 'function', INNER);
      module.nameFunction(INNER, 'token::pay');
    };
    expect(nameOf(both)).toBe('token::pay');
  });

  test('is absent without both', () => {
    expect(nameOf(() => undefined)).toBeUndefined();
  });

  test.each([
    ['ends too early', [1, 9, 1, 2]],
    ['names more than there are', [1, 5, 255, 255, 255, 255, 15]],
    ['is no UTF-8', [1, 5, 1, 2, 2, 0xc3, 0x28]],
  ])('a name section that %s is left out', (_what, content) => {
    expect(nameOf((module) => module.custom('name', content))).toBeUndefined();
  });

  test('cannot point to another place', () => {
    const wrong = 'wasm-function[1]:0x30';
    const wasm = wasmOf({
      inner: `${mark} unreachable`,
      more: (module) => {
        module.exportItem(`(${wrong})`, 'function', INNER);
        module.nameFunction(INNER, wrong);
      },
    });
    expect(failure(wasm).place).toEqual({ function: INNER, name: wrong, offset: marked(wasm) });
  });
});

test('a call that succeeds has no place, and one without a finder neither', () => {
  expect(failure(wasmOf({ inner: '' }))).toEqual({});
  const wasm = wasmOf({ inner: 'unreachable' });
  expect(new Machine(referencePrices).run(compiled(wasm), 'run', 100, recordingScene()).place).toBeUndefined();
});
