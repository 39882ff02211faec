/** What an operator has configured for the Bitcoin bridge. */

import { bytesEqual } from '../../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import { type BtcAddress, type BtcNetwork, readBtcAddress, scriptKey } from './address.js';
import { isShownHash } from './hash.js';
import { type Checkpoint, HeaderChain } from './headers.js';

/** `off`: the provider is believed. `required`: what cannot be proven is refused. */
export const MODES = ['off', 'required'] as const;
export type Mode = (typeof MODES)[number];

export interface BtcBridgeRules {
  readonly network: BtcNetwork;
  readonly custody: BtcAddress;
  /** Depth of the block of a transaction, itself included. */
  readonly minConfirmations: number;
  /** Satoshis. */
  readonly minWithdraw: bigint;
  /** Most network fee of a payout that its recipient bears, in satoshis. */
  readonly maxNetworkFee: bigint;
  /** The primary provider is enough when the secondary does not answer. It is still heard when it does. */
  readonly allowSingleProvider: boolean;
  /** Amounts and spent outputs come from raw transactions that hash to their ids. */
  readonly rawBinding: Mode;
  /** The transaction is in a block with proof of work on the checkpoint. Includes `rawBinding`. */
  readonly spv: Mode;
  readonly checkpoint: Checkpoint | undefined;
}

/** Standard values of the facts: confirmations, and satoshis. */
export const STANDARD_BTC_RULES = { minConfirmations: 2, minWithdraw: 2_000n, maxNetworkFee: 10_000n } as const;

/** @returns a refusal for rules that contradict each other. */
export function checkRules(rules: BtcBridgeRules): BtcBridgeRules | Refusal {
  if (rules.spv === 'off') return rules;
  if (rules.checkpoint === undefined || !isShownHash(rules.checkpoint.hash))
    return refuse(
      'malformed_parameter',
      'SPV of the Bitcoin bridge needs a checkpoint: the height and the hash of a block',
    );
  const chain = HeaderChain.from(rules.network, rules.checkpoint);
  if (isRefusal(chain)) return refuse('malformed_parameter', chain.message);
  return { ...rules, rawBinding: 'required' };
}

/** Scripts of assigned deposit addresses, as `scriptKey` gives them. */
export type AssignedScripts = ReadonlySet<string>;

export const isOwnScript = (script: Uint8Array, rules: BtcBridgeRules, assigned: AssignedScripts): boolean =>
  bytesEqual(script, rules.custody.script) || assigned.has(scriptKey(script));

/** Where a withdrawal may go. Custody and deposit addresses are no destinations: the bridge would pay itself, and the payout could be claimed
 *  as a deposit.
 *  @returns the address with its script. */
export function readDestination(text: string, rules: BtcBridgeRules, assigned: AssignedScripts): BtcAddress | Refusal {
  const address = readBtcAddress(text, rules.network);
  if (isRefusal(address)) return address;
  return isOwnScript(address.script, rules, assigned)
    ? refuse('invalid_recipient', 'BTC address belongs to the bridge itself; a withdrawal cannot go there')
    : address;
}

/** Checked before anything is burned. @param sats to withdraw. */
export const withdrawAmountProblem = (sats: bigint, { minWithdraw }: BtcBridgeRules): Refusal | undefined =>
  sats >= minWithdraw
    ? undefined
    : refuse(
        'invalid_amount',
        `qBTC withdrawal of ${sats} sats is below the minimum of ${minWithdraw} sats (the Bitcoin network fee is deducted from the amount you receive)`,
      );
