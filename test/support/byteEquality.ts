/** Bytes are compared as bytes: the matchers would walk a key of 2 KB or a file of megabytes element by element, which takes a thousand
 *  times as long. Loaded before every test file; files that share a worker share their testers. */

import { expect } from 'vitest';

const LOADED = Symbol.for('rouged: bytes are compared as bytes');
const shared = globalThis as { [LOADED]?: true };

if (!shared[LOADED]) {
  shared[LOADED] = true;
  expect.addEqualityTesters([
    (one: unknown, other: unknown) =>
      one instanceof Uint8Array && other instanceof Uint8Array ? Buffer.compare(one, other) === 0 : undefined,
  ]);
}
