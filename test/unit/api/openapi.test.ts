/** What the description of the API says of a route follows from whether its requests are counted. */

import { Type } from 'typebox';
import { expect, test } from 'vitest';
import type { Counting } from '../../../api/limits/gate.js';
import { Components } from '../../../api/openapi/components.js';
import { operationOf } from '../../../api/openapi/operations.js';

function described(counts: Counting) {
  const response = { 200: Type.String() };
  const route = { method: 'GET', path: '/file', summary: '', chapter: 'Test', response, counts } as const;
  const { responses } = operationOf(route, new Components());
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
