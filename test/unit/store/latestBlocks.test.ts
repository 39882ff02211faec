/** The latest blocks in one answer: the last one is always in it, whatever the numbers in them are read as. */

import { expect, test } from 'vitest';
import { concatBytes } from '../../../engine/base/bytes.js';
import { parseJson } from '../../../engine/base/json.js';
import { LIST_BYTES, MAX_SIGNED_BYTES, STORED_JSON } from '../../../engine/base/limits.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { type Certificate, encodeCertificate, makeCertificate } from '../../../engine/chain/certificate.js';
import { headerBytes } from '../../../engine/chain/header.js';
import { encodeBodyEntry, type SignedParts } from '../../../engine/chain/transaction.js';
import { accountBytes, accountOfKey } from '../../../engine/crypto/address.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../../engine/crypto/mldsa.js';
import { readStoredTransaction } from '../../../engine/ledger/unreadable.js';
import { blockTransaction } from '../../../engine/ledger/views.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { mostJson } from '../../../engine/store/answerSize.js';
import { createQueries } from '../../../engine/store/history.js';
import { blockKey, metaKey, publicKeyKey, receiptsKey } from '../../../engine/store/keys.js';
import type { KeyReader } from '../../../engine/store/port.js';
import { encodeStoredBlock } from '../../../engine/store/records.js';
import { WireReceipts } from '../../../proto/wire.js';
import { actor, CHAIN_ID, partsOf } from '../../support/transactions.js';

const signer = actor('latest blocks');
const text = (length: number, pattern: string): string =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);

/** 8,192 characters of attributes for each of 50, all of one kind. */
function mint(attribute: string): SignedParts {
  const value = parseJson(`[${Array(50).fill(attribute).join(',')}]`, STORED_JSON);
  if (isRefusal(value)) throw new Error(value.message);
  return partsOf({
    signer,
    operation: 'nft_batch_mint',
    members: { collectionId: 'col:x:y', names: Array(50).fill('a'), batchAttributes: value },
    timestamp: 1_700_000_000_000,
  });
}

const listOf = (value: string): string =>
  `[${Array(Math.floor(8_190 / (value.length + 1)))
    .fill(value)
    .join(',')}]`;

const raw = (bytes: Uint8Array): SignedParts => ({
  operation: 'transfer',
  publicKey: signer.publicKey,
  text: bytes,
  keyAt: 0,
  signature: new Uint8Array(SIGNATURE_BYTES),
});

const shapes: Readonly<Record<string, SignedParts>> = {
  'numbers with an exponent': mint(listOf('1e20')),
  'negative numbers with an exponent': mint(listOf('-1e20')),
  'small numbers': mint(listOf('1e-6')),
  'numbers that are too large': mint(listOf('1e999')),
  'empty texts': mint(listOf('""')),
  quotes: mint(`"${text(8_188, '\\"')}"`),
  backslashes: mint(`"${text(8_188, '\\\\')}"`),
  'control characters': mint(`"${text(8_184, '\\u0001')}"`),
  'letters of two bytes': mint(`"${text(4_000, 'ü')}"`),
  'nothing but zeros': raw(new Uint8Array(300_000)),
  'no UTF-8': raw(new Uint8Array(300_000).fill(0xff)),
  'nothing at all': raw(new Uint8Array(0)),
};

test.each(Object.keys(shapes))('a stored transaction of %s has no more JSON than the bound says', (name) => {
  const parts = shapes[name] as SignedParts;
  const transaction = readStoredTransaction(parts, CHAIN_ID, nativeProtocol);
  const shown = Buffer.byteLength(
    JSON.stringify(blockTransaction(transaction, { nonce: 1, fee: 10n ** 20n, failure: '', result: null })),
  );
  expect(parts.text.length).toBeLessThan(MAX_SIGNED_BYTES);
  expect(shown).toBeLessThanOrEqual(mostJson(parts.text));
  if (name === 'numbers with an exponent') expect(shown / parts.text.length).toBeGreaterThan(5.2);
});

test('an ordinary transfer is not taken for one that grows, whatever its nonce looks like', () => {
  const text = Buffer.from(
    '{"amount":0.5,"nonce":"1e20-1e21","timestamp":1700000000000,"to":"rouge11e5","type":"transfer"}',
  );
  expect(mostJson(text) - mostJson(new Uint8Array())).toBe(3 * text.length);
  const grown = Buffer.from('{"amount": -1.5E20}');
  expect(mostJson(grown) - mostJson(new Uint8Array())).toBe(7 * grown.length);
});

/** A certificate of as many precommits as the largest sets have. */
const certificateOf = (height: number, precommits: number): Certificate =>
  makeCertificate(
    height,
    0,
    new Uint8Array(32).fill(height),
    Array.from({ length: precommits }, (_, index) => {
      const voterKey = new Uint8Array(PUBLIC_KEY_BYTES).fill(255);
      voterKey[0] = index;
      return { voterKey, signature: new Uint8Array(SIGNATURE_BYTES).fill(255) };
    }),
  );

/** Blocks of one transaction each, as the store has them. @param precommits of every certificate. */
function readerOf(blocks: number, parts: SignedParts, precommits = 0): KeyReader {
  const account = accountOfKey(signer.publicKey);
  const values = new Map<string, Uint8Array>([[publicKeyKey(account).join(), signer.publicKey]]);
  for (let height = 1; height <= blocks; height++) {
    const zeros = '00'.repeat(32);
    const header = {
      ...{ version: 1 as const, chain_id: CHAIN_ID, height, time: 1_700_000_000_000 + height },
      ...{ prev_hash: zeros, tx_hash: zeros, proposer_pub_key: signer.keyHex },
    };
    const record = encodeStoredBlock({
      ...{ header, headerBytes: headerBytes(header), proposerSignature: new Uint8Array(SIGNATURE_BYTES) },
      hash: height.toString(16).padStart(64, 'f'),
      certificate: precommits === 0 || height === 1 ? undefined : certificateOf(height - 1, precommits),
      ...{ transactionCount: 1, firstOrdinal: height - 1, fees: 0n },
    });
    values.set(blockKey(height).join(), record);
    values.set(
      receiptsKey(height).join(),
      WireReceipts.encode({ receipts: [{ nonce: height, fee: '1', result: '{"first":1,"count":50}' }] }).finish(),
    );
  }
  if (precommits > 0) values.set(metaKey('certificate').join(), encodeCertificate(certificateOf(blocks, precommits)));
  const body = encodeBodyEntry(parts, accountBytes(account));
  const get = async (key: Uint8Array) => values.get(key.join());
  return {
    get,
    getMany: (keys) => Promise.all(keys.map(get)),
    getFrom: async (family) => (family === 'bodies' ? body : new Uint8Array(SIGNATURE_BYTES)),
    range: async () => [],
  };
}

/** The latest blocks in one answer. */
async function latest(reader: KeyReader, last: number) {
  const pieces: Uint8Array[] = [];
  for await (const piece of createQueries().blocks(reader, { first: 1, last, endsAtLast: true })) pieces.push(piece);
  const bytes = concatBytes(...pieces);
  const answer = JSON.parse(`{"blocks":[${Buffer.from(bytes).toString()}}`) as {
    readonly blocks: readonly { readonly header: { readonly height: number }; readonly certificate?: unknown }[];
    readonly next_height: number;
  };
  return { ...answer, bytes: bytes.length, heights: answer.blocks.map(({ header }) => header.height) };
}

test('the latest blocks of transactions whose JSON is five times their signed bytes fit one answer, the last one too', async () => {
  const last = 40;
  const reader = readerOf(last, shapes['numbers with an exponent'] as SignedParts);
  const { bytes, heights, next_height } = await latest(reader, last);
  expect(bytes).toBeLessThanOrEqual(LIST_BYTES);
  expect(bytes).toBeGreaterThan(LIST_BYTES / 2);
  expect(heights.length).toBeGreaterThan(5);
  expect(heights.at(-1)).toBe(last);
  expect(next_height).toBe((heights[0] as number) - 1);
});

test('certificates of a hundred validators count: the latest blocks fit one answer, with the certificate of the last one', async () => {
  const last = 60;
  const reader = readerOf(last, shapes['nothing at all'] as SignedParts, 100);
  const { blocks, bytes, heights, next_height } = await latest(reader, last);
  expect(bytes).toBeLessThanOrEqual(LIST_BYTES);
  expect(bytes).toBeGreaterThan(LIST_BYTES * 0.9);
  expect(heights.at(-1)).toBe(last);
  expect(blocks.at(-1)?.certificate).toBeDefined();
  expect(next_height).toBe((heights[0] as number) - 1);
});

test('many small blocks fit one answer', async () => {
  const last = 3_000;
  const reader = readerOf(last, shapes['nothing at all'] as SignedParts);
  const { bytes, heights } = await latest(reader, last);
  expect(bytes).toBeLessThanOrEqual(LIST_BYTES);
  expect(heights.at(-1)).toBe(last);
});
