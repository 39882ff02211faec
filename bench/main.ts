/** The command line of the benches: `npm run bench -- [name ...] [--list] [--json] [--quick]`, `npm run bench -- gate`.
 *
 *  In: names, none for all. Out: figures on standard output. A missed promise is printed and does not fail the command: an
 *  absolute figure says as much about the machine as about the program. Only the gate fails, and only for ratios. */

import { parseArgs } from 'node:util';
import { listing, selectBenches } from './benches.js';
import { baselineFile, runGate, updateBaseline } from './gate/gate.js';
import { gateSet } from './gate/set.js';
import { loadCommand } from './load/command.js';
import { lineOf, machine, tableOf } from './report.js';

/** The load generator reads its own options, and runs only when it is named: `npm run bench -- load --help`. */
const LOAD = 'load';

/** In a quick run of all benches. */
const QUICK_LOAD = ['--seconds', '2', '--rate', '100', '--accounts', '8'];

const USAGE = `npm run bench -- [name ...] [--list] [--json] [--quick]

  --list   print the names and what they measure
  --json   print one JSON object a line
  --quick  few rounds over small sets: shows that a bench runs, its figures mean nothing

npm run bench -- gate [--json] [--update]

  compares the ratios of some benches with bench/baseline.json, and fails when one of them fell
  --update  measures twice and writes the baseline anew

npm run bench -- load [options]: the load generator, see its own --help
`;

/** Used instead of a bench's name. */
const GATE = 'gate';

const options = {
  list: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  update: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** @throws for an unknown or misplaced flag, with a sentence that says so. */
function readArguments() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  if (positionals.includes(LOAD)) throw new Error(`${LOAD} runs by itself: npm run bench -- ${LOAD} [options]`);
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
  if (quick && names.length === 0) process.exitCode = await loadCommand([...QUICK_LOAD, ...(json ? ['--json'] : [])]);
}

const LOAD_LISTING = `${LOAD.padEnd(16)} signed transfers at the public door, until they are final; runs by itself`;

async function main(): Promise<void> {
  const [first, ...words] = process.argv.slice(2);
  if (first === LOAD) {
    process.exitCode = await loadCommand(words);
    return;
  }
  const { list, json, quick, update, help, names } = readArguments();
  if (help) return void process.stdout.write(USAGE);
  if (list) return console.log(`${listing()}\n${LOAD_LISTING}`);
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
