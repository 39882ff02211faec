/** How signed calls, their dry runs and queries say that somebody has too little: one text for each cause. */

import { CONTRACT_PRICE, XRGE } from '../base/amounts.js';

/** XRGE with six decimals, as the texts of the specification have it. @param up whether to round up. */
function sixDecimals(quanta: bigint, up: boolean): string {
  const millionths = (quanta + (up ? CONTRACT_PRICE - 1n : 0n)) / CONTRACT_PRICE;
  return `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`;
}

const xrgeAmounts = (have: bigint, need: bigint): string =>
  `have ${sixDecimals(have, false)}, need ${sixDecimals(need, true)}`;

/** @param isPaying whether XRGE is attached too. @param have quanta. @param need quanta of both. */
export const shortOfFee = (isPaying: boolean, have: bigint, need: bigint): string =>
  `insufficient XRGE for the gas fee${isPaying ? ' and the attached payment' : ''}: ${xrgeAmounts(have, need)}`;

/** @param have quanta of XRGE, or base units of a token. */
export const shortOfPayment = (symbol: string, have: bigint, need: bigint): string =>
  `insufficient ${symbol} for the attached payment: ${symbol === XRGE ? xrgeAmounts(have, need) : `have ${have}, need ${need}`}`;
