/** Chapter System of the specification: health, statistics, burned amounts. */

import type { Static } from 'typebox';
import { amountView, neededXrge, unitsNumber, XRGE, xrgeNumber } from '../../engine/base/amounts.js';
import { toHex } from '../../engine/base/bytes.js';
import { isActive, scheduleView } from '../../engine/chain/upgrades.js';
import { addressOfKey, BURN_ADDRESS } from '../../engine/crypto/address.js';
import { activeSetOf } from '../../engine/ledger/activeSet.js';
import { totalsOf } from '../../engine/ledger/execution.js';
import { feesBurnedOf, supplyOf } from '../../engine/ledger/funds.js';
import { shownSymbol } from '../../engine/ledger/tokens.js';
import type { SnapshotView } from '../../engine/network/snapshotEvents.js';
import type { Node } from '../../engine/node.js';
import { MODES } from '../../engine/store/keeping.js';
import { defineRoute } from '../context.js';
import type { Operations } from '../operations.js';
import { Content, JSON_TYPE } from '../routing/answer.js';
import { Type } from '../routing/schema.js';
import { Hash, Height, Quanta, Xrge } from '../schemas.js';

const chapter = 'System';

const SnapshotTrust = Type.Enum(['trusted-block', 'peers'], {
  description:
    'Why the block of the snapshot is trusted: the operator has named it, or at least two peers that the operator has named give its hash',
});

function snapshotMembers({ phase, offer, done, parts, trust }: SnapshotView) {
  return { phase, ...(offer && { height: offer.height }), parts_done: done, parts, ...(trust && { trust }) };
}

/** Of a node that is behind. */
const catchingUp = {
  target_height: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'While it is syncing: end of the headers that certificates prove, or height that nodes ahead say they have',
    }),
  ),
  blocks_per_second: Type.Optional(
    Type.Number({ minimum: 0, description: 'While it is syncing: blocks that came in, over the last 30 s' }),
  ),
  remaining_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'While it is syncing: time left at this rate; absent while no block comes in',
    }),
  ),
};

function progressOf(node: Node, operations: Operations) {
  const { behind } = node;
  if (behind === undefined) return {};
  const { blocksPerSecond, remainingSeconds } = operations.sync() ?? {};
  return {
    target_height: behind,
    ...(blocksPerSecond !== undefined && { blocks_per_second: blocksPerSecond }),
    ...(remainingSeconds !== undefined && { remaining_seconds: remainingSeconds }),
  };
}

const HealthAnswer = Type.Object({
  status: Type.String({ description: '`ok`, or `degraded` with its reasons' }),
  chain_id: Type.String(),
  height: Height,
  local_network: Type.Optional(
    Type.Literal(true, {
      description: 'There on the network of a developer on the machine of the node, and only there',
    }),
  ),
  peers: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Connected nodes; absent where the node connects to none' }),
  ),
  syncing: Type.Optional(
    Type.Boolean({ description: 'Whether it fetches blocks that other nodes have, or a snapshot; beside `peers`' }),
  ),
  snapshot: Type.Optional(
    Type.Object(
      {
        phase: Type.Enum(['asking', 'fetching', 'restoring']),
        height: Type.Optional(Type.Integer({ description: 'Of its block; absent while none is chosen' })),
        parts_done: Type.Integer(),
        parts: Type.Integer({ description: '0 while the number is not known' }),
        trust: Type.Optional(SnapshotTrust),
      },
      { description: 'How far the snapshot is with which the chain is to begin; absent when none is fetched' },
    ),
  ),
  ...catchingUp,
  reason: Type.Optional(Type.String({ description: 'The most important reason as a sentence' })),
  reasons: Type.Optional(
    Type.Array(
      Type.Object({
        code: Type.String({ description: 'Stable, for programs' }),
        message: Type.String(),
        detail: Type.Optional(
          Type.String({ description: 'What the operator needs besides; for programs on the machine of the node only' }),
        ),
      }),
    ),
  ),
});

/** The answer is 200 as long as the node answers: restarting does not help a node whose disk is full or whose journal is lost.
 *  A load balancer that should avoid degraded nodes sends `strict`. */
const health = defineRoute({
  method: 'GET',
  path: '/api/health',
  chapter,
  summary: 'Whether the node works, on which chain, at which height; never counted against a limit',
  counts: 'free',
  query: Type.Object({
    strict: Type.Boolean({ default: false, description: 'Answer 503 unless the status is ok; for load balancers' }),
  }),
  response: { 200: HealthAnswer, 503: HealthAnswer },
  handler: ({ node, operations, isOperator }, { query, request }) => {
    const reasons = operations.problems();
    const shows = reasons.some(({ detail }) => detail !== undefined) && isOperator(request);
    const [first] = reasons;
    const answer = {
      status: first ? 'degraded' : 'ok',
      chain_id: node.options.rules.genesis.chainId,
      height: node.chain.tip.height,
      ...(node.role.isConnected && { peers: node.network?.peers().length ?? 0, syncing: node.isSyncing }),
      ...(node.snapshot && { snapshot: snapshotMembers(node.snapshot) }),
      ...progressOf(node, operations),
      ...(node.options.localNetwork && { local_network: true as const }),
      ...(first && {
        reason: first.message,
        reasons: reasons.map(({ code, message, detail }) => ({
          code,
          message,
          ...(shows && detail !== undefined && { detail }),
        })),
      }),
    };
    return first && query.strict ? new Content(JSON_TYPE, JSON.stringify(answer), 503) : answer;
  },
});

function proposerMembers(node: Node) {
  const { schedule } = node.options.rules.genesis;
  const next = node.chain.tip.height + 1;
  const designated = activeSetOf(node.state, node.options.rules.genesis).proposer;
  return {
    proposer_selection_activation_height: schedule.heights.proposer_selection,
    designated_proposer_next_height: next,
    proposer_selection_active_next: isActive(schedule, 'proposer_selection', next),
    designated_proposer_next: designated ? toHex(designated.publicKey) : null,
  };
}

/** Counts since the start and current gauges of the pool that verifies and makes signatures. */
const VerifyPool = Type.Object({
  workers: Type.Integer({ description: 'Threads that take packets' }),
  queued: Type.Integer({ description: 'Items that wait for a packet' }),
  in_flight: Type.Integer({ description: 'Items in the packets that the workers hold' }),
  held_bytes: Type.Integer({ description: 'Bytes of all fresh items without an answer' }),
  verified: Type.Integer({ description: 'Items whose signature held' }),
  refused: Type.Integer({ description: 'Items with any other verdict' }),
  signed: Type.Integer({ description: 'Signatures made: headers, votes, faucet requests' }),
  shared: Type.Integer({ description: 'Resends that shared the verdict of the first' }),
  packets: Type.Integer(),
  lost_packets: Type.Integer({ description: 'Packets whose worker died' }),
  items_per_packet: Type.Number({ description: 'Mean' }),
  microseconds_per_item: Type.Number({ description: 'Mean of a worker, the newest packets count most' }),
  wait_microseconds: Type.Number({ description: 'Mean from the question to the packet, since the start' }),
  backend: Type.String({ description: 'What checks signatures: kernel, native or noble' }),
  key_hits: Type.Integer({ description: 'Checks whose expanded public key was there' }),
  key_misses: Type.Integer({ description: 'Checks whose key had to be expanded' }),
  keys: Type.Integer({ description: 'Expanded public keys that the workers hold' }),
  deferred: Type.Integer({ description: 'Requests put off because they will be refused whatever their signature is' }),
  shed: Type.Integer({ description: 'Those of them turned away while the workers were busy' }),
});

function verifyPool(node: Node): Static<typeof VerifyPool> {
  const stats = node.verifierStats;
  return {
    workers: stats.workers,
    queued: stats.queuedItems,
    in_flight: stats.inFlightItems,
    held_bytes: stats.heldBytes,
    verified: stats.verified,
    refused: stats.refused,
    signed: stats.signed,
    shared: stats.shared,
    packets: stats.packets,
    lost_packets: stats.lostPackets,
    items_per_packet: stats.itemsPerPacket,
    microseconds_per_item: stats.microsecondsPerItem,
    wait_microseconds: stats.waitMicroseconds,
    backend: stats.backend,
    key_hits: stats.keyCache.hits,
    key_misses: stats.keyCache.misses,
    keys: stats.keyCache.keys,
    deferred: stats.deferred,
    shed: stats.shed,
  };
}

const stats = defineRoute({
  method: 'GET',
  path: '/api/stats',
  chapter,
  summary: 'Statistics of the node and its chain',
  response: {
    200: Type.Object({
      connected_peers: Type.Integer(),
      peers: Type.Integer({ description: 'The same as connected_peers' }),
      network_height: Type.Integer({
        minimum: 0,
        description: 'Height that half of the connected nodes say they have reached, and never below `height`',
      }),
      height: Height,
      is_mining: Type.Boolean(),
      mining: Type.Boolean({ description: 'The same as is_mining' }),
      is_validator: Type.Boolean({ description: 'Whether its key votes on the next block' }),
      syncing: Type.Boolean({ description: 'Whether it fetches blocks that other nodes have, or a snapshot' }),
      snapshot_trust: Type.Union([SnapshotTrust, Type.Null()], {
        description:
          'Of the snapshot with which the chain of this node begins; null where it begins with the genesis block',
      }),
      ...catchingUp,
      node_id: Type.String(),
      total_fees_collected: Xrge,
      total_fees_collected_quanta: Type.Optional(Quanta),
      fees_in_last_block: Xrge,
      fees_in_last_block_quanta: Type.Optional(Quanta),
      total_fees: Xrge,
      total_fees_quanta: Type.Optional(Quanta),
      last_block_fees: Xrge,
      last_block_fees_quanta: Type.Optional(Quanta),
      chain_id: Type.String(),
      mode: Type.Enum([...MODES], {
        description:
          '`full`: every block from `lowest_block_height` on; `archive`: also every record of the state at every height; `pruned`: the newest blocks',
      }),
      lowest_block_height: Type.Integer({
        minimum: 0,
        description: 'From here on every block is there, with its transactions and receipts',
      }),
      lowest_state_height: Type.Integer({ minimum: 0, description: 'From here on records can be read at a height' }),
      finalized_height: Type.Integer({
        minimum: 0,
        description: 'The latest block: it is shown only with its certificate',
      }),
      ws_clients: Type.Integer(),
      node_name: Type.Union([Type.String(), Type.Null()]),
      base_fee: Xrge,
      base_fee_quanta: Quanta,
      total_fees_burned: Xrge,
      total_fees_burned_quanta: Quanta,
      state_root: Hash,
      mempool_size: Type.Integer(),
      total_transactions: Type.Integer(),
      verify_pool: VerifyPool,
      upgrade_schedule: Type.Record(Type.String(), Type.Unknown()),
      proposer_selection_activation_height: Type.Union([Height, Type.Null()]),
      designated_proposer_next_height: Height,
      proposer_selection_active_next: Type.Boolean(),
      designated_proposer_next: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  handler: ({ node, operations, wsClients }) => {
    const { rules, mine, nodeName, publicKey } = node.options;
    const totals = totalsOf(node.state);
    const { tip, tipBlock } = node.chain;
    const connected = node.network?.peers().length ?? 0;
    const isMining = mine && node.role.productionProblem === undefined;
    return {
      connected_peers: connected,
      peers: connected,
      network_height: Math.max(tip.height, node.network?.saidHeight() ?? 0),
      height: tip.height,
      is_mining: isMining,
      mining: isMining,
      is_validator: node.role.isValidator,
      syncing: node.isSyncing,
      snapshot_trust: node.chain.snapshotTrust ?? null,
      ...progressOf(node, operations),
      node_id: addressOfKey(publicKey),
      ...amountView(XRGE, totals.feesCollected, 'total_fees_collected'),
      ...amountView(XRGE, totals.feesInLastBlock, 'fees_in_last_block'),
      ...amountView(XRGE, totals.feesCollected, 'total_fees'),
      ...amountView(XRGE, totals.feesInLastBlock, 'last_block_fees'),
      chain_id: rules.genesis.chainId,
      mode: node.chain.mode,
      lowest_block_height: node.chain.lowestHeight,
      lowest_state_height: node.chain.stateFrom,
      finalized_height: node.head.finalHeight,
      ws_clients: wsClients(),
      node_name: nodeName ?? null,
      base_fee: neededXrge(totals.baseFee),
      base_fee_quanta: String(totals.baseFee),
      total_fees_burned: xrgeNumber(totals.feesBurned),
      total_fees_burned_quanta: String(totals.feesBurned),
      state_root: tipBlock.header.state_root ?? node.genesisRoot,
      mempool_size: node.mempool.size,
      total_transactions: tip.totalTransactions,
      verify_pool: verifyPool(node),
      upgrade_schedule: scheduleView(rules.genesis.schedule),
      ...proposerMembers(node),
    };
  },
});

const burned = defineRoute({
  method: 'GET',
  path: '/api/burned',
  chapter,
  summary: 'Amounts sent to the burn address, by token',
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      burned: Type.Record(Type.String(), Type.Number()),
      burned_units: Type.Record(Type.String(), Type.String(), { description: 'Base units, quanta for XRGE' }),
      total_xrge_burned: Xrge,
      total_xrge_burned_quanta: Quanta,
      total_fees_burned: Type.Number({ description: 'XRGE, burned fees; not in the amounts above' }),
      total_fees_burned_quanta: Quanta,
    }),
  },
  handler: ({ node }) => {
    const amounts = node.indexes.tokens.list
      .burned()
      .map((symbol) => ({ symbol, units: supplyOf(node.state, symbol).burned }));
    const xrge = supplyOf(node.state, XRGE).burned;
    const fees = feesBurnedOf(node.state, XRGE);
    return {
      success: true as const,
      burned: Object.fromEntries(
        amounts.map(({ symbol, units }) => [
          shownSymbol(symbol),
          symbol === XRGE ? xrgeNumber(units) : unitsNumber(units),
        ]),
      ),
      burned_units: Object.fromEntries(amounts.map(({ symbol, units }) => [shownSymbol(symbol), String(units)])),
      total_xrge_burned: xrgeNumber(xrge),
      total_xrge_burned_quanta: String(xrge),
      total_fees_burned: xrgeNumber(fees),
      total_fees_burned_quanta: String(fees),
    };
  },
});

const burnAddress = defineRoute({
  method: 'GET',
  path: '/api/burn-address',
  chapter,
  summary: 'The address that destroys what is sent to it',
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      burnAddress: Type.String(),
      burn_address: Type.String(),
      description: Type.String(),
    }),
  },
  handler: () => ({
    success: true as const,
    burnAddress: BURN_ADDRESS,
    burn_address: BURN_ADDRESS,
    description: 'Tokens sent to this address are permanently removed and counted in /api/burned.',
  }),
});

export const systemRoutes = [health, stats, burned, burnAddress];
