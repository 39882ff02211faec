/** The contract machine against two other opinions on random modules: V8 with the module as it was uploaded, and a slow interpreter
 *  that counts fuel and stack by the written rule. Then the same under V8's other compilers: the digests must be equal. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { STACK_UNITS } from '../../engine/vm/limits.js';
import { TEST_ALL, testSeed } from '../support/random.js';
import {
  cutRun,
  interpretedRun,
  isBound,
  meteredRuns,
  type PriceName,
  preparedOf,
  type RunReport,
  unmeteredRun,
} from '../support/wasm/engineRuns.js';
import { smallProgram } from '../support/wasm/smallProgram.js';
import { ENOUGH_FUEL, hostilePrograms, plannedRun, printedDigests } from './contractRuns.js';

/** All runs take minutes on a machine that is busy. */
vi.setConfig({ testTimeout: 300_000 });

const seed = testSeed();
const RUNS = TEST_ALL ? 5_000 : 2_000;
const CALLS = 20;
/** Runs whose stack ends early. */
const SHORT_RUNS = TEST_ALL ? 1_000 : 400;
/** From nothing to what a few calls of these functions need. */
const shortStack = (index: number, at: number): number => (index * 37 + at * 401) % 1_500;
/** Runs whose digests are compared between the compilers. */
const COMPARED_RUNS = TEST_ALL ? 2_500 : 1_000;

/** Where a trap may be said to be. memory.copy and memory.fill run in a function that was added: the end of the code before them
 *  is near enough. */
const placesOf = (wasm: Uint8Array, offset: number): number[] =>
  wasm[offset] === 0xfc ? [offset, offset - 1] : [offset];

test(`random modules: metered, unmetered and interpreted, seed ${seed}`, () => {
  const counts = { calls: 0, returned: 0, trapped: 0, bounded: 0, unmetered: 0, places: 0, again: 0 };
  for (let index = 0; index < RUNS; index++) {
    const { made, calls, prices, canonical } = plannedRun(seed, index, CALLS);
    const where = `run ${index} with ${prices} prices`;
    const { steps: _, offsets, ...own } = interpretedRun(made, calls, prices);
    const [first, ...again] = meteredRuns(made, calls, prices, 2);
    const { offsets: places, ...metered } = first as RunReport;
    expect(metered, where).toEqual(own);
    for (const report of again) expect(report, `${where}, once more on its instance`).toEqual(first);
    counts.again += again.length;
    for (const [at, offset] of offsets.entries()) expect(placesOf(made.wasm, offset), where).toContain(places[at]);
    counts.calls += own.ends.length;
    for (const [at, end] of own.ends.entries()) {
      if (end.startsWith('returned')) counts.returned++;
      else if (isBound(end)) counts.bounded++;
      else counts.trapped++;
      if ((offsets[at] ?? -1) >= 0) counts.places++;
    }
    if (!canonical || own.ends.some(isBound)) continue;
    const { ends, state } = unmeteredRun(made, calls);
    expect(ends, where).toEqual(own.ends);
    if (state !== '') expect(state, where).toBe(own.state);
    counts.unmetered += ends.length;
  }
  console.log(counts);
  expect(counts.calls).toBeGreaterThan(RUNS * CALLS * 0.9);
  expect(counts.unmetered).toBeGreaterThan(RUNS * CALLS * 0.4);
  for (const kind of ['returned', 'trapped', 'bounded', 'places', 'again'] as const)
    expect(counts[kind]).toBeGreaterThan(RUNS / 5);
});

test(`random modules on a short stack, seed ${seed}`, () => {
  const counts = { overflowed: 0, returned: 0 };
  for (let index = 0; index < SHORT_RUNS; index++) {
    const { made, calls, prices } = plannedRun(seed, RUNS + index, 4);
    const code = preparedOf(made.wasm, prices);
    // Its start section would run on the whole stack.
    if (code.hasStart) continue;
    const module = new WebAssembly.Module(code.metered);
    for (const [at, call] of calls.entries()) {
      const short = { ...call, stack: shortStack(index, at) };
      const { steps: _, offsets: __, ...own } = interpretedRun(made, [short], prices);
      const { offsets: ___, ...metered } = cutRun(code, module, made, short);
      expect(metered, `run ${RUNS + index}, call ${at}`).toEqual(own);
      if (own.ends[1] === 'trapped: stack overflow') counts.overflowed++;
      else counts.returned++;
    }
  }
  console.log(counts);
  expect(counts.overflowed).toBeGreaterThan(SHORT_RUNS / 4);
  expect(counts.returned).toBeGreaterThan(SHORT_RUNS / 4);
});

/** What the program does with as much fuel and stack as given, in both opinions. */
function bothOpinions(prices: PriceName) {
  const made = smallProgram();
  const code = preparedOf(made.wasm, prices);
  const module = new WebAssembly.Module(code.metered);
  return (fuel: number, stack: number) => {
    const call = { name: 'run0', operands: [], fuel, stack };
    const { steps: _, offsets: __, ...own } = interpretedRun(made, [call], prices);
    const { offsets: ___, ...metered } = cutRun(code, module, made, call);
    return { own, metered };
  };
}

test.each(['reference', 'native'] as const)(
  'fuel and stack cut at every point of a small program, %s prices',
  (prices) => {
    const run = bothOpinions(prices);
    const whole = run(ENOUGH_FUEL, STACK_UNITS);
    expect(whole.metered).toEqual(whole.own);
    const used = whole.own.used[1] ?? 0;
    const states = new Set<string>();
    let enough = -1;
    // Native prices make ten times as many points: the seed draws where to begin, and every fourth one is tried.
    const step = prices === 'native' && !TEST_ALL ? 4 : 1;
    for (let fuel = seed % step; enough < 0; fuel += step) {
      const { own, metered } = run(fuel, STACK_UNITS);
      expect(metered, `fuel ${fuel}`).toEqual(own);
      states.add(own.state);
      if (own.ends[1] !== 'trapped: out of fuel') enough = fuel;
    }
    // Memory that cannot grow gives its fuel back, but it must have been there.
    expect(enough).toBeGreaterThan(used);
    let deepest = 0;
    for (let stack = 0; deepest === 0; stack++) {
      const { own, metered } = run(ENOUGH_FUEL, stack);
      expect(metered, `stack ${stack}`).toEqual(own);
      states.add(own.state);
      if (own.ends[1] !== 'trapped: stack overflow') deepest = stack;
    }
    console.log(`${used} fuel, ${enough} needed, ${deepest} units of the stack, ${states.size} states`);
    expect(states.size).toBeGreaterThan(10);
    expect(deepest).toBeGreaterThan(400);
  },
);

/** The compilers of V8, by the flags that leave only one of them; this process uses both, and changes from one to the other. */
const COMPILERS = [['--liftoff-only'], ['--no-liftoff']];
const PROGRAM = fileURLToPath(new URL('../../dist/test/fuzz/contractDigests.js', import.meta.url));

test(`every compiler of V8 gives the same results, fuel and state, seed ${seed}`, async () => {
  const children = COMPILERS.map(async (flags) => {
    const values = [...flags, PROGRAM, String(seed), String(COMPARED_RUNS), String(CALLS)];
    const { stdout } = await promisify(execFile)(process.execPath, values, { maxBuffer: 16 * 1024 * 1024 });
    return stdout.trim().split('\n');
  });
  const own = printedDigests(seed, COMPARED_RUNS, CALLS);
  expect(own).toHaveLength(COMPARED_RUNS + hostilePrograms().length);
  expect(new Set(own).size).toBe(own.length);
  for (const [at, other] of (await Promise.all(children)).entries()) {
    const different = other.filter((line, index) => line !== own[index]);
    expect([other.length, different], `what differs under ${COMPILERS[at]}`).toEqual([own.length, []]);
  }
});
