/** A chain that begins with a snapshot: what is trusted, whom parts are asked of, who is blamed, when it is given up. */

import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../../engine/crypto/sha256.js';
import { SNAPSHOT_FETCH, SNAPSHOT_PIECE_BYTES } from '../../../engine/network/limits.js';
import { keyOf } from '../../support/peerHost.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { type Actor, type Behaviour, fakeSnapshot, honest, SnapshotPeers, same } from '../../support/snapshotPeers.js';

const LARGE = 2 * SNAPSHOT_PIECE_BYTES + 5;
const SIZES = [900, LARGE, 0, SNAPSHOT_PIECE_BYTES, 40, 50, 60, 70, 80, 90, 100, 110];
const truth = fakeSnapshot(600, SIZES);
const { height, hash } = truth.offer;
const trusted = { height, hash };
const has = (name: string, behaviour: Behaviour = honest, more: Partial<Actor> = {}): Actor => ({
  name,
  snapshots: [truth],
  behaviour,
  ...more,
});
const flipped = (piece: Uint8Array): Uint8Array => piece.map((byte, at) => (at === 3 ? byte ^ 1 : byte));

function expectWhole(scene: SnapshotPeers): void {
  expect([...scene.kept.keys()].sort((a, b) => a - b)).toEqual(SIZES.map((_, index) => index + 1));
  for (const [part, bytes] of scene.kept) expect(same(bytes, truth.parts[part]), `part ${part}`).toBe(true);
}

describe('with a trusted block', () => {
  test('every part comes once, from several peers, and no block is asked for meanwhile', () => {
    const scene = new SnapshotPeers(truth, { trusted });
    const delayed = new SnapshotPeers(truth, { trusted });
    scene.join(has('one'));
    expect(scene.chosen).toMatchObject([{ offer: truth.offer, trust: 'trusted-block' }]);
    expect(scene.restored).toBe('trusted-block');
    expectWhole(scene);
    expect([scene.blocksAsked, scene.banned, scene.givenUp]).toEqual([0, [], undefined]);
    // Nobody answers at first: each is asked for two parts, and never two for one.
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      const early: Behaviour = (piece, { part }) => (part === 0 ? piece : 'silence');
      delayed.join(has(name, early));
    }
    const asked = [...delayed.asked.values()].flat().filter((part) => part > 0);
    expect(asked.length).toBe(SNAPSHOT_FETCH.parts);
    expect(new Set(asked).size).toBe(asked.length);
    for (const parts of delayed.asked.values())
      expect(parts.filter((part) => part > 0).length).toBeLessThanOrEqual(SNAPSHOT_FETCH.perPeer);
    expect(delayed.peers.network.snapshot).toMatchObject({
      phase: 'fetching',
      done: 0,
      parts: SIZES.length,
      sources: 5,
    });
  });

  test('nothing else is fetched, whatever peers offer, and the reason names what they offer', () => {
    const other = fakeSnapshot(700, [10]);
    const forged = { ...truth, offer: { ...truth.offer, hash: 'cd'.repeat(32) } };
    const scene = new SnapshotPeers(truth, { trusted });
    scene.join({ name: 'newer', snapshots: [other] });
    scene.join({ name: 'liar', snapshots: [forged] });
    scene.pass(SNAPSHOT_FETCH.decideMs - 1);
    expect([scene.chosen, scene.givenUp]).toEqual([[], undefined]);
    scene.pass(2);
    expect(scene.givenUp).toContain(`the trusted block 600:${hash}`);
    expect(scene.givenUp).toContain(`700:${other.offer.hash}`);
    // From now on the chain comes as blocks.
    expect(scene.blocksAsked).toBeGreaterThan(0);
    expect(scene.peers.network.snapshot).toBeUndefined();
  });

  test.each<[string, Behaviour, string[]]>([
    ['another byte in a part', (piece, { part }) => (part === 4 ? flipped(piece) : piece), ['liar']],
    ['another byte in the manifest', (piece, { part }) => (part === 0 ? flipped(piece) : piece), ['liar']],
    ['a piece that is too short', (piece, { part }) => (part === 2 ? piece.subarray(1) : piece), ['liar']],
    [
      'a piece that is too long',
      (piece, { part }) => (part === 5 ? new Uint8Array(piece.length + 1) : piece),
      ['liar'],
    ],
    ['an empty piece', (piece, { part }) => (part === 1 ? new Uint8Array() : piece), ['liar']],
    ['bytes for an empty part', (piece, { part }) => (part === 3 ? Uint8Array.of(1) : piece), ['liar']],
    [
      'a manifest without an end',
      (piece, { part }) => (part === 0 ? new Uint8Array(SNAPSHOT_PIECE_BYTES) : piece),
      ['liar'],
    ],
    ['refusals', () => 'refuse', []],
    ['silence', () => 'silence', []],
    ['silence in the middle of a part', (piece, { offset }) => (offset > 0 ? 'silence' : piece), []],
    ['its disappearance', (piece, { part }) => (part === 6 ? 'vanish' : piece), []],
  ])('a peer that sends %s costs nothing but its share', (_name, behaviour, banned) => {
    const scene = new SnapshotPeers(truth, { trusted });
    scene.join(has('liar', behaviour));
    scene.join(has('honest'));
    scene.pass(2 * SNAPSHOT_FETCH.silentMs + SNAPSHOT_FETCH.busyMs);
    expect(scene.banned).toEqual(banned);
    if (!scene.restored) scene.pass(SNAPSHOT_FETCH.lostMs);
    expect([scene.restored, scene.givenUp]).toEqual(['trusted-block', undefined]);
    expectWhole(scene);
  });

  test('a piece of another size bans at once, however much of the part is missing', () => {
    for (const size of [SNAPSHOT_PIECE_BYTES - 1, 0]) {
      const scene = new SnapshotPeers(truth, { trusted });
      // The rest of the part never comes.
      const behaviour: Behaviour = (piece, { part, offset }) => {
        if (part !== 2) return piece;
        return offset === 0 ? piece.subarray(0, size) : 'silence';
      };
      scene.join(has('liar', behaviour));
      expect(scene.banned).toEqual(['liar']);
    }
  });

  test('who lies about the snapshot in an offer is alone with it', () => {
    const lies = [
      { ...truth.offer, id: 'ee'.repeat(32) },
      { ...truth.offer, parts: 1_000_000 },
      { ...truth.offer, bytes: 2 ** 50 },
    ];
    for (const lie of lies) {
      const scene = new SnapshotPeers(truth, { trusted });
      // The lie alone: its manifest is not the one that was offered.
      scene.judge = () => 'lie';
      scene.join({ name: 'liar', snapshots: [truth], says: [lie] });
      expect(scene.restored).toBeUndefined();
      scene.judge = undefined;
      scene.join(has('honest'));
      scene.pass(SNAPSHOT_FETCH.silentMs + 1);
      expect(scene.restored).toBe('trusted-block');
      expect(scene.banned).toEqual(['liar']);
      expectWhole(scene);
    }
  });

  test('a snapshot whose parts do not hold bans everybody who offers it, and another is taken', () => {
    const rotten = { ...truth, offer: { ...truth.offer, bytes: truth.offer.bytes + 1 } };
    const scene = new SnapshotPeers(truth, { trusted });
    scene.judge = (part) => (part === 7 ? 'lie' : 'kept');
    scene.join({ name: 'one', snapshots: [rotten] });
    expect(scene.banned).toEqual(['one']);
    expect(scene.dropped).toEqual(['a part of it does not belong to the state of its block']);
    scene.join({ name: 'two', snapshots: [rotten] });
    scene.judge = undefined;
    scene.join(has('three'));
    scene.pass(1);
    expect(scene.restored).toBe('trusted-block');
    expect(scene.chosen.map(({ offer }) => offer.bytes)).toEqual([rotten.offer.bytes, truth.offer.bytes]);
  });

  test('a certificate that does not hold bans who sent the manifest, nobody else', () => {
    const scene = new SnapshotPeers(truth, { trusted });
    scene.outcomes.push('certificate');
    scene.join(has('liar'));
    scene.join(has('honest'));
    scene.pass(1);
    expect([scene.banned, scene.restored]).toEqual([['liar'], 'trusted-block']);
    expect(scene.dropped).toEqual(['the certificate in its manifest does not hold']);
  });

  test('who has sent such a manifest and left is banned all the same, on a new connection of its key too', () => {
    const scene = new SnapshotPeers(truth, { trusted });
    scene.outcomes.push('certificate');
    scene.join(has('liar', (piece, { part }) => (part === 0 ? piece : 'vanish')));
    scene.join({ ...has('liar'), isMute: true });
    scene.join(has('honest'));
    scene.pass(1);
    expect([scene.banned, scene.restored]).toEqual([['liar'], 'trusted-block']);
    expect(scene.peers.network.bans()).toHaveLength(1);
  });

  test('the manifest of a peer that the operator has named is taken first', () => {
    const scene = new SnapshotPeers(truth, { trusted });
    scene.join(has('stranger', (piece, { part }) => (part === 0 ? piece : 'silence')));
    scene.join(has('other'));
    expect(scene.asked.get('stranger')?.[0]).toBe(0);
    const again = new SnapshotPeers(truth, { trusted: undefined });
    again.join(has('stranger'));
    again.join({ ...has('named a'), url: 'http://a/api' });
    again.join({ ...has('named b'), url: 'http://b/api' });
    again.pass(SNAPSHOT_FETCH.settleMs + 1);
    expect(again.restored).toBe('peers');
    expect(again.asked.get('stranger')).not.toContain(0);
    expect(again.asked.get('named a')?.[0]).toBe(0);
  });

  test('parts that do not fit each other ban everybody who offers them', () => {
    const scene = new SnapshotPeers(truth, { trusted });
    scene.outcomes.push('invalid');
    const silent: Behaviour = (piece, { part }) => (part === 2 ? 'silence' : piece);
    scene.join(has('one', silent));
    scene.join(has('two'));
    scene.pass(SNAPSHOT_FETCH.silentMs + 1);
    expect([scene.banned.sort(), scene.restored]).toEqual([['one', 'two'], undefined]);
    scene.join(has('three'));
    scene.pass(SNAPSHOT_FETCH.decideMs + 1);
    // Three says the same.
    expect(scene.restored).toBeUndefined();
    expect(scene.givenUp).toContain('no peer offers a snapshot of the trusted block');
  });

  test('parts of an earlier run are not asked for again', () => {
    const held = { offer: truth.offer, isComplete: false };
    const scene = new SnapshotPeers(truth, { trusted, held }, undefined, new Set([1, 2, 5]));
    scene.join(has('one'));
    expect(scene.restored).toBe('trusted-block');
    const wanted = SIZES.map((_, index) => index + 1).filter((part) => ![1, 2, 5].includes(part));
    expect(scene.asked.get('one')?.sort((a, b) => a - b)).toEqual(wanted);
  });

  test('a whole snapshot of an earlier run needs nobody', () => {
    const held = { offer: truth.offer, isComplete: true };
    const all = new Set(SIZES.map((_, index) => index + 1));
    const scene = new SnapshotPeers(truth, { trusted, held }, undefined, all);
    scene.pass(10_000);
    expect([scene.restored, scene.asked.size]).toEqual(['trusted-block', 0]);
  });

  test('a snapshot that nobody has any more is given up for the next one', () => {
    const scene = new SnapshotPeers(truth, { trusted });
    const one = scene.join(has('one', (piece, { part }) => (part > 2 ? 'silence' : piece)));
    scene.leave(one);
    scene.pass(SNAPSHOT_FETCH.silentMs + 1);
    expect(scene.dropped).toEqual(['no peer sends its parts any more']);
    expect(scene.givenUp).toBeUndefined();
    scene.join(has('two'));
    expect(scene.restored).toBe('trusted-block');
  });

  test('however many are silent in turn, who answers is asked too', () => {
    const scene = new SnapshotPeers(truth, { trusted });
    // So many that the snapshot is given up and chosen again before it is the turn of the last.
    const silent = Array.from({ length: 9 }, (_, index) => `silent ${index}`);
    for (const name of silent) scene.join(has(name, () => 'silence'));
    scene.join(has('honest'));
    scene.pass(20 * SNAPSHOT_FETCH.silentMs);
    expect(scene.dropped.length).toBeGreaterThan(0);
    expect(scene.restored).toBe('trusted-block');
    expectWhole(scene);
  });

  test('a disk that fails ends it, and blocks are fetched', () => {
    const scene = new SnapshotPeers(truth, { trusted });
    scene.judge = () => 'failed';
    scene.join(has('one'));
    expect(scene.givenUp).toBe('the snapshot could not be written to the disk');
  });

  test('a chain that has begun goes on by blocks', () => {
    const scene = new SnapshotPeers(truth, { trusted });
    scene.peers.head({ height: 1, hash: '12'.repeat(32) });
    expect(scene.peers.effects).toContainEqual(expect.objectContaining({ kind: 'snapshotGivenUp' }));
    expect(scene.peers.network.snapshot).toBeUndefined();
  });

  test('answers that nobody asked for cost points, and pieces are passed over', () => {
    const scene = new SnapshotPeers(truth, { trusted });
    const link = scene.join(has('one', () => 'silence'));
    const before = scene.peers.scoreOf('one');
    scene.say(link, { kind: 'snapshotsOffered', request: 99_999, snapshots: [], blockHash: undefined });
    expect(scene.peers.scoreOf('one')).toBeLessThan(before);
    scene.say(link, { kind: 'snapshotPart', request: 99_998, bytes: new Uint8Array(9), refused: false });
    expect(scene.restored).toBeUndefined();
  });
});

const A = 'http://a/api';
const B = 'http://b/api';

describe('without a trusted block', () => {
  test('two named peers that give the same hash are enough, and a stranger serves too', () => {
    const scene = new SnapshotPeers(truth, {});
    scene.join(has('stranger'));
    scene.join(has('a', honest, { url: A }));
    expect(scene.chosen).toEqual([]);
    scene.join({ name: 'b', url: B, gives: (at) => (at === height ? hash : undefined) });
    scene.pass(1);
    expect(scene.chosen).toMatchObject([{ offer: truth.offer, trust: 'peers' }]);
    expect(scene.restored).toBe('peers');
    expectWhole(scene);
    expect(scene.asked.get('stranger')?.length).toBeGreaterThan(0);
  });

  test.each<[string, Actor[]]>([
    ['one of them alone', [has('a', honest, { url: A })]],
    ['two strangers', [has('x'), has('y')]],
    ['a named peer and a stranger', [has('a', honest, { url: A }), has('x')]],
    ['one that gives no hash', [has('a', honest, { url: A }), { name: 'b', url: B, gives: () => undefined }]],
    ['one that is mute', [has('a', honest, { url: A }), { name: 'b', url: B, isMute: true }]],
    [
      'one that gives another hash',
      [has('a', honest, { url: A }), { name: 'b', url: B, gives: () => 'ff'.repeat(32) }],
    ],
  ])('%s is not enough', (_name, actors) => {
    const scene = new SnapshotPeers(truth, {});
    for (const actor of actors) scene.join(actor);
    scene.pass(SNAPSHOT_FETCH.decideMs + 1);
    expect([scene.chosen, scene.restored]).toEqual([[], undefined]);
    expect(scene.givenUp).toMatch(/no two peers of --peers give the same hash/);
    expect(scene.blocksAsked).toBeGreaterThan(0);
  });

  test('a named peer that gives another hash outweighs two that agree', () => {
    const scene = new SnapshotPeers(truth, {}, [A, B, 'http://c/api']);
    scene.join(has('a', honest, { url: A }));
    scene.join({ name: 'c', url: 'http://c/api', gives: () => 'ff'.repeat(32) });
    scene.join(has('b', honest, { url: B }));
    scene.pass(SNAPSHOT_FETCH.decideMs + 1);
    expect(scene.restored).toBeUndefined();
    expect(scene.givenUp).toContain('or one of them gives another');
  });

  test('a named peer that has dialled this node has a voice once it was found at its URL', () => {
    const scene = new SnapshotPeers(truth, {});
    scene.join(has('a', honest, { url: A }));
    scene.join(has('b'));
    scene.pass(SNAPSHOT_FETCH.askMs);
    expect(scene.chosen).toEqual([]);
    // It takes no second link.
    scene.peers.step({ kind: 'undialled', url: B, reason: 'already_connected', id: sha256Hex(keyOf('b')) });
    scene.pass(SNAPSHOT_FETCH.askMs + 1);
    expect(scene.restored).toBe('peers');
  });

  test.each(['is there and gives no hash', 'is away'])(
    'a named URL that answers with two keys in turn has one voice, when the other one %s',
    (other) => {
      const [one, two] = ['http://one/api', 'http://two/api'];
      const scene = new SnapshotPeers(truth, {}, [one, two]);
      if (other !== 'is away') scene.join({ name: 'two', url: two, gives: () => undefined });
      const first = scene.join({ name: 'key 1', url: one, snapshots: [truth] });
      scene.pass(100);
      scene.leave(first);
      scene.pass(6_000);
      scene.join({ name: 'key 2', url: one, snapshots: [truth] });
      scene.pass(SNAPSHOT_FETCH.decideMs);
      expect([scene.chosen, scene.restored]).toEqual([[], undefined]);
      expect(scene.givenUp).toMatch(/no two peers of --peers give the same hash/);
    },
  );

  test('a stranger that says it is at a named URL has no voice', () => {
    const scene = new SnapshotPeers(truth, {});
    scene.join(has('a', honest, { url: A }));
    const link = scene.peers.up('pretender');
    scene.seats.set(link, { actor: has('pretender'), link });
    scene.say(link, scene.peers.introduction('pretender', { url: B }));
    scene.run();
    scene.pass(SNAPSHOT_FETCH.decideMs + 1);
    expect([scene.restored, scene.chosen]).toEqual([undefined, []]);
  });

  test('the newest snapshot of which they agree is taken, and each has the time to answer', () => {
    const newer = fakeSnapshot(700, [10, 20]);
    const scene = new SnapshotPeers(newer, {}, [A, B, 'http://c/api']);
    scene.join({ name: 'a', url: A, snapshots: [truth, newer] });
    scene.join({ name: 'b', url: B, snapshots: [truth, newer] });
    // The third one has not come yet.
    expect(scene.chosen).toEqual([]);
    scene.pass(SNAPSHOT_FETCH.settleMs + 1);
    expect(scene.chosen.map(({ offer }) => offer.height)).toEqual([700]);
    expect(scene.restored).toBe('peers');
  });

  test('a node with one named peer knows at once that it cannot be', () => {
    const scene = new SnapshotPeers(truth, {}, [A]);
    expect(scene.givenUp).toContain('neither can be here');
    const named = new SnapshotPeers(truth, { trusted }, [A]);
    expect(named.givenUp).toBeUndefined();
  });
});

test('among peers of every kind the snapshot comes whole as long as one is honest', () => {
  const random = new SeededRandom(testSeed());
  const kinds: Behaviour[] = [
    (piece) => flipped(piece),
    (piece) => piece.subarray(0, Math.max(0, piece.length - 1)),
    () => 'refuse',
    () => 'silence',
    () => 'vanish',
    (piece) => (random.chance(50) ? piece : 'refuse'),
    (piece, { part }) => (part % 3 === 1 ? flipped(piece) : piece),
  ];
  let bans = 0;
  for (let run = 0; run < 40; run++) {
    const scene = new SnapshotPeers(truth, { trusted });
    const names = Array.from({ length: random.between(1, 5) }, (_, index) => `liar ${index}`);
    const at = random.below(names.length + 1);
    for (const [index, name] of [...names.slice(0, at), 'honest', ...names.slice(at)].entries()) {
      const behaviour = name === 'honest' ? honest : (kinds[random.below(kinds.length)] as Behaviour);
      scene.join(has(name, behaviour));
      if (index % 2 === 1) scene.pass(random.below(30_000));
    }
    for (let minute = 0; minute < 10 && !scene.restored; minute++) scene.pass(60_000);
    expect([scene.restored, scene.givenUp], `run ${run}`).toEqual(['trusted-block', undefined]);
    expectWhole(scene);
    expect(scene.banned).not.toContain('honest');
    bans += scene.banned.length;
  }
  expect(bans).toBeGreaterThan(5);
});
