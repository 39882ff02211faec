/** What a call would do in the next block, with nothing done: queries, and the dry run before a call is taken.
 *
 *  In: an overlay that is thrown away, the block's context, what is asked. Out: the outcome as the API shows it. An attached payment
 *  is moved first when its payer can pay it. */

import { InvariantError } from '../base/refusal.js';
import { accountOfContract, resolveAccount } from '../crypto/address.js';
import type { Overlay } from '../state/state.js';
import type { BlockContext } from './blockContext.js';
import { CallTree, seedOf } from './contractCalls.js';
import { NOT_READY } from './contractMachine.js';
import { eventView, returnView } from './contractResult.js';
import { shortOfPayment } from './contractShortage.js';
import { contractOf } from './contracts.js';
import { balanceOf, move } from './funds.js';
import type { ContractPreview, PreviewOrder } from './previewOrder.js';

/** The id that a call has which nobody signed: its random numbers are others than in a block. */
const NO_ID = '00'.repeat(32);

const failed = (error: string): ContractPreview => ({
  success: false,
  ...{ returnData: null, gasUsed: 0, events: [], error, logs: [], calls: [], place: undefined },
});

/** @returns why the payment cannot be made. */
function pay(state: Overlay, { address, caller, attached }: PreviewOrder): string | undefined {
  if (!attached) return undefined;
  const payer = resolveAccount(caller)?.account;
  if (payer === undefined) return 'previewing an attached payment needs the caller';
  const { symbol, amount } = attached;
  const have = balanceOf(state, payer, symbol);
  if (have < amount) return shortOfPayment(symbol, have, amount);
  return move(state, payer, accountOfContract(address), symbol, amount)?.message;
}

/** @param state an overlay of which nothing is kept. */
export function previewCall(state: Overlay, block: BlockContext, order: PreviewOrder): ContractPreview {
  const { address, method, args, caller, gasLimit, attached } = order;
  if (!contractOf(state, address)) return failed(`Contract not found: ${address}`);
  const unpaid = pay(state, order);
  if (unpaid !== undefined) return failed(unpaid);
  const tree = new CallTree(state, block, gasLimit);
  const seed = seedOf(block, NO_ID);
  const end = tree.run({ address, method, args, caller, fuel: gasLimit, depth: 0, seed, attached });
  if (end === NOT_READY) throw new InvariantError('a preview runs where contracts are compiled at once');
  const { gasUsed, returned, events, logs, calls, place } = tree.result(end);
  const log = logs.length > 0 ? logs.join('\n') : null;
  return {
    success: end.success,
    returnData: end.success ? returnView(returned) : null,
    gasUsed,
    events: end.success ? events.map(eventView) : [],
    error: end.success ? log : (end.error ?? 'Execution error'),
    ...{ logs, calls, place },
  };
}
