/** Quorum, votes, and what makes a certificate valid. */

import { describe, expect, test } from 'vitest';
import { utf8, utf8Text } from '../../../engine/base/bytes.js';
import {
  type Certificate,
  certificateChecks,
  certificateHash,
  checkCertificate,
  makeCertificate,
  quorumOf,
  voteBytes,
} from '../../../engine/chain/certificate.js';
import { pattern } from '../../vectors/independent.js';
import { refusedAs } from '../base/outcome.js';

const blockHash = pattern(32);
const keys = [1, 2, 3, 4].map((byte) => new Uint8Array(1_952).fill(byte));
/** Validator n of four has n quanta: ten in all, a quorum is seven. */
const stakeOf = (voterKey: Uint8Array): bigint =>
  keys.some((key) => Buffer.compare(key, voterKey) === 0) ? BigInt(voterKey[0] ?? 0) : 0n;
const expected = { height: 9, blockHash, totalStake: 10n };

const vote = (voter: number) => ({ voterKey: new Uint8Array(1_952).fill(voter), signature: pattern(3_309, voter) });
const of = (...voters: number[]): Certificate => ({ height: 9, round: 2, blockHash, precommits: voters.map(vote) });
const check = (certificate: Certificate): string =>
  checkCertificate(certificate, expected, stakeOf) === undefined
    ? 'valid'
    : refusedAs(checkCertificate(certificate, expected, stakeOf)).replace('rule_violation: ', '');

describe('a quorum', () => {
  test.each([
    [0n, 1n],
    [1n, 1n],
    [2n, 2n],
    [3n, 3n],
    [4n, 3n],
    [10n, 7n],
    [100_000n, 66_667n],
    [110_000n, 73_334n],
    [2n ** 127n, 113427455640312821154458202477256070486n],
  ])('of %d is %d', (total, quorum) => {
    expect(quorumOf(total)).toBe(quorum);
    // More than two thirds, and no less would be.
    expect(3n * quorum > 2n * total && 3n * (quorum - 1n) <= 2n * total).toBe(true);
  });
});

const ORDER = 'precommits must be in the order of voter keys, each voter once';
const STRANGER = 'a precommit is signed by a key that is no validator';
const WEAK = 'the commit certificate does not carry two thirds of the stake';
const WRONG = 'the commit certificate is not for the parent at height 9';

describe('a certificate', () => {
  test.each<[string, Certificate, string]>([
    ['of all', of(1, 2, 3, 4), 'valid'],
    ['exactly at the quorum', of(3, 4), 'valid'],
    ['exactly at the quorum with three votes', of(1, 2, 4), 'valid'],
    ['one quantum below', of(1, 2, 3), WEAK],
    ['of nobody', of(), WEAK],
    ['in another order', of(4, 3), ORDER],
    ['with one voter twice', of(4, 4), ORDER],
    ['with one voter twice, apart', of(3, 4, 3), ORDER],
    ['with a stranger', of(3, 4, 5), STRANGER],
    ['of a stranger alone', of(5), STRANGER],
    [
      'with an empty key',
      { ...of(), precommits: [{ voterKey: new Uint8Array(), signature: new Uint8Array() }] },
      STRANGER,
    ],
    ['of another height', { ...of(3, 4), height: 8 }, WRONG],
    ['of another block', { ...of(3, 4), blockHash: pattern(32, 1) }, WRONG],
    ['of a block hash that is too short', { ...of(3, 4), blockHash: blockHash.subarray(1) }, WRONG],
  ])('%s', (_, certificate, answer) => {
    expect(check(certificate)).toBe(answer);
  });

  test('does not pass where nobody has stake', () => {
    expect(refusedAs(checkCertificate(of(), { ...expected, totalStake: 0n }, () => 0n))).toMatch(WEAK);
  });

  test('is put in order when it is made, and its list is its own', () => {
    const votes = [4, 1, 3, 2].map(vote);
    const made = makeCertificate(9, 2, blockHash, votes);
    expect(made).toEqual(of(1, 2, 3, 4));
    expect(votes.map(({ voterKey }) => voterKey[0])).toEqual([4, 1, 3, 2]);
    expect(certificateHash(made)).toBe(certificateHash(makeCertificate(9, 2, blockHash, [2, 4, 3, 1].map(vote))));
  });

  test('has a hash over everything in it', () => {
    const one = of(3, 4);
    const changed: Certificate[] = [
      { ...one, height: 10 },
      { ...one, round: 0 },
      { ...one, blockHash: pattern(32, 1) },
      of(2, 4),
      of(3),
      { ...one, precommits: [vote(3), { ...vote(4), signature: pattern(3_309, 5) }] },
    ];
    expect(new Set([one, ...changed].map(certificateHash)).size).toBe(7);
  });

  test('asks the verifier for every precommit over the text of its block', () => {
    const checks = certificateChecks(of(3, 4), utf8('what they signed'));
    expect(checks.map(({ publicKey, signature }) => [publicKey, signature])).toEqual(
      [3, 4].map(vote).map(({ voterKey, signature }) => [voterKey, signature]),
    );
    const texts = new Set(checks.map(({ message }) => utf8Text(message)));
    expect([...texts]).toEqual(['what they signed']);
  });
});

test('no two votes sign the same text', () => {
  const texts = ['net-a', 'net-b'].flatMap((chain) =>
    (['prevote', 'precommit'] as const).flatMap((type) =>
      [1, 11].flatMap((height) =>
        [1, 11].flatMap((round) =>
          [blockHash, pattern(32, 1)].map((hash) => utf8Text(voteBytes(chain, type, height, round, hash))),
        ),
      ),
    ),
  );
  expect(new Set(texts).size).toBe(32);
});
