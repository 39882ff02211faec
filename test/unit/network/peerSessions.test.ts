/** Connections: who may come, whom this node dials, what ends a connection, and what is told about peers. */

import { describe, expect, test } from 'vitest';
import type { Vote } from '../../../engine/chain/vote.js';
import { sha256Hex } from '../../../engine/crypto/sha256.js';
import { BAN, DISCOVERY_MS, SILENT_MS, SLOTS } from '../../../engine/network/limits.js';
import { keyOf, signedVote } from '../../support/peerHost.js';
import { ScriptedPeers, VALIDATORS } from '../../support/scriptedPeers.js';
import { refusedAs } from '../base/outcome.js';

const url = (name: string): string => `http://${name}/api`;
const dials = (peers: ScriptedPeers): string[] => peers.of('dial').map((effect) => effect.url);

describe('messages', () => {
  test('garbage costs points, and a ban ends it; the ban ends too', () => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one');
    const garbage = () => peers.step({ kind: 'message', link: one, bytes: Uint8Array.of(10, 200, 1) });
    garbage();
    garbage();
    expect(peers.ended(one)).toBeUndefined();
    garbage();
    expect(peers.ended(one)).toBe('banned: malformed');
    expect(peers.network.peers()).toEqual([]);
    expect(peers.network.bans()).toEqual([
      { id: sha256Hex(keyOf('one')), reason: 'malformed', remainingMs: BAN.firstMs },
    ]);
    expect(peers.ended(peers.up('one'))).toBe('banned: malformed');
    peers.pass(BAN.firstMs);
    expect(peers.ended(peers.up('one'))).toBeUndefined();
    expect(peers.network.counters.bans).toEqual({ malformed: 1 });
  });

  test('a kind of a later version is counted and costs nothing', () => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one');
    for (let times = 0; times < 50; times++)
      peers.step({ kind: 'message', link: one, bytes: Uint8Array.of(0x9a, 0x06, 1, 0) });
    expect(peers.scoreOf('one')).toBe(0);
    expect(peers.network.counters.received.unknown?.messages).toBe(50);
  });

  test('the introduction comes first and once', () => {
    const peers = new ScriptedPeers();
    const one = peers.up('one');
    peers.say(one, { kind: 'ping', number: 1 });
    expect(peers.effects).toEqual([]);
    peers.say(one, peers.introduction('one'));
    peers.say(one, peers.introduction('one'));
    expect(peers.scoreOf('one')).toBe(-10);
  });

  test('what exceeds the limit of its kind is not looked at, and a flood is banned', () => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one');
    let pongs = 0;
    let reason: string | undefined;
    for (let number = 0; reason === undefined && number < 2_000; number++) {
      peers.say(one, { kind: 'ping', number });
      pongs += peers.sent(one, 'pong').length;
      reason = peers.ended(one);
    }
    expect(reason).toBe('banned: flood');
    expect(pongs).toBe(400);
  });

  test('bulk waits for the link, urgent messages do not', () => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one');
    peers.waitingBytes = 2 ** 30;
    peers.say(one, { kind: 'transactionsWanted', request: 1, ids: ['x'.repeat(32)] });
    expect(peers.sent(one, 'transactions')).toEqual([]);
    peers.say(one, { kind: 'ping', number: 4 });
    expect(peers.sent(one, 'pong')).toHaveLength(1);
    peers.waitingBytes = 0;
    peers.pass(20);
    expect(peers.sent(one, 'transactions')).toHaveLength(1);
  });
});

describe('connections', () => {
  test('one a key', () => {
    const peers = new ScriptedPeers();
    peers.peer('one');
    const again = peers.up('one');
    expect(peers.ended(again)).toBe('already connected');
    expect(peers.network.peers().map(({ name }) => name)).toEqual(['one']);
  });

  test('places are kept for different networks, and a validator has one before others', () => {
    const peers = new ScriptedPeers();
    const crowd = Array.from({ length: SLOTS.inboundPerNetwork }, (_, index) =>
      peers.peer(`crowd ${index}`, {}, { address: `203.0.113.${index}` }),
    );
    expect(peers.ended(peers.up('one more', { address: '203.0.113.99' }))).toBe('no free place');
    peers.up('a', { address: '203.0.113.98' });
    expect(peers.of('disconnect').map(({ link, reason }) => [link, reason])).toEqual([
      [crowd[0], 'its place is needed'],
    ]);
    for (let index = 0; index < 40; index++) peers.peer(`far ${index}`, {}, { address: `198.51.${index}.1` });
    const inbound = peers.network.peers().filter(({ direction }) => direction === 'accept');
    expect(inbound.length).toBeLessThanOrEqual(SLOTS.inbound);
    expect(inbound.filter(({ address }) => address.startsWith('198.51.')).length).toBeGreaterThan(SLOTS.inbound / 2);
  });

  test('a silent peer is asked, then left; a process that was stopped does not blame its peers', () => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one');
    for (let second = 0; second < 10; second++) peers.pass(1_000);
    expect(peers.sent(one, 'ping')).toHaveLength(1);
    peers.pass(600_000);
    expect(peers.ended(one)).toBeUndefined();
    let reason: string | undefined;
    let waited = 0;
    for (; reason === undefined && waited < 100; waited++) {
      peers.pass(1_000);
      reason = peers.ended(one);
    }
    expect(reason).toBe('it is silent');
    expect(waited).toBe(SILENT_MS / 1_000);
  });

  test('a connection to this process itself is noticed, and its URL is not dialled again', () => {
    const peers = new ScriptedPeers({ seeds: [url('other-name-of-self')] });
    expect(dials(peers)).toEqual([]);
    peers.pass(1);
    const link = peers.up('self', { url: url('other-name-of-self') });
    const [introduction] = peers.sent(link, 'introduction');
    if (!introduction) throw new Error('it did not introduce itself');
    peers.say(link, introduction);
    expect(peers.of('ownKeyElsewhere')).toEqual([]);
    expect(peers.ended(link)).toBeDefined();
    peers.step({ kind: 'down', link, reason: 'closed' });
    for (let second = 0; second < 200; second++) {
      peers.pass(1_000);
      expect(dials(peers)).toEqual([]);
    }
  });

  test('another process with the own key is told of, with its age', () => {
    const peers = new ScriptedPeers();
    const link = peers.up('self', { url: url('twin') });
    peers.say(link, peers.introduction('twin', { ageMs: 77 }));
    expect(peers.of('ownKeyElsewhere')).toEqual([{ kind: 'ownKeyElsewhere', link, url: url('twin'), ageMs: 77 }]);
    expect(peers.network.peers()).toEqual([]);
  });
});

describe('discovery', () => {
  test('seeds are dialled always, others up to the number of outbound connections', () => {
    const seeds = ['s1', 's2'].map(url);
    const peers = new ScriptedPeers({ seeds });
    const one = peers.peer('one');
    expect(peers.sent(one, 'peersWanted')).toHaveLength(1);
    const many = Array.from({ length: 30 }, (_, number) => ({ url: url(`n${number}`), name: '' }));
    peers.say(one, { kind: 'peers', peers: many });
    expect(dials(peers)).toHaveLength(SLOTS.outbound - seeds.length);
    expect(peers.network.counters.dials).toBe(SLOTS.outbound);
  });

  test('a dial that fails is tried again after its back-off; one without an answer too', () => {
    const peers = new ScriptedPeers({ seeds: [url('s')] });
    const tried: number[] = [];
    const begin = peers.now;
    peers.step({ kind: 'undialled', url: url('s'), reason: 'refused' });
    for (let second = 1; second <= 100; second++) {
      peers.pass(1_000);
      if (dials(peers).length > 0) {
        tried.push((peers.now - begin) / 1_000);
        // The last one is never answered.
        if (tried.length < 3) peers.step({ kind: 'undialled', url: url('s'), reason: 'refused' });
      }
    }
    expect(tried).toEqual([5, 15, 35, 90]);
  });

  test('a node that ends the session before its introduction is tried less and less often', () => {
    const peers = new ScriptedPeers({ seeds: [url('s')] });
    const tried: number[] = [];
    const refuse = (): void => {
      const link = peers.up('full', { url: url('s') });
      peers.step({ kind: 'down', link, reason: 'no free place' });
    };
    const begin = peers.now;
    refuse();
    for (let second = 1; second <= 80; second++) {
      peers.pass(1_000);
      if (dials(peers).length === 0) continue;
      tried.push((peers.now - begin) / 1_000);
      refuse();
    }
    expect(tried).toEqual([5, 15, 35, 75]);
  });

  test('votes of others are asked for every two seconds while a height is open', () => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one');
    let asked = 0;
    for (let tick = 0; tick < 100; tick++) {
      peers.pass(100);
      asked += peers.sent(one, 'votesWanted').length;
    }
    expect(asked).toBeGreaterThanOrEqual(4);
    expect(asked).toBeLessThanOrEqual(5);
  });

  test('only URLs that may be dialled are taken from others, and asked for', () => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one', { url: 'ftp://bad/api' });
    peers.say(one, {
      kind: 'peers',
      peers: [
        { url: 'http://10.0.0.1', name: '' },
        { url: url('self'), name: '' },
      ],
    });
    expect(dials(peers)).toEqual([]);
    expect(peers.network.addresses()).toEqual([]);
    peers.say(one, { kind: 'peers', peers: [{ url: url('x'), name: '' }] });
    expect(peers.scoreOf('one')).toBe(-5);
  });

  test('peers are asked every 30 s, and answered with who has answered here', () => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one', { url: url('one') });
    peers.peer('two', { url: url('two') }, { url: url('two') });
    peers.say(one, { kind: 'peersWanted' });
    expect(peers.sent(one, 'peers')).toEqual([{ kind: 'peers', peers: [{ url: url('two'), name: 'two' }] }]);
    let asked = 0;
    for (let second = 0; second < 61; second++) {
      peers.pass(1_000);
      asked += peers.sent(one, 'peersWanted').length;
      if (second % 5 === 0) peers.say(one, { kind: 'pong', number: 0 });
    }
    expect(asked).toBe(Math.floor(61_000 / DISCOVERY_MS));
  });

  test('registration: new, known, not dialled from here, too many from one source', () => {
    const { network } = new ScriptedPeers();
    expect(network.register(url('x'), 'ex', 'client')).toBe('registered');
    expect(network.register(url('x'), 'ex', 'client')).toBe('known');
    expect(network.register(url('self'), '', 'client')).toBe('known');
    expect(refusedAs(network.register('http://x', '', 'client'))).toBe(
      'not_authorized: this node does not connect to that URL; it must be public and end in /api',
    );
    for (let number = 0; number < 250; number++) network.register(url(`n${number}`), '', 'client');
    expect(refusedAs(network.register(url('last'), '', 'client'))).toContain('busy: ');
    expect(network.register(url('last'), '', 'somebody else')).toBe('registered');
  });

  test('addresses are saved soon after a change, and read again; a damaged text is told', () => {
    const peers = new ScriptedPeers();
    peers.network.register(url('x'), 'ex', '');
    let saved: string | undefined;
    for (let second = 0; second < 20 && saved === undefined; second++) {
      peers.pass(1_000);
      saved = peers.of('saveAddresses')[0]?.text;
    }
    const again = new ScriptedPeers({ saved });
    expect(again.network.addresses()).toEqual([{ url: url('x'), name: 'ex' }]);
    expect(again.network.damagedAddresses).toBeUndefined();
    expect(new ScriptedPeers({ saved: 'x' }).network.damagedAddresses?.code).toBe('malformed_body');
  });
});

describe('what peers tell', () => {
  test('evidence goes once to everybody else, after it was checked', () => {
    const peers = new ScriptedPeers();
    const [one, two] = [peers.peer('one'), peers.peer('two')];
    const evidence = Uint8Array.of(1, 2, 3);
    peers.say(one, { kind: 'evidence', evidence });
    expect(peers.of('evidence')).toHaveLength(1);
    expect(peers.sent(two, 'evidence')).toEqual([]);
    peers.step({ kind: 'evidence', evidence });
    expect(peers.sent(one, 'evidence')).toEqual([]);
    expect(peers.sent(two, 'evidence')).toHaveLength(1);
    peers.say(two, { kind: 'evidence', evidence });
    expect(peers.effects).toEqual([]);
    expect(peers.sent(peers.peer('three'), 'evidence')).toHaveLength(1);
    expect(peers.scoreOf('one')).toBe(0);
  });

  test('what a key has signed is asked of all peers, later ones too, until it is enough', () => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one');
    const [key] = VALIDATORS as [Uint8Array];
    peers.step({ kind: 'askSignedBy', key });
    const two = peers.peer('two');
    const [asked] = peers.sent(two, 'signedByWanted');
    const votes: Vote[] = [
      signedVote(key, 'prevote', 9, 'ab'.repeat(32)),
      signedVote(keyOf('x'), 'prevote', 9, 'ab'.repeat(32)),
    ];
    const answer = {
      kind: 'signedByAnswer',
      request: asked?.request ?? 0,
      signedBy: { height: 9, votes, headers: [] },
    } as const;
    peers.say(two, answer);
    expect(peers.of('signedBy')).toMatchObject([
      { answer: { from: keyOf('two'), isNamed: false, reaches: 8, signedBy: { height: 9 } } },
    ]);
    expect(peers.of('signedBy')[0]?.answer.signedBy.votes).toHaveLength(1);
    peers.say(two, answer);
    expect(peers.of('signedBy')).toEqual([]);
    peers.step({ kind: 'askSignedBy', key: undefined });
    expect(peers.sent(peers.peer('three'), 'signedByWanted')).toEqual([]);
    peers.say(one, { kind: 'signedByWanted', request: 5, key });
    const [{ token } = { token: 0 }] = peers.of('readSignedBy');
    peers.step({ kind: 'signedByRead', token, signedBy: { height: 3, votes: [], headers: [] } });
    expect(peers.sent(one, 'signedByAnswer')).toMatchObject([{ request: 5, signedBy: { height: 3 } }]);
  });

  test('the status goes to everybody after a change of the head, and not more often than it is of use', () => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one');
    peers.pass(1_000);
    let told = 0;
    for (let height = 1; height <= 100; height++) {
      peers.head({ height, hash: 'ab'.repeat(32) });
      told += peers.sent(one, 'status').length;
      peers.pass(1);
      told += peers.sent(one, 'status').length;
    }
    peers.pass(50);
    told += peers.sent(one, 'status').length;
    expect(told).toBeGreaterThan(1);
    expect(told).toBeLessThan(5);
    expect(peers.sent(one, 'status').at(-1)?.status.height ?? 100).toBe(100);
  });
});
