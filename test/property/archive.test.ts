/** An archive of a chain of every kind of transaction: any record at any height is what the chain had there when it was executed, however it
 *  is asked for, and a whole state of the past has the root of its block. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChainAudit } from '../../engine/audit/chainAudit.js';
import { fromHex, toBinary, toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { SignedParts } from '../../engine/chain/transaction.js';
import { accountOfKey } from '../../engine/crypto/address.js';
import type { BlockVerifier } from '../../engine/intake/verifier.js';
import { accountOf } from '../../engine/ledger/funds.js';
import { ledgerTables, tokenBalances } from '../../engine/ledger/tables.js';
import { verifyProof } from '../../engine/state/proofVerifier.js';
import type { State } from '../../engine/state/state.js';
import { stateKey } from '../../engine/state/table.js';
import { ChainStore } from '../../engine/store/chainStore.js';
import { storeTables } from '../../engine/store/keys.js';
import { Past, type PastState } from '../../engine/store/past.js';
import type { StorePort } from '../../engine/store/port.js';
import { keepAs, recover } from '../../engine/store/recovery.js';
import { openStore } from '../../workers/store/openStore.js';
import { bundledFile } from '../../workers/threads/workerFile.js';
import { TestChain } from '../support/chain.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { itemOfParts } from '../support/transactions.js';
import { Workload } from '../support/workload.js';

const BLOCKS = 70;
const PAIRS = 1_000;

/** Every record after a block, by its key: a copy of the whole state, the slow reference. */
type Copy = ReadonlyMap<string, Uint8Array>;

function copyOf(state: State): Copy {
  const copy = new Map<string, Uint8Array>();
  for (const table of ledgerTables)
    for (const [key, value] of state.entries(table)) copy.set(toHex(stateKey(table, key)), table.encode(value));
  return copy;
}

const random = new SeededRandom(testSeed());
const workload = new Workload(random);
const chain = new TestChain(workload.rules);
const copies: Copy[] = [];
const keys: string[] = [];
let directory: string;
let port: StorePort;
let store: ChainStore;
let past: Past;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rouged-archive-'));
  port = await openStore({ directory, queries: bundledFile('engine/stream/queries.js') });
  const { rules } = workload;
  const recovered = await keepAs(port, await recover(port, rules), { mode: 'archive', blocks: 1 });
  store = new ChainStore(port, recovered);
  past = new Past(store, rules.protocol.stateTree);
  copies.push(copyOf(chain.state));
  for (let height = 1; height <= BLOCKS; height++) {
    const time = chain.tip.time + workload.pause();
    const planned = workload.plans(time, random.below(60));
    const proposer = accountOfKey(chain.proposerKey);
    const candidate = chain.build(
      planned.map(({ item }) => item),
      time,
    );
    const { block, hash } = chain.seal(candidate);
    chain.commit(candidate, hash);
    await store.commit(candidate, block.proposerSignature, hash, chain.certificate);
    workload.play(time, planned, proposer);
    copies.push(copyOf(chain.state));
  }
  keys.push(...new Set(copies.flatMap((copy) => [...copy.keys()])));
}, 180_000);

afterAll(async () => {
  await port?.close();
  await rm(directory, { recursive: true, force: true });
});

const anyHeight = (): number => random.below(BLOCKS + 1);

test(`${PAIRS} accounts at heights are what they were`, async () => {
  let changed = 0;
  for (let pair = 0; pair < PAIRS; pair++) {
    const { account } = random.pick(workload.actors);
    const height = anyHeight();
    const found = await past.read(height, (view) => accountOf(view, account));
    const bytes = copies[height]?.get(toHex(stateKey(ledgerTables[0] as never, account)));
    const expected = bytes ? ledgerTables[0]?.decode(bytes) : { balance: 0n, nonce: 0, activity: 0 };
    expect(found, `height ${height}`).toEqual(expected);
    const now = accountOf(chain.state, account);
    if (!isRefusal(found) && (now.balance !== found.balance || now.nonce !== found.nonce)) changed++;
  }
  expect(changed).toBeGreaterThan(PAIRS / 2);
});

test(`${PAIRS} records of any table at heights are what they were, or were not there`, async () => {
  expect(keys.length).toBeGreaterThan(200);
  const tables = new Set<number>();
  let absent = 0;
  for (let pair = 0; pair < PAIRS; pair += 10) {
    const height = anyHeight();
    const asked = Array.from({ length: 10 }, () => random.pick(keys));
    const found = await store.pastRecords(
      asked.map((key) => fromHex(key) as Uint8Array),
      height,
    );
    asked.forEach((key, index) => {
      const expected = copies[height]?.get(key);
      const value = found[index];
      expect(value && toHex(value), `${key} at ${height}`).toBe(expected && toHex(expected));
      if (expected) tables.add(Number.parseInt(key.slice(0, 2), 16));
      else absent++;
    });
  }
  expect(absent).toBeGreaterThan(20);
  expect(tables.size).toBeGreaterThan(12);
});

test('what an account held is listed as it was', async () => {
  let tokens = 0;
  for (let asked = 0; asked < 200; asked++) {
    const { account } = random.pick(workload.actors);
    const height = anyHeight();
    const prefix = toHex(stateKey(tokenBalances as never, account));
    const expected = [...(copies[height]?.keys() ?? [])].filter((key) => key.startsWith(prefix));
    const found = await past.read(height, (view) => view.keysBehind(tokenBalances as never, account));
    const symbols = expected.map((key) => toBinary((fromHex(key) as Uint8Array).subarray(33))).sort();
    expect(found).toEqual(symbols);
    tokens += symbols.length;
  }
  expect(tokens).toBeGreaterThan(200);
});

test('a whole state of the past has the root of its block, and proves what it held', async () => {
  let proven = 0;
  for (let asked = 0; asked < 25; asked++) {
    const height = anyHeight();
    const block = await store.storedBlock(height);
    if (!block) throw new Error(`block ${height} is missing`);
    const whole = (await past.whole(block)) as PastState;
    expect(copyOf(whole.state)).toEqual(copies[height]);
    const root = block.header.state_root;
    if (root === undefined) continue;
    expect(toHex(whole.state.root())).toBe(root);
    for (let times = 0; times < 10; times++) {
      const key = fromHex(random.pick(keys)) as Uint8Array;
      const { value, siblings, other } = whole.state.prove(key);
      const proof = {
        key: toHex(key),
        state_root: root,
        value: value === undefined ? null : toHex(value),
        siblings: siblings.map(toHex),
        other: other ? { key_hash: toHex(other.keyHash), value_hash: toHex(other.valueHash) } : null,
      };
      const expected = copies[height]?.get(toHex(key));
      const checked = verifyProof(proof, root, toHex(key));
      expect(checked && toHex(checked)).toBe(expected && toHex(expected));
      proven++;
    }
  }
  expect(proven).toBeGreaterThan(100);
});

test('states of the past are read one at a time, a few may wait, and more are refused', async () => {
  const fresh = new Past(store, workload.rules.protocol.stateTree);
  const asked = await Promise.all(
    Array.from({ length: 8 }, async (_, height) => fresh.whole((await store.storedBlock(height)) as never)),
  );
  const refused = asked.filter(isRefusal);
  expect(asked.length - refused.length).toBe(4);
  for (const { code, retryAfterSeconds } of refused) expect([code, retryAfterSeconds]).toEqual(['busy', 2]);
  expect(isRefusal(await fresh.whole((await store.storedBlock(7)) as never))).toBe(false);
});

test('the audit executes the chain again and finds the archive right, and every record that is changed', async () => {
  const trusting: BlockVerifier = {
    checkSignatures: async (checks) => checks.map(() => true),
    verifyTransactions: async (parts) =>
      parts
        .map((one) => itemOfParts(one as SignedParts))
        .map((item) => (isRefusal(item) ? item : { ...item, expected: {} })),
  };
  const audit = () => new ChainAudit(port, workload.rules, trusting).run();
  expect((await audit()).findings).toEqual([]);
  const range = {
    gte: Uint8Array.of(storeTables.archive),
    lt: Uint8Array.of(storeTables.archive + 1),
    limit: 65_536,
    keysOnly: true,
  };
  const entries = await port.range(range);
  expect(entries.length).toBeGreaterThan(keys.length);
  const { key } = random.pick(entries);
  await port.deleteRange('default', key, new Uint8Array([...key, 0]));
  const { findings } = await audit();
  expect(findings).toHaveLength(2);
  expect(findings[0]).toMatch(/a record of archive is missing/);
  expect(findings[1]).toMatch(/archive holds \d+ records instead of \d+/);
});
