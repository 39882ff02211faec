/** The messages between the store's client and its thread, and how bytes travel between them.
 *
 *  Every request carries an id and gets exactly one answer with that id, a value or an error; id 0 is the opening itself.
 *  Large bytes move by transfer: no copy, and no use of them on the sending side afterwards. */

import { InvariantError } from '../../engine/base/refusal.js';
import { BatchWriter, readBatch } from '../../engine/store/batch.js';

export { packPresent as packValues, unpackPresent as unpackValues } from '../../engine/store/packedValues.js';

import {
  type BlockWrite,
  type Entry,
  type Family,
  type JournalName,
  type KeyRange,
  type RangeQuery,
  StoreError,
  type StoreErrorCode,
} from '../../engine/store/port.js';

/** What the thread is started with. */
export interface StoreWorkerData {
  readonly directory: string;
  /** URL of the module that exports `createQueries`. */
  readonly queries?: string;
  readonly writeBufferBytes?: number;
}

export type StreamSource =
  | { readonly from: 'range'; readonly range: KeyRange }
  | { readonly from: 'query'; readonly name: string; readonly args: unknown }
  | { readonly from: 'backup'; readonly directory: string; readonly isInside: boolean };

export type StoreCall =
  | { readonly kind: 'commit'; readonly write: BlockWrite }
  | { readonly kind: 'deleteRange'; readonly family: Family; readonly from: Uint8Array; readonly to: Uint8Array }
  | { readonly kind: 'compact'; readonly range: KeyRange }
  | { readonly kind: 'get'; readonly family: Family; readonly key: Uint8Array }
  | { readonly kind: 'getMany'; readonly packedKeys: Uint8Array }
  | { readonly kind: 'range'; readonly query: RangeQuery }
  | { readonly kind: 'query'; readonly name: string; readonly args: unknown }
  | { readonly kind: 'streamOpen'; readonly source: StreamSource }
  | { readonly kind: 'streamNext'; readonly stream: number }
  | { readonly kind: 'streamEnd'; readonly stream: number }
  | { readonly kind: 'journalWrite'; readonly bytes: Uint8Array; readonly journal: JournalName }
  | { readonly kind: 'journalRead'; readonly journal: JournalName }
  | { readonly kind: 'reopen' }
  | { readonly kind: 'close' };

export interface StoreRequest {
  readonly id: number;
  readonly call: StoreCall;
}

export type StoreAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: StoreFailure };

export interface StoreFailure {
  readonly code: StoreErrorCode;
  readonly message: string;
  /** As in `StoreError`. */
  readonly lowest?: number | undefined;
}

export const OPENING = 0;

/** The answer to the opening. */
export interface StoreOpening {
  /** Why nothing can be written at present; undefined when it can. */
  readonly readOnly: string | undefined;
}

/** An error crosses threads as its code and message: a structured clone would drop the code. */
export function errorAnswer(id: number, error: unknown, code: StoreErrorCode): StoreAnswer {
  const known = error instanceof StoreError ? error : undefined;
  return { id, error: { code: known?.code ?? code, message: errorText(error), lowest: known?.lowest } };
}

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The same bytes in memory that can be transferred: themselves when they fill most of their buffer from its start, otherwise
 *  a copy. (A part of Node's Buffer pool, which must never move, fills less than half of it.) */
export function movable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const buffer = bytes.buffer;
  // An empty one may be a constant, which could be moved once only.
  if (bytes.byteLength === 0) return new Uint8Array(0);
  if (buffer instanceof ArrayBuffer && bytes.byteOffset === 0 && bytes.byteLength * 2 >= buffer.byteLength)
    return new Uint8Array(buffer, 0, bytes.byteLength);
  return new Uint8Array(bytes);
}

/** `movable` for answers of the thread: a Buffer there may be memory of the database itself, which must not move. */
export const movableAnswer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  Buffer.isBuffer(bytes) ? new Uint8Array(bytes) : movable(bytes);

/** A short key in its own memory: a structured clone of a view would copy the whole buffer under it. */
export const ownKey = (key: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(key);

export const movableEntry = (entry: Entry): { key: Uint8Array; value: Uint8Array<ArrayBuffer> } => ({
  key: ownKey(entry.key),
  value: movable(entry.value),
});

/** Entries as a packed batch of puts. */
export function packEntries(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const writer = new BatchWriter();
  for (const { key, value } of entries) writer.put(key, value);
  return writer.finish();
}

/** @returns views over `bytes`. */
export function unpackEntries(bytes: Uint8Array): Entry[] {
  const entries: Entry[] = [];
  readBatch(bytes, {
    put: (key, value) => entries.push({ key, value }),
    delete: () => {
      throw new InvariantError('a range holds no deletes');
    },
  });
  return entries;
}
