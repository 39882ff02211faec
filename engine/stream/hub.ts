/** Event hub: carries the events of durable blocks to all listeners.
 *
 *  In: the events of one durable block after the other, and statistics between them. Out: to every matching listener
 *  the same bytes, in the order of their numbers, several at once. An event is encoded once for each format, and only
 *  when a listener of that format wants it. A block with many events and many listeners is handed out over several turns
 *  of the event loop, so that it does not stop the node. Listeners that have named no topic get everything. What may be
 *  lost: when blocks come faster than they can be handed out, the listeners are dropped (`overrun`) instead of keeping
 *  blocks without bound; the log has what they missed. A slow listener is its own socket's concern: the hub never waits
 *  for one. An event that cannot be encoded is left out, and its number with it; a listener that throws is dropped. */

import type { EventFormat } from '../store/chainStore.js';
import {
  Audience,
  type Delivery,
  type Interest,
  type Listener,
  type Members,
  type Registration,
  type StreamEvent,
  type Topic,
} from './audience.js';

/** The events of one block. */
export interface BlockEvents {
  /** Number of its first event. */
  readonly first: number;
  readonly count: number;
  /** The first index from `index` on that may match the interest; `count` when there is none. */
  next(index: number, interest: Interest): number;
  event(index: number): StreamEvent;
}

interface Told extends Delivery {
  readonly reached: Members;
}

/** The part of a batch for the listeners of one format. */
interface Part {
  readonly events: Told[];
  /** The listeners that its events reach. When there is only one group, every event reaches every member. */
  readonly groups: Set<Members>;
}

type Parts = Readonly<Record<EventFormat, Part>>;

/** Events under way, and the listeners that still have to get them. */
interface Telling {
  readonly parts: Parts;
  /** How many events, over all formats. */
  readonly count: number;
  readonly members: Iterator<Registration>;
}

/** Deliveries in one turn of the event loop: at most 4 ms of writing (measured: 7 us for the 4 KB of a transaction's event
 *  written alone on the loopback interface, nearly all of it in the kernel). */
const DELIVERIES_PER_TURN = 512;

/** Events that go to a listener together: one system call per write is most of the cost of a delivery, and the server library
 *  gathers 16 KiB for one. A larger batch would keep the last listeners waiting for longer. */
const BATCH_EVENTS = 32;

/** Different groups of listeners of one format in a batch. Joining them happens once per batch and costs as much as one delivery
 *  for a hundred listeners of a group. */
const BATCH_GROUPS = 4;

/** Events that may wait to be handed out: three full blocks of 20,000 transactions. */
const MAX_WAITING_EVENTS = 200_000;

/** @param sequence number of the latest event that was handed out. */
export type StatsEncoder = (sequence: number, format: EventFormat) => Uint8Array;

/** An event that is not in the log. */
export interface PassingEvent extends Omit<StreamEvent, 'encode'> {
  /** @param sequence number of the latest event that was handed out. */
  encode(sequence: number, format: EventFormat): Uint8Array;
}

type Waiting =
  | { readonly block: BlockEvents; next: number }
  | { readonly passing: PassingEvent; readonly events: number };

const NO_INTEREST: Interest = {
  all: false,
  blocks: false,
  transactions: false,
  accounts: false,
  tokens: false,
  contracts: false,
};

const emptyPart = (): Part => ({ events: [], groups: new Set() });

const hasRoom = ({ json, protobuf, relay }: Parts): boolean =>
  Math.max(json.groups.size, protobuf.groups.size, relay.groups.size) < BATCH_GROUPS;

export class EventHub {
  readonly #audiences: Readonly<Record<EventFormat, Audience>> = {
    json: new Audience('json'),
    protobuf: new Audience('protobuf'),
    relay: new Audience('relay'),
  };
  readonly #all: readonly Audience[] = Object.values(this.#audiences);
  readonly #registrations = new Map<Listener, Registration>();
  readonly #waiting: Waiting[] = [];
  #waitingEvents = 0;
  #scheduled = false;
  #telling: Telling | undefined;
  #batch = 0;
  /** Deliveries that this turn may still make. */
  #left = 0;
  #sequence: number;

  /** @param sequence number of the last event before this hub.
   *  @param later runs work in a later turn of the event loop, after the input that arrived meanwhile.
   *  @param failed receives every exception: none leaves the hub. */
  constructor(
    sequence: number,
    private readonly later: (work: () => void) => void,
    private readonly failed: (error: unknown) => void = () => {},
  ) {
    this.#sequence = sequence;
  }

  get listeners(): number {
    return this.#registrations.size;
  }

  /** Number of the latest event that was handed out: a listener that is added now gets all events above it. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Events of durable blocks that are still to be handed out. */
  get waitingEvents(): number {
    return this.#waitingEvents + (this.#telling?.count ?? 0);
  }

  /** A listener that was added already keeps its topics and its format. */
  add(listener: Listener, format: EventFormat = 'json'): void {
    if (this.#registrations.has(listener)) return;
    const audience = this.#audiences[format];
    const registration = { listener, audience, topics: new Set<Topic>(), isHere: true, batch: this.#batch };
    this.#registrations.set(listener, registration);
    audience.add(registration);
  }

  remove(listener: Listener): void {
    const registration = this.#registrations.get(listener);
    if (!registration) return;
    registration.isHere = false;
    this.#registrations.delete(listener);
    registration.audience.remove(registration);
  }

  /** @returns how many topics the listener has now. */
  subscribe(listener: Listener, topics: readonly Topic[]): number {
    const registration = this.#registrations.get(listener);
    if (!registration) return 0;
    this.#tellOne(registration, false);
    registration.audience.subscribe(registration, topics);
    return registration.topics.size;
  }

  /** From now on the listener gets only its topics, nothing when it has none. */
  narrow(listener: Listener): void {
    const registration = this.#registrations.get(listener);
    if (!registration) return;
    this.#tellOne(registration, false);
    registration.audience.narrow(registration);
  }

  /** A listener that leaves its last topic gets nothing. */
  unsubscribe(listener: Listener, topics: readonly Topic[]): number {
    const registration = this.#registrations.get(listener);
    if (!registration) return 0;
    this.#tellOne(registration, false);
    registration.audience.unsubscribe(registration, topics);
    return registration.topics.size;
  }

  /** Hands out the events of the next durable block, after everything that waits. */
  publish(block: BlockEvents): void {
    this.#waiting.push({ block, next: 0 });
    this.#waitingEvents += block.count;
    if (this.#waitingEvents > MAX_WAITING_EVENTS) this.#overrun();
    this.#start();
  }

  /** Hands out statistics after everything that was published before. */
  publishStats(stats: StatsEncoder): void {
    // One a block: blocks bound how many wait.
    this.#pass({ topic: 'stats', accounts: [], tokens: [], encode: stats }, 0);
  }

  /** Hands out an event that is not in the log, after everything that was published before. */
  publishPassing(passing: PassingEvent): void {
    this.#pass(passing, 1);
  }

  #pass(passing: PassingEvent, events: number): void {
    this.#waiting.push({ passing, events });
    this.#waitingEvents += events;
    if (this.#waitingEvents > MAX_WAITING_EVENTS) this.#overrun();
    this.#start();
  }

  #start(): void {
    if (!this.#scheduled) this.#turn();
  }

  /** Hands out as much as one turn may; the rest follows in the next turn, even within one batch with many listeners. */
  #turn(): void {
    this.#scheduled = false;
    this.#left = DELIVERIES_PER_TURN;
    try {
      while (this.#left > 0 && (this.#telling || this.#gather())) this.#tell();
    } catch (error) {
      this.failed(error);
      this.#overrun();
    }
    if (!this.#telling && this.#waiting.length === 0) return;
    this.#scheduled = true;
    this.later(() => this.#turn());
  }

  /** Takes the next events that some listener wants, as many as fit in a batch. @returns false when there are none in this turn.
   *  A listener that joins while they are handed out does not get them: for it they count as already handed out. */
  #gather(): boolean {
    const parts: Parts = { json: emptyPart(), protobuf: emptyPart(), relay: emptyPart() };
    const { json, protobuf, relay } = parts;
    let count = 0;
    while (count < BATCH_EVENTS && hasRoom(parts) && this.#left > 0) {
      const event = this.#next();
      if (!event) break;
      // An event that nobody wants costs about a quarter of a delivery: its topics are looked at.
      this.#left -= 0.25;
      if (this.#take(event, parts)) count++;
    }
    if (count === 0) return false;
    // The present members: a group may change before all of them have got the batch.
    const members = new Set<Registration>();
    for (const { groups } of [json, protobuf, relay])
      for (const group of groups) for (const member of group) members.add(member);
    this.#batch++;
    this.#telling = { parts, count, members: members.values() };
    return true;
  }

  /** Encodes an event for the listeners that it reaches. @returns false when it reaches none. */
  #take(event: StreamEvent, parts: Parts): boolean {
    let isHeard = false;
    for (const audience of this.#all) {
      if (audience.size === 0) continue;
      const reached = audience.reached(event);
      if (reached.size === 0) continue;
      const bytes = this.#encode(event, audience.format);
      if (!bytes) continue;
      const { events, groups } = parts[audience.format];
      events.push({ bytes, sequence: this.#sequence, reached });
      groups.add(reached);
      isHeard = true;
    }
    return isHeard;
  }

  #encode(event: StreamEvent, format: EventFormat): Uint8Array | undefined {
    try {
      return event.encode(format);
    } catch (error) {
      this.failed(error);
      return undefined;
    }
  }

  /** The topics of all listeners, of any format. */
  #interest(): Interest {
    let interest = NO_INTEREST;
    for (const audience of this.#all) if (audience.size > 0) interest = audience.interest(interest);
    return interest;
  }

  /** The next event that may match a listener's topics; the hub's number is then this event's. */
  #next(): StreamEvent | undefined {
    for (let waiting = this.#waiting[0]; waiting; waiting = this.#waiting[0]) {
      if ('passing' in waiting) {
        const { passing, events } = waiting;
        this.#waiting.shift();
        this.#waitingEvents -= events;
        const sequence = this.#sequence;
        return { ...passing, encode: (format) => passing.encode(sequence, format) };
      }
      const { block } = waiting;
      const index = block.next(waiting.next, this.#interest());
      this.#waitingEvents -= index - waiting.next;
      waiting.next = index;
      if (index >= block.count) {
        this.#waiting.shift();
        this.#sequence = block.first + block.count - 1;
        continue;
      }
      waiting.next++;
      this.#waitingEvents--;
      this.#sequence = block.first + index;
      return block.event(index);
    }
    return undefined;
  }

  #tell(): void {
    while (this.#left > 0 && this.#telling) {
      const { done, value } = this.#telling.members.next();
      if (done) this.#telling = undefined;
      else this.#tellOne(value, this.#telling.parts[value.audience.format].groups.size === 1);
    }
  }

  /** Gives a listener its part of the batch, once: in its turn, or before it changes its topics. It may leave, or make
   *  others leave, during the call.
   *  @param hearsAll every event of its format reaches it. */
  #tellOne(registration: Registration, hearsAll: boolean): void {
    if (!this.#telling || !registration.isHere || registration.batch === this.#batch) return;
    registration.batch = this.#batch;
    const { events } = this.#telling.parts[registration.audience.format];
    const heard = hearsAll ? events : events.filter(({ reached }) => reached.has(registration));
    this.#left -= heard.length;
    if (heard.length === 0) return;
    const { listener } = registration;
    this.#ask(listener, () => listener.deliver(heard));
  }

  /** A listener that throws is dropped: it may have missed what it was given. */
  #ask(listener: Listener, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.failed(error);
      if (!this.#registrations.has(listener)) return;
      this.remove(listener);
      this.#ask(listener, () => listener.overrun());
    }
  }

  /** Too much waits: all listeners are dropped, and what waits is skipped. */
  #overrun(): void {
    const last = this.#waiting.findLast((waiting) => 'block' in waiting);
    this.#waiting.length = 0;
    this.#waitingEvents = 0;
    this.#telling = undefined;
    for (const { listener } of [...this.#registrations.values()]) {
      this.remove(listener);
      this.#ask(listener, () => listener.overrun());
    }
    if (last && 'block' in last) this.#sequence = last.block.first + last.block.count - 1;
  }
}
