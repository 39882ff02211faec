/** Where contracts run outside of blocks: queries in one thread, the dry runs of signed calls in another. Queries cost their senders
 *  nothing, so however many wait, no transaction waits behind them. */

import type { Worker } from 'node:worker_threads';
import type { ContractPreviews } from '../../engine/head/contractPreviews.js';
import type { PreviewOrder } from '../../engine/ledger/previewOrder.js';
import { closeEach } from '../threads/closing.js';
import { type CalledChain, CallPool, type CallPoolOptions, type CallPoolStats } from './callPool.js';

/** Shares of the main thread for what each thread reads of the state, a dearest call being 0.03 to 0.1 s of it: whoever floods a node
 *  with such calls leaves blocks more than half. Dry runs have the larger one, because transactions wait behind them. */
const QUERY_SHARE = 0.15;
const DRY_RUN_SHARE = 0.3;

export class ReaderThreads implements ContractPreviews {
  readonly #queries: CallPool;
  readonly #dryRuns: CallPool;

  constructor(options: CallPoolOptions) {
    this.#queries = new CallPool({ ...options, mainShare: QUERY_SHARE });
    this.#dryRuns = new CallPool({ ...options, mainShare: DRY_RUN_SHARE });
  }

  /** As `CallPool.serve`. */
  serve(chain: CalledChain | undefined): void {
    this.#queries.serve(chain);
    this.#dryRuns.serve(chain);
  }

  preview(order: PreviewOrder): ReturnType<ContractPreviews['preview']> {
    return this.#dryRuns.preview(order);
  }

  query(...asked: Parameters<ContractPreviews['query']>): ReturnType<ContractPreviews['query']> {
    return this.#queries.query(...asked);
  }

  describe(address: string): ReturnType<ContractPreviews['describe']> {
    return this.#queries.describe(address);
  }

  /** Of both together. */
  stats(): CallPoolStats {
    const [one, other] = [this.#queries.stats(), this.#dryRuns.stats()];
    return {
      calls: one.calls + other.calls,
      refused: one.refused + other.refused,
      killed: one.killed + other.killed,
      stale: one.stale + other.stale,
      reads: one.reads + other.reads,
      seconds: one.seconds + other.seconds,
      waiting: one.waiting + other.waiting,
    };
  }

  /** By what they do. */
  threads(): readonly (readonly [name: string, worker: Worker])[] {
    return [
      ...this.#queries.threads().map((worker) => ['contract-query', worker] as const),
      ...this.#dryRuns.threads().map((worker) => ['contract-dry-run', worker] as const),
    ];
  }

  close(): Promise<void> {
    return closeEach(
      () => this.#queries.close(),
      () => this.#dryRuns.close(),
    );
  }
}
