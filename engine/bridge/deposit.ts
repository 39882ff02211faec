/** What a verified deposit on a foreign chain is, whichever chain it is on. */

import { type Refusal, refuse } from '../base/refusal.js';
import type { BridgedToken } from '../chain/bridgeRules.js';
import { burnAccount, resolveAccount } from '../crypto/address.js';

export type { BridgedToken };

export interface VerifiedDeposit {
  readonly token: BridgedToken;
  /** Base units of the token to mint; quanta of XRGE. */
  readonly units: bigint;
  /** An address, or a public key in hex, that `resolveAccount` knows. */
  readonly recipient: string;
  /** Who paid, where the foreign chain says it: an EVM address in small letters. */
  readonly sender?: string;
  /** The name under which the deposit is claimed once for ever. */
  readonly claimKey: string;
  /** Of the foreign chain, hex in small letters. */
  readonly blockHash: string;
  readonly height: number;
  /** Index of the log in its block (EVM; the transaction's index when coins were sent without a log), or of the output (Bitcoin). */
  readonly position: number;
  /** Blocks above it that the needed number of providers has. */
  readonly depth: number;
}

/** A recipient as claims and deposits spell it: small letters, without the prefix `xrge:`. */
export const recipientText = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^xrge:/, '');

/** @returns the recipient, or a refusal when no account of this chain has that name: what is minted to nobody is lost. */
export function depositRecipient(text: string): string | Refusal {
  const recipient = recipientText(text);
  const named = resolveAccount(recipient);
  if (!named)
    return refuse('invalid_recipient', 'the recipient is neither a rouge1 address nor a public key of this chain');
  return named.account === burnAccount
    ? refuse('invalid_recipient', 'the recipient is the burn address: what is minted to it is lost')
    : recipient;
}
