/** burn: destroys XRGE or units of a token of the signer, as a transfer to the burn address does. (Specification, Tokens.) */

import { amountView, XRGE } from '../../base/amounts.js';
import { BURN_ADDRESS, burnAccount } from '../../crypto/address.js';
import { move } from '../funds.js';
import { defineKind } from '../kind.js';
import { amount, layout, text } from '../layout.js';
import { tokenUnits } from '../movement.js';
import { noResult } from '../resultCodec.js';
import { tokenSubject } from '../subjects.js';
import { checkFrozen, shownSymbol } from '../tokens.js';
import { messageAnswer } from './tokenFields.js';

const burnLayout = layout({ token: text, amount });

export const burn = defineKind({
  name: 'burn',
  route: '/api/v2/token/burn',
  chapter: 'Tokens',
  summary: 'Destroys XRGE or units of a token of the signer. The payload must name its type',
  members: [
    {
      name: 'token',
      aliases: ['token_symbol', 'tokenSymbol', 'symbol'],
      type: 'symbol',
      required: false,
      about: 'Symbol of the token; XRGE when absent',
    },
    { name: 'amount', type: 'amount', required: true, about: 'XRGE in decimals, or whole base units of a token' },
  ],
  answers: [messageAnswer],
  refusals: ['rule_violation'],
  layout: burnLayout,
  // Stake and mint_tokens have the same members: nobody may turn bytes that were signed for them into a burn.
  namesItself: true,
  result: noResult,
  admitsOutflow: false,

  decode(reader) {
    const token = reader.symbol('token') ?? XRGE;
    const units = reader.refusal ? undefined : reader.positiveAmount('amount', token);
    return units === undefined ? undefined : { token, amount: units };
  },

  outflow: (fields) => [fields],

  apply: (state, { sender, fields }) =>
    checkFrozen(state, fields.token) ?? move(state, sender, burnAccount, fields.token, fields.amount) ?? null,

  logs: ({ fields: { token, amount: units } }) => [
    { event: 'burn', data: { ...amountView(token, units), token: shownSymbol(token) } },
  ],

  movements: ({ sender, fields: { token, amount: units } }) => [
    { reason: 'burn', from: sender, to: burnAccount, moved: tokenUnits(token, units) },
  ],

  parties: () => [burnAccount],

  subjects: ({ token }) => (token === XRGE ? [] : [tokenSubject(token)]),

  answer: () => ({ message: 'Burn transaction submitted' }),

  event: (fields) => ({ to: { account: burnAccount, text: BURN_ADDRESS }, ...fields }),

  view: ({ token, amount: units }) => ({
    to_address: BURN_ADDRESS,
    ...amountView(token, units),
    token_name: shownSymbol(token),
    token_symbol: token === XRGE ? null : shownSymbol(token),
  }),
});
