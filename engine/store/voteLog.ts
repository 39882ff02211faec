/** Who voted and who did not: totals of each validator's votes, kept with every block.
 *
 *  In: an executed block with the certificate of its parent. Out: the weights of that certificate, which no later state
 *  can tell, and a record for each validator whose vote had weight. Everything follows from the chain, so that a read costs
 *  nothing and a restart loses nothing. A directory of an older version counts from its first block under this one. */

import { fromHex, readU64, toBinary, u64Bytes, writeU64 } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import type { Certificate } from '../chain/certificate.js';
import type { ExecutedBlock } from '../consensus/production.js';
import { type AccountId, accountBytes, accountOfKey } from '../crypto/address.js';
import { type BatchWriter, readBatch } from './batch.js';
import { metaKey, storeTables } from './keys.js';
import type { StorePort } from './port.js';

/** What the votes of a certificate weigh, in quanta. */
export interface VoteWeights {
  /** Weight of all validators that could vote. */
  readonly total: bigint;
  /** One for each precommit, in their order. */
  readonly each: readonly bigint[];
}

export interface VoteRecord {
  /** Certified blocks for which its vote weighed something. */
  readonly counted: number;
  /** Those of them that it precommitted. */
  readonly votes: number;
  /** Height of the latest block that it precommitted; 0 for none. */
  readonly lastVoted: number;
  /** Height of the latest block that it proposed; 0 for none. */
  readonly lastProposed: number;
}

export interface VoteChanges {
  /** Height of the first block that is counted, when this block is the first. */
  readonly from?: number;
  readonly records: ReadonlyMap<AccountId, VoteRecord>;
}

const NO_VOTES: VoteRecord = { counted: 0, votes: 0, lastVoted: 0, lastProposed: 0 };
const RECORD_BYTES = 32;

function encodeVotes({ counted, votes, lastVoted, lastProposed }: VoteRecord): Uint8Array {
  const bytes = new Uint8Array(RECORD_BYTES);
  [counted, votes, lastVoted, lastProposed].forEach((value, index) => {
    writeU64(bytes, index * 8, value);
  });
  return bytes;
}

const decodeVotes = (bytes: Uint8Array): VoteRecord => ({
  counted: readU64(bytes, 0),
  votes: readU64(bytes, 8),
  lastVoted: readU64(bytes, 16),
  lastProposed: readU64(bytes, 24),
});

/** What the precommits of a block's certificate weigh; undefined without one. */
export function weightsOf({ certificate, execution }: ExecutedBlock): VoteWeights | undefined {
  if (!certificate) return undefined;
  const { totalStake: total, stakeOf } = execution.parentSet;
  return { total, each: certificate.precommits.map(({ voterKey }) => stakeOf(voterKey)) };
}

const votersOf = ({ precommits }: Certificate): ReadonlySet<AccountId> =>
  new Set(precommits.map(({ voterKey }) => accountOfKey(voterKey)));

export class VoteLog {
  readonly #records: Map<AccountId, VoteRecord>;
  #from: number | undefined;

  /** @param from height of the first block that is counted. */
  constructor(records: Iterable<readonly [AccountId, VoteRecord]> = [], from?: number) {
    this.#records = new Map(records);
    this.#from = from;
  }

  static async read(store: StorePort): Promise<VoteLog> {
    const from = await store.get(metaKey('votes-from'));
    const { votes } = storeTables;
    const records: [AccountId, VoteRecord][] = [];
    for await (const chunk of store.rangeStream({ gte: Uint8Array.of(votes), lt: Uint8Array.of(votes + 1) }))
      readBatch(chunk, {
        put: (key, value) => void records.push([toBinary(key.subarray(1)) as AccountId, decodeVotes(value)]),
        delete: () => invariant(false, 'a range holds puts only'),
      });
    return new VoteLog(records, from && readU64(from, 0));
  }

  get from(): number | undefined {
    return this.#from;
  }

  /** An account without votes has a record of zeros. */
  of(account: AccountId): VoteRecord {
    return this.#records.get(account) ?? NO_VOTES;
  }

  get records(): Iterable<readonly [AccountId, VoteRecord]> {
    return this.#records;
  }

  /** What a block adds; changes nothing. */
  next({ header, certificate, execution }: ExecutedBlock): VoteChanges {
    const records = new Map<AccountId, VoteRecord>();
    const key = fromHex(header.proposer_pub_key);
    if (certificate) {
      const voters = votersOf(certificate);
      for (const { account } of execution.parentSet.validators) {
        const before = this.of(account);
        const voted = voters.has(account) ? { votes: before.votes + 1, lastVoted: certificate.height } : {};
        records.set(account, { ...before, counted: before.counted + 1, ...voted });
      }
    }
    if (key) {
      const proposer = accountOfKey(key);
      records.set(proposer, { ...(records.get(proposer) ?? this.of(proposer)), lastProposed: header.height });
    }
    return this.#from === undefined ? { from: header.height, records } : { records };
  }

  apply({ from, records }: VoteChanges): void {
    this.#from ??= from;
    for (const [account, record] of records) this.#records.set(account, record);
  }
}

export function writeVotes(batch: BatchWriter, { from, records }: VoteChanges): void {
  if (from !== undefined) batch.put(metaKey('votes-from'), u64Bytes(from));
  for (const [account, record] of records) batch.putIn(storeTables.votes, accountBytes(account), encodeVotes(record));
}
