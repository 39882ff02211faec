/** Addresses of the EVM as texts of users. */

import { keccak_256 } from '@noble/hashes/sha3.js';
import { toHex, utf8 } from '../../base/bytes.js';
import { type Refusal, refuse } from '../../base/refusal.js';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** The digits with the letters that EIP-55 makes capital: those at which the hash of the small digits has a digit of 8 and more. */
function checksummed(digits: string): string {
  const hash = toHex(keccak_256(utf8(digits)));
  return digits.replace(/[a-f]/g, (letter, at: number) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? letter.toUpperCase() : letter,
  );
}

/** @returns the address in small letters, or undefined when it is not 0x and 40 hex digits, or its mixed letters are not the checksum of
 *  EIP-55: then at least one digit is a typing error. */
export function readEvmAddress(text: string): string | undefined {
  if (!ADDRESS.test(text)) return undefined;
  const digits = text.slice(2);
  const small = digits.toLowerCase();
  const isRight = digits === small || digits === digits.toUpperCase() || digits === checksummed(small);
  return isRight ? `0x${small}` : undefined;
}

/** A destination of a withdrawal. @param own contracts and custody of the bridge: coins sent there would be lost or look like a deposit. */
export function evmDestination(text: string, own: readonly string[]): string | Refusal {
  const destination = readEvmAddress(text);
  if (destination === undefined) return refuse('invalid_recipient', 'Invalid EVM address');
  if (/^0x0{40}$/.test(destination))
    return refuse('invalid_recipient', 'the zero address cannot be paid: nobody has its key');
  return own.some((address) => address.toLowerCase() === destination)
    ? refuse('invalid_recipient', 'an address of the bridge itself cannot be paid')
    : destination;
}
