/** The journal never lets one (height, round, type) be signed twice with different bytes, and what it writes it reads. */

import { describe, expect, test } from 'vitest';
import type { Vote } from '../../../engine/chain/vote.js';
import {
  emptyVoteJournal,
  JOURNAL_ROUNDS,
  readVoteRecord,
  VoteJournal,
} from '../../../engine/consensus/voteJournal.js';
import { HEIGHT, HIGH, LOW, voteOf, voterKey } from '../../support/votingScene.js';
import { accepted, refusedAs } from '../base/outcome.js';

const CHAIN = 'journal-1';
const prevote = (round: number, hash: string, height = HEIGHT): Vote => voteOf(0, 'prevote', round, hash, height);
const precommit = (round: number, hash: string, height = HEIGHT): Vote => voteOf(0, 'precommit', round, hash, height);

function journalOf(...writes: readonly (readonly Vote[])[]): { journal: VoteJournal; bytes: Uint8Array } {
  const journal = new VoteJournal(CHAIN, voterKey(0));
  let bytes: Uint8Array = new Uint8Array();
  for (const votes of writes) {
    accepted(journal.claim(votes));
    bytes = journal.encode(votes, []);
    journal.record(votes, []);
  }
  return { journal, bytes };
}

function restored(bytes: Uint8Array): VoteJournal {
  const journal = new VoteJournal(CHAIN, voterKey(0));
  expect(journal.restore(bytes, HEIGHT)).toBeUndefined();
  return journal;
}

describe.each([
  ['as it was written', (journal: VoteJournal, _: Uint8Array) => journal],
  ['after a restart', (_: VoteJournal, bytes: Uint8Array) => restored(bytes)],
])('a claim, %s,', (_, through) => {
  const has = (...writes: readonly (readonly Vote[])[]): VoteJournal => {
    const { journal, bytes } = journalOf(...writes);
    return through(journal, bytes);
  };

  test('gives a new vote to sign, and the same vote again as it was', () => {
    const journal = has([prevote(0, HIGH)]);
    expect(accepted(journal.claim([prevote(0, HIGH), precommit(0, HIGH)]))).toEqual({
      sign: [precommit(0, HIGH)],
      repeat: [prevote(0, HIGH)],
    });
  });

  test.each([
    [
      'another block of the same round and type',
      prevote(2, LOW),
      /holds another prevote for height 7, round 2; a prevote/,
    ],
    ['an earlier round', precommit(1, HIGH), /holds votes up to height 7, round 2; a precommit for height 7, round 1/],
    ['a lower height', precommit(5, HIGH, HEIGHT - 1), /holds votes up to height 7/],
  ])('refuses %s', (_, vote, text) => {
    const journal = has([prevote(2, HIGH)]);
    expect(refusedAs(journal.claim([vote]))).toMatch(text);
  });

  test('refuses a prevote against its latest precommit, unless a later quorum of prevotes was seen for the block', () => {
    const journal = has([prevote(1, HIGH), precommit(1, HIGH)]);
    const against = (prevoted?: { round: number; blockHash: string }) => journal.claim([prevote(3, LOW)], prevoted);
    for (const prevoted of [undefined, { round: 1, blockHash: LOW }, { round: 2, blockHash: HIGH }])
      expect(refusedAs(against(prevoted))).toMatch(
        /holds a precommit of round 1 for another block of height 7, and no later quorum .* a prevote of round 3 will/,
      );
    expect(accepted(against({ round: 2, blockHash: LOW })).sign).toHaveLength(1);
    expect(accepted(journal.claim([prevote(3, HIGH), precommit(3, HIGH)])).sign).toHaveLength(2);
    expect(accepted(journal.claim([prevote(0, LOW, HEIGHT + 1)])).sign).toHaveLength(1);
  });

  test('refuses two blocks in one claim', () => {
    expect(refusedAs(has([prevote(0, HIGH, 1)]).claim([prevote(0, HIGH), prevote(0, LOW)]))).toMatch(
      /will not be signed/,
    );
  });

  test('forgets the votes of a height when a higher one is voted', () => {
    const journal = has([prevote(3, HIGH), precommit(3, HIGH)], [prevote(0, LOW, HEIGHT + 1)]);
    expect([journal.height, journal.votes]).toEqual([HEIGHT + 1, [prevote(0, LOW, HEIGHT + 1)]]);
  });

  test('keeps the latest rounds and the lock, and signs nothing of what it forgot', () => {
    const rounds = Array.from({ length: 3 * JOURNAL_ROUNDS }, (_, round) => [prevote(round + 1, HIGH)]);
    const journal = has([prevote(0, HIGH), precommit(0, HIGH)], ...rounds);
    expect(journal.votes).toHaveLength(JOURNAL_ROUNDS + 1);
    expect(journal.votes).toContainEqual(precommit(0, HIGH));
    expect(refusedAs(journal.claim([prevote(1, LOW)]))).toMatch(/will not be signed/);
  });
});

test('the quorum behind a precommit is kept with it, until the next precommit or height', () => {
  const journal = new VoteJournal(CHAIN, voterKey(0));
  const quorum = [1, 2].map((voter) => voteOf(voter, 'prevote', 0, HIGH));
  const write = (votes: readonly Vote[], behind: readonly Vote[]) => {
    const bytes = journal.encode(votes, behind);
    journal.record(votes, behind);
    return restored(bytes).quorum.length;
  };
  expect(write([prevote(0, HIGH), precommit(0, HIGH)], quorum)).toBe(2);
  expect(restored(journal.encode([], [])).quorum).toEqual(quorum);
  expect(write([prevote(1, HIGH)], [])).toBe(2);
  expect(write([precommit(1, HIGH)], quorum.slice(1))).toBe(1);
  expect(write([prevote(0, LOW, HEIGHT + 1)], [])).toBe(0);
});

describe('at a start', () => {
  const { bytes } = journalOf([prevote(0, HIGH)]);

  test.each<[string, Uint8Array | undefined, string, Uint8Array, RegExp]>([
    ['of another chain', bytes, 'journal-2', voterKey(0), /belongs to chain journal-1, this is journal-2/],
    ['of another key', bytes, CHAIN, voterKey(1), /belongs to another key/],
    ['that is missing beside a chain', undefined, CHAIN, voterKey(0), /lost while the chain stands at height 3/],
    ['that is cut', bytes.subarray(0, bytes.length - 9), CHAIN, voterKey(0), /cannot be used/],
    ['that is empty', new Uint8Array(), CHAIN, voterKey(0), /names no chain or no key/],
  ])('a journal %s is refused', (_, content, chain, key, text) => {
    expect(refusedAs(new VoteJournal(chain, key).restore(content, 3))).toMatch(text);
  });

  test('every damaged byte is noticed, or leaves a journal that still refuses', () => {
    let checked = 0;
    for (let at = 0; at < bytes.length; at += 97) {
      const damaged = Uint8Array.from(bytes);
      damaged[at] = (damaged[at] as number) ^ 0x40;
      expect(() => readVoteRecord(damaged)).not.toThrow();
      checked++;
    }
    expect(checked).toBeGreaterThan(50);
  });

  test('none is needed beside an empty chain', () => {
    expect(new VoteJournal(CHAIN, voterKey(0)).restore(undefined, 0)).toBeUndefined();
  });

  test('one that replaces a lost journal closes its height', () => {
    const journal = restored(emptyVoteJournal(CHAIN, voterKey(0), HEIGHT));
    expect(refusedAs(journal.claim([prevote(9, HIGH)]))).toMatch(/will not be signed/);
    expect(accepted(journal.claim([prevote(0, HIGH, HEIGHT + 1)])).sign).toHaveLength(1);
  });

  test('the durable record is compared with what was written last', () => {
    const { journal } = journalOf([prevote(0, HIGH)]);
    const next = journal.encode([precommit(0, HIGH)], []);
    const empty = emptyVoteJournal(CHAIN, voterKey(0), HEIGHT);
    expect([bytes, next, empty].map((record) => journal.isLast(record))).toEqual([true, false, false]);
    journal.record([precommit(0, HIGH)], []);
    expect([bytes, next].map((record) => journal.isLast(record))).toEqual([false, true]);
    expect(restored(empty).isLast(empty)).toBe(true);
  });
});
