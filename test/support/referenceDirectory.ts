/** The rules of the directory, for the reference ledger: lists that are searched from end to end. */

import { createHash } from 'node:crypto';
import { type AccountId, accountBytes } from '../../engine/crypto/address.js';
import * as tables from '../../engine/ledger/directoryTables.js';
import { SINGLE } from '../../engine/ledger/tables.js';
import type { State } from '../../engine/state/state.js';
import {
  type DirectoryAction,
  deed,
  line,
  type Moment,
  type RegisterWallet,
  type Verdict,
} from './referenceActions.js';

interface Registered extends RegisterWallet {
  readonly number: number;
  readonly createdAt: number;
}

const FREE_EVERY_MS = 1_000;
const FREE_AT_ONCE = 600;
const LEAST_TIP = 100_000_000n;

/** The names of the workload have Latin letters and single spaces. */
const folded = (name: string): string => name.normalize('NFD').replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const sha = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest().toString('latin1');

export class ReferenceDirectory {
  readonly wallets = new Map<AccountId, Registered>();
  /** By name in small letters. */
  readonly names = new Map<string, { readonly owner: AccountId; readonly at: number }>();
  /** Header times of the free transactions, each moved to when its place was free again. */
  #taken: number | undefined;

  /** @param publicKeys of all signers, in hex. */
  constructor(private readonly publicKeys: ReadonlyMap<AccountId, string>) {}

  #next(time: number): number {
    const earliest = time - FREE_EVERY_MS * FREE_AT_ONCE;
    return (this.#taken === undefined || this.#taken < earliest ? earliest : this.#taken) + FREE_EVERY_MS;
  }

  nameOf(account: AccountId): string | undefined {
    return [...this.names].find(([, { owner }]) => owner === account)?.[0];
  }

  /** Whether it names the wallet of its signer. */
  #isOwn({ account, walletId }: Extract<DirectoryAction, { kind: 'register_name' }>, signer: AccountId): boolean {
    if (account !== undefined) return account === signer;
    const { id, encryptionKey } = this.wallets.get(signer) ?? {};
    return id === walletId || encryptionKey === walletId;
  }

  /** @returns the code of the refusal; `busy` for what waits for a free place. */
  refuses(action: DirectoryAction, signer: AccountId, tip: bigint, time: number): string | undefined {
    return this.#refuses(action, signer) ?? (tip < LEAST_TIP && this.#next(time) > time ? 'busy' : undefined);
  }

  #refuses(action: DirectoryAction, signer: AccountId): string | undefined {
    const others = [...this.wallets].filter(([account]) => account !== signer).map(([, wallet]) => wallet);
    switch (action.kind) {
      case 'register_wallet': {
        const isTaken = others.some(
          ({ id, displayName }) =>
            (id !== undefined && id === action.id) || folded(displayName) === folded(action.displayName),
        );
        return isTaken ? 'already_exists' : undefined;
      }
      case 'register_name': {
        if (!this.wallets.has(signer)) return 'not_found';
        if (!this.#isOwn(action, signer)) return 'not_authorized';
        const isTaken = this.names.has(action.name.toLowerCase()) || this.nameOf(signer) !== undefined;
        return isTaken ? 'already_exists' : undefined;
      }
      case 'release_name': {
        const entry = this.names.get(action.name.toLowerCase());
        if (!entry) return 'not_found';
        return entry.owner === signer ? undefined : 'not_authorized';
      }
    }
  }

  /** An admitted one never fails. */
  run(action: DirectoryAction, signer: AccountId, tip: bigint, { time }: Moment): Verdict {
    if (tip < LEAST_TIP) this.#taken = this.#next(time);
    if (action.kind === 'register_name') this.names.set(action.name.toLowerCase(), { owner: signer, at: time });
    else if (action.kind === 'release_name') this.names.delete(action.name.toLowerCase());
    else {
      const { number = this.wallets.size + 1, createdAt = time } = this.wallets.get(signer) ?? {};
      this.wallets.set(signer, { ...action, number, createdAt });
    }
    return deed([]);
  }

  records(out: Map<string, string>): void {
    for (const [account, wallet] of this.wallets) {
      const { number, createdAt, discoverable, encryptionKey, id, displayName, avatar } = wallet;
      const key = this.publicKeys.get(account);
      const record = line(
        number,
        createdAt,
        discoverable,
        sha(encryptionKey),
        key,
        JSON.stringify([id ?? '', displayName]),
      );
      out.set(`${tables.wallets.name}/${account}`, record);
      if (id !== undefined) out.set(`${tables.walletIds.name}/${id}`, account);
      out.set(`${tables.walletNames.name}/${Buffer.from(folded(displayName)).toString('latin1')}`, account);
      const others = [...this.wallets].filter(([, other]) => other.encryptionKey === encryptionKey);
      out.set(`${tables.encryptionKeys.name}/${sha(encryptionKey)}`, line(...others.map(([other]) => other).sort()));
      if (avatar !== undefined) out.set(`${tables.avatars.name}/${account}`, avatar);
    }
    for (const [name, { owner, at }] of this.names) {
      out.set(`${tables.names.name}/${name}`, line(owner, at));
      out.set(`${tables.namesByOwner.name}/${owner}`, name);
    }
    if (this.#taken !== undefined) out.set(`${tables.directoryPace.name}/${SINGLE}`, String(this.#taken));
  }
}

/** The same records of a real state. */
export function directoryRecordsOf(state: State, out: Map<string, string>): void {
  const hexOf = (binary: string): string => Buffer.from(binary, 'latin1').toString('hex');
  for (const [account, wallet] of state.entries(tables.wallets)) {
    const { number, createdAt, discoverable, encryptionKey, signingKey, id, displayName } = wallet;
    out.set(
      `${tables.wallets.name}/${account}`,
      line(
        number,
        createdAt,
        discoverable,
        sha(hexOf(encryptionKey)),
        hexOf(signingKey),
        JSON.stringify([id, displayName]),
      ),
    );
  }
  for (const table of [tables.walletIds, tables.walletNames, tables.avatars, tables.namesByOwner])
    for (const [key, value] of state.entries<string>(table)) out.set(`${table.name}/${key}`, value);
  for (const [hash, { count, accounts }] of state.entries(tables.encryptionKeys)) {
    const owners = [...state.entries(tables.wallets)]
      .filter(([, { encryptionKey }]) => sha(hexOf(encryptionKey)) === hash)
      .map(([account]) => account as AccountId);
    const all = [...owners.map((owner) => accountBytes(owner)), accountBytes(accounts)];
    // What all of them leave over is nothing, bit by bit.
    const rest = all.reduce((sum, bytes) => sum.map((byte, at) => byte ^ (bytes[at] as number)), new Uint8Array(32));
    const isSound = owners.length === count && rest.every((byte) => byte === 0);
    out.set(`${tables.encryptionKeys.name}/${hash}`, isSound ? line(...owners.sort()) : 'owners do not add up');
  }
  for (const [name, { owner, registeredAt }] of state.entries(tables.names))
    out.set(`${tables.names.name}/${name}`, line(owner, registeredAt));
  for (const [key, time] of state.entries(tables.directoryPace))
    out.set(`${tables.directoryPace.name}/${key}`, String(time));
}
