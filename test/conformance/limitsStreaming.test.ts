/** Large answers and their reader's pace: a thousand full blocks are read from a real node by a client that is slower
 *  than the node, and the node's memory stays where it was. The bytes are counted, and so are the blocks in them. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { makeStoredChain, type StoredChain } from '../support/storedChain.js';

const BLOCKS = 1_000;
const TRANSFERS = 20;
const MIB = 1024 * 1024;

/** What the answer is at least: a transfer takes 15 KB of JSON, its key and signature in hex above all. */
const ANSWER_BYTES = 250 * MIB;

/** What the node's memory may grow by meanwhile: pieces under way in two threads, and garbage until it is collected. */
const GROWTH_BYTES = 96 * MIB;

/** The client takes this much, then pauses. */
const STEP_BYTES = 4 * MIB;
const PAUSE_MS = 8;

/** Once, in the middle, the client takes nothing for this long: a node that does not wait for it would have everything in
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

/** The system's record of the most memory in use begins anew. */
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

/** How often `word` stands in a text that comes in pieces. */
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

/** Pauses after every step, and once for long. */
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
  const reading = await read(`/api/blocks?from_height=1&limit=${BLOCKS}`, slowly());
  const growth = memory('VmHWM') - before;
  console.log(
    `${(reading.bytes / MIB).toFixed(0)} MiB read; memory ${(before / MIB).toFixed(0)} MiB, at most ${(growth / MIB).toFixed(0)} MiB more`,
  );
  expect([reading.blocks, reading.transactions]).toEqual([BLOCKS, BLOCKS * TRANSFERS]);
  expect(reading.tail.endsWith(`],"total_height":${BLOCKS}}`)).toBe(true);
  expect(reading.bytes).toBeGreaterThan(ANSWER_BYTES);
  expect(growth).toBeLessThan(GROWTH_BYTES);
}, 120_000);
