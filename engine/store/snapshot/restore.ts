/** Brings a snapshot into an empty store.
 *
 *  In: a manifest that was verified, its parts, an empty store or one in which the same restoring was cut off. Out: how far it is, and
 *  at last a chain whose tip is the snapshot's block. Each chunk is checked before it is written and becomes durable together with the
 *  mark that counts it, so a killed restoring goes on where it was. The chain has a tip only with the last write: until then no
 *  node takes the store for a chain.
 *
 *  What is not under the state root follows from what is: transactions are counted by the nonces of their signers, and the fees of the
 *  block are in the totals. Of the blocks up to the tip only the genesis block is here; `blocks-from` says where the
 *  others begin. */

import { bytesEqual, concatBytes, fromHex, readU64, u64Bytes, utf8 } from '../../base/bytes.js';
import { invariant } from '../../base/refusal.js';
import { encodeCertificate } from '../../chain/certificate.js';
import type { Header } from '../../chain/header.js';
import type { ChainRules } from '../../consensus/production.js';
import { accountOfBytes } from '../../crypto/address.js';
import { nobleBackend, type SignatureBackend } from '../../crypto/mldsa.js';
import { sha256 } from '../../crypto/sha256.js';
import { validators } from '../../ledger/tables.js';
import type { SnapshotTrust } from '../../network/snapshotEvents.js';
import { faulty, isFault, type SnapshotFault } from '../../state/snapshotFault.js';
import type { ChunkRecord } from '../../state/stateChunk.js';
import { BatchWriter, readBatch } from '../batch.js';
import { blockKey, eventsKey, FIRST_STORE_TABLE, hashKey, metaKey, publicKeyKey, recentKey } from '../keys.js';
import type { StorePort } from '../port.js';
import { encodeEventRange, encodeStoredBlock } from '../records.js';
import { putBeginning, RecoveryError } from '../recovery.js';
import { encodeManifest, type Manifest } from './manifest.js';
import { putPoolBeginning } from './poolBeginnings.js';
import { encodeRecentBlock, RecentWalk } from './recentBlocks.js';
import { signerKeys } from './signerKeys.js';
import { StateSurvey, verifyPart } from './snapshotCheck.js';

/** Where the parts of a snapshot come from. */
export interface SnapshotParts {
  chunk(index: number): Promise<Uint8Array | SnapshotFault>;
  recent(index: number): Promise<Uint8Array | SnapshotFault>;
}

/** Places behind durable writes. */
export type RestorePoint = 'restore-begin' | 'restore-chunk' | 'restore-recent' | 'restore-finish';

export interface RestoreProgress {
  /** Parts that are here, and all of them. */
  readonly done: number;
  readonly parts: number;
}

/** Which snapshot is being restored, and how many of its chunks are here. */
interface Mark {
  readonly snapshot: Uint8Array;
  readonly chunks: number;
}

const MARK_HASH_BYTES = 32;

async function readMark(store: StorePort): Promise<Mark | undefined> {
  const bytes = await store.get(metaKey('restore'));
  return bytes && { snapshot: bytes.subarray(0, MARK_HASH_BYTES), chunks: readU64(bytes, MARK_HASH_BYTES) };
}

const putMark = (batch: BatchWriter, { snapshot, chunks }: Mark): void =>
  batch.put(metaKey('restore'), concatBytes(snapshot, u64Bytes(chunks)));

/** How many chunks are here already. @throws RecoveryError for a store that holds anything else. */
async function begin(store: StorePort, snapshot: Uint8Array): Promise<number> {
  const mark = await readMark(store);
  if (mark && bytesEqual(mark.snapshot, snapshot)) return mark.chunks;
  if (mark)
    throw new RecoveryError(
      'another snapshot was being restored here: restore that one to its end, or use an empty directory',
    );
  const held = await store.range({ gte: new Uint8Array(), lt: new Uint8Array(), limit: 1, keysOnly: true });
  if (held.length > 0) throw new RecoveryError('the store is not empty: restore a snapshot into an empty directory');
  const batch = new BatchWriter();
  putMark(batch, { snapshot, chunks: 0 });
  await store.commit({ batch: batch.finish() });
  return 0;
}

/** The key that a record shows of an account. */
function keyIn({ key, value, publicKey }: ChunkRecord): Uint8Array | undefined {
  return key[0] === validators.id ? validators.decode(value).publicKey : publicKey;
}

function writeChunk(records: readonly ChunkRecord[], mark: Mark, header: Header): Uint8Array {
  const batch = new BatchWriter();
  for (const record of records) {
    batch.put(record.key, record.value);
    putPoolBeginning(batch, record.key, record.value, header);
    const publicKey = keyIn(record);
    if (publicKey) batch.put(publicKeyKey(accountOfBytes(record.key.subarray(1))), publicKey);
  }
  putMark(batch, mark);
  return batch.finish();
}

async function surveyState(store: StorePort): Promise<StateSurvey> {
  const survey = new StateSurvey();
  for await (const chunk of store.rangeStream({ gte: Uint8Array.of(1), lt: Uint8Array.of(FIRST_STORE_TABLE) }))
    readBatch(chunk, {
      put: (key, value) => survey.take(key, value),
      delete: () => invariant(false, 'a range holds puts only'),
    });
  return survey;
}

/** Everything that makes the store a chain. @param count transactions in the snapshot's block. */
function chainBatch(
  manifest: Manifest,
  rules: ChainRules,
  survey: StateSurvey,
  count: number,
  trust: SnapshotTrust,
): Uint8Array {
  const { height, hash, header, headerBytes, proposerSignature, certificate } = manifest;
  const batch = new BatchWriter();
  batch.put(
    blockKey(height),
    encodeStoredBlock({
      ...{ header, headerBytes, proposerSignature, hash, certificate: undefined },
      ...{ transactionCount: count, firstOrdinal: survey.transactions - count, fees: survey.fees },
    }),
  );
  batch.put(hashKey(fromHex(hash) ?? new Uint8Array()), u64Bytes(height));
  const { firstEvent: first, balanceEvents: balances, contractEvents } = manifest;
  // Which transaction emitted them is not known, and nobody asks: the log begins behind this block.
  const emitters = contractEvents > 0 ? [{ position: 0, through: contractEvents }] : [];
  batch.put(eventsKey(height), encodeEventRange({ height, first, transactions: count, emitters, balances }));
  batch.put(metaKey('certificate'), encodeCertificate(certificate));
  batch.put(metaKey('blocks-from'), u64Bytes(height + 1));
  batch.put(metaKey('events-from'), u64Bytes(height + 1));
  batch.put(metaKey('snapshot-trust'), utf8(trust));
  putBeginning(batch, rules);
  batch.put(metaKey('tip'), u64Bytes(height));
  batch.delete(metaKey('restore'));
  return batch.finish();
}

/** The first event of a block comes after one for each block and each transaction below it. */
export function eventsFault({ height, firstEvent }: Manifest, transactions: number): SnapshotFault | undefined {
  if (firstEvent >= height + transactions) return undefined;
  return faulty(
    'events',
    `the first event of block ${height} has number ${firstEvent}, which is below its transactions'`,
  );
}

export class SnapshotRestore {
  readonly #walk: RecentWalk;
  #count = 0;

  /** @param manifest verified (`verifyManifest`). @param passed is called behind each durable write.
   *  @param trust why the manifest's block is trusted.
   *  @param backend checks the signatures of the certificate. */
  constructor(
    private readonly store: StorePort,
    private readonly rules: ChainRules,
    private readonly manifest: Manifest,
    private readonly passed: (point: RestorePoint) => void,
    private readonly trust: SnapshotTrust = 'trusted-block',
    private readonly backend: SignatureBackend = nobleBackend,
  ) {
    this.#walk = new RecentWalk(manifest, rules);
  }

  /** Progress, or the fault that ends it; the chunks that are here stay.
   *  @throws RecoveryError for a store that is not empty, StoreError when it cannot be written. */
  async *run(parts: SnapshotParts): AsyncGenerator<RestoreProgress | SnapshotFault> {
    const { store, manifest } = this;
    const snapshot = sha256(encodeManifest(manifest));
    const all = manifest.chunks.length + manifest.recent.length;
    const here = await begin(store, snapshot);
    this.passed('restore-begin');
    for (let index = here; index < manifest.chunks.length; index++) {
      const fault = await this.#chunk(index, snapshot, parts);
      if (fault) return yield fault;
      yield { done: index + 1, parts: all };
    }
    for (let index = 0; index < manifest.recent.length; index++) {
      const fault = await this.#recent(index, parts);
      if (fault) return yield fault;
      yield { done: manifest.chunks.length + index + 1, parts: all };
    }
    const fault = await this.#finish();
    if (fault) yield fault;
  }

  async #chunk(index: number, snapshot: Uint8Array, parts: SnapshotParts): Promise<SnapshotFault | undefined> {
    const bytes = await parts.chunk(index);
    if (isFault(bytes)) return bytes;
    const records = verifyPart(bytes, index, this.manifest, this.rules);
    if (isFault(records)) return records;
    await this.store.commit({ batch: writeChunk(records, { snapshot, chunks: index + 1 }, this.manifest.header) });
    this.passed('restore-chunk');
    return undefined;
  }

  /** Recent blocks are few: a restoring that was cut off among them takes them all again. */
  async #recent(index: number, parts: SnapshotParts): Promise<SnapshotFault | undefined> {
    const entry = this.manifest.recent[index];
    invariant(entry, 'the manifest names no such run');
    const bytes = await parts.recent(index);
    if (isFault(bytes)) return bytes;
    const keys = await signerKeys(this.store, bytes);
    const blocks = this.#walk.take(bytes, entry, (account) => keys.get(account));
    if (isFault(blocks)) return blocks;
    const batch = new BatchWriter();
    for (const { block, header } of blocks) {
      if (header.height === this.manifest.height) this.#count = block.transactions.length;
      batch.put(recentKey(header.height), encodeRecentBlock(block));
    }
    await this.store.commit({ batch: batch.finish() });
    this.passed('restore-recent');
    return undefined;
  }

  async #finish(): Promise<SnapshotFault | undefined> {
    const { store, manifest, rules } = this;
    const survey = await surveyState(store);
    const fault =
      this.#walk.end() ??
      survey.certificateFault(manifest, rules, this.backend) ??
      eventsFault(manifest, survey.transactions - this.#count);
    if (fault) return fault;
    await store.commit({ batch: chainBatch(manifest, rules, survey, this.#count, this.trust) });
    this.passed('restore-finish');
    return undefined;
  }
}
