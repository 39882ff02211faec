/** Ids of proposals: `RP-<n>-<first 8 hex digits of the home's account>`. They are read in any case. */

import { binaryToHex, fromHex, readU64 } from '../../../base/bytes.js';
import { ACCOUNT_BYTES, type AccountId, accountOfBytes } from '../../../crypto/address.js';
import { accountPart, keyOf } from '../../keys.js';

const PREFIX_BYTES = 4;

export const PROPOSAL_ID_CHARACTERS = 40;

const PROPOSAL_ID = /^rp-([1-9]\d{0,14})-([0-9a-f]{8})$/;

/** A proposal as a key: the home's number, its account. */
export interface ProposalPlace {
  /** The home's own number. */
  readonly number: number;
  readonly home: AccountId;
}

export const proposalId = ({ number, home }: ProposalPlace): string =>
  `RP-${number}-${binaryToHex(home.slice(0, PREFIX_BYTES))}`;

export const proposalKey = ({ number, home }: ProposalPlace): Uint8Array => keyOf(number, accountPart(home));

export const placeOfKey = (key: Uint8Array): ProposalPlace => ({
  number: readU64(key, 0),
  home: accountOfBytes(key.slice(8, 8 + ACCOUNT_BYTES)),
});

/** @returns the beginning of the keys that the id can mean; undefined for a text that is no id. */
export function proposalPrefix(id: string): Uint8Array | undefined {
  const [, number, prefix = ''] = PROPOSAL_ID.exec(id.trim().toLowerCase()) ?? [];
  const bytes = fromHex(prefix);
  return number === undefined || !bytes ? undefined : keyOf(Number(number), bytes);
}

/** Whether an account can be the home that an id names. */
export function homeFits(id: string, home: AccountId): boolean {
  const [, , prefix] = PROPOSAL_ID.exec(id.trim().toLowerCase()) ?? [];
  return prefix === binaryToHex(home.slice(0, PREFIX_BYTES));
}

/** The home's number in an id; 0 for a text that is no id. */
export const numberIn = (id: string): number => Number(PROPOSAL_ID.exec(id.trim().toLowerCase())?.[1] ?? 0);
