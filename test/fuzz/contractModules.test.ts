/** Damaged modules: what the machine takes, V8 takes too, before and after it was metered; what it refuses although V8 takes it is
 *  refused for a limit or a feature, never for a type. */

import { expect, test, vi } from 'vitest';
import { isRefusal } from '../../engine/base/refusal.js';
import { prepareModule } from '../../engine/vm/prepareModule.js';
import { nativePrices } from '../../engine/vm/prices.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { callable, interpretedRun, meteredRun } from '../support/wasm/engineRuns.js';
import { whole } from '../support/wasm/hostile/invalidModules.js';
import { INSTRUCTIONS } from '../support/wasm/instructions.js';
import { type RandomModule, randomArguments, randomModule } from '../support/wasm/randomModule.js';

/** As long as on a machine that is busy. */
vi.setConfig({ testTimeout: 300_000 });

const seed = testSeed();
const MODULES = 600;
const PER_MODULE = 60;
/** Damage makes endless loops. */
const FUEL = 3_000;

const FIRST_BYTES = INSTRUCTIONS.map(({ code }) => code[0] ?? 0);

/** One change of a few bytes, anywhere behind the header. */
function damaged(random: SeededRandom, wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = [...wasm];
  const at = random.between(8, bytes.length - 1);
  const kind = random.below(6);
  if (kind === 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  else if (kind === 1) bytes[at] = random.below(256);
  else if (kind === 2) bytes[at] = random.pick(FIRST_BYTES);
  else if (kind === 3) bytes.splice(at, random.between(1, 3));
  else if (kind === 4) bytes.splice(at, 0, random.pick(FIRST_BYTES));
  else bytes.splice(at, 1, ...bytes.slice(at, at + random.between(2, 9)));
  return Uint8Array.from(bytes);
}

/** What a contract may not have although the standard allows it. */
const ALLOWED_REASON =
  /not allowed|the limit is|only the |only types|only functions|only tables|only active|does not fit|is reserved|are reserved|must export|one constant/;

/** What is taken must also do the same as in the slow interpreter. @returns the number of calls. */
function comparedCalls(random: SeededRandom, made: RandomModule, where: () => string): number {
  const calls = made.calls.map(({ name, type }) => ({ name, operands: randomArguments(random, type), fuel: FUEL }));
  const { steps: _, offsets: __, ...own } = interpretedRun(made, calls, 'native');
  const { offsets: ___, ...metered } = meteredRun(made, calls, 'native');
  expect(metered, where()).toEqual(own);
  return calls.length;
}

test(`damaged modules are taken and refused as V8 takes and refuses them, seed ${seed}`, () => {
  const random = new SeededRandom(seed);
  const counts = { calls: 0, taken: 0, invalid: 0, unwanted: 0 };
  for (let index = 0; index < MODULES; index++) {
    const base =
      index % 10 === 0 ? whole() : randomModule(random, { canonical: false, size: random.between(20, 120) }).wasm;
    for (let count = 0; count < PER_MODULE; count++) {
      let wasm = damaged(random, base);
      if (random.chance(20)) wasm = damaged(random, wasm);
      const isValid = WebAssembly.validate(wasm);
      const prepared = prepareModule(wasm, nativePrices);
      const where = (): string => `module ${index}, damage ${count}: ${Buffer.from(wasm).toString('base64')}`;
      if (isRefusal(prepared)) {
        if (isValid && !ALLOWED_REASON.test(prepared.message))
          expect.fail(`${prepared.message} in a valid module, ${where()}`);
        if (isValid) counts.unwanted++;
        else counts.invalid++;
      } else {
        if (!isValid) expect.fail(`V8 refuses what was taken, ${where()}`);
        if (!WebAssembly.validate(prepared.metered)) expect.fail(`V8 refuses the metered module, ${where()}`);
        counts.taken++;
        if (prepared.imports.length === 0) counts.calls += comparedCalls(random, callable(wasm), where);
      }
    }
  }
  console.log(counts);
  expect(counts.taken).toBeGreaterThan(MODULES * PER_MODULE * 0.05);
  expect(counts.invalid).toBeGreaterThan(MODULES * PER_MODULE * 0.3);
  expect(counts.unwanted).toBeGreaterThan(MODULES / 10);
  expect(counts.calls).toBeGreaterThan(MODULES * 5);
});
