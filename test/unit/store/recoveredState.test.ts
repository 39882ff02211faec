/** The state at a start: equal to the one that was there before, for every reader, and refused when any record of it is damaged. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import type { ChainRules } from '../../../engine/consensus/production.js';
import { ReadingIndexes } from '../../../engine/ledger/indexes/index.js';
import { accounts, ledgerTables, validators } from '../../../engine/ledger/tables.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import type { State } from '../../../engine/state/state.js';
import { stateKey } from '../../../engine/state/table.js';
import { BatchWriter } from '../../../engine/store/batch.js';
import type { Entry, StorePort } from '../../../engine/store/port.js';
import { RecoveryError, recover } from '../../../engine/store/recovery.js';
import { openStore } from '../../../workers/store/openStore.js';
import { readGenesis } from '../../crash/crashedChain.js';
import { makeStoredChain } from '../../support/storedChain.js';

const BLOCKS = 5;
const TRANSFERS = 40;

let directory: string;
let store: StorePort;
let rules: ChainRules;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rouged-recovered-'));
  await makeStoredChain(directory, BLOCKS, TRANSFERS);
  rules = { genesis: readGenesis(directory), protocol: nativeProtocol };
  store = await openStore({ directory });
});

afterAll(async () => {
  await store?.close();
  if (directory) rmSync(directory, { recursive: true, force: true });
});

const secretOf = (seed: number): Uint8Array => new Uint8Array(16).fill(seed);

const recordsOf = (state: State): ReadonlyMap<string, string> =>
  new Map(
    ledgerTables.flatMap((table) =>
      [...state.entries(table)].map(
        ([key, value]) => [toHex(stateKey(table, key)), toHex(table.encode(value))] as const,
      ),
    ),
  );

describe('two starts with other secrets', () => {
  test('give equal records, orders, indexes and proofs', async () => {
    const [one, other] = await Promise.all([1, 2].map((seed) => recover(store, rules, secretOf(seed))));
    if (!one || !other) return expect.fail('nothing was recovered');
    const records = recordsOf(one.state);
    expect(records.size).toBeGreaterThan(5);
    expect(recordsOf(other.state)).toEqual(records);
    expect(one.state.size).toBe(records.size);
    expect([...other.state.inOrder(validators)]).toEqual([...one.state.inOrder(validators)]);
    const page = ({ state }: { readonly state: State }): unknown =>
      new ReadingIndexes(state).tokens.holders.page('XRGE', { offset: 0, limit: 100 });
    expect(page(other)).toEqual(page(one));
    expect(one.tipBlock.header.state_root).toBe(toHex(one.state.root()));
    let proven = 0;
    for (const [key, value] of records) {
      const path = Buffer.from(key, 'hex');
      const [proof, again] = [one.state.prove(path), other.state.prove(path)];
      expect(again).toEqual(proof);
      expect(toHex(proof.value ?? new Uint8Array())).toBe(value);
      proven++;
    }
    expect(proven).toBe(records.size);
  });
});

describe('a start is refused', () => {
  const range = (table: number): { gte: Uint8Array; lt: Uint8Array } => ({
    gte: Uint8Array.of(table),
    lt: Uint8Array.of(table + 1),
  });

  async function put(key: Uint8Array, value: Uint8Array | undefined): Promise<void> {
    const batch = new BatchWriter();
    if (value) batch.put(key, value);
    else batch.delete(key);
    await store.commit({ batch: batch.finish() });
  }

  const flipped = (bytes: Uint8Array): Uint8Array =>
    bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte));

  const damages: readonly (readonly [string, (first: Entry) => Entry, RegExp])[] = [
    [
      'after a flipped bit',
      ({ key, value }) => ({ key, value: flipped(value) }),
      /has root .* its block says .* restore a backup/,
    ],
    [
      'with a shortened account',
      ({ key, value }) => ({ key, value: value.slice(1) }),
      /cannot be read: a record of table accounts has 31 bytes instead of 32; restore a backup/,
    ],
    [
      'with a record that no block wrote',
      ({ key, value }) => ({ key: flipped(key), value }),
      /has root .* its block says .* restore a backup/,
    ],
    [
      'with a record of an unknown table',
      ({ value }) => ({ key: Uint8Array.of(126, 1), value }),
      /cannot be read: no table has the number 126; restore a backup/,
    ],
  ];

  test.each(damages)('%s', async (_, damage, message) => {
    const [first] = await store.range({ ...range(accounts.id), limit: 1 });
    if (!first) return expect.fail('there is no account');
    const { key, value } = damage(first);
    const before = await store.get(key);
    await put(key, value);
    try {
      const error = await recover(store, rules).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(RecoveryError);
      expect((error as Error).message).toMatch(message);
    } finally {
      await put(key, before);
    }
    expect((await recover(store, rules)).tip.height).toBe(BLOCKS);
  });

  test('without one of the records', async () => {
    const entries = await store.range({ gte: Uint8Array.of(1), lt: Uint8Array.of(0x80), limit: 100 });
    let refused = 0;
    for (const { key, value } of entries) {
      await put(key, undefined);
      await expect(recover(store, rules)).rejects.toThrow(/has root .* its block says .* restore a backup/);
      await put(key, value);
      refused++;
    }
    expect(refused).toBe(entries.length);
    expect(refused).toBeGreaterThan(5);
    expect((await recover(store, rules)).tip.height).toBe(BLOCKS);
  });
});
