/** The one reader of signed bytes.
 *
 *  In: the exact bytes that an owner signed. Out: those bytes together with what they say. Nothing else creates a
 *  `SignedText`, and only a `SignedText` is decoded into a transaction. So intake, blocks of peers, the journal, history,
 *  export and the check of a database all read the same meaning. JSON has many spellings of one value (`1`, `1.0`, `10e-1`);
 *  a second reader, which read another spelling, once made two nodes of one chain diverge. */

import { decodeUtf8, toBinary, toHex } from '../base/bytes.js';
import { isJsonObject, type JsonObject, parseJson, parseJsonAround } from '../base/json.js';
import { type JsonBounds, MAX_SIGNED_BYTES, SIGNED_JSON } from '../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { isFirstCut, joinKey, type SignedParts, signedLengthOf } from '../chain/transaction.js';

const tooLong = (length: number, most: number): Refusal =>
  refuse('too_large', `signed bytes are larger than ${most} bytes: ${length}`);

export class SignedText {
  private constructor(
    /** What the signature covers and from which the identity is computed. */
    readonly bytes: Uint8Array,
    /** What `bytes` say. */
    readonly payload: JsonObject,
    /** What `cutKey` makes of `bytes`, where it is known. */
    readonly cut?: Pick<SignedParts, 'text' | 'keyAt'>,
  ) {}

  /** @param what how a refusal calls the bytes. @param bounds of the text; stored text may be larger than what is accepted
   *  now. @param most bytes. */
  static read(
    bytes: Uint8Array,
    what = 'the signed text',
    bounds: JsonBounds = SIGNED_JSON,
    most = MAX_SIGNED_BYTES,
  ): SignedText | Refusal {
    if (bytes.length > most) return tooLong(bytes.length, most);
    const text = decodeUtf8(bytes);
    if (text === undefined) return refuse('malformed_body', `${what} is not UTF-8 text`);
    const payload = parseJson(text, bounds);
    if (isRefusal(payload)) return refuse(payload.code, `${what} is ${payload.message}`);
    if (!isJsonObject(payload)) return refuse('malformed_body', `${what} must be a JSON object`);
    return new SignedText(bytes, payload);
  }

  /** Reads signed bytes without looking at the hex of the key in them: nine tenths of most texts.
   *  @param bytes `text` with the hex at the cut, of a length that may be signed.
   *  @returns undefined for those that `read` has to look at: what it makes of them decides. */
  static around(
    bytes: Uint8Array,
    { text, keyAt }: Pick<SignedParts, 'text' | 'keyAt'>,
    keyHex: string,
    bounds: JsonBounds = SIGNED_JSON,
  ): SignedText | undefined {
    const around = toBinary(text);
    if (Buffer.byteLength(around) !== text.length) return undefined;
    const payload = parseJsonAround(around, bounds, keyHex, keyAt - 1);
    if (!isJsonObject(payload)) return undefined;
    const cut = { text, keyAt };
    return new SignedText(bytes, payload, isFirstCut(cut, keyHex) ? cut : undefined);
  }

  /** Puts the key back where it was cut out and reads the whole text. @param keyHex of the key, for a caller that has it. */
  static ofParts(
    { text, keyAt, publicKey }: Omit<SignedParts, 'operation' | 'signature'>,
    bounds?: JsonBounds,
    most = MAX_SIGNED_BYTES,
    keyHex = keyAt === 0 ? '' : toHex(publicKey),
  ): SignedText | Refusal {
    const length = signedLengthOf(text, keyAt);
    if (length > most) return tooLong(length, most);
    const bytes = joinKey(text, keyAt, publicKey, keyHex);
    if (!bytes) return refuse('malformed_body', 'key_at lies outside of the text');
    const around = bytes.length <= most ? SignedText.around(bytes, { text, keyAt }, keyHex, bounds) : undefined;
    return around ?? SignedText.read(bytes, undefined, bounds, most);
  }
}
