/** The one reader of signed bytes.
 *
 *  In: the exact bytes that an owner signed. Out: those bytes together with what they say. Nothing else makes a
 *  `SignedText`, and nothing but a `SignedText` is decoded into a transaction: intake, blocks of peers, the journal, history,
 *  export and the check of a database therefore read one meaning. JSON has many spellings of one value (`1`, `1.0`, `10e-1`);
 *  a second reader of another spelling once made two nodes of one chain. */

import { decodeUtf8 } from '../base/bytes.js';
import { isJsonObject, type JsonObject, parseJson } from '../base/json.js';
import { type JsonBounds, MAX_SIGNED_BYTES, SIGNED_JSON } from '../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { joinKey, type SignedParts, signedLengthOf } from '../chain/transaction.js';

const tooLong = (length: number): Refusal =>
  refuse('too_large', `signed bytes are larger than ${MAX_SIGNED_BYTES} bytes: ${length}`);

export class SignedText {
  private constructor(
    /** What the signature covers and the identity is made of. */
    readonly bytes: Uint8Array,
    /** What `bytes` say. */
    readonly payload: JsonObject,
  ) {}

  /** @param what the bytes are called in a refusal. @param bounds of the text; what is stored already may be larger than what
   *  is taken in now. */
  static read(bytes: Uint8Array, what = 'the signed text', bounds: JsonBounds = SIGNED_JSON): SignedText | Refusal {
    if (bytes.length > MAX_SIGNED_BYTES) return tooLong(bytes.length);
    const text = decodeUtf8(bytes);
    if (text === undefined) return refuse('malformed_body', `${what} is not UTF-8 text`);
    const payload = parseJson(text, bounds);
    if (isRefusal(payload)) return refuse(payload.code, `${what} is ${payload.message}`);
    if (!isJsonObject(payload)) return refuse('malformed_body', `${what} must be a JSON object`);
    return new SignedText(bytes, payload);
  }

  /** Puts the key back where it was cut out and reads the whole. */
  static ofParts(
    { text, keyAt, publicKey }: Omit<SignedParts, 'operation' | 'signature'>,
    bounds?: JsonBounds,
  ): SignedText | Refusal {
    const length = signedLengthOf(text, keyAt);
    if (length > MAX_SIGNED_BYTES) return tooLong(length);
    const bytes = joinKey(text, keyAt, publicKey);
    return bytes
      ? SignedText.read(bytes, undefined, bounds)
      : refuse('malformed_body', 'key_at lies outside of the text');
  }
}
