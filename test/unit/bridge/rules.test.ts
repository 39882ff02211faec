/** Each of the thirteen rules of safety (ops/bridge.md) is attacked by tests, whose titles begin with its number. A title of a table of cases counts once. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Attacks on each rule, the first rule first. A test that is written or removed changes its number. */
const ATTACKS = [20, 15, 12, 12, 11, 5, 9, 11, 13, 31, 14, 25, 4];
const TOTAL = 182;

/** A quote, the number and the title. Titles are texts of their own, at the call or as the first member of a row. */
const TITLE = /(['"`])rule (\d+): (.+?)\1/g;

interface Attack {
  readonly rule: number;
  readonly title: string;
  readonly file: string;
}

const attacks: readonly Attack[] = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...readFileSync(join(root, 'test', file), 'utf8').matchAll(TITLE)].map(([, , rule, title = '']) => ({
      ...{ rule: Number(rule), title, file },
    })),
  );

const named = readFileSync(join(root, 'ops/bridge.md'), 'utf8').match(/^\| (\d+)\. /gm) ?? [];

test('the documentation numbers thirteen rules', () => {
  expect(named).toEqual(ATTACKS.map((_, at) => `| ${at + 1}. `));
});

test('each rule is attacked as often as is written here', () => {
  const counted = ATTACKS.map((_, at) => attacks.filter(({ rule }) => rule === at + 1).length);
  expect(counted).toEqual(ATTACKS);
  expect(Math.min(...counted)).toBeGreaterThan(0);
  expect(attacks).toHaveLength(TOTAL);
});

test('each rule is attacked without a chain of its own, in every run of the quick tests', () => {
  const quick = attacks.filter(({ file }) => file.startsWith('unit/') && !file.endsWith('mainnetData.test.ts'));
  expect(new Set(quick.map(({ rule }) => rule)).size).toBe(ATTACKS.length);
});

test('no attack is counted twice', () => {
  expect(new Set(attacks.map(({ rule, title }) => `${rule} ${title}`)).size).toBe(TOTAL);
});
