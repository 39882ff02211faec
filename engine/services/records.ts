/** What kinds do with records: erase them, put work off, read what they say. */

import { ownBytes, toHex, utf8 } from '../base/bytes.js';
import type { JsonObject } from '../base/json.js';
import { SIGNED_JSON } from '../base/limits.js';
import { isRefusal } from '../base/refusal.js';
import { SERVICE_SIGNED_BYTES } from '../base/serviceLimits.js';
import { type AccountId, accountBytes } from '../crypto/address.js';
import { PayloadReader } from '../ledger/payload.js';
import { withCommonMembers } from '../ledger/payloadMembers.js';
import { SignedText } from '../ledger/signedText.js';
import { isLong, jsonText } from './answerText.js';
import type { ContentKind, ReadRecord, RecordReader } from './contentKind.js';
import { countErased } from './erasures.js';
import { keyOf, keyText } from './keys.js';
import { PlainPayload } from './plainPayload.js';
import {
  authorKeys,
  dueActions,
  type RecordMeta,
  type RecordPayload,
  recordKey,
  recordMetas,
  recordPayloads,
  recordTimes,
  type Usage,
  usages,
} from './record.js';
import type { ShownLater } from './rowCache.js';
import type { Scene, SceneReader } from './scene.js';
import type { SeriesName } from './series.js';

/** Key of the usage of all authors together. */
export const TOTAL_USAGE = keyOf();
const NO_USAGE: Usage = { records: 0, bytes: 0 };

const SERIES_NUMBER: Readonly<Record<SeriesName, number>> = { public: 0, private: 1 };

/** @param origin the node whose log it is: the account of its key. */
export const seriesKey = (origin: AccountId, series: SeriesName): Uint8Array =>
  keyOf(accountBytes(origin), SERIES_NUMBER[series]);

export const logKey = (origin: AccountId, series: SeriesName, number: number): Uint8Array =>
  keyOf(seriesKey(origin, series), number);

/** Records of one payload that are read at once: as many as there are kinds. */
const MOST_KINDS = 256;

/** Drops what a record says; that there was one stays known. Its kind has removed what leads to it. The payload goes with the last of the
 *  records that have it.
 *  @param kind name under which the record is kept. */
export async function eraseRecord(scene: Scene, id: Uint8Array, kind: string): Promise<void> {
  const key = recordKey(id, kind);
  const meta = await scene.get(recordMetas, key);
  if (!meta || meta.isErased) return;
  scene.put(recordMetas, key, { ...meta, isErased: true });
  scene.delete(recordTimes, keyOf(meta.timestamp, key));
  await countErased(scene, meta.bytes);
  const all = await scene.range(recordMetas, id, { limit: MOST_KINDS });
  if (all.every(({ value }) => value.isErased)) await dropPayload(scene, id, meta);
}

async function dropPayload(scene: Scene, id: Uint8Array, meta: RecordMeta): Promise<void> {
  scene.delete(recordPayloads, id);
  for (const key of [accountBytes(meta.author), TOTAL_USAGE])
    addUsage(scene, key, (await scene.get(usages, key)) ?? NO_USAGE, -1, -meta.bytes);
}

export function addUsage(scene: Scene, key: Uint8Array, usage: Usage, records: number, bytes: number): void {
  const next = { records: usage.records + records, bytes: usage.bytes + bytes };
  if (next.records <= 0 && key.length > 0) scene.delete(usages, key);
  else scene.put(usages, key, next);
}

const dueNames = (kind: string, action: string): Uint8Array => utf8(`${kind} ${action}`);

/** Puts work off: the kind's `due` gets it when the time has come. Asking again for the same changes nothing. */
export function dueAt(scene: Scene, time: number, id: Uint8Array, kind: string, action: string): void {
  const names = dueNames(kind, action);
  scene.put(dueActions, keyOf(time, id, names), names);
}

export const dropDue = (scene: Scene, time: number, id: Uint8Array, kind: string, action: string): void =>
  scene.delete(dueActions, keyOf(time, id, dueNames(kind, action)));

/** The meta of a record of a kind; undefined when there is none of it. */
export const metaOf = (scene: SceneReader, id: Uint8Array, kind: string): Promise<RecordMeta | undefined> =>
  scene.get(recordMetas, recordKey(id, kind));

/** A record with what its owner signed. */
export interface StoredRecord<F> {
  readonly id: Uint8Array;
  readonly meta: RecordMeta;
  readonly fields: F;
  readonly publicKey: Uint8Array;
  /** What was signed, exactly. */
  readonly signed: SignedText;
  readonly signature: Uint8Array;
}

const RECORD_JSON = { ...SIGNED_JSON, characters: SERVICE_SIGNED_BYTES };

/** Reads a record of a kind. @returns undefined when there is none of it, or it is erased. */
export async function recordOf<F>(
  scene: SceneReader,
  id: Uint8Array,
  kind: RecordReader<F>,
): Promise<StoredRecord<F> | undefined> {
  const [record] = await recordsOf(scene, [id], kind);
  return record;
}

/** Reads many with two calls of the database. @returns in the order of the ids. */
export async function recordsOf<F>(
  scene: SceneReader,
  ids: readonly Uint8Array[],
  kind: RecordReader<F>,
): Promise<readonly (StoredRecord<F> | undefined)[]> {
  const reader = readerOf(kind);
  const records = ids.map((id) => recordKey(id, kind.name));
  const metas = await scene.getMany(recordMetas, records);
  return (await rowsOf(scene, ids, metas)).map((rows) => rows && decoded(rows, reader));
}

/** What is stored of a record. */
interface RecordRows {
  readonly id: Uint8Array;
  readonly meta: RecordMeta;
  readonly publicKey: Uint8Array;
  readonly payload: RecordPayload;
}

/** @param metas of the records, in the order of the ids. */
async function rowsOf(
  scene: SceneReader,
  ids: readonly Uint8Array[],
  metas: readonly (RecordMeta | undefined)[],
): Promise<readonly (RecordRows | undefined)[]> {
  const authors = [...new Set(metas.flatMap((meta) => (meta ? [meta.author] : [])))];
  const [payloads, found] = await Promise.all([
    scene.getMany(recordPayloads, ids),
    scene.getMany(authorKeys, authors.map(accountBytes)),
  ]);
  const keys = new Map(authors.map((author, at) => [author, found[at]]));
  return ids.map((id, at) => {
    const [meta, payload] = [metas[at], payloads[at]];
    const publicKey = meta && keys.get(meta.author);
    return meta && !meta.isErased && payload && publicKey ? { id, meta, publicKey, payload } : undefined;
  });
}

export interface RecordContent<C> {
  readonly id: Uint8Array;
  readonly meta: RecordMeta;
  readonly content: C;
}

/** What lists show of a record that is entered, made of what was read of its request. */
export function shownOf<F>(
  contents: ContentKind<F, unknown>,
  { fields, publicKey, payload }: Pick<ReadRecord<F>, 'fields' | 'publicKey'> & { readonly payload: RecordPayload },
): ShownLater {
  return {
    bytes: payload.text.length,
    make() {
      const shown: ReadRecord<F>['shown'] = (_member, text) => jsonText(text);
      const made = contents.contentOf({ fields, publicKey: ownBytes(publicKey), shown });
      return { made, bytes: contents.contentBytes(made) };
    },
  };
}

/** Reads what many records say; those that were read before lately are not read again.
 *  @returns in the order of the ids; undefined for one that is not there, or is erased. */
export async function contentsOf<F, C>(
  scene: SceneReader,
  ids: readonly Uint8Array[],
  kind: ContentKind<F, C>,
): Promise<readonly (RecordContent<C> | undefined)[]> {
  const { rows } = scene;
  const epoch = rows?.epoch;
  const keys = ids.map((id) => recordKey(id, kind.name));
  const metas = await scene.getMany(recordMetas, keys);
  const texts = rows ? keys.map(keyText) : [];
  // The meta of an erased record was written, and nothing is kept with it.
  const contents = ids.map((_, at) => rows?.find(recordMetas.id, texts[at] as string)?.made as C | undefined);
  const missing = ids.flatMap((_, at) => (contents[at] === undefined && metas[at]?.isErased === false ? [at] : []));
  const stored =
    missing.length === 0
      ? []
      : await rowsOf(
          scene,
          missing.map((at) => ids[at] as Uint8Array),
          missing.map((at) => metas[at]),
        );
  const reader = readerOf(kind);
  const hexes = new Map<AccountId, string>();
  for (const [index, at] of missing.entries()) {
    const found = stored[index];
    if (!found) continue;
    const { meta, publicKey, payload } = found;
    const keyHex = hexes.get(meta.author) ?? toHex(publicKey);
    hexes.set(meta.author, keyHex);
    const plain = plainlyRead(found, keyHex, reader);
    const record = plain ?? wholeRead(found, reader);
    if (!record) continue;
    const content = kind.contentOf(record);
    contents[at] = content;
    if (!rows || epoch === undefined) continue;
    // What is parts of the stored bytes keeps all of them alive.
    const bytes = Math.max(kind.contentBytes(content), plain ? payload.text.buffer.byteLength : 0);
    rows.keepMade(recordMetas.id, texts[at] as string, { made: content, bytes }, epoch);
  }
  return ids.map((id, at) => {
    const [meta, content] = [metas[at], contents[at]];
    return meta && content !== undefined ? { id, meta, content } : undefined;
  });
}

/** A kind's way of reading a payload. */
type Reader<F> = (payload: JsonObject, author: AccountId) => F | undefined;

function readerOf<F>(kind: RecordReader<F>): Reader<F> {
  const members = withCommonMembers(kind.members);
  return (payload, author) => kind.decode(new PayloadReader(payload, members), author);
}

/** @returns undefined for what is not written plainly, or is refused. */
function plainlyRead<F>({ meta, publicKey, payload }: RecordRows, keyHex: string, reader: Reader<F>) {
  const plain = PlainPayload.read(payload, keyHex);
  const fields = plain && reader(plain.members, meta.author);
  if (!plain || fields === undefined) return undefined;
  const shown: ReadRecord<F>['shown'] = (member, text) =>
    isLong(text) ? (plain.quoted(member, text) ?? jsonText(text)) : text;
  return { fields, publicKey, shown };
}

function wholeRead<F>(rows: RecordRows, reader: Reader<F>): ReadRecord<F> | undefined {
  const record = decoded(rows, reader);
  return record && { ...record, shown: (_member, text) => jsonText(text) };
}

function decoded<F>({ id, meta, publicKey, payload }: RecordRows, reader: Reader<F>): StoredRecord<F> | undefined {
  const signed = SignedText.ofParts({ ...payload, publicKey }, RECORD_JSON, SERVICE_SIGNED_BYTES);
  if (isRefusal(signed)) return undefined;
  const fields = reader(signed.payload, meta.author);
  return fields === undefined ? undefined : { id, meta, fields, publicKey, signed, signature: payload.signature };
}
