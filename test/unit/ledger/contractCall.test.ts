/** contract_call: what is read, what is refused, what it costs, what becomes of a payment, what its receipt says. */

import { describe, expect, test } from 'vitest';
import { QUANTA, XRGE } from '../../../engine/base/amounts.js';
import { JsonNumber, type JsonValue } from '../../../engine/base/json.js';
import { accountOfContract } from '../../../engine/crypto/address.js';
import { feeOf } from '../../../engine/ledger/admission.js';
import type { CallResult } from '../../../engine/ledger/contractResult.js';
import { totalsOf } from '../../../engine/ledger/execution.js';
import { accountOf, balanceOf } from '../../../engine/ledger/funds.js';
import { receiptView } from '../../../engine/ledger/views.js';
import { Mempool } from '../../../engine/mempool/mempool.js';
import { rulesOf, TestChain } from '../../support/chain.js';
import { call, deploy } from '../../support/contractOrders.js';
import { deployAll, done, outcomeOf, stageOf } from '../../support/contractScene.js';
import { answerOf, by, decoded, play, problem, problemOf } from '../../support/ledgerScene.js';
import { alice, bob, chainOf } from '../../support/movementScene.js';
import { START_FUEL, STEP_FUEL } from '../../support/scriptedMachine.js';
import { actor, number, tokenFreeze } from '../../support/transactions.js';

const ADDRESS = 'ab'.repeat(20);
/** Fee of a call whose contract does not run. */
const LEAST = 1_000_000n;
const object = (members: Readonly<Record<string, JsonValue>>): JsonValue => new Map(Object.entries(members));
const units = (chain: TestChain, address: string, token = XRGE) =>
  balanceOf(chain.state, accountOfContract(address), token);
const mempoolOf = (chain: TestChain) =>
  new Mempool({ transactions: 9, bytes: 1e6, perSender: 9, senderBytes: 1e6 }, chain.replay);
const offered = (chain: TestChain, ...args: Parameters<typeof call>) =>
  problem(mempoolOf(chain).add(call(...args), chain.scratch(), chain.context()));

describe('a signed call', () => {
  const read = (members: Readonly<Record<string, JsonValue>>) =>
    decoded(alice, 'contract_call', { contractAddr: ADDRESS, method: 'main', ...members });

  test('is read with its defaults, the address in small letters and without white space', () => {
    const plain = { address: ADDRESS, method: 'main', args: '{}', gasLimit: 10_000_000, attached: undefined };
    expect(read({})).toEqual(plain);
    expect(read({ contractAddr: ` ${ADDRESS.toUpperCase()}\n`, args: null, attach: null })).toEqual(plain);
    expect(
      read({
        args: object({ b: number('1.50'), a: ['x'] }),
        gasLimit: number(1),
        attach: object({ symbol: 'xrge', amount: number(7) }),
      }),
    ).toEqual({ ...plain, args: '{"a":["x"],"b":1.50}', gasLimit: 1, attached: { symbol: XRGE, amount: 7n } });
    expect(read({ args: 'text' })).toMatchObject({ args: '"text"' });
  });

  test('is refused with the sentences of the specification', () => {
    const required = 'contractAddr and method are required';
    const range = 'gasLimit must be between 1 and 10000000';
    const symbol = 'attach.symbol must be a token symbol';
    const amount = 'attach.amount must be a positive integer (quanta for XRGE, raw units for tokens)';
    const spelling = 'must be a JSON number in digits alone, without quotes, fraction or exponent';
    const most = 'attach.amount must be at most 9223372036854775807';
    const attach = (members: Readonly<Record<string, JsonValue>>) => ({ attach: object(members) });
    const cases: readonly (readonly [Readonly<Record<string, JsonValue>>, string])[] = [
      [{ contractAddr: null }, required],
      [{ contractAddr: '  ' }, required],
      [{ method: '' }, required],
      [{ method: null }, required],
      ...['0', '10000001', '1.5', '1e8', '-1', '99999999999999999999'].map(
        (text) => [{ gasLimit: new JsonNumber(text) }, range] as const,
      ),
      ...['1.0', '1e7', '10000000.0', '10e-1'].map(
        (text) => [{ gasLimit: new JsonNumber(text) }, `gasLimit ${spelling}`] as const,
      ),
      [{ gasLimit: '1000000' }, `gasLimit ${spelling}`],
      [{ gasLimit: 'much' }, range],
      [{ attach: 'XRGE' }, symbol],
      [{ attach: [] }, symbol],
      ...['', ' ', 'A B', 'é', 'ß', 'A'.repeat(33)].map(
        (text) => [attach({ symbol: text, amount: number(1) }), symbol] as const,
      ),
      [attach({ symbol: number(1), amount: number(1) }), symbol],
      ...['0', '-1', '1.5', '-5e0'].map(
        (text) => [attach({ symbol: XRGE, amount: new JsonNumber(text) }), amount] as const,
      ),
      ...['1.0', '1e3', '5e0'].map(
        (text) => [attach({ symbol: XRGE, amount: new JsonNumber(text) }), `attach.amount ${spelling}`] as const,
      ),
      ...[String(1n << 63n), '18446744073709551615', '9'.repeat(400)].map(
        (text) => [attach({ symbol: XRGE, amount: new JsonNumber(text) }), most] as const,
      ),
      [attach({ symbol: XRGE }), amount],
      [attach({ symbol: XRGE, amount: 'all' }), amount],
      [attach({ symbol: XRGE, amount: '5' }), `attach.amount ${spelling}`],
      [{ contractAddr: 'nobody' }, 'Contract not found: nobody'],
    ];
    for (const [members, message] of cases)
      expect([members, read(members)]).toMatchObject([members, [expect.any(String), message]]);
    expect(cases).toHaveLength(39);
  });

  test.each([
    ['contracts', 'player-signed contract calls are not active yet (GAME_READY)'],
    ['game_ready', 'player-signed contract calls are not active yet (GAME_READY)'],
    ['payable_calls', 'payable contract calls (attach) are not active yet'],
  ])('is in no block before %s', (upgrade, message) => {
    const chain = new TestChain(
      rulesOf({
        validators: [{ actor: actor('v'), stake: '10000' }],
        allocations: [{ to: alice.keyHex, amount: '100' }],
        upgrades: { [upgrade]: 2 },
      }),
    );
    const early = call(by(chain, alice), ADDRESS, 'main', { attach: { symbol: XRGE, amount: 1n } });
    expect(problemOf(chain, early)).toEqual(['rule_violation', message]);
    expect(chain.produce([early]).candidate.refused).toHaveLength(1);
    expect(problemOf(chain, early)).toBeUndefined();
  });

  test('must be payable with its whole limit and its payment, and is refused in the words of the specification', () => {
    const chain = chainOf('1');
    const [address = ''] = deployAll(chain, { main: [] });
    const by1 = by(chain, bob);
    expect(problemOf(chain, call(by1, address, 'main', { gasLimit: 1_000_000 }))).toBeUndefined();
    const short = 'insufficient_balance';
    expect(problemOf(chain, call(by1, address, 'main', { gasLimit: 1_000_001 }))).toEqual([
      short,
      'insufficient XRGE for the gas fee: have 1.000000, need 1.000001',
    ]);
    const attach = { symbol: XRGE, amount: 1n };
    expect(problemOf(chain, call(by1, address, 'main', { gasLimit: 1_000_000, attach }))).toEqual([
      short,
      'insufficient XRGE for the gas fee and the attached payment: have 1.000000, need 1.000001',
    ]);
    expect(chain.produce([call(by1, address, 'main', { gasLimit: 1_000_001 })]).candidate.refused).toHaveLength(1);
    // Of a token it is the mempool that asks; in a block the call fails.
    const tokens = { gasLimit: 1_000_000, attach: { symbol: 'gold', amount: 5n } };
    const sentence = 'insufficient GOLD for the attached payment: have 0, need 5';
    expect(offered(chain, by(chain, bob), address, 'main', tokens)).toEqual([short, sentence]);
    expect(outcomeOf(chain, address, 'main', tokens, bob)).toMatchObject({
      ...{ fee: LEAST, failure: { message: sentence } },
    });
  });

  test('of a contract that is not there is refused at once, and pays the least when a block carries it', () => {
    const chain = chainOf();
    const sentence = `Contract not found: ${ADDRESS}`;
    expect(offered(chain, by(chain, alice), ADDRESS, 'main')).toEqual(['not_found', sentence]);
    expect(outcomeOf(chain, ADDRESS)).toMatchObject({ fee: LEAST, fuel: 1_000, failure: { message: sentence } });
  });

  test('has a limit of 1,000 at least', () => {
    const { chain, address } = stageOf({ main: [] });
    const refused = problemOf(chain, call(by(chain, alice), address, 'main', { gasLimit: 999 }));
    expect(refused).toEqual(['rule_violation', 'gasLimit 999 is below the 1000 gas that every call needs']);
    expect(problemOf(chain, call(by(chain, alice), address, 'main', { gasLimit: 1_000 }))).toBeUndefined();
  });

  test('pays the least when it ends before anything has a price', () => {
    const { chain, address } = stageOf({ main: [] });
    expect(outcomeOf(chain, address, 'none')).toMatchObject({
      ...{ fee: LEAST, fuel: 1_000, failure: { message: "Execution error: Method 'none' not found" } },
    });
  });

  test('and a deploy move no base fee, and burn nothing', () => {
    const { chain, address } = stageOf({ main: [] });
    const { baseFee, feesBurned } = totalsOf(chain.state);
    for (let block = 0; block < 3; block++)
      chain.produce([
        ...Array.from({ length: 50 }, (_, place) =>
          call(by(chain, alice), address, 'main', { args: String(50 * block + place), gasLimit: 1_000 }),
        ),
        deploy(by(chain, bob), { main: [['log', String(block)]] }),
      ]);
    const after = totalsOf(chain.state);
    expect(after.feesCollected).toBeGreaterThan(150n * LEAST);
    expect(after.feesBurned).toBe(feesBurned);
    expect(after.baseFee).toBeLessThan(baseFee);
  });
});

describe('the fee of a call', () => {
  test('is reserved for its limit and charged for what it used', () => {
    const { chain, address } = stageOf({
      main: [
        ['balance', '$caller'],
        ['use', 5_000],
      ],
    });
    const before = balanceOf(chain.state, alice.account, XRGE);
    const result = done(chain, address, 'main', { gasLimit: 2_000_000 });
    const used = START_FUEL + STEP_FUEL + 5_000;
    expect(result.gasUsed).toBe(used);
    // While it ran, the whole limit was gone.
    expect(result.logs).toEqual([`balance "${before - 2_000_000_000n}"`]);
    expect(balanceOf(chain.state, alice.account, XRGE)).toBe(before - BigInt(used) * 1_000n);
    const sent = call(by(chain, alice), address, 'main', { gasLimit: 2_000_000 });
    expect(feeOf(sent.transaction, chain.context())).toBe(2_000_000_000n);
    expect(answerOf(chain, sent)).toEqual({ fee: 2 });
    const { candidate } = chain.produce([sent]);
    expect(candidate.execution.outcomes[0]).toMatchObject({ fee: BigInt(used) * 1_000n, fuel: used, nonce: 4 });
    expect([candidate.fees, candidate.execution.fuel]).toEqual([BigInt(used) * 1_000n, used]);
  });

  test('is charged for a failure too, with its bytes and its tip', () => {
    const { chain, address } = stageOf({
      main: [
        ['use', 700],
        ['trap', 'no'],
      ],
    });
    const used = START_FUEL + 700 + STEP_FUEL;
    const common = { ...by(chain, alice), priorityFee: 33n };
    const { candidate } = chain.produce([call(common, address, 'main', { args: 'x'.repeat(30_000) })]);
    const [outcome] = candidate.execution.outcomes;
    const bytes = BigInt((outcome?.transaction.signedLength ?? 0) - 4_608) * 1_000n;
    expect(outcome).toMatchObject({ fee: BigInt(used) * 1_000n + bytes + 33n, fuel: used });
  });

  test('a call without enough fuel ends where it ran out', () => {
    const { chain, address } = stageOf({
      main: [
        ['write', 'a', 'b'],
        ['use', 100_000],
      ],
    });
    const { failure, fuel } = outcomeOf(chain, address, 'main', { gasLimit: 50_000 });
    expect([failure?.message, fuel]).toEqual([`Out of gas (limit: 50000, used: ${START_FUEL + STEP_FUEL})`, 1_100]);
  });
});

describe('a payment', () => {
  test('is there while the contract runs, and stays when it succeeds', () => {
    const { chain, address } = stageOf({ main: [['seen'], ['balance', '$self'], ['tokens', 'GOLD', '$self']] });
    const paid = done(chain, address, 'main', { attach: { symbol: XRGE, amount: 5n * QUANTA } });
    expect(paid.logs.slice(1)).toEqual(['balance "5000000000"', 'tokens "0"']);
    expect(JSON.parse(paid.logs[0]?.slice(0) ?? '')).toMatchObject({ 6: { symbol: XRGE, amount: '5000000000' } });
    const inGold = done(chain, address, 'main', { attach: { symbol: 'gold', amount: 9n } });
    expect(inGold.logs.slice(1)).toEqual(['balance "5000000000"', 'tokens "9"']);
    expect([units(chain, address), units(chain, address, 'GOLD')]).toEqual([5n * QUANTA, 9n]);
  });

  test('comes back when the call fails; only the gas is charged', () => {
    const { chain, address } = stageOf({
      main: [
        ['write', 'k', 'v'],
        ['trap', 'the wrong amount'],
      ],
    });
    const before = accountOf(chain.state, alice.account).balance;
    for (const attach of [
      { symbol: XRGE, amount: QUANTA },
      { symbol: 'GOLD', amount: 1_000n },
    ])
      expect(outcomeOf(chain, address, 'main', { attach }).failure?.message).toBe('Execution error: the wrong amount');
    const used = BigInt(START_FUEL + 2 * STEP_FUEL) * 1_000n;
    expect(accountOf(chain.state, alice.account).balance).toBe(before - 2n * used);
    expect([units(chain, address), balanceOf(chain.state, alice.account, 'GOLD')]).toEqual([0n, 1_000n]);
  });

  test('of a frozen token is not taken', () => {
    const { chain, address } = stageOf({ main: [] });
    expect(play(chain, tokenFreeze(by(chain, alice), 'GOLD'))).toEqual([undefined]);
    const { failure, fee } = outcomeOf(chain, address, 'main', { attach: { symbol: 'GOLD', amount: 1n } });
    expect([failure?.message, fee]).toEqual(['Token GOLD is frozen — transfers are paused by the creator', LEAST]);
  });
});

describe('a receipt', () => {
  const at = { height: 1, hash: 'h', time: 2, position: 0 };

  test('says what the contract did', () => {
    const { chain, address } = stageOf({
      main: [
        ['log', 'one $args'],
        ['emit', 'Sold', '{"to":1}'],
        ['return', '{"left":7}'],
        ['log', 'two'],
      ],
    });
    const outcome = outcomeOf(chain, address, 'main', { args: [true] });
    const receipt = { ...outcome, failure: '', result: outcome.result };
    const used = START_FUEL + 4 * STEP_FUEL;
    const event = { contract_addr: address, topic: 'Sold', data: '{"to":1}' };
    expect(receiptView(outcome.transaction, receipt, at)).toMatchObject({
      status: 'Success',
      fee_paid_quanta: String(used * 1_000),
      gas_used: used,
      return_data: { left: 7 },
      contract_events: [event],
      contract_logs: ['one [true]', 'two'],
      calls: [],
      logs: [{ event_type: 'contract_call', data: { contract: address, method: 'main', gas_used: used } }],
    });
  });

  test('of a failure keeps gas, log and place, and nothing of what was undone', () => {
    const { chain, address } = stageOf({
      main: [
        ['log', 'so far'],
        ['emit', 't', 'd'],
        ['return', 'x'],
        ['trap', 'no'],
      ],
    });
    const outcome = outcomeOf(chain, address);
    const view = receiptView(outcome.transaction, { ...outcome, failure: outcome.failure?.message ?? '' }, at);
    expect(view).toMatchObject({
      status: { Failed: 'Execution error: no' },
      gas_used: START_FUEL + 4 * STEP_FUEL,
      return_data: null,
      contract_events: [],
      contract_logs: ['so far'],
      failed_at: { function: 1, offset: 3 },
      logs: [],
    });
    expect((outcome.result as CallResult).acted).toEqual([]);
    expect([outcome.parties.length, outcome.subjects.length]).toEqual([1, 0]);
  });

  test('shows return data as JSON, or else as text', () => {
    const shown = (text: string) => {
      const { chain, address } = stageOf({
        main: [
          ['return', 'first'],
          ['return', text],
        ],
      });
      const outcome = outcomeOf(chain, address);
      return (receiptView(outcome.transaction, { ...outcome, failure: '' }, at) as { return_data?: unknown })
        .return_data;
    };
    expect(['5', '"x"', 'null', 'plain', '{', ''].map(shown)).toEqual([5, 'x', null, 'plain', '{', '']);
  });
});

test('an exception of the machine is a fault of the program: the call is in no block and costs nothing', () => {
  const { chain, address } = stageOf({ main: [['throw']], works: [] });
  const before = accountOf(chain.state, alice.account);
  const { candidate } = chain.produce([
    call(by(chain, alice), address, 'main'),
    call(by(chain, alice), address, 'works'),
  ]);
  expect(candidate.refused.map(({ refusal }) => refusal.code)).toEqual(['internal']);
  expect(candidate.items).toHaveLength(1);
  expect(accountOf(chain.state, alice.account)).toMatchObject({ nonce: before.nonce + 1 });
});

test('no call is tried before it is in a block', () => {
  const { chain, address } = stageOf({ main: [['throw']] });
  expect(problemOf(chain, call(by(chain, alice), address, 'main'))).toBeUndefined();
  expect(offered(chain, by(chain, alice), address, 'main')).toBeUndefined();
});
