/** Random packets of good, bad and garbage items: every item has the answer that it would have alone, checked by noble. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHex, utf8 } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { type KeyPair, nobleBackend } from '../../engine/crypto/mldsa.js';
import { SignerKeys } from '../../engine/crypto/signerKey.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { openKernelBackend } from '../../workers/verify/kernelBackend.js';
import { encodePacket, type PacketItem } from '../../workers/verify/packets.js';
import { answerPacket, type PacketContext } from '../../workers/verify/packetWork.js';
import { oneByOne } from '../../workers/verify/signatureBackends.js';
import { decodeAnswers, type ReadAnswer } from '../../workers/verify/verdictTable.js';
import { CHAIN_ID, NOW, signedRequest, testKey, transferMembers } from '../unit/intake/signing.js';
import { seededRuns } from './seed.js';

/** Three keys' worth of expanded keys for five signers: most packets evict some. */
const kernel = openKernelBackend(3 * 40_000 * 8);

const contextOf = (backend: PacketContext['backend'], keys?: SignerKeys): PacketContext => ({
  ...(keys ? { keys } : {}),
  chainId: CHAIN_ID,
  protocol: nativeProtocol,
  backend,
  requireChainId: false,
  secretKey: undefined,
  randomness: () => new Uint8Array(32),
  clock: () => performance.now(),
});

/** Fewer than there are signers. */
const signers = new SignerKeys(2);

const keys = [1, 2, 3, 4, 5].map(testKey);
const keyAt = (at: number) => keys[at % keys.length] as (typeof keys)[0];

/** What is wrong with a request, in any combination. */
interface Faults {
  readonly signature: boolean;
  readonly window: boolean;
  readonly from: boolean;
  readonly nonce: boolean;
  readonly operation: boolean;
}

const request = (at: number, serial: number, faults: Faults, known: boolean): PacketItem => {
  const key = keyAt(at);
  const members = transferMembers(key, {
    nonce: faults.nonce ? '"no"' : JSON.stringify(`nonce-${serial}-for-packets`),
    ...(faults.window ? { timestamp: '5' } : {}),
    ...(faults.from ? { from: JSON.stringify(keyAt(at + 1).hex) } : {}),
  });
  const signature = faults.signature
    ? { signature: toHex(nobleBackend.sign(utf8('another message'), key.secretKey)) }
    : {};
  const bytes = signedRequest(key, members, signature);
  const operation = faults.operation ? 'faucet' : 'transfer';
  return { type: 'request', operation, bytes, now: NOW, known, deferred: true };
};

const check = (pair: KeyPair, spoilt: number | undefined, length: number): PacketItem => {
  const message = new Uint8Array(length).fill(length);
  const signature = nobleBackend.sign(message, pair.secretKey);
  if (spoilt !== undefined) signature[spoilt] = (signature[spoilt] ?? 0) ^ (1 << (spoilt & 7));
  return { type: 'check', check: { message, publicKey: pair.publicKey, signature } };
};

const faults = fc.record({
  signature: fc.boolean(),
  window: fc.boolean(),
  from: fc.boolean(),
  nonce: fc.boolean(),
  operation: fc.boolean(),
});
const item: fc.Arbitrary<PacketItem> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.nat(4), fc.nat(1_000), faults, fc.boolean()).map((parts) => request(...parts)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(4), fc.option(fc.nat(3_308), { nil: undefined }), fc.constantFrom(0, 1, 40, 300, 9_000))
      .map(([at, spoilt, length]) => check(keyAt(at), spoilt, length)),
  },
  {
    weight: 1,
    arbitrary: fc
      .uint8Array({ maxLength: 40 })
      .map((bytes): PacketItem => ({ type: 'check', check: { message: bytes, publicKey: bytes, signature: bytes } })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.uint8Array({ maxLength: 60 }), fc.boolean()).map(([bytes, known]): PacketItem => {
      return { type: 'broadcast', operation: '', bytes, now: NOW, known, deferred: false };
    }),
  },
);

const noFaults: Faults = { signature: false, window: false, from: false, nonce: false, operation: false };

const answersOf = (items: readonly PacketItem[], context: PacketContext): readonly ReadAnswer[] =>
  decodeAnswers(answerPacket(encodePacket(items), context), items).answers;

test('a packet through the kernel answers as noble answers its items one by one', () => {
  const kinds = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 9 }), (items) => {
      const together = answersOf(items, contextOf(kernel, signers));
      const alone = items.flatMap((one) => answersOf([one], contextOf(oneByOne(nobleBackend))));
      expect(together).toEqual(alone);
      for (const answer of alone) {
        const kind = isRefusal(answer) ? answer.code : typeof answer === 'object' ? 'verified' : String(answer);
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
    }),
    {
      ...seededRuns('packets of signatures', 60),
      examples: [[[request(0, 1, noFaults, true), request(1, 2, noFaults, false)]]],
    },
  );
  for (const kind of ['verified', 'true', 'false', 'invalid_signature', 'timestamp_window', 'from_mismatch'])
    expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(0);
  const total = [...kinds.values()].reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThan(150);
  expect(kernel.keyCache().evictions).toBeGreaterThan(0);
  console.log(`packets: ${total} items agree: ${JSON.stringify(Object.fromEntries(kinds))}`);
});

test('a request that will be refused anyway is put off first, and then answered in the specified order', () => {
  const cases: readonly (readonly [Partial<Faults>, string])[] = [
    [{ window: true, from: true, nonce: true, operation: true, signature: true }, 'invalid_signature'],
    [{ window: true, from: true, nonce: true, operation: true }, 'timestamp_window'],
    [{ from: true, nonce: true, operation: true }, 'from_mismatch'],
    [{ nonce: true, operation: true }, 'nonce_missing'],
  ];
  const items = cases.map(([wrong]) => request(0, 1, { ...noFaults, ...wrong }, true));
  const context = contextOf(kernel);
  const first = items.map((one) => ({ ...one, deferred: false }) as PacketItem);
  const before = kernel.keyCache();
  expect(answersOf(first, context)).toEqual(cases.map(() => 'deferred'));
  const after = kernel.keyCache();
  expect(after.hits + after.misses).toBe(before.hits + before.misses);
  const codes = answersOf(items, context).map((answer) => (isRefusal(answer) ? answer.code : answer));
  expect(codes).toEqual(cases.map(([, code]) => code));
});

test('a request that names a known key before its own is put off, and does not enter the cache of known keys', () => {
  const [known, stranger] = [keyAt(0), keyAt(1)];
  const good = new TextDecoder().decode(signedRequest(stranger, transferMembers(stranger)));
  const decoy = `{"ignored":{"public_key":"${known.hex}"},${good.slice(1)}`;
  const one: PacketItem = {
    type: 'request',
    operation: 'transfer',
    // Not the key with which it ends: a space is behind it.
    bytes: utf8(`${decoy} `),
    now: NOW,
    known: true,
    deferred: false,
  };
  expect(answersOf([one], contextOf(kernel))).toEqual(['deferred']);
  const again: PacketItem = { ...one, known: false, deferred: true };
  expect(answersOf([again], contextOf(kernel))).toMatchObject([{ transaction: { operation: 'transfer' } }]);
  // A body that ends with a key claims that one.
  const ending: PacketItem = { ...one, bytes: utf8(decoy) };
  expect(answersOf([ending], contextOf(kernel))).toMatchObject([{ transaction: { operation: 'transfer' } }]);
});
