/** Parameters of a query: any text gives values of the schema or a refusal that says what is allowed. */

import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { oneOf, ParameterReader, readQuery, text, wholeNumber } from '../../../api/routing/parameters.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';

const schema = Type.Object({
  limit: wholeNumber({ minimum: 1, maximum: 1_000, default: 200 }),
  page: wholeNumber({ minimum: 1, maximum: 50, default: 1, above: 'cap' }),
  from: Type.Optional(Type.Integer({ minimum: 0 })),
  range: oneOf(['1h', '24h', '7d'], { default: '24h' }),
  side: Type.Optional(Type.Union([Type.Literal('in'), Type.Literal('out')])),
  full: Type.Optional(Type.Boolean()),
  hash: Type.Optional(text({ pattern: '^[0-9a-f]{4}$', mustBe: '4 hex characters' })),
  note: Type.Optional(Type.String({ maxLength: 3 })),
});
const reader = new ParameterReader(schema);
const names = new Set(reader.names);

function read(query: string): Record<string, unknown> | Refusal {
  const found = readQuery(query, names);
  return isRefusal(found) ? found : reader.read((name) => found.get(name));
}

const defaults = { limit: 200, page: 1, range: '24h' };

function refusedWith(query: string): string {
  const result = read(query);
  if (!isRefusal(result)) throw new Error(`not refused: ${query}`);
  expect(result.code).toBe('malformed_parameter');
  return result.message;
}

describe('query parameters', () => {
  test('absent ones have their default or are left out', () => {
    expect(read('')).toEqual(defaults);
    expect(read('unknown=1&&=x&__proto__=1&constructor')).toEqual(defaults);
  });

  test('are converted to the types of their schema', () => {
    expect(read('limit=5&from=0&range=7d&side=in&full=true&hash=00ff&note=a+b')).toEqual({
      limit: 5,
      page: 1,
      from: 0,
      range: '7d',
      side: 'in',
      full: true,
      hash: '00ff',
      note: 'a b',
    });
    expect(read('%6Cimit=%35&note=%26%3D')).toEqual({ ...defaults, limit: 5, note: '&=' });
  });

  test('integers are whole numbers in decimal digits and nothing else', () => {
    const sentence = 'limit must be a whole number from 1 to 1000';
    const bad = [
      'abc',
      '',
      '1.0',
      '1e2',
      '0x10',
      ' 5',
      '5 ',
      '+5',
      '٣',
      '1_0',
      'NaN',
      'Infinity',
      '0',
      '1001',
      '-1',
      '9'.repeat(400),
    ];
    for (const value of bad) expect(refusedWith(`limit=${encodeURIComponent(value)}`)).toBe(sentence);
    expect(refusedWith('from=-1')).toBe('from must be a whole number from 0 upwards');
    expect(refusedWith('from=9007199254740992')).toBe('from must be a whole number from 0 upwards');
    expect(read('from=9007199254740991')).toEqual({ ...defaults, from: Number.MAX_SAFE_INTEGER });
  });

  test('above the maximum is the maximum where the schema says so, anything else out of range is refused', () => {
    const pages = ['0', '-7', '51', '9'.repeat(400), '50', '007'].map((page) => {
      const result = read(`page=${page}`);
      return isRefusal(result) ? result.message : result.page;
    });
    const sentence = 'page must be a whole number from 1 upwards';
    expect(pages).toEqual([sentence, sentence, 50, 50, 50, 7]);
    expect(refusedWith('page=x')).toBe(sentence);
  });

  test('sentences say what is allowed', () => {
    expect(refusedWith('range=2h')).toBe('range must be one of 1h, 24h, 7d');
    expect(refusedWith('side=up')).toBe('side must be one of in, out');
    expect(refusedWith('full=1')).toBe('full must be true or false');
    expect(refusedWith('hash=00FF')).toBe('hash must be 4 hex characters');
    expect(refusedWith('note=long')).toContain('note must not have more than 3');
    expect(refusedWith('limit=1&limit=2')).toBe('limit is given more than once');
    expect(refusedWith('note=%E0%A4')).toBe('note is not well percent-encoded');
  });

  test('a parameter without default must be there', () => {
    const required = new ParameterReader(Type.Object({ key: Type.String() }));
    expect(required.read(() => undefined)).toMatchObject({ message: 'key is missing' });
  });

  test('any query gives values of the schema or a refusal', () => {
    let checked = 0;
    const part = fc.tuple(
      fc.constantFrom(...names, 'other', '%6Cimit'),
      fc.oneof(fc.string(), fc.integer().map(String)),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        const result = read(parts.map(([name, value]) => `${name}=${value}`).join('&'));
        checked++;
        if (isRefusal(result)) return result.status === 400;
        const { limit, page, from = 0 } = result as { limit: number; page: number; from?: number };
        return [limit, page, from].every(Number.isSafeInteger) && limit >= 1 && limit <= 1_000 && page <= 50;
      }),
      { numRuns: 500, verbose: true },
    );
    expect(checked).toBeGreaterThanOrEqual(500);
  });
});
