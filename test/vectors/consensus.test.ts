/** Golden bytes of votes, certificates with rounds, evidence and the vote journal. Each is computed a second time from the rules
 *  (`independent.ts`) and pinned: a change here is a change of the protocol or of files on disk. */

import { describe, expect, test } from 'vitest';
import { encodeCertificate, makeCertificate, voteBytes } from '../../engine/chain/certificate.js';
import { encodeEvidence, evidenceId, evidenceOfBlocks, evidenceOfVotes } from '../../engine/chain/evidence.js';
import { type Header, headerBytes } from '../../engine/chain/header.js';
import { encodeVote, messageOf, type Vote, voteToJson } from '../../engine/chain/vote.js';
import { emptyVoteJournal, VoteJournal } from '../../engine/consensus/voteJournal.js';
import { verifyCertificate } from '../../engine/state/certificateVerifier.js';
import { accepted } from '../unit/base/outcome.js';
import { field, hex, join, message, pattern, sha } from './independent.js';

const CHAIN = 'vector-net-1';
const block = pattern(32, 9);
const other = pattern(32, 40);
const voter = pattern(1_952, 100);
const signature = pattern(3_309, 1);

const TYPES = { prevote: 0, precommit: 1 } as const;
const vote = (type: Vote['type'], round: number, hash: Uint8Array, key = voter): Vote => ({
  ...{ type, height: 7, round, blockHash: hex(hash), voterKey: key, signature },
});
const voteGolden = ({ type, height, round, blockHash, voterKey, signature: signed }: Vote): Buffer =>
  join(
    field(1, TYPES[type]),
    field(2, height),
    field(3, round),
    field(4, Buffer.from(blockHash, 'hex')),
    field(5, voterKey),
    field(6, signed),
  );

describe('a vote', () => {
  test.each([
    ['prevote', 0],
    ['precommit', 0],
    ['prevote', 1],
    ['precommit', 4_294_967_295],
  ] as const)('%s of round %i signs its text and has these bytes', (type, round) => {
    const text = `ROUGECHAIN_FINALITY_VOTE_V2|chain=vector-net-1|type=${type}|height=7|round=${round}|block=${hex(block)}`;
    expect(Buffer.from(voteBytes(CHAIN, type, 7, round, block)).toString()).toBe(text);
    expect(hex(messageOf(CHAIN, vote(type, round, block)))).toBe(hex(Buffer.from(text)));
    expect(hex(encodeVote(vote(type, round, block)))).toBe(hex(voteGolden(vote(type, round, block))));
  });

  test('has its members in the order of a finality proof', () => {
    expect(JSON.stringify(voteToJson(vote('precommit', 3, block)))).toBe(
      `{"vote_type":"precommit","height":7,"round":3,"block_hash":"${hex(block)}","voter_pub_key":"${hex(voter)}","signature":"${hex(signature)}"}`,
    );
  });

  test('is pinned', () => {
    expect(hex(sha(encodeVote(vote('precommit', 3, block))))).toBe(
      '4dcb785ed59e94a0e67424f11eef5c75dfea8dd715957f9678282e6a4e034c21',
    );
  });
});

const precommits = [100, 200].map((start) => ({ voterKey: pattern(1_952, start), signature: pattern(3_309, start) }));
const certificateGolden = (round: number): Buffer =>
  join(
    field(1, 7),
    field(2, block),
    ...precommits.map((one) => message(3, join(field(1, one.voterKey), field(2, one.signature)))),
    field(4, round),
  );

describe('a certificate', () => {
  test.each([
    [0, '553fc601262a3c2c6bce7c896cc26a1ad51072c53dba72dcac115e69c567a973'],
    [1, '35a730cda2ecf42f12c7af6a80ab410f6e3f3c1b1fbd67bea15559f9a8514455'],
    [300, '6acf8cf3304c80d9129b2c7ca74cc206eac693c025a57f17cc5672295015de29'],
  ])('of round %i has these bytes', (round, digest) => {
    const bytes = encodeCertificate(makeCertificate(7, round, block, [...precommits].reverse()));
    expect(hex(bytes)).toBe(hex(certificateGolden(round)));
    expect(hex(sha(bytes))).toBe(digest);
  });

  test('is checked by the light client over the same text', () => {
    const texts: string[] = [];
    const votes = precommits.map(({ voterKey, signature: signed }) => ({
      voter_pub_key: hex(voterKey),
      signature: hex(signed),
    }));
    const validators = precommits.map(({ voterKey }) => ({ account: sha(voterKey), stake: 1n }));
    const certificate = { height: 7, round: 300, block_hash: hex(block), precommit_votes: votes };
    verifyCertificate(certificate, { chainId: CHAIN, height: 7, blockHash: hex(block), validators }, (_, text) => {
      texts.push(Buffer.from(text).toString());
      return true;
    });
    const text = `ROUGECHAIN_FINALITY_VOTE_V2|chain=vector-net-1|type=precommit|height=7|round=300|block=${hex(block)}`;
    expect(texts).toEqual([text, text]);
  });
});

describe('evidence', () => {
  test('of two votes has these bytes, the lower block hash first', () => {
    const [low, high] = [vote('prevote', 2, block), vote('prevote', 2, other)];
    const golden = join(message(1, voteGolden(low)), message(2, voteGolden(high)));
    expect(hex(encodeEvidence(evidenceOfVotes(high, low)))).toBe(hex(golden));
    expect(evidenceId(evidenceOfVotes(low, high))).toBe(hex(sha(golden)));
    expect(hex(sha(golden))).toBe('149f5ede8b7737b0586c6d66a9afece699f3484f18904d9d19d5f9667513bd47');
  });

  test('of two blocks has these bytes, the lower block hash first', () => {
    const signed = [1, 2].map((time) => {
      const header: Header = {
        ...{ version: 1, chain_id: CHAIN, height: 7, time, prev_hash: hex(block), tx_hash: hex(other) },
        proposer_pub_key: hex(voter),
      };
      return { header, headerBytes: headerBytes(header), proposerSignature: pattern(3_309, time) };
    });
    const inOrder = signed
      .map(({ headerBytes: bytes, proposerSignature }) => ({
        hash: hex(sha(bytes, hex(proposerSignature))),
        wire: join(field(1, bytes), field(2, proposerSignature)),
      }))
      .sort((a, b) => (a.hash < b.hash ? -1 : 1));
    const golden = join(...inOrder.map(({ wire }, index) => message(3 + index, wire)));
    const [one, two] = signed as [(typeof signed)[0], (typeof signed)[0]];
    expect(hex(encodeEvidence(evidenceOfBlocks(one, two)))).toBe(hex(golden));
    expect(hex(encodeEvidence(evidenceOfBlocks(two, one)))).toBe(hex(golden));
    expect(hex(sha(golden))).toBe('5d35091887365b63e93c271f91903a7010240b6f812898b0827ecacbffe69947');
  });
});

describe('the vote journal', () => {
  const own = (type: Vote['type'], round: number) =>
    join(field(1, TYPES[type]), field(2, round), field(3, block), field(4, signature));

  test('holds the own votes of one height and the prevotes behind the latest precommit', () => {
    const journal = new VoteJournal(CHAIN, voter);
    const votes = [vote('prevote', 1, block), vote('precommit', 1, block)];
    const quorum = [vote('prevote', 1, block, pattern(1_952, 200))];
    expect(accepted(journal.claim(votes)).sign).toHaveLength(2);
    const golden = join(
      ...[field(1, CHAIN), field(2, voter), field(3, 7)],
      ...[message(4, own('prevote', 1)), message(4, own('precommit', 1))],
      message(5, voteGolden(quorum[0] as Vote)),
    );
    expect(hex(journal.encode(votes, quorum))).toBe(hex(golden));
    expect(hex(sha(golden))).toBe('e8080009dc833c06f255b27f77fb457f9d8213f376bfa727b18b1548b030b031');
  });

  test('that replaces a lost one holds a height alone', () => {
    expect(hex(emptyVoteJournal(CHAIN, voter, 7))).toBe(hex(join(field(1, CHAIN), field(2, voter), field(3, 7))));
  });
});
