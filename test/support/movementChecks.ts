/** Movements against the state: the movements that a transaction reports equal the changes in the records of accounts, tokens,
 *  shares and NFTs, and every account concerned has the transaction in its history. */

import { XRGE } from '../../engine/base/amounts.js';
import { binaryToHex } from '../../engine/base/bytes.js';
import { burnAccount } from '../../engine/crypto/address.js';
import type { Outcome } from '../../engine/ledger/execution.js';
import type { Moved } from '../../engine/ledger/movement.js';
import { movementsOf } from '../../engine/ledger/movementViews.js';
import { type Nft, nfts } from '../../engine/ledger/nftTables.js';
import { lpBalances } from '../../engine/ledger/poolTables.js';
import { type Account, accounts, tokenBalances } from '../../engine/ledger/tables.js';
import type { Table } from '../../engine/state/table.js';

/** A record before and after a transaction; undefined where there is none. */
export interface Change {
  readonly table: Table<unknown>;
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Amounts by account and asset, zero ones left out. */
class Sheet {
  readonly #sums = new Map<string, bigint>();

  add(account: string | undefined, asset: string, amount: bigint): void {
    // What is sent to the burn address is destroyed, not held.
    if (account === undefined || account === burnAccount || amount === 0n) return;
    const name = `${binaryToHex(account)} ${asset}`;
    const sum = (this.#sums.get(name) ?? 0n) + amount;
    if (sum === 0n) this.#sums.delete(name);
    else this.#sums.set(name, sum);
  }

  get lines(): readonly string[] {
    return [...this.#sums].map(([name, sum]) => `${name} ${sum}`).sort();
  }
}

const ACCOUNT_BYTES = 32;
const accountIn = (key: string): string => key.slice(0, ACCOUNT_BYTES);
const nameIn = (key: string): string => key.slice(ACCOUNT_BYTES);

function changed(changes: readonly Change[]): readonly string[] {
  const sheet = new Sheet();
  const amount = (value: unknown): bigint => (value as bigint | undefined) ?? 0n;
  for (const { table, key, before, after } of changes) {
    const { name } = table as { readonly name: string };
    const balance = (value: unknown): bigint => (value as Account | undefined)?.balance ?? 0n;
    if (name === accounts.name) sheet.add(key, XRGE, balance(after) - balance(before));
    else if (name === tokenBalances.name) sheet.add(accountIn(key), nameIn(key), amount(after) - amount(before));
    else if (name === lpBalances.name) sheet.add(accountIn(key), `LP ${nameIn(key)}`, amount(after) - amount(before));
    else if (name === nfts.name) {
      sheet.add((before as Nft | undefined)?.owner, 'NFT', -1n);
      sheet.add((after as Nft | undefined)?.owner, 'NFT', 1n);
    }
  }
  return sheet.lines;
}

function assetOf(moved: Moved): readonly [asset: string, amount: bigint] {
  if (moved.asset === 'token') return [moved.token, moved.amount];
  return moved.asset === 'lp' ? [`LP ${moved.poolId}`, moved.amount] : ['NFT', BigInt(moved.count)];
}

/** One sentence for each change that a transaction does not report, and for each report without a change. */
export function unexplained(outcome: Outcome, changes: readonly Change[]): readonly string[] {
  const { transaction, fee, failure, result, parties } = outcome;
  const movements = movementsOf(transaction, { fee, failure: failure?.message ?? '', result });
  const sheet = new Sheet();
  for (const { from, to, moved } of movements) {
    const [asset, amount] = assetOf(moved);
    sheet.add(from, asset, -amount);
    sheet.add(to, asset, amount);
  }
  const [says, did] = [sheet.lines, changed(changes)];
  const known = new Set<string | undefined>([undefined, ...parties.map(({ account }) => account)]);
  const strangers = movements.flatMap(({ from, to }) => [from, to]).filter((account) => !known.has(account));
  return [
    ...(says.join() === did.join() ? [] : [`a ${transaction.operation} says ${says.join()}, but did ${did.join()}`]),
    ...strangers.map((account) => `a ${transaction.operation} is not in the history of ${binaryToHex(account ?? '')}`),
  ];
}
