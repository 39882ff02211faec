/** Damage to a stored chain, one place at a time: the verification names each, and calls the untouched chain sound. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChainAudit } from '../../engine/audit/chainAudit.js';
import { fromHex } from '../../engine/base/bytes.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import { accountOfKey } from '../../engine/crypto/address.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { BatchWriter } from '../../engine/store/batch.js';
import {
  blockKey,
  candleKey,
  hashKey,
  heightKey,
  idKey,
  metaKey,
  publicKeyKey,
  receiptsKey,
  storeTables,
} from '../../engine/store/keys.js';
import type { Family, StorePort } from '../../engine/store/port.js';
import { openStore } from '../../workers/store/openStore.js';
import { createVerifierPool, type VerifierPool } from '../../workers/verify/verifierPool.js';
import { ChainWatch } from '../support/chainWatch.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { number, type Signed, signed } from '../support/signedRequests.js';
import { type SigningActor, signingActor } from '../support/transactions.js';
import { readGenesis } from './crashedChain.js';
import { feed, signTransfers, untilStanding } from './nodeLoad.js';

const actors = [1, 2].map((number) => signingActor(`chain damage: ${number}`));
const TRANSFERS = 12;
const SWAPS = 4;

let root: string;
let node: LiveNode;
let rules: ChainRules;
let verifier: VerifierPool;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'rouged-chain-damage-'));
  const allocations = actors.flatMap(({ address }) => [
    { address, amount: '1000' },
    { address, amount: '100000', token: 'GOLD' },
  ]);
  node = await startNode({ genesis: { allocations }, flags: ['--heartbeat-ms', '3600000'] });
  await feed(node.url, signTransfers(actors, TRANSFERS, new SeededRandom(testSeed())), 1);
  await trade();
  await untilStanding(node.url);
  await node.stop();
  rules = { genesis: readGenesis(node.dataDir), protocol: nativeProtocol };
  verifier = createVerifierPool({
    threads: 1,
    chainId: rules.genesis.chainId,
    protocol: 'native',
    backend: 'noble',
    requireChainId: false,
  });
  await verifier.start();
}, 120_000);

afterAll(async () => {
  await verifier?.close();
  await node?.remove();
  if (root) rmSync(root, { recursive: true, force: true });
});

/** A pool and swaps in it, each in its own block. */
async function trade(): Promise<void> {
  const [opener, trader] = actors as [SigningActor, SigningActor];
  const watch = await ChainWatch.open(node.url);
  const done = async (path: string, request: Signed): Promise<void> => {
    const { status, text } = await exchange(node.url, path, {
      method: 'POST',
      headers: JSON_HEADERS,
      body: request.body,
    });
    if (status !== 200) throw new Error(text);
    await watch.included(request.txId);
  };
  const opening = { token_a: 'GOLD', token_b: 'XRGE', amount_a: number(50_000), amount_b: number(100) };
  await done('/api/v2/pool/create', signed(opener, { type: 'create_pool', ...opening }));
  const order = {
    type: 'swap',
    token_in: 'GOLD',
    token_out: 'XRGE',
    amount_in: number(100),
    min_amount_out: number(0),
  };
  for (let swap = 0; swap < SWAPS; swap++) await done('/api/v2/swap/execute', signed(trader, order));
  await watch.close();
}

let copies = 0;

/** What the verification finds in a copy of the chain after `damage` was applied. */
async function findingsAfter(damage: (store: StorePort) => Promise<void>): Promise<readonly string[]> {
  const directory = join(root, String(++copies));
  cpSync(node.dataDir, directory, { recursive: true });
  const store = await openStore({ directory });
  try {
    await damage(store);
    return (await new ChainAudit(store, rules, verifier).run()).findings;
  } finally {
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function write(
  store: StorePort,
  entries: readonly (readonly [Uint8Array, Uint8Array | undefined])[],
): Promise<void> {
  const batch = new BatchWriter();
  for (const [key, value] of entries)
    if (value) batch.put(key, value);
    else batch.delete(key);
  await store.commit({ batch: batch.finish() });
}

const flipped = (bytes: Uint8Array, at = bytes.length - 1): Uint8Array => {
  const changed = new Uint8Array(bytes);
  changed[at] = (changed[at] as number) ^ 1;
  return changed;
};

/** Flips a bit of the tip's certificate. @param at place of the byte; negative from the end. */
async function flipCertificate(store: StorePort, at: number): Promise<void> {
  const bytes = await store.get(metaKey('certificate'));
  if (!bytes) throw new Error('the directory holds no certificate');
  await write(store, [[metaKey('certificate'), flipped(bytes, at < 0 ? bytes.length + at : at)]]);
}

/** First record of a table. */
async function firstOf(store: StorePort, table: number): Promise<{ key: Uint8Array; value: Uint8Array }> {
  const [entry] = await store.range({ gte: Uint8Array.of(table), lt: Uint8Array.of(table + 1), limit: 1 });
  if (!entry) throw new Error(`table ${table} is empty`);
  return entry;
}

/** Height of the first block that holds a transaction. */
async function filledHeight(store: StorePort): Promise<number> {
  const { key } = await firstOf(store, storeTables.receipts);
  return Number(Buffer.from(key).readBigUInt64BE(1));
}

async function flipValue(store: StorePort, family: Exclude<Family, 'default'>, at?: number): Promise<void> {
  const key = heightKey(await filledHeight(store));
  const value = await store.getFrom(family, key);
  if (!value) throw new Error(`no ${family}`);
  const entry = { key, value: flipped(value, at) };
  const batch = new BatchWriter().finish();
  await store.commit(family === 'bodies' ? { body: entry, batch } : { signatures: entry, batch });
}

const replace = (table: number) => async (store: StorePort) => {
  const { key, value } = await firstOf(store, table);
  await write(store, [[key, flipped(value)]]);
};
const remove = (table: number) => async (store: StorePort) => {
  const { key } = await firstOf(store, table);
  await write(store, [[key, undefined]]);
};

const replaceKeyOf = (publicKey: () => Uint8Array) => (store: StorePort) =>
  write(store, [[publicKeyKey(accountOfKey(publicKey())), flipped(publicKey())]]);

test('an untouched chain is sound', async () => {
  expect(await findingsAfter(async () => {})).toEqual([]);
});

test('every kind of damage is found and named', async () => {
  const cases: readonly (readonly [string, (store: StorePort) => Promise<void>, RegExp])[] = [
    ['a balance', replace(1), /^the state's record 01\w+ is not what the blocks lead to$/],
    ['a missing balance', remove(1), /^the state has \d+ records, the blocks lead to \d+$/],
    [
      'an invented balance',
      (store) => write(store, [[fromHex(`01${'ab'.repeat(32)}`) as Uint8Array, new Uint8Array(32)]]),
      /which no block has written/,
    ],
    ['a receipt', replace(storeTables.receipts), /a record of receipts differs/],
    ['a missing receipt', remove(storeTables.receipts), /a record of receipts is missing/],
    ['an id', replace(storeTables.ids), /a record of ids differs/],
    ['a missing id', remove(storeTables.ids), /a record of ids is missing/],
    [
      'an invented id',
      (store) => write(store, [[idKey(new Uint8Array(32)), new Uint8Array(12)]]),
      /^ids holds \d+ records instead of \d+$/,
    ],
    ['history', replace(storeTables.history), /a record of history differs/],
    ['missing history', remove(storeTables.history), /a record of history is missing/],
    ['an ordinal', replace(storeTables.ordinals), /a record of ordinals differs/],
    ['a bucket', replace(storeTables.buckets), /a record of buckets differs/],
    ['an event of a pool', replace(storeTables.poolEvents), /a record of poolEvents differs/],
    ['a missing event of a pool', remove(storeTables.poolEvents), /a record of poolEvents is missing/],
    ['the place of an event', replace(storeTables.poolEventOrder), /a record of poolEventOrder differs/],
    ['a candle', replace(storeTables.candles), /a record of candles differs/],
    ['a missing candle', remove(storeTables.candles), /a record of candles is missing/],
    [
      'an invented candle',
      (store) => write(store, [[candleKey(9, 0, 60_000), new Uint8Array(208)]]),
      /^candles holds \d+ records instead of \d+$/,
    ],
    ['an invented hash', (store) => write(store, [[hashKey(new Uint8Array(32)), new Uint8Array(8)]]), /^hashes holds/],
    [
      'an unknown table',
      (store) => write(store, [[Uint8Array.of(0xf0, 1), Uint8Array.of(1)]]),
      /^table 240 holds 1 records instead of 0$/,
    ],
    [
      'a key of the genesis file',
      replaceKeyOf(() => node.keys.publicKey),
      /^the genesis file: a record of publicKeys differs$/,
    ],
    ["a sender's key", replaceKeyOf(() => (actors[0] as SigningActor).publicKey), /^block \d+: /],
    [
      'a block record',
      async (store) => write(store, [[blockKey(1), flipped((await store.get(blockKey(1))) as Uint8Array, 40)]]),
      /^block 1: /,
    ],
    [
      'a missing block record',
      (store) => write(store, [[blockKey(2), undefined]]),
      /^block 2: its record is missing; nothing above/,
    ],
    [
      'a missing receipt list',
      async (store) => write(store, [[receiptsKey(await filledHeight(store)), undefined]]),
      /receipts is missing/,
    ],
    ['a signature', (store) => flipValue(store, 'signatures', 100), /signature/],
    ['a body', (store) => flipValue(store, 'bodies'), /^block \d+: /],
    [
      'a missing body',
      async (store) => store.deleteRange('bodies', heightKey(0), new Uint8Array(8).fill(255)),
      /its body is missing/,
    ],
    [
      'an orphaned body',
      (store) =>
        store.commit({
          body: { key: heightKey(9_999), value: new Uint8Array(5_000) },
          batch: new BatchWriter().finish(),
        }),
      /^bodies holds/,
    ],
    ['the chain id', (store) => write(store, [[metaKey('chain'), Buffer.from('other')]]), /is of chain "other"/],
    ['the genesis file', (store) => write(store, [[metaKey('genesis'), Buffer.from('00')]]), /another genesis file/],
    ['the format', (store) => write(store, [[metaKey('format'), Buffer.from('9')]]), /format "9"/],
    [
      'a certificate of the tip',
      (store) => flipCertificate(store, -1),
      /^the certificate of block \d+, the newest: .*signature/,
    ],
    [
      'its block',
      (store) => flipCertificate(store, 4),
      /^the certificate of block \d+, the newest: .*not for the parent/,
    ],
    [
      'what is no certificate',
      (store) => write(store, [[metaKey('certificate'), Uint8Array.of(0x0a)]]),
      /^the certificate of the newest block cannot be read$/,
    ],
    ['a tip that is too high', (store) => write(store, [[metaKey('tip'), heightKey(9_999)]]), /its record is missing/],
  ];
  for (const [name, damage, sentence] of cases) {
    const findings = await findingsAfter(damage);
    expect(findings.length, name).toBeGreaterThan(0);
    expect(findings.join('\n'), name).toMatch(new RegExp(sentence.source, 'm'));
  }
  console.log(`${cases.length} kinds of damage found`);
}, 240_000);
