/** Hex, random bytes and addresses, with nothing that only Node or only a browser has. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { bech32m } from '@scure/base';

const ADDRESS_PREFIX = 'rouge';

export const toHex = bytesToHex;

/** @returns undefined unless the text is hex of so many bytes. */
export const fromHex = (text: unknown, bytes: number): Uint8Array | undefined =>
  typeof text === 'string' && text.length === bytes * 2 && /^[0-9a-f]*$/i.test(text) ? hexToBytes(text) : undefined;

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

/** The address of an ML-DSA-65 public key: bech32m of its SHA-256. */
export const addressOfKey = (publicKey: Uint8Array): string =>
  bech32m.encode(ADDRESS_PREFIX, bech32m.toWords(sha256(publicKey)));

/** The id of a transaction: hex of SHA-256 over the signer's key and the signed bytes. */
export const transactionIdOf = (publicKey: Uint8Array, signedBytes: Uint8Array): string =>
  bytesToHex(sha256.create().update(publicKey).update(signedBytes).digest());
