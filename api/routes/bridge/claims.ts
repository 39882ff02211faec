/** Claims of deposits (specification, both chapters Bridge): by the wallet that paid, by relayers, by the operator. */

import { amountView } from '../../../engine/base/amounts.js';
import { isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import { readTxid } from '../../../engine/bridge/btc/deposit.js';
import { EVM_COINS, type EvmCoin } from '../../../engine/bridge/evm/contracts.js';
import type { Minted } from '../../../engine/head/bridge/claims.js';
import { textOf } from '../../../engine/head/bridge/operatorAccess.js';
import { defineRoute } from '../../context.js';
import { Type } from '../../routing/schema.js';
import { exactTexts } from '../../schemas.js';
import {
  authorized,
  bridgeRefusals,
  chapter,
  limited,
  ofNode,
  operatorBody,
  outcome,
  refused,
  SIGNED_BODY_BYTES,
  txIdMember,
} from './bridgeAnswers.js';

/** Hash, address, signature, and a public key in hex. */
const CLAIM_BODY_BYTES = 7 * 1024;

const text = (description: string) => Type.String({ description });
const optional = (description: string) => Type.Optional(Type.Union([text(description), Type.Null()]));

const claimBody = {
  evmTxHash: text('Hash of the deposit, 0x and 64 hex digits'),
  evmAddress: text('Wallet that has paid'),
  evmSignature: optional('Its EIP-191 signature of the claim message, 65 bytes in hex'),
  recipientRougechainPubkey: text('Who gets the tokens: a public key in hex or a rouge1 address'),
};

const readCoin = (token: string | null | undefined): EvmCoin | Refusal => {
  const name = (token ?? 'ETH').trim().toUpperCase();
  return EVM_COINS.find((coin) => coin === name) ?? refuse('malformed_parameter', `Unsupported bridge token: ${token}`);
};

/** Null members are there in the answers about ETH and USDC. */
const claimed = (result: Minted | Refusal) =>
  isRefusal(result)
    ? (ofNode(result) ?? refused(result, { txId: null }))
    : { success: true, txId: result.txId, error: null };

const claim = defineRoute({
  method: 'POST',
  path: '/api/bridge/claim',
  chapter,
  summary: 'Mints what a wallet has sent to custody: ETH or USDC. The wallet has signed who gets it',
  body: Type.Object({ ...claimBody, token: optional('ETH, which is usual, or USDC') }),
  bodyLimit: CLAIM_BODY_BYTES,
  refusals: bridgeRefusals,
  response: { 200: outcome(txIdMember) },
  handler: async (context, { body, request }) => {
    const coin = readCoin(body.token);
    const other =
      coin === 'XRGE'
        ? refuse('malformed_parameter', 'Unsupported bridge token: XRGE; use /api/bridge/xrge/claim')
        : undefined;
    if (isRefusal(coin) || other) return refused(other ?? (coin as Refusal), { txId: null });
    const { evmTxHash: hash, evmAddress: claimant, evmSignature, recipientRougechainPubkey: recipient } = body;
    const off = context.node.bridge.claims.offFault(coin);
    const result =
      off ??
      limited(context, request) ??
      (await context.node.bridge.claims.manual({ coin, hash, claimant, signature: evmSignature ?? '', recipient }));
    return claimed(result);
  },
});

const xrgeClaim = defineRoute({
  method: 'POST',
  path: '/api/bridge/xrge/claim',
  chapter,
  summary: 'Mints the XRGE that a wallet has sent to the vault. The wallet has signed who gets it',
  body: Type.Object({
    ...claimBody,
    amount: Type.Optional(Type.Unknown({ description: 'Ignored: the deposit says it' })),
  }),
  bodyLimit: CLAIM_BODY_BYTES,
  refusals: bridgeRefusals,
  response: { 200: outcome(txIdMember) },
  handler: async (context, { body, request }) => {
    const { claims } = context.node.bridge;
    const { evmTxHash: hash, evmAddress: claimant, evmSignature, recipientRougechainPubkey: recipient } = body;
    const signature = evmSignature?.trim() ?? '';
    const unsigned =
      signature === ''
        ? refuse(
            'invalid_signature',
            'EVM signature required — sign the claim message with the wallet that sent the XRGE',
          )
        : undefined;
    const result =
      claims.offFault('XRGE') ??
      unsigned ??
      limited(context, request) ??
      (await claims.manual({ coin: 'XRGE', hash, claimant, signature, recipient }));
    if (isRefusal(result)) return ofNode(result) ?? refused(result, {});
    return { success: true, txId: result.txId };
  },
});

const btcClaim = defineRoute({
  method: 'POST',
  path: '/api/bridge/btc/claim',
  chapter,
  summary:
    'Mints what a transaction has paid to the custody of Bitcoin, for the recipient in its OP_RETURN. Ask again until it is deep enough',
  body: Type.Object({
    btcTxid: text('64 hex digits'),
    recipientRougechainPubkey: optional('Who the claimant expects to be the recipient'),
  }),
  bodyLimit: CLAIM_BODY_BYTES,
  refusals: bridgeRefusals,
  response: { 200: outcome(txIdMember) },
  handler: async (context, { body, request }) => {
    const { node } = context;
    const off = node.bridge.chains?.facts.btc
      ? undefined
      : refuse('not_found', 'BTC bridge is not enabled (QV_BRIDGE_BTC_CUSTODY not set)');
    const id = off ?? readTxid(body.btcTxid);
    if (isRefusal(id)) return refused(id, { txId: null });
    const expected = body.recipientRougechainPubkey?.trim() || undefined;
    const result = limited(context, request) ?? (await node.bridge.claims.btc(id, expected));
    // Those who ask again and again stop at success.
    if (isRefusal(result) && node.bridge.claims.isClaimed(`btc:${id}`))
      return { success: true, txId: null, error: 'Deposit already claimed' };
    return claimed(result);
  },
});

const coinMember = { token: optional('ETH, which is usual, USDC or XRGE') };
const depositMembers = {
  evmTxHash: Type.Optional(text('Hash of the deposit')),
  recipientRougechainPubkey: optional('Whom the caller expects; the event of the deposit decides'),
  ...coinMember,
};

const minted = outcome({
  txId: Type.Optional(text('Id of the mint')),
  amount: Type.Optional(Type.Number({ description: 'Base units, or XRGE' })),
  ...exactTexts('amount'),
  token: Type.Optional(text('What was minted')),
});

function eventClaimed(result: Minted | Refusal) {
  if (isRefusal(result)) return ofNode(result) ?? refused(result, {});
  const { txId, token, units } = result;
  return { success: true, txId, ...amountView(token, units), token };
}

const autoClaim = defineRoute({
  method: 'POST',
  path: '/api/bridge/deposit/auto-claim',
  chapter,
  summary:
    'For relayers: mints a deposit through the contracts for the recipient that its event names. Once, however often it is asked',
  body: 'raw',
  bodyShape: operatorBody(depositMembers, 'evmTxHash'),
  bodyLimit: SIGNED_BODY_BYTES,
  refusals: bridgeRefusals,
  response: { 200: minted },
  handler: async (context, input) => {
    const allowed = await authorized(context, input, ['evmTxHash'], 'only the node operator can perform this action');
    if (isRefusal(allowed)) return ofNode(allowed) ?? refused(allowed, {});
    const { members } = allowed;
    const token = textOf(members, 'token');
    const coin = readCoin(token);
    if (isRefusal(coin)) return refused(refuse('malformed_parameter', `unsupported deposit token ${token}`), {});
    const hash = textOf(members, 'evmTxHash');
    if (hash === undefined) return refused(refuse('malformed_parameter', 'invalid request: evmTxHash is missing'), {});
    const wanted = textOf(members, 'recipientRougechainPubkey') ?? '';
    return eventClaimed(await context.node.bridge.claims.event(coin, hash, wanted));
  },
});

const reclaim = defineRoute({
  method: 'POST',
  path: '/api/bridge/admin/reclaim',
  chapter,
  summary: 'For the operator: the same, with the admin key in the body',
  body: Type.Object({
    evmTxHash: text('Hash of the deposit'),
    recipientRougechainPubkey: optional('Whom the caller expects; the event of the deposit decides'),
    ...coinMember,
    adminKey: optional('QV_ADMIN_KEY of this node'),
  }),
  bodyLimit: CLAIM_BODY_BYTES,
  refusals: bridgeRefusals,
  response: { 200: minted },
  handler: async (context, { body, request }) => {
    const { bridge } = context.node;
    const denied = limited(context, request) ?? bridge.adminFault(body.adminKey ?? '');
    if (denied) return ofNode(denied) ?? refused(denied, {});
    const coin = readCoin(body.token);
    if (isRefusal(coin)) return refused(refuse('malformed_parameter', `unsupported deposit token ${body.token}`), {});
    return eventClaimed(await bridge.claims.event(coin, body.evmTxHash, body.recipientRougechainPubkey ?? ''));
  },
});

export const claimRoutes = [claim, xrgeClaim, btcClaim, autoClaim, reclaim];
