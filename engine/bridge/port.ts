/** What a node asks of foreign chains. The engine decides with the answers; who asks the providers, and where, is the port's matter.
 *
 *  Every call ends, bounded in time, with a value or a refusal in the words of its route. `busy` means that nothing is known: the same call may
 *  be made again. */

import type { Refusal } from '../base/refusal.js';
import type { BtcNetwork } from './btc/address.js';
import type { VerifiedBtcDeposit } from './btc/deposit.js';
import type { SettledPayouts, VerifiedPayout as VerifiedBtcPayout } from './btc/payout.js';
import type { BridgedToken, VerifiedDeposit } from './deposit.js';
import type { EvmClaim } from './evm/claims.js';
import type { EvmCoin } from './evm/contracts.js';
import type { OwedPayout, VerifiedPayout as VerifiedEvmPayout } from './evm/payouts.js';

/** What an operator has configured of the EVM side. Addresses in small letters. */
export interface EvmFacts {
  /** As it is set; null when it is not set, although verification then works with 8453. */
  readonly chainId: number | null;
  readonly custody: string | undefined;
  readonly bridge: string | undefined;
  readonly vault: string | undefined;
  readonly usdc: string;
  readonly xrge: string;
  readonly confirmations: number;
}

export interface BtcFacts {
  readonly custody: string;
  readonly network: BtcNetwork;
  readonly confirmations: number;
  /** Satoshis. */
  readonly minWithdraw: bigint;
  readonly maxNetworkFee: bigint;
}

export interface BridgeFacts {
  readonly evm: EvmFacts;
  /** Undefined: the Bitcoin bridge is off. */
  readonly btc: BtcFacts | undefined;
}

/** A withdrawal that was burned at a time and may have been released on the EVM since. */
export interface OwedRelease extends OwedPayout {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** What the providers see of the coins behind a token. */
export interface CustodyBalance {
  /** In units of the token here, rounded down. */
  readonly units: bigint;
  /** Of the block for which the providers agree; absent where their answers do not name one. */
  readonly height?: number;
  /** What is counted, for people. */
  readonly of: string;
}

/** An output to a deposit address that both Bitcoin providers report; it proves nothing yet. */
export interface SeenOutput {
  readonly id: string;
  readonly position: number;
}

/** Outputs of an address, from where the scan before ended. */
export interface AddressOutputs {
  readonly outputs: readonly SeenOutput[];
  /** Whether the next scan goes on behind this one instead of from the newest. */
  readonly hasMore: boolean;
}

/** How one provider has answered lately. */
export interface ProviderHealth {
  readonly chain: 'evm' | 'btc';
  /** Host name, or the base of the API as sentences may show it. */
  readonly provider: string;
  /** Since when it gives no usable answer, in milliseconds of the monotonic clock; undefined while it does. */
  readonly failingMs: number | undefined;
  readonly failure: string | undefined;
  /** Blocks behind the provider that is furthest ahead; undefined when it does not answer. */
  readonly behind: number | undefined;
  /** Answers and failures since the start. */
  readonly answered: number;
  readonly failed: number;
}

export interface ChainsHealth {
  readonly providers: readonly ProviderHealth[];
  /** Verifications that were refused because providers contradicted each other, since the start. */
  readonly disagreements: number;
  /** The latest of them, for people, and how long ago it was. */
  readonly disagreement: { readonly sentence: string; readonly agoMs: number } | undefined;
}

export interface ForeignChains {
  readonly facts: BridgeFacts;

  /** A deposit through the contracts on the EVM. @param hash 0x and 64 small hex digits. */
  deposit(coin: EvmCoin, hash: string): Promise<VerifiedDeposit | Refusal>;
  /** A manual claim on the EVM. */
  claim(claim: EvmClaim): Promise<VerifiedDeposit | Refusal>;
  /** A deposit to the custody of Bitcoin. @param id 64 small hex digits. */
  btcDeposit(id: string): Promise<VerifiedBtcDeposit | Refusal>;
  /** Deposits of one transaction to an assigned address. */
  btcAddressDeposits(address: string, recipient: string, id: string): Promise<readonly VerifiedBtcDeposit[] | Refusal>;
  /** Outputs to an assigned address that may be deposits, in bounded pages. */
  btcOutputs(address: string): Promise<AddressOutputs | Refusal>;
  /** The second look, just before the mint. @returns why it must not happen, or undefined. */
  recheck(deposit: VerifiedDeposit): Promise<Refusal | undefined>;

  /** The payout of a withdrawal on the EVM. */
  evmPayout(owed: OwedPayout, hash: string): Promise<VerifiedEvmPayout | Refusal>;
  /** The payout of a withdrawal of Bitcoin. @param destination address. @param sats that were burned. */
  btcPayout(
    destination: string,
    sats: bigint,
    settled: SettledPayouts,
    id: string,
  ): Promise<VerifiedBtcPayout | Refusal>;
  /** Whether the vault has released a withdrawal of XRGE. @param id text of the withdrawal's id. @param asOf as of `releases`. */
  isReleased(id: string, asOf: number): Promise<boolean | Refusal>;
  /** Hashes of the transactions that have released a withdrawal; of XRGE those in which the vault has paid its destination since, of which one
   *  may be it. @param asOf milliseconds up to which the providers must know the chain. */
  releases(owed: OwedRelease, asOf: number): Promise<readonly string[] | Refusal>;

  /** Checks a destination fully, and that it is none of the bridge's own. @returns it in its usual spelling. */
  destination(token: BridgedToken, text: string): Promise<string | Refusal>;
  /** The coins behind a token. */
  balance(token: BridgedToken): Promise<CustodyBalance | Refusal>;
  /** Asks every provider for its head. */
  health(): Promise<ChainsHealth | Refusal>;
}
