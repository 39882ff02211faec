/** The machine of the main thread with the threads behind it. */

import type { Worker } from 'node:worker_threads';
import type { Log } from '../../engine/base/ports.js';
import type { Genesis } from '../../engine/chain/genesis.js';
import { CodeCache, KEPT_MODULES } from '../../engine/vm/codeCache.js';
import { MACHINE_CODE_PER_BYTE, MACHINE_CODE_SLACK } from '../../engine/vm/limits.js';
import { pricesNamed } from '../../engine/vm/prices.js';
import { closeEach } from '../threads/closing.js';
import { chooseBackend } from '../verify/signatureBackends.js';
import type { CallPoolStats } from './callPool.js';
import { setCompilerFlags } from './compilerFlags.js';
import { CompileThread } from './compileThread.js';
import { type MachineStats, ThreadedMachine } from './contractMachine.js';
import { ReaderThreads } from './readerThreads.js';

/** Bytes for expanded public keys that contracts ask about: some hundred keys. */
const KEY_CACHE_BYTES = 8 * 1024 * 1024;

/** Read at any time; counters begin with the process. */
export interface ContractStats {
  readonly machine: MachineStats;
  readonly calls: CallPoolStats;
  /** Seconds that each living thread has worked, by its name; a new thread begins at 0. */
  readonly activeSeconds: readonly (readonly [string, number])[];
}

const secondsOf = ({ performance: own }: Worker): number => own.eventLoopUtilization().active / 1_000;

/** Least bytes of machine code that the main thread keeps: twice what is compiled ahead. */
const LEAST_MACHINE_CODE = 1_024 * 1024 * 1024;

/** Block fuel up to which all code that one block can call is kept. */
const KEPT_BLOCK_FUEL = 20_000_000;

/** A cache that holds all the code that one block can call, up to what V8 can commit: a block that calls more compiles some of it again,
 *  call by call. What a single call reaches must be there together, and always is. A call pays at least `base` and a fuel for every
 *  `codeBytes` of the upload, and machine code is bounded by the upload (`MACHINE_CODE_PER_BYTE` and its slack). For 20 million fuel
 *  that is 1.3 GB: with the two caches of the threads that try calls, and as much again of optimised code, below V8's 4 GiB. */
export function cacheFor({ limits, contractPrices }: Genesis): CodeCache {
  const { instantiation } = pricesNamed(contractPrices);
  const forBytes = Number.isFinite(instantiation.codeBytes) ? instantiation.codeBytes * MACHINE_CODE_PER_BYTE : 0;
  const forSlack = instantiation.base > 0 ? MACHINE_CODE_SLACK / instantiation.base : 0;
  const fuel = Math.min(limits.fuel, KEPT_BLOCK_FUEL);
  const modules = instantiation.base > 0 ? Math.ceil(fuel / instantiation.base) : 0;
  return new CodeCache(
    Math.max(LEAST_MACHINE_CODE, Math.max(forBytes, forSlack) * fuel),
    Math.max(KEPT_MODULES, modules),
  );
}

export interface ContractThreads {
  readonly machine: ThreadedMachine;
  readonly calls: ReaderThreads;
  threads(): readonly Worker[];
  stats(): ContractStats;
  close(): Promise<void>;
}

export interface ContractThreadOptions {
  readonly genesis: Genesis;
  /** As the operator chose it for the verification threads. */
  readonly signatureBackend: string;
  readonly log?: Log;
}

export function openContracts({ genesis, signatureBackend, log }: ContractThreadOptions): ContractThreads {
  setCompilerFlags();
  const prices = genesis.contractPrices;
  const logged = log && { log };
  const calls = new ReaderThreads({ genesis, signatureBackend, ...logged });
  const thread = new CompileThread(prices, log);
  const { instance } = chooseBackend(signatureBackend, KEY_CACHE_BYTES, () => performance.now());
  const machine = new ThreadedMachine(pricesNamed(prices), thread, instance, log, cacheFor(genesis));
  return {
    calls,
    machine,
    threads: () => [...thread.threads(), ...calls.threads().map(([, worker]) => worker)],
    stats: () => ({
      machine: machine.stats(),
      calls: calls.stats(),
      activeSeconds: [
        ...thread.threads().map((worker) => ['contract-compile', secondsOf(worker)] as const),
        ...calls.threads().map(([name, worker]) => [name, secondsOf(worker)] as const),
      ],
    }),
    close: () =>
      closeEach(
        () => calls.close(),
        () => thread.close(),
      ),
  };
}
