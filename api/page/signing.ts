/** Signed requests, made in the browser: the key never leaves it.
 *
 *  In: a seed or a secret key in hex, and the members of an operation. Out: the body for the node's signed routes.
 *  The signed text is the payload: JSON with sorted names (specification, Signed requests). */

import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { addressOfKey } from './address.js';

export interface Wallet {
  /** Public key in hex. */
  readonly publicKey: string;
  readonly address: string;
  sign(message: Uint8Array): Uint8Array;
}

const SEED_CHARACTERS = 64;
const SECRET_KEY_CHARACTERS = 2 * 4_032;
const NONCE_BYTES = 16;

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));

const walletOf = (publicKey: Uint8Array, secretKey: Uint8Array): Wallet => {
  const hex = hexOf(publicKey);
  return { publicKey: hex, address: addressOfKey(hex) ?? hex, sign: (message) => ml_dsa65.sign(message, secretKey) };
};

/** @param text a seed of 64 hex characters, or a secret key of 8,064. @returns undefined for anything else. */
export function openWallet(text: string): Wallet | undefined {
  const hex = text.trim().replace(/^0x/i, '');
  if (!/^[0-9a-f]+$/i.test(hex)) return undefined;
  if (hex.length === SEED_CHARACTERS) {
    const { publicKey, secretKey } = ml_dsa65.keygen(bytesOf(hex));
    return walletOf(publicKey, secretKey);
  }
  if (hex.length !== SECRET_KEY_CHARACTERS) return undefined;
  const secretKey = bytesOf(hex);
  return walletOf(ml_dsa65.getPublicKey(secretKey), secretKey);
}

/** A new seed in hex. */
export const newSeed = (): string => hexOf(crypto.getRandomValues(new Uint8Array(SEED_CHARACTERS / 2)));

/** A number with the digits that the user typed: a double would lose some. */
export interface Digits {
  readonly digits: string;
}

const jsonOf = (value: string | number | Digits): string =>
  typeof value === 'object' ? value.digits : JSON.stringify(value);

/** @param time of the node's clock, in milliseconds. @returns the text of the request's body. */
export function signedBody(
  wallet: Wallet,
  members: Readonly<Record<string, string | number | Digits>>,
  time: number,
): string {
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  const payload = { ...members, from: wallet.publicKey, nonce, timestamp: Math.round(time) };
  const names = Object.keys(payload).sort();
  const text = `{${names.map((name) => `${JSON.stringify(name)}:${jsonOf((payload as typeof members)[name] ?? '')}`).join(',')}}`;
  const signature = hexOf(wallet.sign(new TextEncoder().encode(text)));
  return `{"payload":${text},"public_key":"${wallet.publicKey}","signature":"${signature}"}`;
}
