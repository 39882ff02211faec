/** Transactions on their way: asked of one, announced to all, pushed to the proposer, handed over with an answer. */

import { describe, expect, test } from 'vitest';
import { TRANSACTIONS_WANTED } from '../../../engine/network/limits.js';
import { GENESIS, keyOf, makeTransaction } from '../../support/peerHost.js';
import { ScriptedPeers, VALIDATORS } from '../../support/scriptedPeers.js';

const items = Array.from({ length: 5 }, (_, number) => makeTransaction(number));
const [first, second] = items as [(typeof items)[number], (typeof items)[number]];
const ids = items.map(({ id }) => id);

function admit(peers: ScriptedPeers, list: readonly (typeof items)[number][]): void {
  for (const item of list) peers.pool.set(item.id, item);
  peers.step({ kind: 'admitted', ids: list.map(({ id }) => id) });
}

test('an announced transaction is asked of one peer, then of the next, and never of both at a time', () => {
  const peers = new ScriptedPeers();
  const [one, two] = [peers.peer('one'), peers.peer('two')];
  peers.say(one, { kind: 'inventory', ids: [first.id] });
  expect(peers.sent(one, 'transactionsWanted')).toMatchObject([{ ids: [first.id] }]);
  peers.say(two, { kind: 'inventory', ids: [first.id] });
  expect(peers.effects).toEqual([]);
  peers.pass(1_500);
  expect(peers.sent(two, 'transactionsWanted')).toMatchObject([{ ids: [first.id] }]);
  expect(peers.network.counters.timedOut.transactions).toBe(1);
});

test('a peer that says that it is gone, or that is gone, is followed by the next at once', () => {
  const peers = new ScriptedPeers();
  const [one, two, three] = [peers.peer('one'), peers.peer('two'), peers.peer('three')];
  for (const link of [one, two, three]) peers.say(link, { kind: 'inventory', ids: [first.id] });
  const request = 1;
  peers.say(one, { kind: 'transactions', request, transactions: [], missing: [first.id] });
  expect(peers.sent(two, 'transactionsWanted')).toHaveLength(1);
  peers.step({ kind: 'down', link: two, reason: 'cut' });
  expect(peers.sent(three, 'transactionsWanted')).toHaveLength(1);
});

test('what came is verified once, and is not asked for again', () => {
  const peers = new ScriptedPeers();
  const [one, two] = [peers.peer('one'), peers.peer('two')];
  peers.say(one, { kind: 'inventory', ids: [first.id] });
  const request = peers.sent(one, 'transactionsWanted')[0]?.request ?? 0;
  peers.say(one, { kind: 'transactions', request, transactions: [first], missing: [] });
  expect(peers.of('transactions').map(({ transactions }) => transactions.map(({ id }) => id))).toEqual([[first.id]]);
  peers.say(two, { kind: 'inventory', ids: [first.id] });
  expect(peers.effects).toEqual([]);
  peers.say(one, { kind: 'transactions', request, transactions: [first], missing: [] });
  expect(peers.of('transactions')).toEqual([]);
});

test('what was not asked for costs points; a false signature costs more, a refusal by a rule nothing', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one');
  peers.say(one, { kind: 'inventory', ids: [first.id] });
  const request = peers.sent(one, 'transactionsWanted')[0]?.request ?? 0;
  peers.say(one, { kind: 'transactions', request, transactions: [second], missing: [] });
  expect(peers.of('transactions')).toEqual([]);
  expect(peers.scoreOf('one')).toBe(-5);
  peers.step({ kind: 'transactionsChecked', link: one, verdicts: [{ id: first.id, verdict: 'refused' }] });
  expect(peers.scoreOf('one')).toBe(-5);
  peers.step({ kind: 'transactionsChecked', link: one, verdicts: [{ id: first.id, verdict: 'invalid' }] });
  expect(peers.scoreOf('one')).toBe(-55);
});

test('a transaction under a false id does not keep the true one out', () => {
  const peers = new ScriptedPeers();
  const [one, two] = [peers.peer('one'), peers.peer('two')];
  peers.say(one, {
    kind: 'transactions',
    request: 0,
    transactions: [{ id: first.id, transaction: second.transaction }],
    missing: [],
  });
  peers.step({ kind: 'transactionsChecked', link: one, verdicts: [{ id: first.id, verdict: 'invalid' }] });
  peers.say(two, { kind: 'inventory', ids: [first.id] });
  expect(peers.sent(two, 'transactionsWanted')).toHaveLength(1);
});

test('what was admitted is announced once, together, to those that have not shown it', () => {
  const peers = new ScriptedPeers();
  const [one, two] = [peers.peer('one'), peers.peer('two')];
  peers.say(one, { kind: 'inventory', ids: [first.id] });
  admit(peers, items.slice(0, 3));
  admit(peers, items.slice(3));
  expect(peers.sent(two, 'inventory')).toEqual([]);
  peers.pass(20);
  expect(peers.sent(two, 'inventory')).toEqual([{ kind: 'inventory', ids }]);
  expect(peers.sent(one, 'inventory')).toEqual([{ kind: 'inventory', ids: ids.slice(1) }]);
  peers.pass(20);
  expect(peers.sent(two, 'inventory')).toEqual([]);
  const three = peers.peer('three');
  expect(peers.sent(three, 'inventory')).toEqual([{ kind: 'inventory', ids }]);
});

test('what is asked for is sent, and what is gone is named', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one');
  admit(peers, [first]);
  peers.say(one, { kind: 'transactionsWanted', request: 8, ids: [first.id, second.id] });
  expect(peers.sent(one, 'transactions')).toMatchObject([
    { request: 8, transactions: [{ id: first.id }], missing: [second.id] },
  ]);
});

test('announcements beyond what is asked for at a time are not followed', () => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one');
  let asked = 0;
  for (let batch = 0; batch < 5; batch++) {
    const many = Array.from({ length: 900 }, (_, at) => `${batch * 900 + at}`.padStart(32, '0'));
    peers.say(one, { kind: 'inventory', ids: many });
    asked += peers.sent(one, 'transactionsWanted').reduce((sum, each) => sum + each.ids.length, 0);
  }
  expect(asked).toBe(TRANSACTIONS_WANTED.perPeer);
  expect(peers.network.counters.droppedAnnouncements).toBe(4_500 - TRANSACTIONS_WANTED.perPeer);
});

describe('on the way to the proposer', () => {
  test('a first-hand transaction is pushed when the proposer is connected; a relayed one is not', () => {
    const peers = new ScriptedPeers();
    const [proposer, one] = [peers.peer('a'), peers.peer('one')];
    admit(peers, [first]);
    expect(peers.sent(proposer, 'transactions')).toMatchObject([{ request: 0, transactions: [{ id: first.id }] }]);
    expect(peers.sent(one, 'transactions')).toEqual([]);
    peers.say(one, { kind: 'inventory', ids: [second.id] });
    const request = peers.sent(one, 'transactionsWanted')[0]?.request ?? 0;
    peers.say(one, { kind: 'transactions', request, transactions: [second], missing: [] });
    admit(peers, [second]);
    expect(peers.sent(proposer, 'transactions')).toEqual([]);
  });

  test('a handover goes to the proposer, else to the nearest, and is answered', () => {
    const peers = new ScriptedPeers();
    const far = peers.peer('far', { status: { ...GENESIS, proposerDistance: 4, producing: true } });
    const near = peers.peer('near', { status: { ...GENESIS, proposerDistance: 1, producing: true } });
    peers.step({ kind: 'handover', token: 7, item: first });
    expect(peers.sent(far, 'handover')).toEqual([]);
    const [asked] = peers.sent(near, 'handover');
    peers.say(far, { kind: 'handoverAnswer', request: asked?.request ?? 0, outcome: { held: true } });
    expect(peers.of('handedOver')).toEqual([]);
    const outcome = { held: false, code: 'mempool_full', message: 'full' } as const;
    peers.say(near, { kind: 'handoverAnswer', request: asked?.request ?? 0, outcome });
    expect(peers.of('handedOver')).toEqual([{ kind: 'handedOver', token: 7, outcome }]);
    const proposer = peers.peer('a');
    peers.step({ kind: 'handover', token: 8, item: second });
    expect(peers.sent(proposer, 'handover')).toHaveLength(1);
  });

  test('nobody is asked without a way; a silent or lost peer is given up', () => {
    const peers = new ScriptedPeers();
    expect(peers.network.reachesProposer()).toBe(false);
    peers.peer('blind');
    peers.step({ kind: 'handover', token: 1, item: first });
    expect(peers.of('handedOver')).toEqual([{ kind: 'handedOver', token: 1, outcome: undefined }]);
    const proposer = peers.peer('a');
    expect(peers.network.reachesProposer()).toBe(true);
    peers.step({ kind: 'handover', token: 2, item: first });
    peers.pass(4_000);
    expect(peers.of('handedOver')).toEqual([{ kind: 'handedOver', token: 2, outcome: 'unanswered' }]);
    peers.step({ kind: 'handover', token: 3, item: first });
    peers.step({ kind: 'down', link: proposer, reason: 'cut' });
    expect(peers.of('handedOver')).toEqual([{ kind: 'handedOver', token: 3, outcome: 'unanswered' }]);
  });

  test('a handover of a peer is taken up and answered', () => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one');
    peers.say(one, { kind: 'handover', request: 4, item: first });
    expect(peers.of('handover')).toMatchObject([{ link: one, request: 4, item: { id: first.id } }]);
    peers.step({ kind: 'handoverChecked', link: one, request: 4, outcome: { held: true } });
    expect(peers.sent(one, 'handoverAnswer')).toEqual([
      { kind: 'handoverAnswer', request: 4, outcome: { held: true } },
    ]);
  });

  test('the distance is told when it changes', () => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one');
    peers.pass(100);
    peers.peer('a');
    peers.pass(100);
    expect(peers.sent(one, 'status').at(-1)?.status.proposerDistance ?? 1).toBe(1);
    expect(VALIDATORS[0]).toEqual(keyOf('a'));
  });
});

test('what clients of this node have sent is announced to the proposer again while it waits', () => {
  const peers = new ScriptedPeers();
  const proposer = peers.peer('a');
  const other = peers.peer('b');
  const items = Array.from({ length: 3 }, (_, number) => makeTransaction(number));
  const ids = items.map(({ id }) => id);
  admit(peers, items.slice(0, 2));
  // The third came from a peer, whose clients' it may be.
  const third = items[2] as (typeof items)[number];
  peers.say(other, { kind: 'transactions', request: 0, transactions: [third], missing: [] });
  peers.step({ kind: 'transactionsChecked', link: other, verdicts: [{ id: third.id, verdict: 'held' }] });
  admit(peers, [third]);
  peers.pass(100);
  const told = (): string[] => {
    const list: string[] = [];
    for (let step = 0; step < 60; step++) {
      peers.pass(100);
      list.push(...peers.sent(proposer, 'inventory').flatMap((message) => message.ids));
      expect(peers.sent(other, 'inventory')).toEqual([]);
    }
    return list;
  };
  const first = told();
  expect(new Set(first)).toEqual(new Set(ids.slice(0, 2)));
  expect(first.length).toBeGreaterThan(2);
  peers.pool.delete(ids[0] as string);
  expect(new Set(told())).toEqual(new Set([ids[1]]));
  peers.pool.delete(ids[1] as string);
  expect(told()).toEqual([]);
});
