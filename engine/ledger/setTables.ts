/** Records of the active set (`activeSet.ts`): who has how much stake in it. */

import { readU128, writeU128 } from '../base/bytes.js';
import { ACCOUNT_BYTES, type AccountId, accountBytes, accountOfBytes } from '../crypto/address.js';
import { defineTable, type Table } from '../state/table.js';

/** A set as the state holds it. Members are in the order of the set: greatest stake first. An account is the hash of its key. */
export interface StoredSet {
  readonly members: readonly { readonly account: AccountId; readonly stake: bigint }[];
}

const MEMBER_BYTES = ACCOUNT_BYTES + 16;

function encodeSet({ members }: StoredSet): Uint8Array {
  const bytes = new Uint8Array(members.length * MEMBER_BYTES);
  for (const [index, { account, stake }] of members.entries()) {
    bytes.set(accountBytes(account), index * MEMBER_BYTES);
    writeU128(bytes, index * MEMBER_BYTES + ACCOUNT_BYTES, stake);
  }
  return bytes;
}

const decodeSet = (bytes: Uint8Array): StoredSet => ({
  members: Array.from({ length: bytes.length / MEMBER_BYTES }, (_, index) => {
    const at = index * MEMBER_BYTES;
    return {
      account: accountOfBytes(bytes.subarray(at, at + ACCOUNT_BYTES)),
      stake: readU128(bytes, at + ACCOUNT_BYTES),
    };
  }),
});

/** The set of the next block. One record under `SINGLE`. */
export const nextSet: Table<StoredSet> = defineTable({
  id: 0x19,
  name: 'next_set',
  encode: encodeSet,
  decode: decodeSet,
});

/** The set that votes for the latest block. One record under `SINGLE`, absent until a block of the upgrade. */
export const votingSet: Table<StoredSet> = defineTable({
  id: 0x1a,
  name: 'voting_set',
  encode: encodeSet,
  decode: decodeSet,
});
