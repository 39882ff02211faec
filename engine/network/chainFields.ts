/** The members of messages about blocks and headers of the chain, from and to protobuf. */

import type { WireTransactionMembers } from '../../proto/wire.js';
import { MAX_BLOCK_TRANSACTIONS } from '../base/limits.js';
import type { PeerMessage } from './messages.js';
import {
  type Bytes,
  certificateFrom,
  certificateTo,
  headerFrom,
  headerTo,
  must,
  transactionFrom,
  transactionTo,
  whole,
} from './wireValues.js';

type Of<K extends PeerMessage['kind']> = Omit<Extract<PeerMessage, { readonly kind: K }>, 'kind'>;

export const blocksWanted = {
  toWire: (message: Of<'blocksWanted'>) => ({ ...message }),
  fromWire: (members: {
    request?: number | null;
    fromHeight?: number | null;
    count?: number | null;
    mostBytes?: number | null;
    withoutCertificate?: boolean | null;
  }): Of<'blocksWanted'> => ({
    request: whole(members.request, 'request'),
    fromHeight: whole(members.fromHeight, 'from_height'),
    count: whole(members.count, 'count'),
    mostBytes: whole(members.mostBytes, 'most_bytes'),
    withoutCertificate: members.withoutCertificate ?? false,
  }),
};

export const blockPart = {
  toWire: ({ part: { head, transactions: list, ...place } }: Of<'blockPart'>) => ({
    ...place,
    ...(head && {
      ...headerTo(head),
      parentCertificate: certificateTo(head.parentCertificate),
      certificate: certificateTo(head.certificate),
      transactionCount: head.transactionCount,
    }),
    transactions: list.map(transactionTo),
  }),
  fromWire: (members: {
    request?: number | null;
    height?: number | null;
    header?: Bytes;
    proposerSignature?: Bytes;
    parentCertificate?: Bytes;
    certificate?: Bytes;
    transactionCount?: number | null;
    first?: number | null;
    transactions?: WireTransactionMembers[] | null;
  }): Of<'blockPart'> => {
    const first = whole(members.first, 'first');
    const transactionCount = members.transactionCount ?? 0;
    must(transactionCount <= MAX_BLOCK_TRANSACTIONS || undefined, 'transaction_count');
    const head =
      first === 0
        ? {
            ...headerFrom(members),
            parentCertificate: certificateFrom(members.parentCertificate),
            certificate: certificateFrom(members.certificate),
            transactionCount,
          }
        : undefined;
    return {
      part: {
        request: whole(members.request, 'request'),
        height: whole(members.height, 'height'),
        head,
        first,
        transactions: (members.transactions ?? []).map(transactionFrom),
      },
    };
  },
};

interface BlocksEndMembers {
  readonly request?: number | null;
  readonly refused?: boolean | null;
  readonly lowestHeight?: number | null;
}

export const blocksEnd = {
  toWire: (message: Of<'blocksEnd'>) => ({ ...message }),
  fromWire: (members: BlocksEndMembers): Of<'blocksEnd'> => ({
    request: whole(members.request, 'request'),
    refused: members.refused ?? false,
    lowestHeight: whole(members.lowestHeight, 'lowestHeight'),
  }),
};

export const headersWanted = {
  toWire: (message: Of<'headersWanted'>) => ({ ...message }),
  fromWire: (members: {
    request?: number | null;
    fromHeight?: number | null;
    count?: number | null;
    mostBytes?: number | null;
  }): Of<'headersWanted'> => ({
    request: whole(members.request, 'request'),
    fromHeight: whole(members.fromHeight, 'from_height'),
    count: whole(members.count, 'count'),
    mostBytes: whole(members.mostBytes, 'most_bytes'),
  }),
};

export const headersPart = {
  toWire: ({ request, fromHeight, headers }: Of<'headersPart'>) => ({
    request,
    fromHeight,
    headers: headers.map((each) => ({ ...headerTo(each), certificate: certificateTo(each.certificate) })),
  }),
  fromWire: (members: {
    request?: number | null;
    fromHeight?: number | null;
    headers?: { header?: Bytes; proposerSignature?: Bytes; certificate?: Bytes }[] | null;
  }): Of<'headersPart'> => ({
    request: whole(members.request, 'request'),
    fromHeight: whole(members.fromHeight, 'from_height'),
    headers: (members.headers ?? []).map((each) => ({
      ...headerFrom(each),
      certificate: must(certificateFrom(each.certificate), 'certificate'),
    })),
  }),
};
