/** The list of weights: who may vote on a proposal, and with how much.
 *
 *  In: all balances at one height. Out: entries of 48 bytes, the account and its balance in quanta (big-endian), sorted by account.
 *  Its root is the SHA-256 of all entries side by side. The weight of a wallet follows from its balance and the cap, so whoever has the
 *  list can check the total, the cap and every weight. */

import { compareBytes, readU128, toBinary, toHex, writeU128 } from '../../../base/bytes.js';
import {
  ACCOUNT_BYTES,
  type AccountId,
  accountBytes,
  accountOfBytes,
  isSystemAccount,
} from '../../../crypto/address.js';
import { sha256 } from '../../../crypto/sha256.js';
import { forEachRecord } from '../../../state/packedCopy.js';
import type { Balances } from '../../host.js';
import { keyOf } from '../../keys.js';
import { usages } from '../../record.js';
import { addUsage, TOTAL_USAGE } from '../../records.js';
import type { Scene, SceneReader } from '../../scene.js';
import { listPieces } from './voteTables.js';

const BALANCE_BYTES = 16;
export const ENTRY_BYTES = ACCOUNT_BYTES + BALANCE_BYTES;

/** Entries that are stored and sent together: 48 KiB. */
export const PIECE_ENTRIES = 1_024;

const ZERO = 0n;
const WHOLE_BPS = 10_000n;

export interface WeightList {
  readonly entries: Uint8Array;
  readonly count: number;
  /** Sum of the balances, in quanta. */
  readonly total: bigint;
}

/** Entries in the order of their accounts. The first six bytes decide nearly always, as a number that a double holds. */
function sortedEntries(entries: Uint8Array): Uint8Array {
  const count = entries.length / ENTRY_BYTES;
  const view = new DataView(entries.buffer, entries.byteOffset);
  const firsts = new Float64Array(count);
  for (let index = 0, at = 0; index < count; index++, at += ENTRY_BYTES)
    firsts[index] = view.getUint32(at) * 0x1_0000 + view.getUint16(at + 4);
  const entryAt = (index: number): Uint8Array => entries.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
  const order = new Uint32Array(count)
    .map((_, index) => index)
    .sort((a, b) => (firsts[a] as number) - (firsts[b] as number) || compareBytes(entryAt(a), entryAt(b)));
  const sorted = new Uint8Array(entries.length);
  for (let place = 0; place < count; place++) sorted.set(entryAt(order[place] as number), place * ENTRY_BYTES);
  return sorted;
}

/** Wallets that have XRGE, without the excluded ones, accounts of contracts and accounts for which nobody holds a key. Pools and stakes
 *  hold theirs outside of accounts. */
export function listOf({ accounts, contracts }: Balances, excluded: readonly AccountId[]): WeightList {
  if (!accounts) return { entries: new Uint8Array(0), count: 0, total: ZERO };
  const left = new Set<string>(excluded);
  for (let at = 0; at < contracts.length; at += ACCOUNT_BYTES)
    left.add(toBinary(contracts.subarray(at, at + ACCOUNT_BYTES)));
  const cells = accounts.pieces.reduce((sum, { stages }) => sum + stages.length, 0);
  const entries = new Uint8Array(cells * ENTRY_BYTES);
  let total = ZERO;
  let end = 0;
  forEachRecord(accounts, (piece, keyAt, valueAt) => {
    const balance = readU128(piece, valueAt);
    const key = toBinary(piece.subarray(keyAt, keyAt + ACCOUNT_BYTES)) as AccountId;
    if (balance === ZERO || left.has(key) || isSystemAccount(key)) return;
    entries.set(piece.subarray(keyAt, keyAt + ACCOUNT_BYTES), end);
    entries.set(piece.subarray(valueAt, valueAt + BALANCE_BYTES), end + ACCOUNT_BYTES);
    total += balance;
    end += ENTRY_BYTES;
  });
  return { entries: sortedEntries(entries.subarray(0, end)), count: end / ENTRY_BYTES, total };
}

export const rootOf = (entries: Uint8Array): string => toHex(sha256(entries));

export const shareOf = (total: bigint, bps: number): bigint => (total * BigInt(bps)) / WHOLE_BPS;

export const weightOf = (balance: bigint, cap: bigint): bigint => (balance < cap ? balance : cap);

export const accountAt = (entries: Uint8Array, index: number): AccountId =>
  accountOfBytes(entries.slice(index * ENTRY_BYTES, index * ENTRY_BYTES + ACCOUNT_BYTES));

export const balanceAt = (entries: Uint8Array, index: number): bigint =>
  readU128(entries, index * ENTRY_BYTES + ACCOUNT_BYTES);

/** An entry as it is hashed. */
export function entryOf(account: AccountId, balance: bigint): Uint8Array {
  const entry = new Uint8Array(ENTRY_BYTES);
  entry.set(accountBytes(account));
  writeU128(entry, ACCOUNT_BYTES, balance);
  return entry;
}

/** The balance of an account in sorted entries; 0 when it is not among them. */
function balanceIn(entries: Uint8Array, account: Uint8Array): bigint {
  let low = 0;
  let high = entries.length / ENTRY_BYTES - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const at = middle * ENTRY_BYTES;
    const order = compareBytes(entries.subarray(at, at + ACCOUNT_BYTES), account);
    if (order === 0) return balanceAt(entries, middle);
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return ZERO;
}

/** Keeps the list of a proposal. Its bytes count as bytes of all services. */
export async function keepList(scene: Scene, key: Uint8Array, { entries }: Pick<WeightList, 'entries'>): Promise<void> {
  const pieceBytes = PIECE_ENTRIES * ENTRY_BYTES;
  for (let at = 0; at < entries.length; at += pieceBytes) {
    const piece = entries.subarray(at, at + pieceBytes);
    scene.put(listPieces, keyOf(key, piece.subarray(0, ACCOUNT_BYTES)), piece);
  }
  await countBytes(scene, entries.length);
}

/** Drops a list that nobody will count with. */
export async function dropList(scene: Scene, key: Uint8Array): Promise<void> {
  let bytes = 0;
  for (;;) {
    const found = await scene.range(listPieces, key, { limit: 256 });
    if (found.length === 0) break;
    for (const piece of found) {
      scene.delete(listPieces, piece.key);
      bytes += piece.value.length;
    }
  }
  await countBytes(scene, -bytes);
}

async function countBytes(scene: Scene, bytes: number): Promise<void> {
  const usage = (await scene.get(usages, TOTAL_USAGE)) ?? { records: 0, bytes: 0 };
  addUsage(scene, TOTAL_USAGE, usage, 0, bytes);
}

/** Balances of one list. Who asks for accounts in ascending order reads each piece once. */
export class ListReader {
  #piece: Uint8Array | undefined;
  #last: Uint8Array | undefined;

  constructor(
    private readonly scene: SceneReader,
    private readonly key: Uint8Array,
  ) {}

  /** Whether this node has the list. */
  async isHere(): Promise<boolean> {
    return (await this.scene.range(listPieces, this.key, { limit: 1 })).length > 0;
  }

  /** In quanta; 0 for an account that is not in the list. */
  async balance(account: AccountId): Promise<bigint> {
    const wanted = accountBytes(account);
    if (!this.#holds(wanted)) await this.#seek(wanted);
    return this.#piece ? balanceIn(this.#piece, wanted) : ZERO;
  }

  #holds(account: Uint8Array): boolean {
    const piece = this.#piece;
    if (!piece || !this.#last) return false;
    return compareBytes(piece.subarray(0, ACCOUNT_BYTES), account) <= 0 && compareBytes(account, this.#last) <= 0;
  }

  async #seek(account: Uint8Array): Promise<void> {
    const behind = keyOf(this.key, account, 0);
    const [found] = await this.scene.range(listPieces, this.key, { reverse: true, limit: 1, behind });
    this.#piece = found?.value;
    this.#last = found?.value.subarray(found.value.length - ENTRY_BYTES, found.value.length - BALANCE_BYTES);
  }
}
