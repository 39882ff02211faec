/** add_liquidity: both tokens of a pool at its price, for LP units. What the price leaves over stays with its owner.
 *  (Specification, DEX.) */

import { amountView } from '../../base/amounts.js';
import { isRefusal, refuse } from '../../base/refusal.js';
import { addLiquidity as addTo } from '../exchange.js';
import { defineKind } from '../kind.js';
import { amount, layout, text } from '../layout.js';
import { poolEventsOf } from '../poolEvent.js';
import { idOfPair } from '../poolIds.js';
import { liquidityLog, pairView, poolMember, poolResult, readPool, tokenSubjects } from './poolFields.js';

interface AddLiquidityFields {
  /** In the pool's order. */
  readonly tokenA: string;
  readonly tokenB: string;
  /** At most so much of each. */
  readonly amountA: bigint;
  readonly amountB: bigint;
}

export const addLiquidity = defineKind<AddLiquidityFields>({
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
      about: "At most so much of the pool's token_a",
    },
    {
      name: 'amount_b',
      aliases: ['amountB'],
      type: 'amount',
      required: true,
      about: "At most so much of the pool's token_b",
    },
  ],
  answers: [
    { name: 'pool_id', type: 'text', about: 'Id of the pool' },
    { name: 'message', type: 'text', about: 'A sentence' },
  ],
  refusals: ['rule_violation', 'not_found'],
  layout: layout<AddLiquidityFields>({ tokenA: text, tokenB: text, amountA: amount, amountB: amount }),
  admitsOutflow: false,

  decode(reader) {
    const pair = readPool(reader);
    if (!pair) return undefined;
    const amountA = reader.tokenAmount('amount_a', pair.tokenA);
    const amountB = reader.tokenAmount('amount_b', pair.tokenB);
    if (reader.refusal) return undefined;
    if (!amountA || !amountB)
      return reader.fail(refuse('invalid_amount', 'liquidity amounts must be greater than zero'));
    return { ...pair, amountA, amountB };
  },

  // How much of the offer is taken depends on the pool's price.
  outflow: () => [],

  apply(state, { sender, fields }) {
    const event = addTo(state, sender, idOfPair(fields), fields.amountA, fields.amountB);
    return isRefusal(event) ? event : poolResult([event]);
  },

  logs: ({ fields }, result) => liquidityLog('add_liquidity', fields, result),

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
