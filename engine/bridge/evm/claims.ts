/** Manual claims: the depositor names a recipient under the signature of the wallet that paid.
 *
 *  ETH is sent directly to custody, USDC by the token contract to custody, XRGE by Transfers to the vault, which are summed. Whoever claims has
 *  paid every part of it: a Transfer of somebody else in the same transaction refuses the claim. */

import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import { depositRecipient, type VerifiedDeposit } from '../deposit.js';
import { claimSignatureFault } from './claimSignature.js';
import {
  type EvmBridge,
  type EvmCoin,
  ethUnits,
  evmClaimKey,
  mintedToken,
  usdcUnits,
  xrgeQuanta,
} from './contracts.js';
import { type DecodedEvent, eventsOf } from './events.js';
import type { EvidenceTexts, ProvenTransaction } from './evidence.js';

export interface EvmClaim {
  readonly coin: EvmCoin;
  /** 0x and 64 small hex digits. */
  readonly hash: string;
  /** Address in small letters. */
  readonly claimant: string;
  /** 65 bytes in hex. */
  readonly signature: string;
  readonly recipient: string;
}

export const claimTexts = (coin: EvmCoin): EvidenceTexts => ({
  wrongChain: (expected, got) => `Wrong chain: expected chain id ${expected}, got ${got}`,
  chainUnknown: (why) => `could not verify EVM chain id (RPC unavailable: ${why}) — refusing to credit`,
  unavailable: (why) => `Failed to fetch transaction: ${why}`,
  notFound: 'Transaction not found or not yet mined',
  notMined: 'Transaction not yet mined',
  headUnknown:
    coin === 'XRGE'
      ? 'could not verify confirmations (Base RPC unavailable) — refusing to credit'
      : 'could not verify confirmations (RPC unavailable) — refusing to credit',
  tooShallow: (needed, height, head) => `Need ${needed} confirmations (tx block ${height}, latest ${head})`,
});

/** The units and where they are in the block. */
interface Counted {
  readonly units: bigint;
  readonly position: number;
}

/** Transfers of a token to a holder, all of the claimant. @returns their sum. */
function transfersOf(
  { receipt }: ProvenTransaction,
  token: string,
  holder: string,
  claimant: string,
  texts: { readonly none: string; readonly other: (sender: string) => string },
): { readonly sum: bigint; readonly position: number } | Refusal {
  const transfers = eventsOf(receipt.logs, token, 'Transfer');
  if (isRefusal(transfers)) return transfers;
  const counted = transfers.filter(({ args }) => args.to === holder);
  const [first] = counted;
  if (!first) return refuse('rule_violation', texts.none);
  const stranger = counted.find(({ args }) => args.from !== claimant);
  if (stranger) return refuse('rule_violation', texts.other(senderOf(stranger)));
  return { sum: counted.reduce((sum, { args }) => sum + args.amount, 0n), position: first.log.index };
}

const senderOf = ({ args }: DecodedEvent): string => args.from ?? '';

function directEth(bridge: EvmBridge, _: EvmClaim, { transaction, receipt }: ProvenTransaction): Counted | Refusal {
  if (transaction.to !== bridge.custody)
    return refuse(
      'rule_violation',
      `Transaction recipient mismatch: ETH must be sent directly to the custody address ${bridge.custody}`,
    );
  if (transaction.value === 0n) return refuse('rule_violation', 'Transaction has zero value');
  const units = ethUnits(transaction.value, false);
  return isRefusal(units) ? units : { units, position: receipt.index };
}

function usdcToCustody(bridge: EvmBridge, claim: EvmClaim, proven: ProvenTransaction): Counted | Refusal {
  if (proven.transaction.to !== bridge.usdc)
    return refuse('rule_violation', `USDC must be transferred via the USDC token contract ${bridge.usdc}`);
  const paid = transfersOf(proven, bridge.usdc, bridge.custody as string, claim.claimant, {
    none: 'Could not verify USDC transfer to custody: no Transfer to the custody address in this transaction',
    other: (sender) => `USDC transfer sender mismatch: expected ${claim.claimant}, got ${sender}`,
  });
  if (isRefusal(paid)) return paid;
  if (paid.sum === 0n) return refuse('invalid_amount', 'USDC amount too small');
  const units = usdcUnits(paid.sum);
  return isRefusal(units) ? units : { units, position: paid.position };
}

function xrgeToVault(bridge: EvmBridge, claim: EvmClaim, proven: ProvenTransaction): Counted | Refusal {
  const paid = transfersOf(proven, bridge.xrge, bridge.vault as string, claim.claimant, {
    none: 'No verifiable XRGE deposit to the vault in this transaction: no Transfer of the token to the vault',
    other: (sender) =>
      `Deposit sender mismatch: XRGE was sent from ${sender}, but the claim is signed as ${claim.claimant}`,
  });
  if (isRefusal(paid)) return paid;
  const units = xrgeQuanta(paid.sum, 'Amount too small (min 1 XRGE)');
  return isRefusal(units) ? units : { units, position: paid.position };
}

const COUNTERS = { ETH: directEth, USDC: usdcToCustody, XRGE: xrgeToVault } as const;

/** Whether the part of the bridge that the claim needs is on. */
function offFault(bridge: EvmBridge, coin: EvmCoin): Refusal | undefined {
  if (coin === 'XRGE') return bridge.vault === undefined ? refuse('not_found', 'XRGE bridge not enabled') : undefined;
  return bridge.custody === undefined
    ? refuse('not_found', 'Bridge is not enabled (QV_BRIDGE_CUSTODY_ADDRESS not set)')
    : undefined;
}

/** What can be refused before any provider is asked: the part that is off, the signature, the recipient.
 *  @returns the recipient as it is minted to. */
export function checkClaim(bridge: EvmBridge, claim: EvmClaim): string | Refusal {
  const off = offFault(bridge, claim.coin);
  if (off) return off;
  const recipient = depositRecipient(claim.recipient);
  if (isRefusal(recipient)) return recipient;
  return claimSignatureFault(claim.coin, { ...claim, recipient }) ?? recipient;
}

/** @param proven the transaction of the claim's hash. */
export function verifyClaim(bridge: EvmBridge, claim: EvmClaim, proven: ProvenTransaction): VerifiedDeposit | Refusal {
  const recipient = checkClaim(bridge, claim);
  if (isRefusal(recipient)) return recipient;
  const { coin, claimant, hash } = claim;
  const { transaction, receipt, depth } = proven;
  if (coin !== 'XRGE' && transaction.from !== claimant)
    return refuse('rule_violation', `Transaction sender mismatch: expected ${claimant}, got ${transaction.from}`);
  if (!receipt.succeeded) return refuse('rule_violation', 'deposit transaction reverted');
  const counted = COUNTERS[coin](bridge, claim, proven);
  if (isRefusal(counted)) return counted;
  return {
    ...{ token: mintedToken[coin], units: counted.units, recipient, sender: claimant },
    ...{ claimKey: evmClaimKey(coin, hash), position: counted.position },
    ...{ blockHash: receipt.blockHash, height: receipt.height, depth },
  };
}
