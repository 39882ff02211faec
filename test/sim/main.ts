/** `npm run sim -- --seed S --steps N [--nodes K] [--seeds A..B] [--faults a,b] [--real] [--verbose]`: runs simulations.
 *
 *  Prints what happened in short lines, the failures with their step, and last the hash of the trace. With many seeds each gets
 *  one line, and the last line is the hash over all their hashes. The exit code is 1 when a run failed, 2 for bad options. */

import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type FaultKind, faultKinds } from './plan.js';
import { type Outcome, World } from './world.js';

interface Orders {
  readonly seeds: readonly number[];
  readonly steps: number;
  readonly nodes: number;
  readonly faults: readonly FaultKind[] | undefined;
  readonly isReal: boolean | undefined;
  readonly isVerbose: boolean;
}

const number = (name: string, text: string | undefined, least: number): number => {
  if (text === undefined || !/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new Error(`--${name} takes a whole number from ${least} on`);
  return Number(text);
};

function seedsOf(range: string | undefined, seed: string | undefined): number[] {
  if (range === undefined) return [number('seed', seed ?? '1', 0)];
  const [, first, last] = /^(\d{1,9})\.\.(\d{1,9})$/.exec(range) ?? [];
  if (first === undefined || Number(first) > Number(last)) throw new Error('--seeds takes a range such as 1..200');
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index);
}

function faultsOf(text: string | undefined): FaultKind[] | undefined {
  if (text === undefined) return undefined;
  return text
    .split(',')
    .filter(Boolean)
    .map((name) => {
      const kind = faultKinds.find((known) => known === name);
      if (!kind) throw new Error(`--faults knows ${faultKinds.join(', ')}, not ${name}`);
      return kind;
    });
}

function read(words: readonly string[]): Orders {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      steps: { type: 'string', default: '2000' },
      nodes: { type: 'string', default: '1' },
      faults: { type: 'string' },
      real: { type: 'boolean' },
      verbose: { type: 'boolean', default: false },
    },
  });
  return {
    seeds: seedsOf(values.seeds, values.seed),
    steps: number('steps', values.steps, 1),
    nodes: number('nodes', values.nodes, 1),
    faults: faultsOf(values.faults),
    isReal: values.real,
    isVerbose: values.verbose,
  };
}

const summary = ({ seed, failures, steps, height, transactions, checked, hash }: Outcome): string =>
  `seed ${seed}: ${failures.length === 0 ? 'ok' : failures.map(({ step, check, text }) => `step ${step}, ${check}: ${text}`).join('; ')}, ${steps} steps, height ${height}, ${transactions} transactions, ${checked.receipts} receipts, ${hash}`;

async function run({ seeds, steps, nodes, faults, isReal, isVerbose }: Orders): Promise<boolean> {
  const all = createHash('sha256');
  const isOne = seeds.length === 1;
  let isGood = true;
  for (const seed of seeds) {
    const print = (line: string, rank: 'always' | 'verbose'): void => {
      if (isVerbose || (isOne && rank === 'always')) console.log(line);
    };
    const outcome = await new World({ seed, steps, nodes, faults, isReal, print }).run();
    isGood &&= outcome.failures.length === 0;
    all.update(outcome.hash);
    if (!isOne || outcome.failures.length > 0) console.log(summary(outcome));
    if (isOne) console.log(outcome.hash);
  }
  if (!isOne) console.log(all.digest('hex'));
  return isGood;
}

let orders: Orders | undefined;
try {
  orders = read(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
if (orders && !(await run(orders))) process.exitCode = 1;
