/** XRGE and tokens. */

import type { ContractScene } from '../../../../engine/vm/scene.js';
import { MEMORY_END, room, text } from '../hostProbe.js';
import { ACCOUNT_LIMIT, broken, half, I64_MAX, I64_MIN, LIMIT, letters, outside, type Row, trap } from './row.js';

const holds = (amount: bigint): Partial<ContractScene> => ({ balance: () => amount });
const pays: Partial<ContractScene> = { transfer: () => true };
const attached = (symbol: string, amount: bigint): Partial<ContractScene> => ({ attached: { symbol, amount } });

export const fundsRows: readonly Row[] = [
  ['host_get_balance', 'some', [text('bob')], { answers: holds(12n), result: 12, asked: [['balance', 'bob']] }],
  ['host_get_balance', 'the greatest number', [text('bob')], { answers: holds(I64_MAX), result: I64_MAX }],
  ['host_get_balance', 'one more', [text('bob')], { answers: holds(I64_MAX + 1n), result: I64_MAX }],
  ['host_get_balance', '128 bits', [text('bob')], { answers: holds(2n ** 128n - 1n), result: I64_MAX }],
  ['host_get_balance', 'no UTF-8', [broken], { answers: holds(0n), result: 0, asked: [['balance', '\ufffd(']] }],
  [
    'host_transfer',
    'it can be paid',
    [text('bob'), 7n],
    { answers: pays, result: 0, asked: [['transfer', 'bob', 7n]] },
  ],
  ['host_transfer', 'it cannot be paid', [text('bob'), 7n], { result: 1, asked: [['transfer', 'bob', 7n]] }],
  ['host_transfer', 'nothing', [text('bob'), 0n], { answers: pays, result: 0, asked: [['transfer', 'bob', 0n]] }],
  ['host_transfer', 'less than nothing', [text('bob'), -1n], { answers: pays, result: 1, asked: [] }],
  ['host_transfer', 'the least number', [text('bob'), I64_MIN], { answers: pays, result: 1, asked: [] }],
  [
    'host_transfer',
    'the greatest number',
    [text('bob'), I64_MAX],
    { answers: pays, result: 0, asked: [['transfer', 'bob', I64_MAX]] },
  ],
  ['host_get_balance', 'the longest account', [text(letters(ACCOUNT_LIMIT))], { answers: holds(5n), result: 5 }],
  [
    'host_get_balance',
    'the account is too long',
    [text(letters(ACCOUNT_LIMIT + 1))],
    { answers: holds(5n), result: 0, asked: [] },
  ],
  ['host_get_balance', 'the account is outside', [...outside], trap('memory access out of bounds')],
  ['host_transfer', 'the longest account', [text(letters(ACCOUNT_LIMIT)), 7n], { answers: pays, result: 0 }],
  [
    'host_transfer',
    'the account is too long',
    [text(letters(ACCOUNT_LIMIT + 1)), 7n],
    { answers: pays, result: 1, asked: [] },
  ],
  ['host_transfer', 'the account is outside', [...outside, 7n], trap('memory access out of bounds')],
  ['host_get_attached_amount', 'some', [], { answers: attached('XRGE', 5n), result: 5 }],
  ['host_get_attached_amount', 'none', [], { result: 0 }],
  ['host_get_attached_amount', 'more than 63 bits', [], { answers: attached('GOLD', 2n ** 64n), result: I64_MAX }],
  ['host_get_attached_symbol', 'some', [room(4)], { answers: attached('XRGE', 5n), result: 4, out: 'XRGE' }],
  ['host_get_attached_symbol', 'none', [room(4)], { result: 0, out: '' }],
  [
    'host_get_attached_symbol',
    'the buffer is too small',
    [room(3)],
    { answers: attached('XRGE', 5n), result: -2, out: '' },
  ],
  ['host_get_attached_symbol', 'none, and no buffer', [room(0)], { result: 0 }],
  [
    'host_get_attached_symbol',
    'the buffer is outside',
    [MEMORY_END - 3, 4],
    { answers: attached('XRGE', 5n), result: -4 },
  ],
];

const units = (amount: bigint | undefined): Partial<ContractScene> => ({ tokenBalance: () => amount });
const moves: Partial<ContractScene> = { tokenTransfer: () => undefined };

export const tokenRows: readonly Row[] = [
  [
    'host_token_balance',
    'some',
    [text('GOLD'), text('bob')],
    { answers: units(3n), result: 3, asked: [['tokenBalance', 'GOLD', 'bob']] },
  ],
  [
    'host_token_balance',
    'the symbol is none',
    [text('XRGE'), text('bob')],
    { result: -1, asked: [['tokenBalance', 'XRGE', 'bob']] },
  ],
  [
    'host_token_balance',
    'more than 63 bits',
    [text('GOLD'), text('bob')],
    { answers: units(2n ** 127n), result: I64_MAX },
  ],
  [
    'host_token_balance',
    'the symbol is no UTF-8',
    [broken, text('bob')],
    { answers: units(3n), result: -1, asked: [] },
  ],
  [
    'host_token_balance',
    'the account is half a letter',
    [text('GOLD'), half],
    { answers: units(3n), result: -1, asked: [] },
  ],
  [
    'host_token_balance',
    'the account is the longest',
    [text('GOLD'), text(letters(ACCOUNT_LIMIT))],
    { answers: units(3n), result: 3 },
  ],
  [
    'host_token_balance',
    'the account is too long',
    [text('GOLD'), text(letters(ACCOUNT_LIMIT + 1))],
    { answers: units(3n), result: -1, asked: [] },
  ],
  [
    'host_token_balance',
    'the symbol is too long',
    [text(letters(LIMIT + 1)), text('bob')],
    { answers: units(3n), result: -1, asked: [] },
  ],
  [
    'host_token_transfer',
    'it can be paid',
    [text('GOLD'), text('bob'), 7n],
    { answers: moves, result: 0, asked: [['tokenTransfer', 'GOLD', 'bob', 7n]] },
  ],
  ['host_token_transfer', 'it cannot be paid', [text('GOLD'), text('bob'), 7n], { result: 1 }],
  [
    'host_token_transfer',
    'the symbol is none',
    [text('XRGE'), text('bob'), 7n],
    { answers: { tokenTransfer: () => 'invalid' }, result: 2 },
  ],
  ['host_token_transfer', 'nothing', [text('GOLD'), text('bob'), 0n], { answers: moves, result: 2, asked: [] }],
  [
    'host_token_transfer',
    'less than nothing',
    [text('GOLD'), text('bob'), I64_MIN],
    { answers: moves, result: 2, asked: [] },
  ],
  ['host_token_transfer', 'the greatest number', [text('GOLD'), text('bob'), I64_MAX], { answers: moves, result: 0 }],
  [
    'host_token_transfer',
    'the recipient is empty',
    [text('GOLD'), text(''), 7n],
    { answers: moves, result: 2, asked: [] },
  ],
  [
    'host_token_transfer',
    'the recipient is no UTF-8',
    [text('GOLD'), broken, 7n],
    { answers: moves, result: 2, asked: [] },
  ],
  [
    'host_token_transfer',
    'the symbol is no UTF-8',
    [broken, text('bob'), 7n],
    { answers: moves, result: 2, asked: [] },
  ],
  [
    'host_token_transfer',
    'the recipient is too long',
    [text('GOLD'), text(letters(ACCOUNT_LIMIT + 1)), 7n],
    { answers: moves, result: 2, asked: [] },
  ],
  [
    'host_token_balance',
    'the symbol is outside',
    [...outside, text('bob')],
    { answers: units(3n), result: -1, asked: [] },
  ],
  [
    'host_token_balance',
    'the account is outside',
    [text('GOLD'), ...outside],
    { answers: units(3n), result: -1, asked: [] },
  ],
  [
    'host_token_transfer',
    'the symbol is outside',
    [...outside, text('bob'), 7n],
    { answers: moves, result: 2, asked: [] },
  ],
  [
    'host_token_transfer',
    'the recipient is outside',
    [text('GOLD'), ...outside, 7n],
    { answers: moves, result: 2, asked: [] },
  ],
];
