/** A pruned node over HTTP and on the command line: what was dropped is refused with the lowest height there is, everywhere. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { binaryToHex } from '../../engine/base/bytes.js';
import { openStore } from '../../workers/store/openStore.js';
import { bundledFile } from '../../workers/threads/workerFile.js';
import { runProgram } from '../crash/runProgram.js';
import { KeptChain, KeptStore, keptActors, keptGenesis, LEAST_KEPT } from '../support/keptChain.js';
import { type LiveNode, startNode } from '../support/liveNode.js';

const BLOCKS = 300;
const FLAGS = ['--mode', 'pruned', '--keep-blocks', String(LEAST_KEPT)];

let directory: string;
let node: LiveNode;
let lowest: number;
const source = KeptChain.unsigned();

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rouged-pruned-'));
  writeFileSync(join(directory, 'genesis.json'), keptGenesis());
  source.grow(BLOCKS, 2, 10_000);
  const port = await openStore({ directory, queries: bundledFile('engine/stream/queries.js') });
  const kept = await KeptStore.open(source, port, { mode: 'pruned', blocks: LEAST_KEPT });
  await kept.followPruned();
  lowest = kept.chain.blocksFrom;
  await kept.close();
  node = await startNode({ dataDir: directory, mine: false, flags: FLAGS });
}, 120_000);

afterAll(async () => {
  await node?.remove();
  rmSync(directory, { recursive: true, force: true });
});

async function get(path: string): Promise<{ readonly status: number; readonly json: Record<string, unknown> }> {
  const response = await fetch(node.url + path);
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

test('the node says what it keeps', async () => {
  expect(lowest).toBeGreaterThan(150);
  const { json } = await get('/api/stats');
  expect(json).toMatchObject({ mode: 'pruned', lowest_block_height: lowest, lowest_state_height: BLOCKS });
  expect(node.logs()).toMatch(new RegExp(`mode +pruned: the newest blocks, from ${lowest} on`));
});

const account = (keptActors[1] as (typeof keptActors)[number]).address;

test('a read of what was dropped is 410 with the lowest height there is', async () => {
  const gone = [
    `/api/block/${lowest - 1}`,
    '/api/block/1',
    '/api/blocks?from_height=0',
    `/api/blocks?from_height=${lowest - 1}&limit=1`,
    '/api/blocks?page=30',
    `/api/blocks/headers?before=${lowest}`,
    '/api/txs?offset=590',
    '/api/txs?cursor=3',
    `/api/address/${account}/transactions?cursor=1`,
    '/api/token/GOLD/transactions?cursor=1',
    `/api/finality/${lowest - 2}`,
    `/api/votes?height=${lowest - 2}`,
    '/api/proof/sets',
  ];
  for (const path of gone) {
    const { status, json } = await get(path);
    expect({ path, status, ...json }).toMatchObject({ path, status: 410, success: false, code: 'pruned' });
    expect(json.lowest_height).toBe(lowest);
    expect(json.error).toContain(String(lowest));
  }
});

test('an id or a hash that may be of a dropped block is 404, and the answer says so', async () => {
  const made = source.made[0];
  const id = binaryToHex(made?.candidate.items[0]?.transaction.id ?? '');
  for (const path of [`/api/tx/${id}`, `/api/tx/${id}/receipt`, `/api/block/hash/${made?.hash}`]) {
    const { status, json } = await get(path);
    expect({ path, status, ...json }).toMatchObject({ path, status: 404, code: 'not_found', lowest_height: lowest });
    expect(json.error).toMatch(/this node does not have those below$/);
  }
});

test('everything from the lowest height on is there', async () => {
  expect((await get('/api/block/0')).json.block).toMatchObject({ height: 0 });
  expect((await get(`/api/block/${lowest}`)).json.block).toMatchObject({ height: lowest, txCount: 2 });
  const page = (await get('/api/blocks?limit=100')).json as { readonly blocks: readonly unknown[] };
  expect(page.blocks).toHaveLength(100);
  const range = await get(`/api/blocks?from_height=${lowest}&limit=1000`);
  expect(range.json.blocks).toHaveLength(BLOCKS - lowest + 1);
  const pages = Math.ceil((BLOCKS - lowest + 1) / 10);
  const last = await get(`/api/blocks?page=${pages}`);
  expect(last.json.total_pages).toBe(pages);
  expect((last.json.blocks as readonly { readonly header: { readonly height: number } }[]).at(-1)?.header.height).toBe(
    lowest,
  );
  const headers = (await get(`/api/blocks/headers?limit=100&before=${lowest + 50}`)).json as {
    readonly headers: readonly { readonly height: number }[];
  };
  expect(headers.headers.at(-1)?.height).toBe(lowest);
  // A history ends where the blocks end, and its cursor leads to the refusal.
  let cursor: string | null = '';
  let seen = 0;
  let end: Record<string, unknown> = {};
  while (cursor !== null && end.code === undefined) {
    end = (await get(`/api/address/${account}/transactions?limit=50${cursor === '' ? '' : `&cursor=${cursor}`}`)).json;
    seen += ((end.transactions ?? []) as readonly unknown[]).length;
    cursor = (end.next_cursor ?? null) as string | null;
  }
  expect(end).toMatchObject({ code: 'pruned', lowest_height: lowest });
  expect(seen).toBeGreaterThan(50);
});

test('export, verification, the successor and a change of mode on that directory', async () => {
  await node.stop();
  const file = join(directory, 'blocks.jsonl');
  const whole = await runProgram(['export', '--data-dir', directory, file]);
  expect(whole.code).toBe(1);
  expect(whole.err).toContain(`--from-height ${lowest}`);
  const part = await runProgram(['export', '--data-dir', directory, '--from-height', String(lowest), file]);
  expect({ ...part }).toMatchObject({ code: 0 });
  expect(part.out).toContain(`exported blocks ${lowest} to ${BLOCKS}`);
  // The test's blocks carry no real signatures: the audit of a kept chain finds each of them, and nothing else.
  const audit = await runProgram(['verify-db', '--data-dir', directory, '--json']);
  const report = JSON.parse(audit.out) as { readonly findings: readonly string[]; readonly blocksFrom: number };
  expect(report.blocksFrom).toBe(lowest);
  expect(report.findings.filter((finding) => !finding.includes('signature'))).toEqual([]);
  const successor = await runProgram(['genesis', 'successor', '--data-dir', directory, '--help']);
  expect(successor.code).toBe(0);
  const full = await runProgram(['--data-dir', directory, '--api-port', '0']);
  expect(full.code).toBe(1);
  expect(full.err).toContain(`the data directory has no blocks below ${lowest}`);
  const few = await runProgram(['--data-dir', directory, '--api-port', '0', '--mode', 'pruned', '--keep-blocks', '7']);
  expect(few.err).toMatch(/--keep-blocks 7 is too few/);
  const odd = await runProgram(['--data-dir', directory, '--api-port', '0', '--keep-blocks', '700']);
  expect(odd.err).toMatch(/--keep-blocks is for --mode pruned/);
}, 120_000);
