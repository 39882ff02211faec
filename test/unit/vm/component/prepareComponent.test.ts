/** Components as uploaded: what is refused, what is kept, and from which height on they can be linked. */

import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { sha256 } from '../../../../engine/crypto/sha256.js';
import { componentCore } from '../../../../engine/vm/component/componentCore.js';
import { loweredSignature } from '../../../../engine/vm/component/layout.js';
import { prepareComponent } from '../../../../engine/vm/component/prepareComponent.js';
import { hostFunctions } from '../../../../engine/vm/component/world.js';
import { hostTable } from '../../../../engine/vm/host/index.js';
import { checkImports, unlinkable } from '../../../../engine/vm/linking.js';
import { prepareModule } from '../../../../engine/vm/prepareModule.js';
import { nativePrices, referencePrices } from '../../../../engine/vm/prices.js';
import { buildComponent } from '../../../../ops/contract/component.js';
import { hostNames } from '../../../support/scriptedCore.js';
import { built, smallCore } from '../../../support/smallCores.js';

describe('an uploaded component', () => {
  it('is hashed as it was uploaded, and runs as its core module', async () => {
    const component = await built(await smallCore({ imports: ['log', 'nft-royalty'] }));
    const prepared = prepareComponent(component, nativePrices);
    if (isRefusal(prepared)) throw new Error(prepared.message);
    const taken = componentCore(component);
    if (isRefusal(taken)) throw new Error(taken.message);
    const plain = prepareModule(taken.core, nativePrices);
    if (isRefusal(plain)) throw new Error(plain.message);
    const around = Math.floor((component.length - taken.core.length) / 4);
    expect(around).toBeGreaterThan(100);
    expect({ ...prepared, component: undefined }).toEqual({
      ...{ ...plain, codeHash: sha256(component), methods: [], otherFunctions: [], component: undefined },
      leastFuel: 2_000 + Math.floor(component.length / 4),
      instantiationFuel: plain.instantiationFuel + around,
    });
    expect(prepared.component).toMatchObject({ call: 'call', realloc: 'cabi_realloc', memory: 'memory' });
    expect(WebAssembly.validate(prepared.metered)).toBe(true);
  });

  it('is refused with the place when its core module cannot be a contract', async () => {
    const component = await built(await smallCore({ rest: '(func (result v128) (v128.const i64x2 0 0))' }));
    const refused = prepareComponent(component, nativePrices);
    expect(isRefusal(refused) && refused.message).toMatch(
      /^Invalid component: a value type is not i32, i64, f32 or f64 /,
    );
    const other = await built(await smallCore({ rest: '(func (param i32) (drop (i32.atomic.load (local.get 0))))' }));
    const place = prepareComponent(other, nativePrices);
    expect(isRefusal(place) && place.message).toMatch(/^Invalid WASM: .+, in the core module that begins at byte \d+$/);
  });

  it('is refused above 1 MiB', () => {
    const refused = prepareComponent(new Uint8Array(1_048_577), referencePrices);
    expect(isRefusal(refused) && refused.message).toBe('WASM too large: 1048577 bytes (max 1048576)');
  });

  it('is not built from a module that does not fit the world', async () => {
    const wrong = await buildComponent(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    expect(isRefusal(wrong) && wrong.message).toMatch(/^the module does not fit the world of contracts: .*call/s);
  });
});

describe('linking', () => {
  const imports = hostNames.map((name) => ({ module: 'm', name, function: name }));
  const component = { offset: 8, memory: 'memory', realloc: 'cabi_realloc', call: 'call' };

  it('finds a twin of env for every function of the world', () => {
    for (const name of hostNames) expect(Object.keys(hostTable)).toContain(hostFunctions[name].twin);
    expect(hostNames).toHaveLength(28);
    expect(hostNames.every((name) => loweredSignature(hostFunctions[name]).parameters.length <= 16)).toBe(true);
  });

  it('waits for the rule of the twin', () => {
    const linked = { imports: [], component: { ...component, imports } };
    expect(unlinkable(linked, () => true)).toBeUndefined();
    expect(checkImports(linked)).toBeUndefined();
    expect(unlinkable(linked, () => false)).toBe('import "chain-id" is not active before the rule contract_chain_id');
    const early = imports.filter(({ function: name }) => ['log', 'caller', 'attached'].includes(name));
    const earlier = { imports: [], component: { ...component, imports: early } };
    expect(unlinkable(earlier, (rule) => rule !== 'payable_calls')).toBe(
      'import "attached" is not active before the rule payable_calls',
    );
  });
});
