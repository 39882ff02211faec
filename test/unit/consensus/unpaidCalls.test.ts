/** Calls that a producer has executed in part, for nothing, because code was missing: how much of that one block spends, and who waits
 *  for it. */

import { expect, test } from 'vitest';
import { toBinary } from '../../../engine/base/bytes.js';
import { buildBlock, type Candidate } from '../../../engine/consensus/production.js';
import { sha256 } from '../../../engine/crypto/sha256.js';
import type { PoolItem } from '../../../engine/mempool/mempool.js';
import { rulesOf, TestChain } from '../../support/chain.js';
import { addressIn, call, deploy } from '../../support/contractOrders.js';
import { by, play } from '../../support/ledgerScene.js';
import { moduleOf, type Program, type ScriptedMachine } from '../../support/scriptedMachine.js';
import { actor, transfer } from '../../support/transactions.js';

const owner = actor('unpaid calls: owner');
const callers = Array.from({ length: 8 }, (_, number) => actor(`unpaid calls: ${number}`));
/** Of one call before it comes upon what is missing; a block has 20 million. */
const SPENT = 8_000_000;

const cold: Program = { main: [['log', 'cold']] };
const plain: Program = { main: [['log', 'plain']] };
const codeHashOf = (program: Program) => toBinary(sha256(moduleOf(program)));

/** A chain on which a contract calls another one that is not compiled. */
function scene() {
  const chain = new TestChain(
    rulesOf({
      validators: [{ actor: actor('unpaid calls: validator'), stake: '10000' }],
      allocations: [owner, ...callers].map(({ keyHex }) => ({ to: keyHex, amount: '1000' })),
    }),
  );
  const machine = chain.rules.contracts as ScriptedMachine;
  const placed = (program: Program): string => {
    const item = deploy(by(chain, owner), program);
    expect(play(chain, item)).toEqual([undefined]);
    return addressIn(item);
  };
  const dear: Program = {
    main: [
      ['use', SPENT],
      ['call', placed(cold), 'main', '{}', '2000'],
    ],
  };
  const [first, other] = [placed(dear), placed(plain)];
  machine.ready = new Set([codeHashOf(dear), codeHashOf(plain)]);
  machine.runs = 0;
  const calls = (address: string, from: number, to: number): PoolItem[] =>
    callers.slice(from, to).map((caller) => call(by(chain, caller), address, 'main', { gasLimit: 9_000_000 }));
  const build = (candidates: readonly PoolItem[], unpaid: readonly string[] = []): Candidate => {
    const { rules, state, replay, tip, certificate, proposerKey } = chain;
    const candidate = buildBlock({
      ...{ rules, state, replay, tip, certificate, candidates, proposerKey },
      now: tip.time + 400,
      outOfTime: () => false,
      wasUnpaid: (id) => unpaid.includes(id),
    });
    candidate.prepared.revert();
    return candidate;
  };
  return { chain, machine, calls, build, dear: first, plain: other };
}

const idsOf = (items: readonly PoolItem[]): string[] => items.map(({ transaction }) => transaction.id);

test('a block spends its fuel once on calls that cannot go on, and carries what needs no contract', () => {
  const { chain, machine, calls, build, dear } = scene();
  const dearCalls = calls(dear, 0, 8);
  const { items, refused, unpaid } = build([...dearCalls, transfer(by(chain, owner), callers[0]?.address ?? '', 1n)]);
  expect(machine.runs).toBe(3);
  expect(unpaid).toEqual(idsOf(dearCalls.slice(0, 3)));
  expect([items.length, refused]).toEqual([1, []]);
});

test('in later blocks they come behind all others, and cost nobody else a turn', () => {
  const { machine, calls, build, dear, plain } = scene();
  const dearCalls = calls(dear, 0, 4);
  const { unpaid } = build(dearCalls);
  machine.runs = 0;
  const others = calls(plain, 4, 8);
  const next = build([...dearCalls, ...others], unpaid);
  // The fourth was new; the others have a budget of their own, behind it.
  expect(idsOf(next.items)).toEqual(idsOf(others));
  expect(next.unpaid).toEqual([...idsOf(dearCalls.slice(3)), ...idsOf(dearCalls.slice(0, 3))]);
  expect(machine.runs).toBe(8);
});

test('once the code is there they are carried', () => {
  const { machine, calls, build, dear } = scene();
  const dearCalls = calls(dear, 0, 2);
  const { unpaid } = build(dearCalls);
  machine.ready?.add(codeHashOf(cold));
  expect(idsOf(build(dearCalls, unpaid).items)).toEqual(idsOf(dearCalls));
});
