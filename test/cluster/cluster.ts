/** A network of real processes over loopback, started with the words that `rouged devnet` uses. One validator is behind cables
 *  that the test can cut. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { accountOfKey, addressOf } from '../../engine/crypto/address.js';
import { loadKeyFile } from '../../ops/config/nodeKeys.js';
import { portsFrom } from '../../ops/devnet/devnet.js';
import { type Devnet, ensureDevnet, planDevnet, urlOf, wordsOf } from '../../ops/devnet/layout.js';
import { ChainWatch } from '../support/chainWatch.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { type LiveProgram, startLive } from '../support/liveNode.js';
import { signedTransfer } from '../support/signedRequests.js';
import type { SigningActor } from '../support/transactions.js';
import { Cable } from './cable.js';

/** Short, so that the test waits little; long enough for six processes on two cores. */
const BLOCK_TIME_MS = 250;

type Answer = Readonly<Record<string, unknown>>;

export class ClusterNode {
  #program: LiveProgram | undefined;
  #watch: ChainWatch | undefined;
  #earlier = '';

  constructor(
    readonly name: string,
    readonly validates: boolean,
    readonly publicKey: string,
    readonly port: number,
    private readonly words: readonly string[],
  ) {}

  get url(): string {
    return urlOf(this.port);
  }

  get isRunning(): boolean {
    return this.#program !== undefined;
  }

  /** Everything that it has printed, in all its runs. */
  logs(): string {
    return this.#earlier + (this.#program?.logs() ?? '');
  }

  /** Starts it, and waits until it answers. */
  async start(): Promise<void> {
    this.#program = startLive(this.words);
    await this.#program.printed(/^ {2}data {7}.+$/m);
    this.#watch = await ChainWatch.open(this.url);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const program = this.#program;
    if (!program) return;
    await program.stop(signal);
    this.#earlier += program.logs();
    this.#program = undefined;
    this.#watch = undefined;
  }

  /** SIGSTOP or SIGCONT. */
  signal(signal: NodeJS.Signals): void {
    if (!this.#program) throw new Error(`${this.name} does not run`);
    process.kill(this.#program.pid, signal);
  }

  /** Resolves when it shows a block of this height, or a later one. */
  async reaches(height: number): Promise<void> {
    if (!this.#watch) throw new Error(`${this.name} does not run`);
    await this.#watch.height(height);
  }

  async includes(txId: string): Promise<void> {
    if (!this.#watch) throw new Error(`${this.name} does not run`);
    await this.#watch.included(txId);
  }

  async get(path: string): Promise<Answer> {
    const { status, json, text } = await exchange(this.url, path);
    if (status !== 200 || !json) throw new Error(`${this.name} answers ${path} with ${status}: ${text.slice(0, 300)}`);
    return json;
  }

  async height(): Promise<number> {
    return Number((await this.get('/api/stats')).height);
  }
}

export class Cluster {
  /** Ids of transactions that a node has answered with success. */
  readonly acknowledged: string[] = [];
  /** Refused requests, by code. */
  readonly refused = new Map<string, number>();

  private constructor(
    readonly dataDir: string,
    readonly nodes: readonly ClusterNode[],
    readonly wallet: SigningActor,
    /** The cables of `cabled`. */
    readonly cables: readonly Cable[],
    readonly cabled: ClusterNode,
  ) {}

  /** Makes the network; no node runs yet. The last validator is behind cables. */
  static async make(validators: number, followers: number): Promise<Cluster> {
    const dataDir = mkdtempSync(join(tmpdir(), 'rouged-cluster-'));
    const shape = { dataDir, validators, followers, stakes: stakesOf(validators), blockTimeMs: BLOCK_TIME_MS };
    const plan = planDevnet(shape);
    if (isRefusal(plan)) throw new Error(plan.message);
    const devnet = ensureDevnet(plan, Date.now());
    if (isRefusal(devnet)) throw new Error(devnet.message);
    const ports = await portsFrom(0, devnet.nodes.length);
    if (isRefusal(ports)) throw new Error(ports.message);
    const behind = validators - 1;
    const cables = await Promise.all(ports.map((port) => Cable.to(port)));
    const nodes = devnet.nodes.map(({ name, validates, publicKey }, index) => {
      const words =
        index === behind ? cabledWords(devnet, index, ports, cables) : plainWords(devnet, index, ports, behind, cables);
      const flags = ['--verify-workers', '1', '--log-level', 'debug', '--log-format', 'json'];
      return new ClusterNode(name, validates, publicKey, ports[index] as number, [...words, ...flags]);
    });
    const wallet = walletOf(devnet);
    return new Cluster(dataDir, nodes, wallet, cables, nodes[behind] as ClusterNode);
  }

  get validators(): readonly ClusterNode[] {
    return this.nodes.filter(({ validates }) => validates);
  }

  get followers(): readonly ClusterNode[] {
    return this.nodes.filter(({ validates }) => !validates);
  }

  /** Its stake is the greatest. */
  get leader(): ClusterNode {
    return this.nodes[0] as ClusterNode;
  }

  /** Sends a transfer to a node. @returns its id; undefined when the node has refused it. */
  async transfer(to: ClusterNode): Promise<string | undefined> {
    const order = signedTransfer(this.wallet, RECIPIENT, '0.001');
    const { status, json, text } = await exchange(to.url, '/api/v2/transfer', {
      method: 'POST',
      headers: JSON_HEADERS,
      body: order.body,
    });
    if (status === 200) {
      this.acknowledged.push(order.txId);
      return order.txId;
    }
    if (status !== 503 && status !== 429) throw new Error(`${to.name} answers a transfer with ${status}: ${text}`);
    const code = String(json?.code);
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
    return undefined;
  }

  /** Sends until a node takes one. @returns its id. */
  async taken(to: ClusterNode): Promise<string> {
    for (;;) {
      const txId = await this.transfer(to);
      if (txId !== undefined) return txId;
      await new Promise((resolve) => setTimeout(resolve, BLOCK_TIME_MS));
    }
  }

  /** Sends to all running nodes in turn until the work has ended. */
  async underLoad<T>(work: () => Promise<T>): Promise<T> {
    const state = { isOver: false };
    const sender = (async () => {
      for (let index = 0; !state.isOver; index++) {
        const running = this.nodes.filter(({ isRunning }) => isRunning);
        const to = running[index % running.length] as ClusterNode;
        // A node that is being ended breaks the connection: then nothing was acknowledged.
        await this.transfer(to).catch((error: unknown) => {
          if (!(error instanceof Error && 'code' in error)) throw error;
        });
      }
    })();
    try {
      return await work();
    } finally {
      state.isOver = true;
      await sender;
    }
  }

  async remove(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.end('SIGKILL')));
    await Promise.all(this.cables.map((cable) => cable.remove()));
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

const XRGE = 10n ** 9n;

/** The first leads; three of four are a quorum. */
const stakesOf = (count: number): bigint[] =>
  Array.from({ length: count }, (_, index) => 10n ** 20n * XRGE + BigInt(index === 0 ? 1 : 0) * XRGE);

const RECIPIENT = addressOf(accountOfKey(new Uint8Array(1_952).fill(7)));

/** A node that reaches the one behind cables by its cable. */
const plainWords = (
  devnet: Devnet,
  index: number,
  ports: readonly number[],
  behind: number,
  cables: readonly Cable[],
): readonly string[] =>
  wordsOf(
    devnet,
    index,
    ports.map((port, other) => (other === behind ? (cables[behind] as Cable).port : port)),
  );

/** The node behind cables: it dials others by their cables alone, since it may not dial what others tell. */
function cabledWords(
  devnet: Devnet,
  index: number,
  ports: readonly number[],
  cables: readonly Cable[],
): readonly string[] {
  const through = cables.map(({ port }) => port);
  const words = wordsOf(devnet, index, through).filter((word) => word !== '--allow-private-peers');
  const at = words.indexOf('--api-port') + 1;
  return words.map((word, place) => (place === at ? String(ports[index]) : word));
}

function walletOf({ wallet }: Devnet): SigningActor {
  const keys = loadKeyFile(wallet.path);
  if (isRefusal(keys)) throw new Error(keys.message);
  const account = accountOfKey(keys.publicKey);
  return { ...keys, keyHex: toHex(keys.publicKey), account, address: addressOf(account) };
}
