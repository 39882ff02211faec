/** The envelope as wallets write it, read in one pass: `{"payload":…,"signature":"…","public_key":"…"}` without white space, its payload in
 *  canonical form.
 *
 *  In: the bytes of a body. Out: what `readBody` and `readSigned` make of it, or undefined for every other body, the wrong ones among them:
 *  those two read it then, and nothing else decides what is refused. Here the signed bytes are a part of the body, so the payload
 *  is parsed once and not written again. */

import { asBuffer, fromHex, toBinary } from '../base/bytes.js';
import { canonicalJson, isCanonicalText } from '../base/json.js';
import { ENVELOPE_JSON } from '../base/limits.js';
import { isRefusal } from '../base/refusal.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../crypto/mldsa.js';
import { SignedText } from '../ledger/signedText.js';
import type { Protocol } from '../protocol/protocol.js';
import type { SignedEnvelope } from './signedEnvelope.js';

const HEAD = '{"payload":';
const BEFORE_SIGNATURE = ',"signature":"';
const BEFORE_KEY = '","public_key":"';
const END = '"}';
const [SIGNATURE_HEX, KEY_HEX] = [2 * SIGNATURE_BYTES, 2 * PUBLIC_KEY_BYTES];

/** Bytes behind the payload: all members there have one length. */
const TAIL = BEFORE_SIGNATURE.length + SIGNATURE_HEX + BEFORE_KEY.length + KEY_HEX + END.length;

export interface PlainEnvelope extends SignedEnvelope {
  /** Hex of the key, in small letters. */
  readonly keyHex: string;
}

export function readPlainEnvelope(bytes: Uint8Array, protocol: Protocol): PlainEnvelope | undefined {
  const tailAt = bytes.length - TAIL;
  const isBounded = tailAt > HEAD.length && bytes.length <= ENVELOPE_JSON.characters;
  if (!isBounded || protocol.payloadText !== canonicalJson) return undefined;
  const buffer = asBuffer(bytes);
  let at = tailAt;
  const next = (length: number): string => {
    at += length;
    return buffer.toString('latin1', at - length, at);
  };
  if (buffer.toString('latin1', 0, HEAD.length) !== HEAD || next(BEFORE_SIGNATURE.length) !== BEFORE_SIGNATURE)
    return undefined;
  const signature = fromHex(next(SIGNATURE_HEX), SIGNATURE_BYTES);
  if (!signature || next(BEFORE_KEY.length) !== BEFORE_KEY) return undefined;
  const key = next(KEY_HEX);
  const publicKey = fromHex(key, PUBLIC_KEY_BYTES);
  if (!publicKey || next(END.length) !== END) return undefined;
  const payload = bytes.subarray(HEAD.length, tailAt);
  const signed = SignedText.read(payload, 'payload');
  if (isRefusal(signed) || !isCanonicalText(toBinary(payload), signed.payload)) return undefined;
  return { signed, publicKey, signature, keyHex: key.toLowerCase() };
}
