/** What a durable block sends to its listeners: the block, each transaction, each changed balance once. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { binaryToHex, utf8Text } from '../../../engine/base/bytes.js';
import { BURN_ADDRESS, TREASURY } from '../../../engine/crypto/address.js';
import { surveyBalances } from '../../../engine/store/balanceLog.js';
import { eventsAfter } from '../../../engine/store/eventNumbers.js';
import { NO_EVENTS } from '../../../engine/store/records.js';
import { accountTopic, type Delivery, type Topic, tokenTopic } from '../../../engine/stream/audience.js';
import { eventsOf } from '../../../engine/stream/blockEvents.js';
import { encodings } from '../../../engine/stream/eventEncoding.js';
import { EventHub } from '../../../engine/stream/hub.js';
import { type Produced, rulesOf, TestChain } from '../../support/chain.js';
import { actor, faucet, transfer } from '../../support/transactions.js';

const validator = actor('validator');
const alice = actor('alice');
const bob = actor('bob');
const carol = actor('carol');

type Event = Record<string, unknown>;

function scene() {
  const chain = new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [
        { to: alice.keyHex, amount: '100' },
        { to: alice.keyHex, amount: '9007199254740993', token: 'GOLD' },
      ],
      faucet: true,
    }),
  );
  const hub = new EventHub(0, () => {});
  const listen = (...topics: Topic[]): Event[] => {
    const events: Event[] = [];
    const listener = {
      deliver: (heard: readonly Delivery[]) => {
        for (const { bytes } of heard) events.push(JSON.parse(utf8Text(bytes)) as Event);
      },
      overrun: () => {},
    };
    hub.add(listener);
    hub.subscribe(listener, topics);
    return events;
  };
  let last = NO_EVENTS;
  const publish = ({ hash, candidate, block }: Produced) => {
    const { changes } = candidate.prepared;
    const { outcomes } = candidate.execution;
    const { height, time, proposer_pub_key: proposer, state_root: stateRoot } = block.header;
    const balances = surveyBalances(changes).balances.length;
    last = eventsAfter(last, outcomes, balances);
    hub.publish(eventsOf({ height, hash, time, proposer, stateRoot, outcomes, changes }, last));
  };
  return { chain, hub, listen, publish };
}

describe('a block', () => {
  test('is one event with its hash, root and number of transactions', () => {
    const { chain, listen, publish } = scene();
    const events = listen('blocks');
    const produced = chain.produce([transfer({ signer: alice, timestamp: chain.tip.time }, bob, 1n)]);
    publish(produced);
    expect(events).toEqual([
      {
        type: 'new_block',
        height: 1,
        hash: produced.hash,
        tx_count: 1,
        timestamp: produced.block.header.time,
        proposer: validator.keyHex,
        state_root: chain.root,
        seq: 1,
      },
    ]);
  });

  test('tells everything to a listener without topics, in order and without gaps', () => {
    const { chain, listen, publish, hub } = scene();
    const events = listen();
    const common = { signer: alice, timestamp: chain.tip.time };
    publish(chain.produce([transfer(common, bob, 5n * QUANTA), transfer(common, carol, 3n, 'GOLD')]));
    expect(events.map(({ type }) => type)).toEqual([
      'new_block',
      'new_transaction',
      'new_transaction',
      // XRGE of alice and bob, GOLD of alice and carol. Carol's XRGE is what it was.
      ...Array.from({ length: 4 }, () => 'balance_update'),
    ]);
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    hub.publishStats((sequence, format) =>
      encodings[format].stats({ blockHeight: 1, peerCount: 2, mempoolSize: 3 }, sequence),
    );
    expect(events.at(-1)).toEqual({ type: 'stats', block_height: 1, peer_count: 2, mempool_size: 3, seq: 7 });
    // A block without transactions pays out the fees of the last one, and says so.
    publish(chain.produce());
    expect(events.slice(8).map(({ type, seq, account }) => [type, seq, account])).toEqual([
      ['new_block', 8, undefined],
      ['balance_update', 9, validator.address],
      ['balance_update', 10, TREASURY],
    ]);
  });
});

describe('a transaction', () => {
  test('reaches its signer and its recipient with id, amount and status', () => {
    const { chain, listen, publish } = scene();
    const lists = [listen('transactions'), listen(accountTopic(alice.account)), listen(accountTopic(bob.account))];
    const stranger = listen(accountTopic(carol.account));
    const produced = chain.produce([transfer({ signer: alice, timestamp: chain.tip.time }, bob, 2_500_000_000n)]);
    publish(produced);
    for (const events of lists)
      expect(events.filter(({ type }) => type === 'new_transaction')).toEqual([
        {
          type: 'new_transaction',
          tx_hash: binaryToHex(produced.items[0]?.transaction.id ?? ''),
          tx_type: 'transfer',
          from: alice.keyHex,
          to: bob.address,
          amount: 2.5,
          amount_quanta: '2500000000',
          token: 'XRGE',
          status: 'success',
          block_height: 1,
          timestamp: produced.block.header.time,
          seq: 2,
        },
      ]);
    expect(stranger).toEqual([]);
  });

  test('that failed says so, to its signer only', () => {
    const { chain, listen, publish } = scene();
    const signer = listen(accountTopic(alice.account));
    const named = listen(accountTopic(bob.account));
    publish(chain.produce([transfer({ signer: alice, timestamp: chain.tip.time }, bob, 1n, 'TIN')]));
    expect(signer.map(({ type, status, new_balance }) => [type, status ?? new_balance])).toEqual([
      ['new_transaction', 'failed'],
      ['balance_update', 99.9],
    ]);
    expect(named).toEqual([]);
  });
});

describe('balances', () => {
  test('are those after the block, each once, exact beside the number', () => {
    const { chain, listen, publish } = scene();
    const events = listen(accountTopic(alice.account));
    const common = { signer: alice, timestamp: chain.tip.time };
    publish(
      chain.produce([transfer(common, bob, QUANTA), transfer(common, bob, QUANTA), transfer(common, bob, 1n, 'GOLD')]),
    );
    expect(events.filter(({ type }) => type === 'balance_update').map(({ seq, ...rest }) => rest)).toEqual([
      {
        type: 'balance_update',
        account: alice.address,
        token: 'XRGE',
        new_balance: 97.7,
        new_balance_quanta: '97700000000',
        block_height: 1,
      },
      {
        type: 'balance_update',
        account: alice.address,
        token: 'GOLD',
        new_balance: 9_007_199_254_740_992,
        new_balance_units: '9007199254740992',
        block_height: 1,
      },
    ]);
  });

  test("can be followed by token; what is burned is nobody's balance", () => {
    const { chain, listen, publish } = scene();
    const gold = listen(tokenTopic('GOLD'));
    publish(chain.produce([transfer({ signer: alice, timestamp: chain.tip.time }, BURN_ADDRESS, 9n, 'GOLD')]));
    expect(gold.map(({ type, account, new_balance_units }) => [type, account, new_balance_units])).toEqual([
      ['new_transaction', undefined, undefined],
      ['balance_update', alice.address, '9007199254740984'],
    ]);
  });

  test('and transactions of a token reach who follows it, failed ones and fees do not', () => {
    const { chain, listen, publish } = scene();
    const [gold, xrge] = [listen(tokenTopic('GOLD')), listen(tokenTopic('XRGE'))];
    const common = { signer: alice, timestamp: chain.tip.time };
    publish(
      chain.produce([
        transfer(common, bob, 5n, 'GOLD'),
        transfer(common, bob, 7n),
        transfer(common, bob, 10n ** 17n, 'GOLD'),
        faucet({ signer: carol, timestamp: chain.tip.time }),
      ]),
    );
    const heard = (events: readonly Event[]) =>
      events
        .filter(({ type }) => type === 'new_transaction')
        .map(({ tx_type, amount_units, amount_quanta }) => [tx_type, amount_units ?? amount_quanta]);
    expect(heard(gold)).toEqual([['transfer', '5']]);
    expect(heard(xrge)).toEqual([
      ['transfer', '7'],
      ['faucet', '10000000000000'],
    ]);
  });

  test('of a node-signed faucet request reach the recipient', () => {
    const { chain, listen, publish } = scene();
    const events = listen(accountTopic(carol.account));
    publish(chain.produce([faucet({ signer: validator, timestamp: chain.tip.time }, carol)]));
    expect(events.map(({ type, to, new_balance }) => [type, to ?? new_balance])).toEqual([
      ['new_transaction', carol.keyHex],
      ['balance_update', 10_000],
    ]);
  });

  test('cost nothing when nobody listens', () => {
    const { chain, hub, publish } = scene();
    publish(chain.produce([transfer({ signer: alice, timestamp: chain.tip.time }, bob, 1n)]));
    // The block, the transaction, and the balances of alice and bob have their numbers all the same.
    expect(hub.sequence).toBe(4);
  });
});
