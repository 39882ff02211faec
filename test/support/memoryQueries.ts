/** Queries and streams of a store in memory: they run inline, each over one view; a stream stays one chunk ahead of its reader.
 *
 *  In: a name and arguments, a range, or a copy in progress. Out: plain data as a structured clone leaves it, or chunks whose
 *  memory has been transferred, so that a query that keeps using what it gave away fails here too. */

import { STORE_STREAMS } from '../../engine/base/limits.js';
import { type KeyReader, StoreError, type StoreQueries } from '../../engine/store/port.js';
import { errorText, movableAnswer } from '../../workers/store/storeMessages.js';
import type { MemoryDisk } from './memoryDisk.js';
import { MemoryView } from './memoryView.js';

interface Stream {
  readonly iterator: AsyncIterator<Uint8Array>;
  readonly view: MemoryView;
  ahead: Promise<IteratorResult<Uint8Array>>;
}

const moved = (chunk: Uint8Array): Uint8Array => {
  const bytes = movableAnswer(chunk);
  return structuredClone(bytes, { transfer: [bytes.buffer] });
};

const isAsyncIterable = (value: object): value is AsyncIterable<Uint8Array> => Symbol.asyncIterator in value;

const queryError = (name: string, error: unknown): StoreError =>
  error instanceof StoreError
    ? error
    : new StoreError('QUERY_FAILED', `the query ${name} failed: ${errorText(error)}`, { cause: error });

export class MemoryQueries {
  readonly #streams = new Set<Stream>();
  /** Stops all reads, for good or until `resume`. */
  #closed = false;
  /** Why the ended streams ended. */
  #ending = new StoreError('STORE_CLOSED', 'the stream has ended');

  constructor(
    private readonly disk: MemoryDisk,
    private readonly queries: StoreQueries,
  ) {}

  async query(name: string, args: unknown): Promise<unknown> {
    const view = new MemoryView(this.disk);
    try {
      const result = this.#start(name, args, view);
      if (isAsyncIterable(result)) throw new StoreError('QUERY_FAILED', `the query ${name} gives a stream`);
      return structuredClone(await result);
    } catch (error) {
      throw queryError(name, error);
    } finally {
      view.release();
    }
  }

  /** @param chunks makes the chunks from a view. */
  async open(chunks: (view: MemoryView) => AsyncIterable<Uint8Array>): Promise<Stream> {
    if (this.#streams.size >= STORE_STREAMS)
      throw new StoreError('STORE_BUSY', `${STORE_STREAMS} streams are being read; try again when one has ended`);
    const view = new MemoryView(this.disk);
    try {
      const iterator = chunks(view)[Symbol.asyncIterator]();
      const stream: Stream = { iterator, view, ahead: advance(iterator) };
      this.#streams.add(stream);
      return stream;
    } catch (error) {
      view.release();
      throw queryError('stream', error);
    }
  }

  /** The chunks of a streaming query. @throws StoreError when no query has that name. */
  chunksOf(name: string, args: unknown): (view: MemoryView) => AsyncIterable<Uint8Array> {
    return (view) => {
      const result = this.#start(name, args, view);
      if (isAsyncIterable(result)) return result;
      result.catch(() => undefined);
      throw new StoreError('QUERY_FAILED', `the query ${name} gives one answer, not a stream`);
    };
  }

  /** @returns the next chunk, or undefined at the end. */
  async next(stream: Stream): Promise<Uint8Array | undefined> {
    if (!this.#streams.has(stream)) throw this.#ending;
    try {
      const { done, value } = await stream.ahead;
      if (!done) {
        if (this.#streams.has(stream)) stream.ahead = advance(stream.iterator);
        return moved(value);
      }
    } catch (error) {
      await this.end(stream);
      throw queryError('stream', error);
    }
    await this.end(stream);
    return undefined;
  }

  async end(stream: Stream): Promise<void> {
    if (!this.#streams.delete(stream)) return;
    try {
      await stream.iterator.return?.();
    } catch {
      // A failure while it is being abandoned does not matter.
    } finally {
      stream.view.release();
    }
  }

  /** Ends all streams and makes running queries fail at their next read. */
  async close(reason: StoreError): Promise<void> {
    this.#closed = true;
    this.#ending = reason;
    await Promise.all([...this.#streams].map((stream) => this.end(stream)));
  }

  resume(): void {
    this.#closed = false;
  }

  #start(name: string, args: unknown, view: MemoryView): AsyncIterable<Uint8Array> | Promise<unknown> {
    const query = Object.hasOwn(this.queries, name) ? this.queries[name] : undefined;
    if (!query) throw new StoreError('QUERY_UNKNOWN', `the store knows no query ${JSON.stringify(name)}`);
    return query(this.#reader(view), structuredClone(args));
  }

  #reader(view: MemoryView): KeyReader {
    const open = (): MemoryView => {
      if (this.#closed) throw this.#ending;
      return view;
    };
    return {
      get: async (key) => open().get(key),
      getMany: async (keys) => open().getMany(keys),
      getFrom: async (family, key) => open().getFrom(family, key),
      range: async (query) => open().range(query),
    };
  }
}

function advance(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
  const ahead = iterator.next();
  // The reader gets the error at its next call; until then it must not count as an unhandled rejection.
  ahead.catch(() => undefined);
  return ahead;
}
