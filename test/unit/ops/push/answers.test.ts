/** Answers of the provider with damage anywhere: they are read or they are not, and nothing is made up. */

import { expect, test } from 'vitest';
import { readReceipts, readTickets, type Ticket } from '../../../../ops/push/answers.js';
import { type ItemError, itemErrors } from '../../../../ops/push/measures.js';
import { SeededRandom, testSeed } from '../../../support/random.js';

const seed = testSeed();
const errors: readonly (ItemError | undefined)[] = [undefined, ...itemErrors];

const itemOf = (error: string | undefined, id: string) =>
  error === undefined ? { status: 'ok', id } : { status: 'error', message: 'a "text"', details: { error } };

function damage(text: string, random: SeededRandom): string {
  const at = random.below(text.length);
  switch (random.below(4)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + random.below(9));
    case 2:
      return text.slice(0, at) + random.pick([...'{}[],:"\\0nul\u0000\ud800']) + text.slice(at + 1);
    default:
      return text.slice(0, at) + text.slice(random.below(at + 1));
  }
}

const isTicket = (ticket: Ticket): boolean =>
  'error' in ticket ? itemErrors.includes(ticket.error) : ticket.id === undefined || /^[\w-]{1,64}$/.test(ticket.id);

test(`damaged answers are refused or read as tickets, seed ${seed}`, () => {
  const random = SeededRandom.of(seed, 'answers');
  const seen = { refused: 0, read: 0, receipts: 0 };
  for (let round = 0; round < 3_000; round++) {
    const ids = Array.from({ length: 1 + random.below(5) }, (_, index) => `id-${index}`);
    const items = ids.map((id) => itemOf(random.pick(errors), id));
    const list = damage(JSON.stringify({ data: items }), random);
    const tickets = readTickets(list, items.length);
    if (tickets) expect(tickets.length, list).toBe(items.length);
    for (const ticket of tickets ?? []) expect(isTicket(ticket), list).toBe(true);
    seen[tickets ? 'read' : 'refused']++;
    const named = damage(JSON.stringify({ data: Object.fromEntries(ids.map((id, at) => [id, items[at]])) }), random);
    for (const [id, receipt] of readReceipts(named, ids) ?? []) {
      expect(ids, named).toContain(id);
      expect(isTicket(receipt), named).toBe(true);
      seen.receipts++;
    }
  }
  expect(seen.refused + seen.read).toBe(3_000);
  expect(Math.min(seen.refused, seen.read, seen.receipts)).toBeGreaterThan(300);
});

test('an undamaged answer is read as it is', () => {
  const items = errors.map((error, index) => itemOf(error, `id-${index}`));
  const expected = errors.map((error, index) => (error === undefined ? { id: `id-${index}` } : { error }));
  expect(readTickets(JSON.stringify({ data: items }), items.length)).toEqual(expected);
  const ids = items.map((_, index) => `id-${index}`);
  const receipts = readReceipts(
    JSON.stringify({ data: Object.fromEntries(ids.map((id, at) => [id, items[at]])) }),
    ids,
  );
  expect([...(receipts ?? [])]).toEqual(ids.map((id, at) => [id, expected[at]]));
  expect(expected.length).toBe(7);
});
