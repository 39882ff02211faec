/** create_pool: opens the one pool of two tokens. (Specification, DEX.)
 *
 *  The payload may name the tokens in either order; the pool has them in the order of its id. */

import { amountView } from '../../base/amounts.js';
import { isRefusal, refuse } from '../../base/refusal.js';
import { checkNewPair, openPool } from '../exchange.js';
import { defineKind } from '../kind.js';
import { amount, layout, text } from '../layout.js';
import { liquidityMovements } from '../movement.js';
import { type PoolResult, poolEventsOf, storedPoolResult } from '../poolEvent.js';
import { idOfPair, pairOf } from '../poolIds.js';
import { liquidityLog, pairView, settlePools, tokenSubjects } from './poolFields.js';

interface CreatePoolFields {
  /** In the pool's order. */
  readonly tokenA: string;
  readonly tokenB: string;
  readonly amountA: bigint;
  readonly amountB: bigint;
}

export const createPool = defineKind<CreatePoolFields, PoolResult>({
  name: 'create_pool',
  route: '/api/v2/pool/create',
  chapter: 'DEX',
  summary: 'Opens the pool of two tokens with a first provision of both',
  members: [
    { name: 'token_a', aliases: ['tokenA'], type: 'symbol', required: true, about: 'One of the tokens' },
    { name: 'token_b', aliases: ['tokenB'], type: 'symbol', required: true, about: 'The other one' },
    {
      name: 'amount_a',
      aliases: ['amountA'],
      type: 'amount',
      required: true,
      about: 'XRGE in decimals or base units of token_a',
    },
    {
      name: 'amount_b',
      aliases: ['amountB'],
      type: 'amount',
      required: true,
      about: 'XRGE in decimals or base units of token_b',
    },
  ],
  answers: [
    { name: 'pool_id', type: 'text', about: 'Id of the pool' },
    { name: 'message', type: 'text', about: 'A sentence' },
  ],
  refusals: ['rule_violation', 'not_found', 'already_exists'],
  layout: layout<CreatePoolFields>({ tokenA: text, tokenB: text, amountA: amount, amountB: amount }),
  result: storedPoolResult,
  admitsOutflow: false,

  decode(reader) {
    const one = reader.symbol('token_a');
    const other = reader.symbol('token_b');
    if (reader.refusal) return undefined;
    if (one === undefined || other === undefined)
      return reader.fail(refuse('malformed_payload', 'both token symbols are required'));
    if (one === other)
      return reader.fail(refuse('malformed_payload', 'cannot create pool with the same token on both sides'));
    const ofOne = reader.tokenAmount('amount_a', one);
    const ofOther = reader.tokenAmount('amount_b', other);
    if (reader.refusal) return undefined;
    if (!ofOne || !ofOther)
      return reader.fail(refuse('invalid_amount', 'initial liquidity amounts must be greater than zero'));
    const pair = pairOf(one, other);
    const [amountA, amountB] = pair.tokenA === one ? [ofOne, ofOther] : [ofOther, ofOne];
    return { ...pair, amountA, amountB };
  },

  outflow: ({ tokenA, tokenB, amountA, amountB }) => [
    { token: tokenA, amount: amountA },
    { token: tokenB, amount: amountB },
  ],

  checkBeside: (view, { fields }) => checkNewPair(view, fields),

  apply(state, { sender, fields }, block) {
    const event = openPool(state, block, sender, fields, fields.amountA, fields.amountB);
    return isRefusal(event) ? event : settlePools(state, block, [event]);
  },

  logs: ({ fields }, result) => liquidityLog('create_pool', fields, result),

  movements: ({ sender }, { events }) => liquidityMovements(sender, events),

  parties: () => [],

  subjects: ({ tokenA, tokenB }) => tokenSubjects([tokenA, tokenB]),

  tokens: ({ tokenA, tokenB }) => [tokenA, tokenB],

  poolEvents: poolEventsOf,

  answer: (fields) => ({ pool_id: idOfPair(fields), message: 'Pool creation transaction submitted' }),

  event: ({ tokenA, amountA }) => ({ token: tokenA, amount: amountA }),

  view: (fields) => ({
    ...pairView(fields),
    ...amountView(fields.tokenA, fields.amountA, 'amount_a'),
    ...amountView(fields.tokenB, fields.amountB, 'amount_b'),
  }),
});
