/** An edge: hands the events of a chain from NATS JetStream to any number of clients, and keeps nothing.
 *
 *  In: the stream of events, each with its number and whom it reaches, and beside it statistics and what else is not in the log. Out: the
 *  door at /api/ws of a node, with the node's own bytes and numbers. An event that does not follow the one before it ends the session with
 *  NATS, and the next one begins behind the last event that came: clients stay meanwhile, and miss nothing. */

import { setImmediate as turn } from 'node:timers/promises';
import type { ServerRequest } from '../../api/server/port.js';
import { openDoor, type StreamDoor } from '../../api/stream/door.js';
import type { PrivateDoor } from '../../api/stream/mailboxes.js';
import type { Log } from '../../engine/base/ports.js';
import { errorText, invariant, isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { encodings } from '../../engine/stream/eventEncoding.js';
import type { StatsFacts } from '../../engine/stream/eventFacts.js';
import { EventHub } from '../../engine/stream/hub.js';
import { isSameEvent } from '../publish/subjects.js';
import { runSessions, type SessionEnd } from '../sessions.js';
import { asPassing, type EdgeEvent, eventsTogether, heightOf, statsOf } from './edgeEvent.js';
import { EdgeLog } from './edgeLog.js';
import { RecentEvents } from './recentEvents.js';
import { RelayStream, type StreamBounds, type StreamPlace, type StreamState } from './relayStream.js';

/** Events before the end of the stream with which the memory begins: those of some seconds. */
const REMEMBERED = 2_048;

/** Events that may wait to be handed out before the stream is left waiting, and those that go to the hub together. */
const MOST_WAITING = 8_192;
const TOGETHER = 512;

/** Events that are not in the log and wait for the stream to come to their place; the oldest go. */
const MOST_PASSING = 1_024;

/** How often the ends of the stream are asked for. */
const BOUNDS_MS = 5_000;

/** RFC 6455, 7.4.1, and its registry. */
const GOING_AWAY = 1001;
const TRY_AGAIN = 1013;

export interface EdgeParts {
  readonly place: StreamPlace;
  readonly maxClients: number;
  /** Bytes of the latest events in memory. */
  readonly rememberedBytes: number;
  readonly privateDoor: PrivateDoor;
  sourceOf(request: ServerRequest): string;
  /** The first frame of the node's stream for relays: what nobody has said on NATS yet. */
  greeting(): Promise<EdgeEvent | undefined>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

export interface EdgeReading {
  /** Whether clients are taken. */
  readonly isServing: boolean;
  readonly isConnected: boolean;
  /** Number of the latest event that clients may have. */
  readonly event: number;
  /** Of the latest one in the stream, and at the node, as far as they are known. */
  readonly streamEvent: number;
  readonly nodeEvent: number;
  /** Milliseconds since anything came that is not in the log, or since the beginning: every block of the node sends something. */
  readonly silentMs: number;
  readonly clients: number;
  readonly events: number;
  readonly bytes: number;
  readonly deliveries: number;
  readonly reads: number;
  readonly streamReads: number;
  readonly restarts: number;
  readonly rememberedBytes: number;
}

const LOST = 'this edge has lost events that the stream no longer has';
const ANEW = 'the stream of this edge was made anew, and its events may have other numbers';

/** What is made anew when the stream no longer has what clients wait for. */
interface Serving {
  /** Number of the last event before it. */
  readonly begin: number;
  readonly hub: EventHub;
  readonly log: EdgeLog;
  readonly door: StreamDoor;
}

export class Edge {
  readonly #recent: RecentEvents;
  #serving: Serving | undefined;
  #stats: StatsFacts | undefined;
  #stream: RelayStream | undefined;
  /** Number of the next event of the stream. */
  #next = 0;
  #batch: EdgeEvent[] = [];
  #isFlushing = false;
  #passing: EdgeEvent[] = [];
  #streamEvent = 0;
  #nodeEvent = 0;
  /** When the stream was made that clients have their events from. */
  #created = '';
  #heard = performance.now();
  #events = 0;
  #bytes = 0;
  #deliveries = 0;
  #restarts = 0;

  constructor(private readonly parts: EdgeParts) {
    this.#recent = new RecentEvents(parts.rememberedBytes);
  }

  /** The door; undefined while there is nothing to say to a client: before there are statistics, and before the latest events are in
   *  memory, which those want who come from an edge that died. */
  get door(): StreamDoor | undefined {
    const { begin, door } = this.#serving ?? {};
    return this.#stats && begin !== undefined && this.#next > begin ? door : undefined;
  }

  /** Numbers of the events from which a client can go on; undefined while there is no door. */
  get bounds(): StreamBounds | undefined {
    const { hub, log } = this.#serving ?? {};
    return hub && log && { oldest: log.oldest(), latest: hub.sequence };
  }

  get reading(): EdgeReading {
    const { hub, log, door } = this.#serving ?? {};
    return {
      isServing: this.door !== undefined,
      isConnected: this.#stream !== undefined,
      event: hub?.sequence ?? 0,
      streamEvent: this.#streamEvent,
      nodeEvent: this.#nodeEvent,
      silentMs: Math.round(performance.now() - this.#heard),
      clients: door?.clients ?? 0,
      events: this.#events,
      bytes: this.#bytes,
      deliveries: this.#deliveries,
      reads: log?.reads ?? 0,
      streamReads: log?.streamReads ?? 0,
      restarts: this.#restarts,
      rememberedBytes: this.#recent.bytes,
    };
  }

  /** Serves until the signal. @returns why it cannot go on. */
  async run(): Promise<Refusal | undefined> {
    const { signal, log } = this.parts;
    const end = await runSessions({
      signal,
      session: () => this.#session(),
      done: () => this.#events,
      failed: (why) => {
        this.#restarts++;
        if (why !== undefined) log.warn({ event: this.reading.event }, `${why}; trying again`);
      },
    });
    this.#serving?.door.endAll(GOING_AWAY, 'this edge is stopping');
    return end;
  }

  async #session(): Promise<SessionEnd> {
    const stream = await RelayStream.open(this.parts.place);
    if (isRefusal(stream)) return stream.code === 'busy' ? { later: stream.message } : { final: stream };
    const end = (): void => void stream.close().catch(() => undefined);
    if (this.parts.signal.aborted) end();
    this.parts.signal.addEventListener('abort', end, { once: true });
    const timer = setInterval(() => void this.#ask(stream), BOUNDS_MS);
    try {
      return await this.#carry(stream);
    } catch (error) {
      return this.parts.signal.aborted ? 'stopped' : { later: `NATS failed: ${errorText(error)}` };
    } finally {
      clearInterval(timer);
      this.parts.signal.removeEventListener('abort', end);
      this.#stream = undefined;
      if (this.#serving) this.#serving.log.stream = undefined;
      await stream.close().catch(() => undefined);
    }
  }

  async #ask(stream: RelayStream): Promise<void> {
    const bounds = await stream.bounds().catch(() => undefined);
    if (!bounds) return;
    this.#bounded(bounds);
    // The next session sees what it has.
    if (bounds.created !== this.#created) await stream.close().catch(() => undefined);
  }

  #bounded(bounds: StreamBounds): void {
    this.#streamEvent = bounds.latest;
    this.#serving?.log.bounded(bounds);
  }

  /** From where the clients are to the first failure. */
  async #carry(stream: RelayStream): Promise<SessionEnd> {
    const { log, signal } = this.parts;
    const bounds = await stream.bounds();
    if (!this.#serving) this.#begin(bounds, LOST);
    else if (bounds.oldest > this.#next) {
      if (bounds.created === this.#created) this.#begin(bounds, LOST);
      else this.#beginAnew(bounds);
    } else {
      const end = await this.#compared(stream, bounds);
      if (end) return end;
    }
    this.#created = bounds.created;
    this.#bounded(bounds);
    stream.listen((event) => this.#pass(event));
    await this.#greet();
    this.#stream = stream;
    (this.#serving as unknown as Serving).log.stream = stream;
    log.info({ stream: stream.name, next: this.#next }, 'carrying events');
    for await (const event of stream.follow(this.#next)) {
      if (event.sequence < this.#next) continue;
      if (event.sequence > this.#next)
        return { later: `the stream left out events ${this.#next} to ${event.sequence - 1}` };
      this.#take(event);
      await this.#room();
    }
    return signal.aborted ? 'stopped' : { later: 'the connection to NATS is gone' };
  }

  /** Whether the stream goes on with what clients have: one that was made anew may be of another chain, one that was restored may have lost
   *  its end. The latest event that both have says so. */
  async #compared(stream: RelayStream, bounds: StreamState): Promise<SessionEnd | undefined> {
    const last = this.#next - 1;
    const shared = Math.min(last, bounds.latest);
    const [ours, theirs] = [this.#recent.at(shared)?.relay, await stream.at(shared)];
    const isOther = ours && theirs ? !isSameEvent('relay', ours, theirs) : bounds.created !== this.#created;
    if (isOther) this.#beginAnew(bounds);
    else if (bounds.latest < last)
      return { later: `the stream has come to event ${bounds.latest}, and clients have ${last} already: it is behind` };
    return undefined;
  }

  /** Statistics before anybody has said them on NATS. The node may be away: a block in the stream says enough. */
  async #greet(): Promise<void> {
    if (this.#stats) return;
    const event = await this.parts.greeting();
    if (event) this.#pass(event);
  }

  /** With what may be another chain. */
  #beginAnew(bounds: StreamBounds): void {
    this.#stats = undefined;
    this.#nodeEvent = 0;
    this.#begin(bounds, ANEW);
  }

  /** Serves from the end of the stream. Clients of before cannot go on here. @param why what they are told. */
  #begin(bounds: StreamBounds, why: string): void {
    const { parts } = this;
    this.#serving?.door.endAll(TRY_AGAIN, why, why !== ANEW);
    this.#recent.clear();
    this.#batch = [];
    this.#passing = [];
    this.#next = Math.max(bounds.oldest, bounds.latest + 1 - REMEMBERED);
    const report = (error: unknown, where = 'the hub'): void => parts.log.error({ error, where }, 'a client failed');
    const hub = new EventHub(bounds.latest, (work) => void setImmediate(work), report);
    const log = new EdgeLog(this.#recent, () => hub.sequence, bounds);
    const door = openDoor({
      ...{ hub, log, report, mailboxes: parts.privateDoor, maxClients: parts.maxClients, isOneOfMany: true },
      sourceOf: (request) => parts.sourceOf(request),
      statsEvent: (sequence, format) => {
        invariant(this.#stats, 'a client came before there were statistics');
        return encodings[format].stats(this.#stats, sequence);
      },
      delivered: (events) => {
        this.#deliveries += events;
      },
    });
    this.#serving = { begin: bounds.latest, hub, log, door };
  }

  #take(event: EdgeEvent): void {
    this.#next = event.sequence + 1;
    this.#streamEvent = Math.max(this.#streamEvent, event.sequence);
    this.#recent.add(event);
    const height = event.topic === 'blocks' ? heightOf(event) : undefined;
    if (height !== undefined)
      this.#stats = { ...(this.#stats ?? { peerCount: 0, mempoolSize: 0 }), blockHeight: height };
    // Those before the beginning are only remembered.
    if (event.sequence <= (this.#serving?.hub.sequence ?? 0)) return;
    this.#events++;
    this.#bytes += event.relay.length;
    this.#batch.push(event);
    if (this.#batch.length >= TOGETHER) this.#flush();
    else this.#flushSoon();
  }

  /** What has come together goes to the hub together. */
  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => {
      this.#isFlushing = false;
      this.#flush();
    });
  }

  async #room(): Promise<void> {
    while ((this.#serving?.hub.waitingEvents ?? 0) > MOST_WAITING && !this.parts.signal.aborted) await turn();
  }

  /** Hands over the batch, and each passing event behind the event that it names. */
  #flush(): void {
    const { hub } = this.#serving ?? {};
    if (!hub) return;
    const batch = this.#batch;
    this.#batch = [];
    let begin = 0;
    const publish = (end: number): void => {
      if (end > begin) hub.publish(eventsTogether(batch.slice(begin, end)));
      begin = end;
    };
    const first = batch[0]?.sequence ?? this.#next;
    const due = this.#passing.filter(({ sequence }) => sequence < this.#next);
    if (due.length > 0) this.#passing = this.#passing.filter(({ sequence }) => sequence >= this.#next);
    for (const event of due) {
      publish(Math.max(begin, event.sequence - first + 1));
      this.#stats = statsOf(event) ?? this.#stats;
      hub.publishPassing(asPassing(event));
    }
    publish(batch.length);
  }

  #pass(event: EdgeEvent): void {
    this.#heard = performance.now();
    // Not the greatest: that of a chain that was begun anew, or a foreign one, would stay.
    this.#nodeEvent = event.sequence;
    this.#stats ??= statsOf(event);
    this.#passing.push(event);
    if (this.#passing.length > MOST_PASSING) this.#passing.shift();
    this.#flushSoon();
  }
}
