/** Fees (specification, System and Fees): what the next block asks for each kind of transaction, and what to add. */

import { amountView, neededXrge, QUANTA, XRGE, xrgeNumber } from '../../engine/base/amounts.js';
import { totalsOf } from '../../engine/ledger/execution.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import type { Node } from '../../engine/node.js';
import { defineRoute } from '../context.js';
import { Type } from '../routing/schema.js';
import { Height, Quanta, Xrge } from '../schemas.js';

const chapter = 'System';

/** Least tip that is suggested: below it a tip has no effect on the order. */
const LEAST_SUGGESTION = QUANTA / 10_000n;

/** What each kind costs in the next block; for a kind that pays per item, the price of one item. */
const feeTable = (node: Node, baseFee: bigint): readonly (readonly [name: string, quanta: bigint])[] =>
  kinds.map(({ name }) => [name, node.options.rules.protocol.tableFee(name, baseFee, 1) ?? 0n]);

const fee = defineRoute({
  method: 'GET',
  path: '/api/fee',
  chapter,
  summary: 'The base fee of the next block, suggestions, and what each kind of transaction costs',
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      base_fee: Xrge,
      base_fee_quanta: Quanta,
      priority_fee_suggestion: Xrge,
      priority_fee_suggestion_quanta: Quanta,
      total_fee_suggestion: Xrge,
      total_fee_suggestion_quanta: Quanta,
      total_fees_burned: Xrge,
      total_fees_burned_quanta: Quanta,
      target_txs_per_block: Type.Integer(),
      fee_floor: Xrge,
      fee_floor_quanta: Quanta,
      fee_ceiling: Type.Union([Xrge, Type.Null()]),
      fee_ceiling_quanta: Type.Union([Quanta, Type.Null()]),
      fees: Type.Record(Type.String(), Xrge, {
        description: 'By kind, without a priority fee and bytes above the allowance; nft_batch_mint for each NFT',
      }),
      fees_quanta: Type.Record(Type.String(), Quanta),
      free_bytes: Type.Integer({
        description: 'Signed bytes that the table fee covers; nft_batch_mint has as many for each NFT',
      }),
      fee_per_byte: Type.Number({ description: 'XRGE for each signed byte above, beside the table fee' }),
      fee_per_byte_quanta: Quanta,
    }),
  },
  handler: ({ node }) => {
    const { baseFee, feesBurned } = totalsOf(node.state);
    const { fees, byteFees } = node.options.rules.genesis;
    const priority = baseFee / 10n;
    const table = feeTable(node, baseFee);
    return {
      success: true as const,
      base_fee: neededXrge(baseFee),
      base_fee_quanta: String(baseFee),
      priority_fee_suggestion: neededXrge(priority),
      priority_fee_suggestion_quanta: String(priority),
      total_fee_suggestion: neededXrge(baseFee + priority),
      total_fee_suggestion_quanta: String(baseFee + priority),
      total_fees_burned: xrgeNumber(feesBurned),
      total_fees_burned_quanta: String(feesBurned),
      target_txs_per_block: fees.target,
      fee_floor: neededXrge(fees.floor),
      fee_floor_quanta: String(fees.floor),
      fee_ceiling: fees.ceiling === null ? null : neededXrge(fees.ceiling),
      fee_ceiling_quanta: fees.ceiling === null ? null : String(fees.ceiling),
      fees: Object.fromEntries(table.map(([name, quanta]) => [name, neededXrge(quanta)])),
      fees_quanta: Object.fromEntries(table.map(([name, quanta]) => [name, String(quanta)])),
      free_bytes: byteFees.freeBytes,
      fee_per_byte: neededXrge(byteFees.perByte),
      fee_per_byte_quanta: String(byteFees.perByte),
    };
  },
});

const feeInfo = defineRoute({
  method: 'GET',
  path: '/api/fee-info',
  chapter,
  summary: 'The same figures under the names that clients of the existing network know',
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      baseFee: Xrge,
      baseFee_quanta: Type.Optional(Quanta),
      minFee: Xrge,
      minFee_quanta: Type.Optional(Quanta),
      suggestedPriorityFee: Xrge,
      suggestedPriorityFee_quanta: Type.Optional(Quanta),
      suggestedTotalFee: Xrge,
      suggestedTotalFee_quanta: Type.Optional(Quanta),
      totalBurned: Xrge,
      totalBurned_quanta: Type.Optional(Quanta),
      targetTxsPerBlock: Type.Integer(),
      maxChangePercent: Type.Number(),
      blockHeight: Height,
    }),
  },
  handler: ({ node }) => {
    const { baseFee, feesBurned } = totalsOf(node.state);
    const { fees } = node.options.rules.genesis;
    const priority = baseFee / 10n > LEAST_SUGGESTION ? baseFee / 10n : LEAST_SUGGESTION;
    return {
      success: true as const,
      ...amountView(XRGE, baseFee, 'baseFee', 'up'),
      ...amountView(XRGE, fees.floor, 'minFee', 'up'),
      ...amountView(XRGE, priority, 'suggestedPriorityFee', 'up'),
      ...amountView(XRGE, baseFee + priority, 'suggestedTotalFee', 'up'),
      ...amountView(XRGE, feesBurned, 'totalBurned'),
      targetTxsPerBlock: fees.target,
      maxChangePercent: 12.5,
      blockHeight: node.chain.tip.height,
    };
  },
});

export const feeRoutes = [fee, feeInfo];
