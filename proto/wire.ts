/** The generated codecs of wire.proto under short names. Regenerate with `npm run proto`; a test compares them. */

import { Reader as WireReader, Writer as WireWriter } from 'protobufjs/minimal.js';
import { rouged } from './generated/wire.js';

/** Reads the fields of a message one by one, for whoever needs a part of it only. */
export { WireReader, WireWriter };

export const {
  Transaction: WireTransaction,
  StoredTransaction,
  Body,
  Vote: WireVote,
  VoteType: WireVoteType,
  Certificate: WireCertificate,
  Block: WireBlock,
  BlockRecord,
  Receipt: WireReceipt,
  Receipts: WireReceipts,
  SlotRecord,
  CandidateRecord,
  Evidence: WireEvidence,
  EvidenceRecord,
  VoteJournalRecord,
  SnapshotManifest: WireSnapshotManifest,
  StateChunk: WireStateChunk,
  RecentBlocks: WireRecentBlocks,
  RecentBlock: WireRecentBlock,
  SignedBatch,
  BatchAnswer,
  PeerHello,
  PeerWelcome,
  PeerProof,
  PeerPart,
  PeerSignal,
  StreamRequest,
  StreamFrame,
  RelayEvent,
  RelayTopic,
  PeerIntroduction: WirePeerIntroduction,
  PeerStatus: WirePeerStatus,
  CompactBlock: WireCompactBlock,
  BlockOffer: WireBlockOffer,
  CompactBlockWanted: WireCompactBlockWanted,
  BlockTransactionsWanted: WireBlockTransactionsWanted,
  BlockTransactions: WireBlockTransactions,
  BlocksWanted: WireBlocksWanted,
  BlockPart: WireBlockPart,
  BlocksEnd: WireBlocksEnd,
  HeadersWanted: WireHeadersWanted,
  HeadersPart: WireHeadersPart,
  PeerVotes: WirePeerVotes,
  VotesWanted: WireVotesWanted,
  PeerCertificate: WirePeerCertificate,
  CertificateWanted: WireCertificateWanted,
  SignedByWanted: WireSignedByWanted,
  SignedByAnswer: WireSignedByAnswer,
  TransactionInventory: WireTransactionInventory,
  TransactionsWanted: WireTransactionsWanted,
  PeerTransactions: WirePeerTransactions,
  Handover: WireHandover,
  HandoverAnswer: WireHandoverAnswer,
  PeersWanted: WirePeersWanted,
  PeerAddresses: WirePeerAddresses,
  PeerEvidence: WirePeerEvidence,
  Ping: WirePing,
  Pong: WirePong,
  Goodbye: WireGoodbye,
  KeyElsewhere: WireKeyElsewhere,
  SnapshotsWanted: WireSnapshotsWanted,
  SnapshotsOffered: WireSnapshotsOffered,
  SnapshotPartWanted: WireSnapshotPartWanted,
  SnapshotPart: WireSnapshotPart,
  ServiceLogs: WireServiceLogs,
  ServiceRunsWanted: WireServiceRunsWanted,
  ServiceRuns: WireServiceRuns,
  ServiceLogPart: WireServiceLogPart,
  ServiceForward: WireServiceForward,
  ServiceForwarded: WireServiceForwarded,
} = rouged.v1;

/** For `decode`: what the message does not know is kept as its `$unknowns`, instead of being passed over. */
export function keepingUnknown(bytes: Uint8Array): WireReader {
  const reader = WireReader.create(bytes);
  reader.discardUnknown = false;
  return reader;
}

const WIRE_TYPE_BITS = 7;
const GROUP_START = 3;

/** Passes over a field in one step. Groups, which no message of this file has, would be walked field by field.
 *  @throws Error for a group, and for bytes that are no field. */
export function skipField(reader: WireReader, tag: number): void {
  const type = tag & WIRE_TYPE_BITS;
  if (type === GROUP_START) throw new Error('a group');
  reader.skipType(type);
}

/** Whether a message has at most so many fields; its own are not looked into. False for bytes that are no message. */
export function hasFewFields(bytes: Uint8Array, most: number): boolean {
  const reader = WireReader.create(bytes);
  let fields = 0;
  try {
    while (reader.pos < reader.len) {
      if (++fields > most) return false;
      skipField(reader, reader.uint32());
    }
    return true;
  } catch {
    return false;
  }
}

export type WireVoteMembers = rouged.v1.Vote.$Properties;
export type WireCertificateMembers = rouged.v1.Certificate.$Properties;
export type StreamFrameMembers = rouged.v1.StreamFrame.$Properties;
export type RelayEventMembers = rouged.v1.RelayEvent.$Properties;
export type WireTransactionMembers = rouged.v1.Transaction.$Properties;
export type WirePeerStatusMembers = rouged.v1.PeerStatus.$Properties;
export type WirePeerCertificateMembers = rouged.v1.PeerCertificate.$Properties;
export type WireRecentBlockMembers = rouged.v1.RecentBlock.$Properties;
