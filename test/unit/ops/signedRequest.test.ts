/** Signed requests against the published client, in both directions, and the members of a transfer. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatXrge } from '../../../engine/base/amounts.js';
import { concatBytes, fromHex, toHex, utf8, utf8Text } from '../../../engine/base/bytes.js';
import { canonicalJson, isJsonObject, JsonNumber, type JsonValue, parseJson } from '../../../engine/base/json.js';
import { SIGNED_JSON } from '../../../engine/base/limits.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { addressOfKey, BURN_ADDRESS } from '../../../engine/crypto/address.js';
import { nobleBackend } from '../../../engine/crypto/mldsa.js';
import { sha256Hex } from '../../../engine/crypto/sha256.js';
import { signRequest } from '../../../ops/cli/signedRequest.js';
import { transferMembers } from '../../../ops/cli/walletSession.js';
import { loadPublishedClient } from '../../support/publishedClient.js';

const sdk = await loadPublishedClient();

const keys = nobleBackend.keygen(new Uint8Array(32));
const publicKey = toHex(keys.publicKey);
const context = { timestamp: 1_700_000_000_000, nonce: '00112233445566778899aabbccddeeff' };

interface Envelope {
  payload: Record<string, unknown>;
  signature: string;
  public_key: string;
}

describe('a signed request', () => {
  test('has the bytes that the published client signs for the same payload, and it accepts the signature', () => {
    const orders: [string, Record<string, JsonValue>][] = [
      ['faucet', {}],
      ['transfer', { to: 'bb', amount: new JsonNumber('5'), token: 'XRGE' }],
      [
        'transfer',
        {
          to: addressOfKey(keys.publicKey),
          amount: new JsonNumber('0.1'),
          token: 'qETH',
          priority_fee: new JsonNumber('0.25'),
        },
      ],
      [
        'transfer',
        { to: BURN_ADDRESS, amount: new JsonNumber('123456.789'), token: 'XRGE', memo: 'ä "x"\n\u2028/\ud83d\ude00' },
      ],
      [
        'stake',
        {
          amount: new JsonNumber('10000'),
          b: [
            new JsonNumber('2'),
            null,
            true,
            new Map([
              ['z', 'y'],
              ['a', 'b'],
            ]),
          ],
        },
      ],
    ];
    for (const [type, members] of orders) {
      for (const chainId of [undefined, 'rougechain-local-1']) {
        const request = signRequest(keys, type, members, { ...context, ...(chainId ? { chainId } : {}) });
        const envelope = JSON.parse(request.body) as Envelope;
        expect(request.payloadText).toBe(utf8Text(sdk.serializePayload(envelope.payload)));
        expect(request.body).toContain(`"payload":${request.payloadText},`);
        expect(sdk.verifyTransaction(envelope)).toBe(true);
        expect(Object.keys(envelope)).toEqual(['payload', 'signature', 'public_key']);
        expect(envelope.payload).toMatchObject({ type, from: publicKey, ...context });
        expect(envelope.payload.chain_id).toBe(chainId);
        expect(request.transactionId).toBe(sha256Hex(concatBytes(keys.publicKey, utf8(request.payloadText))));
        envelope.payload.nonce = 'other';
        expect(sdk.verifyTransaction(envelope)).toBe(false);
      }
    }
  });

  test('a request of the published client has the canonical bytes of this project, under the reference signature code', async () => {
    const bodies: string[] = [];
    const client = new sdk.RougeChain('http://127.0.0.1/api', {
      async fetch(_, init) {
        bodies.push(init.body);
        return new Response('{"success":true}');
      },
    });
    const wallet = { publicKey, privateKey: toHex(keys.secretKey) };
    await client.transfer(wallet, { to: 'bb', amount: 0.1 });
    await client.transfer(wallet, { to: addressOfKey(keys.publicKey), amount: 7, token: 'GOLD', fee: 2 });
    await client.faucet(wallet);
    expect(bodies).toHaveLength(3);
    for (const body of bodies) {
      const envelope = parseJson(body, SIGNED_JSON);
      if (isRefusal(envelope) || !isJsonObject(envelope)) throw new Error(body);
      const payload = envelope.get('payload') ?? null;
      const signature = fromHex(String(envelope.get('signature'))) ?? new Uint8Array();
      expect(nobleBackend.verify(signature, utf8(canonicalJson(payload)), keys.publicKey)).toBe(true);
      const members = JSON.parse(canonicalJson(payload)) as Record<string, unknown>;
      const ours = JSON.parse(signRequest(keys, String(members.type), {}, context).payloadText) as object;
      for (const member of Object.keys(ours)) expect(members, member).toHaveProperty(member);
    }
  });

  test('draws a fresh nonce of 16 bytes when none is given', () => {
    const nonces = new Set<string>();
    for (let count = 0; count < 3; count++) {
      const { payloadText } = signRequest(keys, 'faucet', {}, { timestamp: 1 });
      const { nonce } = JSON.parse(payloadText) as { nonce: string };
      expect(nonce).toMatch(/^[0-9a-f]{32}$/);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });
});

describe('the members of a transfer', () => {
  const to = addressOfKey(keys.publicKey);
  const membersOf = (amount: string, token = 'XRGE', priorityFee?: string) =>
    transferMembers({ to, amount, token, ...(priorityFee === undefined ? {} : { priorityFee }) });
  const amountText = (amount: string, token?: string): string => {
    const members = membersOf(amount, token);
    if (isRefusal(members) || !(members.amount instanceof JsonNumber)) throw new Error(amount);
    return members.amount.text;
  };

  test('keep every quantum, in plain digits', () => {
    let checked = 0;
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: (1n << 128n) - 1n }), (quanta) => {
        expect(amountText(formatXrge(quanta))).toBe(formatXrge(quanta));
        expect(amountText(formatXrge(quanta))).toMatch(/^\d+(\.\d+)?$/);
        checked++;
      }),
    );
    expect(checked).toBeGreaterThanOrEqual(100);
    expect(amountText('0.000000001')).toBe('0.000000001');
    expect(amountText('007.500')).toBe('7.5');
    expect(amountText('12345678901234567890', 'GOLD')).toBe('12345678901234567890');
    expect(amountText('2.5', 'xrge')).toBe('2.5');
  });

  test.each([
    ['0', 'XRGE', 'above zero'],
    ['0.0000000001', 'XRGE', 'more than 9 decimals'],
    ['1.5', 'GOLD', 'whole number of base units'],
    ['4'.repeat(60), 'XRGE', 'out of range'],
  ])('%s %s is refused', (amount, token, part) => {
    const members = membersOf(amount, token);
    expect(isRefusal(members) && members.message).toContain(part);
  });

  test('a recipient that names no account is refused, the burn address is one', () => {
    const misspelt = `${to.slice(0, -1)}${to.endsWith('q') ? 'p' : 'q'}`;
    for (const bad of ['', 'bob', misspelt, `${publicKey}00`])
      expect(isRefusal(transferMembers({ to: bad, amount: '1', token: 'XRGE' })), bad).toBe(true);
    expect(isRefusal(transferMembers({ to: BURN_ADDRESS, amount: '1', token: 'XRGE' }))).toBe(false);
    expect(isRefusal(transferMembers({ to: publicKey, amount: '1', token: 'XRGE' }))).toBe(false);
  });
});
