/** What the tools do to modules: counters that change no fuel, joined data segments that change no byte of memory, places. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { Machine } from '../../../../engine/vm/machine.js';
import { prepareModule } from '../../../../engine/vm/prepareModule.js';
import { nativePrices, referencePrices } from '../../../../engine/vm/prices.js';
import { type BuiltContract, buildContract, placeText } from '../../../../ops/contract/build.js';
import { joinDataSegments } from '../../../../ops/contract/dataSegments.js';
import { countedModule } from '../../../../ops/contract/local/countedModule.js';
import { CountingMachine } from '../../../../ops/contract/local/countingMachine.js';
import { MemoryLedger } from '../../../../ops/contract/local/memoryLedger.js';
import { performCall } from '../../../../ops/contract/local/performCall.js';
import { SourceMap } from '../../../../ops/contract/sourceMap.js';
import { readU32, sectionsOf, u32Bytes, withoutCustomSections } from '../../../../ops/contract/wasmSections.js';
import { buildOnce, EXAMPLES } from './exampleContracts.js';

const ADDRESS = 'cd'.repeat(20);

async function example(name: string): Promise<BuiltContract> {
  const built = await buildOnce(resolve(EXAMPLES, name));
  if (isRefusal(built)) throw new Error(built.message);
  return built;
}

async function assemble(text: string): Promise<Uint8Array> {
  const { default: load } = (await import('wabt')) as unknown as {
    default: () => Promise<{
      parseWat(name: string, text: string): { toBinary(options: object): { buffer: Uint8Array } };
    }>;
  };
  return new Uint8Array((await load()).parseWat('test.wat', text).toBinary({}).buffer);
}

describe('counters', () => {
  test('change neither fuel nor outcome, wherever the fuel ends', async () => {
    const built = await example('token.ts');
    const counting = new CountingMachine(nativePrices);
    const plain = new Machine(nativePrices);
    const counted = counting.add(built);
    const args = '{"decimals":2,"name":"Lamp","supply":"1000","symbol":"LMP"}';
    let compared = 0;
    const outcomeOf = (isCounted: boolean, gas: number) => {
      const ledger = new MemoryLedger();
      const code = isCounted ? counted : built.code;
      ledger.contracts.set(ADDRESS, { address: ADDRESS, code, codeBytes: built.wasm.length, name: 'token' });
      const order = { contract: ADDRESS, method: 'init', args, caller: 'ef'.repeat(20), gas };
      const { place: _, failure: _failure, ...report } = performCall(ledger, isCounted ? counting : plain, order, 'x');
      return { ...report, stored: [...ledger.storage.entries()] };
    };
    const { gasUsed } = outcomeOf(false, 10_000_000);
    for (let gas = gasUsed; gas > 0; gas -= 997) {
      const outcome = outcomeOf(true, gas);
      expect(outcome).toEqual(outcomeOf(false, gas));
      expect(outcome.success).toBe(gas === gasUsed);
      compared++;
    }
    expect(compared).toBeGreaterThan(50);
  });

  test('are found behind each charge of every example', async () => {
    let sites = 0;
    for (const name of ['token.ts', 'auction.ts', 'counter.wat'])
      for (const prices of [nativePrices, referencePrices]) {
        const { wasm } = await example(name);
        const counted = countedModule(wasm, prices);
        if (isRefusal(counted)) throw new Error(counted.message);
        expect(counted.sites.every(({ offset, fuel }) => offset > 0 && fuel > 0)).toBe(true);
        sites += counted.sites.length;
      }
    expect(sites).toBeGreaterThan(500);
  });
});

describe('data segments', () => {
  const module = (segments: string): string =>
    `(module (memory (export "memory") 1 1) ${segments} (func (export "go")))`;

  /** The memory that an instance begins with. */
  function memoryOf(wasm: Uint8Array): Uint8Array {
    const { memory } = new WebAssembly.Instance(new WebAssembly.Module(wasm)).exports as { memory: WebAssembly.Memory };
    return new Uint8Array(memory.buffer);
  }

  function countOf(wasm: Uint8Array): number {
    const data = sectionsOf(wasm).find(({ id }) => id === 11);
    return data ? readU32(wasm, data.contents)[0] : 0;
  }

  test.each([
    ['neighbours', '(data (i32.const 8) "abc") (data (i32.const 11) "d")', 1],
    ['a gap', '(data (i32.const 8) "abc") (data (i32.const 200) "d")', 1],
    ['a wide gap', '(data (i32.const 8) "abc") (data (i32.const 300) "d")', 2],
    ['another order', '(data (i32.const 200) "abc") (data (i32.const 8) "d") (data (i32.const 64) "e")', 1],
    ['overlapping ones', '(data (i32.const 8) "abc") (data (i32.const 9) "d")', 2],
    ['far ones', '(data (i32.const 65000) "abc") (data (i32.const 65100) "d")', 1],
    ['none', '', 0],
  ])('%s: the memory is the same', async (_name, segments, expected) => {
    const wasm = await assemble(module(segments));
    const joined = joinDataSegments(wasm);
    expect(countOf(joined)).toBe(expected);
    expect(memoryOf(joined)).toEqual(memoryOf(wasm));
    expect(isRefusal(prepareModule(joined, nativePrices))).toBe(false);
  });

  test('an example has few of them', async () => {
    const { wasm, named } = await example('token.ts');
    expect(countOf(wasm)).toBeLessThan(10);
    expect(withoutCustomSections(named)).toEqual(wasm);
    expect(wasm.length).toBeLessThan(named.length);
  });
});

test('numbers of the binary format are read as they are written', () => {
  for (const value of [0, 1, 127, 128, 300, 16_383, 16_384, 2 ** 21, 2 ** 32 - 1])
    expect(readU32(u32Bytes(value), 0)).toEqual([value, u32Bytes(value).length]);
});

describe('places', () => {
  test('a source map is read by its format', () => {
    // Offsets 0, 5, 9: a.ts 1:1, a.ts 3:5, b.ts 2:1.
    const map = SourceMap.read('{"version":3,"sources":["a.ts","b.ts"],"mappings":"AAAA,KAEI,ICDJ"}', 100);
    expect(map.place(99)).toBeUndefined();
    expect(map.place(100)).toEqual({ file: 'a.ts', line: 1, column: 1 });
    expect(map.place(104)).toEqual({ file: 'a.ts', line: 1, column: 1 });
    expect(map.place(105)).toEqual({ file: 'a.ts', line: 3, column: 5 });
    expect(map.place(5_000)).toEqual({ file: 'b.ts', line: 2, column: 1 });
  });

  test('a failure in AssemblyScript has its line, in WAT its function', async () => {
    const { name } = await example('token.ts');
    expect(name).toBe('token.ts');
    expect(placeText({ sources: undefined }, { function: 3, offset: 9 })).toBe('function 3, byte 9 of the module');
    expect(placeText({ sources: undefined }, { function: 3, name: 'go', offset: 9 })).toBe('go, byte 9 of the module');
  });

  test('every example is as its source says under both tables of prices', async () => {
    const file = resolve(EXAMPLES, 'counter.wat');
    expect(readFileSync(file, 'utf8')).toContain('(export "turn")');
    const [one, other] = [await buildContract(file, nativePrices), await buildContract(file, referencePrices)];
    if (isRefusal(one) || isRefusal(other)) throw new Error('refused');
    expect(one.wasm).toEqual(other.wasm);
    expect(one.code.instantiationFuel).toBeGreaterThan(other.code.instantiationFuel);
  });
});
