/** Which imports a contract may have: names, signatures, and the upgrades from which on they are linked. */

import { describe, expect, test } from 'vitest';
import { upgradeNames } from '../../../engine/chain/upgrades.js';
import type { RunOutcome, ValueType } from '../../../engine/vm/contractModule.js';
import { hostTable } from '../../../engine/vm/host/index.js';
import { unlinkable } from '../../../engine/vm/linking.js';
import { Machine } from '../../../engine/vm/machine.js';
import { nativePrices, type Prices, referencePrices } from '../../../engine/vm/prices.js';
import type { ContractScene } from '../../../engine/vm/scene.js';
import { ModuleBuilder } from '../../support/wasm/encoder.js';
import { compiled } from '../../support/wasm/hostProbe.js';
import { hostSignatures, typeOfRole } from '../../support/wasm/hostSignatures.js';
import { recordingScene } from '../../support/wasm/recordingScene.js';

type Signature = readonly [parameters: readonly ValueType[], results: readonly ValueType[]];

const names = Object.keys(hostTable);

function signatureOf(name: string): Signature {
  const { roles, result } = hostSignatures[name] ?? { roles: [] };
  return [roles.map(typeOfRole), result ? [result] : []];
}

interface Options {
  readonly from?: string;
  readonly answers?: Partial<ContractScene>;
  readonly prices?: Prices;
  readonly fuel?: number;
}

/** Runs a contract that imports a function and does nothing. */
function link(name: string, [parameters, results]: Signature, options: Options = {}): RunOutcome {
  const { from, answers, prices = referencePrices, fuel = 1_000_000 } = options;
  const module = new ModuleBuilder();
  module.importFunction(name, parameters, results, from);
  module.memory(1, 1, 'memory');
  module.func({ exported: 'run' }, []);
  return new Machine(prices).run(compiled(module.finish(), prices), 'run', fuel, recordingScene(answers));
}

describe('linking', () => {
  test('the table has the names, signatures and upgrades of the reference', () => {
    const table = Object.fromEntries(
      Object.entries(hostTable).map(([name, { parameters, results, since }]) => [name, [parameters, results, since]]),
    );
    const written = Object.fromEntries(
      Object.entries(hostSignatures).map(([name, { since }]) => [name, [...signatureOf(name), since]]),
    );
    expect(table).toEqual(written);
    expect(names).toHaveLength(33);
  });

  test('a function is linked when its upgrade is active, whatever else is', () => {
    let refused = 0;
    for (const name of names)
      for (const upgrade of upgradeNames) {
        const { since } = hostSignatures[name] ?? {};
        const without = link(name, signatureOf(name), { answers: { isActive: (asked) => asked !== upgrade } });
        const alone = link(name, signatureOf(name), { answers: { isActive: (asked) => asked === upgrade } });
        const sentence = `Instantiation: import "${name}" is not active before the rule ${since}`;
        expect([name, upgrade, without.error]).toEqual([name, upgrade, since === upgrade ? sentence : undefined]);
        const isLinked = since === undefined || since === upgrade;
        expect([name, upgrade, alone.error]).toEqual([name, upgrade, isLinked ? undefined : sentence]);
        if (!isLinked) refused++;
      }
    // 13 functions belong to an upgrade.
    expect(refused).toBe(13 * (upgradeNames.length - 1));
  });

  test('a function is not linked with another signature', () => {
    let tried = 0;
    for (const name of names) {
      const [parameters, results] = signatureOf(name);
      const others: Signature[] = [
        [[...parameters, 'i32'], results],
        [parameters, results.length > 0 ? [] : ['i32']],
        [parameters, [...results, 'i32']],
        ...parameters.map((type, at): Signature => [parameters.with(at, type === 'i32' ? 'i64' : 'i32'), results]),
        ...(parameters.length > 0 ? [[parameters.slice(1), results] as const] : []),
      ];
      for (const other of others) {
        const { success, error, gasUsed } = link(name, other);
        expect(error).toMatch(new RegExp(`^Instantiation: import "${name}" is \\(.*, not \\(`));
        expect([success, gasUsed]).toEqual([false, 0]);
        tried++;
      }
    }
    expect(tried).toBe(OTHER_SIGNATURES);
  });

  test.each(['host_nothing', 'log', 'HOST_LOG', '', 'toString', 'constructor', '__proto__', 'hasOwnProperty', 'ä"\n'])(
    'there is no function %j',
    (name) => {
      expect(link(name, [[], []]).error).toBe(`Instantiation: unknown import "${name}"`);
    },
  );

  test.each(['game', '', 'ENV', 'rouged', 'rouged:', 'wasi_snapshot_preview1', '__proto__'])(
    'there is no module %j',
    (from) => {
      const { success, error } = link('host_log', signatureOf('host_log'), { from });
      expect([success, error]).toEqual([false, `Instantiation: unknown import "${from}.host_log"`]);
    },
  );

  test('what cannot be linked costs the base price and the bytes of the code, at most the limit', () => {
    const { base } = nativePrices.instantiation;
    const used = (fuel: number): number => link('host_nothing', [[], []], { prices: nativePrices, fuel }).gasUsed;
    const least = used(1_000_000);
    expect([least > base, least < base + 100]).toEqual([true, true]);
    expect([used(least), used(least - 1), used(0)]).toEqual([least, least - 1, 0]);
    const inactive = { prices: nativePrices, answers: { isActive: () => false } };
    const { gasUsed } = link('host_random', signatureOf('host_random'), inactive);
    expect([gasUsed > base, gasUsed < base + 100]).toEqual([true, true]);
  });

  test('a function may be imported twice', () => {
    const module = new ModuleBuilder();
    const [parameters, results] = signatureOf('host_get_block_height');
    for (let twice = 0; twice < 2; twice++) module.importFunction('host_get_block_height', parameters, results);
    module.memory(1, 1, 'memory');
    module.func({ exported: 'run' }, []);
    expect(new Machine(referencePrices).run(compiled(module.finish()), 'run', 9, recordingScene()).success).toBe(true);
  });
});

/** One parameter more, another result, one result more for each function; another type of each of 102 parameters; one fewer for the
 *  29 functions that have any. */
const OTHER_SIGNATURES = 33 * 3 + 102 + 29;

test('what imports need is judged anew for every height: the first that is missing is named', () => {
  const wanted = (name: string) => {
    const { parameters, results } = hostTable[name] ?? { parameters: [], results: [] };
    return { name, parameters, results };
  };
  const inOrder = { imports: [wanted('host_log'), wanted('host_block_hash'), wanted('host_get_chain_id')] };
  const broken = { imports: [wanted('host_block_hash'), { ...wanted('host_log'), results: ['i32'] as const }] };
  const unknown = { imports: [wanted('host_none'), wanted('host_block_hash')] };
  const ways: readonly (readonly [rule: string, isActive: boolean])[] = [
    ['game_ready_3', false],
    ['game_ready_3', true],
    ['game_ready_3', false],
  ];
  for (const [rule, isActive] of ways) {
    const active = (upgrade: string): boolean => upgrade === rule && isActive;
    const missing = isActive ? 'host_get_chain_id' : 'host_block_hash';
    expect(unlinkable(inOrder, active)).toMatch(new RegExp(`^import "${missing}" is not active`));
    expect(unlinkable(broken, active)).toMatch(isActive ? /^import "host_log" is / : /"host_block_hash" is not active/);
    expect(unlinkable(unknown, active)).toBe('unknown import "host_none"');
    expect(unlinkable(inOrder, () => true)).toBeUndefined();
  }
});
