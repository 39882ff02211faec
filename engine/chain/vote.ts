/** A validator's signed vote: its shape, its bytes between nodes, its JSON.
 *
 *  In: untrusted bytes or JSON. Out: a vote whose members have the right form, or a refusal. Whether the signature holds and the
 *  voter is a validator is checked elsewhere. */

import { WireVote, type WireVoteMembers, WireVoteType } from '../../proto/wire.js';
import { fromHex, toHex } from '../base/bytes.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../crypto/mldsa.js';
import { isRound, type VoteType, voteBytes } from './certificate.js';

/** What a vote says, before it is signed. */
export interface VoteIntent {
  readonly type: VoteType;
  readonly height: number;
  readonly round: number;
  /** 64 hex characters, lower case. */
  readonly blockHash: string;
}

export interface Vote extends VoteIntent {
  /** ML-DSA-65 public key of the validator. */
  readonly voterKey: Uint8Array;
  readonly signature: Uint8Array;
}

/** A signature that someone else has to check. */
export interface SignatureCheck {
  readonly message: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}

/** How a network writes a vote as the text that is signed: `Protocol.voteBytes`. */
export type VoteText = typeof voteBytes;

const HASH_BYTES = 32;

/** The bytes that a voter signs. */
export const messageOf = (chainId: string, vote: VoteIntent, text: VoteText = voteBytes): Uint8Array =>
  text(chainId, vote.type, vote.height, vote.round, fromHex(vote.blockHash, HASH_BYTES) ?? new Uint8Array());

export const voteCheck = (chainId: string, vote: Vote, text: VoteText = voteBytes): SignatureCheck => ({
  message: messageOf(chainId, vote, text),
  publicKey: vote.voterKey,
  signature: vote.signature,
});

export const typeToWire = (type: VoteType): number =>
  type === 'prevote' ? WireVoteType.PREVOTE : WireVoteType.PRECOMMIT;

/** @returns undefined for a number that is no type. */
export function typeFromWire(type: number): VoteType | undefined {
  if (type === WireVoteType.PREVOTE) return 'prevote';
  return type === WireVoteType.PRECOMMIT ? 'precommit' : undefined;
}

/** The vote as a member of another message. */
export const voteToWire = (vote: Vote) => ({
  type: typeToWire(vote.type),
  height: vote.height,
  round: vote.round,
  blockHash: fromHex(vote.blockHash, HASH_BYTES) ?? new Uint8Array(),
  voterKey: vote.voterKey,
  signature: vote.signature,
});

const malformed = (what: string): Refusal => refuse('malformed_body', `this is no vote: ${what}`);

function checkedVote(vote: Vote): Vote | Refusal {
  if (!Number.isSafeInteger(vote.height) || vote.height < 1)
    return malformed('its height is not a whole number above 0');
  if (!isRound(vote.round)) return malformed('its round is not a whole number below 2^32');
  if (vote.blockHash.length !== 2 * HASH_BYTES) return malformed('its block hash has not 32 bytes');
  if (vote.voterKey.length !== PUBLIC_KEY_BYTES) return malformed(`its voter key has not ${PUBLIC_KEY_BYTES} bytes`);
  if (vote.signature.length !== SIGNATURE_BYTES) return malformed(`its signature has not ${SIGNATURE_BYTES} bytes`);
  return vote;
}

export function voteFromWire(message: WireVoteMembers): Vote | Refusal {
  const type = typeFromWire(message.type ?? 0);
  if (!type) return malformed('its type is unknown');
  return checkedVote({
    type,
    // The decoder gives 64-bit integers as objects.
    height: Number(message.height ?? 0),
    round: message.round ?? 0,
    blockHash: toHex(message.blockHash ?? new Uint8Array()),
    voterKey: message.voterKey ?? new Uint8Array(),
    signature: message.signature ?? new Uint8Array(),
  });
}

export const encodeVote = (vote: Vote): Uint8Array => WireVote.encode(voteToWire(vote)).finish();

export function decodeVote(bytes: Uint8Array): Vote | Refusal {
  let message: WireVoteMembers;
  try {
    message = WireVote.decode(bytes);
  } catch {
    return malformed('the bytes are not a vote message');
  }
  return voteFromWire(message);
}

/** Members in the order of a finality proof. */
export interface VoteJson {
  readonly vote_type: VoteType;
  readonly height: number;
  readonly round: number;
  readonly block_hash: string;
  readonly voter_pub_key: string;
  readonly signature: string;
}

export const voteToJson = (vote: Vote): VoteJson => ({
  vote_type: vote.type,
  height: vote.height,
  round: vote.round,
  block_hash: vote.blockHash,
  voter_pub_key: toHex(vote.voterKey),
  signature: toHex(vote.signature),
});

/** Reads both spellings: that of `POST /api/finality/votes` and finality proofs (`vote_type`, `block_hash`, `voter_pub_key`), and
 *  that of `POST /api/votes/submit` (`type`, `blockHash`, `voterPubKey`). Hex may be in either case. */
export function voteFromJson(value: unknown): Vote | Refusal {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return malformed('it is not an object');
  const members = value as Readonly<Record<string, unknown>>;
  const { vote_type, type = vote_type, height, round, signature } = members;
  const { block_hash, blockHash: hash = block_hash, voter_pub_key, voterPubKey: key = voter_pub_key } = members;
  if (type !== 'prevote' && type !== 'precommit') return malformed('its type is neither prevote nor precommit');
  if (typeof height !== 'number' || typeof round !== 'number') return malformed('height and round must be numbers');
  const [hashBytes, voterKey, signed] = [hash, key, signature].map((text) =>
    typeof text === 'string' ? fromHex(text) : undefined,
  );
  if (!hashBytes || !voterKey || !signed) return malformed('block hash, voter key and signature must be hex');
  return checkedVote({ type, height, round, blockHash: toHex(hashBytes), voterKey, signature: signed });
}
