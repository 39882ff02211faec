/** Carries the event log of a node into a stream of NATS JetStream.
 *
 *  The node's log is the truth. What the stream has is asked of the stream at every beginning, so nothing is kept here, and nothing is lost
 *  while NATS or the node is away: the log still has it. */

import type { Log } from '../../engine/base/ports.js';
import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { pause } from '../pause.js';
import { runSessions, type SessionEnd } from '../sessions.js';
import { JetStreamLog, type StreamEnd, type StreamOptions, WrongSequence } from './jetStreamLog.js';
import { type LoggedEvent, NodeFeed } from './nodeFeed.js';
import { isSameEvent } from './subjects.js';

/** Messages whose acknowledgement is awaited at a time. */
const WINDOW = 512;

/** Time in which another publisher that is alive would write: several blocks of an idle chain. */
const RIVAL_MS = 30_000;

export interface PublisherParts {
  /** URL of the node, without `/api`. */
  readonly node: string;
  readonly stream: Omit<StreamOptions, 'beginning'>;
  /** Hash of the first block of the node's chain; undefined when the node does not show it. Asked for at every beginning: the node may have
   *  another chain by then. */
  readonly genesisHash?: () => Promise<string | undefined>;
  /** Number of the first event for a stream that has none. */
  readonly from: number;
  /** Name of this process in its messages. */
  readonly name: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Shortened by tests. */
  readonly rivalMs?: number;
}

export interface PublisherReading {
  /** Number of the last event that the stream has. */
  readonly published: number;
  /** Of the latest event that the node has named. */
  readonly latest: number;
  readonly events: number;
  readonly bytes: number;
  /** Beginnings after a failure. */
  readonly restarts: number;
  readonly isConnected: boolean;
}

/** Messages on their way to the server, in their order. */
class InFlight {
  #count = 0;
  #failure: unknown;
  #wake = (): void => {};

  /** @param failed told once. */
  constructor(private readonly failed: () => void) {}

  get failure(): unknown {
    return this.#failure;
  }

  add(done: Promise<void>, stored: () => void): void {
    this.#count++;
    void done
      .then(stored)
      .catch((error) => {
        if (this.#failure !== undefined) return;
        this.#failure = error;
        this.failed();
      })
      .finally(() => {
        this.#count--;
        this.#wake();
      });
  }

  /** Waits until fewer than `most` are on their way. */
  async below(most: number): Promise<void> {
    while (this.#count >= most)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }
}

/** Why a feed has no more events. */
function endOfFeed(end: Refusal | undefined): SessionEnd {
  if (end === undefined) return 'stopped';
  return end.code === 'events_pruned' ? { final: end } : { later: end.message };
}

export class Publisher {
  #published = 0;
  #latest = 0;
  #events = 0;
  #bytes = 0;
  #restarts = 0;
  #isConnected = false;
  #feed: NodeFeed | undefined;

  constructor(private readonly parts: PublisherParts) {}

  get reading(): PublisherReading {
    return {
      published: this.#published,
      latest: Math.max(this.#latest, this.#feed?.latest ?? 0),
      events: this.#events,
      bytes: this.#bytes,
      restarts: this.#restarts,
      isConnected: this.#isConnected,
    };
  }

  /** Publishes until the signal. @returns why it cannot go on. */
  run(): Promise<Refusal | undefined> {
    const { signal, log } = this.parts;
    return runSessions({
      signal,
      session: () => this.#session(),
      done: () => this.#events,
      failed: (why) => {
        this.#restarts++;
        if (why !== undefined) log.warn({ published: this.#published }, `${why}; trying again`);
      },
    });
  }

  /** From what the stream has to the first failure. */
  async #session(): Promise<SessionEnd> {
    const { stream, name, from, genesisHash: hashOf } = this.parts;
    const genesisHash = await hashOf?.();
    const target = await JetStreamLog.open({ ...stream, beginning: { event: from, genesisHash } }, name);
    if (isRefusal(target)) return target.code === 'busy' ? { later: target.message } : { final: target };
    try {
      const end = await this.#endOf(target, genesisHash);
      return isRefusal(end) ? { final: end } : await this.#carry(target, end);
    } catch (error) {
      return { later: `NATS failed: ${errorText(error)}` };
    } finally {
      this.#isConnected = false;
      await target.close().catch(() => undefined);
    }
  }

  async #endOf(target: JetStreamLog, ofNode: string | undefined): Promise<StreamEnd | Refusal> {
    const end = await target.end();
    const { sequence, event, bytes, genesisHash } = end;
    if (sequence === 0 || (event !== undefined && bytes)) return end;
    const { name } = target;
    const again = `remove the stream (nats stream rm ${name}) and start again, with --from for a later event than the first`;
    if (bytes)
      return refuse(
        'rule_violation',
        `the last message of the stream ${name} is no event: another program writes there, whose permission for these subjects should go; then ${again}`,
      );
    // All of its events have gone, and none can be compared: the stream must say itself where it ends and of which chain it is.
    if (event !== undefined && genesisHash !== undefined && genesisHash === ofNode) return end;
    return refuse(
      'rule_violation',
      `the stream ${name} had ${sequence} messages and has none now, and ${
        event === undefined
          ? 'does not say which event comes next'
          : 'it cannot be seen that they were of the chain of this node'
      }: ${again}`,
    );
  }

  async #carry(target: JetStreamLog, end: StreamEnd): Promise<SessionEnd> {
    const { node, stream, from, signal, log } = this.parts;
    this.#published = end.event ?? from - 1;
    // The last event comes once more when the stream has it: it says whether the stream is of this chain.
    const begin = end.bytes ? this.#published : this.#published + 1;
    const feed = new NodeFeed(node, stream.chainId, stream.format, begin, signal, (bytes) =>
      target.pass(stream.chainId, bytes),
    );
    this.#feed = feed;
    void target.closed().then(() => feed.close());
    try {
      const other = await this.#compared(target, feed, end);
      if (other) return other;
      log.info({ stream: target.name, next: this.#published + 1 }, 'publishing');
      this.#isConnected = true;
      return await this.#pump(target, feed, end.sequence);
    } finally {
      this.#latest = Math.max(this.#latest, feed.latest);
      feed.close();
    }
  }

  /** Whether the stream goes on with this node's chain. @param feed begins with the last event of the stream. */
  async #compared(target: JetStreamLog, feed: NodeFeed, end: StreamEnd): Promise<SessionEnd | undefined> {
    const { event: number, bytes } = end;
    if (number === undefined || !bytes) return undefined;
    const event = await feed.next();
    if (event === undefined || isRefusal(event))
      return (await this.#behind(target, feed.latest, number, end.sequence)) ?? endOfFeed(event);
    return isSameEvent(this.parts.stream.format, event.bytes, bytes)
      ? this.#comparedBlock(target, number)
      : this.#otherChain(target, number);
  }

  /** Two chains that began with the same transactions have the same events of them, in blocks of other hashes.
   *  @param last number of the last event, which both have. */
  async #comparedBlock(target: JetStreamLog, last: number): Promise<SessionEnd | undefined> {
    const { chainId, format } = this.parts.stream;
    const block = await target.newestBlock(chainId, format);
    if (!block || block.event >= last) return undefined;
    const event = await this.#eventAt(block.event);
    if (isRefusal(event) && event.code === 'events_pruned') return undefined;
    if (event === undefined || isRefusal(event)) return endOfFeed(event);
    return isSameEvent(format, event.bytes, block.bytes) ? undefined : this.#otherChain(target, block.event);
  }

  /** One event of the node. */
  async #eventAt(number: number): Promise<LoggedEvent | Refusal | undefined> {
    const { node, stream, signal } = this.parts;
    const feed = new NodeFeed(node, stream.chainId, stream.format, number, signal);
    try {
      return await feed.next();
    } finally {
      feed.close();
    }
  }

  #otherChain({ name }: JetStreamLog, number: number): SessionEnd {
    return {
      final: refuse(
        'rule_violation',
        `event ${number} of the stream ${name} is another one than the node's: the stream is of another chain of this name, or this one was begun anew: remove it (nats stream rm ${name}) and start again`,
      ),
    };
  }

  /** A node with fewer events than the stream catches up, or has begun anew: its last event says which.
   *  @param latest number of the node's last event. @param last number of the stream's, at `sequence`. */
  async #behind(target: JetStreamLog, latest: number, last: number, sequence: number): Promise<SessionEnd | undefined> {
    if (latest === 0 || latest >= last) return undefined;
    const stored = await target.eventAt(sequence - (last - latest));
    if (!stored) return undefined;
    const event = await this.#eventAt(latest);
    if (event === undefined || isRefusal(event)) return endOfFeed(event);
    return isSameEvent(this.parts.stream.format, event.bytes, stored)
      ? { later: `the node has come to event ${latest}, and the stream has ${last} already: it is behind` }
      : this.#otherChain(target, latest);
  }

  async #pump(target: JetStreamLog, feed: NodeFeed, sequence: number): Promise<SessionEnd> {
    // The next event of a quiet chain may be long in coming.
    const flight = new InFlight(() => feed.close());
    let last = sequence;
    for (;;) {
      const event = await feed.next();
      if (event === undefined || isRefusal(event)) {
        await flight.below(1);
        if (flight.failure) return this.#failed(flight.failure, target);
        return endOfFeed(event);
      }
      await flight.below(WINDOW);
      if (flight.failure) break;
      flight.add(target.append(event, last++), () => {
        this.#published = Math.max(this.#published, event.seq);
        this.#events++;
        this.#bytes += event.bytes.length;
      });
    }
    await flight.below(1);
    return this.#failed(flight.failure, target);
  }

  /** Another publisher is there when the stream goes on without this one. What comes of this process, or of one that has ended, is not. */
  async #failed(failure: unknown, target: JetStreamLog): Promise<SessionEnd> {
    if (!(failure instanceof WrongSequence)) return { later: `NATS failed: ${errorText(failure)}` };
    const { name, signal, rivalMs = RIVAL_MS } = this.parts;
    const seen = await target.end();
    if (seen.publisher === name) return 'again';
    await pause(rivalMs, signal);
    if (signal.aborted) return 'stopped';
    const now = await target.end();
    return now.sequence > seen.sequence && now.publisher !== name
      ? {
          final: refuse(
            'already_exists',
            `another publisher writes to the stream ${target.name} (event ${now.event ?? 0}); one is enough: this one ends`,
          ),
        }
      : 'again';
  }
}
