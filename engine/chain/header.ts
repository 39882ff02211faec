/** Block header: its members, its bytes, the block hash (specification, Block). */

import { concatBytes, utf8 } from '../base/bytes.js';
import { isJsonObject, JsonNumber, parseJson } from '../base/json.js';
import { HEADER_JSON } from '../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { sha256Hex } from '../crypto/sha256.js';

/** Member names are those of the JSON that is signed. Absent members are left out, never null. */
export interface Header {
  readonly version: number;
  readonly chain_id: string;
  readonly height: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Block hash of the parent, 64 hex characters; "0" in the genesis block. */
  readonly prev_hash: string;
  /** Root over the transactions, 64 hex characters. */
  readonly tx_hash: string;
  /** Public key of the proposer in hex; "genesis" in the genesis block. */
  readonly proposer_pub_key: string;
  /** Root of the state after this block, from the state-root upgrade on. */
  readonly state_root?: string;
  /** SHA-256 of the parent's certificate, from the finality upgrade and height 2 on. */
  readonly parent_commit?: string;
}

const REQUIRED = ['version', 'chain_id', 'height', 'time', 'prev_hash', 'tx_hash', 'proposer_pub_key'] as const;
const OPTIONAL = ['state_root', 'parent_commit'] as const;
const NUMBERS: ReadonlySet<string> = new Set(['version', 'height', 'time']);

/** The bytes that the proposer signs: compact JSON, members in the order of `Header`. */
export function headerBytes(header: Header): Uint8Array {
  const members: Record<string, string | number> = {};
  for (const name of REQUIRED) members[name] = header[name];
  for (const name of OPTIONAL) {
    const value = header[name];
    if (value !== undefined) members[name] = value;
  }
  return utf8(JSON.stringify(members));
}

/** Hex SHA-256(header bytes, ASCII hex of the proposer's signature). */
export const blockHash = (header: Uint8Array, proposerSignatureHex: string): string =>
  sha256Hex(concatBytes(header, utf8(proposerSignatureHex)));

const isKnown = (name: string): boolean => [...REQUIRED, ...OPTIONAL].some((known) => known === name);

/** A header from members in any order. @returns a refusal when one is missing, unknown or of the wrong type. */
export function canonicalHeader(members: Readonly<Record<string, unknown>>): Header | Refusal {
  const unknown = Object.keys(members).find((name) => !isKnown(name));
  if (unknown !== undefined)
    return refuse('malformed_body', `header member ${unknown.slice(0, 40)} is none that a proposer signs`);
  const ordered = [...REQUIRED, ...OPTIONAL].flatMap((name) => (name in members ? [[name, members[name]]] : []));
  return parseHeader(JSON.stringify(Object.fromEntries(ordered)));
}

/** Reads header bytes that came from a peer or from disk.
 *  @returns a refusal unless they are exactly the bytes that `headerBytes` gives for the result: a header has one
 *  encoding, so that one signature can never cover two texts. */
export function parseHeader(text: string): Header | Refusal {
  const value = parseJson(text, HEADER_JSON);
  if (isRefusal(value)) return value;
  if (!isJsonObject(value)) return refuse('malformed_body', 'a header must be a JSON object');
  const members: Record<string, string | number> = {};
  for (const [name, member] of value) {
    if (NUMBERS.has(name)) {
      if (member instanceof JsonNumber) members[name] = Number(member.text);
    } else if (typeof member === 'string') members[name] = member;
  }
  const header = members as unknown as Header;
  for (const name of REQUIRED)
    if (members[name] === undefined)
      return refuse('malformed_body', `header member ${name} is missing or has the wrong type`);
  if (![header.version, header.height, header.time].every((value) => Number.isSafeInteger(value) && value >= 0))
    return refuse('malformed_body', 'header version, height and time must be whole numbers');
  if (new TextDecoder().decode(headerBytes(header)) !== text)
    return refuse('malformed_body', 'the header is not in its canonical form');
  return header;
}
