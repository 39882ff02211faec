/** What a call would do in the next block, with nothing done: queries, and the dry run before a call is taken.
 *
 *  In: the state, the block's context, what is asked. Out: the outcome as the API shows it. As in a block, the fee of a signed call is
 *  taken first, then its attached payment is moved. A query takes no fee, so it is answered for callers who have no XRGE.
 *
 *  A signed call whose limit does not suffice runs once more with the greatest one, to find out what it needs. */

import { XRGE } from '../base/amounts.js';
import { InvariantError } from '../base/refusal.js';
import { resolveAccount } from '../crypto/address.js';
import { Overlay, type StateView } from '../state/state.js';
import { attach } from './attachedPayment.js';
import type { BlockContext } from './blockContext.js';
import { rememberParent } from './blockHashes.js';
import { CallTree, isOutOfGas, seedOf } from './contractCalls.js';
import { eventView, returnView } from './contractResult.js';
import { contractOf } from './contracts.js';
import { debit } from './funds.js';
import type { ContractPreview, PreviewOrder } from './previewOrder.js';

/** The id that a call has which nobody signed: its random numbers are others than in a block. */
const NO_ID = '00'.repeat(32);

/** A payment that nobody makes. */
export const NEEDS_CALLER = 'previewing an attached payment needs the caller';

const failed = (error: string): ContractPreview => ({
  success: false,
  ...{ returnData: null, gasUsed: 0, gasNeeded: 0, events: [], error, logs: [], calls: [], place: undefined },
});

/** @returns why the payment cannot be made. */
function pay(state: Overlay, order: PreviewOrder): string | undefined {
  const { caller, attached, fee = 0n } = order;
  const payer = attached || fee > 0n ? resolveAccount(caller)?.account : undefined;
  if (payer === undefined) return attached ? NEEDS_CALLER : undefined;
  if (!debit(state, payer, XRGE, fee)) return 'insufficient XRGE for the gas fee';
  return attach(state, payer, order)?.message;
}

function run(state: Overlay, block: BlockContext, order: PreviewOrder): ContractPreview {
  const { address, method, args, caller, gasLimit, attached } = order;
  rememberParent(state, block);
  const unpaid = pay(state, order);
  if (unpaid !== undefined) return failed(unpaid);
  const tree = new CallTree(state, block, gasLimit);
  const seed = seedOf(block, NO_ID);
  const { done, value: end } = tree
    .run({ address, method, args, caller, fuel: gasLimit, depth: 0, seed, attached })
    .next();
  if (!done) throw new InvariantError('a preview runs where contracts are compiled at once');
  const { gasUsed, returned, events, logs, calls, place } = tree.result(end);
  const log = logs.length > 0 ? logs.join('\n') : null;
  return {
    success: end.success,
    returnData: end.success ? returnView(returned) : null,
    gasUsed,
    gasNeeded: tree.gasNeeded(end),
    events: end.success ? events.map(eventView) : [],
    error: end.success ? log : (end.error ?? 'Execution error'),
    ...{ logs, calls, place },
  };
}

const hasRunOut = ({ success, error, calls }: ContractPreview): boolean =>
  (!success && isOutOfGas(error)) || calls.some((call) => isOutOfGas(call.error));

/** Whether a sub-call lacks the fuel with which it succeeds. Up to the first of them both lists are of the same calls. */
const isShort = ({ calls }: ContractPreview, most: ContractPreview): boolean =>
  calls.some(({ error }, index) => {
    const other = most.calls[index];
    return isOutOfGas(error) && other !== undefined && other.error === undefined;
  });

export function previewCall(state: StateView, block: BlockContext, order: PreviewOrder): ContractPreview {
  const { address, gasLimit, mostFuel = gasLimit } = order;
  if (!contractOf(state, address)) return failed(`Contract not found: ${address}`);
  const signed = run(new Overlay(state), block, order);
  if (mostFuel <= gasLimit || !hasRunOut(signed)) return signed;
  const most = run(new Overlay(state), block, { ...order, gasLimit: mostFuel });
  // What fails with all the fuel there is fails for a reason that more fuel does not mend.
  if (!signed.success && !most.success) return { ...most, gasNeeded: 0 };
  return !signed.success || isShort(signed, most) ? { ...signed, gasNeeded: most.gasNeeded } : signed;
}
