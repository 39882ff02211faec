/** The kernel and @noble/post-quantum give the same verdict on signatures and on similar bytes; so does OpenSSL
 *  where this Node has it. The kernel answers each case twice: alone with a large cache, and in pairs with a cache of
 *  three keys, which evicts all the time. */

import { expect, test } from 'vitest';
import { createKernelBackend } from '../../workers/kernel/kernel.js';
import { SeededRandom, TEST_ALL, testSeed } from '../support/random.js';
import { hasOpenssl, nobleVerdict, opensslVerdict } from '../support/secondOpinions.js';
import { KINDS, type SignatureCase, SignatureCases } from '../support/signatureCases.js';

/** Whole packets, and as many of each kind. */
const CASES = TEST_ALL ? 10_010 : 3_900;
/** Not a multiple of the kinds, so that every kind meets every other one in a pair. */
const PACKET = 65;

/** Kinds that are always valid, and kinds that never are. */
const ALWAYS = [
  'as signed',
  'forged, all coefficients extreme',
  'forged, one coefficient at the bound',
  'forged, 55 hints',
];
const NEVER = [
  'length of the signature',
  'length of the key',
  'forged, one coefficient over the bound',
  'forged, hints out of order',
  'forged, a hint twice',
  'forged, counters that fall',
  'forged, padding of the hints',
];

test(`agrees with the other implementations on ${CASES} signatures`, { timeout: 900_000 }, () => {
  const cases = new SignatureCases(new SeededRandom(testSeed()));
  const single = createKernelBackend({ cacheBytes: 8_000_000 });
  const paired = createKernelBackend({ cacheBytes: 3 * 38_920 });
  const valid = new Map(KINDS.map((kind) => [kind, 0]));
  const wrong: string[] = [];
  let checked = 0;
  let openssl = 0;
  let packet: SignatureCase[] = [];
  for (let serial = 0; serial < CASES; serial++) {
    const item = cases.make(KINDS[serial % KINDS.length] as string);
    packet.push(item);
    if (packet.length < PACKET) continue;
    const verdicts = paired.verifyMany(packet);
    packet.forEach((one, at) => {
      const expected = nobleVerdict(one);
      const { signature, message, publicKey, context, kind } = one;
      if (single.verify(signature, message, publicKey, context) !== expected) wrong.push(`${kind}: one`);
      if (verdicts[at] !== expected) wrong.push(`${kind}: pair`);
      const opinion = opensslVerdict(one);
      if (opinion !== undefined) openssl++;
      if (opinion !== undefined && opinion !== expected) wrong.push(`${kind}: noble and OpenSSL differ`);
      if (expected) valid.set(kind, (valid.get(kind) ?? 0) + 1);
      checked++;
    });
    packet = [];
  }
  console.log(`${checked} verdicts compared with noble, ${openssl} of them with OpenSSL too`);
  expect(wrong).toEqual([]);
  expect(checked).toBe(CASES);
  const each = CASES / KINDS.length;
  expect(ALWAYS.map((kind) => valid.get(kind))).toEqual(ALWAYS.map(() => each));
  expect(NEVER.map((kind) => valid.get(kind))).toEqual(NEVER.map(() => 0));
  if (hasOpenssl) expect(openssl).toBeGreaterThan(CASES / 4);
  expect(paired.stats().evictions).toBeGreaterThan(CASES / 20);
});
