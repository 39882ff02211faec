/** Evidence of an equivocation: two things that one key has signed and that exclude each other.
 *
 *  Either two votes of one (height, round, type) for different blocks, or two signed headers of one slot (height and parent).
 *  In: untrusted bytes. Out: evidence and the two signatures to check, or a refusal. It costs no stake; it is kept and shown. Whether
 *  the key had stake at that height is the question of whoever keeps it: a key without stake can equivocate at will. */

import { WireEvidence } from '../../proto/wire.js';
import { bytesEqual, decodeUtf8, toHex } from '../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { sha256Hex } from '../crypto/sha256.js';
import { type Block, proposerKey } from './block.js';
import { blockHash, parseHeader } from './header.js';
import {
  type SignatureCheck,
  type Vote,
  type VoteJson,
  type VoteText,
  voteCheck,
  voteFromWire,
  voteToJson,
  voteToWire,
} from './vote.js';

/** What a proposer has signed of a block. A block is one too. */
export type SignedHeader = Pick<Block, 'header' | 'headerBytes' | 'proposerSignature'>;

/** The two are in the order of their block hashes, so that one equivocation has one encoding. */
export type Evidence =
  | { readonly kind: 'votes'; readonly first: Vote; readonly second: Vote }
  | { readonly kind: 'blocks'; readonly first: SignedHeader; readonly second: SignedHeader };

/** How a network hashes a block: `Protocol.blockHash`. */
export type BlockHashOf = (headerBytes: Uint8Array, proposerSignature: string) => string;

const nativeHash: BlockHashOf = blockHash;

export const hashOfHeader = ({ headerBytes, proposerSignature }: SignedHeader, hashOf = nativeHash): string =>
  hashOf(headerBytes, toHex(proposerSignature));

export const evidenceOfVotes = (one: Vote, other: Vote): Evidence =>
  one.blockHash <= other.blockHash
    ? { kind: 'votes', first: one, second: other }
    : { kind: 'votes', first: other, second: one };

const signedPart = ({ header, headerBytes, proposerSignature }: SignedHeader): SignedHeader => ({
  header,
  headerBytes,
  proposerSignature,
});

export const evidenceOfBlocks = (one: SignedHeader, other: SignedHeader, hashOf = nativeHash): Evidence => {
  const inOrder = hashOfHeader(one, hashOf) <= hashOfHeader(other, hashOf);
  const [first, second] = inOrder ? [one, other] : [other, one];
  return { kind: 'blocks', first: signedPart(first), second: signedPart(second) };
};

export const heightOf = (evidence: Evidence): number =>
  evidence.kind === 'votes' ? evidence.first.height : evidence.first.header.height;

/** The key that signed both. */
export const culpritOf = (evidence: Evidence): Uint8Array =>
  evidence.kind === 'votes' ? evidence.first.voterKey : (proposerKey(evidence.first.header) ?? new Uint8Array());

const headerToWire = ({ headerBytes, proposerSignature }: SignedHeader) => ({ header: headerBytes, proposerSignature });

export const encodeEvidence = (evidence: Evidence): Uint8Array =>
  WireEvidence.encode(
    evidence.kind === 'votes'
      ? { firstVote: voteToWire(evidence.first), secondVote: voteToWire(evidence.second) }
      : { firstHeader: headerToWire(evidence.first), secondHeader: headerToWire(evidence.second) },
  ).finish();

/** Names an equivocation: 64 hex characters. Other signatures of the same two texts make other evidence. */
export const evidenceId = (evidence: Evidence): string => sha256Hex(encodeEvidence(evidence));

const malformed = (what: string): Refusal => refuse('malformed_body', `this is no evidence: ${what}`);

function headerFromWire(message: { header?: Uint8Array | null; proposerSignature?: Uint8Array | null }) {
  const headerBytes = message.header ?? new Uint8Array();
  const text = decodeUtf8(headerBytes);
  if (text === undefined) return malformed('a header is not well-formed UTF-8');
  const header = parseHeader(text);
  if (isRefusal(header)) return header;
  return { header, headerBytes, proposerSignature: message.proposerSignature ?? new Uint8Array() };
}

/** @returns a refusal for bytes that are not evidence. What it says is not checked. */
export function decodeEvidence(bytes: Uint8Array): Evidence | Refusal {
  let message: ReturnType<typeof WireEvidence.decode>;
  try {
    message = WireEvidence.decode(bytes);
  } catch {
    return malformed('the bytes are not an evidence message');
  }
  const { firstVote, secondVote, firstHeader, secondHeader } = message;
  if (firstVote && secondVote && !firstHeader && !secondHeader) {
    const [first, second] = [voteFromWire(firstVote), voteFromWire(secondVote)];
    if (isRefusal(first)) return first;
    return isRefusal(second) ? second : { kind: 'votes', first, second };
  }
  if (firstHeader && secondHeader && !firstVote && !secondVote) {
    const [first, second] = [headerFromWire(firstHeader), headerFromWire(secondHeader)];
    if (isRefusal(first)) return first;
    return isRefusal(second) ? second : { kind: 'blocks', first, second };
  }
  return malformed('it must have two votes or two headers');
}

export interface EvidenceRules {
  readonly chainId: string;
  readonly voteBytes?: VoteText;
  readonly blockHash?: BlockHashOf;
}

/** Whether the two exclude each other. @returns the two signatures, which must both hold, or why this proves nothing. */
export function checkEvidence(evidence: Evidence, rules: EvidenceRules): readonly SignatureCheck[] | Refusal {
  return evidence.kind === 'votes' ? checkVotes(evidence, rules) : checkBlocks(evidence, rules);
}

const unproven = (what: string): Refusal => refuse('rule_violation', `the evidence proves nothing: ${what}`);

function checkVotes({ first, second }: Evidence & { kind: 'votes' }, { chainId, voteBytes }: EvidenceRules) {
  if (first.type !== second.type || first.height !== second.height || first.round !== second.round)
    return unproven('its votes are not of one height, round and type');
  if (!bytesEqual(first.voterKey, second.voterKey)) return unproven('its votes are by different keys');
  if (first.blockHash === second.blockHash) return unproven('its votes are for one block');
  if (first.blockHash > second.blockHash) return unproven('the vote for the lower block hash must come first');
  return [voteCheck(chainId, first, voteBytes), voteCheck(chainId, second, voteBytes)];
}

function checkBlocks({ first, second }: Evidence & { kind: 'blocks' }, { chainId, blockHash: hashOf }: EvidenceRules) {
  const [one, other] = [first.header, second.header];
  if (one.chain_id !== chainId || other.chain_id !== chainId)
    return unproven(`its headers are not of chain ${chainId}`);
  if (one.height !== other.height || one.prev_hash !== other.prev_hash)
    return unproven('its headers are not of one slot: height and parent must be the same');
  // The hex of a key may be in either case.
  const [key, otherKey] = [proposerKey(one), proposerKey(other)];
  if (!key || !otherKey || !bytesEqual(key, otherKey)) return unproven('its headers are by different proposers');
  const [low, high] = [hashOfHeader(first, hashOf), hashOfHeader(second, hashOf)];
  // One header under two signatures is two blocks: the signature is part of the block hash, and only the key's owner can make another.
  if (low === high) return unproven('its headers are one block');
  if (low > high) return unproven('the header with the lower block hash must come first');
  return [first, second].map(({ headerBytes, proposerSignature }) => ({
    message: headerBytes,
    publicKey: key,
    signature: proposerSignature,
  }));
}

/** As `/api/evidence` shows it. Headers are the signed text. */
export interface EvidenceJson {
  readonly id: string;
  readonly kind: 'votes' | 'blocks';
  readonly height: number;
  readonly signer_pub_key: string;
  readonly votes?: readonly VoteJson[];
  readonly blocks?: readonly { readonly hash: string; readonly header: string; readonly proposer_sig: string }[];
}

export function evidenceToJson(evidence: Evidence, hashOf = nativeHash): EvidenceJson {
  const head = {
    id: evidenceId(evidence),
    kind: evidence.kind,
    height: heightOf(evidence),
    signer_pub_key: toHex(culpritOf(evidence)),
  };
  if (evidence.kind === 'votes') return { ...head, votes: [evidence.first, evidence.second].map(voteToJson) };
  const blocks = [evidence.first, evidence.second].map((signed) => ({
    hash: hashOfHeader(signed, hashOf),
    header: decodeUtf8(signed.headerBytes) ?? '',
    proposer_sig: toHex(signed.proposerSignature),
  }));
  return { ...head, blocks };
}
