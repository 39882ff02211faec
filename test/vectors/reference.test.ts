/** Check vectors of the existing network that hold for ours: addresses, keys, signed bytes, empty root, genesis, fees. */

import { describe, expect, test } from 'vitest';
import { utf8 } from '../../engine/base/bytes.js';
import { canonicalJson, parseJson } from '../../engine/base/json.js';
import { SIGNED_JSON } from '../../engine/base/limits.js';
import { defaultFees } from '../../engine/chain/genesis.js';
import { accountBytes, accountOfAddress, accountOfKey, addressOfKey } from '../../engine/crypto/address.js';
import { nobleBackend, SEED_BYTES } from '../../engine/crypto/mldsa.js';
import { sha256Hex } from '../../engine/crypto/sha256.js';
import { genesisBlock, nativeProtocol } from '../../engine/protocol/native.js';
import { accepted } from '../unit/base/outcome.js';
import { hex, pattern } from './independent.js';

const EMPTY_ROOT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

test.each([
  [
    '1952 zero bytes',
    new Uint8Array(1_952),
    '77917b9816677102d29f8d1da6bf584cfaea16ff2df7b1645bd7c8a9ff1202b0',
    'rouge1w7ghhxqkvacs955l35w6d06cfnaw59hl9hmmzezm6ly2nlcjq2cqmg5ltk',
  ],
  [
    'bytes i mod 256',
    pattern(1_952),
    '0a9594d4796731c68bae082ee8641342b7782bd5eac0919dea05c16a4f48683d',
    'rouge1p22ef4revucudzawpqhwseqng2mhs274atqfr802qhqk5n6gdq7sy6mh84',
  ],
])('the address of a key of %s', (_, key, hash, address) => {
  expect(hex(accountBytes(accountOfKey(key)))).toBe(hash);
  expect(addressOfKey(key)).toBe(address);
  expect(accountOfAddress(address)).toBe(accountOfKey(key));
});

describe('the key of 32 zero bytes', () => {
  const { publicKey, secretKey } = nobleBackend.keygen(new Uint8Array(SEED_BYTES));

  test('is the published one', () => {
    expect(sha256Hex(publicKey)).toBe('085ba380ff386dd52e42349c6eb88489d6058ea541a4e3fb0dce9a3fd1f7a911');
    expect(hex(publicKey).slice(0, 16)).toBe('424b2f267e58d5b3');
    expect(sha256Hex(secretKey)).toBe('cfcb5e7edf4348f712b7002b0553d28929856936c98e4adf172e51d5c9934262');
  });

  test('signs the canonical payload deterministically', () => {
    // As a wallet might send it: another order of members, and spaces.
    const sent = `{ "type": "transfer", "token": "XRGE", "to": "bb", "timestamp": 1700000000000,
      "nonce": "00112233445566778899aabbccddeeff", "from": "aa", "amount": 5 }`;
    const text = canonicalJson(accepted(parseJson(sent, SIGNED_JSON)));
    expect(text).toBe(
      '{"amount":5,"from":"aa","nonce":"00112233445566778899aabbccddeeff","timestamp":1700000000000,"to":"bb","token":"XRGE","type":"transfer"}',
    );
    expect(sha256Hex(utf8(text))).toBe('97acf7c680342bbc5c666e744d65ad9e65634bd5c473c1e8637dcff140d3e6e3');
    const signature = nobleBackend.sign(utf8(text), secretKey);
    expect(sha256Hex(signature)).toBe('c7ae584f3edc6ad69be0ce855e9170977386b8806212fc818f412fa9f05f4cdc');
    expect(nobleBackend.verify(signature, utf8(text), publicKey)).toBe(true);
    expect(nobleBackend.verify(signature, utf8(`${text} `), publicKey)).toBe(false);
  });
});

test('the root of no transactions is SHA-256 of nothing', () => {
  expect(nativeProtocol.transactionsRoot([])).toBe(EMPTY_ROOT);
});

test.each([
  [
    'rougechain-devnet-1',
    '5806bf3fc9c25d95c593a8d3eae9c00406d67096766f30dba798a22ea48f3af4',
    '67b497c0cb232f2453c8c3d35a199e0ff47b2010fef108c96febaec922f8aceb',
  ],
  [
    'rougechain-mainnet-1',
    '19b7563c3dca38f032f071db329c0875457d5753c5df85b96842f1a128d5084e',
    'a9809a9c0b4f47eb5315a534593ece05057d0c6ceeaa8ae425ea6971d7601078',
  ],
])('the genesis block of %s', (chainId, proposerSignature, hash) => {
  const block = genesisBlock({ chainId, time: 1_743_033_600_000 });
  expect(block).toMatchObject({ proposerSignature, hash });
  expect(block.header).toMatchObject({ height: 0, prev_hash: '0', tx_hash: EMPTY_ROOT, proposer_pub_key: 'genesis' });
});

test('the base fee after blocks of 20, 0 and 10 transactions', () => {
  let fee = 100_000_000n;
  const seen = [20, 0, 10].map((count) => {
    fee = nativeProtocol.nextBaseFee(fee, count, defaultFees);
    return fee;
  });
  expect(seen).toEqual([112_500_000n, 98_437_500n, 98_437_500n]);
});

test('the split of 3 XRGE of fees', () => {
  const stakes = [30_000n * 10n ** 9n, 10_000n * 10n ** 9n];
  expect(nativeProtocol.splitFees(3_000_000_000n, 100_000_000n, 3, stakes)).toEqual({
    burned: 150_000_000n,
    proposer: 570_000_000n,
    validators: [1_496_250_000n, 498_750_000n],
    treasury: 285_000_000n,
  });
});
