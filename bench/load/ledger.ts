/** The books of one sender: what became of every request of the measured window.
 *
 *  In: requests offered, answers, losses, each with its moments. Out: totals that add up, figures by second, and the accepted
 *  transactions with their times, so that they can be found in blocks. A request belongs to the window when its planned
 *  time of sending does. */

import type { Verdicts } from './answerReader.js';
import type { Due } from './pace.js';
import { NumberList } from './quantiles.js';

/** Milliseconds. */
export interface Window {
  readonly begin: number;
  readonly end: number;
}

/** Codes of requests without an answer: the connection was lost or the wait was too long; the request was never sent. */
export const UNANSWERED = 'connection';
export const NOT_SENT = 'not_sent';

export interface SenderBooks {
  readonly offered: number;
  readonly refused: Readonly<Record<string, number>>;
  /** Accepted requests: short id, planned time of the first sending, milliseconds to the accepting answer. */
  readonly ids: Float64Array;
  readonly begun: Float64Array;
  readonly answerMs: Float64Array;
  /** What happened in each second of the window, whenever the request was offered. */
  readonly seconds: { readonly offered: number[]; readonly accepted: number[]; readonly refused: number[] };
}

export class Ledger {
  #offered = 0;
  readonly #refused = new Map<string, number>();
  readonly #ids = new NumberList();
  readonly #begun = new NumberList();
  readonly #answerMs = new NumberList();
  readonly #seconds: { offered: number[]; accepted: number[]; refused: number[] };
  /** For refused requests that will be sent again: planned time of the first sending. */
  readonly #first = new Map<number, number>();
  /** Since the start of the run, warm-up included. */
  readonly total = { offered: 0, accepted: 0, refused: 0 };

  /** @param idOf short id of a slot's transaction. */
  constructor(
    private readonly window: Window,
    private readonly idOf: (slot: number) => number,
  ) {
    const seconds = Math.ceil((window.end - window.begin) / 1_000);
    const zeros = (): number[] => new Array<number>(seconds).fill(0);
    this.#seconds = { offered: zeros(), accepted: zeros(), refused: zeros() };
  }

  #counts({ planned }: Due): boolean {
    return planned >= this.window.begin && planned < this.window.end;
  }

  #inSecond(of: number[], moment: number, count: number): void {
    const second = Math.floor((moment - this.window.begin) / 1_000);
    if (moment < this.window.end && second >= 0 && second < of.length) of[second] = (of[second] as number) + count;
  }

  /** A body is sent, or dropped. */
  offer(due: Due): void {
    const { length } = due.slots;
    this.total.offered += length;
    this.#inSecond(this.#seconds.offered, due.planned, length);
    if (this.#counts(due)) this.#offered += length;
  }

  #refuse(due: Due, slots: number, code: string, now: number): void {
    this.total.refused += slots;
    this.#inSecond(this.#seconds.refused, now, slots);
    if (this.#counts(due)) this.#refused.set(code, (this.#refused.get(code) ?? 0) + slots);
  }

  #accept(due: Due, slot: number, now: number): void {
    const first = this.#first.get(slot);
    if (first !== undefined) this.#first.delete(slot);
    if (!this.#counts(due)) return;
    this.#ids.push(this.idOf(slot));
    this.#begun.push(first ?? due.planned);
    this.#answerMs.push(now - due.planned);
  }

  /** @param mayRepeat keeps the planned times of refused requests. @returns those for which a retry may help. */
  answered(due: Due, verdicts: Verdicts, now: number, mayRepeat: boolean): number[] {
    const again: number[] = [];
    let accepted = 0;
    for (const [index, slot] of due.slots.entries()) {
      const refused = verdicts === 'accepted' ? undefined : verdicts[index];
      if (!refused) {
        accepted++;
        this.#accept(due, slot, now);
        continue;
      }
      this.#refuse(due, 1, refused.code, now);
      if (!mayRepeat || refused.retryAfterSeconds === undefined) continue;
      if (!this.#first.has(slot)) this.#first.set(slot, due.planned);
      again.push(slot);
    }
    this.total.accepted += accepted;
    this.#inSecond(this.#seconds.accepted, now, accepted);
    return again;
  }

  /** No answer will come. @param code `UNANSWERED` or `NOT_SENT`. */
  lost(due: Due, code: string, now: number): void {
    this.#refuse(due, due.slots.length, code, now);
  }

  close(): SenderBooks {
    return {
      offered: this.#offered,
      refused: Object.fromEntries(this.#refused),
      ids: this.#ids.from(0),
      begun: this.#begun.from(0),
      answerMs: this.#answerMs.from(0),
      seconds: this.#seconds,
    };
  }
}
