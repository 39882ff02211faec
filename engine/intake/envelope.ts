/** How large the HTTP body of a signed request is at most, from how many bytes its signer may sign: the one place that says
 *  it, so that a kind of transaction states one bound and its route follows. */

import { MAX_SIGNED_BYTES } from '../base/limits.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../crypto/mldsa.js';
import { mostSignedBytes } from '../ledger/signedLength.js';

/** An envelope carries its text twice: `payload` and `payload_bytes_hex`; a broadcast carries `payload` and `signed_payload`. */
const COPIES = 2;

/** Hex takes 2 characters of a byte. JSON takes 3 when its writer escapes everything beyond ASCII: 6 of a letter that has
 *  2 bytes, 12 of a sign that has 4. */
const CHARACTERS_PER_BYTE = 3;

/** Public key and signature as hex. */
const HEX_CHARACTERS = 2 * (PUBLIC_KEY_BYTES + SIGNATURE_BYTES);

/** Names of members, brackets, and the spaces of a writer who indents. */
const SLACK_BYTES = 4 * 1024;

/** @param signedBytes most bytes that may be signed. @returns bytes of the largest body of JSON that carries them. */
export const largestEnvelope = (signedBytes: number): number =>
  COPIES * CHARACTERS_PER_BYTE * signedBytes + HEX_CHARACTERS + SLACK_BYTES;

/** @param operation that a route names; '' where the bytes name their own. @returns bytes of its largest body of JSON. */
export const largestRequest = (operation: string): number =>
  largestEnvelope(mostSignedBytes(operation) ?? MAX_SIGNED_BYTES);

/** Asked before a request is parsed: nothing that is too long by its length alone costs more than that.
 *  @param length bytes of the request as it came. */
export function checkRequestLength(operation: string, length: number): Refusal | undefined {
  const most = largestRequest(operation);
  if (length <= most) return undefined;
  const what = operation === '' ? 'a request' : `a request of ${operation}`;
  return refuse('too_large', `${what} has at most ${most} bytes, this one has ${length}`);
}
