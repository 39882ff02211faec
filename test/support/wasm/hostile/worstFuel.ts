/** Endless loops of what takes longest for its fuel. Each must end with its fuel. */

import { assemble } from '../encoder.js';
import { contract, type HostileProgram, programOf } from './program.js';

const MOST_PAGES = 32;

interface Shape {
  /** How often the body stands in the loop. */
  readonly repeat?: number;
  readonly pages?: number;
  /** Code before the loop. */
  readonly before?: string;
}

/** @param text body of the loop, with locals 0 (i32), 1 (i64), 2 (f32), 3 (f64). */
function endless(name: string, text: string, { repeat = 50, pages = 1, before = '' }: Shape = {}): HostileProgram {
  const module = contract(pages, pages);
  module.table(4, 4);
  const type = module.type([], []);
  module.func({}, assemble('nop'));
  module.elements(0, [0, 0, 0, 0]);
  const body = `${text} `.repeat(repeat).replaceAll('TYPE', String(type));
  const locals = ['i32', 'i64', 'f32', 'f64'] as const;
  const start = `${before} i32.const 64 local.set 0 f64.const 3 local.set 3`;
  module.func({ exported: 'run0', locals }, assemble(`${start} loop ${body} br 0 end`));
  return programOf(name, module);
}

const LINE_BYTES = 64;

/** Each line of the processor's cache holds the address of another, and all of them are one ring: no processor can load ahead. The
 *  next line is (20077 n + 12345) modulo their number, which visits all of them when that is a power of two. */
function ring(pages: number): HostileProgram {
  const lines = (pages * 65_536) / LINE_BYTES;
  const before = `loop local.get 0 i32.const ${LINE_BYTES} i32.mul
    local.get 0 i32.const 20077 i32.mul i32.const 12345 i32.add i32.const ${lines - 1} i32.and i32.const ${LINE_BYTES} i32.mul i32.store
    local.get 0 i32.const 1 i32.add local.tee 0 i32.const ${lines} i32.lt_u br_if 0 end`;
  // One load takes its address from the other, with no instruction between them to pay for.
  const chase = `local.get 0 ${'i32.load '.repeat(1_000)} local.set 0`;
  return endless(`dependent loads over ${pages} pages`, chase, { pages, before, repeat: 1 });
}

export function worstPrograms(): HostileProgram[] {
  return [
    ring(MOST_PAGES),
    ring(16),
    endless('memory.fill of nothing', 'i32.const 0 i32.const 0 i32.const 0 memory.fill'),
    endless('memory.fill of a page', 'i32.const 0 local.get 0 i32.const 65536 memory.fill'),
    endless('memory.copy of nothing', 'i32.const 0 i32.const 0 i32.const 0 memory.copy'),
    endless('memory.copy of half a page', 'i32.const 1 i32.const 0 i32.const 32768 memory.copy'),
    endless('memory.grow by nothing', 'i32.const 0 memory.grow drop'),
    endless('memory.grow that fails', 'i32.const 1 memory.grow drop'),
    endless('memory.grow beyond 32 bits', 'i32.const -1 memory.grow drop'),
    endless(
      'reinterpret pairs',
      `local.get 2 ${'i32.reinterpret_f32 f32.reinterpret_i32 '.repeat(20)} local.set 2
       local.get 3 ${'i64.reinterpret_f64 f64.reinterpret_i64 '.repeat(20)} local.set 3`,
    ),
    endless('branches to the function that are never taken', 'i32.const 0 br_if 1'),
    endless('i32 division', 'local.get 0 i32.const 3 i32.div_s i32.const 12345 i32.add local.set 0'),
    endless('i64 remainder', 'i64.const -7 local.get 1 i64.const 3 i64.or i64.rem_u local.set 1'),
    endless('square roots', 'local.get 3 f64.sqrt f64.const 1e9 f64.add local.set 3'),
    endless('f64 division', 'f64.const 3 local.get 3 f64.div local.set 3'),
    endless('rounding', 'local.get 3 f64.nearest f64.ceil f64.floor f64.trunc local.set 3'),
    endless('saturating conversions', 'local.get 3 i64.trunc_sat_f64_u f64.convert_i64_u local.set 3'),
    endless('calls', 'call 0'),
    endless('indirect calls', 'local.get 0 i32.const 3 i32.and call_indirect TYPE'),
    endless(
      'br_table',
      'block block block local.get 0 br_table 0 1 2 0 1 2 end end end local.get 0 i32.const 1 i32.add local.set 0',
    ),
    endless('empty loops', 'loop end'),
    endless('empty ifs', 'local.get 0 if else end'),
    endless('population counts', 'local.get 1 i64.popcnt i64.clz i64.ctz local.set 1'),
    endless(
      'far stores',
      `local.get 0 i32.const 69069 i32.mul i32.const 1 i32.add local.tee 0 i32.const ${MOST_PAGES * 65_536 - 8}
      i32.and local.get 1 i64.store`,
      { repeat: 20, pages: MOST_PAGES },
    ),
  ];
}
