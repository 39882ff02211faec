/** How a thread hands its answer to Piscina: both buffers change hands, nothing is cloned. */

import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { PacketResult } from './packets.js';

export const movedResult = (result: PacketResult): PacketResult =>
  move({ [transferableSymbol]: [result.table, result.packet], [valueSymbol]: result }) as unknown as PacketResult;
