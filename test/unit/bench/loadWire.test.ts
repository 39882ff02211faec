/** What the load generator sends to the API and reads from it. */

import { describe, expect, test } from 'vitest';
import { keyPairOf, openKernel, publicAccounts } from '../../../bench/load/accounts.js';
import { AnswerReader, type HttpAnswer, verdictsOf } from '../../../bench/load/answerReader.js';
import { type Door, RequestWriter } from '../../../bench/load/bodies.js';
import { compactEventOf, jsonEventOf } from '../../../bench/load/chainEvents.js';
import { Blocks, Inclusion } from '../../../bench/load/inclusion.js';
import { missedOf } from '../../../bench/load/listener.js';
import { galleryOf, marketNames, nftsBySlot, stallOf } from '../../../bench/load/market.js';
import { kindOfRequest, type Mix } from '../../../bench/load/mixes.js';
import { payloadOf } from '../../../bench/load/payloads.js';
import { Supply, shortId } from '../../../bench/load/supply.js';
import { packetContext } from '../../../bench/transfers.js';
import { binaryToHex, toHex, utf8 } from '../../../engine/base/bytes.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { splitJsonBatch, splitSignedBatch } from '../../../engine/intake/batch.js';
import { verifyRequest } from '../../../engine/intake/verify.js';
import { BatchAnswer, StreamFrame } from '../../../proto/wire.js';
import { encodePacket, type PacketItem } from '../../../workers/verify/packets.js';
import { answerPacket } from '../../../workers/verify/packetWork.js';
import { decodeAnswers } from '../../../workers/verify/verdictTable.js';

const SEED = 'a test';
const NOW = 1_790_000_000_000;
const SLOTS = 100;
const kernel = openKernel();
const accounts = publicAccounts(SEED, 3);
const chainId = 'bench-1';

const market = marketNames(
  'abcdef0123456789',
  accounts.map(({ publicKey }) => publicKey),
);
const signers = accounts.map((_, index) => index);

function signedSupply(mix: Mix): Supply {
  const supply = Supply.of(SLOTS);
  const nfts = nftsBySlot({ mix, count: SLOTS, signers, stakes: true }, new Uint32Array(accounts.length).fill(1));
  for (let slot = 0; slot < SLOTS; slot++) {
    const index = slot % accounts.length;
    const { publicKey, secretKey } = keyPairOf(kernel, SEED, index);
    const recipient = accounts[(index + 1) % accounts.length]?.address as string;
    const payload = payloadOf({
      ...{ kind: kindOfRequest(mix, slot), serial: slot, chainId, timestamp: NOW - slot, recipient },
      stall: stallOf(market, index, galleryOf(publicKey), nfts.get(slot) ?? 0),
    });
    const bytes = utf8(`${payload.head}${accounts[index]?.keyHex}${payload.tail}`);
    supply.write(slot, index, publicKey, bytes, payload);
    supply.writeSignature(slot, kernel.sign(bytes, secretKey));
  }
  return supply;
}

const bodyOf = (request: Buffer): Buffer => {
  const end = request.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(request.toString('latin1', 0, end))?.[1];
  expect(request.length).toBe(end + 4 + Number(length));
  return request.subarray(end + 4);
};

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

const ROUTES = {
  mixed: { '/api/v2/transfer': 94, '/api/v2/stake': 3, '/api/v2/unstake': 3 },
  defi: {
    ...{ '/api/v2/transfer': 63, '/api/v2/stake': 1, '/api/v2/unstake': 1, '/api/v2/swap/execute': 25 },
    ...{ '/api/v2/nft/mint': 5, '/api/v2/nft/transfer': 5 },
  },
} as const;

describe.each(['mixed', 'defi'] as const)('requests of the mix %s', (mix) => {
  const supply = signedSupply(mix);
  const writer = (door: Door, batch: number) => new RequestWriter(supply, accounts, door, batch, 'host');
  const context = packetContext(kernel);

  test('one at the route of its operation holds for the checks of the node', () => {
    const routes = new Map<string, number>();
    for (const slot of range(SLOTS)) {
      const request = writer('json', 1).request([slot]);
      const path = /^POST (\S+) /.exec(request.toString('latin1', 0, 100))?.[1] ?? '';
      routes.set(path, (routes.get(path) ?? 0) + 1);
      const verified = verifyRequest(bodyOf(request), supply.operation(slot), NOW, context);
      if (isRefusal(verified)) throw new Error(`${slot}: ${verified.message}`);
      expect(supply.id(slot)).toBe(shortId(toHex(verified.id)));
    }
    expect(Object.fromEntries(routes)).toEqual(ROUTES[mix]);
  });

  test.each(['json', 'binary'] as const)('a %s batch is taken apart by the node into the same requests', (door) => {
    const body = bodyOf(writer(door, SLOTS).request(range(SLOTS)));
    const items = door === 'json' ? splitJsonBatch(body) : splitSignedBatch(body);
    if (isRefusal(items)) throw new Error(items.message);
    expect(items).toHaveLength(SLOTS);
    const packet = items.map(
      ({ kind, operation, bytes }): PacketItem => ({
        type: kind,
        operation,
        bytes,
        now: NOW,
        known: true,
        deferred: false,
      }),
    );
    const { answers } = decodeAnswers(answerPacket(encodePacket(packet), context), packet);
    const ids = answers.map((answer) =>
      typeof answer === 'object' && 'transaction' in answer ? shortId(binaryToHex(answer.transaction.id)) : answer,
    );
    expect(ids).toEqual(range(SLOTS).map((slot) => supply.id(slot)));
  });
});

describe('answers', () => {
  const read = (...pieces: readonly (string | Buffer)[]): HttpAnswer[] => {
    const answers: HttpAnswer[] = [];
    const reader = new AnswerReader();
    for (const piece of pieces) reader.take(Buffer.from(piece), (answer) => answers.push(answer));
    return answers;
  };
  const http = (status: string, body: string | Uint8Array, more = ''): Buffer =>
    Buffer.concat([
      Buffer.from(`HTTP/1.1 ${status}\r\n${more}Content-Length: ${body.length}\r\n\r\n`),
      Buffer.from(body),
    ]);
  const one = (bytes: Buffer): HttpAnswer => read(bytes)[0] as HttpAnswer;

  test('come whole, whatever pieces the bytes come in', () => {
    const bytes = Buffer.concat([
      http('200 OK', '{"a":1}'),
      http('503 Service Unavailable', '{}', 'Retry-After: 2\r\n'),
    ]);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const answers = read(bytes.subarray(0, cut), bytes.subarray(cut));
      expect(answers.map(({ status, retryAfterSeconds }) => [status, retryAfterSeconds])).toEqual([
        [200, undefined],
        [503, 2],
      ]);
      expect(answers[0]?.body.toString()).toBe('{"a":1}');
    }
  });

  test('one without a length is an error', () => {
    expect(() => read('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')).toThrow('without a length');
  });

  test('a refusal of the whole body is one of each request', () => {
    const busy = http('503 Service Unavailable', '{"success":false,"error":"x","code":"busy"}', 'Retry-After: 1\r\n');
    const refused = { code: 'busy', retryAfterSeconds: 1 };
    expect(verdictsOf(one(busy), 'json', 1, 1)).toEqual([refused]);
    expect(verdictsOf(one(busy), 'binary', 3, 3)).toEqual([refused, refused, refused]);
    expect(verdictsOf(one(http('502 Bad Gateway', '<html>')), 'json', 1, 1)).toEqual([
      { code: 'status_502', retryAfterSeconds: undefined },
    ]);
  });

  test('a JSON batch says what became of each', () => {
    const all = '{"success":true,"total":2,"accepted":2,"rejected":0,"results":[{"success":true},{"success":true}]}';
    expect(verdictsOf(one(http('200 OK', all)), 'json', 2, 2)).toBe('accepted');
    const some =
      '{"success":true,"total":2,"accepted":1,"rejected":1,"results":[{"success":true,"txId":"a"},{"success":false,"code":"busy","error":"\\"rejected\\":0,","retry_after_seconds":1}]}';
    expect(verdictsOf(one(http('200 OK', some)), 'json', 2, 2)).toEqual([
      undefined,
      { code: 'busy', retryAfterSeconds: 1 },
    ]);
    expect(() => verdictsOf(one(http('200 OK', some)), 'json', 3, 3)).toThrow('2 of 3');
  });

  test('so does a binary one', () => {
    const taken = { txId: new Uint8Array(32).fill(1) };
    const answer = (accepted: number, results: object[]): HttpAnswer =>
      one(http('200 OK', BatchAnswer.encode({ accepted, rejected: results.length - accepted, results }).finish()));
    expect(verdictsOf(answer(200, new Array(200).fill(taken)), 'binary', 200, 200)).toBe('accepted');
    expect(verdictsOf(answer(0, [{ code: 'nonce_used' }]), 'binary', 1, 1)).toEqual([
      { code: 'nonce_used', retryAfterSeconds: undefined },
    ]);
    expect(verdictsOf(answer(1, [{ code: 'busy', retryAfterSeconds: 3 }, taken]), 'binary', 2, 2)).toEqual([
      { code: 'busy', retryAfterSeconds: 3 },
      undefined,
    ]);
  });
});

describe('the stream', () => {
  const id = '0123456789abcdef'.repeat(4);

  test('a transaction is read from the ends of its frame', () => {
    const frame = `{"type":"new_transaction","tx_hash":"${id}","tx_type":"transfer","from":"${'ab'.repeat(1_952)}","to":"x","amount":1,"token":"XRGE","status":"success","block_height":12,"timestamp":34,"seq":56}`;
    expect(jsonEventOf(Buffer.from(frame))).toEqual({
      kind: 'transaction',
      id: shortId(id),
      failed: false,
      height: 12,
      sequence: 56,
    });
    expect(jsonEventOf(Buffer.from(frame.replace('"success"', '"failed"')))).toMatchObject({
      failed: true,
      height: 12,
    });
    expect(shortId(id)).toBe(0x0123456789abc);
  });

  test('blocks, statistics and acknowledgements are told apart', () => {
    const events = [
      { type: 'new_block', height: 3, hash: 'x', tx_count: 2, timestamp: 99, seq: 7 },
      { type: 'stats', block_height: 3, seq: 9 },
      { type: 'subscribed', topics: [], seq: 4 },
    ].map((event) => jsonEventOf(Buffer.from(JSON.stringify(event))));
    expect(events).toEqual([
      { kind: 'block', height: 3, transactions: 2, time: 99, sequence: 7 },
      { kind: 'other', type: 'stats', sequence: 9 },
      { kind: 'other', type: 'subscribed', sequence: 4 },
    ]);
    expect(() => jsonEventOf(Buffer.from('{"type":"error","error":"no"}'))).toThrow('no');
  });

  test('protobuf says the same', () => {
    const read = (members: object) => compactEventOf(StreamFrame.encode(members).finish());
    const transaction = { txHash: Buffer.from(id, 'hex'), blockHeight: 12, timestamp: 34, seq: 56 };
    expect(read({ newTransaction: transaction })).toEqual({
      kind: 'transaction',
      id: shortId(id),
      failed: false,
      height: 12,
      sequence: 56,
    });
    expect(read({ newTransaction: { ...transaction, failed: true } })).toMatchObject({ failed: true });
    expect(read({ newBlock: { height: 3, txCount: 2, timestamp: 99, seq: 7 } })).toEqual({
      kind: 'block',
      height: 3,
      transactions: 2,
      time: 99,
      sequence: 7,
    });
    expect(read({ stats: { blockHeight: 3, seq: 9 } })).toEqual({ kind: 'other', type: 'stats', sequence: 9 });
    expect(read({ subscribed: { seq: 4 } })).toEqual({ kind: 'other', type: 'subscribed', sequence: 4 });
    expect(() => read({ error: { error: 'no' } })).toThrow('no');
  });

  test('a block is final for a listener when it gets the next', () => {
    const block = (height: number, at: number) => ({ height, at, transactions: 1, time: at });
    const blocks = new Blocks();
    const inclusion = new Inclusion([{ ids: Float64Array.of(11, 12, 13), begun: Float64Array.of(100, 110, 120) }]);
    const hear = (ids: number[], at: number, height: number): void =>
      inclusion.hear({
        // 99 is of somebody else.
        failed: Float64Array.from(ids.filter((id) => id > 11)),
        ids: Float64Array.from(ids),
        at: Float64Array.from(ids, () => at),
        heights: Float64Array.from(ids, () => height),
      });
    blocks.hear([block(5, 500)]);
    hear([11, 99, 12], 501, 5);
    hear([11], 900, 5);
    expect([inclusion.included, inclusion.failed]).toEqual([2, 1]);
    expect(inclusion.isComplete(blocks)).toBe(false);
    blocks.hear([block(6, 900), block(6, 950)]);
    hear([13], 901, 6);
    expect(inclusion.isComplete(blocks)).toBe(false);
    const { inclusion: times, finality } = inclusion.latencies(blocks);
    expect([...times]).toEqual([401, 391, 781]);
    expect([...finality]).toEqual([800, 790]);
    blocks.hear([block(7, 1_300)]);
    expect(inclusion.isComplete(blocks)).toBe(true);
  });

  test('what a subscriber missed is what the log has and it has not', () => {
    const log = Float64Array.of(3, 5, 8, 9, 12);
    expect(missedOf(Float64Array.of(5, 9), log, 3, 10)).toBe(1);
    expect(missedOf(Float64Array.of(5, 8, 9), log, 3, 10)).toBe(0);
    expect(missedOf(Float64Array.of(5, 8, 9), log, 2, 12)).toBe(2);
  });
});
