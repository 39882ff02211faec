/** Modules that the standard does not allow, each for one reason, which is its name. */

import {
  assemble,
  type Bytes,
  bodyBytes,
  instruction,
  MAGIC,
  moduleOf,
  named,
  padded,
  section,
  sectionBytes,
  textBytes,
  unsigned,
  VERSION,
  vector,
} from '../encoder.js';
import type { HostileModule } from './program.js';

export interface InvalidModule extends HostileModule {
  /** The function whose code is wrong; undefined where the fault lies elsewhere. */
  readonly function?: number;
}

const I32 = 0x7f;
const I64 = 0x7e;
const F32 = 0x7d;
const functionType = (parameters: Bytes, results: Bytes): number[] => [
  0x60,
  ...unsigned(parameters.length),
  ...parameters,
  ...unsigned(results.length),
  ...results,
];

const zero: Bytes = [...assemble('i32.const 0'), 0x0b];

/** A valid module, section by section; a broken one replaces or adds some of them. */
const parts = {
  types: sectionBytes(section.type, vector([functionType([], []), functionType([I32], [I32])])),
  imports: sectionBytes(section.import, vector([[...named('env'), ...named('host'), 0, 0]])),
  functions: sectionBytes(section.function, vector([[0], [1]])),
  table: sectionBytes(section.table, vector([[0x70, 0, 2]])),
  memory: sectionBytes(section.memory, vector([[0, 1]])),
  globals: sectionBytes(
    section.global,
    vector([
      [I32, 1, ...zero],
      [I64, 0, ...assemble('i64.const 5'), 0x0b],
    ]),
  ),
  exports: sectionBytes(
    section.export,
    vector([
      [...named('memory'), 2, 0],
      [...named('run0'), 0, 1],
    ]),
  ),
  start: [] as number[],
  elements: sectionBytes(section.element, vector([[0, ...zero, 1, 1]])),
  dataCount: [] as number[],
  code: sectionBytes(section.code, vector([bodyBytes(assemble('nop')), bodyBytes(assemble('local.get 0'))])),
  data: sectionBytes(section.data, vector([[0, ...zero, 2, 7, 8]])),
};

type Parts = typeof parts;

export const whole = (changed: Partial<Parts> = {}): Uint8Array<ArrayBuffer> =>
  moduleOf(...Object.values({ ...parts, ...changed }));

const one = (id: number, ...items: readonly Bytes[]): number[] => sectionBytes(id, vector(items));

/** The valid module with one section changed. */
const SECTIONS: Readonly<Record<string, Partial<Parts>>> = {
  'a type that is no function': { types: one(section.type, [0x50, 0, 0], functionType([I32], [I32])) },
  'a value type that is none': { types: one(section.type, functionType([0x75], []), functionType([I32], [I32])) },
  'a type that ends in its parameters': { types: sectionBytes(section.type, [1, 0x60, 3, I32]) },
  'a count of types beyond the section': { types: sectionBytes(section.type, [200, 1, 0x60, 0, 0]) },
  'bytes behind the last type': {
    types: sectionBytes(section.type, [...vector([functionType([], []), functionType([I32], [I32])]), 0]),
  },
  'an import of a kind that is none': { imports: one(section.import, [...named('env'), ...named('host'), 9, 0]) },
  'an import of a type that is not there': { imports: one(section.import, [...named('env'), ...named('host'), 0, 2]) },
  'an import whose name is no UTF-8': { imports: one(section.import, [...named('env'), 2, 0xc3, 0x28, 0, 0]) },
  'an import whose module is no UTF-8': { imports: one(section.import, [1, 0xff, ...named('host'), 0, 0]) },
  'an import whose name is longer than the section': { imports: one(section.import, [...named('env'), 100, 1, 0, 0]) },
  'a surrogate in a name': { imports: one(section.import, [...named('env'), 3, 0xed, 0xa0, 0x80, 0, 0]) },
  'a name in too many bytes': { imports: one(section.import, [...named('env'), 2, 0xc0, 0x80, 0, 0]) },
  'a function of a type that is not there': { functions: one(section.function, [0], [7]) },
  'functions without code': { code: [] },
  'code without functions': { functions: [], exports: [], elements: [] },
  'fewer bodies than functions': { code: one(section.code, bodyBytes([])) },
  'more bodies than functions': {
    code: one(section.code, bodyBytes([]), bodyBytes(assemble('local.get 0')), bodyBytes([])),
  },
  'a table of no references': { table: one(section.table, [I32, 0, 2]) },
  'a table whose maximum is below its minimum': { table: one(section.table, [0x70, 1, 5, 4]) },
  'a table with strange limits': { table: one(section.table, [0x70, 9, 1]) },
  'a memory whose maximum is below its minimum': { memory: one(section.memory, [1, 2, 1]) },
  'a memory of 65,537 pages': { memory: one(section.memory, [0, ...unsigned(65_537)]) },
  'a memory that may have 65,537 pages': { memory: one(section.memory, [1, 1, ...unsigned(65_537)]) },
  'a memory with strange limits': { memory: one(section.memory, [0x20, 1]) },
  'a global of a type that is none': { globals: one(section.global, [0x11, 0, ...zero]) },
  'a global that is neither constant nor mutable': { globals: one(section.global, [I32, 2, ...zero]) },
  'a global whose value has another type': {
    globals: one(section.global, [I64, 1, ...zero], [I64, 0, ...assemble('i64.const 5'), 0x0b]),
  },
  'a global without a value': { globals: one(section.global, [I32, 1, 0x0b]) },
  'a global with two values': { globals: one(section.global, [I32, 1, ...assemble('i32.const 1 i32.const 2'), 0x0b]) },
  'a global whose value does not end': {
    globals: sectionBytes(section.global, [1, I32, 1, ...assemble('i32.const 1')]),
  },
  'a global that is computed': { globals: one(section.global, [I32, 1, ...assemble('i32.const 1 i32.eqz'), 0x0b]) },
  'a global that reads itself': { globals: one(section.global, [I32, 1, ...assemble('global.get 0'), 0x0b]) },
  'two exports of one name': { exports: one(section.export, [...named('memory'), 2, 0], [...named('memory'), 0, 1]) },
  'the memory exported twice under one name': {
    exports: one(section.export, [...named('memory'), 2, 0], [...named('memory'), 2, 0]),
  },
  'an exported function that is not there': {
    exports: one(section.export, [...named('memory'), 2, 0], [...named('run0'), 0, 3]),
  },
  'an exported table that is not there': {
    exports: one(section.export, [...named('memory'), 2, 0], [...named('t'), 1, 1]),
  },
  'an exported memory that is not there': { exports: one(section.export, [...named('memory'), 2, 1]) },
  'an exported global that is not there': {
    exports: one(section.export, [...named('memory'), 2, 0], [...named('g'), 3, 2]),
  },
  'an export of a kind that is none': {
    exports: one(section.export, [...named('memory'), 2, 0], [...named('g'), 7, 0]),
  },
  'an export whose name is no UTF-8': { exports: one(section.export, [...named('memory'), 2, 0], [1, 0x80, 0, 1]) },
  'a start function that is not there': { start: sectionBytes(section.start, [3]) },
  'a start function with a parameter': { start: sectionBytes(section.start, [2]) },
  'bytes behind the start function': { start: sectionBytes(section.start, [1, 0]) },
  'elements without a table': { table: [] },
  'an element that is not there': { elements: one(section.element, [0, ...zero, 1, 3]) },
  'elements at an offset of another type': {
    elements: one(section.element, [0, ...assemble('i64.const 0'), 0x0b, 1, 1]),
  },
  'elements of a kind that is none': { elements: one(section.element, [8, ...zero, 1, 1]) },
  'elements that end too early': { elements: sectionBytes(section.element, [1, 0, ...zero, 5, 1]) },
  'data without a memory': { memory: [], exports: [] },
  'data at an offset of another type': { data: one(section.data, [0, ...assemble('f32.const 0'), 0x0b, 1, 1]) },
  'data that ends too early': { data: sectionBytes(section.data, [1, 0, ...zero, 9, 1]) },
  'data of a kind that is none': { data: one(section.data, [3, ...zero, 1, 1]) },
  'a data count that is not the count': { dataCount: sectionBytes(12, [2]) },
  'a data count without data': { dataCount: sectionBytes(12, [1]), data: [] },
};

/** Wrong as a sequence of bytes. */
const BYTES: Readonly<Record<string, Bytes>> = {
  'another magic number': [0, 0x61, 0x73, 0x6e, ...VERSION],
  'version 2': [...MAGIC, 2, 0, 0, 0],
  'half a header': [...MAGIC, 1, 0],
  'text instead of a module': textBytes('(module (memory (export "memory") 1))'),
  'a section that is none': [...MAGIC, ...VERSION, 14, 0],
  'a section longer than the module': [...MAGIC, ...VERSION, section.type, 5, 1, 0x60, 0, 0],
  'a section length in six bytes': [...MAGIC, ...VERSION, section.type, ...padded(4, 6), 1, 0x60, 0, 0],
  'a section length of more than 32 bits': [
    ...MAGIC,
    ...VERSION,
    section.type,
    0xff,
    0xff,
    0xff,
    0xff,
    0x1f,
    1,
    0x60,
    0,
    0,
  ],
  'a section length that does not end': [...MAGIC, ...VERSION, section.type, 0x84],
  'a custom section without a name': [...MAGIC, ...VERSION, section.custom, 0],
  'a custom section whose name is too long': [...MAGIC, ...VERSION, section.custom, 2, 5, 0x61],
  'a custom section whose name is no UTF-8': [...MAGIC, ...VERSION, section.custom, 3, 2, 0xff, 0xff],
  'functions before types': [...whole()].slice(0, 8).concat(parts.functions, parts.types),
  'exports before the memory': [...whole({ memory: [], exports: [...parts.exports, ...parts.memory] })],
  'two type sections': [...whole({ types: [...parts.types, ...parts.types] })],
  'two memory sections': [...whole({ memory: [...parts.memory, ...parts.memory] })],
  'two code sections': [...whole({ code: [...parts.code, ...parts.code] })],
  'the start behind the code': [...whole({ code: [...parts.code, ...sectionBytes(section.start, [1])] })],
  'the data count behind the code': [...whole({ code: [...parts.code, ...sectionBytes(12, [1])] })],
};

/** Code of the last function, which has the type i32 -> i32; function 1 is [] -> [], type 0 and 1 are theirs. */
const CODE: Readonly<Record<string, Bytes>> = {
  'an operand that is missing': assemble('local.get 0 i32.add'),
  'an operand of another type': assemble('local.get 0 i64.const 1 i32.add'),
  'a result that is missing': assemble('nop'),
  'a result of another type': assemble('i64.const 1'),
  'a value left behind': assemble('local.get 0 local.get 0'),
  'a local that is not there': assemble('local.get 1'),
  'a local set to another type': assemble('f32.const 1 local.set 0 local.get 0'),
  'a tee of another type': assemble('f32.const 1 local.tee 0'),
  'a global that is not there': assemble('global.get 2'),
  'a constant that is set': assemble('i64.const 1 global.set 1 local.get 0'),
  'a global set to another type': assemble('i64.const 1 global.set 0 local.get 0'),
  'a label that is not there': assemble('local.get 0 br 1'),
  'a conditional label that is not there': assemble('local.get 0 local.get 0 br_if 9'),
  'a br_table with a label that is not there': assemble('local.get 0 local.get 0 br_table 0 4 0'),
  'a br_table whose targets take different values': assemble(
    'block local.get 0 local.get 0 br_table 0 1 end local.get 0',
  ),
  'a br_table whose targets take different types': assemble(
    'block i64 local.get 0 local.get 0 br_table 1 0 end drop local.get 0',
  ),
  'a br_table with a wide index': assemble('local.get 0 i64.const 0 br_table 0 0'),
  'a branch with a value of another type': assemble('i64.const 0 br 0'),
  'a condition of another type': assemble('local.get 0 f32.const 0 br_if 0'),
  'an if of another type': assemble('i64.const 0 if nop end local.get 0'),
  'an if without a condition': assemble('if nop end local.get 0'),
  'an if with a result and no else': assemble('local.get 0 if i32 i32.const 1 end'),
  'an if whose parts differ': assemble('local.get 0 if i32 i32.const 1 else i64.const 1 end'),
  'an else without an if': assemble('block else end local.get 0'),
  'an else without anything': assemble('else local.get 0'),
  'two elses': assemble('local.get 0 if nop else nop else nop end local.get 0'),
  'a block without its result': assemble('block i32 end'),
  'a block that leaves too much': assemble('block local.get 0 end local.get 0'),
  'a block that takes from outside': assemble('local.get 0 block drop end local.get 0'),
  'a block of a type that is not there': assemble('block type=5 end local.get 0'),
  'a block of a negative type': [0x02, 0x70 - 0x40, ...assemble('end local.get 0')],
  'a block without its parameter': assemble('block type=1 end'),
  'a loop whose parameter has another type': assemble('i64.const 0 loop type=1 end'),
  'a block without its end': assemble('block local.get 0'),
  'a function that is not there': assemble('local.get 0 call 3'),
  'a call without its argument': assemble('call 2'),
  'a call with an argument of another type': assemble('f64.const 1 call 2'),
  'an indirect call of a type that is not there': assemble('local.get 0 i32.const 0 call_indirect 2'),
  'an indirect call with a wide index': assemble('local.get 0 i64.const 0 call_indirect 1'),
  'an indirect call without its index': assemble('call_indirect 1'),
  'an alignment above the natural one': assemble('local.get 0 i32.load align=8'),
  'an alignment of 2^32': [...assemble('local.get 0'), 0x28, 0x20, 0],
  'an offset of more than 32 bits': [...assemble('local.get 0'), 0x28, 2, 0xff, 0xff, 0xff, 0xff, 0x1f],
  'an offset in six bytes': [...assemble('local.get 0'), 0x28, 2, ...padded(1, 6)],
  'a load from a wide address': assemble('i64.const 0 i32.load'),
  'a store with its operands exchanged': assemble('f32.const 0 i32.const 0 f32.store local.get 0'),
  'a store without a value': assemble('i32.const 0 i32.store local.get 0'),
  'a select of two types': assemble('local.get 0 i64.const 1 i32.const 1 select'),
  'a select without a condition': assemble('local.get 0 local.get 0 select'),
  'a drop of nothing': assemble('drop local.get 0'),
  'a return without its value': assemble('return'),
  'a return of another type': assemble('f64.const 1 return'),
  'a constant in six bytes': [0x41, ...padded(1, 6)],
  'a constant of more than 32 bits': [0x41, 0xff, 0xff, 0xff, 0xff, 0x1f],
  'a wide constant in eleven bytes': [0x42, ...padded(1, 11), ...assemble('drop local.get 0')],
  'a wide constant of more than 64 bits': [0x42, ...Array<number>(9).fill(0xff), 0x3f, ...assemble('drop local.get 0')],
  'a float constant that is cut off': [0x43, 0, 0],
  'an instruction that is none': [0xff, ...assemble('local.get 0')],
  'an instruction of 1.0 that is none': [0x16, ...assemble('local.get 0')],
  'a prefixed instruction that is none': [0xfc, 0x40, ...assemble('local.get 0')],
  'a fill without its length': assemble('i32.const 0 i32.const 0 memory.fill local.get 0'),
  'a copy of a wide length': assemble('i32.const 0 i32.const 0 i64.const 0 memory.copy local.get 0'),
  'growth by a float': assemble('f32.const 1 memory.grow'),
  'code behind the end': [...assemble('local.get 0'), 0x0b, ...assemble('nop')],
  'two ends': [...assemble('local.get 0'), 0x0b],
  'an operand of another type behind a trap': assemble('unreachable i64.const 1 i32.add'),
  'a value left behind after a trap': assemble('unreachable i32.const 0 i32.const 0'),
  'a result of another type behind a branch': assemble('block br 0 i64.const 1 end'),
  'an else of another type behind a trap': assemble('local.get 0 if i32 unreachable else f32.const 1 end'),
  'a select of two types behind a trap': assemble('unreachable f32.const 1 i64.const 1 i32.const 0 select drop'),
  'a branch of another type behind a trap': assemble('unreachable i64.const 1 br_if 0'),
  'a label that is not there behind a trap': assemble('unreachable br 7'),
  'a local that is not there behind a trap': assemble('unreachable local.get 70'),
  'an alignment above the natural one behind a trap': assemble('unreachable i64.load align=16'),
  'a block behind a trap that takes from outside': assemble('unreachable block drop end'),
  'a block behind a trap without its result': assemble('unreachable block i32 end'),
  'a loop behind a branch with an operand missing': assemble(
    'block br 0 loop i32.const 1 i32.add drop end end local.get 0',
  ),
  'an if behind a return with an operand missing': assemble(
    'local.get 0 return i32.const 1 if i32 i32.eqz else i32.const 1 end',
  ),
  'an else behind a trap with an operand missing': assemble(
    'unreachable i32.const 1 if i32 i32.const 1 else i32.eqz end',
  ),
  'a float result for an integer instruction': assemble('local.get 0 f32.sqrt'),
  'a sign extension of a wide value': assemble('i64.const 1 i32.extend8_s'),
};

/** Locals of the last function. */
const LOCALS: Readonly<Record<string, Bytes>> = {
  'a local of a type that is none': [1, 1, 0x22],
  'locals beyond 2^32': [2, 0xff, 0xff, 0xff, 0xff, 0x0f, F32, 0xff, 0xff, 0xff, 0xff, 0x0f, F32],
  'more groups of locals than there are': [9, 1, F32],
};

const LAST = 2;

const withBody = (body: Bytes): Uint8Array<ArrayBuffer> =>
  whole({ code: one(section.code, bodyBytes(instruction('nop')), body) });

/** A body whose length is not that of its code. */
const LENGTHS: Readonly<Record<string, number>> = { 'a body that is too short': -1, 'a body that is too long': 1 };

export function invalidModules(): InvalidModule[] {
  const content: Bytes = [0, ...assemble('local.get 0'), 0x0b];
  return [
    ...Object.entries(BYTES).map(([name, bytes]) => ({ name, wasm: Uint8Array.from(bytes) })),
    ...Object.entries(SECTIONS).map(([name, changed]) => ({ name, wasm: whole(changed) })),
    ...Object.entries(CODE).map(([name, code]) => ({ name, wasm: withBody(bodyBytes(code)), function: LAST })),
    ...Object.entries(LOCALS).map(([name, locals]) => ({
      name,
      wasm: withBody(bodyBytes(assemble('local.get 0'), locals)),
      function: LAST,
    })),
    ...Object.entries(LENGTHS).map(([name, more]) => ({ name, wasm: withBody([content.length + more, ...content]) })),
  ];
}
