/** Runs planned runs and hostile programs under the flags of V8 that this process was started with, and prints a line for each: a
 *  digest of how the metered module's calls ended, with fuel and state.
 *
 *  node <flags of V8> dist/test/fuzz/contractDigests.js <seed> <runs> <calls a run> */

import { printedDigests } from './contractRuns.js';

const [seed = 0, runs = 0, calls = 0] = process.argv.slice(2).map(Number);
process.stdout.write(`${printedDigests(seed, runs, calls).join('\n')}\n`);
