/** The foreign side of the bridge: its addresses, and how its amounts become units here. */

import { XRGE_DECIMALS } from '../../base/amounts.js';
import { U128_MAX } from '../../base/bytes.js';
import { type Refusal, refuse } from '../../base/refusal.js';
import type { EvmRules } from './evidence.js';

/** Addresses in small letters. An absent one switches off what needs it. */
export interface EvmBridge {
  readonly rules: EvmRules;
  /** Takes direct ETH and USDC. */
  readonly custody?: string;
  /** Emits deposits and releases of ETH and USDC. */
  readonly bridge?: string;
  /** Holds XRGE. */
  readonly vault?: string;
  readonly usdc: string;
  readonly xrge: string;
}

/** What a user brings over. */
export type EvmCoin = 'ETH' | 'USDC' | 'XRGE';

export const EVM_COINS: readonly EvmCoin[] = ['ETH', 'USDC', 'XRGE'];

export const mintedToken = { ETH: 'qETH', USDC: 'qUSDC', XRGE: 'XRGE' } as const satisfies Record<EvmCoin, string>;

/** Wei in a unit of qETH, which has 6 decimals. */
export const WEI_PER_UNIT = 10n ** 12n;
/** Base units of the foreign XRGE token (18 decimals) in a quantum. */
export const XRGE_WEI_PER_QUANTUM = 10n ** BigInt(18 - XRGE_DECIMALS);
/** The least deposit of XRGE: a whole one. */
const LEAST_XRGE_WEI = 10n ** 18n;

/** Every transaction is claimed once: one namespace for XRGE, one for ETH and USDC. @param hash 0x and 64 small hex digits. */
export const evmClaimKey = (coin: EvmCoin, hash: string): string => (coin === 'XRGE' ? `xrge:${hash}` : hash);

const inRange = (units: bigint): bigint | Refusal =>
  units <= U128_MAX ? units : refuse('invalid_amount', 'deposit amount is out of range');

/** Wei to units of qETH. @param exact refuses a remainder; else it is rounded down, and the rest stays in custody. */
export function ethUnits(wei: bigint, exact: boolean): bigint | Refusal {
  if (exact && wei % WEI_PER_UNIT !== 0n)
    return refuse(
      'invalid_amount',
      `ETH deposit ${wei} wei is not a whole number of qETH units (10^12 wei) — sub-unit dust rejected`,
    );
  const units = wei / WEI_PER_UNIT;
  return units === 0n ? refuse('invalid_amount', 'Amount too small (min 0.000001 ETH)') : inRange(units);
}

/** Base units of the foreign token to quanta, exactly. @param tooSmall the sentence below one XRGE. */
export function xrgeQuanta(wei: bigint, tooSmall: string): bigint | Refusal {
  if (wei < LEAST_XRGE_WEI) return refuse('invalid_amount', tooSmall);
  if (wei % XRGE_WEI_PER_QUANTUM !== 0n)
    return refuse(
      'invalid_amount',
      `XRGE deposit ${wei} is not a whole number of quanta (10^9 token units) — sub-unit dust rejected`,
    );
  return inRange(wei / XRGE_WEI_PER_QUANTUM);
}

/** USDC has 6 decimals on both sides. */
export const usdcUnits = (amount: bigint): bigint | Refusal => inRange(amount);

/** What is owed on the foreign side for units that were burned here. */
export const owedAmount = (coin: EvmCoin, units: bigint): bigint =>
  coin === 'ETH' ? units * WEI_PER_UNIT : coin === 'XRGE' ? units * XRGE_WEI_PER_QUANTUM : units;
