/** The payment that a call carries: in a block, and where a call is tried. Both must refuse the same payments. */

import { type Refusal, refuse } from '../base/refusal.js';
import { type AccountId, accountOfContract } from '../crypto/address.js';
import type { StateView, StateWriter } from '../state/state.js';
import type { AttachedAmount } from '../vm/scene.js';
import { shortOfPayment } from './contractShortage.js';
import { balanceOf, move } from './funds.js';
import { checkFrozen } from './tokens.js';

/** What is paid, and the contract that gets it. */
interface Payment {
  /** 40 hex characters. */
  readonly address: string;
  readonly attached: AttachedAmount | undefined;
}

/** Moves the attached payment to the contract. @returns why it cannot be moved. */
export function attach(
  state: StateView & StateWriter,
  payer: AccountId,
  { attached, address }: Payment,
): Refusal | undefined {
  if (!attached) return undefined;
  const { symbol, amount: units } = attached;
  const have = balanceOf(state, payer, symbol);
  if (have < units) return refuse('rule_violation', shortOfPayment(symbol, have, units));
  return checkFrozen(state, symbol) ?? move(state, payer, accountOfContract(address), symbol, units);
}
