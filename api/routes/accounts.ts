/** Chapter Wallet and accounts of the specification. */

import type { Static } from 'typebox';
import { unitsNumber, XRGE, xrgeNumber } from '../../engine/base/amounts.js';
import { toHex } from '../../engine/base/bytes.js';
import { PAGE } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { type AccountId, addressOf } from '../../engine/crypto/address.js';
import { accountOf, balanceOf, lpBalanceOf } from '../../engine/ledger/funds.js';
import { decimalsOf, shownSymbol } from '../../engine/ledger/tokens.js';
import type { Node } from '../../engine/node.js';
import { defineRoute } from '../context.js';
import { Content, JSON_TYPE } from '../routing/answer.js';
import { Type } from '../routing/schema.js';
import { AccountText, AddressTx, Quanta, Xrge } from '../schemas.js';
import {
  firstOrdinal,
  jsonStream,
  type NamedAccount,
  NextCursor,
  ordinalCursor,
  pagedAnswer,
  pageLimit,
  pageOffset,
  readAccount,
} from './parts.js';
import { atHeight, pastRefusals, readAt, type Source } from './past.js';

const chapter = 'Wallet and accounts';

/** Answers with the account's key in hex, from the request or as the chain knows it (null when the chain has not seen it yet), and with
 *  the records at a height. Answers at once when both are available: a later answer costs the server several times as much. */
function withKey<T>(
  node: Node,
  named: NamedAccount,
  height: number | undefined,
  answer: (publicKey: string | null, source: Source) => T,
): T | Refusal | Promise<T | Refusal> {
  const key = named.publicKey ? toHex(named.publicKey) : node.chain.publicKey(named.account);
  const read = (publicKey: string | null): T | Refusal | Promise<T | Refusal> =>
    readAt(node, height, (source) => answer(publicKey, source));
  return key instanceof Promise ? key.then<T | Refusal>(read) : read(key);
}

type Held = readonly [name: string, units: bigint];

/** Tokens of an account, by the displayed symbol, without zero balances. */
const tokensOf = (source: Source, account: AccountId): Held[] =>
  Array.from(source.tokensOf(account), (symbol) => [shownSymbol(symbol), balanceOf(source.state, account, symbol)]);

/** Shares of an account in pools, by their ids. */
const sharesOf = (source: Source, account: AccountId): Held[] =>
  Array.from(source.poolsOf(account), (id) => [id, lpBalanceOf(source.state, account, id)]);

const numbersOf = (held: readonly Held[]): Record<string, number> =>
  Object.fromEntries(held.map(([name, units]) => [name, unitsNumber(units)]));

const textsOf = (held: readonly Held[]): Record<string, string> =>
  Object.fromEntries(held.map(([name, units]) => [name, String(units)]));

const BalanceAnswer = Type.Object({
  success: Type.Literal(true),
  balance: Xrge,
  balance_quanta: Quanta,
  publicKey: Type.Union([Type.String(), Type.Null()]),
  address: Type.String(),
  tokens: Type.Record(Type.String(), Type.Number()),
  token_balances: Type.Record(Type.String(), Type.Number()),
  token_balances_raw: Type.Record(Type.String(), Type.String()),
  lp_balances: Type.Record(Type.String(), Type.Number(), { description: 'LP units by pool id' }),
  lp_balances_raw: Type.Record(Type.String(), Type.String()),
});

/** The answer as JSON. A key in hex needs no escapes and is inserted as it is: checking each of its 3,904
 *  characters would cost more than the rest of the answer. */
const balanceContent = (publicKey: string | null, rest: Omit<Static<typeof BalanceAnswer>, 'publicKey'>): Content => {
  const key = publicKey === null ? 'null' : `"${publicKey}"`;
  return new Content(JSON_TYPE, `${JSON.stringify(rest).slice(0, -1)},"publicKey":${key}}`);
};

const balance = defineRoute({
  method: 'GET',
  path: '/api/balance/:publicKey',
  chapter,
  summary: 'XRGE and tokens of an account',
  params: Type.Object({ publicKey: AccountText }),
  query: Type.Object(atHeight),
  refusals: pastRefusals,
  response: { 200: BalanceAnswer },
  handler: ({ node }, { params, query }) => {
    const named = readAccount(params.publicKey);
    if (isRefusal(named)) return named;
    return withKey(node, named, query.height, (publicKey, source) => {
      const quanta = accountOf(source.state, named.account).balance;
      const held = tokensOf(source, named.account);
      const tokens = numbersOf(held);
      const shares = sharesOf(source, named.account);
      return balanceContent(publicKey, {
        success: true,
        balance: xrgeNumber(quanta),
        balance_quanta: String(quanta),
        address: addressOf(named.account),
        tokens,
        token_balances: tokens,
        token_balances_raw: textsOf(held),
        lp_balances: numbersOf(shares),
        lp_balances_raw: textsOf(shares),
      });
    });
  },
});

const SYMBOL = /^[A-Za-z0-9]{1,10}$/;

const tokenBalance = defineRoute({
  method: 'GET',
  path: '/api/balance/:public_key/:token_symbol',
  chapter,
  summary: 'One token of an account; the symbol in any case',
  params: Type.Object({
    public_key: AccountText,
    token_symbol: Type.String({ description: '1 to 10 letters and digits', examples: [XRGE] }),
  }),
  query: Type.Object(atHeight),
  refusals: pastRefusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      token_symbol: Type.String(),
      balance: Type.Number(),
      balance_raw: Type.String({ description: 'Base units, quanta for XRGE' }),
      decimals: Type.Integer(),
      native: Type.Optional(Type.Boolean()),
    }),
  },
  handler: ({ node }, { params, query }) => {
    const named = readAccount(params.public_key);
    if (isRefusal(named)) return named;
    if (!SYMBOL.test(params.token_symbol))
      return refuse('malformed_parameter', 'a token symbol is 1 to 10 letters and digits');
    const symbol = params.token_symbol.toUpperCase();
    const native = symbol === XRGE;
    return readAt(node, query.height, ({ state }) => {
      const units = balanceOf(state, named.account, symbol);
      return {
        success: true as const,
        token_symbol: shownSymbol(symbol),
        balance: native ? xrgeNumber(units) : unitsNumber(units),
        balance_raw: String(units),
        decimals: decimalsOf(state, symbol),
        ...(native ? { native } : {}),
      } as const;
    });
  },
});

const addressTransactions = defineRoute({
  method: 'GET',
  path: '/api/address/:public_key/transactions',
  chapter,
  summary: 'Transactions of which the account is sender or recipient, newest first',
  params: Type.Object({ public_key: AccountText }),
  query: Type.Object({ limit: pageLimit(PAGE.addressTxs), offset: pageOffset, cursor: ordinalCursor }),
  refusals: ['pruned'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      transactions: Type.Array(AddressTx),
      total: Type.Integer(),
      next_cursor: NextCursor,
    }),
  },
  handler: ({ node }, { params, query }) => {
    const named = readAccount(params.public_key);
    if (isRefusal(named)) return named;
    const { account } = named;
    const { activity } = accountOf(node.state, account);
    const ordinal = firstOrdinal(activity, query);
    if (isRefusal(ordinal)) return ordinal;
    const items = node.chain.accountTransactions({ account, ordinal, limit: query.limit });
    return jsonStream(pagedAnswer({ success: true }, 'transactions', items, { total: activity }));
  },
});

const resolve = defineRoute({
  method: 'GET',
  path: '/api/resolve/:input',
  chapter,
  summary: 'Address and public key of an account, from either; an account that the chain has not seen holds nothing',
  params: Type.Object({ input: AccountText }),
  query: Type.Object(atHeight),
  refusals: pastRefusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      address: Type.String(),
      publicKey: Type.Union([Type.String(), Type.Null()]),
      balance: Xrge,
      balance_quanta: Quanta,
    }),
  },
  handler: ({ node }, { params, query }) => {
    const named = readAccount(params.input);
    if (isRefusal(named)) return named;
    return withKey(node, named, query.height, (publicKey, { state }) => {
      const quanta = accountOf(state, named.account).balance;
      return {
        success: true as const,
        address: addressOf(named.account),
        publicKey,
        balance: xrgeNumber(quanta),
        balance_quanta: String(quanta),
      } as const;
    });
  },
});

const accountNonce = defineRoute({
  method: 'GET',
  path: '/api/account/:publicKey/nonce',
  chapter,
  summary: 'The sequential nonce of an account; pending transactions count in next_nonce',
  params: Type.Object({ publicKey: AccountText }),
  query: Type.Object(atHeight),
  refusals: pastRefusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      publicKey: Type.Union([Type.String(), Type.Null()]),
      address: Type.String(),
      nonce: Type.Integer(),
      next_nonce: Type.Integer(),
    }),
  },
  handler: ({ node }, { params, query }) => {
    const named = readAccount(params.publicKey);
    if (isRefusal(named)) return named;
    return withKey(node, named, query.height, (publicKey, { state }) => {
      const { nonce } = accountOf(state, named.account);
      // Pending transactions follow the tip, not an earlier block.
      const isTip = state === node.state;
      return {
        success: true as const,
        publicKey,
        address: addressOf(named.account),
        nonce,
        next_nonce: isTip ? node.nextNonce(named.account) : nonce + 1,
      };
    });
  },
});

export const accountRoutes = [balance, tokenBalance, addressTransactions, resolve, accountNonce];
