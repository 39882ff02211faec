/** Listeners of one format, by what they listen to.
 *
 *  In: topics that listeners join and leave. Out: the listeners that an event reaches. Without any topic named, it is all. */

import type { AccountId } from '../crypto/address.js';
import type { EventFilter, EventFormat } from '../store/chainStore.js';

/** `blocks`, `transactions`, `stats`, `contracts`, `account:<32 bytes>`, `token:<SYMBOL>`, `contract:<40 hex characters>`. */
export type Topic = string;

const ACCOUNT = 'account:';
const TOKEN = 'token:';
const CONTRACT = 'contract:';

export const accountTopic = (account: AccountId): Topic => `${ACCOUNT}${account}`;
export const tokenTopic = (symbol: string): Topic => `${TOKEN}${symbol}`;
/** @param address 40 lower-case hex characters. */
export const contractTopic = (address: string): Topic => `${CONTRACT}${address}`;

/** One event. */
export interface StreamEvent {
  /** The topic without a parameter that it belongs to, if any. */
  readonly topic: 'blocks' | 'transactions' | 'stats' | 'contracts' | undefined;
  readonly accounts: readonly AccountId[];
  /** Symbols of the tokens that it is about. Read only when there are listeners to tokens. */
  readonly tokens: readonly string[];
  /** The contract that emitted it, 40 hex characters; absent when none did. */
  readonly contract?: string;
  /** The event's bytes in one format. Called at most once per format, and only when a listener of that format wants it. */
  encode(format: EventFormat): Uint8Array;
}

/** What is listened to at present. */
export interface Interest {
  readonly all: boolean;
  readonly blocks: boolean;
  readonly transactions: boolean;
  readonly accounts: boolean;
  readonly tokens: boolean;
  /** Whether anybody follows what contracts emit, all of them or one. */
  readonly contracts: boolean;
}

/** An event as it is delivered to its listeners. */
export interface Delivery {
  /** Shared by all listeners: read only. */
  readonly bytes: Uint8Array;
  /** Number of the event, or for statistics of the latest event before them. */
  readonly sequence: number;
}

export interface Listener {
  /** Must not throw and must not wait.
   *  @param events in their order, as many as can leave with one write; at least one. */
  deliver(events: readonly Delivery[]): void;
  /** The hub drops this listener: it misses the events after its last one. */
  overrun(): void;
}

export interface Registration {
  readonly listener: Listener;
  readonly audience: Audience;
  readonly topics: Set<Topic>;
  isHere: boolean;
  /** Number of the last batch that this listener got. */
  batch: number;
}

export type Members = ReadonlySet<Registration>;

const NOBODY: Members = new Set();

export class Audience {
  /** Listeners that have never named a topic. */
  readonly #all = new Set<Registration>();
  readonly #plain = new Map<Topic, Set<Registration>>();
  readonly #accounts = new Map<AccountId, Set<Registration>>();
  readonly #tokens = new Map<string, Set<Registration>>();
  readonly #contracts = new Map<string, Set<Registration>>();

  #size = 0;

  constructor(readonly format: EventFormat) {}

  /** Number of listeners. */
  get size(): number {
    return this.#size;
  }

  /** @param registration one without topics, not in this audience. */
  add(registration: Registration): void {
    this.#size++;
    this.#all.add(registration);
  }

  /** @param registration one in this audience. */
  remove(registration: Registration): void {
    this.#size--;
    this.#all.delete(registration);
    for (const topic of registration.topics) this.#leave(registration, topic);
  }

  subscribe(registration: Registration, topics: readonly Topic[]): void {
    for (const topic of topics) {
      registration.topics.add(topic);
      const [members, key] = this.#home(topic);
      const present = members.get(key);
      if (present) present.add(registration);
      else members.set(key, new Set([registration]));
    }
    if (registration.topics.size > 0) this.#all.delete(registration);
  }

  unsubscribe(registration: Registration, topics: readonly Topic[]): void {
    for (const topic of topics) if (registration.topics.delete(topic)) this.#leave(registration, topic);
  }

  /** The listener gets only its topics from now on, nothing when it has none. */
  narrow(registration: Registration): void {
    this.#all.delete(registration);
  }

  #home(topic: Topic): readonly [Map<string, Set<Registration>>, string] {
    if (topic.startsWith(ACCOUNT)) return [this.#accounts, topic.slice(ACCOUNT.length)];
    if (topic.startsWith(TOKEN)) return [this.#tokens, topic.slice(TOKEN.length)];
    if (topic.startsWith(CONTRACT)) return [this.#contracts, topic.slice(CONTRACT.length)];
    return [this.#plain, topic];
  }

  #leave(registration: Registration, topic: Topic): void {
    const [members, key] = this.#home(topic);
    const present = members.get(key);
    present?.delete(registration);
    if (present?.size === 0) members.delete(key);
  }

  /** @param others what the listeners of other formats listen to. */
  interest(others: Interest): Interest {
    return {
      all: others.all || this.#all.size > 0,
      blocks: others.blocks || this.#plain.has('blocks'),
      transactions: others.transactions || this.#plain.has('transactions'),
      accounts: others.accounts || this.#accounts.size > 0,
      tokens: others.tokens || this.#tokens.size > 0,
      contracts: others.contracts || this.#contracts.size > 0 || this.#plain.has('contracts'),
    };
  }

  /** All listeners that the event reaches, each once. Most events reach members of one topic only: no set is made then. */
  reached(event: StreamEvent): Members {
    const { topic, contract } = event;
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
    if (this.#accounts.size > 0) for (const account of event.accounts) join(this.#accounts.get(account));
    if (this.#tokens.size > 0) for (const token of event.tokens) join(this.#tokens.get(token));
    if (contract !== undefined) join(this.#contracts.get(contract));
    return reached.size === 0 ? NOBODY : reached;
  }
}

/** The same topics as a filter of the log.
 *  @param all whether the filter selects everything, whatever the topics. */
export function filterOf(topics: Iterable<Topic>, all: boolean): EventFilter {
  const list = [...topics];
  const named = (prefix: string): string[] =>
    list.filter((topic) => topic.startsWith(prefix)).map((topic) => topic.slice(prefix.length));
  return {
    all,
    blocks: list.includes('blocks'),
    transactions: list.includes('transactions'),
    contractEvents: list.includes('contracts'),
    accounts: named(ACCOUNT) as AccountId[],
    tokens: named(TOKEN),
    contracts: named(CONTRACT),
  };
}
