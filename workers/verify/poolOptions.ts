/** The options of a verification pool, and the methods that its owner has beyond the verifier port. */

import type { Worker } from 'node:worker_threads';
import type { Log, Timers } from '../../engine/base/ports.js';
import type { VerifierPort } from '../../engine/intake/verifier.js';

export interface VerifierPoolOptions {
  /** Number of threads, each with its lane. */
  readonly threads: number;
  readonly chainId: string;
  /** Name of the chain id's rules. */
  readonly protocol: string;
  /** Name of a signature backend, or `auto`. */
  readonly backend: string;
  /** Memory for keys, over all threads; VERIFY_CACHE_BYTES when absent. */
  readonly cacheBytes?: number;
  readonly requireChainId: boolean;
  /** The node's key, 4,032 bytes; without it `sign` refuses. The pool takes a copy and wipes it when it closes. */
  readonly secretKey?: Uint8Array;
  /** Bounds of the waiting fresh requests, when they differ from the engine's. */
  readonly maxItems?: number;
  readonly maxBytes?: number;
  /** Whether signatures of blocks and votes have a thread of their own beside the lanes. Default: true; an owner that accepts no
   *  requests needs none. */
  readonly urgentThread?: boolean;
  /** Receives a line for each thread that dies. */
  readonly log?: Log;
  /** Timers for finding threads that hang; those of the process when absent. */
  readonly timers?: Timers;
  /** A worker other than the product's: tests use some that misbehave. */
  readonly file?: URL;
}

export interface VerifierPool extends VerifierPort {
  /** Starts the threads; calls made before wait for it. @throws Error saying why, when they cannot start or fail
   *  their self-test; the pool is closed then. */
  start(): Promise<void>;
  /** The live threads: one per lane that has one, then that for urgent work. */
  threads(): readonly Worker[];
}
