/** One small program that has each kind of place at which fuel or stack can end: entries, loops, both parts of an `if`, bulk
 *  instructions, memory.grow, branches that drop many values, direct, mutual and indirect calls. Between them it writes to memory
 *  and to a global, so that a stop one instruction early or late is seen. */

import { assemble, ModuleBuilder } from './encoder.js';
import type { RandomModule } from './randomModule.js';

const note = (value: number): string =>
  `global.get 0 i32.const ${value} i32.add global.set 0 global.get 0 global.get 0 i32.store offset=64`;

export function smallProgram(): RandomModule {
  const module = new ModuleBuilder();
  module.memory(1, 4, 'memory');
  module.global('i32', true, 0, 'notes');
  module.table(3, 3);
  const many = Array<'i32'>(9).fill('i32');
  const manyType = module.type([], many);
  const odd = module.nextFunction + 1;
  const even = module.func(
    { parameters: ['i32'], results: ['i32'] },
    assemble(`${note(1)} local.get 0 i32.eqz if i32 i32.const 1 else local.get 0 i32.const 1 i32.sub call ${odd} end`),
  );
  module.func(
    { parameters: ['i32'], results: ['i32'], locals: Array<'i64'>(20).fill('i64') },
    assemble(`local.get 0 i32.eqz if ${note(2)} i32.const 0 return end local.get 0 i32.const 1 i32.sub call ${even}`),
  );
  const pairs = module.func(
    { results: many, locals: ['f64'] },
    assemble(
      `f64.const 2 f64.sqrt local.set 0 ${'i32.const 5 '.repeat(12)} local.get 0 i32.trunc_f64_s br_if 0 ${note(4)} return`,
    ),
  );
  const bulk = module.func(
    {},
    assemble(`i32.const 256 i32.const 7 i32.const 200 memory.fill ${note(8)}
      i32.const 300 i32.const 256 i32.const 130 memory.copy ${note(16)}
      i32.const 1 memory.grow drop ${note(32)} i32.const 4 memory.grow drop i32.const -1 memory.grow drop`),
  );
  module.elements(0, [even, odd, bulk]);
  const voidType = module.type([], []);
  const oneType = module.type(['i32'], ['i32']);
  module.func(
    { exported: 'run0', locals: ['i32'] },
    assemble(`loop ${note(64)}
        block block block local.get 0 br_table 0 1 2 1 end ${note(128)} br 1 end ${note(256)} end
        local.get 0 i32.const 1 i32.add local.tee 0 i32.const 4 i32.lt_u br_if 0 end
      i32.const 5 i32.const 0 call_indirect ${oneType} drop
      i32.const 3 call ${odd} if ${note(512)} else ${note(1024)} end
      call ${pairs} ${'drop '.repeat(9)}
      block type=${manyType} ${'local.get 0 '.repeat(11)} br 0 end ${'drop '.repeat(9)}
      i32.const 2 call_indirect ${voidType} ${note(2048)}`),
  );
  const calls = [{ name: 'run0', type: { parameters: [], results: [] } }];
  return { wasm: module.finish(), calls, imports: [], globals: [{ name: 'notes', type: 'i32' }] };
}
