import { describe, expect, test } from 'vitest';
import { namesAll } from '../../../api/routing/bodyMembers.js';
import { utf8 } from '../../../engine/base/bytes.js';

const NAMES = ['payload', 'signature', 'public_key'];
const found = (text: string): boolean => namesAll(utf8(text), NAMES);

describe('members of a body', () => {
  test.each([
    ['in any order', '{"public_key":"a","signature":"b","payload":{}}'],
    [
      'behind others and white space',
      ' {"a" : [1,{"b":"}"}],\n"signature":"\\"","payload" : {"x":"{"} , "public_key":"c"}',
    ],
    ['behind a text that ends with a backslash', '{"a":"\\\\","payload":{},"signature":"","public_key":""}'],
  ])('are found %s', (_, text) => {
    expect(JSON.parse(text)).toMatchObject({ payload: expect.anything() });
    expect(found(text)).toBe(true);
  });

  test.each([
    ['deeper', '{"args":{"payload":{},"signature":"","public_key":""}}'],
    ['in a list', '[{"payload":{},"signature":"","public_key":""}]'],
    ['in a text', '{"a":"\\"payload\\",\\"signature\\",\\"public_key\\""}'],
    ['with an escape', '{"payload":{},"s\\u0069gnature":"","public_key":""}'],
    ['one missing', '{"payload":{},"signature":""}'],
    ['a text without an end', '{"payload":{},"signature":"","public_key'],
    ['nothing', ''],
  ])('are not found %s', (_, text) => {
    expect(found(text)).toBe(false);
  });
});
