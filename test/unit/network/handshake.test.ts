/** Bytes of the handshake that only a hostile end sends, and the parts of a nonce. */

import { describe, expect, test } from 'vitest';
import { assertLimits } from '../../../engine/base/limits.js';
import {
  encodeHello,
  encodeProof,
  encodeWelcome,
  peerNonce,
  readHello,
  readProof,
  readWelcome,
  sameStart,
  startOf,
} from '../../../engine/network/handshake.js';
import { MAX_FRAMES, SealedDirection } from '../../../engine/network/sealing.js';
import { beganLater } from '../../../engine/network/shaking.js';
import { keyedAead } from '../../support/keyedExchange.js';
import { NETWORK } from '../../support/memoryLinks.js';

const random = new Uint8Array(24).fill(9);
const nonce = peerNonce(random, 1_700_000_000_000);
const publicKey = new Uint8Array(1_952);
const hello = { publicKey, nonce, kemKey: new Uint8Array(1_184) };
const welcome = { publicKey, nonce, ciphertext: new Uint8Array(1_088), signature: new Uint8Array(3_309) };

describe('messages of the handshake', () => {
  test('are read as they were written', () => {
    expect(readHello(NETWORK, encodeHello(NETWORK, hello))).toMatchObject({ publicKey, nonce });
    expect(readWelcome(NETWORK, encodeWelcome(NETWORK, welcome))).toMatchObject({ publicKey, nonce });
    expect(readProof(encodeProof(new Uint8Array(3_309)))?.length).toBe(3_309);
  });

  test.each([
    ['a short key', { publicKey: publicKey.subarray(1) }],
    ['no key', { publicKey: new Uint8Array() }],
    ['a short nonce', { nonce: nonce.subarray(1) }],
    ['a nonce with a start above 2^53', { nonce: new Uint8Array(32).fill(255) }],
    ['a short encapsulation key', { kemKey: new Uint8Array(1_183) }],
    ['a long ciphertext', { ciphertext: new Uint8Array(1_089) }],
    ['a short signature', { signature: new Uint8Array(3_308) }],
  ])('are refused with %s', (_, change) => {
    const outcomes = [
      readHello(NETWORK, encodeHello(NETWORK, { ...hello, ...change })),
      readWelcome(NETWORK, encodeWelcome(NETWORK, { ...welcome, ...change })),
    ];
    expect(outcomes).toContain('bad_hello');
    if ('publicKey' in change || 'nonce' in change) expect(outcomes).toEqual(['bad_hello', 'bad_hello']);
  });

  test('are refused with a genesis of another length, a proof without a signature, and bytes of any kind', () => {
    expect(readHello(NETWORK, encodeHello({ ...NETWORK, genesis: '17' }, hello))).toBe('bad_hello');
    expect(readProof(encodeProof(new Uint8Array(3_310)))).toBeUndefined();
    for (const frame of [new Uint8Array(), new Uint8Array(100).fill(255), new Uint8Array(5_000).fill(8)]) {
      expect(readHello(NETWORK, frame)).toMatch(/^(?:bad_hello|wrong_version)$/);
      expect(readWelcome(NETWORK, frame)).toMatch(/^(?:bad_hello|wrong_version)$/);
      expect(readProof(frame)).toBeUndefined();
    }
  });
});

test('a nonce carries the start of its process', () => {
  expect(startOf(nonce)).toBe(1_700_000_000_000);
  expect(startOf(peerNonce(random, Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER);
  const later = peerNonce(new Uint8Array(24), 1_700_000_000_001);
  expect([beganLater(later, nonce), beganLater(nonce, later)]).toEqual([true, false]);
  const same = peerNonce(new Uint8Array(24), 1_700_000_000_000);
  expect([sameStart(same, nonce), sameStart(later, nonce)]).toEqual([true, false]);
  expect(beganLater(same, nonce)).not.toBe(beganLater(nonce, same));
});

test('a key seals so many frames and no more', () => {
  const direction = new SealedDirection(keyedAead, new Uint8Array(32), MAX_FRAMES - 1);
  expect(direction.isWornOut).toBe(false);
  const sealed = direction.seal(Uint8Array.of(1));
  expect(direction.isWornOut).toBe(true);
  expect(new SealedDirection(keyedAead, new Uint8Array(32), MAX_FRAMES - 1).open(sealed)).toEqual(Uint8Array.of(1));
  expect(new SealedDirection(keyedAead, new Uint8Array(32), MAX_FRAMES - 2).open(sealed)).toBeUndefined();
});

test('the limits between nodes fit each other', () => {
  expect(assertLimits).not.toThrow();
});
