/** Modules that are small to send and long to compile: V8's compilers take time in proportion to branches x values of a function. */

import { append, assemble, type Bytes, ModuleBuilder } from '../encoder.js';
import { contract, type HostileModule } from './program.js';

/** `part` as often as it fits. */
function repeated(part: string, times: number): number[] {
  const bytes = assemble(part);
  const code: number[] = [];
  for (let count = 0; count < times; count++) append(code, bytes);
  return code;
}

function bomb(name: string, locals: number, ...codes: readonly Bytes[]): HostileModule {
  const module = contract();
  for (const [at, code] of codes.entries()) {
    const exported = at === 0 ? ['run0'] : [];
    module.func({ exported, locals: Array<'i32'>(locals).fill('i32') }, code);
  }
  return { name, wasm: module.finish() };
}

const IF = 'local.get 0 if local.get 1 local.set 2 end';
const LOOP = 'loop local.get 0 br_if 0 end';
const BRANCH = 'local.get 0 br_if 0';

function nested(name: string, depth: number): HostileModule {
  return bomb(name, 1, [...repeated('block', depth), ...repeated('end', depth)]);
}

/** Functions that take and give `values` and do nothing but call each other. @param padding bytes that pay for machine code. */
function callBomb(values: number, calls: number, { indirect = false, padding = 0 } = {}): HostileModule {
  const module = contract();
  module.table(8, 8);
  module.func({ exported: 'run0' }, []);
  const types = Array<'f64'>(values).fill('f64');
  const shape = { parameters: types, results: types };
  const call = indirect ? `i32.const 0 call_indirect ${module.type(types, types)}` : 'call 1';
  const gets = assemble(types.map((_, at) => `local.get ${at}`).join(' '));
  const each = 25_000;
  for (let left = calls; left > 0; left -= each)
    module.func(shape, append([...gets], repeated(call, Math.min(each, left))));
  if (padding > 0) module.custom('padding', Array<number>(padding).fill(0));
  return { name: `${calls} ${indirect ? 'indirect ' : ''}calls with ${values} values`, wasm: module.finish() };
}

/** More than any body may have, as one function or spread over many. */
export function compileBombs(): HostileModule[] {
  const wide = `${Array.from({ length: 1_200 }, (_, at) => at % 2).join(' ')} 0`;
  const spread = Array.from({ length: 40 }, () => repeated(IF, 1_500));
  const types = new ModuleBuilder();
  for (let count = 0; count < 30_000; count++)
    types.type(
      Array.from({ length: 15 }, (_, bit) => ((count >> bit) & 1 ? 'i32' : 'i64')),
      [],
    );
  return [
    bomb('1,000 locals and 10,000 ifs', 1_000, repeated(IF, 10_000)),
    bomb('900 locals and 12,000 loops', 900, repeated(LOOP, 12_000)),
    bomb('900 locals and 20,000 conditional branches', 900, repeated(BRANCH, 20_000)),
    bomb('50,000 locals', 50_000, repeated(BRANCH, 10)),
    bomb('a body of 200 KB', 1, repeated(IF, 20_000)),
    bomb('many functions of 1,500 ifs and 100 locals', 100, ...spread),
    bomb('a br_table of 1,200', 2, assemble(`block local.get 0 br_table ${wide} end`)),
    bomb('a thousand br_tables of 1,000', 200, repeated(`block local.get 0 br_table ${'0 '.repeat(1_000)} 0 end`, 60)),
    nested('300 nested blocks', 300),
    nested('60,000 nested blocks', 60_000),
    callBomb(64, 65_000),
    callBomb(16, 65_000),
    callBomb(16, 150_000, { padding: 600_000 }),
    callBomb(16, 100_000, { indirect: true }),
    callBomb(4, 500_000),
    bomb('12,000 functions', 0, ...Array.from({ length: 12_000 }, (): Bytes => [])),
    { name: '30,000 types', wasm: types.finish() },
  ];
}

/** As much as the limits let through in one module: still a bounded time. */
export function heaviestModules(): HostileModule[] {
  return [
    bomb('900 locals and 1,400 ifs', 900, repeated(IF, 1_400)),
    bomb('100 locals and 9,000 loops', 100, repeated(`${LOOP} ${'local.get 0 drop '.repeat(2)}`, 9_000)),
    callBomb(16, 30_000, { padding: 800_000 }),
    callBomb(16, 30_000, { indirect: true, padding: 800_000 }),
    bomb('250 nested blocks', 1, repeated('block', 250).concat(repeated('end', 250))),
  ];
}

/** A MiB of arithmetic: as heavy as ordinary code can be. @param salt makes it another module. */
export function plainModule(salt = 0): HostileModule {
  const module = contract();
  const part = `local.get 0 local.get 1 i64.const ${salt} i64.xor i64.mul local.set 0 `;
  for (let count = 0; count < 8; count++) module.func({ parameters: ['i64', 'i64'] }, repeated(part, 11_500));
  module.func({ exported: 'run0' }, []);
  return { name: 'plain arithmetic', wasm: module.finish() };
}
