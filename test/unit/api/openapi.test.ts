/** What the description of the API says of a route follows from whether its requests are counted. */

import { Type } from 'typebox';
import { expect, test } from 'vitest';
import type { Counting } from '../../../api/limits/gate.js';
import { Components } from '../../../api/openapi/components.js';
import { operationOf } from '../../../api/openapi/operations.js';

const file = { method: 'GET', path: '/file', summary: '', chapter: 'Test', response: { 200: Type.String() } } as const;

function described(counts: Counting) {
  const { responses } = operationOf({ ...file, counts, hasNoHeight: true }, new Components());
  return {
    statuses: Object.keys(responses),
    codes: Object.values(responses).flatMap((answer) => answer['x-codes'] ?? []),
    limits: Object.values(responses).filter(({ headers }) => 'X-RateLimit-Limit' in headers).length,
  };
}

test('a free route refuses no client for its requests or its key, and has no headers of limits', () => {
  expect(described('free')).toEqual({
    statuses: ['200', '400', '421', '500', '503'],
    codes: ['host_ambiguous', 'host_unknown', 'internal', 'busy'],
    limits: 0,
  });
});

test.each(['read', 'write', 'free_here'] as const)('a route that counts as %s can be counted', (counts) => {
  const { statuses, codes, limits } = described(counts);
  expect(statuses).toEqual(['200', '400', '401', '421', '429', '500', '503']);
  expect(codes.filter((code) => code === 'api_key_required')).toHaveLength(counts === 'write' ? 1 : 0);
  expect(codes).toEqual(expect.arrayContaining(['api_key_invalid', 'rate_limited', 'internal', 'busy']));
  expect(limits).toBe(5);
});

test('a read of the chain takes min_height and says at which height it was read', () => {
  const { parameters, responses } = operationOf(file, new Components());
  expect(parameters).toMatchObject([
    { name: 'min_height', in: 'query', required: false, schema: { type: 'integer', minimum: 0 } },
  ]);
  expect(responses['400']?.['x-codes']).toContain('malformed_parameter');
  expect(responses['503']?.['x-codes']).toEqual(['busy', 'stopping', 'height_not_reached']);
  const heights = Object.entries(responses).filter(([, { headers }]) => 'X-Block-Height' in headers);
  expect(heights.map(([status]) => status)).toEqual(['200', '400', '401', '429', '500', '503']);
  for (const other of [
    { ...file, hasNoHeight: true },
    { ...file, method: 'POST' },
  ] as const) {
    const { parameters, responses } = operationOf(other, new Components());
    expect(parameters).toBeUndefined();
    expect(Object.values(responses).filter(({ headers }) => 'X-Block-Height' in headers)).toEqual([]);
  }
});
