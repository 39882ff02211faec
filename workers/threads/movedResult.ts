/** How a thread hands its answer to Piscina: its buffers change hands, nothing is cloned. */

import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { PacketResult } from '../verify/packets.js';

/** @param buffers all memory that `value` is a view of. */
export const moved = <Value extends object>(value: Value, buffers: readonly ArrayBuffer[]): Value =>
  move({ [transferableSymbol]: buffers, [valueSymbol]: value }) as unknown as Value;

export const movedResult = (result: PacketResult): PacketResult => moved(result, [result.table, result.packet]);
