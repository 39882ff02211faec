/** Where the time of a transfer went: the node's own counters, divided by the transfers that it included.
 *
 *  In: the growth of the counters in the measured windows. Out: a figure for each stage. On the main thread the node itself
 *  times `mempool`, `apply`, `root` and `stream`; `receive` is all other time in which that thread was busy: HTTP, packets to
 *  and from the verification threads, packing blocks for the store, reads. `stream` is the first turn of handing out a
 *  block's events; further turns are part of `receive` too. `verify` and `commit` are all time in which those threads were busy. */

import type { Span } from './nodeReadings.js';
import type { StageFigure } from './result.js';

const THREADS = 'rouged_thread_active_seconds_total';
const threadName = (name: string): string => `${THREADS}{thread="${name}"}`;
const stageSum = (stage: string): string => `rouged_stage_seconds_sum{stage="${stage}"}`;

/** All measured windows of a run together. */
export class Growth {
  constructor(readonly spans: readonly Span[]) {}

  #sum(of: (span: Span) => number): number {
    return this.spans.reduce((sum, span) => sum + of(span), 0);
  }

  get seconds(): number {
    return this.#sum(({ seconds }) => seconds);
  }

  of(name: string): number {
    return this.#sum((span) => span.grown(name));
  }

  ofAll(name: string, has?: string): number {
    return this.#sum((span) => span.grownInAll(name, has));
  }

  /** A value at the end. */
  last(name: string): number | undefined {
    return this.spans.at(-1)?.to.samples.get(name);
  }

  get transactions(): number {
    return this.ofAll('rouged_transactions_total');
  }

  /** Shares of the time in which threads were busy. */
  get mainShare(): number {
    return this.of(threadName('main')) / this.seconds;
  }

  get verifyShare(): number {
    return this.ofAll(THREADS, 'thread="verify-') / (this.seconds * (this.last('rouged_verify_lanes') ?? 1));
  }

  get storeShare(): number {
    return this.of(threadName('store')) / this.seconds;
  }
}

export function stagesOf(growth: Growth): StageFigure[] {
  const { transactions, seconds } = growth;
  if (transactions <= 0 || seconds <= 0) return [];
  const each = (sum: number): number => (sum * 1e6) / transactions;
  const onMain = (name: StageFigure['name'], sum: number): StageFigure => ({
    name,
    on: 'main',
    microsecondsPerTransfer: each(sum),
    share: sum / seconds,
  });
  const mempool = growth.of(stageSum('admit')) + growth.of(stageSum('settle'));
  const [apply, root, stream] = ['apply', 'root', 'stream'].map((stage) => growth.of(stageSum(stage))) as [
    number,
    number,
    number,
  ];
  const receive = Math.max(0, growth.of(threadName('main')) - mempool - apply - root - stream);
  const waits = growth.of('rouged_verify_wait_seconds_count');
  const wait = waits === 0 ? 0 : (growth.of('rouged_verify_wait_seconds_sum') * 1e6) / waits;
  return [
    onMain('receive', receive),
    { name: 'packet wait', on: 'wait', microsecondsPerTransfer: wait },
    {
      name: 'verify',
      on: 'verify',
      microsecondsPerTransfer: each(growth.ofAll(THREADS, 'thread="verify-')),
      share: growth.verifyShare,
    },
    onMain('mempool', mempool),
    onMain('apply', apply),
    onMain('root', root),
    {
      name: 'sign',
      on: 'wait',
      microsecondsPerTransfer: each(growth.of(stageSum('sign')) + growth.of(stageSum('certify'))),
    },
    {
      name: 'commit',
      on: 'store',
      microsecondsPerTransfer: each(growth.of(threadName('store'))),
      share: growth.storeShare,
    },
    onMain('stream', stream),
  ];
}
