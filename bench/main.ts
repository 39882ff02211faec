/** The command line of the benches: `npm run bench -- [name ...] [--list] [--json] [--quick]`.
 *
 *  In: names, none for all. Out: figures on standard output. A missed promise is printed and does not fail the command: an
 *  absolute figure says as much about the machine as about the program. */

import { parseArgs } from 'node:util';
import type { BenchDefinition } from './figures.js';
import { loadCommand } from './load/command.js';
import { floodBench } from './macro/flood.js';
import { http } from './macro/http.js';
import { restart } from './macro/restart.js';
import { apply } from './micro/apply.js';
import { canonicalBytes } from './micro/canonicalBytes.js';
import { commit } from './micro/commit.js';
import { kernelBench } from './micro/kernel.js';
import { packet } from './micro/packet.js';
import { trie } from './micro/trie.js';
import { txId } from './micro/txId.js';
import { verify } from './micro/verify.js';
import { pipeline } from './pipeline/pipeline.js';
import { lineOf, machine, tableOf } from './report.js';
import { subscribers } from './streaming/subscribers.js';

const benches: readonly BenchDefinition[] = [
  verify,
  kernelBench,
  canonicalBytes,
  txId,
  packet,
  apply,
  trie,
  commit,
  pipeline,
  subscribers,
  http,
  restart,
  floodBench,
];

/** The load generator reads its own options, and is run by its name alone: `npm run bench -- load --help`. */
const LOAD = 'load';

/** In a quick run of all benches. */
const QUICK_LOAD = ['--seconds', '2', '--rate', '100', '--accounts', '8'];

const USAGE = `npm run bench -- [name ...] [--list] [--json] [--quick]

  --list   print the names and what they measure
  --json   print one JSON object a line
  --quick  few rounds over small sets: shows that a bench runs, its figures mean nothing

npm run bench -- load [options]: the load generator, see its own --help
`;

const listing = (): string =>
  [...benches, { name: LOAD, about: 'signed transfers at the public door, until they are final; runs by itself' }]
    .map(({ name, about }) => `${name.padEnd(16)} ${about}`)
    .join('\n');

const options = {
  list: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** @throws for an unknown flag, with a sentence that names it. */
function readArguments() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  if (positionals.includes(LOAD)) throw new Error(`${LOAD} runs by itself: npm run bench -- ${LOAD} [options]`);
  const unknown = positionals.find((name) => !benches.some((bench) => bench.name === name));
  if (unknown !== undefined) throw new Error(`there is no bench "${unknown}"; there are:\n${listing()}`);
  return { ...values, names: positionals };
}

async function main(): Promise<void> {
  const [first, ...words] = process.argv.slice(2);
  if (first === LOAD) {
    process.exitCode = await loadCommand(words);
    return;
  }
  const { list, json, quick, help, names } = readArguments();
  if (help) return void process.stdout.write(USAGE);
  if (list) return console.log(listing());
  if (!json) console.log(quick ? `${machine()}; quick: the figures mean nothing` : machine());
  for (const bench of benches) {
    if (names.length > 0 && !names.includes(bench.name)) continue;
    if (!json) console.log(`\n${bench.name}: ${bench.about}`);
    const figures = await bench.run({ quick });
    console.log(json ? figures.map((figure) => lineOf(bench, figure)).join('\n') : tableOf(figures));
  }
  if (quick && names.length === 0) process.exitCode = await loadCommand([...QUICK_LOAD, ...(json ? ['--json'] : [])]);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
