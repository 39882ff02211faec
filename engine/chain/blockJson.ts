/** Reads a block from JSON in the form in which `GET /api/blocks` shows it. Members may be in snake_case or in camelCase.
 *
 *  In: untrusted text. Out: header, signature, certificate and signed parts of the transactions, or a refusal. Derived members
 *  (counts, fees, the executed view of a transaction) are not read: executing the block derives them again. Only the form of
 *  the content is checked. */

import { fromHex, utf8 } from '../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { Block } from './block.js';
import { type Certificate, isRound, makeCertificate } from './certificate.js';
import { canonicalHeader, type Header } from './header.js';
import { cutKey, type SignedParts } from './transaction.js';

type Members = Readonly<Record<string, unknown>>;

const malformed = (what: string): Refusal => refuse('malformed_body', `this is no block: ${what}`);

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hexBytes = (value: unknown): Uint8Array | undefined => (typeof value === 'string' ? fromHex(value) : undefined);

/** A member under its name, or under the same name in camelCase; undefined for null.
 *  @throws Refusal when it is there under both. */
function member(members: Members, name: string): unknown {
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const [value, other] = [members[name] ?? undefined, camel === name ? undefined : (members[camel] ?? undefined)];
  if (value !== undefined && other !== undefined) throw malformed(`it has ${name} and ${camel}`);
  return value ?? other;
}

function readHeader(
  value: unknown,
  headerBytes: (header: Header) => Uint8Array,
): { header: Header; bytes: Uint8Array } | Refusal {
  if (!isMembers(value)) return malformed('header must be an object');
  const snake: Record<string, unknown> = Object.create(null);
  for (const [name, one] of Object.entries(value)) {
    const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (one === null) continue;
    if (key in snake) return malformed(`its header has ${key} twice`);
    snake[key] = one;
  }
  const header = canonicalHeader(snake);
  return isRefusal(header) ? malformed(header.message) : { header, bytes: headerBytes(header) };
}

/** The signed parts of a transaction in a block. @param where names it in a refusal. */
function readTransaction(value: unknown, where: string): SignedParts | Refusal {
  const tx: Members = isMembers(value) ? value : {};
  const [operation, text] = [member(tx, 'tx_type'), member(tx, 'signed_payload')];
  const [publicKey, signature] = [hexBytes(member(tx, 'from_pub_key')), hexBytes(tx.sig)];
  if (typeof operation !== 'string' || !publicKey || !signature || typeof text !== 'string')
    return malformed(`${where} must have tx_type, from_pub_key, sig and signed_payload`);
  return { operation, publicKey, signature, ...cutKey(utf8(text), publicKey) };
}

function readCertificate(value: unknown): Certificate | undefined | Refusal {
  if (value === undefined || value === null) return undefined;
  // Blocks that were exported before certificates had rounds name none: theirs is 0.
  const members: Members = isMembers(value) ? value : {};
  const { height, round = 0 } = members;
  const [blockHash, votes] = [hexBytes(member(members, 'block_hash')), member(members, 'precommit_votes')];
  if (typeof height !== 'number' || !Number.isSafeInteger(height) || !blockHash || !Array.isArray(votes))
    return malformed('parent_certificate must have height, block_hash and precommit_votes');
  if (!isRound(round)) return malformed('the round of parent_certificate must be a whole number below 2^32');
  const precommits: { voterKey: Uint8Array; signature: Uint8Array }[] = [];
  for (const vote of votes as readonly unknown[]) {
    const one: Members = isMembers(vote) ? vote : {};
    const [voterKey, signature] = [hexBytes(member(one, 'voter_pub_key')), hexBytes(one.signature)];
    if (!voterKey || !signature) return malformed('a precommit must have voter_pub_key and signature as hex');
    precommits.push({ voterKey, signature });
  }
  return makeCertificate(height, round, blockHash, precommits);
}

/** A block without its transactions, as its text states it. */
export interface ParsedFrame extends Omit<Block, 'transactions'> {
  /** The member `hash`, for comparison with the hash of the header; undefined when it is absent. */
  readonly statedHash: string | undefined;
  /** The member `certificate`: the block's own, which the next block carries as well. */
  readonly own: Certificate | undefined;
}

/** A block as its text states it. */
export interface ParsedBlock extends ParsedFrame, Block {}

/** Runs a reader; a refusal that it throws is its result. */
function guarded<T>(read: () => T | Refusal): T | Refusal {
  try {
    return read();
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

function parsed(text: string): Members | Refusal {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return malformed('it is not JSON');
  }
  return isMembers(value) ? value : malformed('it is not a JSON object');
}

function readFrame(value: Members, headerBytes: (header: Header) => Uint8Array): ParsedFrame | Refusal {
  const header = readHeader(value.header, headerBytes);
  if (isRefusal(header)) return header;
  const proposerSignature = hexBytes(member(value, 'proposer_sig'));
  if (!proposerSignature) return malformed('proposer_sig must be hex');
  const certificate = readCertificate(member(value, 'parent_certificate'));
  if (isRefusal(certificate)) return certificate;
  const own = readCertificate(value.certificate);
  if (isRefusal(own)) return own;
  const { hash: statedHash } = value;
  if (statedHash !== undefined && typeof statedHash !== 'string') return malformed('hash must be hex');
  return { header: header.header, headerBytes: header.bytes, proposerSignature, certificate, statedHash, own };
}

/** @param text one JSON object. @param headerBytes the network's encoding of a header. */
export function parseBlockJson(text: string, headerBytes: (header: Header) => Uint8Array): ParsedBlock | Refusal {
  return guarded(() => {
    const value = parsed(text);
    const frame = isRefusal(value) ? value : readFrame(value, headerBytes);
    if (isRefusal(value) || isRefusal(frame)) return frame as Refusal;
    if (!Array.isArray(value.txs)) return malformed('txs must be a list');
    const transactions: SignedParts[] = [];
    for (const [index, item] of value.txs.entries()) {
      const parts = readTransaction(item, `transaction ${index}`);
      if (isRefusal(parts)) return parts;
      transactions.push(parts);
    }
    return { ...frame, transactions };
  });
}

/** The same for a text without the member `txs`. */
export const parseFrameJson = (text: string, headerBytes: (header: Header) => Uint8Array): ParsedFrame | Refusal =>
  guarded(() => {
    const value = parsed(text);
    return isRefusal(value) ? value : readFrame(value, headerBytes);
  });

/** One element of `txs`. */
export const parseTransactionJson = (text: string): SignedParts | Refusal =>
  guarded(() => {
    const value = parsed(text);
    return isRefusal(value) ? value : readTransaction(value, 'a transaction');
  });
