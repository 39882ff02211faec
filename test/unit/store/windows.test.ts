/** Readers of the past side by side, whose blocks do not fit the cache together: each reads its block once for a window of
 *  entries, all windows stay within their budget, everything is given back, and the bytes are those of a reader alone. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PIECE_BYTES } from '../../../engine/base/limits.js';
import { ContentCache } from '../../../engine/store/blockContent.js';
import { createQueries } from '../../../engine/store/history.js';
import { heightKey } from '../../../engine/store/keys.js';
import type { KeyReader, StorePort } from '../../../engine/store/port.js';
import { lastOf } from '../../../engine/store/records.js';
import { readEventRange } from '../../../engine/store/recovery.js';
import { type BlockMemory, createBlockMemory, placesOf, transactionList } from '../../../engine/store/walks.js';
import { type BlockMark, Windows } from '../../../engine/store/windows.js';
import { filterOf } from '../../../engine/stream/audience.js';
import { events } from '../../../engine/stream/eventLog.js';
import { openStore } from '../../../workers/store/openStore.js';
import { makeStoredChain, type StoredChain } from '../../support/storedChain.js';

const BLOCKS = 6;
const TRANSFERS = 600;
const WINDOW = 96 * 1024;

let directory: string;
let chain: StoredChain;
let store: StorePort;
let lastEvent: number;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rouged-windows-'));
  chain = await makeStoredChain(directory, BLOCKS, TRANSFERS);
  store = await openStore({ directory });
  lastEvent = lastOf(await readEventRange(store, BLOCKS));
}, 120_000);

afterAll(async () => {
  await store?.close();
  rmSync(directory, { recursive: true, force: true });
});

/** The store, with a count of the bodies that one query reads. */
class CountingReader implements KeyReader {
  readonly reads = new Map<string, number>();

  /** @param most bodies; the next one fails. */
  constructor(private readonly most = Number.POSITIVE_INFINITY) {}

  get all(): number {
    return [...this.reads.values()].reduce((sum, count) => sum + count, 0);
  }

  get = (key: Uint8Array) => store.get(key);
  getMany = (keys: readonly Uint8Array[]) => store.getMany(keys);
  range: KeyReader['range'] = (query) => store.range(query);
  getFrom: KeyReader['getFrom'] = async (family, key) => {
    if (family === 'bodies') {
      if (this.all >= this.most) throw new Error('no more bodies');
      this.reads.set(key.join(), (this.reads.get(key.join()) ?? 0) + 1);
    }
    return store.getFrom(family, key);
  };
}

type Query = (reader: KeyReader, memory: BlockMemory) => AsyncIterable<Uint8Array>;

const lastOrdinal = BLOCKS * TRANSFERS - 1;
const filter = filterOf([], true);
const everySeventh = async function* () {
  for (let height = BLOCKS; height > 0; height--)
    yield* placesOf(height, Math.floor(TRANSFERS / 7), (index) => TRANSFERS - 1 - 7 * index);
};

/** Every way of reading blocks, upwards and downwards, dense and with gaps. */
const kinds: Readonly<Record<string, Query>> = {
  'the pages of one block': (reader, memory) => createQueries(memory).block(reader, { height: 2, offset: 5 }),
  'one whole block': (reader, memory) => createQueries(memory).wholeBlock(reader, { height: 3 }),
  'blocks upwards': (reader, memory) => createQueries(memory).blocks(reader, { first: 1, last: BLOCKS }),
  'blocks downwards': (reader, memory) => createQueries(memory).blocks(reader, { first: BLOCKS, last: 1 }),
  'the chain downwards': (reader, memory) =>
    createQueries(memory).transactions(reader, { ordinal: lastOrdinal - 3, limit: 1_500 }),
  'the history of an account': (reader, memory) =>
    createQueries(memory).accountTransactions(reader, {
      account: chain.sender.account,
      ordinal: lastOrdinal - 400,
      limit: 1_200,
    }),
  'every seventh transaction': (reader, memory) =>
    transactionList(
      reader,
      everySeventh(),
      0,
      ({ transaction, receipt, at }) => [transaction.text, String(receipt.fee), at, 'x'.repeat(5_000)],
      memory,
    ),
  'the log of events': (reader, memory) =>
    events(reader, { from: 1, to: lastEvent, tip: BLOCKS, filter, format: 'json' }, memory),
  'the log of events of one account': (reader, memory) => {
    const ofOne = { ...filter, all: false, accounts: [chain.sender.account] };
    return events(reader, { from: 7, to: lastEvent - 9, tip: BLOCKS, filter: ofOne, format: 'json' }, memory);
  },
};

async function whole(query: Query): Promise<{ readonly bytes: Buffer; readonly pieces: number }> {
  const pieces: Uint8Array[] = [];
  for await (const piece of query(new CountingReader(), createBlockMemory())) pieces.push(piece);
  return { bytes: Buffer.concat(pieces), pieces: pieces.length };
}

/** A cache that keeps the latest block and no other. */
const smallMemory = (budget: number, most = budget): BlockMemory => ({
  cache: new ContentCache(1),
  windows: new Windows(budget, most),
});

/** Another reader's block evicts what the cache keeps. */
let others = 0;
const pushOut = ({ cache }: BlockMemory): void => {
  const table = { bytes: new Uint8Array(1) };
  cache.keep(`another block ${++others}`, { body: table, signatures: undefined, receipts: table } as never);
};

interface Reading {
  readonly iterator: AsyncIterator<Uint8Array>;
  readonly reader: CountingReader;
  readonly parts: Uint8Array[];
}

const begin = (query: Query, memory: BlockMemory, most?: number): Reading => {
  const reader = new CountingReader(most);
  return { iterator: query(reader, memory)[Symbol.asyncIterator](), reader, parts: [] };
};

/** One piece of each in turn, to their ends; no block is in the cache any more when the next piece is made. */
async function inTurn(
  readings: readonly Reading[],
  memory: BlockMemory,
  between = (): void => undefined,
): Promise<void> {
  for (let open = [...readings]; open.length > 0; ) {
    const left: Reading[] = [];
    for (const reading of open) {
      const { done, value } = await reading.iterator.next();
      pushOut(memory);
      between();
      if (done) continue;
      reading.parts.push(value);
      left.push(reading);
    }
    open = left;
  }
}

const blockBytes = async (): Promise<number> => {
  let most = 0;
  for (let height = 1; height <= BLOCKS; height++) {
    const body = (await store.getFrom('bodies', heightKey(height)))?.length ?? 0;
    const signatures = (await store.getFrom('signatures', heightKey(height)))?.length ?? 0;
    most = Math.max(most, body + signatures);
  }
  // With receipts and what a copied entry takes beside its bytes.
  return most + TRANSFERS * 600;
};

describe('readers side by side', () => {
  test.each(Object.keys(kinds))(
    'of %s read a block once for a window, and get what a reader alone gets',
    async (name) => {
      const query = kinds[name] as Query;
      const readers = 5;
      const budget = readers * WINDOW;
      const memory = smallMemory(budget);
      const alone = await whole(query);
      expect(alone.pieces).toBeGreaterThan(5);
      const readings = Array.from({ length: readers }, () => begin(query, memory));
      let most = 0;
      await inTurn(readings, memory, () => {
        most = Math.max(most, memory.windows.bytes);
        expect(memory.windows.bytes).toBeLessThanOrEqual(budget);
        expect(memory.windows.size).toBeLessThanOrEqual(readers);
      });
      expect(most).toBeGreaterThan(WINDOW);
      expect([memory.windows.size, memory.windows.bytes]).toEqual([0, 0]);
      const bound = Math.ceil((await blockBytes()) / WINDOW) + 2;
      for (const { reader } of readings) {
        expect(reader.all).toBeGreaterThan(0);
        for (const count of reader.reads.values()) expect(count).toBeLessThanOrEqual(bound);
      }
      for (const { parts } of readings) expect(Buffer.concat(parts).equals(alone.bytes)).toBe(true);
    },
    60_000,
  );

  test('with windows for whole blocks read each block once', async () => {
    const memory = smallMemory(64 * 1024 * 1024);
    const names = [
      'one whole block',
      'the pages of one block',
      'blocks upwards',
      'the chain downwards',
      'every seventh transaction',
      'the log of events',
    ];
    const readings = names.map((name) => begin(kinds[name] as Query, memory));
    await inTurn(readings, memory);
    let blocks = 0;
    for (const { reader } of readings)
      for (const count of reader.reads.values()) {
        blocks++;
        expect(count).toBe(1);
      }
    expect(blocks).toBeGreaterThan(15);
  });

  test('whose windows hold no entry at all get the same bytes', async () => {
    const query = kinds['the pages of one block'] as Query;
    const memory = smallMemory(1);
    const readings = [begin(query, memory), begin(query, memory)];
    await inTurn(readings, memory, () => expect(memory.windows.bytes).toBe(0));
    const { bytes } = await whole(query);
    for (const { parts } of readings) expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });

  test.each(Object.keys(kinds))(
    'of %s give everything back when they go or fail',
    async (name) => {
      const query = kinds[name] as Query;
      const memory = smallMemory(4 * WINDOW);
      const gone = begin(query, memory);
      const stays = begin(query, memory);
      for (const { iterator } of [gone, stays, gone, stays]) expect((await iterator.next()).done).toBe(false);
      expect(memory.windows.size).toBe(2);
      await gone.iterator.return?.();
      expect(memory.windows.size).toBe(1);
      await stays.iterator.return?.();
      expect([memory.windows.size, memory.windows.bytes]).toEqual([0, 0]);
      const fails = [begin(query, memory, 1), begin(query, memory, 1)];
      await expect(inTurn(fails, memory)).rejects.toThrow('no more bodies');
      for (const { iterator } of fails) await iterator.return?.();
      expect([memory.windows.size, memory.windows.bytes]).toEqual([0, 0]);
    },
    60_000,
  );
});

describe('windows', () => {
  const block: BlockMark = { height: 1, hash: 'hash', time: 1, chainId: 'chain' };
  const entryOf = (position: number) => ({
    body: new Uint8Array(1_000).fill(position),
    signature: new Uint8Array(0),
    receipt: new Uint8Array(10),
  });
  const positions = Array.from({ length: 100 }, (_, at) => at);

  test('share one budget: a late reader makes the others hold less of what they need last', () => {
    const windows = new Windows(60_000, 40_000);
    const first = windows.open();
    first.fill(block, [], positions, entryOf);
    expect(first.bytes).toBeGreaterThan(38_000);
    expect(first.bytes).toBeLessThanOrEqual(40_000);
    for (let readers = 2; readers <= 20; readers++) {
      const window = windows.open();
      window.fill(block, [], positions, entryOf);
      expect(windows.share).toBe(Math.min(40_000, Math.floor(60_000 / readers)));
      expect(windows.bytes).toBeLessThanOrEqual(60_000);
      expect(window.bytes).toBeGreaterThan(windows.share - 2_000);
      expect(first.bytes).toBeGreaterThan(windows.share - 2_000);
      expect(first.from(1, 0)?.entries[0]?.entry.body[0]).toBe(0);
      if (readers % 3 === 0) windows.close(window);
      if (readers % 3 === 0) windows.open();
    }
    expect(windows.size).toBe(20);
  });

  test('hold copies, and release what was passed', () => {
    const windows = new Windows();
    const window = windows.open();
    const entry = entryOf(7);
    window.fill(block, [], [7, 5, 3], (position) => (position === 7 ? entry : entryOf(position)));
    entry.body.fill(0);
    expect(window.from(1, 7)?.entries.map(({ position }) => position)).toEqual([7, 5, 3]);
    expect(window.from(1, 7)?.entries[0]?.entry.body[0]).toBe(7);
    const before = window.bytes;
    expect(window.from(1, 3)?.entries.map(({ position }) => position)).toEqual([3]);
    expect(window.bytes).toBe(before / 3);
    expect([window.from(1, 7), window.from(2, 3)]).toEqual([undefined, undefined]);
    expect(WINDOW).toBeLessThan(PIECE_BYTES);
  });
});
