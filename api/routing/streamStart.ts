/** The beginning of a streamed answer, and the refusal when the store cannot begin one.
 *
 *  In: an answer. Out: the same answer, its stream begun: the first piece is ready before the status line leaves, so a
 *  busy store leads to 503 and not to an answer that breaks off. Only that piece is held, and a place
 *  among all streams until the last piece has been taken or the reader is gone. */

import { isRefusal, type Refusal, refuse, refuseBelow } from '../../engine/base/refusal.js';
import { StoreError } from '../../engine/store/port.js';
import type { Answer } from '../server/port.js';

/** The store's queue is a fraction of a second long. */
const BUSY_RETRY_SECONDS = 1;

/** A node that stops is gone, or running again, after a few seconds. */
const STOPPING_RETRY_SECONDS = 5;

/** A node whose disk has failed checks this often whether it accepts writes again, and then reopens its database. */
const REOPENING_RETRY_SECONDS = 5;

/** @returns the refusal for an error of the store; undefined when the error is a bug or a broken disk. */
export function storeRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof StoreError)) return undefined;
  if (error.code === 'STORE_BUSY')
    return refuse('busy', 'too many reads are waiting for the store; try again', BUSY_RETRY_SECONDS);
  if (error.code === 'STORE_PRUNED') return refuseBelow(error.message, error.lowest ?? 0);
  if (error.code === 'STORE_REOPENING')
    return refuse(
      'busy',
      'the node is opening its database again after a failed write; try again in a few seconds',
      REOPENING_RETRY_SECONDS,
    );
  return error.code === 'STORE_CLOSED' || error.code === 'STORE_DIED'
    ? refuse('stopping', 'the node is shutting down; try again later', STOPPING_RETRY_SECONDS)
    : undefined;
}

/** A stream whose first item has been taken already. Ending it ends its source, begun or not. */
class BegunStream implements AsyncIterableIterator<Uint8Array> {
  #first: IteratorResult<Uint8Array> | undefined;

  /** @param over runs when the stream ends, whatever the reason. */
  constructor(
    first: IteratorResult<Uint8Array>,
    private readonly rest: AsyncIterator<Uint8Array>,
    private readonly over: () => void,
  ) {
    this.#first = first;
    if (first.done) over();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    const first = this.#first;
    this.#first = undefined;
    if (first) return first;
    try {
      const item = await this.rest.next();
      if (item.done) this.over();
      return item;
    } catch (error) {
      this.over();
      throw error;
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#first = undefined;
    try {
      await this.rest.return?.();
    } finally {
      this.over();
    }
    return { done: true, value: undefined };
  }
}

/** @param place takes a place for a stream. @returns the answer itself when its body is whole. @throws what the stream throws
 *  instead of its first item. */
export function begun(answer: Answer, place: () => (() => void) | Refusal): Answer | Refusal | Promise<Answer> {
  const { body } = answer;
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return answer;
  const taken = place();
  // A stream from which nothing was pulled holds nothing, so it need not be ended.
  return isRefusal(taken) ? taken : beginning(answer, body, taken);
}

async function beginning(answer: Answer, body: AsyncIterable<Uint8Array>, over: () => void): Promise<Answer> {
  const iterator = body[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    return { ...answer, body: new BegunStream(first, iterator, over) };
  } catch (error) {
    over();
    throw error;
  }
}
