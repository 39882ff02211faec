/** The random modules and calls of the contract machine's fuzz, in an order that a seed gives: this process and its children under
 *  other flags of V8 make the same ones. */

import { createHash } from 'node:crypto';
import { SeededRandom } from '../support/random.js';
import { meteredRun, type PlannedCall, type PriceName, type RunReport } from '../support/wasm/engineRuns.js';
import type { HostileProgram } from '../support/wasm/hostile/program.js';
import { deadCodePrograms, nanDecisions, nanPrograms, wideBranches } from '../support/wasm/hostile/quirks.js';
import { recursions } from '../support/wasm/hostile/recursion.js';
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

const digestOf = ({ ends, used, state }: RunReport): string =>
  createHash('sha256')
    .update([...ends, ...used, state].join('\n'))
    .digest('hex')
    .slice(0, 16);

/** Small, and each at an edge where compilers may differ: how deep a recursion comes, which bits a NaN has. */
export const hostilePrograms = (): readonly HostileProgram[] => [
  ...recursions(),
  ...nanPrograms(),
  ...nanDecisions(),
  ...deadCodePrograms(),
  ...wideBranches(),
];

/** A line for each run of the metered machine: its name and its digest. */
export function printedDigests(seed: number, runs: number, calls: number): string[] {
  const hostile = hostilePrograms().map((made) => {
    const report = meteredRun(made, [{ name: 'run0', operands: [], fuel: ENOUGH_FUEL }], 'native');
    return `${made.name} ${digestOf(report)}`;
  });
  const random = Array.from({ length: runs }, (_, index) => {
    const { made, calls: planned, prices } = plannedRun(seed, index, calls);
    return `run ${index} ${digestOf(meteredRun(made, planned, prices))}`;
  });
  return [...hostile, ...random];
}
