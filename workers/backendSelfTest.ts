/** What a signature backend must show before its answers are believed: known answers, good and bad.
 *
 *  In: a backend. Out: what one check costs once the code is warm, or an Error that says what it got wrong. The known
 *  answers are those of FIPS 204 for one seed and one message: keys and the deterministic signature follow from them. */

import { utf8 } from '../engine/base/bytes.js';
import { SEED_BYTES, type SignatureBackend } from '../engine/crypto/mldsa.js';
import { sha256Hex } from '../engine/crypto/sha256.js';

/** The bytes 0 to 31. */
const SEED = Uint8Array.from({ length: SEED_BYTES }, (_, index) => index);
const MESSAGE = utf8('rouged verification self-test');

/** SHA-256 of the public key, the secret key and the deterministic signature (algorithms 1 and 2, empty context). */
const PUBLIC_KEY_SHA256 = 'd666806e11cee19a7c989f7445f90dd419cf4d2d51db8c0fdb4c0f0a542238c9';
const SECRET_KEY_SHA256 = '9f1e24f47795fe50040384e3d6183988047170fa2d866406b70fe0a3f8216063';
const SIGNATURE_SHA256 = '48753575208c73ecc7d3aa1f3e5c4b96e8720ee64999b2ce78bcb375a3217caf';

/** Checks after which the time of one is near what it stays at. */
const WARM_UP = 4;

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** @param clock milliseconds of a monotonic clock. @returns microseconds of one check.
 *  @throws Error naming the known answer that was missed. */
export function testBackend(backend: SignatureBackend, clock: () => number): number {
  const require = (holds: boolean, what: string): void => {
    if (!holds) throw new Error(`the signature backend "${backend.name}" fails its self-test: ${what}`);
  };
  const { publicKey, secretKey } = backend.keygen(SEED);
  require(sha256Hex(publicKey) === PUBLIC_KEY_SHA256, 'wrong public key for a known seed');
  require(sha256Hex(secretKey) === SECRET_KEY_SHA256, 'wrong secret key for a known seed');
  const signature = backend.sign(MESSAGE, secretKey);
  require(sha256Hex(signature) === SIGNATURE_SHA256, 'wrong signature of a known message');
  for (let round = 0; round < WARM_UP; round++)
    require(backend.verify(signature, MESSAGE, publicKey), 'a valid signature is refused');
  const from = clock();
  require(backend.verify(signature, MESSAGE, publicKey), 'a valid signature is refused');
  const microseconds = (clock() - from) * 1_000;
  require(!backend.verify(flipped(signature, 100), MESSAGE, publicKey), 'a changed signature is accepted');
  require(!backend.verify(signature, flipped(MESSAGE, 0), publicKey), 'a changed message is accepted');
  require(!backend.verify(signature, MESSAGE, flipped(publicKey, 0)), 'another key is accepted');
  require(!backend.verify(signature.subarray(1), MESSAGE, publicKey), 'a short signature is accepted');
  return microseconds;
}
