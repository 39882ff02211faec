/** Code that is compiled ahead after a start: which, in which order, how much, and what ends it. */

import { describe, expect, test } from 'vitest';
import { ContractWarmUp, WARM_UP, type WarmUpLimits } from '../../../../workers/contracts/warmUp.js';
import { LogBook } from '../../../support/engineNode.js';
import { ContractState, codeHashOf, numberedModule, type Wasm } from '../../../support/wasm/contractModules.js';

/** A machine that notes what it is given. */
class NotingMachine {
  readonly warmed: string[] = [];
  /** Modules that were being compiled at the same time, at most. */
  most = 0;
  /** Called with each module, while it is compiled. */
  onWarm: (count: number) => void = () => {};
  #now = 0;

  async warm(codeHash: string, wasm: () => Uint8Array): Promise<void> {
    this.#now++;
    this.most = Math.max(this.most, this.#now);
    await Promise.resolve();
    this.#now--;
    expect(codeHashOf(wasm())).toBe(codeHash);
    this.warmed.push(codeHash);
    this.onWarm(this.warmed.length);
  }
}

function warmUpOf(state: ContractState, limits: Partial<WarmUpLimits> = {}) {
  const machine = new NotingMachine();
  const log = new LogBook();
  const newest = (offset: number, limit: number): readonly string[] => state.newest(offset, limit);
  const warmUp = new ContractWarmUp(machine, { state, newest }, log, { ...WARM_UP, ...limits });
  return { machine, log, warmUp };
}

const stateOf = (...modules: readonly Wasm[]): ContractState => {
  const state = new ContractState();
  for (const wasm of modules) state.deploy(wasm);
  return state;
};

const numbered = (count: number): Wasm[] => Array.from({ length: count }, (_, number) => numberedModule(number));

/** Hashes of modules, the last one first. */
const hashes = (modules: readonly Wasm[]): string[] => modules.map(codeHashOf).toReversed();

describe('what is compiled', () => {
  test('each module once, the newest contract first, one at a time, over all pages', async () => {
    const modules = numbered(150);
    const { machine, warmUp, log } = warmUpOf(stateOf(...modules, ...modules.slice(140), ...modules.slice(145)));
    expect(await warmUp.run()).toBe(150);
    expect(machine.warmed).toEqual(hashes(modules));
    expect([machine.most, log.lines]).toEqual([1, []]);
  });

  test('nothing on a chain without contracts', async () => {
    const { machine, warmUp } = warmUpOf(stateOf());
    expect([await warmUp.run(), machine.warmed]).toEqual([0, []]);
  });

  test('as many modules as are allowed', async () => {
    const modules = numbered(9);
    const { machine, warmUp } = warmUpOf(stateOf(...modules), { modules: 4 });
    expect(await warmUp.run()).toBe(4);
    expect(machine.warmed).toEqual(hashes(modules.slice(5)));
  });

  test('as many bytes as are allowed: nothing older than the module that does not fit', async () => {
    const modules = [numberedModule(1), numberedModule(2, 5_000), numberedModule(3), numberedModule(4)];
    const { machine, warmUp } = warmUpOf(stateOf(...modules), { bytes: 4_000 });
    expect(await warmUp.run()).toBe(2);
    expect(machine.warmed).toEqual(hashes(modules.slice(2)));
  });

  test('of as many contracts as are allowed, however few modules they share', async () => {
    const old = numberedModule(1);
    const shared = numberedModule(2);
    const state = stateOf(old, ...Array<Wasm>(100).fill(shared));
    const { machine, warmUp } = warmUpOf(state, { contracts: 100 });
    expect(await warmUp.run()).toBe(1);
    expect(machine.warmed).toEqual([codeHashOf(shared)]);
    const { warmUp: further } = warmUpOf(state, { contracts: 101 });
    expect(await further.run()).toBe(2);
  });

  test('what is deployed meanwhile takes nothing from it', async () => {
    const modules = numbered(130);
    const state = stateOf(...modules);
    const { machine, warmUp } = warmUpOf(state);
    machine.onWarm = (count) => {
      if (count <= 10) state.deploy(numberedModule(1_000 + count));
    };
    expect(await warmUp.run()).toBe(130);
    expect(machine.warmed).toEqual(hashes(modules));
  });
});

describe('what ends it', () => {
  test('a stop: nothing further is begun', async () => {
    const { machine, warmUp, log } = warmUpOf(stateOf(...numbered(20)));
    machine.onWarm = (count) => {
      if (count === 7) warmUp.stop();
    };
    expect(await warmUp.run()).toBe(7);
    expect([machine.warmed.length, log.lines]).toEqual([7, []]);
  });

  test('a stop before it: nothing is begun', async () => {
    const { machine, warmUp } = warmUpOf(stateOf(...numbered(3)));
    warmUp.stop();
    expect([await warmUp.run(), machine.warmed]).toEqual([0, []]);
  });

  test('a thread that fails: the log says so, and the node goes on', async () => {
    const { machine, warmUp, log } = warmUpOf(stateOf(...numbered(5)));
    machine.onWarm = (count) => {
      if (count === 2) throw new Error('no memory');
    };
    expect(await warmUp.run()).toBe(1);
    expect(log.lines).toMatchObject([
      { level: 'warn', message: 'contracts are not compiled ahead any more', fields: { modules: 1 } },
    ]);
  });

  test('a thread that ends with the node: nobody is told', async () => {
    const { machine, warmUp, log } = warmUpOf(stateOf(...numbered(5)));
    machine.onWarm = () => {
      warmUp.stop();
      throw new Error('the node is shutting down');
    };
    expect([await warmUp.run(), log.lines]).toEqual([0, []]);
  });
});
