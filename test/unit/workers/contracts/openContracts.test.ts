/** The machine with its threads as a node opens them: which threads there are when, what they say of themselves, their end. */

import { describe, expect, onTestFinished, test } from 'vitest';
import { utf8 } from '../../../../engine/base/bytes.js';
import { CONTRACT } from '../../../../engine/base/limits.js';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { defaultLimits } from '../../../../engine/chain/genesis.js';
import { NOT_READY } from '../../../../engine/ledger/contractMachine.js';
import { KEPT_MACHINE_CODE } from '../../../../engine/vm/codeCache.js';
import { MACHINE_CODE_PER_BYTE, MACHINE_CODE_SLACK, MAX_CODE_BYTES } from '../../../../engine/vm/limits.js';
import { leastFuel, nativePrices } from '../../../../engine/vm/prices.js';
import type { CalledChain } from '../../../../workers/contracts/callPool.js';
import { cacheFor, openContracts } from '../../../../workers/contracts/openContracts.js';
import { rulesOf } from '../../../support/chain.js';
import { LogBook } from '../../../support/engineNode.js';
import { actor } from '../../../support/transactions.js';
import { ContractState, codeHashOf, endlessModule, numberedModule } from '../../../support/wasm/contractModules.js';

const { genesis, contracts: machine, protocol } = rulesOf({ validators: [{ actor: actor('v'), stake: '10000' }] });

/** A chain at height 1 whose state this is. */
const chainOf = (state: ContractState): CalledChain => ({
  state,
  tip: () => ({ height: 1 }),
  nextBlock: () => ({
    ...{ genesis, protocol, limits: genesis.limits, contracts: machine },
    ...{ height: 2, time: 1, baseFee: 0n, prevHash: '00'.repeat(32) },
  }),
  pastRecord: () => Promise.reject(new Error('no past')),
});

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
  contracts.calls.serve(chainOf(state));
  const order = { address, method: 'main', args: '{}', caller: '', gasLimit: 100_000, attached: undefined };
  const body = utf8(JSON.stringify({ method: 'main' }));
  expect(await contracts.calls.query(body, address)).toMatchObject({ success: true });
  expect(names()).toEqual(['contract-compile', 'contract-query']);
  expect(await contracts.calls.preview(order)).toMatchObject({ success: true });
  expect(names()).toEqual(['contract-compile', 'contract-query', 'contract-dry-run']);
  for (const [name, seconds] of contracts.stats().activeSeconds) expect(seconds, name).toBeGreaterThan(0);
  expect(contracts.stats()).toMatchObject({ machine: { compiled: 1, modules: 1, runs: 0 }, calls: { calls: 2 } });
  expect(contracts.threads()).toHaveLength(3);
  await contracts.close();
  expect([contracts.threads(), names(), log.lines]).toEqual([[], [], []]);
});

test('a signed call is tried while the queries of a node take all their places', async () => {
  const { contracts } = open();
  const state = new ContractState();
  const endless = state.deploy(endlessModule());
  const address = state.deploy(numberedModule(1));
  contracts.calls.serve(chainOf(state));
  const body = utf8(JSON.stringify({ method: 'spin' }));
  const queries = Array.from({ length: 80 }, () => contracts.calls.query(body, endless));
  const order = { address, method: 'main', args: '{}', caller: '', gasLimit: 100_000, attached: undefined };
  const tried = contracts.calls.preview(order);
  expect(await Promise.race(queries)).toMatchObject({ code: 'busy' });
  expect(await tried).toMatchObject({ success: true });
  await contracts.close();
  const refused = (await Promise.all(queries)).filter((answer) => isRefusal(answer) && answer.code === 'busy');
  expect(refused.length).toBeGreaterThan(10);
});

test('what is being compiled when the node ends is rejected, which is no fault', async () => {
  const { contracts, log } = open();
  const modules = [1, 2].map((number) => numberedModule(number));
  for (const wasm of modules) expect(contracts.machine.check(codeHashOf(wasm), () => wasm)).toBe(NOT_READY);
  const waiting = modules.map((wasm) => contracts.machine.compiled(codeHashOf(wasm)));
  await Promise.all([...waiting, contracts.close()]);
  for (const wasm of modules)
    expect(() => contracts.machine.check(codeHashOf(wasm), () => wasm)).toThrow('the node is shutting down');
  expect([contracts.stats().machine.faults, log.lines]).toEqual([0, []]);
});

describe('the cache of the main thread', () => {
  const limits = (fuel: number) => ({
    ...genesis,
    contractPrices: 'native' as const,
    limits: { ...genesis.limits, fuel },
  });
  const V8_CODE_BYTES = 4 * 1024 ** 3;

  /** Machine code of all that a block of this fuel can call, when all its modules have this many bytes. */
  const callable = (fuel: number, bytes: number): number =>
    Math.floor(fuel / leastFuel(nativePrices, bytes)) * (MACHINE_CODE_SLACK + MACHINE_CODE_PER_BYTE * bytes);

  test('holds all code that one block can call', () => {
    const sizes = [40, 8_000, 100_000, MAX_CODE_BYTES];
    for (const bytes of sizes)
      expect(cacheFor(limits(20_000_000)).maxMachineCode, `${bytes}`).toBeGreaterThanOrEqual(
        callable(20_000_000, bytes),
      );
  });

  test('of a network with more fuel holds what one call can reach, and no more than V8 can commit', () => {
    const { maxMachineCode } = cacheFor(limits(1_000_000_000));
    expect(maxMachineCode).toBe(cacheFor(limits(20_000_000)).maxMachineCode);
    for (const bytes of [40, 8_000, 100_000, MAX_CODE_BYTES])
      expect(maxMachineCode, `${bytes}`).toBeGreaterThanOrEqual(callable(CONTRACT.callFuel, bytes));
  });

  test('with all others is well below what V8 commits, also when all code is optimised', () => {
    const all = cacheFor(limits(defaultLimits.fuel)).maxMachineCode + 2 * KEPT_MACHINE_CODE;
    expect(2 * all).toBeLessThan(0.85 * V8_CODE_BYTES);
  });
});
