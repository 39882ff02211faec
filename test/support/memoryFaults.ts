/** Faults of a store in memory, in the syntax of ROUGED_FAULT_POINT: `name`, `name:N` or `name:N:M`, several separated
 *  by commas (workers/store/crashPoints.ts). */

import { parseCrashPoint } from '../../workers/store/crashPoints.js';
import { type AtPoint, fullDisk } from './memoryStore.js';

/** @throws Error for a name that is not a fault point. */
export function faultsAt(text: string): AtPoint {
  const traps = text.split(',').flatMap((one) => {
    const target = parseCrashPoint(one, 'fault');
    return target ? [{ target, passed: 0 }] : [];
  });
  return (point) => {
    for (const trap of traps) {
      const { name, passing, times } = trap.target;
      if (name !== point) continue;
      trap.passed++;
      if (trap.passed >= passing && trap.passed < passing + times) throw fullDisk(point);
    }
  };
}
