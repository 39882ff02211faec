/** Deposit addresses of the Bitcoin bridge: a pool that the relayer fills, and to whom each one was given.
 *
 *  In: addresses with their indexes in the relayer's wallet, recipients. Out: the address of a recipient, always the same one. An address is given
 *  to one recipient for ever, the first of the pool first, and only once that is on the disk. */

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { readBtcAddress, scriptKey } from '../../engine/bridge/btc/address.js';
import type { BtcBridgeRules } from '../../engine/bridge/btc/rules.js';
import { depositRecipient } from '../../engine/bridge/deposit.js';
import type { AssignedDeposits, DepositAddress, PoolEntry } from '../../engine/bridge/depositPool.js';
import { type AccountId, resolveAccount } from '../../engine/crypto/address.js';
import { syncDirectory, syncFile } from '../config/durableFile.js';
import { endPath, RecordFile } from './recordFile.js';

/** In the data directory. */
export const ADDRESSES_FILE = 'bridge-addresses.log';

/** Addresses that wait to be given away: a relayer tops them up to some hundred. */
const MOST_IN_POOL = 10_000;

type StoredRecord =
  | { readonly pool: readonly (readonly [index: number, address: string])[] }
  | { readonly assign: string; readonly recipient: string; readonly at: number };

/** What a new file begins with. */
const nothing: StoredRecord = { pool: [] };

const noneLeft = (): Refusal =>
  refuse('busy', 'No deposit address available yet — the relayer is topping up the pool, try again shortly.');

export interface DepositAddressesParts {
  readonly rules: Pick<BtcBridgeRules, 'network' | 'custody'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export class DepositAddresses implements AssignedDeposits {
  /** Called with addresses that are new to this node. */
  onKnown: (addresses: readonly string[]) => void = () => {};
  /** By script. */
  readonly #known = new Map<string, DepositAddress>();
  readonly #pool: DepositAddress[] = [];
  readonly #byAccount = new Map<AccountId, DepositAddress>();
  #maxIndex = -1;
  /** Assignments and additions one after the other: what one decides, the next one sees. */
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly file: RecordFile,
    private readonly parts: DepositAddressesParts,
  ) {}

  /** @returns a sentence for the operator when the file cannot be used. */
  static async open(dataDir: string, parts: DepositAddressesParts): Promise<DepositAddresses | Refusal> {
    const opened = await RecordFile.open(join(dataDir, ADDRESSES_FILE), JSON.stringify(nothing));
    if (isRefusal(opened)) return opened;
    const addresses = new DepositAddresses(opened.file, parts);
    for (const json of opened.records) {
      const record = JSON.parse(json) as StoredRecord;
      const fault = 'pool' in record ? addresses.#pooled(record.pool) : addresses.#assigned(record);
      if (fault === undefined) continue;
      await opened.file.close();
      return refuse('internal', `${opened.file.path}: ${fault}`);
    }
    return addresses;
  }

  get poolRemaining(): number {
    return this.#pool.length;
  }

  get maxIndex(): number {
    return this.#maxIndex;
  }

  all(): readonly DepositAddress[] {
    return [...this.#known.values()];
  }

  assigned(): readonly DepositAddress[] {
    return [...this.#byAccount.values()];
  }

  assign(text: string, fault: Parameters<AssignedDeposits['assign']>[1] = () => undefined): Promise<string | Refusal> {
    const recipient = depositRecipient(text);
    if (isRefusal(recipient)) return Promise.resolve(recipient);
    return this.#inTurn(() => this.#assign(recipient, fault));
  }

  add(entries: readonly PoolEntry[]): Promise<number | Refusal> {
    return this.#inTurn(() => this.#add(entries));
  }

  /** Copies the file and its end, as they are between two records. @param directory a copy of the data directory. */
  backup(directory: string): Promise<void> {
    return this.#inTurn(async () => {
      const path = join(directory, ADDRESSES_FILE);
      const copies = [
        [this.file.path, path],
        [endPath(this.file.path), endPath(path)],
      ] as const;
      for (const [from, to] of copies) {
        await copyFile(from, to);
        syncFile(to);
      }
      syncDirectory(directory);
    });
  }

  async close(): Promise<void> {
    await this.#queue;
    await this.file.close();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #assign(
    recipient: string,
    fault: NonNullable<Parameters<AssignedDeposits['assign']>[1]>,
  ): Promise<string | Refusal> {
    const account = resolveAccount(recipient)?.account as AccountId;
    const own = this.#byAccount.get(account);
    if (own) return own.address;
    const [next] = this.#pool;
    if (!next) return noneLeft();
    const denied = fault(account, this.#pool.length);
    if (denied) return denied;
    const record = { assign: next.address, recipient, at: Math.floor(this.parts.now() / 1_000) };
    const refused = await this.file.append(JSON.stringify(record satisfies StoredRecord));
    if (refused) return refused;
    this.#assigned(record);
    return next.address;
  }

  async #add(entries: readonly PoolEntry[]): Promise<number | Refusal> {
    const fresh = new Map<string, readonly [number, string]>();
    // The relayer finds the key of an address by its index: one index is one address.
    const indexes = new Set(this.all().map(({ index }) => index));
    for (const { index, address } of entries) {
      const read = this.#usable(address);
      if (!read || fresh.has(read.script) || indexes.has(index) || !Number.isSafeInteger(index) || index < 0) continue;
      indexes.add(index);
      fresh.set(read.script, [index, read.text]);
    }
    const pool = [...fresh.values()].slice(0, Math.max(0, MOST_IN_POOL - this.#pool.length));
    if (pool.length === 0) return 0;
    const refused = await this.file.append(JSON.stringify({ pool } satisfies StoredRecord));
    if (refused) return refused;
    this.#pooled(pool);
    this.onKnown(pool.map(([, address]) => address));
    return pool.length;
  }

  /** Custody is no deposit address, and no address is given away twice. */
  #usable(text: string): { readonly text: string; readonly script: string } | undefined {
    const { network, custody } = this.parts.rules;
    const address = readBtcAddress(text, network);
    if (isRefusal(address)) return undefined;
    const script = scriptKey(address.script);
    if (script === scriptKey(custody.script) || this.#known.has(script)) return undefined;
    return { text: address.text, script };
  }

  /** @returns what is wrong with a record. */
  #pooled(pool: readonly (readonly [number, string])[]): string | undefined {
    for (const [index, address] of pool) {
      const read = this.#usable(address);
      if (!read)
        return `${address} is no deposit address of this bridge: the custody address or the network was changed, or it is there twice`;
      const entry: DepositAddress = { address: read.text, index, recipient: undefined };
      this.#known.set(read.script, entry);
      this.#pool.push(entry);
      this.#maxIndex = Math.max(this.#maxIndex, index);
    }
    return undefined;
  }

  #assigned({ assign, recipient }: { readonly assign: string; readonly recipient: string }): string | undefined {
    const [next] = this.#pool;
    const account = resolveAccount(recipient)?.account;
    if (next?.address !== assign || account === undefined || this.#byAccount.has(account))
      return `${assign} is given to somebody out of turn`;
    this.#pool.shift();
    const entry: DepositAddress = { ...next, recipient };
    const read = readBtcAddress(assign, this.parts.rules.network);
    if (!isRefusal(read)) this.#known.set(scriptKey(read.script), entry);
    this.#byAccount.set(account, entry);
    return undefined;
  }
}
