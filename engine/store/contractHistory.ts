/** Queries about the events of contracts, newest first. They run in the store's thread.
 *
 *  Events are found through the history of the contract's subject, which has only transactions in which it emitted some. */

import { binaryToHex, fromHex } from '../base/bytes.js';
import { emittedIn } from '../ledger/emittedEvents.js';
import type { ContractEvent } from '../ledger/kind.js';
import { contractSubject, type SubjectId } from '../ledger/subjects.js';
import { readBlocksFrom } from './keeping.js';
import { historyKey, idKey, keyNumber } from './keys.js';
import { listPieces } from './pieces.js';
import type { KeyReader } from './port.js';
import { decodeLocation, decodePositions } from './records.js';
import { type BlockMemory, type Contents, type Entry, entryAt, historyWalk, withContents } from './walks.js';

export interface ContractEventsPage {
  /** 40 hex characters. */
  readonly contract: string;
  /** Entries of its history. */
  readonly total: number;
  readonly limit: number;
  /** Only events of blocks below this height. */
  readonly before?: number;
  /** Only those of this transaction, 64 hex characters. */
  readonly tx?: string;
  /** Where an earlier page ended: the ordinal of its last transaction, and how many of its events were in it. With `tx` only the
   *  latter counts. */
  readonly from?: { readonly ordinal: number; readonly skip: number };
}

interface ShownEvent extends ContractEvent {
  readonly height: number;
  readonly id: string;
}

const eventText = ({ contract, topic, data, height, id }: ShownEvent): string =>
  JSON.stringify({ contract_addr: contract, topic, data, block_height: height, tx_hash: id });

/** What a contract emitted in one transaction, newest first. */
function emittedBy({ transaction, receipt, at }: Entry, contract: string): ShownEvent[] {
  const events = emittedIn(transaction, receipt.result, receipt.failure !== '');
  const id = binaryToHex(transaction.id);
  return events
    .filter((event) => event.contract === contract)
    .map((event) => ({ ...event, height: at.height, id }))
    .reverse();
}

/** The number of entries of a history that are in blocks below a height: one search for each bit of the total. */
export async function entriesBelow(
  reader: KeyReader,
  owner: SubjectId,
  total: number,
  height: number,
): Promise<number> {
  let low = 0;
  let high = total;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const range = { gte: historyKey(owner, 0), lt: historyKey(owner, middle + 1), reverse: true, limit: 1 };
    const [found] = await reader.range(range);
    if (!found) return low;
    const entry = decodePositions(found.value);
    if (entry.height < height) low = Math.max(middle + 1, keyNumber(found.key) + entry.positions.length);
    else high = Math.min(middle, keyNumber(found.key));
  }
  return low;
}

/** @param ended gets the cursor of the page that would follow if this one ended here. */
async function* textsOf(
  reader: KeyReader,
  contents: Contents,
  page: ContractEventsPage,
  ended: (cursor: string | null) => void,
): AsyncGenerator<() => string> {
  const { contract, total, limit, before, from } = page;
  const subject = contractSubject(contract);
  const end = before === undefined ? total : await entriesBelow(reader, subject, total, before);
  let ordinal = Math.min(from?.ordinal ?? end - 1, end - 1);
  let skip = ordinal === from?.ordinal ? from.skip : 0;
  let left = limit;
  for await (const place of historyWalk(reader, subject, ordinal, ordinal + 1)) {
    const events = emittedBy(await contents.entry(place), contract);
    let shown = skip;
    for (const event of events.slice(skip)) {
      // Where the page ends without this event, which may be one too many bytes.
      ended(`${ordinal}.${shown}`);
      if (left === 0) return;
      left--;
      shown++;
      yield () => eventText(event);
    }
    skip = 0;
    ordinal--;
    if (left === 0 && ordinal >= 0) return ended(`${ordinal}.0`);
  }
  ended(null);
}

async function* pageOf(reader: KeyReader, contents: Contents, page: ContractEventsPage): AsyncGenerator<Uint8Array> {
  let cursor: string | null = null;
  const texts = textsOf(reader, contents, page, (next) => {
    cursor = next;
  });
  yield* listPieces(
    texts,
    (text) => text(),
    (count) => ({ count, next_cursor: cursor }),
    contents.letGo,
  );
}

async function* ofTransaction(
  reader: KeyReader,
  { contract, limit, before, from, tx = '' }: ContractEventsPage,
  memory: BlockMemory,
): AsyncGenerator<Uint8Array> {
  const id = fromHex(tx, 32);
  const location = id && (await reader.get(idKey(id)));
  const place = location && decodeLocation(location);
  const isHere = place && place.height >= (await readBlocksFrom(reader)) && place.height < (before ?? Infinity);
  const events = isHere ? emittedBy(await entryAt(reader, place, memory), contract) : [];
  const { ordinal, skip } = from ?? { ordinal: 0, skip: 0 };
  yield* listPieces(events.slice(skip, skip + limit), eventText, (count) => ({
    count,
    next_cursor: skip + count < events.length ? `${ordinal}.${skip + count}` : null,
  }));
}

/** Events as a JSON list without its opening bracket, then `count` and `next_cursor`. */
export function contractEvents(reader: KeyReader, args: unknown, memory: BlockMemory): AsyncIterable<Uint8Array> {
  const page = args as ContractEventsPage;
  if (page.tx !== undefined) return ofTransaction(reader, page, memory);
  return withContents(reader, (contents) => pageOf(reader, contents, page), memory);
}
