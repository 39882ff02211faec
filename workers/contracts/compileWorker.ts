/** The thread that reads, checks, meters and compiles contracts.
 *
 *  In: uploaded bytes. Out: code that is ready to run, or why it cannot be a contract. Between modules it keeps nothing. */

import { parentPort, workerData } from 'node:worker_threads';
import { InvariantError, isRefusal } from '../../engine/base/refusal.js';
import { prepareContract } from '../../engine/vm/prepareContract.js';
import { pricesNamed } from '../../engine/vm/prices.js';
import type { CompileAnswer, CompileRequest, CompileWorkerData } from './compileMessages.js';
import { setCompilerFlags } from './compilerFlags.js';

setCompilerFlags();

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
