/** Large answers and their reader's pace: a thousand full blocks are read from a real node by a client that is slower
 *  than the node, and the node's memory stays where it was. The bytes are counted, and so are the blocks in them. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIST_BYTES, NEAR_SHARE, STREAMS } from '../../engine/base/limits.js';
import { exchange } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { makeStoredChain, type StoredChain } from '../support/storedChain.js';

const BLOCKS = 1_000;
const TRANSFERS = 20;
const MIB = 1024 * 1024;

/** Minimum size of the answer: a transfer takes 15 KB of JSON, mostly its key and signature in hex. */
const ANSWER_BYTES = 250 * MIB;

/** How much the node's memory may grow meanwhile: pieces under way in two threads, and garbage until it is collected, which the V8
 *  of Node 24 does later (107 and 135 MiB were seen). Well below the answer, which a node that did not wait would hold. */
const GROWTH_BYTES = 180 * MIB;

/** The client reads this much, then pauses. */
const STEP_BYTES = 4 * MIB;
const PAUSE_MS = 8;

/** Once, in the middle, the client reads nothing for this long: a node that did not wait for it would have everything in
 *  memory by then. */
const STALL_MS = 3_000;

let directory: string;
let chain: StoredChain;
let node: LiveNode;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rouged-stream-'));
  chain = await makeStoredChain(directory, BLOCKS, TRANSFERS);
  node = await startNode({ dataDir: directory, mine: false });
}, 180_000);

afterAll(async () => {
  await node?.remove();
  rmSync(directory, { recursive: true, force: true });
});

const statusFile = (): string => `/proc/${node.pid}/status`;
const memory = (name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(statusFile(), 'utf8'))?.[1]) * 1024;

/** Resets the system's record of peak memory. */
const forgetPeak = (): void => writeFileSync(`/proc/${node.pid}/clear_refs`, '5');

interface Reading {
  readonly bytes: number;
  readonly blocks: number;
  readonly transactions: number;
  readonly tail: string;
}

const open = (path: string): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    http.get(`${node.url}${path}`, { agent: false }, resolve).on('error', reject);
  });

/** How often `word` occurs in a text that comes in pieces. */
class Occurrences {
  count = 0;
  #rest = '';
  constructor(private readonly word: string) {}

  add(text: string): void {
    const joined = this.#rest + text;
    this.count += joined.split(this.word).length - 1;
    this.#rest = joined.slice(-(this.word.length - 1));
  }
}

async function read(path: string, pause: (bytes: number) => Promise<void>): Promise<Reading> {
  const response = await open(path);
  expect(response.statusCode).toBe(200);
  const blocks = new Occurrences('"proposer_sig":');
  const transactions = new Occurrences('"signed_payload":');
  let bytes = 0;
  let tail = '';
  for await (const chunk of response as AsyncIterable<Buffer>) {
    const text = chunk.toString('latin1');
    blocks.add(text);
    transactions.add(text);
    bytes += chunk.length;
    tail = (tail + text).slice(-100);
    await pause(bytes);
  }
  return { bytes, blocks: blocks.count, transactions: transactions.count, tail };
}

/** Pauses after every step, and once for a long time. */
function slowly(): (bytes: number) => Promise<void> {
  let next = STEP_BYTES;
  let stalled = false;
  return async (bytes) => {
    if (bytes < next) return;
    next += STEP_BYTES;
    const stall = !stalled && bytes > ANSWER_BYTES / 3;
    stalled ||= stall;
    await delay(stall ? STALL_MS : PAUSE_MS);
  };
}

test('a thousand full blocks do not grow the memory of the node', async ({ skip }) => {
  if (!existsSync(statusFile())) skip('the memory of a process can be read on Linux only');
  expect([chain.height, chain.transactions]).toEqual([BLOCKS, BLOCKS * TRANSFERS]);
  await read('/api/blocks?from_height=1&limit=100', async () => {});
  const before = memory('VmRSS');
  forgetPeak();
  const reading = { bytes: 0, blocks: 0, transactions: 0, tail: '' };
  const pause = slowly();
  let pages = 0;
  for (let height: number | undefined = 1; height !== undefined; pages++) {
    const page = await read(`/api/blocks?from_height=${height}&limit=${BLOCKS}`, (bytes) =>
      pause(reading.bytes + bytes),
    );
    reading.bytes += page.bytes;
    reading.blocks += page.blocks;
    reading.transactions += page.transactions;
    reading.tail = page.tail;
    // A page ends with the block with which it reaches its bytes.
    expect(page.bytes).toBeLessThan(LIST_BYTES + MIB);
    const next = /"next_height":(\d+)/.exec(page.tail)?.[1];
    height = next === undefined ? undefined : Number(next);
    expect(height ?? BLOCKS + 1).toBe(reading.blocks + 1);
  }
  expect(pages).toBeGreaterThan(5);
  const growth = memory('VmHWM') - before;
  console.log(
    `${(reading.bytes / MIB).toFixed(0)} MiB read; memory ${(before / MIB).toFixed(0)} MiB, at most ${(growth / MIB).toFixed(0)} MiB more`,
  );
  expect([reading.blocks, reading.transactions]).toEqual([BLOCKS, BLOCKS * TRANSFERS]);
  expect(reading.tail.endsWith(`],"total_height":${BLOCKS}}`)).toBe(true);
  expect(reading.bytes).toBeGreaterThan(ANSWER_BYTES);
  expect(growth).toBeLessThan(GROWTH_BYTES);
}, 120_000);

/** The request, and how many items come (specification, chapter Limits; the accounts' history: reference). */
const pages = [
  ['/api/blocks', 'blocks', 50],
  ['/api/blocks?limit=100', 'blocks', 100],
  ['/api/blocks?limit=1000', 'blocks', 100],
  ['/api/blocks?page=1', 'blocks', 10],
  ['/api/blocks?page=1&per_page=1000', 'blocks', 100],
  ['/api/blocks?from_height=0', 'blocks', 50],
  ['/api/blocks?from_height=991&limit=1000', 'blocks', 10],
  ['/api/txs', 'txs', 200],
  ['/api/txs?limit=5000', 'txs', 1_000],
  ['/api/txs?offset=19999', 'txs', 1],
  ['/api/address/SENDER/transactions', 'transactions', 50],
  ['/api/address/SENDER/transactions?limit=5000', 'transactions', 500],
] as const;

test('pages hold what chapter Limits says, whatever is asked for', async () => {
  for (const [path, member, count] of pages) {
    const { json } = await exchange(node.url, path.replace('SENDER', chain.sender.address));
    expect(json?.[member], path).toHaveLength(count);
  }
  const sync = await read('/api/blocks?from_height=0&limit=5000', async () => {});
  expect(sync.blocks).toBeGreaterThan(100);
  expect(sync.tail).toContain(`"next_height":${sync.blocks}`);
}, 120_000);

test('more readers of large answers than this machine has places for are answered 503 with Retry-After', async () => {
  const places = Math.floor(STREAMS * NEAR_SHARE);
  const responses = await Promise.all(
    Array.from({ length: places + 20 }, () => open('/api/blocks?from_height=1&limit=1000')),
  );
  try {
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(places);
    const refused = responses.filter(({ statusCode }) => statusCode === 503);
    expect(refused).toHaveLength(20);
    for (const { headers } of refused) expect(headers['retry-after']).toBe('2');
    expect((await exchange(node.url, '/api/health')).status).toBe(200);
  } finally {
    for (const response of responses) response.destroy();
  }
  // A client that is gone holds no place.
  while ((await exchange(node.url, '/api/txs?limit=1')).status !== 200) await delay(20);
  expect(node.logs()).not.toContain('a request failed');
}, 120_000);
