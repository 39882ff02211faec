/** swap: an amount of one token into another, along the path that it names, or by the best route at its place in the block:
 *  through one to three pools. (Specification, DEX.)
 *
 *  All or nothing: a swap that gives less than `min_amount_out`, or needs a pool that does not exist, costs its fee only. */

import { amountView } from '../../base/amounts.js';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import { isActive } from '../../chain/upgrades.js';
import type { AccountId } from '../../crypto/address.js';
import type { StateWriter } from '../../state/state.js';
import type { BlockContext } from '../blockContext.js';
import { MAX_PATH, type Swapped, swapAlong } from '../exchange.js';
import { defineKind } from '../kind.js';
import { amount, layout, list, optional, text } from '../layout.js';
import { swapMovements } from '../movement.js';
import type { PayloadReader } from '../payload.js';
import { type PoolResult, poolEventsOf, storedEvents } from '../poolEvent.js';
import { pairOf } from '../poolIds.js';
import { resultOf, storedAmount, storedList, storedOptional, storedText } from '../resultCodec.js';
import { bestRoute } from '../routing.js';
import { shownSymbol } from '../tokens.js';
import { pairView, settlePools, tokenSubjects } from './poolFields.js';

interface SwapFields {
  /** Symbols in upper case, as everywhere below. */
  readonly tokenIn: string;
  readonly tokenOut: string;
  /** From the token that goes in to the token that comes out, when the payload names a path. */
  readonly path: readonly string[] | undefined;
  readonly amountIn: bigint;
  /** The swap fails if it gives less than this. */
  readonly least: bigint;
}

interface SwapResult extends PoolResult {
  /** Base units of the token that came out. */
  readonly amountOut: bigint;
  /** The tokens from the one that went in to the one that came out. Receipts from before routes were searched have none: then it
   *  was the path of the payload, or the direct pool. */
  readonly path: readonly string[] | undefined;
}

/** The path that a swap took, as far as its receipt or its payload says. */
const wayOf = (
  { tokenIn, tokenOut, path }: SwapFields,
  result: SwapResult | undefined,
): readonly string[] | undefined => (result ? (result.path ?? path ?? [tokenIn, tokenOut]) : path);

/** The path of the payload, if it has one. */
function readPath(reader: PayloadReader, tokenIn: string, tokenOut: string): readonly string[] | undefined {
  const path = reader.symbols('path', MAX_PATH);
  if (reader.refusal || path === undefined) return undefined;
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

/** Swaps by the best route. */
function swapBest(
  state: StateWriter,
  trader: AccountId,
  { tokenIn, tokenOut, amountIn, least }: SwapFields,
  block: BlockContext,
): Swapped | Refusal {
  const route = bestRoute(state, block, tokenIn, tokenOut, amountIn);
  const done = swapAlong(state, trader, route?.path ?? [tokenIn, tokenOut], amountIn, least);
  return isRefusal(done) && done.code === 'not_found' && isActive(block.genesis.schedule, 'best_route', block.height)
    ? refuse('not_found', `${done.message}, and no route over other pools gives anything for this amount`)
    : done;
}

export const swap = defineKind<SwapFields, SwapResult>({
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
      about:
        'XRGE in decimals or base units of token_out, also as text, rounded up to a whole unit: for less the swap fails. 0 when absent',
    },
    {
      name: 'path',
      aliases: ['swap_path', 'swapPath'],
      type: 'symbols',
      items: MAX_PATH,
      required: false,
      about: 'Tokens from token_in to token_out: the way to take. The best route at the time of the swap when absent',
    },
  ],
  answers: [{ name: 'message', type: 'text', about: 'A sentence' }],
  refusals: ['rule_violation', 'not_found'],
  layout: layout<SwapFields>({
    tokenIn: text,
    tokenOut: text,
    path: optional(list(text)),
    amountIn: amount,
    least: amount,
  }),
  result: resultOf<SwapResult>({
    amountOut: ['amount_out', storedAmount],
    path: ['path', storedOptional(storedList(storedText), undefined)],
    events: storedEvents,
  }),
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
    const least = reader.bound('min_amount_out', tokenOut, 'up') ?? 0n;
    return amountIn !== undefined && !reader.refusal ? { tokenIn, tokenOut, path, amountIn, least } : undefined;
  },

  outflow: ({ tokenIn, amountIn }) => [{ token: tokenIn, amount: amountIn }],

  admit: (_, { fields }, { genesis, height }) =>
    (fields.path?.length ?? 0) > 2 && !isActive(genesis.schedule, 'game_ready_2', height)
      ? refuse('rule_violation', 'swaps through more than one pool are not active yet')
      : undefined,

  apply(state, { sender, fields }, block) {
    const { path, amountIn, least } = fields;
    const done = path ? swapAlong(state, sender, path, amountIn, least) : swapBest(state, sender, fields, block);
    if (isRefusal(done)) return done;
    return { amountOut: done.amountOut, path: done.path, ...settlePools(state, block, done.events) };
  },

  logs({ fields }, result) {
    const { tokenIn, tokenOut, amountIn } = fields;
    const { amountOut, events } = result;
    return [
      {
        event: 'swap',
        data: {
          pool_id: events[0]?.poolId,
          token_a: shownSymbol(tokenIn),
          token_b: shownSymbol(tokenOut),
          token_in: shownSymbol(tokenIn),
          token_out: shownSymbol(tokenOut),
          ...amountView(tokenIn, amountIn, 'amount_in'),
          ...amountView(tokenOut, amountOut, 'amount_out'),
          path: (wayOf(fields, result) ?? [tokenIn, tokenOut]).map(shownSymbol),
          pools: events.map(({ poolId }) => poolId),
        },
      },
    ];
  },

  movements: ({ sender }, { events }) => swapMovements(sender, events),

  parties: () => [],

  subjects: (fields, result) => tokenSubjects(wayOf(fields, result) ?? []),

  tokens: (fields, result) => wayOf(fields, result) ?? [],

  poolEvents: poolEventsOf,

  answer: () => ({ message: 'Swap transaction submitted' }),

  event: ({ tokenIn, amountIn }) => ({ token: tokenIn, amount: amountIn }),

  view(fields, result) {
    const { tokenIn, tokenOut, amountIn, least } = fields;
    const way = wayOf(fields, result);
    return {
      pool_id: pairView(pairOf(tokenIn, tokenOut)).pool_id,
      token_a_symbol: shownSymbol(tokenIn),
      token_b_symbol: shownSymbol(tokenOut),
      ...amountView(tokenIn, amountIn),
      ...amountView(tokenIn, amountIn, 'amount_a'),
      ...amountView(tokenOut, least, 'min_amount_out'),
      ...(way ? { swap_path: way.map(shownSymbol) } : {}),
    };
  },
});
