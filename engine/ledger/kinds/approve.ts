/** approve: how many units of a token a spender may move for the signer; it replaces the previous allowance, and 0 revokes
 *  it. (Specification, Tokens.) */

import { amountView, formatXrge } from '../../base/amounts.js';
import { refuse } from '../../base/refusal.js';
import { addressOf } from '../../crypto/address.js';
import { defineKind } from '../kind.js';
import { account, amount, layout, text } from '../layout.js';
import { noResult } from '../resultCodec.js';
import { checkSpender } from '../secondRules.js';
import { tokenSubject } from '../subjects.js';
import { checkAllowable, setAllowance, shownSymbol, tokenExists, tokenNotFound } from '../tokens.js';
import { keysAmong, messageAnswer, readToken, tokenMember, unitsAnswer } from './tokenFields.js';

const approveLayout = layout({ spender: account, spenderText: text, token: text, amount });

export const approve = defineKind({
  name: 'approve',
  route: '/api/v2/token/approve',
  chapter: 'Tokens',
  summary: 'Lets a spender move units of a token for the signer, in place of what was allowed before; 0 takes it back',
  members: [
    {
      name: 'spender',
      aliases: ['spender_pub_key', 'spenderPubKey'],
      type: 'account',
      required: true,
      about: 'Address or public key of who may move them',
    },
    { ...tokenMember, about: 'Symbol of the token, in any case; not XRGE' },
    { name: 'amount', type: 'units', required: true, about: 'Whole base units' },
  ],
  answers: [
    { name: 'spender', type: 'text', about: 'As it was given' },
    { name: 'token_symbol', type: 'text', about: 'The symbol as it is shown' },
    ...unitsAnswer('amount'),
    messageAnswer,
  ],
  refusals: ['rule_violation', 'not_found'],
  layout: approveLayout,
  result: noResult,
  admitsOutflow: false,

  decode(reader, signer) {
    const spenderText = reader.text('spender');
    if (!spenderText) return reader.fail(refuse('malformed_payload', 'spender and token_symbol required'));
    const token = readToken(reader, 'spender and token_symbol required');
    const spender = reader.account('spender');
    const units = reader.amount('amount', 0);
    if (token === undefined || spender === undefined || reader.refusal) return undefined;
    const unallowable = checkAllowable(token);
    if (unallowable) return reader.fail(unallowable);
    if (units === undefined) return reader.fail(refuse('invalid_amount', 'amount is required'));
    if (spender === signer) return reader.fail(refuse('invalid_recipient', 'cannot approve yourself'));
    return { spender, spenderText, token, amount: units };
  },

  outflow: () => [],

  admit: (_view, { fields }, block) => checkSpender(fields.spender, block),

  insufficient: (_view, _transaction, have, need) =>
    refuse('insufficient_balance', `insufficient XRGE for fee: ${formatXrge(have)} < ${formatXrge(need)}`),

  apply(state, { sender, fields }) {
    const { spender, token, amount: units } = fields;
    if (!tokenExists(state, token)) return tokenNotFound(token);
    setAllowance(state, sender, spender, token, units);
    return null;
  },

  logs: ({ fields: { spenderText, token, amount: units } }) => [
    {
      event: 'token_approve',
      data: { spender: spenderText, token: shownSymbol(token), ...amountView(token, units) },
    },
  ],

  parties: ({ spender }) => [spender],

  subjects: ({ token }) => [tokenSubject(token)],

  reveals: ({ spenderText }) => keysAmong(spenderText),

  answer: ({ spenderText, token, amount: units }) => ({
    spender: spenderText,
    token_symbol: shownSymbol(token),
    ...amountView(token, units),
    message: 'Approval transaction submitted',
  }),

  event: ({ token, amount: units }) => ({ token, amount: units }),

  view: ({ spender, spenderText, token, amount: units }) => ({
    spender_pub_key: spenderText,
    spender_address: addressOf(spender),
    token_symbol: shownSymbol(token),
    ...amountView(token, units, 'allowance_amount'),
  }),
});
