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

  test('make a large element again when it was pushed out, and hold no more than the bound', async () => {
    const kept = new KeptElements(3 * PIECE_BYTES);
    const makes = [0, 0];
    const readers = [0, 1].map((index) =>
      new Pieces(() => undefined, kept).add(() => {
        makes[index] = (makes[index] as number) + 1;
        return String(index).repeat(2.5 * PIECE_BYTES);
      }),
    );
    const texts = ['', ''];
    for (let open = 2; open > 0; ) {
      for (const [index, reader] of readers.entries()) {
        const { done, value } = await reader.next();
        if (done) open--;
        else texts[index] += Buffer.from(value).toString();
        expect(kept.bytes).toBeLessThanOrEqual(3 * PIECE_BYTES);
      }
      if (open < 2) break;
    }
    for (const reader of readers) await reader.return(undefined);
    expect(texts[0]).toBe('0'.repeat(2.5 * PIECE_BYTES));
    expect(makes[0]).toBeGreaterThan(1);
    expect(kept.bytes).toBe(0);
  });
});
