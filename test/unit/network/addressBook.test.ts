/** The address book: back-off, bans that end, shares of its sources, and what it keeps over a restart. */

import { expect, test } from 'vitest';
import { AddressBook } from '../../../engine/network/addressBook.js';
import { ADDRESSES, BAN } from '../../../engine/network/limits.js';
import { refusedAs } from '../base/outcome.js';

const url = (number: number): string => `http://node${number}/api`;

test('a failing address rests min(5 s x 2^n, 120 s)', () => {
  const book = new AddressBook([url(1)]);
  const rests = Array.from({ length: 7 }, () => {
    book.failed(url(1), 1_000);
    return (book.get(url(1))?.restsUntil ?? 0) - 1_000;
  });
  expect(rests).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000]);
  book.succeeded(url(1), 'id', 2_000);
  expect(book.get(url(1))).toMatchObject({ failures: 0, id: 'id', succeededAt: 2_000 });
});

test('one source fills its share only, and seeds are never forgotten', () => {
  const book = new AddressBook([url(0)]);
  for (let number = 1; number <= ADDRESSES.perSource; number++)
    expect(book.add({ url: url(number), name: '' }, 'one')).toBe('added');
  expect(book.add({ url: url(5_000), name: '' }, 'one')).toBe('full');
  expect(book.add({ url: url(1), name: 'named' }, 'one')).toBe('known');
  expect(book.get(url(1))?.name).toBe('named');
  for (let number = 0; number < 2 * ADDRESSES.all; number++)
    book.add({ url: url(10_000 + number), name: '' }, `source ${number % 50}`);
  expect(book.size).toBe(ADDRESSES.all);
  expect(book.get(url(0))).toBeDefined();
});

test('a ban ends, and the next one is longer', () => {
  const book = new AddressBook([]);
  expect(book.ban('liar', 'flood', 0)).toBe(BAN.firstMs);
  expect(book.banReason('liar', BAN.firstMs - 1)).toBe('flood');
  expect(book.banReason('liar', BAN.firstMs)).toBeUndefined();
  expect(book.bans(BAN.firstMs)).toEqual([]);
  expect(book.ban('liar', 'flood', BAN.firstMs)).toBe(2 * BAN.firstMs);
  for (let times = 0; times < 50; times++) book.ban('liar', 'flood', 0);
  expect(book.ban('liar', 'flood', 0)).toBe(BAN.mostMs);
});

test('the saved text brings back addresses, names, bans and back-off on another clock', () => {
  const book = new AddressBook([url(1)]);
  book.add({ url: url(2), name: 'two' }, 'x');
  book.succeeded(url(2), 'id2', 50_000);
  for (let times = 0; times < 4; times++) book.failed(url(2), 90_000);
  book.failed(url(1), 90_000);
  book.ban('liar', 'flood', 90_000);
  const text = book.save(100_000);
  expect(book.changed).toBe(false);

  const again = new AddressBook([url(1)]);
  expect(again.load(text, 7)).toBeUndefined();
  expect(again.get(url(2))).toMatchObject({
    name: 'two',
    id: 'id2',
    succeededAt: 7 - 50_000,
    failures: 4,
    source: 'x',
  });
  expect(again.get(url(2))?.restsUntil).toBe(7 + 30_000);
  // A seed is tried at once.
  expect(again.get(url(1))).toMatchObject({ seed: true, restsUntil: 0 });
  expect(again.bans(7)).toEqual([{ id: 'liar', reason: 'flood', remainingMs: BAN.firstMs - 10_000 }]);
  expect(again.save(7)).toContain('"times":1');
});

test.each(['', '{', '[]', '{"addresses":{},"bans":[]}', 'null'])(
  'the damaged text %j is refused, and the seeds stay',
  (text) => {
    const book = new AddressBook([url(1)]);
    expect(refusedAs(book.load(text, 0))).toBe(
      'malformed_body: the saved address book is damaged; the node starts with its seeds alone',
    );
    expect([...book.all()].map((each) => each.url)).toEqual([url(1)]);
  },
);

test('entries that are no addresses are passed over', () => {
  const book = new AddressBook([]);
  expect(
    book.load('{"addresses":[1,{},{"url":7},{"url":"http://a/api"}],"bans":[null,{"id":"b"}]}', 0),
  ).toBeUndefined();
  expect(book.size).toBe(1);
});
