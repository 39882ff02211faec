/** Which rules a network runs under. The main thread and every worker get them here, so that both follow the same rules. */

import { invariant, isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { MAINNET_CHAIN_ID, TESTNET_CHAIN_ID } from '../chain/upgrades.js';
import { nativeProtocol } from './native.js';
import type { Protocol } from './protocol.js';

/** The rules that a chain id runs under.
 *  @returns a refusal for the two public networks: their encodings changed over their history and are another set of rules. */
export function protocolOf(chainId: string): Protocol | Refusal {
  if (chainId === MAINNET_CHAIN_ID || chainId === TESTNET_CHAIN_ID)
    return refuse(
      'rule_violation',
      `chain id ${chainId} belongs to a public network whose rules this version does not carry; start a network of your own with another chain id`,
    );
  return nativeProtocol;
}

/** The rules of a chain that this node has stored, and so has accepted before.
 *  @throws InvariantError when there are none. */
export function protocolOfStored(chainId: string): Protocol {
  const protocol = protocolOf(chainId);
  invariant(!isRefusal(protocol), `a chain is stored whose rules are unknown: ${chainId}`);
  return protocol;
}
