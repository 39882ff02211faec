/** Event hub: from durable blocks to everybody who listens.
 *
 *  In: the events of one durable block after the other, and statistics between them. Out: to every matching listener the
 *  same bytes, encoded once and only when somebody wants them, in the order of their numbers. A block with many events and
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

export interface Listener {
  /** Must not throw and must not wait.
   *  @param bytes shared by all listeners: read only.
   *  @param sequence number of the event, or for statistics of the latest event before them. */
  deliver(bytes: Uint8Array, sequence: number): void;
  /** The hub lets go of this listener: it has missed events after its last one. */
  overrun(): void;
}

interface Registration {
  readonly listener: Listener;
  readonly topics: Set<Topic>;
  isHere: boolean;
}

/** An event on its way, and to whom it still has to go. */
interface Telling {
  readonly bytes: Uint8Array;
  readonly sequence: number;
  readonly members: Iterator<Registration>;
}

/** Deliveries in one turn of the event loop: 4 ms of writing (measured: 7 us for the 4 KB of a transaction's event on the
 *  loopback interface, nearly all of it in the kernel). */
const DELIVERIES_PER_TURN = 512;

/** Events that may wait to be handed out: three full blocks of 20,000 transactions. */
const MAX_WAITING_EVENTS = 200_000;

type Waiting = { readonly block: BlockEvents; next: number } | { readonly stats: (sequence: number) => string };

const NOBODY: ReadonlySet<Registration> = new Set();
const NOTHING = new Uint8Array();

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
    return this.#waitingEvents + (this.#telling ? 1 : 0);
  }

  /** A listener that is here already keeps its topics. */
  add(listener: Listener): void {
    if (this.#registrations.has(listener)) return;
    const registration = { listener, topics: new Set<Topic>(), isHere: true };
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

  /** Hands out what one turn may; the rest follows in the next, also of one event with many listeners. */
  #turn(): void {
    this.#scheduled = false;
    let left = DELIVERIES_PER_TURN;
    while (this.#telling || this.#begin(left)) {
      // An event that nobody hears costs about as much as a quarter of a delivery: its topics are looked at.
      left -= 0.25 + this.#tell(Math.ceil(left));
      if (left > 0) continue;
      this.#scheduled = true;
      this.later(() => this.#turn());
      return;
    }
  }

  /** Takes the next event that may interest somebody. @returns false when none waits. */
  #begin(left: number): boolean {
    for (let waiting = this.#waiting[0]; waiting; waiting = this.#waiting[0]) {
      if ('stats' in waiting) {
        const { stats } = waiting;
        this.#waiting.shift();
        const text = (): string => stats(this.#sequence);
        this.#address({ topic: 'stats', accounts: [], token: undefined, text }, left);
        return true;
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
      this.#address(block.event(index), left);
      return true;
    }
    return false;
  }

  /** Who comes while an event is told is not among its listeners: for that one it counts as handed out. */
  #address(event: StreamEvent, left: number): void {
    const reached = this.#reached(event);
    // The members of now, where they are not all told in this turn.
    const members = reached.size > left ? [...reached] : reached;
    const bytes = reached.size === 0 ? NOTHING : Buffer.from(event.text());
    this.#telling = { bytes, sequence: this.#sequence, members: members[Symbol.iterator]() };
  }

  /** @returns the number of deliveries. */
  #tell(most: number): number {
    if (!this.#telling) return 0;
    const { bytes, sequence, members } = this.#telling;
    for (let told = 0; told < most; told++) {
      const { done, value } = members.next();
      if (done) {
        this.#telling = undefined;
        return told;
      }
      // A listener may leave, or make others leave, while it is told.
      if (value.isHere) value.listener.deliver(bytes, sequence);
    }
    return most;
  }

  /** Everybody whom the event reaches, each once. Most events meet members of one topic only: no set is made then. */
  #reached({ topic, accounts, token }: StreamEvent): ReadonlySet<Registration> {
    let reached: ReadonlySet<Registration> = this.#all;
    let merged: Set<Registration> | undefined;
    const join = (members: ReadonlySet<Registration> | undefined): void => {
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
