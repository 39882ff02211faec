/** One sender at work: takes what is due from the pace, gives it to a free connection, and keeps the books.
 *
 *  In: the supply and what to offer. Out: the books, once everything is answered or will not be. A refusal with a retry
 *  time pauses its connection for a moment in a closed loop, so that a busy node is not asked in a tight loop. */

import type { PublicAccount } from './accounts.js';
import { type HttpAnswer, type Refused, type Verdicts, verdictsOf } from './answerReader.js';
import { type Door, RequestWriter } from './bodies.js';
import { epochMs } from './clock.js';
import { type Address, Connection } from './connections.js';
import { Ledger, NOT_SENT, type SenderBooks, UNANSWERED, type Window } from './ledger.js';
import { ClosedPace, type Due, OpenPace, type Pace } from './pace.js';
import type { Supply } from './supply.js';

export interface RunOrder {
  readonly target: Address;
  readonly door: Door;
  readonly batch: number;
  readonly connections: number;
  /** Requests under way on one connection. */
  readonly pipeline: number;
  /** Of this sender, a second. */
  readonly rate: number | 'max';
  /** Milliseconds since the epoch: sending begins here, warm-up first. */
  readonly begin: number;
  readonly window: Window;
}

export interface RunReport extends SenderBooks {
  /** Moment at which the supply was used up before the end of the window. */
  readonly ranOutAt: number | undefined;
  /** Share of the window in which this sender's event loop was busy. */
  readonly utilization: number;
}

/** A timer's precision is a millisecond. */
const TICK_MS = 1;

/** How long requests under way at the end of the window may still be answered; longer than a node waits for signature checks. */
const ANSWER_GRACE_MS = 10_000;

/** Longest pause of a connection after a refusal with a retry time. */
const REFUSED_PAUSE_MS = 50;

/** Requests of an open loop that may wait for a connection: those of one second, as many as a short stall accumulates. */
const waitingBound = (rate: number): number => Math.max(1_000, Math.ceil(rate));

type DueConnection = Connection<Due>;

export class SenderRun {
  readonly #pace: Pace;
  readonly #writer: RequestWriter;
  readonly #connections: DueConnection[];
  readonly #paused = new Set<DueConnection>();
  readonly ledger: Ledger;
  #ranOutAt: number | undefined;
  #stopped = false;
  #givenUp = 0;

  constructor(
    supply: Supply,
    accounts: readonly Pick<PublicAccount, 'publicKey' | 'keyHex'>[],
    private readonly order: RunOrder,
    private readonly ranOut: (at: number) => void,
  ) {
    const { rate, batch, begin, window, door, target, connections, pipeline } = order;
    const loop = { begin, end: window.end, batch, count: supply.count };
    this.#pace =
      rate === 'max'
        ? new ClosedPace(loop)
        : new OpenPace({ ...loop, ramp: window.begin - begin, rate, maxWaiting: waitingBound(rate) });
    this.#writer = new RequestWriter(supply, accounts, door, batch, `${target.host}:${target.port}`);
    this.ledger = new Ledger(window, (slot) => supply.id(slot));
    const events = {
      answered: (due: Due, answer: HttpAnswer, connection: DueConnection) => this.#answered(due, answer, connection),
      lost: (due: Due) => this.ledger.lost(due, UNANSWERED, epochMs()),
      free: () => this.#pump(),
    };
    this.#connections = Array.from({ length: connections }, () => new Connection<Due>(target, pipeline, events));
  }

  /** Opens the connections. */
  async open(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.open()));
  }

  /** Sends from the start to the end, then waits for what is under way. */
  async run(): Promise<RunReport> {
    const { window } = this.order;
    let atBegin = performance.eventLoopUtilization();
    let utilization = 0;
    let inWindow = false;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      const now = epochMs();
      if (!inWindow && now >= window.begin) {
        inWindow = true;
        atBegin = performance.eventLoopUtilization();
      }
      this.#pump();
      if (!this.#stopped && now < window.end && !this.#pace.isOver(now)) continue;
      utilization ||= performance.eventLoopUtilization(atBegin).utilization;
      if (this.#isDone(now)) break;
    }
    this.#close();
    return { ...this.ledger.close(), ranOutAt: this.#ranOutAt, utilization };
  }

  /** Nothing more is sent. */
  stop(): void {
    this.#stopped = true;
  }

  #isDone(now: number): boolean {
    if (now >= this.order.window.end + ANSWER_GRACE_MS) return true;
    const isSilent = this.#connections.every(({ underWay }) => underWay === 0);
    return isSilent && (this.#stopped || this.#pace.isOver(now));
  }

  /** Gives every free connection the requests that are due. */
  #pump(): void {
    const now = epochMs();
    for (const connection of this.#connections) if (!this.#feed(connection, now)) break;
    const { notSent } = this.#pace;
    while (this.#givenUp < notSent.length) this.#notSent(notSent[this.#givenUp++] as Due, now);
  }

  #notSent(due: Due, now: number): void {
    this.ledger.offer(due);
    this.ledger.lost(due, NOT_SENT, now);
  }

  /** @returns false when nothing is due. */
  #feed(connection: DueConnection, now: number): boolean {
    if (this.#paused.has(connection)) return true;
    while (connection.room > 0) {
      const due = this.#stopped ? undefined : this.#pace.next(now);
      if (!due) {
        this.#noteSupply(now);
        return false;
      }
      this.ledger.offer(due);
      connection.send(this.#writer.request(due.slots), due);
    }
    return true;
  }

  #noteSupply(now: number): void {
    if (this.#ranOutAt !== undefined || !this.#pace.ranOut || now >= this.order.window.end) return;
    this.#ranOutAt = now;
    this.ranOut(now);
  }

  #answered(due: Due, answer: HttpAnswer, connection: DueConnection): void {
    const now = epochMs();
    const isClosedLoop = this.order.rate === 'max';
    const verdicts = this.#read(due, answer);
    if (!verdicts) {
      this.ledger.lost(due, 'unreadable_answer', now);
      return;
    }
    const again = this.ledger.answered(due, verdicts, now, isClosedLoop);
    if (again.length === 0 || verdicts === 'accepted') {
      this.#feed(connection, now);
      return;
    }
    this.#pace.again(again);
    this.#pause(connection, verdicts);
  }

  #read(due: Due, answer: HttpAnswer): Verdicts | undefined {
    try {
      return verdictsOf(answer, this.order.door, this.order.batch, due.slots.length);
    } catch {
      return undefined;
    }
  }

  #pause(connection: DueConnection, verdicts: readonly (Refused | undefined)[]): void {
    const seconds = Math.max(...verdicts.map((refused) => refused?.retryAfterSeconds ?? 0));
    this.#paused.add(connection);
    setTimeout(
      () => {
        this.#paused.delete(connection);
        this.#feed(connection, epochMs());
      },
      Math.min(seconds * 1_000, REFUSED_PAUSE_MS),
    );
  }

  #close(): void {
    const now = epochMs();
    if (this.#pace instanceof OpenPace) this.#pace.giveUp();
    const { notSent } = this.#pace;
    while (this.#givenUp < notSent.length) this.#notSent(notSent[this.#givenUp++] as Due, now);
    for (const connection of this.#connections) connection.close();
  }
}
