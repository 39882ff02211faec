/** The envelope as wallets write it, read in one pass: `{"payload":…,"signature":"…","public_key":"…"}` without white space, its payload in
 *  canonical form.
 *
 *  In: the bytes of a body. Out: what `readBody` and `readSigned` make of it, or undefined for every other body, the wrong ones among them:
 *  those two read it then, and nothing else decides what is refused. Here the signed bytes are a part of the body, so the payload
 *  is parsed once and not written again. */

import { asBuffer, fromHex, joinBytes, toBinary } from '../base/bytes.js';
import { canonicalJson, isCanonicalText } from '../base/json.js';
import { ENVELOPE_JSON, MAX_SIGNED_BYTES } from '../base/limits.js';
import { isRefusal } from '../base/refusal.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../crypto/mldsa.js';
import { SignerKey, type SignerKeys } from '../crypto/signerKey.js';
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

/** In front of the key in most payloads. */
const BEFORE_SIGNER = '"from":"';

export interface PlainEnvelope extends SignedEnvelope {
  /** Forms of `publicKey`. */
  readonly key: SignerKey;
}

/** The payload read around the hex of its signer, when it is in canonical form. */
function readAround(payload: Uint8Array, text: string, keyHex: string): SignedText | undefined {
  const at = text.indexOf(BEFORE_SIGNER) + BEFORE_SIGNER.length;
  const end = at + keyHex.length;
  // Compared as a slice: `startsWith` takes a hundred times as long.
  if (text.slice(at, end) !== keyHex) return undefined;
  const cut = { text: joinBytes([payload.subarray(0, at), payload.subarray(end)]), keyAt: at + 1 };
  const signed = SignedText.around(payload, cut, keyHex);
  return signed && isCanonicalText(text, signed.payload) ? signed : undefined;
}

function readWhole(payload: Uint8Array, text: string): SignedText | undefined {
  const signed = SignedText.read(payload, 'payload');
  return isRefusal(signed) || !isCanonicalText(text, signed.payload) ? undefined : signed;
}

function keyOf(hex: string, keys: SignerKeys | undefined): SignerKey | undefined {
  const kept = keys?.ofHex(hex);
  const bytes = kept ? undefined : fromHex(hex, PUBLIC_KEY_BYTES);
  return kept ?? (bytes && new SignerKey(bytes, hex.toLowerCase()));
}

/** @param keys those that are kept. */
export function readPlainEnvelope(bytes: Uint8Array, protocol: Protocol, keys?: SignerKeys): PlainEnvelope | undefined {
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
  const key = keyOf(next(KEY_HEX), keys);
  if (!key || next(END.length) !== END) return undefined;
  const payload = bytes.subarray(HEAD.length, tailAt);
  if (payload.length > MAX_SIGNED_BYTES) return undefined;
  const text = toBinary(payload);
  const signed = readAround(payload, text, key.hex) ?? readWhole(payload, text);
  if (!signed) return undefined;
  return { signed, publicKey: key.bytes, signature, key };
}
