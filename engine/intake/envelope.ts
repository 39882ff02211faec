/** The largest HTTP body of a signed request, given how many bytes its signer may sign. This is the only place that defines it,
 *  so that a kind of transaction states one bound and its route follows. */

import { MAX_SIGNED_BYTES } from '../base/limits.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../crypto/mldsa.js';
import { mostSignedBytes } from '../ledger/signedLength.js';

/** An envelope carries its text twice: `payload` and `payload_bytes_hex`; a broadcast carries `payload` and `signed_payload`. */
const COPIES = 2;

/** Hex takes 2 characters per byte. JSON takes 3 when its writer escapes everything outside ASCII: 6 for a letter of 2 bytes, 12
 *  for a character of 4. */
const CHARACTERS_PER_BYTE = 3;

/** Public key and signature as hex. */
const HEX_CHARACTERS = 2 * (PUBLIC_KEY_BYTES + SIGNATURE_BYTES);

/** Names of members, brackets, and the spaces of a writer that indents. */
const SLACK_BYTES = 4 * 1024;

/** @param signedBytes most bytes that may be signed. @returns bytes of the largest JSON body that carries them. */
export const largestEnvelope = (signedBytes: number): number =>
  COPIES * CHARACTERS_PER_BYTE * signedBytes + HEX_CHARACTERS + SLACK_BYTES;

/** @param operation that a route names; '' where the bytes name their own. @returns bytes of its largest JSON body. */
export const largestRequest = (operation: string): number =>
  largestEnvelope(mostSignedBytes(operation) ?? MAX_SIGNED_BYTES);

/** Checked before a request is parsed: one that is too long costs no more than this check.
 *  @param length bytes of the request as it came. */
export function checkRequestLength(operation: string, length: number): Refusal | undefined {
  const most = largestRequest(operation);
  if (length <= most) return undefined;
  const what = operation === '' ? 'a request' : `a request of ${operation}`;
  return refuse('too_large', `${what} has at most ${most} bytes, this one has ${length}`);
}
