/** Calls of other contracts: they are queued, and run when the caller has ended. */

import { code, type HostFrame, HostTrap } from './hostFrame.js';
import { type HostTable, hostFunction } from './hostFunction.js';

const UNKNOWN = -1;
const FAILED = -2;
const TOO_SMALL = -3;

/** Bytes of each text of a call: a receipt keeps the first two, and the arguments are read as JSON. */
export const MAX_ADDRESS_BYTES = 128;
export const MAX_METHOD_BYTES = 256;
export const MAX_ARGS_BYTES = 65_536;

function bounded(what: string, length: number, most: number): void {
  if (length >>> 0 > most) throw new HostTrap(`${what} of a call of ${length >>> 0} bytes, the limit is ${most}`);
}

function callContract(
  frame: HostFrame,
  address: number,
  addressLength: number,
  method: number,
  methodLength: number,
  args: number,
  argsLength: number,
  gas: bigint,
): number {
  frame.charge('queueCall', (addressLength >>> 0) + (methodLength >>> 0) + (argsLength >>> 0));
  bounded('the address', addressLength, MAX_ADDRESS_BYTES);
  bounded('the method', methodLength, MAX_METHOD_BYTES);
  bounded('the JSON', argsLength, MAX_ARGS_BYTES);
  const number = frame.scene.queueCall(
    frame.text(address, addressLength),
    frame.text(method, methodLength),
    frame.text(args, argsLength),
    gas,
  );
  return number ?? code.absent;
}

function callResult(frame: HostFrame, id: number, buffer: number, capacity: number): number {
  frame.charge('text');
  const result = frame.scene.callResult(id);
  if (typeof result === 'string') return result === 'unknown' ? UNKNOWN : FAILED;
  frame.charge('text', result.length);
  return frame.fill(buffer, capacity, result, TOO_SMALL);
}

export const calls: HostTable = {
  host_call_contract: hostFunction('iiiiiil>i', callContract),
  host_get_call_result: hostFunction('iii>i', callResult),
};
