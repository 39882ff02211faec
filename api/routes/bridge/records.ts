/** What the node says of its bridge: configuration, health, reserves, and what has moved (specification, Bridge). */

import { amountView } from '../../../engine/base/amounts.js';
import { fromHex, toBinary } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import type { EvmFacts } from '../../../engine/bridge/port.js';
import { addressOf } from '../../../engine/crypto/address.js';
import type { Reserve } from '../../../engine/head/bridge/reserves.js';
import { findWithdrawal, withdrawalText } from '../../../engine/ledger/bridgeEndings.js';
import type { BridgeWithdrawal } from '../../../engine/ledger/bridgeTables.js';
import type { WithdrawFields } from '../../../engine/ledger/kinds/bridgeWithdraw.js';
import { activityOf, bridgeSubject } from '../../../engine/ledger/subjects.js';
import { shownSymbol } from '../../../engine/ledger/tokens.js';
import type { Node } from '../../../engine/node.js';
import type { BridgeEntry } from '../../../engine/store/bridgeHistory.js';
import { defineRoute } from '../../context.js';
import { Content, JSON_TYPE } from '../../routing/answer.js';
import { text as textParameter } from '../../routing/parameters.js';
import { Type } from '../../routing/schema.js';
import { exactTexts, Milliseconds } from '../../schemas.js';
import { pageLimit } from '../parts.js';
import { chapter } from './bridgeAnswers.js';
import { degradation } from './withdrawals.js';

const orNull = (description: string) => Type.Union([Type.String({ description }), Type.Null()]);
const ChainId = Type.Union([Type.Integer(), Type.Null()], { description: 'Of the EVM network; null while it is off' });

const config = defineRoute({
  method: 'GET',
  path: '/api/bridge/config',
  chapter,
  summary: 'Whether ETH, USDC and BTC can be bridged here, and where deposits go',
  response: {
    200: Type.Object({
      networkHasBridge: Type.Boolean({ description: 'Whether the genesis file names one, on this node or elsewhere' }),
      enabled: Type.Boolean(),
      custodyAddress: orNull('Takes direct ETH and USDC'),
      chainId: ChainId,
      supportedTokens: Type.Array(Type.String()),
      btcCustodyAddress: Type.Optional(Type.String()),
      btcNetwork: Type.Optional(Type.String()),
      btcMinWithdrawSats: Type.Optional(Type.Integer()),
      btcMaxNetworkFeeSats: Type.Optional(Type.Integer()),
      bridgeAddress: Type.Optional(Type.String({ description: 'Contract that emits deposits and releases' })),
      confirmations: Type.Optional(Type.Integer({ description: 'Blocks above a deposit on the EVM' })),
      btcConfirmations: Type.Optional(Type.Integer()),
    }),
  },
  handler: ({ node }) => {
    const facts = node.bridge.chains?.facts;
    const networkHasBridge = node.bridge.bridge !== undefined;
    if (!facts) return { networkHasBridge, enabled: false, custodyAddress: null, chainId: null, supportedTokens: [] };
    const { evm, btc } = facts;
    const enabled = evm.custody !== undefined && evm.chainId !== null;
    return {
      networkHasBridge,
      ...{ enabled, custodyAddress: enabled ? (evm.custody ?? null) : null, chainId: enabled ? evm.chainId : null },
      supportedTokens: [...(enabled ? ['ETH', 'USDC'] : []), ...(btc ? ['BTC'] : [])],
      ...(btc && {
        ...{ btcCustodyAddress: btc.custody, btcNetwork: btc.network, btcConfirmations: btc.confirmations },
        ...{ btcMinWithdrawSats: Number(btc.minWithdraw), btcMaxNetworkFeeSats: Number(btc.maxNetworkFee) },
      }),
      ...(enabled && { confirmations: evm.confirmations }),
      ...(enabled && evm.bridge !== undefined && { bridgeAddress: evm.bridge }),
    };
  },
});

const xrgeConfig = defineRoute({
  method: 'GET',
  path: '/api/bridge/xrge/config',
  chapter,
  summary: 'Whether XRGE can be bridged here, and its vault',
  response: {
    200: Type.Object({
      enabled: Type.Boolean(),
      vaultAddress: orNull('Holds bridged XRGE'),
      tokenAddress: orNull('XRGE on the EVM network'),
      chainId: ChainId,
    }),
  },
  handler: ({ node }) => {
    const evm = node.bridge.chains?.facts.evm;
    const enabled = evm?.vault !== undefined && evm.chainId !== null;
    return {
      ...{ enabled, vaultAddress: enabled ? (evm.vault ?? null) : null },
      ...{ tokenAddress: enabled ? evm.xrge : null, chainId: enabled ? evm.chainId : null },
    };
  },
});

/** Failed withdrawals that are named. */
const MOST_FAILED = 1_000;

const healthSchema = Type.Object({
  degraded: Type.Boolean({ description: 'Whether the node cannot write: then nothing must be paid out' }),
  failed_tx_ids: Type.Array(Type.String(), { description: 'Withdrawals whose last attempt has failed' }),
  pending: Type.Integer({ minimum: 0, description: 'Withdrawals that are neither paid out nor refunded' }),
});

const health = defineRoute({
  method: 'GET',
  path: '/api/bridge/health',
  chapter,
  summary: 'Whether withdrawals can be paid out and noted',
  response: { 200: healthSchema, 503: healthSchema },
  handler: ({ node }) => {
    const { bridge } = node.indexes;
    const failed: string[] = [];
    for (const { id, withdrawal } of bridge.open)
      if (withdrawal.status === 'failed' && failed.length < MOST_FAILED)
        failed.push(withdrawalText(id, withdrawal.token));
    const degraded = degradation(node) !== undefined;
    const value = { degraded, failed_tx_ids: failed, pending: bridge.openCount };
    return degraded ? new Content(JSON_TYPE, JSON.stringify(value), 503) : value;
  },
});

const amounts = (name: string, description: string) => ({
  [name]: Type.Number({ description }),
  ...exactTexts(name),
});

const ReserveRecord = Type.Object(
  {
    token: Type.String(),
    ...amounts('minted', 'For deposits'),
    ...amounts('burned', 'By withdrawals'),
    ...amounts('refunded', 'Minted again for withdrawals that were not paid out'),
    ...amounts('fulfilled', 'Of the burned: paid out'),
    ...amounts('claimable', 'minted + refunded - burned: what withdrawals could still claim'),
    ...amounts('owed', 'burned - fulfilled - refunded: what has to be paid out'),
    custody: Type.Union([Type.Number(), Type.Null()], {
      description: 'Coins behind it as the providers see them, in the same units; null where they do not say',
    }),
    custody_units: Type.Optional(Type.String()),
    custody_quanta: Type.Optional(Type.String()),
    custody_of: Type.Union([Type.String(), Type.Null()], { description: 'What is counted' }),
    custody_height: Type.Union([Type.Integer(), Type.Null()], { description: 'Block of that chain' }),
    custody_error: Type.Union([Type.String(), Type.Null()]),
    difference: Type.Union([Type.String({ pattern: '^-?\\d+$' }), Type.Null()], {
      description:
        'custody - claimable - owed in base units (quanta of XRGE), exact, when custody was asked for; negative when coins are missing',
    }),
  },
  { title: 'BridgeReserve' },
);

function reserveView({ token, totals, claimable, owed, custody, difference }: Reserve) {
  const key = token.toUpperCase();
  const known = custody !== undefined && !isRefusal(custody) ? custody : undefined;
  return {
    token,
    ...amountView(key, totals.deposited, 'minted'),
    ...amountView(key, totals.withdrawn, 'burned'),
    ...amountView(key, totals.refunded, 'refunded'),
    ...amountView(key, totals.fulfilled, 'fulfilled'),
    ...amountView(key, claimable, 'claimable'),
    ...amountView(key, owed, 'owed'),
    ...(known ? amountView(key, known.units, 'custody') : { custody: null }),
    ...{ custody_of: known?.of ?? null, custody_height: known?.height ?? null },
    custody_error: isRefusal(custody) ? custody.message : null,
    difference: difference === undefined ? null : String(difference),
  };
}

const reserves = defineRoute({
  method: 'GET',
  path: '/api/bridge/reserves',
  chapter,
  summary:
    'What was minted and burned per token, and beside it the coins that the providers see in custody, at most a minute old',
  response: { 200: Type.Object({ success: Type.Literal(true), reserves: Type.Array(ReserveRecord) }) },
  handler: async ({ node }) => ({
    success: true as const,
    reserves: (await node.bridge.reserves.read()).map(reserveView),
  }),
});

/** Decimals for display; XRGE amounts of this feed are whole XRGE and their quanta. */
const DECIMALS: Readonly<Record<string, number>> = { QBTC: 8, QETH: 6, QUSDC: 6, XRGE: 0 };
const EXTERNAL: Readonly<Record<string, string>> = { QBTC: 'BTC', QETH: 'ETH', QUSDC: 'USDC', XRGE: 'XRGE' };
const NETWORKS: Readonly<Record<number, string>> = { 8453: 'base', 84532: 'base-sepolia' };
const ROUGECHAIN = 'rougechain';

const ActivityItem = Type.Object(
  {
    kind: Type.Enum(['deposit', 'withdrawal']),
    asset: Type.String(),
    externalAsset: Type.String(),
    amountUnits: Type.Number({ description: 'Base units; of XRGE whole XRGE' }),
    ...exactTexts('amountUnits'),
    decimals: Type.Integer(),
    fromChain: Type.String(),
    toChain: Type.String(),
    rougechainTxId: Type.String(),
    rougechainAddress: Type.String(),
    blockHeight: Type.Union([Type.Integer(), Type.Null()]),
    externalChainId: Type.Union([Type.Integer(), Type.Null()]),
    externalNetwork: orNull('Name of the other network'),
    externalAddress: orNull('There: who paid, or who is paid'),
    externalTxHash: orNull('There: the deposit, or the payout'),
    status: Type.Enum(['pending', 'queued', 'paid', 'failed', 'refunded', 'unknown']),
    statusReason: Type.Enum([
      ...['in_mempool', 'awaiting_payout', 'payout_verified', 'minted', 'rejected_on_chain'],
      ...['payout_retrying', 'refunded_on_rougechain', 'no_payout_record'],
    ]),
    timestamp: Milliseconds,
    statusUpdatedAt: Milliseconds,
    cursor: orNull('`before` of the items behind this one; null for one that is in no block'),
  },
  { title: 'BridgeActivity' },
);

/** A deposit's transaction on the other chain, from its claim key. */
const depositHash = (claimKey: string): string | null => /(?:0x)?[0-9a-f]{64}/.exec(claimKey)?.[0] ?? null;

type Standing = Readonly<Record<'status' | 'statusReason', string>>;

/** Where a withdrawal stands. */
function standingOf(withdrawal: BridgeWithdrawal | undefined): Standing {
  switch (withdrawal?.status) {
    case 'pending':
      return { status: 'queued', statusReason: 'awaiting_payout' };
    case 'failed':
      return { status: 'queued', statusReason: 'payout_retrying' };
    case 'fulfilled':
      return { status: 'paid', statusReason: 'payout_verified' };
    case 'refunded':
      return { status: 'refunded', statusReason: 'refunded_on_rougechain' };
    default:
      return { status: 'unknown', statusReason: 'no_payout_record' };
  }
}

/** Where the other side of a token is. */
function externalOf(node: Node, token: string) {
  const facts = node.bridge.chains?.facts;
  if (token === 'QBTC') {
    const network = facts?.btc?.network ?? node.bridge.bridge?.btcNetwork ?? null;
    return { chain: 'bitcoin', externalChainId: null, externalNetwork: network };
  }
  const id = (facts?.evm satisfies EvmFacts | undefined)?.chainId ?? null;
  return { chain: 'base', externalChainId: id, externalNetwork: id === null ? null : (NETWORKS[id] ?? null) };
}

type Described = Omit<BridgeEntry, 'height' | 'position' | 'failure'> & {
  readonly height: number | null;
  readonly standing: Standing;
  readonly updatedAt: number;
  readonly payout: string;
  readonly cursor: string | null;
};

function activityView(node: Node, entry: Described) {
  const { kind, token, units, txId, account, foreignAddress, claimKey } = entry;
  const { chain, ...external } = externalOf(node, token);
  const isDeposit = kind === 'deposit';
  const hash = isDeposit ? depositHash(claimKey) : entry.payout || null;
  return {
    ...{ kind, asset: shownSymbol(token), externalAsset: EXTERNAL[token] ?? token },
    ...amountView(token, BigInt(units), 'amountUnits'),
    ...{
      decimals: DECIMALS[token] ?? 0,
      fromChain: isDeposit ? chain : ROUGECHAIN,
      toChain: isDeposit ? ROUGECHAIN : chain,
    },
    ...{ rougechainTxId: txId, rougechainAddress: account, blockHeight: entry.height, ...external },
    ...{ externalAddress: foreignAddress || null, externalTxHash: hash },
    ...(entry.standing as { status: 'pending'; statusReason: 'in_mempool' }),
    ...{ timestamp: entry.time, statusUpdatedAt: entry.updatedAt, cursor: entry.cursor },
  };
}

/** An entry with where it stands now. */
function described(node: Node, entry: BridgeEntry): Described {
  const cursor = `${entry.height}-${entry.position}`;
  const common = { ...entry, cursor, updatedAt: entry.time, payout: '' };
  if (entry.failure !== '') return { ...common, standing: { status: 'failed', statusReason: 'rejected_on_chain' } };
  if (entry.kind === 'deposit') return { ...common, standing: { status: 'paid', statusReason: 'minted' } };
  const id = toBinary(fromHex(entry.txId) ?? new Uint8Array());
  const found = findWithdrawal(node.state, withdrawalText(id, entry.token))?.withdrawal;
  const updatedAt = found?.updatedAt ?? entry.time;
  return { ...common, updatedAt, payout: found?.payout ?? '', standing: standingOf(found) };
}

/** A withdrawal that waits for a block. */
function pendingWithdrawal(node: Node, txId: string): Described | undefined {
  const transaction = node.mempool.get(toBinary(fromHex(txId) ?? new Uint8Array()));
  if (transaction?.operation !== 'bridge_withdraw') return undefined;
  const { token, amount, destination } = transaction.fields as WithdrawFields;
  const time = transaction.timestamp;
  return {
    ...{ kind: 'withdrawal', txId, time, token, units: String(amount), account: addressOf(transaction.sender) },
    ...{ foreignAddress: destination, claimKey: '', height: null, cursor: null, updatedAt: time, payout: '' },
    standing: { status: 'pending', statusReason: 'in_mempool' },
  };
}

const MOST_ITEMS = 100;

/** `<height>-<index>`, or a height whose block is left out too. */
function readBefore(text: string | undefined): { height: number; position: number } | undefined {
  if (text === undefined) return undefined;
  const [height = '', position] = text.split('-');
  return { height: Number(height), position: Number(position ?? 0) };
}

const activity = defineRoute({
  method: 'GET',
  path: '/api/bridge/activity',
  chapter,
  summary: 'Deposits and withdrawals of everybody that are in blocks, newest first',
  query: Type.Object({
    limit: pageLimit({ default: 25, max: MOST_ITEMS }),
    before: Type.Optional(
      textParameter({
        mustBe: 'a cursor <height>-<index>, or a height',
        pattern: '^\\d{1,15}(-\\d{1,9})?$',
        examples: ['1-0'],
      }),
    ),
  }),
  refusals: ['pruned'],
  response: {
    200: Type.Object({
      items: Type.Array(ActivityItem),
      nextCursor: orNull('`before` of the next page; null at the end'),
      limit: Type.Integer(),
    }),
  },
  handler: async ({ node }, { query }) => {
    const total = activityOf(node.state, bridgeSubject);
    const page = { total, limit: query.limit + 1, before: readBefore(query.before) };
    const entries = total === 0 ? [] : await node.chain.bridgeEntries(page);
    const items = entries.slice(0, query.limit).map((entry) => activityView(node, described(node, entry)));
    const nextCursor = entries.length > query.limit ? (items.at(-1)?.cursor ?? null) : null;
    return { items, nextCursor, limit: query.limit };
  },
});

const notOfBridge = (): Refusal => refuse('not_found', 'not a bridge transaction');

const activityOfOne = defineRoute({
  method: 'GET',
  path: '/api/bridge/activity/:txId',
  chapter,
  summary: 'One deposit or withdrawal by its transaction here',
  params: Type.Object({ txId: Type.String({ description: 'Transaction id, hex', examples: ['0'.repeat(64)] }) }),
  refusals: ['not_found', 'malformed_parameter'],
  response: { 200: Type.Object({ success: Type.Literal(true), ...ActivityItem.properties }) },
  handler: async ({ node }, { params }) => {
    const txId = params.txId
      .trim()
      .toLowerCase()
      .replace(/^xrge:/, '');
    if (!fromHex(txId, 32)) return refuse('malformed_parameter', 'a transaction id is 64 hex characters');
    const entry = await node.chain.bridgeEntry(txId);
    const found =
      entry === null ? pendingWithdrawal(node, txId) : entry === 'other' ? undefined : described(node, entry);
    return found ? { success: true as const, ...activityView(node, found) } : notOfBridge();
  },
});

export const recordRoutes = [config, xrgeConfig, health, reserves, activity, activityOfOne];
