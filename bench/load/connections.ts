/** Keep-alive connections to a node's HTTP API, each with a bounded number of requests under way.
 *
 *  In: whole requests. Out: their answers in the order of the requests on that connection, or the loss of the connection with
 *  what was under way on it; a lost one is reopened after a while. Raw sockets: a client library would take more of the
 *  machine than the node needs for the request. */

import { createConnection, type Socket } from 'node:net';
import { AnswerReader, type HttpAnswer } from './answerReader.js';

/** Delay before a lost connection is reopened, so that a node that is gone is not asked in a tight loop. */
const REOPEN_MS = 200;

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A pool's callbacks; `Work` is the value passed in with a request. */
export interface PoolEvents<Work> {
  answered(work: Work, answer: HttpAnswer, connection: Connection<Work>): void;
  lost(work: Work): void;
  /** A connection can take a request. */
  free(connection: Connection<Work>): void;
}

export class Connection<Work> {
  #socket: Socket | undefined;
  #reader = new AnswerReader();
  #underWay: Work[] = [];
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly address: Address,
    private readonly depth: number,
    private readonly events: PoolEvents<Work>,
  ) {}

  /** How many more requests it takes. */
  get room(): number {
    return this.#socket ? this.depth - this.#underWay.length : 0;
  }

  get underWay(): number {
    return this.#underWay.length;
  }

  /** Resolves when it is open, or has failed for the first time. */
  open(): Promise<void> {
    return new Promise((resolve) => {
      const socket = createConnection(this.address);
      socket.setNoDelay(true);
      socket.once('connect', () => {
        this.#socket = socket;
        resolve();
        this.events.free(this);
      });
      socket.on('data', (data: Buffer) => this.#take(socket, data));
      socket.on('error', () => undefined);
      socket.once('close', () => {
        resolve();
        this.#gone();
      });
    });
  }

  send(request: Buffer, work: Work): void {
    this.#underWay.push(work);
    this.#socket?.write(request);
  }

  /** Ends it; what is under way on it is lost. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.destroy();
    this.#drop();
  }

  #take(socket: Socket, data: Buffer): void {
    try {
      this.#reader.take(data, (answer) => {
        const work = this.#underWay.shift();
        if (work !== undefined) this.events.answered(work, answer, this);
      });
    } catch {
      socket.destroy();
    }
  }

  #drop(): void {
    const lost = this.#underWay;
    this.#underWay = [];
    this.#socket = undefined;
    this.#reader = new AnswerReader();
    for (const work of lost) this.events.lost(work);
  }

  #gone(): void {
    this.#drop();
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.open(), REOPEN_MS);
  }
}
