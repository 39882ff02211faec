/** Bench of HTTP: reads of a node, compared with a bare server on the same library.
 *
 *  It measures the built program on a quiet network, and the bare servers as separate processes. All of them run, and one
 *  at a time gets requests. They take turns, in another order each round. The measure is the processor time of the server's
 *  main thread per request: the client in this process needs more of it than a bare server, so requests per second would
 *  say as much about the client. Where the system does not report processor time, the time between two answers replaces it. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invariant } from '../../engine/base/refusal.js';
import { accountOfKey, addressOfKey } from '../../engine/crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../engine/crypto/mldsa.js';
import { type BenchDefinition, besideFigure, type Figure, figureOf, ratioAtLeast } from '../figures.js';
import { collectGarbage } from '../measure.js';
import { bytesOf } from '../transfers.js';
import { makeChainDirectory } from './chainDirectory.js';
import { HttpLoad } from './httpLoad.js';
import { type MeasuredProcess, mainThreadMs, startProcess } from './nodeProcess.js';

const CONNECTIONS = 64;

interface Size {
  readonly rounds: number;
  /** Of one server in one round. */
  readonly requests: number;
}

/** One server and the path it is asked for. */
interface Way {
  readonly path: string;
  readonly server: MeasuredProcess;
  /** One value a round. */
  readonly microseconds: number[];
  readonly perSecond: number[];
}

const QUIET = ['--mine', '--heartbeat-ms', '3600000', '--verify-workers', '1', '--log-format', 'json'];
const UNLIMITED = ['--rate-limit-read-per-minute', '0', '--rate-limit-write-per-minute', '0'];
/** The highest possible limit: requests are counted as by default, and a run stays below it. */
const COUNTED = ['--rate-limit-read-per-minute', '1000000'];

const owner = bytesOf('http', PUBLIC_KEY_BYTES);
const HEALTH = '/api/health';
const BALANCE = `/api/balance/${addressOfKey(owner)}`;

/** Processes and connections of one run, ended together. */
class Stage {
  readonly #servers: MeasuredProcess[] = [];
  readonly #directories: string[] = [];
  readonly ways: Way[] = [];

  async node(flags: readonly string[]): Promise<MeasuredProcess> {
    const directory = await mkdtemp(join(tmpdir(), 'rouged-bench-'));
    this.#directories.push(directory);
    await makeChainDirectory(directory, [accountOfKey(owner)], [owner]);
    return this.#started('ops/cli/main.js', ['run', '--data-dir', directory, '--api-port', '0', ...QUIET, ...flags]);
  }

  bare(library: 'uws' | 'node'): Promise<MeasuredProcess> {
    return this.#started('bench/macro/bareServer.js', [library]);
  }

  async #started(module: string, words: readonly string[]): Promise<MeasuredProcess> {
    const server = await startProcess(module, words);
    this.#servers.push(server);
    return server;
  }

  async way(server: MeasuredProcess, path: string): Promise<Way> {
    const answer = await fetch(`${server.url}${path}`);
    invariant(answer.status === 200, `${path} answers ${answer.status}`);
    if (path === BALANCE) {
      const { balance } = (await answer.json()) as { readonly balance: number };
      invariant(balance > 0, 'the account of the bench has nothing');
    } else await answer.text();
    const way: Way = { path, server, microseconds: [], perSecond: [] };
    this.ways.push(way);
    return way;
  }

  async end(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
    for (const directory of this.#directories) await rm(directory, { recursive: true, force: true });
  }
}

/** @param counts false for a round that only warms up. */
async function ask({ path, server, microseconds, perSecond }: Way, requests: number, counts: boolean): Promise<void> {
  // New ones each time: a server closes connections that are idle while the others take their turns.
  const load = await HttpLoad.connect(server.port, path, CONNECTIONS);
  await collectGarbage();
  const before = mainThreadMs(server.pid);
  const wall = await load.run(requests);
  const after = mainThreadMs(server.pid);
  load.close();
  if (!counts) return;
  const milliseconds = before === undefined || after === undefined ? wall : after - before;
  microseconds.push((milliseconds * 1_000) / requests);
  perSecond.push((requests / wall) * 1_000);
}

async function measure(stage: Stage, { rounds, requests }: Size): Promise<Figure[]> {
  const [node, counting, onNode] = [
    await stage.node(UNLIMITED),
    await stage.node(COUNTED),
    await stage.node([...UNLIMITED, '--http-server', 'node']),
  ];
  const [uws, nodeHttp] = [await stage.bare('uws'), await stage.bare('node')];
  const health = await stage.way(node, HEALTH);
  const balance = await stage.way(node, BALANCE);
  const countedHealth = await stage.way(counting, HEALTH);
  const countedBalance = await stage.way(counting, BALANCE);
  const hello = await stage.way(uws, '/');
  const nodeHealth = await stage.way(onNode, HEALTH);
  const nodeBalance = await stage.way(onNode, BALANCE);
  const nodeHello = await stage.way(nodeHttp, '/');
  const { ways } = stage;
  for (let round = -1; round < rounds; round++)
    for (const [index] of ways.entries()) {
      const way = ways[(index + round + 1) % ways.length];
      if (way) await ask(way, requests, round >= 0);
    }
  const pair = (name: string, ours: Way, bare: Way, bound: number): Figure[] => [
    figureOf(name, ours.microseconds, 'us'),
    ratioAtLeast(
      besideFigure(`${name}: a bare hello-world of its library`, bare.microseconds, ours.microseconds, 'us'),
      bound,
    ),
  ];
  const rate = (name: string, way: Way): Figure => figureOf(`${name}, answers`, way.perSecond, '/s');
  return [
    ...pair('health', health, hello, 1 / 2),
    ...pair('balance of an address', balance, hello, 1 / 3),
    ...pair('health, requests counted', countedHealth, hello, 1 / 2),
    ...pair('balance, requests counted', countedBalance, hello, 1 / 3),
    ...pair('health on node:http', nodeHealth, nodeHello, 1 / 2),
    ...pair('balance on node:http', nodeBalance, nodeHello, 1 / 3),
    rate('health', health),
    rate('balance', balance),
    rate('bare uWebSockets.js', hello),
    rate('health on node:http', nodeHealth),
    rate('bare node:http', nodeHello),
  ];
}

export const http: BenchDefinition = {
  name: 'http',
  about: "processor time of a server's main thread for a read over HTTP, beside a bare hello-world of the same library",
  async run({ quick }) {
    const stage = new Stage();
    try {
      return await measure(stage, quick ? { rounds: 2, requests: 500 } : { rounds: 5, requests: 8_000 });
    } finally {
      await stage.end();
    }
  },
};
