/** A whole node in one thread, without files, on a machine whose time, disk and randomness come from one seed.
 *
 *  In: a seed, rules, the node's key. Out: the node, what it announced, and methods to end it as a power cut or an operator
 *  would. Every lasting effect of the disk and every packet of signatures takes simulated time, so that a crash can come
 *  between any two of them. Keys are those of `keyedBackend`. */

import { utf8Text } from '../../engine/base/bytes.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import { PUBLIC_KEY_BYTES, SECRET_KEY_BYTES } from '../../engine/crypto/mldsa.js';
import { Node } from '../../engine/node.js';
import type { Delivery } from '../../engine/stream/audience.js';
import { createQueries } from '../../engine/stream/queries.js';
import type { CrashPoint } from '../../workers/store/crashPoints.js';
import { BLOCK_TIME_MS } from './chain.js';
import { LogBook } from './engineNode.js';
import { InlineVerifier } from './inlineVerifier.js';
import { keyedBackend } from './keyedBackend.js';
import { MemoryDisks } from './memoryDisk.js';
import { openMemoryStore } from './memoryStore.js';
import type { SeededRandom } from './random.js';
import type { Actor } from './transactions.js';
import type { VirtualTime } from './virtualTime.js';

export interface SimulatedMachineOptions {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly rules: ChainRules;
  readonly validator: Actor;
}

/** The secret key of an actor under `keyedBackend`. */
export function keyedSecret({ publicKey }: Actor): Uint8Array {
  const secretKey = new Uint8Array(SECRET_KEY_BYTES);
  secretKey.set(publicKey.subarray(0, PUBLIC_KEY_BYTES));
  return secretKey;
}

const seededBytes = (random: SeededRandom, length: number): Uint8Array =>
  Uint8Array.from({ length }, () => random.below(256));

export interface Announced {
  readonly sequence: number;
  readonly text: string;
}

export interface SimulatedNode {
  readonly node: Node;
  readonly log: LogBook;
  /** Ends the process at this place, on one of its next passings. @param passing which of them, counted from 1. */
  crashAt(point: CrashPoint, passing: number): void;
  readonly isGone: () => boolean;
  /** Cuts the power. */
  crash(): void;
  /** Stops it as an operator would. */
  stop(): Promise<void>;
}

export class SimulatedMachine {
  readonly disks = new MemoryDisks();
  /** Everything that any process of this machine announced, in order. */
  readonly announced: Announced[] = [];

  constructor(private readonly options: SimulatedMachineOptions) {}

  /** Starts the node on what the disk holds. Time passes meanwhile. */
  async start(): Promise<SimulatedNode> {
    const { time, random, rules, validator } = this.options;
    const timers = time.process();
    const log = new LogBook();
    let isGone = false;
    let target: { readonly point: CrashPoint; left: number } | undefined;
    const crash = (): void => {
      isGone = true;
      timers.end();
      store.crash();
    };
    const store = await openMemoryStore({
      disks: this.disks,
      queries: createQueries(),
      random,
      at: async (point) => {
        if (target?.point === point && --target.left === 0) return crash();
        await new Promise<void>((resolve) => timers.after(random.between(1, 40) / 10, resolve));
      },
    });
    const verifier = new InlineVerifier({
      chainId: rules.genesis.chainId,
      protocol: rules.protocol,
      backend: keyedBackend,
      secretKey: keyedSecret(validator),
      randomness: () => seededBytes(random, 32),
      after: (milliseconds, work) => timers.after(milliseconds, work),
      clock: time.clock.monotonic,
      log,
    });
    const opening = Node.open(
      {
        rules,
        publicKey: validator.publicKey,
        mine: true,
        times: { blockTimeMs: BLOCK_TIME_MS, heartbeatMs: 10_000 },
        mempool: { transactions: 2_000, bytes: 64 * 1024 * 1024, perSender: 200, senderBytes: 16 * 1024 * 1024 },
        faucet: { enabled: true, whitelist: undefined },
        nodeName: undefined,
        eventLogBlocks: 1_000_000,
      },
      { store, verifier, clock: time.clock, timers, random: { bytes: (length) => seededBytes(random, length) }, log },
    );
    const node = await time.until(opening);
    node.hub.add({
      deliver: (events: readonly Delivery[]) => {
        for (const { bytes, sequence } of events) this.announced.push({ sequence, text: utf8Text(bytes) });
      },
      overrun: () => {
        throw new Error('a listener that never waits was left behind');
      },
    });
    return {
      node,
      log,
      crashAt: (point, passing) => {
        target = { point, left: passing };
      },
      isGone: () => isGone,
      crash,
      stop: async () => {
        await time.until(node.stop());
        await time.until(verifier.close());
        await time.until(store.close());
        timers.end();
      },
    };
  }
}

/** A signature under `keyedBackend`. */
export const keyedSignature = (message: Uint8Array, signer: Actor): Uint8Array =>
  keyedBackend.sign(message, keyedSecret(signer));
