/** Own lifting and lowering beside the code that jco generates, on random values of every type of the world: the same values at the
 *  host, the same answers, the same bytes of memory and the same fuel. */

import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import type { AskHost } from '../../../../engine/vm/component/binding.js';
import { ComponentCall, componentImports } from '../../../../engine/vm/component/componentCall.js';
import { type ComponentCore, componentCore } from '../../../../engine/vm/component/componentCore.js';
import type { WitField, WitValue } from '../../../../engine/vm/component/witType.js';
import { type HostFunctionName, hostFunctions } from '../../../../engine/vm/component/world.js';
import { MAX_ADDRESS_BYTES, MAX_METHOD_BYTES } from '../../../../engine/vm/host/calls.js';
import { HostFrame, MAX_ACCOUNT_BYTES } from '../../../../engine/vm/host/hostFrame.js';
import { MAX_STORAGE_KEY_BYTES } from '../../../../engine/vm/host/storage.js';
import { prepareModule } from '../../../../engine/vm/prepareModule.js';
import { referencePrices } from '../../../../engine/vm/prices.js';
import { buildComponent } from '../../../../ops/contract/component.js';
import { ComponentGlue, type CoreImports } from '../../../../ops/contract/componentGlue.js';
import { bareScene } from '../../../support/bareScene.js';
import { MeteredCore } from '../../../support/meteredCore.js';
import { SeededRandom, testSeed } from '../../../support/random.js';
import { hostNames, scriptedCore } from '../../../support/scriptedCore.js';
import { randomText, randomValue, Script } from '../../../support/witValues.js';

const FUEL = 1_000_000_000;
const CASES_EACH = 20;

/** What one run of a script has done. */
interface Seen {
  readonly calls: readonly (readonly [HostFunctionName, Record<string, WitValue>])[];
  readonly answer: unknown;
  readonly memory: Uint8Array;
  readonly fuel: number;
}

/** A host that hands out the script first, and then one value. */
function scriptedHost(script: Script, answer: WitValue) {
  const calls: (readonly [HostFunctionName, Record<string, WitValue>])[] = [];
  let isFirst = true;
  const host: AskHost = (name, values) => {
    if (isFirst) {
      isFirst = false;
      return script.bytes;
    }
    calls.push([name, values]);
    return answer;
  };
  return { calls, host };
}

const args = (text: string) => new Uint8Array(Buffer.from(text, 'utf8'));

/** Bounds in bytes of the parameters that random values could exceed. */
const BOUNDS: Partial<Record<HostFunctionName, Readonly<Record<string, number>>>> = {
  'call-contract': { address: MAX_ADDRESS_BYTES, method: MAX_METHOD_BYTES },
  'storage-read': { key: MAX_STORAGE_KEY_BYTES },
  'storage-write': { key: MAX_STORAGE_KEY_BYTES },
  'storage-delete': { key: MAX_STORAGE_KEY_BYTES },
  balance: { account: MAX_ACCOUNT_BYTES },
  transfer: { to: MAX_ACCOUNT_BYTES },
  'token-balance': { account: MAX_ACCOUNT_BYTES },
  'token-transfer': { to: MAX_ACCOUNT_BYTES },
  'nft-transfer': { to: MAX_ACCOUNT_BYTES },
  'nft-mint': { to: MAX_ACCOUNT_BYTES },
};

/** A code point has at most four bytes. */
const shortened = (text: string, bytes: number): string => [...text].slice(0, bytes / 4).join('');

function parameterValue(of: HostFunctionName, { name, type }: WitField, random: SeededRandom): WitValue {
  const value = randomValue(type, random);
  const most = BOUNDS[of]?.[name];
  if (most === undefined) return value;
  return typeof value === 'string' ? shortened(value, most) : (value as Uint8Array).slice(0, most);
}

/** Faster than the comparison of the test runner, which takes a millisecond for a kilobyte. */
const same = (a: unknown, b: unknown): void => {
  if (!isDeepStrictEqual(a, b)) expect(a).toEqual(b);
};

describe('values of the world', () => {
  const seed = testSeed();
  let glue: ComponentGlue;
  let taken: ComponentCore;
  let metered: Uint8Array<ArrayBuffer>;
  let core: Uint8Array;

  beforeAll(async () => {
    core = await scriptedCore();
    const component = await buildComponent(core);
    if (isRefusal(component)) throw new Error(component.message);
    const loaded = await ComponentGlue.load(component);
    const own = componentCore(component);
    if (isRefusal(loaded) || isRefusal(own)) throw new Error('the component cannot be read');
    const prepared = prepareModule(own.core, referencePrices);
    if (isRefusal(prepared)) throw new Error(prepared.message);
    [glue, taken, metered] = [loaded, own, prepared.metered];
  });

  it('takes out the core module that jco takes out', () => {
    expect(Buffer.compare(taken.core, glue.core)).toBe(0);
    expect(taken.imports.map(({ function: name }) => name)).toEqual(hostNames);
    expect(taken).toMatchObject({
      memory: 'memory',
      realloc: 'cabi_realloc',
      call: 'call',
      postReturn: 'cabi_post_call',
    });
  });

  function runOwn(script: Script, method: string, text: string, value: WitValue): Seen {
    const { calls, host } = scriptedHost(script, value);
    const scene = { ...bareScene, args: args(text) };
    const instance: MeteredCore = new MeteredCore(
      metered,
      componentImports(taken.imports, () => call),
      FUEL,
    );
    const call: ComponentCall = new ComponentCall(
      taken,
      instance,
      new HostFrame(instance, scene, referencePrices),
      host,
    );
    const { stop, answer } = call.run(method);
    expect(stop).toEqual({ why: 'done' });
    return { calls, answer, memory: new Uint8Array(instance.memory.buffer), fuel: instance.fuel };
  }

  function runGlue(script: Script, method: string, text: string, value: WitValue): Seen {
    const { calls, host } = scriptedHost(script, value);
    let instance: MeteredCore | undefined;
    const runCore = (_: Uint8Array, imports: CoreImports) => {
      instance = new MeteredCore(metered, imports, FUEL);
      return instance.instance;
    };
    const answer = glue.call(host, method, text, runCore);
    if (!instance) throw new Error('jco made no instance');
    return { calls, answer, memory: new Uint8Array(instance.memory.buffer), fuel: instance.fuel };
  }

  it.each(hostNames)(`passes %s as jco does (seed ${seed})`, (name) => {
    const random = SeededRandom.of(seed, name);
    const {
      parameters,
      result,
    }: { parameters: readonly WitField[]; result: (typeof hostFunctions)[typeof name]['result'] } = hostFunctions[name];
    const method = String.fromCharCode(48 + hostNames.indexOf(name));
    for (let count = 0; count < CASES_EACH; count++) {
      const values = Object.fromEntries(parameters.map((each) => [each.name, parameterValue(name, each, random)]));
      const answer = random.chance(50) ? { ok: randomText(random) } : { error: randomText(random) };
      const value = randomValue(result, random);
      const script = new Script(name, values, answer, random);
      const text = randomText(random);
      const own = runOwn(script, method, text, value);
      const other = runGlue(script, method, text, value);
      same(own.calls, [[name, values]]);
      same(own.answer, answer);
      same(other.calls, own.calls);
      same(other.answer, own.answer);
      expect(Buffer.compare(other.memory, own.memory)).toBe(0);
      expect(other.fuel).toBe(own.fuel);
      expect(own.fuel).toBeLessThan(FUEL);
    }
  });
});
