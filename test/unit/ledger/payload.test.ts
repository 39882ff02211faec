/** Members under several names, over all kinds: one of the names may be sent, or several that say the same. */

import { expect, test } from 'vitest';
import { JsonNumber, type JsonValue } from '../../../engine/base/json.js';
import { kinds } from '../../../engine/ledger/kinds/index.js';
import { type PayloadMember, PayloadReader } from '../../../engine/ledger/payload.js';
import { commonMembers } from '../../../engine/ledger/payloadMembers.js';
import { actor } from '../../support/transactions.js';

const number = (text: string): JsonNumber => new JsonNumber(text);

/** Two values of a member that differ, and another spelling of the first. */
function valuesOf({ type }: PayloadMember): readonly [one: JsonValue, same: JsonValue, other: JsonValue] {
  switch (type) {
    case 'xrge':
    case 'units':
    case 'amount':
      return [number('1'), '1.0', number('2')];
    case 'integer':
      return [number('1'), number('1.0'), number('2')];
    case 'symbol':
      return ['gold', 'GOLD', 'IRON'];
    case 'flag':
      return [true, true, false];
    case 'texts':
    case 'symbols':
    case 'jsons':
      return [['a'], ['a'], ['b']];
    default:
      return ['a', 'a', 'b'];
  }
}

const members = [...new Set([...commonMembers, ...kinds.flatMap((kind) => kind.members)])];

test('every alias of every kind that says something else is refused by its name', () => {
  let checked = 0;
  for (const member of members) {
    const { name, aliases = [] } = member;
    const [one, same, other] = valuesOf(member);
    const refusalOf = (first: JsonValue, alias: string, second: JsonValue): string | undefined =>
      new PayloadReader(
        new Map([
          [alias, second],
          [name, first],
        ]),
        [member],
      ).refusal?.message;
    for (const alias of aliases) {
      expect(refusalOf(one, alias, other)).toBe(`${name} and ${alias} say different things; send one of them`);
      expect(refusalOf(one, alias, same), alias).toBeUndefined();
      expect(refusalOf(null, alias, other), alias).toBeUndefined();
      checked++;
    }
  }
  expect(checked).toBeGreaterThan(50);
});

test('two aliases are compared where the name itself is absent', () => {
  const member = members.find(({ aliases = [] }) => aliases.length > 1) as PayloadMember;
  const [one, , other] = valuesOf(member);
  const [first = '', second = ''] = member.aliases ?? [];
  const reader = new PayloadReader(
    new Map([
      [first, one],
      [second, other],
    ]),
    [member],
  );
  expect(reader.refusal?.message).toBe(`${first} and ${second} say different things; send one of them`);
});

test('two names of one account, or of one pool in another case, say the same', () => {
  const wallet = actor('payload: wallet');
  const members = [
    { name: 'spender', aliases: ['spender_pub_key'], type: 'account', required: true, about: '' },
    { name: 'pool_id', aliases: ['poolId'], type: 'text', required: true, about: '' },
  ] as const;
  const payload = new Map<string, JsonValue>([
    ['spender', wallet.address],
    ['spender_pub_key', wallet.keyHex.toUpperCase()],
    ['pool_id', 'GOLD-XRGE'],
    ['poolId', 'gold-xrge'],
  ]);
  expect(new PayloadReader(payload, members as never).refusal).toBeUndefined();
  payload.set('spender_pub_key', actor('payload: another').keyHex);
  expect(new PayloadReader(payload, members as never).refusal?.message).toBe(
    'spender and spender_pub_key say different things; send one of them',
  );
});
