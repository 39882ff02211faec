/** Every answer of the sign journal: before and after a restart, for the same, an older, a newer and another slot. */

import { describe, expect, test } from 'vitest';
import { type Block, encodeBlock, type Tip } from '../../../engine/chain/block.js';
import { type Header, headerBytes } from '../../../engine/chain/header.js';
import { type Claim, emptyJournal, SignJournal } from '../../../engine/consensus/signJournal.js';
import { accepted, refusedAs } from '../base/outcome.js';

const CHAIN = 'journal-net-1';
const hash = (byte: string): string => byte.repeat(32);

function blockAt(height: number, parentHash: string, time = 1_700_000_000_000): Block {
  const header: Header = {
    version: 1,
    chain_id: CHAIN,
    height,
    time,
    prev_hash: parentHash,
    tx_hash: hash('ee'),
    proposer_pub_key: 'ab',
    state_root: hash('cc'),
  };
  return {
    header,
    headerBytes: headerBytes(header),
    proposerSignature: new Uint8Array(3_309).fill(7),
    certificate: undefined,
    transactions: [],
  };
}

const tipAt = (height: number, ownHash: string): Tip => ({
  height,
  hash: ownHash,
  time: 1_700_000_000_000,
  transactionCount: 0,
  totalTransactions: 0,
});

const claimOf = (journal: SignJournal, { header, headerBytes: bytes }: Block): ReturnType<SignJournal['claim']> =>
  journal.claim({ height: header.height, parentHash: header.prev_hash }, bytes);

/** A journal that has signed `block`: in the same run, or read again after a restart. */
const holders: [string, (block: Block, tip: Tip) => SignJournal][] = [
  [
    'in the same run',
    (block) => {
      const journal = new SignJournal(CHAIN);
      journal.record(block);
      return journal;
    },
  ],
  [
    'after a restart',
    (block, tip) => {
      const journal = new SignJournal(CHAIN);
      accepted(journal.restore(new SignJournal(CHAIN).encode(block), tip, true));
      return journal;
    },
  ],
];

describe.each(holders)('a claim %s', (_, signed) => {
  const held = blockAt(5, hash('aa'));
  const journal = signed(held, tipAt(4, hash('aa')));

  test('of the same header repeats the stored block', () => {
    const claim = accepted<Claim>(claimOf(journal, held));
    if (claim.kind !== 'repeat') throw new Error('signed twice');
    expect(Buffer.from(encodeBlock(claim.block)).equals(Buffer.from(encodeBlock(held)))).toBe(true);
  });

  test.each([
    ['another header of the same slot', blockAt(5, hash('aa'), 1)],
    ['an older slot', blockAt(4, hash('99'))],
  ])('of %s is refused', (__, block) => {
    expect(refusedAs(claimOf(journal, block))).toBe(
      `rule_violation: the journal says that height 5 is signed; height ${block.header.height} will not be signed again`,
    );
  });

  test.each([
    ['the next height', blockAt(6, hash('bb'))],
    ['a later height', blockAt(9, hash('bb'))],
    ['the same height over another parent', blockAt(5, hash('bb'))],
  ])('of %s may be signed', (__, block) => {
    expect(accepted(claimOf(journal, block))).toEqual({ kind: 'sign' });
  });
});

test('a journal that holds nothing lets the first slot be signed', () => {
  const journal = new SignJournal(CHAIN);
  expect(journal.slot).toBeUndefined();
  expect(claimOf(journal, blockAt(1, hash('00')))).toEqual({ kind: 'sign' });
});

describe('at start', () => {
  const record = (block: Block): Uint8Array => new SignJournal(CHAIN).encode(block);

  test('a block that was signed but not stored comes back', () => {
    const journal = new SignJournal(CHAIN);
    const restored = accepted<Block | undefined>(
      journal.restore(record(blockAt(5, hash('aa'))), tipAt(4, hash('aa')), true),
    );
    expect(restored?.header).toEqual(blockAt(5, hash('aa')).header);
    expect(journal.slot).toEqual({ height: 5, parentHash: hash('aa') });
  });

  test.each([
    ['it is the tip', tipAt(5, hash('bb')), true],
    ['it is the tip that another key proposed', tipAt(5, hash('bb')), false],
    ['the chain went on without this key', tipAt(8, hash('bb')), false],
    ['it stands on another parent than the tip', tipAt(4, hash('bb')), true],
  ])('nothing comes back when %s, and the slot is remembered', (_, tip, tipIsOwn) => {
    const journal = new SignJournal(CHAIN);
    expect(journal.restore(record(blockAt(5, hash('aa'))), tip, tipIsOwn)).toBeUndefined();
    expect(journal.slot).toEqual({ height: 5, parentHash: hash('aa') });
  });

  test('blocks that are missing below it are no reason to sign, and the slot is remembered', () => {
    const journal = new SignJournal(CHAIN);
    const refusal = journal.restore(record(blockAt(5, hash('aa'))), tipAt(3, hash('aa')), true);
    expect(refusedAs(refusal)).toMatch(/ends at height 5, the database at height 3: .* are missing/);
    expect(journal.slot).toEqual({ height: 5, parentHash: hash('aa') });
  });

  test.each([
    ['no record and no chain', tipAt(0, hash('00')), true],
    ['no record and a chain of others', tipAt(7, hash('aa')), false],
  ])('%s: everything may be signed', (_, tip, tipIsOwn) => {
    const journal = new SignJournal(CHAIN);
    expect(journal.restore(undefined, tip, tipIsOwn)).toBeUndefined();
    expect(claimOf(journal, blockAt(tip.height + 1, tip.hash))).toEqual({ kind: 'sign' });
  });

  test.each<[string, Uint8Array | undefined, RegExp]>([
    [
      'a lost record',
      undefined,
      /^rule_violation: the sign journal is lost while the chain stands at height 7: .*reset-journal/,
    ],
    [
      'an old copy',
      record(blockAt(6, hash('aa'))),
      /^rule_violation: the sign journal ends at height 6 while this key proposed height 7: it is an old copy$/,
    ],
    [
      'a whole file with something else in it',
      Buffer.from('not a record'),
      /^rule_violation: the sign journal is whole but holds no record that this version can read$/,
    ],
    [
      "another chain's record",
      new SignJournal('other-net-1').encode(blockAt(8, hash('aa'))),
      /^rule_violation: the sign journal belongs to chain other-net-1, this is journal-net-1$/,
    ],
  ])('%s is a refusal to sign', (_, bytes, text) => {
    const journal = new SignJournal(CHAIN);
    expect(refusedAs(journal.restore(bytes, tipAt(7, hash('aa')), true))).toMatch(text);
    expect(journal.slot).toBeUndefined();
  });

  test('a journal that was given up allows everything above the tip', () => {
    const journal = new SignJournal(CHAIN);
    const tip = tipAt(7, hash('aa'));
    expect(journal.restore(emptyJournal(CHAIN, tip), tip, true)).toBeUndefined();
    expect(claimOf(journal, blockAt(8, hash('aa')))).toEqual({ kind: 'sign' });
    expect(refusedAs(claimOf(journal, blockAt(6, hash('aa'))))).toMatch(/height 7 is signed/);
  });

  test('a journal that was given up is one of a chain that has its tip: without it nothing is signed again', () => {
    const given = emptyJournal(CHAIN, tipAt(7, hash('aa')));
    for (const height of [6, 5, 0]) {
      const journal = new SignJournal(CHAIN);
      expect(refusedAs(journal.restore(given, tipAt(height, hash('bb')), height === 6))).toMatch(
        /ends at height 7, the database at height \d: blocks that this key signed are missing/,
      );
    }
  });

  test('what this process wrote last is told from what another one has written', () => {
    const tip = tipAt(7, hash('aa'));
    const journal = new SignJournal(CHAIN);
    const before = blockAt(7, hash('99'));
    const [mine, theirs] = [blockAt(8, hash('aa')), blockAt(8, hash('aa'), 1_700_000_000_001)];
    const bytes = (block: Block): Uint8Array => new SignJournal(CHAIN).encode(block);
    expect(journal.isLast(bytes(before), undefined)).toBe(false);
    accepted(journal.restore(bytes(before), tip, true));
    expect(journal.isLast(bytes(before), undefined)).toBe(true);
    // A write of `mine` has failed: either is there.
    expect(journal.isLast(bytes(before), mine)).toBe(true);
    expect(journal.isLast(bytes(mine), mine)).toBe(true);
    expect(journal.isLast(bytes(theirs), mine)).toBe(false);
    expect(journal.isLast(bytes(theirs), undefined)).toBe(false);
    expect(journal.isLast(bytes(blockAt(9, hash('bb'))), mine)).toBe(false);
    expect(journal.isLast(Buffer.from('no record'), mine)).toBe(false);
    journal.record(mine);
    expect(journal.isLast(bytes(mine), undefined)).toBe(true);
    expect(journal.isLast(bytes(before), undefined)).toBe(false);
    const given = new SignJournal(CHAIN);
    accepted(given.restore(emptyJournal(CHAIN, tip), tip, true));
    expect(given.isLast(emptyJournal(CHAIN, tip), undefined)).toBe(true);
    expect(given.isLast(bytes(mine), undefined)).toBe(false);
  });
});
