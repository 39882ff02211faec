/** Chapter Blocks of the specification. */

import { fromHex, toHex, utf8 } from '../../engine/base/bytes.js';
import { MAX_BODY_BYTES, PAGE } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import type { BlockRun } from '../../engine/store/answerSize.js';
import { BUCKET_MS } from '../../engine/store/records.js';
import { defineRoute } from '../context.js';
import { signedRefusals } from '../openapi/signedRequest.js';
import { contentTypeAllowed } from '../routing/jsonBody.js';
import { oneOf, wholeNumber } from '../routing/parameters.js';
import { Type } from '../routing/schema.js';
import {
  Block,
  Hash,
  Height,
  ImportedBlock,
  Milliseconds,
  Movement,
  Quanta,
  TxStatus,
  TxV1,
  Xrge,
} from '../schemas.js';
import { framed, jsonStream, notFoundHere, pagedAnswer, pageLimit, pageOffset } from './parts.js';

const chapter = 'Blocks';

const PROTOBUF = 'application/x-protobuf';

const IMPORTED = {
  candidate: 'Block accepted: it waits for the votes of the validators',
  known: 'Block already known',
  final: 'Block imported',
} as const;

const anyHeight = (rule: { readonly minimum: number; readonly description?: string }) =>
  wholeNumber({ ...rule, maximum: Number.MAX_SAFE_INTEGER });

const noBlocks = async function* (): AsyncIterable<Uint8Array> {
  yield utf8(']');
};

const NextHeight = Type.Integer({
  minimum: 0,
  description:
    'The first block that was left out because the answer has reached 32 MiB: go on there with from_height, or downwards from there in the paginated mode. The latest blocks leave out their oldest. Absent when none was left out',
});

const blocks = defineRoute({
  method: 'GET',
  path: '/api/blocks',
  chapter,
  summary: 'Blocks: the latest, a page counted from the tip, or a range from a height on',
  query: Type.Object({
    page: Type.Optional(anyHeight({ minimum: 1, description: 'From 1; turns on the paginated mode, newest first' })),
    per_page: pageLimit({ default: PAGE.blocks.perPage, max: PAGE.blocks.max }),
    limit: pageLimit({ default: PAGE.blocks.default, max: PAGE.blocks.sync }),
    from_height: Type.Optional(anyHeight({ minimum: 0, description: 'Ascending from this height, limit up to 1000' })),
  }),
  refusals: ['pruned'],
  response: {
    200: Type.Object({
      blocks: Type.Array(Block),
      total_height: Height,
      next_height: Type.Optional(NextHeight),
      page: Type.Optional(Type.Integer()),
      total_pages: Type.Optional(Type.Integer()),
    }),
  },
  handler: ({ node }, { query }) => {
    const tip = node.chain.tip.height;
    const lowest = node.chain.lowestHeight;
    const list = (run: BlockRun, more: Readonly<Record<string, unknown>> = {}) => {
      const isEmpty = run.first > tip || run.last < 0;
      if (!isEmpty && run.first < lowest) return node.chain.notKept(lowest - 1) as Refusal;
      const items = isEmpty ? noBlocks() : node.chain.blocks(run);
      return jsonStream(pagedAnswer({}, 'blocks', items, { total_height: tip, ...more }));
    };
    if (query.page !== undefined) {
      const perPage = query.per_page;
      const first = tip - (query.page - 1) * perPage;
      const more = { page: query.page, total_pages: Math.ceil((tip + 1 - lowest) / perPage) };
      return list({ first, last: first < 0 || lowest > tip ? -1 : Math.max(lowest, first - perPage + 1) }, more);
    }
    if (query.from_height !== undefined)
      return list({ first: query.from_height, last: Math.min(tip, query.from_height + query.limit - 1) });
    const limit = Math.min(query.limit, PAGE.blocks.max);
    return list({ first: Math.max(lowest, tip - limit + 1), last: tip, endsAtLast: true });
  },
});

const MINUTE = 60_000;
const RANGES = {
  '1h': { span: 60 * MINUTE, interval: BUCKET_MS },
  '24h': { span: 24 * 60 * MINUTE, interval: 60 * MINUTE },
  '7d': { span: 7 * 24 * 60 * MINUTE, interval: 24 * 60 * MINUTE },
} as const;

/** Buckets in the widest range, plus some for its partial start. */
const MAX_BUCKETS = RANGES['7d'].span / BUCKET_MS + 300;

const summary = defineRoute({
  method: 'GET',
  path: '/api/blocks/summary',
  chapter,
  summary: 'Numbers of blocks and transactions over time',
  query: Type.Object({
    range: oneOf(['1h', '24h', '7d'], { default: '24h' }),
  }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      range: Type.String(),
      intervalMs: Type.Integer(),
      startTime: Milliseconds,
      endTime: Milliseconds,
      points: Type.Array(
        Type.Object({ timestamp: Milliseconds, blocks: Type.Integer(), transactions: Type.Integer() }),
      ),
    }),
  },
  handler: async ({ node }, { query }) => {
    const { range } = query;
    const { span, interval } = RANGES[range];
    const endTime = node.now;
    const startTime = Math.floor((endTime - span) / interval) * interval;
    const found = await node.chain.buckets(startTime, endTime, MAX_BUCKETS);
    const points = [];
    for (let timestamp = startTime; timestamp <= endTime; timestamp += interval) {
      const inside = found.filter(({ start }) => start >= timestamp && start < timestamp + interval);
      points.push({
        timestamp,
        blocks: inside.reduce((sum, bucket) => sum + bucket.blocks, 0),
        transactions: inside.reduce((sum, bucket) => sum + bucket.transactions, 0),
      });
    }
    return { success: true as const, range, intervalMs: interval, startTime, endTime, points } as const;
  },
});

const headers = defineRoute({
  method: 'GET',
  path: '/api/blocks/headers',
  chapter,
  summary: 'Blocks without their transactions, newest first',
  query: Type.Object({
    limit: pageLimit(PAGE.blockHeaders),
    before: Type.Optional(anyHeight({ minimum: 1, description: 'Only blocks below this height' })),
  }),
  refusals: ['pruned'],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      headers: Type.Array(
        Type.Object({
          height: Height,
          hash: Hash,
          time: Milliseconds,
          proposerAddress: Type.Union([Type.String(), Type.Null()], { description: 'Null for the genesis block' }),
          stateRoot: Type.Union([Hash, Type.Null()]),
          txCount: Type.Integer(),
          totalFees: Xrge,
          totalFees_quanta: Quanta,
        }),
      ),
      total_height: Height,
    }),
  },
  handler: async ({ node }, { query }) => {
    const tip = node.chain.tip.height;
    const first = Math.min(tip, (query.before ?? tip + 1) - 1);
    // The header of the newest block is always here.
    const lowest = Math.min(node.chain.lowestHeight, tip);
    if (first < lowest) return node.chain.notKept(lowest - 1) as Refusal;
    const found = await node.chain.blockHeaders(first, Math.max(lowest, first - query.limit + 1));
    return { success: true as const, headers: found, total_height: tip } as const;
  },
});

const block = defineRoute({
  method: 'GET',
  path: '/api/block/:height',
  chapter,
  summary: 'One block with its transactions, or with the page of them that offset and limit name',
  refusals: ['not_found', 'pruned'],
  params: Type.Object({ height: anyHeight({ minimum: 0 }) }),
  query: Type.Object({
    offset: pageOffset,
    limit: Type.Optional(
      wholeNumber({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'As many as one answer holds when absent',
      }),
    ),
  }),
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      block: Type.Object({
        height: Height,
        hash: Type.String(),
        prevHash: Type.String(),
        time: Milliseconds,
        proposer: Type.String(),
        txHash: Type.String(),
        stateRoot: Type.Union([Type.String(), Type.Null()]),
        parentCommit: Type.Union([Type.String(), Type.Null()]),
        txCount: Type.Integer(),
        totalFees: Type.Number(),
        totalFees_quanta: Type.String(),
        transactions: Type.Array(
          Type.Object({ txId: Type.String(), status: TxStatus, movements: Type.Array(Movement), tx: TxV1 }),
        ),
        next_offset: Type.Union([Type.Integer(), Type.Null()], {
          description:
            '`offset` of the next transaction; null when these were the last. An answer also ends with the transaction with which it reaches 32 MiB',
        }),
      }),
    }),
  },
  handler: ({ node }, { params, query }) => {
    const tip = node.chain.tip.height;
    if (params.height > tip) return refuse('not_found', `there is no block ${params.height} yet: the tip is at ${tip}`);
    const missing = node.chain.notKept(params.height);
    if (missing) return missing;
    const page = { offset: query.offset, limit: query.limit ?? Number.MAX_SAFE_INTEGER };
    return jsonStream(framed('{"success":true,"block":', node.chain.block(params.height, page), '}'));
  },
});

const blockOfHash = defineRoute({
  method: 'GET',
  path: '/api/block/hash/:block_hash',
  chapter,
  summary: 'The height of the block with this hash',
  refusals: ['malformed_parameter', 'not_found'],
  params: Type.Object({ block_hash: Type.String({ description: 'Block hash, 64 hex characters' }) }),
  response: { 200: Type.Object({ success: Type.Literal(true), hash: Hash, height: Height }) },
  handler: async ({ node }, { params }) => {
    const hash = fromHex(params.block_hash, 32);
    if (!hash) return refuse('malformed_parameter', 'a block hash is 64 hex characters');
    const height = await node.chain.heightOf(hash);
    return height === undefined
      ? notFoundHere(node, 'no block with this hash')
      : ({ success: true as const, hash: toHex(hash), height } as const);
  },
});

const importBlock = defineRoute({
  method: 'POST',
  path: '/api/blocks/import',
  chapter,
  summary:
    'Offers a block for the height above the tip, in the form of GET /api/blocks with names in snake_case or camelCase, or as protobuf. With its own `certificate` it is brought in at once',
  body: 'raw',
  bodyShape: ImportedBlock,
  bodyLimit: MAX_BODY_BYTES,
  contentTypes: ['application/json', PROTOBUF],
  protobuf: { type: PROTOBUF, body: 'Block' },
  refusals: [
    'malformed_body',
    'block_conflict',
    'rule_violation',
    'stopping',
    ...signedRefusals,
    ...kinds.flatMap(({ refusals = [] }) => refusals),
  ],
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      message: Type.String(),
      outcome: Type.Enum(['candidate', 'known', 'final'], {
        description:
          '`candidate`: its signatures hold, and it waits for the votes of two thirds of the stake; `known`: it was here before; `final`: it is in the chain now',
      }),
      height: Height,
      hash: Hash,
    }),
  },
  handler: async ({ node }, { body, request }) => {
    const contentType = request.header('content-type');
    const isProtobuf = contentType !== '' && contentTypeAllowed(contentType, [PROTOBUF]);
    const imported = await node.imports.take(body, isProtobuf);
    if (isRefusal(imported)) return imported;
    return { success: true as const, message: IMPORTED[imported.outcome], ...imported };
  },
});

export const blockRoutes = [blocks, summary, headers, block, blockOfHash, importBlock];
