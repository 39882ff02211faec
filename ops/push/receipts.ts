/** Receipts: whether a message that the provider has accepted has reached the platform of the device.
 *
 *  In: ids of accepted messages. Out: requests for their receipts a quarter of an hour later, and the tokens that these report gone. What
 *  may be lost: the oldest when too many wait, and everything when the node stops; a token that is gone is then reported with its next
 *  message. */

import type { Clock } from '../../engine/base/ports.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { readReceipts } from './answers.js';
import type { PushMeasures } from './measures.js';
import { PacedLoop, type PaceParts } from './pacedLoop.js';
import type { FailedRequest, ProviderDoor } from './providerDoor.js';

/** The provider's advice: by then nearly all receipts are there. It keeps them for a day. */
export const RECEIPT_DELAY_MS = 15 * 60_000;

/** Ids in one request; the provider's own client asks for as many. */
export const RECEIPTS_PER_REQUEST = 300;

/** How often a receipt is asked for that is not there yet. */
const ASKED_TIMES = 3;

/** About 5 MB; as many messages as the provider takes in half a minute. */
export const MAX_RECEIPTS = 20_000;

/** An accepted message. */
export interface Accepted {
  readonly id: string;
  readonly account: AccountId;
  readonly token: string;
}

interface Expected extends Accepted {
  /** On the monotonic clock. */
  readonly due: number;
  readonly asked: number;
}

export interface ReceiptParts extends PaceParts {
  readonly door: ProviderDoor;
  readonly url: string;
  readonly measures: PushMeasures;
  readonly gone: (tokens: readonly Accepted[]) => void;
}

export class Receipts {
  /** In the order of their times: all wait equally long. */
  #expected: Expected[] = [];
  readonly #loop: PacedLoop;
  readonly #clock: Clock;

  constructor(private readonly parts: ReceiptParts) {
    this.#clock = parts.clock;
    this.#loop = new PacedLoop(parts, { due: () => this.#expected[0]?.due, step: () => this.#ask() });
  }

  get waiting(): number {
    return this.#expected.length;
  }

  expect(accepted: readonly Accepted[]): void {
    this.#wait(accepted.map((one) => ({ ...one, asked: 0 })));
  }

  #wait(more: readonly Omit<Expected, 'due'>[]): void {
    if (more.length === 0 || this.#loop.isClosed) return;
    const due = this.#clock.monotonic() + RECEIPT_DELAY_MS;
    this.#expected.push(...more.map((one) => ({ ...one, due })));
    this.#expected.splice(0, this.#expected.length - MAX_RECEIPTS);
    this.#loop.wake();
  }

  async #ask(): Promise<FailedRequest | undefined> {
    const { door, url, measures } = this.parts;
    const now = this.#clock.monotonic();
    const asked = this.#expected.slice(0, RECEIPTS_PER_REQUEST).filter(({ due }) => due <= now);
    const ids = asked.map(({ id }) => id);
    const posted = await door.post(url, { ids });
    if (this.#loop.isClosed) return undefined;
    const receipts = 'text' in posted ? readReceipts(posted.text, ids) : undefined;
    if (receipts) {
      this.#take(asked, receipts);
      return undefined;
    }
    const failed: FailedRequest = 'failure' in posted ? posted : { failure: 'bad_answer' };
    measures.requests[failed.failure]++;
    // Asking again for what this provider cannot answer would never end.
    if (failed.failure === 'content' || failed.failure === 'bad_answer') this.#again(asked);
    return failed;
  }

  /** Those that were asked for are no longer expected. */
  #remove(asked: readonly Expected[]): void {
    const done = new Set(asked);
    this.#expected = this.#expected.filter((one) => !done.has(one));
  }

  /** Expects them once more, unless that was done often enough. */
  #again(asked: readonly Expected[]): void {
    this.#remove(asked);
    this.#wait(asked.filter((one) => one.asked + 1 < ASKED_TIMES).map((one) => ({ ...one, asked: one.asked + 1 })));
  }

  #take(asked: readonly Expected[], receipts: ReturnType<typeof readReceipts> & object): void {
    const gone: Accepted[] = [];
    for (const one of asked) {
      const receipt = receipts.get(one.id);
      if (!receipt || !('error' in receipt)) continue;
      this.parts.measures.receipts[receipt.error]++;
      if (receipt.error === 'DeviceNotRegistered') gone.push(one);
    }
    this.#remove(asked.filter(({ id }) => receipts.has(id)));
    this.#again(asked.filter(({ id }) => !receipts.has(id)));
    if (gone.length > 0) this.parts.gone(gone);
  }

  close(): Promise<void> {
    return this.#loop.close();
  }
}
