/** Modules that were made to harm: what is invalid or forbidden is refused with its place, what is too heavy is refused with the limit,
 *  and what is let in ends within its bounds. */

import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { prepareModule } from '../../../engine/vm/prepareModule.js';
import { MAX_CALL_FUEL, nativePrices } from '../../../engine/vm/prices.js';
import {
  cutRun,
  instanceOf,
  interpretedRun,
  meteredRun,
  preparedOf,
  unmeteredRun,
} from '../../support/wasm/engineRuns.js';
import { compileBombs, heaviestModules } from '../../support/wasm/hostile/compileBombs.js';
import { forbiddenModules } from '../../support/wasm/hostile/forbiddenFeatures.js';
import { largestModules, overgrownModules } from '../../support/wasm/hostile/instantiation.js';
import { invalidModules, whole } from '../../support/wasm/hostile/invalidModules.js';
import { deadCodePrograms, nanDecisions, nanPrograms, wideBranches } from '../../support/wasm/hostile/quirks.js';
import { recursions } from '../../support/wasm/hostile/recursion.js';
import { worstPrograms } from '../../support/wasm/hostile/worstFuel.js';

/** @returns the refusal's sentence, or nothing when the module was taken. */
function refusalOf(wasm: Uint8Array): string {
  const prepared = prepareModule(wasm, nativePrices);
  return isRefusal(prepared) ? prepared.message : '';
}

const PLACE = /^Invalid WASM: .+ \(at byte \d+\)$/;
const call = (fuel: number) => ({ name: 'run0', operands: [], fuel });

describe('refused', () => {
  test('the module that the invalid ones are made from is taken', () => {
    expect(WebAssembly.validate(whole())).toBe(true);
    expect(refusalOf(whole())).toBe('');
  });

  const invalid = invalidModules();
  test(`${invalid.length} invalid modules`, () => {
    expect(new Set(invalid.map(({ wasm }) => String(wasm))).size).toBe(invalid.length);
    expect(invalid.length).toBeGreaterThan(140);
  });
  test.each(invalid)('$name', ({ name, wasm, function: index }) => {
    // Newer versions of V8 read offsets of 64 bits.
    if (name !== 'an offset in six bytes') expect(WebAssembly.validate(wasm), 'V8').toBe(false);
    const sentence = refusalOf(wasm);
    expect(sentence).toMatch(PLACE);
    const offset = Number(/at byte (\d+)/.exec(sentence)?.[1]);
    expect(offset).toBeLessThanOrEqual(wasm.length);
    if (index !== undefined) expect(sentence).toContain(`function ${index}`);
  });

  test('a module that is cut off at any byte', () => {
    const module = whole();
    const taken: number[] = [];
    for (let length = 0; length < module.length; length++) {
      const cut = module.slice(0, length);
      if (refusalOf(cut) === '') taken.push(length);
      if (!WebAssembly.validate(cut)) expect(refusalOf(cut), `${length} bytes`).not.toBe('');
    }
    // Without its last section, the data, it is a module again.
    expect(taken.length).toBe(1);
  });

  const forbidden = forbiddenModules();
  test.each(forbidden)('forbidden: $name', ({ wasm }) => {
    expect(refusalOf(wasm)).toMatch(/^Invalid WASM: .+ \(at byte \d+\)$|^contract must export its memory as "memory"$/);
  });

  test.each([...compileBombs(), ...overgrownModules()])('too much: $name', ({ wasm }) => {
    expect(refusalOf(wasm)).toMatch(/the limit is|max \d+|does not fit/);
  });
});

describe('let in and bounded', () => {
  test.each([...heaviestModules(), ...largestModules()])('$name', ({ wasm }) => {
    const code = preparedOf(wasm, 'native');
    const instance = instanceOf(code);
    instance.fuel = MAX_CALL_FUEL;
    const { stop } = instance.run(code.methods[0] ?? '');
    expect(['done', 'out_of_fuel']).toContain(stop.why);
    // A tenth of the most that a call may have would be too cheap for what takes most to make.
    expect(code.instantiationFuel).toBeGreaterThan(2_000);
  });

  test.each(recursions())('$name ends with the stack or the fuel', (made) => {
    const run = meteredRun(made, [call(MAX_CALL_FUEL)], 'native');
    const last = run.ends.at(-1);
    expect(last).toMatch(/stack overflow|out of fuel/);
    const { steps: _, offsets: __, ...own } = interpretedRun(made, [call(MAX_CALL_FUEL)], 'native');
    expect({ ends: run.ends, used: run.used, state: run.state }).toEqual(own);
  });

  test.each(worstPrograms())('$name ends with its fuel', (made) => {
    const code = preparedOf(made.wasm, 'native');
    const module = new WebAssembly.Module(code.metered);
    const run = cutRun(code, module, made, call(MAX_CALL_FUEL));
    expect(run.ends[1]).toBe('trapped: out of fuel');
    expect(run.used[1]).toBeLessThanOrEqual(MAX_CALL_FUEL);
    expect(run.used[1]).toBeGreaterThan(MAX_CALL_FUEL * 0.99);
    const { steps: _, offsets: __, ...own } = interpretedRun(made, [call(30_000)], 'native');
    const { offsets: ___, ...short } = cutRun(code, module, made, call(30_000));
    expect(short).toEqual(own);
  });

  test.each([...deadCodePrograms(), ...wideBranches(), ...nanPrograms(), ...nanDecisions()])('$name', (made) => {
    expect(WebAssembly.validate(made.wasm)).toBe(true);
    for (const prices of ['reference', 'native'] as const) {
      const { steps: _, ...own } = interpretedRun(made, [call(100_000)], prices);
      expect(meteredRun(made, [call(100_000)], prices)).toEqual(own);
      expect(own.ends).toHaveLength(2);
    }
    if (!made.name.includes('NaN'))
      expect(unmeteredRun(made, [call(0)]).state).toBe(interpretedRun(made, [call(100_000)], 'native').state);
  });
});
