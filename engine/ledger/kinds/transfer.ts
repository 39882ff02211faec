/** transfer: XRGE or a token to an account; units sent to the burn address are destroyed. (Specification, Transactions,
 *  Tokens.) */

import { amountView, XRGE, XRGE_DECIMALS } from '../../base/amounts.js';
import { fromHex } from '../../base/bytes.js';
import { type Refusal, refuse } from '../../base/refusal.js';
import { addressOf, burnAccount } from '../../crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../crypto/mldsa.js';
import type { StateView } from '../../state/state.js';
import { checkContractExists, checkContractForm } from '../contracts.js';
import { move } from '../funds.js';
import { defineKind } from '../kind.js';
import { account, amount, layout, text } from '../layout.js';
import { tokenUnits } from '../movement.js';
import { noResult } from '../resultCodec.js';
import { checkRecipient } from '../secondRules.js';
import { tokenSubject } from '../subjects.js';
import { checkFrozen, shownSymbol } from '../tokens.js';

/** What keeps units from moving that their owner has. */
const refusalOf = (view: StateView, { toText, token }: { toText: string; token: string }): Refusal | undefined =>
  checkContractExists(view, toText) ?? checkFrozen(view, token);

const transferLayout = layout({ to: account, toText: text, token: text, amount });

export const transfer = defineKind({
  name: 'transfer',
  route: '/api/v2/transfer',
  chapter: 'Transactions',
  summary: 'Sends XRGE or a token to an account; to the burn address it is destroyed',
  members: [
    {
      name: 'to',
      type: 'account',
      required: true,
      about: 'Address or public key of the recipient, address of a contract, or the burn address',
    },
    { name: 'amount', type: 'amount', required: true, about: 'XRGE in decimals, or whole base units of a token' },
    {
      name: 'token',
      aliases: ['token_symbol', 'tokenSymbol'],
      type: 'symbol',
      required: false,
      about: 'Symbol of the token; XRGE when absent',
    },
  ],
  answers: [{ name: 'message', type: 'text', about: 'A sentence' }],
  refusals: ['rule_violation'],
  layout: transferLayout,
  result: noResult,
  admitsOutflow: true,

  decode(reader, signer) {
    const toText = reader.text('to');
    if (!toText) return reader.fail(refuse('invalid_recipient', 'recipient address is required'));
    const to = reader.recipient('to');
    const token = reader.symbol('token') ?? XRGE;
    const units = reader.amount('amount', token === XRGE ? XRGE_DECIMALS : 0);
    if (to === undefined || reader.refusal) return undefined;
    if (units === undefined) return reader.fail(refuse('invalid_amount', 'amount is required'));
    if (units === 0n) return reader.fail(refuse('invalid_amount', 'amount must be greater than zero'));
    if (to === signer) return reader.fail(refuse('invalid_recipient', 'cannot transfer to yourself'));
    return { to, toText, token, amount: units };
  },

  outflow: (fields) => [{ token: fields.token, amount: fields.amount }],

  admit: (_view, { fields: { to, toText } }, block) => checkRecipient(to, block) ?? checkContractForm(toText, block),

  apply(state, { sender, fields }) {
    const { to, token, amount: units } = fields;
    return refusalOf(state, fields) ?? move(state, sender, to, token, units) ?? null;
  },

  foresee: (view, { fields }) => refusalOf(view, fields),

  logs({ fields }) {
    const { to, toText, token, amount: units } = fields;
    const data = { ...amountView(token, units), token: shownSymbol(token) };
    return to === burnAccount ? [{ event: 'burn', data }] : [{ event: 'transfer', data: { to: toText, ...data } }];
  },

  movements: ({ sender, fields: { to, token, amount: units } }) => [
    { reason: to === burnAccount ? 'burn' : 'transfer', from: sender, to, moved: tokenUnits(token, units) },
  ],

  parties: (fields) => [fields.to],

  subjects: ({ token }) => (token === XRGE ? [] : [tokenSubject(token)]),

  reveals: ({ toText }) => {
    const key = fromHex(toText, PUBLIC_KEY_BYTES);
    return key ? [key] : [];
  },

  answer: () => ({ message: 'Transfer transaction submitted' }),

  event: ({ to, toText, token, amount: units }) => ({ to: { account: to, text: toText }, token, amount: units }),

  view: (fields) => ({
    to_pub_key_hex: fields.toText,
    to_address: addressOf(fields.to),
    ...amountView(fields.token, fields.amount),
    token_name: shownSymbol(fields.token),
    token_symbol: fields.token === XRGE ? null : shownSymbol(fields.token),
  }),
});
