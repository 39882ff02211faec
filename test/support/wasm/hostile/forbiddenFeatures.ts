/** Modules that use what later versions of the standard allow and a contract may not. V8 may or may not know the feature. */

import {
  assemble,
  type Bytes,
  bodyBytes,
  named,
  section,
  sectionBytes,
  textBytes,
  unsigned,
  vector,
} from '../encoder.js';
import { whole } from './invalidModules.js';
import type { HostileModule } from './program.js';

const FUNCREF = 0x70;
const EXTERNREF = 0x6f;
const V128 = 0x7b;
const zero: Bytes = [...assemble('i32.const 0'), 0x0b];
const one = (id: number, ...items: readonly Bytes[]): number[] => sectionBytes(id, vector(items));

/** Code of a function of type i32 -> i32 that has function 1 ([] -> []), a table and a memory. */
const CODE: Readonly<Record<string, Bytes>> = {
  'SIMD constant': [0xfd, 12, ...Array<number>(16).fill(0), ...assemble('drop local.get 0')],
  'SIMD load': [...assemble('i32.const 0'), 0xfd, 0, 4, 0, ...assemble('drop local.get 0')],
  'SIMD splat': [...assemble('local.get 0'), 0xfd, 17, ...assemble('drop local.get 0')],
  'relaxed SIMD': [...assemble('local.get 0'), 0xfd, 17, 0xfd, 0x80, 0x02, ...assemble('drop local.get 0')],
  'atomic fence': [0xfe, 3, 0, ...assemble('local.get 0')],
  'atomic load': [...assemble('local.get 0'), 0xfe, 16, 2, 0],
  'atomic wait': [...assemble('local.get 0 local.get 0 i64.const 0'), 0xfe, 1, 2, 0],
  'tail call': [...assemble('local.get 0'), 0x12, 2],
  'indirect tail call': [...assemble('local.get 0 i32.const 0'), 0x13, 1, 0],
  'call of a reference': [...assemble('local.get 0'), 0xd2, 2, 0x14, 1],
  'try of the old exceptions': [0x06, 0x40, 0x19, 0x0b, ...assemble('local.get 0')],
  throw: [0x08, 0],
  rethrow: [0x09, 0],
  try_table: [0x1f, 0x40, 0, 0x0b, ...assemble('local.get 0')],
  throw_ref: [0x0a],
  'a struct': [0xfb, 0, 0, ...assemble('drop local.get 0')],
  'an i31': [...assemble('local.get 0'), 0xfb, 28, ...assemble('drop local.get 0')],
  'memory.init': [...assemble('i32.const 0 i32.const 0 i32.const 0'), 0xfc, 8, 0, 0, ...assemble('local.get 0')],
  'data.drop': [0xfc, 9, 0, ...assemble('local.get 0')],
  'table.init': [...assemble('i32.const 0 i32.const 0 i32.const 0'), 0xfc, 12, 0, 0, ...assemble('local.get 0')],
  'elem.drop': [0xfc, 13, 0, ...assemble('local.get 0')],
  'table.copy': [...assemble('i32.const 0 i32.const 0 i32.const 0'), 0xfc, 14, 0, 0, ...assemble('local.get 0')],
  'table.grow': [0xd0, FUNCREF, ...assemble('i32.const 0'), 0xfc, 15, 0],
  'table.size': [0xfc, 16, 0],
  'table.fill': [
    ...assemble('i32.const 0'),
    0xd0,
    FUNCREF,
    ...assemble('i32.const 0'),
    0xfc,
    17,
    0,
    ...assemble('local.get 0'),
  ],
  'table.get': [...assemble('i32.const 0'), 0x25, 0, ...assemble('drop local.get 0')],
  'table.set': [...assemble('i32.const 0'), 0xd0, FUNCREF, 0x26, 0, ...assemble('local.get 0')],
  'a null reference': [0xd0, FUNCREF, ...assemble('drop local.get 0')],
  'a test for null': [0xd0, FUNCREF, 0xd1],
  'a reference to a function': [0xd2, 1, ...assemble('drop local.get 0')],
  'a typed select': [...assemble('local.get 0 local.get 0 local.get 0'), 0x1c, 1, 0x7f],
  'a block of a reference': [0x02, FUNCREF, 0xd0, FUNCREF, ...assemble('end drop local.get 0')],
  'an indirect call through a second table': [...assemble('local.get 0 i32.const 0'), 0x11, 1, 1],
  'an indirect call through a second table in two bytes': [...assemble('local.get 0 i32.const 0'), 0x11, 1, 0x81, 0],
  'a load from a second memory': [...assemble('local.get 0'), 0x28, 0x42, 1, 0],
  'growth of a second memory': [...assemble('local.get 0'), 0x40, 1],
  'memory.size in two bytes': [0x3f, 0x80, 0],
  'a copy between memories': [
    ...assemble('i32.const 0 i32.const 0 i32.const 0'),
    0xfc,
    10,
    0,
    1,
    ...assemble('local.get 0'),
  ],
  'a fill of a second memory': [
    ...assemble('i32.const 0 i32.const 0 i32.const 0'),
    0xfc,
    11,
    1,
    ...assemble('local.get 0'),
  ],
  'wide arithmetic': [
    ...assemble('i64.const 0 i64.const 0 i64.const 0 i64.const 0'),
    0xfc,
    19,
    ...assemble('drop drop local.get 0'),
  ],
};

const functionType = (parameters: Bytes, results: Bytes): number[] => [
  0x60,
  parameters.length,
  ...parameters,
  results.length,
  ...results,
];
const types = (...more: readonly Bytes[]): number[] =>
  one(section.type, functionType([], []), functionType([0x7f], [0x7f]), ...more);
const imported = (kind: Bytes): number[] => one(section.import, [...named('env'), ...named('host'), ...kind]);

type Changes = Parameters<typeof whole>[0];

const SECTIONS: Readonly<Record<string, Changes>> = {
  'a parameter of SIMD': { types: types(functionType([V128], [])) },
  'a parameter that is a reference': { types: types(functionType([EXTERNREF], [])) },
  'a type of a struct': { types: types([0x5f, 0]) },
  'a group of recursive types': { types: types([0x4e, 1, 0x60, 0, 0]) },
  'a subtype': { types: types([0x50, 0, 0x60, 0, 0]) },
  'an imported memory': {
    imports: imported([2, 0, 1]),
    memory: [],
    functions: one(section.function, [0], [0], [1]),
    code: one(section.code, bodyBytes([]), bodyBytes([]), bodyBytes(assemble('local.get 0'))),
  },
  'an imported global': {
    imports: imported([3, 0x7f, 0]),
    functions: one(section.function, [0], [0], [1]),
    code: one(section.code, bodyBytes([]), bodyBytes([]), bodyBytes(assemble('local.get 0'))),
  },
  'an imported table': {
    imports: imported([1, FUNCREF, 0, 2]),
    table: [],
    functions: one(section.function, [0], [0], [1]),
    code: one(section.code, bodyBytes([]), bodyBytes([]), bodyBytes(assemble('local.get 0'))),
  },
  'an imported tag': { imports: imported([4, 0, 0]) },
  'two memories': { memory: one(section.memory, [0, 1], [0, 1]) },
  'a shared memory': { memory: one(section.memory, [3, 1, 2]) },
  'a memory of 64 bits': { memory: one(section.memory, [4, 1]) },
  'a memory of small pages': { memory: one(section.memory, [8, 1, 0]) },
  'two tables': { table: one(section.table, [FUNCREF, 0, 2], [FUNCREF, 0, 2]) },
  'a table of external references': { table: one(section.table, [EXTERNREF, 0, 2]), elements: [] },
  'a table with a first value': { table: one(section.table, [0x40, 0, FUNCREF, 0, 2, 0xd0, FUNCREF, 0x0b]) },
  'a table of 64 bits': { table: one(section.table, [FUNCREF, 4, 2]) },
  'a section of tags': { memory: [...one(section.memory, [0, 1]), ...sectionBytes(13, [1, 0, 0])] },
  'a global of a reference': { globals: one(section.global, [FUNCREF, 0, 0xd0, FUNCREF, 0x0b]) },
  'a global that is computed by extended constants': {
    globals: one(section.global, [0x7f, 0, ...assemble('i32.const 1 i32.const 2 i32.add'), 0x0b]),
  },
  'passive elements': { elements: one(section.element, [1, 0, 1, 1]) },
  'elements of a second table': { elements: one(section.element, [2, 0, ...zero, 0, 1, 1]) },
  'declared elements': { elements: one(section.element, [3, 0, 1, 1]) },
  'elements as expressions': { elements: one(section.element, [4, ...zero, 1, 0xd2, 1, 0x0b]) },
  'passive data': { data: one(section.data, [1, 2, 7, 8]) },
  'data of a named memory': { data: one(section.data, [2, 0, ...zero, 2, 7, 8]) },
  'data at a computed offset': {
    data: one(section.data, [0, ...assemble('i32.const 0 i32.const 0 i32.add'), 0x0b, 1, 1]),
  },
  'an export under a reserved name': {
    exports: one(section.export, [...named('memory'), 2, 0], [...named('rouged:fuel'), 0, 1]),
  },
  'no exported memory': { exports: one(section.export, [...named('run0'), 0, 1]) },
  'a function exported as memory': { exports: one(section.export, [...named('memory'), 0, 1]) },
  'a type of 65 parameters': { types: types(functionType(Array<number>(65).fill(0x7f), [])) },
};

export function forbiddenModules(): HostileModule[] {
  const withCode = (code: Bytes): Uint8Array<ArrayBuffer> =>
    whole({ code: one(section.code, bodyBytes([]), bodyBytes(code)) });
  const component = Uint8Array.from([0, ...textBytes('asm'), 0x0d, 0, 1, 0, ...unsigned(0)]);
  return [
    { name: 'a component', wasm: component },
    ...Object.entries(CODE).map(([name, code]) => ({ name, wasm: withCode(code) })),
    ...Object.entries(SECTIONS).map(([name, changed]) => ({ name, wasm: whole(changed) })),
  ];
}
