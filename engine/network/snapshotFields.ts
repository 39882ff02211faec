/** The members of the messages about snapshots, from and to protobuf, as in `messageFields.ts`. */

import { SNAPSHOT_OFFERS, SNAPSHOT_PIECE_BYTES } from './limits.js';
import type { PeerMessage, SnapshotOffer } from './messages.js';
import { type Bytes, hash, hashBytes, must, NONE, whole } from './wireValues.js';

type Of<K extends PeerMessage['kind']> = Omit<Extract<PeerMessage, { readonly kind: K }>, 'kind'>;

interface OfferMembers {
  readonly height?: number | null;
  readonly blockHash?: Bytes;
  readonly id?: Bytes;
  readonly parts?: number | null;
  readonly bytes?: number | null;
}

const offerTo = ({ hash: block, id, ...facts }: SnapshotOffer) => ({
  ...facts,
  blockHash: hashBytes(block),
  id: hashBytes(id),
});

const offerFrom = (members: OfferMembers): SnapshotOffer => ({
  height: whole(members.height, 'height'),
  hash: hash(members.blockHash, 'block_hash'),
  id: hash(members.id, 'id'),
  parts: whole(members.parts, 'parts'),
  bytes: whole(members.bytes, 'bytes'),
});

export const snapshotsWanted = {
  toWire: (message: Of<'snapshotsWanted'>) => ({ ...message }),
  fromWire: (members: { request?: number | null; height?: number | null }): Of<'snapshotsWanted'> => ({
    request: whole(members.request, 'request'),
    height: whole(members.height, 'height'),
  }),
};

export const snapshotsOffered = {
  toWire: ({ request, snapshots, blockHash }: Of<'snapshotsOffered'>) => ({
    request,
    snapshots: snapshots.map(offerTo),
    blockHash: blockHash === undefined ? NONE : hashBytes(blockHash),
  }),
  fromWire: (members: {
    request?: number | null;
    snapshots?: OfferMembers[] | null;
    blockHash?: Bytes;
  }): Of<'snapshotsOffered'> => {
    const snapshots = members.snapshots ?? [];
    must(snapshots.length <= SNAPSHOT_OFFERS || undefined, 'snapshots');
    return {
      request: whole(members.request, 'request'),
      snapshots: snapshots.map(offerFrom),
      blockHash: members.blockHash?.length ? hash(members.blockHash, 'block_hash') : undefined,
    };
  },
};

export const snapshotPartWanted = {
  toWire: ({ id, ...place }: Of<'snapshotPartWanted'>) => ({ ...place, id: hashBytes(id) }),
  fromWire: (members: {
    request?: number | null;
    id?: Bytes;
    part?: number | null;
    offset?: number | null;
  }): Of<'snapshotPartWanted'> => ({
    request: whole(members.request, 'request'),
    id: hash(members.id, 'id'),
    part: whole(members.part, 'part'),
    offset: whole(members.offset, 'offset'),
  }),
};

export const snapshotPart = {
  toWire: (message: Of<'snapshotPart'>) => ({ ...message }),
  fromWire: (members: { request?: number | null; bytes?: Bytes; refused?: boolean | null }): Of<'snapshotPart'> => {
    const bytes = members.bytes ?? NONE;
    must(bytes.length <= SNAPSHOT_PIECE_BYTES || undefined, 'bytes');
    return { request: whole(members.request, 'request'), bytes, refused: members.refused ?? false };
  },
};
