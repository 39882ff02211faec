/** Tokens of the contract and of others. Amounts are base units. */

import { type HostFrame, MAX_ACCOUNT_BYTES, MAX_TEXT_BYTES, saturated } from './hostFrame.js';
import { type HostTable, hostFunction } from './hostFunction.js';

const MOVED = 0;
const INSUFFICIENT = 1;
const INVALID = 2;
const NO_BALANCE = -1n;

function balance(frame: HostFrame, symbol: number, symbolLength: number, account: number, length: number): bigint {
  frame.charge('balance', (symbolLength >>> 0) + (length >>> 0));
  const name = frame.strictText(symbol, symbolLength, MAX_TEXT_BYTES);
  const owner = frame.strictText(account, length, MAX_ACCOUNT_BYTES);
  if (name === undefined || owner === undefined) return NO_BALANCE;
  const units = frame.scene.tokenBalance(name, owner);
  return units === undefined ? NO_BALANCE : saturated(units);
}

function transfer(
  frame: HostFrame,
  symbol: number,
  symbolLength: number,
  to: number,
  length: number,
  amount: bigint,
): number {
  frame.charge('transfer', (symbolLength >>> 0) + (length >>> 0));
  const name = frame.strictText(symbol, symbolLength, MAX_TEXT_BYTES);
  const recipient = frame.strictText(to, length, MAX_ACCOUNT_BYTES);
  if (name === undefined || !recipient || amount <= 0n) return INVALID;
  const refusal = frame.scene.tokenTransfer(name, recipient, amount);
  if (refusal === undefined) return MOVED;
  return refusal === 'insufficient' ? INSUFFICIENT : INVALID;
}

export const tokens: HostTable = {
  host_token_balance: hostFunction('iiii>l', balance, 'game_ready_2'),
  host_token_transfer: hostFunction('iiiil>i', transfer, 'game_ready_2'),
};
