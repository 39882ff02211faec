/** Every read of a follower whose chain begins with a snapshot, beside the same read of one that has followed the chain from its genesis
 *  block: the same bytes, or a refusal that names the lowest height there is. Routes are taken from the table, their parameters from
 *  the chain, so a new route is asked too. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../api/routes/index.js';
import type { RouteDescription } from '../../api/routing/route.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import { getJson } from '../crash/crashedChain.js';
import { untilStanding } from '../crash/nodeLoad.js';
import { runProgram } from '../crash/runProgram.js';
import { ChainWatch } from '../support/chainWatch.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { goodBody, goodCollection, goodContract, goodName } from '../support/routeRequests.js';
import { number, signed } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';
import { workloadKinds } from '../support/workload.js';

const SLOW_MACHINE_MS = 180_000;
const alice = signingActor('equal reads: alice');
const bob = signingActor('equal reads: bob');
/** Poor enough for the faucet. */
const poor = signingActor('equal reads: poor');
/** Gets something above the snapshot only. */
const carol = signingActor('equal reads: carol');
/** A token that is created above the snapshot. */
const LATER = 'LATER';

let root: string;
let maker: LiveNode;
let witness: LiveNode;
let trusting: LiveNode;
let watch: ChainWatch;
let snapshot: { height: number; hash: string };
/** Deployed and called below the snapshot, and called above it. */
let contract: string;

const txIds: string[] = [];
const started: LiveNode[] = [];

async function follower(name: string, flags: readonly string[] = []): Promise<LiveNode> {
  const words = [
    '--genesis',
    join(maker.dataDir, 'genesis.json'),
    '--allow-private-peers',
    '--peers',
    `${maker.url}/api`,
  ];
  const node = await startNode({ dataDir: join(root, name), mine: false, flags: [...words, ...flags] });
  started.push(node);
  return node;
}

async function includes(route: string, body: string): Promise<void> {
  const answer = await exchange(maker.url, route, { method: 'POST', headers: JSON_HEADERS, body });
  expect(answer.status, `${route}: ${answer.text}`).toBe(200);
  const txId = String(answer.json?.txId);
  await watch.included(txId);
  txIds.push(txId);
}

async function prepare(): Promise<void> {
  const zinc = { type: 'create_token', name: 'Zinc', symbol: 'ZINC', totalSupply: number(1) };
  const allowance = { type: 'approve', spender: alice.address, token_symbol: 'GOLD', amount: number(1_000_000) };
  await includes('/api/v2/token/create', signed(alice, zinc).body);
  await includes('/api/v2/token/approve', signed(bob, allowance).body);
}

/** One good transaction of each kind. */
async function everyKind(names: readonly string[]): Promise<void> {
  for (const { name, route } of kinds.filter((kind) => names.includes(kind.name))) {
    const description = routes.find((each) => each.description.path === route)?.description as RouteDescription;
    await includes(route, goodBody(description, name === 'faucet' ? poor : alice, bob));
  }
}

const heightOf = async (node: LiveNode): Promise<number> => Number((await getJson(node.url, '/api/stats')).height);

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'rouged-equal-reads-'));
  const allocations = [
    { address: alice.address, amount: '1000000' },
    { address: alice.address, amount: '1000000', token: 'GOLD' },
    { address: bob.address, amount: '1000000', token: 'GOLD' },
    { address: bob.address, amount: '1' },
  ];
  const flags = ['--faucet-enabled', '--heartbeat-ms', '3600000'];
  maker = await startNode({ dataDir: join(root, 'maker'), genesis: { allocations, faucet: true }, flags });
  started.push(maker);
  watch = await ChainWatch.open(maker.url);
  await prepare();
  await everyKind(workloadKinds);
  contract = goodContract(alice);
  await untilStanding(maker.url);
  const { out } = await runProgram(['snapshot', 'make', '--data-dir', maker.dataDir, '--json']);
  snapshot = JSON.parse(out);
  await includes(
    '/api/v2/nft/lock',
    signed(alice, { type: 'nft_lock', collectionId: goodCollection(alice), tokenId: number(3), locked: false }).body,
  );
  await everyKind([
    'transfer',
    'mint_tokens',
    'approve',
    'add_liquidity',
    'swap',
    'stake',
    'unstake',
    'contract_call',
    'register_name',
  ]);
  const later = { type: 'create_token', name: 'Later', symbol: LATER, totalSupply: number(1_000) };
  await includes('/api/v2/token/create', signed(alice, later).body);
  const gift = { type: 'transfer', to: carol.address, amount: number(1), token: LATER };
  await includes('/api/v2/transfer', signed(alice, gift).body);
  await untilStanding(maker.url);
  const top = await heightOf(maker);
  witness = await follower('witness', ['--mode', 'archive']);
  trusting = await follower('trusting', ['--snapshot-sync', '--trusted-block', `${snapshot.height}:${snapshot.hash}`]);
  for (const node of [witness, trusting]) while ((await heightOf(node).catch(() => undefined)) !== top) await pause(50);
}, SLOW_MACHINE_MS);

afterAll(async () => {
  watch?.socket.terminate();
  for (const node of started) await node.stop('SIGKILL');
  if (root) rmSync(root, { recursive: true, force: true });
});

/** What a node says of itself, not of the chain: its identity, mode and peers; who is connected; where it takes proposals; its counters. */
const OWN: ReadonlySet<string> = new Set(['/api/stats', '/api/peers', '/api/regen/config', '/metrics']);

/** Whose unknown id may be one of a block that is not here: 404 with the lowest height. */
const BY_ID: ReadonlySet<string> = new Set(['/api/block/hash/:block_hash', '/api/tx/:hash', '/api/tx/:hash/receipt']);

/** A certificate is in the block after its own. */
const BELOW_ITS_BLOCK: ReadonlySet<string> = new Set(['/api/finality/:height']);

/** Begins with the first set that a header under the genesis file proves. */
const FROM_GENESIS: ReadonlySet<string> = new Set(['/api/proof/sets']);

/** Lists, sums and histories: they begin at the lowest height whose block is here. */
const FROM_BLOCKS: ReadonlySet<string> = new Set([
  '/api/blocks',
  '/api/blocks/headers',
  '/api/blocks/summary',
  '/api/txs',
  '/api/address/:public_key/transactions',
  '/api/validators/stats',
  '/api/token/:symbol/transactions',
  '/api/nft/collection/:id/transactions',
  '/api/contract/:addr/events',
  '/api/events',
  '/api/pool/:pool_id/events',
  '/api/pool/:pool_id/prices',
  '/api/pool/:pool_id/stats',
  '/api/pool/:pool_id/candles',
]);

/** Of those, whose entries are of no single block. */
const SUMS = ['/api/blocks/summary', '/api/pool/:pool_id/candles', '/api/pool/:pool_id/stats', '/api/validators/stats'];

interface Read {
  readonly route: string;
  readonly path: string;
  /** Of the block that it is about, if it is about one. */
  readonly height?: number | undefined;
}

/** Every read of the table, with all that the chain has. */
async function everyRead(top: number): Promise<Read[]> {
  const heights = Array.from({ length: top + 1 }, (_, height) => String(height));
  const hashes = await Promise.all(heights.map((height) => getJson(witness.url, `/api/block/${height}`)));
  const wallets = [alice, bob, carol];
  const addresses = [...wallets.map(({ address }) => address), maker.publicKey];
  const values: Readonly<Record<string, readonly string[]>> = {
    ...{ public_key: addresses, publicKey: addresses, pubkey: addresses, account: addresses },
    ...{ symbol: ['GOLD', 'COPPER', 'ZINC', LATER], token_symbol: ['XRGE', 'GOLD', 'COPPER', 'ZINC', LATER] },
    ...{
      height: heights,
      block_hash: hashes.map(({ block }) => (block as { hash: string }).hash),
      hash: txIds,
      txId: txIds,
    },
    ...{ id: [goodCollection(alice)], collection_id: [goodCollection(alice)], token_id: ['1', '2', '3', '4'] },
    ...{
      addr: [contract],
      wallet: wallets.map(({ keyHex }) => keyHex),
      walletId: wallets.map(({ keyHex }) => keyHex),
      name: [goodName(alice), 'nobody'],
      pool_id: ['GOLD-XRGE'],
      input: wallets.map(({ keyHex }) => keyHex),
      trackId: ['a track'],
      who: wallets.map(({ address }) => address),
      key: [`01${'00'.repeat(32)}`],
    },
  };
  const heightOfId = new Map<string, number>(values.block_hash?.map((hash, height) => [hash, height]));
  for (const txId of txIds) heightOfId.set(txId, Number((await getJson(witness.url, `/api/tx/${txId}`)).blockHeight));
  const reads: Read[] = [];
  for (const { description } of routes) {
    if (description.method !== 'GET') continue;
    let paths = [description.path];
    for (const [parameter, name = ''] of description.path.matchAll(/:(\w+)/g)) {
      const known = values[name];
      if (!known) throw new Error(`this test does not know what ${parameter} of ${description.path} can be`);
      paths = paths.flatMap((path) => known.map((value) => path.replace(parameter, encodeURIComponent(value))));
    }
    const { path: route, query } = description;
    for (const path of paths) {
      const named = /^\/api\/(?:block|finality)\/(\d+)$/.exec(path)?.[1];
      const id = path.split('/').find((part) => heightOfId.has(part)) ?? '';
      const height = named !== undefined ? Number(named) : BY_ID.has(route) ? heightOfId.get(id) : undefined;
      const queries = Object.keys(query?.properties ?? {});
      reads.push({ route, path, height });
      if (queries.includes('limit')) reads.push({ route, path: `${path}?limit=2`, height });
      if (queries.includes('height')) {
        // Of a list it is the end, and says nothing about where that begins.
        const of = FROM_BLOCKS.has(route) ? undefined : top;
        reads.push({ route, path: `${path}?height=${top}`, height: of });
      }
    }
  }
  return reads;
}

type Json = Readonly<Record<string, unknown>>;

const heightIn = (entry: Json): unknown =>
  entry.blockHeight ?? entry.block_height ?? entry.height ?? (entry.header as Json | undefined)?.height;

/** The entries of a list from a height on; undefined for an answer that is none. */
function entriesFrom(json: Json | undefined, lowest: number): readonly Json[] | undefined {
  const list = Object.values(json ?? {}).find((value): value is Json[] => Array.isArray(value));
  if (!list?.every((entry) => Number.isInteger(heightIn(entry)))) return undefined;
  return list.filter((entry) => Number(heightIn(entry)) >= lowest);
}

test(
  'a follower from a snapshot answers every read as one from the genesis block does, or names its lowest height',
  async () => {
    const top = await heightOf(maker);
    const lowest = snapshot.height + 1;
    const seen = { same: 0, named: 0, lists: 0, blocks: 0 };
    const sums = new Set<string>();
    const reads = await everyRead(top);
    for (const { route, path, height } of reads) {
      if (OWN.has(route)) continue;
      const [whole, own] = await Promise.all([exchange(witness.url, path), exchange(trusting.url, path)]);
      const isHere = height !== undefined && height >= lowest - (BELOW_ITS_BLOCK.has(route) ? 1 : 0);
      if (isHere) {
        expect([own.status, own.text], path).toEqual([whole.status, whole.text]);
        seen.blocks++;
      }
      if (whole.status === own.status && whole.text === own.text) {
        seen.same++;
        continue;
      }
      const kept = entriesFrom(whole.json, lowest);
      if (own.status !== 200) {
        expect(own.status, `${path}: ${own.text}`).toBe(BY_ID.has(route) ? 404 : 410);
        expect(own.json?.lowest_height, path).toBe(lowest);
        // It is about one block below, or nothing of the list is above.
        expect(height !== undefined || kept?.length === 0 || FROM_GENESIS.has(route), path).toBe(true);
        seen.named++;
        continue;
      }
      expect(FROM_BLOCKS, path).toContain(route);
      expect(
        [own, whole].map(({ headers }) => headers['x-lowest-block-height']),
        path,
      ).toEqual([String(lowest), undefined]);
      if (kept) expect(entriesFrom(own.json, 0), path).toEqual(kept);
      if (kept) seen.lists++;
      else sums.add(route);
    }
    console.info(`${reads.length} reads: ${JSON.stringify(seen)}, sums of ${sums.size} routes`);
    // Blocks, their hashes and certificates, and transactions.
    expect(seen.named).toBeGreaterThan(3 * snapshot.height);
    expect(seen.same).toBeGreaterThan(100);
    expect(seen.blocks).toBeGreaterThan(3 * (top - snapshot.height));
    expect(seen.lists).toBeGreaterThan(5);
    expect([...sums].sort()).toEqual(SUMS);
    // A full node has the newest state only, wherever its chain began.
    const past = await exchange(trusting.url, `/api/balance/${alice.address}?height=${snapshot.height}`);
    expect([past.status, past.json?.code, past.json?.lowest_height]).toEqual([410, 'pruned', top]);
    // What began above the snapshot is whole.
    for (const path of [`/api/address/${carol.address}/transactions`, `/api/token/${LATER}/transactions`]) {
      const [whole, own] = await Promise.all([exchange(witness.url, path), exchange(trusting.url, path)]);
      expect(own.text, path).toBe(whole.text);
      expect(entriesFrom(own.json, lowest)?.length, path).toBeGreaterThan(0);
    }
  },
  SLOW_MACHINE_MS,
);
