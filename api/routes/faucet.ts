/** Chapter Faucet of the specification: the unsigned request, for which this node signs. The signed one
 *  (`POST /api/v2/faucet`) is the route of its kind. */

import { parseXrge, xrgeNumber } from '../../engine/base/amounts.js';
import { fromHex } from '../../engine/base/bytes.js';
import { isRefusal, refuse } from '../../engine/base/refusal.js';
import { PUBLIC_KEY_BYTES } from '../../engine/crypto/mldsa.js';
import { FAUCET_AMOUNT, faucetDisabled, faucet as faucetKind } from '../../engine/ledger/kinds/faucet.js';
import { defineRoute } from '../context.js';
import { intakeRefusals } from '../openapi/signedRequest.js';
import { Type } from '../routing/schema.js';
import { Hash, Quanta, Xrge } from '../schemas.js';

const faucet = defineRoute({
  method: 'POST',
  path: '/api/faucet',
  chapter: 'Faucet',
  summary: 'Mints 10,000 XRGE to a public key on networks that enable it, once per 24 hours',
  body: Type.Object({
    recipientPublicKey: Type.String({ description: 'Public key in hex, not an address' }),
    amount: Type.Optional(
      Type.Union([Type.Number(), Type.String()], { description: 'When given it must be 10000', examples: [10_000] }),
    ),
  }),
  // A key in hex takes 3,904 of them.
  bodyLimit: 6 * 1024,
  refusals: ['invalid_amount', 'invalid_recipient', ...intakeRefusals, ...(faucetKind.refusals ?? [])],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      amount: Xrge,
      amount_quanta: Quanta,
      txId: Hash,
      message: Type.String(),
    }),
  },
  handler: async ({ node }, { body }) => {
    if (!node.options.faucet.enabled) return faucetDisabled();
    if (!fromHex(body.recipientPublicKey, PUBLIC_KEY_BYTES))
      return refuse(
        'invalid_recipient',
        'recipientPublicKey must be a public key of 3,904 hex characters, not an address',
      );
    const amount = xrgeNumber(FAUCET_AMOUNT);
    const asked = body.amount === undefined ? FAUCET_AMOUNT : parseXrge(String(body.amount));
    if (asked !== FAUCET_AMOUNT) return refuse('invalid_amount', `the faucet gives exactly ${amount} XRGE`);
    const accepted = await node.faucetFor(body.recipientPublicKey.toLowerCase());
    if (isRefusal(accepted)) return accepted;
    return {
      success: true as const,
      amount,
      amount_quanta: String(FAUCET_AMOUNT),
      txId: accepted.txId,
      message: `Faucet: ${amount} XRGE sent`,
    } as const;
  },
});

export const faucetRoutes = [faucet];
