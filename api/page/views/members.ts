/** The members of a payload or a receipt's log as rows: accounts, tokens, pools and collections as links, amounts from their
 *  exact text with their unit, anything else as plain text or JSON. */

import {
  chain,
  collectionLink,
  foreignLink,
  foreignText,
  held,
  mark,
  nftLink,
  pathOf,
  pictureSource,
  poolLink,
  says,
  tokenLink,
} from '../assets.js';
import { attributeRows } from '../attributeRows.js';
import { contractLink } from '../contracts.js';
import { type Child, h } from '../dom.js';
import { count, label, percent } from '../format.js';
import { account } from '../parts.js';

export type Row = readonly [name: string, value: Child];

type Members = Readonly<Record<string, unknown>>;

/** Which member names the unit of an amount; the first one present counts. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  amount: ['token_symbol', 'token', 'token_a_symbol'],
  amount_in: ['token_in'],
  amount_out: ['token_out'],
  amount_a: ['token_a_symbol', 'token_a'],
  amount_b: ['token_b_symbol', 'token_b'],
  min_amount_out: ['token_b_symbol'],
  token_total_supply: ['token_symbol'],
  token_max_supply: ['token_symbol'],
  total_supply: ['symbol'],
  allowance_amount: ['token_symbol'],
  nft_token_gate_amount: ['nft_token_gate_symbol'],
};

/** Labels of members whose own names say little. */
const NAMES: Readonly<Record<string, string>> = {
  token_a_symbol: 'First token',
  token_b_symbol: 'Second token',
  token_in: 'Token in',
  token_out: 'Token out',
  token_a: 'First token',
  token_b: 'Second token',
  amount_a: 'Of the first',
  amount_b: 'Of the second',
  min_amount_out: 'At least',
  swap_path: 'Path',
  lp_amount: 'LP units',
  allowance_amount: 'Allowance',
  spender_pub_key: 'Spender',
  owner_pub_key: 'Owner',
  nft_royalty_bps: 'Royalty',
  nft_discount_pct: 'Discount',
  nft_token_name: 'Name',
  nft_metadata_uri: 'Metadata',
  nft_token_id: 'Number',
  token_id: 'Number',
  nft_batch_names: 'Names',
  nft_batch_uris: 'Metadata',
  nft_batch_attributes: 'Attributes',
};

const nameOf = (name: string): string =>
  Object.hasOwn(NAMES, name) ? String(NAMES[name]) : label(name.replace(/^(?:nft|metadata|token)_(?=.)/, ''));

const TOKENS = new Set([
  ...['token', 'token_in', 'token_out', 'token_a', 'token_b', 'token_symbol'],
  ...['token_a_symbol', 'token_b_symbol', 'nft_token_gate_symbol'],
]);

const LINKS = new Set(['metadata_website', 'metadata_twitter', 'metadata_discord', 'nft_metadata_uri']);

const textsIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;

/** A text whose meaning follows from the name of its member. */
function namedText(name: string, value: string): Child {
  if (TOKENS.has(name)) return tokenLink(value);
  if (name === 'pool_id') return poolLink(value);
  if (name === 'contract' || name === 'contract_addr') return contractLink(value, true);
  if (name === 'nft_collection_id' || name === 'collection') return collectionLink(value);
  if (LINKS.has(name)) return foreignLink(value);
  if (name === 'metadata_image' || name === 'nft_image') return pictureSource(value) ?? mark(value, '?', true);
  return undefined;
}

/** The same for other values. */
function namedValue(name: string, value: unknown, object: Members): Child {
  const texts = textsIn(value);
  if (texts && /^(?:swap_)?path$/.test(name)) return pathOf(texts);
  if (texts && name === 'pools') return chain(texts.map(poolLink), ', ');
  if (texts && name === 'nft_batch_names') return foreignText(texts.join(', '), 'wrap');
  if (name === 'nft_attributes')
    return h('ul', { class: 'plain' }, ...attributeRows(value).map(([key, text]) => h('li', {}, traitText(key, text))));
  if (typeof value !== 'number') return undefined;
  if (name === 'nft_royalty_bps') return percent(value / 100);
  if (name === 'nft_discount_pct') return percent(value);
  const collection = object.nft_collection_id ?? object.collection;
  if (/^(?:nft_token|token)_id$/.test(name) && typeof collection === 'string') return nftLink(collection, value);
  return /^(?:nft_max_supply|count|token_decimals|gas_used|wasm_size)$/.test(name) ? count(value) : undefined;
}

const traitText = (key: string, text: string): HTMLElement =>
  h('span', {}, foreignText(key, 'faint'), ' ', foreignText(text, 'wrap'));

/** A member without a known meaning. */
function foreign(value: unknown): Child {
  if (typeof value === 'string' && /^(rouge1[0-9a-z]+|[0-9a-f]{3904})$/.test(value)) return account(value, true);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return h('span', { class: 'mono wrap' }, text);
}

/** The token of an amount, if the object names it. */
function unitOf(object: Members, name: string): string | undefined {
  const members = Object.hasOwn(UNITS, name) ? UNITS[name] : undefined;
  const unit = members?.map((member) => object[member]).find((text) => typeof text === 'string');
  return typeof unit === 'string' ? unit : undefined;
}

/** Whether another member of the same object already shows this one. */
function isSaid(object: Members, name: string): boolean {
  const exactOf = /^(.+)_(?:quanta|units)$/.exec(name)?.[1];
  if (exactOf !== undefined && exactOf in object) return true;
  // They repeat the tokens at the ends of a swap.
  if ('token_in' in object && /^token_[ab]$/.test(name)) return true;
  const keyOf = /^(.+)_pub_key$/.exec(name)?.[1];
  return keyOf !== undefined && typeof object[`${keyOf}_address`] === 'string';
}

/** The members of a foreign object, without the hidden ones. An amount is shown from its exact text, not from the
 *  number beside it. */
export function memberRows(object: Members, hidden: ReadonlySet<string> = new Set()): readonly Row[] {
  return Object.entries(object).flatMap(([name, value]): readonly Row[] => {
    if (hidden.has(name) || value === null || value === undefined || isSaid(object, name)) return [];
    if (`${name}_quanta` in object || `${name}_units` in object)
      return [[nameOf(name), held(object, name, unitOf(object, name))]];
    const shown = typeof value === 'string' ? namedText(name, value) : namedValue(name, value, object);
    return [[nameOf(name), shown ?? foreign(value)]];
  });
}

/** An amount of an object with its unit; undefined when the object does not have it. */
export const amountIn = (object: Members, name: string): HTMLElement | undefined =>
  says(object, name) ? held(object, name, unitOf(object, name)) : undefined;
