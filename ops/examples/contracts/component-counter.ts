/** The counter as a component: it exports one function, `call`, and decides itself what its methods are.
 *
 *    rouged contract build component-counter.ts --component */

import { attachedAmount, emit, fail, ok, storageRead, storageWrite, textAt } from 'rouged/component';

function stored(): u64 {
  const value = storageRead('count');
  return value === null ? 0 : load<u64>(value.dataStart);
}

function turn(): usize {
  if (attachedAmount() !== 0) return fail('this method takes no payment');
  const value = new Uint8Array(8);
  store<u64>(value.dataStart, stored() + 1);
  storageWrite('count', value);
  emit('turned', stored().toString());
  return ok('null');
}

/** @returns the address of a `result<string, string>`. */
export function call(method: usize, methodBytes: i32, _args: usize, _argsBytes: i32): usize {
  const name = textAt(method, methodBytes);
  if (name === 'turn') return turn();
  if (name === 'show') return ok(stored().toString());
  return fail(`there is no method ${name}`);
}
