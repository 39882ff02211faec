/** Hashes of Bitcoin: SHA-256 applied twice, whose bytes are shown in reverse order. */

import { fromHex, toHex } from '../../base/bytes.js';
import { sha256 } from '../../crypto/sha256.js';

/** @returns 32 bytes in the order in which headers and Merkle trees hold them. */
export const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));

/** 64 hex digits as explorers show them: the bytes in reverse. */
export const shownHash = (hash: Uint8Array): string => toHex(hash.slice().reverse());

/** @returns 32 bytes in the order of headers, or undefined when the text is not 64 hex digits. */
export const hashOfShown = (text: string): Uint8Array | undefined => fromHex(text, 32)?.reverse();

/** The only form in which a hash of a provider is accepted: compared as text, a second spelling would be a second key. */
export const isShownHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
