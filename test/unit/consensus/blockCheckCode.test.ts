/** Blocks whose contracts are not compiled where they are checked: how often what is executed, what is asked for at once, and what is
 *  said when this machine is the cause. */

import { expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { BlockCheck } from '../../../engine/consensus/blockCheck.js';
import { Postponed } from '../../../engine/ledger/contractMachine.js';
import { MachineExhausted } from '../../../engine/vm/machine.js';
import { TestChain } from '../../support/chain.js';
import { call } from '../../support/contractOrders.js';
import { deployAll } from '../../support/contractScene.js';
import { by } from '../../support/ledgerScene.js';
import { alice, chainOf } from '../../support/movementScene.js';
import { type Program, ScriptedMachine, type Step } from '../../support/scriptedMachine.js';

const CONTRACTS = 60;

/** A chain with contracts on it, a block that calls each, and another node at its parent that has nothing compiled. */
function scene(programOf: (number: number, known: readonly string[]) => Program) {
  const maker = chainOf();
  const addresses: string[] = [];
  for (let number = 0; number < CONTRACTS; number++) addresses.push(...deployAll(maker, programOf(number, addresses)));
  const machine = new ScriptedMachine();
  const receiver = new TestChain({ ...maker.rules, contracts: machine });
  receiver.resume(maker.state, maker.replay, maker.tip);
  const { certificate } = maker;
  const check = (called: readonly string[]) => {
    const candidate = maker.build(called.map((address) => call(by(maker, alice), address, 'main')));
    const { block, items } = maker.seal(candidate);
    candidate.prepared.revert();
    expect(items).toHaveLength(called.length);
    machine.ready = new Set();
    machine.runs = 0;
    const { rules, state, replay, tip } = receiver;
    expect(certificate).toBeDefined();
    return new BlockCheck({ rules, state, replay, tip, block, items, now: undefined });
  };
  /** Checks until nothing is missing. @returns how often something was. */
  const finish = (checking: BlockCheck): number => {
    for (let waits = 0; waits < 10_000; waits++) {
      const executed = checking.run();
      if (!(executed instanceof Postponed)) {
        if (isRefusal(executed)) expect.fail(executed.message);
        executed.prepared.revert();
        return waits;
      }
      for (const codeHash of machine.asked) machine.ready?.add(codeHash);
      machine.asked.clear();
    }
    return expect.fail('the check does not end');
  };
  return { maker, receiver, machine, addresses, check, finish };
}

test('each call is executed once, however many contracts a block waits for', () => {
  const { machine, addresses, check, finish } = scene((number) => ({ main: [['log', String(number)]] }));
  expect(finish(check(addresses))).toBe(CONTRACTS);
  expect(machine.runs).toBe(CONTRACTS);
});

test('all sub-calls of a call that are missing are asked for at once', () => {
  const calls = (known: readonly string[]): readonly Step[] =>
    known.map((address) => ['call', address, 'main', '{}', '2000'] as const);
  const { addresses, check, finish } = scene((number, known) => ({
    main: number === CONTRACTS - 1 ? calls(known) : [['log', String(number)]],
  }));
  expect(finish(check(addresses.slice(-1)))).toBe(2);
});

test('code that is lost again costs one more wait, not another beginning', () => {
  const { machine, addresses, check } = scene((number) => ({ main: [['log', String(number)]] }));
  const checking = check(addresses);
  // Room for the newest code alone.
  let waits = 0;
  for (;;) {
    const executed = checking.run();
    if (!(executed instanceof Postponed)) {
      if (isRefusal(executed)) expect.fail(executed.message);
      executed.prepared.revert();
      break;
    }
    waits++;
    machine.ready = new Set(machine.asked);
    machine.asked.clear();
  }
  expect([waits, machine.runs]).toEqual([CONTRACTS, CONTRACTS]);
});

test('what the machine lacks says nothing about the block', () => {
  class Exhausted extends ScriptedMachine {
    override run(): never {
      throw new MachineExhausted('memory could not grow');
    }
  }
  const { maker, addresses } = scene((number) => ({ main: [['log', String(number)]] }));
  const candidate = maker.build(addresses.map((address) => call(by(maker, alice), address, 'main')));
  const { block, items } = maker.seal(candidate);
  candidate.prepared.revert();
  const { state, replay, tip } = maker;
  const rules = { ...maker.rules, contracts: new Exhausted() };
  const checking = new BlockCheck({ rules, state, replay, tip, block, items, now: undefined });
  expect(() => checking.run()).toThrow(MachineExhausted);
});
