/** Random modules: V8 finds every one of them valid, they use every instruction, and V8 and the slow interpreter agree on what they
 *  do: results, traps, memory and globals. */

import { expect, test } from 'vitest';
import { SeededRandom, testSeed } from '../../../support/random.js';
import { interpretedRun, isBound, unmeteredRun } from '../../../support/wasm/engineRuns.js';
import { INSTRUCTIONS } from '../../../support/wasm/instructions.js';
import { parseModule } from '../../../support/wasm/parser.js';
import { randomArguments, randomModule } from '../../../support/wasm/randomModule.js';

const seed = testSeed();
const MODULES = 150;
const CALLS = 6;
const FUEL = 100_000;

test(`random modules are valid, and V8 and the interpreter agree, seed ${seed}`, () => {
  const random = new SeededRandom(seed);
  const used = new Set<string>();
  const ends = new Map<string, number>();
  let steps = 0;
  for (let count = 0; count < MODULES; count++) {
    const made = randomModule(random, { canonical: true });
    expect(WebAssembly.validate(made.wasm), `module ${count} is valid`).toBe(true);
    const parsed = parseModule(made.wasm);
    for (const { code } of parsed.functions) for (const { name } of code) used.add(name);
    const calls = Array.from({ length: CALLS }, () => {
      const { name, type } = random.pick(made.calls);
      return { name, operands: randomArguments(random, type), fuel: FUEL };
    });
    const interpreted = interpretedRun(made, calls, 'reference');
    if (interpreted.ends.some(isBound)) continue;
    steps += interpreted.steps;
    for (const end of interpreted.ends) {
      const word = end.split(' ')[0] ?? '';
      ends.set(word, (ends.get(word) ?? 0) + 1);
    }
    const { ends: others, state } = unmeteredRun(made, calls);
    expect(others, `module ${count}`).toEqual(interpreted.ends);
    if (state !== '') expect(state, `module ${count}`).toBe(interpreted.state);
  }
  console.log(`${steps} instructions`, Object.fromEntries(ends));
  expect(INSTRUCTIONS.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
  expect([...ends.values()].reduce((sum, more) => sum + more, 0)).toBeGreaterThan((MODULES * CALLS) / 2);
  expect(ends.get('returned') ?? 0).toBeGreaterThan((MODULES * CALLS) / 4);
});
