/** How much input of a stranger the main thread may have to process: every route's body, batches, frames of the stream,
 *  queries. Costs are ratios within one run: the worst text that is allowed, to a plain one. */

import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { routes } from '../../../api/routes/index.js';
import { pageRoutes } from '../../../api/routes/page.js';
import { BodyReader } from '../../../api/routing/jsonBody.js';
import { readQuery } from '../../../api/routing/parameters.js';
import { type RouteDescription, routesFor } from '../../../api/routing/route.js';
import { formatOf, PROTOBUF_SUBPROTOCOL } from '../../../api/stream/formats.js';
import {
  BATCH_BODY_BYTES,
  LOGO_BODY_BYTES,
  MAX_BODY_BYTES,
  MAX_SIGNED_BYTES,
  PARSED_BODY_BYTES,
  QUERY_PARAMETERS,
  WS_FRAME_VALUES,
} from '../../../engine/base/limits.js';
import { InvariantError, isRefusal } from '../../../engine/base/refusal.js';
import { splitJsonBatch, splitSignedBatch } from '../../../engine/intake/batch.js';
import { claimOf } from '../../../engine/intake/claim.js';
import { largestEnvelope } from '../../../engine/intake/envelope.js';
import { QUERY_BODY_BYTES } from '../../../engine/ledger/contractQuery.js';
import { kinds } from '../../../engine/ledger/kinds/index.js';
import { mostSignedBytes } from '../../../engine/ledger/signedLength.js';
import { serviceKinds } from '../../../engine/services/kinds/index.js';
import { largestServiceBody } from '../../../engine/services/serviceLength.js';
import { StreamRequest } from '../../../proto/wire.js';
import { signedTransfer } from '../../support/signedRequests.js';
import { actor, signingActor } from '../../support/transactions.js';

const table = [...routes, ...pageRoutes()].map(({ description }) => description);
const taking = table.filter(({ body }) => body !== undefined);
const parsed = taking.filter(({ body }) => body !== 'raw');

/** Milliseconds of the quickest of several runs, so that a busy machine counts little. */
function quickest(work: () => unknown, runs = 9): number {
  work();
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const from = performance.now();
    work();
    best = Math.min(best, performance.now() - from);
  }
  return best;
}

const repeated = (work: () => unknown, times: number) => (): void => {
  for (let time = 0; time < times; time++) work();
};

/** Texts of the given length that cost a parser most, each as the middle of `before` and `after`. */
function costlyTexts(bytes: number, before = '', after = ''): ReadonlyMap<string, Buffer> {
  const room = bytes - before.length - after.length;
  const numbered = (write: (at: number) => string): string => {
    const parts: string[] = [];
    for (let at = 0, length = 0; ; at++) {
      const part = write(at);
      length += part.length;
      if (length > room) return parts.join('');
      parts.push(part);
    }
  };
  const filled = (unit: string, end: string): string =>
    unit.repeat(Math.floor((room - end.length - 1) / unit.length)) + end;
  const shapes: readonly (readonly [string, string])[] = [
    ['empty objects', `[${filled('{},', '{}]').slice(0, -1)}]`],
    ['empty lists', `[${filled('[],', '[]')}]`],
    ['numbers', `[${filled('1,', '1')}]`],
    ['long numbers', `[${filled('1e9,', '1')}]`],
    ['one number', filled('7', '7')],
    ['short texts', `[${filled('"",', '""')}]`],
    ['one text', `"${filled('a', '"')}`],
    ['escaped quotes', `"${filled('\\"', '"')}`],
    ['backslashes', `"${filled('\\\\', '"')}`],
    ['long escapes', `"${filled('\\u00e9', '"')}`],
    ['lone halves', `"${filled('\\ud800', '"')}`],
    ['short keys', `{${numbered((at) => `"${at.toString(36)}":1,`)}"":1}`],
    ['shuffled whole numbers as keys', `{${numbered((at) => `"${(at * 7_919) % 100_003}":1,`)}"":1}`],
    ['nesting', filled('[', '')],
    ['nested objects', filled('{"a":', '')],
    ['shallow nesting', `[${filled(`${'['.repeat(20)}${']'.repeat(20)},`, '[]')}]`],
    ['spaces', `${filled(' ', '')}{}`],
    ['two-byte letters', `"${filled('é', '"')}`],
    ['quotes', filled('"', '')],
    ['commas', filled(',', '')],
  ];
  return new Map(shapes.map(([name, text]) => [name, Buffer.from(before + text + after).subarray(0, bytes)]));
}

/** Routes of the bridge that take a signed body in another form than the signed routes. */
const signedOfBridge: readonly string[] = [
  ...['deposit/auto-claim', 'withdraw', 'xrge/withdraw', 'withdrawals/:txId/failure', 'withdrawals/:txId/refund'],
  ...['withdrawals/:txId', 'xrge/withdrawals/:txId', 'btc/withdrawals/:txId'],
];

describe('the route table', () => {
  test('gives every body a limit, and parses small ones only', () => {
    for (const { path, body, bodyLimit } of table) {
      expect(bodyLimit === undefined, path).toBe(body === undefined);
      if (bodyLimit === undefined) continue;
      expect(bodyLimit, path).toBeGreaterThan(0);
      expect(bodyLimit, path).toBeLessThanOrEqual(body === 'raw' ? MAX_BODY_BYTES : PARSED_BODY_BYTES);
    }
    expect(parsed.map(({ path, bodyLimit }) => [path, bodyLimit])).toEqual([
      ['/api/faucet', 6_144],
      ['/api/peers/register', 4_096],
      ['/api/swap/quote', 1_024],
      ...['claim', 'xrge/claim', 'btc/claim', 'admin/reclaim'].map((claim) => [`/api/bridge/${claim}`, 7_168]),
      ['/api/bridge/btc/deposit-address', 5_120],
      ['/api/bridge/btc/deposit-pool', 8_192],
    ]);
    expect(PARSED_BODY_BYTES).toBeLessThanOrEqual(16 * 1_024);
  });

  test('takes bytes unparsed only where a thread reads them', () => {
    const limits = new Map(taking.filter(({ body }) => body === 'raw').map(({ path, bodyLimit }) => [path, bodyLimit]));
    const expected = new Map([
      ...kinds.map(({ route, name }) => [route, largestEnvelope(mostSignedBytes(name) ?? 0)] as const),
      ...serviceKinds
        .filter(({ route }) =>
          routes.some(({ description }) => description.path === route && description.method === 'POST'),
        )
        .map((kind) => [kind.route, largestServiceBody(kind)] as const),
      ['/api/tx/broadcast', largestEnvelope(MAX_SIGNED_BYTES)] as const,
      ['/api/v2/contract/deploy', largestEnvelope(mostSignedBytes('contract_deploy') ?? 0)] as const,
      ['/api/v2/contract/call', largestEnvelope(mostSignedBytes('contract_call') ?? 0)] as const,
      ['/api/contract/:addr/query', QUERY_BODY_BYTES] as const,
      ['/api/v2/batch', BATCH_BODY_BYTES] as const,
      ['/api/v2/batch-submit', BATCH_BODY_BYTES] as const,
      ['/api/token/logo', LOGO_BODY_BYTES] as const,
      ['/api/blocks/import', MAX_BODY_BYTES] as const,
      ['/api/finality/votes', 1024 * 1024] as const,
      ['/api/votes/submit', 16_384] as const,
      // Key and signature in hex do not fit what is parsed here otherwise; the limit of the bridge comes before.
      ...signedOfBridge.map((path) => [`/api/bridge/${path}`, 24 * 1024] as const),
    ]);
    expect(limits).toEqual(expected);
    expect(limits.get('/api/v2/transfer')).toBeLessThan(256 * 1_024);
    expect(limits.size).toBeGreaterThan(20);
  });

  test('cannot have a route that forgets its limit, or takes too much', () => {
    const defineRoute = routesFor<object>();
    const common = { method: 'POST', path: '/x', summary: '', chapter: '', handler: () => ({}) } as const;
    const response = { 200: Type.Unknown() };
    const object = Type.Object({});
    expect(() => defineRoute({ ...common, response, body: object } as never)).toThrow(InvariantError);
    expect(() => defineRoute({ ...common, response, body: 'raw' } as never)).toThrow('declared together');
    expect(() => defineRoute({ ...common, response, bodyLimit: 10 } as never)).toThrow('declared together');
    for (const bodyLimit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, PARSED_BODY_BYTES + 1])
      expect(() => defineRoute({ ...common, response, body: object, bodyLimit })).toThrow('on the main thread');
    expect(() => defineRoute({ ...common, response, body: 'raw', bodyLimit: MAX_BODY_BYTES + 1 })).toThrow('1 to');
    const most = defineRoute({ ...common, response, body: object, bodyLimit: PARSED_BODY_BYTES });
    expect(most.description.bodyLimit).toBe(PARSED_BODY_BYTES);
  });
});

test('the largest envelope holds what writers make of the most signed bytes', () => {
  for (const signedBytes of [400, 4_096, 102_400, MAX_SIGNED_BYTES]) {
    const [key, signature] = ['a'.repeat(3_904), 'b'.repeat(6_618)];
    // Two-byte letters, which a writer may escape into six characters.
    const text = `{"memo":"${'é'.repeat((signedBytes - 11) / 2)}"}`;
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(signedBytes);
    const ascii = (value: string): string => value.replaceAll('é', '\\u00e9');
    const hex = Buffer.from(text).toString('hex');
    const tail = `"signature": "${signature}", "public_key": "${key}"`;
    const request = `{"payload": ${ascii(text)}, "payload_bytes_hex": "${hex}", ${tail}}`;
    const broadcast = `{"tx_type": "transfer", "signed_payload": ${ascii(JSON.stringify(text))}, "payload": ${ascii(text)}, ${tail}}`;
    for (const body of [request, broadcast])
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(largestEnvelope(signedBytes));
  }
});

describe('the worst body that is allowed', () => {
  const key = actor('body limits').keyHex;
  const claim = JSON.stringify({
    ...{ evmTxHash: `0x${'e'.repeat(64)}`, evmAddress: `0x${'a'.repeat(40)}`, evmSignature: `0x${'5'.repeat(130)}` },
    recipientRougechainPubkey: key,
  });
  const plainBodies: Readonly<Record<string, string>> = {
    '/api/faucet': JSON.stringify({ recipientPublicKey: key, amount: 10_000 }),
    '/api/peers/register': JSON.stringify({ peerUrl: 'https://a.example/api', nodeName: 'a' }),
    '/api/swap/quote': JSON.stringify({ token_in: 'XRGE', token_out: 'GOLD', amount_in: 100 }),
    ...Object.fromEntries(['claim', 'xrge/claim', 'admin/reclaim'].map((name) => [`/api/bridge/${name}`, claim])),
    '/api/bridge/btc/claim': JSON.stringify({ btcTxid: 'e'.repeat(64), recipientRougechainPubkey: key }),
    '/api/bridge/btc/deposit-address': JSON.stringify({ recipient: key }),
    '/api/bridge/btc/deposit-pool': JSON.stringify({
      addresses: Array.from({ length: 60 }, (_, index) => ({ index, address: `bcrt1q${'q'.repeat(38)}` })),
    }),
  };

  /** The plain one is a text of one key, the worst two thousand objects: measured 84 for the faucet, 34 for a quote. The
   *  16 MiB that were parsed here before were 200,000. */
  const MOST = 300;

  test.each(parsed.map((route) => [route.path, route] as const))(
    'of %s costs little more than a plain one',
    (path, route) => {
      const { body, bodyLimit = 0 } = route as RouteDescription;
      const reader = new BodyReader(body as Exclude<typeof body, 'raw' | undefined>);
      const plain = Buffer.from(plainBodies[path] as string);
      expect(isRefusal(reader.read(plain))).toBe(false);
      const members = Object.keys((body as { readonly properties: object }).properties);
      const places = [['', ''], ['{"x":', '}'], ...members.map((member) => [`{"${member}":`, '}'])];
      const usual = quickest(repeated(() => reader.read(plain), 20)) / 20;
      let worst = 0;
      let checked = 0;
      for (const [before, after] of places)
        for (const [, bytes] of costlyTexts(bodyLimit, before, after)) {
          expect(bytes.length).toBeLessThanOrEqual(bodyLimit);
          worst = Math.max(worst, quickest(() => reader.read(bytes)) / usual);
          checked++;
        }
      expect(checked).toBe(20 * places.length);
      expect(worst).toBeLessThan(MOST);
    },
  );

  test('of a batch costs one look at each of its bytes, whatever is in it', () => {
    const bytes = 1 << 20;
    const cost = (body: Uint8Array): number => quickest(() => splitJsonBatch(body)) / body.length;
    const signed = signedTransfer(signingActor('body limits: alice'), actor('body limits: bob').address, '1').body;
    const amount = Math.floor(bytes / (signed.length + 1));
    const plain = Buffer.from(`[${new Array(amount).fill(signed).join(',')}]`);
    expect(splitJsonBatch(plain)).toHaveLength(amount);
    const texts = costlyTexts(bytes, '[[', ']]');
    const look = cost(texts.get('numbers') as Buffer);
    // Keys and signatures are searched, which is cheaper than to look at them.
    expect(look / cost(plain)).toBeLessThan(200);
    for (const [name, body] of [...texts, ...costlyTexts(bytes, '[', ']')])
      expect(cost(body) / look, name).toBeLessThan(4);
  });

  test('of a protobuf batch has few fields that nobody knows, and no groups', () => {
    const fields = (amount: number) => Buffer.alloc(2 * amount, Uint8Array.of((9 << 3) | 0, 5));
    const one = Uint8Array.of((1 << 3) | 2, 0);
    expect(splitSignedBatch(Buffer.concat([fields(64), one]))).toHaveLength(1);
    for (const body of [fields(65), fields(1 << 20), Uint8Array.of((9 << 3) | 3, (9 << 3) | 4)])
      expect(isRefusal(splitSignedBatch(Buffer.concat([body, one])))).toBe(true);
    const few = quickest(() => splitSignedBatch(fields(100)));
    const many = fields(1 << 20);
    expect(quickest(() => splitSignedBatch(many)) / few).toBeLessThan(100);
  });

  test('of a transaction in protobuf is not walked for its key', () => {
    const fields = (amount: number) => Buffer.alloc(2 * amount, Uint8Array.of((9 << 3) | 0, 5));
    const key = Buffer.concat([Uint8Array.of((2 << 3) | 2, 0xa0, 0x0f), Buffer.alloc(1_952, 7)]);
    const claim = (bytes: Uint8Array) => claimOf({ kind: 'signed', bytes });
    expect(claim(Buffer.concat([fields(15), key]))?.key).toHaveLength(1_952);
    expect(claim(Buffer.concat([fields(16), key]))).toBeUndefined();
  });

  test('of a frame holds few values, whatever it is written in', () => {
    const json = formatOf('');
    const protobuf = formatOf(PROTOBUF_SUBPROTOCOL);
    const names = (amount: number) => Array.from({ length: amount }, (_, at) => `token:T${at}`);
    const full = { subscribe: names(128), unsubscribe: names(100) };
    expect(isRefusal(json.read(JSON.stringify(full)))).toBe(false);
    expect(isRefusal(protobuf.read(StreamRequest.encode(full).finish()))).toBe(false);
    const over = { subscribe: names(WS_FRAME_VALUES), unsubscribe: names(3) };
    expect(json.read(JSON.stringify(over))).toMatchObject({
      code: 'malformed_body',
      message: expect.stringContaining('at most 256 values'),
    });
    expect(isRefusal(protobuf.read(StreamRequest.encode(over).finish()))).toBe(true);
    const bytes = 512 * 1_024;
    // Measured beside each other, so that both meet the same machine; again when something else took its time.
    const times = (frame: string): number =>
      quickest(() => json.read(frame), 3) / quickest(() => json.read(JSON.stringify(full)));
    let checked = 0;
    for (const [before, after] of [
      ['', ''],
      ['{"subscribe":', '}'],
      ['{"subscribe":["a"],"x":', '}'],
    ] as const)
      for (const [name, body] of costlyTexts(bytes, before, after)) {
        const frame = body.toString();
        expect(isRefusal(json.read(frame)), name).toBe(true);

        const first = times(frame);
        expect(first < 200 ? first : Math.min(times(frame), times(frame)), name).toBeLessThan(200);
        checked++;
      }
    expect(checked).toBe(60);
    const fields = Buffer.alloc(bytes, Uint8Array.of((1 << 3) | 2, 0));
    const unknown = Buffer.alloc(bytes, Uint8Array.of((9 << 3) | 0, 5));
    const usual = quickest(() => json.read(JSON.stringify(full)));
    for (const frame of [fields, unknown]) {
      expect(isRefusal(protobuf.read(frame))).toBe(true);
      expect(quickest(() => protobuf.read(frame)) / usual).toBeLessThan(20);
    }
  });

  test('of a query has few parameters', () => {
    const names = new Set(['limit', 'offset']);
    const query = (unit: string, amount: number) => new Array(amount).fill(unit).join('&');
    expect(isRefusal(readQuery(`${query('a=1', QUERY_PARAMETERS - 1)}&limit=5`, names))).toBe(false);
    const usual = quickest(repeated(() => readQuery('limit=5&offset=7', names), 100)) / 100;
    for (const unit of ['%', '%zz=', 'a', '', '%C3%28', 'limit']) {
      const many = query(unit, 8_000);
      expect(readQuery(many, names), unit).toMatchObject({ code: 'malformed_parameter' });
      expect(quickest(() => readQuery(many, names)) / usual, unit).toBeLessThan(1_000);
    }
  });
});
