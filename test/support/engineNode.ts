/** The node of the engine in the test's own process, with its real store and its real pool, and with a clock, timers and
 *  a signer that the test controls.
 *
 *  In: a data directory, optionally a place at which the store fails. Out: the node, everything it signed, everything it
 *  announced and logged. Time moves when the test moves it, or at its own pace; timers run on real time. The store's
 *  thread reads its environment when it starts, so a fault is set before the start and cleared after it. */

import type { Clock, Log, Timers } from '../../engine/base/ports.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { VerifierPort } from '../../engine/intake/verifier.js';
import { Node } from '../../engine/node.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import type { StorePort } from '../../engine/store/port.js';
import type { StateFilePort } from '../../engine/store/stateFile.js';
import type { Delivery } from '../../engine/stream/audience.js';
import { openStore } from '../../workers/store/openStore.js';
import { bundledFile } from '../../workers/threads/workerFile.js';
import { createVerifierPool, type VerifierPool } from '../../workers/verify/verifierPool.js';
import { GENESIS_TIME, type GenesisOptions, rulesOf } from './chain.js';
import { type Actor, CHAIN_ID, type SigningActor, signedEnvelope, transferOrder } from './transactions.js';

/** A clock that can be set; it continues from there. Time that nobody waits for can pass at once. */
export class SteppedClock implements Clock {
  #offset: number;
  #passed = 0;

  constructor(start = GENESIS_TIME + 60_000) {
    this.#offset = start - performance.now();
  }

  now(): number {
    return Math.floor(this.monotonic() + this.#offset);
  }

  monotonic(): number {
    return performance.now() + this.#passed;
  }

  /** Shared by all clocks. */
  pass(milliseconds: number): void {
    this.#passed += milliseconds;
  }

  step(milliseconds: number): void {
    this.#offset += milliseconds;
  }
}

/** What was logged, and a method to wait for more. */
export class LogBook implements Log {
  readonly lines: {
    readonly level: string;
    readonly message: string;
    readonly fields: Readonly<Record<string, unknown>>;
  }[] = [];
  readonly #waiting = new Set<() => void>();

  readonly debug = this.#take('debug');
  readonly info = this.#take('info');
  readonly warn = this.#take('warn');
  readonly error = this.#take('error');

  #take(level: string) {
    return (fields: Readonly<Record<string, unknown>>, message: string): void => {
      this.lines.push({ level, message, fields });
      for (const wake of this.#waiting) wake();
    };
  }

  /** The first line from `from` on whose message matches, past or future. */
  async said(pattern: RegExp, from = 0): Promise<(typeof this.lines)[number]> {
    for (;;) {
      const line = this.lines.slice(from).find(({ message }) => pattern.test(message));
      if (line) return line;
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
    }
  }
}

export interface Frame {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** What a listener without topics gets. */
class Ear {
  readonly frames: Frame[] = [];
  readonly #waiting = new Set<() => void>();

  deliver(events: readonly Delivery[]): void {
    for (const { bytes } of events) this.frames.push(JSON.parse(Buffer.from(bytes).toString('utf8')) as Frame);
    for (const wake of this.#waiting) wake();
  }

  overrun(): void {
    throw new Error('a listener that never waits was left behind');
  }

  async first(fits: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const frame = this.frames.find(fits);
      if (frame) return frame;
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
    }
  }
}

type Signing = () => ReturnType<VerifierPort['sign']>;

export interface EngineNodeOptions {
  readonly dataDir: string;
  readonly validator: SigningActor;
  readonly allocations: NonNullable<GenesisOptions['allocations']>;
  readonly clock?: SteppedClock;
  readonly heartbeatMs?: number;
  /** 40 when absent. */
  readonly blockTimeMs?: number;
  /** Value of ROUGED_FAULT_POINT for the store's thread. */
  readonly fault?: string;
  /** Value of ROUGED_THREAD_POINT for the store's thread. */
  readonly threadEnd?: string;
  /** Called between the node and its signer whenever a header is about to be signed. */
  readonly signHeader?: (sign: Signing) => ReturnType<Signing>;
  /** Whether a block is begun as soon as a transaction is admitted. */
  readonly atOnce?: boolean;
  /** The real ones when absent. */
  readonly timers?: Timers;
  /** Number of blocks whose events the log keeps; 1,000 when absent. */
  readonly eventLogBlocks?: number;
  /** Wraps the store that the node gets. */
  readonly aroundStore?: (store: StorePort) => StorePort;
  /** Wraps the pool that the node gets. */
  readonly aroundVerifier?: (verifier: VerifierPort) => VerifierPort;
  /** A started pool with the validator's key, shared by several nodes; one of the node's own when absent. */
  readonly pool?: VerifierPool;
  /** What the process before has left. */
  readonly stateFile?: StateFilePort;
}

export interface EngineNode {
  readonly node: Node;
  readonly store: StorePort;
  readonly pool: VerifierPool;
  readonly clock: SteppedClock;
  readonly log: LogBook;
  /** Headers that the node's key signed: one entry for each signature, with the clock's reading. */
  readonly signedHeaders: {
    readonly slot: string;
    readonly text: string;
    readonly time: number;
    readonly signedAt: number;
    /** On the monotonic clock. */
    readonly at: number;
  }[];
  /** Frames of the event stream, as every listener gets them. */
  readonly frames: Frame[];
  /** The first matching frame, past or future. */
  heard(fits: (frame: Frame) => boolean): Promise<Frame>;
  /** Resolves when a block with the transaction was announced. @returns its height. */
  included(txId: string): Promise<number>;
  /** Resolves when an empty block of this height or above was announced: after it nothing more is due. */
  standing(height: number): Promise<void>;
  /** Resolves with the store's end when its thread died. */
  readonly died: Promise<Error>;
  close(): Promise<void>;
}

export const realTimers: Timers = {
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Records which headers are signed; everything else passes through. */
function noting(
  pool: VerifierPool,
  signedHeaders: EngineNode['signedHeaders'],
  clock: Clock,
  signHeader: NonNullable<EngineNodeOptions['signHeader']>,
): VerifierPort {
  return {
    verify: (item, now) => pool.verify(item, now),
    verifyAll: (...call) => pool.verifyAll(...call),
    verifyTransactions: (parts) => pool.verifyTransactions(parts),
    checkSignatures: (checks) => pool.checkSignatures(checks),
    stats: () => pool.stats(),
    close: () => pool.close(),
    sign: (message) => {
      const text = Buffer.from(message).toString('utf8');
      if (text.startsWith('{"version":1,')) {
        const { height, prev_hash, time } = JSON.parse(text) as Record<'height' | 'time', number> & {
          prev_hash: string;
        };
        const signedAt = clock.now();
        signedHeaders.push({ slot: `${height} after ${prev_hash}`, text, time, signedAt, at: clock.monotonic() });
        return signHeader(() => pool.sign(message));
      }
      return pool.sign(message);
    },
  };
}

async function openStoreWith(options: EngineNodeOptions, onDeath: (error: Error) => void): Promise<StorePort> {
  const environment = { ROUGED_FAULT_POINT: options.fault ?? '', ROUGED_THREAD_POINT: options.threadEnd ?? '' };
  Object.assign(process.env, environment);
  try {
    return await openStore({ directory: options.dataDir, queries: bundledFile('engine/store/history.js'), onDeath });
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
  }
}

/** A pool of one thread that signs with this key. */
export async function startPool(validator: SigningActor, log?: Log): Promise<VerifierPool> {
  const pool = createVerifierPool({
    threads: 1,
    chainId: CHAIN_ID,
    protocol: nativeProtocol.name,
    backend: 'noble',
    requireChainId: false,
    secretKey: validator.secretKey,
    ...(log ? { log } : {}),
  });
  await pool.start();
  return pool;
}

export async function openEngineNode(options: EngineNodeOptions): Promise<EngineNode> {
  const { validator, clock = new SteppedClock(), heartbeatMs = 3_600_000 } = options;
  const rules = rulesOf({ validators: [{ actor: validator, stake: '100000' }], allocations: options.allocations });
  let die: (error: Error) => void = () => {};
  const died = new Promise<Error>((resolve) => {
    die = resolve;
  });
  const store = await openStoreWith(options, die);
  const log = new LogBook();
  const pool = options.pool ?? (await startPool(validator, log));
  const signedHeaders: EngineNode['signedHeaders'] = [];
  const verifier = noting(pool, signedHeaders, clock, options.signHeader ?? ((sign) => sign()));
  const node = await Node.open(
    {
      rules,
      publicKey: validator.publicKey,
      mine: true,
      times: { blockTimeMs: options.blockTimeMs ?? 40, heartbeatMs, atOnce: options.atOnce ?? false },
      mempool: { transactions: 1_000, bytes: 64 * 1024 * 1024, perSender: 500, senderBytes: 64 * 1024 * 1024 },
      faucet: { enabled: false, whitelist: undefined },
      nodeName: undefined,
      eventLogBlocks: options.eventLogBlocks ?? 1_000,
    },
    {
      store: options.aroundStore?.(store) ?? store,
      verifier: options.aroundVerifier?.(verifier) ?? verifier,
      clock,
      timers: options.timers ?? realTimers,
      random: { bytes: (length) => new Uint8Array(length) },
      log,
      stateFile: options.stateFile,
    },
  );
  const ear = new Ear();
  node.hub.add(ear);
  return {
    node,
    store,
    pool,
    clock,
    log,
    signedHeaders,
    frames: ear.frames,
    heard: (fits) => ear.first(fits),
    standing: async (height) => {
      await ear.first((frame) => frame.type === 'new_block' && frame.tx_count === 0 && Number(frame.height) >= height);
    },
    included: async (txId) =>
      Number((await ear.first(({ type, tx_hash }) => type === 'new_transaction' && tx_hash === txId)).block_height),
    died,
    close: async () => {
      await node.stop();
      if (!options.pool) await pool.close();
      await store.close();
    },
  };
}

/** Posts a transfer as a wallet would. @returns its id, or the refusal. */
export async function sendTransfer(
  { node, clock }: EngineNode,
  signer: SigningActor,
  to: Actor,
  timestamp: number = clock.now(),
): Promise<
  { readonly txId: string } | { readonly code: string; readonly message: string; readonly retry: number | undefined }
> {
  const order = transferOrder({ signer, timestamp }, to, 1_500_000_000n);
  const answer = await node.submit('transfer', signedEnvelope({ ...order, signer }));
  if (isRefusal(answer)) return { code: answer.code, message: answer.message, retry: answer.retryAfterSeconds };
  return { txId: answer.txId };
}
