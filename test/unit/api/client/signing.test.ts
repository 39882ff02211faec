/** What the client signs is what the engine and the published client read: the same text, the same identity, the same
 *  amounts; and keys move between the three. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { Account } from '../../../../api/client/account.js';
import { RougedError } from '../../../../api/client/error.js';
import type { OperationFields, OperationName } from '../../../../api/client/generated/routes.js';
import { canonicalText, type SignOptions } from '../../../../api/client/payload.js';
import { type SignedRequest, signRequest } from '../../../../api/client/signing.js';
import { utf8 } from '../../../../engine/base/bytes.js';
import { canonicalJson, parseJson } from '../../../../engine/base/json.js';
import { SIGNED_JSON } from '../../../../engine/base/limits.js';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { addressOfKey } from '../../../../engine/crypto/address.js';
import { nobleBackend } from '../../../../engine/crypto/mldsa.js';
import { verifyRequest } from '../../../../engine/intake/verify.js';
import { nativeProtocol } from '../../../../engine/protocol/native.js';
import { loadKeyFile } from '../../../../ops/config/nodeKeys.js';
import { loadPublishedClient, type PublishedClient } from '../../../support/publishedClient.js';
import { actor, CHAIN_ID } from '../../../support/transactions.js';

const TIME = 1_767_225_600_000;
const account = Account.fromSeed('07'.repeat(32));
const bob = actor('signing: bob');

let sdk: PublishedClient;
beforeAll(async () => {
  sdk = await loadPublishedClient();
});

const sign = <Name extends OperationName>(
  operation: Name,
  fields: OperationFields[Name],
  options?: SignOptions,
): SignedRequest => signRequest(account, operation, fields, { chainId: CHAIN_ID, timestamp: TIME }, options);

/** The result of the engine's verifier. */
function read(request: SignedRequest, now = TIME) {
  const verified = verifyRequest(utf8(request.body), request.operation, now, {
    chainId: CHAIN_ID,
    protocol: nativeProtocol,
    backend: nobleBackend,
    requireChainId: true,
  });
  if (isRefusal(verified)) throw new Error(verified.message);
  return { txId: Buffer.from(verified.id).toString('hex'), ...verified.decoded };
}

const swap = { token_in: 'xrge', token_out: 'GOLD', amount_in: 1n, min_amount_out: 2n ** 100n, path: ['XRGE', 'GOLD'] };

test.each<[OperationName, object, object]>([
  [
    'transfer',
    { to: bob.address, amount: 123_456_789_012_345_678_901n },
    { amount: 123_456_789_012_345_678_901n, token: 'XRGE' },
  ],
  ['transfer', { to: bob.address, amount: 2n ** 120n, token: 'gold' }, { amount: 2n ** 120n, token: 'GOLD' }],
  ['stake', { amount: 10_000_000_000_001n }, { amount: 10_000_000_000_001n }],
  ['swap', swap, { amountIn: 1n, least: 2n ** 100n }],
  ['add_liquidity', { pool_id: 'GOLD-XRGE', amount_a: 3n, amount_b: 4n }, { amountA: 3n, amountB: 4n }],
  ['add_liquidity', { pool_id: 'ABC-GOLD', amount_a: 3n, amount_b: 4n }, { amountA: 3n, amountB: 4n }],
  ['create_pool', { token_a: 'XRGE', token_b: 'GOLD', amount_a: 3n, amount_b: 4n }, {}],
  ['unstake', { amount: 1n }, { amount: 1n }],
])('the engine reads the amounts of a %s as they were given: %o', (operation, fields, decoded) => {
  const options = { priorityFee: 1n, accountNonce: 7 };
  const request = sign(operation, fields as never, options);
  const found = read(request);
  expect(found.txId).toBe(request.txId);
  expect(found.operation).toBe(operation);
  expect(found).toMatchObject({ priorityFee: 1n, accountNonce: 7, fields: decoded });
});

test('the text is canonical for the engine and for the published client', () => {
  const attributes = {
    b: [1, 2.5, 1e21, null, true],
    10: 'ten',
    9: 'nine',
    é: '"\\\u2028\u0001',
    a: { z: 1n, y: undefined },
  };
  const request = sign('nft_mint', { collectionId: 'col:1:A', name: 'Größe', attributes });
  const parsed = parseJson(request.payloadText, SIGNED_JSON);
  if (isRefusal(parsed)) throw new Error(parsed.message);
  expect(canonicalJson(parsed)).toBe(request.payloadText);
  const value = JSON.parse(request.payloadText) as unknown;
  expect(Buffer.from(sdk.serializePayload(value)).toString()).toBe(request.payloadText);
  expect(sdk.verifyTransaction(JSON.parse(request.body))).toBe(true);
});

test('the published client signs the same text, and the engine takes either signature', () => {
  const request = sign('transfer', { to: bob.address, amount: 1_500_000_000n });
  const { public_key_hex, secret_key_hex } = account.exportKeys();
  const theirs = sdk.signTransaction(JSON.parse(request.payloadText), secret_key_hex, public_key_hex);
  const body = `{"payload":${request.payloadText},"signature":"${theirs.signature}","public_key":"${theirs.public_key}"}`;
  expect(read({ ...request, body } as SignedRequest).txId).toBe(request.txId);
  expect(theirs.signature).not.toBe(JSON.parse(request.body).signature);
});

test('every request has a nonce of its own, and names its operation and its network', () => {
  const [one, two] = [sign('faucet', {}), sign('faucet', {})].map(({ payloadText }) => JSON.parse(payloadText));
  expect(one).toMatchObject({ type: 'faucet', chain_id: CHAIN_ID, from: account.publicKey, timestamp: TIME });
  expect(one.nonce).toMatch(/^[0-9a-f]{32}$/);
  expect(one.nonce).not.toBe(two.nonce);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Symbol('s'), () => 1])('%s is no JSON', (value) => {
  expect(() => canonicalText({ value })).toThrow(RougedError);
});

test('keys move between the client, the command line and the published client', () => {
  const keys = account.exportKeys();
  const directory = mkdtempSync(join(tmpdir(), 'rouged-keys-'));
  try {
    const file = join(directory, 'wallet.json');
    writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
    const loaded = loadKeyFile(file);
    if (isRefusal(loaded)) throw new Error(loaded.message);
    expect(Buffer.from(loaded.publicKey).toString('hex')).toBe(account.publicKey);
  } finally {
    rmSync(directory, { recursive: true });
  }
  const theirs = sdk.Wallet.fromKeys(keys.public_key_hex, keys.secret_key_hex);
  expect(theirs.verify()).toBe(true);
  const generated = sdk.Wallet.generate();
  for (const given of [keys, { publicKey: theirs.publicKey, privateKey: theirs.privateKey }, { seed: '07'.repeat(32) }])
    expect(Account.fromKeys(given).address).toBe(account.address);
  expect(Account.fromKeys(generated).publicKey).toBe(generated.publicKey);
});

test('the address is that of the engine', async () => {
  expect(account.address).toBe(addressOfKey(account.publicKeyBytes()));
  expect(account.address).toBe(await sdk.pubkeyToAddress(account.publicKey));
  expect(Account.create().address).not.toBe(Account.create().address);
});

test('broken keys are refused, and no message repeats them', () => {
  const keys = account.exportKeys();
  const other = Account.fromSeed('08'.repeat(32)).exportKeys();
  const wrong = [
    { seed: 'no seed' },
    { public_key_hex: keys.public_key_hex },
    { secret_key_hex: keys.secret_key_hex },
    { ...keys, secret_key_hex: `${keys.secret_key_hex.slice(0, -2)}zz` },
    { ...keys, secret_key_hex: 'ff'.repeat(4_032) },
    { ...keys, public_key_hex: other.public_key_hex },
    { seed: '07'.repeat(32), public_key: other.public_key_hex },
  ];
  for (const given of wrong) {
    let message = '';
    expect(() => {
      try {
        Account.fromKeys(given);
      } catch (error) {
        message = (error as Error).message;
        throw error;
      }
    }).toThrow(expect.objectContaining({ code: 'invalid_key' }));
    expect(message).not.toMatch(/[0-9a-f]{12}|no seed/);
  }
  expect(wrong).toHaveLength(7);
});

test('what is logged of an account is never the secret', () => {
  const shown = `${JSON.stringify(account)} ${inspect(account, { depth: 5, showHidden: true })} ${String(account)}`;
  expect(shown).toContain(account.address);
  // The first 32 bytes are in the public key too (FIPS 204, algorithm 24).
  expect(shown).not.toContain(account.exportKeys().secret_key_hex.slice(64, 128));
  expect(shown).not.toContain('secret');
});
