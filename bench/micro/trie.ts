/** Bench of the state: the root of a block's changes over many accounts, and loading them at start.
 *
 *  In: how many accounts and changes. Out: milliseconds of the calling thread, and ratios inside this run. The naive way
 *  is the same trie with one node:crypto call for every hash, so the ratio shows what batching alone gives. Left out:
 *  applying transactions, and writing the changes to disk. */

import { createHash } from 'node:crypto';
import { asBuffer, readU128, writeU128 } from '../../engine/base/bytes.js';
import { invariant } from '../../engine/base/refusal.js';
import { Overlay, State } from '../../engine/state/state.js';
import { defineTable, type Table } from '../../engine/state/table.js';
import { oneByOne, portableTrieHashing, type TrieHashing, trieHashing } from '../../engine/state/trieHashing.js';

interface Account {
  readonly balance: bigint;
  readonly nonce: bigint;
}

/** Values of 32 bytes, as an account has. */
const accounts: Table<Account> = defineTable({
  id: 1,
  name: 'accounts',
  encode: ({ balance, nonce }) => {
    const bytes = new Uint8Array(32);
    writeU128(bytes, 0, balance);
    writeU128(bytes, 16, nonce);
    return bytes;
  },
  decode: (bytes) => ({ balance: readU128(bytes, 0), nonce: readU128(bytes, 16) }),
});

const naiveHashing = oneByOne('one call per hash', (message) => createHash('sha256').update(message).digest());

/** 32 bytes that look random and are the same in every run. */
const accountKey = (index: number): string =>
  createHash('sha256').update(`account ${index}`).digest().toString('latin1');

function load(keys: readonly string[], hashing: TrieHashing): State {
  const state = new State([accounts], hashing);
  const value = new Uint8Array(32);
  for (const [index, key] of keys.entries()) {
    asBuffer(value).writeUInt32BE(index, 12);
    state.load(accounts.id, key, value);
  }
  state.finishLoad();
  return state;
}

/** A block's worth of changed accounts, another set in every round, spread over all of them. */
function overlayOf(state: State, keys: readonly string[], changes: number, round: number): Overlay {
  const overlay = new Overlay(state);
  const step = Math.max(1, Math.floor(keys.length / changes));
  for (let change = 0; change < changes; change++) {
    const key = keys[(change * step + round) % keys.length] as string;
    const account = state.get(accounts, key) as Account;
    overlay.put(accounts, key, { balance: account.balance + 1n, nonce: account.nonce + 1n });
  }
  return overlay;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

function timed<T>(work: () => T): { readonly milliseconds: number; readonly value: T } {
  const start = performance.now();
  const value = work();
  return { milliseconds: performance.now() - start, value };
}

export interface TrieFigure {
  readonly name: string;
  readonly milliseconds: number;
  /** Time of the naive way divided by this time. */
  readonly ratio?: number;
}

const WARM_UP_ROUNDS = 3;
const ROUNDS = 7;

interface Rounds {
  /** Medians in milliseconds. */
  readonly prepare: number;
  readonly commit: number;
  readonly revert: number;
  readonly root: Uint8Array;
}

function blocks(state: State, keys: readonly string[], changes: number): Rounds {
  const prepares: number[] = [];
  const commits: number[] = [];
  const reverts: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    const overlay = overlayOf(state, keys, changes, round);
    const tried = timed(() => state.prepare(overlay));
    invariant(tried.value.changes.length === changes, 'the bench changed another number of records than it should');
    reverts.push(timed(() => tried.value.revert()).milliseconds);
    const { milliseconds, value } = timed(() => state.prepare(overlay));
    prepares.push(milliseconds);
    commits.push(timed(() => value.commit()).milliseconds);
  }
  return {
    prepare: median(prepares.slice(WARM_UP_ROUNDS)),
    commit: median(commits.slice(WARM_UP_ROUNDS)),
    revert: median(reverts.slice(WARM_UP_ROUNDS)),
    root: state.root(),
  };
}

function readTimes(state: State, keys: readonly string[]): TrieFigure[] {
  const reads = 200_000;
  const picks = Array.from({ length: reads }, (_, index) => keys[(index * 7919) % keys.length] as string);
  const overlay = new Overlay(state);
  const value: Account = { balance: 1n, nonce: 1n };
  const get = (): void => {
    for (const key of picks) invariant(state.get(accounts, key), 'an account is missing');
  };
  get();
  const name = (what: string): string => `${what}, ${reads} at random`;
  return [
    { name: name('State.get'), milliseconds: timed(get).milliseconds },
    {
      name: name('Overlay.put'),
      milliseconds: timed(() => {
        for (const key of picks) overlay.put(accounts, key, value);
      }).milliseconds,
    },
    {
      name: name('Overlay.get'),
      milliseconds: timed(() => {
        for (const key of picks) invariant(overlay.get(accounts, key), 'an account is missing');
      }).milliseconds,
    },
  ];
}

export const trie = {
  name: 'trie',
  about: 'state root of a block of changes over many accounts, batched against one node:crypto call per hash',
  async run(options: { accounts?: number; changes?: number } = {}): Promise<TrieFigure[]> {
    const count = options.accounts ?? 1_000_000;
    const changes = Math.min(options.changes ?? 20_000, count);
    const keys = Array.from({ length: count }, (_, index) => accountKey(index));
    const what = `${changes} changes over ${count} accounts`;
    const figures: TrieFigure[] = [];
    const runs = [naiveHashing, portableTrieHashing, trieHashing].map((hashing) => {
      const loaded = timed(() => load(keys, hashing));
      const rounds = blocks(loaded.value, keys, changes);
      figures.push({ name: `load, ${hashing.name}: ${count} accounts`, milliseconds: loaded.milliseconds });
      if (hashing === trieHashing) figures.push(...readTimes(loaded.value, keys));
      return { hashing, rounds };
    });
    const naive = runs[0]?.rounds as Rounds;
    for (const { hashing, rounds } of runs) {
      invariant(Buffer.compare(rounds.root, naive.root) === 0, 'two ways of hashing gave two roots');
      const ratio = naive.prepare / rounds.prepare;
      figures.push({ name: `root, ${hashing.name}: ${what}`, milliseconds: rounds.prepare, ratio });
      figures.push({ name: `revert, ${hashing.name}: ${what}`, milliseconds: rounds.revert });
      figures.push({ name: `commit, ${hashing.name}: ${what}`, milliseconds: rounds.commit });
    }
    return figures;
  },
};
