/** Quick tests share the modules of their worker, so a file that replaces one has to have a worker of its own. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const REPLACES = /\bvi\.(?:mock|doMock|stubGlobal|useFakeTimers)\(/;

/** Paths of a pattern with at most one pair of braces. */
function pathsOf(pattern: string): readonly string[] {
  const braces = /^(.*)\{(.*)\}(.*)$/.exec(pattern);
  if (!braces) return [pattern];
  const [, before = '', names = '', behind = ''] = braces;
  return names.split(',').map((name) => before + name + behind);
}

test('every test file that replaces modules or globals is named in the configuration', () => {
  const config = readFileSync('vitest.config.ts', 'utf8');
  const list = /const MOCKING = \[([^\]]*)\]/.exec(config)?.[1] ?? '';
  const named = [...list.matchAll(/'([^']+)'/g)].flatMap(([, pattern = '']) => pathsOf(pattern)).sort();
  const replacing = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', name))
    .filter((path) => !path.endsWith('isolation.test.ts') && REPLACES.test(readFileSync(path, 'utf8')))
    .sort();
  expect(named.length).toBeGreaterThan(5);
  expect(named).toEqual(replacing);
});
