/** SHA-256, ML-DSA-65 signatures and their keys. */

import { accountOfKey, addressOf } from '../../crypto/address.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../crypto/mldsa.js';
import { sha256 } from '../../crypto/sha256.js';
import { code, type HostFrame } from './hostFrame.js';
import { type HostTable, hostFunction } from './hostFunction.js';

const WRONG_SIZE = -1;

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
    return frame.put(out, sha256(frame.peek(data, length)));
  }),
  host_pqc_verify: hostFunction('iiiiii>i', verify),
  host_pqc_hash_pubkey: hostFunction('iii>i', (frame: HostFrame, key: number, length: number, out: number) => {
    frame.charge('hash', length >>> 0);
    return length === PUBLIC_KEY_BYTES ? frame.put(out, sha256(frame.peek(key, length))) : WRONG_SIZE;
  }),
  host_pqc_pubkey_to_address: hostFunction(
    'iiii>i',
    (frame: HostFrame, key: number, length: number, out: number, capacity: number) => {
      frame.charge('address', length >>> 0);
      if (length !== PUBLIC_KEY_BYTES) return WRONG_SIZE;
      return frame.fill(out, capacity, addressOf(accountOfKey(frame.bytes(key, length))), code.tooSmall);
    },
  ),
};
