/** The machine with its threads as a node opens them: which threads there are when, what they say of themselves, their end. */

import { expect, onTestFinished, test } from 'vitest';
import { NOT_READY } from '../../../../engine/ledger/contractMachine.js';
import { openContracts } from '../../../../workers/contracts/openContracts.js';
import { rulesOf } from '../../../support/chain.js';
import { LogBook } from '../../../support/engineNode.js';
import { actor } from '../../../support/transactions.js';
import { ContractState, codeHashOf, numberedModule } from '../../../support/wasm/contractModules.js';

const { genesis, contracts: machine, protocol } = rulesOf({ validators: [{ actor: actor('v'), stake: '10000' }] });

function open() {
  const log = new LogBook();
  const contracts = openContracts({ genesis, signatureBackend: 'auto', log });
  onTestFinished(() => contracts.close());
  const names = (): readonly string[] => contracts.stats().activeSeconds.map(([name]) => name);
  return { contracts, log, names };
}

test('threads are there from their first work until the end, and say how long they have worked', async () => {
  const { contracts, log, names } = open();
  expect([contracts.threads().length, names()]).toEqual([0, []]);
  const wasm = numberedModule(1);
  await contracts.machine.warm(codeHashOf(wasm), () => wasm);
  expect(names()).toEqual(['contract-compile']);
  const state = new ContractState();
  const address = state.deploy(wasm);
  const at = { height: 2, time: 1, baseFee: 0n, prevHash: '00'.repeat(32) };
  const nextBlock = () => ({ genesis, protocol, limits: genesis.limits, contracts: machine, ...at });
  contracts.calls.serve({ state, tip: () => ({ height: 1 }), nextBlock });
  const order = { address, method: 'main', args: '{}', caller: '', gasLimit: 100_000, attached: undefined };
  expect(await contracts.calls.preview(order)).toMatchObject({ success: true });
  expect(names()).toEqual(['contract-compile', 'contract-query-0']);
  for (const [name, seconds] of contracts.stats().activeSeconds) expect(seconds, name).toBeGreaterThan(0);
  expect(contracts.stats()).toMatchObject({ machine: { compiled: 1, modules: 1, runs: 0 }, calls: { calls: 1 } });
  expect(contracts.threads()).toHaveLength(2);
  await contracts.close();
  expect([contracts.threads(), names(), log.lines]).toEqual([[], [], []]);
});

test('what is being compiled when the node ends is rejected, which is no fault', async () => {
  const { contracts, log } = open();
  const modules = [1, 2].map((number) => numberedModule(number));
  for (const wasm of modules) expect(contracts.machine.check(codeHashOf(wasm), () => wasm)).toBe(NOT_READY);
  const waiting = contracts.machine.compiled();
  await Promise.all([waiting, contracts.close()]);
  for (const wasm of modules)
    expect(() => contracts.machine.check(codeHashOf(wasm), () => wasm)).toThrow('the node is shutting down');
  expect([contracts.stats().machine.faults, log.lines]).toEqual([0, []]);
});
