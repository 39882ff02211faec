/** Messages of peers: every kind survives its bytes; what no peer sends is malformed; what is new is passed over. */

import { describe, expect, test } from 'vitest';
import { toBinary, toHex } from '../../../engine/base/bytes.js';
import { refuse } from '../../../engine/base/refusal.js';
import { makeCertificate } from '../../../engine/chain/certificate.js';
import type { Vote } from '../../../engine/chain/vote.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../../engine/crypto/mldsa.js';
import { HEADERS, SNAPSHOT_OFFERS, SNAPSHOT_PIECE_BYTES } from '../../../engine/network/limits.js';
import { decodeMessage, encodeMessage, MESSAGE_KINDS } from '../../../engine/network/messageCodec.js';
import type { PeerMessage } from '../../../engine/network/messages.js';
import { WirePeerVotes, WireWriter } from '../../../proto/wire.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { pattern } from '../../vectors/independent.js';

const hash = (first: number): string => toHex(new Uint8Array(32).fill(first));
const id = (first: number): string => toBinary(new Uint8Array(32).fill(first));
const transaction = {
  operation: 'transfer',
  publicKey: pattern(PUBLIC_KEY_BYTES, 1),
  text: pattern(80, 2),
  keyAt: 9,
  signature: pattern(SIGNATURE_BYTES, 3),
};
const header = { headerBytes: pattern(700, 4), proposerSignature: pattern(SIGNATURE_BYTES, 5) };
const vote: Vote = {
  type: 'precommit',
  height: 7,
  round: 2,
  blockHash: hash(9),
  voterKey: pattern(PUBLIC_KEY_BYTES, 6),
  signature: pattern(SIGNATURE_BYTES, 7),
};
const certificate = makeCertificate(6, 0, pattern(32, 8), [{ voterKey: vote.voterKey, signature: vote.signature }]);
const chained = { ...header, certificate };
const partial = { certificate, leftOut: [hash(1), hash(2)] };
const status = { height: 12, hash: hash(3), proposerDistance: 0, producing: true };

const offer = { height: 600, hash: hash(6), id: hash(7), parts: 12, bytes: 2 ** 40 };

const MESSAGES: readonly PeerMessage[] = [
  {
    kind: 'introduction',
    introduction: {
      instance: pattern(16, 1),
      salt: pattern(32, 2),
      url: 'https://node.example/api',
      name: 'north',
      version: '0.1.0',
      ageMs: 2 ** 40,
      status,
    },
  },
  { kind: 'status', status: { ...status, proposerDistance: undefined, producing: false } },
  { kind: 'compactBlock', block: { ...header, certificate: partial, shortIds: pattern(18, 3) } },
  { kind: 'blockOffer', height: 3, hash: hash(4) },
  { kind: 'compactBlockWanted', hash: hash(4), wholeCertificate: true },
  { kind: 'blockTransactionsWanted', request: 5, hash: hash(4), positions: [0, 1, 7, 19_999] },
  { kind: 'blockTransactions', request: 5, first: 2, transactions: [transaction], unknown: false },
  { kind: 'blocksWanted', request: 6, fromHeight: 2 ** 40, count: 16, mostBytes: 1, withoutCertificate: true },
  {
    kind: 'blockPart',
    part: {
      request: 6,
      height: 9,
      head: { ...header, parentCertificate: certificate, certificate, transactionCount: 2 },
      first: 0,
      transactions: [transaction],
    },
  },
  { kind: 'blocksEnd', request: 6, refused: true, lowestHeight: 7 },
  { kind: 'votes', votes: [vote, { ...vote, type: 'prevote', round: 0 }] },
  { kind: 'votesWanted', height: 8 },
  { kind: 'certificate', partial },
  { kind: 'certificateWanted', height: 8, hash: hash(5) },
  { kind: 'signedByWanted', request: 1, key: vote.voterKey },
  { kind: 'signedByAnswer', request: 1, signedBy: { height: 9, votes: [vote], headers: [header] } },
  { kind: 'inventory', ids: [id(1), id(255)] },
  { kind: 'transactionsWanted', request: 2, ids: [id(1)] },
  { kind: 'transactions', request: 2, transactions: [{ id: id(1), transaction }], missing: [id(3)] },
  { kind: 'handover', request: 3, item: { id: id(1), transaction } },
  { kind: 'handoverAnswer', request: 3, outcome: { held: true } },
  { kind: 'peersWanted' },
  { kind: 'peers', peers: [{ url: 'https://a.example/api', name: 'a' }] },
  { kind: 'evidence', evidence: pattern(40, 1) },
  { kind: 'ping', number: 4 },
  { kind: 'pong', number: 4 },
  { kind: 'goodbye', reason: 'stopping' },
  {
    kind: 'keyElsewhere',
    proof: { text: new Uint8Array(40).fill(3), signature: new Uint8Array(SIGNATURE_BYTES).fill(4) },
  },
  { kind: 'snapshotsWanted', request: 7, height: 600 },
  {
    kind: 'snapshotsOffered',
    request: 7,
    snapshots: [offer],
    blockHash: hash(6),
  },
  { kind: 'snapshotPartWanted', request: 8, id: hash(7), part: 3, offset: 524_288 },
  { kind: 'snapshotPart', request: 8, bytes: pattern(900, 5), refused: false },
  { kind: 'headersWanted', request: 9, fromHeight: 2 ** 40, count: 128, mostBytes: 2 ** 33 },
  { kind: 'headersPart', request: 9, fromHeight: 12, headers: [chained, chained] },
  { kind: 'serviceLogs', marks: [{ origin: hash(8), isPrivate: true, last: 2 ** 40 }] },
  { kind: 'serviceRunsWanted', request: 10, origin: hash(8), isPrivate: false, from: 3 },
  { kind: 'serviceRuns', request: 10, runs: pattern(500, 6) },
  { kind: 'serviceForward', request: 11, service: 'vote', body: pattern(200, 7) },
  { kind: 'serviceForwarded', request: 11, answer: pattern(100, 8) },
];

/** Views into the message become plain arrays, so that contents are compared. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each) => (ArrayBuffer.isView(each) ? Array.from(each as Uint8Array) : each)),
    (_, each) => (each?.type === 'Buffer' ? each.data : each),
  );

test('there is a message of every kind here', () => {
  expect(MESSAGES.map(({ kind }) => kind)).toEqual(MESSAGE_KINDS);
});

test.each(MESSAGES.map((message) => [message.kind, message] as const))('%s survives its bytes', (_, message) => {
  const decoded = decodeMessage(encodeMessage(message));
  expect(plain(decoded)).toEqual(plain(message));
});

test('other variants survive too', () => {
  const variants: PeerMessage[] = [
    { kind: 'blockTransactionsWanted', request: 5, hash: hash(4), positions: 'all' },
    { kind: 'snapshotsOffered', request: 7, snapshots: [], blockHash: undefined },
    { kind: 'snapshotPart', request: 8, bytes: new Uint8Array(), refused: true },
    { kind: 'blockTransactions', request: 5, first: 0, transactions: [], unknown: true },
    { kind: 'blockPart', part: { request: 6, height: 9, head: undefined, first: 1, transactions: [transaction] } },
    {
      kind: 'blockPart',
      part: {
        request: 6,
        height: 9,
        head: { ...header, parentCertificate: certificate, certificate: undefined, transactionCount: 0 },
        first: 0,
        transactions: [],
      },
    },
    { kind: 'serviceLogs', marks: [] },
    { kind: 'serviceRuns', request: 10, runs: new Uint8Array() },
    { kind: 'serviceForwarded', request: 11, answer: refuse('busy', 'away', 3) },
    { kind: 'compactBlock', block: { ...header, certificate: undefined, shortIds: new Uint8Array() } },
    {
      kind: 'handoverAnswer',
      request: 3,
      outcome: { held: false, code: 'mempool_full', message: 'full', retryAfterSeconds: 2 },
    },
  ];
  for (const message of variants) expect(plain(decodeMessage(encodeMessage(message)))).toEqual(plain(message));
});

test('a code of a later version is read as internal', () => {
  const bytes = encodeMessage({
    kind: 'handoverAnswer',
    request: 3,
    outcome: { held: false, code: 'not_of_today' as 'internal', message: 'x' },
  });
  expect(decodeMessage(bytes)).toMatchObject({ outcome: { held: false, code: 'internal', message: 'x' } });
});

describe('bytes of others', () => {
  const field = (number: number, bytes: Uint8Array): Uint8Array =>
    WireWriter.create()
      .uint32((number << 3) | 2)
      .bytes(bytes)
      .finish();

  test('a kind of a later version is unknown, also beside nothing', () => {
    expect(decodeMessage(field(99, pattern(5, 1)))).toBe('unknown');
    expect(decodeMessage(new Uint8Array())).toBe('unknown');
  });

  test('an unknown member beside a known message is passed over', () => {
    const bytes = Buffer.concat([field(99, pattern(5, 1)), encodeMessage({ kind: 'ping', number: 4 })]);
    expect(decodeMessage(bytes)).toEqual({ kind: 'ping', number: 4 });
  });

  test('two messages in one are malformed', () => {
    const ping = encodeMessage({ kind: 'ping', number: 4 });
    expect(decodeMessage(Buffer.concat([ping, ping]))).toBe('malformed');
  });

  test('a list of more elements than a message may have is malformed, whatever its bytes', () => {
    const votes = new Uint8Array(100_000).map((_, at) => (at % 2 === 0 ? 0x0a : 0));
    expect(WirePeerVotes.decode(votes).votes).toHaveLength(50_000);
    expect(decodeMessage(field(11, votes))).toBe('malformed');
  });

  test.each([
    ['a hash of 31 bytes', field(5, field(1, pattern(31, 1)))],
    ['ids that are cut', field(17, field(1, pattern(33, 1)))],
    ['more than the kind may have', field(25, field(9, pattern(5_000, 1)))],
    ['a status without a hash', encodeMessage({ kind: 'status', status: { ...status, hash: '' } })],
    ['a vote with a short key', encodeMessage({ kind: 'votes', votes: [{ ...vote, voterKey: pattern(9, 1) }] })],
    [
      'positions beyond the largest block',
      encodeMessage({ kind: 'blockTransactionsWanted', request: 1, hash: hash(1), positions: [20_000] }),
    ],
    ['a header without a certificate', field(34, field(3, field(2, header.proposerSignature)))],
    [
      'a header with half of a signature',
      encodeMessage({
        kind: 'headersPart',
        request: 1,
        fromHeight: 1,
        headers: [{ ...chained, proposerSignature: pattern(9, 1) }],
      }),
    ],
    [
      'more headers than may be asked for',
      encodeMessage({
        kind: 'headersPart',
        request: 1,
        fromHeight: 1,
        headers: Array.from({ length: 2 * HEADERS.perRequest }, () => ({
          ...chained,
          certificate: makeCertificate(6, 0, pattern(32, 8), []),
        })),
      }),
    ],
    ['a snapshot without an id', field(30, field(2, field(2, pattern(32, 1))))],
    [
      'more snapshots than are told of',
      encodeMessage({
        kind: 'snapshotsOffered',
        request: 1,
        snapshots: Array.from({ length: SNAPSHOT_OFFERS + 1 }, () => offer),
        blockHash: undefined,
      }),
    ],
    [
      'a piece of a snapshot that is too large',
      encodeMessage({ kind: 'snapshotPart', request: 1, bytes: pattern(SNAPSHOT_PIECE_BYTES + 1, 1), refused: false }),
    ],
  ])('%s is malformed', (_, bytes) => {
    expect(decodeMessage(bytes)).toBe('malformed');
  });

  test('changed and cut bytes never throw', () => {
    const random = new SeededRandom(testSeed());
    let malformed = 0;
    for (let run = 0; run < 3_000; run++) {
      const bytes = Uint8Array.from(encodeMessage(random.pick(MESSAGES)));
      for (let change = random.below(4); change >= 0; change--)
        bytes[random.below(Math.min(60, bytes.length))] = random.below(256);
      if (decodeMessage(bytes.subarray(0, random.between(0, bytes.length))) === 'malformed') malformed++;
    }
    expect(malformed).toBeGreaterThan(1_000);
  });
});
