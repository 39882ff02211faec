/** The machine of the main thread with the threads behind it. */

import type { Worker } from 'node:worker_threads';
import type { Log } from '../../engine/base/ports.js';
import { type Prices, pricesNamed } from '../../engine/vm/prices.js';
import { chooseBackend } from '../verify/signatureBackends.js';
import { CompileThread } from './compileThread.js';
import { ThreadedMachine } from './contractMachine.js';

/** Bytes for expanded public keys that contracts ask about: some hundred keys. */
const KEY_CACHE_BYTES = 8 * 1024 * 1024;

export interface ContractThreads {
  readonly machine: ThreadedMachine;
  threads(): readonly Worker[];
  close(): Promise<void>;
}

export interface ContractThreadOptions {
  readonly prices: Prices['name'];
  /** As the operator chose it for the verification threads. */
  readonly signatureBackend: string;
  readonly log?: Log;
}

export function openContracts({ prices, signatureBackend, log }: ContractThreadOptions): ContractThreads {
  const thread = new CompileThread(prices, log);
  const { instance } = chooseBackend(signatureBackend, KEY_CACHE_BYTES, () => performance.now());
  return {
    machine: new ThreadedMachine(pricesNamed(prices), thread, instance, log),
    threads: () => thread.threads(),
    close: () => thread.close(),
  };
}
