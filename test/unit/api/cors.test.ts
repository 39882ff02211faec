/** Which origins may read answers, and the answers to a browser's preflight. */

import { describe, expect, test } from 'vitest';
import { BUILT_IN_ORIGINS, createCors } from '../../../api/routing/cors.js';
import { header, request } from './requests.js';

const headersFor = (origins: readonly string[] | undefined, origin: string) =>
  Object.fromEntries(createCors(origins).headers(origin));

const preflightHeaders = {
  origin: 'https://one.example',
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type, x-anything',
};

describe('origins', () => {
  test('a listed origin is echoed, and caches are told', () => {
    expect(headersFor(['https://one.example', 'https://two.example'], 'https://two.example')).toEqual({
      'Access-Control-Allow-Origin': 'https://two.example',
      'Access-Control-Expose-Headers':
        'Retry-After, X-Block-Height, X-Lowest-Block-Height, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
      Vary: 'Origin',
    });
  });

  test.each(['https://evil.example', 'https://one.example.evil', 'http://one.example', 'null', '', '__proto__'])(
    'origin "%s" is not allowed, and caches are told',
    (origin) => {
      expect(headersFor(['https://one.example'], origin)).toEqual({ Vary: 'Origin' });
    },
  );

  test('a star allows every origin', () => {
    expect(headersFor(['https://one.example', '*'], 'https://any.example')).toMatchObject({
      'Access-Control-Allow-Origin': '*',
    });
  });

  test('without a list the built-in ones hold', () => {
    expect(BUILT_IN_ORIGINS).toHaveLength(8);
    for (const origin of BUILT_IN_ORIGINS)
      expect(headersFor(undefined, origin)['Access-Control-Allow-Origin']).toBe(origin);
    expect(headersFor(undefined, 'http://localhost:3000')).toEqual({ Vary: 'Origin' });
    expect(headersFor([], 'http://localhost:5173')).toEqual({ Vary: 'Origin' });
  });
});

describe('preflight', () => {
  const cors = createCors(['https://one.example']);

  test('allows the methods and every header that is asked for', () => {
    const answer = cors.preflight(request('OPTIONS', '/api/v2/transfer', preflightHeaders));
    expect(answer?.status).toBe(204);
    expect(answer?.body).toBeUndefined();
    expect(answer && header(answer, 'access-control-allow-origin')).toBe('https://one.example');
    expect(answer && header(answer, 'access-control-allow-methods')).toBe('GET, POST, PUT, DELETE, OPTIONS, PATCH');
    expect(answer && header(answer, 'access-control-allow-headers')).toBe('content-type, x-anything');
    expect(answer && header(answer, 'access-control-max-age')).toBe('7200');
  });

  test('of another origin is answered without permission', () => {
    const answer = cors.preflight(request('OPTIONS', '/', { ...preflightHeaders, origin: 'https://evil.example' }));
    expect(answer).toEqual({ status: 204, headers: [['Vary', 'Origin']] });
  });

  test('is only what browsers send as one', () => {
    expect(cors.preflight(request('OPTIONS', '/', { origin: 'https://one.example' }))).toBeUndefined();
    expect(cors.preflight(request('GET', '/', preflightHeaders))).toBeUndefined();
    expect(cors.preflight(request('OPTIONS', '/', { 'access-control-request-method': 'GET' }))).toBeUndefined();
  });
});
