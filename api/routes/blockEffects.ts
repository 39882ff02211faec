/** Blocks with everything that they did (chapter Blocks): what an index of the history is built from. */

import { PAGE } from '../../engine/base/limits.js';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import type { Node } from '../../engine/node.js';
import { genesisBalancesOf } from '../../engine/store/blockEffects.js';
import { defineRoute } from '../context.js';
import { wholeNumber } from '../routing/parameters.js';
import { Type } from '../routing/schema.js';
import { Hash, Height, Milliseconds, Movement, Quanta, TxStatus, Units } from '../schemas.js';
import { jsonStream, pagedAnswer, pageLimit } from './parts.js';

const orNull = <Schema extends ReturnType<typeof Type.String>>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Address = Type.String({ description: 'Address' });

const PoolEffect = Type.Object(
  {
    pool_id: Type.String(),
    pool: Type.Integer({ description: 'Number of the pool in the order of creation, from 1' }),
    ordinal: Type.Integer({ description: "Number among the pool's events, from 0" }),
    sequence: Type.Integer({ description: 'Number among the events of all pools, from 0' }),
    type: Type.Enum(['create_pool', 'Swap', 'add_liquidity', 'remove_liquidity']),
    a_to_b: Type.Boolean({ description: 'Of a swap: whether the first token went in' }),
    amount_a: Units,
    amount_b: Units,
    lp: Units,
    reserve_a: Type.String({ pattern: '^\\d+$', description: 'After the event, exact' }),
    reserve_b: Units,
    lp_supply: Units,
  },
  { title: 'PoolEffect' },
);

const TransactionEffects = Type.Object(
  {
    tx_id: Hash,
    event: Type.Integer({
      description: 'Number of its event in the log; those of contract_events follow it one by one',
    }),
    kind: Type.String(),
    signer: Address,
    nonce: Type.Integer(),
    fee_quanta: Quanta,
    status: TxStatus,
    failure: Type.Optional(Type.String({ description: 'Why it failed' })),
    recipient: orNull(Address),
    token: orNull(Type.String()),
    amount: orNull(Type.String({ pattern: '^\\d+$', description: 'Quanta of XRGE, base units of other tokens' })),
    payload: Type.Record(Type.String(), Type.Unknown(), {
      description: 'As in GET /api/tx/:hash, without contract_wasm',
    }),
    movements: Type.Array(Movement),
    logs: Type.Array(Type.Object({ event_type: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) })),
    receipt: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'What the receipt of a call has beside that' }),
    ),
    contract_events: Type.Optional(
      Type.Array(Type.Object({ contract: Type.String(), topic: Type.String(), data: Type.String() })),
    ),
    collections: Type.Optional(Type.Array(Type.String({ description: 'Made by contracts' }))),
    pool_events: Type.Optional(Type.Array(PoolEffect)),
  },
  { title: 'TransactionEffects' },
);

const BlockEffects = Type.Object(
  {
    height: Height,
    hash: Hash,
    prev_hash: Type.String(),
    time: Milliseconds,
    proposer: orNull(Address),
    tx_hash: Type.String(),
    state_root: orNull(Type.String()),
    parent_commit: orNull(Type.String()),
    fees_quanta: Quanta,
    first_event: Type.Integer({ description: "Number of the block's own event; 0 for the genesis block" }),
    events: Type.Integer({
      description: 'How many: its own, those of its transactions, then one for each of balances, in that order',
    }),
    transactions: Type.Array(TransactionEffects),
    balances: Type.Array(Type.Array(Type.String(), { minItems: 3, maxItems: 3 }), {
      description: 'Address, token and exact balance after the block, of each balance that it changed',
    }),
  },
  { title: 'BlockEffects' },
);

/** Why the node cannot tell everything about a height that it has. */
function whyNot({ chain, options }: Node, height: number): Refusal | undefined {
  const lowest = chain.lowestHeight;
  if (height < lowest) return chain.notKept(lowest - 1);
  if (height === 0 && options.rules.genesis.carried)
    return refuse(
      'not_found',
      'this network carries on the state of another chain: its first balances are in no block',
    );
  if (height > 0 && height < chain.eventsFrom)
    return refuse(
      'events_pruned',
      `the event log of this node begins with block ${chain.eventsFrom}; a node that was started with a larger --event-log-blocks has those below`,
    );
  return undefined;
}

const effects = defineRoute({
  method: 'GET',
  path: '/api/blocks/effects',
  chapter: 'Blocks',
  summary:
    'Blocks from a height on with everything that they did: movements, logs, events of contracts and pools, changed balances; without signatures',
  query: Type.Object({
    from_height: wholeNumber({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Ascending from this height',
    }),
    limit: pageLimit(PAGE.blockEffects),
  }),
  refusals: ['pruned', 'not_found', 'events_pruned'],
  response: {
    200: Type.Object({
      blocks: Type.Array(BlockEffects),
      total_height: Height,
      next_height: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'The first block that was left out because the answer has reached 32 MiB; absent otherwise',
        }),
      ),
    }),
  },
  handler: ({ node }, { query: { from_height: first, limit } }) => {
    const tip = node.chain.tip.height;
    if (first > tip) return { blocks: [], total_height: tip };
    const refusal = whyNot(node, first);
    if (refusal) return refusal;
    const genesisBalances = first === 0 ? genesisBalancesOf(node.options.rules.genesis.allocations) : [];
    const items = node.chain.blockEffects({ first, last: Math.min(tip, first + limit - 1), genesisBalances });
    return jsonStream(pagedAnswer({}, 'blocks', items, { total_height: tip }));
  },
});

export const blockEffectsRoutes = [effects];
