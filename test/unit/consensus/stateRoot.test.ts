/** The state root of a header: builder and checker ask the same rule for the heights at which headers carry it. */

import { expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { rulesOf, TestChain, throughTheWire } from '../../support/chain.js';
import { actor, transfer } from '../../support/transactions.js';

const alice = actor('alice');
const bob = actor('bob');
const rules = rulesOf({
  validators: [{ actor: actor('validator'), stake: '10000' }],
  allocations: [{ to: alice.keyHex, amount: '1000' }],
});

/** Rules whose headers carry it from a height on. */
const rootFrom = (height: number) => ({
  ...rules,
  protocol: { ...rules.protocol, requiresStateRoot: (asked: number) => asked >= height },
});

test('is written by the builder and asked for by the checker at the same heights', () => {
  const [maker, receiver] = [new TestChain(rootFrom(3)), new TestChain(rootFrom(3))];
  const roots = Array.from({ length: 4 }, () => {
    const sealed = maker.produce([transfer({ signer: alice, timestamp: maker.tip.time }, bob, 5n)]);
    const taken = receiver.receive(throughTheWire(sealed));
    if (isRefusal(taken)) expect.fail(taken.message);
    return sealed.block.header.state_root === undefined;
  });
  expect(roots).toEqual([true, true, false, false]);
  expect(receiver.root).toBe(maker.root);
});

test('is refused below the height from which headers carry it', () => {
  const [maker, receiver] = [new TestChain(rules), new TestChain(rootFrom(3))];
  const taken = receiver.receive(maker.produce());
  expect(isRefusal(taken) && taken.message).toMatch(
    /^state root mismatch at height 1: header=[0-9a-f]{64}, computed=none$/,
  );
});
