/** A small contract for live nodes: `shout` emits two events, `fall` emits one and fails. */

import { assemble, ModuleBuilder, textBytes } from './encoder.js';

/** What `shout` emits, in its order. */
export const SHOUTED = [
  { topic: 'first', data: '{"amount":"1"}' },
  { topic: 'second', data: '' },
] as const;

export function emitterModule(): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  const emit = module.importFunction('host_emit_event', ['i32', 'i32', 'i32', 'i32'], []);
  module.memory(1, 1, 'memory');
  let at = 0;
  /** Where a text is, and its length. */
  const place = (text: string): string => {
    const bytes = textBytes(text);
    module.data(at, bytes);
    const start = at;
    at += bytes.length;
    return `i32.const ${start} i32.const ${bytes.length}`;
  };
  const calls = SHOUTED.map(({ topic, data }) => `${place(topic)} ${place(data)} call ${emit}`);
  module.func({ exported: 'shout' }, assemble(calls.join(' ')));
  module.func({ exported: 'fall' }, assemble(`${calls[0]} unreachable`));
  return module.finish();
}
