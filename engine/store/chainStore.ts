/** The chain on disk: commits blocks in order, knows the tip, answers questions about the past.
 *
 *  The tip moves only after a block's commit is durable; a caller that asks in between sees the previous block. */

import { readU64, toHex, u64Bytes } from '../base/bytes.js';
import type { Log } from '../base/ports.js';
import { type Refusal, refuseBelow } from '../base/refusal.js';
import type { Tip } from '../chain/block.js';
import type { Certificate } from '../chain/certificate.js';
import type { ExecutedBlock } from '../consensus/production.js';
import type { AccountId } from '../crypto/address.js';
import type { SubjectId } from '../ledger/subjects.js';
import type { SnapshotTrust } from '../network/snapshotEvents.js';
import type { BlockRun } from './answerSize.js';
import type { PastRangeQuery, PastRecordsQuery } from './archive.js';
import { surveyBalances } from './balanceLog.js';
import { BatchWriter } from './batch.js';
import type { EffectsRun } from './blockEffects.js';
import { packBlock } from './blockWrite.js';
import type { BridgeEntry, BridgePage } from './bridgeHistory.js';
import type { CandleQuery } from './candleHistory.js';
import type { ContractEventsPage } from './contractHistory.js';
import type { ContractStatePage } from './contractRecords.js';
import { eventsAfter } from './eventNumbers.js';
import type { FinalityFacts } from './finality.js';
import type { BlockSummary, OrdinalPage, SubjectPage, TransactionAnswer } from './history.js';
import type { Mode } from './keeping.js';
import { KeptKeys } from './keptKeys.js';
import { blockKey, hashKey, heightKey, idKey, metaKey, publicKeyKey, trailKey } from './keys.js';
import { notKeptSentence } from './notKept.js';
import { unpackPresent } from './packedValues.js';
import type { PoolStats } from './poolViews.js';
import type { StorePort } from './port.js';
import { Pruner } from './pruner.js';
import { type Bucket, decodeStoredBlock, type EventRange, lastOf, type StoredBlock } from './records.js';
import { bucketStart, type Recovered, readEventRange, tipOf } from './recovery.js';
import type { SetPage } from './setLog.js';
import { type VoteChanges, type VoteLog, weightsOf } from './voteLog.js';

/** The format in which events are written; `relay` is both others in one, for whoever hands events on. */
export type EventFormat = 'json' | 'protobuf' | 'relay';

/** Selects events of the log. */
export interface EventFilter {
  /** Selects everything; the other members do not matter then. */
  readonly all: boolean;
  readonly blocks: boolean;
  readonly transactions: boolean;
  /** What any contract emitted. */
  readonly contractEvents: boolean;
  /** Transactions and balances of these. */
  readonly accounts: readonly AccountId[];
  /** Transactions and balances of these. */
  readonly tokens: readonly string[];
  /** What these emitted. 40 lower-case hex characters each. */
  readonly contracts: readonly string[];
}

/** Blocks of the log that are deleted together: one deletion per this many commits. */
const PRUNED_BLOCKS = 256;

/** What a block makes of the tip. */
interface NextTip {
  readonly stored: StoredBlock;
  readonly bucket: Bucket;
  readonly events: EventRange;
  readonly unchanged: ReturnType<typeof surveyBalances>['unchanged'];
  readonly votes: VoteChanges;
}

export class ChainStore {
  #tip: Tip;
  #tipBlock: StoredBlock;
  #bucket: Bucket;
  #events: EventRange;
  #oldest: EventRange;
  /** What the votes in the blocks up to the tip add up to. */
  readonly votes: VoteLog;
  /** Called when the tip has moved, before anything else is written. */
  onTip: (tip: Tip) => void = () => {};
  /** The deletion under way; it never rejects. */
  #pruning: Promise<void> | undefined;
  readonly #keys = new KeptKeys();
  readonly #pruner: Pruner;
  /** What the directory keeps. */
  readonly mode: Mode;
  /** Why the block of the snapshot with which the directory began was trusted; undefined where it began with the genesis block. */
  readonly snapshotTrust: SnapshotTrust | undefined;

  /** @param keptBlocks the log keeps the events of at least this many blocks.
   *  @param log receives the reason when old events or blocks could not be deleted.
   *  @param keepBlocks a pruned directory keeps at least this many blocks. */
  constructor(
    private readonly port: StorePort,
    recovered: Pick<Recovered, 'tip' | 'tipBlock' | 'bucket' | 'events' | 'oldestEvents' | 'votes' | 'kept'>,
    private readonly keptBlocks = Number.POSITIVE_INFINITY,
    private readonly log?: Log,
    keepBlocks = Number.POSITIVE_INFINITY,
  ) {
    this.#tip = recovered.tip;
    this.#tipBlock = recovered.tipBlock;
    this.#bucket = recovered.bucket;
    this.#events = recovered.events;
    this.#oldest = recovered.oldestEvents;
    this.votes = recovered.votes;
    const { kept } = recovered;
    this.mode = kept.mode;
    this.snapshotTrust = kept.snapshotTrust;
    this.#pruner = new Pruner({ port, kept, keepBlocks, onMark: (height) => this.#endEvents(height), log });
  }

  get tip(): Tip {
    return this.#tip;
  }

  get tipBlock(): StoredBlock {
    return this.#tipBlock;
  }

  /** Lowest height above genesis whose block is here whole: 1 where all are. It is above the tip right after a snapshot was restored. */
  get blocksFrom(): number {
    return this.#pruner.from;
  }

  /** Lowest height of a block that is here, the genesis block included: 0 where all are. */
  get lowestHeight(): number {
    const { blocksFrom } = this;
    return blocksFrom === 1 ? 0 : blocksFrom;
  }

  /** Lowest height at which every record of the state can be read. */
  get stateFrom(): number {
    return this.mode === 'archive' ? 0 : this.#tip.height;
  }

  /** Why a block of the chain is not here; undefined when it is, or when the chain has none of this height. */
  notKept(height: number): Refusal | undefined {
    const { blocksFrom } = this;
    return height > 0 && height < blocksFrom ? refuseBelow(notKeptSentence(blocksFrom), blocksFrom) : undefined;
  }

  /** Numbers of the tip's events. */
  get events(): EventRange {
    return this.#events;
  }

  /** The first event that the log still holds; the next one while it holds none. */
  get oldestEvent(): number {
    return this.#oldest.first > 0 ? this.#oldest.first : lastOf(this.#events) + 1;
  }

  /** Lowest height whose events the log still holds. */
  get eventsFrom(): number {
    return this.#oldest.first > 0 ? this.#oldest.height : this.#tip.height + 1;
  }

  /** Makes an executed block durable. The state's changes must not be shown before this resolves.
   *  @param hash block hash, 64 hex characters. @param decided the block's own certificate, where its height has one.
   *  @throws StoreError when it could not be made durable; then the tip has not moved. */
  async commit(
    executed: ExecutedBlock,
    proposerSignature: Uint8Array,
    hash: string,
    decided?: Certificate,
  ): Promise<StoredBlock> {
    const next = this.#next(executed, proposerSignature, hash);
    const { stored, bucket, events, unchanged, votes } = next;
    const write = packBlock(executed, stored, bucket, events, unchanged, votes, decided);
    const { height } = stored.header;
    const { mode } = this;
    await this.port.commit({
      ...write,
      ...(mode === 'pruned' && { trail: trailKey(height) }),
      ...(mode === 'archive' && { archive: height }),
    });
    this.#advance(next);
    return next.stored;
  }

  /** Moves the tip over a block that has turned out to be durable although its commit failed. */
  adopt(executed: ExecutedBlock, proposerSignature: Uint8Array, hash: string): StoredBlock {
    const next = this.#next(executed, proposerSignature, hash);
    this.#advance(next);
    return next.stored;
  }

  /** Everything that the block above the tip adds to the tip. */
  #next(executed: ExecutedBlock, proposerSignature: Uint8Array, hash: string): NextTip {
    const { header, headerBytes, certificate, execution, fees } = executed;
    const stored: StoredBlock = {
      header,
      headerBytes,
      proposerSignature,
      hash,
      certificate,
      transactionCount: execution.outcomes.length,
      firstOrdinal: this.#tip.totalTransactions,
      fees,
      voteWeights: weightsOf(executed),
    };
    const { balances, unchanged } = surveyBalances(executed.prepared.changes);
    const events = eventsAfter(this.#events, execution.outcomes, balances.length);
    return { stored, bucket: this.#countIn(stored), events, unchanged, votes: this.votes.next(executed) };
  }

  #advance({ stored, bucket, events, votes }: Omit<NextTip, 'unchanged'>): void {
    this.#bucket = bucket;
    this.#events = events;
    this.votes.apply(votes);
    if (this.#oldest.first === 0) this.#oldest = events;
    // One at a time: both move the beginning of the log.
    if (!this.#pruner.isRunning) this.#pruneEvents(stored.header.height - this.keptBlocks + 1);
    if (this.mode === 'pruned' && !this.#pruning) this.#pruner.follow(stored);
    this.#tipBlock = stored;
    this.#tip = tipOf(stored);
    this.#keys.nextBlock();
    this.onTip(this.#tip);
  }

  /** Deletes the log below a height when that is worth a deletion. Runs beside the commits; a replay that reads there
   *  already has its own view of the database. */
  #pruneEvents(height: number): void {
    const step = Math.min(PRUNED_BLOCKS, Math.max(1, this.keptBlocks >>> 3));
    if (this.#pruning || height - this.#oldest.height < step) return;
    this.#pruning = this.#prune(height)
      .catch((error: unknown) => {
        // What is left is deleted with the next step, or at the next start. A failing disk stops production on its own.
        this.log?.warn({ error, height }, 'old events could not be given up; they are tried again');
      })
      .finally(() => {
        this.#pruning = undefined;
      });
  }

  /** No new replay starts below the mark once it is set, and nothing is deleted before the mark is durable. */
  async #endEvents(height: number): Promise<void> {
    if (height <= this.#oldest.height) return;
    this.#oldest = await readEventRange(this.port, height);
    const batch = new BatchWriter();
    batch.put(metaKey('events-from'), u64Bytes(height));
    await this.port.commit({ batch: batch.finish() });
  }

  async #prune(height: number): Promise<void> {
    await this.#endEvents(height);
    await this.port.deleteRange('balances', heightKey(0), heightKey(height));
  }

  /** Resolves when no work runs beside the commits any more. */
  async settled(): Promise<void> {
    await this.#pruning;
    await this.#pruner.stop();
  }

  /** Resolves when no old blocks are being dropped. */
  pruned(): Promise<void> {
    return this.#pruner.settled();
  }

  #countIn(block: StoredBlock): Bucket {
    const start = bucketStart(block.header.time);
    const open = start === this.#bucket.start ? this.#bucket : { start, blocks: 0, transactions: 0 };
    return { start, blocks: open.blocks + 1, transactions: open.transactions + block.transactionCount };
  }

  /** Whether a transaction is in a block. @param id 32 bytes. */
  async includes(id: Uint8Array): Promise<boolean> {
    return (await this.port.get(idKey(id))) !== undefined;
  }

  transaction(id: string): Promise<TransactionAnswer | null> {
    return this.port.query('transaction', { id });
  }

  /** Lists of transactions, newest first, are JSON items, the closing bracket and `next_cursor`: the ordinal below which the
   *  next page begins. A list ends when it reaches the byte limit of one answer. */
  transactions(page: OrdinalPage): AsyncIterable<Uint8Array> {
    return this.port.stream('transactions', page);
  }

  accountTransactions(page: OrdinalPage & { readonly account: AccountId }): AsyncIterable<Uint8Array> {
    return this.port.stream('accountTransactions', page);
  }

  /** The transactions of a token, with what they did. */
  subjectTransactions(page: SubjectPage): AsyncIterable<Uint8Array> {
    return this.port.stream('subjectTransactions', page);
  }

  /** Deposits and withdrawals of the bridges, newest first. */
  bridgeEntries(page: BridgePage): Promise<readonly BridgeEntry[]> {
    return this.port.query('bridgeEntries', page);
  }

  /** One of them. @returns null for an unknown id, `other` for another kind of transaction. */
  bridgeEntry(id: string): Promise<BridgeEntry | 'other' | null> {
    return this.port.query('bridgeEntry', { id });
  }

  /** Events of a contract: JSON items, the closing bracket, `count` and `next_cursor`. */
  contractEvents(page: ContractEventsPage): AsyncIterable<Uint8Array> {
    return this.port.stream('contractEvents', page);
  }

  /** What a contract keeps: members of a JSON object, its closing brace, `entries`, `count` and `next_cursor`. */
  contractState(page: ContractStatePage): AsyncIterable<Uint8Array> {
    return this.port.stream('contractState', page);
  }

  /** What happened in a collection of NFTs. */
  collectionTransactions(page: SubjectPage & { readonly subject: SubjectId }): AsyncIterable<Uint8Array> {
    return this.port.stream('collectionTransactions', page);
  }

  /** JSON items, from `first` to `last` in that direction, and the closing bracket; then `next_height`, the first block that was
   *  left out because the answer reached its byte limit, if any was. Both heights must exist. */
  blocks(run: BlockRun): AsyncIterable<Uint8Array> {
    return this.port.stream('blocks', run);
  }

  /** The same for blocks with everything that they did, without what they were signed with. */
  blockEffects(run: EffectsRun): AsyncIterable<Uint8Array> {
    return this.port.stream('blockEffects', run);
  }

  /** Summaries of block headers, from `first` down to `last`. Both heights must exist. */
  blockHeaders(first: number, last: number): Promise<BlockSummary[]> {
    return this.port.query('blockHeaders', { first, last });
  }

  /** One block's JSON object. The height must exist. @param page selects its transactions; when absent, as many as one answer
   *  holds. */
  block(height: number, page?: { readonly offset: number; readonly limit: number }): AsyncIterable<Uint8Array> {
    return this.port.stream('block', { height, ...page });
  }

  /** What the certificate of a block proves, without its precommits. @returns null when the chain holds no certificate, or does
   *  not hold the weights of its precommits. */
  finality(height: number): Promise<FinalityFacts | null> {
    return this.port.query('finality', { height });
  }

  /** JSON items and the closing bracket: the precommits of the block's certificate. */
  precommits(height: number): AsyncIterable<Uint8Array> {
    return this.port.stream('precommits', { height });
  }

  /** JSON items, the closing bracket, and `next_height` when more follow: the changes of the active set, with their proofs. */
  setChanges(page: SetPage): AsyncIterable<Uint8Array> {
    return this.port.stream('setChanges', page);
  }

  /** Height of the block with this hash. @param hash 32 bytes. */
  async heightOf(hash: Uint8Array): Promise<number | undefined> {
    const height = await this.port.get(hashKey(hash));
    return height && readU64(height, 0);
  }

  buckets(from: number, to: number, limit: number): Promise<Bucket[]> {
    return this.port.query('buckets', { from, to, limit });
  }

  /** JSON items without brackets: events of a pool by ordinal from `last` down to `first`, none when that is above.
   *  @param pool its number. */
  poolEvents(pool: number, first: number, last: number): AsyncIterable<Uint8Array> {
    return this.port.stream('poolEvents', { pool, first, last });
  }

  /** The same for all pools, by their numbers across all pools. */
  allPoolEvents(first: number, last: number): AsyncIterable<Uint8Array> {
    return this.port.stream('allPoolEvents', { first, last });
  }

  /** JSON items without brackets: prices after a pool's events, by ordinal from `first` up to `last`. */
  poolPrices(pool: number, first: number, last: number): AsyncIterable<Uint8Array> {
    return this.port.stream('poolPrices', { pool, first, last });
  }

  /** Sums over a pool's swaps: of all time, and of those after `since`. @param events number of the pool's events so far.
   *  @param since milliseconds since the epoch. */
  poolStats(pool: number, events: number, since: number): Promise<PoolStats> {
    return this.port.query('poolStats', { pool, events, since });
  }

  /** JSON members `candles`, oldest first, and `next_cursor`. */
  poolCandles(query: CandleQuery): AsyncIterable<Uint8Array> {
    return this.port.stream('poolCandles', query);
  }

  /** A block's record; undefined when it was dropped or is not there yet. */
  async storedBlock(height: number): Promise<StoredBlock | undefined> {
    const record = await this.port.get(blockKey(height));
    return record && decodeStoredBlock(record);
  }

  /** Records of the state after a block from `stateFrom` on.
   *  @param keys table number and key of each. @returns their values in the order of the keys. */
  async pastRecords(keys: readonly Uint8Array[], height: number): Promise<readonly (Uint8Array | undefined)[]> {
    const query: PastRecordsQuery = { keys, height };
    return unpackPresent(await this.port.query('pastRecords', query));
  }

  /** The same for all keys that begin with a prefix, as a packed batch of puts. @returns undefined when there are more than `most`. */
  pastRange(prefix: Uint8Array, height: number, most: number): Promise<Uint8Array | undefined> {
    const query: PastRangeQuery = { prefix, height, most };
    return this.port.query('pastRange', query);
  }

  /** Public key of an account in hex, null when the chain has not seen it; answered at once when it was read recently. */
  publicKey(account: AccountId): string | null | Promise<string | null> {
    const kept = this.#keys.find(account);
    return kept === undefined ? this.#readPublicKey(account) : kept;
  }

  /** Public keys of many accounts in their order, with at most one read of the store. */
  async publicKeys(accounts: readonly AccountId[]): Promise<(string | null)[]> {
    const known = new Map(accounts.map((account) => [account, this.#keys.find(account)]));
    const asked = accounts.filter((account) => known.get(account) === undefined);
    if (asked.length > 0) {
      const tip = this.#tip;
      const found = await this.port.getMany(asked.map(publicKeyKey));
      asked.forEach((account, index) => {
        known.set(account, this.#learn(account, found[index], tip));
      });
    }
    return accounts.map((account) => known.get(account) ?? null);
  }

  async #readPublicKey(account: AccountId): Promise<string | null> {
    const tip = this.#tip;
    return this.#learn(account, await this.port.get(publicKeyKey(account)), tip);
  }

  /** @param tip the tip when the store was asked. @returns the key in hex. */
  #learn(account: AccountId, bytes: Uint8Array | undefined, tip: Tip): string | null {
    const key = bytes ? toHex(bytes) : null;
    // A read that began before the present tip may have missed the block that shows the key.
    if (key !== null || tip === this.#tip) this.#keys.learn(account, key);
    return key;
  }

  /** The log of events from number `from` to number `to`, as chunks for `readEvents`. Both must be in the log.
   *  @param filter selects events. @param format how they are written. */
  replay(from: number, to: number, filter: EventFilter, format: EventFormat): AsyncIterable<Uint8Array> {
    return this.port.stream('events', { from, to, tip: this.#tip.height, filter, format });
  }
}
