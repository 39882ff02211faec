/** Chapter Transactions of the specification, and the signed route of every kind of transaction. */

import { fromHex, toBinary } from '../../engine/base/bytes.js';
import { PAGE } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '../../engine/base/refusal.js';
import type { Accepted } from '../../engine/head/requests.js';
import { largestRequest } from '../../engine/intake/envelope.js';
import { kindOfTransaction } from '../../engine/ledger/admission.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import type { Node } from '../../engine/node.js';
import { defineRoute } from '../context.js';
import {
  AcceptedAnswer,
  acceptedAnswer,
  BroadcastTx,
  signedRefusals,
  signedRequest,
} from '../openapi/signedRequest.js';
import { Type } from '../routing/schema.js';
import { Receipt, TxWrapper } from '../schemas.js';
import {
  firstOrdinal,
  jsonStream,
  NextCursor,
  notFoundHere,
  ordinalCursor,
  pagedAnswer,
  pageLimit,
  pageOffset,
} from './parts.js';

const chapter = 'Transactions';

const transactions = defineRoute({
  method: 'GET',
  path: '/api/txs',
  chapter,
  summary: 'Included transactions, newest first',
  query: Type.Object({ limit: pageLimit(PAGE.txs), offset: pageOffset, cursor: ordinalCursor }),
  refusals: ['pruned'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      txs: Type.Array(TxWrapper),
      total: Type.Integer(),
      next_cursor: NextCursor,
    }),
  },
  handler: ({ node }, { query }) => {
    const total = node.chain.tip.totalTransactions;
    const ordinal = firstOrdinal(total, query);
    if (isRefusal(ordinal)) return ordinal;
    const items = node.chain.transactions({ ordinal, limit: query.limit });
    return jsonStream(pagedAnswer({ success: true }, 'txs', items, { total }));
  },
});

const params = Type.Object({
  hash: Type.String({ description: 'Transaction id, 64 hex characters', examples: ['0'.repeat(64)] }),
});

/** A transaction by its id. The answer distinguishes pending ids, unknown ids, transactions that left the mempool without a block, and
 *  those on which the node failed. */
async function find(node: Node, hash: string) {
  const id = fromHex(hash, 32);
  if (!id) return refuse('malformed_parameter', 'a transaction id is 64 hex characters');
  const found = await node.chain.transaction(hash);
  if (found) return found;
  const condemned = node.mempool.condemned(toBinary(id));
  if (condemned) return condemned;
  if (node.mempool.get(toBinary(id))) return refuse('not_found', 'this transaction is pending: it is in no block yet');
  return node.mempool.departed(toBinary(id)) ?? notFoundHere(node, 'no transaction with this id');
}

/** Codes with which a transaction can have left the mempool. */
const leavingRefusals: readonly RefusalCode[] = [
  'not_found',
  'expired',
  'replaced',
  ...signedRefusals,
  ...kinds.flatMap(({ refusals = [] }) => refusals),
];

const transaction = defineRoute({
  method: 'GET',
  path: '/api/tx/:hash',
  chapter,
  summary: 'One included transaction with its receipt',
  params,
  refusals: leavingRefusals,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      ...TxWrapper.properties,
      receipt: Type.Union([Receipt, Type.Null()]),
    }),
  },
  handler: async ({ node }, input) => {
    const found = await find(node, input.params.hash);
    return isRefusal(found) ? found : ({ success: true as const, ...found } as const);
  },
});

const receipt = defineRoute({
  method: 'GET',
  path: '/api/tx/:hash/receipt',
  chapter,
  summary: 'Execution receipt of a transaction',
  params,
  refusals: leavingRefusals,
  response: { 200: Type.Object({ success: Type.Literal(true), receipt: Receipt }) },
  handler: async ({ node }, input) => {
    const found = await find(node, input.params.hash);
    return isRefusal(found) ? found : ({ success: true as const, receipt: found.receipt } as const);
  },
});

export function answerTo(node: Node, accepted: Accepted | Refusal) {
  if (isRefusal(accepted)) return accepted;
  const { transaction: taken, txId } = accepted;
  const { sender, publicKey } = taken;
  const members = kindOfTransaction(taken).answer(taken.fields, {
    view: node.state,
    sender,
    publicKey,
    pending: node.mempool.transactionsOf(sender),
    preview: accepted.preview,
  });
  return { success: true as const, txId, ...members } as const;
}

const broadcast = defineRoute({
  method: 'POST',
  path: '/api/tx/broadcast',
  chapter,
  summary: 'Takes a whole TxV1 with its signed_payload; derived members that differ are refused',
  body: 'raw',
  lendsBody: true,
  bodyShape: BroadcastTx,
  bodyLimit: largestRequest(''),
  refusals: [
    'operation_unknown',
    'suspended',
    'derived_field_mismatch',
    ...signedRefusals,
    ...kinds.flatMap(({ refusals = [] }) => refusals),
  ],
  response: { 200: AcceptedAnswer },
  handler: async ({ node, sourceOf }, { body, request }) =>
    answerTo(node, await node.broadcast(body, sourceOf(request))),
});

/** One signed route for each kind: a new kind gets its route automatically. Those of the directory answer after the block
 *  (`directory.ts`). */
const kindRoutes = kinds
  .filter(({ isOfDirectory }) => !isOfDirectory)
  .map((kind) =>
    defineRoute({
      method: 'POST',
      path: kind.route,
      chapter: kind.chapter,
      summary: kind.summary,
      body: 'raw',
      lendsBody: true,
      bodyShape: signedRequest(kind),
      bodyLimit: largestRequest(kind.name),
      refusals: [...signedRefusals, ...(kind.refusals ?? [])],
      response: { 200: acceptedAnswer(kind) },
      handler: async ({ node, sourceOf }, { body, request }) =>
        answerTo(node, await node.submit(kind.name, body, sourceOf(request))),
    }),
  );

export const transactionRoutes = [transactions, transaction, receipt, broadcast, ...kindRoutes];
