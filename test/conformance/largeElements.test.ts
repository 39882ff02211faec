/** Lists of large transactions, as old directories hold them: a page ends at a limit of bytes and says where to continue, and
 *  for readers that stop in the middle the node holds pieces, not answers. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEPT_ELEMENT_BYTES, LIST_BYTES, PIECE_BYTES, READ_WINDOW } from '../../engine/base/limits.js';
import { KEPT_CONTENT_BYTES } from '../../engine/store/blockContent.js';
import { exchange } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { makeStoredChain, type StoredChain } from '../support/storedChain.js';

const MIB = 1024 * 1024;
const BLOCKS = 24;
const TRANSFERS = 4;
/** Signed bytes of one transaction: close to the maximum. */
const BALLAST = 1_900_000;
const TOTAL = BLOCKS * TRANSFERS;

let directory: string;
let chain: StoredChain;
let node: LiveNode;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rouged-large-'));
  chain = await makeStoredChain(directory, BLOCKS, TRANSFERS, BALLAST);
  node = await startNode({ dataDir: directory, mine: false });
}, 180_000);

afterAll(async () => {
  await node?.remove();
  rmSync(directory, { recursive: true, force: true });
});

const memory = (name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${node.pid}/status`, 'utf8'))?.[1]) * 1024;

async function page(path: string): Promise<{ readonly json: Record<string, unknown>; readonly bytes: number }> {
  const response = await fetch(node.url + path);
  expect(response.status, path).toBe(200);
  const text = await response.text();
  return { json: JSON.parse(text), bytes: text.length };
}

/** A connection that sends a request and then reads only what the kernel buffers. */
async function stalled(path: string): Promise<net.Socket> {
  const { hostname, port } = new URL(node.url);
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  await new Promise<void>((resolve, reject) => {
    socket.once('data', (chunk) => {
      socket.pause();
      if (chunk.toString('latin1').startsWith('HTTP/1.1 200')) resolve();
      else reject(new Error(chunk.toString('latin1').slice(0, 200)));
    });
    socket.once('close', () => reject(new Error('closed')));
  });
  return socket;
}

test.each([8, 120])(
  '%i readers that stop hold pieces of their answers',
  async (readers) => {
    if (!existsSync(`/proc/${node.pid}/status`)) return;
    const before = memory('VmRSS');
    writeFileSync(`/proc/${node.pid}/clear_refs`, '5');
    const paths = ['/api/txs?limit=1000', `/api/address/${chain.sender.address}/transactions?limit=500`];
    const sockets = await Promise.all(
      Array.from({ length: readers }, (_, at) => stalled(paths[at % 2] + (at % 4 < 2 ? '' : `&offset=${at % TOTAL}`))),
    );
    try {
      expect(sockets).toHaveLength(readers);
      expect((await exchange(node.url, '/api/health')).status).toBe(200);
      const growth = memory('VmHWM') - before;
      // What is kept for all readers, two pieces for each, and what is in progress or waits for the garbage collector.
      const windows = Math.min(readers * READ_WINDOW.most, READ_WINDOW.all);
      const bound = KEPT_CONTENT_BYTES + KEPT_ELEMENT_BYTES + windows + readers * 4 * PIECE_BYTES + 192 * MIB;
      console.log(
        `${readers} readers: at most ${(growth / MIB).toFixed(0)} MiB more, ${(bound / MIB).toFixed(0)} allowed`,
      );
      expect(growth).toBeLessThan(bound);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  },
  120_000,
);

test.each([
  ['/api/txs?limit=1000', 'txs'],
  ['/api/address/SENDER/transactions?limit=500', 'transactions'],
])(
  'pages of %s end by their bytes, and their cursors lead through all of it',
  async (path, member) => {
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: unknown = ''; cursor !== null; pages++) {
      const asked = path.replace('SENDER', chain.sender.address) + (cursor === '' ? '' : `&cursor=${cursor}`);
      const { json, bytes } = await page(asked);
      const items = json[member] as { readonly txId: string }[];
      expect(items.length).toBeGreaterThan(0);
      expect(bytes).toBeLessThan(LIST_BYTES + 2.1 * MIB);
      seen.push(...items.map(({ txId }) => txId));
      expect(json.total).toBe(TOTAL);
      cursor = json.next_cursor;
      expect(cursor).toBe(seen.length === TOTAL ? null : String(TOTAL - seen.length));
    }
    expect(pages).toBeGreaterThan(3);
    expect(seen).toHaveLength(TOTAL);
    expect(new Set(seen).size).toBe(TOTAL);
  },
  120_000,
);

test('lists of blocks end at a limit of bytes: upwards, downwards, and always with the latest', async () => {
  type Blocks = { readonly header: { readonly height: number }; readonly txs: readonly unknown[] }[];
  const heightsOf = (json: Record<string, unknown>): number[] =>
    (json.blocks as Blocks).map((block) => block.header.height);
  const up: number[] = [];
  for (let next: unknown = 0; next !== undefined; ) {
    const { json } = await page(`/api/blocks?from_height=${next}&limit=1000`);
    for (const { header, txs } of json.blocks as Blocks) expect(txs).toHaveLength(header.height === 0 ? 0 : TRANSFERS);
    up.push(...heightsOf(json));
    next = json.next_height;
    if (next !== undefined) expect(next).toBe(up.length);
  }
  expect(up).toEqual(Array.from({ length: BLOCKS + 1 }, (_, height) => height));
  const down = (await page('/api/blocks?page=1&per_page=100')).json;
  expect(heightsOf(down)[0]).toBe(BLOCKS);
  expect(down.next_height).toBe(BLOCKS - heightsOf(down).length);
  const latest = (await page('/api/blocks')).json;
  expect(heightsOf(latest).at(-1)).toBe(BLOCKS);
  expect(latest.next_height).toBe((heightsOf(latest)[0] as number) - 1);
  const { block } = (await page(`/api/block/${BLOCKS}?limit=3`)).json as { block: Record<string, unknown> };
  expect([(block.transactions as unknown[]).length, block.next_offset]).toEqual([3, 3]);
}, 120_000);

test('an evicted piece of an element is made again: concurrent readers get the same bytes', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => page(`/api/txs?limit=4`)));
  const [first] = answers;
  expect(first?.bytes).toBeGreaterThan(4 * BALLAST);
  for (const answer of answers) expect(answer).toEqual(first);
}, 120_000);
