/** What the history of the bridge shows: what has moved. An approval that waits for others has moved nothing. */

import { expect, test } from 'vitest';
import { bridgeEntryOf } from '../../../engine/store/bridgeHistory.js';
import type { Entry } from '../../../engine/store/walks.js';
import { attestOrder, depositMembers, mintOrder, refundOrder, withdrawOrder } from '../../support/bridgeOrders.js';
import { actor, item, number, type Order } from '../../support/transactions.js';

const signer = actor('history of the bridge');
const by = { signer, timestamp: 1_700_000_000_000 };

function entryOf(order: Order, result: unknown, failure = '') {
  const receipt = { nonce: 1, fee: 0n, failure, result };
  const at = { height: 3, position: 0, time: 5 } as unknown as Entry['at'];
  return bridgeEntryOf({ transaction: item(order).transaction, receipt, at });
}

test('a deposit is shown by the approval that minted it', () => {
  const members = depositMembers('qETH', 'one', signer, 7n);
  for (const order of [mintOrder(by, members), attestOrder(by, members)]) {
    expect(entryOf(order, { minted: true })).toMatchObject({ kind: 'deposit', units: '7', claimKey: members.claimKey });
    expect(entryOf(order, { minted: false })).toBeUndefined();
  }
});

test('a withdrawal is shown with its failure, a refund is none', () => {
  const order = withdrawOrder(by, 'qETH', number(4));
  expect(entryOf(order, null, 'too little')).toMatchObject({ kind: 'withdrawal', units: '4', failure: 'too little' });
  expect(entryOf(refundOrder(by, '0'.repeat(64)), { ended: true })).toBeUndefined();
});
