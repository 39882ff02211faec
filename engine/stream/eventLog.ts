/** The log of events, read again: a query that runs in the store's thread.
 *
 *  In: two event numbers, a filter and a format. Out: exactly the bytes that listeners got when the blocks were new, in
 *  chunks. The events of a block are rebuilt from its record, its stored transactions and receipts, and its list of
 *  changed balances. Each chunk says up to which number the log was read, even where nothing matched. */

import { asBuffer } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import { kindOfTransaction } from '../ledger/admission.js';
import { emittedIn } from '../ledger/emittedEvents.js';
import { tokensMovedBy } from '../ledger/movedTokens.js';
import type { StoredReceipt } from '../ledger/views.js';
import { readBalanceList } from '../store/balanceLog.js';
import type { EventFilter, EventFormat } from '../store/chainStore.js';
import { EventNumbers } from '../store/eventNumbers.js';
import { readBlocksFrom } from '../store/keeping.js';
import { heightKey } from '../store/keys.js';
import type { KeyReader } from '../store/port.js';
import { type EventRange, lastOf, type StoredBlock } from '../store/records.js';
import { readEventRange } from '../store/recovery.js';
import { type BlockMemory, type Contents, type Place, placesOf, readBlock, withContents } from '../store/walks.js';
import { type EventEncoding, encodings } from './eventEncoding.js';
import type { BlockFacts } from './eventFacts.js';
import { historiesOf, type Positions, positionsIn } from './filterPositions.js';

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

/** Gathers events for `readEvents`. Layout, big-endian: f64 number of the last event looked at; then for each event u32 length, f64
 *  number, the event's bytes. */
export class ChunkWriter {
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

class Replay {
  readonly #writer = new ChunkWriter();
  readonly #encoding: EventEncoding;
  readonly #accounts: ReadonlySet<string>;
  readonly #tokens: ReadonlySet<string>;
  readonly #contracts: ReadonlySet<string>;
  readonly #wantsTransactions: boolean;
  readonly #wantsEmitted: boolean;
  readonly #wantsBalances: boolean;
  #silent = 0;
  /** When the filter selects only transactions of some accounts, tokens and contracts: their positions. */
  #positions: Positions | undefined;

  constructor(
    private readonly reader: KeyReader,
    private readonly query: ReplayQuery,
    private readonly contents: Contents,
  ) {
    const { all, transactions, contractEvents, accounts, tokens, contracts } = query.filter;
    this.#encoding = encodings[query.format];
    this.#accounts = new Set(accounts);
    this.#tokens = new Set(tokens);
    this.#contracts = new Set(contracts);
    this.#wantsTransactions = all || transactions || accounts.length > 0 || tokens.length > 0;
    this.#wantsEmitted = all || contractEvents || contracts.length > 0;
    this.#wantsBalances = all || accounts.length > 0 || tokens.length > 0;
  }

  async *run(): AsyncGenerator<Uint8Array> {
    const { from, to, tip } = this.query;
    const { all, blocks, transactions } = this.query.filter;
    if (!blocks && !this.#wantsTransactions && !this.#wantsEmitted) {
      yield this.#take(to);
      return;
    }
    let range = await blockOf(this.reader, from, tip);
    const histories = all || transactions ? undefined : historiesOf(this.query.filter);
    this.#positions = histories && (await positionsIn(this.reader, histories, range.height));
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
    const { filter, to } = this.query;
    const { first, height } = range;
    const block = await readBlock(this.reader, height);
    invariant(block, `block ${height} is missing`);
    const facts = factsOf(block);
    if ((filter.all || filter.blocks) && this.#isAsked(first))
      this.#writer.add(first, this.#encoding.block(facts, first));
    const numbers = new EventNumbers(range);
    if (this.#wantsTransactions || this.#wantsEmitted) yield* this.#transactions(facts, range, numbers);
    if (this.#wantsBalances && range.balances > 0 && to >= first + numbers.firstBalance)
      await this.#balances(range, numbers);
    if (this.#writer.isFull) yield this.#take(Math.min(lastOf(range), to));
  }

  /** Positions of the transactions that may have matching events; undefined for all of the block. */
  #candidates({ height, emitters }: EventRange): readonly number[] | undefined {
    const { all, transactions, contractEvents } = this.query.filter;
    if (all || transactions) return undefined;
    const emitting = emitters.map(({ position }) => position);
    const positions = this.#positions;
    if (!positions) return this.#wantsTransactions ? undefined : emitting;
    return [...new Set([...(positions.get(height) ?? []), ...(contractEvents ? emitting : [])])];
  }

  async *#transactions(facts: BlockFacts, range: EventRange, numbers: EventNumbers): AsyncGenerator<Uint8Array> {
    const { from, to } = this.query;
    const { first, height } = range;
    const lowest = Math.max(from - first, 1);
    const highest = Math.min(to - first, numbers.firstBalance - 1);
    if (lowest > highest) return;
    const candidates = this.#candidates(range);
    const begin = numbers.placeAt(lowest).position;
    const end = numbers.placeAt(highest).position + 1;
    const positions = candidates?.filter((at) => at >= begin && at < end).sort((one, two) => one - two);
    const places = positions
      ? placesOf(height, positions.length, (index) => positions[index] as number)
      : placesOf(height, end - begin, (index) => begin + index);
    let done = 0;
    for (const place of places) {
      if (done++ % GROUP === 0) await this.contents.loadKeys(place, GROUP);
      yield* this.#transaction(facts, place, first + numbers.ofTransaction(place.position));
    }
  }

  /** @param seq number of the transaction's own event. */
  async *#transaction(facts: BlockFacts, place: Place, seq: number): AsyncGenerator<Uint8Array> {
    const { transaction, receipt } = await this.contents.entry(place);
    const failed = receipt.failure !== '';
    if (this.#isAsked(seq) && this.#wantsTransactions && this.#matches(transaction, receipt))
      this.#writer.add(seq, this.#encoding.transaction(transaction, failed, facts, seq, receipt.result));
    if (this.#writer.isFull) yield this.#take(seq);
    if (!this.#wantsEmitted) return;
    const { all, contractEvents } = this.query.filter;
    let next = seq;
    for (const event of emittedIn(transaction, receipt.result, failed)) {
      next++;
      if (!this.#isAsked(next) || !(all || contractEvents || this.#contracts.has(event.contract))) continue;
      this.#writer.add(next, this.#encoding.contract(event, transaction, facts.height, next));
      if (this.#writer.isFull) yield this.#take(next);
    }
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

  async #balances({ height, first, balances }: EventRange, { firstBalance }: EventNumbers): Promise<void> {
    const bytes = await this.reader.getFrom('balances', heightKey(height));
    invariant(bytes, `the changed balances of block ${height} are missing`);
    const list = readBalanceList(bytes);
    invariant(list.length === balances, `block ${height} lists another number of balances than it has events for`);
    list.forEach((balance, index) => {
      const seq = first + firstBalance + index;
      if (!this.#isAsked(seq)) return;
      if (this.query.filter.all || this.#accounts.has(balance.account) || this.#tokens.has(balance.token))
        this.#writer.add(seq, this.#encoding.balance(balance, height, seq));
    });
  }
}

/** Both numbers must be of events in the log. Yields chunks for `readEvents`. */
export const events = (reader: KeyReader, args: unknown, memory: BlockMemory): AsyncIterable<Uint8Array> =>
  withContents(reader, (contents) => new Replay(reader, args as ReplayQuery, contents).run(), memory);
