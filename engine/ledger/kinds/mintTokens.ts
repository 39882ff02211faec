/** mint_tokens: more units of a mintable token, to its creator, who alone may sign it. (Specification, Token, Tokens.)
 *
 *  The first supply and everything minted stay within the token's cap; burned units still count towards it. */

import { amountView, formatXrge } from '../../base/amounts.js';
import { isRefusal, refuse } from '../../base/refusal.js';
import { isActive } from '../../chain/upgrades.js';
import { addressOf } from '../../crypto/address.js';
import { mint, supplyOf } from '../funds.js';
import { defineKind } from '../kind.js';
import { amount, layout, text } from '../layout.js';
import { tokenUnits } from '../movement.js';
import { noResult } from '../resultCodec.js';
import { tokenSubject } from '../subjects.js';
import { tokenOfCreator } from '../tokens.js';
import { mintLedger } from '../tokenTables.js';
import { messageAnswer, readToken, symbolAnswer, tokenMember, unitsAnswer } from './tokenFields.js';

interface MintFields {
  /** In upper case. */
  readonly token: string;
  /** Base units. */
  readonly amount: bigint;
}

export const mintTokens = defineKind<MintFields>({
  name: 'mint_tokens',
  route: '/api/v2/token/mint',
  chapter: 'Tokens',
  summary: 'Mints units of a mintable token to its creator, the signer, up to the cap of the token',
  members: [tokenMember, { name: 'amount', type: 'units', required: true, about: 'Whole base units', least: 1 }],
  answers: [symbolAnswer, ...unitsAnswer('amount_minted'), messageAnswer],
  refusals: ['rule_violation', 'not_found', 'not_authorized'],
  layout: layout<MintFields>({ token: text, amount }),
  result: noResult,
  admitsOutflow: false,

  decode(reader) {
    const token = readToken(reader);
    const units = token === undefined ? undefined : reader.positiveAmount('amount', token);
    return token === undefined || units === undefined ? undefined : { token, amount: units };
  },

  outflow: () => [],

  insufficient: (_view, _transaction, have, need) =>
    refuse(
      'insufficient_balance',
      `Insufficient XRGE for mint fee: have ${formatXrge(have)}, need ${formatXrge(need)}`,
    ),

  admit: (_view, _transaction, { genesis, height }) =>
    isActive(genesis.schedule, 'token_minting', height)
      ? undefined
      : refuse('rule_violation', 'token minting is not active yet'),

  apply(state, { sender, fields }) {
    const { token: symbol, amount: units } = fields;
    const token = tokenOfCreator(state, symbol, sender, 'only the token creator can mint');
    if (isRefusal(token)) return token;
    const record = state.get(mintLedger, symbol);
    if (!record) return refuse('not_authorized', `Token ${symbol} is not mintable`);
    const issued = token.initialSupply + record.minted;
    if (record.maxSupply !== undefined && issued + units > record.maxSupply)
      return refuse('rule_violation', `Would exceed max supply: ${issued} + ${units} > ${record.maxSupply}`);
    if (!mint(state, sender, symbol, units))
      return refuse('rule_violation', `supply overflow: ${supplyOf(state, symbol).minted} + ${units} leaves 128 bits`);
    state.put(mintLedger, symbol, { ...record, minted: record.minted + units });
    return null;
  },

  logs: ({ sender, fields }) => [
    {
      event: 'token_mint',
      data: { token: fields.token, ...amountView(fields.token, fields.amount), to: addressOf(sender) },
    },
  ],

  movements: ({ sender, fields: { token, amount: units } }) => [
    { reason: 'token_supply', to: sender, moved: tokenUnits(token, units) },
  ],

  parties: () => [],

  subjects: ({ token }) => [tokenSubject(token)],

  answer: (fields) => ({
    symbol: fields.token,
    ...amountView(fields.token, fields.amount, 'amount_minted'),
    message: 'Token mint transaction submitted',
  }),

  event: (fields) => fields,

  view: (fields) => ({
    token_symbol: fields.token,
    ...amountView(fields.token, fields.amount),
    ...amountView(fields.token, fields.amount, 'token_total_supply'),
  }),
});
