/** Votes and evidence as bytes and JSON, and what proves an equivocation. */

import { describe, expect, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import {
  checkEvidence,
  culpritOf,
  decodeEvidence,
  type Evidence,
  encodeEvidence,
  evidenceId,
  evidenceOfBlocks,
  evidenceOfVotes,
  evidenceToJson,
  hashOfHeader,
  heightOf,
  type SignedHeader,
} from '../../../engine/chain/evidence.js';
import { type Header, headerBytes } from '../../../engine/chain/header.js';
import { decodeVote, encodeVote, type Vote, voteFromJson, voteToJson } from '../../../engine/chain/vote.js';
import { nobleBackend } from '../../../engine/crypto/mldsa.js';
import { HIGH, LOW, PARENT, voteOf, voterKey } from '../../support/votingScene.js';
import { accepted, refusedAs } from '../base/outcome.js';

const CHAIN = 'evidence-1';
const keys = nobleBackend.keygen(new Uint8Array(32).fill(4));

const vote = voteOf(3, 'precommit', 2 ** 32 - 1, HIGH, 2 ** 40);
const plain = (one: Vote) => ({ ...one, voterKey: toHex(one.voterKey), signature: toHex(one.signature) });

describe('a vote', () => {
  test('comes back from its bytes and from its JSON', () => {
    expect(plain(accepted(decodeVote(encodeVote(vote))))).toEqual(plain(vote));
    expect(plain(accepted(voteFromJson(JSON.parse(JSON.stringify(voteToJson(vote))))))).toEqual(plain(vote));
  });

  test('is read in the other spelling, with hex in either case', () => {
    const { type, height, round, blockHash, voterKey: key, signature } = vote;
    const other = { type, height, round, blockHash: blockHash.toUpperCase(), voterPubKey: toHex(key).toUpperCase() };
    expect(plain(accepted(voteFromJson({ ...other, signature: toHex(signature) })))).toEqual(plain(vote));
  });

  test.each<[string, object | null | string]>([
    ['no object', null],
    ['a text', 'vote'],
    ['a list', []],
    ['another type', { vote_type: 'proposal' }],
    ['height 0', { height: 0 }],
    ['half a height', { height: 1.5 }],
    ['a height as text', { height: '7' }],
    ['a negative round', { round: -1 }],
    ['a round of 33 bits', { round: 2 ** 32 }],
    ['a short hash', { block_hash: 'ab' }],
    ['no hex', { block_hash: 'x'.repeat(64) }],
    ['a short key', { voter_pub_key: 'abcd' }],
    ['no signature', { signature: undefined }],
  ])('with %s is refused', (_, change) => {
    const value =
      change === null || typeof change === 'string' || Array.isArray(change)
        ? change
        : { ...voteToJson(vote), ...change };
    expect(refusedAs(voteFromJson(value))).toMatch(/^malformed_body: this is no vote: /);
  });

  test('of foreign bytes is refused', () => {
    expect(refusedAs(decodeVote(Uint8Array.of(0xff, 0xff)))).toMatch(/not a vote message/);
    expect(refusedAs(decodeVote(new Uint8Array()))).toMatch(/^malformed_body/);
  });
});

function signed(change: Partial<Header> = {}, randomness = 0): SignedHeader {
  const header: Header = {
    ...{ version: 1, chain_id: CHAIN, height: 9, time: 5, prev_hash: PARENT, tx_hash: LOW },
    ...{ proposer_pub_key: toHex(keys.publicKey), ...change },
  };
  const bytes = headerBytes(header);
  const proposerSignature = nobleBackend.sign(bytes, keys.secretKey, new Uint8Array(32).fill(randomness));
  return { header, headerBytes: bytes, proposerSignature };
}

const votes = (one: Partial<Vote> = {}, other: Partial<Vote> = {}): Evidence =>
  evidenceOfVotes({ ...voteOf(1, 'prevote', 2, LOW), ...one }, { ...voteOf(1, 'prevote', 2, HIGH), ...other });

describe('evidence', () => {
  const blocks = evidenceOfBlocks(signed(), signed({ time: 6 }));

  test.each([
    ['votes', votes(), 7, voterKey(1)],
    ['blocks', blocks, 9, keys.publicKey],
  ] as const)('of two %s comes back and names height and key', (_, evidence, height, key) => {
    const again = accepted(decodeEvidence(encodeEvidence(evidence)));
    expect(evidenceId(again)).toBe(evidenceId(evidence));
    expect([heightOf(again), toHex(culpritOf(again))]).toEqual([height, toHex(key)]);
    expect(accepted(checkEvidence(again, { chainId: CHAIN }))).toHaveLength(2);
    const json = evidenceToJson(again);
    expect([json.height, json.signer_pub_key, (json.votes ?? json.blocks)?.length]).toEqual([height, toHex(key), 2]);
  });

  test('is the same in whichever order the two were seen', () => {
    const [low, high] = [voteOf(1, 'prevote', 2, LOW), voteOf(1, 'prevote', 2, HIGH)];
    expect(evidenceId(evidenceOfVotes(high, low))).toBe(evidenceId(evidenceOfVotes(low, high)));
    const [one, other] = [signed(), signed({ time: 6 })];
    expect(evidenceId(evidenceOfBlocks(one, other))).toBe(evidenceId(evidenceOfBlocks(other, one)));
  });

  test('gives the signatures that the key has made', () => {
    for (const check of accepted(checkEvidence(blocks, { chainId: CHAIN })))
      expect(nobleBackend.verify(check.signature, check.message, check.publicKey)).toBe(true);
    const [first] = accepted(checkEvidence(votes(), { chainId: CHAIN }));
    expect(Buffer.from(first?.message ?? []).toString()).toBe(
      `ROUGECHAIN_FINALITY_VOTE_V2|chain=${CHAIN}|type=prevote|height=7|round=2|block=${LOW}`,
    );
  });

  test('one header under two signatures is two blocks', () => {
    const twice = evidenceOfBlocks(signed({}, 1), signed({}, 2));
    expect(accepted(checkEvidence(twice, { chainId: CHAIN }))).toHaveLength(2);
    expect(hashOfHeader(signed({}, 1))).not.toBe(hashOfHeader(signed({}, 2)));
  });

  const swapped: Evidence = {
    kind: 'votes',
    first: voteOf(1, 'prevote', 2, HIGH),
    second: voteOf(1, 'prevote', 2, LOW),
  };
  test.each<[string, Evidence, RegExp]>([
    ['types', votes({ type: 'precommit' }), /not of one height, round and type/],
    ['rounds', votes({ round: 3 }), /not of one height, round and type/],
    ['heights', votes({ height: 8 }), /not of one height, round and type/],
    ['keys', votes({ voterKey: voterKey(2) }), /by different keys/],
    ['one block', votes({ blockHash: HIGH }), /for one block/],
    ['the wrong order', swapped, /must come first/],
    ['chains', evidenceOfBlocks(signed(), signed({ chain_id: 'other' })), /not of chain evidence-1/],
    ['parents', evidenceOfBlocks(signed(), signed({ prev_hash: HIGH })), /not of one slot/],
    ['heights of blocks', evidenceOfBlocks(signed(), signed({ height: 10 })), /not of one slot/],
    ['proposers', evidenceOfBlocks(signed(), signed({ proposer_pub_key: toHex(voterKey(1)) })), /different proposers/],
    ['the same header', evidenceOfBlocks(signed(), signed()), /are one block/],
  ])('that differs in %s proves nothing', (_, evidence, text) => {
    expect(refusedAs(checkEvidence(evidence, { chainId: CHAIN }))).toMatch(text);
  });

  test('of foreign bytes is refused', () => {
    for (const bytes of [new Uint8Array(), Uint8Array.of(0xff), encodeVote(vote)])
      expect(refusedAs(decodeEvidence(bytes))).toMatch(/^malformed_body/);
  });
});
