/** swap: an amount of one token into another, through one pool or along a path of up to three. (Specification, DEX.)
 *
 *  All or nothing: a swap that gives less than `min_amount_out`, or meets a pool that is not there, takes its fee alone. */

import { amountView } from '../../base/amounts.js';
import { isRefusal, refuse } from '../../base/refusal.js';
import { isActive } from '../../chain/upgrades.js';
import { MAX_PATH, swapAlong } from '../exchange.js';
import { defineKind } from '../kind.js';
import { amount, layout, list, text } from '../layout.js';
import type { PayloadReader } from '../payload.js';
import { poolEventsOf } from '../poolEvent.js';
import { pairOf } from '../poolIds.js';
import { shownSymbol } from '../tokens.js';
import { pairView, poolResult, tokenSubjects } from './poolFields.js';

interface SwapFields {
  /** Symbols in upper case from what goes in to what comes out; two for the direct pool. */
  readonly path: readonly string[];
  readonly amountIn: bigint;
  /** Less than this is no deal. */
  readonly least: bigint;
}

const ends = ({ path }: SwapFields): readonly [string, string] => [path[0] as string, path[path.length - 1] as string];

/** The way of the swap: as the payload names it, else through the direct pool. */
function readPath(reader: PayloadReader, tokenIn: string, tokenOut: string): readonly string[] | undefined {
  const path = reader.symbols('path', MAX_PATH);
  if (reader.refusal) return undefined;
  if (path === undefined) return [tokenIn, tokenOut];
  if (
    path.length >= 2 &&
    path[0] === tokenIn &&
    path[path.length - 1] === tokenOut &&
    new Set(path).size === path.length
  )
    return path;
  return reader.fail(
    refuse(
      'malformed_payload',
      `path must lead from token_in to token_out over 2 to ${MAX_PATH} tokens, none of them twice`,
    ),
  );
}

export const swap = defineKind<SwapFields>({
  name: 'swap',
  route: '/api/v2/swap/execute',
  chapter: 'DEX',
  summary: 'Swaps one token for another, through their pool or along the path of a quote',
  members: [
    { name: 'token_in', aliases: ['tokenIn'], type: 'symbol', required: true, about: 'Token that the signer gives' },
    { name: 'token_out', aliases: ['tokenOut'], type: 'symbol', required: true, about: 'Token that the signer gets' },
    {
      name: 'amount_in',
      aliases: ['amountIn'],
      type: 'amount',
      required: true,
      about: 'XRGE in decimals or base units of token_in',
    },
    {
      name: 'min_amount_out',
      aliases: ['minAmountOut'],
      type: 'amount',
      required: false,
      about: 'XRGE in decimals or base units of token_out: for less the swap fails. 0 when absent',
    },
    {
      name: 'path',
      aliases: ['swap_path', 'swapPath'],
      type: 'symbols',
      items: MAX_PATH,
      required: false,
      about: 'Tokens from token_in to token_out, as the quote gave them; the direct pool when absent',
    },
  ],
  answers: [{ name: 'message', type: 'text', about: 'A sentence' }],
  refusals: ['rule_violation', 'not_found'],
  layout: layout<SwapFields>({ path: list(text), amountIn: amount, least: amount }),
  admitsOutflow: false,

  decode(reader) {
    const tokenIn = reader.symbol('token_in');
    const tokenOut = reader.symbol('token_out');
    if (reader.refusal) return undefined;
    if (tokenIn === undefined || tokenOut === undefined)
      return reader.fail(refuse('malformed_payload', 'token_in and token_out are required'));
    if (tokenIn === tokenOut) return reader.fail(refuse('malformed_payload', 'cannot swap a token for itself'));
    const path = readPath(reader, tokenIn, tokenOut);
    const amountIn = reader.positiveAmount('amount_in', tokenIn);
    const least = reader.tokenAmount('min_amount_out', tokenOut) ?? 0n;
    return path && amountIn !== undefined && !reader.refusal ? { path, amountIn, least } : undefined;
  },

  outflow: (fields) => [{ token: ends(fields)[0], amount: fields.amountIn }],

  admit: (_, { fields }, { genesis, height }) =>
    fields.path.length > 2 && !isActive(genesis.schedule, 'game_ready_2', height)
      ? refuse('rule_violation', 'swaps through more than one pool are not active yet')
      : undefined,

  apply(state, { sender, fields }) {
    const done = swapAlong(state, sender, fields.path, fields.amountIn, fields.least);
    return isRefusal(done) ? done : { amount_out: String(done.amountOut), ...poolResult(done.events) };
  },

  logs({ fields }, result) {
    const [tokenIn, tokenOut] = ends(fields);
    return [
      {
        event: 'swap',
        data: {
          pool_id: poolEventsOf(result)[0]?.poolId,
          token_a: shownSymbol(tokenIn),
          token_b: shownSymbol(tokenOut),
          token_in: shownSymbol(tokenIn),
          token_out: shownSymbol(tokenOut),
          ...amountView(tokenIn, fields.amountIn, 'amount_in'),
          ...amountView(tokenOut, BigInt(String(result?.amount_out ?? 0)), 'amount_out'),
          path: fields.path.map(shownSymbol),
          pools: poolEventsOf(result).map(({ poolId }) => poolId),
        },
      },
    ];
  },

  parties: () => [],

  subjects: ({ path }) => tokenSubjects(path),

  tokens: ({ path }) => path,

  poolEvents: poolEventsOf,

  answer: () => ({ message: 'Swap transaction submitted' }),

  event: (fields) => ({ token: ends(fields)[0], amount: fields.amountIn }),

  view(fields) {
    const [tokenIn, tokenOut] = ends(fields);
    return {
      pool_id: pairView(pairOf(tokenIn, tokenOut)).pool_id,
      token_a_symbol: shownSymbol(tokenIn),
      token_b_symbol: shownSymbol(tokenOut),
      ...amountView(tokenIn, fields.amountIn),
      ...amountView(tokenIn, fields.amountIn, 'amount_a'),
      ...amountView(tokenOut, fields.least, 'min_amount_out'),
      swap_path: fields.path.map(shownSymbol),
    };
  },
});
