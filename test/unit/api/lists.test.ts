/** Whole lists and pages over an order that changes while they are read. */

import { expect, test } from 'vitest';
import { inGroups, type Listing, listed } from '../../../api/routes/lists.js';
import { LIST_BYTES } from '../../../engine/base/limits.js';

interface Answer {
  readonly items: readonly number[];
  readonly shown: number;
  readonly next_cursor: string | null;
}

const PAGE = 7;

/** @param asked lengths of the pages that are taken from the order. */
const listingOf = (numbers: readonly number[], asked: number[] = [], size = 1): Listing<number, number, number> => ({
  behind: (place, offset, limit) => {
    asked.push(limit);
    return numbers.filter((number) => place === undefined || number > place).slice(offset, offset + limit);
  },
  placeOf: (number) => number,
  cursorOf: (number) => `after ${number}`,
  views: inGroups(3, async (some) => some),
  textOf: (number) => String(number).padEnd(size),
  most: PAGE,
});

async function read(
  listing: Listing<number, number, number>,
  request: { readonly limit?: number; readonly offset?: number; readonly place?: number } = {},
  meanwhile: () => void = () => undefined,
): Promise<Answer> {
  const pieces: Uint8Array[] = [];
  const body = listed(listing, { offset: 0, place: undefined, ...request }, (shown) => ({ shown }));
  for await (const piece of body) {
    pieces.push(piece);
    meanwhile();
  }
  return JSON.parse(`{"items":[${Buffer.concat(pieces)}}`) as Answer;
}

const upTo = (end: number): number[] => Array.from({ length: end }, (_, index) => index + 1);

test('without a limit all is given, taken in pages of the greatest size', async () => {
  for (const count of [0, 1, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE, 100]) {
    const asked: number[] = [];
    const all = upTo(count);
    expect(await read(listingOf(all, asked))).toEqual({ items: all, shown: count, next_cursor: null });
    expect(Math.max(...asked)).toBe(PAGE);
  }
});

test('a limit, an offset and a place cut out what they name', async () => {
  const all = upTo(50);
  let checked = 0;
  for (const limit of [1, 2, PAGE])
    for (const offset of [0, 1, 10, 49, 50, 60])
      for (const place of [undefined, 5, 49, 50]) {
        const from = (place ?? 0) + offset;
        const items = all.slice(from, from + limit);
        const last = items.at(-1);
        const next = last === undefined || last === 50 ? null : `after ${last}`;
        const request = place === undefined ? { limit, offset } : { limit, offset, place };
        expect(await read(listingOf(all), request)).toEqual({ items, shown: items.length, next_cursor: next });
        checked++;
      }
  expect(checked).toBe(72);
  expect((await read(listingOf(all), { offset: 48 })).items).toEqual([49, 50]);
  expect((await read(listingOf(all), { offset: 10, place: 20 })).items).toEqual(all.slice(30));
});

test('a whole list ends with the bytes of one answer, and the cursor goes on behind the last that is there', async () => {
  const all = upTo(100);
  const size = Math.ceil(LIST_BYTES / 20);
  const first = await read(listingOf(all, [], size));
  expect(first).toEqual({ items: upTo(20), shown: 20, next_cursor: 'after 20' });
  const rest = await read(listingOf(all, [], size), { place: 90 });
  expect(rest).toEqual({ items: all.slice(90), shown: 10, next_cursor: null });
});

test('while records come and go, each is given once and none that stays is left out', async () => {
  const numbers = upTo(60).map((number) => number * 2);
  const stays = new Set(numbers);
  // Elements of one piece each, so that something can change after every one of them.
  const size = 130 * 1024;
  let at = 0;
  const { items } = await read(listingOf(numbers, [], size), {}, () => {
    const gone = numbers.splice((at * 5) % numbers.length, 1)[0] as number;
    stays.delete(gone);
    numbers.push(at * 2 + 1);
    numbers.sort((a, b) => a - b);
    at++;
  });
  expect(at).toBeGreaterThan(30);
  expect(items).toEqual([...new Set(items)].toSorted((a, b) => a - b));
  expect([...stays].filter((number) => !items.includes(number))).toEqual([]);
});
