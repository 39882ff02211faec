/** remove_liquidity: LP units back for their share of both reserves. (Specification, DEX.) */

import { unitsNumber } from '../../base/amounts.js';
import { isRefusal, refuse } from '../../base/refusal.js';
import { removeLiquidity as removeFrom } from '../exchange.js';
import { defineKind } from '../kind.js';
import { amount, layout, text } from '../layout.js';
import { liquidityMovements } from '../movement.js';
import { type PoolResult, poolEventsOf, storedPoolResult } from '../poolEvent.js';
import { idOfPair } from '../poolIds.js';
import { liquidityLog, pairView, poolMember, readPool, settlePools, tokenSubjects } from './poolFields.js';

interface RemoveLiquidityFields {
  /** In the pool's order. */
  readonly tokenA: string;
  readonly tokenB: string;
  readonly lp: bigint;
}

export const removeLiquidity = defineKind<RemoveLiquidityFields, PoolResult>({
  name: 'remove_liquidity',
  route: '/api/v2/pool/remove-liquidity',
  chapter: 'DEX',
  summary: 'Gives LP units back for their share of both reserves',
  members: [
    poolMember,
    { name: 'lp_amount', aliases: ['lpAmount'], type: 'units', required: true, about: 'LP units', least: 1 },
  ],
  answers: [
    { name: 'pool_id', type: 'text', about: 'Id of the pool' },
    { name: 'message', type: 'text', about: 'A sentence' },
  ],
  refusals: ['rule_violation', 'not_found'],
  layout: layout<RemoveLiquidityFields>({ tokenA: text, tokenB: text, lp: amount }),
  result: storedPoolResult,
  admitsOutflow: false,

  decode(reader) {
    const named = readPool(reader);
    if (!named) return undefined;
    const lp = reader.amount('lp_amount', 0);
    if (reader.refusal) return undefined;
    if (!lp) return reader.fail(refuse('invalid_amount', 'lp_amount must be greater than zero'));
    return { ...named.pair, lp };
  },

  outflow: () => [],

  apply(state, { sender, fields }, block) {
    const event = removeFrom(state, sender, idOfPair(fields), fields.lp);
    return isRefusal(event) ? event : settlePools(state, block, [event]);
  },

  logs: ({ fields }, result) => liquidityLog('remove_liquidity', fields, result),

  movements: ({ sender }, { events }) => liquidityMovements(sender, events),

  parties: () => [],

  subjects: ({ tokenA, tokenB }) => tokenSubjects([tokenA, tokenB]),

  tokens: ({ tokenA, tokenB }) => [tokenA, tokenB],

  poolEvents: poolEventsOf,

  answer: (fields) => ({ pool_id: idOfPair(fields), message: 'Remove liquidity transaction submitted' }),

  event: () => ({}),

  view: (fields) => ({
    ...pairView(fields),
    lp_amount: unitsNumber(fields.lp),
    lp_amount_units: String(fields.lp),
  }),
});
