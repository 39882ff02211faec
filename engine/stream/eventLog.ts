/** The log of events, read again: a query that runs in the store's thread.
 *
 *  In: two event numbers, a filter and a format. Out: exactly the bytes that listeners got when the blocks were new, in
 *  chunks. The events of a block are rebuilt from its record, its stored transactions and receipts, and its list of
 *  changed balances. Each chunk says up to which number the log was read, even where nothing matched. */

import { XRGE } from '../base/amounts.js';
import { asBuffer } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import type { AccountId } from '../crypto/address.js';
import { kindOfTransaction } from '../ledger/admission.js';
import { tokensMovedBy } from '../ledger/movedTokens.js';
import { type SubjectId, tokenSubject } from '../ledger/subjects.js';
import type { StoredReceipt } from '../ledger/views.js';
import { readBalanceList } from '../store/balanceLog.js';
import type { EventFilter, EventFormat } from '../store/chainStore.js';
import { readBlocksFrom } from '../store/keeping.js';
import { heightKey, historyKey, keyNumber } from '../store/keys.js';
import type { KeyReader } from '../store/port.js';
import { decodePositions, type EventRange, lastOf, type StoredBlock } from '../store/records.js';
import { readEventRange } from '../store/recovery.js';
import { type BlockMemory, type Contents, type Place, placesOf, readBlock, withContents } from '../store/walks.js';
import { type EventEncoding, encodings } from './eventEncoding.js';
import type { BlockFacts } from './eventFacts.js';

/** Arguments of the query. */
export interface ReplayQuery {
  readonly from: number;
  readonly to: number;
  /** Height of the last block that may be read. */
  readonly tip: number;
  readonly filter: EventFilter;
  readonly format: EventFormat;
}

/** A chunk is written to a socket at once: a sixteenth of what may wait there. */
const CHUNK_BYTES = 256 * 1024;
/** Signers whose keys are read together, and transactions that are decoded before other work of the thread gets a turn. */
const GROUP = 32;
/** Blocks without a matching event after which a chunk says how far the log was read. */
const SILENT_BLOCKS = 64;

const HEAD_BYTES = 8;
const FRAME_HEAD_BYTES = 12;

export interface ReplayedEvent {
  readonly sequence: number;
  readonly bytes: Uint8Array;
}

/** Gathers events. Layout, big-endian: f64 number of the last event looked at; then for each event u32 length, f64
 *  number, the event's bytes. */
class ChunkWriter {
  #parts: ReplayedEvent[] = [];
  #bytes = 0;

  get isFull(): boolean {
    return this.#bytes >= CHUNK_BYTES;
  }

  add(sequence: number, bytes: Uint8Array): void {
    this.#parts.push({ sequence, bytes });
    this.#bytes += FRAME_HEAD_BYTES + bytes.length;
  }

  take(through: number): Uint8Array {
    const chunk = new Uint8Array(HEAD_BYTES + this.#bytes);
    const buffer = asBuffer(chunk);
    buffer.writeDoubleBE(through, 0);
    let at = HEAD_BYTES;
    for (const { sequence, bytes } of this.#parts) {
      buffer.writeUInt32BE(bytes.length, at);
      buffer.writeDoubleBE(sequence, at + 4);
      chunk.set(bytes, at + FRAME_HEAD_BYTES);
      at += FRAME_HEAD_BYTES + bytes.length;
    }
    this.#parts = [];
    this.#bytes = 0;
    return chunk;
  }
}

/** Reads a chunk of the query.
 *  @returns the number of the last event looked at, and the events that match, as views over the chunk. */
export function readEvents(chunk: Uint8Array): { readonly through: number; readonly events: readonly ReplayedEvent[] } {
  const buffer = asBuffer(chunk);
  const events: ReplayedEvent[] = [];
  for (let at = HEAD_BYTES; at < chunk.length; ) {
    const start = at + FRAME_HEAD_BYTES;
    const end = start + buffer.readUInt32BE(at);
    events.push({ sequence: buffer.readDoubleBE(at + 4), bytes: chunk.subarray(start, end) });
    at = end;
  }
  return { through: buffer.readDoubleBE(0), events };
}

/** The block to which an event belongs: the last one whose first event is not above it. */
async function blockOf(reader: KeyReader, sequence: number, tip: number): Promise<EventRange> {
  let low = await readBlocksFrom(reader);
  let high = tip;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((await readEventRange(reader, middle)).first <= sequence) low = middle;
    else high = middle - 1;
  }
  return readEventRange(reader, low);
}

const factsOf = ({ header, hash, transactionCount }: StoredBlock): BlockFacts => ({
  height: header.height,
  hash,
  time: header.time,
  proposer: header.proposer_pub_key,
  stateRoot: header.state_root,
  transactions: transactionCount,
});

/** Entries of histories that one replay may hold: when it would need more, its blocks are decoded instead. */
const MAX_ENTRIES = 50_000;
const PAGE = 512;

/** Positions of the transactions that concern some accounts and tokens, by height, from a height on: read from their histories,
 *  newest first.
 *  @returns undefined when there are too many. */
async function positionsOf(
  reader: KeyReader,
  wanted: readonly (AccountId | SubjectId)[],
  height: number,
): Promise<ReadonlyMap<number, ReadonlySet<number>> | undefined> {
  const found = new Map<number, Set<number>>();
  let entries = 0;
  for (const owner of wanted) {
    let end = Number.MAX_SAFE_INTEGER;
    for (let more = true; more; ) {
      const range = { gte: historyKey(owner, 0), lt: historyKey(owner, end), reverse: true, limit: PAGE };
      const page = await reader.range(range);
      more = page.length === PAGE;
      for (const { key, value } of page) {
        const entry = decodePositions(value);
        more &&= entry.height >= height;
        if (entry.height < height) break;
        end = keyNumber(key);
        entries += entry.positions.length;
        const positions = found.get(entry.height) ?? new Set();
        for (const position of entry.positions) positions.add(position);
        found.set(entry.height, positions);
      }
      if (entries > MAX_ENTRIES) return undefined;
    }
  }
  return found;
}

/** The histories that together hold every transaction of these accounts and tokens; XRGE has no history.
 *  @returns undefined when a selected account or token has no history. */
const historiesOf = ({ accounts, tokens }: EventFilter): readonly (AccountId | SubjectId)[] | undefined =>
  tokens.includes(XRGE) ? undefined : [...accounts, ...tokens.map(tokenSubject)];

class Replay {
  readonly #writer = new ChunkWriter();
  readonly #encoding: EventEncoding;
  readonly #accounts: ReadonlySet<string>;
  readonly #tokens: ReadonlySet<string>;
  readonly #wantsTransactions: boolean;
  readonly #wantsBalances: boolean;
  #silent = 0;
  /** When the filter selects only transactions of some accounts and tokens: their positions. */
  #positions: ReadonlyMap<number, ReadonlySet<number>> | undefined;

  constructor(
    private readonly reader: KeyReader,
    private readonly query: ReplayQuery,
    private readonly contents: Contents,
  ) {
    const { all, transactions, accounts, tokens } = query.filter;
    this.#encoding = encodings[query.format];
    this.#accounts = new Set(accounts);
    this.#tokens = new Set(tokens);
    this.#wantsTransactions = all || transactions || accounts.length > 0 || tokens.length > 0;
    this.#wantsBalances = all || accounts.length > 0 || tokens.length > 0;
  }

  async *run(): AsyncGenerator<Uint8Array> {
    const { from, to, tip } = this.query;
    const { all, blocks, transactions } = this.query.filter;
    if (!all && !blocks && !this.#wantsTransactions && !this.#wantsBalances) {
      yield this.#take(to);
      return;
    }
    let range = await blockOf(this.reader, from, tip);
    const histories = all || transactions ? [] : historiesOf(this.query.filter);
    if (histories && histories.length > 0) this.#positions = await positionsOf(this.reader, histories, range.height);
    for (;;) {
      yield* this.#block(range);
      const last = lastOf(range);
      if (last >= to) break;
      if (++this.#silent >= SILENT_BLOCKS) yield this.#take(last);
      range = await readEventRange(this.reader, range.height + 1);
    }
    yield this.#take(to);
  }

  #take(through: number): Uint8Array {
    this.#silent = 0;
    // The client may be slow.
    this.contents.letGo(false);
    return this.#writer.take(through);
  }

  #isAsked(seq: number): boolean {
    return seq >= this.query.from && seq <= this.query.to;
  }

  async *#block(range: EventRange): AsyncGenerator<Uint8Array> {
    const { filter, from, to } = this.query;
    const { first, transactions, balances, height } = range;
    const block = await readBlock(this.reader, height);
    invariant(block, `block ${height} is missing`);
    const facts = factsOf(block);
    if ((filter.all || filter.blocks) && this.#isAsked(first))
      this.#writer.add(first, this.#encoding.block(facts, first));
    const lastTransaction = first + transactions;
    if (this.#wantsTransactions && transactions > 0 && from <= lastTransaction && to > first)
      yield* this.#transactions(facts, range);
    if (this.#wantsBalances && balances > 0 && to > lastTransaction) await this.#balances(range);
    if (this.#writer.isFull) yield this.#take(Math.min(lastOf(range), to));
  }

  async *#transactions(facts: BlockFacts, range: EventRange): AsyncGenerator<Uint8Array> {
    const { from, to } = this.query;
    const asked = this.#positions?.get(range.height);
    if (this.#positions && !asked) return;
    const begin = Math.max(0, from - range.first - 1);
    const end = Math.min(range.transactions, to - range.first);
    const positions = asked && [...asked].filter((at) => at >= begin && at < end).sort((one, two) => one - two);
    const places = positions
      ? placesOf(range.height, positions.length, (index) => positions[index] as number)
      : placesOf(range.height, end - begin, (index) => begin + index);
    let done = 0;
    for (const place of places) {
      if (done++ % GROUP === 0) await this.contents.loadKeys(place, GROUP);
      const seq = range.first + 1 + place.position;
      await this.#transaction(facts, place, seq);
      if (this.#writer.isFull) yield this.#take(seq);
    }
  }

  async #transaction(facts: BlockFacts, place: Place, seq: number): Promise<void> {
    const { transaction, receipt } = await this.contents.entry(place);
    if (!this.#matches(transaction, receipt)) return;
    this.#writer.add(seq, this.#encoding.transaction(transaction, receipt.failure !== '', facts, seq));
  }

  #matches(transaction: Transaction, { failure, result }: StoredReceipt): boolean {
    const { all, transactions } = this.query.filter;
    if (all || transactions || this.#accounts.has(transaction.sender)) return true;
    if (failure !== '') return false;
    if (this.#tokens.size > 0 && tokensMovedBy(transaction, result).some((token) => this.#tokens.has(token)))
      return true;
    return kindOfTransaction(transaction)
      .parties(transaction.fields, result)
      .some((id) => this.#accounts.has(id));
  }

  async #balances({ height, first, transactions, balances }: EventRange): Promise<void> {
    const bytes = await this.reader.getFrom('balances', heightKey(height));
    invariant(bytes, `the changed balances of block ${height} are missing`);
    const list = readBalanceList(bytes);
    invariant(list.length === balances, `block ${height} lists another number of balances than it has events for`);
    list.forEach((balance, index) => {
      const seq = first + transactions + 1 + index;
      if (!this.#isAsked(seq)) return;
      if (this.query.filter.all || this.#accounts.has(balance.account) || this.#tokens.has(balance.token))
        this.#writer.add(seq, this.#encoding.balance(balance, height, seq));
    });
  }
}

/** Both numbers must be of events in the log. Yields chunks for `readEvents`. */
export const events = (reader: KeyReader, args: unknown, memory: BlockMemory): AsyncIterable<Uint8Array> =>
  withContents(reader, (contents) => new Replay(reader, args as ReplayQuery, contents).run(), memory);
