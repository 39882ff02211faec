/** Bytes of the store's own records and keys: golden values, order, and what comes back. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareBytes } from '../../../engine/base/bytes.js';
import { InvariantError } from '../../../engine/base/refusal.js';
import { type Header, headerBytes } from '../../../engine/chain/header.js';
import { accountOfBytes } from '../../../engine/crypto/address.js';
import { ledgerTables } from '../../../engine/ledger/tables.js';
import {
  blockKey,
  bucketKey,
  FIRST_STORE_TABLE,
  hashKey,
  heightKey,
  historyKey,
  idKey,
  keyNumber,
  metaKey,
  ordinalKey,
  publicKeyKey,
  receiptsKey,
  storeTables,
} from '../../../engine/store/keys.js';
import {
  decodeBucket,
  decodeLocation,
  decodePositions,
  decodeStoredBlock,
  encodeBucket,
  encodeLocation,
  encodePositions,
  encodeStoredBlock,
  type StoredBlock,
} from '../../../engine/store/records.js';
import { big, field, hex, join, message, pattern, sha } from '../../vectors/independent.js';

const header: Header = {
  version: 1,
  chain_id: 'record-net-1',
  height: 2 ** 33,
  time: 1_700_000_000_000,
  prev_hash: hex(pattern(32, 4)),
  tx_hash: hex(pattern(32, 5)),
  proposer_pub_key: hex(pattern(1_952)),
  state_root: hex(pattern(32, 6)),
};
const stored: StoredBlock = {
  header,
  headerBytes: headerBytes(header),
  proposerSignature: pattern(3_309),
  hash: hex(pattern(32, 7)),
  certificate: {
    height: 2 ** 33 - 1,
    round: 0,
    blockHash: pattern(32, 8),
    precommits: [{ voterKey: pattern(1_952, 1), signature: pattern(3_309, 1) }],
  },
  transactionCount: 20_000,
  firstOrdinal: 2 ** 40,
  fees: (1n << 127n) + 1n,
};
const storedGolden = join(
  field(1, headerBytes(header)),
  field(2, pattern(3_309)),
  field(3, pattern(32, 7)),
  message(
    4,
    join(
      field(1, 2 ** 33 - 1),
      field(2, pattern(32, 8)),
      message(3, join(field(1, pattern(1_952, 1)), field(2, pattern(3_309, 1)))),
    ),
  ),
  field(5, 20_000),
  field(6, 2 ** 40),
  field(7, '170141183460469231731687303715884105729'),
);

/** The same with every array of bytes as hex. */
const plain = (block: StoredBlock): unknown => ({
  ...block,
  headerBytes: hex(block.headerBytes),
  proposerSignature: hex(block.proposerSignature),
  certificate: block.certificate && {
    ...block.certificate,
    blockHash: hex(block.certificate.blockHash),
    precommits: block.certificate.precommits.map((vote) => [hex(vote.voterKey), hex(vote.signature)]),
  },
});

describe('the record of a block', () => {
  test('has these bytes', () => {
    expect(hex(encodeStoredBlock(stored))).toBe(hex(storedGolden));
    expect(hex(sha(storedGolden))).toBe('ad641849977334ca524ffc547ea90f81da334fb4db1eebcbe7d567b0206305ba');
  });

  const { state_root: _, ...headerOfGenesis } = { ...header, height: 0 };
  test.each<[string, StoredBlock]>([
    ['with all members', stored],
    [
      'without certificate, transactions and fees',
      { ...stored, certificate: undefined, transactionCount: 0, firstOrdinal: 0, fees: 0n },
    ],
    [
      'of the genesis block',
      {
        ...stored,
        header: headerOfGenesis,
        headerBytes: headerBytes(headerOfGenesis),
        proposerSignature: pattern(32),
        certificate: undefined,
      },
    ],
  ])('%s comes back', (__, block) => {
    expect(plain(decodeStoredBlock(encodeStoredBlock(block)))).toEqual(plain(block));
  });

  test('that cannot be read stops the program', () => {
    expect(() => decodeStoredBlock(field(1, '{}'))).toThrow(InvariantError);
    expect(() => decodeStoredBlock(new Uint8Array())).toThrow(InvariantError);
  });
});

describe('fixed records', () => {
  test('have these bytes', () => {
    expect(hex(encodeLocation(2 ** 40 + 5, 19_999))).toBe('0000010000000005' + '00004e1f');
    expect(hex(encodePositions(258, [0, 7, 2 ** 32 - 1]))).toBe(
      '0000000000000102' + '00000000' + '00000007' + 'ffffffff',
    );
    expect(hex(encodeBucket({ start: 1, blocks: 750, transactions: 2 ** 33 }))).toBe(
      '00000000000002ee' + '0000000200000000',
    );
  });

  test('come back', () => {
    const height = fc.maxSafeNat();
    const position = fc.nat(2 ** 31 - 1).map((value) => value * 2);
    let checked = 0;
    fc.assert(
      fc.property(
        height,
        fc.uniqueArray(position, { maxLength: 50 }),
        height,
        height,
        (at, positions, blocks, start) => {
          expect(decodePositions(encodePositions(at, positions))).toEqual({ height: at, positions });
          expect(decodeLocation(encodeLocation(at, positions[0] ?? 0))).toEqual({
            height: at,
            position: positions[0] ?? 0,
          });
          expect(decodeBucket(start, encodeBucket({ start, blocks, transactions: at }))).toEqual({
            start,
            blocks,
            transactions: at,
          });
          checked++;
        },
      ),
      { numRuns: 200 },
    );
    expect(checked).toBe(200);
  });
});

describe('keys', () => {
  const account = accountOfBytes(pattern(32, 1));
  const goldens: [string, Uint8Array, Uint8Array][] = [
    ['format', metaKey('format'), join(Buffer.of(0x80), 'format')],
    ['tip', metaKey('tip'), join(Buffer.of(0x80), 'tip')],
    ['block', blockKey(258), join(Buffer.of(0x81), big(258, 8))],
    ['hash', hashKey(pattern(32)), join(Buffer.of(0x82), pattern(32))],
    ['id', idKey(pattern(32)), join(Buffer.of(0x83), pattern(32))],
    ['history', historyKey(account, 2 ** 40), join(Buffer.of(0x84), pattern(32, 1), big(2 ** 40, 8))],
    ['receipts', receiptsKey(258), join(Buffer.of(0x85), big(258, 8))],
    ['public key', publicKeyKey(account), join(Buffer.of(0x86), pattern(32, 1))],
    ['ordinal', ordinalKey(258), join(Buffer.of(0x87), big(258, 8))],
    ['bucket', bucketKey(1_700_000_100_000), join(Buffer.of(0x88), big(1_700_000_100_000, 8))],
    ['height', heightKey(258), big(258, 8)],
  ];

  test.each(goldens)('of %s', (_, key, golden) => {
    expect(hex(key)).toBe(hex(golden));
  });

  test('of different tables never meet, state and store apart', () => {
    const numbers = [...ledgerTables.map(({ id }) => id), ...Object.values(storeTables)];
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(ledgerTables.filter(({ id }) => id >= FIRST_STORE_TABLE)).toEqual([]);
    expect(Object.values(storeTables).filter((table) => table < FIRST_STORE_TABLE || table > 255)).toEqual([]);
  });

  test('stand in the order of their numbers, which come back', () => {
    let checked = 0;
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (a, b) => {
        for (const keyOf of [blockKey, ordinalKey, bucketKey, (n: number) => historyKey(account, n)]) {
          expect(Math.sign(compareBytes(keyOf(a), keyOf(b)))).toBe(Math.sign(a - b));
          expect(keyNumber(keyOf(a))).toBe(a);
        }
        checked++;
      }),
      { numRuns: 200 },
    );
    expect(checked).toBe(200);
  });
});
