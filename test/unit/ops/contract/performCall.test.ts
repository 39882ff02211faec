/** Calls on the ledger in memory, with scripted contracts: what is taken back, what is merged, who pays the fuel. */

import { describe, expect, test } from 'vitest';
import { utf8 } from '../../../../engine/base/bytes.js';
import { CONTRACT } from '../../../../engine/base/limits.js';
import type { CompiledContract, RunOutcome } from '../../../../engine/vm/contractModule.js';
import type { ContractScene } from '../../../../engine/vm/scene.js';
import { accountKey, MemoryLedger } from '../../../../ops/contract/local/memoryLedger.js';
import { type CallOrder, type MethodRunner, performCall } from '../../../../ops/contract/local/performCall.js';

/** What a method does. @returns false to fail. */
type Script = (scene: ContractScene) => unknown;

const PAYER = 'aa'.repeat(20);
const [A, B] = ['b1'.repeat(20), 'b2'.repeat(20)] as const;
/** Fuel of each scripted execution. */
const FUEL = 1_000;
const LEAST_FUEL = 700;

/** A ledger with two contracts that share their methods. */
function scripted(methods: Readonly<Record<string, Script>>, more: readonly (readonly [string, number])[] = []) {
  const ledger = new MemoryLedger();
  const limits: number[] = [];
  const codeOf = (address: string) =>
    ({ codeHash: utf8(address), leastFuel: LEAST_FUEL }) as unknown as CompiledContract;
  for (const [address, codeBytes] of [[A, 100] as const, [B, 100] as const, ...more])
    ledger.contracts.set(address, { address, code: codeOf(address), codeBytes, name: address });
  ledger.credit('XRGE', PAYER, 1_000n);
  ledger.credit('GOLD', PAYER, 1_000n);
  const runner: MethodRunner = {
    run(_code, method, fuel, scene): RunOutcome {
      limits.push(fuel);
      const gasUsed = Math.min(FUEL, fuel);
      const script = methods[method];
      if (!script) return { success: false, gasUsed, error: `Execution error: Method '${method}' not found` };
      if (fuel < FUEL) return { success: false, gasUsed, error: `Out of gas (limit: ${fuel}, used: ${gasUsed})` };
      return script(scene) === false ? { success: false, gasUsed, error: 'failed' } : { success: true, gasUsed };
    },
  };
  const call = (method: string, more: Partial<CallOrder> = {}) =>
    performCall(ledger, runner, { contract: A, method, args: '{}', caller: PAYER, gas: 100_000, ...more }, 'salt');
  return { ledger, call, limits };
}

const text = (scene: ContractScene, key: string): string => Buffer.from(scene.readStorage(utf8(key)) ?? []).toString();

describe('a call that fails', () => {
  test('leaves nothing but its gas and its log', () => {
    const { ledger, call } = scripted({
      fail(scene) {
        scene.writeStorage(utf8('k'), utf8('v'));
        scene.emit('topic', 'data');
        scene.log('line');
        scene.transfer(PAYER, 3n);
        scene.nftCreateCollection('ART', 'Art', 0n);
        scene.queueCall(B, 'ok', '{}', 0n);
        return false;
      },
      ok: () => true,
    });
    const report = call('fail', { attached: { symbol: 'XRGE', amount: 10n } });
    expect(report).toMatchObject({
      success: false,
      gasUsed: FUEL,
      events: [],
      logs: ['line'],
      calls: [],
      error: 'failed',
    });
    expect(ledger.balance(PAYER)).toBe(1_000n);
    expect(ledger.balance(A)).toBe(0n);
    expect([...ledger.storage.entries(), ...ledger.collections.entries()]).toEqual([]);
  });

  test('is one whose events are too long; a log is cut, with the calls that it queued', () => {
    const most = CONTRACT.outputBytes;
    const cut = `[lines are left out: the log of a call has at most ${most} bytes]`;
    const { call } = scripted({
      full(scene) {
        scene.log('\0'.repeat(most - 1));
        scene.emit('topic', 'x'.repeat(most - 5));
        scene.queueCall(B, 'more', '{}', 0n);
      },
      more(scene) {
        scene.log('one');
        scene.log('two');
      },
      over(scene) {
        scene.emit('', 'x'.repeat(most));
        expect(() => scene.emit('', '')).toThrow(`the events of a call have more than ${most} bytes`);
        return false;
      },
    });
    expect(call('full')).toMatchObject({ success: true, calls: [{ success: true, logs: [cut] }] });
    expect(call('over')).toMatchObject({ success: false, events: [] });
  });

  test('is one whose payer cannot pay, or whose contract is unknown', () => {
    const { ledger, call } = scripted({ ok: () => true });
    expect(call('ok', { attached: { symbol: 'XRGE', amount: 1_001n } })).toMatchObject({
      ...{ success: false, gasUsed: 0, error: 'insufficient XRGE for the attached payment' },
    });
    expect(call('ok', { contract: 'ff'.repeat(20) })).toMatchObject({
      error: `Contract not found: ${'ff'.repeat(20)}`,
    });
    expect(call('ok', { attached: { symbol: 'GOLD', amount: 5n } }).success).toBe(true);
    expect(ledger.tokenBalance('GOLD', A)).toBe(5n);
  });
});

describe('queued calls', () => {
  test('run in order after their caller, see what was done before, and fail alone', () => {
    const { ledger, call } = scripted({
      parent(scene) {
        scene.writeStorage(utf8('seen'), utf8('0'));
        scene.queueCall(A, 'append', '{"v":1}', 0n);
        scene.queueCall(B, 'grab', 'no JSON', 0n);
        scene.queueCall(A, 'append', '{"v": 2}', 0n);
        scene.emit('parent', text(scene, 'seen'));
      },
      append(scene) {
        expect(scene.caller).toBe(A);
        expect(scene.attached).toBeUndefined();
        scene.writeStorage(utf8('seen'), utf8(text(scene, 'seen') + Buffer.from(scene.args).toString()));
        scene.emit('append', '');
      },
      grab(scene) {
        expect(Buffer.from(scene.args).toString()).toBe('{}');
        scene.emit('grab', '');
        scene.writeStorage(utf8('grab'), utf8('x'));
        return false;
      },
    });
    const report = call('parent');
    expect(report.events.map(({ topic, data }) => topic + data)).toEqual(['parent0', 'append', 'append']);
    expect(report.calls.map(({ success }) => success)).toEqual([true, false, true]);
    expect(report.gasUsed).toBe(4 * FUEL);
    expect(report.ownGas).toBe(FUEL);
    expect([...ledger.storage.entries()].map(([, value]) => Buffer.from(value).toString())).toEqual([
      '0{"v":1}{"v":2}',
    ]);
  });

  test('end at eight deep', () => {
    const { call } = scripted({ deeper: (scene) => scene.queueCall(scene.self === A ? B : A, 'deeper', '{}', 5_000n) });
    let report = call('deeper');
    expect(report.gasUsed).toBe(8 * FUEL);
    for (let depth = 1; depth < 8; depth++) report = report.calls[0] as typeof report;
    expect(report.calls[0]).toMatchObject({ success: false, error: 'Max call depth 8 exceeded', gasUsed: 0 });
  });

  test('are paid out of the limit of the first', () => {
    const { call, limits } = scripted({
      parent(scene) {
        for (const gas of [0n, 2_500n, 1n, 100_000n, 100_000n]) scene.queueCall(B, 'ok', '{}', gas);
      },
      ok: () => true,
    });
    const report = call('parent', { gas: 4_500 });
    expect(limits).toEqual([4_500, 2_250, 2_500, 1, 1_499, 499]);
    expect(report.calls.map(({ success }) => success)).toEqual([true, true, false, true, false]);
    expect(report.gasUsed).toBe(4_500);
  });
});

describe('a scene', () => {
  test('knows the rules of tokens and NFTs', () => {
    const { ledger, call } = scripted({
      rules(scene) {
        expect([scene.transfer(PAYER, -1n), scene.transfer(PAYER, 11n), scene.transfer('nobody', 1n)]).toEqual([
          false,
          false,
          false,
        ]);
        expect(scene.transfer('ee'.repeat(20), 1n)).toBe(false);
        expect(scene.transfer(` ${PAYER.toUpperCase()} `, 0n)).toBe(false);
        expect(scene.transfer(B, 4n)).toBe(true);
        expect([scene.balance(A), scene.balance(B), scene.balance('nobody')]).toEqual([6n, 4n, 0n]);
        expect([scene.tokenBalance('XRGE', A), scene.tokenBalance('a b', A)]).toEqual([undefined, undefined]);
        expect([scene.tokenBalance('none', A), scene.tokenTransfer('none', B, 1n)]).toEqual([0n, 'insufficient']);
        for (const [symbol, to, amount] of [
          ['XRGE', B, 1n],
          ['GOLD', 'x', 1n],
          ['GOLD', B, 0n],
        ] as const)
          expect(scene.tokenTransfer(symbol, to, amount)).toBe('invalid');
        const made = scene.nftCreateCollection(' art ', 'Art', 1n);
        const id = `col:${A.slice(0, 16)}:ART`;
        expect(made).toEqual({ id });
        expect(scene.nftCreateCollection('ART', 'Art', 0n)).toBe('exists');
        for (const [symbol, name, most] of [
          ['XRGE', 'x', 0n],
          ['A', '', 0n],
          ['A', 'x'.repeat(129), 0n],
          ['A', 'x', -1n],
        ] as const)
          expect(scene.nftCreateCollection(symbol, name, most)).toBe('invalid');
        expect(scene.nftMint(id, B, 'One', '{"a":1}')).toEqual({ id: 1 });
        expect([scene.nftMint(id, B, 'Two', ''), scene.nftMint('none', B, 'x', '')]).toEqual([
          'max_reached',
          'missing',
        ]);
        expect([scene.nftMint(id, '', 'x', ''), scene.nftMint(id, B, 'x', '{')]).toEqual(['invalid', 'invalid']);
        expect([scene.nftOwner(id, 1n), scene.nftOwner(id, 2n)]).toEqual([B, undefined]);
        expect([scene.nftTransfer(id, 1n, A), scene.nftTransfer(id, 2n, A)]).toEqual(['not_owned', 'not_found']);
        expect([scene.royalty(id), scene.royalty('none')]).toEqual([{ bps: 0, recipient: A }, undefined]);
      },
    });
    expect(call('rules', { attached: { symbol: 'XRGE', amount: 10n } })).toMatchObject({
      success: true,
      error: undefined,
    });
    expect(ledger.balance(B)).toBe(4n);
  });

  test('knows the hashes of 256 blocks, and draws that differ', () => {
    const { ledger, call } = scripted({
      look(scene) {
        const { height } = scene;
        const known = [height, height - 1, height - 256, height - 257, -1].map((at) => scene.blockHash(BigInt(at)));
        expect(known.map((hash) => hash?.length)).toEqual([undefined, 32, 32, undefined, undefined]);
        const draws = [scene.random(), scene.random()];
        expect(draws[0]).not.toEqual(draws[1]);
        scene.setReturn(utf8('[9007199254740993, 1.5]'));
      },
    });
    expect(call('look').returnData).toEqual(['9007199254740993', 1.5]);
    ledger.mine(2);
    expect(ledger.height).toBe(1_002);
  });
});

test('an account has one spelling', () => {
  expect(accountKey(` ${'AB'.repeat(20)} `)).toBe('ab'.repeat(20));
  expect(accountKey('bob')).toBeUndefined();
});

test('a call may use as much code as on a chain: the contract beyond it fails and pays, one that was used before goes on', () => {
  const [C, D] = ['c1'.repeat(20), 'c2'.repeat(20)] as const;
  const { codeBytes, codeBytesPerCall, leastCodeBytes } = CONTRACT;
  // The first contract and these two are exactly what a call may use.
  const { call } = scripted(
    {
      all(scene) {
        for (const address of [C, D, B, C]) scene.queueCall(address, 'ok', '{}', 2_000n);
        scene.queueCall(B, 'ok', '{}', BigInt(LEAST_FUEL - 1));
      },
      ok: () => true,
    },
    [
      [C, codeBytes],
      [D, codeBytesPerCall - codeBytes - leastCodeBytes],
    ],
  );
  const { calls, gasUsed } = call('all');
  const tooMuch = `Execution error: the contracts of one call have more than ${codeBytesPerCall} bytes of code together`;
  expect(calls.map(({ contract, error, gasUsed }) => [contract, error, gasUsed])).toEqual([
    [C, undefined, FUEL],
    [D, undefined, FUEL],
    [B, tooMuch, LEAST_FUEL],
    [C, undefined, FUEL],
    [B, `Out of gas (limit: ${LEAST_FUEL - 1}, used: ${LEAST_FUEL - 1})`, LEAST_FUEL - 1],
  ]);
  expect(gasUsed).toBe(4 * FUEL + 2 * LEAST_FUEL - 1);
  // What one call uses does not count for the next one.
  expect(call('ok', { contract: B }).success).toBe(true);
});
