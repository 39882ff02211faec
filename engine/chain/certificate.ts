/** Votes and quorum certificates (specification, Finality).
 *
 *  A certificate carries precommits of one round for one block by validators that together hold a quorum of the stake. It
 *  travels inside the next block, whose header names it by hash. No message outside the chain changes state. */

import { WireCertificate, type WireCertificateMembers } from '../../proto/wire.js';
import { compareBytes, toHex, utf8 } from '../base/bytes.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { sha256Hex } from '../crypto/sha256.js';

export interface Precommit {
  /** ML-DSA-65 public key of the validator. */
  readonly voterKey: Uint8Array;
  readonly signature: Uint8Array;
}

export interface Certificate {
  readonly height: number;
  /** The round of all its precommits. */
  readonly round: number;
  /** 32 bytes. */
  readonly blockHash: Uint8Array;
  /** In the order of raw voter keys, each voter once. */
  readonly precommits: readonly Precommit[];
}

/** Rounds are 32-bit numbers on the wire. */
export const isRound = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32;

export type VoteType = 'prevote' | 'precommit';

/** The bytes a validator signs for a vote. Every field is in the text, so that no vote can be taken for another. */
export const voteBytes = (
  chainId: string,
  type: VoteType,
  height: number,
  round: number,
  blockHash: Uint8Array,
): Uint8Array =>
  utf8(
    `ROUGECHAIN_FINALITY_VOTE_V2|chain=${chainId}|type=${type}|height=${height}|round=${round}|block=${toHex(blockHash)}`,
  );

/** @param precommits all of this round, in any order. */
export function makeCertificate(
  height: number,
  round: number,
  blockHash: Uint8Array,
  precommits: readonly Precommit[],
): Certificate {
  return { height, round, blockHash, precommits: [...precommits].sort((a, b) => compareBytes(a.voterKey, b.voterKey)) };
}

/** The certificate as a member of another message. */
export const certificateToWire = ({ height, round, blockHash, precommits }: Certificate) => ({
  height,
  round,
  blockHash,
  precommits: precommits.map(({ voterKey, signature }) => ({ voterKey, signature })),
});

/** Does not check the content. */
export const certificateFromWire = (message: WireCertificateMembers): Certificate => ({
  // The decoder gives 64-bit integers as objects.
  height: Number(message.height ?? 0),
  round: message.round ?? 0,
  blockHash: message.blockHash ?? new Uint8Array(),
  precommits: (message.precommits ?? []).map(({ voterKey, signature }) => ({
    voterKey: voterKey ?? new Uint8Array(),
    signature: signature ?? new Uint8Array(),
  })),
});

export const encodeCertificate = (certificate: Certificate): Uint8Array =>
  WireCertificate.encode(certificateToWire(certificate)).finish();

/** The header's `parent_commit`. */
export const certificateHash = (certificate: Certificate): string => sha256Hex(encodeCertificate(certificate));

/** Smallest stake that is a quorum: floor(2 total / 3) + 1. */
export const quorumOf = (totalStake: bigint): bigint => (2n * totalStake) / 3n + 1n;

/** Checks everything about a certificate except its signatures.
 *  @param stakeOf stake in quanta of a validator's key in the set of that height, 0 for any other key. */
export function checkCertificate(
  certificate: Certificate,
  expected: { readonly height: number; readonly blockHash: Uint8Array; readonly totalStake: bigint },
  stakeOf: (voterKey: Uint8Array) => bigint,
): Refusal | undefined {
  if (certificate.height !== expected.height || compareBytes(certificate.blockHash, expected.blockHash) !== 0)
    return refuse('rule_violation', `the commit certificate is not for the parent at height ${expected.height}`);
  let voting = 0n;
  let previous: Uint8Array | undefined;
  for (const { voterKey } of certificate.precommits) {
    if (previous && compareBytes(previous, voterKey) >= 0)
      return refuse('rule_violation', 'precommits must be in the order of voter keys, each voter once');
    const stake = stakeOf(voterKey);
    if (stake === 0n) return refuse('rule_violation', 'a precommit is signed by a key that is no validator');
    voting += stake;
    previous = voterKey;
  }
  if (voting < quorumOf(expected.totalStake))
    return refuse('rule_violation', 'the commit certificate does not carry two thirds of the stake');
  return undefined;
}

/** Signed message, key and signature of every precommit, for the verifier. @param message what each of them has signed. */
export function certificateChecks(
  certificate: Certificate,
  message: Uint8Array,
): { message: Uint8Array; publicKey: Uint8Array; signature: Uint8Array }[] {
  return certificate.precommits.map(({ voterKey, signature }) => ({ message, publicKey: voterKey, signature }));
}
