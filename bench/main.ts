/** The command line of the benches: `npm run bench -- [name ...] [--list] [--json] [--quick]`, `npm run bench -- gate`.
 *
 *  In: names, none for all. Out: figures on standard output. A missed promise is printed and does not fail the command: an
 *  absolute figure says as much about the machine as about the program. The gate fails, for ratios alone. */

import { parseArgs } from 'node:util';
import { listing, selectBenches } from './benches.js';
import { baselineFile, runGate, updateBaseline } from './gate/gate.js';
import { gateSet } from './gate/set.js';
import { lineOf, machine, tableOf } from './report.js';

const USAGE = `npm run bench -- [name ...] [--list] [--json] [--quick]

  --list   print the names and what they measure
  --json   print one JSON object a line
  --quick  few rounds over small sets: shows that a bench runs, its figures mean nothing

npm run bench -- gate [--json] [--update]

  compares the ratios of some benches with bench/baseline.json, and fails when one of them fell
  --update  measures twice and writes the baseline anew
`;

/** In the place of a bench's name. */
const GATE = 'gate';

const options = {
  list: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  update: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** @throws for a flag that is unknown or out of place, with a sentence that says so. */
function readArguments() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const isGate = positionals.includes(GATE);
  if (isGate && (positionals.length > 1 || values.quick))
    throw new Error('the gate runs its own benches, and runs them whole');
  if (values.update && !isGate) throw new Error('--update belongs to the gate');
  return { ...values, names: positionals };
}

async function runBenches(names: readonly string[], { quick, json }: { quick: boolean; json: boolean }): Promise<void> {
  const selected = selectBenches(names);
  if (!json) console.log(quick ? `${machine()}; quick: the figures mean nothing` : machine());
  for (const bench of selected) {
    if (!json) console.log(`\n${bench.name}: ${bench.about}`);
    const figures = await bench.run({ quick });
    console.log(json ? figures.map((figure) => lineOf(bench, figure)).join('\n') : tableOf(figures));
  }
}

async function main(): Promise<void> {
  const { list, json, quick, update, help, names } = readArguments();
  if (help) return void process.stdout.write(USAGE);
  if (list) return console.log(listing());
  if (names[0] !== GATE) return runBenches(names, { quick, json });
  const gate = { benches: gateSet, baseline: baselineFile, json, print: console.log, complain: console.error };
  if (update) return updateBaseline(gate);
  process.exitCode = await runGate(gate);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
