/** What the routes of the bridge share: their answers, and who may ask.
 *
 *  Clients of the existing network read a flag, not a status: what the bridge decides is answered with 200, good or refused. Only what has
 *  nothing to do with the request keeps its status: limits, a node that is busy or stops, a key that is no authority. */

import type { TSchema } from 'typebox';
import { type Refusal, type RefusalCode, refuse } from '../../../engine/base/refusal.js';
import type { Authorized, NamedBy } from '../../../engine/head/bridge/operatorAccess.js';
import type { ApiContext } from '../../context.js';
import { Code } from '../../openapi/refusals.js';
import { intakeRefusals } from '../../openapi/signedRequest.js';
import { Type } from '../../routing/schema.js';
import type { ServerRequest } from '../../server/port.js';

export const chapter = 'Bridge';

const SECRET_HEADER = 'x-bridge-relayer-secret';

/** A signed body: key and signature in hex, and room for its members. */
export const SIGNED_BODY_BYTES = 24 * 1024;

/** Codes that keep their HTTP status. */
const KEPT: ReadonlySet<RefusalCode> = new Set([
  ...(['no_authority', 'stopping', 'not_producing', 'mempool_full', 'sender_limit', 'rate_limited'] as const),
  ...(['malformed_body', 'internal'] as const),
]);

/** Refusals of every route of the bridge that writes. */
export const bridgeRefusals: readonly RefusalCode[] = [
  'no_authority',
  'rate_limited',
  'malformed_body',
  'internal',
  ...intakeRefusals,
];

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** Text that is absent or null when all is well. */
export const failure = {
  error: Type.Optional(orNull(Type.String({ description: 'Why it was refused' }))),
  code: Type.Optional(Code),
  one_sided: Type.Optional(
    Type.Boolean({
      description:
        'True where some providers of the foreign chain say so and others do not: it is nothing for good, however final `error` sounds. Else absent',
    }),
  ),
};

/** An outcome: `success`, and the members of the good answer, which a refused one lacks. */
export const outcome = <Members extends Readonly<Record<string, TSchema>>>(members: Members) =>
  Type.Object({ success: Type.Boolean(), ...failure, ...members });

export const txIdMember = {
  txId: Type.Optional(orNull(Type.String({ description: 'Id of the transaction here, hex; null without one' }))),
};

/** Whether a refusal is about the node and not about the request. @returns it, to be answered with its status. */
export const ofNode = (refusal: Refusal): Refusal | undefined =>
  KEPT.has(refusal.code) || ((refusal.code === 'busy' || refusal.code === 'unconfirmed') && refusal.retryAfterSeconds)
    ? refusal
    : undefined;

/** A refused outcome. @param more members that clients expect beside it. */
export const refused = <Members extends object>(refusal: Refusal, more: Members) => ({
  ...{ success: false, error: refusal.message, code: refusal.code },
  ...(refusal.isOneSided ? { one_sided: true } : {}),
  ...more,
});

/** Counts a request of somebody who has not shown the relayer's secret. */
export const limited = (
  { node, bridgeLimit, sourceOf }: Pick<ApiContext, 'node' | 'bridgeLimit' | 'sourceOf'>,
  request: ServerRequest,
): Refusal | undefined =>
  node.bridge.access.isRelayer(request.header(SECRET_HEADER)) ? undefined : bridgeLimit.take(sourceOf(request));

/** Who asks for what only relayers and operators may. */
export async function authorized(
  context: Pick<ApiContext, 'node' | 'bridgeLimit' | 'sourceOf'>,
  { body, request }: { readonly body: Uint8Array; readonly request: ServerRequest },
  named: NamedBy,
  denied: string,
): Promise<Authorized | Refusal> {
  const { access } = context.node.bridge;
  return limited(context, request) ?? access.authorize(request.header(SECRET_HEADER), body, named, denied);
}

/** Whether the header has the secret; a signed body does not count here. */
export function relayerOnly(
  context: Pick<ApiContext, 'node' | 'bridgeLimit' | 'sourceOf'>,
  request: ServerRequest,
): Refusal | undefined {
  if (context.node.bridge.access.isRelayer(request.header(SECRET_HEADER))) return undefined;
  return limited(context, request) ?? refuse('not_authorized', 'unauthorized');
}

/** The body of a route for relayers and operators, for the description. */
export const operatorBody = (members: Readonly<Record<string, TSchema>>, named: string) =>
  Type.Object(
    {
      ...members,
      payload: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: `Of an operator: these members, type bridge_operator, from, timestamp and nonce. It must name ${named}`,
        }),
      ),
      signature: Type.Optional(Type.String({ description: "ML-DSA-65 signature of the payload by an operator's key" })),
      public_key: Type.Optional(Type.String()),
    },
    { description: `With the header ${SECRET_HEADER}, or signed by an operator` },
  );
