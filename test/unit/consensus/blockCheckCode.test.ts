/** Blocks whose contracts are not compiled where they are checked: how often what is executed, what is asked for at once, and what is
 *  said when this machine is the cause. */

import { expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { BlockCheck } from '../../../engine/consensus/blockCheck.js';
import { CodeMissing } from '../../../engine/ledger/contractMachine.js';
import type { CallResult } from '../../../engine/ledger/contractResult.js';
import { MachineExhausted } from '../../../engine/vm/machine.js';
import { TestChain } from '../../support/chain.js';
import { call } from '../../support/contractOrders.js';
import { deployAll } from '../../support/contractScene.js';
import { by } from '../../support/ledgerScene.js';
import { alice, chainOf } from '../../support/movementScene.js';
import { type Program, ScriptedMachine } from '../../support/scriptedMachine.js';

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
      if (!(executed instanceof CodeMissing)) {
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

/** What each contract of a call does: the last one calls all others, one after the other. */
const callsAll = (number: number, known: readonly string[]): Program => ({
  main:
    number === CONTRACTS - 1
      ? known.map((address) => ['call', address, 'main', '{}', '2000'] as const)
      : [['log', String(number)]],
});

test('nothing of a call is executed twice, however many contracts it has to wait for', () => {
  const { machine, addresses, check, finish } = scene(callsAll);
  expect(finish(check(addresses.slice(-1)))).toBe(CONTRACTS);
  expect(machine.runs).toBe(CONTRACTS);
});

test('a call that waits does what it does at once where nothing is missing', () => {
  const chain = (number: number, known: readonly string[]): Program => ({
    main: [
      ['write', 'seen', String(number)],
      ['log', String(number)],
      ...(number > 0 && number % 7 > 0 ? ([['call', known.at(-1) as string, 'main', '{}', '0']] as const) : []),
      ...(number % 5 === 4 ? ([['trap', 'this one fails']] as const) : []),
    ],
  });
  const { maker, machine, addresses, check } = scene(chain);
  const checking = check(addresses);
  const plain = maker.build(addresses.map((address) => call(by(maker, alice), address, 'main')));
  plain.prepared.revert();
  for (;;) {
    const executed = checking.run();
    if (executed instanceof CodeMissing) machine.ready?.add(executed.codeHash);
    else if (isRefusal(executed)) expect.fail(executed.message);
    else {
      // The root is that of the maker, who had all of the code.
      expect(executed.execution.outcomes).toHaveLength(CONTRACTS);
      const logs = executed.execution.outcomes.map(({ result }) => (result as CallResult).logs);
      expect(logs).toEqual(plain.execution.outcomes.map(({ result }) => (result as CallResult).logs));
      executed.prepared.revert();
      break;
    }
  }
});

test('code that is lost again costs one more wait, not another beginning', () => {
  const { machine, addresses, check } = scene((number) => ({ main: [['log', String(number)]] }));
  const checking = check(addresses);
  // Room for the newest code alone.
  let waits = 0;
  for (;;) {
    const executed = checking.run();
    if (!(executed instanceof CodeMissing)) {
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
