/** Bench of the state: the root of a block's changes over many accounts, and loading them at start.
 *
 *  In: how many accounts and changes. Out: milliseconds of the calling thread, and ratios inside this run. The naive way
 *  is the same trie with one node:crypto call for every hash, so the ratio shows what batching alone gains. Left out:
 *  applying transactions, and writing the changes to disk. */

import { createHash } from 'node:crypto';
import { asBuffer, bytesEqual } from '../../engine/base/bytes.js';
import { invariant } from '../../engine/base/refusal.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { Overlay, State } from '../../engine/state/state.js';
import { defineTable, type Table } from '../../engine/state/table.js';
import { oneByOne, portableTrieHashing, type TrieHashing, trieHashing } from '../../engine/state/trieHashing.js';
import { type BenchDefinition, besideFigure, type Figure, figureOf, ratioAtLeast } from '../figures.js';
import { timed } from '../measure.js';

/** Values of 32 bytes, as an account has, and kept as bytes: encoding an account is not what is measured here. */
const accounts: Table<Uint8Array> = defineTable({
  id: 1,
  name: 'accounts',
  encode: (value) => value.slice(),
  decode: (bytes) => bytes.slice(),
});

const naiveHashing = oneByOne('one call per hash', (message) => createHash('sha256').update(message).digest());

/** 32 bytes that look random and are the same in every run. */
const accountKey = (index: number): string =>
  createHash('sha256').update(`account ${index}`).digest().toString('latin1');

function load(keys: readonly string[], hashing: TrieHashing): State {
  const state = new State([accounts], nativeProtocol.stateTree, hashing);
  const value = new Uint8Array(32);
  for (const [index, key] of keys.entries()) {
    asBuffer(value).writeUInt32BE(index, 12);
    state.load(accounts.id, key, value);
  }
  state.finishLoad();
  return state;
}

/** One block's changed accounts: another set in every round, spread over all accounts. */
function overlayOf(state: State, keys: readonly string[], changes: number, round: number): Overlay {
  const overlay = new Overlay(state);
  const step = Math.max(1, Math.floor(keys.length / changes));
  for (let change = 0; change < changes; change++) {
    const key = keys[(change * step + round) % keys.length] as string;
    const value = (state.get(accounts, key) as Uint8Array).slice();
    value[0] = round;
    value[1] = (value[1] as number) + 1;
    overlay.put(accounts, key, value);
  }
  return overlay;
}

const WARM_UP_ROUNDS = 3;
const ROUNDS = 7;

interface Rounds {
  /** Milliseconds, one per round. */
  readonly prepare: readonly number[];
  readonly commit: readonly number[];
  readonly revert: readonly number[];
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
    prepare: prepares.slice(WARM_UP_ROUNDS),
    commit: commits.slice(WARM_UP_ROUNDS),
    revert: reverts.slice(WARM_UP_ROUNDS),
    root: state.root(),
  };
}

function readTimes(state: State, keys: readonly string[]): Figure[] {
  const reads = 200_000;
  const picks = Array.from({ length: reads }, (_, index) => keys[(index * 7919) % keys.length] as string);
  const overlay = new Overlay(state);
  const value = new Uint8Array(32);
  const get = (): void => {
    for (const key of picks) invariant(state.get(accounts, key), 'an account is missing');
  };
  get();
  const perRead = (name: string, work: () => void): Figure =>
    figureOf(`${name}, each of ${reads} at random`, [(timed(work).milliseconds * 1_000) / reads], 'us');
  return [
    perRead('State.get', get),
    perRead('Overlay.put', () => {
      for (const key of picks) overlay.put(accounts, key, value);
    }),
    perRead('Overlay.get', () => {
      for (const key of picks) invariant(overlay.get(accounts, key), 'an account is missing');
    }),
  ];
}

/** One hash per call takes at least this many times as long. */
const ROOT_RATIO = 4;

function measure(count: number, changes: number): Figure[] {
  const keys = Array.from({ length: count }, (_, index) => accountKey(index));
  const what = `${changes} changes over ${count} accounts`;
  const reads: Figure[] = [];
  const [naive, portable, engine] = [naiveHashing, portableTrieHashing, trieHashing].map((hashing) => {
    const loaded = timed(() => load(keys, hashing));
    const rounds = blocks(loaded.value, keys, changes);
    if (hashing === trieHashing) reads.push(...readTimes(loaded.value, keys));
    const loading = figureOf(`load ${count} accounts, ${hashing.name}`, [loaded.milliseconds], 'ms');
    return { name: hashing.name, rounds, loading };
  });
  invariant(naive && portable && engine, 'three ways of hashing');
  for (const { rounds } of [naive, portable])
    invariant(bytesEqual(rounds.root, engine.rounds.root), 'two ways of hashing gave two roots');
  const beside = (way: typeof naive): Figure =>
    besideFigure(`root of ${what}, ${way.name}`, way.rounds.prepare, engine.rounds.prepare, 'ms');
  return [
    figureOf(`root of ${what}, ${engine.name}`, engine.rounds.prepare, 'ms'),
    ratioAtLeast(beside(naive), ROOT_RATIO),
    beside(portable),
    figureOf(`revert of ${what}`, engine.rounds.revert, 'ms'),
    figureOf(`commit of ${what}`, engine.rounds.commit, 'ms'),
    ...reads,
    engine.loading,
    naive.loading,
    portable.loading,
  ];
}

/** The bench over the given number of accounts. */
export const trieOver = (accounts: number, changes: number): BenchDefinition => ({
  name: 'trie',
  about: `state root of a block of changes over ${accounts} accounts, batched, beside one node:crypto call per hash`,
  async run({ quick }) {
    return quick ? measure(10_000, 1_000) : measure(accounts, changes);
  },
});

export const trie = trieOver(1_000_000, 20_000);
