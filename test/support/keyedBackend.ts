/** A stand-in for ML-DSA-65 in simulations: keys and signatures of the real sizes, made and checked in a few microseconds.
 *
 *  A signature is 32 random bytes and the SHAKE-256 output over them, the public key and the message. It protects nothing:
 *  anyone who knows the public key can sign. It has the properties that a chain needs in a test: it is valid for exactly one
 *  message under one key, one message has many signatures, and any changed byte makes it invalid. */

import { createHash } from 'node:crypto';
import { bytesEqual } from '../../engine/base/bytes.js';
import { invariant } from '../../engine/base/refusal.js';
import {
  type PacketBackend,
  PUBLIC_KEY_BYTES,
  SECRET_KEY_BYTES,
  SEED_BYTES,
  SIGNATURE_BYTES,
} from '../../engine/crypto/mldsa.js';
import { oneByOne } from '../../workers/verify/signatureBackends.js';

const RANDOMNESS_BYTES = 32;

function expand(outputLength: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('shake256', { outputLength });
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

function seal(message: Uint8Array, publicKey: Uint8Array, randomness: Uint8Array): Uint8Array {
  const signature = new Uint8Array(SIGNATURE_BYTES);
  signature.set(randomness);
  signature.set(expand(SIGNATURE_BYTES - RANDOMNESS_BYTES, randomness, publicKey, message), RANDOMNESS_BYTES);
  return signature;
}

export const keyedBackend: PacketBackend = oneByOne({
  name: 'keyed',
  keygen(seed) {
    invariant(seed.length === SEED_BYTES, `a seed has ${SEED_BYTES} bytes, not ${seed.length}`);
    const publicKey = expand(PUBLIC_KEY_BYTES, seed);
    const secretKey = new Uint8Array(SECRET_KEY_BYTES);
    secretKey.set(publicKey);
    return { publicKey, secretKey };
  },
  sign(message, secretKey, randomness = new Uint8Array(RANDOMNESS_BYTES)) {
    if (secretKey.length !== SECRET_KEY_BYTES)
      throw new Error(`a secret key has ${SECRET_KEY_BYTES} bytes, not ${secretKey.length}`);
    return seal(message, secretKey.subarray(0, PUBLIC_KEY_BYTES), randomness);
  },
  verify(signature, message, publicKey) {
    if (publicKey.length !== PUBLIC_KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
    return bytesEqual(signature, seal(message, publicKey, signature.subarray(0, RANDOMNESS_BYTES)));
  },
});
