/** SHA-256, ML-DSA-65 signatures and their keys. */

import { accountOfKey, addressOf } from '../../crypto/address.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../crypto/mldsa.js';
import { sha256 } from '../../crypto/sha256.js';
import { code, type HostFrame } from './hostFrame.js';
import { type HostTable, hostFunction } from './hostFunction.js';

const WRONG_SIZE = -1;
/** Of a hash whose input cannot be read, or whose output cannot be written. */
const OUTSIDE = -1;
const HASH_BYTES = 32;

function hash(frame: HostFrame, data: number, length: number, out: number): number {
  const bytes = frame.view(data, length);
  const target = frame.view(out, HASH_BYTES);
  if (!bytes || !target) return OUTSIDE;
  target.set(sha256(bytes));
  return HASH_BYTES;
}

function verify(
  frame: HostFrame,
  key: number,
  keyLength: number,
  message: number,
  messageLength: number,
  signature: number,
  signatureLength: number,
): number {
  frame.charge('verify', messageLength >>> 0);
  if (keyLength !== PUBLIC_KEY_BYTES || signatureLength !== SIGNATURE_BYTES) return WRONG_SIZE;
  const publicKey = frame.bytes(key, keyLength);
  const signed = frame.bytes(message, messageLength);
  return frame.scene.verify(publicKey, signed, frame.bytes(signature, signatureLength)) ? 1 : 0;
}

export const hashing: HostTable = {
  host_sha256: hostFunction('iii>i', (frame: HostFrame, data: number, length: number, out: number) => {
    frame.charge('hash', length >>> 0);
    return hash(frame, data, length, out);
  }),
  host_pqc_verify: hostFunction('iiiiii>i', verify),
  host_pqc_hash_pubkey: hostFunction('iii>i', (frame: HostFrame, key: number, length: number, out: number) => {
    frame.charge('hash', length >>> 0);
    return length === PUBLIC_KEY_BYTES ? hash(frame, key, length, out) : WRONG_SIZE;
  }),
  host_pqc_pubkey_to_address: hostFunction(
    'iiii>i',
    (frame: HostFrame, key: number, length: number, out: number, capacity: number) => {
      frame.charge('address', length >>> 0);
      if (length !== PUBLIC_KEY_BYTES) return WRONG_SIZE;
      return frame.fill(out, capacity, addressOf(accountOfKey(frame.peek(key, length))), code.tooSmall);
    },
  ),
};
