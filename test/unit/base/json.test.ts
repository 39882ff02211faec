/** Exact JSON: every refusal by its text, strange keys and strings, numbers as values. */

import { describe, expect, test, vi } from 'vitest';
import {
  canonicalJson,
  isJsonObject,
  JsonNumber,
  type JsonValue,
  jsonEqual,
  parseJson,
} from '../../../engine/base/json.js';
import { MAX_JSON_DEPTH, SIGNED_JSON } from '../../../engine/base/limits.js';
import { accepted, refusedAs } from './outcome.js';

const parsed = (text: string): JsonValue => accepted<JsonValue>(parseJson(text, SIGNED_JSON));

test('a full native stack is not a bad string: how deep it is differs between nodes', () => {
  const full = new RangeError('Maximum call stack size exceeded');
  const parse = vi.spyOn(JSON, 'parse').mockImplementation(() => {
    throw full;
  });
  expect(() => parseJson('"\\n"', SIGNED_JSON)).toThrow(full);
  parse.mockRestore();
});

describe('a document is refused that', () => {
  test.each([
    ['is empty', '', 'expected a value at position 0'],
    ['repeats a key', '{"a":1,"b":2,"a":1}', 'key "a" is repeated'],
    ['repeats a key in another spelling', '{"a":1,"\\u0061":1}', 'key "a" is repeated'],
    ['repeats __proto__', '{"__proto__":1,"__proto__":2}', 'key "__proto__" is repeated'],
    ['goes on behind its end', '{"a":1} x', 'text after the end at position 8'],
    ['is two documents', '1 2', 'text after the end at position 2'],
    ['begins with a byte order mark', '\ufeff{}', 'expected a value at position 0'],
    ['has an unknown escape', '"\\x41"', 'bad string at position 0'],
    ['has half an escape', '["\\u12"]', 'bad string at position 1'],
    ['has a raw control character', '"a\nb"', 'bad string at position 0'],
    ['leaves a string open', '"abc', 'string without end at position 0'],
    ['ends in an escaped quote', '"abc\\"', 'string without end at position 0'],
    ['has a comma too many in a list', '[1,]', 'expected a value at position 3'],
    ['has a comma too many in an object', '{"a":1,}', 'expected a key at position 7'],
    ['has a key without quotes', '{a:1}', 'expected a key at position 1'],
    ['lacks a colon', '{"a" 1}', 'expected ":" at position 5'],
    ['lacks a comma', '[1 2]', 'expected "," or "]" at position 3'],
    ['lacks a comma between members', '{"a":1 "b":2}', 'expected "," or "}" at position 7'],
    ['leaves a list open', '[1', 'expected "," or "]" at position 2'],
    ['has a leading zero', '01', 'text after the end at position 1'],
    ['has a plus sign', '+1', 'expected a value at position 0'],
    ['has a bare fraction', '.5', 'expected a value at position 0'],
    ['has an unfinished fraction', '1.', 'text after the end at position 1'],
    ['has an unfinished exponent', '1e', 'text after the end at position 1'],
    ['says NaN', 'NaN', 'expected a value at position 0'],
    ['says a word in part', 'tru', 'expected a value at position 0'],
    ['uses a space that JSON does not know', '\u00a01', 'expected a value at position 0'],
  ])('%s', (_, text, reason) => {
    expect(refusedAs(parseJson(text, SIGNED_JSON))).toBe(`malformed_body: not valid JSON: ${reason}`);
  });

  test('nests deeper than the limit, however deep', () => {
    const lists = (depth: number): string => `${'['.repeat(depth)}0${']'.repeat(depth)}`;
    const objects = (depth: number): string => `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}`;
    const tooDeep = `malformed_body: not valid JSON: nested deeper than ${MAX_JSON_DEPTH} levels`;
    for (const nested of [lists, objects]) {
      expect(canonicalJson(parsed(nested(MAX_JSON_DEPTH)))).toBe(nested(MAX_JSON_DEPTH));
      for (const depth of [MAX_JSON_DEPTH + 1, 100_000])
        expect(refusedAs(parseJson(nested(depth), SIGNED_JSON))).toBe(tooDeep);
    }
  });
});

test('a long key is cut in the message', () => {
  const key = 'k'.repeat(10_000);
  expect(refusedAs(parseJson(`{"${key}":1,"${key}":2}`, SIGNED_JSON)).length).toBeLessThan(120);
});

test('__proto__ is a member like any other', () => {
  const value = parsed('{"__proto__":{"admin":true},"a":1}');
  expect(isJsonObject(value) && [...value.keys()]).toEqual(['__proto__', 'a']);
  expect(canonicalJson(value)).toBe('{"__proto__":{"admin":true},"a":1}');
  expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
});

test('a lone surrogate is kept and written as an escape', () => {
  expect(canonicalJson(parsed('["\\uD800x","\\ud83d\\ude00","\\udc00"]'))).toBe('["\\ud800x","\u{1f600}","\\udc00"]');
});

test('integer-like keys come first in numeric order, then code units', () => {
  expect(canonicalJson(parsed('{"b":0,"10":0,"9":0,"4294967295":0,"4294967294":0,"01":0,"\\uffff":0,"😀":0}'))).toBe(
    '{"9":0,"10":0,"4294967294":0,"01":0,"4294967295":0,"b":0,"😀":0,"\uffff":0}',
  );
});

describe('numbers', () => {
  test.each([
    ['1', '1.0', true],
    ['1', '10e-1', true],
    ['100', '1E+2', true],
    ['0', '-0.0e7', true],
    ['0.1', '0.10000000000000000', true],
    // One double, two values.
    ['0.1', '0.1000000000000000055511151231257827', false],
    ['9007199254740993', '9007199254740992', false],
    ['1', '-1', false],
    ['1e400', '1e401', false],
    ['1e999999999999999999', '1e999999999999999999', true],
    ['10e999999999999999998', '1e999999999999999999', false],
  ])('%s and %s: equal is %s', (a, b, equal) => {
    expect(jsonEqual(new JsonNumber(a), new JsonNumber(b))).toBe(equal);
    expect(jsonEqual(parsed(`{"x":[${a}]}`), parsed(`{"x":[${b}]}`))).toBe(equal);
  });

  test('of a million zeros are compared without harm', () => {
    const zeros = '0'.repeat(1_000_000);
    expect(jsonEqual(new JsonNumber(`1${zeros}`), new JsonNumber(`10${zeros}e-1`))).toBe(true);
    expect(jsonEqual(new JsonNumber(`0.${zeros}1`), new JsonNumber(`0.${zeros}2`))).toBe(false);
  });
});

test('values of different types are never equal', () => {
  const values = ['null', 'true', 'false', '0', '"0"', '""', '[]', '{}', '[0]', '{"0":0}', '"null"'].map(parsed);
  const pairs = values.flatMap((a, i) => values.map((b, j) => [i === j, jsonEqual(a, b)] as const));
  expect(pairs).toHaveLength(121);
  expect(pairs.filter(([same, equal]) => same !== equal)).toEqual([]);
});
