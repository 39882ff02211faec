/** The table of kinds as a whole: names, routes, fees, and that signed bytes mean one operation. */

import { expect, test } from 'vitest';
import { assertKinds } from '../../../engine/ledger/assertKinds.js';
import type { AnyKind } from '../../../engine/ledger/kind.js';
import { kindOf, kinds } from '../../../engine/ledger/kinds/index.js';
import { isSuspended } from '../../../engine/ledger/suspended.js';
import { Node } from '../../../engine/node.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { rulesOf } from '../../support/chain.js';
import { actor } from '../../support/transactions.js';

/** All names of a member. */
type Names = readonly string[];

const namesOf = (kind: AnyKind): ReadonlySet<string> =>
  new Set(kind.members.flatMap(({ name, aliases = [] }) => [name, ...aliases]));

const requiredOf = (kind: AnyKind): readonly Names[] =>
  kind.members.filter(({ required }) => required).map(({ name, aliases = [] }) => [name, ...aliases]);

/** Whether some payload without `type` would be whole for both: every member that one of them needs has a name that the
 *  other knows too. */
function canBeTakenFor(one: AnyKind, other: AnyKind): boolean {
  const knownToOne = namesOf(one);
  const knownToOther = namesOf(other);
  return [...requiredOf(one), ...requiredOf(other)].every((names) =>
    names.some((name) => knownToOne.has(name) && knownToOther.has(name)),
  );
}

test('a payload without a type is whole for one operation alone: of two that it could be, one must be named', () => {
  const relabelled: string[] = [];
  let pairs = 0;
  for (const [index, one] of kinds.entries())
    for (const other of kinds.slice(index + 1)) {
      pairs++;
      if (canBeTakenFor(one, other) && !(one.namesItself || other.namesItself))
        relabelled.push(`${one.name} and ${other.name}`);
    }
  expect(pairs).toBe((kinds.length * (kinds.length - 1)) / 2);
  expect(relabelled).toEqual([]);
});

test('names and routes are unique, every kind has a fee, none is suspended', () => {
  expect(kinds.length).toBe(34);
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
  expect(new Set(kinds.map(({ route }) => route)).size).toBe(kinds.length);
  for (const kind of kinds) {
    expect(kindOf(kind.name)).toBe(kind);
    expect(nativeProtocol.tableFee(kind.name, 7n, 1), kind.name).toEqual(expect.any(BigInt));
    expect(isSuspended(kind.name), kind.name).toBe(false);
    const names = kind.members.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(new Set(names).size, kind.name).toBe(names.length);
  }
});

test('a kind that the rules of the network cannot price is found at start, before anything is read', async () => {
  assertKinds(nativeProtocol);
  const [first] = kinds as [AnyKind];
  const unpriced = { ...first, name: 'teleport' };
  expect(() => assertKinds(nativeProtocol, [...kinds, unpriced])).toThrow(
    'the kind teleport has no fee in the table of the native rules',
  );
  expect(() => assertKinds(nativeProtocol, [...kinds, first])).toThrow('two kinds of transactions are called transfer');
  const { genesis } = rulesOf({ validators: [{ actor: actor('validator'), stake: '10000' }] });
  const protocol = {
    ...nativeProtocol,
    tableFee: (name: string, ...rest: [bigint, number]) =>
      name === 'swap' ? undefined : nativeProtocol.tableFee(name, ...rest),
  };
  // No port is touched before the table is asked.
  const opened = Node.open({ rules: { genesis, protocol } } as never, {} as never);
  await expect(opened).rejects.toThrow('the kind swap has no fee in the table of the native rules');
});
