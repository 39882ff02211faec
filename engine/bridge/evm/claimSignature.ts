/** The signature with which a depositor names the recipient of a manual claim: EIP-191 (personal_sign) over three lines. */

import { eip191Signer } from 'micro-eth-signer';
import { type Refusal, refuse } from '../../base/refusal.js';

const SIGNATURE = /^0x[0-9a-fA-F]{130}$/;

/** What wallets sign. @param hash 0x and 64 small hex digits. @param recipient as `recipientText` gives it. */
export const claimText = (coin: 'ETH' | 'USDC' | 'XRGE', hash: string, recipient: string): string =>
  `RougeChain ${coin === 'XRGE' ? 'XRGE bridge' : 'bridge'} claim\nTx: ${hash}\nRecipient: ${recipient}`;

/** One spelling for one signature: small letters, and the recovery byte as personal_sign writes it, for which some wallets write 0 and 1. What
 *  authorities state is compared, so a signature that somebody spells otherwise must not make another version of a claim. */
export function canonicalSignature(signature: string): string {
  const text = signature.trim().toLowerCase();
  const end = text.slice(-2);
  return `${text.slice(0, -2)}${end === '00' ? '1b' : end === '01' ? '1c' : end}`;
}

/** @param address in small letters. @returns a refusal unless `signature` (65 bytes in hex, low s) is that of the address. */
export function claimSignatureFault(
  coin: 'ETH' | 'USDC' | 'XRGE',
  claim: { readonly hash: string; readonly recipient: string; readonly claimant: string; readonly signature: string },
): Refusal | undefined {
  const { hash, recipient, claimant, signature } = claim;
  const dash = coin === 'XRGE' ? 'Invalid EVM signature —' : 'Invalid signature -';
  const sent = coin === 'XRGE' ? 'XRGE' : 'ETH';
  const fault = refuse('invalid_signature', `${dash} sign the claim message with the wallet that sent the ${sent}`);
  if (!SIGNATURE.test(signature)) return fault;
  try {
    const signer = eip191Signer.recoverAddress(canonicalSignature(signature), claimText(coin, hash, recipient));
    return signer.toLowerCase() === claimant ? undefined : fault;
  } catch {
    // Whatever is wrong with it, the answer is the same: nobody has signed the claim.
    return fault;
  }
}
