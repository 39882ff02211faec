/** The thread in which contracts run outside of blocks: queries and dry runs, on the main thread's state as it is read.
 *
 *  In: what to run, and the block that it would be in. Out: the preview. Or in: a contract, out: what its code offers. Compiled code is kept between calls, nothing else is. A call
 *  that takes too long is ended from outside, with this thread. */

import { parentPort, workerData } from 'node:worker_threads';
import { errorText, InvariantError, isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { contractInterface } from '../../engine/ledger/contractInterface.js';
import { previewCall } from '../../engine/ledger/contractPreview.js';
import { readQuery, SIGNED_BODY } from '../../engine/ledger/contractQuery.js';
import { contractNotFound, contractOf } from '../../engine/ledger/contracts.js';
import { InlineMachine } from '../../engine/ledger/inlineMachine.js';
import { protocolOfStored } from '../../engine/protocol/protocolOf.js';
import { pricesNamed } from '../../engine/vm/prices.js';
import { chooseBackend } from '../verify/signatureBackends.js';
import type { CallAnswer, CallBlock, CallMessage, CallOrder, CallWorkerData } from './callMessages.js';
import { BridgedState, StaleState, TooManyReads } from './stateBridge.js';

const KEY_CACHE_BYTES = 4 * 1024 * 1024;

const port = parentPort;
if (!port) throw new InvariantError('this file runs in a thread');
const { genesis, signatureBackend, bridge } = workerData as CallWorkerData;
const protocol = protocolOfStored(genesis.chainId);
const { instance } = chooseBackend(signatureBackend, KEY_CACHE_BYTES, () => performance.now());
const contracts = new InlineMachine(pricesNamed(genesis.contractPrices), instance, true);
const answer = (message: CallAnswer): void => port.postMessage(message);

const refusalAnswer = ({ code, message }: Refusal): CallAnswer => ({ refusal: { code, message } });

/** @throws StaleState */
function preview(what: Exclude<CallOrder, { describe: string }>, block: CallBlock, state: BridgedState): CallAnswer {
  const order = 'order' in what ? what.order : readQuery(what.body, what.address);
  if (order === SIGNED_BODY) return { signed: true };
  if (isRefusal(order)) return refusalAnswer(order);
  if ('body' in what && !contractOf(state, order.address)) return refusalAnswer(contractNotFound(order.address));
  const context = { ...block, genesis, protocol, limits: genesis.limits, contracts };
  return { preview: previewCall(state, context, order), reads: state.reads };
}

/** @throws StaleState */
function describe(address: string, state: BridgedState): CallAnswer {
  const described = contractInterface(state, contracts, address);
  return isRefusal(described) ? refusalAnswer(described) : { described, reads: state.reads };
}

function call({ what, block }: CallMessage): CallAnswer {
  const state = new BridgedState(bridge, () => answer({ asks: true }));
  try {
    return 'describe' in what ? describe(what.describe, state) : preview(what, block, state);
  } catch (error) {
    if (error instanceof StaleState) return { stale: true };
    if (error instanceof TooManyReads) return { refusal: { code: 'rule_violation', message: error.message } };
    return { fault: errorText(error) };
  }
}

port.on('message', (message: CallMessage) => answer(call(message)));
answer({ ready: true });
