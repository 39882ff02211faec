/** The bytes of a snapshot, pinned, and computed a second time from the rules alone (proto/wire.proto, ARCHITECTURE.md). Nodes compare
 *  and exchange parts by their hashes: a change here is a new version of the format. */

import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../engine/base/refusal.js';
import { parseHeader } from '../../engine/chain/header.js';
import { cutRecords, encodeRecords, encodeSiblings, type PathRecord } from '../../engine/state/stateChunk.js';
import { siblingsOf } from '../../engine/state/subtree.js';
import { encodeManifest, type Manifest } from '../../engine/store/snapshot/manifest.js';
import { encodeRecentBlock, encodeRun } from '../../engine/store/snapshot/recentBlocks.js';
import { type Bytes, field, hex, join, message, pattern, sha } from './independent.js';

/** Tables 1 and 2, keys of several lengths; every fourth account has a key. */
const records: readonly PathRecord[] = Array.from({ length: 40 }, (_, index) => {
  const account = pattern(32, index, 3);
  const key = index % 3 === 2 ? join(Uint8Array.of(2), account, 'GOLD') : join(Uint8Array.of(1), account);
  const value = pattern(index % 3 === 2 ? 16 : 32, 100 + index);
  const publicKey = index % 3 !== 2 && index % 4 === 0 ? pattern(1_952, index) : undefined;
  return { path: sha(key), key, value, publicKey };
}).sort((a, b) => Buffer.compare(a.path, b.path));

const CHUNK_BYTES = 3_000;

/** The rules, slowly: everything is filtered and hashed again at every step. */
const bitsOf = (path: Bytes): string => [...path].map((byte) => byte.toString(2).padStart(8, '0')).join('');
const under = (prefix: string): PathRecord[] => records.filter(({ path }) => bitsOf(path).startsWith(prefix));

function rootOf(prefix: string): Buffer {
  const held = under(prefix);
  const [only] = held;
  if (!only) return Buffer.alloc(32);
  if (held.length === 1) return sha(Uint8Array.of(0), only.path, sha(only.value));
  return sha(rootOf(`${prefix}0`), rootOf(`${prefix}1`));
}

const recordMessage = ({ key, value, publicKey }: PathRecord): Buffer =>
  message(1, join(field(1, key), field(2, value), field(3, publicKey ?? Buffer.alloc(0))));

/** Prefixes of the chunks, in path order. */
function cuts(prefix = ''): string[] {
  const held = under(prefix);
  const size = held.reduce((sum, record) => sum + recordMessage(record).length, 0);
  return size <= CHUNK_BYTES || held.length < 2 ? [prefix] : [...cuts(`${prefix}0`), ...cuts(`${prefix}1`)];
}

const flip = (bit: string | undefined): string => (bit === '0' ? '1' : '0');

const chunkMessage = (prefix: string): Buffer =>
  join(
    ...under(prefix).map(recordMessage),
    ...[...prefix].map((bit, depth) => message(2, rootOf(prefix.slice(0, depth) + flip(bit)))),
  );

const prefixBytesOf = (prefix: string): Buffer =>
  Buffer.from((prefix.match(/.{1,8}/g) ?? []).map((bits) => Number.parseInt(bits.padEnd(8, '0'), 2)));

const made = [...cutRecords(records, 0, { bits: 0, prefix: new Uint8Array() }, CHUNK_BYTES)];
const { root, siblings } = siblingsOf(made);
const chunks = made.map((cut, index) => join(encodeRecords(cut.records), encodeSiblings(siblings[index] ?? [])));

describe('chunks', () => {
  test('are cut, proven and encoded by the rules', () => {
    expect(made.map(({ bits }) => bits)).toEqual(cuts().map((prefix) => prefix.length));
    expect(made.map(({ prefix }) => hex(prefix))).toEqual(cuts().map((prefix) => hex(prefixBytesOf(prefix))));
    expect(hex(root)).toBe(hex(rootOf('')));
    expect(chunks.map(hex)).toEqual(cuts().map((prefix) => hex(chunkMessage(prefix))));
    expect(chunks.length).toBeGreaterThan(4);
  });

  test('are pinned', () => {
    expect(chunks.length).toBe(12);
    expect(hex(root)).toBe('e7d165f5451167a33bd92fdd76a0bf2ea7430f40d558e18d2287eb0106e06ddb');
    expect(hex(sha(...chunks.map((chunk) => sha(chunk))))).toBe(
      'b6f5445a00cec4daa26d847875654fdb8d2fef680d07996b613e1d67d5f64323',
    );
  });
});

const headerText =
  '{"version":1,"chain_id":"vectors-1","height":9,"time":1700000000400,"prev_hash":"00","tx_hash":"11","proposer_pub_key":"22","state_root":"33","parent_commit":"44"}';

const transaction = { account: pattern(32, 1), text: Buffer.from('{"a":1}'), keyAt: 3, signatureHash: pattern(32, 2) };
const block = {
  headerBytes: Buffer.from(headerText),
  proposerSignature: pattern(3_309, 5),
  transactions: [transaction],
};
const empty = { ...block, transactions: [] };

describe('recent blocks', () => {
  const blockMessage = (transactions: Bytes): Buffer =>
    join(field(1, block.headerBytes), field(2, block.proposerSignature), transactions);
  const inside = join(
    field(1, transaction.account),
    field(2, transaction.text),
    field(3, transaction.keyAt),
    field(4, transaction.signatureHash),
  );
  const expected = join(message(1, blockMessage(message(3, inside))), message(1, blockMessage(Buffer.alloc(0))));

  test('are encoded by the rules, and pinned', () => {
    const run = encodeRun([encodeRecentBlock(block), encodeRecentBlock(empty)]);
    expect(hex(run)).toBe(hex(expected));
    expect(hex(sha(run))).toBe('8e3ba58b00ad55e3bcd0c81f85f6aeed1a7b5ad0da4012aaa044d234598d3229');
  });
});

describe('the manifest', () => {
  const header = parseHeader(headerText);
  if (isRefusal(header)) throw new Error(header.message);
  const precommit = { voterKey: pattern(1_952, 7), signature: pattern(3_309, 8) };
  const facts: Manifest = {
    chainId: 'vectors-1',
    genesisHash: pattern(32, 3),
    height: 9,
    hash: hex(pattern(32, 4)),
    header,
    headerBytes: block.headerBytes,
    proposerSignature: block.proposerSignature,
    certificate: { height: 9, round: 2, blockHash: pattern(32, 4), precommits: [precommit] },
    stateRoot: root,
    chunks: made.map(({ bits, prefix }, index) => {
      const chunk = chunks[index] as Buffer;
      return { bits, prefix, hash: sha(chunk), size: chunk.length };
    }),
    recent: [{ first: 7, last: 9, hash: pattern(32, 6), size: 300 }],
    firstEvent: 70,
    balanceEvents: 4,
    contractEvents: 0,
  };
  const manifest = encodeManifest(facts);

  test('is encoded by the rules and sealed, and pinned', () => {
    const certificate = join(
      field(1, 9),
      field(2, pattern(32, 4)),
      message(3, join(field(1, precommit.voterKey), field(2, precommit.signature))),
      field(4, 2),
    );
    const unsealed = join(
      field(1, 1),
      field(2, 'vectors-1'),
      field(3, pattern(32, 3)),
      field(4, 9),
      field(5, pattern(32, 4)),
      field(6, headerText),
      field(7, block.proposerSignature),
      message(8, certificate),
      field(9, rootOf('')),
      ...cuts().map((prefix) => {
        const chunk = chunkMessage(prefix);
        const members = [field(2, prefixBytesOf(prefix)), field(3, sha(chunk)), field(4, chunk.length)];
        return message(10, join(field(1, prefix.length), ...members));
      }),
      message(11, join(field(1, 7), field(2, 9), field(3, pattern(32, 6)), field(4, 300))),
      field(12, 70),
      field(13, 4),
    );
    expect(hex(manifest)).toBe(hex(join(unsealed, field(14, sha(unsealed)))));
    expect(hex(sha(manifest))).toBe('ea63c68ff39506a0e76df5e93b9eb8867cbfbfb9224ff079b904a5bf556c89d0');
    // A block without events of contracts has the manifest that it had before there were any.
    const contractEvents = field(15, 5);
    const seal = field(14, sha(join(unsealed, contractEvents)));
    expect(hex(encodeManifest({ ...facts, contractEvents: 5 }))).toBe(hex(join(unsealed, seal, contractEvents)));
  });
});
