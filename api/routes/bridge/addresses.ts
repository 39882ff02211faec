/** Deposit addresses of the Bitcoin bridge: given to users, filled up by the relayer (specification, Bridge, BTC and qBTC). */

import { isRefusal, refuse } from '../../../engine/base/refusal.js';
import type { DepositAddress } from '../../../engine/bridge/depositPool.js';
import { listPieces } from '../../../engine/store/pieces.js';
import { defineRoute } from '../../context.js';
import { Type } from '../../routing/schema.js';
import { jsonStream, pagedAnswer } from '../parts.js';
import { bridgeRefusals, chapter, limited, ofNode, outcome, refused, relayerOnly } from './bridgeAnswers.js';

/** A public key in hex. */
const RECIPIENT_BODY_BYTES = 5 * 1024;
/** Some hundred addresses. */
const POOL_BODY_BYTES = 8 * 1024;

const depositAddress = defineRoute({
  method: 'POST',
  path: '/api/bridge/btc/deposit-address',
  chapter,
  summary: 'The Bitcoin address of a recipient, always the same one: what is paid to it is minted without a claim',
  body: Type.Object({
    recipient: Type.Optional(Type.String({ description: 'A rouge1 address, or a public key in hex' })),
  }),
  bodyLimit: RECIPIENT_BODY_BYTES,
  refusals: bridgeRefusals,
  response: {
    200: outcome({ address: Type.Optional(Type.Union([Type.String({ description: 'Of Bitcoin' }), Type.Null()])) }),
  },
  handler: async (context, { body, request }) => {
    const result = limited(context, request) ?? (await context.node.bridge.depositAddress(body.recipient ?? ''));
    if (isRefusal(result)) return ofNode(result) ?? refused(result, { address: null });
    return { success: true, address: result, error: null };
  },
});

/** One after the other: a node may have given away very many. */
async function* given(addresses: readonly DepositAddress[]) {
  for (const { address, index, recipient } of addresses) yield { address, index, recipient: recipient ?? '' };
}

const btcOff = () => refuse('not_found', 'BTC bridge is not enabled');

const pool = defineRoute({
  method: 'POST',
  path: '/api/bridge/btc/deposit-pool',
  chapter,
  summary:
    'For relayers: adds addresses that may be given to users. What is no address, or whose address or index is known already, is left out',
  body: Type.Object({
    addresses: Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), address: Type.String() }), {
      description: 'With their indexes in the wallet of the relayer',
    }),
  }),
  bodyLimit: POOL_BODY_BYTES,
  refusals: bridgeRefusals,
  response: {
    200: outcome({
      added: Type.Optional(Type.Integer({ minimum: 0 })),
      poolRemaining: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  },
  handler: async (context, { body, request }) => {
    const denied = relayerOnly(context, request);
    if (denied) return ofNode(denied) ?? refused(denied, {});
    const { addresses } = context.node.bridge;
    if (!addresses) return refused(btcOff(), {});
    const added = await addresses.add(body.addresses);
    if (isRefusal(added)) return ofNode(added) ?? refused(added, {});
    return { success: true, added, poolRemaining: addresses.poolRemaining };
  },
});

const list = defineRoute({
  method: 'GET',
  path: '/api/bridge/btc/deposit-addresses',
  chapter,
  summary: 'For relayers: addresses that are given to users, with their recipients',
  refusals: bridgeRefusals,
  response: {
    200: outcome({
      addresses: Type.Optional(
        Type.Array(Type.Object({ address: Type.String(), index: Type.Integer(), recipient: Type.String() })),
      ),
      poolRemaining: Type.Optional(Type.Integer({ minimum: 0 })),
      maxIndex: Type.Optional(
        Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
          description: 'The greatest index that the node knows; null without any',
        }),
      ),
    }),
  },
  handler: (context, { request }) => {
    const denied = relayerOnly(context, request);
    if (denied) return ofNode(denied) ?? refused(denied, {});
    const { addresses } = context.node.bridge;
    if (!addresses) return refused(btcOff(), {});
    const { poolRemaining, maxIndex } = addresses;
    const items = listPieces(given(addresses.assigned()), JSON.stringify, () => ({}));
    return jsonStream(
      pagedAnswer({ success: true }, 'addresses', items, {
        ...{ poolRemaining, maxIndex: maxIndex < 0 ? null : maxIndex },
      }),
    );
  },
});

export const addressRoutes = [depositAddress, pool, list];
