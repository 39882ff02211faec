/** The slow interpreter against the reference's own engine: random programs with the fuel, the outcome and the results that wasmi
 *  0.31.2 had for each call. */

import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { referencePrices } from '../../../support/wasm/fuel.js';
import { Interpreter, type Outcome } from '../../../support/wasm/interpreter.js';
import { parseModule } from '../../../support/wasm/parser.js';
import type { TrapKind } from '../../../support/wasm/trap.js';
import { comparable, type Value } from '../../../support/wasm/values.js';

/** The file is not part of the project: it lies beside it where the project is developed. */
const FILE = new URL('../../../../../shared/vectors/fuel/random.jsonl.gz', import.meta.url);
const vectorsMissing = !existsSync(FILE);

interface Vector {
  readonly seed: number;
  readonly wasm: string;
  readonly calls: readonly [string, readonly string[], number, 'ok' | 'trap', number, string][];
}

/** The reference's words for the traps that the programs meet. */
const WORDS: Readonly<Record<string, TrapKind>> = {
  'all fuel consumed by WebAssembly': 'out of fuel',
  'integer divide by zero': 'divide by zero',
  'wasm `unreachable` instruction executed': 'unreachable',
};

function valueFrom(text: string): Value {
  const [type = '', bits = '0'] = text.split(':');
  const value = BigInt(bits);
  return type.endsWith('32') ? Number(BigInt.asIntN(32, value)) : BigInt.asIntN(64, value);
}

const typed = (text: string): string => {
  const [type = ''] = text.split(':');
  return comparable({ type: type as 'i32', value: valueFrom(text) });
};

function differenceOf(outcome: Outcome, [, , , end, used, detail]: Vector['calls'][number]): string | undefined {
  const trap = outcome.trap === 'remainder by zero' ? 'divide by zero' : outcome.trap;
  const expected = end === 'ok' ? undefined : WORDS[detail];
  if (end === 'trap' && expected === undefined) return `unknown words: ${detail}`;
  if (trap !== expected) return `${trap} instead of ${expected}`;
  if (outcome.used !== used) return `${outcome.used} fuel instead of ${used}`;
  const results = outcome.results.map(comparable).join(' ');
  const wanted =
    end === 'ok'
      ? detail
          .split(/[ ,]+/)
          .filter((text) => text !== '')
          .map(typed)
          .join(' ')
      : '';
  return results === wanted ? undefined : `${results} instead of ${wanted}`;
}

const reason = vectorsMissing ? ` (not run: ${FILE.pathname} is not here)` : '';

test.skipIf(vectorsMissing)(`outcome, fuel and results of the reference's random programs${reason}`, () => {
  const vectors = gunzipSync(readFileSync(FILE))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Vector);
  const differences: string[] = [];
  const outcomes = { ok: 0, trap: 0 };
  for (const { seed, wasm, calls } of vectors) {
    const machine = new Interpreter(parseModule(Buffer.from(wasm, 'base64')), { prices: referencePrices });
    for (const [at, call] of calls.entries()) {
      const difference = differenceOf(machine.call(call[0], call[1].map(valueFrom), call[2]), call);
      if (difference !== undefined) differences.push(`program ${seed}, call ${at} of ${call[0]}: ${difference}`);
      outcomes[call[3]]++;
    }
  }
  console.log(`${vectors.length} programs, ${outcomes.ok} calls that return and ${outcomes.trap} that trap`);
  expect(differences).toEqual([]);
  expect(vectors.length).toBe(300);
  expect(outcomes.ok).toBeGreaterThan(2_000);
  expect(outcomes.trap).toBeGreaterThan(1_500);
});
