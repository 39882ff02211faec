/** The messages of one platform on their way to its provider.
 *
 *  In: messages. Out: requests of at most a hundred, one after the other, so that what arrives during one leaves with the next. A
 *  message stays until the provider has answered for it: after a request that failed it is sent again, so a device may show it twice. What
 *  may be lost: the oldest when too many wait, those that are too old to be of use, and everything when the node stops. */

import type { AccountId } from '../../engine/crypto/address.js';
import { readTickets, type Ticket } from './answers.js';
import type { PushMeasures } from './measures.js';
import { messageTo, type PushText } from './message.js';
import { type Failing, PacedLoop, type PaceParts } from './pacedLoop.js';
import type { FailedRequest, ProviderDoor } from './providerDoor.js';
import type { Accepted, Receipts } from './receipts.js';

/** The provider's limit. */
export const MESSAGES_PER_REQUEST = 100;

/** About 10 MB; as many as the provider takes in twenty seconds. */
export const MAX_QUEUED = 10_000;

/** A device that was told an hour late is better served by opening the app. */
export const MAX_AGE_MS = 3_600_000;

/** How often a message is sent whose device the provider finds too busy, and how long the first pause is; it doubles. */
const ITEM_ATTEMPTS = 5;
export const ITEM_PAUSE_MS = 10_000;

export interface Message {
  readonly account: AccountId;
  readonly token: string;
  readonly text: PushText;
  /** When its event happened, on the monotonic clock. */
  readonly at: number;
}

interface Queued extends Message {
  /** How often its device was too busy. */
  readonly attempts: number;
  readonly due: number;
}

export interface LaneParts extends PaceParts {
  readonly door: ProviderDoor;
  readonly url: string;
  readonly measures: PushMeasures;
  readonly receipts: Receipts;
  /** Called with tokens that no device has any more. */
  readonly gone: (tokens: readonly Pick<Accepted, 'account' | 'token'>[]) => void;
}

export class PushLane {
  #queue: Queued[] = [];
  /** Batches that are sent before the queue: parts of one that the provider has refused as a whole. */
  readonly #parts: Queued[][] = [];
  /** Messages whose devices were too busy. */
  #later: Queued[] = [];
  readonly #loop: PacedLoop;

  constructor(private readonly parts: LaneParts) {
    this.#loop = new PacedLoop(parts, { due: () => this.#due(), step: () => this.#send() });
  }

  get queued(): number {
    return this.#queue.length + this.#later.length + this.#parts.reduce((sum, batch) => sum + batch.length, 0);
  }

  get failing(): Failing | undefined {
    return this.#loop.failing;
  }

  offer(messages: readonly Message[]): void {
    if (this.#loop.isClosed || messages.length === 0) return;
    this.#queue.push(...messages.map((message) => ({ ...message, attempts: 0, due: message.at })));
    this.#bound();
    this.#loop.wake();
  }

  /** Drops the oldest of too many. */
  #bound(): void {
    for (const waiting of [this.#queue, this.#later])
      this.parts.measures.dropped.queue_full += waiting.splice(0, waiting.length - MAX_QUEUED).length;
  }

  #due(): number | undefined {
    if (this.#parts.length > 0 || this.#queue.length > 0) return 0;
    if (this.#later.length === 0) return undefined;
    return this.#later.reduce((first, { due }) => Math.min(first, due), Number.POSITIVE_INFINITY);
  }

  /** The next messages that are young enough; empty when there are none. */
  #take(): Queued[] {
    const now = this.parts.clock.monotonic();
    const isYoung = ({ at }: Queued): boolean => now - at <= MAX_AGE_MS;
    const due = this.#later.filter((one) => one.due <= now);
    if (due.length > 0) {
      this.#later = this.#later.filter((one) => one.due > now);
      this.#queue.unshift(...due);
    }
    let taken: Queued[] = [];
    while (taken.length === 0 && (this.#parts.length > 0 || this.#queue.length > 0)) {
      const batch = this.#parts.pop() ?? this.#queue.splice(0, MESSAGES_PER_REQUEST);
      taken = batch.filter(isYoung);
      this.parts.measures.dropped.too_old += batch.length - taken.length;
    }
    return taken;
  }

  async #send(): Promise<FailedRequest | undefined> {
    const batch = this.#take();
    if (batch.length === 0) return undefined;
    const { door, url, measures, log } = this.parts;
    const posted = await door.post(
      url,
      batch.map(({ token, text }) => messageTo(token, text)),
    );
    if (this.#loop.isClosed) return undefined;
    const tickets = 'text' in posted ? readTickets(posted.text, batch.length) : undefined;
    if (tickets) {
      this.#settle(batch, tickets);
      return undefined;
    }
    const failed: FailedRequest = 'failure' in posted ? posted : { failure: 'bad_answer' };
    measures.requests[failed.failure]++;
    log.debug({ reason: failed.failure, messages: batch.length }, 'the push provider did not take messages');
    return this.#failed(batch, failed);
  }

  #failed(batch: Queued[], failed: FailedRequest): FailedRequest | undefined {
    const { measures } = this.parts;
    if (failed.failure === 'bad_answer') {
      // It took the request. Sending it again and again would show the same message again and again.
      measures.failed.bad_answer += batch.length;
      return failed;
    }
    if (failed.failure !== 'content') {
      this.#parts.push(batch);
      return failed;
    }
    // One message may be the reason (a token of another app is enough), so the others are sent without it.
    if (batch.length === 1) measures.failed.content++;
    else {
      const middle = batch.length >> 1;
      this.#parts.push(batch.slice(middle), batch.slice(0, middle));
    }
    return undefined;
  }

  #settle(batch: readonly Queued[], tickets: readonly Ticket[]): void {
    const { measures, receipts } = this.parts;
    const accepted: Accepted[] = [];
    const gone: Queued[] = [];
    batch.forEach((one, index) => {
      const ticket = tickets[index] as Ticket;
      if (!('error' in ticket)) {
        measures.sent++;
        if (ticket.id !== undefined) accepted.push({ id: ticket.id, account: one.account, token: one.token });
        return;
      }
      if (ticket.error === 'MessageRateExceeded' && this.#sendLater(one)) return;
      measures.failed[ticket.error]++;
      if (ticket.error === 'DeviceNotRegistered') gone.push(one);
    });
    this.#bound();
    receipts.expect(accepted);
    this.forget(gone);
    if (gone.length > 0) this.parts.gone(gone);
  }

  /** @returns false when it was sent often enough. */
  #sendLater(one: Queued): boolean {
    const attempts = one.attempts + 1;
    if (attempts >= ITEM_ATTEMPTS) return false;
    this.#later.push({ ...one, attempts, due: this.parts.clock.monotonic() + ITEM_PAUSE_MS * 2 ** one.attempts });
    return true;
  }

  /** Removes what waits for tokens that are gone. */
  forget(gone: readonly Pick<Accepted, 'token'>[]): void {
    if (gone.length === 0) return;
    const tokens = new Set(gone.map(({ token }) => token));
    const before = this.queued;
    const stays = ({ token }: Queued): boolean => !tokens.has(token);
    this.#queue = this.#queue.filter(stays);
    this.#later = this.#later.filter(stays);
    this.parts.measures.failed.DeviceNotRegistered += before - this.queued;
  }

  close(): Promise<void> {
    return this.#loop.close();
  }
}
