/** What a manifest says of its block, out of the facts that `snapshotEntries` reads first.
 *
 *  In: puts of the store. Out: the manifest but for its parts, or a sentence about what is missing. */

import { fromHex, readU64, utf8Text } from '../../base/bytes.js';
import { decodeCertificate } from '../../chain/certificate.js';
import { HASH_BYTES } from '../../state/leaves.js';
import { blockKey, eventsKey, metaKey, storeTables } from '../keys.js';
import { StoreError } from '../port.js';
import { contractEventsIn, decodeEventRange, decodeStoredBlock } from '../records.js';
import type { Manifest } from './manifest.js';

const failed = (message: string): StoreError => new StoreError('QUERY_FAILED', message);

/** Key of the map of facts, and their name in a sentence. */
const nameOf = (key: Uint8Array): string =>
  key[0] === storeTables.meta ? utf8Text(key.subarray(1)) : `the record ${Buffer.from(key).toString('hex')}`;

export class ManifestFacts {
  readonly #values = new Map<string, Uint8Array>();

  put(key: Uint8Array, value: Uint8Array): void {
    this.#values.set(nameOf(key), value.slice());
  }

  /** @throws StoreError when they are not those of a final block. */
  read(): Omit<Manifest, 'chunks' | 'recent'> {
    const height = readU64(this.#get(metaKey('tip')), 0);
    const { header, headerBytes, hash, proposerSignature } = decodeStoredBlock(this.#get(blockKey(height)));
    const certificate = decodeCertificate(this.#values.get(nameOf(metaKey('certificate'))) ?? new Uint8Array());
    const stateRoot = fromHex(header.state_root ?? '', HASH_BYTES);
    if (!stateRoot) throw failed(`the header of block ${height} names no state root: nothing could prove a snapshot`);
    if (certificate?.height !== height)
      throw failed(`the certificate of block ${height} is not kept: make the snapshot after the next block`);
    const events = decodeEventRange(height, this.#get(eventsKey(height)));
    return {
      ...{
        chainId: header.chain_id,
        genesisHash: fromHex(utf8Text(this.#get(metaKey('genesis')))) ?? new Uint8Array(),
      },
      ...{ height, hash, header, headerBytes, proposerSignature, certificate, stateRoot },
      ...{ firstEvent: events.first, balanceEvents: events.balances, contractEvents: contractEventsIn(events) },
    };
  }

  #get(key: Uint8Array): Uint8Array {
    const value = this.#values.get(nameOf(key));
    if (!value) throw failed(`the store lacks ${nameOf(key)}, which a snapshot needs`);
    return value;
  }
}
