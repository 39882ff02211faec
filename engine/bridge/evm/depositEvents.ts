/** Deposits through the bridge's contracts: recipient and amount come from the event alone, whoever brings the transaction's hash. */

import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import { depositRecipient, type VerifiedDeposit } from '../deposit.js';
import {
  type EvmBridge,
  type EvmCoin,
  ethUnits,
  evmClaimKey,
  mintedToken,
  usdcUnits,
  xrgeQuanta,
} from './contracts.js';
import { type DecodedEvent, type EventName, eventsOf } from './events.js';
import type { EvidenceTexts, ProvenTransaction } from './evidence.js';
import type { EvmLog } from './values.js';

const EVENT = {
  ETH: 'BridgeDepositETH',
  USDC: 'BridgeDepositERC20',
  XRGE: 'BridgeDeposit',
} as const satisfies Record<EvmCoin, EventName>;

const emitterOf = (bridge: EvmBridge, coin: EvmCoin): string | undefined =>
  coin === 'XRGE' ? bridge.vault : bridge.bridge;

const unverifiable = (coin: EvmCoin, why: string): string =>
  `No verifiable ${coin === 'XRGE' ? 'BridgeDeposit to the vault' : 'RougeBridge deposit'}: ${why}`;

export const depositTexts = (coin: EvmCoin): EvidenceTexts => ({
  wrongChain: (expected, got) =>
    `EVM chain mismatch: daemon RPC reports ${got} but the bridge is configured for ${expected} — refusing to credit`,
  chainUnknown: (why) => `could not verify EVM chain id (RPC unavailable: ${why}) — refusing to credit`,
  unavailable: (why) => unverifiable(coin, why),
  notFound: unverifiable(coin, 'transaction not found or not yet mined'),
  notMined: unverifiable(coin, 'transaction not found or not yet mined'),
  headUnknown: 'could not verify confirmations (Base RPC unavailable) — refusing to credit',
  tooShallow: (needed, height, head) => `Need ${needed} confirmations (tx block ${height}, latest ${head})`,
});

/** The deposit events of every supported kind. Two contracts of one transaction count together. */
function supportedEvents(bridge: EvmBridge, logs: readonly EvmLog[]): readonly DecodedEvent[] | Refusal {
  const found: DecodedEvent[] = [];
  for (const coin of ['ETH', 'USDC', 'XRGE'] as const) {
    const emitter = emitterOf(bridge, coin);
    const events = emitter === undefined ? [] : eventsOf(logs, emitter, EVENT[coin]);
    if (isRefusal(events)) return events;
    found.push(...events);
  }
  return found;
}

/** The one event, or why there is no one. */
function onlyEvent(bridge: EvmBridge, coin: EvmCoin, logs: readonly EvmLog[]): DecodedEvent | string {
  const events = supportedEvents(bridge, logs);
  if (isRefusal(events)) return events.message;
  if (events.length > 1)
    return `${events.length} supported RougeBridge deposit events in one transaction — ambiguous, refusing to credit any of them`;
  const [event] = events;
  const emitter = coin === 'XRGE' ? 'vault' : 'RougeBridge';
  return event?.name === EVENT[coin]
    ? event
    : `no ${EVENT[coin]} event from the configured ${emitter} in this transaction`;
}

/** USDC: the token must be the configured one, and have moved. */
function usdcFault({ usdc, bridge }: EvmBridge, { args }: DecodedEvent, logs: readonly EvmLog[]): string | undefined {
  if (args.token !== usdc) return `deposit token ${args.token} is not the configured Base USDC ${usdc}`;
  const transfers = eventsOf(logs, usdc, 'Transfer');
  if (isRefusal(transfers)) return transfers.message;
  const isPaid = transfers.some(
    ({ args: paid }) => paid.from === args.sender && paid.to === bridge && paid.amount === args.amount,
  );
  return isPaid ? undefined : 'no matching USDC Transfer(sender → RougeBridge, amount) in this receipt';
}

function unitsOf(coin: EvmCoin, amount: bigint): bigint | Refusal {
  if (coin === 'ETH') return ethUnits(amount, true);
  return coin === 'USDC' ? usdcUnits(amount) : xrgeQuanta(amount, 'XRGE deposit amount too small');
}

function offFault(bridge: EvmBridge, coin: EvmCoin): Refusal | undefined {
  if (emitterOf(bridge, coin) !== undefined) return undefined;
  return coin === 'XRGE'
    ? refuse('not_found', 'XRGE bridge not enabled')
    : refuse('not_found', 'RougeBridge address not configured — refusing to credit');
}

/** @param proven the transaction of the deposit. */
export function verifyDepositEvent(
  bridge: EvmBridge,
  coin: EvmCoin,
  { receipt, depth }: ProvenTransaction,
): VerifiedDeposit | Refusal {
  const off = offFault(bridge, coin);
  if (off) return off;
  const refused = (why: string): Refusal => refuse('rule_violation', unverifiable(coin, why));
  if (!receipt.succeeded) return refused('deposit transaction reverted');
  const event = onlyEvent(bridge, coin, receipt.logs);
  if (typeof event === 'string') return refused(event);
  const { amount, sender = '', recipient: text = '' } = event.args;
  if (amount === 0n) return refused('deposit amount is zero');
  if (text.trim() === '') return refused('deposit has an empty RougeChain pubkey');
  const unpaid = coin === 'USDC' ? usdcFault(bridge, event, receipt.logs) : undefined;
  if (unpaid !== undefined) return refused(unpaid);
  const units = unitsOf(coin, amount);
  if (isRefusal(units)) return refused(units.message);
  const recipient = depositRecipient(text);
  if (isRefusal(recipient)) return refused(recipient.message);
  return {
    ...{ token: mintedToken[coin], units, recipient, sender },
    ...{ claimKey: evmClaimKey(coin, receipt.transactionHash), position: event.log.index },
    ...{ blockHash: receipt.blockHash, height: receipt.height, depth },
  };
}
