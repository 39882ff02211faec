/** The precommits of the height decided last. More come after the quorum; the next block may carry them all, so that a voter that is
 *  a little slower than the others is not shown as absent. */

import { fromHex, toHex } from '../base/bytes.js';
import { type Certificate, makeCertificate, type Precommit } from '../chain/certificate.js';
import type { Vote, VoteIntent } from '../chain/vote.js';
import { type AccountId, accountOfKey } from '../crypto/address.js';
import type { VoterSet } from './tally.js';

export class DecidedVotes {
  readonly height: number;
  readonly round: number;
  /** 64 hex characters. */
  readonly blockHash: string;
  readonly #precommits = new Map<AccountId, Precommit>();

  constructor(
    certificate: Certificate,
    private readonly set: VoterSet,
  ) {
    this.height = certificate.height;
    this.round = certificate.round;
    this.blockHash = toHex(certificate.blockHash);
    for (const precommit of certificate.precommits) this.#precommits.set(accountOfKey(precommit.voterKey), precommit);
  }

  judge({
    type,
    round,
    blockHash,
    voterKey,
  }: VoteIntent & Pick<Vote, 'voterKey'>): 'wanted' | 'duplicate' | 'rejected' {
    if (type !== 'precommit' || round !== this.round || blockHash !== this.blockHash) return 'rejected';
    if (this.set.stakeOf(voterKey) === 0n) return 'rejected';
    return this.#precommits.has(accountOfKey(voterKey)) ? 'duplicate' : 'wanted';
  }

  add(vote: Vote): void {
    if (vote.height !== this.height || this.judge(vote) !== 'wanted') return;
    this.#precommits.set(accountOfKey(vote.voterKey), { voterKey: vote.voterKey, signature: vote.signature });
  }

  certificate(): Certificate {
    return makeCertificate(this.height, this.round, fromHex(this.blockHash) ?? new Uint8Array(), [
      ...this.#precommits.values(),
    ]);
  }

  votes(): readonly Vote[] {
    const { height, round, blockHash } = this;
    return [...this.#precommits.values()].map((precommit) => ({
      type: 'precommit',
      height,
      round,
      blockHash,
      ...precommit,
    }));
  }
}
