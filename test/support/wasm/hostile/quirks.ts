/** Small valid programs at the edges of the rules: code that is never reached, and every way in which a NaN gets its bits. They run
 *  to their end and leave what they did in memory. */

import { assemble } from '../encoder.js';
import { ARITHMETIC_FLOAT } from '../instructions.js';
import { codeProgram, contract, type HostileProgram, programOf } from './program.js';

const DEAD: Readonly<Record<string, string>> = {
  'operands from nowhere': 'block unreachable i32.add i64.extend_i32_u drop end',
  'select from nowhere': 'block i32.const 1 br_if 0 unreachable select drop select drop end',
  'select of one known operand': 'block br 0 i64.const 1 i32.const 1 select drop end',
  'a result from nowhere': 'block i32 i32.const 5 br 0 end drop',
  'nested blocks behind a branch': 'block br 0 block i32 loop i32 i32.const 1 end end drop if else end end',
  'an if behind return': 'block i32.const 1 br_if 0 return if i32 i32.const 1 else i32.const 2 end drop end',
  'else behind unreachable': 'i32.const 0 if i32 unreachable else i32.const 3 end drop',
  'unreachable else': 'i32.const 1 if i32 i32.const 3 else unreachable end drop',
  'both parts leave': 'block i32.const 1 if br 1 else br 1 end i32.const 9 drop end',
  'a branch behind a branch': 'block br 0 br 0 br_table 0 0 return unreachable end',
  'conditional branches behind a branch': 'block i32 i32.const 1 br 0 br_if 0 end drop',
  'br_table behind a branch': 'block i32 block i32 i32.const 1 br 0 i32.const 0 br_table 0 1 end end drop',
  'replaced instructions behind a branch': 'block br 0 memory.grow drop i32.const 0 memory.copy memory.fill return end',
  'float arithmetic behind a branch': 'block br 0 f32.add f64.promote_f32 f64.sqrt drop end',
  'a call behind a branch': 'block br 0 call 0 call_indirect 0 end',
  'tee behind a branch': 'block br 0 local.tee 0 drop local.tee 0 local.set 0 end',
  'a loop that is left at once': 'loop br 1 end i32.const 1 drop',
  'a block that is never entered': 'block br 0 block block br 2 end end end',
  'the end behind return': 'return',
  'the end behind unreachable': 'i32.const 1 if return end unreachable',
  'loads and stores behind a branch': 'block br 0 f64.load offset=4 f64.store i64.load drop end',
};

export function deadCodePrograms(): HostileProgram[] {
  return Object.entries(DEAD).map(([name, text]) => {
    const module = contract();
    module.table(1, 1);
    module.type([], []);
    const store = 'i32.const 0 i32.const 0 i32.load i32.const 1 i32.add i32.store';
    module.func({ exported: 'run0', locals: ['i32'] }, assemble(`${store} ${text} ${store}`));
    return programOf(name, module);
  });
}

const NINE = Array<'i32'>(9).fill('i32');

/** Branches that move nine values: a branch costs one more where it also drops a value below them, and a br_table as much as its
 *  dearest target. */
export function wideBranches(): HostileProgram[] {
  const values = 'i32.const 3 '.repeat(9);
  const drops = 'drop '.repeat(9);
  const ways = {
    'br_table to the near one': 'i32.const 0 br_table 1 0 0',
    'br_table to the far one': 'i32.const 2 br_table 0 0 1',
    'conditional branches': 'i32.const 0 br_if 1 i32.const 1 br_if 0 br 1',
    'a branch to the far one': 'br 1',
    'a branch to the near one': 'br 0',
  };
  return Object.entries(ways).map(([name, way]) => {
    const module = contract();
    const type = module.type([], NINE);
    const loop = module.type(NINE, NINE);
    const inner = `block type=${type} i32.const 8 block type=${type} ${values} ${way} end ${drops} drop ${values} end ${drops}`;
    const turn = `${values} loop type=${loop} ${drops} i32.const 5 ${values} i32.const 0 br_if 0 br 1 end ${drops}`;
    module.func({ exported: 'run0' }, assemble(`${inner} block type=${type} ${turn} ${values} end ${drops}`));
    return programOf(`nine values: ${name}`, module);
  });
}

const PAYLOADS_32 = ['0x7fc00000', '0xffc00000', '0x7fa00000', '0xff800001', '0x7fffffff', '0x3f800000', '0x7f800000'];
const PAYLOADS_64 = [
  '0x7ff8000000000000',
  '0xfff8000000000000',
  '0x7ff4000000000000',
  '0xfff0000000000001',
  '0x3ff0000000000000',
  '0x7ff0000000000000',
];

/** A function stores the bits of every result of one instruction over pairs of NaNs and numbers. */
export function nanPrograms(): HostileProgram[] {
  const others = ['f32.abs', 'f32.neg', 'f32.copysign', 'f64.abs', 'f64.neg', 'f64.copysign'];
  return [...ARITHMETIC_FLOAT, ...others].map((name) => {
    const from = name === 'f32.demote_f64' ? 'f64' : name === 'f64.promote_f32' ? 'f32' : name.slice(0, 3);
    const payloads = from === 'f32' ? PAYLOADS_32 : PAYLOADS_64;
    const isBinary = /add|sub|mul|div|min|max|copysign/.test(name);
    let at = 0;
    const one = (first: string, second: string): string => {
      const operands = [first, ...(isBinary ? [second] : [])].map((bits) => `${from}.const bits:${bits}`);
      at += 8;
      return `i32.const ${at} ${operands.join(' ')} ${name} ${name.slice(0, 3)}.store`;
    };
    const seconds = isBinary ? payloads : ['0'];
    const text = payloads.flatMap((first) => seconds.map((second) => one(first, second))).join(' ');
    return codeProgram(`NaNs of ${name}`, text);
  });
}

/** A NaN of arithmetic that decides what happens next: its sign, its bits, a comparison. */
export function nanDecisions(): HostileProgram[] {
  const made = 'f64.const inf f64.const inf f64.sub';
  const store = 'i64.store';
  return [
    codeProgram('the sign of a NaN', `i32.const 0 f64.const 1 ${made} f64.copysign i64.reinterpret_f64 ${store}`),
    codeProgram('the bits of a NaN', `i32.const 0 ${made} i64.reinterpret_f64 ${store}`),
    codeProgram(
      'the bits of a NaN after abs and neg',
      `i32.const 0 ${made} f64.neg f64.abs f64.neg i64.reinterpret_f64 ${store}`,
    ),
    codeProgram(
      'a NaN as a condition',
      `i32.const 0 ${made} i64.reinterpret_f64 i64.const 63 i64.shr_u i32.wrap_i64 if i32 i32.const 1 else i32.const 2 end i32.store`,
    ),
    codeProgram(
      'a signalling NaN through memory',
      'i32.const 8 i64.const 0x7ff0000000000001 i64.store i32.const 0 i32.const 8 f64.load f64.store',
    ),
    codeProgram(
      'a signalling NaN through a local',
      'i32.const 0 f32.const bits:0x7f800001 local.tee 0 local.get 0 i32.const 1 select f32.store',
      ['f32'],
    ),
    codeProgram(
      'a NaN that was demoted and promoted',
      `i32.const 0 f64.const bits:0x7ff4000000000001 f32.demote_f64 f64.promote_f32 f64.store`,
    ),
  ];
}
