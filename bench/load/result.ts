/** The result of a run of the load generator: the shape of its JSON, from which its report is drawn.
 *
 *  Times are milliseconds, rates per second over the measured window, memory MiB. What the target does not report (its metrics are
 *  closed, or it runs on another system) is absent, never zero. */

import type { Mix } from './mixes.js';

export interface LoadOptions {
  /** Length of the measured window; the warm-up before it is not in any figure. */
  readonly seconds: number;
  /** Transfers offered a second, or as many as the target accepts. */
  readonly rate: number | 'max';
  readonly accounts: number;
  readonly mix: Mix;
  readonly connections: number;
  readonly door: 'json' | 'binary';
  /** Requests in one body. */
  readonly batch: number;
  readonly subscribers: number;
  /** Without a path. */
  readonly target: string;
  /** Whether the generator started the target itself. */
  readonly own: boolean;
}

export interface Quantiles {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** One second of the measured window. */
export interface Second {
  readonly second: number;
  readonly offered: number;
  readonly accepted: number;
  readonly refused: number;
  readonly included: number;
  readonly final: number;
  readonly height: number;
  readonly mempool?: number;
  /** Processor time a second: 1 is one core. */
  readonly nodeCores?: number;
  readonly loadCores: number;
  readonly residentMiB?: number;
  /** Share of the second in which the node's event loop was busy, and its delay at the 99th percentile. */
  readonly loopUtilization?: number;
  readonly loopDelayMs?: number;
}

export interface BlockFigure {
  readonly height: number;
  readonly transactions: number;
  readonly signedBytes?: number;
  /** To the parent's header time. */
  readonly intervalMs: number;
}

/** Time that one stage took in the measured window. */
export interface StageFigure {
  readonly name: 'receive' | 'packet wait' | 'verify' | 'mempool' | 'apply' | 'root' | 'sign' | 'commit' | 'stream';
  /** The thread that spent the time; `wait` belongs to no thread. */
  readonly on: 'main' | 'verify' | 'store' | 'wait';
  readonly microsecondsPerTransfer: number;
  /** Share of its thread's time in the window (for verification, of all such threads together). */
  readonly share?: number;
}

/** The work of a transfer in the measured window, and the kernel's time for one warm signature, two at a time, in the same run. */
export interface WorkFigure {
  readonly signatureUs: number;
  /** Processor time of the whole node, and of its main thread, for each included transaction. */
  readonly nodeUs: number;
  readonly mainUs?: number;
  /** The same in signatures. */
  readonly node: number;
  readonly main?: number;
}

/** Reads that ran beside the load. */
export interface ReadFigure {
  readonly name: string;
  readonly latency: Quantiles;
  /** Failed answers, by code or status. */
  readonly failures: Readonly<Record<string, number>>;
}

export interface SubscriberFigures {
  readonly clients: number;
  readonly frames: number;
  /** Events that a client missed or got twice, found by their numbers. */
  readonly missed: number;
  readonly doubled: number;
  /** Clients that read slowly on purpose: how many were closed with that reason, and how many had everything after resuming. */
  readonly slow: number;
  readonly told: number;
  readonly resumed: number;
}

export interface LoadResult {
  readonly format: 1;
  /** ISO 8601. */
  readonly begun: string;
  readonly machine: string;
  readonly options: LoadOptions;
  /** What a reader of the figures has to know, one sentence each: for example that the run ended early or a listener resumed. */
  readonly notes?: readonly string[];
  readonly totals: {
    readonly offered: number;
    readonly accepted: number;
    /** By code; `connection` for requests without an answer, `not_sent` for those of an open loop that found no connection. */
    readonly refused: Readonly<Record<string, number>>;
    readonly included: number;
    /** Of them: without effect, because the rules of its kind refused it in the block. Older results do not say. */
    readonly failed?: number;
    readonly final: number;
    /** Accepted, but in no block at the end. */
    readonly lost: number;
  };
  /** Per second of the measured window. */
  readonly rates: {
    readonly offered: number;
    readonly accepted: number;
    readonly refused: number;
    readonly included: number;
    readonly final: number;
  };
  /** From the moment a request was to be sent (open loop: the planned moment) to the accepting answer, to the
   *  announcement of its inclusion, and to that of the next block. Accepted requests only, as this program received them. */
  readonly latency: { readonly answer: Quantiles; readonly inclusion: Quantiles; readonly finality: Quantiles };
  readonly blocks: {
    readonly count: number;
    readonly intervalMs: Quantiles;
    readonly transactions: Quantiles;
    /** Mean share of the network's limits that the blocks used. */
    readonly filledByTransactions?: number;
    readonly filledByBytes?: number;
    readonly list: readonly BlockFigure[];
  };
  readonly node: {
    /** Processor time a second of the whole process, and of its main thread. */
    readonly cores?: number;
    readonly mainCores?: number;
    readonly residentMiB?: { readonly first: number; readonly last: number; readonly peak: number };
    readonly loop?: { readonly utilization: number; readonly delayMs: Quantiles };
    /** Base fee at the start, at the end, and at its highest, XRGE. */
    readonly baseFee?: { readonly first: number; readonly last: number; readonly peak?: number };
  };
  readonly stages: readonly StageFigure[];
  readonly work?: WorkFigure;
  /** The stage or resource that limits the rate, and the reading that shows it. */
  readonly limit: { readonly name: string; readonly because: string };
  readonly reads: readonly ReadFigure[];
  readonly subscribers?: SubscriberFigures;
  readonly seconds: readonly Second[];
}
