/** The members of each message, from and to protobuf. A reader throws for what no peer sends (`wireValues.ts`). */

import type {
  WirePeerCertificateMembers,
  WirePeerStatusMembers,
  WireTransactionMembers,
  WireVoteMembers,
} from '../../proto/wire.js';
import { fromBinary, toBinary } from '../base/bytes.js';
import { MAX_BLOCK_TRANSACTIONS } from '../base/limits.js';
import { type RefusalCode, refusalStatus } from '../base/refusal.js';
import { voteToWire } from '../chain/vote.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../crypto/mldsa.js';
import { TEXT_CHARACTERS } from './limits.js';
import { type PeerMessage, SHORT_ID_BYTES } from './messages.js';
import {
  type Bytes,
  hash,
  hashBytes,
  headerFrom,
  headerTo,
  ids,
  must,
  NONE,
  ofLength,
  packedIds,
  partialFrom,
  partialTo,
  statusFrom,
  statusTo,
  text,
  transactionFrom,
  transactionTo,
  voteFrom,
  whole,
} from './wireValues.js';

type Of<K extends PeerMessage['kind']> = Omit<Extract<PeerMessage, { readonly kind: K }>, 'kind'>;

const HASH_BYTES = 32;
const INSTANCE_BYTES = 16;

export const introduction = {
  toWire: ({ introduction: { status: head, ...members } }: Of<'introduction'>) => ({
    ...members,
    status: statusTo(head),
  }),
  fromWire: (members: {
    instance?: Bytes;
    salt?: Bytes;
    url?: string | null;
    name?: string | null;
    version?: string | null;
    ageMs?: number | null;
    status?: WirePeerStatusMembers | null;
  }): Of<'introduction'> => ({
    introduction: {
      instance: ofLength(members.instance, INSTANCE_BYTES, 'instance'),
      salt: ofLength(members.salt, HASH_BYTES, 'salt'),
      url: (members.url ?? '').length > TEXT_CHARACTERS.url ? '' : (members.url ?? ''),
      name: text(members.name, TEXT_CHARACTERS.name),
      version: text(members.version, TEXT_CHARACTERS.version),
      ageMs: whole(members.ageMs, 'age_ms'),
      status: statusFrom(members.status),
    },
  }),
};

export const status = {
  toWire: ({ status: head }: Of<'status'>) => statusTo(head),
  fromWire: (members: WirePeerStatusMembers): Of<'status'> => ({ status: statusFrom(members) }),
};

export const compactBlock = {
  toWire: ({ block }: Of<'compactBlock'>) => ({
    ...headerTo(block),
    parentCertificate: block.certificate ? partialTo(block.certificate) : null,
    shortIds: block.shortIds,
  }),
  fromWire: (members: {
    header?: Bytes;
    proposerSignature?: Bytes;
    parentCertificate?: WirePeerCertificateMembers | null;
    shortIds?: Bytes;
  }): Of<'compactBlock'> => {
    const shortIds = members.shortIds ?? NONE;
    const fits = shortIds.length % SHORT_ID_BYTES === 0 && shortIds.length <= SHORT_ID_BYTES * MAX_BLOCK_TRANSACTIONS;
    must(fits || undefined, 'short_ids');
    const { parentCertificate } = members;
    return {
      block: {
        ...headerFrom(members),
        certificate: parentCertificate ? partialFrom(parentCertificate) : undefined,
        shortIds,
      },
    };
  },
};

type HeightAndHash = { height?: number | null; hash?: Bytes };

const heightAndHash = {
  toWire: ({ height, hash: block }: { readonly height: number; readonly hash: string }) => ({
    height,
    hash: hashBytes(block),
  }),
  fromWire: (members: HeightAndHash) => ({ height: whole(members.height, 'height'), hash: hash(members.hash) }),
};

export const blockOffer = heightAndHash;
export const certificateWanted = heightAndHash;

export const compactBlockWanted = {
  toWire: ({ hash: block, wholeCertificate }: Of<'compactBlockWanted'>) => ({
    hash: hashBytes(block),
    wholeCertificate,
  }),
  fromWire: (members: { hash?: Bytes; wholeCertificate?: boolean | null }): Of<'compactBlockWanted'> => ({
    hash: hash(members.hash),
    wholeCertificate: members.wholeCertificate ?? false,
  }),
};

/** Positions as distances: ascending by construction. */
function positionsOf(gaps: readonly number[]): number[] {
  let last = -1;
  const positions = gaps.map((gap) => {
    last += gap + 1;
    return last;
  });
  must(last < MAX_BLOCK_TRANSACTIONS || undefined, 'gaps');
  return positions;
}

export const blockTransactionsWanted = {
  toWire: ({ request, hash: block, positions }: Of<'blockTransactionsWanted'>) => ({
    request,
    hash: hashBytes(block),
    all: positions === 'all',
    gaps: positions === 'all' ? [] : positions.map((at, index) => at - (positions[index - 1] ?? -1) - 1),
  }),
  fromWire: (members: {
    request?: number | null;
    hash?: Bytes;
    gaps?: number[] | null;
    all?: boolean | null;
  }): Of<'blockTransactionsWanted'> => ({
    request: whole(members.request, 'request'),
    hash: hash(members.hash),
    positions: members.all ? 'all' : positionsOf(members.gaps ?? []),
  }),
};

export const blockTransactions = {
  toWire: ({ request, first, transactions: list, unknown }: Of<'blockTransactions'>) => ({
    request,
    first,
    transactions: list.map(transactionTo),
    unknown,
  }),
  fromWire: (members: {
    request?: number | null;
    first?: number | null;
    transactions?: WireTransactionMembers[] | null;
    unknown?: boolean | null;
  }): Of<'blockTransactions'> => ({
    request: whole(members.request, 'request'),
    first: whole(members.first, 'first'),
    transactions: (members.transactions ?? []).map(transactionFrom),
    unknown: members.unknown ?? false,
  }),
};

export const votes = {
  toWire: ({ votes: list }: Of<'votes'>) => ({ votes: list.map(voteToWire) }),
  fromWire: (members: { votes?: WireVoteMembers[] | null }): Of<'votes'> => ({
    votes: (members.votes ?? []).map(voteFrom),
  }),
};

export const votesWanted = {
  toWire: (message: Of<'votesWanted'>) => ({ ...message }),
  fromWire: (members: { height?: number | null }): Of<'votesWanted'> => ({ height: whole(members.height, 'height') }),
};

export const certificate = {
  toWire: ({ partial }: Of<'certificate'>) => partialTo(partial),
  fromWire: (members: WirePeerCertificateMembers): Of<'certificate'> => ({ partial: partialFrom(members) }),
};

export const signedByWanted = {
  toWire: (message: Of<'signedByWanted'>) => ({ ...message }),
  fromWire: (members: { request?: number | null; key?: Bytes }): Of<'signedByWanted'> => ({
    request: whole(members.request, 'request'),
    key: ofLength(members.key, PUBLIC_KEY_BYTES, 'key'),
  }),
};

export const signedByAnswer = {
  toWire: ({ request, signedBy }: Of<'signedByAnswer'>) => ({
    request,
    height: signedBy.height,
    votes: signedBy.votes.map(voteToWire),
    headers: signedBy.headers.map(headerTo),
  }),
  fromWire: (members: {
    request?: number | null;
    height?: number | null;
    votes?: WireVoteMembers[] | null;
    headers?: { header?: Bytes; proposerSignature?: Bytes }[] | null;
  }): Of<'signedByAnswer'> => ({
    request: whole(members.request, 'request'),
    signedBy: {
      height: whole(members.height, 'height'),
      votes: (members.votes ?? []).map(voteFrom),
      headers: (members.headers ?? []).map(headerFrom),
    },
  }),
};

export const inventory = {
  toWire: (message: Of<'inventory'>) => ({ ids: packedIds(message.ids) }),
  fromWire: (members: { ids?: Bytes }): Of<'inventory'> => ({ ids: ids(members.ids) }),
};

export const transactionsWanted = {
  toWire: (message: Of<'transactionsWanted'>) => ({ request: message.request, ids: packedIds(message.ids) }),
  fromWire: (members: { request?: number | null; ids?: Bytes }): Of<'transactionsWanted'> => ({
    request: whole(members.request, 'request'),
    ids: ids(members.ids),
  }),
};

export const transactions = {
  toWire: ({ request, transactions: list, missing }: Of<'transactions'>) => ({
    request,
    ids: packedIds(list.map(({ id }) => id)),
    transactions: list.map(({ transaction }) => transactionTo(transaction)),
    missing: packedIds(missing),
  }),
  fromWire: (members: {
    request?: number | null;
    ids?: Bytes;
    transactions?: WireTransactionMembers[] | null;
    missing?: Bytes;
  }): Of<'transactions'> => {
    const named = ids(members.ids);
    const list = members.transactions ?? [];
    must(named.length === list.length || undefined, 'ids');
    return {
      request: whole(members.request, 'request'),
      transactions: list.map((parts, at) => ({ id: named[at] as string, transaction: transactionFrom(parts) })),
      missing: ids(members.missing),
    };
  },
};

export const handover = {
  toWire: ({ request, item }: Of<'handover'>) => ({
    request,
    id: fromBinary(item.id),
    transaction: transactionTo(item.transaction),
  }),
  fromWire: (members: {
    request?: number | null;
    id?: Bytes;
    transaction?: WireTransactionMembers | null;
  }): Of<'handover'> => ({
    request: whole(members.request, 'request'),
    item: {
      id: toBinary(ofLength(members.id, HASH_BYTES, 'id')),
      transaction: transactionFrom(must(members.transaction ?? undefined, 'transaction')),
    },
  }),
};

const isCode = (code: string): code is RefusalCode => Object.hasOwn(refusalStatus, code);

export const handoverAnswer = {
  toWire: ({ request, outcome }: Of<'handoverAnswer'>) =>
    outcome.held
      ? { request }
      : {
          request,
          code: outcome.code,
          error: text(outcome.message, TEXT_CHARACTERS.sentence),
          retryAfterSeconds: outcome.retryAfterSeconds ?? 0,
        },
  fromWire: (members: {
    request?: number | null;
    code?: string | null;
    error?: string | null;
    retryAfterSeconds?: number | null;
  }): Of<'handoverAnswer'> => {
    const { code = '', retryAfterSeconds } = members;
    return {
      request: whole(members.request, 'request'),
      outcome: !code
        ? { held: true }
        : {
            held: false,
            code: isCode(code) ? code : 'internal',
            message: text(members.error, TEXT_CHARACTERS.sentence),
            ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
          },
    };
  },
};

export const peers = {
  toWire: (message: Of<'peers'>) => ({ peers: message.peers.map(({ url, name }) => ({ url, name })) }),
  fromWire: (members: { peers?: { url?: string | null; name?: string | null }[] | null }): Of<'peers'> => ({
    peers: (members.peers ?? [])
      .map(({ url, name }) => ({ url: url ?? '', name: text(name, TEXT_CHARACTERS.name) }))
      .filter(({ url }) => url !== '' && url.length <= TEXT_CHARACTERS.url),
  }),
};

export const evidence = {
  toWire: (message: Of<'evidence'>) => ({ ...message }),
  fromWire: (members: { evidence?: Bytes }): Of<'evidence'> => ({ evidence: members.evidence ?? NONE }),
};

export const numbered = {
  toWire: (message: { readonly number: number }) => ({ number: message.number }),
  fromWire: (members: { number?: number | null }) => ({ number: whole(members.number, 'number') }),
};

export const keyElsewhere = {
  toWire: ({ proof }: Of<'keyElsewhere'>) => ({ ...proof }),
  fromWire: (members: { text?: Bytes; signature?: Bytes }): Of<'keyElsewhere'> => ({
    proof: {
      text: new Uint8Array(members.text ?? []),
      signature: ofLength(members.signature, SIGNATURE_BYTES, 'signature'),
    },
  }),
};

export const goodbye = {
  toWire: (message: Of<'goodbye'>) => ({ reason: text(message.reason, TEXT_CHARACTERS.reason) }),
  fromWire: (members: { reason?: string | null }): Of<'goodbye'> => ({
    reason: text(members.reason, TEXT_CHARACTERS.reason),
  }),
};
