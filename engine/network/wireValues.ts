/** Values that several messages of peers have, from and to protobuf: hashes, ids, heights, transactions, votes, certificates.
 *
 *  A reader throws for what no peer sends (a hash of another length, a height that is no safe integer); the codec of messages catches
 *  it and calls the message malformed. */

import {
  hasFewFields,
  WireCertificate,
  type WirePeerCertificateMembers,
  type WirePeerStatusMembers,
  type WireTransactionMembers,
  type WireVoteMembers,
} from '../../proto/wire.js';
import { fromBinary, fromHex, toBinary, toHex } from '../base/bytes.js';
import { isRefusal } from '../base/refusal.js';
import { type Certificate, certificateFromWire, encodeCertificate } from '../chain/certificate.js';
import type { SignedParts } from '../chain/transaction.js';
import { type Vote, voteFromWire } from '../chain/vote.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../crypto/mldsa.js';
import { PRECOMMITS } from './limits.js';
import type { HeaderBytes, PartialCertificate, PeerStatus } from './messages.js';

export type Bytes = Uint8Array | null | undefined;

const HASH_BYTES = 32;
export const NONE = new Uint8Array();

class MalformedMember extends Error {}

export function must<T>(value: T | undefined, member: string): T {
  if (value === undefined) throw new MalformedMember(member);
  return value;
}

export const ofLength = (bytes: Bytes, length: number, member: string): Uint8Array =>
  must(bytes?.length === length ? bytes : undefined, member);

export const hash = (bytes: Bytes, member = 'hash'): string => toHex(ofLength(bytes, HASH_BYTES, member));
export const hashBytes = (hex: string): Uint8Array => fromHex(hex, HASH_BYTES) ?? NONE;

/** The decoder may give 64-bit integers as objects. */
export function whole(value: unknown, member: string): number {
  const number = Number(value ?? 0);
  return must(Number.isSafeInteger(number) && number >= 0 ? number : undefined, member);
}

export const text = (value: string | null | undefined, characters: number): string =>
  (value ?? '').slice(0, characters);

/** Binary strings of 32 characters, packed. */
export function ids(bytes: Bytes): string[] {
  const all = toBinary(bytes ?? NONE);
  must(all.length % HASH_BYTES === 0 || undefined, 'ids');
  return Array.from({ length: all.length / HASH_BYTES }, (_, at) => all.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES));
}

export const packedIds = (list: readonly string[]): Uint8Array => fromBinary(list.join(''));

export const transactionFrom = (parts: WireTransactionMembers): SignedParts => ({
  operation: parts.operation ?? '',
  publicKey: parts.publicKey ?? NONE,
  text: parts.text ?? NONE,
  keyAt: parts.keyAt ?? 0,
  signature: parts.signature ?? NONE,
});

/** Only its own members: a decoded transaction has more. */
export const transactionTo = ({
  operation,
  publicKey,
  text: signed,
  keyAt,
  signature,
}: SignedParts): WireTransactionMembers => ({
  operation,
  publicKey,
  text: signed,
  keyAt,
  signature,
});

export const headerFrom = (members: { readonly header?: Bytes; readonly proposerSignature?: Bytes }): HeaderBytes => ({
  headerBytes: members.header ?? NONE,
  proposerSignature: ofLength(members.proposerSignature, SIGNATURE_BYTES, 'proposer_signature'),
});

export const headerTo = ({ headerBytes, proposerSignature }: HeaderBytes) => ({
  header: headerBytes,
  proposerSignature,
});

export function voteFrom(members: WireVoteMembers): Vote {
  const vote = voteFromWire(members);
  return must(isRefusal(vote) ? undefined : vote, 'vote');
}

export function certificateFrom(bytes: Bytes): Certificate | undefined {
  if (!bytes || bytes.length === 0) return undefined;
  must(hasFewFields(bytes, PRECOMMITS) || undefined, 'precommits');
  const certificate = certificateFromWire(WireCertificate.decode(bytes));
  whole(certificate.height, 'height');
  ofLength(certificate.blockHash, HASH_BYTES, 'block_hash');
  for (const { voterKey, signature } of certificate.precommits) {
    ofLength(voterKey, PUBLIC_KEY_BYTES, 'voter_key');
    ofLength(signature, SIGNATURE_BYTES, 'signature');
  }
  return certificate;
}

export const certificateTo = (certificate: Certificate | undefined): Uint8Array =>
  certificate ? encodeCertificate(certificate) : NONE;

export function partialFrom(members: WirePeerCertificateMembers): PartialCertificate {
  const certificate = must(certificateFrom(members.certificate), 'certificate');
  const most = (PRECOMMITS - certificate.precommits.length) * HASH_BYTES;
  must((members.leftOut?.length ?? 0) <= most || undefined, 'left_out');
  return { certificate, leftOut: ids(members.leftOut).map((each) => toHex(fromBinary(each))) };
}

export const partialTo = ({ certificate, leftOut }: PartialCertificate): WirePeerCertificateMembers => ({
  certificate: encodeCertificate(certificate),
  leftOut: hashBytesOf(leftOut),
});

const hashBytesOf = (list: readonly string[]): Uint8Array => fromHex(list.join('')) ?? NONE;

export const statusFrom = (members: WirePeerStatusMembers | null | undefined): PeerStatus => {
  const { height, hash: tip, proposerDistance, producing } = must(members ?? undefined, 'status');
  const links = proposerDistance ?? 0;
  return {
    height: whole(height, 'height'),
    hash: hash(tip),
    proposerDistance: links === 0 ? undefined : links - 1,
    producing: producing ?? false,
  };
};

export const statusTo = ({ height, hash: tip, proposerDistance, producing }: PeerStatus): WirePeerStatusMembers => ({
  height,
  hash: hashBytes(tip),
  proposerDistance: proposerDistance === undefined ? 0 : proposerDistance + 1,
  producing,
});
