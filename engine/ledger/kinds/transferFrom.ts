/** transfer_from: units of a token from their owner to an account, by a spender that the owner has approved; units sent to
 *  the burn address are destroyed. (Specification, Tokens.) */

import { amountView } from '../../base/amounts.js';
import { refuse } from '../../base/refusal.js';
import { addressOf, burnAccount } from '../../crypto/address.js';
import { checkContractExists, checkContractForm } from '../contracts.js';
import { move } from '../funds.js';
import { defineKind } from '../kind.js';
import { account, amount, layout, text } from '../layout.js';
import { tokenUnits } from '../movement.js';
import { noResult } from '../resultCodec.js';
import { checkRecipient } from '../secondRules.js';
import { tokenSubject } from '../subjects.js';
import { allowanceOf, checkAllowable, checkFrozen, setAllowance, shownSymbol } from '../tokens.js';
import { keysAmong, messageAnswer, readToken, tokenMember, unitsAnswer } from './tokenFields.js';

const transferFromLayout = layout({
  owner: account,
  ownerText: text,
  to: account,
  toText: text,
  token: text,
  amount,
});

const REQUIRED = 'owner, to, token_symbol, and amount (>0) required';

export const transferFrom = defineKind({
  name: 'transfer_from',
  route: '/api/v2/token/transfer-from',
  chapter: 'Tokens',
  summary: 'Moves units of a token that their owner lets the signer move; to the burn address they are destroyed',
  members: [
    {
      name: 'owner',
      aliases: ['owner_pub_key', 'ownerPubKey'],
      type: 'account',
      required: true,
      about: 'Address or public key of whose units they are',
    },
    {
      name: 'to',
      type: 'account',
      required: true,
      about: 'Address or public key of the recipient, address of a contract, or the burn address',
    },
    { ...tokenMember, about: 'Symbol of the token, in any case; not XRGE' },
    { name: 'amount', type: 'units', required: true, about: 'Whole base units', least: 1 },
  ],
  answers: [
    { name: 'from', type: 'text', about: 'The owner as it was given' },
    { name: 'to', type: 'text', about: 'The recipient as it was given' },
    { name: 'token_symbol', type: 'text', about: 'The symbol as it is shown' },
    ...unitsAnswer('amount'),
    messageAnswer,
  ],
  refusals: ['rule_violation'],
  layout: transferFromLayout,
  result: noResult,
  admitsOutflow: false,

  decode(reader) {
    const [ownerText, toText] = [reader.text('owner'), reader.text('to')];
    const units = reader.amount('amount', 0);
    if (reader.refusal) return undefined;
    if (!ownerText || !toText || !units) return reader.fail(refuse('malformed_payload', REQUIRED));
    const token = readToken(reader, REQUIRED);
    const [owner, to] = [reader.account('owner'), reader.recipient('to')];
    if (token === undefined || owner === undefined || to === undefined) return undefined;
    const unallowable = checkAllowable(token);
    if (unallowable) return reader.fail(unallowable);
    return { owner, ownerText, to, toText, token, amount: units };
  },

  outflow: () => [],

  admit: (_view, { fields: { to, toText } }, block) => checkRecipient(to, block) ?? checkContractForm(toText, block),

  apply(state, { sender, fields }) {
    const { owner, to, toText, token, amount: units } = fields;
    const refused = checkContractExists(state, toText) ?? checkFrozen(state, token);
    if (refused) return refused;
    const allowed = allowanceOf(state, owner, sender, token);
    if (allowed < units)
      return refuse('insufficient_balance', `insufficient allowance: have ${allowed}, need ${units}`);
    const problem = move(state, owner, to, token, units);
    if (problem) return problem;
    setAllowance(state, owner, sender, token, allowed - units);
    return null;
  },

  logs({ fields: { ownerText, to, toText, token, amount: units } }) {
    const data = { token: shownSymbol(token), ...amountView(token, units) };
    const log = { event: 'token_transfer_from', data: { owner: ownerText, to: toText, ...data } };
    return to === burnAccount ? [log, { event: 'burn', data }] : [log];
  },

  movements: ({ fields: { owner, to, token, amount: units } }) => [
    { reason: to === burnAccount ? 'burn' : 'transfer', from: owner, to, moved: tokenUnits(token, units) },
  ],

  parties: ({ owner, to }) => [owner, to],

  subjects: ({ token }) => [tokenSubject(token)],

  reveals: ({ ownerText, toText }) => keysAmong(ownerText, toText),

  answer: ({ ownerText, toText, token, amount: units }) => ({
    from: ownerText,
    to: toText,
    token_symbol: shownSymbol(token),
    ...amountView(token, units),
    message: 'Transfer-from transaction submitted',
  }),

  event: ({ to, toText, token, amount: units }) => ({ to: { account: to, text: toText }, token, amount: units }),

  view: ({ owner, ownerText, to, toText, token, amount: units }) => ({
    owner_pub_key: ownerText,
    owner_address: addressOf(owner),
    to_pub_key_hex: toText,
    to_address: addressOf(to),
    token_symbol: shownSymbol(token),
    ...amountView(token, units),
  }),
});
