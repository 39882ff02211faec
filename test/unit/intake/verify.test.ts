/** From the bytes of a signed request to a transaction: the order of the checks, exact numbers, what is bound to
 *  what; also with requests of the published client. */

import { beforeAll, describe, expect, test } from 'vitest';
import { toBinary, toHex } from '../../../engine/base/bytes.js';
import { type JsonValue, jsonEqual, parseJson } from '../../../engine/base/json.js';
import { SIGNED_JSON } from '../../../engine/base/limits.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { signedBytesOf } from '../../../engine/chain/transaction.js';
import { accountOfKey, accountOfName, addressOf } from '../../../engine/crypto/address.js';
import { nobleBackend } from '../../../engine/crypto/mldsa.js';
import {
  type VerifiedItem,
  type VerifyContext,
  verifyBroadcast,
  verifyRequest,
} from '../../../engine/intake/verify.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { loadPublishedClient, type PublishedClient } from '../../support/publishedClient.js';
import {
  BURN,
  bytesOf,
  CHAIN_ID,
  canonicalText,
  hexOf,
  looseText,
  NOW,
  sha256HexOf,
  signedRequest,
  signText,
  testKey,
  transferMembers,
} from './signing.js';

const key = testKey(1);
const other = testKey(2);

const context: VerifyContext = {
  chainId: CHAIN_ID,
  protocol: nativeProtocol,
  backend: nobleBackend,
  requireChainId: false,
};

function passed(answer: VerifiedItem | Refusal): VerifiedItem {
  if (isRefusal(answer)) throw new Error(`refused: ${answer.code}: ${answer.message}`);
  return answer;
}

const codeOf = (answer: VerifiedItem | Refusal): string => (isRefusal(answer) ? answer.code : 'passed');

const request = (bytes: Uint8Array, now = NOW, operation = 'transfer', changes: Partial<VerifyContext> = {}) =>
  verifyRequest(bytes, operation, now, { ...context, ...changes });

/** Verdict over a transfer with changed members, signed as it is. */
const transfer = (changes: Readonly<Record<string, string | undefined>>, changed: Partial<VerifyContext> = {}) =>
  request(signedRequest(key, transferMembers(key, changes)), NOW, 'transfer', changed);

describe('a signed request', () => {
  test('becomes the transaction that its owner signed', () => {
    const members = transferMembers(key, { priority_fee: '0.000000002', account_nonce: '7' });
    const signed = canonicalText(members);
    const item = passed(request(signedRequest(key, members)));
    expect(Buffer.from(signedBytesOf(item.parts)).toString()).toBe(signed);
    expect(item.signedLength).toBe(signed.length);
    expect(item.parts.text.length).toBe(signed.length - 3_904);
    expect(toHex(item.id)).toBe(sha256HexOf(key.publicKey, bytesOf(signed)));
    const signature = sha256HexOf(item.parts.signature);
    expect(toHex(item.leaf)).toBe(sha256HexOf(Uint8Array.of(0), item.id, Buffer.from(signature, 'hex')));
    expect(Buffer.from(toBinary(item.parts.publicKey), 'latin1').toString('hex')).toBe(key.hex);
    expect(item.decoded).toEqual({
      operation: 'transfer',
      sender: accountOfKey(key.publicKey),
      timestamp: NOW,
      nonce: 'nonce-0000000001',
      priorityFee: 2n,
      accountNonce: 7,
      fields: { to: accountOfName(BURN), toText: BURN, token: 'XRGE', amount: 1_500_000_000n },
    });
    expect(item.expected).toEqual({});
  });

  test('keeps numbers exact, whatever their spelling', () => {
    const amounts: readonly (readonly [string, bigint | string])[] = [
      ['0.000000001', 1n],
      ['1e-9', 1n],
      ['10E-10', 1n],
      ['0.1', 100_000_000n],
      ['12345678901.123456789', 12_345_678_901_123_456_789n],
      ['9007199254740993', 9_007_199_254_740_993_000_000_000n],
      ['1.50', 1_500_000_000n],
      ['1e-10', 'invalid_amount'],
      ['0.0000000015', 'invalid_amount'],
      ['-1', 'invalid_amount'],
      ['0', 'invalid_amount'],
      ['1e30', 'invalid_amount'],
      ['"1"', 1_000_000_000n],
      ['"9007199254740993.1"', 9_007_199_254_740_993_100_000_000n],
      ['"1e-10"', 'invalid_amount'],
      ['" 1"', 'invalid_amount'],
    ];
    let checked = 0;
    for (const [text, expected] of amounts) {
      const answer = transfer({ amount: text });
      if (typeof expected === 'string') expect([text, codeOf(answer)]).toEqual([text, expected]);
      else {
        const item = passed(answer);
        expect((item.decoded.fields as { amount: bigint }).amount).toBe(expected);
        expect(Buffer.from(signedBytesOf(item.parts)).toString()).toContain(`"amount":${text},`);
      }
      checked++;
    }
    expect(checked).toBe(amounts.length);
    const token = passed(transfer({ amount: '12345678901234567890', token: '"abc"' }));
    expect(token.decoded.fields).toMatchObject({ token: 'ABC', amount: 12_345_678_901_234_567_890n });
    expect(codeOf(transfer({ amount: '1.5', token: '"ABC"' }))).toBe('invalid_amount');
  });

  test('is answered in the specified order: signature, time, from, nonce', () => {
    const wrong = {
      timestamp: String(NOW - 300_001),
      from: JSON.stringify(other.hex),
      nonce: undefined,
      to: '"nobody"',
    };
    const broken = { signature: signText('something else', key) };
    const steps: readonly (readonly [Record<string, string | undefined>, Record<string, unknown>, string])[] = [
      [wrong, broken, 'invalid_signature'],
      [wrong, {}, 'timestamp_window'],
      [{ ...wrong, timestamp: String(NOW - 300_000) }, {}, 'from_mismatch'],
      [{ nonce: undefined, to: '"nobody"' }, {}, 'nonce_missing'],
      [{ to: '"nobody"' }, {}, 'invalid_recipient'],
      [{}, {}, 'passed'],
    ];
    const codes = steps.map(([changes, extra]) =>
      codeOf(request(signedRequest(key, transferMembers(key, changes), extra))),
    );
    expect(codes).toEqual(steps.map(([, , code]) => code));
  });

  test('is in the window up to five minutes on both sides, inclusive', () => {
    const bytes = signedRequest(key, transferMembers(key));
    expect([-300_001, -300_000, 300_000, 300_001].map((away) => codeOf(request(bytes, NOW + away)))).toEqual([
      'timestamp_window',
      'passed',
      'passed',
      'timestamp_window',
    ]);
    for (const timestamp of [undefined, '"1790000000000"', '1.79e12', '-5', '1790000000000.0'])
      expect(codeOf(transfer({ timestamp }))).toBe('timestamp_window');
  });

  test('must carry a nonce of 8 to 128 bytes', () => {
    const lengths = [7, 8, 128, 129].map((length) => codeOf(transfer({ nonce: JSON.stringify('n'.repeat(length)) })));
    expect(lengths).toEqual(['nonce_missing', 'passed', 'passed', 'nonce_missing']);
    expect(codeOf(transfer({ nonce: JSON.stringify('é'.repeat(65)) }))).toBe('nonce_missing');
    expect(codeOf(transfer({ nonce: '12345678' }))).toBe('nonce_missing');
  });

  test('takes the key of `from` in either case', () => {
    expect(codeOf(transfer({ from: JSON.stringify(key.hex.toUpperCase()) }))).toBe('passed');
    expect(codeOf(request(signedRequest(key, transferMembers(key), { public_key: key.hex.toUpperCase() })))).toBe(
      'passed',
    );
  });

  test('is bound to its network and its operation', () => {
    const ours = JSON.stringify(CHAIN_ID);
    const theirs = '"another-chain"';
    expect(codeOf(transfer({ chain_id: ours }))).toBe('passed');
    expect(codeOf(transfer({ chainId: ours }))).toBe('passed');
    expect(codeOf(transfer({ chain_id: theirs }))).toBe('chain_id_mismatch');
    expect(codeOf(transfer({ chainId: theirs, chain_id: ours }))).toBe('chain_id_mismatch');
    expect(codeOf(transfer({ chainId: '5' }))).toBe('chain_id_mismatch');
    expect(codeOf(transfer({}, { requireChainId: true }))).toBe('chain_id_mismatch');
    expect(codeOf(transfer({ chainId: ours }, { requireChainId: true }))).toBe('passed');
    expect(codeOf(transfer({ type: '"faucet"' }))).toBe('operation_mismatch');
    expect(codeOf(transfer({ type: undefined, action: '"transfer"' }))).toBe('passed');
    expect(codeOf(transfer({ action: '"faucet"' }))).toBe('operation_mismatch');
    expect(codeOf(transfer({ type: undefined }))).toBe('passed');
    expect(codeOf(transfer({ type: undefined, surprise: '1' }))).toBe('operation_mismatch');
    const bytes = signedRequest(key, transferMembers(key));
    expect(codeOf(request(bytes, NOW, 'faucet'))).toBe('operation_mismatch');
    expect(codeOf(request(bytes, NOW, 'unheard_of'))).toBe('operation_unknown');
  });

  test('may name members by their aliases', () => {
    for (const name of ['token', 'token_symbol', 'tokenSymbol'])
      expect(passed(transfer({ [name]: '"abc"', amount: '3' })).decoded.fields).toMatchObject({
        token: 'ABC',
        amount: 3n,
      });
    expect(passed(transfer({ priorityFee: '0.5' })).decoded.priorityFee).toBe(500_000_000n);
    expect(passed(transfer({ accountNonce: '3' })).decoded.accountNonce).toBe(3);
    expect(passed(transfer({ token: 'null' })).decoded.fields).toMatchObject({ token: 'XRGE' });
  });

  test('without a readable key or signature is told which', () => {
    const members = transferMembers(key);
    const code = (extra: Record<string, unknown>) => codeOf(request(signedRequest(key, members, extra)));
    expect(code({ public_key: key.hex.slice(2) })).toBe('invalid_signature');
    expect(code({ public_key: `${key.hex.slice(2)}zz` })).toBe('invalid_signature');
    expect(code({ signature: 'ab' })).toBe('invalid_signature');
    expect(code({ signature: '0'.repeat(6_618) })).toBe('invalid_signature');
    expect(code({ signature: 5 })).toBe('malformed_body');
    expect(code({ public_key: null })).toBe('malformed_body');
    expect(code({ public_key: other.hex })).toBe('invalid_signature');
  });

  test('that is no JSON, or ambiguous JSON, is refused before anything costs', () => {
    let verified = 0;
    const backend = { ...nobleBackend, verify: () => ++verified > 0 };
    const bad: readonly Uint8Array[] = [
      bytesOf(''),
      bytesOf('[]'),
      bytesOf('{"payload":{}'),
      bytesOf('{"payload":[],"signature":"","public_key":""}'),
      Uint8Array.of(0xff, 0xfe),
      bytesOf(`{"payload":${'['.repeat(100)}${']'.repeat(100)}}`),
      bytesOf(`{"payload":{"amount":1,"amount":2},"signature":"","public_key":"${key.hex}"}`),
      bytesOf('{"payload":{},"payload":{},"signature":"","public_key":""}'),
      bytesOf('{"payload":{"a":01}}'),
    ];
    const codes = bad.map((bytes) => codeOf(request(bytes, NOW, 'transfer', { backend })));
    expect(codes).toEqual(bad.map(() => 'malformed_body'));
    expect(verified).toBe(0);
    expect(bad.length).toBe(9);
  });
});

describe('a request with payload_bytes_hex', () => {
  /** Signs `text` and sends `payload` beside it. */
  const withBytes = (text: string, payload: string, hex: unknown = hexOf(bytesOf(text))): Uint8Array =>
    bytesOf(
      `{"payload":${payload},"signature":"${signText(text, key)}","public_key":"${key.hex}","payload_bytes_hex":${JSON.stringify(hex)}}`,
    );

  test('is verified over exactly those bytes', () => {
    const text = looseText(transferMembers(key, { amount: '1.50e0' }));
    const item = passed(request(withBytes(text, canonicalText(transferMembers(key, { amount: '1.5' })))));
    expect(Buffer.from(signedBytesOf(item.parts)).toString()).toBe(text);
    expect(toHex(item.id)).toBe(sha256HexOf(key.publicKey, bytesOf(text)));
    expect(item.decoded.fields).toMatchObject({ amount: 1_500_000_000n });
  });

  test('is executed as they say, not as the payload beside them is spelled', () => {
    const members = transferMembers(key);
    const other = canonicalText({ ...members, timestamp: `${NOW}.0` });
    // A timestamp is a whole number in the signed bytes themselves, else no reader of the block would take it.
    expect(codeOf(request(withBytes(other, canonicalText(members))))).toBe('timestamp_window');
    expect(codeOf(request(withBytes(canonicalText(members), other)))).toBe('passed');
    const mint = { ...members, collectionId: '"col:1:A"', name: '"one"', type: '"nft_mint"' };
    const attributes = (signed: string, beside: string): unknown => {
      const text = canonicalText({ ...mint, attributes: signed });
      const bytes = withBytes(text, canonicalText({ ...mint, attributes: beside }));
      return passed(request(bytes, NOW, 'nft_mint')).decoded.fields;
    };
    expect(attributes('{"size":1.0}', '{"size":1}')).toMatchObject({ attributes: '{"size":1.0}' });
    expect(attributes('{"size":1}', '{"size":1.0}')).toMatchObject({ attributes: '{"size":1}' });
  });

  test('is refused when they say something else than the payload', () => {
    const members = transferMembers(key);
    const text = canonicalText(members);
    const code = (bytes: Uint8Array) => codeOf(request(bytes));
    expect(code(withBytes(text, canonicalText({ ...members, amount: '2.5' })))).toBe('malformed_body');
    expect(code(withBytes(text, canonicalText({ ...members, extra: '1' })))).toBe('malformed_body');
    expect(code(withBytes(text, text, 'abc'))).toBe('malformed_body');
    expect(code(withBytes(text, text, 5))).toBe('malformed_body');
    expect(code(withBytes(text, text, hexOf(bytesOf('{"a":'))))).toBe('malformed_body');
    expect(code(withBytes(text, text, null))).toBe('passed');
    expect(code(withBytes(text, text))).toBe('passed');
  });

  test('costs as much for a number full of zeros as for any other of its length', () => {
    const member = (digits: string): JsonValue => parseJson(`[1${digits}1.0]`, SIGNED_JSON) as JsonValue;
    const elapsed = (digits: string): number => {
      const [written, given] = [member(digits), parseJson(`[1${digits}1]`, SIGNED_JSON) as JsonValue];
      expect(jsonEqual(written, given)).toBe(true);
      const times = Array.from({ length: 5 }, () => {
        const from = performance.now();
        jsonEqual(written, given);
        return performance.now() - from;
      });
      return Math.min(...times);
    };
    const ordinary = elapsed('7'.repeat(50_000));
    expect(elapsed('0'.repeat(50_000)) / ordinary).toBeLessThan(100);
    expect(jsonEqual(member('0'.repeat(50_000)), member('0'.repeat(50_001)))).toBe(false);
  });
});

describe('a request of the published client', () => {
  let client: PublishedClient;
  const wallet = { publicKey: key.hex, privateKey: hexOf(key.secretKey) };
  const recipient = addressOf(accountOfKey(other.publicKey));

  /** The body that the client posts. */
  async function posted(call: (chain: InstanceType<PublishedClient['RougeChain']>) => Promise<unknown>) {
    const bodies: string[] = [];
    const fetch = async (_: string, init: { body: string }): Promise<Response> => {
      bodies.push(init.body);
      return new Response('{"success":true}', { headers: { 'content-type': 'application/json' } });
    };
    await call(new client.RougeChain('http://node.invalid/api', { fetch }));
    expect(bodies.length).toBe(1);
    return bytesOf(bodies[0] ?? '');
  }

  beforeAll(async () => {
    client = await loadPublishedClient();
  });

  test('passes, with the amounts that JavaScript writes', async () => {
    const amounts = [1, 0.1, 0.000000001, 1e-7, 123456.789, 1e21, 5e-9];
    const units = [10n ** 9n, 10n ** 8n, 1n, 100n, 123_456_789_000_000n, 10n ** 30n, 5n];
    let checked = 0;
    for (const [index, amount] of amounts.entries()) {
      const bytes = await posted((chain) => chain.transfer(wallet, { to: recipient, amount }));
      const item = passed(request(bytes, Date.now()));
      expect(item.decoded.fields).toMatchObject({ amount: units[index], to: accountOfKey(other.publicKey) });
      const { payload } = JSON.parse(Buffer.from(bytes).toString()) as { payload: unknown };
      expect(toHex(item.id)).toBe(sha256HexOf(key.publicKey, client.serializePayload(payload)));
      checked++;
    }
    expect(checked).toBe(7);
  });

  test('is refused once a single member has changed on its way', async () => {
    const bytes = await posted((chain) => chain.transfer(wallet, { to: recipient, amount: 1 }));
    const text = Buffer.from(bytes).toString();
    expect(codeOf(request(bytesOf(text.replace('"amount":1', '"amount":2')), Date.now()))).toBe('invalid_signature');
    expect(codeOf(request(bytes, Date.now()))).toBe('passed');
    const faucet = await posted((chain) => chain.faucet(wallet));
    expect(codeOf(request(faucet, Date.now(), 'faucet'))).toBe('passed');
  });
});

describe('a broadcast TxV1', () => {
  const members = transferMembers(key, { priority_fee: '0.25' });
  const signed = canonicalText(members);

  const tx = (changes: Readonly<Record<string, unknown>> = {}): Uint8Array =>
    bytesOf(
      JSON.stringify({
        version: 1,
        tx_type: 'transfer',
        from_pub_key: key.hex,
        nonce: 4,
        payload: { to_pub_key_hex: BURN, amount: 1.5 },
        fee: 0.35,
        sig: signText(signed, key),
        signed_payload: signed,
        ...changes,
      }),
    );
  const verdict = (changes: Readonly<Record<string, unknown>> = {}) => verifyBroadcast(tx(changes), NOW, context);

  test('is the transaction of its signed payload; what only the ledger derives comes along', () => {
    const item = passed(verdict());
    expect(item.expected).toEqual({ nonce: 4, fee: 350_000_000n });
    expect(toHex(item.id)).toBe(sha256HexOf(key.publicKey, bytesOf(signed)));
    expect(passed(request(signedRequest(key, members))).id).toEqual(item.id);
    const silent = { nonce: undefined, fee: null, payload: undefined, version: undefined };
    expect(passed(verdict(silent)).expected).toEqual({});
  });

  test('is refused when a derived member differs', () => {
    const differing: readonly Readonly<Record<string, unknown>>[] = [
      { version: 2 },
      { payload: { to_pub_key_hex: BURN, amount: 1.6 } },
      { payload: { to_pub_key_hex: other.hex } },
      { payload: { amount: '1.6' } },
      { payload: { amount_quanta: '1600000000' } },
      { payload: { token_symbol: 'ABC' } },
      { payload: { unheard_of: 1 } },
    ];
    const codes = differing.map((changes) => codeOf(verdict(changes)));
    expect(codes).toEqual(differing.map(() => 'derived_field_mismatch'));
    expect(codes.length).toBe(7);
    expect(codeOf(verdict({ payload: { amount: null, amount_quanta: '1500000000', faucet: null } }))).toBe('passed');
    expect(codeOf(verdict({ payload: { amount: '1.50' }, fee: '0.1' }))).toBe('passed');
  });

  test('is compared exactly where JSON of its signer is shown', () => {
    const exact = '{"size":[9007199254740993,0.1]}';
    const mint = { ...members, collectionId: '"col:1:A"', name: '"one"', type: '"nft_mint"', attributes: exact };
    const text = canonicalText(mint);
    const said = (attributes: string): string => {
      const tx = `{"tx_type":"nft_mint","from_pub_key":"${key.hex}","sig":"${signText(text, key)}","signed_payload":${JSON.stringify(text)},"payload":{"nft_attributes":${attributes}}}`;
      return codeOf(verifyBroadcast(bytesOf(tx), NOW, context));
    };
    expect(said(exact)).toBe('passed');
    expect(said('{"size":[9007199254740993.0,1e-1]}')).toBe('passed');
    expect(said('{"size":[9007199254740992,0.1]}')).toBe('derived_field_mismatch');
    expect(said('{"size":[9007199254740993,0.10000000000000001]}')).toBe('derived_field_mismatch');
  });

  test('proves nothing without its signed payload, key and signature', () => {
    expect(codeOf(verdict({ signed_payload: undefined }))).toBe('malformed_body');
    expect(codeOf(verdict({ signed_payload: JSON.parse(signed) as unknown }))).toBe('malformed_body');
    expect(codeOf(verdict({ tx_type: undefined }))).toBe('malformed_body');
    expect(codeOf(verdict({ tx_type: 'faucet' }))).toBe('operation_mismatch');
    expect(codeOf(verdict({ sig: signText('{}', key) }))).toBe('invalid_signature');
    expect(codeOf(verdict({ from_pub_key: other.hex }))).toBe('invalid_signature');
    expect(codeOf(verdict({ signed_payload: `${signed} ` }))).toBe('invalid_signature');
    expect(codeOf(verdict({ nonce: -1 }))).toBe('malformed_body');
    expect(codeOf(verdict({ fee: '1 ' }))).toBe('invalid_amount');
    expect(codeOf(verdict({ fee: true }))).toBe('invalid_amount');
  });
});
