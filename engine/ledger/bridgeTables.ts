/** State tables of the bridge: what has been claimed, what waits for approvals, withdrawals, and which payouts have settled them.
 *
 *  A claim is a record under the state root, so that a deposit mints once for ever, on every node and after any restart. */

import { fromBinary, toBinary } from '../base/bytes.js';
import type { AccountId } from '../crypto/address.js';
import { defineTable, type Table } from '../state/table.js';
import { account, amount, integer, layout, list, text } from './layout.js';

/** A deposit on another chain, as it is minted here. */
export interface DepositFacts {
  /** Symbol in upper case. */
  readonly token: string;
  /** Base units; quanta of XRGE. */
  readonly units: bigint;
  readonly recipient: AccountId;
  /** Who paid, where the foreign chain says it; else empty. */
  readonly sender: string;
  /** Block of the deposit, as its chain writes the hash. */
  readonly blockHash: string;
  readonly height: number;
  /** Index of the log in its block, or of the output in its transaction. */
  readonly position: number;
  /** Signature by which the sender chose the recipient, in hex; empty where the deposit itself names the recipient. */
  readonly proof: string;
}

const depositFields = {
  token: text,
  units: amount,
  recipient: account,
  sender: text,
  blockHash: text,
  height: integer,
  position: integer,
  proof: text,
} as const;

export const depositFacts = layout<DepositFacts>(depositFields);

export interface BridgeClaim extends DepositFacts {
  /** Header time of the mint, and its height here. */
  readonly mintedAt: number;
  readonly mintedIn: number;
}

/** Deposits that have been minted. Key: the claim key. */
export const bridgeClaims: Table<BridgeClaim> = defineTable({
  id: 0x29,
  name: 'bridge_claims',
  ...layout<BridgeClaim>({ ...depositFields, mintedAt: integer, mintedIn: integer }),
});

/** One version of the facts, and who stands for it. */
export interface Proposal {
  readonly facts: DepositFacts;
  readonly authorities: readonly AccountId[];
  /** Validators that have looked for themselves. */
  readonly attesters: readonly AccountId[];
}

export interface WaitingClaim {
  readonly proposals: readonly Proposal[];
}

/** Claims that need more approvals. Key: the claim key. An authority stands for one version at a time. */
export const waitingClaims: Table<WaitingClaim> = defineTable({
  id: 0x2a,
  name: 'bridge_waiting_claims',
  ...layout<WaitingClaim>({
    proposals: list(
      layout<Proposal>({
        facts: depositFacts,
        authorities: list(account),
        attesters: list(account),
      }),
    ),
  }),
});

export const WITHDRAWAL_STATUSES = ['pending', 'failed', 'fulfilled', 'refunded'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

export interface BridgeWithdrawal {
  readonly owner: AccountId;
  /** Symbol in upper case. */
  readonly token: string;
  /** Base units that were burned; quanta of XRGE. */
  readonly units: bigint;
  /** Address on the other chain. */
  readonly destination: string;
  readonly status: WithdrawalStatus;
  /** Failed attempts to pay it out. */
  readonly attempts: number;
  /** Of the latest failed attempt; empty before the first. */
  readonly lastError: string;
  /** Header times. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly height: number;
  /** Transaction of the other chain that has paid it; empty while there is none. */
  readonly payout: string;
  /** Authorities that have approved what would end it, and what that is. */
  readonly approvals: readonly WithdrawalApproval[];
}

export interface WithdrawalApproval {
  readonly authority: AccountId;
  /** Canonical text of the ending. */
  readonly ending: string;
}

const status = {
  size: () => 1,
  write(target: Uint8Array, at: number, value: WithdrawalStatus): number {
    target[at] = WITHDRAWAL_STATUSES.indexOf(value);
    return at + 1;
  },
  read: (cursor: Parameters<typeof integer.read>[0]) => {
    const value = WITHDRAWAL_STATUSES[cursor.bytes[cursor.at] as number] as WithdrawalStatus;
    cursor.at += 1;
    return value;
  },
};

/** Key: id of the transaction that burned, 32 bytes. */
export const bridgeWithdrawals: Table<BridgeWithdrawal> = defineTable({
  id: 0x2b,
  name: 'bridge_withdrawals',
  ...layout<BridgeWithdrawal>({
    owner: account,
    token: text,
    units: amount,
    destination: text,
    status,
    attempts: integer,
    lastError: text,
    createdAt: integer,
    updatedAt: integer,
    height: integer,
    payout: text,
    approvals: list(layout<WithdrawalApproval>({ authority: account, ending: text })),
  }),
});

/** Parts of foreign transactions that have settled a withdrawal: no other one can be settled by them. Key: `payoutPart`; value: the
 *  withdrawal's id. */
export const settledPayouts: Table<string> = defineTable({
  id: 0x2c,
  name: 'bridge_settled_payouts',
  encode: fromBinary,
  decode: toBinary,
});

/** @param hash of the foreign transaction. @param position of the log in its block, or of the output. */
export const payoutPart = (hash: string, position: number): string => `${hash}:${position}`;

export interface BorneFee {
  /** Network fee of the payout, satoshis. */
  readonly fee: bigint;
  /** Of it, what recipients have borne. */
  readonly borne: bigint;
}

/** Network fees of Bitcoin payouts. A fee is paid once, so all recipients together bear it once. Key: the transaction's id. */
export const borneFees: Table<BorneFee> = defineTable({
  id: 0x2d,
  name: 'bridge_borne_fees',
  ...layout<BorneFee>({ fee: amount, borne: amount }),
});

export interface BridgeTotals {
  /** Base units ever minted for deposits. */
  readonly deposited: bigint;
  /** Burned by withdrawals, those that were ended later too. */
  readonly withdrawn: bigint;
  /** Of the withdrawn: paid out, and minted again. */
  readonly fulfilled: bigint;
  readonly refunded: bigint;
  /** Day of the latest mint, in days since the epoch, and what deposits have minted in it. */
  readonly day: number;
  readonly onDay: bigint;
}

/** Key: symbol in upper case. */
export const bridgeTotals: Table<BridgeTotals> = defineTable({
  id: 0x2e,
  name: 'bridge_totals',
  ...layout<BridgeTotals>({
    deposited: amount,
    withdrawn: amount,
    fulfilled: amount,
    refunded: amount,
    day: integer,
    onDay: amount,
  }),
});
