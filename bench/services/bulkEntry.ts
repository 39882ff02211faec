/** Enters many records at once: as a node does, but without what does not stay in the tables of its kinds.
 *
 *  In: what clients sign. Out: the rows of `RecordBook` for each, durable. Left out: the envelope, the nonce, the node's own log. Rows of a
 *  new record are not there yet, so of those before it only what several records share is read again: it is kept in memory. */

import { toBinary, utf8 } from '../../engine/base/bytes.js';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import { cutKey } from '../../engine/chain/transaction.js';
import { SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';
import type { ServiceDesk } from '../../engine/services/desk.js';
import { serviceKindOf } from '../../engine/services/kinds/index.js';
import { activities, latestPlaces, pairs, sentCounts } from '../../engine/services/kinds/messenger/tables.js';
import { authorKeys, usages } from '../../engine/services/record.js';
import { Scene } from '../../engine/services/scene.js';
import { type ReadContext, readRecord } from '../../engine/services/serviceRequest.js';
import type { Moment } from '../../engine/services/surroundings.js';
import { readBatch } from '../../engine/store/batch.js';
import type { KeyReader } from '../../engine/store/port.js';
import type { DiskServicesStore } from '../../workers/services/servicesStore.js';
import { bytesOf, type Wallet } from '../transfers.js';

const SHARED: ReadonlySet<number | undefined> = new Set(
  [authorKeys, usages, pairs, activities, latestPlaces, sentCounts.row(new Uint8Array()).table].map(({ id }) => id),
);

/** Records of one batch: each range looks through all rows of a scene. */
const AT_ONCE = 128;

/** A record to be: who signs it, as what, and when. */
export interface Signed {
  readonly kind: string;
  readonly from: Wallet;
  readonly payload: string;
  readonly moment: Moment;
}

export class BulkEntry {
  readonly #shared = new Map<string, Uint8Array>();
  readonly #reader: KeyReader = {
    get: async (key) => this.#shared.get(toBinary(key)),
    getMany: async (keys) => keys.map((key) => this.#shared.get(toBinary(key))),
    getFrom: async () => undefined,
    range: async () => [],
  };

  constructor(
    private readonly desk: Pick<ServiceDesk, 'book' | 'around'>,
    private readonly store: DiskServicesStore,
    private readonly read: ReadContext,
  ) {}

  async enter(count: number, make: (index: number) => Signed): Promise<void> {
    let committed = Promise.resolve();
    for (let from = 0; from < count; from += AT_ONCE) {
      const scene = new Scene(this.#reader);
      for (let index = from; index < Math.min(from + AT_ONCE, count); index++) await this.#enter(scene, make(index));
      const batch = scene.finish();
      readBatch(batch, {
        put: (key, value) => SHARED.has(key[0]) && this.#shared.set(toBinary(key), value.slice()),
        delete: (key) => this.#shared.delete(toBinary(key)),
      });
      // The next ones are made while the disk writes.
      await committed;
      committed = this.store.commit({ batch });
    }
    await committed;
  }

  async #enter(scene: Scene, { kind: name, from, payload, moment }: Signed): Promise<void> {
    const kind = serviceKindOf(name);
    invariant(kind, `there is no service ${name}`);
    const signature = bytesOf(`signature ${moment.now}`, SIGNATURE_BYTES);
    const cut = cutKey(utf8(payload), from.publicKey, from.keyHex);
    const request = readRecord(kind, { signature, ...cut }, from.publicKey, this.read, true);
    invariant(!isRefusal(request), isRefusal(request) ? request.message : '');
    const refused = await this.desk.book.record(scene, request, moment.height, this.desk.around(moment));
    invariant(!refused, refused?.message ?? '');
  }
}
