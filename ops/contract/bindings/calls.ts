/** Calls to other contracts. They run after this method has ended, in the order in which they were queued; the caller that they see
 *  is this contract. A call that fails takes back its own effects only. */

import { JsonObject } from './answer';
import { utf8 } from './bytes';
import { host_call_contract } from './env';

/** @param gas fuel of the call; 0 for half of this call's limit. @returns the call's number. @throws at the greatest depth, 8. */
export function queueCall(address: string, method: string, args: JsonObject, gas: u64 = 0): i32 {
  const addressBytes = utf8(address);
  const methodBytes = utf8(method);
  const argsBytes = utf8(args.toString());
  const id = host_call_contract(
    addressBytes.dataStart,
    addressBytes.length,
    methodBytes.dataStart,
    methodBytes.length,
    argsBytes.dataStart,
    argsBytes.length,
    <i64>gas,
  );
  assert(id >= 0, 'contracts call each other at most 8 deep');
  return id;
}
