/** How much code the contracts of one call and of one block may have together. */

import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../../engine/base/limits.js';
import { BlockCode, CallCode } from '../../../engine/ledger/blockCode.js';
import { Postponed } from '../../../engine/ledger/contractMachine.js';
import { BlockExecution } from '../../../engine/ledger/execution.js';
import { call } from '../../support/contractOrders.js';
import { deployAll, outcomeOf } from '../../support/contractScene.js';
import { by } from '../../support/ledgerScene.js';
import { alice, chainOf } from '../../support/movementScene.js';
import type { Program, ScriptedMachine } from '../../support/scriptedMachine.js';

const MIB = 1024 * 1024;

/** A contract of almost a mebibyte, of which no two are alike. */
const large = (number: number): Program => ({
  main: [['log', String(number)]],
  padding: [['log', 'x'.repeat(CONTRACT.codeBytes - 200)]],
});

const calls = (...addresses: readonly string[]): Program => ({
  main: addresses.map((address) => ['call', address, 'main', '{}', '2000'] as const),
});

describe('a call', () => {
  test('may use code up to its bound, each counted once, the small ones for more than they are', () => {
    const code = new CallCode();
    expect([code.use('a', MIB), code.use('b', MIB - CONTRACT.leastCodeBytes)]).toEqual([true, true]);
    expect([code.use('c', 1), code.use('d', 1), code.use('a', MIB), code.use('c', 1)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  test('of a contract too many fails there, and pays for it; what queued it goes on', () => {
    const chain = chainOf();
    const parts = deployAll(chain, large(1), large(2), large(3));
    const [address] = deployAll(chain, calls(...parts)) as [string];
    const { failure, result } = outcomeOf(chain, address);
    expect(failure).toBeUndefined();
    expect(result).toMatchObject({
      logs: ['call 0', 'call 1', 'call 2', '1'],
      calls: [
        { contract: parts[0], error: undefined },
        { contract: parts[1], error: expect.stringContaining('more than 2097152 bytes of code together') },
        { contract: parts[2], error: expect.stringContaining('more than 2097152 bytes of code together') },
      ],
    });
  });
});

describe('a block', () => {
  test('counts code of its transactions once, and none of what is left out', () => {
    const code = new BlockCode();
    const take = (...parts: readonly (readonly [string, number])[]): boolean => {
      code.begin();
      if (parts.some(([hash, bytes]) => !code.use(hash, bytes))) return false;
      code.keep();
      return true;
    };
    expect(take(['a', 2 * MIB], ['b', MIB])).toBe(true);
    expect(take(['a', 2 * MIB], ['c', MIB + 1])).toBe(false);
    expect(take(['b', MIB], ['d', MIB])).toBe(true);
    expect(take(['e', 1])).toBe(false);
    expect(take(['a', 2 * MIB], ['d', MIB])).toBe(true);
  });

  test('has code compiled that it could use, and not more', () => {
    const code = new BlockCode();
    expect(['a', 'b', 'c', 'd', 'e', 'a'].map((hash) => code.mayAsk(hash, MIB))).toEqual([
      ...[true, true, true, true, false, true],
    ]);
    expect(code.mayAsk('f', 1)).toBe(false);
  });

  test('executes nothing of a call that it has no room for', () => {
    const chain = chainOf();
    const machine = chain.rules.contracts as ScriptedMachine;
    const addresses = [1, 2, 3, 4, 5].flatMap((number) => deployAll(chain, large(number)));
    machine.runs = 0;
    const { candidate } = chain.produce(addresses.map((address) => call(by(chain, alice), address, 'main')));
    expect([candidate.items.length, machine.runs, candidate.unpaid]).toEqual([4, 4, []]);
  });

  test('leaves a call for the next one that needs more code, and is invalid with it', () => {
    const chain = chainOf();
    const addresses = [1, 2, 3, 4, 5].flatMap((number) => deployAll(chain, large(number)));
    const items = addresses.map((address) => call(by(chain, alice), address, 'main'));
    const execution = new BlockExecution(chain.scratch(), chain.context(), chain.replay);
    const outcomes = items.map(({ transaction }) => execution.include(transaction));
    expect(outcomes.map((outcome) => outcome instanceof Postponed)).toEqual([false, false, false, false, true]);
    expect(outcomes[4]).toMatchObject({ lacks: 'size', code: 'rule_violation' });
    // The same code again fits, and so does what uses none.
    const again = call(by(chain, alice), addresses[0] as string, 'main');
    expect(execution.include(again.transaction)).not.toBeInstanceOf(Postponed);
    const { candidate } = chain.produce(items);
    expect([candidate.items.length, candidate.refused]).toEqual([4, []]);
    expect(chain.produce(items.slice(4)).candidate.items).toHaveLength(1);
  });
});
