/** Bodies on their way in: bytes of one request collected into one array, within two limits.
 *
 *  In: chunks whose memory belongs to the server. Out: one array that nobody else holds, or the reason why not.
 *  One body has the limit its handler gave; all unfinished bodies together have a budget, so that many slow senders
 *  cannot take the memory that the mempool and the state need. Each client has a share of it, and large bodies leave room for
 *  small ones: a client that sends much and never ends does not keep other clients' transfers out. */

import type { Body } from './port.js';

/** First allocation for a body of unknown length: a signed transfer with key and signature in hex is 10.7 KB. */
const FIRST_BYTES = 16 * 1024;

/** Largest first allocation because of a Content-Length header alone, which costs its sender nothing. */
const TRUSTED_BYTES = 256 * 1024;

/** A body up to this size may use the last eighth of the budget, and of its client's share: every signed request but those that
 *  carry a picture or a batch. */
const SMALL_BYTES = 256 * 1024;
const KEPT_FOR_SMALL = 1 / 8;

/** Bytes held by unfinished bodies of one server. */
export class BodyBudget {
  #held = 0;
  readonly #clients = new Map<string, number>();

  /** @param shareOf most bytes of one client, as `clientOf` of the settings names it; the whole budget when absent. */
  constructor(
    private readonly limit: number,
    private readonly shareOf: (client: string) => number = () => limit,
  ) {}

  get heldBytes(): number {
    return this.#held;
  }

  /** @param bytes additional bytes. @param whole size of the body including them. */
  take(client: string, bytes: number, whole: number): boolean {
    const part = whole <= SMALL_BYTES ? 1 : 1 - KEPT_FOR_SMALL;
    const ofClient = (this.#clients.get(client) ?? 0) + bytes;
    if (this.#held + bytes > this.limit * part || ofClient > this.shareOf(client) * part) return false;
    this.#held += bytes;
    this.#clients.set(client, ofClient);
    return true;
  }

  give(client: string, bytes: number): void {
    this.#held -= bytes;
    const left = (this.#clients.get(client) ?? 0) - bytes;
    if (left > 0) this.#clients.set(client, left);
    else this.#clients.delete(client);
  }
}

/** Share of an ordinary client, and of this machine and of proxies that name no client, which may serve many. */
const SHARE = { client: 1 / 8, own: 3 / 4 } as const;

/** The budget of a server, with a share for each client. @param limit bytes. */
export const bodyBudget = (limit: number): BodyBudget =>
  new BodyBudget(limit, (client) => limit * (client === '' ? SHARE.own : SHARE.client));

/** Sizes of lent memory: powers of two from the first allocation to the body of a batch. */
const LARGEST_LENT_BYTES = 512 * 1024;

/** What waits for the next bodies at most: of 16 connections with batches, or 1,000 with a transfer each. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** Memory of bodies whose handlers keep nothing of them, for the next ones. Fresh memory costs page faults, and at thousands of
 *  transfers a second V8 would mark the whole heap more than once a second because of it. */
export class BodyMemory {
  readonly #free = new Map<number, Uint8Array[]>();
  #kept = 0;

  get keptBytes(): number {
    return this.#kept;
  }

  /** @returns at least so many bytes, with arbitrary content. */
  take(bytes: number): Uint8Array {
    const size = sizeFor(bytes);
    const kept = this.#free.get(size)?.pop();
    if (!kept) return new Uint8Array(size);
    this.#kept -= size;
    return kept;
  }

  /** @param memory that nobody reads any more. */
  giveBack(memory: Uint8Array): void {
    const size = memory.length;
    if (size > LARGEST_LENT_BYTES || size !== sizeFor(size)) return;
    const free = this.#free.get(size) ?? [];
    this.#free.set(size, free);
    free.push(memory);
    this.#kept += size;
    while (this.#kept > KEPT_BYTES) this.#dropOne();
  }

  /** Of the size that has the most bytes: what comes back often pushes out what nobody asks for. */
  #dropOne(): void {
    let [most, bytes] = [0, 0];
    for (const [size, free] of this.#free) if (free.length * size >= bytes) [most, bytes] = [size, free.length * size];
    this.#free.get(most)?.pop();
    this.#kept -= most;
  }
}

/** A body that is larger gets memory of its own. */
const sizeFor = (bytes: number): number =>
  bytes > LARGEST_LENT_BYTES ? bytes : Math.max(FIRST_BYTES, 2 ** Math.ceil(Math.log2(bytes)));

export class BodyCollector {
  #bytes: Uint8Array | undefined;
  /** What was taken, until it is given back. */
  #lent: Uint8Array | undefined;
  #length = 0;
  #failure: 'too_large' | 'no_room' | undefined;

  /** @param declaredLength the Content-Length header; '' when absent (a chunked body). @param client whose body it is.
   *  @param memory for a body that is given back; absent: the handler may keep it. */
  constructor(
    private readonly limit: number,
    private readonly budget: BodyBudget,
    private readonly declaredLength: string,
    private readonly client = '',
    private readonly memory?: BodyMemory,
  ) {
    if (Number(declaredLength) > limit) this.#failure = 'too_large';
  }

  /** Set as soon as the body can no longer become acceptable; nothing is held from then on. */
  get failure(): 'too_large' | 'no_room' | undefined {
    return this.#failure;
  }

  /** Copies `chunk`. */
  add(chunk: Uint8Array): void {
    if (this.#failure || chunk.length === 0) return;
    const length = this.#length + chunk.length;
    if (length > this.limit) this.#failure = 'too_large';
    else if (!this.#reserve(length)) this.#failure = 'no_room';
    if (this.#failure) this.release();
    this.#bytes?.set(chunk, this.#length);
    this.#length = length;
  }

  /** Ends collecting and gives the budget back. */
  take(): Body {
    if (this.#failure) return this.#failure;
    const bytes = this.#bytes?.subarray(0, this.#length) ?? new Uint8Array(0);
    this.#lent = this.#bytes;
    this.#free();
    return bytes;
  }

  /** Nobody reads any more what was taken. */
  giveBack(): void {
    if (this.#lent) this.memory?.giveBack(this.#lent);
    this.#lent = undefined;
  }

  /** Drops what was collected: the client disconnected. */
  release(): void {
    if (this.#bytes) this.memory?.giveBack(this.#bytes);
    this.#free();
  }

  #free(): void {
    if (this.#bytes) this.budget.give(this.client, this.#bytes.length);
    this.#bytes = undefined;
  }

  /** Makes room for `length` bytes in all. @returns false when the budget does not allow it. */
  #reserve(length: number): boolean {
    const held = this.#bytes;
    if (held && held.length >= length) return true;
    const capacity = this.#capacityFor(length);
    if (!this.budget.take(this.client, capacity - (held?.length ?? 0), capacity)) return false;
    this.#bytes = this.memory?.take(capacity) ?? new Uint8Array(capacity);
    if (held) {
      this.#bytes.set(held.subarray(0, this.#length));
      this.memory?.giveBack(held);
    }
    return true;
  }

  #capacityFor(length: number): number {
    const capacity = this.#leastFor(length);
    return this.memory ? sizeFor(capacity) : capacity;
  }

  #leastFor(length: number): number {
    if (this.#bytes) return Math.min(this.limit, Math.max(length, this.#bytes.length * 2));
    const declared = Math.min(Number(this.declaredLength) || FIRST_BYTES, TRUSTED_BYTES);
    return Math.min(this.limit, Math.max(length, declared));
  }
}
