/** Bench of a state snapshot beside blocks: what the interval between blocks becomes while one is made of a million accounts.
 *
 *  The built program runs on a directory with that many accounts and makes a block every 400 ms, each with a few transfers; each
 *  round looks at blocks without a snapshot, then at those while one is made through the control door. The interval is that of the
 *  headers' times. Left out: what a full block costs. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { toHex, utf8 } from '../../engine/base/bytes.js';
import { InvariantError, invariant } from '../../engine/base/refusal.js';
import { accountOfKey, addressOfKey } from '../../engine/crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../engine/crypto/mldsa.js';
import { findControl } from '../../ops/controlFile.js';
import { createKernelBackend } from '../../workers/kernel/kernel.js';
import type { SnapshotFacts } from '../../workers/snapshot/snapshotMaker.js';
import { type BenchDefinition, besideFigure, type Figure, figureOf, median, ratioAtLeast } from '../figures.js';
import { accountKeys } from '../network.js';
import { bytesOf } from '../transfers.js';
import { makeChainDirectory } from './chainDirectory.js';
import { type MeasuredProcess, mainThreadMs, startProcess } from './nodeProcess.js';

const ACCOUNTS = 1_000_000;
const QUICK_ACCOUNTS = 20_000;
const BLOCK_MS = 400;
const ROUNDS = 3;
/** Blocks that are looked at without a snapshot in each round. */
const QUIET_BLOCKS = 25;
const TRANSFERS_PER_BLOCK = 5;

/** The interval without a snapshot is at least this part of the interval with one. */
const INTERVAL_RATIO = 0.95;

const kernel = createKernelBackend({ cacheBytes: 0 });
const sender = kernel.keygen(bytesOf('snapshot: sender', 32));
const to = addressOfKey(bytesOf('snapshot: recipient', PUBLIC_KEY_BYTES));

interface Header {
  readonly height: number;
  readonly time: number;
}

/** Posts transfers at an even pace until it is stopped. */
class Load {
  #serial = 0;
  #over = false;
  #running: Promise<void> | undefined;

  constructor(private readonly url: string) {}

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#over = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#over) {
      await this.#post();
      await delay(BLOCK_MS / TRANSFERS_PER_BLOCK);
    }
  }

  async #post(): Promise<void> {
    const keyHex = toHex(sender.publicKey);
    const nonce = toHex(bytesOf(`snapshot nonce ${this.#serial++}`, 16));
    const text =
      `{"amount":0.5,"from":"${keyHex}","nonce":"${nonce}","timestamp":${Date.now()},` +
      `"to":"${to}","token":"XRGE","type":"transfer"}`;
    const signature = toHex(kernel.sign(utf8(text), sender.secretKey));
    const answer = await fetch(`${this.url}/api/v2/transfer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"payload":${text},"signature":"${signature}","public_key":"${keyHex}"}`,
    });
    invariant(answer.ok, `a transfer was answered ${answer.status}: ${await answer.text()}`);
  }
}

async function newestHeaders(url: string, limit: number): Promise<readonly Header[]> {
  const answer = await fetch(`${url}/api/blocks/headers?limit=${limit}`);
  const { headers } = (await answer.json()) as { headers: readonly Header[] };
  return headers;
}

/** Intervals between the blocks of a span of time, milliseconds. */
async function intervals(url: string, from: number, until: number): Promise<number[]> {
  const headers = await newestHeaders(url, 200);
  const times = headers.map(({ time }) => time).filter((time) => time >= from && time <= until);
  invariant(times.length > 2, 'too few blocks were made');
  return times.slice(1).map((time, index) => (times[index] as number) - time);
}

async function snapshot(directory: string): Promise<SnapshotFacts> {
  const place = findControl(directory);
  invariant(place, 'the node has no control door');
  const response = await fetch(`${place.url}/snapshot`, {
    method: 'POST',
    headers: { authorization: `Bearer ${place.token}` },
  });
  const lines = (await response.text()).trimEnd().split('\n');
  const last = lines.map((line) => JSON.parse(line) as { facts?: SnapshotFacts; error?: string });
  const facts = last.find((line) => line.facts)?.facts;
  if (!facts) throw new InvariantError(`no snapshot was made: ${last.at(-1)?.error}`);
  return facts;
}

async function measure(directory: string, node: MeasuredProcess, rounds: number, quiet: number): Promise<Figure[]> {
  const without: number[] = [];
  const beside: number[] = [];
  const longestWithout: number[] = [];
  const longestBeside: number[] = [];
  const took: number[] = [];
  const main: number[] = [];
  let size = 0;
  for (let round = 0; round < rounds; round++) {
    const began = Date.now();
    await delay(quiet * BLOCK_MS);
    const still = await intervals(node.url, began, Date.now());
    const start = Date.now();
    const mainBefore = mainThreadMs(node.pid) ?? 0;
    const facts = await snapshot(directory);
    took.push(Date.now() - start);
    main.push((mainThreadMs(node.pid) ?? 0) - mainBefore);
    size = facts.bytes;
    // A short snapshot still has a few blocks to look at.
    await delay(Math.max(0, start + 5 * BLOCK_MS - Date.now()));
    const busy = await intervals(node.url, start, Date.now());
    without.push(median(still));
    beside.push(median(busy));
    longestWithout.push(Math.max(...still));
    longestBeside.push(Math.max(...busy));
  }
  return [
    figureOf('between two blocks while a snapshot is made', beside, 'ms'),
    ratioAtLeast(besideFigure('between two blocks without one', without, beside, 'ms'), INTERVAL_RATIO),
    figureOf('longest interval while a snapshot is made', longestBeside, 'ms'),
    besideFigure('longest interval without one', longestWithout, longestBeside, 'ms'),
    figureOf('until the snapshot is durable, by the wall clock', took, 'ms'),
    figureOf('main thread in that time, blocks and transfers included', main, 'ms'),
    figureOf('size of the snapshot', [size / 1e6], 'MB'),
  ];
}

export const snapshotBench: BenchDefinition = {
  name: 'snapshot',
  about: 'a snapshot of a million accounts while blocks go on at 400 ms: the interval with and without',
  async run({ quick }) {
    const directory = await mkdtemp(join(tmpdir(), 'rouged-bench-'));
    try {
      const own = accountOfKey(sender.publicKey);
      await makeChainDirectory(directory, accountKeys([{ account: own }], quick ? QUICK_ACCOUNTS : ACCOUNTS));
      const words = ['run', '--data-dir', directory, '--api-port', '0', '--mine', '--log-level', 'error'];
      const times = ['--block-time-ms', String(BLOCK_MS), '--rate-limit-write-per-minute', '0'];
      const node = await startProcess('ops/cli/main.js', [...words, ...times, '--rate-limit-read-per-minute', '0']);
      const load = new Load(node.url);
      try {
        load.start();
        return await measure(directory, node, quick ? 1 : ROUNDS, quick ? 5 : QUIET_BLOCKS);
      } finally {
        await load.stop();
        await node.stop();
      }
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};
