/** One voting machine with four voters of equal stake, driven by hand: `me` is voter 0, the others vote when the test says so. */

import { isRefusal } from '../../engine/base/refusal.js';
import { type Certificate, makeCertificate, type VoteType } from '../../engine/chain/certificate.js';
import type { SignedHeader } from '../../engine/chain/evidence.js';
import type { Vote } from '../../engine/chain/vote.js';
import type { VoterSet } from '../../engine/consensus/tally.js';
import { VoteJournal } from '../../engine/consensus/voteJournal.js';
import { Voting, type VotingEffect, type VotingEvent } from '../../engine/consensus/voting.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';

export const HEIGHT = 7;
export const PARENT = '77'.repeat(32);
/** In the order of their hashes. */
export const [LOW, MIDDLE, HIGH] = ['11', '55', '99'].map((byte) => byte.repeat(32)) as [string, string, string];

export const voterKey = (voter: number): Uint8Array => new Uint8Array(PUBLIC_KEY_BYTES).fill(voter + 1);

export const equalSet = (voters: number): VoterSet => ({
  totalStake: BigInt(voters),
  stakeOf: (key) => (key[0] !== undefined && key[0] >= 1 && key[0] <= voters ? 1n : 0n),
});

export const voteOf = (voter: number, type: VoteType, round: number, blockHash: string, height = HEIGHT): Vote => ({
  ...{ type, height, round, blockHash, voterKey: voterKey(voter) },
  signature: new Uint8Array(SIGNATURE_BYTES).fill(voter + 1),
});

export const headerOf = (hash: string, height = HEIGHT): SignedHeader => ({
  header: { version: 1, chain_id: 'scene-1', height, time: 1, prev_hash: PARENT, tx_hash: hash, proposer_pub_key: '' },
  headerBytes: Buffer.from(hash),
  proposerSignature: new Uint8Array(SIGNATURE_BYTES),
});

export const certificateBy = (voters: readonly number[], round: number, hash: string, height = HEIGHT): Certificate =>
  makeCertificate(
    height,
    round,
    new Uint8Array(Buffer.from(hash, 'hex')),
    voters.map((voter) => ({ voterKey: voterKey(voter), signature: new Uint8Array(SIGNATURE_BYTES).fill(voter + 1) })),
  );

export class VotingScene {
  readonly journal = new VoteJournal('scene-1', voterKey(0));
  readonly voting: Voting;
  durable: Uint8Array | undefined;
  /** What was asked to be signed and has not been signed yet. */
  #asked: Extract<VotingEffect, { kind: 'sign' }>[] = [];

  constructor(
    options: { voters?: number; durable?: Uint8Array | undefined; isFollower?: boolean; allowed?: boolean } = {},
  ) {
    const { voters = 4, durable, isFollower = false, allowed = true } = options;
    const refusal = this.journal.restore(durable, 0);
    if (isRefusal(refusal)) throw new Error(refusal.message);
    this.durable = durable;
    const { votes, quorum } = this.journal;
    this.voting = new Voting({ publicKey: isFollower ? undefined : voterKey(0), journaled: votes, quorum });
    if (allowed) this.voting.step({ kind: 'allowed', above: HEIGHT - 1 });
    this.opened = this.step({ kind: 'height', height: HEIGHT, parentHash: PARENT, set: equalSet(voters) });
  }

  readonly opened: readonly VotingEffect[];

  step(event: VotingEvent): readonly VotingEffect[] {
    const effects = this.voting.step(event);
    for (const effect of effects) if (effect.kind === 'sign') this.#asked.push(effect);
    return effects;
  }

  propose(hash: string): readonly VotingEffect[] {
    return this.step({ kind: 'proposal', hash, header: headerOf(hash) });
  }

  ready(hash: string): readonly VotingEffect[] {
    return [...this.propose(hash), ...this.step({ kind: 'ready', hash })];
  }

  hear(voters: readonly number[], type: VoteType, round: number, hash: string): readonly VotingEffect[] {
    return voters.flatMap((voter) => this.step({ kind: 'vote', vote: voteOf(voter, type, round, hash) }));
  }

  /** The block is known and its content is here; it is not executed yet. */
  complete(hash: string): readonly VotingEffect[] {
    return [...this.propose(hash), ...this.step({ kind: 'complete', hash })];
  }

  timeout(round: number): readonly VotingEffect[] {
    return this.step({ kind: 'timeout', height: HEIGHT, round });
  }

  /** Signs what was asked for, through the journal. */
  sign(): readonly VotingEffect[] {
    const asked = this.#asked;
    this.#asked = [];
    return asked.flatMap(({ votes, quorum, prevoted }) => {
      const claim = this.journal.claim(votes, prevoted);
      if (isRefusal(claim)) throw new Error(claim.message);
      const made = claim.sign.map(({ type, round, blockHash, height }) => voteOf(0, type, round, blockHash, height));
      this.durable = this.journal.encode(made, quorum);
      this.journal.record(made, quorum);
      return this.step({ kind: 'signed', votes: [...claim.repeat, ...made] });
    });
  }
}

/** `type round hash` of what effects ask to sign. */
export const asked = (effects: readonly VotingEffect[]): readonly string[] =>
  effects.flatMap((effect) =>
    effect.kind === 'sign'
      ? effect.votes.map(({ type, round, blockHash }) => `${type} ${round} ${blockHash.slice(0, 2)}`)
      : [],
  );

export const kinds = (effects: readonly VotingEffect[]): readonly string[] => effects.map(({ kind }) => kind);
