/** Queries and streams inside the store's thread.
 *
 *  In: a name and arguments, or a range. Out: one answer, or chunks on demand. Each query reads one view of the database, from
 *  its start to its end. A stream makes its next chunk when the last one is taken: one chunk ahead, never more, and only a
 *  few streams at a time, so that storing a block never waits behind all of them. A failing query affects only its caller. */

import { STORE_STREAMS } from '../../engine/base/limits.js';
import { type KeyReader, StoreError, type StoreQueries } from '../../engine/store/port.js';
import { Turns } from '../../engine/store/turns.js';
import { backUp } from './storeBackup.js';
import type { Database, View } from './storeDatabase.js';
import { errorText, type StreamSource } from './storeMessages.js';

/** Open streams; each holds a snapshot, an iterator and a chunk. The newest is refused. */
export const MAX_STREAMS = STORE_STREAMS;

/** Chunks that are being made at a time. Storing a block takes some ten turns of this thread's event loop, and making a
 *  chunk about 2 ms: with 200 readers at once a block waited for 3,600 chunks, with two at a time for 12. */
const CHUNKS_AT_A_TIME = 2;

interface Stream {
  readonly iterator: AsyncIterator<Uint8Array>;
  readonly view: View;
  ahead: Promise<IteratorResult<Uint8Array>>;
}

export class QueryRunner {
  #database: Database;
  readonly #queries: StoreQueries;
  readonly #streams = new Map<number, Stream>();
  readonly #turns = new Turns(CHUNKS_AT_A_TIME);
  #lastStream = 0;
  #closed = false;
  /** Why the former streams have ended. */
  #ending = new StoreError('STORE_CLOSED', 'the stream has ended');

  /** @param directory the data directory. */
  constructor(
    private readonly directory: string,
    database: Database,
    queries: StoreQueries,
  ) {
    this.#database = database;
    this.#queries = queries;
  }

  /** @throws StoreError QUERY_UNKNOWN or QUERY_FAILED. */
  async query(name: string, args: unknown): Promise<unknown> {
    const view = this.#database.view();
    try {
      const result = this.#start(name, args, view);
      if (isAsyncIterable(result)) throw new StoreError('QUERY_FAILED', `the query ${name} gives a stream`);
      return await result;
    } catch (error) {
      throw queryError(name, error);
    } finally {
      await view.release();
    }
  }

  /** @returns the stream's number. */
  async open(source: StreamSource): Promise<number> {
    if (this.#streams.size >= MAX_STREAMS)
      throw new StoreError('STORE_BUSY', `${MAX_STREAMS} streams are being read; try again when one has ended`);
    const view = this.#database.view();
    try {
      const iterator = this.#chunks(source, view);
      const id = ++this.#lastStream;
      this.#streams.set(id, { iterator, view, ahead: this.#advance(iterator) });
      return id;
    } catch (error) {
      await view.release();
      throw source.from === 'query' ? queryError(source.name, error) : error;
    }
  }

  /** @returns the next chunk, or undefined at the end. */
  async next(id: number): Promise<Uint8Array | undefined> {
    const stream = this.#streams.get(id);
    if (!stream) throw this.#ending;
    try {
      const { done, value } = await stream.ahead;
      if (!done) {
        if (this.#streams.has(id)) stream.ahead = this.#advance(stream.iterator);
        return value;
      }
    } catch (error) {
      await this.end(id);
      throw queryError('stream', error);
    }
    await this.end(id);
    return undefined;
  }

  /** Ends a stream at any point; an unknown number belongs to a stream that has already ended. */
  async end(id: number): Promise<void> {
    const stream = this.#streams.get(id);
    if (!stream) return;
    this.#streams.delete(id);
    try {
      // A generator handles this after the chunk that it is making.
      await stream.iterator.return?.();
    } catch {
      // A failure while the stream is being abandoned is ignored.
    } finally {
      await stream.view.release();
    }
  }

  /** Ends all streams and lets running queries fail at their next read. @param reason the error that their readers get. */
  async close(reason: StoreError): Promise<void> {
    this.#closed = true;
    this.#ending = reason;
    await Promise.all([...this.#streams.keys()].map((id) => this.end(id)));
  }

  /** Continues after `close` with a reopened database. Numbers of streams are never reused. */
  resume(database: Database): void {
    this.#database = database;
    this.#closed = false;
  }

  #advance(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    const ahead = this.#inTurn(iterator);
    // Its reader gets the error when it asks for the chunk; until then it must not count as unhandled.
    ahead.catch(() => undefined);
    return ahead;
  }

  async #inTurn(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    await this.#turns.acquire();
    try {
      return await iterator.next();
    } finally {
      // Everything else that waits for this thread runs before the next chunk.
      setImmediate(() => this.#turns.release());
    }
  }

  #chunks(source: StreamSource, view: View): AsyncIterator<Uint8Array> {
    if (source.from === 'range') return view.chunks(source.range);
    if (source.from === 'backup')
      return backUp(view, { from: this.directory, to: source.directory, isInside: source.isInside });
    const result = this.#start(source.name, source.args, view);
    if (isAsyncIterable(result)) return result[Symbol.asyncIterator]();
    result.catch(() => undefined);
    throw new StoreError('QUERY_FAILED', `the query ${source.name} gives one answer, not a stream`);
  }

  #start(name: string, args: unknown, view: View): AsyncIterable<Uint8Array> | Promise<unknown> {
    const query = Object.hasOwn(this.#queries, name) ? this.#queries[name] : undefined;
    if (!query) throw new StoreError('QUERY_UNKNOWN', `the store knows no query ${JSON.stringify(name)}`);
    return query(this.#reader(view), args);
  }

  #reader(view: View): KeyReader {
    const open = (): View => {
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

const isAsyncIterable = (value: object): value is AsyncIterable<Uint8Array> => Symbol.asyncIterator in value;

const queryError = (name: string, error: unknown): StoreError =>
  error instanceof StoreError
    ? error
    : new StoreError('QUERY_FAILED', `the query ${name} failed: ${errorText(error)}`, { cause: error });
