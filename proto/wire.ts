/** The generated codecs of wire.proto under short names. Regenerate with `npm run proto`; a test compares them. */

import { Reader as WireReader } from 'protobufjs/minimal.js';
import { rouged } from './generated/wire.js';

/** Reads the fields of a message one by one, for whoever needs a part of it only. */
export { WireReader };

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
  SignedBatch,
  BatchAnswer,
  StreamRequest,
  StreamFrame,
} = rouged.v1;

/** For `decode`: what the message does not know is kept as its `$unknowns`, instead of being passed over. */
export function keepingUnknown(bytes: Uint8Array): WireReader {
  const reader = WireReader.create(bytes);
  reader.discardUnknown = false;
  return reader;
}

export type WireCertificateMembers = rouged.v1.Certificate.$Properties;
export type StreamFrameMembers = rouged.v1.StreamFrame.$Properties;
