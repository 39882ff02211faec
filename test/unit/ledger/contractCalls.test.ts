/** Sub-calls: order, what each sees, what a failure undoes, depth, who pays. And the fuel of a block. */

import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../../engine/base/limits.js';
import { accountOfContract } from '../../../engine/crypto/address.js';
import { Postponed } from '../../../engine/ledger/contractMachine.js';
import type { CallResult } from '../../../engine/ledger/contractResult.js';
import { BlockExecution } from '../../../engine/ledger/execution.js';
import { balanceOf } from '../../../engine/ledger/funds.js';
import { Mempool } from '../../../engine/mempool/mempool.js';
import { reloaded, type rulesOf, TestChain, throughTheWire } from '../../support/chain.js';
import { call } from '../../support/contractOrders.js';
import { deployAll, done, outcomeOf, stageOf } from '../../support/contractScene.js';
import { by } from '../../support/ledgerScene.js';
import { alice, bob, chainOf } from '../../support/movementScene.js';
import { START_FUEL, STEP_FUEL } from '../../support/scriptedMachine.js';
import { transfer } from '../../support/transactions.js';

const PAID = { symbol: 'XRGE', amount: 1_000n } as const;
const callsOf = ({ calls }: CallResult) => calls.map(({ method, error }) => [method, error]);

describe('sub-calls', () => {
  test('run after their caller in their order, each with its own after it', () => {
    const { chain, address } = stageOf({
      main: [
        ['call', '$self', 'first', '', '0'],
        ['log', 'main'],
        ['call', '$self', 'second', '', '0'],
        ['log', 'main ends'],
      ],
      first: [
        ['call', '$self', 'inner', '', '0'],
        ['log', 'first'],
      ],
      inner: [['log', 'inner']],
      second: [['log', 'second']],
    });
    const result = done(chain, address);
    expect(result.logs.filter((line) => !line.startsWith('call'))).toEqual([
      'main',
      'main ends',
      'first',
      'inner',
      'second',
    ]);
    expect(callsOf(result)).toEqual([
      ['first', undefined],
      ['inner', undefined],
      ['second', undefined],
    ]);
    const steps = 4 + 2 + 1 + 1;
    expect(result.gasUsed).toBe(4 * START_FUEL + steps * STEP_FUEL);
    expect(result.calls.map(({ gasUsed }) => gasUsed)).toEqual([1_200, 1_100, 1_100]);
  });

  test('see their caller as caller, its JSON or an empty object, and no payment', () => {
    const { chain, address } = stageOf({
      main: [
        ['call', ' $self ', 'see', '[1, 2]', '0'],
        ['call', '$self', 'see', 'no json', '0'],
      ],
      see: [['seen']],
    });
    const seen = done(chain, address, 'main', { attach: PAID })
      .logs.slice(2)
      .map((line) => JSON.parse(line) as unknown[]);
    expect(seen.map(([caller, self, args, , , , attached]) => [caller, self, args, attached])).toEqual([
      [address, address, '[1,2]', null],
      [address, address, '{}', null],
    ]);
  });

  test('see what was done before them, and what they do stays', () => {
    const chain = chainOf();
    const [bank = ''] = deployAll(chain, {
      give: [
        ['read', 'k'],
        ['balance', '$self'],
        ['pay', bob.address, '300'],
        ['emit', 'gave', ''],
      ],
    });
    const [shop = ''] = deployAll(chain, {
      main: [
        ['pay', bank, '700'],
        ['write', 'k', 'by the caller'],
        ['call', bank, 'give', '{}', '0'],
        ['call', '$self', 'look', '{}', '0'],
        ['emit', 'sold', ''],
      ],
      look: [
        ['read', 'k'],
        ['balance', '$self'],
        ['balance', bank],
      ],
    });
    const result = done(chain, shop, 'main', { attach: PAID });
    const value = Buffer.from('by the caller').toString('hex');
    expect(result.logs.slice(3)).toEqual([
      ...['read none', 'balance "700"', 'pay true'],
      ...[`read ${value}`, 'balance "300"', 'balance "400"'],
    ]);
    expect(result.events.map(({ contract, topic }) => [contract, topic])).toEqual([
      [shop, 'sold'],
      [bank, 'gave'],
    ]);
    expect(result.acted).toEqual([shop, bank]);
    expect(balanceOf(chain.state, bob.account, 'XRGE') % 1_000n).toBe(300n);
  });

  test('that fail are undone alone, with those that they would have made', () => {
    const { chain, address } = stageOf({
      main: [
        ['write', 'kept', '1'],
        ['pay', bob.address, '1'],
        ['call', '$self', 'fails', '{}', '0'],
        ['call', '$self', 'after', '{}', '0'],
        ['return', '"done"'],
      ],
      fails: [
        ['write', 'gone', '1'],
        ['pay', bob.address, '10'],
        ['emit', 'gone', ''],
        ['return', '"gone"'],
        ['call', '$self', 'after', '{}', '0'],
        ['trap', 'no'],
      ],
      after: [
        ['read', 'gone'],
        ['read', 'kept'],
        ['pay', bob.address, '100'],
      ],
    });
    const outcome = outcomeOf(chain, address, 'main', { attach: PAID });
    const result = outcome.result as CallResult;
    expect(callsOf(result)).toEqual([
      ['fails', 'Execution error: no'],
      ['after', undefined],
    ]);
    expect(result.logs.slice(-3)).toEqual(['read none', 'read 31', 'pay true']);
    expect(result.events).toEqual([]);
    expect(Buffer.from(result.returned ?? []).toString()).toBe('"done"');
    expect(result.moves.map(({ amount }) => amount)).toEqual([1n, 100n]);
    expect(balanceOf(chain.state, accountOfContract(address), 'XRGE')).toBe(899n);
  });

  test('of contracts and methods that are not there fail without fuel', () => {
    const { chain, address } = stageOf({
      main: [
        ['call', 'ab'.repeat(20), 'm', '{}', '0'],
        ['call', 'nobody', 'm', '{}', '0'],
        ['call', '$selfzz', 'main', '{}', '0'],
        ['call', '$self', 'none', '{}', '0'],
      ],
    });
    const result = done(chain, address);
    expect(result.calls.map(({ error, gasUsed }) => [error, gasUsed])).toEqual([
      [`Contract not found: ${'ab'.repeat(20)}`, 0],
      ['Contract not found: nobody', 0],
      [`Contract not found: ${address}zz`, 0],
      ["Execution error: Method 'none' not found", 0],
    ]);
  });

  test('end at the eighth depth', () => {
    const { chain, address } = stageOf({ main: [['call', '$self', 'main', '{}', '2000000']] });
    const result = done(chain, address);
    expect(callsOf(result)).toEqual([...Array(7).fill(['main', undefined]), ['main', 'Max call depth 8 exceeded']]);
    expect(result.gasUsed).toBe(8 * (START_FUEL + STEP_FUEL));
    expect(result.logs).toEqual(Array(8).fill('call 0'));
  });

  test('a caller that fails makes none', () => {
    const { chain, address } = stageOf({
      main: [
        ['call', '$self', 'sub', '{}', '0'],
        ['trap', 'no'],
      ],
      sub: [['pay', bob.address, '1']],
    });
    const { result, failure } = outcomeOf(chain, address, 'main', { attach: PAID });
    expect([failure?.message, (result as CallResult).calls]).toEqual(['Execution error: no', []]);
  });
});

describe('what a call leaves for readers', () => {
  const MOST = CONTRACT.outputBytes;
  const CUT = `[lines are left out: the log of a call has at most ${MOST} bytes]`;
  const TOO_MANY = `Execution error: the events of a call have more than ${MOST} bytes`;
  const filler = (length: number): string => 'x'.repeat(length);

  test('is a log up to a bound, with its sub-calls; what is left out fails nothing', () => {
    const { chain, address } = stageOf({
      main: [
        ['log', filler(MOST - 100)],
        ['call', '$self', 'more', '{}', '0'],
      ],
      more: [
        ['log', 'x'.repeat(37)],
        ['log', 'too long'.repeat(9)],
        ['log', 'too long again'],
        ['write', 'k', 'v'],
      ],
    });
    const result = done(chain, address);
    // A short line counts as 64 bytes, so 36 are left in the sub-call.
    expect(result.logs.slice(1)).toEqual(['call 0', CUT]);
    expect(callsOf(result)).toEqual([['more', undefined]]);
    const small = stageOf({ main: [...Array(1_025).fill(['log', ''])] });
    expect(done(small.chain, small.address).logs).toEqual([...Array(1_024).fill(''), CUT]);
  });

  test('goes on with lines that still fit', () => {
    const { chain, address } = stageOf({
      main: [
        ['log', filler(MOST - 70)],
        ['log', filler(71)],
        ['log', 'why it ends'],
        ['trap', 'no'],
      ],
    });
    const { result } = outcomeOf(chain, address);
    expect((result as CallResult).logs.slice(1)).toEqual([CUT, 'why it ends']);
  });

  test('are events up to a bound: one more ends its execution', () => {
    const full = ['emit', 'é', filler(MOST - 2)] as const;
    const { chain, address } = stageOf({
      one: [full],
      two: [full, ['emit', '', '']],
      three: [full, ['call', '$self', 'small', '{}', '0'], ['write', 'k', 'v']],
      small: [['emit', 't', '']],
      back: [
        ['call', '$self', 'fails', '{}', '0'],
        ['call', '$self', 'small', '{}', '0'],
      ],
      fails: [full, ['trap', 'no']],
    });
    expect(done(chain, address, 'one').events).toHaveLength(1);
    const { failure, result } = outcomeOf(chain, address, 'two');
    expect([failure?.message, (result as CallResult).events]).toEqual([TOO_MANY, []]);
    const shared = done(chain, address, 'three');
    expect([callsOf(shared), shared.events.length]).toEqual([[['small', TOO_MANY]], 1]);
    // What failed has used its share.
    expect(callsOf(done(chain, address, 'back'))).toEqual([
      ['fails', 'Execution error: no'],
      ['small', TOO_MANY],
    ]);
  });

  test('counts an empty event too', () => {
    const { chain, address } = stageOf({
      full: Array(1_024).fill(['emit', '', '']),
      over: Array(1_025).fill(['emit', '', '']),
    });
    expect(done(chain, address, 'full').events).toHaveLength(1_024);
    expect(outcomeOf(chain, address, 'over').failure?.message).toBe(TOO_MANY);
  });
});

describe('the fuel of sub-calls', () => {
  const spend = { spend: [['use', 400_000]] } as const;

  test('is what the caller gives, or half of its limit, and never more than the transaction has left', () => {
    const { chain, address } = stageOf({
      given: [
        ['call', '$self', 'spend', '{}', '401000'],
        ['call', '$self', 'spend', '{}', '400999'],
      ],
      half: [
        ['call', '$self', 'spend', '{}', '-1'],
        ['call', '$self', 'spend', '{}', '0'],
      ],
      much: [['call', '$self', 'spend', '{}', '9223372036854775807']],
      ...spend,
    });
    const errors = (method: string, gasLimit: number) => {
      const { result } = outcomeOf(chain, address, method, { gasLimit });
      return [...(result as CallResult).calls.map(({ error }) => error), (result as CallResult).gasUsed];
    };
    const out = (limit: number) => `Out of gas (limit: ${limit}, used: 1000)`;
    expect(errors('given', 9_000_000)).toEqual([undefined, out(400_999), 403_200]);
    expect(errors('half', 900_000)).toEqual([undefined, undefined, 803_200]);
    expect(errors('half', 801_999)).toEqual([out(400_999), out(400_999), 3_200]);
    // 1,100 of the limit are gone when the sub-call begins.
    expect(errors('much', 402_100)).toEqual([undefined, 402_100]);
    expect(errors('much', 402_099)).toEqual([out(400_999), 2_100]);
    expect(errors('much', 1_100)).toEqual(['Out of gas (limit: 0, used: 0)', 1_100]);
  });
});

describe('the fuel of a block', () => {
  const mempoolOf = (chain: ReturnType<typeof chainOf>) =>
    new Mempool({ transactions: 99, bytes: 1e7, perSender: 99, senderBytes: 1e7 }, chain.replay);

  test('lets a call wait that it may not suffice for, and everything of its sender after it', () => {
    const { chain, address } = stageOf({ main: [['use', 8_000_000]], small: [['use', 5]] });
    const mempool = mempoolOf(chain);
    const add = (item: ReturnType<typeof call>) =>
      expect(mempool.add(item, chain.scratch(), chain.context())).toBeUndefined();
    for (let round = 0; round < 2; round++) add(call(by(chain, alice), address, 'main'));
    add(call(by(chain, alice), address, 'main', { gasLimit: 9_000_000 }));
    add(transfer(by(chain, alice), bob, 1n));
    add(call(by(chain, bob), address, 'small', { gasLimit: 3_000_000 }));
    const first = chain.produce(mempool.candidates());
    // 8,001,000 twice; then alice's third may need 9,000,000 of the 3,998,000 that are left.
    const outcomes = first.candidate.execution.outcomes.map(({ transaction, fuel }) => [transaction.sender, fuel]);
    expect(outcomes).toEqual([
      [alice.account, 8_001_000],
      [alice.account, 8_001_000],
      [bob.account, 1_005],
    ]);
    expect([first.candidate.refused, first.candidate.execution.fuel]).toEqual([[], 16_003_005]);
    mempool.settle(first.candidate.execution.outcomes.map(({ transaction }) => transaction));
    expect(mempool.size).toBe(2);
    expect(chain.produce(mempool.candidates()).candidate.items).toHaveLength(2);
  });

  test('makes a block invalid that carries such a call', () => {
    const { chain, address } = stageOf({ main: [['use', 9_999_000]] });
    const calls = Array.from({ length: 3 }, () => call(by(chain, alice), address, 'main'));
    // A builder whose genesis gives more fuel, with the same chain otherwise.
    const { genesis } = chain.rules;
    const context = chain.context();
    const execution = new BlockExecution(chain.scratch(), context, chain.replay);
    const outcomes = calls.map(({ transaction }) => execution.include(transaction));
    expect(outcomes.map((outcome) => outcome instanceof Postponed)).toEqual([false, false, true]);
    expect(outcomes[2]).toMatchObject({ lacks: 'fuel', code: 'rule_violation' });
    const limits = { ...genesis.limits, fuel: 30_000_000 };
    const other = new TestChain({ ...chain.rules, genesis: { ...genesis, limits } });
    other.resume(reloaded(chain.state), chain.replay, chain.tip);
    other.certificate = chain.certificate;
    const built = other.build(calls);
    const sealed = other.seal(built);
    built.prepared.revert();
    expect(sealed.items).toHaveLength(3);
    expect(chain.receive(throughTheWire(sealed))).toMatchObject({
      code: 'block_conflict',
      message: expect.stringMatching(/tx #2: the block has too little fuel left for this call$/),
    });
  });

  test('a block may use exactly what it has', () => {
    const { chain, address } = stageOf({ main: [['use', 9_999_000]] });
    const { candidate } = chain.produce([1, 2].map(() => call(by(chain, alice), address, 'main')));
    expect(candidate.execution.fuel).toBe(20_000_000);
  });
});

test('a call whose code, or that of a sub-call, is not compiled waits; nothing of it stays', () => {
  const chain = chainOf();
  const [callee = ''] = deployAll(chain, { sub: [['log', 'sub']] });
  const [caller = ''] = deployAll(chain, {
    main: [
      ['pay', bob.address, '1'],
      ['call', callee, 'sub', '{}', '0'],
    ],
  });
  const machine = (chain.rules as ReturnType<typeof rulesOf>).contracts;
  machine.ready = new Set();
  const waiting = call(by(chain, alice), caller, 'main', { attach: PAID });
  const context = chain.context();
  const before = chain.root;
  for (let known = 0; known < 2; known++) {
    const overlay = chain.scratch();
    const execution = new BlockExecution(overlay, context, chain.replay);
    const changes = overlay.changes().length;
    expect(execution.include(waiting.transaction)).toMatchObject({ lacks: 'code', code: 'busy' });
    expect([overlay.changes().length, execution.fuel, execution.outcomes, execution.bytes]).toEqual([
      changes,
      0,
      [],
      0,
    ]);
    for (const codeHash of machine.asked) machine.ready.add(codeHash);
  }
  expect([machine.asked.size, chain.root]).toEqual([2, before]);
  const { candidate } = chain.produce([waiting]);
  expect(candidate.execution.outcomes.map(({ failure }) => failure)).toEqual([undefined]);
});
