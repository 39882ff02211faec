/** Event hub: from durable blocks to everybody who listens.
 *
 *  In: the events of one durable block after the other, and statistics between them. Out: to every matching listener the
 *  same bytes, encoded once and only when somebody wants them, in the order of their numbers, several at once. A block with many events and
 *  many listeners is handed out over several turns of the event loop, so that it does not stop the node. Listeners that
 *  name no topic hear everything. What may be lost: when blocks come faster than they can be handed out, the listeners are
 *  let go of (`overrun`) instead of keeping blocks without bound; the log has what they missed. A slow listener is its own
 *  socket's concern: the hub never waits for one. */

import type { AccountId } from '../crypto/address.js';
import type { EventFilter } from '../store/chainStore.js';

/** `blocks`, `transactions`, `stats`, `account:<32 bytes>`, `token:<SYMBOL>`. */
export type Topic = string;

const ACCOUNT = 'account:';
const TOKEN = 'token:';

export const accountTopic = (account: AccountId): Topic => `${ACCOUNT}${account}`;
export const tokenTopic = (symbol: string): Topic => `${TOKEN}${symbol}`;

/** One event. */
export interface StreamEvent {
  /** The plain topic it belongs to, if any. */
  readonly topic: 'blocks' | 'transactions' | 'stats' | undefined;
  readonly accounts: readonly AccountId[];
  readonly token: string | undefined;
  /** The event's JSON. Called at most once, when somebody listens. */
  text(): string;
}

/** What anybody listens to at present. */
export interface Interest {
  readonly all: boolean;
  readonly blocks: boolean;
  readonly transactions: boolean;
  readonly accounts: boolean;
  readonly tokens: boolean;
}

/** The events of one block. */
export interface BlockEvents {
  /** Number of its first event. */
  readonly first: number;
  readonly count: number;
  /** The first index from `index` on that may interest somebody; `count` when there is none. */
  next(index: number, interest: Interest): number;
  event(index: number): StreamEvent;
}

/** An event as its listeners get it. */
export interface Delivery {
  /** Shared by all listeners: read only. */
  readonly bytes: Uint8Array;
  /** Number of the event, or for statistics of the latest event before them. */
  readonly sequence: number;
}

export interface Listener {
  /** Must not throw and must not wait.
   *  @param events in their order: what can leave with one write. At least one. */
  deliver(events: readonly Delivery[]): void;
  /** The hub lets go of this listener: it has missed events after its last one. */
  overrun(): void;
}

interface Registration {
  readonly listener: Listener;
  readonly topics: Set<Topic>;
  isHere: boolean;
  /** Number of the last batch that is behind this listener. */
  batch: number;
}

type Members = ReadonlySet<Registration>;

interface Told extends Delivery {
  readonly reached: Members;
}

/** Events on their way, and to whom they still have to go. */
interface Telling {
  readonly events: readonly Told[];
  /** All of them reach the same listeners. */
  readonly isUniform: boolean;
  readonly members: Iterator<Registration>;
}

/** Deliveries in one turn of the event loop: at most 4 ms of writing (measured: 7 us for the 4 KB of a transaction's event
 *  written alone on the loopback interface, nearly all of it in the kernel). */
const DELIVERIES_PER_TURN = 512;

/** Events that go to a listener together: a system call a write is most of what a delivery costs, and the server library
 *  gathers 16 KiB for one. More together would keep the last listeners waiting for longer. */
const BATCH_EVENTS = 32;

/** Different groups of listeners in a batch. They are put together once, which costs as much as one delivery for a hundred
 *  listeners of a group. */
const BATCH_GROUPS = 4;

/** Events that may wait to be handed out: three full blocks of 20,000 transactions. */
const MAX_WAITING_EVENTS = 200_000;

type Waiting = { readonly block: BlockEvents; next: number } | { readonly stats: (sequence: number) => string };

const NOBODY: Members = new Set();

export class EventHub {
  /** Listeners that named no topic. */
  readonly #all = new Set<Registration>();
  readonly #plain = new Map<Topic, Set<Registration>>();
  readonly #accounts = new Map<AccountId, Set<Registration>>();
  readonly #tokens = new Map<string, Set<Registration>>();
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
   *  @param later runs work in a later turn of the event loop, after what came in meanwhile. */
  constructor(
    sequence: number,
    private readonly later: (work: () => void) => void,
  ) {
    this.#sequence = sequence;
  }

  get listeners(): number {
    return this.#registrations.size;
  }

  /** Number of the latest event that was handed out: whoever listens from now on hears all events above it. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Events of durable blocks that are still to be handed out. */
  get waitingEvents(): number {
    return this.#waitingEvents + (this.#telling?.events.length ?? 0);
  }

  /** A listener that is here already keeps its topics. */
  add(listener: Listener): void {
    if (this.#registrations.has(listener)) return;
    const registration = { listener, topics: new Set<Topic>(), isHere: true, batch: this.#batch };
    this.#registrations.set(listener, registration);
    this.#all.add(registration);
  }

  remove(listener: Listener): void {
    const registration = this.#registrations.get(listener);
    if (!registration) return;
    registration.isHere = false;
    this.#registrations.delete(listener);
    this.#all.delete(registration);
    for (const topic of registration.topics) this.#leave(registration, topic);
  }

  /** @returns how many topics the listener has now. */
  subscribe(listener: Listener, topics: readonly Topic[]): number {
    const registration = this.#registrations.get(listener);
    if (!registration) return 0;
    this.#tellOne(registration);
    for (const topic of topics) {
      registration.topics.add(topic);
      const [members, key] = this.#home(topic);
      const present = members.get(key);
      if (present) present.add(registration);
      else members.set(key, new Set([registration]));
    }
    if (registration.topics.size > 0) this.#all.delete(registration);
    return registration.topics.size;
  }

  /** A listener that leaves its last topic hears everything again. */
  unsubscribe(listener: Listener, topics: readonly Topic[]): number {
    const registration = this.#registrations.get(listener);
    if (!registration) return 0;
    this.#tellOne(registration);
    for (const topic of topics) if (registration.topics.delete(topic)) this.#leave(registration, topic);
    if (registration.topics.size === 0) this.#all.add(registration);
    return registration.topics.size;
  }

  /** Hands out the events of the next durable block, behind everything that waits. */
  publish(block: BlockEvents): void {
    this.#waiting.push({ block, next: 0 });
    this.#waitingEvents += block.count;
    if (this.#waitingEvents > MAX_WAITING_EVENTS) this.#overrun();
    this.#start();
  }

  /** Statistics, told after everything that was published before. */
  publishStats(text: (sequence: number) => string): void {
    this.#waiting.push({ stats: text });
    this.#start();
  }

  #home(topic: Topic): readonly [Map<string, Set<Registration>>, string] {
    if (topic.startsWith(ACCOUNT)) return [this.#accounts, topic.slice(ACCOUNT.length)];
    if (topic.startsWith(TOKEN)) return [this.#tokens, topic.slice(TOKEN.length)];
    return [this.#plain, topic];
  }

  #leave(registration: Registration, topic: Topic): void {
    const [members, key] = this.#home(topic);
    const present = members.get(key);
    present?.delete(registration);
    if (present?.size === 0) members.delete(key);
  }

  #interest(): Interest {
    return {
      all: this.#all.size > 0,
      blocks: this.#plain.has('blocks'),
      transactions: this.#plain.has('transactions'),
      accounts: this.#accounts.size > 0,
      tokens: this.#tokens.size > 0,
    };
  }

  #start(): void {
    if (!this.#scheduled) this.#turn();
  }

  /** Hands out what one turn may; the rest follows in the next, also of one batch with many listeners. */
  #turn(): void {
    this.#scheduled = false;
    this.#left = DELIVERIES_PER_TURN;
    while (this.#left > 0 && (this.#telling || this.#gather())) this.#tell();
    if (!this.#telling && this.#waiting.length === 0) return;
    this.#scheduled = true;
    this.later(() => this.#turn());
  }

  /** Takes the next events that somebody hears, as many as go together. @returns false when there are none in this turn.
   *  Who comes while they are told is not among their listeners: for that one they count as handed out. */
  #gather(): boolean {
    const events: Told[] = [];
    const groups = new Set<Members>();
    while (events.length < BATCH_EVENTS && groups.size < BATCH_GROUPS && this.#left > 0) {
      const event = this.#next();
      if (!event) break;
      // An event that nobody hears costs about as much as a quarter of a delivery: its topics are looked at.
      this.#left -= 0.25;
      const reached = this.#reached(event);
      if (reached.size === 0) continue;
      events.push({ bytes: Buffer.from(event.text()), sequence: this.#sequence, reached });
      groups.add(reached);
    }
    if (events.length === 0) return false;
    // The members of now: a group may change before all of them are told.
    const members = new Set<Registration>();
    for (const group of groups) for (const member of group) members.add(member);
    this.#batch++;
    this.#telling = { events, isUniform: groups.size === 1, members: members.values() };
    return true;
  }

  /** The next event that may interest somebody; the hub's number is then this event's. */
  #next(): StreamEvent | undefined {
    for (let waiting = this.#waiting[0]; waiting; waiting = this.#waiting[0]) {
      if ('stats' in waiting) {
        const { stats } = waiting;
        this.#waiting.shift();
        return { topic: 'stats', accounts: [], token: undefined, text: () => stats(this.#sequence) };
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
      else this.#tellOne(value);
    }
  }

  /** Gives a listener its part of the batch, once: in its turn, or before it changes its topics. It may leave, or make
   *  others leave, while it is told. */
  #tellOne(registration: Registration): void {
    if (!this.#telling || !registration.isHere || registration.batch === this.#batch) return;
    registration.batch = this.#batch;
    const { events, isUniform } = this.#telling;
    const heard = isUniform ? events : events.filter(({ reached }) => reached.has(registration));
    this.#left -= heard.length;
    if (heard.length > 0) registration.listener.deliver(heard);
  }

  /** Everybody whom the event reaches, each once. Most events meet members of one topic only: no set is made then. */
  #reached({ topic, accounts, token }: StreamEvent): Members {
    let reached: Members = this.#all;
    let merged: Set<Registration> | undefined;
    const join = (members: Members | undefined): void => {
      if (!members || members.size === 0) return;
      if (reached.size === 0) reached = members;
      else {
        merged ??= new Set(reached);
        for (const member of members) merged.add(member);
        reached = merged;
      }
    };
    if (topic !== undefined) join(this.#plain.get(topic));
    if (this.#accounts.size > 0) for (const account of accounts) join(this.#accounts.get(account));
    if (token !== undefined) join(this.#tokens.get(token));
    return reached.size === 0 ? NOBODY : reached;
  }

  /** Too much waits: everybody goes, and what waits is passed over. */
  #overrun(): void {
    const last = this.#waiting.findLast((waiting) => 'block' in waiting);
    this.#waiting.length = 0;
    this.#waitingEvents = 0;
    this.#telling = undefined;
    for (const { listener } of [...this.#registrations.values()]) {
      this.remove(listener);
      listener.overrun();
    }
    if (last && 'block' in last) this.#sequence = last.block.first + last.block.count - 1;
  }
}

/** The same topics as a filter of the log. */
export function filterOf(topics: Iterable<Topic>): EventFilter {
  const list = [...topics];
  const named = (prefix: string): string[] =>
    list.filter((topic) => topic.startsWith(prefix)).map((topic) => topic.slice(prefix.length));
  return {
    all: list.length === 0,
    blocks: list.includes('blocks'),
    transactions: list.includes('transactions'),
    accounts: named(ACCOUNT) as AccountId[],
    tokens: named(TOKEN),
  };
}
