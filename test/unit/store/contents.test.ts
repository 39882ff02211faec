/** What a query holds: the content of one block, and nothing after it has released it. */

import { expect, test } from 'vitest';
import { ContentCache } from '../../../engine/store/blockContent.js';
import { storeTables } from '../../../engine/store/keys.js';
import { listPieces } from '../../../engine/store/pieces.js';
import type { KeyReader } from '../../../engine/store/port.js';
import { Contents } from '../../../engine/store/walks.js';
import { Windows } from '../../../engine/store/windows.js';

test('a list releases its block before every piece, and requests it again after it', async () => {
  let asked = 0;
  const reader: KeyReader = {
    get: async (key) => {
      if (key[0] === storeTables.blocks) asked++;
      return undefined;
    },
    getMany: async () => [],
    getFrom: async () => undefined,
    range: async () => [],
  };
  const contents = new Contents(reader, { cache: new ContentCache(), windows: new Windows() });
  const textOf = async (height: number): Promise<string> => {
    await expect(contents.entry({ height, position: 0 })).rejects.toThrow(`block ${height} is missing`);
    return JSON.stringify('x'.repeat(200_000));
  };
  let lets = 0;
  const letGo = (again: boolean): void => {
    lets++;
    contents.letGo(again);
  };
  let pieces = 0;
  for await (const piece of listPieces([1, 2, 3], textOf, () => ({}), letGo)) pieces += piece.length > 0 ? 1 : 0;
  expect(asked).toBe(3);
  expect(lets).toBe(pieces);
  expect(pieces).toBeGreaterThan(5);
});
