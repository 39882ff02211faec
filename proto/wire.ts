/** The generated codecs of wire.proto under short names. Regenerate with `npm run proto`; a test compares them. */

import { rouged } from './generated/wire.js';

/** Reads the fields of a message one by one, for whoever needs a part of it only. */
export { Reader as WireReader } from 'protobufjs/minimal.js';

export const {
  Transaction: WireTransaction,
  StoredTransaction,
  Body,
  Vote: WireVote,
  VoteType: WireVoteType,
  Certificate: WireCertificate,
  Block: WireBlock,
  BlockRecord,
  Receipts: WireReceipts,
  SlotRecord,
  SignedBatch,
  BatchAnswer,
} = rouged.v1;

export type WireCertificateMembers = rouged.v1.Certificate.$Properties;
