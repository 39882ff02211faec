/** add_liquidity: both tokens of a pool at its price, for LP units. What does not fit the price stays with its owner.
 *  (Specification, DEX.)
 *
 *  The amounts are in the order of the payload: that of `token_a` and `token_b` when it names them, otherwise that of the two
 *  symbols in its `pool_id`, as in `XRGE-MTK` in the published client's documentation. */

import { amountView } from '../../base/amounts.js';
import { isRefusal, refuse } from '../../base/refusal.js';
import { addLiquidity as addTo, fitting } from '../exchange.js';
import { defineKind } from '../kind.js';
import { amount, layout, text } from '../layout.js';
import { liquidityMovements } from '../movement.js';
import type { PayloadReader } from '../payload.js';
import { type PoolResult, poolEventsOf, storedPoolResult } from '../poolEvent.js';
import { idOfPair, pairOf, poolIdOf } from '../poolIds.js';
import { pools } from '../poolTables.js';
import { liquidityLog, pairView, poolMember, readPool, settlePools, tokenSubjects } from './poolFields.js';

interface AddLiquidityFields {
  /** In the pool's order. */
  readonly tokenA: string;
  readonly tokenB: string;
  /** The most that is taken of each. */
  readonly amountA: bigint;
  readonly amountB: bigint;
}

/** The pool's tokens in the order of the payload's amounts. */
function readOrder(reader: PayloadReader): readonly [string, string] | undefined {
  const named = readPool(reader);
  if (!named) return undefined;
  const { pair, first } = named;
  const one = reader.symbol('token_a');
  const other = reader.symbol('token_b');
  if (reader.refusal) return undefined;
  const second = first === pair.tokenA ? pair.tokenB : pair.tokenA;
  if (one === undefined && other === undefined) return [first, second];
  if (one !== undefined && other !== undefined && one !== other && poolIdOf(one, other) === idOfPair(pair))
    return [one, other];
  return reader.fail(
    refuse(
      'malformed_payload',
      `token_a and token_b must be the two tokens of pool ${idOfPair(pair)}, or both be absent`,
    ),
  );
}

export const addLiquidity = defineKind<AddLiquidityFields, PoolResult>({
  name: 'add_liquidity',
  route: '/api/v2/pool/add-liquidity',
  chapter: 'DEX',
  summary: 'Adds both tokens to a pool at its price; what the price leaves over of one of them stays with its owner',
  members: [
    poolMember,
    {
      name: 'amount_a',
      aliases: ['amountA'],
      type: 'amount',
      required: true,
      about: 'At most so much of token_a, or of the first token in pool_id; rounded down to a whole unit, also as text',
    },
    {
      name: 'amount_b',
      aliases: ['amountB'],
      type: 'amount',
      required: true,
      about:
        'At most so much of token_b, or of the second token in pool_id; rounded down to a whole unit, also as text',
    },
    { name: 'token_a', aliases: ['tokenA'], type: 'symbol', required: false, about: 'Token that amount_a is of' },
    { name: 'token_b', aliases: ['tokenB'], type: 'symbol', required: false, about: 'Token that amount_b is of' },
  ],
  answers: [
    { name: 'pool_id', type: 'text', about: 'Id of the pool' },
    { name: 'message', type: 'text', about: 'A sentence' },
  ],
  refusals: ['rule_violation', 'not_found'],
  layout: layout<AddLiquidityFields>({ tokenA: text, tokenB: text, amountA: amount, amountB: amount }),
  result: storedPoolResult,
  admitsOutflow: false,

  decode(reader) {
    const tokens = readOrder(reader);
    if (!tokens) return undefined;
    const [one, other] = tokens;
    const ofOne = reader.bound('amount_a', one, 'down');
    const ofOther = reader.bound('amount_b', other, 'down');
    if (reader.refusal) return undefined;
    if (!ofOne || !ofOther) return reader.fail(refuse('invalid_amount', 'liquidity amounts must be greater than zero'));
    const pair = pairOf(one, other);
    const [amountA, amountB] = pair.tokenA === one ? [ofOne, ofOther] : [ofOther, ofOne];
    return { ...pair, amountA, amountB };
  },

  // How much of the offer is taken depends on the pool's price.
  outflow: () => [],

  payments(view, { fields }) {
    const pool = view.get(pools, idOfPair(fields));
    if (!pool) return [];
    const { amountA, amountB } = fitting(pool, fields.amountA, fields.amountB);
    return [
      { token: fields.tokenA, amount: amountA },
      { token: fields.tokenB, amount: amountB },
    ];
  },

  apply(state, { sender, fields }, block) {
    const event = addTo(state, sender, idOfPair(fields), fields.amountA, fields.amountB);
    return isRefusal(event) ? event : settlePools(state, block, [event]);
  },

  logs: ({ fields }, result) => liquidityLog('add_liquidity', fields, result),

  movements: ({ sender }, { events }) => liquidityMovements(sender, events),

  parties: () => [],

  subjects: ({ tokenA, tokenB }) => tokenSubjects([tokenA, tokenB]),

  tokens: ({ tokenA, tokenB }) => [tokenA, tokenB],

  poolEvents: poolEventsOf,

  answer: (fields) => ({ pool_id: idOfPair(fields), message: 'Add liquidity transaction submitted' }),

  event: ({ tokenA, amountA }) => ({ token: tokenA, amount: amountA }),

  view: (fields) => ({
    ...pairView(fields),
    ...amountView(fields.tokenA, fields.amountA, 'amount_a'),
    ...amountView(fields.tokenB, fields.amountB, 'amount_b'),
  }),
});
