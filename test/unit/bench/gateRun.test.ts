/** The gate as a whole, with benches made for it: one that has become slow fails it, noise does not. */

import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compare } from '../../../bench/compare.js';
import { type BenchDefinition, besideFigure, figureOf } from '../../../bench/figures.js';
import { type BaselineEntry, baselineText } from '../../../bench/gate/baseline.js';
import { type GateOptions, runGate, updateBaseline } from '../../../bench/gate/gate.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rouged-gate-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Run {
  readonly printed: string[];
  readonly complaints: string[];
  readonly options: GateOptions;
}

async function prepared(benches: readonly BenchDefinition[], entries: readonly BaselineEntry[]): Promise<Run> {
  const baseline = pathToFileURL(join(folder, 'baseline.json'));
  await writeFile(baseline, baselineText({ machine: 'here', entries }));
  const printed: string[] = [];
  const complaints: string[] = [];
  const options: GateOptions = {
    benches: benches.map((bench) => ({ bench })),
    baseline,
    json: false,
    print: (text) => void printed.push(text),
    complain: (text) => void complaints.push(text),
  };
  return { printed, complaints, options };
}

/** SHA-256 over the same text, `times` times. */
const hashing = (times: number) => (): void => {
  for (let time = 0; time < times; time++) createHash('sha256').update('the same text').digest();
};

/** Really measured: the engine's way does `times` as much as the compared way. */
const measuredBench = (times: number): BenchDefinition => ({
  name: 'hashing',
  about: 'one way beside another',
  run: () =>
    compare(
      {
        engine: { name: 'engine', run: hashing(20 * times) },
        others: [{ name: 'other', run: hashing(20) }],
        items: 20,
      },
      { quick: true },
    ),
});

/** Ratios by run; the last stays. */
function scripted(ratios: readonly number[]): BenchDefinition & { runs: number } {
  return {
    name: 'scripted',
    about: 'given ratios',
    runs: 0,
    async run() {
      const ratio = ratios[Math.min(this.runs++, ratios.length - 1)] as number;
      return [figureOf('engine', [1], 'us'), besideFigure('other', [ratio], [1], 'us')];
    },
  };
}

const entry: BaselineEntry = { bench: 'scripted', figure: 'other', ratio: 4, tolerance: 0.25 };
const hashingEntry: BaselineEntry = { bench: 'hashing', figure: 'other', ratio: 1, tolerance: 0.9, because: 'short' };

test('a way that does fifty times as much fails the gate with code 1, the usual way does not', async () => {
  const usual = await prepared([measuredBench(1)], [hashingEntry]);
  expect(await runGate(usual.options)).toBe(0);
  expect(usual.complaints).toEqual([]);

  const slow = await prepared([measuredBench(50)], [hashingEntry]);
  expect(await runGate(slow.options)).toBe(1);
  expect(slow.complaints).toHaveLength(1);
  expect(slow.complaints[0]).toMatch(/^gate: hashing, "other" fell to x 0\.0\d+ \(and x 0\.0\d+ before\)/);
  expect(slow.printed.join('\n')).toContain('measured a second time: hashing');
});

test('a ratio that comes back in the second measurement passes, and both are printed', async () => {
  const bench = scripted([2, 3.9]);
  const steady: BenchDefinition = { ...scripted([4]), name: 'steady' };
  const { options, complaints, printed } = await prepared([bench, steady], [entry, { ...entry, bench: 'steady' }]);
  expect(await runGate(options)).toBe(0);
  expect(bench.runs).toBe(2);
  expect(complaints).toEqual([]);
  expect(printed.at(-1)).toContain('kept, measured twice (x 2.00 at first)');
  expect(printed.filter((text) => text.includes('steady: given ratios'))).toHaveLength(1);
});

test('a new ratio and a missing one fail without a second measurement', async () => {
  const bench = scripted([4]);
  const { options, complaints } = await prepared([bench], [{ ...entry, figure: 'gone' }]);
  expect(await runGate(options)).toBe(1);
  expect(bench.runs).toBe(1);
  expect(complaints).toEqual([
    expect.stringMatching(/"gone" is in the baseline and was not measured/),
    expect.stringMatching(/"other" is not in the baseline/),
  ]);
});

test('with --json every printed line is an object, figures first, then verdicts', async () => {
  const { options, printed } = await prepared([scripted([2])], [entry]);
  expect(await runGate({ ...options, json: true })).toBe(1);
  const lines = printed.flatMap((text) => text.split('\n')).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ bench, gate, name }) => [bench ?? gate, name])).toEqual([
    ['scripted', 'engine'],
    ['scripted', 'other'],
    ['scripted', 'engine'],
    ['scripted', 'other'],
    ['scripted', 'other'],
  ]);
  expect(lines.at(-1)).toMatchObject({ verdict: 'FELL', baseline: 4, lowest: 3 });
});

test('an update writes the smaller of two measurements, and the gate then passes', async () => {
  const { options } = await prepared([scripted([5, 6])], []);
  await updateBaseline(options);
  const text = await readFile(options.baseline, 'utf8');
  expect((JSON.parse(text) as { entries: unknown }).entries).toEqual([{ ...entry, ratio: 5 }]);
  expect(await runGate(options)).toBe(0);
});

test('an update below a promised floor is refused and leaves the file as it was', async () => {
  const floored: BaselineEntry = { bench: 'scripted', figure: 'other', ratio: 4, floor: 3, because: 'promised' };
  const { options } = await prepared([scripted([2])], [floored]);
  const before = await readFile(options.baseline, 'utf8');
  await expect(updateBaseline(options)).rejects.toThrow(/floor/);
  expect(await readFile(options.baseline, 'utf8')).toBe(before);
});
