/** A node under moderate load for a while: transfers, reads of every kind, sockets that come and go. Its memory after
 *  garbage collection must not grow with the requests that it has answered.
 *
 *  In: how long, how much. Out: figures, and whether the growth stays below the bound. What may grow: the tags of used
 *  nonces (ten minutes of them, about 130 bytes a transfer) and the database's memory tables (up to 64 MiB a family before
 *  they are written out), which are outside the heap. That is why the resident size is reported but not judged per request. */

import { WebSocket } from 'ws';
import { builtFile } from '../../workers/threads/workerFile.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { signedTransfer } from '../support/signedRequests.js';
import { signingActor } from '../support/transactions.js';

/** Heap and buffers that one answered request may leave behind. A tag of a nonce is 130 bytes; the smallest relevant leak
 *  keeps a parsed body (some kilobytes). */
const BYTES_A_REQUEST = 512;

/** How much compiled code and caches vary without a leak: a short run is not judged below this. */
const NOISE_BYTES = 1.5 * 1024 * 1024;

/** Additional resident memory that is allowed: memory tables of the database, filled once. */
const RESIDENT_BYTES = 256 * 1024 * 1024;

/** Share of the run that is warm-up: code is compiled, pools and caches are filled. */
const WARM_UP = 0.4;

const SOCKETS = 20;

export interface SoakOptions {
  readonly seconds: number;
  readonly transfersPerSecond: number;
  readonly readsPerSecond: number;
  /** Bytes that the node loses on purpose every 100 ms. */
  readonly leak?: number;
}

interface Sample {
  readonly requests: number;
  /** Heap in use and memory of buffers, bytes. */
  readonly used: number;
  readonly resident: number;
}

export interface SoakReport {
  readonly transfers: number;
  readonly reads: number;
  readonly frames: number;
  readonly samples: readonly Sample[];
  /** Growth of the fitted line from the end of the warm-up to the end, in bytes. */
  readonly growth: number;
  readonly bound: number;
  readonly residentGrowth: number;
  readonly isFlat: boolean;
  readonly line: string;
}

const ada = signingActor('soak: ada');
const ben = signingActor('soak: ben');

/** One load on one node, counted. */
class Load {
  transfers = 0;
  reads = 0;
  frames = 0;
  readonly #sockets: WebSocket[] = [];
  #ended = false;

  constructor(private readonly node: LiveNode) {}

  get requests(): number {
    return this.transfers + this.reads;
  }

  /** Runs until `end`: each kind at its rate, one at a time within a kind. */
  async run(options: SoakOptions): Promise<void> {
    await Promise.all([
      this.#repeat(1_000 / options.transfersPerSecond, () => this.#transfer()),
      this.#repeat(1_000 / options.readsPerSecond, () => this.#read()),
      this.#repeat(1_000, () => this.#exchangeSocket()),
    ]);
    for (const socket of this.#sockets) socket.terminate();
  }

  end(): void {
    this.#ended = true;
  }

  async #repeat(everyMs: number, work: () => Promise<void>): Promise<void> {
    for (let due = performance.now(); !this.#ended; due = Math.max(due + everyMs, performance.now() - 1_000)) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      await work();
    }
  }

  async #transfer(): Promise<void> {
    const [from, to] = this.transfers % 2 === 0 ? [ada, ben] : [ben, ada];
    const { body } = signedTransfer(from, to.address, '0.000001');
    const { status, text } = await exchange(this.node.url, '/api/v2/transfer', {
      method: 'POST',
      headers: JSON_HEADERS,
      body,
    });
    if (status !== 200) throw new Error(`a transfer was answered ${status} ${text.slice(0, 200)}`);
    this.transfers++;
  }

  async #read(): Promise<void> {
    const paths = [
      '/api/health',
      '/api/stats',
      `/api/balance/${ada.address}`,
      '/api/blocks?page=1&per_page=5',
      '/api/txs?limit=20',
      `/api/address/${ben.address}/transactions?limit=20`,
      '/api/nothing-here',
    ];
    const path = paths[this.reads % paths.length] as string;
    const { status } = await exchange(this.node.url, path);
    if (status !== 200 && status !== 404) throw new Error(`${path} was answered ${status}`);
    this.reads++;
  }

  /** The oldest socket goes, a new one comes. */
  async #exchangeSocket(): Promise<void> {
    if (this.#sockets.length >= SOCKETS) this.#sockets.shift()?.close();
    const socket = new WebSocket(`${this.node.url.replace('http', 'ws')}/api/ws`);
    this.#sockets.push(socket);
    socket.on('message', () => {
      this.frames++;
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.on('error', () => {});
  }
}

async function sampleOf(node: LiveNode, number: number, requests: number): Promise<Sample> {
  process.kill(node.pid, 'SIGUSR2');
  const [, text = ''] = await node.printed(new RegExp(`^memory ${number} (\\{.*\\})$`, 'm'));
  const { rss, heapUsed, external } = JSON.parse(text) as NodeJS.MemoryUsage;
  return { requests, used: heapUsed + external, resident: rss };
}

/** The least-squares line through points. @returns its slope. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const rise = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
  const run = points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
  return run === 0 ? 0 : rise / run;
}

const mebibytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(1);

function judge(load: Load, samples: readonly Sample[]): SoakReport {
  const judged = samples.slice(Math.floor(samples.length * WARM_UP));
  const [first, last] = [judged[0], judged.at(-1)];
  if (!first || !last || judged.length < 5) throw new Error(`${samples.length} samples are too few to fit a line`);
  const requests = last.requests - first.requests;
  const perRequest = slopeOf(judged.map((sample) => [sample.requests, sample.used]));
  const growth = perRequest * requests;
  const bound = Math.max(NOISE_BYTES, BYTES_A_REQUEST * requests);
  const residentGrowth = slopeOf(judged.map((sample) => [sample.requests, sample.resident])) * requests;
  const isFlat = growth <= bound && residentGrowth <= RESIDENT_BYTES;
  const { transfers, reads, frames } = load;
  const line =
    `soak: ${transfers} transfers, ${reads} reads, ${frames} frames, ${judged.length} of ${samples.length} samples; ` +
    `heap and buffers ${mebibytes(first.used)} to ${mebibytes(last.used)} MiB, ${perRequest.toFixed(0)} bytes a request, ` +
    `growth ${mebibytes(growth)} MiB (bound ${mebibytes(bound)}); resident ${mebibytes(first.resident)} to ` +
    `${mebibytes(last.resident)} MiB (bound +${mebibytes(RESIDENT_BYTES)}): ${isFlat ? 'flat' : 'GROWS'}`;
  return { transfers, reads, frames, samples, growth, bound, residentGrowth, isFlat, line };
}

/** Longest time between two samples, so that a long run has many and a short one enough. */
const sampleEveryMs = (seconds: number): number => Math.min(30_000, Math.max(500, (seconds * 1_000) / 40));

export async function soak(options: SoakOptions): Promise<SoakReport> {
  const allocations = [ada, ben].map(({ address }) => ({ address, amount: '1000000' }));
  const preload = `--import ${builtFile('test/faults/soakMemory.js').href}`;
  const node = await startNode({
    genesis: { allocations, blockTimeMs: 200 },
    environment: { NODE_OPTIONS: preload, ...(options.leak ? { ROUGED_SOAK_LEAK: String(options.leak) } : {}) },
  });
  try {
    const load = new Load(node);
    const running = load.run(options);
    const samples: Sample[] = [];
    const end = performance.now() + options.seconds * 1_000;
    const sampling = async (): Promise<void> => {
      while (performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, sampleEveryMs(options.seconds)));
        samples.push(await sampleOf(node, samples.length, load.requests));
      }
      load.end();
    };
    await Promise.all([running, sampling()]);
    return judge(load, samples);
  } finally {
    await node.remove();
  }
}
