/** Deposits to the bridge's contracts in the logs of a range of blocks.
 *
 *  In: the answer of one provider to `depositQuery`. Out: what is worth claiming. Two deposits of one transaction are one claim, which the
 *  node refuses as ambiguous. A log of the right topic that is not the event cannot be claimed. */

import { isRefusal, type Refusal } from '../../base/refusal.js';
import { addressOf, resolveAccount } from '../../crypto/address.js';
import { recipientText } from '../deposit.js';
import type { FoundDeposit, FoundDeposits } from '../foundDeposit.js';
import { type EvmCoin, evmClaimKey } from './contracts.js';
import { type EventName, eventsOf, topicOf } from './events.js';
import { type LogQuery, type PlacedLog, readLogs } from './logs.js';
import type { Result } from './values.js';

/** The contract of ETH and USDC, or that of XRGE. */
export type DepositContract = 'bridge' | 'vault';

const EVENTS: Readonly<Record<DepositContract, readonly (readonly [EventName, EvmCoin])[]>> = {
  bridge: [
    ['BridgeDepositETH', 'ETH'],
    ['BridgeDepositERC20', 'USDC'],
  ],
  vault: [['BridgeDeposit', 'XRGE']],
};

/** @param emitter address of the contract in small letters. @param from @param to heights, both included. */
export const depositQuery = (contract: DepositContract, emitter: string, from: number, to: number): LogQuery => ({
  ...{ emitter, from, to },
  topics: EVENTS[contract].map(([name]) => topicOf(name)),
});

/** @returns undefined for a log without a recipient of this chain. */
function depositOf(contract: DepositContract, log: PlacedLog): FoundDeposit | undefined {
  for (const [name, coin] of EVENTS[contract]) {
    const events = eventsOf([log], log.address, name);
    if (isRefusal(events)) return undefined;
    const text = events[0]?.args.recipient;
    if (text === undefined) continue;
    const resolved = resolveAccount(recipientText(text));
    const { transactionHash: hash, height } = log;
    return (
      resolved && { coin, hash, height, claimKey: evmClaimKey(coin, hash), recipient: addressOf(resolved.account) }
    );
  }
  return undefined;
}

/** @param result of eth_getLogs for `query`. */
export function readDepositLogs(contract: DepositContract, query: LogQuery, result: Result): FoundDeposits | Refusal {
  if (isRefusal(result)) return result;
  const logs = readLogs(result, query);
  if (isRefusal(logs)) return logs;
  const deposits = new Map<string, FoundDeposit>();
  const unclaimable: { readonly hash: string; readonly height: number }[] = [];
  for (const log of logs) {
    const deposit = depositOf(contract, log);
    if (!deposit) unclaimable.push({ hash: log.transactionHash, height: log.height });
    else if (!deposits.has(deposit.claimKey)) deposits.set(deposit.claimKey, deposit);
  }
  return { deposits: [...deposits.values()], unclaimable };
}
