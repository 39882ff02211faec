/** What the routes of the services have in common: their signed requests and their public reads are answered by the services, in bytes. */

import type { TSchema } from 'typebox';
import { invariant, isRefusal, type Refusal, type RefusalCode } from '../../../engine/base/refusal.js';
import { requestMembers } from '../../../engine/ledger/payloadMembers.js';
import { serviceKindOf } from '../../../engine/services/kinds/index.js';
import { largestServiceBody, serviceSignedBytes } from '../../../engine/services/serviceLength.js';
import { type ApiContext, defineRoute } from '../../context.js';
import { signedRequest } from '../../openapi/signedRequest.js';
import { Content, JSON_TYPE } from '../../routing/answer.js';
import { Type } from '../../routing/schema.js';
import type { ServerRequest } from '../../server/port.js';

/** Refusals that every signed request of a service can get. */
const serviceRefusals: readonly RefusalCode[] = [
  'malformed_body',
  'malformed_payload',
  'operation_mismatch',
  'chain_id_mismatch',
  'invalid_signature',
  'timestamp_window',
  'from_mismatch',
  'nonce_missing',
  'nonce_used',
  'sender_limit',
  'busy',
  'stopping',
];

const json = (answer: Uint8Array | Refusal): Content | Refusal =>
  isRefusal(answer) ? answer : new Content(JSON_TYPE, answer);

/** The route of a service kind. @param answer members of its answer beside `success`. */
export function serviceRoute(name: string, answer: Readonly<Record<string, TSchema>>) {
  const kind = serviceKindOf(name);
  invariant(kind, `there is no service ${name}`);
  return defineRoute({
    method: 'POST',
    path: kind.route,
    chapter: kind.chapter,
    summary: kind.summary,
    body: 'raw',
    bodyShape: signedRequest({ ...kind, common: requestMembers }, serviceSignedBytes(kind)),
    bodyLimit: largestServiceBody(kind),
    refusals: [...new Set([...serviceRefusals, ...kind.refusals])],
    response: { 200: Type.Object({ success: Type.Literal(true), ...answer }) },
    ...(kind.scope === 'read' && { counts: 'read' as const, hasNoHeight: true as const }),
    handler: async ({ services, moment, sourceOf }, { body, request }) =>
      json(await services.take(kind.name, body, moment(), sourceOf(request))),
  });
}

/** The services as one client asks them. */
export interface Asker {
  read(query: string, args: Readonly<Record<string, unknown>>): Promise<Uint8Array | Refusal>;
}

export const asker = ({ services, moment, sourceOf }: ApiContext, request: ServerRequest): Asker => ({
  read: (query, args) => services.read(query, args, moment(), sourceOf(request)),
});

/** Asks a public read. */
export const serviceRead = async (
  client: Asker,
  query: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Content | Refusal> => json(await client.read(query, args));
