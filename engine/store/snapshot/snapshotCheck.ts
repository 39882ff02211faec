/** Checks a whole snapshot part by part.
 *
 *  In: the manifest, then every chunk in any order, then the runs of recent blocks in theirs. Out: what each part holds, and at the
 *  end what follows from all of it: how many transactions the chain has, what its newest block collected, who certified it. The
 *  memory needed is that of one part, and the keys of recent signers. */

import { toBinary } from '../../base/bytes.js';
import { isRefusal } from '../../base/refusal.js';
import { certificateChecks, checkCertificate } from '../../chain/certificate.js';
import type { ChainRules } from '../../consensus/production.js';
import { ACCOUNT_BYTES, accountOfKey } from '../../crypto/address.js';
import { nobleBackend, type SignatureBackend } from '../../crypto/mldsa.js';
import { votingSet } from '../../ledger/setTables.js';
import { accounts, totals, validators } from '../../ledger/tables.js';
import { faulty, type SnapshotFault } from '../../state/snapshotFault.js';
import { type ChunkRecord, type KeyRule, verifyChunk } from '../../state/stateChunk.js';
import type { Manifest } from './manifest.js';

/** Which account a record is of, and whether its key must be there. */
export const accountKeys: KeyRule = {
  accountOf: (key) => (key[0] === accounts.id && key.length === 1 + ACCOUNT_BYTES ? key.subarray(1) : undefined),
  hasSigned: (value) => accounts.decode(value).nonce > 0,
};

/** What follows from the records of a state, one by one. */
export class StateSurvey {
  #transactions = 0;
  #fees = 0n;
  readonly #votingSet = new Map<string, bigint>();
  readonly #votingStakes = new Map<string, bigint>();

  /** @param key table number, then the record's own key. */
  take(key: Uint8Array, value: Uint8Array): void {
    switch (key[0]) {
      case accounts.id:
        // Each included transaction counts the nonce of its signer up by one.
        this.#transactions += accounts.decode(value).nonce;
        break;
      case totals.id:
        this.#fees = totals.decode(value).feesInLastBlock;
        break;
      case validators.id:
        this.#votingStakes.set(toBinary(key.subarray(1)), validators.decode(value).votingStake);
        break;
      case votingSet.id:
        for (const { account, stake } of votingSet.decode(value).members) this.#votingSet.set(account, stake);
        break;
    }
  }

  /** Transactions in all blocks up to the state's. */
  get transactions(): number {
    return this.#transactions;
  }

  /** Quanta that the state's block collected. */
  get fees(): bigint {
    return this.#fees;
  }

  /** Checks stakes and signatures of the certificate of the state's block. */
  certificateFault(
    { certificate, height, chainId }: Manifest,
    { protocol }: ChainRules,
    backend: SignatureBackend = nobleBackend,
  ): SnapshotFault | undefined {
    const stakes = this.#votingSet.size > 0 ? this.#votingSet : this.#votingStakes;
    const totalStake = [...stakes.values()].reduce((sum, stake) => sum + stake, 0n);
    const { blockHash, round } = certificate;
    const expected = { height, blockHash, totalStake };
    const refusal = checkCertificate(certificate, expected, (key) => stakes.get(accountOfKey(key)) ?? 0n);
    if (isRefusal(refusal)) return faulty('certificate', `the certificate of block ${height}: ${refusal.message}`);
    const message = protocol.voteBytes(chainId, 'precommit', height, round, blockHash);
    const holds = certificateChecks(certificate, message).every(({ publicKey, signature }) =>
      backend.verify(signature, message, publicKey),
    );
    return holds ? undefined : faulty('certificate', `the certificate of block ${height}: a signature does not hold`);
  }
}

/** Checks one chunk of a snapshot. */
export function verifyPart(
  bytes: Uint8Array,
  index: number,
  { chunks, stateRoot }: Manifest,
  { protocol }: ChainRules,
): readonly ChunkRecord[] | SnapshotFault {
  const entry = chunks[index];
  if (!entry) return faulty('size', `the manifest names no chunk ${index}`);
  const { leafPrefix } = protocol.stateTree;
  return verifyChunk(bytes, { ...entry, name: `chunk ${index}`, stateRoot, leafPrefix, rule: accountKeys });
}
