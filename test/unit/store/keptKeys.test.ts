/** Keys that are cached beside the store: what is known, what a block invalidates, and the bound. */

import { describe, expect, test } from 'vitest';
import { KeptKeys } from '../../../engine/store/keptKeys.js';
import { actor } from '../../support/transactions.js';

const people = Array.from({ length: 12 }, (_, index) => actor(`kept ${index}`).account);
const [alice, bob] = people as [(typeof people)[0], (typeof people)[0]];

describe('kept keys', () => {
  test('are found as they were learnt; that there is none holds until the next block', () => {
    const keys = new KeptKeys();
    expect(keys.find(alice)).toBeUndefined();
    keys.learn(alice, 'aa');
    keys.learn(bob, null);
    expect([keys.find(alice), keys.find(bob)]).toEqual(['aa', null]);
    keys.nextBlock();
    expect([keys.find(alice), keys.find(bob)]).toEqual(['aa', undefined]);
    keys.learn(bob, 'bb');
    expect(keys.find(bob)).toBe('bb');
  });

  test('never are more than two generations, and those that are asked for stay', () => {
    const keys = new KeptKeys(4);
    let most = 0;
    for (let round = 0; round < 20; round++)
      for (const [index, account] of people.entries()) {
        keys.learn(account, `key ${index}`);
        expect(keys.find(alice)).toBe('key 0');
        most = Math.max(most, keys.size);
      }
    expect(most).toBe(8);
    expect(people.filter((account) => keys.find(account) === undefined).length).toBeGreaterThan(0);
  });
});
