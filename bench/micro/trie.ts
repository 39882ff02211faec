/** Bench of the state: the root of a block's changes over many accounts, and loading them at start.
 *
 *  In: how many accounts and changes. Out: milliseconds of the calling thread, and ratios inside this run. The naive way
 *  is the same trie with one node:crypto call for every hash, so the ratio shows what batching alone gains. Left out:
 *  applying transactions, and writing the changes to disk. */

import { createHash } from 'node:crypto';
import { asBuffer, bytesEqual } from '../../engine/base/bytes.js';
import { invariant } from '../../engine/base/refusal.js';
import { type BatchHashing, batchHashing, oneByOne, portableHashing } from '../../engine/crypto/batchHashing.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { Overlay, type Prepared, State } from '../../engine/state/state.js';
import { defineTable, type Table } from '../../engine/state/table.js';
import { type BenchDefinition, besideFigure, type Figure, figureOf, ratioAtLeast } from '../figures.js';
import { type Timed, timed } from '../measure.js';

/** Values of 32 bytes, as an account has, and kept as bytes: encoding an account is not what is measured here. */
const accounts: Table<Uint8Array> = defineTable({
  id: 1,
  name: 'accounts',
  encode: (value) => value.slice(),
  decode: (bytes) => bytes.slice(),
});

const naiveHashing = oneByOne('one call per hash', (message) => createHash('sha256').update(message).digest());

/** The engine's way last: its state is the one that the rounds work on. */
const ways: readonly BatchHashing[] = [naiveHashing, portableHashing, batchHashing];

/** Hashes in the way that is its turn, so that all of them work on one state, each in every round. */
class TakingTurns implements BatchHashing {
  readonly name = 'in turns';
  way = batchHashing;
  readonly hashPairs: BatchHashing['hashPairs'] = (inputs, outputs) => this.way.hashPairs(inputs, outputs);
  readonly hashMessages: BatchHashing['hashMessages'] = (messages, outputs) => this.way.hashMessages(messages, outputs);
}

/** 32 bytes that look random and are the same in every run. */
const accountKey = (index: number): string =>
  createHash('sha256').update(`account ${index}`).digest().toString('latin1');

function load(keys: readonly string[], hashing: BatchHashing): State {
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
  readonly prepares: ReadonlyMap<BatchHashing, readonly number[]>;
  readonly reverts: readonly number[];
  readonly commits: readonly number[];
}

function blocks(state: State, turns: TakingTurns, keys: readonly string[], changes: number): Rounds {
  const prepares = new Map<BatchHashing, number[]>(ways.map((way) => [way, []]));
  const reverts: number[] = [];
  const commits: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    const overlay = overlayOf(state, keys, changes, round);
    const isMeasured = round >= WARM_UP_ROUNDS;
    const prepareBy = (way: BatchHashing): Timed<Prepared> => {
      turns.way = way;
      return timed(() => state.prepare(overlay));
    };
    // Whichever way comes first would find the changed records outside the caches.
    const { root, changes: changed, revert } = prepareBy(batchHashing).value;
    invariant(changed.length === changes, 'the bench changed another number of records than it should');
    revert();
    const first = round % ways.length;
    for (const way of [...ways.slice(first), ...ways.slice(0, first)]) {
      const { milliseconds, value } = prepareBy(way);
      invariant(bytesEqual(value.root, root), 'two ways of hashing gave two roots');
      const reverted = timed(() => value.revert()).milliseconds;
      if (!isMeasured) continue;
      prepares.get(way)?.push(milliseconds);
      if (way === batchHashing) reverts.push(reverted);
    }
    const { value } = prepareBy(batchHashing);
    const committed = timed(() => value.commit()).milliseconds;
    if (isMeasured) commits.push(committed);
  }
  return { prepares, reverts, commits };
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
  const turns = new TakingTurns();
  const loading: Figure[] = [];
  let state: State | undefined;
  for (const way of ways) {
    turns.way = way;
    const { milliseconds, value } = timed(() => load(keys, turns));
    loading.push(figureOf(`load ${count} accounts, ${way.name}`, [milliseconds], 'ms'));
    state = value;
  }
  invariant(state, 'a state was loaded');
  const { prepares, reverts, commits } = blocks(state, turns, keys, changes);
  const of = (way: BatchHashing): readonly number[] => prepares.get(way) ?? [];
  const beside = (way: BatchHashing): Figure =>
    besideFigure(`root of ${what}, ${way.name}`, of(way), of(batchHashing), 'ms');
  return [
    figureOf(`root of ${what}, ${batchHashing.name}`, of(batchHashing), 'ms'),
    ratioAtLeast(beside(naiveHashing), ROOT_RATIO),
    beside(portableHashing),
    figureOf(`revert of ${what}`, reverts, 'ms'),
    figureOf(`commit of ${what}`, commits, 'ms'),
    ...readTimes(state, keys),
    ...loading.reverse(),
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
