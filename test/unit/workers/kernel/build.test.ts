/** The built module: the same bytes from the same sources, and nothing in it that reaches outside. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileKernel } from '../../../../workers/kernel/build.js';
import { roundConstants } from '../../../../workers/kernel/keccakSource.js';
import { builtFile } from '../../../../workers/threads/workerFile.js';

test('a second build gives the bytes of the first', { timeout: 120_000 }, async () => {
  const built = readFileSync(builtFile('workers/kernel/kernel.wasm'));
  const again = await compileKernel();
  expect(again.length).toBeGreaterThan(10_000);
  expect(Buffer.compare(built, again)).toBe(0);
  // Section 2 of a module lists its imports; the sections come in order after eight bytes of header.
  const sections: number[] = [];
  for (let at = 8; at < built.length; ) {
    sections.push(built[at] as number);
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = built[++at] as number;
      length |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    at += 1 + length;
  }
  expect(sections).toContain(10);
  expect(sections).not.toContain(2);
});

test('the round constants of Keccak are those of FIPS 202', () => {
  const constants = roundConstants();
  expect(constants.length).toBe(24);
  expect([0, 1, 2, 23].map((round) => constants[round])).toEqual([
    1n,
    0x8082n,
    0x8000_0000_0000_808an,
    0x8000_0000_8000_8008n,
  ]);
});
