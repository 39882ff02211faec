/** The assembler of tests: numbers in LEB128 as V8 reads them, and modules whose parts V8 finds where they were put. */

import { expect, test } from 'vitest';
import { assemble, floatBytes, ModuleBuilder, padded, signed, unsigned } from '../../../support/wasm/encoder.js';

test('numbers in as few bytes as they need, or in more', () => {
  expect([0, 127, 128, 16_384, 2 ** 32 - 1].map(unsigned)).toEqual([
    [0],
    [0x7f],
    [0x80, 1],
    [0x80, 0x80, 1],
    [0xff, 0xff, 0xff, 0xff, 0x0f],
  ]);
  expect([0, 63, 64, -1, -64, -65].map(signed)).toEqual([[0], [0x3f], [0xc0, 0], [0x7f], [0x40], [0xbf, 0x7f]]);
  expect(padded(5, 3)).toEqual([0x85, 0x80, 0]);
  expect(floatBytes('f32', 0x7fa0_0001n)).toEqual([1, 0, 0xa0, 0x7f]);
  expect(floatBytes('f64', -0)).toEqual([0, 0, 0, 0, 0, 0, 0, 0x80]);
});

test('constants at the ends of their ranges', () => {
  const narrow = [0n, -1n, 2n ** 31n - 1n, -(2n ** 31n), 0xffff_ffffn];
  const wide = [2n ** 63n - 1n, -(2n ** 63n), 2n ** 64n - 1n];
  const module = new ModuleBuilder();
  for (const [at, value] of narrow.entries())
    module.func({ results: ['i32'], exported: `narrow${at}` }, assemble(`i32.const ${value}`));
  for (const [at, value] of wide.entries())
    module.func({ results: ['i64'], exported: `wide${at}` }, assemble(`i64.const ${value}`));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module.finish()));
  const call = (name: string): unknown => (exports[name] as () => unknown)();
  expect(narrow.map((_, at) => call(`narrow${at}`))).toEqual(narrow.map((value) => Number(BigInt.asIntN(32, value))));
  expect(wide.map((_, at) => call(`wide${at}`))).toEqual(wide.map((value) => BigInt.asIntN(64, value)));
});

test('every section of a module', () => {
  const module = new ModuleBuilder();
  const log = module.importFunction('log', ['i32'], []);
  module.memory(1, 2, 'memory');
  module.table(2, 2);
  const counter = module.global('i32', true, 40, 'counter');
  const begin = module.func({}, assemble(`i32.const 2 global.get ${counter} i32.add global.set ${counter}`));
  const pair = module.type(['i32'], ['i32', 'i64']);
  const both = module.func(
    { parameters: ['i32'], results: ['i32', 'i64'], exported: ['both', 'again'] },
    assemble('local.get 0 call 0 local.get 0 i32.load8_u offset=3 align=1 i64.const -7'),
  );
  module.func(
    { results: ['i32', 'i64'], exported: 'indirect' },
    assemble(`i32.const 8 i32.const 1 call_indirect ${pair}`),
  );
  module.elements(1, [both]);
  module.data(11, [99]);
  module.start(begin);
  module.nameFunction(both, 'both of them');
  module.custom('note', [1, 2, 3]);
  const seen: number[] = [];
  const env = { log: (value: number) => seen.push(value) };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module.finish()), { env });
  expect(log).toBe(0);
  expect((exports.counter as { value: number }).value).toBe(42);
  expect((exports.both as (at: number) => unknown)(8)).toEqual([99, -7n]);
  expect((exports.indirect as () => unknown)()).toEqual([99, -7n]);
  expect(exports.again).toBe(exports.both);
  expect(seen).toEqual([8, 8]);
  expect(() => assemble('i32.addd')).toThrow('i32.addd is no instruction');
});
