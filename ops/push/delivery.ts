/** Push delivery: tells the devices of registered wallets that something has arrived.
 *
 *  In: events. Out: messages to the providers of the platforms, and the tokens that these report gone to the registry. The registry is asked
 *  for many events at once. `notify` never waits and never throws. What may be lost: anything, at no harm beyond a notification that is
 *  not shown; each loss is counted. */

import type { Clock, Log, Random, Timers } from '../../engine/base/ports.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { receiptsUrl } from './endpoint.js';
import { type Message, PushLane } from './lane.js';
import { PushMeasures, type PushStats } from './measures.js';
import { textOf } from './message.js';
import type { Failing } from './pacedLoop.js';
import type { PushEvent, PushRegistry, PushToken } from './port.js';
import { ProviderDoor } from './providerDoor.js';
import { type Accepted, Receipts } from './receipts.js';

/** The platform of the reference, whose tokens have a form of their own. */
export const EXPO = 'expo';
const EXPO_TOKEN = /^(?:ExponentPushToken|ExpoPushToken)\[/;

/** A token of any platform; the longest in use have some 200 characters. */
const MAX_TOKEN_CHARACTERS = 512;

/** Events that wait for the registry: those of a full block to wallets that have all registered. */
export const MAX_EVENTS = 20_000;

/** Events for which the registry is asked together. */
const EVENTS_PER_LOOKUP = 1_000;

export interface PushParts {
  readonly registry: PushRegistry;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
}

export interface PushOptions {
  /** Where messages go, by platform. Nothing is sent to others. */
  readonly endpoints: ReadonlyMap<string, string>;
  /** Of `EXPO` alone: no other provider gets it. */
  readonly accessToken?: string | undefined;
}

interface Provider {
  readonly door: ProviderDoor;
  readonly lane: PushLane;
  readonly receipts: Receipts;
}

interface Noted {
  readonly event: PushEvent;
  readonly at: number;
}

const isDeliverable = ({ token, platform }: PushToken): boolean =>
  token.length > 0 && token.length <= MAX_TOKEN_CHARACTERS && (platform !== EXPO || EXPO_TOKEN.test(token));

export class PushDelivery {
  readonly measures = new PushMeasures();
  readonly #providers: ReadonlyMap<string, Provider>;
  #events: Noted[] = [];
  #state: 'new' | 'started' | 'closed' = 'new';
  #lookingUp: Promise<void> | undefined;

  constructor(
    private readonly parts: PushParts,
    options: PushOptions,
  ) {
    this.#providers = new Map(
      [...options.endpoints].map(([platform, url]) => [platform, this.#provider(platform, url, options)]),
    );
  }

  #provider(platform: string, url: string, { accessToken }: PushOptions): Provider {
    const { clock, timers, random, log } = this.parts;
    const { measures } = this;
    const door = new ProviderDoor({ clock, timers, accessToken: platform === EXPO ? accessToken : undefined });
    const gone = (tokens: readonly Pick<Accepted, 'account' | 'token'>[]): void => {
      lane.forget(tokens);
      void this.#gone(tokens);
    };
    const base = { clock, timers, random, log, door, measures, gone };
    const receipts = new Receipts({ ...base, url: receiptsUrl(url) });
    const lane = new PushLane({ ...base, url, receipts });
    return { door, lane, receipts };
  }

  /** Begins to deliver, also what was notified before. */
  start(): void {
    if (this.#state !== 'new') return;
    this.#state = 'started';
    this.#lookUp();
  }

  notify(events: readonly PushEvent[]): void {
    if (this.#state === 'closed' || events.length === 0) return;
    const at = this.parts.clock.monotonic();
    this.#events.push(...events.slice(-MAX_EVENTS).map((event) => ({ event, at })));
    const lost = this.#events.splice(0, this.#events.length - MAX_EVENTS).length;
    this.measures.dropped.queue_full += lost + Math.max(0, events.length - MAX_EVENTS);
    this.#lookUp();
  }

  #lookUp(): void {
    if (this.#state !== 'started' || this.#lookingUp) return;
    this.#lookingUp = this.#lookUpAll().finally(() => {
      this.#lookingUp = undefined;
    });
  }

  async #lookUpAll(): Promise<void> {
    while (this.#events.length > 0 && this.#state === 'started') {
      const noted = this.#events.splice(0, EVENTS_PER_LOOKUP);
      try {
        const accounts = [...new Set(noted.map(({ event }) => event.account))];
        this.#address(noted, await this.parts.registry.tokensOf(accounts));
      } catch (error) {
        this.measures.dropped.registry += noted.length;
        this.parts.log.warn({ error }, 'push tokens could not be looked up; some notifications are not sent');
      }
    }
  }

  /** Makes a message for each device of each event. */
  #address(noted: readonly Noted[], tokens: readonly PushToken[]): void {
    const byAccount = new Map<AccountId, PushToken[]>();
    for (const one of tokens) {
      const others = byAccount.get(one.account);
      if (others) others.push(one);
      else byAccount.set(one.account, [one]);
    }
    const byPlatform = new Map<string, Message[]>([...this.#providers.keys()].map((platform) => [platform, []]));
    for (const { event, at } of noted) {
      const text = textOf(event);
      for (const one of byAccount.get(event.account) ?? []) {
        const messages = isDeliverable(one) ? byPlatform.get(one.platform) : undefined;
        if (messages) messages.push({ account: one.account, token: one.token, text, at });
        else this.measures.dropped.no_endpoint++;
      }
    }
    for (const [platform, messages] of byPlatform) this.#providers.get(platform)?.lane.offer(messages);
  }

  async #gone(tokens: readonly Pick<Accepted, 'account' | 'token'>[]): Promise<void> {
    const unique = new Map(tokens.map((one) => [`${one.account} ${one.token}`, one]));
    for (const { account, token } of unique.values())
      try {
        await this.parts.registry.gone(account, token);
        this.measures.gone++;
      } catch (error) {
        this.parts.log.warn({ error }, 'a push token that is gone could not be removed; its next message tries again');
      }
  }

  stats(): PushStats {
    let queued = this.#events.length;
    let receipts = 0;
    for (const provider of this.#providers.values()) {
      queued += provider.lane.queued;
      receipts += provider.receipts.waiting;
    }
    return { measures: this.measures, queued, receipts };
  }

  /** The provider that has failed for the longest time; undefined while each of them takes messages. */
  get failing(): (Failing & { readonly platform: string; readonly forMs: number }) | undefined {
    const now = this.parts.clock.monotonic();
    return [...this.#providers]
      .flatMap(([platform, { lane }]) =>
        lane.failing ? [{ ...lane.failing, platform, forMs: now - lane.failing.since }] : [],
      )
      .sort((one, other) => other.forMs - one.forMs)[0];
  }

  /** Ends requests under way; what waits is given up. */
  async close(): Promise<void> {
    this.#state = 'closed';
    const closing = [...this.#providers.values()].flatMap(({ door, lane, receipts }) => {
      const ends = [lane.close(), receipts.close()];
      door.close();
      return ends;
    });
    await Promise.all([...closing, this.#lookingUp]);
  }
}
