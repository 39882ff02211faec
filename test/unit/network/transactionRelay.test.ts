/** Transactions on their way: asked of one, announced to all, pushed to the proposer, handed over with an answer. */

import { describe, expect, test } from 'vitest';
import {
  HANDOVER_MS,
  IDS_PER_MESSAGE,
  LOOK_AGAIN_MS,
  OFFER_MS,
  TRANSACTIONS_WANTED,
} from '../../../engine/network/limits.js';
import { GENESIS, keyOf, makeTransaction } from '../../support/peerHost.js';
import { ScriptedPeers, VALIDATORS } from '../../support/scriptedPeers.js';

const items = Array.from({ length: 5 }, (_, number) => makeTransaction(number));
const [first, second] = items as [(typeof items)[number], (typeof items)[number]];
const ids = items.map(({ id }) => id);

/** @param own whether the node answers for them. */
function admit(peers: ScriptedPeers, list: readonly (typeof items)[number][], own = true): void {
  for (const item of list) peers.pool.set(item.id, item);
  peers.step({ kind: 'admitted', ids: list.map(({ id }) => id), own });
}

/** Heads one after the other; @returns ids that a link was offered in them. */
function offered(peers: ScriptedPeers, link: number, proposer: string, heads = 1): string[] {
  const found: string[] = [];
  for (let at = 0; at < heads; at++) {
    const height = ++headsSeen;
    peers.head({ height, hash: `${height}`.padStart(64, '0') }, keyOf(proposer));
    found.push(...peers.sent(link, 'inventory').flatMap((each) => each.ids));
  }
  return found;
}
let headsSeen = 0;

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

describe('announcements beyond what is asked for at a time', () => {
  const many = Array.from({ length: 2 * TRANSACTIONS_WANTED.perPeer }, (_, number) => makeTransaction(number));

  /** A peer announces and answers what it is asked for. @returns ids that have arrived. */
  function exchange(peers: ScriptedPeers, link: number, list: typeof many): Set<string> {
    const arrived = new Set<string>();
    const byId = new Map(list.map((item) => [item.id, item]));
    const requests: { readonly request: number; readonly ids: readonly string[] }[] = [];
    const look = (): void => {
      requests.push(...peers.sent(link, 'transactionsWanted'));
      for (const { transactions } of peers.of('transactions')) for (const { id } of transactions) arrived.add(id);
    };
    for (let at = 0; at < list.length; at += IDS_PER_MESSAGE) {
      peers.say(link, { kind: 'inventory', ids: list.slice(at, at + IDS_PER_MESSAGE).map(({ id }) => id) });
      look();
    }
    expect(peers.network.sizes().wantedTransactions).toBe(Math.min(list.length, TRANSACTIONS_WANTED.perPeer));
    for (let asked = requests.shift(); asked; asked = requests.shift())
      for (let at = 0; at < asked.ids.length; at += 100) {
        const transactions = asked.ids.slice(at, at + 100).map((id) => byId.get(id) as (typeof many)[number]);
        peers.say(link, { kind: 'transactions', request: asked.request, transactions, missing: [] });
        look();
      }
    return arrived;
  }

  test('are followed when places are free again', () => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one');
    expect(exchange(peers, one, many).size).toBe(many.length);
    expect(peers.network.counters.droppedAnnouncements).toBe(0);
    expect(peers.network.sizes().wantedTransactions).toBe(0);
  });

  test('are followed when the places of another peer are free', () => {
    const peers = new ScriptedPeers();
    const fillers = Array.from({ length: TRANSACTIONS_WANTED.all / TRANSACTIONS_WANTED.perPeer }, (_, at) =>
      peers.peer(`filler ${at}`),
    );
    fillers.forEach((link, at) => {
      for (let part = 0; part < TRANSACTIONS_WANTED.perPeer / IDS_PER_MESSAGE; part++) {
        const of = (number: number): string => `${at}/${part}/${number}`.padStart(32, '0');
        peers.say(link, { kind: 'inventory', ids: Array.from({ length: IDS_PER_MESSAGE }, (_, each) => of(each)) });
      }
    });
    const one = peers.peer('one');
    peers.say(one, { kind: 'inventory', ids: [first.id] });
    expect(peers.sent(one, 'transactionsWanted')).toEqual([]);
    peers.step({ kind: 'down', link: fillers[0] as number, reason: 'cut' });
    expect(peers.sent(one, 'transactionsWanted')).toMatchObject([{ ids: [first.id] }]);
  });

  test('are remembered up to a bound', () => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one');
    const most = TRANSACTIONS_WANTED.perPeer + TRANSACTIONS_WANTED.later;
    let announced = 0;
    for (let batch = 0; batch < 20; batch++) {
      const ids = Array.from({ length: IDS_PER_MESSAGE }, () => `${announced++}`.padStart(32, '0'));
      peers.say(one, { kind: 'inventory', ids });
    }
    expect(peers.network.counters.droppedAnnouncements).toBe(announced - most);
  });
});

describe('what the node answers for is offered again', () => {
  test('to each proposer after every head, until it waits no longer', () => {
    const peers = new ScriptedPeers();
    const [a, b, one] = [peers.peer('a'), peers.peer('b'), peers.peer('one')];
    admit(peers, [first, second]);
    admit(peers, [items[2] as typeof first], false);
    peers.pass(20);
    for (const [proposer, link] of [
      ['a', a],
      ['a', a],
      ['b', b],
    ] as const) {
      expect(offered(peers, link, proposer)).toEqual([first.id, second.id]);
      expect(peers.sent(one, 'inventory')).toEqual([]);
    }
    peers.pool.delete(first.id);
    expect(offered(peers, b, 'b')).toEqual([second.id]);
    peers.pool.clear();
    expect(offered(peers, b, 'b')).toEqual([]);
  });

  test('to the peer that is nearest to the proposer when that is not connected, and to nobody when it is this node', () => {
    const peers = new ScriptedPeers();
    const near = peers.peer('near', { status: { ...GENESIS, proposerDistance: 1, producing: true } });
    const far = peers.peer('far', { status: { ...GENESIS, proposerDistance: 3, producing: true } });
    admit(peers, [first]);
    expect(offered(peers, near, 'a')).toEqual([first.id]);
    expect(peers.sent(far, 'inventory')).toEqual([]);
    peers.pass(20);
    expect(offered(peers, near, 'self')).toEqual([]);
  });

  test('while no block comes, because messages can be lost', () => {
    const peers = new ScriptedPeers();
    const proposer = peers.peer('a');
    admit(peers, [first]);
    for (let time = 0; time < 3; time++) {
      peers.pass(20);
      peers.pass(OFFER_MS - 21);
      expect(peers.sent(proposer, 'inventory')).toEqual([]);
      peers.pass(1);
      expect(peers.sent(proposer, 'inventory')).toEqual([{ kind: 'inventory', ids: [first.id] }]);
      peers.say(proposer, { kind: 'pong', number: 0 });
    }
  });

  test('all of it in turn, when there is more than one offer has', () => {
    const peers = new ScriptedPeers();
    const proposer = peers.peer('a');
    const many = Array.from({ length: 2 * TRANSACTIONS_WANTED.perPeer + 1 }, (_, number) => makeTransaction(number));
    // So that the transactions themselves do not leave first.
    offered(peers, proposer, 'self');
    admit(peers, many);
    peers.pass(20);
    const ids = offered(peers, proposer, 'a', 2);
    expect(ids).toHaveLength(2 * TRANSACTIONS_WANTED.perPeer);
    expect(new Set([...ids, ...offered(peers, proposer, 'a')]).size).toBe(many.length);
  });

  test('also when a peer has handed it over that had announced it before', () => {
    const peers = new ScriptedPeers();
    const [proposer, one] = [peers.peer('a'), peers.peer('one')];
    peers.say(one, { kind: 'inventory', ids: [first.id] });
    admit(peers, [first], false);
    expect(offered(peers, proposer, 'a')).toEqual([]);
    admit(peers, [first], true);
    expect(offered(peers, proposer, 'a')).toEqual([first.id]);
  });
});

test.each([
  ['busy', LOOK_AGAIN_MS.busy],
  ['refused', LOOK_AGAIN_MS.refused],
] as const)('a transaction that was %s is looked at again when it is announced after %i ms', (verdict, ms) => {
  const peers = new ScriptedPeers();
  const one = peers.peer('one');
  peers.say(one, { kind: 'transactions', request: 0, transactions: [first], missing: [] });
  expect(peers.of('transactions')).toHaveLength(1);
  peers.step({ kind: 'transactionsChecked', link: one, verdicts: [{ id: first.id, verdict }] });
  peers.pass(ms - 1);
  peers.say(one, { kind: 'inventory', ids: [first.id] });
  expect(peers.effects).toEqual([]);
  peers.say(one, { kind: 'transactions', request: 0, transactions: [first], missing: [] });
  expect(peers.of('transactions')).toEqual([]);
  peers.pass(1);
  peers.say(one, { kind: 'inventory', ids: [first.id] });
  expect(peers.sent(one, 'transactionsWanted')).toMatchObject([{ ids: [first.id] }]);
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

  test('nobody is asked without a way', () => {
    const peers = new ScriptedPeers();
    expect(peers.network.reachesProposer()).toBe(false);
    const blind = peers.peer('blind');
    peers.step({ kind: 'handover', token: 1, item: first });
    expect(peers.of('handedOver')).toEqual([{ kind: 'handedOver', token: 1, outcome: 'unsent' }]);
    expect(peers.sent(blind, 'handover')).toEqual([]);
  });

  test.each(['silent', 'lost'])('after a %s peer another is asked, and then the outcome is unclear', (how) => {
    const peers = new ScriptedPeers();
    const [proposer, blind, third] = [peers.peer('a'), peers.peer('blind'), peers.peer('third')];
    const fail = (link: number) =>
      how === 'lost' ? peers.step({ kind: 'down', link, reason: 'cut' }) : peers.pass(HANDOVER_MS);
    peers.step({ kind: 'handover', token: 2, item: first });
    expect(peers.sent(proposer, 'handover')).toHaveLength(1);
    fail(proposer);
    expect(peers.of('handedOver')).toEqual([]);
    expect(peers.sent(blind, 'handover')).toMatchObject([{ item: { id: first.id } }]);
    fail(blind);
    expect(peers.of('handedOver')).toEqual([{ kind: 'handedOver', token: 2, outcome: 'unclear' }]);
    expect(peers.sent(third, 'handover')).toEqual([]);
  });

  test.each([
    [{ held: true }, { held: true }],
    [{ held: false, code: 'mempool_full', message: 'full' }, 'unclear'],
  ] as const)('what a second peer answers with %j counts as %j: the first may hold it', (answer, outcome) => {
    const peers = new ScriptedPeers();
    const [proposer, other] = [peers.peer('a'), peers.peer('other')];
    peers.step({ kind: 'handover', token: 3, item: first });
    peers.step({ kind: 'down', link: proposer, reason: 'cut' });
    const [asked] = peers.sent(other, 'handover');
    peers.say(other, { kind: 'handoverAnswer', request: asked?.request ?? 0, outcome: answer });
    expect(peers.of('handedOver')).toEqual([{ kind: 'handedOver', token: 3, outcome }]);
  });

  test('a peer that comes is told of nothing that is being handed over', () => {
    const peers = new ScriptedPeers();
    peers.peer('a');
    for (const item of [first, second]) peers.pool.set(item.id, item);
    peers.step({ kind: 'admitted', ids: [second.id], own: true });
    peers.step({ kind: 'handover', token: 4, item: first });
    expect(peers.sent(peers.peer('one'), 'inventory')).toEqual([{ kind: 'inventory', ids: [second.id] }]);
    admit(peers, [first]);
    expect(peers.sent(peers.peer('two'), 'inventory')[0]?.ids).toEqual([first.id, second.id]);
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
