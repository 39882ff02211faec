/** A stored block's transactions: any of them at once, as the decoder of the whole gives them; and what is kept of the blocks
 *  that were read last. */

import { describe, expect, test } from 'vitest';
import { concatBytes } from '../../../engine/base/bytes.js';
import { SIGNATURE_BYTES } from '../../../engine/crypto/mldsa.js';
import {
  BlockContent,
  ContentCache,
  copyOfEntry,
  receiptOf,
  signerOf,
  transactionOf,
} from '../../../engine/store/blockContent.js';
import { heightKey, publicKeyKey, receiptsKey } from '../../../engine/store/keys.js';
import type { KeyReader } from '../../../engine/store/port.js';
import type { StoredBlock } from '../../../engine/store/records.js';
import { WireReceipts } from '../../../proto/wire.js';
import { actor, CHAIN_ID, transfer } from '../../support/transactions.js';

const people = Array.from({ length: 5 }, (_, number) => actor(`content ${number}`));

interface Made {
  readonly block: StoredBlock;
  readonly reader: KeyReader;
  readonly ids: readonly string[];
  /** Values that were read from outside of the cache. */
  reads(): number;
}

/** A block of transfers as the store has it. */
function made(height: number, count: number): Made {
  const items = Array.from({ length: count }, (_, position) => {
    const signer = people[position % 4] ?? people[0];
    const signature = new Uint8Array(SIGNATURE_BYTES).fill(position);
    const item = transfer(
      { signer: signer as (typeof people)[0], timestamp: 1_000 + position },
      people[4] as (typeof people)[0],
      1n,
    );
    return { ...item, transaction: { ...item.transaction, signature } };
  });
  const receipts = items.map((_, position) => ({
    nonce: position,
    fee: String(position * 7),
    failure: position % 3 === 0 ? `failure ${position}` : '',
    result: '',
  }));
  const values = new Map<string, Uint8Array>([
    [`bodies ${heightKey(height).join()}`, concatBytes(...items.map(({ bodyEntry }) => bodyEntry))],
    [
      `signatures ${heightKey(height).join()}`,
      concatBytes(...items.map(({ transaction: { signature } }) => signature)),
    ],
    [`default ${receiptsKey(height).join()}`, WireReceipts.encode({ receipts }).finish()],
    ...people.map(({ account, publicKey }) => [`default ${publicKeyKey(account).join()}`, publicKey] as const),
  ]);
  let reads = 0;
  const getFrom: KeyReader['getFrom'] = async (family, key) => {
    reads++;
    return values.get(`${family} ${key.join()}`);
  };
  const reader: KeyReader = {
    get: (key) => getFrom('default', key),
    getMany: (keys) => Promise.all(keys.map((key) => getFrom('default', key))),
    getFrom,
    range: async () => [],
  };
  const block = { header: { height, chain_id: CHAIN_ID }, hash: `hash ${height}`, transactionCount: count };
  return {
    block: block as unknown as StoredBlock,
    reader,
    ids: items.map(({ transaction }) => transaction.id),
    reads: () => reads,
  };
}

async function compare({ block, reader, ids }: Made, positions: readonly number[], cache: ContentCache): Promise<void> {
  const content = await BlockContent.read(reader, block, cache);
  for (const position of positions) {
    const entry = copyOfEntry(content.entry(position));
    expect(entry.body.buffer).not.toBe(content.entry(position).body.buffer);
    const publicKey = await reader.get(publicKeyKey(signerOf(entry)));
    const transaction = transactionOf(entry, publicKey as Uint8Array, CHAIN_ID);
    const receipt = receiptOf(entry, transaction);
    expect(transaction.id).toBe(ids[position]);
    expect(new Set(transaction.signature)).toEqual(new Set([position & 255]));
    expect(receipt).toEqual({
      nonce: position,
      fee: BigInt(position * 7),
      failure: position % 3 === 0 ? `failure ${position}` : '',
      result: null,
    });
  }
}

describe('the content of a stored block', () => {
  test('is found entry by entry, in any order', async () => {
    const one = made(9, 300);
    const backwards = Array.from({ length: 300 }, (_, at) => 299 - at);
    await compare(one, backwards, new ContentCache());
    const content = await BlockContent.read(one.reader, one.block, new ContentCache());
    expect(content.length).toBe(300);
    for (const outside of [300, 4_000]) expect(() => content.entry(outside)).toThrow('not in the block');
  });

  test('of an empty block is nothing, and reads nothing', async () => {
    const empty = made(1, 0);
    const content = await BlockContent.read(empty.reader, empty.block, new ContentCache());
    expect([content.length, empty.reads()]).toEqual([0, 0]);
    expect(() => content.entry(0)).toThrow('not in the block');
  });

  test('that is not what the record says is a fault', async () => {
    const one = made(3, 10);
    for (const transactionCount of [9, 11])
      await expect(
        BlockContent.read(one.reader, { ...one.block, transactionCount }, new ContentCache()),
      ).rejects.toThrow();
  });

  test('is kept for the next reader, within a bound, the least recently read first to go', async () => {
    const blocks = [1, 2, 3].map((height) => made(height, 20));
    const [first, second, third] = blocks as [Made, Made, Made];
    const all = new ContentCache();
    await compare(first, [0], all);
    const one = all.bytes;
    expect(one).toBeGreaterThan(20 * SIGNATURE_BYTES);
    const cache = new ContentCache(2.5 * one);
    for (const each of [first, second, first, third]) await compare(each, [0], cache);
    expect(cache.bytes).toBeLessThanOrEqual(2.5 * one);
    expect([first, second, third].map(({ block }) => cache.find(block.hash) !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
    const before = first.reads();
    await BlockContent.read(first.reader, first.block, cache);
    expect(first.reads()).toBe(before);
    const small = new ContentCache(one - 1);
    await compare(first, [0, 19], small);
    // The latest stays: the next reader often wants the same.
    expect([small.bytes, small.find(first.block.hash) !== undefined]).toEqual([one, true]);
    await compare(second, [0], small);
    expect([small.bytes, small.find(first.block.hash)]).toEqual([one, undefined]);
  });
});
