/** Who may move whose tokens (chapter Tokens of the specification). */

import { unitsNumber } from '../../engine/base/amounts.js';
import { binaryToHex, fromHex } from '../../engine/base/bytes.js';
import { PAGE } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { type AccountId, accountOfBytes, addressOf } from '../../engine/crypto/address.js';
import type { Allowance, AllowanceSide } from '../../engine/ledger/indexes/allowanceIndex.js';
import { allowanceOf, shownSymbol } from '../../engine/ledger/tokens.js';
import type { Node } from '../../engine/node.js';
import { defineRoute } from '../context.js';
import type { Content } from '../routing/answer.js';
import { Type } from '../routing/schema.js';
import { AccountText, KnownSymbol, Units } from '../schemas.js';
import { inGroups, type Listing, listed, listLimit } from './lists.js';
import { jsonStream, NextCursor, pageCursor, pagedAnswer, pageOffset, readAccount } from './parts.js';
import { atHeight, type Listed, listAt, pastRefusals, readAt } from './past.js';
import { chapter, findToken } from './tokens.js';

const KeyOrAddress = Type.String({
  description: 'Public key in hex, or the address where the chain has not seen the key',
});

const AllowanceRecord = Type.Object(
  {
    owner: KeyOrAddress,
    owner_address: Type.String(),
    spender: KeyOrAddress,
    spender_address: Type.String(),
    token: Type.String(),
    token_symbol: Type.String(),
    amount: Type.Number({ description: 'Base units that the spender may still move' }),
    amount_units: Units,
  },
  { title: 'Allowance' },
);

type Key = string | null | undefined;

const allowanceView = ({ owner, spender, symbol, amount }: Allowance, ownerKey: Key, spenderKey: Key) => ({
  owner: ownerKey ?? addressOf(owner),
  owner_address: addressOf(owner),
  spender: spenderKey ?? addressOf(spender),
  spender_address: addressOf(spender),
  token: shownSymbol(symbol),
  token_symbol: shownSymbol(symbol),
  amount: unitsNumber(amount),
  amount_units: String(amount),
});

async function allowanceViews(node: Pick<Node, 'chain'>, allowances: readonly Allowance[]) {
  const keys = await node.chain.publicKeys(allowances.flatMap(({ owner, spender }) => [owner, spender]));
  return allowances.map((allowance, index) => allowanceView(allowance, keys[2 * index], keys[2 * index + 1]));
}

const one = defineRoute({
  method: 'GET',
  path: '/api/token/allowance',
  chapter,
  summary: 'What a spender may still move of a token for its owner; 0 where nothing is allowed',
  query: Type.Object({ owner: AccountText, spender: AccountText, token: KnownSymbol, ...atHeight }),
  refusals: pastRefusals,
  response: { 200: Type.Object({ success: Type.Literal(true), ...AllowanceRecord.properties }) },
  handler: async ({ node }, { query }) => {
    const [owner, spender] = [readAccount(query.owner), readAccount(query.spender)];
    if (isRefusal(owner)) return owner;
    if (isRefusal(spender)) return spender;
    const [ownerKey, spenderKey] = await node.chain.publicKeys([owner.account, spender.account]);
    return readAt(node, query.height, (source) => {
      const symbol = findToken(source, query.token);
      if (isRefusal(symbol)) return symbol;
      const amount = allowanceOf(source.state, owner.account, spender.account, symbol);
      const allowance = { owner: owner.account, spender: spender.account, symbol, amount };
      return { success: true as const, ...allowanceView(allowance, ownerKey, spenderKey) };
    });
  },
});

/** Account on the other side and symbol of the last allowance of a page. */
const CURSOR = '^[0-9a-f]{64}-[A-Z0-9]{1,10}$';

const pageQuery = {
  limit: listLimit(PAGE.allowances),
  offset: pageOffset,
  cursor: pageCursor(CURSOR, `${'0'.repeat(64)}-GOLD`),
  ...atHeight,
};

const AllowancesAnswer = Type.Object({
  success: Type.Literal(true),
  allowances: Type.Array(AllowanceRecord),
  count: Type.Integer({ description: 'Of this answer' }),
  total: Type.Integer(),
  next_cursor: NextCursor,
});

/** Allowances whose keys are looked up together. */
const GROUP_ALLOWANCES = 64;

interface AllowanceQuery {
  readonly limit?: number;
  readonly offset: number;
  readonly cursor?: string;
  readonly height?: number;
}

/** Position of an allowance among those of one side. */
interface AllowancePlace {
  /** The account on the other side. */
  readonly other: AccountId;
  readonly symbol: string;
}

function placeAt(cursor: string): AllowancePlace {
  const [other = '', symbol = ''] = cursor.split('-');
  return { other: accountOfBytes(fromHex(other) ?? new Uint8Array()), symbol };
}

const allowancesAnswer = (node: Node, side: AllowanceSide, query: AllowanceQuery) =>
  listAt(node, query.height, (source) => allowancesOf(source, side, query));

function allowancesOf(node: Listed, side: AllowanceSide, query: AllowanceQuery): Content {
  const index = node.indexes.tokens.allowances;
  const listing: Listing<Allowance, AllowancePlace, unknown> = {
    behind: (behind, offset, limit) => index.page(side, { behind, offset, limit }),
    placeOf: ({ owner, spender, symbol }) => ({ other: side.role === 'owner' ? spender : owner, symbol }),
    cursorOf: ({ other, symbol }) => `${binaryToHex(other)}-${symbol}`,
    views: inGroups(GROUP_ALLOWANCES, (some) => allowanceViews(node, some)),
    textOf: (view) => JSON.stringify(view),
    most: PAGE.allowances.max,
  };
  const place = query.cursor === undefined ? undefined : placeAt(query.cursor);
  const pieces = listed(listing, { ...query, place }, (count) => ({ count }));
  return jsonStream(pagedAnswer({ success: true }, 'allowances', pieces, { total: index.countOf(side) }));
}

function sideOf(owner: string | undefined, spender: string | undefined): AllowanceSide | Refusal {
  const text = owner ?? spender;
  if (text === undefined || (owner !== undefined && spender !== undefined))
    return refuse('malformed_parameter', 'name either an owner or a spender');
  const named = readAccount(text);
  return isRefusal(named) ? named : { account: named.account, role: owner === undefined ? 'spender' : 'owner' };
}

const many = defineRoute({
  method: 'GET',
  path: '/api/token/allowances',
  chapter,
  summary:
    'Allowances of an owner, or those that a spender has; ordered by the account on the other side, then the symbol',
  query: Type.Object({ owner: Type.Optional(AccountText), spender: Type.Optional(AccountText), ...pageQuery }),
  refusals: pastRefusals,
  response: { 200: AllowancesAnswer },
  handler: ({ node }, { query }) => {
    const side = sideOf(query.owner, query.spender);
    return isRefusal(side) ? side : allowancesAnswer(node, side, query);
  },
});

const ofOwner = defineRoute({
  method: 'GET',
  path: '/api/allowances/:pubkey',
  chapter,
  summary: 'Allowances that an account has given',
  params: Type.Object({ pubkey: AccountText }),
  query: Type.Object(pageQuery),
  refusals: pastRefusals,
  response: { 200: AllowancesAnswer },
  handler: ({ node }, { params, query }) => {
    const side = sideOf(params.pubkey, undefined);
    return isRefusal(side) ? side : allowancesAnswer(node, side, query);
  },
});

export const allowanceRoutes = [one, many, ofOwner];
