/** ML-DSA-65 through `node:crypto`, where this Node's OpenSSL supports it (Node 24 and newer).
 *
 *  In: signatures, messages, keys. Out: verdicts. OpenSSL only verifies here: through Node it accepts neither the randomness
 *  of a signature nor the deterministic variant, so its signatures could not be compared with known answers; noble makes
 *  keys and signs. Key objects of known signers are kept, because making one costs as much as a check with it. */

import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { concatBytes, fromHex, toBinary } from '../../engine/base/bytes.js';
import { nobleBackend, type PacketBackend, PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';

/** SubjectPublicKeyInfo up to the key: SEQUENCE, AlgorithmIdentifier id-ml-dsa-65 (2.16.840.1.101.3.4.3.18), BIT STRING. */
const SPKI_HEAD = fromHex('308207b2300b0609608648016503040312038207a100') as Uint8Array;

/** What OpenSSL holds for a key: its bytes, the 6 polynomials of t1 and the 30 of the matrix, 1 KiB each, and objects. */
const KEY_OBJECT_BYTES = 48 * 1024;

const keyObject = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({ key: concatBytes(SPKI_HEAD, publicKey) as Buffer, format: 'der', type: 'spki' });

/** Key objects by the bytes of their keys; the least recently used one is dropped first. */
class KeyObjects {
  readonly #objects = new Map<string, KeyObject>();
  hits = 0;
  misses = 0;
  evictions = 0;

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.#objects.size;
  }

  /** @param keep whether a new one is worth keeping. @throws what OpenSSL says about bytes that are no key. */
  get(publicKey: Uint8Array, keep: boolean): KeyObject {
    const name = toBinary(publicKey);
    const found = this.#objects.get(name);
    if (found) this.hits++;
    else this.misses++;
    const object = found ?? keyObject(publicKey);
    if (!(found || keep) || this.capacity === 0) return object;
    // A map keeps the order of insertion: a used entry moves to its end.
    this.#objects.delete(name);
    this.#objects.set(name, object);
    if (this.#objects.size > this.capacity) {
      const [oldest] = this.#objects.keys();
      this.#objects.delete(oldest as string);
      this.evictions++;
    }
    return object;
  }
}

/** @param cacheBytes for key objects. @throws Error when OpenSSL does not support the algorithm. */
export function openNativeBackend(cacheBytes: number): PacketBackend {
  try {
    keyObject(new Uint8Array(PUBLIC_KEY_BYTES));
  } catch {
    throw new Error(`OpenSSL ${process.versions.openssl} of this Node (${process.version}) does not know ML-DSA-65`);
  }
  const keys = new KeyObjects(Math.floor(cacheBytes / KEY_OBJECT_BYTES));
  const check = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array, keep: boolean): boolean => {
    // Checked before OpenSSL sees them: inside the container, extra bytes after a key of the right length went unnoticed.
    if (publicKey.length !== PUBLIC_KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
    try {
      return verify(null, message, keys.get(publicKey, keep), signature);
    } catch {
      return false;
    }
  };
  return {
    name: 'native',
    keygen: nobleBackend.keygen,
    sign: nobleBackend.sign,
    verify: (signature, message, publicKey) => check(signature, message, publicKey, true),
    verifyMany: (items) =>
      items.map(({ signature, message, publicKey, known }) => check(signature, message, publicKey, known)),
    keyCache: () => ({ hits: keys.hits, misses: keys.misses, evictions: keys.evictions, keys: keys.size }),
  };
}
