/** Queries about the past, run in the store's thread: the main thread forwards their bytes.
 *
 *  A list is a stream of JSON text in pieces (`pieces.ts`), so that neither thread ever holds a large answer. It ends when it
 *  reaches the byte limit of one answer, after at least one element, and says where to continue. No query scans: every one starts
 *  from an index. */

import { xrgeNumber } from '../base/amounts.js';
import { binaryToHex, fromHex, toHex, utf8 } from '../base/bytes.js';
import type { Certificate } from '../chain/certificate.js';
import type { AccountId } from '../crypto/address.js';
import { accountMovements, movementViews } from '../ledger/movementViews.js';
import type { SubjectId } from '../ledger/subjects.js';
import {
  blockTransaction,
  collectionTransaction,
  outcomeOf,
  receiptView,
  tokenTransaction,
  txV1,
  wrapper,
} from '../ledger/views.js';
import { type BlockRun, firstThatFits } from './answerSize.js';
import { archiveQueries } from './archive.js';
import { blockEffects } from './blockEffects.js';
import { bridgeQueries } from './bridgeHistory.js';
import { contractEvents } from './contractHistory.js';
import { contractState } from './contractRecords.js';
import { finalityQueries } from './finality.js';
import { readBlocksFrom } from './keeping.js';
import { blockKey, bucketKey, idKey, keyNumber } from './keys.js';
import { listPieces, Pieces } from './pieces.js';
import { poolQueries } from './poolHistory.js';
import type { KeyReader, StoreQueries } from './port.js';
import { decodeBucket, decodeLocation, decodeStoredBlock, proposerAddressOf, type StoredBlock } from './records.js';
import { setQueries } from './setLog.js';
import { snapshotQueries } from './snapshot/source.js';
import { tipCertificate } from './tipCertificate.js';
import { trailQueries } from './trail.js';
import {
  type BlockMemory,
  type Contents,
  chainWalk,
  createBlockMemory,
  entryAt,
  historyWalk,
  knownBlock,
  placesOf,
  transactionList,
  withContents,
} from './walks.js';

interface Page {
  readonly offset: number;
  readonly limit: number;
}

export interface OrdinalPage {
  /** Of the first transaction of the page; below 0 for none. */
  readonly ordinal: number;
  readonly limit: number;
}

export interface SubjectPage extends OrdinalPage {
  /** Undefined for all transactions. */
  readonly subject: SubjectId | undefined;
}

/** Transactions, newest first, from an ordinal of the chain downwards. */
function transactions(reader: KeyReader, args: unknown, memory: BlockMemory): AsyncIterable<Uint8Array> {
  const { ordinal, limit } = args as OrdinalPage;
  return transactionList(
    reader,
    chainWalk(reader, ordinal, limit),
    ordinal,
    ({ transaction, receipt, at }) => wrapper(transaction, receipt, at),
    memory,
  );
}

/** An account's transactions, newest first, from an ordinal of its history downwards. */
function accountTransactions(reader: KeyReader, args: unknown, memory: BlockMemory): AsyncIterable<Uint8Array> {
  const { account, ordinal, limit } = args as OrdinalPage & { readonly account: AccountId };
  const walk = historyWalk(reader, account, ordinal, limit);
  return transactionList(
    reader,
    walk,
    ordinal,
    ({ transaction, receipt, at }) => ({
      ...wrapper(transaction, receipt, at),
      ...accountMovements(transaction, receipt, account),
    }),
    memory,
  );
}

/** A token's transactions, newest first, from an ordinal of its history downwards; of the whole chain when there is no
 *  subject. */
function subjectTransactions(reader: KeyReader, args: unknown, memory: BlockMemory): AsyncIterable<Uint8Array> {
  const { subject, ordinal, limit } = args as SubjectPage;
  const walk = subject === undefined ? chainWalk(reader, ordinal, limit) : historyWalk(reader, subject, ordinal, limit);
  return transactionList(
    reader,
    walk,
    ordinal,
    ({ transaction, receipt, at }) => tokenTransaction(transaction, receipt, at),
    memory,
  );
}

/** A collection's transactions, newest first, from an ordinal of its history downwards. */
function collectionTransactions(reader: KeyReader, args: unknown, memory: BlockMemory): AsyncIterable<Uint8Array> {
  const { subject, ordinal, limit } = args as SubjectPage & { readonly subject: SubjectId };
  const walk = historyWalk(reader, subject, ordinal, limit);
  return transactionList(
    reader,
    walk,
    ordinal,
    ({ transaction, receipt, at }) => collectionTransaction(transaction, receipt, at),
    memory,
  );
}

export type TransactionAnswer = ReturnType<typeof wrapper> & { readonly receipt: ReturnType<typeof receiptView> };

/** One transaction with its receipt. @returns null for an unknown id. */
async function transaction(reader: KeyReader, args: unknown, memory: BlockMemory): Promise<TransactionAnswer | null> {
  const id = fromHex((args as { readonly id: string }).id, 32);
  const location = id && (await reader.get(idKey(id)));
  if (!location) return null;
  const place = decodeLocation(location);
  // The id may be there a while longer than its block.
  if (place.height < (await readBlocksFrom(reader))) return null;
  const found = await entryAt(reader, place, memory);
  const { at } = found;
  return {
    ...wrapper(found.transaction, found.receipt, at),
    receipt: receiptView(found.transaction, found.receipt, at),
  };
}

const certificateView = ({ height, round, blockHash, precommits }: Certificate) => ({
  height,
  round,
  block_hash: toHex(blockHash),
  precommit_votes: precommits.map(({ voterKey, signature }) => ({
    voter_pub_key: toHex(voterKey),
    signature: toHex(signature),
  })),
});

/** The parts of a block's JSON around its transactions. @param own the block's own certificate, which the next block carries. */
function blockFrame(
  { header, proposerSignature, hash, certificate, transactionCount, fees }: StoredBlock,
  own: Certificate | undefined,
) {
  return {
    head: `{"version":1,"header":${JSON.stringify(header)},"txs":[`,
    tail: `],${JSON.stringify({
      proposer_sig: toHex(proposerSignature),
      hash,
      tx_count: transactionCount,
      fees: xrgeNumber(fees),
      fees_quanta: String(fees),
      ...(certificate && { parent_certificate: certificateView(certificate) }),
      ...(own && { certificate: certificateView(own) }),
    }).slice(1)}`,
  };
}

async function* addWholeBlock(
  reader: KeyReader,
  contents: Contents,
  pieces: Pieces,
  height: number,
): AsyncIterable<Uint8Array> {
  const block = await knownBlock(reader, height);
  const { head, tail } = blockFrame(block, await tipCertificate(reader, height));
  yield* pieces.add(() => head);
  let comma = '';
  for (const place of placesOf(height, block.transactionCount, (index) => index)) {
    const before = comma;
    yield* pieces.add(async () => {
      const { transaction: item, receipt } = await contents.entry(place);
      return before + JSON.stringify(blockTransaction(item, receipt));
    });
    comma = ',';
  }
  yield* pieces.add(() => tail);
}

/** One whole block, however large, for exports. */
const wholeBlock = (reader: KeyReader, args: unknown, memory: BlockMemory): AsyncIterable<Uint8Array> =>
  withContents(
    reader,
    async function* (contents) {
      const pieces = new Pieces(contents.letGo);
      yield* addWholeBlock(reader, contents, pieces, (args as { readonly height: number }).height);
      yield* pieces.end();
    },
    memory,
  );

/** Whole blocks, with the height of the first one that was left out because the answer was full. */
const blocks = (reader: KeyReader, args: unknown, memory: BlockMemory): AsyncIterable<Uint8Array> =>
  withContents(reader, (contents) => blockRun(reader, args as BlockRun, contents), memory);

async function* blockRun(reader: KeyReader, run: BlockRun, contents: Contents): AsyncIterable<Uint8Array> {
  const { last } = run;
  const first = run.endsAtLast ? await firstThatFits(reader, run) : run.first;
  let leftOut = run.endsAtLast && first > run.first ? first - 1 : undefined;
  const pieces = new Pieces(contents.letGo);
  const step = first <= last ? 1 : -1;
  for (let height = first; step > 0 ? height <= last : height >= last; height += step) {
    if (pieces.isFull) {
      leftOut = height;
      break;
    }
    if (height !== first) yield* pieces.add(() => ',');
    yield* addWholeBlock(reader, contents, pieces, height);
  }
  yield* pieces.add(() => (leftOut === undefined ? ']' : `],"next_height":${leftOut}`));
  yield* pieces.end();
}

const summaryOf = ({ header, hash, transactionCount, fees }: StoredBlock) => ({
  height: header.height,
  hash,
  time: header.time,
  proposerAddress: proposerAddressOf(header),
  stateRoot: header.state_root ?? null,
  txCount: transactionCount,
  totalFees: xrgeNumber(fees),
  totalFees_quanta: String(fees),
});

export type BlockSummary = ReturnType<typeof summaryOf>;

/** Blocks without their transactions, from height `first` down to `last`, both included. */
async function blockHeaders(reader: KeyReader, args: unknown): Promise<BlockSummary[]> {
  const { first, last } = args as { readonly first: number; readonly last: number };
  const found = await reader.range({
    gte: blockKey(last),
    lt: blockKey(first + 1),
    reverse: true,
    limit: first - last + 1,
  });
  return found.map(({ value }) => summaryOf(decodeStoredBlock(value)));
}

/** One block in the shape of `GET /api/block/:height`. The caller knows that the height exists.
 *  @param args.limit transactions from `args.offset` on; as many as one answer holds when absent. */
const block = (reader: KeyReader, args: unknown, memory: BlockMemory): AsyncIterable<Uint8Array> =>
  withContents(
    reader,
    (contents) => oneBlock(reader, args as { readonly height: number } & Partial<Page>, contents),
    memory,
  );

async function* oneBlock(
  reader: KeyReader,
  { height, offset = 0, limit = Number.MAX_SAFE_INTEGER }: { readonly height: number } & Partial<Page>,
  contents: Contents,
): AsyncIterable<Uint8Array> {
  const stored = await knownBlock(reader, height);
  const { header, hash, transactionCount, fees } = stored;
  const head = JSON.stringify({
    height: header.height,
    hash,
    prevHash: header.prev_hash,
    time: header.time,
    proposer: header.proposer_pub_key,
    txHash: header.tx_hash,
    stateRoot: header.state_root ?? null,
    parentCommit: header.parent_commit ?? null,
    txCount: transactionCount,
    totalFees: xrgeNumber(fees),
    totalFees_quanta: String(fees),
  });
  yield utf8(`${head.slice(0, -1)},"transactions":[`);
  yield* listPieces(
    placesOf(height, Math.min(limit, transactionCount - offset), (index) => offset + index),
    async (place) => {
      const { transaction: item, receipt } = await contents.entry(place);
      return JSON.stringify({
        txId: binaryToHex(item.id),
        status: outcomeOf(receipt),
        movements: movementViews(item, receipt),
        tx: txV1(item, receipt),
      });
    },
    (count) => ({ next_offset: offset + count < transactionCount ? offset + count : null }),
    contents.letGo,
  );
  yield utf8('}');
}

/** Buckets from `from` on, up to and with `to`; empty ones are absent. */
async function buckets(reader: KeyReader, args: unknown): Promise<unknown> {
  const { from, to, limit } = args as { readonly from: number; readonly to: number; readonly limit: number };
  const entries = await reader.range({ gte: bucketKey(from), lt: bucketKey(to + 1), limit });
  return entries.map(({ key, value }) => decodeBucket(keyNumber(key), value));
}

/** @param memory shared by all these queries, and by other queries of the same store. */
export function createQueries(memory = createBlockMemory()) {
  const remembering =
    <Answer>(query: (reader: KeyReader, args: unknown, memory: BlockMemory) => Answer) =>
    (reader: KeyReader, args: unknown): Answer =>
      query(reader, args, memory);
  return {
    transactions: remembering(transactions),
    accountTransactions: remembering(accountTransactions),
    subjectTransactions: remembering(subjectTransactions),
    contractEvents: remembering(contractEvents),
    contractState,
    collectionTransactions: remembering(collectionTransactions),
    transaction: remembering(transaction),
    blocks: remembering(blocks),
    wholeBlock: remembering(wholeBlock),
    blockHeaders,
    block: remembering(block),
    blockEffects: remembering(blockEffects),
    buckets,
    bridgeEntries: remembering(bridgeQueries.bridgeEntries),
    bridgeEntry: remembering(bridgeQueries.bridgeEntry),
    ...finalityQueries,
    ...setQueries,
    ...poolQueries,
    ...snapshotQueries,
    ...trailQueries,
    ...archiveQueries,
  } satisfies StoreQueries;
}
