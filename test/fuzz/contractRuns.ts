/** The random modules and calls of the contract machine's fuzz, in an order that a seed gives: this process and its children under
 *  other flags of V8 make the same ones. */

import { createHash } from 'node:crypto';
import { SeededRandom } from '../support/random.js';
import type { PlannedCall, PriceName, RunReport } from '../support/wasm/engineRuns.js';
import { type RandomModule, randomArguments, randomModule } from '../support/wasm/randomModule.js';

export interface PlannedRun {
  readonly made: RandomModule;
  readonly calls: readonly PlannedCall[];
  readonly prices: PriceName;
  /** Every engine computes the same bits, so the module as it is can be compared too. */
  readonly canonical: boolean;
}

export const ENOUGH_FUEL = 1_000_000;

/** @param index of the run; each has a random source of its own. */
export function plannedRun(seed: number, index: number, calls: number): PlannedRun {
  const random = SeededRandom.of(seed, `run ${index}`);
  const canonical = index % 2 === 0;
  const made = randomModule(random, { canonical });
  return {
    made,
    canonical,
    prices: random.chance(50) ? 'reference' : 'native',
    calls: Array.from({ length: calls }, () => {
      const { name, type } = random.pick(made.calls);
      // Where nothing is compared with an engine without bounds, a third of the calls runs out of fuel somewhere.
      const fuel = canonical || random.chance(60) ? ENOUGH_FUEL : random.below(random.pick([40, 400, 4_000]));
      return { name, operands: randomArguments(random, type), fuel };
    }),
  };
}

export function digestOf({ ends, used, state }: RunReport): string {
  return createHash('sha256')
    .update([...ends, ...used, state].join('\n'))
    .digest('hex')
    .slice(0, 16);
}
