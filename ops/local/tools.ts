/** A developer's tools for the node that runs a local network: blocks, time, snapshots.
 *
 *  In: orders from the control door, one at a time in the order of arrival. Out: values for the command to print, or
 *  refusals. All of it requires a `DeveloperNetwork`. */

import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { Node } from '../../engine/node.js';
import type { StorePort } from '../../engine/store/port.js';
import type { DeveloperNetwork } from './developerNetwork.js';
import { MAX_SHIFT_MS, type MovedClock } from './movedClock.js';
import { checkRoom, checkSnapshot, orderRevert } from './revert.js';
import {
  findSnapshot,
  listSnapshots,
  removeSnapshot,
  type Snapshot,
  type SnapshotSource,
  takeSnapshot,
} from './snapshots.js';

/** Most blocks of one order: a minute of work at about 5 ms each. */
export const MAX_MINED = 10_000;

/** The parts of the running node that an order works on; a revert replaces them. */
export interface LocalParts {
  readonly node: Node;
  readonly store: StorePort;
  readonly clock: MovedClock;
  readonly services: SnapshotSource['services'];
}

export interface LocalHost {
  readonly parts: () => LocalParts;
  /** Closes the parts that hold the chain, carries out the durable order, and opens everything again.
   *  @throws Error when the node cannot continue; it then stops. */
  readonly takeBack: () => Promise<void>;
}

export type LocalAnswer = Readonly<Record<string, unknown>>;

const STOPPING = refuse('stopping', 'the node is shutting down, or the command has been given up');

/** An order as the control door reads it: JSON of the command. */
type Order = Readonly<Record<string, unknown>>;

const describe = ({ id, height, hash, time, madeAt }: Snapshot): LocalAnswer => ({
  id,
  height,
  hash,
  time: new Date(time).toISOString(),
  made_at: madeAt,
});

export class LocalTools {
  /** The previous order: orders run one after the other, because they change one chain. */
  #last: Promise<unknown> = Promise.resolve();
  #closing = false;

  constructor(
    private readonly network: DeveloperNetwork,
    private readonly host: LocalHost,
  ) {}

  /** @param isGone whether nobody waits for the answer any more: an order that has not begun then is dropped. */
  take(order: Order, isGone: () => boolean = () => false): Promise<LocalAnswer | Refusal> {
    const done = this.#last.then(() => (this.#closing || isGone() ? STOPPING : this.#do(order, isGone)));
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Begins no further order, and waits for the one under way. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#last;
  }

  async #do(order: Order, isGone: () => boolean): Promise<LocalAnswer | Refusal> {
    switch (order.action) {
      case 'snapshot':
        return this.#snapshot();
      case 'snapshots':
        return { snapshots: listSnapshots(this.network).map(describe) };
      case 'remove':
        return this.#remove(String(order.id));
      case 'revert':
        return this.#revert(String(order.id));
      case 'mine':
        return this.#mine(order.blocks, isGone);
      case 'pause':
      case 'resume':
        this.host.parts().node.paused = order.action === 'pause';
        return this.#status();
      case 'time':
        return this.#time(order);
      case 'status':
        return this.#status();
      default:
        return refuse('malformed_body', 'the order names no action that a local network knows');
    }
  }

  async #snapshot(): Promise<LocalAnswer> {
    const { node, store, clock, services } = this.host.parts();
    const snapshot = await takeSnapshot(this.network, {
      store,
      services,
      tip: () => node.chain.tip,
      shiftMs: () => clock.shiftMs,
      between: (work) => node.betweenBlocks(work),
    });
    return describe(snapshot);
  }

  #remove(id: string): LocalAnswer | Refusal {
    const removed = removeSnapshot(this.network, id);
    return isRefusal(removed) ? removed : describe(removed);
  }

  async #revert(id: string): Promise<LocalAnswer | Refusal> {
    const snapshot = findSnapshot(this.network, id);
    if (isRefusal(snapshot)) return snapshot;
    const { rules } = this.host.parts().node.options;
    const problem = checkRoom(this.network, snapshot) ?? (await checkSnapshot(this.network, snapshot, rules));
    if (problem) return problem;
    orderRevert(this.network, snapshot);
    await this.host.takeBack();
    return describe(snapshot);
  }

  async #mine(blocks: unknown, isGone: () => boolean): Promise<LocalAnswer | Refusal> {
    if (!Number.isSafeInteger(blocks) || (blocks as number) < 1 || (blocks as number) > MAX_MINED)
      return refuse('malformed_parameter', `mine makes 1 to ${MAX_MINED} blocks at a time`);
    const { node } = this.host.parts();
    const heights: number[] = [];
    for (let made = 0; made < (blocks as number); made++) {
      if (this.#closing || isGone()) return STOPPING;
      const height = await node.makeBlock();
      if (isRefusal(height)) return height;
      heights.push(height);
    }
    return { blocks: heights.length, from_height: heights[0], to_height: heights.at(-1), hash: node.chain.tip.hash };
  }

  /** Moves the clock between two blocks, and makes a block with the new time. */
  async #time({ by_ms: by, to_ms: to }: Order): Promise<LocalAnswer | Refusal> {
    const { node, clock } = this.host.parts();
    if (by === undefined && to === undefined) return this.#status();
    const moved = await node.betweenBlocks(async () => {
      const now = clock.now();
      const byMs = Math.round(Number(by ?? Number(to) - now));
      const refusal = checkMove(byMs, now, clock.shiftMs);
      if (!refusal) clock.move(byMs);
      return refusal;
    });
    if (moved) return moved;
    const height = node.paused ? undefined : await node.makeBlock();
    return isRefusal(height) ? height : this.#status();
  }

  #status(): LocalAnswer {
    const { node, clock } = this.host.parts();
    const { height, hash, time } = node.chain.tip;
    return {
      height,
      hash,
      tip_time: new Date(time).toISOString(),
      chain_time: new Date(clock.now()).toISOString(),
      ahead_seconds: clock.shiftMs / 1_000,
      production: node.paused ? 'paused' : node.role.production,
      pending: node.mempool.size,
    };
  }
}

function checkMove(byMs: number, now: number, shiftMs: number): Refusal | undefined {
  if (!Number.isFinite(byMs)) return refuse('malformed_parameter', 'time takes seconds or an ISO time');
  if (byMs <= 0)
    return refuse(
      'rule_violation',
      `the chain's clock stands at ${new Date(now).toISOString()} and only goes forward, because the time of a block is above its parent's; to go back, revert to a snapshot`,
    );
  if (shiftMs + byMs > MAX_SHIFT_MS)
    return refuse('rule_violation', 'the clock can be moved forward by a hundred years in all');
  return undefined;
}
