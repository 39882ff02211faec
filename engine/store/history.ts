/** Queries about the past, run in the store's thread: the main thread forwards their bytes.
 *
 *  A list is a stream of JSON text in pieces of some transactions (`walks.ts`), so that neither thread ever holds a large
 *  answer. No query scans: every one starts from an index. */

import { xrgeNumber } from '../base/amounts.js';
import { binaryToHex, fromHex, toHex, utf8 } from '../base/bytes.js';
import type { Transaction } from '../chain/transaction.js';
import { type AccountId, addressOfKey } from '../crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../crypto/mldsa.js';
import type { SubjectId } from '../ledger/subjects.js';
import {
  collectionTransaction,
  outcomeOf,
  receiptView,
  type StoredReceipt,
  tokenTransaction,
  txV1,
  wrapper,
} from '../ledger/views.js';
import type { BlockContent } from './blockContent.js';
import { blockKey, bucketKey, idKey, keyNumber } from './keys.js';
import { poolQueries } from './poolHistory.js';
import type { KeyReader, StoreQueries } from './port.js';
import { decodeBucket, decodeLocation, decodeStoredBlock, type StoredBlock } from './records.js';
import { chainWalk, contentAt, historyWalk, ListWriter, listOf } from './walks.js';

interface Page {
  readonly offset: number;
  readonly limit: number;
}

export interface SubjectPage {
  /** Undefined for all transactions. */
  readonly subject: SubjectId | undefined;
  /** Of the first transaction of the page; below 0 for none. */
  readonly ordinal: number;
  readonly limit: number;
}

/** Newest transactions first, without the `offset` newest. @param args.total transactions in the chain. */
function transactions(reader: KeyReader, args: unknown): AsyncIterable<Uint8Array> {
  const { total, offset, limit } = args as Page & { readonly total: number };
  return listOf(chainWalk(reader, total - offset - 1, limit), ({ transaction, receipt, at }) =>
    wrapper(transaction, receipt, at),
  );
}

/** An account's transactions, newest first. @param args.activity entries in its history. */
function accountTransactions(reader: KeyReader, args: unknown): AsyncIterable<Uint8Array> {
  const { account, activity, offset, limit } = args as Page & {
    readonly account: AccountId;
    readonly activity: number;
  };
  return listOf(historyWalk(reader, account, activity - offset - 1, limit), ({ transaction, receipt, at }) => ({
    ...wrapper(transaction, receipt, at),
    direction: transaction.sender === account ? 'out' : 'in',
  }));
}

/** A token's transactions, newest first, from an ordinal of its history downwards; of the whole chain where there is no
 *  subject. */
function subjectTransactions(reader: KeyReader, args: unknown): AsyncIterable<Uint8Array> {
  const { subject, ordinal, limit } = args as SubjectPage;
  const walk = subject === undefined ? chainWalk(reader, ordinal, limit) : historyWalk(reader, subject, ordinal, limit);
  return listOf(walk, ({ transaction, receipt, at }) => tokenTransaction(transaction, receipt, at));
}

/** A collection's transactions, newest first, from an ordinal of its history downwards. */
function collectionTransactions(reader: KeyReader, args: unknown): AsyncIterable<Uint8Array> {
  const { subject, ordinal, limit } = args as SubjectPage & { readonly subject: SubjectId };
  return listOf(historyWalk(reader, subject, ordinal, limit), ({ transaction, receipt, at }) =>
    collectionTransaction(transaction, receipt, at),
  );
}

export type TransactionAnswer = ReturnType<typeof wrapper> & { readonly receipt: ReturnType<typeof receiptView> };

/** One transaction with its receipt. @returns null for an unknown id. */
async function transaction(reader: KeyReader, args: unknown): Promise<TransactionAnswer | null> {
  const id = fromHex((args as { readonly id: string }).id, 32);
  const location = id && (await reader.get(idKey(id)));
  if (!location) return null;
  const { height, position } = decodeLocation(location);
  const content = await contentAt(reader, height);
  const found = await content.transaction(position);
  const at = content.placement(position);
  return {
    ...wrapper(found.transaction, found.receipt, at),
    receipt: receiptView(found.transaction, found.receipt, at),
  };
}

/** The parts of a block's JSON around its transactions. */
function blockFrame({ header, proposerSignature, hash, certificate, transactionCount, fees }: StoredBlock) {
  return {
    head: `{"version":1,"header":${JSON.stringify(header)},"txs":[`,
    tail: `],${JSON.stringify({
      proposer_sig: toHex(proposerSignature),
      hash,
      tx_count: transactionCount,
      fees: xrgeNumber(fees),
      fees_quanta: String(fees),
      ...(certificate
        ? {
            parent_certificate: {
              height: certificate.height,
              block_hash: toHex(certificate.blockHash),
              precommit_votes: certificate.precommits.map(({ voterKey, signature }) => ({
                voter_pub_key: toHex(voterKey),
                signature: toHex(signature),
              })),
            },
          }
        : {}),
    }).slice(1)}`,
  };
}

async function* transactionPieces(
  content: BlockContent,
  view: (item: { transaction: Transaction; receipt: StoredReceipt }) => unknown,
  { offset, limit }: Page = { offset: 0, limit: content.length },
): AsyncIterable<Uint8Array> {
  const list = new ListWriter();
  const end = Math.min(content.length, offset + limit);
  for (let position = offset; position < end; position++) {
    const piece = list.add(view(await content.transaction(position)));
    if (piece) yield piece;
  }
  const rest = list.flush();
  if (rest) yield rest;
}

/** Whole blocks from height `first` to `last`, in that direction, both included. */
async function* blocks(reader: KeyReader, args: unknown): AsyncIterable<Uint8Array> {
  const { first, last } = args as { readonly first: number; readonly last: number };
  const step = first <= last ? 1 : -1;
  for (let height = first; step > 0 ? height <= last : height >= last; height += step) {
    const content = await contentAt(reader, height);
    const { head, tail } = blockFrame(content.block);
    yield utf8((height === first ? '' : ',') + head);
    yield* transactionPieces(content, ({ transaction: item, receipt }) => txV1(item, receipt));
    yield utf8(tail);
  }
}

/** The genesis block has no proposer. */
function addressOfProposer(keyHex: string): string | null {
  const key = fromHex(keyHex, PUBLIC_KEY_BYTES);
  return key ? addressOfKey(key) : null;
}

const summaryOf = ({ header, hash, transactionCount, fees }: StoredBlock) => ({
  height: header.height,
  hash,
  time: header.time,
  proposerAddress: addressOfProposer(header.proposer_pub_key),
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
 *  @param args.limit transactions from `args.offset` on; all of them when absent. */
async function* block(reader: KeyReader, args: unknown): AsyncIterable<Uint8Array> {
  const { height, offset = 0, limit = Number.MAX_SAFE_INTEGER } = args as { readonly height: number } & Partial<Page>;
  const content = await contentAt(reader, height);
  const { header, hash, transactionCount, fees } = content.block;
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
  yield* transactionPieces(
    content,
    ({ transaction: item, receipt }) => ({
      txId: binaryToHex(item.id),
      status: outcomeOf(receipt),
      tx: txV1(item, receipt),
    }),
    { offset, limit },
  );
  yield utf8(']}');
}

/** Buckets from `from` on, up to and with `to`; empty ones are absent. */
async function buckets(reader: KeyReader, args: unknown): Promise<unknown> {
  const { from, to, limit } = args as { readonly from: number; readonly to: number; readonly limit: number };
  const entries = await reader.range({ gte: bucketKey(from), lt: bucketKey(to + 1), limit });
  return entries.map(({ key, value }) => decodeBucket(keyNumber(key), value));
}

export const queries: StoreQueries = {
  transactions,
  accountTransactions,
  subjectTransactions,
  collectionTransactions,
  transaction,
  blocks,
  blockHeaders,
  block,
  buckets,
  ...poolQueries,
};
