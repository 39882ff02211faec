/** Calls without an end, in the shapes that use a native stack in different ways. Each counts its depth in memory, so that the depth
 *  at which it was stopped is part of what is compared: it must not depend on the compiler. */

import type { ValueType } from '../../../../engine/vm/contractModule.js';
import { assemble, type FunctionShape } from '../encoder.js';
import { contract, type HostileProgram, programOf } from './program.js';

const COUNT = 'i32.const 0 i32.const 0 i32.load i32.const 1 i32.add i32.store';

const fill = (type: ValueType, count: number): ValueType[] => Array<ValueType>(count).fill(type);
const each = (count: number, text: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => text(at)).join(' ');

/** `run0` calls function 1 with zeros, which is made of the count, `before`, a call of itself, and `after`. */
function recursive(name: string, shape: FunctionShape, before: string, after: string): HostileProgram {
  const module = contract();
  const zeros = (shape.parameters ?? []).map((type) => `${type}.const 0`).join(' ');
  const drops = 'drop '.repeat(shape.results?.length ?? 0);
  module.func({ exported: 'run0' }, assemble(`${zeros} call 1 ${drops}`));
  module.func(shape, assemble(`${COUNT} ${before} call 1 ${after}`));
  return programOf(name, module);
}

/** Pure values of which a compiler may keep each one from before the call to after it. */
function pureValues(type: 'i32' | 'f64', count: number): HostileProgram {
  const value = (at: number): string =>
    type === 'i32'
      ? `local.get 0 i32.const ${at + 3} i32.mul local.get 1 i32.xor local.set 1`
      : `local.get 0 f64.convert_i32_s f64.const ${at + 3} f64.mul local.get 2 f64.add local.set 2`;
  const shape: FunctionShape = { parameters: ['i32'], results: ['i32'], locals: ['i32', 'f64'] };
  const end = 'local.get 2 i32.trunc_sat_f64_s local.get 1 i32.add i32.add';
  const argument = 'local.get 0 i32.const 1 i32.add';
  return recursive(
    `${count} pure ${type} values`,
    shape,
    `${each(count, value)} ${argument}`,
    `${each(count, value)} ${end}`,
  );
}

function mutual(): HostileProgram {
  const module = contract();
  module.func({ exported: 'run0' }, assemble(`${COUNT} call 1`));
  module.func({}, assemble(`${COUNT} call 2 call 2`));
  module.func({ locals: fill('i64', 5) }, assemble(`${COUNT} call 0 call 1`));
  return programOf('mutual recursion', module);
}

function indirect(): HostileProgram {
  const module = contract();
  module.table(2, 2);
  const type = module.type([], []);
  module.func({ exported: 'run0' }, assemble(`${COUNT} i32.const 1 call_indirect ${type}`));
  module.func({}, assemble(`${COUNT} i32.const 0 call_indirect ${type}`));
  module.elements(0, [0, 1]);
  return programOf('indirect recursion', module);
}

function inStart(): HostileProgram {
  const module = contract();
  module.func({ exported: 'run0' }, assemble('nop'));
  module.func({}, assemble(`${COUNT} call 1`));
  module.start(1);
  return programOf('recursion in the start section', module);
}

export function recursions(): HostileProgram[] {
  const gets = (count: number): string => each(count, (at) => `local.get ${at}`);
  return [
    recursive('direct recursion', {}, '', ''),
    mutual(),
    indirect(),
    inStart(),
    recursive('16 parameters', { parameters: fill('i64', 16) }, gets(16), ''),
    recursive('16 float parameters', { parameters: fill('f64', 16) }, gets(16), ''),
    recursive('16 results', { results: fill('i64', 16) }, '', ''),
    recursive('16 parameters and results', { parameters: fill('i64', 16), results: fill('i64', 16) }, gets(16), ''),
    recursive('16 floats and results', { parameters: fill('f64', 16), results: fill('f64', 16) }, gets(16), ''),
    recursive(
      '900 locals',
      { locals: fill('i64', 900) },
      each(900, (at) => `i64.const ${at} local.set ${at}`),
      gets(900) + ' drop'.repeat(900),
    ),
    recursive('800 operands', {}, 'i32.const 0 i32.load '.repeat(800), 'drop '.repeat(800)),
    recursive('a loop around the call', {}, 'loop', 'br 0 end'),
    recursive('200 blocks around the call', {}, 'block '.repeat(200), 'end '.repeat(200)),
    pureValues('i32', 4_000),
    pureValues('f64', 2_500),
  ];
}
