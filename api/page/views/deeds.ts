/** The effect of a transaction in a few rows, from its payload and its receipt. */

import type { Tx, TxAnswer } from '../apiAnswers.js';
import { collectionLink, nftLink, pathOf, poolLink } from '../assets.js';
import { CALL_MEMBERS, callRows, isOfContract } from './callRows.js';
import { amountIn, type Row } from './members.js';
import { movedAmount } from './moved.js';

type Members = Readonly<Record<string, unknown>>;

/** Members that the view shows under names of its own, whatever the kind. */
const RECIPIENT = ['to_address', 'to_pub_key_hex'];
const AMOUNT = ['amount', 'amount_quanta', 'amount_units'];
const POOL = ['pool_id', 'token_a_symbol', 'token_b_symbol', 'amount_a', 'amount_b'];

/** Members of a payload that `deedRows` and the rows above already show. */
export function hiddenIn({ tx_type }: Tx): ReadonlySet<string> {
  const own: Readonly<Record<string, readonly string[]>> = {
    transfer: ['token_name', 'token_symbol'],
    burn: ['token_name'],
    mint_tokens: ['token_total_supply'],
    swap: [...POOL, 'min_amount_out', 'swap_path'],
    create_pool: POOL,
    add_liquidity: POOL,
    remove_liquidity: POOL,
    contract_call: CALL_MEMBERS,
    contract_deploy: CALL_MEMBERS,
  };
  const collection = tx_type.startsWith('nft_') ? ['nft_collection_id', 'nft_token_id'] : [];
  const named = Object.hasOwn(own, tx_type) ? (own[tx_type] ?? []) : [];
  return new Set([...RECIPIENT, ...AMOUNT, ...collection, ...named]);
}

type NamedRow = readonly [string, Row[1]];

const present = (rows: readonly (readonly [string, Row[1]])[]): readonly NamedRow[] =>
  rows.filter(([, value]) => value !== undefined);

/** Data of the receipt's first log; empty when the transaction failed. */
const logOf = ({ receipt }: TxAnswer): Members => receipt?.logs[0]?.data ?? {};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function swapRows(payload: Members, log: Members): readonly NamedRow[] {
  const path = Array.isArray(payload.swap_path) ? payload.swap_path.map(String) : [];
  const pools = Array.isArray(log.pools) ? log.pools.map(String) : [];
  const pool = pools.length === 1 ? pools[0] : undefined;
  return present([
    ['Gave', amountIn(payload, 'amount_a') ?? amountIn(payload, 'amount')],
    ['Got', amountIn(log, 'amount_out')],
    ['At least', Number(payload.min_amount_out) > 0 ? amountIn(payload, 'min_amount_out') : undefined],
    ['Path', path.length > 0 ? pathOf(path) : undefined],
    ['Pool', pool === undefined ? undefined : poolLink(pool)],
  ]);
}

/** @param offered whether the payload's amounts are limits and the log has the amounts taken. */
function liquidityRows(payload: Members, log: Members, offered: boolean): readonly NamedRow[] {
  const pool = textOf(payload.pool_id);
  const taken = 'amount_a' in log ? log : undefined;
  const part = (name: string): Row[1] => (taken ? amountIn(taken, name) : undefined) ?? amountIn(payload, name);
  const most = (name: string): Row[1] =>
    offered && taken && payload[name] !== taken[name] ? amountIn(payload, name) : undefined;
  return present([
    ['Pool', pool === undefined ? undefined : poolLink(pool)],
    ['First token', part('amount_a')],
    ['Of at most', most('amount_a')],
    ['Second token', part('amount_b')],
    ['Of at most', most('amount_b')],
    ['LP units', payload.lp_amount === undefined ? amountIn(log, 'lp_amount') : undefined],
  ]);
}

function nftRows(tx: Tx, log: Members): readonly NamedRow[] {
  const { payload } = tx;
  const collection = textOf(payload.nft_collection_id) ?? textOf(log.collection);
  if (collection === undefined) return [];
  const id = payload.nft_token_id ?? log.token_id;
  const first = Number(log.first_token_id);
  const last = first + Number(log.count) - 1;
  return present([
    ['Collection', collectionLink(collection)],
    ['NFT', typeof id === 'number' ? nftLink(collection, id) : undefined],
    ['NFTs', last >= first ? `#${first} to #${last}` : undefined],
    ['Price', Number(log.price) > 0 ? amountIn(log, 'price') : undefined],
    [
      'Sale price',
      tx.tx_type === 'nft_transfer' && Number(payload.amount) > 0 ? amountIn(payload, 'amount') : undefined,
    ],
    ['Royalty', Number(log.royalty) > 0 ? amountIn(log, 'royalty') : undefined],
  ]);
}

/** What moved, between which accounts, and under which limits, for known kinds; other members are shown as they are. */
export function deedRows(answer: TxAnswer): readonly NamedRow[] {
  const { tx } = answer;
  const log = logOf(answer);
  if (tx.tx_type === 'swap') return swapRows(tx.payload, log);
  if (/^(?:create_pool|add_liquidity|remove_liquidity)$/.test(tx.tx_type))
    return liquidityRows(tx.payload, log, tx.tx_type === 'add_liquidity');
  if (isOfContract(tx)) return callRows(answer);
  if (tx.tx_type.startsWith('nft_')) return nftRows(tx, log);
  return present([['Amount', movedAmount(answer)]]);
}
