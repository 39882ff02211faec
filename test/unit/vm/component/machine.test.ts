/** Components on the machine of the node: each way in which a call can end, its fuel, its place, and what links. */

import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import type { CompiledContract, RunOutcome } from '../../../../engine/vm/contractModule.js';
import { Machine } from '../../../../engine/vm/machine.js';
import { placesOf, prepareContract } from '../../../../engine/vm/prepareContract.js';
import { nativePrices, type Prices, referencePrices } from '../../../../engine/vm/prices.js';
import type { ContractScene } from '../../../../engine/vm/scene.js';
import { bareScene } from '../../../support/bareScene.js';
import { built, type SmallCore, smallCore } from '../../../support/smallCores.js';

const FUEL = 10_000_000;
/** A function of three bytes: no locals, `unreachable`, `end`. */
const UNREACHABLE_BODY = [3, 0x00, 0x00, 0x0b];

interface Prepared {
  readonly bytes: Uint8Array;
  readonly code: CompiledContract;
  readonly run: (settings?: { fuel?: number; method?: string; scene?: Partial<ContractScene> }) => Ran;
}

interface Ran {
  readonly outcome: RunOutcome;
  readonly returned: string | undefined;
  readonly logs: readonly string[];
}

function compiled(bytes: Uint8Array, prices: Prices): CompiledContract {
  const code = prepareContract(bytes, prices);
  if (isRefusal(code)) throw new Error(code.message);
  return { ...code, module: new WebAssembly.Module(code.metered) };
}

async function prepared(shape: SmallCore, prices = nativePrices, machine = new Machine(prices)): Promise<Prepared> {
  const bytes = await built(await smallCore(shape));
  const code = compiled(bytes, prices);
  const run: Prepared['run'] = ({ fuel = FUEL, method = 'go', scene = {} } = {}) => {
    let returned: string | undefined;
    const logs: string[] = [];
    const seen: ContractScene = {
      ...bareScene,
      log: (line) => void logs.push(line),
      setReturn: (data) => {
        returned = Buffer.from(data).toString('utf8');
      },
      ...scene,
    };
    const outcome = machine.run(code, method, fuel, seen, placesOf(bytes, prices));
    return { outcome, returned, logs };
  };
  return { bytes, code, run };
}

/** A result with a text at an address. */
const answer = (at: string, bytes: string, tag = 0): string =>
  `(i32.store8 (i32.const 512) (i32.const ${tag})) (i32.store (i32.const 516) ${at})
   (i32.store (i32.const 520) ${bytes}) (i32.const 512)`;
const echo = (tag: number): string => answer('(local.get $method)', '(local.get $methodBytes)', tag);
/** Arguments must not be where the method is. */
const GROWING = `(local $at i32) (local.set $at (global.get $next))
  (global.set $next (i32.add (local.get $at) (local.get $size))) (local.get $at)`;
const NEXT = '(global $next (mut i32) (i32.const 1024))';
const FOREVER = '(loop $again (br $again)) (i32.const 512)';

describe('what a component answers', () => {
  it('is the return data', async () => {
    const { run, code } = await prepared({ call: echo(0), realloc: GROWING, rest: NEXT });
    expect(run({ method: 'überall' })).toMatchObject({ outcome: { success: true }, returned: 'überall' });
    expect(code).toMatchObject({ methods: [], otherFunctions: [], hasStart: false });
    // Any text can be a method, also the name of an export.
    for (const method of ['', 'call', 'cabi_realloc', '__proto__'])
      expect(run({ method })).toMatchObject({ outcome: { success: true }, returned: method });
  });

  it('fails the call when it is an error, in the words of the component', async () => {
    const { run } = await prepared({ call: echo(1), realloc: GROWING, rest: NEXT });
    const { outcome, returned } = run({ method: 'there is no such method' });
    expect(outcome).toEqual({
      ...{ success: false, gasUsed: outcome.gasUsed },
      error: 'Execution error: there is no such method',
    });
    expect(returned).toBeUndefined();
    expect(run({ method: '' }).outcome.error).toBe('Execution error: ');
  });

  it.each([
    ['letters', 'x', 1_024],
    ['characters of two bytes', 'ä', 1_024],
    ['characters of two UTF-16 units', '🂡', 1_024],
    ['characters of both lengths', 'a🂡', 512],
  ])('keeps 1,024 characters of an error: %s', async (_name, text, times) => {
    const { run } = await prepared({ call: echo(1), realloc: GROWING, rest: NEXT });
    expect(run({ method: text.repeat(times) }).outcome.error).toBe(`Execution error: ${text.repeat(times)}`);
    expect(run({ method: `${text.repeat(times)}${text}` }).outcome.error).toBe(
      `Execution error: ${text.repeat(times)}`,
    );
  });
});

describe('how a component ends otherwise', () => {
  const stops: readonly (readonly [string, SmallCore, string])[] = [
    ['a trap', { call: 'unreachable' }, 'Execution error: unreachable code was executed'],
    ['a division', { call: '(i32.div_u (i32.const 1) (i32.const 0))' }, 'Execution error: integer division by zero'],
    ['a trap of the allocator', { realloc: 'unreachable' }, 'Execution error: unreachable code was executed'],
    ['a trap of the clean-up', { postReturn: 'unreachable' }, 'Execution error: unreachable code was executed'],
    ['a trap of the initializer', { initialize: 'unreachable' }, 'Execution error: unreachable code was executed'],
    [
      'endless recursion',
      { call: '(call $deeper) (i32.const 512)', rest: '(func $deeper (call $deeper))' },
      'Execution error: call stack exhausted',
    ],
    [
      'an answer that is none',
      { call: '(i32.const 514)' },
      'Execution error: the result of call at 514 is not aligned to 4 bytes',
    ],
    [
      'a text of the host function outside of the memory',
      { imports: ['log'], call: '(call $log (i32.const -8) (i32.const 4)) (i32.const 512)' },
      'Execution error: a string at 4294967288 with 4 bytes is outside of the memory',
    ],
    [
      'a result of the host for which the allocator traps',
      {
        imports: ['caller'],
        call: '(global.set $traps (i32.const 1)) (call $caller (i32.const 64)) (i32.const 512)',
        realloc: '(if (global.get $traps) (then unreachable)) (i32.const 1024)',
        rest: '(global $traps (mut i32) (i32.const 0))',
      },
      'Execution error: unreachable code was executed',
    ],
  ];

  it.each(stops)('%s', async (_name, shape, error) => {
    const { run } = await prepared(shape);
    const first = run();
    expect(first.outcome).toMatchObject({ success: false, error });
    expect(first.returned).toBeUndefined();
    // Nothing of a failure is left in the machine.
    expect(run().outcome).toEqual(first.outcome);
  });

  it('says where, as a byte of the component', async () => {
    const { bytes, run } = await prepared({
      call: '(call $inner) (i32.const 512)',
      rest: '(func $inner unreachable) (func (export "other"))',
    });
    const { place } = run().outcome;
    const at = place?.offset ?? 0;
    expect([...bytes.subarray(at - 2, at + 2)]).toEqual(UNREACHABLE_BODY);
    const { bytes: before, code } = await prepared({});
    expect(code.component?.offset).toBeGreaterThan(8);
    expect(placesOf(before, nativePrices)?.place(0, 0)?.offset).toBeGreaterThan(code.component?.offset ?? 0);
  });

  it('throws what a scene throws: that is no failure of the contract', async () => {
    const { run } = await prepared({
      imports: ['log'],
      call: '(call $log (i32.const 0) (i32.const 0)) (i32.const 512)',
    });
    const log = (): never => {
      throw new Error('the state cannot be read');
    };
    expect(() => run({ scene: { log } })).toThrow('the state cannot be read');
    expect(run().outcome.success).toBe(true);
  });
});

describe('fuel of a component', () => {
  it('counts the instance, the copies and the code; below that much it is out of gas', async () => {
    const { code, run } = await prepared({ call: echo(0), realloc: GROWING, rest: NEXT });
    const { gasUsed } = run().outcome;
    expect(gasUsed).toBeGreaterThan(code.instantiationFuel);
    expect(run({ fuel: gasUsed }).outcome).toEqual({ success: true, gasUsed });
    const most = code.instantiationFuel - 1;
    expect(run({ fuel: most }).outcome).toEqual({
      ...{ success: false, gasUsed: code.leastFuel, error: `Out of gas (limit: ${most}, used: ${code.leastFuel})` },
    });
    let failed = 0;
    for (let fuel = code.instantiationFuel; fuel < gasUsed; fuel++) {
      const { outcome } = run({ fuel });
      expect(outcome).toMatchObject({ success: false, error: `Out of gas (limit: ${fuel}, used: ${outcome.gasUsed})` });
      expect(outcome.gasUsed).toBeLessThanOrEqual(fuel);
      failed++;
    }
    expect(failed).toBe(gasUsed - code.instantiationFuel);
    expect(failed).toBeGreaterThan(500);
  });

  it('ends an endless loop', async () => {
    const { run } = await prepared({ call: FOREVER });
    const { outcome } = run();
    expect(outcome).toMatchObject({ success: false, error: `Out of gas (limit: ${FUEL}, used: ${outcome.gasUsed})` });
    expect(outcome.gasUsed).toBeGreaterThan(FUEL - 10);
  });

  it('pays for nothing but instructions under the prices of the reference', async () => {
    const { code, run } = await prepared({ call: echo(0), realloc: GROWING, rest: NEXT }, referencePrices);
    expect(code.instantiationFuel).toBe(0);
    const short = run({ method: 'a' }).outcome.gasUsed;
    expect(run({ method: 'a'.repeat(1_000) }).outcome.gasUsed).toBe(short);
    expect(short).toBeLessThan(100);
  });
});

describe('linking of a component', () => {
  it('waits for the rule of each function, and costs the least of its code until then', async () => {
    const { code, run } = await prepared({ imports: ['log', 'chain-id'] });
    expect(run({ scene: { isActive: (rule) => rule !== 'contract_chain_id' } }).outcome).toEqual({
      ...{ success: false, gasUsed: code.leastFuel },
      error: 'Instantiation: import "chain-id" is not active before the rule contract_chain_id',
    });
    expect(run().outcome.success).toBe(true);
  });

  it('keeps the calls of one machine apart: components and modules by turns', async () => {
    const machine = new Machine(nativePrices);
    const logging = (at: number): SmallCore => ({
      imports: ['log'],
      call: `(call $log (i32.const ${at}) (i32.const 1)) (i32.store8 (i32.const 2000) (i32.const 1)) (i32.const 512)`,
      rest: `(data (i32.const ${at}) "${at}")`,
    });
    const [one, two] = [
      await prepared(logging(16), nativePrices, machine),
      await prepared(logging(24), nativePrices, machine),
    ];
    const { parse } = await import('@bytecodealliance/jco-transpile/wasm-tools');
    const plain = compiled(
      await parse(`(module (import "env" "host_log" (func $log (param i32 i32)))
        (memory (export "memory") 1) (data (i32.const 0) "m")
        (func (export "go") (if (i32.load8_u (i32.const 2000)) (then unreachable)) (call $log (i32.const 0) (i32.const 1))))`),
      nativePrices,
    );
    const seen: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      seen.push(...one.run().logs);
      machine.run(plain, 'go', FUEL, { ...bareScene, log: (line) => void seen.push(line) });
      seen.push(...two.run().logs);
    }
    expect(seen.join('')).toBe('1m2'.repeat(3));
  });
});
