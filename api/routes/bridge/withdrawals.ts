/** Withdrawals to other chains and how they end (specification, both chapters Bridge, and Bridge withdrawal). */

import { amountView, unitsNumber, xrgeNumber } from '../../../engine/base/amounts.js';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '../../../engine/base/refusal.js';
import { addressOf } from '../../../engine/crypto/address.js';
import type { EndingRoute } from '../../../engine/head/bridge/endings.js';
import { Endings } from '../../../engine/head/bridge/endings.js';
import { type NamedBy, textOf } from '../../../engine/head/bridge/operatorAccess.js';
import type { WithdrawRoute } from '../../../engine/head/bridge/withdrawBody.js';
import { withdrawalText } from '../../../engine/ledger/bridgeEndings.js';
import type { OpenWithdrawal } from '../../../engine/ledger/indexes/bridgeIndex.js';
import { REFUND_THRESHOLD } from '../../../engine/ledger/kinds/bridgeFail.js';
import { shownSymbol } from '../../../engine/ledger/tokens.js';
import type { Node } from '../../../engine/node.js';
import { listPieces } from '../../../engine/store/pieces.js';
import { defineRoute } from '../../context.js';
import { Content, JSON_TYPE } from '../../routing/answer.js';
import { Type } from '../../routing/schema.js';
import { exactTexts, Milliseconds } from '../../schemas.js';
import { inGroups } from '../lists.js';
import { jsonStream, pagedAnswer } from '../parts.js';
import {
  authorized,
  bridgeRefusals,
  chapter,
  ofNode,
  operatorBody,
  outcome,
  refused,
  SIGNED_BODY_BYTES,
  txIdMember,
} from './bridgeAnswers.js';

/** Open withdrawals whose owners' keys are looked up together. */
const GROUP = 64;

const Status = Type.Enum(['pending', 'failed', 'fulfilled', 'refunded']);
const LastError = Type.Union([Type.String(), Type.Null()], { description: 'Of the latest failed attempt' });

const Withdrawal = Type.Object(
  {
    txId: Type.String({ description: 'Id of the withdrawal; of XRGE with xrge: before it' }),
    evmAddress: Type.String({ description: 'Destination on the other chain; of Bitcoin for qBTC' }),
    amountUnits: Type.Number({ description: 'Burned base units' }),
    amountUnits_units: Type.String({ pattern: '^\\d+$' }),
    createdAt: Milliseconds,
    ownerPubkey: Type.String({ description: 'Public key in hex of whoever is refunded' }),
    ownerAddress: Type.String(),
    tokenSymbol: Type.String(),
    status: Status,
    attempts: Type.Integer({ description: 'Failed attempts to pay it out' }),
    lastError: LastError,
    updatedAt: Milliseconds,
  },
  { title: 'BridgeWithdrawal' },
);

const XrgeWithdrawal = Type.Object(
  {
    tx_id: Type.String({ description: 'Id of the withdrawal, with xrge: before it' }),
    evm_address: Type.String(),
    amount: Type.Number({ description: 'Burned XRGE' }),
    amount_quanta: Type.String({ pattern: '^\\d+$' }),
    created_at: Milliseconds,
    owner_pubkey: Type.String(),
    owner_address: Type.String(),
    token_symbol: Type.String(),
    status: Status,
    attempts: Type.Integer(),
    last_error: LastError,
    updated_at: Milliseconds,
  },
  { title: 'XrgeBridgeWithdrawal' },
);

interface Shown extends OpenWithdrawal {
  readonly key: string;
}

const camelView = ({ id, withdrawal, key }: Shown) => ({
  ...{ txId: withdrawalText(id, withdrawal.token), evmAddress: withdrawal.destination },
  ...{ amountUnits: unitsNumber(withdrawal.units), amountUnits_units: String(withdrawal.units) },
  ...{ createdAt: withdrawal.createdAt, ownerPubkey: key, ownerAddress: addressOf(withdrawal.owner) },
  ...{ tokenSymbol: shownSymbol(withdrawal.token), status: withdrawal.status, attempts: withdrawal.attempts },
  ...{ lastError: withdrawal.lastError || null, updatedAt: withdrawal.updatedAt },
});

const snakeView = ({ id, withdrawal, key }: Shown) => ({
  ...{ tx_id: withdrawalText(id, withdrawal.token), evm_address: withdrawal.destination },
  ...{ amount: xrgeNumber(withdrawal.units), amount_quanta: String(withdrawal.units) },
  ...{ created_at: withdrawal.createdAt, owner_pubkey: key, owner_address: addressOf(withdrawal.owner) },
  ...{ token_symbol: shownSymbol(withdrawal.token), status: withdrawal.status, attempts: withdrawal.attempts },
  ...{ last_error: withdrawal.lastError || null, updated_at: withdrawal.updatedAt },
});

/** Open withdrawals of some tokens with the keys of their owners, in the order of their blocks. */
async function* openOnes(node: Node, tokens: readonly string[]): AsyncGenerator<Shown> {
  const open = [...node.indexes.bridge.open].filter(({ withdrawal }) => tokens.includes(withdrawal.token));
  yield* inGroups(GROUP, async (some: readonly OpenWithdrawal[]) => {
    const keys = await node.chain.publicKeys(some.map(({ withdrawal }) => withdrawal.owner));
    return some.map((one, index) => ({ ...one, key: keys[index] ?? '' }));
  })(open);
}

/** Why the state of withdrawals may be behind what was answered: the node cannot write. */
export const degradation = (node: Node): string | undefined => node.head.halt.problem?.message;

const listOf = (node: Node, tokens: readonly string[], view: (shown: Shown) => object) =>
  jsonStream(
    pagedAnswer(
      {},
      'withdrawals',
      listPieces(
        openOnes(node, tokens),
        (shown) => JSON.stringify(view(shown)),
        () => ({}),
      ),
      {},
    ),
  );

const degraded = {
  degraded: Type.Optional(Type.Boolean({ description: 'Whether the node cannot write' })),
  error: Type.Optional(Type.String()),
};

const withdrawals = defineRoute({
  method: 'GET',
  path: '/api/bridge/withdrawals',
  chapter,
  summary: 'Withdrawals of ETH and USDC that are neither paid out nor refunded, oldest first',
  response: {
    200: Type.Object({ withdrawals: Type.Array(Withdrawal) }),
    503: Type.Object(degraded),
  },
  handler: ({ node }) => {
    const error = degradation(node);
    if (error !== undefined) return new Content(JSON_TYPE, JSON.stringify({ error, degraded: true }), 503);
    return listOf(node, ['QETH', 'QUSDC'], camelView);
  },
});

const btcWithdrawals = defineRoute({
  method: 'GET',
  path: '/api/bridge/btc/withdrawals',
  chapter,
  summary: 'Withdrawals of Bitcoin that are neither paid out nor refunded, oldest first',
  response: { 200: Type.Object({ withdrawals: Type.Array(Withdrawal) }) },
  // Nothing is paid out while the node cannot note it.
  handler: ({ node }) => listOf(node, degradation(node) === undefined ? ['QBTC'] : [], camelView),
});

const xrgeWithdrawals = defineRoute({
  method: 'GET',
  path: '/api/bridge/xrge/withdrawals',
  chapter,
  summary: 'Withdrawals of XRGE that are neither paid out nor refunded, oldest first',
  response: { 200: Type.Object({ withdrawals: Type.Array(XrgeWithdrawal), ...degraded }) },
  handler: ({ node }) => {
    const error = degradation(node);
    return error === undefined
      ? listOf(node, ['XRGE'], snakeView)
      : new Content(JSON_TYPE, JSON.stringify({ withdrawals: [], degraded: true, error }));
  },
});

const signedIntent = (route: WithdrawRoute) =>
  Type.Object(
    {
      fromPublicKey: Type.String({ description: 'Public key of the signer, hex' }),
      [route === 'xrge' ? 'amount' : 'amountUnits']: Type.Optional(Type.Unknown({ description: 'As it is signed' })),
      evmAddress: Type.Optional(Type.String({ description: 'As it is signed; of Bitcoin for qBTC' })),
      fee: Type.Optional(Type.Unknown({ description: 'As it is signed' })),
      signature: Type.String({ description: 'ML-DSA-65 signature of the payload, hex' }),
      payload: Type.Record(Type.String(), Type.Unknown(), {
        description:
          'type bridge_withdraw, from, amount, fee (0.1), tokenSymbol, evmAddress, timestamp, nonce. Only these count',
      }),
    },
    { description: 'The same as POST /api/v2/bridge/withdraw takes, in the form of the published client' },
  );

/** A refusal of the signed request in the words of this route. */
function intentRefusal(refusal: Refusal): Refusal {
  const isOfSignature: ReadonlySet<RefusalCode> = new Set([
    ...(['invalid_signature', 'timestamp_window', 'nonce_used', 'nonce_missing'] as const),
  ]);
  const { code, message } = refusal;
  return isOfSignature.has(code) && !message.startsWith('Signature verification failed')
    ? refuse(code, `Signature verification failed: ${message}`)
    : refusal;
}

const withdrawRoute = (route: WithdrawRoute, path: string, summary: string) =>
  defineRoute({
    method: 'POST',
    path,
    chapter,
    summary,
    body: 'raw',
    bodyShape: signedIntent(route),
    bodyLimit: SIGNED_BODY_BYTES,
    refusals: bridgeRefusals,
    response: { 200: outcome(txIdMember) },
    handler: async ({ node, sourceOf }, { body, request }) => {
      const accepted = await node.bridge.withdraw(route, body, sourceOf(request));
      const nulls = route === 'generic';
      if (isRefusal(accepted)) {
        const refusal = intentRefusal(accepted);
        return ofNode(refusal) ?? refused(refusal, nulls ? { txId: null } : {});
      }
      return { success: true, txId: accepted.txId, ...(nulls ? { error: null } : {}) };
    },
  });

const params = Type.Object({
  txId: Type.String({ description: 'Id of the withdrawal', examples: ['0'.repeat(64)] }),
});

/** An id as it is written, of XRGE also without its prefix. */
const idOf = (txId: string, route: EndingRoute): string => {
  const id = txId.trim().toLowerCase();
  return route === 'xrge' && !id.startsWith('xrge:') ? `xrge:${id}` : id;
};

/** The payout in a body. */
const PAYOUT_NAMES: Readonly<Record<EndingRoute, NamedBy>> = {
  evm: ['evmTxHash', 'payout_tx_hash'],
  xrge: ['evmTxHash', 'payout_tx_hash'],
  btc: ['btcTxid', 'payout_tx_hash'],
};

const noPayout = (route: EndingRoute): Refusal =>
  refuse(
    'malformed_parameter',
    route === 'btc' ? 'missing btcTxid (Bitcoin payout txid) in body' : 'missing evmTxHash (Base payout tx) in body',
  );

const payoutMembers = (route: EndingRoute) =>
  Object.fromEntries(
    PAYOUT_NAMES[route].map((name) => [name, Type.Optional(Type.String({ description: 'Hash of the payout' }))]),
  );

const fulfilRoute = (route: EndingRoute, path: string) =>
  defineRoute({
    method: 'DELETE',
    path,
    chapter,
    summary: 'For relayers and operators: marks a withdrawal as paid, once the payout is verified on the other chain',
    params,
    body: 'raw',
    bodyShape: operatorBody(payoutMembers(route), 'the hash of the payout'),
    bodyLimit: SIGNED_BODY_BYTES,
    refusals: bridgeRefusals,
    response: { 200: outcome({}) },
    handler: async (context, input) => {
      const denied = route === 'xrge' ? '' : 'only the node operator can fulfill withdrawals';
      const allowed = await authorized(context, input, PAYOUT_NAMES[route], denied);
      if (isRefusal(allowed)) return ofNode(allowed) ?? refused(allowed, {});
      const payout = textOf(allowed.members, ...PAYOUT_NAMES[route]);
      if (payout === undefined) return refused(noPayout(route), {});
      const result = await context.node.bridge.endings.fulfil(route, idOf(input.params.txId, route), payout);
      if (isRefusal(result)) return ofNode(result) ?? refused(result, {});
      return { success: true, error: null };
    },
  });

const ACTION_DENIED = 'only the node operator can perform this action';

/** A withdrawal that a signed body names must be that of the path. */
function otherFault(members: Parameters<typeof textOf>[0], txId: string): Refusal | undefined {
  const named = textOf(members, 'withdrawal', 'txId');
  return named === undefined || named.toLowerCase() === txId.trim().toLowerCase()
    ? undefined
    : refuse('malformed_parameter', 'the body names another withdrawal than the path');
}

const failureRoute = defineRoute({
  method: 'POST',
  path: '/api/bridge/withdrawals/:txId/failure',
  chapter,
  summary: 'For relayers and operators: notes that an attempt to pay a withdrawal out has failed',
  params,
  body: 'raw',
  bodyShape: operatorBody({ error: Type.Optional(Type.String({ description: 'What went wrong' })) }, 'error'),
  bodyLimit: SIGNED_BODY_BYTES,
  refusals: bridgeRefusals,
  response: {
    200: outcome({
      attempts: Type.Optional(Type.Integer()),
      shouldRefund: Type.Optional(Type.Boolean({ description: 'Whether so many attempts have failed' })),
      threshold: Type.Optional(Type.Integer()),
    }),
  },
  handler: async (context, input) => {
    const allowed = await authorized(context, input, ['error'], ACTION_DENIED);
    const { txId } = input.params;
    const fault = isRefusal(allowed) ? allowed : otherFault(allowed.members, txId);
    if (isRefusal(allowed) || fault) return ofNode(fault as Refusal) ?? refused(fault as Refusal, {});
    const error = textOf(allowed.members, 'error') ?? '';
    const result = await context.node.bridge.endings.fail(txId.trim().toLowerCase(), error);
    if (isRefusal(result)) return ofNode(result) ?? refused(result, {});
    const { withdrawal } = result;
    return {
      ...{ success: true, attempts: withdrawal.attempts },
      ...{ shouldRefund: Endings.shouldRefund(withdrawal), threshold: REFUND_THRESHOLD },
    };
  },
});

const refundRoute = defineRoute({
  method: 'POST',
  path: '/api/bridge/withdrawals/:txId/refund',
  chapter,
  summary:
    'For relayers and operators: mints again what a withdrawal has burned, when the other chain shows no release. Of Bitcoin an operator must sign that nothing was paid (unpaid: true)',
  params,
  body: 'raw',
  bodyShape: operatorBody(
    {
      withdrawal: Type.Optional(Type.String({ description: 'The id in the path' })),
      unpaid: Type.Optional(Type.Boolean({ description: 'Of Bitcoin, signed: nothing was paid' })),
    },
    'withdrawal',
  ),
  bodyLimit: SIGNED_BODY_BYTES,
  refusals: bridgeRefusals,
  response: {
    200: outcome({
      txId: Type.Optional(Type.String({ description: 'Id of the refund' })),
      amount: Type.Optional(Type.Number()),
      ...exactTexts('amount'),
      token: Type.Optional(Type.String()),
      recipient: Type.Optional(Type.String({ description: 'Public key in hex, or the address where it is unknown' })),
    }),
  },
  handler: async (context, input) => {
    const { node } = context;
    const allowed = await authorized(context, input, ['withdrawal', 'txId'], ACTION_DENIED);
    const { txId } = input.params;
    const fault = isRefusal(allowed) ? allowed : otherFault(allowed.members, txId);
    if (isRefusal(allowed) || fault) return ofNode(fault as Refusal) ?? refused(fault as Refusal, {});
    const isUnpaid = allowed.by === 'operator' && allowed.members.get('unpaid') === true;
    const result = await node.bridge.endings.refund(txId.trim().toLowerCase(), isUnpaid);
    if (isRefusal(result)) return ofNode(result) ?? refused(result, {});
    const { token, units, owner } = result.withdrawal;
    const [key] = await node.chain.publicKeys([owner]);
    return {
      ...{ success: true, txId: result.txId, ...amountView(token, units, 'amount') },
      ...{ token: shownSymbol(token), recipient: key ?? addressOf(owner) },
    };
  },
});

export const withdrawalRoutes = [
  withdrawRoute(
    'generic',
    '/api/bridge/withdraw',
    'Burns qETH, qUSDC or qBTC of the signer, to be paid out on the other chain',
  ),
  withdrawRoute('xrge', '/api/bridge/xrge/withdraw', 'Burns XRGE of the signer, to be paid out of the vault'),
  withdrawals,
  xrgeWithdrawals,
  btcWithdrawals,
  fulfilRoute('evm', '/api/bridge/withdrawals/:txId'),
  fulfilRoute('xrge', '/api/bridge/xrge/withdrawals/:txId'),
  fulfilRoute('btc', '/api/bridge/btc/withdrawals/:txId'),
  failureRoute,
  refundRoute,
];
