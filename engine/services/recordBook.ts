/** The book of records: enters what this node takes in and what other nodes have taken in, once each, and erases.
 *
 *  In: records whose signature holds. Out: their tables, their place in the log of the node that took them in, what is to be done at
 *  a time. Whatever the order in which records come, the tables are the same: a record that comes again changes nothing but its height,
 *  which is the lowest of all. The same signed bytes as another kind are another record, which counts too: nobody can tell what their
 *  author meant, and were one of the kinds to win, whoever lists the bytes as that one could take away what the author has done. */

import { utf8 } from '../base/bytes.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { SERVICE_SHARE } from '../base/serviceLimits.js';
import { type AccountId, accountBytes, accountOfKey } from '../crypto/address.js';
import { keyOf } from './keys.js';
import {
  authorKeys,
  counters,
  logEntries,
  orderOf,
  recordKey,
  recordMetas,
  recordPayloads,
  recordTimes,
  type Usage,
  usages,
} from './record.js';
import { addUsage, logKey, shownOf, TOTAL_USAGE } from './records.js';
import type { Scene } from './scene.js';
import { type SeriesName, seriesOf } from './series.js';
import { recordKindOf } from './serviceKind.js';
import type { ReadRequest } from './serviceRequest.js';
import type { Surroundings } from './surroundings.js';

export interface RecordBookOptions {
  /** Of this node, 1,952 bytes. */
  readonly nodeKey: Uint8Array;
  /** Of all records together. */
  readonly mostBytes: number;
}

const NO_USAGE: Usage = { records: 0, bytes: 0 };

/** Key of the counter of this node's own log: the number of its last entry. */
export const logCounter = (series: SeriesName): Uint8Array => utf8(`log ${series}`);

export class RecordBook {
  readonly #self: AccountId;

  constructor(private readonly options: RecordBookOptions) {
    this.#self = accountOfKey(options.nodeKey);
  }

  /** Enters a request that this node takes in. One that goes nowhere leaves no record, only what its kind keeps. */
  async enter(scene: Scene, request: ReadRequest, around: Surroundings): Promise<Refusal | undefined> {
    const { height } = around;
    const series = seriesOf(request.kind.scope);
    if (request.kind.scope === 'local') {
      const order = orderOf(height, request.timestamp, request.id, request.kind.name);
      await request.kind.merge?.(scene, { ...request, order, before: undefined }, around);
      return undefined;
    }
    const refused = await this.record(scene, request, height, around);
    if (refused) return refused;
    if (series) await this.#append(scene, series, request, height);
    return undefined;
  }

  /** Enters a record from wherever it comes. @param height that its node saw. */
  async record(scene: Scene, request: ReadRequest, height: number, around: Surroundings): Promise<Refusal | undefined> {
    const { id, kind, timestamp } = request;
    const name = recordKindOf(kind);
    const key = recordKey(id, name);
    const known = await scene.get(recordMetas, key);
    if (known && known.height <= height) return undefined;
    const before = known && orderOf(known.height, timestamp, id, name);
    const order = orderOf(height, timestamp, id, name);
    if (known) scene.put(recordMetas, key, { ...known, height });
    else {
      const refused = await this.#keep(scene, request, key, height);
      if (refused) return refused;
    }
    await kind.merge?.(scene, { ...request, order, before }, around);
    return undefined;
  }

  /** Keeps a record that is new. Its payload can be here as that of another kind: it takes room once. */
  async #keep(scene: Scene, request: ReadRequest, key: Uint8Array, height: number): Promise<Refusal | undefined> {
    const { id, kind, sender, timestamp, publicKey, payload } = request;
    const bytes = payload.text.length + payload.signature.length;
    if (!(await scene.get(recordPayloads, id))) {
      const refused = await this.#takeRoom(scene, sender, bytes, kind.makesRoom === true);
      if (refused) return refused;
      scene.put(recordPayloads, id, payload);
    }
    const shown = kind.contents && shownOf(kind.contents, request);
    scene.put(recordMetas, key, { author: sender, timestamp, height, bytes, isErased: false }, shown);
    if (!kind.outlivesRetention) scene.put(recordTimes, keyOf(timestamp, key), true);
    if (!(await scene.get(authorKeys, accountBytes(sender)))) scene.put(authorKeys, accountBytes(sender), publicKey);
    return undefined;
  }

  async #append(scene: Scene, series: SeriesName, request: ReadRequest, height: number): Promise<void> {
    const { id, kind } = request;
    const counter = logCounter(series);
    const number = ((await scene.get(counters, counter)) ?? 0) + 1;
    scene.put(counters, counter, number);
    scene.put(logEntries, logKey(this.#self, series, number), { id, kind: kind.name, height });
    await kind.placed?.(scene, request, { origin: this.#self, number });
  }

  async #takeRoom(scene: Scene, author: AccountId, bytes: number, makesRoom: boolean): Promise<Refusal | undefined> {
    const own = (await scene.get(usages, accountBytes(author))) ?? NO_USAGE;
    const isOver = own.records >= SERVICE_SHARE.records || own.bytes + bytes > SERVICE_SHARE.bytes;
    if (isOver && !makesRoom)
      return refuse(
        'sender_limit',
        `this key has ${own.records} records of ${own.bytes} bytes here, and may have ${SERVICE_SHARE.records} of ${SERVICE_SHARE.bytes}: delete some`,
      );
    const all = (await scene.get(usages, TOTAL_USAGE)) ?? NO_USAGE;
    if (all.bytes + bytes > this.options.mostBytes)
      return refuse(
        'busy',
        `the services of this node are full: ${all.bytes} of ${this.options.mostBytes} bytes`,
        3_600,
      );
    addUsage(scene, accountBytes(author), own, 1, bytes);
    addUsage(scene, TOTAL_USAGE, all, 1, bytes);
    return undefined;
  }
}
