/** How a thread hands its answer to Piscina: its buffers change hands, nothing is cloned. */

import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { PacketResult } from '../verify/packets.js';

/** @param buffers all memory that `value` is a view of. */
export const moved = <Value extends object>(value: Value, buffers: readonly ArrayBuffer[]): Value =>
  move({ [transferableSymbol]: buffers, [valueSymbol]: value }) as unknown as Value;

/** Shared memory is there for both threads; it does not move. */
export const movedResult = (result: PacketResult): PacketResult => {
  const { table, packet } = result;
  return moved(result, table instanceof ArrayBuffer ? [table, packet] : [packet]);
};
