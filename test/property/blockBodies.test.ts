/** Bodies of POST /api/blocks/import: taken apart without being parsed, they say the same as the whole parser says; damaged ones are
 *  refused, whatever the damage is. */

import { expect, test } from 'vitest';
import { concatBytes, utf8, utf8Text } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { type Block, decodeBlock, encodeBlock } from '../../engine/chain/block.js';
import { parseBlockJson, parseTransactionJson } from '../../engine/chain/blockJson.js';
import { certificateToWire, makeCertificate } from '../../engine/chain/certificate.js';
import { splitBlockJson, splitBlockMessage } from '../../engine/intake/blockBody.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { WireBlock, WireTransaction } from '../../proto/wire.js';
import { SeededRandom, testSeed } from '../support/random.js';

const MUTATIONS = 5_000;
const MOST = 100_000;

const { headerBytes } = nativeProtocol;
const header = {
  ...{ version: 1, chain_id: 'chain', height: 1, time: 1, prev_hash: 'ab', tx_hash: 'cd', proposer_pub_key: 'ef' },
};
const tx = (memo: string) => ({ tx_type: 'transfer', from_pub_key: 'aa', sig: 'bb', signed_payload: memo });
const memos = ['{"a":"}],[{"}', 'quote \\" and \\\\', '', '{}[]"", ', 'Ä\u2028\ud83d\ude00'];
const whole = {
  ...{ version: 1, header, txs: memos.map(tx), proposer_sig: '00', hash: 'aa', extra: { txs: [1, { txs: [] }] } },
  parent_certificate: {
    height: 1,
    round: 0,
    block_hash: 'ab',
    precommit_votes: [{ voter_pub_key: 'a0', signature: 'b0' }],
  },
};

/** What the two readers say of a body; undefined for a refusal. */
function readings(bytes: Uint8Array) {
  const split = splitBlockJson(bytes, headerBytes, MOST);
  const parsed = parseBlockJson(utf8Text(bytes), headerBytes);
  if (isRefusal(split)) return { split: undefined, parsed: isRefusal(parsed) ? undefined : parsed };
  const { items, ...frame } = split;
  const transactions = items.map((item) => parseTransactionJson(utf8Text(item.bytes)));
  const refused = transactions.some(isRefusal);
  return {
    split: refused ? undefined : { ...frame, transactions },
    parsed: isRefusal(parsed) ? undefined : parsed,
  };
}

test('every layout of a body is read as the whole parser reads it', () => {
  const reversed = Object.fromEntries(Object.entries(whole).reverse());
  const bodies = [
    JSON.stringify(whole),
    JSON.stringify(whole, null, 2),
    ` \n${JSON.stringify(reversed, null, '\t')}\r\n`,
  ];
  for (const body of bodies) {
    const { split, parsed } = readings(utf8(body));
    expect(split?.transactions.length).toBe(memos.length);
    expect(split).toEqual(parsed);
  }
  expect(readings(utf8(JSON.stringify({ ...whole, txs: [] }))).split?.transactions).toEqual([]);
  expect(isRefusal(splitBlockJson(utf8(bodies[0] ?? ''), headerBytes, 100))).toBe(true);
});

test('damage is refused, or read as the whole parser reads it', () => {
  const seed = testSeed();
  const random = new SeededRandom(seed);
  const body = utf8(JSON.stringify(whole));
  const SIGNS = utf8('{}[]",:\\ 0');
  let taken = 0;
  let refused = 0;
  for (let count = 0; count < MUTATIONS; count++) {
    const bytes = body.slice();
    for (let changes = random.between(1, 3); changes > 0; changes--)
      bytes[random.between(0, bytes.length - 1)] = SIGNS[random.between(0, SIGNS.length - 1)] ?? 0;
    const cut = random.between(0, 9) === 0 ? bytes.subarray(0, random.between(0, bytes.length)) : bytes;
    const { split, parsed } = readings(cut);
    if (split) taken++;
    else refused++;
    // Of two equal members the whole parser keeps the last one; this reader refuses them.
    if (split) expect(split, `seed ${seed}`).toEqual(parsed);
    expect(isRefusal(splitBlockMessage(cut, MOST, PRECOMMITS)), `seed ${seed}`).toBe(true);
  }
  expect(taken).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(1_000);
});

const certificateOf = (height: number) =>
  makeCertificate(height, 0, new Uint8Array(32).fill(height), [
    { voterKey: new Uint8Array([1, height]), signature: new Uint8Array([2, height]) },
  ]);

const block: Block = {
  header: { ...header, version: 1 },
  headerBytes: headerBytes({ ...header, version: 1 }),
  proposerSignature: new Uint8Array([7, 7]),
  certificate: certificateOf(1),
  transactions: memos.map((memo, index) => ({
    operation: index === 2 ? '' : 'transfer',
    publicKey: new Uint8Array([index]),
    text: utf8(memo),
    keyAt: index,
    signature: new Uint8Array([index, 1]),
  })),
};
/** Most precommits of a certificate here. */
const PRECOMMITS = 8;

const ownField = WireBlock.encode({ certificate: certificateToWire(certificateOf(2)) }).finish();

/** What the reader of whole messages says of the same bytes; undefined for a refusal. */
function messages(bytes: Uint8Array) {
  const split = splitBlockMessage(bytes, MOST, PRECOMMITS);
  const decoded = decodeBlock(bytes);
  if (isRefusal(split)) return { split: undefined, decoded: isRefusal(decoded) ? undefined : decoded };
  const { items, own, statedHash: _, ...frame } = split;
  try {
    const transactions = items.map(({ bytes: item }) => {
      const { operation, publicKey, text, keyAt, signature } = WireTransaction.decode(item);
      return { operation, publicKey, text, keyAt, signature };
    });
    return { split: { ...frame, transactions }, own, decoded: isRefusal(decoded) ? undefined : decoded };
  } catch {
    return { split: undefined, decoded: isRefusal(decoded) ? undefined : decoded };
  }
}

test('a message is taken apart as the whole codec decodes it, wherever its fields are', () => {
  const bytes = encodeBlock(block);
  const bodies = [concatBytes(bytes, ownField), concatBytes(ownField, bytes), concatBytes(bytes)];
  for (const [index, body] of bodies.entries()) {
    const { split, own, decoded } = messages(body);
    expect(split?.transactions).toHaveLength(memos.length);
    expect(split).toEqual(decoded);
    expect(own).toEqual(index === 2 ? undefined : certificateOf(2));
  }
  expect(messages(encodeBlock({ ...block, transactions: [] })).split?.transactions).toEqual([]);
});

test('what stands beside the transactions is bounded, in bytes and in fields', () => {
  const bytes = encodeBlock(block);
  const refusalOf = (body: Uint8Array, most = MOST) => {
    const split = splitBlockMessage(body, most, PRECOMMITS);
    return isRefusal(split) ? split.code : 'taken';
  };
  expect(refusalOf(bytes)).toBe('taken');
  expect(refusalOf(bytes, 100)).toBe('too_large');
  const unknown = new Uint8Array([0x78, 1]);
  expect(refusalOf(concatBytes(bytes, ...new Array<Uint8Array>(20).fill(unknown)))).toBe('taken');
  expect(refusalOf(concatBytes(bytes, ...new Array<Uint8Array>(10_000).fill(unknown)))).toBe('malformed_body');
  const empty = new Uint8Array([0x22, 0]);
  expect(refusalOf(concatBytes(bytes, ...new Array<Uint8Array>(20_001).fill(empty)))).toBe('too_large');
});

test('a damaged message is refused, or says what the whole codec says', () => {
  const seed = testSeed();
  const random = new SeededRandom(seed);
  const body = concatBytes(encodeBlock(block), ownField);
  let [taken, refused] = [0, 0];
  for (let count = 0; count < MUTATIONS; count++) {
    const bytes = body.slice();
    for (let changes = random.between(1, 3); changes > 0; changes--)
      bytes[random.between(0, bytes.length - 1)] = random.between(0, 255);
    const cut = random.between(0, 9) === 0 ? bytes.subarray(0, random.between(0, bytes.length)) : bytes;
    const { split, decoded } = messages(cut);
    if (split) taken++;
    else refused++;
    if (split) expect(split, `seed ${seed}`).toEqual(decoded);
  }
  expect(taken).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(500);
});
