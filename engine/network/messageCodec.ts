/** The bytes of peers' messages.
 *
 *  In: bytes from an authenticated peer. Out: a typed message, `unknown` for a kind of a later version, or `malformed`. Nothing is
 *  decoded before its length and the number of its elements were bounded, because a list of empty elements costs a hundred times
 *  its bytes. */

import {
  hasFewFields,
  skipField,
  WireBlockOffer,
  WireBlockPart,
  WireBlocksEnd,
  WireBlocksWanted,
  WireBlockTransactions,
  WireBlockTransactionsWanted,
  WireCertificateWanted,
  WireCompactBlock,
  WireCompactBlockWanted,
  WireGoodbye,
  WireHandover,
  WireHandoverAnswer,
  WireHeadersPart,
  WireHeadersWanted,
  WireKeyElsewhere,
  WirePeerAddresses,
  WirePeerCertificate,
  WirePeerEvidence,
  WirePeerIntroduction,
  WirePeerStatus,
  WirePeersWanted,
  WirePeerTransactions,
  WirePeerVotes,
  WirePing,
  WirePong,
  WireReader,
  WireServiceForward,
  WireServiceForwarded,
  WireServiceLogs,
  WireServiceRuns,
  WireServiceRunsWanted,
  WireSignedByAnswer,
  WireSignedByWanted,
  WireSnapshotPart,
  WireSnapshotPartWanted,
  WireSnapshotsOffered,
  WireSnapshotsWanted,
  WireTransactionInventory,
  WireTransactionsWanted,
  WireVotesWanted,
  WireWriter,
} from '../../proto/wire.js';
import { MAX_BLOCK_TRANSACTIONS } from '../base/limits.js';
import * as chainFields from './chainFields.js';
import {
  ADDRESSES_PER_MESSAGE,
  CHUNK_MESSAGE_BYTES,
  EVIDENCE_BYTES,
  HEADERS,
  IDS_PER_MESSAGE,
  LOG_MARKS,
  MESSAGE_BYTES,
  SERVICE_FORWARDS,
  SERVICE_RUNS_BYTES,
  SIGNED_BY_ITEMS,
  SNAPSHOT_OFFERS,
  SNAPSHOT_PIECE_BYTES,
  VOTES_PER_MESSAGE,
} from './limits.js';
import * as fields from './messageFields.js';
import type { MessageKind, PeerMessage } from './messages.js';
import * as serviceFields from './serviceFields.js';
import * as snapshotFields from './snapshotFields.js';

interface WireClass<Members> {
  encode(members: Members, writer: WireWriter): WireWriter;
  decode(bytes: Uint8Array): Members;
}

interface MessageCodec {
  readonly kind: MessageKind;
  /** Number of the member of PeerMessage. */
  readonly field: number;
  readonly mostBytes: number;
  readonly mostFields: number;
  encode(message: PeerMessage, writer: WireWriter): WireWriter;
  /** @returns undefined for a content that no peer sends. */
  decode(bytes: Uint8Array): PeerMessage | undefined;
}

type OfKind<K extends MessageKind> = Extract<PeerMessage, { readonly kind: K }>;

function codec<K extends MessageKind, Members>(
  kind: K,
  field: number,
  wire: WireClass<Members>,
  most: { readonly bytes: number; readonly fields?: number },
  shape: {
    readonly toWire: (message: OfKind<K>) => NoInfer<Members>;
    readonly fromWire: (members: NoInfer<Members>) => Omit<OfKind<K>, 'kind'> | undefined;
  },
): MessageCodec {
  return {
    kind,
    field,
    mostBytes: most.bytes,
    mostFields: (most.fields ?? 0) + SPARE_FIELDS,
    encode: (message, writer) => wire.encode(shape.toWire(message as OfKind<K>), writer),
    decode: (bytes) => {
      const content = shape.fromWire(wire.decode(bytes));
      return content && ({ kind, ...content } as unknown as PeerMessage);
    },
  };
}

/** Members beside the list of a message, and those of later versions. */
const SPARE_FIELDS = 32;
const SMALL = { bytes: 4_096 } as const;
const VOTE_BYTES = 6_000;

const CODECS: readonly MessageCodec[] = [
  codec('introduction', 1, WirePeerIntroduction, SMALL, fields.introduction),
  codec('status', 2, WirePeerStatus, SMALL, fields.status),
  codec('compactBlock', 3, WireCompactBlock, { bytes: MESSAGE_BYTES }, fields.compactBlock),
  codec('blockOffer', 4, WireBlockOffer, SMALL, fields.blockOffer),
  codec('compactBlockWanted', 5, WireCompactBlockWanted, SMALL, fields.compactBlockWanted),
  codec(
    'blockTransactionsWanted',
    6,
    WireBlockTransactionsWanted,
    { bytes: 5 * MAX_BLOCK_TRANSACTIONS },
    fields.blockTransactionsWanted,
  ),
  codec(
    'blockTransactions',
    7,
    WireBlockTransactions,
    { bytes: CHUNK_MESSAGE_BYTES, fields: MAX_BLOCK_TRANSACTIONS },
    fields.blockTransactions,
  ),
  codec('blocksWanted', 8, WireBlocksWanted, SMALL, chainFields.blocksWanted),
  codec('blockPart', 9, WireBlockPart, { bytes: MESSAGE_BYTES, fields: MAX_BLOCK_TRANSACTIONS }, chainFields.blockPart),
  codec('blocksEnd', 10, WireBlocksEnd, SMALL, chainFields.blocksEnd),
  codec('votes', 11, WirePeerVotes, { bytes: VOTES_PER_MESSAGE * VOTE_BYTES, fields: VOTES_PER_MESSAGE }, fields.votes),
  codec('votesWanted', 12, WireVotesWanted, SMALL, fields.votesWanted),
  codec('certificate', 13, WirePeerCertificate, { bytes: MESSAGE_BYTES }, fields.certificate),
  codec('certificateWanted', 14, WireCertificateWanted, SMALL, fields.certificateWanted),
  codec('signedByWanted', 15, WireSignedByWanted, SMALL, fields.signedByWanted),
  codec(
    'signedByAnswer',
    16,
    WireSignedByAnswer,
    { bytes: 2 * SIGNED_BY_ITEMS * 2 * VOTE_BYTES, fields: 2 * SIGNED_BY_ITEMS },
    fields.signedByAnswer,
  ),
  codec('inventory', 17, WireTransactionInventory, { bytes: 32 * IDS_PER_MESSAGE + 64 }, fields.inventory),
  codec(
    'transactionsWanted',
    18,
    WireTransactionsWanted,
    { bytes: 32 * IDS_PER_MESSAGE + 64 },
    fields.transactionsWanted,
  ),
  codec(
    'transactions',
    19,
    WirePeerTransactions,
    { bytes: CHUNK_MESSAGE_BYTES, fields: IDS_PER_MESSAGE },
    fields.transactions,
  ),
  codec('handover', 20, WireHandover, { bytes: CHUNK_MESSAGE_BYTES }, fields.handover),
  codec('handoverAnswer', 21, WireHandoverAnswer, SMALL, fields.handoverAnswer),
  codec('peersWanted', 22, WirePeersWanted, SMALL, { toWire: () => ({}), fromWire: () => ({}) }),
  codec(
    'peers',
    23,
    WirePeerAddresses,
    { bytes: 1_024 * ADDRESSES_PER_MESSAGE, fields: ADDRESSES_PER_MESSAGE },
    fields.peers,
  ),
  codec('evidence', 24, WirePeerEvidence, { bytes: EVIDENCE_BYTES }, fields.evidence),
  codec('ping', 25, WirePing, SMALL, fields.numbered),
  codec('pong', 26, WirePong, SMALL, fields.numbered),
  codec('goodbye', 27, WireGoodbye, SMALL, fields.goodbye),
  codec('keyElsewhere', 28, WireKeyElsewhere, { bytes: 8 * 1_024 }, fields.keyElsewhere),
  codec('snapshotsWanted', 29, WireSnapshotsWanted, SMALL, snapshotFields.snapshotsWanted),
  codec(
    'snapshotsOffered',
    30,
    WireSnapshotsOffered,
    { bytes: 256 * SNAPSHOT_OFFERS, fields: SNAPSHOT_OFFERS },
    snapshotFields.snapshotsOffered,
  ),
  codec('snapshotPartWanted', 31, WireSnapshotPartWanted, SMALL, snapshotFields.snapshotPartWanted),
  codec('snapshotPart', 32, WireSnapshotPart, { bytes: SNAPSHOT_PIECE_BYTES + 64 }, snapshotFields.snapshotPart),
  codec('headersWanted', 33, WireHeadersWanted, SMALL, chainFields.headersWanted),
  codec(
    'headersPart',
    34,
    WireHeadersPart,
    { bytes: MESSAGE_BYTES, fields: HEADERS.perRequest },
    chainFields.headersPart,
  ),
  codec(
    'serviceLogs',
    35,
    WireServiceLogs,
    { bytes: 64 * LOG_MARKS.perMessage, fields: LOG_MARKS.perMessage },
    serviceFields.serviceLogs,
  ),
  codec('serviceRunsWanted', 36, WireServiceRunsWanted, SMALL, serviceFields.serviceRunsWanted),
  codec('serviceRuns', 37, WireServiceRuns, { bytes: SERVICE_RUNS_BYTES + 64 }, serviceFields.serviceRuns),
  codec(
    'serviceForward',
    38,
    WireServiceForward,
    { bytes: SERVICE_FORWARDS.bytes + SMALL.bytes },
    serviceFields.serviceForward,
  ),
  codec(
    'serviceForwarded',
    39,
    WireServiceForwarded,
    { bytes: SERVICE_FORWARDS.bytes + SMALL.bytes },
    serviceFields.serviceForwarded,
  ),
];

const BY_FIELD = new Map(CODECS.map((each) => [each.field, each]));
const BY_KIND = new Map(CODECS.map((each) => [each.kind, each]));

export const MESSAGE_KINDS: readonly MessageKind[] = CODECS.map(({ kind }) => kind);

/** Field number and wire type 2, as one number. */
const LENGTH_DELIMITED = 2;

export function encodeMessage(message: PeerMessage): Uint8Array {
  const { field, encode } = BY_KIND.get(message.kind) as MessageCodec;
  const writer = WireWriter.create()
    .uint32((field << 3) | LENGTH_DELIMITED)
    .fork();
  return encode(message, writer).ldelim().finish();
}

/** Finds the one member of a PeerMessage. @throws Error for bytes that are no message. */
function content(bytes: Uint8Array): { readonly codec: MessageCodec; readonly at: Uint8Array } | undefined {
  const reader = WireReader.create(bytes);
  let found: { readonly codec: MessageCodec; readonly at: Uint8Array } | undefined;
  for (let members = 0; reader.pos < reader.len; members++) {
    if (members > SPARE_FIELDS) throw new Error('too many members');
    const tag = reader.uint32();
    const known = BY_FIELD.get(tag >>> 3);
    if (!known) skipField(reader, tag);
    else if (found || (tag & 7) !== LENGTH_DELIMITED) throw new Error('two messages in one');
    else found = { codec: known, at: reader.bytes() };
  }
  return found;
}

export function decodeMessage(bytes: Uint8Array): PeerMessage | 'unknown' | 'malformed' {
  try {
    const found = content(bytes);
    if (!found) return 'unknown';
    const { codec, at } = found;
    if (at.length > codec.mostBytes || !hasFewFields(at, codec.mostFields)) return 'malformed';
    return codec.decode(at) ?? 'malformed';
  } catch {
    return 'malformed';
  }
}
