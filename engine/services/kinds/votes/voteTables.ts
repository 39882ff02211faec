/** Tables of community votes. Keys begin with the key of a proposal (`proposalKey`) where nothing else is said. */

import { joinBytes, readU64, u64Bytes } from '../../../base/bytes.js';
import { bytesTable, jsonTable, numberTable, type ServiceTable, serviceTable, setTable } from '../../table.js';

export const choices = ['yes', 'no', 'abstain'] as const;
export type Choice = (typeof choices)[number];

/** Ids of the records with which homes have opened proposals. Key: proposal, order of the record; the first one counts. */
export const openings = bytesTable(0x40, 'vote_openings');

/** Proposals by time. Key: when it was opened, then the proposal. */
export const openingTimes = setTable(0x41, 'vote_opening_times');

/** Pieces of the lists of weights. Key: proposal, first account of the piece. */
export const listPieces = bytesTable(0x42, 'vote_lists');

export interface Ballot {
  /** Of the record. */
  readonly id: Uint8Array;
  readonly choice: Choice;
  /** Signed, milliseconds. */
  readonly timestamp: number;
}

/** Votes as homes have taken them in. Key: proposal, voter, the home's number. */
export const ballots: ServiceTable<Ballot> = serviceTable<Ballot>({
  id: 0x43,
  name: 'vote_ballots',
  encode: ({ id, choice, timestamp }) => joinBytes([id, u64Bytes(timestamp), Uint8Array.of(choices.indexOf(choice))]),
  decode: (bytes) => ({
    id: bytes.slice(0, 32),
    timestamp: readU64(bytes, 32),
    choice: choices[bytes[40] as number] as Choice,
  }),
});

/** How many ballots a proposal has. */
export const ballotCounts = numberTable(0x44, 'vote_ballot_counts');

export interface Ending {
  readonly type: 'cancel' | 'payout';
  /** Of the record, hex. */
  readonly id: string;
}

/** What curators and creators have recorded. Key: proposal, the home's number. */
export const endings = jsonTable<Ending>(0x45, 'vote_endings');

/** What payouts have paid, in quanta, as the home has seen it. */
export const payoutAmounts = jsonTable<string>(0x46, 'vote_payout_amounts');

/** The proposal that a request has opened. Key: id of the request's record, account of the home. */
export const proposalsOfRequests = bytesTable(0x47, 'vote_requests');

/** Proposals of this home that were not cancelled. Key: the creator's account, end, number. */
export const creatorProposals = setTable(0x48, 'vote_creators');
