/** Many signed requests in one body: as protobuf or as a JSON array, both answered item by item.
 *
 *  Every item passes the checks of its own route, and counts as one write. The body is split here and parsed in the
 *  verification threads. A refusal of the whole body is JSON in both forms, as everywhere. */

import { fromBinary } from '../../engine/base/bytes.js';
import { BATCH_BODY_BYTES, BATCH_ITEMS } from '../../engine/base/limits.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import type { Accepted } from '../../engine/head/requests.js';
import { type LargestBatch, splitJsonBatch, splitSignedBatch } from '../../engine/intake/batch.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import { BatchAnswer } from '../../proto/wire.js';
import { defineRoute } from '../context.js';
import type { WriteLimit } from '../limits/gate.js';
import { Code } from '../openapi/refusals.js';
import { AnySignedRequest, signedRefusals } from '../openapi/signedRequest.js';
import { Content, JSON_TYPE } from '../routing/answer.js';
import { contentTypeAllowed } from '../routing/jsonBody.js';
import { Type } from '../routing/schema.js';
import { Hash } from '../schemas.js';

const PROTOBUF = 'application/x-protobuf';

type Result = Accepted | Refusal;

const NO_ID = new Uint8Array();

function protobufAnswer(results: readonly Result[], accepted: number): Uint8Array {
  return BatchAnswer.encode({
    accepted,
    rejected: results.length - accepted,
    results: results.map((result) =>
      isRefusal(result)
        ? {
            txId: NO_ID,
            code: result.code,
            error: result.message,
            retryAfterSeconds: Math.ceil(result.retryAfterSeconds ?? 0),
          }
        : { txId: fromBinary(result.transaction.id) },
    ),
  }).finish();
}

const jsonResult = (result: Result) =>
  isRefusal(result)
    ? {
        success: false,
        error: result.message,
        code: result.code,
        ...(result.retryAfterSeconds === undefined ? {} : { retry_after_seconds: Math.ceil(result.retryAfterSeconds) }),
      }
    : { success: true, txId: result.txId };

const jsonAnswer = (results: readonly Result[], accepted: number): string =>
  JSON.stringify({
    success: true,
    total: results.length,
    accepted,
    rejected: results.length - accepted,
    results: results.map(jsonResult),
  });

/** Each request of a batch counts as a write, so a batch above the whole limit could never be accepted. */
function largestBatch(limit: WriteLimit | undefined): LargestBatch {
  if (limit === undefined || limit.writes >= BATCH_ITEMS) return { items: BATCH_ITEMS };
  const { writes, who } = limit;
  return {
    items: writes,
    because: `each of its requests counts as a write, and ${writes} a minute are allowed ${who}`,
  };
}

const BatchResult = Type.Object({
  success: Type.Boolean(),
  txId: Type.Optional(Hash),
  error: Type.Optional(Type.String()),
  code: Type.Optional(Code),
  retry_after_seconds: Type.Optional(Type.Integer({ minimum: 0 })),
});

const batchRoute = (path: string, summary: string) =>
  defineRoute({
    method: 'POST',
    path,
    chapter: 'Transactions',
    summary,
    body: 'raw',
    lendsBody: true,
    bodyShape: Type.Array(AnySignedRequest, { minItems: 1, maxItems: BATCH_ITEMS }),
    bodyLimit: BATCH_BODY_BYTES,
    contentTypes: ['application/json', PROTOBUF],
    protobuf: { type: PROTOBUF, body: 'SignedBatch', answer: 'BatchAnswer' },
    refusals: [
      'malformed_body',
      'rate_limited',
      'operation_unknown',
      'suspended',
      ...signedRefusals,
      ...kinds.flatMap(({ refusals = [] }) => refusals),
    ],
    response: {
      200: Type.Object({
        success: Type.Literal(true),
        total: Type.Integer(),
        accepted: Type.Integer(),
        rejected: Type.Integer(),
        results: Type.Array(BatchResult, { description: 'One for each request, in their order' }),
      }),
    },
    handler: async ({ node, charge, writeLimit, sourceOf }, { body, request }) => {
      const contentType = request.header('content-type');
      const isProtobuf = contentType !== '' && contentTypeAllowed(contentType, [PROTOBUF]);
      const largest = largestBatch(writeLimit(request));
      const items = isProtobuf ? splitSignedBatch(body, largest) : splitJsonBatch(body, largest);
      if (isRefusal(items)) return items;
      const { headers, refusal } = charge(request, items.length - 1);
      if (refusal) return refusal;
      const results = await node.submitAll(items, sourceOf(request));
      const accepted = results.reduce((sum, result) => (isRefusal(result) ? sum : sum + 1), 0);
      return isProtobuf
        ? new Content(PROTOBUF, protobufAnswer(results, accepted), 200, headers)
        : new Content(JSON_TYPE, jsonAnswer(results, accepted), 200, headers);
    },
  });

export const batchRoutes = [
  batchRoute(
    '/api/v2/batch',
    `1 to ${BATCH_ITEMS} signed requests of any kind, as a JSON array or a protobuf SignedBatch (proto/wire.proto): each has its own answer and counts as a write`,
  ),
  batchRoute('/api/v2/batch-submit', 'The same under the name that clients of the existing network know'),
];
