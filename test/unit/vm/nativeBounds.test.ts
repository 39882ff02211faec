/** What the limits promise of V8, measured in processes of their own: the stack that calls without an end take, and the machine code and
 *  the time of the heaviest modules. */

import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { prepareModule } from '../../../engine/vm/prepareModule.js';
import { nativePrices } from '../../../engine/vm/prices.js';
import { builtFile } from '../../../workers/threads/workerFile.js';
import { ModuleBuilder } from '../../support/wasm/encoder.js';
import type { CompileMeasure } from '../../support/wasm/hostile/compileProbe.js';
import { recursions } from '../../support/wasm/hostile/recursion.js';

/** KiB of native stack: V8's default for a main thread is 984. */
const STACK_KIB = 600;
const SLOW_MACHINE_MS = 240_000;
/** Of the processor time that plain code of the same length takes. */
const TIMES_PLAIN = 20;
const MOST_TURNS = 5;

const probe = (name: string, ...flags: string[]): unknown => {
  const file = builtFile(`test/support/wasm/hostile/${name}.js`);
  return JSON.parse(execFileSync(process.execPath, [...flags, file.pathname], { encoding: 'utf8' }));
};

describe('a full stack', () => {
  test.each([['--liftoff-only'], ['--no-liftoff'], ['--liftoff']])(
    'of any shape fits (%s)',
    (compiler) => {
      const found = probe('stackProbe', `--stack-size=${STACK_KIB}`, compiler);
      expect(found).toEqual({ ran: recursions().length - 2, failed: [] });
    },
    SLOW_MACHINE_MS,
  );
});

describe('the heaviest modules', () => {
  test(
    'stay within the estimate of machine code, and take a bounded multiple of the time of plain code',
    () => {
      const least = new Map<string, number>();
      // One measurement takes milliseconds, in which a neighbour may have had the processor: what is slow is slow each time.
      for (let turn = 0; turn < MOST_TURNS && (turn === 0 || Math.max(...least.values()) >= TIMES_PLAIN); turn++) {
        const measures = probe('compileProbe') as CompileMeasure[];
        const [, plain, ...others] = measures;
        expect(others.length).toBe(5);
        for (const { name, code, estimate, cpuMs } of others) {
          // A page of code may be begun.
          if (process.platform === 'linux') expect(code, name).toBeLessThan(estimate + 65_536);
          least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, cpuMs / (plain?.cpuMs ?? 0)));
        }
        if (process.platform === 'linux')
          expect(Math.max(...others.map(({ code }) => code))).toBeGreaterThan(1_000_000);
      }
      expect(least.size).toBe(5);
      for (const [name, times] of least) expect(times, name).toBeLessThan(TIMES_PLAIN);
    },
    SLOW_MACHINE_MS,
  );
});

test('many types of blocks do not make the rewriting slow', () => {
  const withTypes = (types: number): Uint8Array => {
    const module = new ModuleBuilder();
    module.memory(1, 1, 'memory');
    for (let at = 0; at < 9_000; at++) {
      const kinds = Array.from({ length: 12 }, (_, bit) =>
        ((at % types) >> bit) & 1 ? ('i32' as const) : ('i64' as const),
      );
      // `unreachable` leaves whatever is asked for.
      module.func({ results: kinds }, [0]);
    }
    return module.finish();
  };
  const microseconds = (wasm: Uint8Array): number => {
    const began = process.cpuUsage();
    const code = prepareModule(wasm, nativePrices);
    const { user } = process.cpuUsage(began);
    if (isRefusal(code)) expect(code.message).toMatch(/the limit is/);
    return user;
  };
  // The least of several turns: a collection of garbage or a neighbour in one of them is no slowness of the rewriting.
  const [many, one] = [withTypes(900), withTypes(1)];
  const turns = Array.from({ length: 5 }, () => [microseconds(many), microseconds(one)] as const);
  const least = (of: 0 | 1): number => Math.min(...turns.map((turn) => turn[of]));
  expect(least(0) / least(1)).toBeLessThan(8);
});
