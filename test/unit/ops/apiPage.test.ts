/** The page for clients says of numbers what the routes do: how long a list is, and how an amount is written. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '../../../api/routes/index.js';
import { PAGE } from '../../../engine/base/limits.js';

const page = readFileSync('ops/api.md', 'utf8');

/** Digits in groups of three, as the page writes them. */
const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

interface Limit {
  readonly default?: number;
  readonly maximum: number;
  readonly description?: string;
}

const limits = routes.flatMap(({ description: { path, query } }) => {
  const limit = (query as { readonly properties?: { readonly limit?: Limit } } | undefined)?.properties?.limit;
  return limit ? [{ path, limit }] : [];
});

test('each limit says in the description of the API what its absence means', () => {
  expect(limits.length).toBeGreaterThan(20);
  for (const { path, limit } of limits)
    expect(limit.description, path).toMatch(
      limit.default === undefined ? /Without it the answer is the whole list|when absent/ : /: \d+ when it is absent$/,
    );
});

test('the page says which lists of contracts are pages, and of how many records', () => {
  const [lists = ''] = /- \*\*Lists\.\*\*[\s\S]*?\n- /.exec(page) ?? [];
  const text = lists.replace(/\s+/g, ' ');
  const { contracts, contractEvents, contractState } = PAGE;
  expect(text).toContain(
    `\`/api/contracts\` ${contracts.default}, \`/api/contract/:addr/events\` ${contractEvents.default}, \`/state\` ${grouped(contractState.default)}`,
  );
  expect(text).toContain('Events of a contract have no `total`');
});

test('the page says that an attached amount is no text', () => {
  expect(page.replace(/\s+/g, ' ')).toContain('`attach.amount` of a call is a JSON integer in digits alone');
});
