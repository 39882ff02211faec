/** The thread that reads, checks, meters and compiles contracts.
 *
 *  In: uploaded bytes. Out: code that is ready to run, or why it cannot be a contract. Between modules it keeps nothing. */

import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { InvariantError, isRefusal } from '../../engine/base/refusal.js';
import { prepareContract } from '../../engine/vm/prepareContract.js';
import { pricesNamed } from '../../engine/vm/prices.js';
import type { CompileAnswer, CompileRequest, CompileWorkerData } from './compileMessages.js';

// All functions are compiled here and now. Otherwise V8 compiles each when it is first called: in the middle of a block, on the main
// thread, for up to 30 ms.
setFlagsFromString('--no-wasm-lazy-compilation');

const port = parentPort;
if (!port) throw new InvariantError('this file runs in a thread');
const prices = pricesNamed((workerData as CompileWorkerData).prices);

function compile(wasm: Uint8Array): CompileAnswer {
  const code = prepareContract(wasm, prices);
  if (isRefusal(code)) return { refusal: { code: code.code, message: code.message } };
  // The checker has accepted it, so V8 must: another verdict is a fault of ours, and ends this thread with its cause.
  return { code: { ...code, module: new WebAssembly.Module(code.metered) } };
}

port.on('message', ({ wasm }: CompileRequest) => port.postMessage(compile(wasm)));
