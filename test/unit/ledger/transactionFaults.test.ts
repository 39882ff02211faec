/** A bug in one kind of transaction, wherever it shows: a block is made without that transaction, a block that carries it
 *  is refused, and nothing of it is left behind. */

import { describe, expect, onTestFinished, test } from 'vitest';
import { binaryToHex } from '../../../engine/base/bytes.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { probeTransaction, TransactionFault } from '../../../engine/ledger/execution.js';
import { credit } from '../../../engine/ledger/funds.js';
import { kindOf } from '../../../engine/ledger/kinds/index.js';
import type { ResultCodec } from '../../../engine/ledger/resultCodec.js';
import { accounts } from '../../../engine/ledger/tables.js';
import { Mempool } from '../../../engine/mempool/mempool.js';
import type { StateWriter } from '../../../engine/state/state.js';
import { breakKind, concerns } from '../../support/brokenKind.js';
import { rulesOf, TestChain, throughTheWire } from '../../support/chain.js';
import { actor, transfer } from '../../support/transactions.js';

const validator = actor('validator');
const alice = actor('alice');
const bob = actor('bob');
const carol = actor('carol');

const newChain = (): TestChain =>
  new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [alice, bob].map(({ keyHex }) => ({ to: keyHex, amount: '1000' })),
    }),
  );

const chain = newChain();
const pay = (signer = alice) => transfer({ signer, timestamp: chain.tip.time }, carol, 5n);
/** The amount by which the broken kind recognizes it. */
const AMOUNT = 987_654_321n;
const bad = transfer({ signer: alice, timestamp: chain.tip.time }, carol, AMOUNT);
const boom = (): never => {
  throw new TypeError('cannot read properties of undefined');
};

/** Where the bug is. `whole` is the method without it. */
const bugs: Readonly<Record<string, () => () => void>> = {
  'apply, before it writes': () => breakFor('apply', boom),
  'apply, half way': () =>
    breakFor('apply', (whole, args) => {
      whole(...(args as never[]));
      credit(args[0] as StateWriter, bob.account, 'XRGE', 77n);
      return boom();
    }),
  'apply, with a record that has no bytes': () =>
    breakFor('apply', (_whole, args) => {
      const state = args[0] as StateWriter;
      state.put(accounts, validator.account, null as never);
      return null;
    }),
  'result, that cannot be kept': () => {
    const kind = kindOf('transfer') as { result: ResultCodec<unknown> };
    const { result } = kind;
    kind.result = { encode: boom, decode: () => null };
    return chained(withResult(), () => {
      kind.result = result;
    });
  },
  admit: () => breakFor('admit', boom),
  outflow: () => breakFor('outflow', boom),
  feeUnits: () => breakFor('feeUnits', boom),
  parties: () => breakFor('parties', boom),
  subjects: () => breakFor('subjects', boom),
  reveals: () => breakFor('reveals', boom),
  poolEvents: () => chained(withResult(), breakKind('transfer', 'poolEvents', boom)),
};

/** A transfer has no result of its own. */
const withResult = () => breakFor('apply', (whole, args) => whole(...(args as never[])) ?? { amount: '5' });

const chained =
  (...ends: readonly (() => void)[]) =>
  () => {
    for (const end of ends) end();
  };

function breakFor(
  method: Parameters<typeof breakKind>[1],
  broken: (whole: (...args: never[]) => unknown, args: readonly unknown[]) => unknown,
): () => void {
  return breakKind('transfer', method, (whole, args) =>
    concerns(args, AMOUNT) ? broken(whole, args) : whole(...(args as never[])),
  );
}

/** Breaks the kind until it is mended, at the end of the test at the latest. */
function broken(bug: string): () => void {
  const mend = bugs[bug]?.() as () => void;
  let isBroken = true;
  const once = (): void => {
    if (isBroken) mend();
    isBroken = false;
  };
  onTestFinished(once);
  return once;
}

describe.each(Object.keys(bugs))('a bug in %s', (bug) => {
  test('costs a block that one transaction', () => {
    const good = [pay(), pay(bob), pay()];
    const [first, second, third] = good as [typeof bad, typeof bad, typeof bad];
    const mine = newChain();
    const mend = broken(bug);
    const { items, candidate } = mine.produce([first, bad, second, third]);
    mend();
    expect(items).toEqual(good);
    expect(candidate.refused.map(({ id, refusal }) => [id, refusal.code])).toEqual([[bad.transaction.id, 'internal']]);
    const [{ refusal }] = candidate.refused as [(typeof candidate.refused)[number]];
    expect(refusal).toBeInstanceOf(TransactionFault);
    expect((refusal as TransactionFault).cause).toBeInstanceOf(Error);
    // As if it had never been there: the same root, sums and tags as without it.
    const other = newChain();
    const without = other.produce(good);
    expect(mine.root).toBe(other.root);
    expect([candidate.fees, candidate.execution.bytes, candidate.execution.tags]).toEqual([
      without.candidate.fees,
      without.candidate.execution.bytes,
      without.candidate.execution.tags,
    ]);
    // Its nonce is not spent.
    expect(mine.produce([bad]).items).toEqual([bad]);
  });

  test('makes a block that carries it refused, with nothing half applied', () => {
    const sealed = throughTheWire(newChain().produce([pay(), bad, pay(bob)]));
    const mine = newChain();
    const { root, tip } = mine;
    const mend = broken(bug);
    const answer = mine.receive(sealed);
    if (!isRefusal(answer)) expect.fail('it was taken');
    expect(answer.code).toBe('block_conflict');
    expect(answer.message).toMatch(/^block 1 rejected: .*this node fails on /);
    if (bug !== 'apply, with a record that has no bytes')
      expect(answer.message).toContain(`tx #1: this node fails on transfer ${binaryToHex(bad.transaction.id)}: `);
    expect([mine.state.isAhead, mine.root, mine.tip]).toEqual([false, root, tip]);
    mend();
    expect(isRefusal(mine.receive(sealed))).toBe(false);
  });

  test('leaves the place of a trial clean', () => {
    const scratch = chain.scratch();
    const mend = broken(bug);
    try {
      probeTransaction(scratch, bad.transaction, chain.context());
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
    mend();
    expect(scratch.changes()).toEqual([]);
    let writes = 0;
    scratch.forEachWrite(() => writes++);
    expect(writes).toBe(0);
    expect(probeTransaction(scratch, bad.transaction, chain.context())).toBeUndefined();
  });
});

test('no block at all is made when the fault is not that of a transaction', () => {
  const mine = newChain();
  const { root } = mine;
  const { protocol } = mine.rules;
  const rules = { ...mine.rules, protocol: { ...protocol, headerBytes: boom } };
  const failing = new TestChain(rules);
  expect(() => failing.build([pay()])).toThrow(TypeError);
  expect([failing.state.isAhead, failing.root]).toEqual([false, root]);
});

test('a mempool that asks again drops what it fails on, keeps the rest, and does not take it back', () => {
  const mine = newChain();
  const mempool = new Mempool({ transactions: 10, bytes: 1 << 20, perSender: 10, senderBytes: 1 << 20 }, mine.replay);
  const [first, last] = [pay(), pay()];
  for (const item of [first, bad, last]) expect(mempool.add(item, mine.scratch(), mine.context())).toBeUndefined();
  const mend = broken('outflow');
  const dropped = mempool.recheck([alice.account], mine.state, mine.context());
  mend();
  expect(dropped.map(({ transaction }) => transaction.id)).toEqual([bad.transaction.id]);
  expect(dropped[0]?.refusal).toBeInstanceOf(TransactionFault);
  expect([...mempool.candidates()]).toMatchObject([first, last]);
  expect(mempool.add(bad, mine.scratch(), mine.context())?.code).toBe('internal');
  // The memory of such has a bound, and the oldest goes first.
  for (let i = 0; i < 1_024; i++) mempool.condemn(`another ${i}`, dropped[0]?.refusal as TransactionFault);
  expect(mempool.add(bad, mine.scratch(), mine.context())).toBeUndefined();
});
