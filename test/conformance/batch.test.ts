/** Many signed requests in one body: both forms answer item by item as the routes for single requests would, and count each
 *  item as a write. */

import { Writer } from 'protobufjs/minimal.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cutKey } from '../../engine/chain/transaction.js';
import { BatchAnswer, SignedBatch, WireTransaction } from '../../proto/wire.js';
import { ChainWatch } from '../support/chainWatch.js';
import { exchange, JSON_HEADERS, type Received } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { type Members, number, type Signed, signedTransfer, spoilt } from '../support/signedRequests.js';
import { actor, type SigningActor, signingActor } from '../support/transactions.js';

const alice = signingActor('batch: alice');
const carol = signingActor('batch: carol');
const poor = signingActor('batch: poor');
const bob = actor('batch: bob');

const allocations = [
  { address: alice.address, amount: '1000' },
  { address: carol.address, amount: '1000' },
];
const PROTOBUF = { 'Content-Type': 'application/x-protobuf' };
const AN_HOUR = 3_600_000;

let node: LiveNode;
/** Listens from before the first request: a block may come before the answer to its last item. */
let watch: ChainWatch;

beforeAll(async () => {
  node = await startNode({ genesis: { allocations } });
  watch = await ChainWatch.open(node.url);
});
afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

interface Sent extends Signed {
  readonly signer: SigningActor;
}

const transfer = (signer: SigningActor, amount: string, more: Members = {}): Sent => ({
  ...signedTransfer(signer, bob.address, amount, more),
  signer,
});

/** As SignedBatch carries it. */
function messageOf({ text, signature, signer }: Sent, operation = '') {
  const bytes = Buffer.from(text);
  const publicKey = Buffer.from(signer.keyHex, 'hex');
  return { operation, publicKey, ...cutKey(bytes, publicKey), signature: Buffer.from(signature, 'hex') };
}

const postJson = (body: string, url = node.url, path = '/api/v2/batch'): Promise<Received> =>
  exchange(url, path, { method: 'POST', headers: JSON_HEADERS, body });
const postList = (items: readonly Signed[], path?: string): Promise<Received> =>
  postJson(`[${items.map(({ body }) => body).join(', ')}]`, node.url, path);

async function postMessages(requests: object[]) {
  const body = SignedBatch.encode({ requests }).finish();
  const received = await exchange(node.url, '/api/v2/batch', { method: 'POST', headers: PROTOBUF, body });
  expect([received.status, received.headers['content-type']], received.text).toEqual([200, PROTOBUF['Content-Type']]);
  return BatchAnswer.decode(received.bytes);
}

const results = ({ json }: Received) => json?.results as readonly Readonly<Record<string, unknown>>[];

async function included(items: readonly Signed[]): Promise<void> {
  for (const { txId } of items) await watch.included(txId);
}

/** What is wrong, and the code that its own route would answer. */
const wrong = (): readonly (readonly [Sent, string])[] => [
  [{ ...transfer(alice, '1'), signature: spoilt(transfer(alice, '1').signature) }, 'invalid_signature'],
  [transfer(alice, '1', { timestamp: number(Date.now() - AN_HOUR) }), 'timestamp_window'],
  [transfer(alice, '1', { from: carol.keyHex }), 'from_mismatch'],
  [transfer(alice, '1', { nonce: 'short' }), 'nonce_missing'],
  [transfer(alice, '-1'), 'invalid_amount'],
  [transfer(alice, '1', { chain_id: 'elsewhere' }), 'chain_id_mismatch'],
  [transfer(poor, '1'), 'insufficient_balance'],
  [transfer(alice, '1', { type: undefined }), 'operation_unknown'],
  [transfer(alice, '1', { type: 'conjure' }), 'operation_unknown'],
];

/** With the signature of the entry, which may differ from the one it was signed with. */
const bodyOf = ({ text, signature, signer }: Sent): string =>
  `{"payload":${text},"signature":"${signature}","public_key":"${signer.keyHex}"}`;

describe.each(['/api/v2/batch', '/api/v2/batch-submit'])('a JSON array at %s', (path) => {
  test('is taken in item by item, and every item is included', async () => {
    const items = [transfer(alice, '1'), transfer(carol, '2'), transfer(alice, '3')];
    const answer = await postList(items, path);
    expect(answer.json).toEqual({
      success: true,
      total: 3,
      accepted: 3,
      rejected: 0,
      results: items.map(({ txId }) => ({ success: true, txId })),
    });
    await included(items);
  });

  test('names what is wrong with each, and takes the others', async () => {
    const good = [transfer(alice, '1'), transfer(carol, '1')];
    const bad = wrong();
    const list = [bodyOf(good[0] as Sent), ...bad.map(([item]) => bodyOf(item)), '7', '{}', bodyOf(good[1] as Sent)];
    const answer = await postJson(`[${list.join(',')}]`, node.url, path);
    expect(answer.status).toBe(200);
    expect([answer.json?.accepted, answer.json?.rejected]).toEqual([2, bad.length + 2]);
    const codes = [undefined, ...bad.map(([, code]) => code), 'malformed_body', 'malformed_body', undefined];
    expect(results(answer).map(({ code }) => code)).toEqual(codes);
    for (const { success, error } of results(answer)) expect(success || typeof error === 'string').toBe(true);
    await included(good);
  });
});

describe('a protobuf batch', () => {
  test('is taken in item by item, and every item is included', async () => {
    const items = [transfer(alice, '1'), transfer(carol, '2'), transfer(alice, '3')];
    const answer = await postMessages([
      messageOf(items[0] as Sent),
      messageOf(items[1] as Sent, 'transfer'),
      messageOf(items[2] as Sent),
    ]);
    expect([answer.accepted, answer.rejected]).toEqual([3, 0]);
    expect(answer.results.map(({ txId }) => Buffer.from(txId ?? []).toString('hex'))).toEqual(
      items.map(({ txId }) => txId),
    );
    await included(items);
  });

  test('names what is wrong with each, and takes the others', async () => {
    const good = transfer(alice, '1');
    const message = messageOf(good);
    const cases: readonly (readonly [object, string])[] = [
      ...wrong().map(([item, code]) => [messageOf(item), code] as const),
      [{ ...message, operation: 'stake' }, 'operation_mismatch'],
      [{ ...message, keyAt: 1_000_000 }, 'malformed_body'],
      [{ ...message, keyAt: 0 }, 'invalid_signature'],
      [{ ...message, text: Buffer.from('no json') }, 'malformed_body'],
      [{ ...message, publicKey: message.publicKey.subarray(1) }, 'invalid_signature'],
      [{ ...message, signature: message.signature.subarray(1) }, 'invalid_signature'],
      [{}, 'invalid_signature'],
    ];
    const answer = await postMessages([...cases.map(([item]) => item), message]);
    expect(answer.results.map(({ code }) => code ?? '')).toEqual([...cases.map(([, code]) => code), '']);
    expect(answer.accepted).toBe(1);
    for (const { error } of answer.results.slice(0, -1)) expect(error).not.toBe('');
    await included([good]);
  });

  test('reads a request with a repeated field as a decoder does', async () => {
    const good = transfer(alice, '1');
    // The last value of a field counts (Protocol Buffers, encoding), while the queue looks at the first.
    const decoy = WireTransaction.encode({ publicKey: Buffer.from(carol.keyHex, 'hex') }).finish();
    const request = Buffer.concat([decoy, WireTransaction.encode(messageOf(good)).finish()]);
    const body = Writer.create()
      .uint32((1 << 3) | 2)
      .bytes(request)
      .finish();
    const received = await exchange(node.url, '/api/v2/batch', { method: 'POST', headers: PROTOBUF, body });
    expect(BatchAnswer.decode(received.bytes).accepted).toBe(1);
    await included([good]);
  });
});

test('an item that comes twice is accepted once, in either form', async () => {
  const item = transfer(alice, '1');
  const first = await postList([item]);
  expect(first.json?.accepted).toBe(1);
  const again = await postMessages([messageOf(item), messageOf(item)]);
  expect(again.results.map(({ code }) => code)).toEqual(['nonce_used', 'nonce_used']);
});

test('a body that is not a batch is refused as a whole, in JSON', async () => {
  const cases: readonly (readonly [Readonly<Record<string, string>>, string | Uint8Array, number, string])[] = [
    [JSON_HEADERS, '', 400, 'malformed_body'],
    [JSON_HEADERS, '{}', 400, 'malformed_body'],
    [JSON_HEADERS, '[]', 400, 'malformed_body'],
    [JSON_HEADERS, '[{', 400, 'malformed_body'],
    [JSON_HEADERS, `[${new Array(257).fill('{}').join()}]`, 413, 'too_large'],
    [PROTOBUF, '', 400, 'malformed_body'],
    [PROTOBUF, '[{}]', 400, 'malformed_body'],
    [{ 'Content-Type': 'text/plain' }, '[]', 415, 'unsupported_media_type'],
  ];
  for (const [headers, body, status, code] of cases) {
    const answer = await exchange(node.url, '/api/v2/batch', { method: 'POST', headers, body });
    expect([answer.status, answer.json?.success, answer.json?.code], String(body).slice(0, 20)).toEqual([
      status,
      false,
      code,
    ]);
  }
});

test('every item counts as a write: a batch over the limit is refused completely, and uses nothing up', async () => {
  const limited = await startNode({ rateLimits: true, genesis: { allocations } });
  onTestFinished(limited.remove);
  const items = Array.from({ length: 20 }, () => bodyOf(transfer(alice, '1')));
  const left = ({ status, headers }: Received) => [status, headers['x-ratelimit-remaining']];
  expect(left(await postJson(`[${items.slice(0, 12).join()}]`, limited.url))).toEqual([200, '18']);
  const over = await postJson(`[${items.join()}]`, limited.url);
  expect([...left(over), over.json?.code]).toEqual([429, '17', 'rate_limited']);
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
  expect(left(await postJson(`[${items.slice(12).join()}]`, limited.url))).toEqual([200, '9']);
});

describe('a batch above the whole limit of writes', () => {
  const KEYS = ['plain-key-0123456789', 'validator:validator-0123456789'];
  const environment = { QV_API_KEYS: KEYS.join() };
  const LIMITS = ['--rate-limit-write-per-minute', '5', '--rate-limit-validator', '7'];

  /** The same batch in both forms, of requests that are never checked. */
  function bodiesOf(amount: number): readonly (readonly [Readonly<Record<string, string>>, string | Uint8Array])[] {
    const requests = new Array(amount).fill({ operation: 'transfer' });
    return [
      [JSON_HEADERS, `[${new Array(amount).fill('{}').join()}]`],
      [PROTOBUF, SignedBatch.encode({ requests }).finish()],
    ];
  }

  test.each([[['--public-edge']], [[]]])(
    'is too large for ever, and is told the largest that is allowed (%j)',
    async (more) => {
      const limited = await startNode({ rateLimits: true, flags: [...LIMITS, ...more], environment });
      onTestFinished(limited.remove);
      const senders: readonly (readonly [Readonly<Record<string, string>>, number, string])[] = [
        [{}, 5, 'from this address'],
        [{ 'X-API-Key': 'plain-key-0123456789' }, 5, 'with this API key'],
        [{ 'X-API-Key': 'validator-0123456789' }, 7, 'with this API key'],
      ];
      let checked = 0;
      for (const [key, most, who] of senders) {
        const post = async (amount: number, form: 0 | 1): Promise<Received> => {
          const [headers, body] = bodiesOf(amount)[form] as readonly [Readonly<Record<string, string>>, string];
          return exchange(limited.url, '/api/v2/batch', { method: 'POST', headers: { ...headers, ...key }, body });
        };
        // Each refused body counted as one request only.
        for (const [amount, form] of [
          [most + 1, 0],
          [most + 1, 1],
          [256, 0],
          [257, 1],
        ] as const) {
          const { status, json, headers } = await post(amount, form);
          expect([status, json]).toEqual([
            413,
            {
              success: false,
              error: `batch too large, max ${most}: each of its requests counts as a write, and ${most} a minute are allowed ${who}`,
              code: 'too_large',
            },
          ]);
          expect(headers['retry-after']).toBeUndefined();
          expect(headers['x-ratelimit-limit']).toBe(String(most));
          checked++;
        }
        expect((await post(most, 0)).status).toBe(429);
      }
      expect(checked).toBe(12);
    },
  );

  test('of exactly the limit is accepted', async () => {
    const limited = await startNode({ rateLimits: true, flags: LIMITS });
    onTestFinished(limited.remove);
    const body = `[${new Array(5).fill('{}').join()}]`;
    const answer = await postJson(body, limited.url);
    expect([answer.status, answer.json?.total, answer.headers['x-ratelimit-remaining']]).toEqual([200, 5, '0']);
  });
});
