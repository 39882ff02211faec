/** Blocks of the open slot: checked once, put together, passed on once; and who is blamed when they cannot be. */

import { describe, expect, test } from 'vitest';
import { fromHex } from '../../../engine/base/bytes.js';
import { makeCertificate } from '../../../engine/chain/certificate.js';
import { EARLY_BLOCKS, OPEN_BLOCK_MS, OPEN_BLOCKS } from '../../../engine/network/limits.js';
import type { PeerMessage } from '../../../engine/network/messages.js';
import { shortIdsOf } from '../../../engine/network/shortIds.js';
import { GENESIS, keyOf, type MadeBlock, makeBlock, makeTransaction, signedVote } from '../../support/peerHost.js';
import { blockOf, SALT, ScriptedPeers, VALIDATORS } from '../../support/scriptedPeers.js';
import { at, chainOf } from '../../support/servedChain.js';

const items = Array.from({ length: 8 }, (_, number) => makeTransaction(number));

/** The salt that the node under test gave to the n-th link: its random bytes are counted. */
function saltGiven(peers: ScriptedPeers, link: number): Uint8Array {
  const [introduction] = peers.sent(link, 'introduction');
  return introduction?.introduction.salt ?? new Uint8Array(32);
}

function connected(peers: ScriptedPeers, name: string) {
  const link = peers.up(name);
  const salt = saltGiven(peers, link);
  peers.say(link, peers.introduction(name));
  const compact = ({ block, leaves }: MadeBlock, listed = leaves): PeerMessage => ({
    kind: 'compactBlock',
    block: {
      headerBytes: block.headerBytes,
      proposerSignature: block.proposerSignature,
      certificate: block.certificate && { certificate: block.certificate, leftOut: [] },
      shortIds: shortIdsOf(salt, listed),
    },
  });
  return { link, compact };
}

test('a block whose transactions wait here is whole without a question, and goes to who has not shown it', () => {
  const peers = new ScriptedPeers();
  for (const item of items) peers.pool.set(item.id, item);
  const one = connected(peers, 'one');
  const two = connected(peers, 'two');
  const made = blockOf(items);
  peers.say(one.link, one.compact(made));
  expect(peers.of('header').map(({ signed }) => signed.hash)).toEqual([made.hash]);
  expect(peers.of('block')).toEqual([]);
  expect(peers.sent(two.link, 'compactBlock')).toEqual([]);

  peers.step({ kind: 'headerChecked', hash: made.hash, verdict: 'holds' });
  expect(peers.of('block')).toMatchObject([{ hash: made.hash, link: one.link }]);
  expect(peers.of('block')[0]?.block.transactions).toHaveLength(8);
  expect(peers.sent(one.link, 'compactBlock')).toEqual([]);
  const [passed] = peers.sent(two.link, 'compactBlock');
  expect(Buffer.from(passed?.block.shortIds ?? [])).toEqual(Buffer.from(shortIdsOf(SALT, made.leaves)));

  peers.say(two.link, two.compact(made));
  expect(peers.effects).toEqual([]);
});

test('an invalid header is never passed on, and blames everybody who sent it', () => {
  const peers = new ScriptedPeers();
  const one = connected(peers, 'one');
  const two = connected(peers, 'two');
  const made = makeBlock(keyOf('nobody'), GENESIS, [], undefined, 5);
  peers.say(one.link, one.compact(made));
  peers.say(two.link, two.compact(made));
  expect(peers.of('header')).toEqual([]);
  peers.step({ kind: 'headerChecked', hash: made.hash, verdict: 'invalid' });
  expect(peers.of('disconnect').map(({ link, banned }) => [link, banned])).toEqual([
    [one.link, true],
    [two.link, true],
  ]);
  expect(peers.of('block')).toEqual([]);
  // Nobody is asked for it again.
  const three = connected(peers, 'three');
  peers.say(three.link, { kind: 'blockOffer', height: 1, hash: made.hash });
  expect(peers.effects).toEqual([]);
});

test('a block ahead of the clock waits, and costs nobody anything', () => {
  const peers = new ScriptedPeers();
  const one = connected(peers, 'one');
  const made = blockOf([]);
  peers.say(one.link, one.compact(made));
  peers.step({ kind: 'headerChecked', hash: made.hash, verdict: 'early' });
  expect(peers.of('block')).toEqual([]);
  peers.step({ kind: 'headerChecked', hash: made.hash, verdict: 'holds' });
  expect(peers.of('block')).toHaveLength(1);
  expect(peers.scoreOf('one')).toBe(0);
});

function missing() {
  const peers = new ScriptedPeers();
  for (const item of items.slice(0, 5)) peers.pool.set(item.id, item);
  const one = connected(peers, 'one');
  const two = connected(peers, 'two');
  const made = blockOf(items);
  peers.say(one.link, one.compact(made));
  peers.say(two.link, two.compact(made));
  peers.step({ kind: 'headerChecked', hash: made.hash, verdict: 'holds' });
  return { peers, one, two, made };
}

const answer = (request: number, positions: readonly number[], from = items): PeerMessage => ({
  kind: 'blockTransactions',
  request,
  first: 0,
  transactions: positions.map((at) => (from[at] as (typeof items)[number]).transaction),
  unknown: false,
});

describe('what is missing', () => {
  test('is asked for in one request by position, and completes the block', () => {
    const { peers, one, two, made } = missing();
    const [asked] = peers.sent(one.link, 'blockTransactionsWanted');
    expect(asked).toMatchObject({ hash: made.hash, positions: [5, 6, 7] });
    expect(peers.sent(two.link, 'blockTransactionsWanted')).toEqual([]);
    peers.say(one.link, answer(asked?.request ?? 0, [5, 6]));
    expect(peers.of('block')).toEqual([]);
    peers.say(one.link, { ...answer(asked?.request ?? 0, [7]), first: 2 } as PeerMessage);
    expect(peers.of('block')[0]?.leaves).toEqual(made.leaves);
  });

  test('is asked of another peer after a while, which keeps what has come', () => {
    const { peers, one, two } = missing();
    const [asked] = peers.sent(one.link, 'blockTransactionsWanted');
    peers.say(one.link, answer(asked?.request ?? 0, [5]));
    peers.pass(1_600);
    const [again] = peers.sent(two.link, 'blockTransactionsWanted');
    expect(again?.positions).toEqual([6, 7]);
    peers.say(one.link, { ...answer(asked?.request ?? 0, [6, 7]), first: 1 } as PeerMessage);
    expect(peers.of('block')).toEqual([]);
    expect(peers.scoreOf('one')).toBeGreaterThan(-10);
    peers.say(two.link, answer(again?.request ?? 0, [6, 7]));
    expect(peers.of('block')).toHaveLength(1);
  });

  test('is asked of another peer at once when the first has gone or does not have it', () => {
    const { peers, one, two } = missing();
    peers.step({ kind: 'down', link: one.link, reason: 'cut' });
    const [again] = peers.sent(two.link, 'blockTransactionsWanted');
    expect(again?.positions).toEqual([5, 6, 7]);
  });

  test('with another transaction in it, all are asked of that peer; with another root again, it is blamed', () => {
    const { peers, one, two } = missing();
    const [asked] = peers.sent(one.link, 'blockTransactionsWanted');
    peers.say(one.link, answer(asked?.request ?? 0, [5, 6, 0]));
    const [all] = peers.sent(one.link, 'blockTransactionsWanted');
    expect(all?.positions).toBe('all');
    expect(peers.scoreOf('one')).toBe(0);
    peers.say(one.link, answer(all?.request ?? 0, [0, 1, 2, 3, 4, 5, 6, 0]));
    expect(peers.ended(one.link)).toBe('banned: wrongTransactions');
    const [again] = peers.sent(two.link, 'blockTransactionsWanted');
    expect(again?.positions).toEqual([5, 6, 7]);
    peers.say(two.link, answer(again?.request ?? 0, [5, 6, 7]));
    expect(peers.of('block')).toHaveLength(1);
  });
});

describe('a transaction whose operation has another name, which no root tells', () => {
  const renamed = items.map((item) => ({ ...item, transaction: { ...item.transaction, operation: 'stake' } }));

  test('is not taken: who sent it is blamed, the block comes from another peer and is passed on as it was made', () => {
    const { peers, one, two, made } = missing();
    const [asked] = peers.sent(one.link, 'blockTransactionsWanted');
    const three = connected(peers, 'three');
    peers.say(one.link, answer(asked?.request ?? 0, [5, 6, 7], renamed));
    expect(peers.ended(one.link)).toBe('banned: wrongTransactions');
    expect(peers.of('block')).toEqual([]);
    const [again] = peers.sent(two.link, 'blockTransactionsWanted');
    expect(again?.positions).toEqual([5, 6, 7]);
    peers.say(two.link, answer(again?.request ?? 0, [5, 6, 7]));
    const names = peers.of('block')[0]?.block.transactions.map(({ operation }) => operation);
    expect(names).toEqual(made.block.transactions.map(({ operation }) => operation));
    peers.say(three.link, { kind: 'blockTransactionsWanted', request: 9, hash: made.hash, positions: [7] });
    expect(peers.sent(three.link, 'blockTransactions')[0]?.transactions[0]?.operation).toBe('transfer');
  });

  test('among all that one peer was asked for leaves nothing for which the next one could be blamed', () => {
    const { peers, one, two } = missing();
    const [asked] = peers.sent(one.link, 'blockTransactionsWanted');
    peers.say(one.link, answer(asked?.request ?? 0, [5, 6, 0]));
    const [all] = peers.sent(one.link, 'blockTransactionsWanted');
    peers.say(one.link, answer(all?.request ?? 0, [1, 0, 2, 3, 4]));
    peers.say(one.link, { ...answer(all?.request ?? 0, [5, 6], renamed), first: 5 } as PeerMessage);
    expect(peers.ended(one.link)).toBe('banned: wrongTransactions');
    const [again] = peers.sent(two.link, 'blockTransactionsWanted');
    expect(again?.positions).toEqual([5, 6, 7]);
    peers.say(two.link, answer(again?.request ?? 0, [5, 6, 7]));
    expect(peers.of('block')).toHaveLength(1);
    expect(peers.scoreOf('two')).toBe(0);
  });
});

test('a transaction that waits under an equal short id blames nobody: the whole block is asked for', () => {
  const peers = new ScriptedPeers();
  const one = connected(peers, 'one');
  const made = blockOf(items.slice(0, 2));
  // What waits here has the leaf of the second transaction and another content, as an equal short id would.
  peers.pool.set('x', {
    leaf: items[1]?.leaf as Uint8Array,
    transaction: (items[2] as (typeof items)[number]).transaction,
  });
  peers.pool.set('y', items[0] as (typeof items)[number]);
  const other = shiftedLeaf(made);
  peers.say(one.link, one.compact(other));
  peers.step({ kind: 'headerChecked', hash: other.hash, verdict: 'holds' });
  const [all] = peers.sent(one.link, 'blockTransactionsWanted');
  expect(all?.positions).toBe('all');
  expect(peers.network.counters.compactBlocks.wholeAsked).toBe(1);
  expect(peers.scoreOf('one')).toBe(0);
});

/** A block of other transactions whose short ids are those of `made`. */
function shiftedLeaf(made: MadeBlock): MadeBlock {
  return { ...blockOf([items[0], items[3]] as typeof items), leaves: made.leaves };
}

test('an equal id under another signature is another transaction: it is fetched', () => {
  const peers = new ScriptedPeers();
  const [first] = items as [(typeof items)[number]];
  const twin = { ...first, transaction: { ...first.transaction, signature: new Uint8Array(3_309).fill(1) } };
  peers.pool.set(first.id, { leaf: new Uint8Array(32).fill(9), transaction: twin.transaction });
  const one = connected(peers, 'one');
  const made = blockOf([first]);
  peers.say(one.link, one.compact(made));
  peers.step({ kind: 'headerChecked', hash: made.hash, verdict: 'holds' });
  expect(peers.sent(one.link, 'blockTransactionsWanted')[0]?.positions).toEqual([0]);
});

const showHeader = (
  peers: ScriptedPeers,
  { link, compact }: ReturnType<typeof connected>,
  made: MadeBlock,
): boolean => {
  peers.say(link, compact(made));
  return peers.of('header').length > 0;
};

test.each(['early', undefined] as const)(
  'headers of a liar whose verdict is %s take no place of the proposer',
  (verdict) => {
    const peers = new ScriptedPeers();
    const [liar, honest] = [connected(peers, 'liar'), connected(peers, 'honest')];
    let shown = 0;
    for (let time = 10; time < 10 + 4 * OPEN_BLOCKS; time++) {
      const made = blockOf([], GENESIS, time);
      if (!showHeader(peers, liar, made)) continue;
      shown++;
      if (verdict) peers.step({ kind: 'headerChecked', hash: made.hash, verdict: 'unclear' });
    }
    expect(shown).toBe(verdict ? 4 * OPEN_BLOCKS : 2);
    expect(showHeader(peers, honest, blockOf([]))).toBe(true);
  },
);

test('a block whose certificate is larger than the set of its voters is not kept', () => {
  const peers = new ScriptedPeers();
  const one = connected(peers, 'one');
  const leftOut = VALIDATORS.map(() => 'ab'.repeat(32));
  const certificate = { height: 0, round: 0, blockHash: new Uint8Array(32), precommits: [] };
  for (const [names, isLookedAt] of [
    [[...leftOut, 'cd'.repeat(32)], false],
    [leftOut, true],
  ] as const) {
    const { kind, block } = one.compact(blockOf([])) as Extract<PeerMessage, { kind: 'compactBlock' }>;
    peers.say(one.link, { kind, block: { ...block, certificate: { certificate, leftOut: names } } });
    expect(peers.of('header')).toHaveLength(isLookedAt ? 1 : 0);
  }
});

test('only so many blocks of one slot are looked at, and none of another parent', () => {
  const peers = new ScriptedPeers();
  const one = connected(peers, 'one');
  let headers = 0;
  for (let time = 1; time < 40; time++) {
    const made = blockOf([], GENESIS, time);
    if (!showHeader(peers, one, made)) continue;
    headers++;
    peers.step({ kind: 'headerChecked', hash: made.hash, verdict: 'holds' });
  }
  // The last one of them took the place of the first.
  expect(headers).toBe(OPEN_BLOCKS + 1);

  // One in a while takes the place of the oldest that at most one voter names.
  peers.pass(OPEN_BLOCK_MS);
  const oldest = blockOf([], GENESIS, 2);
  const named = VALIDATORS.slice(1, 3).map((voter) => signedVote(voter as Uint8Array, 'prevote', 1, oldest.hash));
  peers.say(one.link, { kind: 'votes', votes: named });
  peers.step({ kind: 'votesChecked', link: one.link, votes: named, accepted: named, rejected: [] });
  for (const time of [40, 41]) {
    const made = blockOf([], GENESIS, time);
    expect(showHeader(peers, one, made), `time ${time}`).toBe(time === 40);
    peers.step({ kind: 'headerChecked', hash: made.hash, verdict: 'holds' });
  }
  peers.pass(OPEN_BLOCK_MS);
  for (const [time, isForgotten] of [
    [2, false],
    [3, true],
  ] as const) {
    peers.say(one.link, one.compact(blockOf([], GENESIS, time)));
    expect(peers.of('header')).toHaveLength(isForgotten ? 1 : 0);
  }
  peers.say(one.link, one.compact(blockOf([], { height: 0, hash: 'ab'.repeat(32) })));
  expect(peers.ended(one.link)).toBe('banned: invalidHeader');
});

test('a block of the height after the next waits for its parent, and brings the certificate that decides it', () => {
  const peers = new ScriptedPeers();
  const one = connected(peers, 'one');
  const parent = blockOf([]);
  const votes = VALIDATORS.slice(0, 3).map((key) => signedVote(key, 'precommit', 1, parent.hash));
  const certificate = makeCertificate(1, 0, fromHex(parent.hash) as Uint8Array, votes);
  const child = makeBlock(VALIDATORS[0] as Uint8Array, { height: 1, hash: parent.hash }, [], certificate, 9);
  peers.say(one.link, one.compact(child));
  expect(peers.of('header')).toEqual([]);
  expect(peers.of('certificate').map((effect) => effect.certificate.precommits.length)).toEqual([3]);
  peers.head({ height: 1, hash: parent.hash });
  expect(peers.of('header').map(({ signed }) => signed.hash)).toEqual([child.hash]);
});

test('what is decided while a node that is behind fetches is not lost: kept blocks follow, and certificates decide them', () => {
  const peers = new ScriptedPeers();
  const one = connected(peers, 'one');
  const chain = chainOf(EARLY_BLOCKS.heights + 2);
  const seen = (): string[] => peers.of('header').map(({ signed }) => signed.hash);
  for (const made of chain.slice(9)) peers.say(one.link, one.compact(made));
  expect(seen()).toEqual([]);
  peers.head({ height: 10, hash: at(10, chain).hash });
  expect(seen()).toEqual([at(11, chain).hash]);
  // The block after it has the certificate that decides it.
  expect(peers.of('certificate').map(({ certificate }) => certificate.height)).toEqual([11]);
  for (let height = 11; height < EARLY_BLOCKS.heights; height++) {
    peers.head({ height, hash: at(height, chain).hash });
    expect(seen()).toEqual([at(height + 1, chain).hash]);
  }
  // Those further ahead were not kept.
  peers.head({ height: EARLY_BLOCKS.heights, hash: at(EARLY_BLOCKS.heights, chain).hash });
  expect(seen()).toEqual([]);
});

test('blocks that are kept are bounded by their bytes: a whole certificate counts, what is left out of one does not', () => {
  const kept = (leftOut: boolean): number => {
    const peers = new ScriptedPeers();
    const set = Array.from({ length: 40 }, (_, index) => keyOf(`voter ${index}`));
    const head = (height: number, hash: string): void =>
      void peers.step({ kind: 'head', height, hash, set, proposer: set[0] });
    head(0, GENESIS.hash);
    const one = connected(peers, 'one');
    const chain: MadeBlock[] = [];
    for (let height = 1; height <= EARLY_BLOCKS.heights; height++) {
      const parent = chain.at(-1);
      const votes = set.map((key) => signedVote(key, 'precommit', height - 1, parent?.hash ?? GENESIS.hash));
      const hash = fromHex(parent?.hash ?? GENESIS.hash) as Uint8Array;
      const certificate = parent && makeCertificate(height - 1, 0, hash, votes);
      const above = { height: height - 1, hash: parent?.hash ?? GENESIS.hash };
      chain.push(makeBlock(VALIDATORS[0] as Uint8Array, above, [], certificate, height));
    }
    for (const made of chain.slice(1)) {
      const message = one.compact(made) as Extract<PeerMessage, { kind: 'compactBlock' }>;
      const partial = message.block.certificate;
      if (leftOut && partial) {
        const references = partial.certificate.precommits.map((_, index) => index.toString(16).padStart(64, '0'));
        const certificate = { ...partial.certificate, precommits: [] };
        peers.say(one.link, {
          kind: 'compactBlock',
          block: { ...message.block, certificate: { certificate, leftOut: references } },
        });
      } else peers.say(one.link, message);
    }
    let found = 0;
    for (const { block, hash } of chain.slice(0, -1)) {
      head(block.header.height, hash);
      found += peers.of('header').length;
    }
    return found;
  };
  // 40 precommits have 212 KB: the fifth exceeds the megabyte.
  expect(kept(false)).toBe(5);
  expect(kept(true)).toBe(EARLY_BLOCKS.heights - 1);
});

test('what many peers send that is no block does not take the room of what another one sends', () => {
  const peers = new ScriptedPeers();
  const chain = chainOf(14);
  const { block } = at(13, chain);
  for (let liar = 0; liar < 31; liar++) {
    const { link } = connected(peers, `liar ${liar}`);
    for (let copy = 0; copy < 12; copy++) {
      // Nobody has checked the signature: each is another block.
      const proposerSignature = new Uint8Array(block.proposerSignature);
      proposerSignature.set([copy, liar]);
      const { headerBytes } = block;
      const junk = { headerBytes, proposerSignature, certificate: undefined, shortIds: new Uint8Array(120_000) };
      peers.say(link, { kind: 'compactBlock', block: junk });
    }
  }
  const one = connected(peers, 'one');
  for (const made of chain.slice(9)) peers.say(one.link, one.compact(made));
  peers.head({ height: 10, hash: at(10, chain).hash });
  expect(peers.of('header').map(({ signed }) => signed.hash)).toEqual([at(11, chain).hash]);
});

test('the own candidate is offered again each block time until it is certified, and to new peers', () => {
  const peers = new ScriptedPeers();
  const one = connected(peers, 'one');
  const made = blockOf(items);
  peers.step({ kind: 'candidate', ...made, own: true });
  expect(peers.sent(one.link, 'compactBlock')).toHaveLength(1);
  peers.pass(400);
  expect(peers.sent(one.link, 'blockOffer')).toEqual([{ kind: 'blockOffer', height: 1, hash: made.hash }]);
  const two = peers.up('two');
  peers.say(two, peers.introduction('two'));
  expect(peers.sent(two, 'blockOffer')).toHaveLength(1);
  peers.say(two, { kind: 'compactBlockWanted', hash: made.hash, wholeCertificate: false });
  expect(peers.sent(two, 'compactBlock')).toHaveLength(1);
  peers.say(two, { kind: 'blockTransactionsWanted', request: 5, hash: made.hash, positions: [1, 7] });
  expect(peers.sent(two, 'blockTransactions')).toMatchObject([{ request: 5, first: 0, unknown: false }]);
  const votes = VALIDATORS.slice(0, 3).map((key) => signedVote(key, 'precommit', 1, made.hash));
  peers.step({ kind: 'certified', certificate: makeCertificate(1, 0, fromHex(made.hash) as Uint8Array, votes) });
  peers.pass(400);
  expect(peers.sent(one.link, 'blockOffer')).toEqual([]);
});

test('a block that votes name is asked of who voted for it, then of others', () => {
  const peers = new ScriptedPeers();
  const one = connected(peers, 'one');
  const two = connected(peers, 'two');
  const vote = signedVote(VALIDATORS[1] as Uint8Array, 'prevote', 1, blockOf([]).hash);
  peers.say(two.link, { kind: 'votes', votes: [vote] });
  peers.step({ kind: 'votesChecked', link: two.link, votes: [vote], accepted: [vote], rejected: [] });
  peers.step({ kind: 'wanted', hash: vote.blockHash });
  expect(peers.sent(two.link, 'compactBlockWanted')).toHaveLength(1);
  peers.step({ kind: 'wanted', hash: vote.blockHash });
  expect(peers.effects).toEqual([]);
  peers.pass(1_500);
  expect(peers.sent(one.link, 'compactBlockWanted')).toHaveLength(1);
});
