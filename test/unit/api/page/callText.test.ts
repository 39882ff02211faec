/** What the page writes to ask a contract, and how it shows what contracts say: exact amounts, exact JSON, places. */

import { describe, expect, test } from 'vitest';
import {
  bytesText,
  type CallForm,
  eventText,
  gasFee,
  keptText,
  placeText,
  quantaOf,
  queryBody,
  valueText,
} from '../../../../api/page/callText.js';
import { xrge } from '../../../../api/page/format.js';
import { CONTRACT_PRICE } from '../../../../engine/base/amounts.js';
import { utf8 } from '../../../../engine/base/bytes.js';
import { CONTRACT } from '../../../../engine/base/limits.js';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { readQuery, SIGNED_BODY } from '../../../../engine/ledger/contractQuery.js';
import type { PreviewOrder } from '../../../../engine/ledger/previewOrder.js';

const ADDRESS = 'ab'.repeat(20);
const FORM: CallForm = { method: 'info', args: '', caller: '', amount: '', token: 'XRGE' };

/** What the node reads in the body of a form. */
function orderOf(form: Partial<CallForm>): PreviewOrder {
  const written = queryBody({ ...FORM, ...form });
  if ('problem' in written) throw new Error(written.problem);
  const order = readQuery(utf8(written.body), ADDRESS);
  if (order === SIGNED_BODY || isRefusal(order)) throw new Error(String(order));
  return order;
}

const problemOf = (form: Partial<CallForm>): string => {
  const written = queryBody({ ...FORM, ...form });
  return 'problem' in written ? written.problem : '';
};

describe('the body of a query', () => {
  test('is what the node reads', () => {
    expect(orderOf({})).toEqual({
      ...{ address: ADDRESS, method: 'info', args: '{}', caller: '', attached: undefined },
      gasLimit: CONTRACT.callFuel,
    });
    expect(orderOf({ method: '"},{', caller: '  "x\\ ' })).toMatchObject({ method: '"},{', caller: '"x\\' });
  });

  test('has the arguments as they were typed', () => {
    const args = ' {"amount": 12345678901234567890, "to":"<b>"}\n';
    expect(orderOf({ args }).args).toBe('{"amount":12345678901234567890,"to":"<b>"}');
    expect(orderOf({ args: '[1,"two"]' }).args).toBe('[1,"two"]');
    expect(problemOf({ args: '{a:1}' })).toMatch(/^The arguments are no JSON: /);
    expect(problemOf({ args: '{},"method":"other"' })).toMatch(/^The arguments are no JSON: /);
  });

  test('has a payment in quanta, or in units of a token', () => {
    const paid = (amount: string, token = 'XRGE') => orderOf({ amount, token, caller: ADDRESS }).attached;
    expect(paid('12.5')).toEqual({ symbol: 'XRGE', amount: 12_500_000_000n });
    expect(paid('0.000000001', 'xrge')).toEqual({ symbol: 'XRGE', amount: 1n });
    expect(paid('1,234', 'gold')).toEqual({ symbol: 'GOLD', amount: 1_234n });
    expect(paid('007', 'GOLD')).toEqual({ symbol: 'GOLD', amount: 7n });
    expect(problemOf({ amount: '1' })).toBe('A payment needs a caller who pays it.');
    for (const amount of ['0', '1.0000000001', '-1', '1e3', '.5', 'x'])
      expect(problemOf({ amount, caller: 'x' }), amount).toBe('Type an amount of XRGE, such as 12.5.');
    expect(problemOf({ amount: '1.5', token: 'GOLD', caller: 'x' })).toBe('Type a whole number of units.');
    expect(problemOf({ amount: '1', token: '","', caller: 'x' })).toBe('A token has a symbol of letters and digits.');
  });

  test('needs a method', () => expect(problemOf({ method: '' })).toBe('Type the name of a method.'));
});

test.each([
  ['1', '1000000000'],
  ['0.1', '100000000'],
  ['0', '0'],
  ['000.5', '500000000'],
  ['123456789012345678901.123456789', '123456789012345678901123456789'],
])('%s XRGE is %s quanta', (text, quanta) => {
  expect(quantaOf(text)).toBe(quanta);
  expect(quantaOf(xrge(quanta).replaceAll(',', ''))).toBe(quanta);
});

test('gas costs what the ledger takes for it', () => {
  for (const gas of [0, 1, 62_590, 10_000_000]) expect(gasFee(gas)).toBe(String(BigInt(gas) * CONTRACT_PRICE));
  expect([xrge(gasFee(62_590)), gasFee(Number.NaN), gasFee(-1)]).toEqual(['0.06259', '0', '0']);
});

test('a place names the function, or its number where it has no name', () => {
  expect(placeText({ function: 7, name: 'transfer', offset: 1_234 })).toBe('in transfer, at byte 1234 of the module');
  expect(placeText({ function: 7, offset: 9 })).toBe('in function 7, at byte 9 of the module');
  expect(placeText({ function: 7, name: '', offset: 9 })).toBe('in function 7, at byte 9 of the module');
});

test('values and events are shown as they are, JSON with room around it', () => {
  expect([valueText('text'), valueText(7), valueText({ a: 1 }), valueText(undefined)]).toEqual([
    'text',
    '7',
    '{\n  "a": 1\n}',
    '',
  ]);
  expect(eventText('{"from":"a","amount":"12345678901234567890"}')).toBe(
    '{"from":"a","amount":"12345678901234567890"}',
  );
  expect(eventText('{"from":"a","to":["b"]}')).toBe('{ "from": "a", "to": [ "b" ] }');
  for (const data of ['', 'plain', '{broken', '<b>{"a":1}</b>']) expect(eventText(data)).toBe(data);
});

test('what a contract keeps is text where it can be read, bytes elsewhere', () => {
  const shown = (text: string): string => keptText(Buffer.from(text, 'utf8').toString('hex'));
  for (const text of ['', 'Gold', 'ü\n\t', '<b>', '42', 'ff', '\ufeff']) expect(shown(text)).toBe(text);
  expect(['\u0000', '@B\u000f\u0000', 'ü\u007f'].map(shown)).toEqual(['0x00', '0x40420f00', '0xc3bc7f']);
  expect(['ff', '00ff', '6162ff'].map(keptText)).toEqual(['0xff', '0x00ff', '0x6162ff']);
});

test('sizes in bytes', () => {
  expect([0, 1_023, 1_024, 1_536, 1_048_576, Number.NaN].map(bytesText)).toEqual([
    ...['0 B', '1023 B', '1.0 KiB', '1.5 KiB', '1.00 MiB', '–'],
  ]);
});
