/** Events of blocks for the bench of the stream: distinct, successful transfers with keys of real size. */

import { toHex } from '../../engine/base/bytes.js';
import type { Outcome } from '../../engine/ledger/execution.js';
import { eventsOf } from '../../engine/stream/blockEvents.js';
import type { BlockEvents } from '../../engine/stream/hub.js';
import { proposerKey } from '../network.js';
import { bytesOf, NOW, request, verifyAll, wallets } from '../transfers.js';

/** @param first number of the block's own event. */
export function publishedBlocks(transfers: number, round: number, first: number): BlockEvents {
  const people = wallets(transfers);
  const requests = people.map((from, index) =>
    request(from, people[(index + 1) % transfers]?.address ?? '', round * transfers + index),
  );
  const outcomes = verifyAll(requests).items.map(({ transaction }): Outcome => {
    const parties = [{ account: transaction.sender, ordinal: round }];
    return {
      transaction,
      nonce: round + 1,
      fee: 100_000_000n,
      fuel: 0,
      failure: undefined,
      result: null,
      parties,
      subjects: [],
    };
  });
  const height = round + 1;
  const block = {
    height,
    hash: toHex(bytesOf(`block ${round}`, 32)),
    time: NOW + round * 400,
    proposer: toHex(proposerKey),
    stateRoot: toHex(bytesOf(`root ${round}`, 32)),
    outcomes,
    changes: [],
  };
  return eventsOf(block, { height, first, transactions: transfers, emitters: [], balances: 0 });
}
