/** Taking a batch apart: every item as it was put in, whatever is in it, and no body that breaks the splitter. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BATCH_ITEMS } from '../../../engine/base/limits.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { splitJsonBatch, splitSignedBatch } from '../../../engine/intake/batch.js';
import type { RawItem } from '../../../engine/intake/verifier.js';
import { SignedBatch, WireTransaction } from '../../../proto/wire.js';
import { bytesOf } from './signing.js';

const texts = (items: readonly RawItem[]): string[] => items.map(({ bytes }) => Buffer.from(bytes).toString('utf8'));

const refusalOf = (answer: unknown): string => (isRefusal(answer) ? `${answer.code}: ${answer.message}` : 'taken');

describe('a JSON array', () => {
  test('gives its elements as they stand in it, whatever they are', () => {
    let elements = 0;
    const space = fc.stringMatching(/^[ \t\n\r]{0,2}$/);
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 20 }), space, (values, gap) => {
        const parts = values.map((value) => JSON.stringify(value));
        const items = splitJsonBatch(bytesOf(`${gap}[${gap}${parts.join(`,${gap}`)}]${gap}`));
        expect(isRefusal(items)).toBe(false);
        expect(texts(items as RawItem[])).toEqual(parts);
        elements += parts.length;
      }),
      { numRuns: 500 },
    );
    expect(elements).toBeGreaterThan(500);
  });

  test('is not misled by quotes and brackets in texts', () => {
    const tricky = ['"]"', '"\\\\"', '"\\"]"', '{"a\\"}":"[,]"}', '"\\\\\\","'];
    expect(texts(splitJsonBatch(bytesOf(`[${tricky.join(',')}]`)) as RawItem[])).toEqual(tricky);
  });

  test('is refused as a whole when it is none, does not end, is empty or too long', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['', 'send the batch as a JSON array'],
      ['{}', 'send the batch as a JSON array'],
      ['[]', 'empty batch'],
      [' [ ] ', 'empty batch'],
      ['[] []', 'send the batch as a JSON array'],
      ['[{}', 'does not end'],
      ['[{"a":"', 'does not end'],
      ['[{}] x', 'send the batch as a JSON array'],
      [`[${new Array(BATCH_ITEMS + 1).fill('{}').join()}]`, 'batch too large, max'],
    ];
    for (const [text, reason] of cases)
      expect(refusalOf(splitJsonBatch(bytesOf(text))), text.slice(0, 20)).toContain(reason);
    expect(splitJsonBatch(bytesOf(`[${new Array(BATCH_ITEMS).fill('{}').join()}]`))).toHaveLength(BATCH_ITEMS);
    expect(refusalOf(splitJsonBatch(bytesOf('[1,2,3]'), { items: 2, because: 'so' }))).toBe(
      'too_large: batch too large, max 2: so',
    );
  });

  test('of any bytes is an answer', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\[[[\]{},"\\ a]{0,60}$/), (text) => {
        const items = splitJsonBatch(bytesOf(text));
        if (!isRefusal(items)) expect(items.length).toBeGreaterThan(0);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a protobuf batch', () => {
  const transaction = fc.record({
    operation: fc.string({ maxLength: 10 }),
    publicKey: fc.uint8Array({ maxLength: 40 }),
    text: fc.uint8Array({ maxLength: 40 }),
    keyAt: fc.nat(),
    signature: fc.uint8Array({ maxLength: 40 }),
  });

  test('gives its requests as the decoder does', () => {
    let requests = 0;
    fc.assert(
      fc.property(fc.array(transaction, { minLength: 1, maxLength: 20 }), (list) => {
        const items = splitSignedBatch(SignedBatch.encode({ requests: list }).finish());
        expect(isRefusal(items)).toBe(false);
        const decoded = (items as RawItem[]).map(({ bytes }) => WireTransaction.decode(bytes));
        expect(decoded).toEqual(list.map((one) => WireTransaction.decode(WireTransaction.encode(one).finish())));
        requests += list.length;
      }),
      { numRuns: 300 },
    );
    expect(requests).toBeGreaterThan(500);
  });

  test('skips fields that it does not know', () => {
    const known = SignedBatch.encode({ requests: [{ operation: 'transfer' }] }).finish();
    const unknown = Uint8Array.of((9 << 3) | 0, 5, (10 << 3) | 2, 2, 1, 2);
    expect(splitSignedBatch(Buffer.concat([unknown, known, unknown]))).toHaveLength(1);
  });

  test('is refused as a whole when it is none, is cut, empty or too long', () => {
    const good = SignedBatch.encode({ requests: [{ text: new Uint8Array(100) }] }).finish();
    expect(refusalOf(splitSignedBatch(new Uint8Array()))).toContain('empty batch');
    expect(refusalOf(splitSignedBatch(good.subarray(0, 50)))).toContain('ends in the middle');
    expect(refusalOf(splitSignedBatch(bytesOf('{"payload":{}}')))).toContain('malformed_body');
    const requests = new Array(BATCH_ITEMS + 1).fill({ operation: 'x' });
    expect(refusalOf(splitSignedBatch(SignedBatch.encode({ requests }).finish()))).toContain('batch too large, max');
    expect(splitSignedBatch(SignedBatch.encode({ requests: requests.slice(1) }).finish())).toHaveLength(BATCH_ITEMS);
  });

  test('of any bytes is an answer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const items = splitSignedBatch(bytes);
        if (!isRefusal(items)) expect(items.length).toBeGreaterThan(0);
      }),
      { numRuns: 2_000 },
    );
  });
});
