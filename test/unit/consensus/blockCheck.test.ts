/** Importing: every reason to refuse a block, each from a block that is right but for that one thing; after a refusal the
 *  state is as before and the right block is still taken. */

import { describe, expect, test } from 'vitest';
import { bytesEqual, fromHex, toHex, utf8 } from '../../../engine/base/bytes.js';
import { invariant, isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import type { Block } from '../../../engine/chain/block.js';
import {
  type Certificate,
  certificateChecks,
  certificateHash,
  makeCertificate,
  quorumOf,
} from '../../../engine/chain/certificate.js';
import { type Header, headerBytes } from '../../../engine/chain/header.js';
import { checkBlock } from '../../../engine/consensus/blockCheck.js';
import { nobleBackend } from '../../../engine/crypto/mldsa.js';
import { sha256Hex } from '../../../engine/crypto/sha256.js';
import { mostSignedBytes } from '../../../engine/ledger/signedLength.js';
import { type Validator, validators } from '../../../engine/ledger/tables.js';
import type { PoolItem } from '../../../engine/mempool/mempool.js';
import { Overlay } from '../../../engine/state/state.js';
import { rulesOf, type SealedBlock, TestChain, throughTheWire } from '../../support/chain.js';
import { recordsOf } from '../../support/referenceLedger.js';
import {
  type Actor,
  actor,
  faucet,
  item,
  number,
  signedItem,
  signingActor,
  transfer,
} from '../../support/transactions.js';

const alice = actor('alice');
const bob = actor('bob');
/** Stakes 5 : 3 : 1 with a quorum of 7 and a bit: the first needs the second. */
const voters: readonly Actor[] = [actor('first'), actor('second'), actor('third')];
const STAKES = ['50000', '30000', '10000'] as const;

const rules = rulesOf({
  validators: voters.map((voter, index) => ({ actor: voter, stake: STAKES[index] as string })),
  allocations: [{ to: alice.keyHex, amount: '1000' }],
  faucet: true,
});

/** Two nodes at height 2, and a good block 3 that the second has not seen. */
function scene() {
  const maker = new TestChain(rules);
  const receiver = new TestChain(rules);
  const pay = (nonce: string) => transfer({ signer: alice, timestamp: maker.tip.time, nonce }, bob, 5n);
  for (const nonce of ['nonce-of-block-1', 'nonce-of-block-2']) {
    const taken = receiver.receive(throughTheWire(maker.produce([pay(nonce)])));
    invariant(!isRefusal(taken), 'the scene is set with good blocks');
  }
  const tip = maker.tip;
  const good = maker.produce([
    pay('nonce-of-block-3'),
    transfer({ signer: alice, timestamp: tip.time }, bob, 1n, 'GOLD'),
    faucet({ signer: bob, timestamp: tip.time }),
  ]);
  invariant(good.items.length === 3, 'the good block holds three transactions');
  return { maker, receiver, good };
}

/** The block with another header, sealed again. */
function withHeader(sealed: SealedBlock, change: Partial<Header>, rest: Partial<Block> = {}): SealedBlock {
  const header = Object.fromEntries(
    Object.entries({ ...sealed.block.header, ...change }).filter(([, value]) => value !== undefined),
  ) as unknown as Header;
  return { ...sealed, block: { ...sealed.block, header, headerBytes: headerBytes(header), ...rest } };
}

const withCertificate = (sealed: SealedBlock, certificate: Certificate): SealedBlock =>
  withHeader(sealed, { parent_commit: certificateHash(certificate) }, { certificate });

const withItems = (sealed: SealedBlock, items: readonly PoolItem[], rest: Partial<Header> = {}): SealedBlock => ({
  ...withHeader(
    sealed,
    { tx_hash: rules.protocol.transactionsRoot(items.map(({ leaf }) => leaf)), ...rest },
    { transactions: items.map(({ transaction }) => transaction) },
  ),
  items,
});

/** Asks the receiver and checks that a refusal left no trace. */
function refusalOf(receiver: TestChain, { block, items }: SealedBlock, now?: number): Refusal {
  const { state, replay, tip, root } = receiver;
  const records = recordsOf(state);
  const remembered = replay.size;
  const answer = checkBlock({ rules, state, replay, tip, block, items, now });
  if (!isRefusal(answer)) expect.fail('the block was accepted');
  expect(receiver.root).toBe(root);
  expect(recordsOf(state)).toEqual(records);
  expect(replay.size).toBe(remembered);
  expect(answer.code).toBe('block_conflict');
  return answer;
}

/** Everything that can be wrong, by name. */
const wrong: Readonly<
  Record<string, readonly [(good: SealedBlock, receiver: TestChain) => SealedBlock, string | RegExp]>
> = {
  'a height above the next': [(good) => withHeader(good, { height: 4 }), "Block height 4 doesn't extend tip height 2"],
  'the height of the tip': [(good) => withHeader(good, { height: 2 }), "Block height 2 doesn't extend tip height 2"],
  'another parent': [
    (good) => withHeader(good, { prev_hash: 'ab'.repeat(32) }),
    "Block prev_hash doesn't match our tip",
  ],
  'another version': [(good) => withHeader(good, { version: 2 }), 'block 3 rejected: unknown header version 2'],
  'another chain': [
    (good) => withHeader(good, { chain_id: 'rouged-other-1' }),
    'block 3 rejected: it belongs to chain rouged-other-1',
  ],
  "its parent's time": [
    (good, { tip }) => withHeader(good, { time: tip.time }),
    'block 3 rejected: its time is not above its parent',
  ],
  'a time before its parent': [
    (good, { tip }) => withHeader(good, { time: tip.time - 1 }),
    'block 3 rejected: its time is not above its parent',
  ],
  'a proposer with less stake': [
    (good) => withHeader(good, { proposer_pub_key: (voters[1] as Actor).keyHex }),
    'block 3 rejected: its proposer is not the designated proposer',
  ],
  'a proposer that is no validator': [
    (good) => withHeader(good, { proposer_pub_key: alice.keyHex }),
    'block 3 rejected: its proposer is not the designated proposer',
  ],
  'a proposer that is no key': [
    (good) => withHeader(good, { proposer_pub_key: 'genesis' }),
    'block 3 rejected: its proposer is not the designated proposer',
  ],
  'no certificate': [
    (good) => withHeader(good, {}, { certificate: undefined }),
    'block 3 rejected: missing the commit certificate of its parent 2',
  ],
  'a header that names no certificate': [
    (good) => withHeader(good, { parent_commit: undefined as never }),
    'block 3 rejected: its header names another commit certificate than it carries',
  ],
  'a header that names another certificate': [
    (good) => withHeader(good, { parent_commit: sha256Hex(utf8('other')) }),
    'block 3 rejected: its header names another commit certificate than it carries',
  ],
  'a certificate of another height': [
    (good) => withCertificate(good, { ...certificateOf(good), height: 1 }),
    'block 3 rejected: the commit certificate is not for the parent at height 2',
  ],
  'a certificate of another block': [
    (good) => withCertificate(good, { ...certificateOf(good), blockHash: new Uint8Array(32) }),
    'block 3 rejected: the commit certificate is not for the parent at height 2',
  ],
  'too little stake in the certificate': [
    (good) => withCertificate(good, votesOf(good, [0, 2])),
    'block 3 rejected: the commit certificate does not carry two thirds of the stake',
  ],
  'an empty certificate': [
    (good) => withCertificate(good, votesOf(good, [])),
    'block 3 rejected: the commit certificate does not carry two thirds of the stake',
  ],
  'one vote counted twice': [
    (good) => withCertificate(good, votesOf(good, [0, 0])),
    'block 3 rejected: precommits must be in the order of voter keys, each voter once',
  ],
  'votes out of order': [
    (good) =>
      withCertificate(good, { ...certificateOf(good), precommits: [...certificateOf(good).precommits].reverse() }),
    'block 3 rejected: precommits must be in the order of voter keys, each voter once',
  ],
  'a vote of somebody without stake': [
    (good) => {
      const { height, round, blockHash, precommits } = certificateOf(good);
      const outsider = { voterKey: alice.publicKey, signature: new Uint8Array(3_309) };
      return withCertificate(good, makeCertificate(height, round, blockHash, [...precommits, outsider]));
    },
    'block 3 rejected: a precommit is signed by a key that is no validator',
  ],
  'another transaction root': [
    (good) => withHeader(good, { tx_hash: sha256Hex(new Uint8Array()) }),
    'block 3 rejected: tx_hash does not match its transactions',
  ],
  'a transaction missing from its body': [
    (good) => ({ ...good, items: good.items.slice(1) }),
    'block 3 rejected: tx_hash does not match its transactions',
  ],
  'its transactions in another order': [
    (good) => ({ ...good, items: [...good.items].reverse() }),
    'block 3 rejected: tx_hash does not match its transactions',
  ],
  'another signature under one of its transactions': [
    (good) => ({ ...good, items: good.items.map((item, index) => (index === 0 ? withOtherSignature(item) : item)) }),
    'block 3 rejected: tx_hash does not match its transactions',
  ],
  'another state root': [
    (good) => withHeader(good, { state_root: '00'.repeat(32) }),
    /^state root mismatch at height 3: header=0{64}, computed=[0-9a-f]{64}$/,
  ],
  'no state root': [
    (good) => withHeader(good, { state_root: undefined as never }),
    /^state root mismatch at height 3: header=none, computed=[0-9a-f]{64}$/,
  ],
  'a root that another order of its transactions would give': [
    (good) => withItems(good, [...good.items].reverse().slice(0, 2)),
    /^state root mismatch at height 3/,
  ],
  'a transaction that is longer than its kind may be': [
    (good, { tip }) => {
      const members = { to: bob.address, amount: number(1), memo: 'm'.repeat(mostSignedBytes('transfer') as number) };
      return withItems(good, [item({ signer: alice, timestamp: tip.time, operation: 'transfer', members })]);
    },
    /^block 3 rejected: tx #0: the signed bytes of transfer have \d{5} bytes, at most \d{5} are allowed/,
  ],
  'a transaction that cannot pay for its bytes': [
    (good, { tip }) => {
      const [signer, memo] = [actor('pauper'), 'm'.repeat(15_000)];
      return withItems(good, [item({ signer, timestamp: tip.time, operation: 'faucet', members: { memo } })]);
    },
    /^block 3 rejected: tx #0: insufficient balance: have 0 XRGE, need 0\.00\d+ XRGE, 0\.00\d+ of it for \d+ signed bytes$/,
  ],
  'a transaction out of its window': [
    (good, { tip }) => withItems(good, [transfer({ signer: alice, timestamp: tip.time - 300_000 }, bob, 1n)]),
    'block 3 rejected: tx #0: Transaction expired (timestamp too old or too far in the future)',
  ],
  'a transaction that its signer cannot pay': [
    (good, { tip }) =>
      withItems(good, [...good.items, transfer({ signer: actor('pauper'), timestamp: tip.time }, bob, 1n)]),
    'block 3 rejected: tx #3: insufficient balance: have 0 XRGE, need 0.078765626 XRGE',
  ],
  'a (key, nonce) of an earlier block': [
    (good, { tip }) =>
      withItems(good, [transfer({ signer: alice, timestamp: tip.time, nonce: 'nonce-of-block-1' }, bob, 9n)]),
    'block 3 rejected: tx #0: Duplicate nonce (possible replay attack)',
  ],
  'the same transaction twice': [
    (good) => withItems(good, [...good.items, good.items[0] as PoolItem]),
    'block 3 rejected: tx #3: Duplicate nonce (possible replay attack)',
  ],
  'a faucet request that a rule forbids': [
    (good, { tip }) => withItems(good, [...good.items, faucet({ signer: bob, timestamp: tip.time })]),
    'block 3 rejected: tx #3: Faucet cooldown: please wait 1h 0m before requesting again.',
  ],
  'a node-signed faucet request of no validator': [
    (good, { tip }) => withItems(good, [faucet({ signer: alice, timestamp: tip.time }, bob)]),
    'block 3 rejected: tx #0: only a genesis validator may sign a faucet request for somebody else',
  ],
};

function certificateOf({ block }: SealedBlock): Certificate {
  invariant(block.certificate, 'the good block carries a certificate');
  return block.certificate;
}

function votesOf(sealed: SealedBlock, indexes: readonly number[]): Certificate {
  const { height, round, blockHash } = certificateOf(sealed);
  const precommits = indexes.map((index) => ({
    voterKey: (voters[index] as Actor).publicKey,
    signature: new Uint8Array(3_309),
  }));
  return makeCertificate(height, round, blockHash, precommits);
}

const withOtherSignature = (item: PoolItem): PoolItem => {
  const signature = new Uint8Array(3_309).fill(1);
  const id = Uint8Array.from(Buffer.from(item.transaction.id, 'latin1'));
  return {
    ...item,
    transaction: { ...item.transaction, signature },
    leaf: rules.protocol.transactionLeaf(id, signature),
  };
};

describe('a block is refused, and nothing changed, for', () => {
  for (const [name, [make, message]] of Object.entries(wrong))
    test(name, () => {
      const { receiver, maker, good } = scene();
      const refusal = refusalOf(receiver, make(good, receiver));
      if (typeof message === 'string') expect(refusal.message).toBe(message);
      else expect(refusal.message).toMatch(message);
      const taken = receiver.receive(throughTheWire(good));
      if (isRefusal(taken)) expect.fail(taken.message);
      expect(receiver.root).toBe(maker.root);
      expect(receiver.tip).toEqual(maker.tip);
    });

  test('all of them one after the other', () => {
    const { receiver, maker, good } = scene();
    for (const [make] of Object.values(wrong)) refusalOf(receiver, make(good, receiver));
    expect(Object.keys(wrong).length).toBe(35);
    expect(isRefusal(receiver.receive(good))).toBe(false);
    expect(receiver.root).toBe(maker.root);
  });
});

describe('the time of a block', () => {
  test('may be 2,000 ms ahead of the clock and not more; history is not compared with it', () => {
    const { receiver, good } = scene();
    const { time } = good.block.header;
    expect(refusalOf(receiver, good, time - 2_001).message).toBe('block 3 rejected: its time is in the future');
    const { state, replay, tip } = receiver;
    for (const now of [time - 2_000, time + 10_000_000, undefined]) {
      const executed = checkBlock({ rules, state, replay, tip, ...good, now });
      if (isRefusal(executed)) expect.fail(executed.message);
      executed.prepared.revert();
    }
  });
});

describe('a certificate', () => {
  test('of two thirds and a bit is enough, the others may be missing', () => {
    const { receiver, good } = scene();
    expect(isRefusal(receiver.receive(withCertificate(good, votesOf(good, [0, 1]))))).toBe(false);
  });

  test('weighs its votes by the stakes before its block, whatever the block did to them', () => {
    const { receiver, good } = scene();
    // As if the second validator had unstaked in block 2.
    const overlay = new Overlay(receiver.state);
    const second = (voters[1] as Actor).account;
    overlay.put(validators, second, { ...(receiver.state.get(validators, second) as Validator), stake: 0n });
    receiver.state.prepare(overlay).commit();
    // The root is another one now: that is the last thing to be asked, after the certificate.
    expect(refusalOf(receiver, withCertificate(good, votesOf(good, [0, 1]))).message).toMatch(/^state root mismatch/);
    expect(refusalOf(receiver, withCertificate(good, votesOf(good, [0, 2]))).message).toBe(
      'block 3 rejected: the commit certificate does not carry two thirds of the stake',
    );
  });

  test('needs more than two thirds: floor(2 total / 3) + 1', () => {
    expect([1n, 2n, 3n, 4n, 9n, 10n].map(quorumOf)).toEqual([1n, 2n, 3n, 3n, 7n, 7n]);
  });

  test('has no place before height 2', () => {
    const maker = new TestChain(rules);
    const receiver = new TestChain(rules);
    const first = maker.produce();
    const second = maker.produce();
    const early = withCertificate(first, certificateOf(second));
    const message = 'block 1 rejected: carries a parent commit certificate that its height does not have';
    expect(refusalOf(receiver, early).message).toBe(message);
    expect(refusalOf(receiver, withHeader(first, {}, { certificate: certificateOf(second) })).message).toBe(message);
    expect(refusalOf(receiver, withHeader(first, { parent_commit: 'ab'.repeat(32) })).message).toBe(message);
    expect(isRefusal(receiver.receive(first))).toBe(false);
  });

  test('is not asked for before the upgrade that brings it', () => {
    const late = rulesOf({ validators: [{ actor: voters[0] as Actor, stake: '10000' }], upgrades: { finality_v2: 3 } });
    const maker = new TestChain(late);
    const receiver = new TestChain(late);
    const commits = Array.from({ length: 5 }, () => {
      const { block } = maker.produce();
      const sealed = {
        block: { ...block, certificate: block.header.parent_commit ? block.certificate : undefined },
        items: [],
      };
      expect(isRefusal(receiver.receive(sealed))).toBe(false);
      return block.header.parent_commit !== undefined;
    });
    expect(commits).toEqual([false, false, false, true, true]);
  });
});

test('a really signed chain of one validator: seals, votes and transactions verify, a second node follows', () => {
  const validator = signingActor('the validator');
  const wallet = signingActor('the wallet');
  const signedRules = rulesOf({
    validators: [{ actor: validator, stake: '10000' }],
    allocations: [{ to: wallet.address, amount: '50' }],
  });
  const maker = new TestChain(signedRules, validator);
  const follower = new TestChain(signedRules, validator);
  for (let height = 1; height <= 3; height++) {
    const timestamp = maker.tip.time;
    const members = { to: bob.address, amount: number('1.5') };
    const sealed = maker.produce([signedItem({ signer: wallet, operation: 'transfer', timestamp, members })]);
    const { block, items } = throughTheWire(sealed);
    const key = fromHex(block.header.proposer_pub_key) ?? new Uint8Array();
    expect(nobleBackend.verify(block.proposerSignature, block.headerBytes, key)).toBe(true);
    const voted = signedRules.protocol.voteBytes(
      signedRules.genesis.chainId,
      'precommit',
      height - 1,
      0,
      fromHex(block.header.prev_hash) ?? new Uint8Array(),
    );
    const checks = block.certificate ? certificateChecks(block.certificate, voted) : [];
    expect(checks.length).toBe(height === 1 ? 0 : 1);
    for (const { message, publicKey, signature } of checks) {
      expect(bytesEqual(publicKey, validator.publicKey)).toBe(true);
      expect(nobleBackend.verify(signature, message, publicKey)).toBe(true);
    }
    expect(items.length).toBe(1);
    // The leaf covers identity and signature: the same bytes arrived.
    expect(items.map(({ leaf }) => toHex(leaf))).toEqual(sealed.items.map(({ leaf }) => toHex(leaf)));
    expect(items[0]?.transaction.fields).toEqual(sealed.items[0]?.transaction.fields);
    const executed = follower.receive({ block, items }, block.header.time);
    if (isRefusal(executed)) expect.fail(executed.message);
    expect(toHex(executed.prepared.root)).toBe(block.header.state_root);
    expect(follower.tip).toEqual(maker.tip);
  }
});
