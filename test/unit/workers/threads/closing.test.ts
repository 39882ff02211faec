/** Parts that are ended together: each of them, in their order, whatever the others do. */

import { expect, test } from 'vitest';
import { closeAll, closeEach } from '../../../../workers/threads/closing.js';

test('every part is ended, in order, and every failure is told', async () => {
  const ended: string[] = [];
  const part = (name: string, failure?: Error, late = false) => ({
    name,
    close: () => {
      ended.push(name);
      if (failure && late) return Promise.reject(failure);
      if (failure) throw failure;
      return Promise.resolve();
    },
  });
  const first = new Error('first');
  const second = new Error('second');
  const failures = await closeAll([part('a', first), part('b'), part('c', second, true), part('d')]);
  expect(ended).toEqual(['a', 'b', 'c', 'd']);
  expect(failures).toEqual([
    { name: 'a', error: first },
    { name: 'c', error: second },
  ]);
});

test('the first failure is passed on when all have been ended', async () => {
  let ended = 0;
  const fail = (text: string) => () => {
    ended++;
    throw new Error(text);
  };
  await expect(
    closeEach(
      () => ended++,
      fail('one'),
      fail('two'),
      async () => ended++,
    ),
  ).rejects.toThrow('one');
  expect(ended).toBe(4);
  await closeEach(() => ended++);
  expect(ended).toBe(5);
});
