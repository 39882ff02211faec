/** Lists in pieces: every byte once and in order, pieces of a bounded size, large elements made again when they had to go. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIST_BYTES, PIECE_BYTES } from '../../../engine/base/limits.js';
import { KeptElements, listPieces, Pieces } from '../../../engine/store/pieces.js';

async function all(pieces: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const found: Uint8Array[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}

const join = (pieces: readonly Uint8Array[]): string => Buffer.concat(pieces).toString();

describe('lists in pieces', () => {
  test('of any elements are whole, and no piece is larger than two', async () => {
    let large = 0;
    const sizes = fc.array(fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 4 * PIECE_BYTES })), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(sizes, async (lengths) => {
        const texts = lengths.map((length, at) => 'ü'.repeat(length % 7) + String(at % 10).repeat(length));
        let lets = 0;
        const pieces = await all(
          listPieces(
            texts,
            (text) => JSON.stringify(text),
            (count) => ({ count }),
            () => lets++,
          ),
        );
        expect(JSON.parse(`{"list":[${join(pieces)}}`)).toEqual({ list: texts, count: texts.length });
        for (const { length } of pieces) expect(length).toBeLessThanOrEqual(2 * PIECE_BYTES);
        expect(lets).toBe(pieces.length);
        large += lengths.filter((length) => length > PIECE_BYTES).length;
      }),
      { numRuns: 60 },
    );
    expect(large).toBeGreaterThan(20);
  });

  test('end with the element that reaches the bytes of one answer, and ask for no text behind it', async () => {
    const element = 'x'.repeat(LIST_BYTES / 4);
    const made: number[] = [];
    const pieces = listPieces(
      Array.from({ length: 9 }, (_, at) => at),
      (at) => {
        made.push(at);
        return JSON.stringify(element);
      },
      (count) => ({ count }),
    );
    const { list, count } = JSON.parse(`{"list":[${join(await all(pieces))}}`);
    expect([list.length, count, [...new Set(made)].length]).toEqual([4, 4, 4]);
  });

  test('always hold one element, however large', async () => {
    const [one] = [JSON.stringify('y'.repeat(LIST_BYTES + 5))];
    const pieces = await all(
      listPieces(
        [one, one],
        (text) => text as string,
        (count) => ({ count }),
      ),
    );
    expect(join(pieces).endsWith('],"count":1')).toBe(true);
  });

  test('of large elements side by side keep a part of each within the bound, and make each again once for a part', async () => {
    const readers = 5;
    const limit = 10 * PIECE_BYTES;
    const element = 7.5 * PIECE_BYTES;
    const kept = new KeptElements(limit);
    const makes = Array.from({ length: readers }, () => 0);
    const texts = makes.map(() => '');
    const open = new Map(
      makes.map((_, index) => [
        index,
        new Pieces(() => undefined, kept).add(() => {
          makes[index] = (makes[index] as number) + 1;
          return String(index).repeat(element);
        }),
      ]),
    );
    while (open.size > 0)
      for (const [index, reader] of [...open]) {
        const { done, value } = await reader.next();
        if (done) open.delete(index);
        else texts[index] += Buffer.from(value).toString();
        expect(kept.bytes).toBeLessThanOrEqual(limit);
      }
    for (const [index, text] of texts.entries()) expect(text).toBe(String(index).repeat(element));
    for (const made of makes) {
      expect(made).toBeGreaterThan(1);
      expect(made).toBeLessThanOrEqual(Math.ceil(element / (limit / readers)) + 1);
    }
    expect(kept.bytes).toBe(0);
  });

  test('give a large element back when their reader goes', async () => {
    const kept = new KeptElements();
    const pieces = new Pieces(() => undefined, kept).add(() => 'x'.repeat(3 * PIECE_BYTES));
    await pieces.next();
    expect(kept.bytes).toBe(3 * PIECE_BYTES);
    await pieces.return(undefined);
    expect(kept.bytes).toBe(0);
  });
});
