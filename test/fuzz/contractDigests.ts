/** Runs planned runs under the flags of V8 that this process was started with, and prints a line for each: digests of how the
 *  metered module's calls ended, with fuel and state.
 *
 *  node <flags of V8> dist/test/fuzz/contractDigests.js <seed> <runs> <calls a run> */

import { meteredRun } from '../support/wasm/engineRuns.js';
import { digestOf, plannedRun } from './contractRuns.js';

const [seed = 0, runs = 0, calls = 0] = process.argv.slice(2).map(Number);
const lines: string[] = [];
for (let index = 0; index < runs; index++) {
  const run = plannedRun(seed, index, calls);
  lines.push(digestOf(meteredRun(run.made, run.calls, run.prices)));
}
process.stdout.write(`${lines.join('\n')}\n`);
