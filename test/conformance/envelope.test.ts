/** The signed envelope against a real node (specification, Authentication): what is checked, in which order, with which
 *  texts. Every flaw is tested alone and together with every other one. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../engine/base/bytes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import type { Received } from '../support/httpClient.js';
import { LIVE_CHAIN_ID, type LiveNode, startNode } from '../support/liveNode.js';
import {
  envelope,
  freshNonce,
  type Members,
  number,
  payloadText,
  signed,
  signedFaucet,
  signedTransfer,
  signText,
  spoilt,
} from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('envelope: alice');
/** Only this account uses the faucet. */
const listed = signingActor('envelope: listed');
const bob = actor('envelope: bob');

const TRANSFER = '/api/v2/transfer';
const USED_NONCE = 'envelope-test-used-nonce';

let node: LiveNode;
let api: CheckedApi;
let watch: ChainWatch;

beforeAll(async () => {
  const allocations = [alice, listed].map(({ address }) => ({ address, amount: '1000' }));
  node = await startNode({
    genesis: { faucet: true, allocations },
    flags: ['--faucet-enabled', '--faucet-whitelist', listed.address],
  });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
  const first = signedTransfer(alice, bob.address, '1', { nonce: USED_NONCE });
  expect((await api.post(TRANSFER, first.body)).status).toBe(200);
  await watch.included(first.txId);
});

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

const seen = ({ status, json }: Received): unknown => [status, json?.code, json?.error];
const post = async (body: string | Uint8Array, path = TRANSFER): Promise<unknown> => seen(await api.post(path, body));

/** A transfer of alice with these changes, posted. */
const changed = (members: Members): Promise<unknown> => post(signedTransfer(alice, bob.address, '1', members).body);

async function accepted(body: string, txId: string): Promise<void> {
  const { status, json, text } = await api.post(TRANSFER, body);
  expect([status, json?.txId], text).toEqual([200, txId]);
}

describe('the order of the checks', () => {
  const EXPIRED = 'Transaction expired (timestamp too old or too far in the future)';
  const NOT_LISTED = 'Faucet restricted: your address is not whitelisted. Unset QV_FAUCET_WHITELIST for local dev.';
  const flaws = [
    ['signature', [401, 'invalid_signature', 'invalid signature']],
    ['time', [401, 'timestamp_window', EXPIRED]],
    ['from', [401, 'from_mismatch', "Payload 'from' does not match signing public key"]],
    ['nonce', [401, 'nonce_used', 'Duplicate nonce (possible replay attack)']],
    ['authorization', [403, 'faucet_restricted', NOT_LISTED]],
  ] as const;

  test('signature, timestamp, from, nonce, authorization: the first flaw in this order is named', async () => {
    let checked = 0;
    for (let mask = 1; mask < 1 << flaws.length; mask++) {
      const has = (name: string): boolean => flaws.some(([flaw], bit) => flaw === name && (mask >> bit) % 2 === 1);
      const signer = has('authorization') || has('nonce') ? alice : listed;
      const members = {
        ...(has('time') ? { timestamp: number(Date.now() - 400_000) } : {}),
        ...(has('from') ? { from: bob.keyHex } : {}),
        ...(has('nonce') ? { nonce: USED_NONCE } : {}),
      };
      const request = signedFaucet(signer, members);
      const body = has('signature') ? envelope(request.text, spoilt(request.signature), signer.keyHex) : request.body;
      const expected = flaws.find(([flaw]) => has(flaw))?.[1];
      expect(await post(body, '/api/v2/faucet'), flaws.filter(([flaw]) => has(flaw)).join()).toEqual(expected);
      checked++;
    }
    expect(checked).toBe(31);
  });

  test('a transfer that could not be paid is refused for its reused nonce first', async () => {
    const poor = signedTransfer(alice, bob.address, '1000000', { nonce: USED_NONCE });
    expect(await post(poor.body)).toEqual([401, 'nonce_used', 'Duplicate nonce (possible replay attack)']);
  });
});

describe('the timestamp', () => {
  // An old timestamp ages while its block is made, a future one while its refusal is: each edge leaves time for that.
  test.each([-290_000, 299_000, 0])('%i ms from now is inside the window', async (offset) => {
    const request = signedTransfer(alice, bob.address, '1', { timestamp: number(Date.now() + offset) });
    await accepted(request.body, request.txId);
    await watch.included(request.txId);
  });

  test.each([-301_000, 310_000, -1e9, 1e12])('%i ms from now is outside', async (offset) => {
    const timestamp = number(Date.now() + offset);
    expect(await changed({ timestamp })).toMatchObject([401, 'timestamp_window', expect.stringContaining('expired')]);
  });

  test.each([undefined, 'now', null, true, number('1.5'), number('-5'), number('1e12'), number('9'.repeat(400))])(
    '%s is no timestamp',
    async (timestamp) => {
      expect(await changed({ timestamp })).toEqual([
        401,
        'timestamp_window',
        "payload must include a 'timestamp' field in whole milliseconds",
      ]);
    },
  );
});

describe('from and nonce', () => {
  test.each([undefined, null, '', bob.keyHex, alice.address, number(5), alice.keyHex.slice(2)])(
    'from must be the signing key',
    async (from) => {
      expect(await changed({ from })).toMatchObject([401, 'from_mismatch', expect.any(String)]);
    },
  );

  test('the key may be written in capitals, as from and as public_key', async () => {
    const from = signedTransfer(alice, bob.address, '1', { from: alice.keyHex.toUpperCase() });
    await accepted(from.body, from.txId);
    const key = signedTransfer(alice, bob.address, '1');
    await accepted(envelope(key.text, key.signature.toUpperCase(), alice.keyHex.toUpperCase()), key.txId);
  });

  test('the nonce is text of 8 to 128 bytes', async () => {
    for (const nonce of [undefined, null, number(12345678), '1234567', '', 'x'.repeat(129), 'ä'.repeat(65)])
      expect(await changed({ nonce })).toMatchObject([401, 'nonce_missing', expect.stringMatching(/nonce/)]);
    for (const nonce of ['12345678', 'x'.repeat(128), 'ä'.repeat(4), '\u0000'.repeat(8)]) {
      const request = signedTransfer(alice, bob.address, '1', { nonce });
      await accepted(request.body, request.txId);
    }
  });

  test('a key uses a nonce once, for whatever operation; another key may use it too', async () => {
    const used = [401, 'nonce_used', 'Duplicate nonce (possible replay attack)'];
    expect(await changed({ nonce: USED_NONCE })).toEqual(used);
    expect(await changed({ nonce: USED_NONCE, priority_fee: number(5) })).toEqual(used);
    const request = signedTransfer(alice, bob.address, '1');
    await accepted(request.body, request.txId);
    await watch.included(request.txId);
    expect(await post(request.body)).toEqual(used);
    // The same bytes under another valid signature are the same request.
    expect(await post(signText(alice, request.text).body)).toEqual(used);
    const other = signedTransfer(listed, bob.address, '1', { nonce: USED_NONCE });
    await accepted(other.body, other.txId);
  });

  test('account_nonce, when it is given, is the next one', async () => {
    const settled = signedTransfer(alice, bob.address, '1');
    await accepted(settled.body, settled.txId);
    await watch.included(settled.txId);
    const { next_nonce: next } = await api.get(`/api/account/${alice.keyHex}/nonce`);
    for (const [name, given] of [
      ['account_nonce', Number(next) + 1],
      ['accountNonce', 1],
    ] as const)
      expect(await changed({ [name]: number(given) })).toEqual([
        401,
        'nonce_used',
        `invalid account_nonce: expected ${next}, got ${given} (stale or replayed transaction)`,
      ]);
    expect(await changed({ account_nonce: 'x' })).toMatchObject([400, 'malformed_payload', expect.any(String)]);
    const right = signedTransfer(alice, bob.address, '1', { account_nonce: number(Number(next)) });
    await accepted(right.body, right.txId);
  });
});

describe('the envelope itself', () => {
  const good = () => signedTransfer(alice, bob.address, '1');

  test('key and signature of a wrong length or alphabet', async () => {
    const { text, signature } = good();
    for (const [bad, key] of [
      [signature.slice(2), alice.keyHex],
      [`${signature}00`, alice.keyHex],
      ['', alice.keyHex],
      [`zz${signature.slice(2)}`, alice.keyHex],
      [signature, alice.keyHex.slice(2)],
      [signature, `${alice.keyHex}00`],
      [signature, alice.address],
      [signature, ''],
    ] as const)
      expect(await post(envelope(text, bad, key))).toMatchObject([
        401,
        'invalid_signature',
        expect.stringMatching(/^Signature verification failed: .+/),
      ]);
    expect(await post(envelope(text, signature, bob.keyHex))).toEqual([401, 'invalid_signature', 'invalid signature']);
  });

  test('members that are missing or of another type', async () => {
    const { text, signature } = good();
    const key = JSON.stringify(alice.keyHex);
    const bodies = [
      `{"signature":"${signature}","public_key":${key}}`,
      `{"payload":null,"signature":"${signature}","public_key":${key}}`,
      `{"payload":[],"signature":"${signature}","public_key":${key}}`,
      `{"payload":${JSON.stringify(text)},"signature":"${signature}","public_key":${key}}`,
      `{"payload":${text},"public_key":${key}}`,
      `{"payload":${text},"signature":"${signature}"}`,
      `{"payload":${text},"signature":5,"public_key":${key}}`,
      `{"payload":${text},"signature":"${signature}","public_key":null}`,
      '[]',
      'null',
      '"text"',
      '5',
    ];
    for (const body of bodies)
      expect(await post(body), body.slice(0, 40)).toMatchObject([400, 'malformed_body', expect.any(String)]);
  });

  test('further members of the envelope change nothing', async () => {
    const { body, txId } = good();
    await accepted(body.replace(/}$/, ',"payload_bytes_hex":null,"extra":{"a":[1]}}'), txId);
  });

  test('any order and spacing of the payload is the same request', async () => {
    const { text, signature, txId } = good();
    const spaced = JSON.stringify(
      Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse()),
      undefined,
      3,
    );
    expect(spaced).not.toBe(text);
    await accepted(envelope(spaced, signature, alice.keyHex), txId);
  });

  test('payload_bytes_hex: the exact bytes that were signed, when they are not the canonical ones', async () => {
    const text = payloadText(alice, { type: 'transfer', to: bob.address, amount: number('1.50') });
    const signedText = ` ${text.replace('1.50', '15e-1')}\n`;
    const { signature, txId } = signText(alice, signedText);
    const hex = (bytes: string): string => `,"payload_bytes_hex":"${toHex(utf8(bytes))}"`;
    const withBytes = (bytes: string): string => envelope(text, signature, alice.keyHex, bytes);
    for (const [more, expected] of [
      [hex(text), [401, 'invalid_signature', 'invalid signature']],
      [
        hex(signedText.replace('15e-1', '15e-2')),
        [400, 'malformed_body', 'payload_bytes_hex does not match payload object'],
      ],
      [
        hex(signedText.replace('{', '{"x":1,')),
        [400, 'malformed_body', 'payload_bytes_hex does not match payload object'],
      ],
      [hex('[1'), [400, 'malformed_body', expect.stringMatching(/^payload_bytes_hex is not valid JSON: /)]],
      [hex('{"a":1,"a":1}'), [400, 'malformed_body', expect.stringMatching(/^payload_bytes_hex is not valid JSON: /)]],
      [',"payload_bytes_hex":"zz"', [400, 'malformed_body', expect.stringMatching(/^Invalid payload_bytes_hex: /)]],
      [',"payload_bytes_hex":"abc"', [400, 'malformed_body', expect.stringMatching(/^Invalid payload_bytes_hex: /)]],
      [',"payload_bytes_hex":5', [400, 'malformed_body', expect.stringMatching(/^Invalid payload_bytes_hex: /)]],
    ] as const)
      expect(await post(withBytes(more)), more.slice(0, 60)).toEqual(expected);
    expect(await post(withBytes(''))).toEqual([401, 'invalid_signature', 'invalid signature']);
    await accepted(withBytes(hex(signedText)), txId);
    await watch.included(txId);
    const found = await api.get<{ tx: { payload: unknown; signed_payload: string } }>(`/api/tx/${txId}`);
    expect(found.tx.payload).toMatchObject({ amount: 1.5, amount_quanta: '1500000000' });
    expect(found.tx.signed_payload).toBe(signedText);
  });
});

describe('the network that a payload names', () => {
  test('must be this one, under either name', async () => {
    const wrong = `CHAIN_ID_MISMATCH: payload is signed for network 'other-1', this node is '${LIVE_CHAIN_ID}'`;
    for (const members of [
      { chain_id: 'other-1' },
      { chainId: 'other-1' },
      { chain_id: LIVE_CHAIN_ID, chainId: 'other-1' },
      { chain_id: 'other-1', chainId: LIVE_CHAIN_ID },
    ])
      expect(await changed(members)).toEqual([400, 'chain_id_mismatch', wrong]);
    for (const chainId of [null, number(1), true, []])
      expect(await changed({ chainId })).toEqual([
        400,
        'chain_id_mismatch',
        `CHAIN_ID_MISMATCH: 'chainId' must be the chain id string '${LIVE_CHAIN_ID}'`,
      ]);
    for (const members of [{ chain_id: LIVE_CHAIN_ID }, { chainId: LIVE_CHAIN_ID }]) {
      const request = signedTransfer(alice, bob.address, '1', members);
      await accepted(request.body, request.txId);
    }
  });
});

describe('the operation that a payload names', () => {
  test('must be the one of the route', async () => {
    for (const members of [
      { type: 'faucet' },
      { type: 'Transfer' },
      { type: '' },
      { type: number(1) },
      { type: undefined, action: 'burn' },
      { action: 'faucet' },
    ])
      expect(await changed(members)).toMatchObject([400, 'operation_mismatch', expect.stringContaining('"transfer"')]);
    expect(await post(signedTransfer(alice, bob.address, '1').body, '/api/v2/faucet')).toMatchObject([
      400,
      'operation_mismatch',
      'payload type must be "faucet" for this request',
    ]);
    for (const members of [{ type: undefined, action: 'transfer' }, { action: 'transfer' }, { type: null }]) {
      const request = signedTransfer(alice, bob.address, '1', members);
      await accepted(request.body, request.txId);
    }
  });

  test('may be left out when every member is one that the operation knows', async () => {
    const bare = signed(alice, { to: bob.address, amount: number(1), token: 'XRGE', fee: number(1) });
    await accepted(bare.body, bare.txId);
    expect(await changed({ type: undefined, memo: 'x' })).toEqual([
      400,
      'operation_mismatch',
      'payload names no type, and transfer knows no member "memo"; add "type"',
    ]);
    const memo = signedTransfer(alice, bob.address, '1', { memo: ['x', [number(1)]] });
    await accepted(memo.body, memo.txId);
    // A faucet request without a type is no transfer.
    const nothing = signed(alice, {});
    expect(await post(nothing.body)).toEqual([400, 'invalid_recipient', 'recipient address is required']);
  });

  test('members may have the names that clients use', async () => {
    const request = signedTransfer(alice, bob.address, '1', {
      tokenSymbol: 'XRGE',
      priorityFee: number('0.5'),
      nonce: freshNonce(),
    });
    await accepted(request.body, request.txId);
    await watch.included(request.txId);
    const found = await api.get<{ tx: { fee_quanta: string } }>(`/api/tx/${request.txId}`);
    expect(found.tx.fee_quanta).toBe('600000000');
  });
});
