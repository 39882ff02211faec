/** Strange spellings on disk: what intake accepted and a block holds is read again by history, export, the event log, import, a
 *  restart and the check of the database, and all of them agree. And a directory that an older version wrote, whose blocks
 *  were executed from other spellings than those that were signed, still opens. */

import { expect, test } from 'vitest';
import { ChainAudit } from '../../engine/audit/chainAudit.js';
import { toBinary, toHex, utf8 } from '../../engine/base/bytes.js';
import { isJsonObject, type JsonValue, parseJson } from '../../engine/base/json.js';
import { SIGNED_JSON } from '../../engine/base/limits.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { parseBlockJson } from '../../engine/chain/blockJson.js';
import { cutKey, encodeBodyEntry, type SignedParts, signedBytesOf } from '../../engine/chain/transaction.js';
import { accountBytes, accountOfKey } from '../../engine/crypto/address.js';
import { type HistoryBlock, Importer } from '../../engine/head/importer.js';
import type { BlockVerifier } from '../../engine/intake/verifier.js';
import { judgeRequest, openRequest, type VerifyContext } from '../../engine/intake/verify.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import { replayTag } from '../../engine/ledger/replayGuard.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { ChainStore } from '../../engine/store/chainStore.js';
import type { StorePort } from '../../engine/store/port.js';
import { lastOf } from '../../engine/store/records.js';
import { type Recovered, recover } from '../../engine/store/recovery.js';
import { filterOf } from '../../engine/stream/audience.js';
import { readEvents } from '../../engine/stream/eventLog.js';
import { createQueries } from '../../engine/stream/queries.js';
import { offlineHead } from '../../ops/cli/chain/offlineHead.js';
import { TestChain } from '../support/chain.js';
import { MemoryDisks } from '../support/memoryDisk.js';
import { openMemoryStore } from '../support/memoryStore.js';
import { collectionIdBy } from '../support/nftRequests.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { envelopeWithBytes, respelled } from '../support/spellings.js';
import { type Actor, CHAIN_ID, item, itemOfParts, number } from '../support/transactions.js';
import { Workload } from '../support/workload.js';

const BLOCKS = 60;
const RESTART_EVERY = 12;

const disks = new MemoryDisks();
let directories = 0;
const open = async (directory = `/spellings/${++directories}`): Promise<{ port: StorePort; directory: string }> => ({
  port: await openMemoryStore({ disks, directory, queries: createQueries() }),
  directory,
});

/** Reads transactions as a verification worker does; signatures, which are constants here, count as valid. */
const trusting: BlockVerifier = {
  checkSignatures: async (checks) => checks.map(() => true),
  verifyTransactions: async (parts) =>
    parts
      .map((one) => itemOfParts(one as SignedParts))
      .map((taken) => (isRefusal(taken) ? taken : { ...taken, expected: {} })),
};

const context: VerifyContext = {
  chainId: CHAIN_ID,
  protocol: nativeProtocol,
  backend: { name: 'none', keygen: () => expect.fail(), sign: () => expect.fail(), verify: () => true },
  requireChainId: false,
};

/** The item in another spelling, as intake accepts it; undefined when it does not. */
function spelledAnew({ transaction }: PoolItem, random: SeededRandom): PoolItem | undefined {
  const payload = parseJson(Buffer.from(signedBytesOf(transaction)).toString('utf8'), SIGNED_JSON);
  if (isRefusal(payload) || !isJsonObject(payload)) expect.fail('a signed text is an object');
  const keyHex = toHex(transaction.publicKey);
  const { text, beside } = respelled(payload, keyHex, random);
  const request = openRequest(
    envelopeWithBytes({ text, keyHex }, beside),
    transaction.operation,
    transaction.timestamp,
    nativeProtocol,
  );
  if (isRefusal(request)) return undefined;
  const taken = judgeRequest(request, true, context);
  if (isRefusal(taken)) return undefined;
  const { parts, decoded, id, leaf, signedLength } = taken;
  const bodyEntry = encodeBodyEntry(parts, accountBytes(decoded.sender));
  return { transaction: { ...parts, ...decoded, id: toBinary(id), signedLength }, leaf, bodyEntry };
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all).toString('utf8');
}

/** The newest transactions, as a list shows them. */
async function listOf(store: ChainStore, limit: number): Promise<unknown[]> {
  const text = await textOf(store.transactions({ ordinal: store.tip.totalTransactions - 1, limit }));
  return (JSON.parse(`{"txs":[${text}}`) as { txs: unknown[] }).txs;
}

const everything = filterOf([], true);

/** Events of the whole log, as texts. */
async function eventsOf(store: ChainStore): Promise<string[]> {
  const events: string[] = [];
  for await (const chunk of store.replay(1, lastOf(store.events), everything, 'json'))
    for (const { bytes } of readEvents(chunk).events) events.push(Buffer.from(bytes).toString('utf8'));
  return events;
}

test('a chain of strange spellings reads, verifies, restarts, exports and imports', async () => {
  const random = new SeededRandom(testSeed());
  const workload = new Workload(random);
  const chain = new TestChain(workload.rules);
  const opened = await open();
  let { port } = opened;
  let store = new ChainStore(port, await recover(port, workload.rules));
  const ids: string[] = [];
  const lines: string[] = [];
  const seen = new Set<string>();
  for (let height = 1; height <= BLOCKS; height++) {
    const time = chain.tip.time + workload.pause();
    const planned = Array.from({ length: 30 + random.below(80) }, () => workload.plan(time));
    const spelled = planned.map(({ item: plain }) => (random.chance(85) ? spelledAnew(plain, random) : plain));
    const proposer = accountOfKey(chain.proposerKey);
    const candidate = chain.build(
      spelled.filter((candidateItem) => candidateItem !== undefined),
      time,
    );
    const { block, hash } = chain.seal(candidate);
    chain.commit(candidate, hash);
    await store.commit(candidate, block.proposerSignature, hash, chain.certificate);
    const included = candidate.execution.outcomes.map(({ transaction }) => transaction);
    ids.push(...included.map(({ id }) => Buffer.from(id, 'latin1').toString('hex')));
    for (const { transaction, failure } of candidate.execution.outcomes) if (!failure) seen.add(transaction.operation);
    // The reference only tells the workload what exists; it does not matter here that it reads the plain spellings.
    workload.play(time, planned, proposer);
    if (height % RESTART_EVERY !== 0) continue;
    await port.close();
    ({ port } = await open(opened.directory));
    const recovered = await recover(port, workload.rules);
    store = new ChainStore(port, recovered);
    expect(store.tip).toEqual(chain.tip);
    expect(toHex(recovered.state.root())).toBe(chain.root);
    for (const transaction of included) expect(recovered.replay.isUsed(replayTag(transaction), time)).toBe(true);
  }
  const { height, totalTransactions: transactions } = chain.tip;
  const listed = (await listOf(store, transactions)) as {
    txId: string;
    tx: { payload: object };
  }[];
  expect(listed.map(({ txId }) => txId)).toEqual([...ids].reverse());
  expect(listed.filter(({ tx }) => 'unreadable' in tx.payload)).toEqual([]);
  for (let at = 1; at <= height; at++) lines.push(await textOf(port.stream('wholeBlock', { height: at })));
  expect((await eventsOf(store)).length).toBeGreaterThan(transactions);
  const report = await new ChainAudit(port, workload.rules, trusting).run();
  expect(report).toMatchObject({ height, transactions, findings: [] });
  expect(await importedRoot(workload, lines)).toBe(chain.root);
  await port.close();
  console.log({ transactions, kinds: seen.size });
  expect(transactions).toBeGreaterThan(BLOCKS * 10);
  expect(seen.size).toBeGreaterThan(kinds.length / 3);
}, 300_000);

/** State root of a second directory into which exported lines were imported. */
async function importedRoot({ rules }: Workload, lines: readonly string[]): Promise<string> {
  const { port } = await open();
  const recovered = await recover(port, rules);
  const chain = new ChainStore(port, recovered);
  async function* blocks(): AsyncIterable<HistoryBlock> {
    for (const line of lines) {
      const block = parseBlockJson(line, nativeProtocol.headerBytes);
      if (isRefusal(block)) expect.fail(block.message);
      yield { block, certificate: block.own };
    }
  }
  const head = offlineHead(port, rules, recovered, chain, trusting);
  const { refusal } = await new Importer({ rules, head, verifier: trusting }).importAll(blocks());
  if (refusal) expect.fail(refusal.message);
  expect(chain.tip.height).toBe(lines.length);
  await port.close();
  return toHex(recovered.state.root());
}

/** A transaction as a version made it that executed one spelling and stored another.
 *  @param respell the executed text into the signed one. */
function poisoned(plain: PoolItem, respell: (text: string) => string): PoolItem {
  const { transaction } = plain;
  const text = Buffer.from(signedBytesOf(transaction)).toString('utf8');
  const bytes = utf8(respell(text));
  expect(Buffer.from(bytes).toString('utf8')).not.toBe(text);
  const id = nativeProtocol.transactionId(transaction.publicKey, bytes);
  const parts = { ...transaction, ...cutKey(bytes, transaction.publicKey) };
  return {
    transaction: { ...parts, id: toBinary(id), signedLength: bytes.length },
    leaf: nativeProtocol.transactionLeaf(id, transaction.signature),
    bodyEntry: encodeBodyEntry(parts, accountBytes(transaction.sender)),
  };
}

/** A directory under construction: blocks of the given transactions, valid for a reader or not. */
class Directory {
  readonly workload = new Workload(new SeededRandom(testSeed()));
  readonly chain = new TestChain(this.workload.rules);
  readonly signer = this.workload.actors[25] as Actor;

  private constructor(
    readonly directory: string,
    public port: StorePort,
    public store: ChainStore,
  ) {}

  static async make(): Promise<Directory> {
    const { port, directory } = await open();
    const { rules } = new Workload(new SeededRandom(1));
    return new Directory(directory, port, new ChainStore(port, await recover(port, rules)));
  }

  order(operation: string, members: Readonly<Record<string, JsonValue>>): PoolItem {
    return item({ signer: this.signer, operation, timestamp: this.chain.tip.time + 400, members });
  }

  transfer(): PoolItem {
    return this.order('transfer', { to: this.workload.actors[3]?.address ?? '', amount: number('1') });
  }

  async commit(...items: readonly PoolItem[]): Promise<void> {
    const candidate = this.chain.build(items);
    expect(candidate.execution.outcomes.map(({ failure }) => failure)).toEqual(items.map(() => undefined));
    const { block, hash } = this.chain.seal(candidate);
    this.chain.commit(candidate, hash);
    await this.store.commit(candidate, block.proposerSignature, hash, this.chain.certificate);
  }

  /** Checks that a new process finds the same tip with the same root. */
  async restart(): Promise<Recovered> {
    await this.port.close();
    ({ port: this.port } = await open(this.directory));
    const recovered = await recover(this.port, this.workload.rules);
    this.store = new ChainStore(this.port, recovered);
    expect(this.store.tip).toEqual(this.chain.tip);
    expect(toHex(recovered.state.root())).toBe(this.chain.root);
    return recovered;
  }

  async listed(): Promise<{ readonly tx: { readonly payload: Readonly<Record<string, unknown>> } }[]> {
    return (await listOf(this.store, 100)) as Awaited<ReturnType<Directory['listed']>>;
  }

  async findings(): Promise<readonly string[]> {
    return (await new ChainAudit(this.port, this.workload.rules, trusting).run()).findings;
  }
}

test('a directory with poisoned transactions opens, answers for them, and says from where to import again', async () => {
  const old = await Directory.make();
  const bad = [
    (text: string) => text.replace(/"timestamp":(\d+)/, '"timestamp":$1.0'),
    (text: string) => text.replace(/"timestamp":(\d+)/, '"timestamp":$1e0'),
    (text: string) => text.replace('{', `{"a":1,"a${old.signer.keyHex}":1,`),
  ];
  const poison: PoolItem[] = [];
  await old.commit(old.transfer());
  for (const way of bad) {
    poison.push(poisoned(old.transfer(), way));
    await old.commit(old.transfer(), poison.at(-1) as PoolItem);
  }
  await old.commit(old.transfer());
  const { replay } = await old.restart();
  for (const { transaction } of poison) {
    expect(replay.isUsed(replayTag(transaction), old.chain.tip.time)).toBe(true);
    const found = await old.store.transaction(Buffer.from(transaction.id, 'latin1').toString('hex'));
    expect(found?.receipt.status).toBe('Success');
  }
  const listed = await old.listed();
  expect(listed).toHaveLength(8);
  const unreadable = listed.flatMap(({ tx }) => tx.payload.unreadable ?? []);
  expect(unreadable).toHaveLength(2);
  for (const sentence of unreadable) expect(sentence).toContain('timestamp');
  expect((await eventsOf(old.store)).length).toBeGreaterThan(8);
  for (let height = 1; height <= 5; height++)
    expect(JSON.parse(await textOf(old.store.block(height))).transactions).toHaveLength(
      [1, 5].includes(height) ? 1 : 2,
    );
  const findings = await old.findings();
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatch(/^block 2: tx #1: .*timestamp.*import again from height 2 \(.*other rules\)$/);
  await old.port.close();
}, 120_000);

test('where the state was made from another spelling, the check names the height to import from', async () => {
  const old = await Directory.make();
  await old.commit(old.transfer());
  await old.commit(old.order('nft_create_collection', { symbol: 'ART', name: 'Pictures' }));
  const mint = old.order('nft_mint', {
    collectionId: collectionIdBy(old.signer, 'ART'),
    name: 'one',
    attributes: new Map([['size', number('1')]]),
  });
  await old.commit(poisoned(mint, (text) => text.replace('"size":1', '"size":1.0')));
  await old.commit(old.transfer());
  await old.restart();
  expect(await old.listed()).toHaveLength(4);
  expect(await old.findings()).toEqual([
    expect.stringMatching(/^block 3: state root mismatch.*import again from height 3 \(.*other rules\)$/),
  ]);
  await old.port.close();
}, 120_000);
