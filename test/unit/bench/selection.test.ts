/** Which benches a command runs: each figure once. */

import { expect, test } from 'vitest';
import { benches, selectBenches } from '../../../bench/benches.js';

const names = (asked: readonly string[]): string[] => selectBenches(asked).map(({ name }) => name);

test('without names every bench runs, except those that another one includes', () => {
  const included = benches.flatMap(({ includes = [] }) => includes);
  expect(included).toEqual(['kernel']);
  expect(names([])).toEqual(benches.map(({ name }) => name).filter((name) => !included.includes(name)));
});

test('an included bench runs when it is asked for alone, and once when both are', () => {
  expect(names(['kernel'])).toEqual(['kernel']);
  expect(names(['verify', 'kernel', 'trie'])).toEqual(['verify', 'trie']);
});

test('an unknown name is refused with the list', () => {
  expect(() => names(['trie', 'tree'])).toThrow(/no bench "tree"; there are:\nverify/);
});

test('the benches of a network of nodes can be asked for', () => {
  expect(names(['network', 'import'])).toEqual(['import', 'network']);
});
