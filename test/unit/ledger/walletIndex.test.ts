/** The list of wallets: in the order of their first registrations, whatever changes, and the same after a start. */

import { expect, test } from 'vitest';
import { WalletIndex } from '../../../engine/ledger/indexes/walletIndex.js';
import { rulesOf, TestChain } from '../../support/chain.js';
import { registerWallet } from '../../support/directoryOrders.js';
import { by } from '../../support/ledgerScene.js';
import { actor } from '../../support/transactions.js';

test('follows blocks as it is built from the state', () => {
  const chain = new TestChain(rulesOf({ validators: [{ actor: actor('validator'), stake: '10000' }] }));
  const owners = Array.from({ length: 12 }, (_, index) => actor(`owner ${index}`));
  const followed = new WalletIndex();
  followed.load(chain.state);
  const shown = (index: WalletIndex, from = 0, offset = 0, limit = 99) =>
    index.behind(from, offset, limit).map(({ number }) => number);
  const play = (indexes: readonly number[], discoverable: boolean): void => {
    const items = indexes.map((index) => {
      const owner = owners[index] as (typeof owners)[number];
      return registerWallet(by(chain, owner), `Owner ${index}`, { discoverable });
    });
    const { candidate } = chain.produce(items);
    expect(candidate.items.length).toBe(indexes.length);
    followed.apply(candidate.prepared.changes);
    const built = new WalletIndex();
    built.load(chain.state);
    expect(shown(followed)).toEqual(shown(built));
  };
  play([0, 1, 2, 3, 4, 5], true);
  play([6, 7], false);
  play([2, 4, 8], false);
  play([7, 9], true);
  play([4], true);
  expect(shown(followed)).toEqual([1, 2, 4, 5, 6, 8, 10]);
  expect(followed.size).toBe(7);
  expect(shown(followed, 4, 0, 2)).toEqual([5, 6]);
  // Behind one that is shown no more, too.
  expect(shown(followed, 3, 1, 2)).toEqual([5, 6]);
  expect(shown(followed, 10)).toEqual([]);
});
