/** What a durable block sends to its listeners: the block, each transaction with what contracts emitted in it, each changed balance
 *  once. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { binaryToHex, utf8Text } from '../../../engine/base/bytes.js';
import { BURN_ADDRESS, TREASURY } from '../../../engine/crypto/address.js';
import { surveyBalances } from '../../../engine/store/balanceLog.js';
import { eventsAfter } from '../../../engine/store/eventNumbers.js';
import { NO_EVENTS } from '../../../engine/store/records.js';
import {
  accountTopic,
  contractTopic,
  type Delivery,
  type Interest,
  type Topic,
  tokenTopic,
} from '../../../engine/stream/audience.js';
import { eventsOf } from '../../../engine/stream/blockEvents.js';
import { encodings } from '../../../engine/stream/eventEncoding.js';
import { EventHub } from '../../../engine/stream/hub.js';
import { type Produced, rulesOf, TestChain } from '../../support/chain.js';
import { addressIn, call, deploy } from '../../support/contractOrders.js';
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

describe('what contracts emit', () => {
  const program = {
    shout: [
      ['emit', 'heard', '{"by":1}'],
      ['emit', '', ''],
    ],
    fall: [
      ['emit', 'lost', ''],
      ['trap', 'no'],
    ],
    both: [
      ['emit', 'first', '"\\u0000 \u2028'],
      ['call', '$args', 'shout', '{}', '0'],
    ],
  } as const;

  /** A chain with two contracts, whose deploying block has been published. */
  function stage() {
    const parts = scene();
    const common = { signer: alice, timestamp: parts.chain.tip.time };
    const items = [deploy(common, program), deploy(common, program)];
    const deployed = parts.chain.produce(items);
    expect(deployed.candidate.execution.outcomes.map(({ failure }) => failure)).toEqual([undefined, undefined]);
    parts.publish(deployed);
    const [one = '', other = ''] = items.map(addressIn);
    return { ...parts, common, one, other };
  }

  test('follows its transaction, in the order in which it was emitted; a failed call emits nothing', () => {
    const { chain, listen, publish, common, one, other } = stage();
    const [all, followed, single] = [listen(), listen('contracts'), listen(contractTopic(other))];
    const both = call(common, one, 'both', { args: other });
    const items = [call(common, one, 'shout'), call(common, one, 'fall'), both, transfer(common, bob, 1n)];
    const produced = chain.produce(items);
    publish(produced);
    const ids = produced.items.map(({ transaction }) => binaryToHex(transaction.id));
    const heard = all.filter(({ type }) => type !== 'balance_update');
    const start = Number(heard[0]?.seq);
    expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, index) => start + index));
    expect(heard.map(({ type, topic, status }) => [type, topic ?? status])).toEqual([
      ['new_block', undefined],
      ['new_transaction', 'success'],
      ['contract_event', 'heard'],
      ['contract_event', ''],
      ['new_transaction', 'failed'],
      ['new_transaction', 'success'],
      ['contract_event', 'first'],
      ['contract_event', 'heard'],
      ['contract_event', ''],
      ['new_transaction', 'success'],
    ]);
    expect(all.at(heard.length)).toMatchObject({ type: 'balance_update', seq: start + heard.length });
    const event = (contract: string, topic: string, data: string, id: string | undefined, index: number) => ({
      ...{ type: 'contract_event', contract_addr: contract, topic, data, block_height: 2, tx_hash: id },
      seq: start + index,
    });
    expect(followed).toEqual([
      event(one, 'heard', '{"by":1}', ids[0], 2),
      event(one, '', '', ids[0], 3),
      event(one, 'first', '"\\u0000 \u2028', ids[2], 6),
      event(other, 'heard', '{"by":1}', ids[2], 7),
      event(other, '', '', ids[2], 8),
    ]);
    expect(single).toEqual(followed.slice(3));
  });

  test('is passed over without a look when nobody follows contracts', () => {
    const { chain, common, one } = stage();
    const { candidate, block, hash } = chain.produce([call(common, one, 'shout'), call(common, one, 'shout')]);
    const { outcomes } = candidate.execution;
    const { changes } = candidate.prepared;
    const { height, time, proposer_pub_key: proposer, state_root: stateRoot } = block.header;
    const balances = surveyBalances(changes).balances.length;
    const range = eventsAfter({ ...NO_EVENTS, height: height - 1 }, outcomes, balances);
    const events = eventsOf({ height, hash, time, proposer, stateRoot, outcomes, changes }, range);
    // The block, each call with two events, the balances.
    expect(events.count).toBe(7 + balances);
    const nobody = { all: false, blocks: false, transactions: false, accounts: false, tokens: false, contracts: false };
    const looked = (interest: Partial<Interest>): number[] => {
      const indexes: number[] = [];
      const next = (from: number): number => events.next(from, { ...nobody, ...interest });
      for (let index = next(0); index < events.count; index = next(index + 1)) indexes.push(index);
      return indexes;
    };
    const changed = Array.from({ length: balances }, (_, index) => 7 + index);
    expect(looked({})).toEqual([]);
    expect(looked({ blocks: true })).toEqual([0]);
    expect(looked({ transactions: true })).toEqual([1, 4]);
    expect(looked({ accounts: true })).toEqual([1, 4, ...changed]);
    expect(looked({ contracts: true })).toEqual([2, 3, 5, 6]);
    expect(looked({ blocks: true, contracts: true })).toEqual([0, 2, 3, 5, 6]);
    expect(looked({ tokens: true, contracts: true })).toEqual([1, 2, 3, 4, 5, 6, ...changed]);
    expect(looked({ all: true })).toEqual([0, 1, 2, 3, 4, 5, 6, ...changed]);
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
