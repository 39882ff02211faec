/** Calls of components that break the canonical ABI, run out of fuel or touch what is not theirs: each ends the call with a sentence,
 *  and nothing is thrown at the node. */

import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import {
  ComponentCall,
  type ComponentOutcome,
  componentImports,
} from '../../../../engine/vm/component/componentCall.js';
import { componentCore } from '../../../../engine/vm/component/componentCore.js';
import { HostFrame, HostOutOfFuel, HostTrap } from '../../../../engine/vm/host/hostFrame.js';
import { prepareModule } from '../../../../engine/vm/prepareModule.js';
import { nativePrices } from '../../../../engine/vm/prices.js';
import type { ContractScene } from '../../../../engine/vm/scene.js';
import { bareScene } from '../../../support/bareScene.js';
import { MeteredCore } from '../../../support/meteredCore.js';
import { built, type SmallCore, smallCore } from '../../../support/smallCores.js';

const FUEL = 10_000_000;

/** What a contract has done to its scene, as lines. */
function recordingScene(args = '{}'): { readonly scene: ContractScene; readonly done: string[] } {
  const done: string[] = [];
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
  const scene: ContractScene = {
    ...bareScene,
    args: new Uint8Array(Buffer.from(args, 'utf8')),
    caller: 'someone',
    log: (line) => done.push(`log ${line}`),
    setReturn: (data) => done.push(`return ${text(data)}`),
    emit: (topic, data) => done.push(`event ${topic} ${data}`),
    writeStorage: (key, value) => done.push(`write ${text(key)} ${text(value)}`),
    attached: { symbol: 'XRGE', amount: 7n },
  };
  return { scene, done };
}

interface Ran {
  readonly outcome: ComponentOutcome;
  readonly done: readonly string[];
  readonly used: number;
}

/** @returns a function that runs `call` in a new instance with the fuel that it is given. */
async function prepared(shape: SmallCore): Promise<(fuel?: number, method?: string, args?: string) => Ran> {
  const taken = componentCore(await built(await smallCore(shape)));
  if (isRefusal(taken)) throw new Error(taken.message);
  const code = prepareModule(taken.core, nativePrices);
  if (isRefusal(code)) throw new Error(code.message);
  return (fuel = FUEL, method = 'go', args = '{}') => {
    const { scene, done } = recordingScene(args);
    const instance: MeteredCore = new MeteredCore(
      code.metered,
      componentImports(taken.imports, () => call),
      fuel,
    );
    const call: ComponentCall = new ComponentCall(taken, instance, new HostFrame(instance, scene, nativePrices));
    const outcome = call.run(method);
    return { outcome, done, used: fuel - instance.fuel };
  };
}

const ran = async (shape: SmallCore): Promise<Ran> => (await prepared(shape))();

/** The sentence of a trap of the host, or why else it stopped. */
const sentenceOf = ({ outcome: { stop } }: Ran): string =>
  stop.why === 'host' && stop.error instanceof HostTrap ? stop.error.message : stop.why;

/** A result with a text at an address. */
const answer = (at: string, bytes: string, tag = 0): string =>
  `(i32.store8 (i32.const 512) (i32.const ${tag})) (i32.store (i32.const 516) (i32.const ${at}))
   (i32.store (i32.const 520) (i32.const ${bytes})) (i32.const 512)`;

const data = (at: number, bytes: string): string => `(data (i32.const ${at}) "${bytes}")`;
const CALLER = '(call $caller (i32.const 64))';

describe('answers', () => {
  it('gives back what call returns', async () => {
    const echo = (tag: number): string => `(i32.store8 (i32.const 512) (i32.const ${tag}))
      (i32.store (i32.const 516) (local.get $args)) (i32.store (i32.const 520) (local.get $argsBytes)) (i32.const 512)`;
    const ok = await prepared({ call: echo(0) });
    expect(ok(FUEL, '', '[1,"ä"]')).toMatchObject({ outcome: { answer: { ok: '[1,"ä"]' } }, done: ['return [1,"ä"]'] });
    const failed = await prepared({ call: echo(1) });
    expect(failed(FUEL, 'm', '"no"')).toMatchObject({
      outcome: { stop: { why: 'done' }, answer: { error: '"no"' } },
      done: [],
    });
  });

  it('runs the initializer first, with the host at hand, and the clean-up last', async () => {
    const { outcome, done } = await ran({
      imports: ['log'],
      initialize: '(call $log (i32.const 16) (i32.const 5))',
      call: `(call $log (i32.const 24) (i32.const 4)) ${answer('16', '5')}`,
      postReturn: '(if (i32.ne (local.get $result) (i32.const 512)) (then unreachable))',
      rest: data(16, 'begin') + data(24, 'call'),
    });
    expect(outcome).toEqual({ stop: { why: 'done' }, answer: { ok: 'begin' } });
    expect(done).toEqual(['log begin', 'log call', 'return begin']);
  });

  const broken: readonly (readonly [string, SmallCore, string])[] = [
    [
      'a result outside of the memory',
      { call: '(i32.const 65536)' },
      'the result of call at 65536 with 12 bytes is outside of the memory',
    ],
    [
      'a result at the end of the memory',
      { call: '(i32.const 65528)' },
      'the result of call at 65528 with 12 bytes is outside of the memory',
    ],
    [
      'a result at the last address',
      { call: '(i32.const -4)' },
      'the result of call at 4294967292 with 12 bytes is outside of the memory',
    ],
    [
      'a result that is not aligned',
      { call: '(i32.const 514)' },
      'the result of call at 514 is not aligned to 4 bytes',
    ],
    ['neither ok nor error', { call: answer('0', '0', 2) }, 'the result of call is 2, not 0 or 1'],
    [
      'a text outside of the memory',
      { call: answer('65530', '7') },
      'a string at 65530 with 7 bytes is outside of the memory',
    ],
    [
      'a text at a negative address',
      { call: answer('-1', '1') },
      'a string at 4294967295 with 1 bytes is outside of the memory',
    ],
    ['a text of 4 GiB', { call: answer('0', '-1') }, 'a string at 0 with 4294967295 bytes is outside of the memory'],
    ['a surrogate', { call: answer('16', '3'), rest: data(16, '\\ed\\a0\\80') }, 'a string at 16 is not UTF-8'],
    ['an overlong form', { call: answer('16', '2'), rest: data(16, '\\c0\\80') }, 'a string at 16 is not UTF-8'],
    ['half a character', { call: answer('16', '1'), rest: data(16, '\\e2') }, 'a string at 16 is not UTF-8'],
    [
      'an answer that is too long',
      {
        call: `(memory.fill (i32.const 0) (i32.const 97) (i32.const 65536)) (drop (memory.grow (i32.const 1))) ${answer('0', '65537')}`,
      },
      'an answer of 65537 bytes, the limit is 65536',
    ],
    [
      'an allocation outside of the memory',
      { realloc: '(i32.const -1)' },
      'an allocation at 4294967295 with 2 bytes is outside of the memory',
    ],
    [
      'an allocation at the end',
      { realloc: '(i32.const 65535)' },
      'an allocation at 65535 with 2 bytes is outside of the memory',
    ],
    ['an allocator that traps', { realloc: 'unreachable' }, 'trap'],
    ['an allocator without end', { realloc: '(loop $l (br $l)) unreachable' }, 'out_of_fuel'],
    [
      'an allocator that calls the host',
      { imports: ['caller'], realloc: `${CALLER} (i32.const 1024)` },
      'caller is called while memory is allocated or given back',
    ],
    [
      'a clean-up that calls the host',
      { imports: ['caller'], postReturn: CALLER },
      'caller is called while memory is allocated or given back',
    ],
    ['a clean-up that traps', { postReturn: 'unreachable' }, 'trap'],
    ['an initializer that traps', { initialize: 'unreachable' }, 'trap'],
  ];

  it.each(broken)('stops at %s', async (_, shape, sentence) => {
    const { outcome, done, ...rest } = await ran(shape);
    expect(sentenceOf({ outcome, done, ...rest })).toBe(sentence);
    expect(outcome.answer).toBeUndefined();
    expect(done).toEqual([]);
  });
});

describe('functions of the host', () => {
  const call = (code: string): string => `${code} (i32.const 512)`;
  const gas = (tag: number): string =>
    call(`(call $call-contract (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0)
      (i32.const ${tag}) (i64.const 9) (i32.const 64))`);

  const broken: readonly (readonly [string, SmallCore, string])[] = [
    [
      'a line outside of the memory',
      { imports: ['log'], call: call('(call $log (i32.const 65530) (i32.const 7))') },
      'a string at 65530 with 7 bytes is outside of the memory',
    ],
    [
      'a line at a negative address',
      { imports: ['log'], call: call('(call $log (i32.const -8) (i32.const 8))') },
      'a string at 4294967288 with 8 bytes is outside of the memory',
    ],
    [
      'a line that is too long',
      { imports: ['log'], call: call('(call $log (i32.const 0) (i32.const 65537))') },
      'a log line of 65537 bytes, the limit is 65536',
    ],
    ['a line of 4 GiB', { imports: ['log'], call: call('(call $log (i32.const 0) (i32.const -1))') }, 'out of fuel'],
    [
      'a line that is not UTF-8',
      { imports: ['log'], call: call('(call $log (i32.const 16) (i32.const 1))'), rest: data(16, '\\ff') },
      'a string at 16 is not UTF-8',
    ],
    [
      'an account that is too long',
      { imports: ['balance'], call: call('(drop (call $balance (i32.const 0) (i32.const 4097)))') },
      'an account of 4097 bytes, the limit is 4096',
    ],
    [
      'a recipient that is too long',
      {
        imports: ['transfer'],
        call: call('(call $transfer (i32.const 0) (i32.const 4097) (i64.const 1) (i32.const 64))'),
      },
      'an account of 4097 bytes, the limit is 4096',
    ],
    [
      'a key that is too long',
      { imports: ['storage-read'], call: call('(call $storage-read (i32.const 0) (i32.const 257) (i32.const 64))') },
      'a storage key of 257 bytes, the limit is 256',
    ],
    [
      'a list outside of the memory',
      {
        imports: ['storage-write'],
        call: call('(call $storage-write (i32.const 0) (i32.const 1) (i32.const 65536) (i32.const 1))'),
      },
      'a list at 65536 with 1 bytes is outside of the memory',
    ],
    [
      'room that is not aligned',
      { imports: ['attached'], call: call('(call $attached (i32.const 68))') },
      'the room for a result at 68 is not aligned to 8 bytes',
    ],
    [
      'room outside of the memory',
      { imports: ['attached'], call: call('(call $attached (i32.const 65520))') },
      'the room for a result at 65520 with 24 bytes is outside of the memory',
    ],
    [
      'room at a negative address',
      { imports: ['caller'], call: call('(call $caller (i32.const -8))') },
      'the room for a result at 4294967288 with 8 bytes is outside of the memory',
    ],
    ['an option that is neither', { imports: ['call-contract'], call: gas(2) }, 'an option is 2, not 0 or 1'],
    [
      'an allocation for a result',
      {
        imports: ['caller'],
        realloc: '(select (i32.const 65533) (i32.const 1024) (i32.eq (local.get $size) (i32.const 7)))',
        call: call(CALLER),
      },
      'an allocation at 65533 with 7 bytes is outside of the memory',
    ],
    [
      'an allocator that calls the host for a result',
      {
        imports: ['caller'],
        realloc: `(if (i32.eq (local.get $size) (i32.const 7)) (then ${CALLER})) (i32.const 1024)`,
        call: call(CALLER),
      },
      'caller is called while memory is allocated or given back',
    ],
    [
      'an allocator that calls itself',
      {
        imports: ['caller'],
        realloc:
          '(if (i32.eq (local.get $size) (i32.const 7)) (then (drop (call 1 (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 7))))) (i32.const 1024)',
        call: call(CALLER),
      },
      'out_of_stack',
    ],
  ];

  it.each(broken)('stop at %s', async (_, shape, sentence) => {
    const found = await ran(shape);
    const { stop } = found.outcome;
    const isOut = stop.why === 'host' && stop.error instanceof HostOutOfFuel;
    expect(isOut ? 'out of fuel' : sentenceOf(found)).toBe(sentence);
    expect(found.outcome.answer).toBeUndefined();
    expect(found.done).toEqual([]);
  });

  it('read an absent option without looking at what is in its places', async () => {
    expect((await ran({ imports: ['call-contract'], call: gas(0) })).outcome.stop).toEqual({ why: 'done' });
  });

  it('stop a call at every fuel below what it takes, and never a unit above', async () => {
    const run = await prepared({
      imports: ['caller', 'log', 'storage-write'],
      initialize: '(call $log (i32.const 16) (i32.const 5))',
      call: `${CALLER} (call $storage-write (i32.const 16) (i32.const 5) (i32.const 16) (i32.const 5)) ${answer('16', '5')}`,
      postReturn: '(i32.store (i32.const 0) (local.get $result))',
      rest: data(16, 'begin'),
    });
    const whole = run();
    expect(whole.done).toEqual(['log begin', 'write begin begin', 'return begin']);
    const points = new Set([...Array(400).keys()].map((at) => whole.used - 1 - at));
    for (let fuel = 0; fuel < whole.used; fuel += 37) points.add(fuel);
    for (const fuel of points) {
      const { outcome, used } = run(fuel);
      const { stop } = outcome;
      expect(stop.why === 'out_of_fuel' || (stop.why === 'host' && stop.error instanceof HostOutOfFuel)).toBe(true);
      expect(outcome.answer).toBeUndefined();
      expect(used).toBeLessThanOrEqual(fuel);
    }
    expect(points.size).toBeGreaterThan(600);
    expect(run(whole.used)).toEqual(whole);
  });
});
