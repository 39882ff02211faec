/** Block messages: there and back, damaged, strange. */

import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { type Block, decodeBlock, encodeBlock, proposerKey } from '../../../engine/chain/block.js';
import { type Header, headerBytes } from '../../../engine/chain/header.js';
import { cutKey } from '../../../engine/chain/transaction.js';
import { field, hex, join, message, pattern } from '../../vectors/independent.js';
import { accepted, refusedAs } from '../base/outcome.js';

const key = pattern(1_952);
const header: Header = {
  version: 1,
  chain_id: 'block-net-1',
  height: 2,
  time: 1_700_000_000_000,
  prev_hash: 'aa'.repeat(32),
  tx_hash: 'bb'.repeat(32),
  proposer_pub_key: hex(key),
};
const signed = new Uint8Array(Buffer.from(`{"from":"${hex(key)}"}`));
const full: Block = {
  header,
  headerBytes: headerBytes(header),
  proposerSignature: pattern(3_309),
  certificate: {
    height: 1,
    round: 3,
    blockHash: pattern(32),
    precommits: [{ voterKey: key, signature: pattern(3_309, 1) }],
  },
  transactions: [
    { operation: 'transfer', publicKey: key, ...cutKey(signed, key), signature: pattern(3_309, 2) },
    {
      operation: 'faucet',
      publicKey: pattern(1_952, 1),
      ...cutKey(signed, pattern(1_952, 1)),
      signature: pattern(3_309, 3),
    },
  ],
};
/** The same value with its bytes as hex: a Buffer and an array of the same bytes are the same here. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return hex(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

describe('a block message', () => {
  test.each<[string, Block]>([
    ['a certificate and transactions', full],
    ['neither', { ...full, certificate: undefined, transactions: [] }],
    [
      'an empty certificate',
      { ...full, certificate: { height: 0, round: 0, blockHash: new Uint8Array(), precommits: [] } },
    ],
  ])('with %s comes back', (_, block) => {
    const decoded = accepted(decodeBlock(encodeBlock(block)));
    expect(Buffer.from(encodeBlock(decoded)).equals(Buffer.from(encodeBlock(block)))).toBe(true);
    expect(plain(decoded)).toEqual(plain(block));
  });

  test('names its proposer', () => {
    expect(proposerKey(header)).toEqual(key);
    expect(proposerKey({ ...header, proposer_pub_key: 'genesis' })).toBeUndefined();
  });

  test('cut short anywhere is a refusal or another block, never an error', () => {
    const bytes = encodeBlock({ ...full, transactions: [] });
    let refused = 0;
    for (let length = 0; length < bytes.length; length++)
      if (isRefusal(decodeBlock(bytes.subarray(0, length)))) refused++;
    // Readable are only the lengths at which a field ends: header; header and signature.
    expect(refused).toBe(bytes.length - 2);
  });

  test.each<[string, Uint8Array, RegExp]>([
    ['of nothing', new Uint8Array(), /not valid JSON: expected a value/],
    ['of zeros', new Uint8Array(100), /the bytes are not a block message/],
    ['of 255s', new Uint8Array(100).fill(255), /the bytes are not a block message/],
    ['with a length beyond its end', Buffer.from('0affffffff0f', 'hex'), /the bytes are not a block message/],
    ['with a header that is no header', field(1, '{}'), /header member version is missing/],
    ['with a header in another form', field(1, `${Buffer.from(headerBytes(header)).toString()} `), /canonical form/],
    [
      'with a header that is no UTF-8',
      field(
        1,
        Buffer.from(
          Buffer.from(headerBytes(header)).toString('latin1').replace('block-net-1', 'block-net-\xff'),
          'latin1',
        ),
      ),
      /the header is not well-formed UTF-8/,
    ],
  ])('%s is refused', (_, bytes, text) => {
    expect(refusedAs(decodeBlock(bytes))).toMatch(text);
  });

  test('with heights that no number holds does not pass for another height', () => {
    const commit = join(field(1, 2n ** 64n - 1n), field(2, pattern(32)));
    const bytes = join(field(1, headerBytes(header)), field(2, 'x'), message(3, commit));
    const { certificate } = accepted(decodeBlock(bytes));
    expect(certificate?.height).toBe(2 ** 64);
  });
});
