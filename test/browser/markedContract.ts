/** A contract that says one text wherever a contract can say something: in the name of a method, in events, its log, what it returns
 *  and keeps, in the name of the function that fails. */

import { assemble, ModuleBuilder, textBytes } from '../support/wasm/encoder.js';

/** Where the text lies in its memory, and an empty place behind it. */
const AT = 16;
const KEY = 8;

/** A method named as the text says it everywhere. `once` says it too; called a second time it fails. */
export function markedContract(text: string): Uint8Array {
  const bytes = textBytes(text);
  const module = new ModuleBuilder();
  const take = (name: string, pairs: number, results: readonly 'i32'[] = []): number =>
    module.importFunction(name, Array<'i32'>(2 * pairs).fill('i32'), results);
  const emit = take('host_emit_event', 2);
  const write = take('host_storage_write', 2);
  const log = take('host_log', 1);
  const answer = take('host_set_return', 1);
  const read = take('host_storage_read', 2, ['i32']);
  module.memory(1, 1, 'memory');
  module.data(AT, bytes);
  const place = `i32.const ${AT} i32.const ${bytes.length}`;
  const say = `${place} ${place} call ${emit} ${place} ${place} call ${write} ${place} call ${log} ${place} call ${answer}`;
  module.func({ exported: text }, assemble(say));
  const key = `i32.const ${KEY} i32.const 1`;
  const wasThere = `${key} i32.const ${AT + bytes.length} i32.const 0 call ${read} i32.const -1 i32.ne`;
  const fail = `if ${place} call ${log} unreachable end`;
  const once = module.func({ exported: 'once' }, assemble(`${wasThere} ${fail} ${key} ${place} call ${write} ${say}`));
  module.nameFunction(once, text);
  return module.finish();
}
