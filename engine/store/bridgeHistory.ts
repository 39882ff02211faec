/** What has moved over the bridges: mints of deposits and withdrawals, newest first. Runs in the store's thread. */

import { binaryToHex, fromHex } from '../base/bytes.js';
import { type AccountId, addressOf } from '../crypto/address.js';
import type { DepositFields } from '../ledger/kinds/bridgeFields.js';
import type { StatementResult } from '../ledger/kinds/bridgeStatement.js';
import type { WithdrawFields } from '../ledger/kinds/bridgeWithdraw.js';
import { bridgeSubject } from '../ledger/subjects.js';
import { entriesBelow } from './contractHistory.js';
import { readBlocksFrom } from './keeping.js';
import { idKey } from './keys.js';
import type { KeyReader } from './port.js';
import { decodeLocation } from './records.js';
import { type BlockMemory, Contents, type Entry, entryAt, historyWalk } from './walks.js';

export interface BridgePage {
  /** Entries of the history. */
  readonly total: number;
  readonly limit: number;
  /** Only what lies before this place. */
  readonly before: { readonly height: number; readonly position: number } | undefined;
}

/** One transaction of the bridge as its block has it. */
export interface BridgeEntry {
  readonly kind: 'deposit' | 'withdrawal';
  readonly txId: string;
  readonly height: number;
  readonly position: number;
  /** Milliseconds. */
  readonly time: number;
  /** Reason of a failed one; empty when it succeeded. */
  readonly failure: string;
  /** Symbol in upper case. */
  readonly token: string;
  /** Base units as digits. */
  readonly units: string;
  /** Address here: who gets a deposit, who makes a withdrawal. */
  readonly account: string;
  /** Who paid the deposit, or where a withdrawal goes; empty where the other chain does not say it. */
  readonly foreignAddress: string;
  /** Of a deposit. */
  readonly claimKey: string;
}

const DEPOSITS: ReadonlySet<string> = new Set(['bridge_mint', 'bridge_attest']);

/** @returns undefined for what has moved nothing: other kinds, and approvals of a deposit that waits for more of them. */
export function bridgeEntryOf({ transaction, receipt, at }: Entry): BridgeEntry | undefined {
  const common = {
    ...{ txId: binaryToHex(transaction.id), height: at.height, position: at.position, time: at.time },
    failure: receipt.failure,
  };
  if (transaction.operation === 'bridge_withdraw') {
    const { token, amount, destination } = transaction.fields as WithdrawFields;
    return {
      ...{ ...common, kind: 'withdrawal', token, units: String(amount), account: addressOf(transaction.sender) },
      ...{ foreignAddress: destination, claimKey: '' },
    };
  }
  const isMint = DEPOSITS.has(transaction.operation) && (receipt.result as StatementResult | null)?.minted === true;
  if (!isMint) return undefined;
  const { token, units, recipient, sender, claimKey } = transaction.fields as DepositFields;
  return {
    ...{ ...common, kind: 'deposit', token, units: String(units), account: addressOf(recipient as AccountId) },
    ...{ foreignAddress: sender, claimKey },
  };
}

/** @returns at most `limit` entries. */
async function bridgeEntries(reader: KeyReader, args: unknown, memory: BlockMemory): Promise<readonly BridgeEntry[]> {
  const { total, limit, before } = args as BridgePage;
  const end = before === undefined ? total : await entriesBelow(reader, bridgeSubject, total, before.height + 1);
  const found: BridgeEntry[] = [];
  const walk = historyWalk(reader, bridgeSubject, end - 1, end);
  const contents = new Contents(reader, memory);
  try {
    for await (const place of walk) {
      if (found.length >= limit) break;
      if (before && place.height === before.height && place.position >= before.position) continue;
      const entry = bridgeEntryOf(await contents.entry(place));
      if (entry) found.push(entry);
    }
    return found;
  } finally {
    contents.end();
  }
}

/** One transaction. @returns null for one that is none of the bridge, or is not here; `other` says which. */
async function bridgeEntry(
  reader: KeyReader,
  args: unknown,
  memory: BlockMemory,
): Promise<BridgeEntry | 'other' | null> {
  const id = fromHex((args as { readonly id: string }).id, 32);
  const location = id && (await reader.get(idKey(id)));
  if (!location) return null;
  const place = decodeLocation(location);
  if (place.height < (await readBlocksFrom(reader))) return null;
  return bridgeEntryOf(await entryAt(reader, place, memory)) ?? 'other';
}

export const bridgeQueries = { bridgeEntries, bridgeEntry };
