/** The instructions that a contract may use, by their names in the text format: the bytes, what follows them in the code, and
 *  for those whose type is fixed what they take and leave. WebAssembly core specification 2.0, section 5.4. */

import type { ValueType } from '../../../engine/vm/contractModule.js';

/** What follows an opcode in the code. */
export type Immediate =
  | 'none'
  | 'block'
  | 'label'
  | 'labels'
  | 'function'
  | 'indirect'
  | 'local'
  | 'global'
  | 'memory'
  | 'memories'
  | 'access'
  | 'i32'
  | 'i64'
  | 'f32'
  | 'f64';

export interface InstructionType {
  readonly name: string;
  /** One byte, or the prefix 0xfc and a number. */
  readonly code: readonly number[];
  readonly immediate: Immediate;
  /** Absent where the operands depend on the immediate or on the stack. */
  readonly type?: { readonly parameters: readonly ValueType[]; readonly results: readonly ValueType[] };
  /** Bytes that a load or store touches. */
  readonly width?: number;
}

const table = new Map<string, InstructionType>();
const byCode = new Map<number, InstructionType>();

/** One number for both spaces of opcodes. */
export const codeKey = (first: number, second = 0): number => (first === 0xfc ? 0xfc00 + second : first);

function add(entry: InstructionType): void {
  table.set(entry.name, entry);
  byCode.set(codeKey(entry.code[0] ?? 0, entry.code[1]), entry);
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** @param signature operands and results as letters, "ii:i": i and I are the integers, f and F the floats. */
function typeOf(signature: string): { parameters: readonly ValueType[]; results: readonly ValueType[] } {
  const letters: Readonly<Record<string, ValueType>> = { i: 'i32', I: 'i64', f: 'f32', F: 'f64' };
  const types = (text: string): ValueType[] =>
    [...text].map((letter) => {
      const type = letters[letter];
      if (type === undefined) throw new Error(`${letter} is no letter of a type`);
      return type;
    });
  const [parameters = '', results = ''] = signature.split(':');
  return { parameters: types(parameters), results: types(results) };
}

/** Instructions with consecutive opcodes and one signature. @returns the opcode after them. */
function addRun(first: number, prefix: string, names: string, signature: string): number {
  let code = first;
  for (const name of words(names)) {
    add({ name: `${prefix}.${name}`, code: [code++], immediate: 'none', type: typeOf(signature) });
  }
  return code;
}

const CONTROL: readonly (readonly [string, number, Immediate])[] = [
  ['unreachable', 0x00, 'none'],
  ['nop', 0x01, 'none'],
  ['block', 0x02, 'block'],
  ['loop', 0x03, 'block'],
  ['if', 0x04, 'block'],
  ['else', 0x05, 'none'],
  ['end', 0x0b, 'none'],
  ['br', 0x0c, 'label'],
  ['br_if', 0x0d, 'label'],
  ['br_table', 0x0e, 'labels'],
  ['return', 0x0f, 'none'],
  ['call', 0x10, 'function'],
  ['call_indirect', 0x11, 'indirect'],
  ['drop', 0x1a, 'none'],
  ['select', 0x1b, 'none'],
  ['local.get', 0x20, 'local'],
  ['local.set', 0x21, 'local'],
  ['local.tee', 0x22, 'local'],
  ['global.get', 0x23, 'global'],
  ['global.set', 0x24, 'global'],
];
for (const [name, code, immediate] of CONTROL) add({ name, code: [code], immediate });

const ACCESSES =
  'i32.load/i/4 i64.load/I/8 f32.load/f/4 f64.load/F/8 i32.load8_s/i/1 i32.load8_u/i/1 i32.load16_s/i/2 i32.load16_u/i/2 ' +
  'i64.load8_s/I/1 i64.load8_u/I/1 i64.load16_s/I/2 i64.load16_u/I/2 i64.load32_s/I/4 i64.load32_u/I/4 ' +
  'i32.store/i/4 i64.store/I/8 f32.store/f/4 f64.store/F/8 i32.store8/i/1 i32.store16/i/2 i64.store8/I/1 i64.store16/I/2 i64.store32/I/4';
let access = 0x28;
for (const [name = '', letter = '', width] of words(ACCESSES).map((entry) => entry.split('/'))) {
  const type = typeOf(name.includes('load') ? `i:${letter}` : `i${letter}:`);
  add({ name, code: [access++], immediate: 'access', type, width: Number(width) });
}
add({ name: 'memory.size', code: [0x3f], immediate: 'memory', type: typeOf(':i') });
add({ name: 'memory.grow', code: [0x40], immediate: 'memory', type: typeOf('i:i') });
add({ name: 'i32.const', code: [0x41], immediate: 'i32', type: typeOf(':i') });
add({ name: 'i64.const', code: [0x42], immediate: 'i64', type: typeOf(':I') });
add({ name: 'f32.const', code: [0x43], immediate: 'f32', type: typeOf(':f') });
add({ name: 'f64.const', code: [0x44], immediate: 'f64', type: typeOf(':F') });

const ORDERS = 'lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u';
const ARITHMETIC = 'add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr';
const FLOAT_UNARY = 'abs neg ceil floor trunc nearest sqrt';
const FLOAT_BINARY = 'add sub mul div min max copysign';
let code = 0x45;
for (const [prefix, letter] of [
  ['i32', 'i'],
  ['i64', 'I'],
] as const) {
  code = addRun(code, prefix, 'eqz', `${letter}:i`);
  code = addRun(code, prefix, `eq ne ${ORDERS}`, `${letter}${letter}:i`);
}
code = addRun(code, 'f32', 'eq ne lt gt le ge', 'ff:i');
code = addRun(code, 'f64', 'eq ne lt gt le ge', 'FF:i');
for (const [prefix, letter] of [
  ['i32', 'i'],
  ['i64', 'I'],
] as const) {
  code = addRun(code, prefix, 'clz ctz popcnt', `${letter}:${letter}`);
  code = addRun(code, prefix, ARITHMETIC, `${letter}${letter}:${letter}`);
}
for (const [prefix, letter] of [
  ['f32', 'f'],
  ['f64', 'F'],
] as const) {
  code = addRun(code, prefix, FLOAT_UNARY, `${letter}:${letter}`);
  code = addRun(code, prefix, FLOAT_BINARY, `${letter}${letter}:${letter}`);
}
code = addRun(code, 'i32', 'wrap_i64', 'I:i');
code = addRun(code, 'i32', 'trunc_f32_s trunc_f32_u', 'f:i');
code = addRun(code, 'i32', 'trunc_f64_s trunc_f64_u', 'F:i');
code = addRun(code, 'i64', 'extend_i32_s extend_i32_u', 'i:I');
code = addRun(code, 'i64', 'trunc_f32_s trunc_f32_u', 'f:I');
code = addRun(code, 'i64', 'trunc_f64_s trunc_f64_u', 'F:I');
code = addRun(code, 'f32', 'convert_i32_s convert_i32_u', 'i:f');
code = addRun(code, 'f32', 'convert_i64_s convert_i64_u', 'I:f');
code = addRun(code, 'f32', 'demote_f64', 'F:f');
code = addRun(code, 'f64', 'convert_i32_s convert_i32_u', 'i:F');
code = addRun(code, 'f64', 'convert_i64_s convert_i64_u', 'I:F');
code = addRun(code, 'f64', 'promote_f32', 'f:F');
code = addRun(code, 'i32', 'reinterpret_f32', 'f:i');
code = addRun(code, 'i64', 'reinterpret_f64', 'F:I');
code = addRun(code, 'f32', 'reinterpret_i32', 'i:f');
code = addRun(code, 'f64', 'reinterpret_i64', 'I:F');
code = addRun(code, 'i32', 'extend8_s extend16_s', 'i:i');
code = addRun(code, 'i64', 'extend8_s extend16_s extend32_s', 'I:I');
if (code !== 0xc5) throw new Error('the list of instructions does not end where the standard does');

const SATURATING =
  'i32.trunc_sat_f32_s/f:i i32.trunc_sat_f32_u/f:i i32.trunc_sat_f64_s/F:i i32.trunc_sat_f64_u/F:i ' +
  'i64.trunc_sat_f32_s/f:I i64.trunc_sat_f32_u/f:I i64.trunc_sat_f64_s/F:I i64.trunc_sat_f64_u/F:I';
for (const [at, entry] of words(SATURATING).entries()) {
  const [name = '', signature = ''] = entry.split('/');
  add({ name, code: [0xfc, at], immediate: 'none', type: typeOf(signature) });
}
add({ name: 'memory.copy', code: [0xfc, 10], immediate: 'memories', type: typeOf('iii:') });
add({ name: 'memory.fill', code: [0xfc, 11], immediate: 'memory', type: typeOf('iii:') });

/** All of them, in the order of their opcodes. */
export const INSTRUCTIONS: readonly InstructionType[] = [...table.values()];

/** @throws for a name that no instruction has. */
export function instructionNamed(name: string): InstructionType {
  const entry = table.get(name);
  if (entry === undefined) throw new Error(`${name} is no instruction`);
  return entry;
}

export const instructionWithCode = (first: number, second = 0): InstructionType | undefined =>
  byCode.get(codeKey(first, second));

/** Floating-point instructions whose result may be a NaN that the standard does not determine. */
export const ARITHMETIC_FLOAT: ReadonlySet<string> = new Set([
  ...['f32', 'f64'].flatMap((type) =>
    words('add sub mul div sqrt min max ceil floor trunc nearest').map((name) => `${type}.${name}`),
  ),
  'f32.demote_f64',
  'f64.promote_f32',
]);
