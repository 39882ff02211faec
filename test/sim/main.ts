/** `npm run sim -- --seed S --steps N [--nodes K] [--seeds A..B] [--faults a,b] [--attacks a,b] [--scene a] [--real] [--verbose]`: runs simulations.
 *
 *  Prints what happened in short lines, the failures with their step, and last the hash of the trace. With many seeds each gets
 *  one line, and the last line is the hash over all their hashes. The exit code is 1 when a run failed, 2 for bad options. */

import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Attack, attacks as attackKinds } from './attacks.js';
import type { Outcome } from './outcome.js';
import { type FaultKind, faultKinds, type Scene, scenes } from './plan.js';
import { World } from './world.js';

interface Orders {
  readonly seeds: readonly number[];
  readonly steps: number;
  readonly nodes: number;
  readonly faults: readonly FaultKind[] | undefined;
  readonly attacks: readonly Attack[] | undefined;
  readonly scene: Scene | undefined;
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

/** @param option its name, for the message. */
function listOf<Kind extends string>(option: string, text: string | undefined, known: readonly Kind[]) {
  return text
    ?.split(',')
    .filter(Boolean)
    .map((name) => {
      const kind = known.find((one) => one === name);
      if (!kind) throw new Error(`--${option} knows ${known.join(', ')}, not ${name}`);
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
      attacks: { type: 'string' },
      scene: { type: 'string' },
      real: { type: 'boolean' },
      verbose: { type: 'boolean', default: false },
    },
  });
  return {
    seeds: seedsOf(values.seeds, values.seed),
    steps: number('steps', values.steps, 1),
    nodes: number('nodes', values.nodes, 1),
    faults: listOf('faults', values.faults, faultKinds),
    attacks: listOf('attacks', values.attacks, attackKinds),
    scene: listOf('scene', values.scene, scenes)?.[0],
    isReal: values.real,
    isVerbose: values.verbose,
  };
}

const summary = ({
  seed,
  failures,
  steps,
  height,
  transactions,
  checked,
  attacks,
  catchingUp,
  snapshots,
  hash,
}: Outcome): string =>
  `seed ${seed}: ${failures.length === 0 ? 'ok' : failures.map(({ step, check, text }) => `step ${step}, ${check}: ${text}`).join('; ')}, ${steps} steps, height ${height}, ${transactions} transactions, ${checked.receipts} receipts${catchingUp.empty > 0 ? `, ${catchingUp.empty} caught up from nothing` : ''}${snapshots.taken > 0 ? `, ${snapshots.taken} snapshots taken` : ''}${[...attacks].map(([kind, count]) => `, ${kind} ${count}`).join('')}, ${hash}`;

async function run({ seeds, steps, nodes, faults, attacks, scene, isReal, isVerbose }: Orders): Promise<boolean> {
  const all = createHash('sha256');
  const isOne = seeds.length === 1;
  let isGood = true;
  for (const seed of seeds) {
    const print = (line: string, rank: 'always' | 'verbose'): void => {
      if (isVerbose || (isOne && rank === 'always')) console.log(line);
    };
    const outcome = await new World({ seed, steps, nodes, faults, attacks, scene, isReal, print }).run();
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
