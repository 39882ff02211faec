/** The log of an edge: events that clients ask for again, from memory where they are recent, else from JetStream.
 *
 *  In: event numbers, the client's filter and format. Out: chunks as a node's log gives them, so that a client's replay is the same code here
 *  and there. Where NATS is away, what is not in memory cannot be read: the client is told where to go on. */

import { setImmediate as turn } from 'node:timers/promises';
import type { ReplaySource } from '../../api/stream/eventReplay.js';
import { errorText } from '../../engine/base/refusal.js';
import type { EventFilter, EventFormat } from '../../engine/store/chainStore.js';
import { StoreError } from '../../engine/store/port.js';
import { ChunkWriter } from '../../engine/stream/eventLog.js';
import { ReachFilter } from '../../engine/stream/reachFilter.js';
import type { EdgeEvent } from './edgeEvent.js';
import type { RecentEvents } from './recentEvents.js';
import type { RelayStream, StreamBounds } from './relayStream.js';

/** Events that are looked at before other work of this thread gets its turn, and before a client is told how far it has come. */
const TOGETHER = 512;

export class EdgeLog implements ReplaySource {
  /** The stream, while there is a connection. */
  stream: RelayStream | undefined;
  #oldest: number;
  #reads = 0;
  #streamReads = 0;

  /** @param latest number of the latest event that clients may have. */
  constructor(
    private readonly recent: RecentEvents,
    readonly latest: () => number,
    bounds: StreamBounds,
  ) {
    this.#oldest = bounds.oldest;
  }

  /** Parts of the log that clients have asked for, and those of them that JetStream had to give. */
  get reads(): number {
    return this.#reads;
  }

  get streamReads(): number {
    return this.#streamReads;
  }

  oldest(): number {
    return Math.min(this.#oldest, this.recent.oldest ?? this.#oldest);
  }

  /** @param bounds of the stream now: its oldest events go. */
  bounded({ oldest }: StreamBounds): void {
    this.#oldest = oldest;
  }

  async *read(from: number, to: number, filter: EventFilter, format: EventFormat): AsyncGenerator<Uint8Array> {
    this.#reads++;
    const chosen = new ReachFilter(filter);
    const writer = new ChunkWriter();
    if (chosen.isEmpty) {
      yield writer.take(to);
      return;
    }
    let looked = 0;
    let through = from - 1;
    for await (const event of this.#events(from, to)) {
      through = event.sequence;
      if (chosen.selects(event)) writer.add(through, event[format]);
      if (!writer.isFull && ++looked < TOGETHER) continue;
      looked = 0;
      yield writer.take(through);
      await turn();
    }
    yield writer.take(through);
  }

  /** Ends early where the stream no longer has the next event. */
  async *#events(from: number, to: number): AsyncGenerator<EdgeEvent> {
    for (let next = from; next <= to; ) {
      const event = this.recent.at(next);
      if (event) {
        yield event;
        next++;
        continue;
      }
      const asked = next;
      for await (const stored of this.#fromStream(next, to)) {
        yield stored;
        next++;
        if (this.recent.at(next)) break;
      }
      if (next === asked && (await this.#isPruned(next))) return;
    }
  }

  async *#fromStream(from: number, to: number): AsyncGenerator<EdgeEvent> {
    const { stream } = this;
    this.#streamReads++;
    if (!stream) throw new StoreError('STORE_READ_FAILED', 'NATS is away');
    try {
      yield* stream.read(from, to);
    } catch (error) {
      throw new StoreError('STORE_READ_FAILED', errorText(error), { cause: error });
    }
  }

  /** Why event `next` did not come. @throws StoreError unless the stream now begins behind it. */
  async #isPruned(next: number): Promise<true> {
    const bounds = await this.stream?.bounds().catch(() => undefined);
    if (bounds) this.bounded(bounds);
    if (this.oldest() > next) return true;
    throw new StoreError('STORE_READ_FAILED', `event ${next} cannot be read`);
  }
}
