/** Event hub: from committed blocks to everybody who listens.
 *
 *  In: events of durable blocks, each with the topics it belongs to. Out: to every matching listener the same bytes,
 *  encoded once and only when somebody wants them. Events carry a sequence number that grows by one. A listener without
 *  topics hears everything. A slow listener is its own socket's concern: the hub never waits. */

import { utf8 } from '../base/bytes.js';
import type { AccountId } from '../crypto/address.js';

/** `blocks`, `transactions`, `stats`, `account:<32 bytes>`, `token:<SYMBOL>`. */
export type Topic = string;

export const accountTopic = (account: AccountId): Topic => `account:${account}`;
export const tokenTopic = (symbol: string): Topic => `token:${symbol}`;

export interface StreamEvent {
  readonly topics: readonly Topic[];
  /** The event's JSON; its `seq` is added by the hub. Called at most once, when somebody listens. */
  make(): Readonly<Record<string, unknown>>;
}

export interface Listener {
  /** Must not throw and must not wait. @param bytes shared by all listeners: read only. */
  deliver(bytes: Uint8Array): void;
}

interface Registration {
  readonly listener: Listener;
  readonly topics: Set<Topic>;
}

export class EventHub {
  readonly #byTopic = new Map<Topic, Set<Registration>>();
  /** Listeners that named no topic. */
  readonly #all = new Set<Registration>();
  readonly #registrations = new Map<Listener, Registration>();
  #sequence = 0;

  get listeners(): number {
    return this.#registrations.size;
  }

  /** Number of the latest event. */
  get sequence(): number {
    return this.#sequence;
  }

  /** A listener that is here already keeps its topics. */
  add(listener: Listener): void {
    if (this.#registrations.has(listener)) return;
    const registration = { listener, topics: new Set<Topic>() };
    this.#registrations.set(listener, registration);
    this.#all.add(registration);
  }

  remove(listener: Listener): void {
    const registration = this.#registrations.get(listener);
    if (!registration) return;
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
      const members = this.#byTopic.get(topic) ?? new Set();
      members.add(registration);
      this.#byTopic.set(topic, members);
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

  #leave(registration: Registration, topic: Topic): void {
    const members = this.#byTopic.get(topic);
    members?.delete(registration);
    if (members?.size === 0) this.#byTopic.delete(topic);
  }

  /** Whether an event of these topics would reach anybody: lets a publisher skip making it. */
  hasListeners(topics: readonly Topic[]): boolean {
    return this.#all.size > 0 || topics.some((topic) => this.#byTopic.has(topic));
  }

  publish(event: StreamEvent): void {
    const seq = ++this.#sequence;
    if (!this.hasListeners(event.topics)) return;
    const reached = new Set(this.#all);
    for (const topic of event.topics)
      for (const registration of this.#byTopic.get(topic) ?? []) reached.add(registration);
    const bytes = utf8(JSON.stringify({ ...event.make(), seq }));
    for (const { listener } of reached) listener.deliver(bytes);
  }
}
