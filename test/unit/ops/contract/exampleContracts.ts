/** Ledgers in memory with the example contracts; each file is compiled once in a process. */

import type { Refusal } from '../../../../engine/base/refusal.js';
import { nativePrices } from '../../../../engine/vm/prices.js';
import { type BuiltContract, buildContract } from '../../../../ops/contract/build.js';
import { CountingMachine } from '../../../../ops/contract/local/countingMachine.js';
import { TestLedger } from '../../../../ops/contract/local/testLedger.js';

export const EXAMPLES = 'ops/examples/contracts';

const built = new Map<string, Promise<BuiltContract | Refusal>>();

/** @param file absolute path. */
export function buildOnce(file: string): Promise<BuiltContract | Refusal> {
  const before = built.get(file);
  if (before) return before;
  const building = buildContract(file, nativePrices);
  built.set(file, building);
  return building;
}

export const machine = new CountingMachine(nativePrices);

export const ledgerOfExamples = (): TestLedger => new TestLedger(machine, buildOnce, EXAMPLES);
