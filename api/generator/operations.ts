/** The signed operations as the client knows them: what a caller gives, and in which unit an amount is written.
 *
 *  In: the table of kinds. Out: interfaces of their fields, and a table that the client encodes payloads by. */

import { invariant } from '../../engine/base/refusal.js';
import type { AnyKind } from '../../engine/ledger/kind.js';
import type { MemberType, PayloadMember } from '../../engine/ledger/payload.js';
import type { ServiceKind } from '../../engine/services/serviceKind.js';
import type { AmountUnit } from '../client/payload.js';
import { capitalised } from './names.js';
import { comment, memberName } from './types.js';

/** The token of an amount: a member of type `amount` counts the token that another member names. */
const TOKENS: Readonly<Record<string, AmountUnit>> = {
  'transfer.amount': { tokenIn: 'token' },
  'burn.amount': { tokenIn: 'token' },
  'create_pool.amount_a': { tokenIn: 'token_a' },
  'create_pool.amount_b': { tokenIn: 'token_b' },
  'add_liquidity.amount_a': { tokenIn: 'pool_id', part: 0 },
  'add_liquidity.amount_b': { tokenIn: 'pool_id', part: 1 },
  'swap.amount_in': { tokenIn: 'token_in' },
  'swap.min_amount_out': { tokenIn: 'token_out' },
  'nft_create_collection.tokenGateAmount': { tokenIn: 'tokenGateSymbol' },
  'bridge_withdraw.amount': { tokenIn: 'tokenSymbol' },
  'POST /api/swap/quote.amount_in': { tokenIn: 'token_in' },
  'POST /api/faucet.amount': 'xrge',
};

const TYPES: Readonly<Record<MemberType, string>> = {
  account: 'string',
  text: 'string',
  symbol: 'string',
  xrge: 'bigint',
  units: 'bigint',
  amount: 'bigint',
  integer: 'number',
  flag: 'boolean',
  texts: 'readonly string[]',
  symbols: 'readonly string[]',
  json: 'unknown',
  jsons: 'readonly unknown[]',
};

/** What the bigint counts; the kind's own description of a member is about the payload. */
const UNITS: Readonly<Partial<Record<MemberType, string>>> = {
  xrge: 'Quanta',
  units: 'Base units',
  amount: 'Quanta of XRGE, or base units of a token',
};

/** @param owner name of a kind, or method and path of a route. @returns undefined for anything but an amount. */
export function unitOf(owner: string, name: string, type: MemberType): AmountUnit | undefined {
  if (type === 'xrge' || type === 'units') return type;
  const unit = TOKENS[`${owner}.${name}`];
  invariant(
    (type === 'amount') === (unit !== undefined),
    `say of which token ${owner}.${name} is, and of nothing else`,
  );
  return unit;
}

/** What the client needs of a kind of signed request: of a transaction, or of a service. */
export type SignedKind = Pick<AnyKind, 'name' | 'route' | 'summary' | 'members'> &
  Partial<Pick<AnyKind, 'isOfDirectory'>> &
  Partial<Pick<ServiceKind, 'scope'>>;

/** Members that a caller gives; `type` follows from the operation. */
const fieldsOf = (kind: SignedKind): readonly PayloadMember[] => kind.members.filter(({ name }) => name !== 'type');

export const fieldsName = ({ name }: SignedKind): string => `${capitalised(name)}Fields`;

/** The interface of a kind's fields. */
export function fieldsInterface(kind: SignedKind): string {
  const members = fieldsOf(kind).map(({ name, type, about, required }) => {
    const sentence = UNITS[type] === undefined ? about : `${UNITS[type]}. In the payload: ${about}`;
    const optional = required ? '' : ' | undefined';
    return `${comment(sentence, '  ')}  readonly ${memberName(name)}${required ? '' : '?'}: ${TYPES[type]}${optional};\n`;
  });
  return `${comment(kind.summary)}export interface ${fieldsName(kind)} {\n${members.join('')}}\n`;
}

/** How the client writes a kind's payload, as a literal. */
export function operationLiteral(kind: SignedKind): string {
  const members = fieldsOf(kind).map(({ name, type, required }) => {
    const unit = unitOf(kind.name, name, type);
    const shape = { ...(required ? { required } : {}), ...(unit === undefined ? {} : { unit }) };
    return `${memberName(name)}: ${JSON.stringify(shape)}`;
  });
  const decided = kind.isOfDirectory ? 'isDecided: true, ' : kind.scope === 'read' ? 'reads: true, ' : '';
  return `{ path: ${JSON.stringify(kind.route)}, ${decided}members: { ${members.join(', ')} } }`;
}
