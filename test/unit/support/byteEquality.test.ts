/** The comparison of bytes that every test uses: it must see what differs. */

import { expect, test } from 'vitest';

test('bytes are equal when all of them are, wherever they stand', () => {
  const bytes = new Uint8Array(100_000).fill(7);
  const other = Uint8Array.from(bytes);
  expect({ deep: [other] }).toEqual({ deep: [bytes] });
  expect(Buffer.from(bytes)).toEqual(bytes);
  other[99_999] = 8;
  expect({ deep: [other] }).not.toEqual({ deep: [bytes] });
  expect(new Map([['key', other]])).not.toEqual(new Map([['key', bytes]]));
  expect(bytes.subarray(1)).not.toEqual(bytes);
  expect([...bytes.subarray(0, 3)]).not.toEqual(bytes.subarray(0, 3));
  expect(bytes.subarray(0, 3)).toEqual(expect.any(Uint8Array));
});
