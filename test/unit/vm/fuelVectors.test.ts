/** Fuel, outcomes and results of the reference's engine (wasmi 0.31.2) on random programs. */

import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { ContractInstance } from '../../../engine/vm/instance.js';
import { newMemory } from '../../../engine/vm/memoryPool.js';
import { prepareModule } from '../../../engine/vm/prepareModule.js';
import { referencePrices } from '../../../engine/vm/prices.js';

const FILE = new URL('../../../../shared/vectors/fuel/random.jsonl.gz', import.meta.url);

type Call = [name: string, values: string[], limit: number, outcome: 'ok' | 'trap', used: number, results: string];

const view = new DataView(new ArrayBuffer(8));

/** A value of JavaScript from `type:bits`. */
function jsValue(text: string): number | bigint {
  const [type, bits = '0'] = text.split(':');
  view.setBigUint64(0, BigInt(bits), true);
  if (type === 'i32') return view.getInt32(0, true);
  if (type === 'i64') return view.getBigInt64(0, true);
  return type === 'f32' ? view.getFloat32(0, true) : view.getFloat64(0, true);
}

interface Vector {
  readonly seed: number;
  readonly wasm: string;
  readonly calls: readonly Call[];
}

const readVectors = (): Vector[] =>
  gunzipSync(readFileSync(FILE))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Vector);

/** @returns what differs from the vector. */
function differences({ seed, wasm, calls }: Vector): string[] {
  const code = prepareModule(Buffer.from(wasm, 'base64'), referencePrices);
  if (isRefusal(code)) return [`${seed}: ${code.message}`];
  const instance = new ContractInstance(code, new WebAssembly.Module(code.metered), newMemory(code.memory.minimum), {});
  const found: string[] = [];
  for (const [name, values, limit, outcome, used, results] of calls) {
    instance.fuel = limit;
    const { stop, result } = instance.run(name, ...values.map(jsValue));
    const isDone = stop.why === 'done';
    if (isDone !== (outcome === 'ok')) found.push(`${seed} ${name}: ${stop.why}, not ${outcome} (${results})`);
    if (limit - instance.fuel !== used) found.push(`${seed} ${name}: ${limit - instance.fuel} fuel, not ${used}`);
    if (!isDone || outcome !== 'ok') continue;
    const made = (Array.isArray(result) ? result : result === undefined ? [] : [result]) as unknown[];
    const wanted = results.split(' ').filter(Boolean).map(jsValue);
    if (made.length !== wanted.length || !made.every((value, at) => Object.is(value, wanted[at])))
      found.push(`${seed} ${name}: ${String(made)}, not ${String(wanted)}`);
  }
  return found;
}

/** The vectors lie beside the project, not on a user's machine. */
const isAbsent = !existsSync(FILE);

describe.skipIf(isAbsent)('fuel of random programs, as the reference counts it', () => {
  test('is the same in every call, with outcome and results', () => {
    const vectors = readVectors();
    const calls = vectors.reduce((sum, vector) => sum + vector.calls.length, 0);
    console.log(`read ${vectors.length} modules with ${calls} calls`);
    expect([vectors.length, calls]).toEqual([300, 5_675]);
    expect(vectors.flatMap(differences)).toEqual([]);
  });
});
