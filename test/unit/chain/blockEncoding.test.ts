/** The hand-written encoding of a block beside the generated codec. */

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Block, decodeBlock, encodeBlock } from '../../../engine/chain/block.js';
import type { Certificate } from '../../../engine/chain/certificate.js';
import type { SignedParts } from '../../../engine/chain/transaction.js';
import { SignJournal } from '../../../engine/consensus/signJournal.js';
import { SlotRecord, WireBlock } from '../../../proto/wire.js';
import { SeededRandom, testSeed } from '../../support/random.js';

const random = new SeededRandom(testSeed());

const CHAIN_ID = 'encoding-1';
const OPERATIONS = ['transfer', 'faucet', '', 'ü'.repeat(70)];
/** Around every length at which the length of a length changes. */
const LENGTHS = [0, 1, 127, 128, 1_952, 3_309, 16_383, 16_384];
const KEY_PLACES = [0, 1, 127, 128, 300, 2 ** 21, 2 ** 31 - 1, 2 ** 32 - 1];

const pick = <T>(values: readonly T[]): T => values[random.below(values.length)] as T;
const bytes = (length = pick(LENGTHS)): Uint8Array =>
  new Uint8Array(
    createHash('shake256', { outputLength: length })
      .update(`${random.below(2 ** 31)}`)
      .digest(),
  );

const transaction = (): SignedParts => ({
  operation: pick(OPERATIONS),
  publicKey: bytes(),
  text: bytes(),
  keyAt: pick(KEY_PLACES),
  signature: bytes(),
});

const certificate = (): Certificate => ({
  height: random.below(2 ** 40),
  round: random.below(3),
  blockHash: bytes(32),
  precommits: Array.from({ length: random.below(3) }, () => ({ voterKey: bytes(), signature: bytes() })),
});

const block = (): Block => ({
  header: {
    version: 1,
    chain_id: CHAIN_ID,
    height: random.below(2 ** 40),
    time: 1,
    prev_hash: 'a'.repeat(random.below(200)),
    tx_hash: '',
    proposer_pub_key: '',
  },
  headerBytes: bytes(),
  proposerSignature: bytes(),
  certificate: pick([undefined, certificate()]),
  transactions: Array.from({ length: random.below(6) }, transaction),
});

const generated = ({ headerBytes, proposerSignature, certificate: parent, transactions }: Block): Uint8Array =>
  WireBlock.encode({
    header: headerBytes,
    proposerSignature,
    parentCertificate: parent ? { ...parent, precommits: parent.precommits.map((vote) => ({ ...vote })) } : null,
    transactions: transactions.map((one) => ({ ...one })),
  }).finish();

describe('a block and its slot record', () => {
  it('have the bytes that the generated codec writes', () => {
    let checked = 0;
    for (let round = 0; round < 300; round++) {
      const one = block();
      const expected = generated(one);
      expect(Buffer.compare(encodeBlock(one), expected)).toBe(0);
      const { height, prev_hash: parentHash } = one.header;
      const record = SlotRecord.encode({ chainId: CHAIN_ID, height, parentHash, block: expected }).finish();
      if (expected.length > 0) expect(Buffer.compare(new SignJournal(CHAIN_ID).encode(one), record)).toBe(0);
      checked += one.transactions.length;
    }
    expect(checked).toBeGreaterThan(300);
  });

  it('refuses what is no block', () => {
    expect(decodeBlock(Uint8Array.of(0xff, 0xff))).toMatchObject({ code: 'malformed_body' });
  });
});
