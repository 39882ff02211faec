/** Reads a block from JSON in the form in which `GET /api/blocks` shows it.
 *
 *  In: untrusted text. Out: header, signature, certificate and signed parts of the transactions, or a refusal. Derived members
 *  (counts, fees, the executed view of a transaction) are not read: executing the block derives them again. Only the form of
 *  the content is checked. */

import { fromHex, utf8 } from '../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { Block } from './block.js';
import { type Certificate, isRound, makeCertificate } from './certificate.js';
import { type Header, parseHeader } from './header.js';
import { cutKey, type SignedParts } from './transaction.js';

type Members = Readonly<Record<string, unknown>>;

const malformed = (what: string): Refusal => refuse('malformed_body', `this is no block: ${what}`);

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hexBytes = (value: unknown): Uint8Array | undefined => (typeof value === 'string' ? fromHex(value) : undefined);

function readHeader(
  value: unknown,
  headerBytes: (header: Header) => Uint8Array,
): { header: Header; bytes: Uint8Array } | Refusal {
  if (!isMembers(value)) return malformed('header must be an object');
  const header = parseHeader(JSON.stringify(value));
  return isRefusal(header) ? malformed(header.message) : { header, bytes: headerBytes(header) };
}

function readTransaction(value: unknown, index: number): SignedParts | Refusal {
  const { tx_type: operation, from_pub_key: key, sig, signed_payload: text }: Members = isMembers(value) ? value : {};
  const publicKey = hexBytes(key);
  const signature = hexBytes(sig);
  if (typeof operation !== 'string' || !publicKey || !signature || typeof text !== 'string')
    return malformed(`transaction ${index} must have tx_type, from_pub_key, sig and signed_payload`);
  return { operation, publicKey, signature, ...cutKey(utf8(text), publicKey) };
}

function readCertificate(value: unknown): Certificate | undefined | Refusal {
  if (value === undefined || value === null) return undefined;
  // Blocks that were exported before certificates had rounds name none: theirs is 0.
  const { height, round = 0, block_hash: hash, precommit_votes: votes }: Members = isMembers(value) ? value : {};
  const blockHash = hexBytes(hash);
  if (typeof height !== 'number' || !Number.isSafeInteger(height) || !blockHash || !Array.isArray(votes))
    return malformed('parent_certificate must have height, block_hash and precommit_votes');
  if (!isRound(round)) return malformed('the round of parent_certificate must be a whole number below 2^32');
  const precommits: { voterKey: Uint8Array; signature: Uint8Array }[] = [];
  for (const vote of votes as readonly unknown[]) {
    const { voter_pub_key: voter, signature: signed }: Members = isMembers(vote) ? vote : {};
    const voterKey = hexBytes(voter);
    const signature = hexBytes(signed);
    if (!voterKey || !signature) return malformed('a precommit must have voter_pub_key and signature as hex');
    precommits.push({ voterKey, signature });
  }
  return makeCertificate(height, round, blockHash, precommits);
}

/** A block as its text states it. */
export interface ParsedBlock extends Block {
  /** The member `hash`, for comparison with the hash of the header; undefined when it is absent. */
  readonly statedHash: string | undefined;
}

/** @param text one JSON object. @param headerBytes the network's encoding of a header. */
export function parseBlockJson(text: string, headerBytes: (header: Header) => Uint8Array): ParsedBlock | Refusal {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return malformed('it is not JSON');
  }
  if (!isMembers(value)) return malformed('it is not a JSON object');
  const header = readHeader(value.header, headerBytes);
  if (isRefusal(header)) return header;
  const proposerSignature = hexBytes(value.proposer_sig);
  if (!proposerSignature) return malformed('proposer_sig must be hex');
  if (!Array.isArray(value.txs)) return malformed('txs must be a list');
  const transactions: SignedParts[] = [];
  for (const [index, item] of value.txs.entries()) {
    const parts = readTransaction(item, index);
    if (isRefusal(parts)) return parts;
    transactions.push(parts);
  }
  const certificate = readCertificate(value.parent_certificate);
  if (isRefusal(certificate)) return certificate;
  const { hash } = value;
  if (hash !== undefined && typeof hash !== 'string') return malformed('hash must be hex');
  return {
    header: header.header,
    headerBytes: header.bytes,
    proposerSignature,
    certificate,
    transactions,
    statedHash: hash,
  };
}
