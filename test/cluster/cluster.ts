/** A network of real processes over loopback, started with the words that `rouged devnet` uses, and with a mesh of cables between
 *  them. Clients send to all nodes that answer, and keep what each has acknowledged. */

import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { accountOfKey, addressOf } from '../../engine/crypto/address.js';
import { loadKeyFile } from '../../ops/config/nodeKeys.js';
import { portsFrom } from '../../ops/devnet/devnet.js';
import { type Devnet, ensureDevnet, planDevnet, urlOf, wordsOf } from '../../ops/devnet/layout.js';
import { createKernelBackend } from '../../workers/kernel/kernel.js';
import { mountDisk, type SmallDisk } from '../faults/smallDisk.js';
import { JSON_HEADERS } from '../support/httpClient.js';
import { number, payloadText, signText } from '../support/signedRequests.js';
import type { SigningActor } from '../support/transactions.js';
import { ClusterNode, seen } from './clusterNode.js';
import { Mesh } from './mesh.js';

/** Short, so that the test waits little; long enough for six processes on two cores. */
const BLOCK_TIME_MS = 250;

/** Nobody waits for a block without transactions. */
const HEARTBEAT_MS = 3_600_000;

/** Between two transfers of the load. */
const SEND_MS = 100;

/** A transaction that has not been in one of so many blocks is lost. */
const CARRIED_WITHIN = 2;

/** Room for a node's database, and little to fill. */
const DISK_MEBIBYTES = 256;

/** Nobody would include it, too many wait, or no other node has said that it holds it. */
const NOT_TAKEN: ReadonlySet<number> = new Set([503, 429, 504]);

interface Acknowledged {
  readonly by: ClusterNode;
  /** Which of its processes. */
  readonly life: number;
  /** Greatest height that any node had announced by then. */
  readonly height: number;
}

export interface ClusterShape {
  readonly validators: number;
  readonly followers: number;
  /** Index of the node whose data directory is a small disk of its own, where this process may mount one. */
  readonly ownDisk?: number;
  /** Whether its links go through cables that the test can cut; true when absent. They are in the test's own process. */
  readonly hasCables?: boolean;
  /** Whether so much happens that the test hears of blocks only, and of the leader's transactions. */
  readonly isBusy?: boolean;
}

export class Cluster {
  /** Transactions that a node has answered with success, by id. */
  readonly acknowledged = new Map<string, Acknowledged>();
  /** Acknowledged by a process that ended before the next blocks could carry them. */
  readonly excused = new Set<string>();
  /** Transfers that were not acknowledged. */
  refused = 0;
  /** Answers to transfers that no node should give. */
  readonly unexpected: string[] = [];
  #load: { isOver: boolean; readonly ended: Promise<void> } | undefined;

  private constructor(
    readonly dataDir: string,
    readonly nodes: readonly ClusterNode[],
    readonly wallet: SigningActor,
    private readonly mesh: Mesh,
    /** The disk of the node that has its own; undefined where this process may not mount. */
    readonly disk: SmallDisk | undefined,
  ) {}

  /** Makes the network; no node runs yet. */
  static async make(shape: ClusterShape): Promise<Cluster> {
    const dataDir = mkdtempSync(join(tmpdir(), 'rouged-cluster-'));
    const disk = shape.ownDisk === undefined ? undefined : diskFor(join(dataDir, `validator-${shape.ownDisk + 1}`));
    try {
      return await Cluster.#in(dataDir, disk, shape);
    } catch (error) {
      disk?.remove();
      rmSync(dataDir, { recursive: true, force: true });
      throw error;
    }
  }

  static async #in(dataDir: string, disk: SmallDisk | undefined, shape: ClusterShape) {
    const { validators, followers, hasCables = true, isBusy = false } = shape;
    const stakes = stakesOf(validators);
    const plan = planDevnet({ dataDir, validators, followers, stakes, blockTimeMs: BLOCK_TIME_MS });
    const devnet = isRefusal(plan) ? plan : ensureDevnet(plan, Date.now());
    if (isRefusal(devnet)) throw new Error(devnet.message);
    const ports = await portsBelowEphemeral(devnet.nodes.length);
    const mesh = await Mesh.between(hasCables ? ports : []);
    const nodes = devnet.nodes.map((node, index) => {
      const reached = ports.map((port, other) => (other === index || !hasCables ? port : mesh.port(index, other)));
      // A node may not dial what others tell: all its links go through cables.
      const words = wordsOf(devnet, index, reached).filter((word) => !hasCables || word !== '--allow-private-peers');
      // Who ends in order goes on in its state's file.
      const flags = ['--verify-workers', '1', '--heartbeat-ms', String(HEARTBEAT_MS), '--state-file-records', '0'];
      const log = ['--log-level', 'debug', '--log-format', 'json'];
      const url = urlOf(ports[index] as number);
      const topics = isBusy ? ['blocks', ...(index === 0 ? ['transactions'] : [])] : undefined;
      return new ClusterNode({ ...node, url, topics, words: [...words, ...flags, ...log] });
    });
    return new Cluster(dataDir, nodes, walletOf(devnet), mesh, disk);
  }

  get validators(): readonly ClusterNode[] {
    return this.nodes.filter(({ facts }) => facts.validates);
  }

  get followers(): readonly ClusterNode[] {
    return this.nodes.filter(({ facts }) => !facts.validates);
  }

  /** Its stake is the greatest. */
  get leader(): ClusterNode {
    return this.nodes[0] as ClusterNode;
  }

  get answering(): readonly ClusterNode[] {
    return this.nodes.filter(({ answers }) => answers);
  }

  /** Ends a process. What it alone may have held is excused. */
  async end(node: ClusterNode, signal: NodeJS.Signals): Promise<void> {
    const { lives } = node;
    await node.end(signal);
    this.#excuse(node, lives);
  }

  #excuse(node: ClusterNode, ended: number): void {
    const latest = this.#announced() - CARRIED_WITHIN;
    for (const [id, { by, life, height }] of this.acknowledged)
      if (by === node && life === ended && height >= latest && !this.nodes.some((one) => one.hasIncluded(id)))
        this.excused.add(id);
  }

  #announced(): number {
    return Math.max(...this.nodes.map((node) => node.announced()));
  }

  /** Sends a transfer to a node. @returns its id; undefined when the node has refused it. */
  async transfer(to: ClusterNode): Promise<string | undefined> {
    const order = signText(this.wallet, payloadText(this.wallet, PAYMENT), '', kernel);
    const { lives: life } = to;
    const { status, text } = await to.ask('/api/v2/transfer', {
      method: 'POST',
      headers: JSON_HEADERS,
      body: order.body,
    });
    if (status === 200) {
      this.acknowledged.set(order.txId, { by: to, life, height: this.#announced() });
      if (!to.isRunning || to.lives !== life) this.#excuse(to, life);
      return order.txId;
    }
    if (!NOT_TAKEN.has(status)) this.unexpected.push(`${to.name} answers a transfer with ${status}: ${text}`);
    this.refused++;
    return undefined;
  }

  /** Sends until the node takes one. @returns its id. */
  taken(by: ClusterNode): Promise<string> {
    return seen(() => this.transfer(by), `${by.name} did not take a transfer`);
  }

  /** Sends to all nodes that answer, in turn, until it is told to end. */
  startLoad(): void {
    const load = { isOver: false, ended: Promise.resolve() };
    load.ended = (async () => {
      const sent: Promise<unknown>[] = [];
      for (let index = 0; !load.isOver; index++) {
        const { answering } = this;
        const to = answering[index % answering.length];
        // A node that is ended or stopped meanwhile breaks the connection or is silent: then nothing was acknowledged.
        if (to) sent.push(this.transfer(to).catch(() => {}));
        await new Promise((resolve) => setTimeout(resolve, SEND_MS));
      }
      await Promise.all(sent);
    })();
    this.#load = load;
  }

  async endLoad(): Promise<void> {
    if (this.#load) this.#load.isOver = true;
    await this.#load?.ended;
    this.#load = undefined;
  }

  /** Ends the load, and resolves when every node shows the same empty block and no transaction waits: the next block is due after a
   *  heartbeat. An empty block follows each one with transactions, whose certificate it carries. */
  async rest(): Promise<void> {
    await this.endLoad();
    await seen(async () => {
      const stats = await Promise.all(this.answering.map((node) => node.get('/api/stats')));
      const [height] = stats.map((one) => Number(one.height));
      if (height === undefined || !stats.every((one) => one.mempool_size === 0 && one.height === height))
        return undefined;
      const [tip] = await this.leader.blocks(height, height);
      return tip?.txs.length === 0 ? true : undefined;
    }, 'the transactions that wait did not reach a block everywhere');
  }

  /** Greatest height that a node shows. */
  async top(): Promise<number> {
    return Math.max(...(await Promise.all(this.answering.map((node) => node.height()))));
  }

  /** These nodes, or all that answer, show blocks above the highest that any has now. */
  async advance(nodes: readonly ClusterNode[] = this.answering, blocks = 1): Promise<void> {
    const top = await this.top();
    await Promise.all(nodes.map((node) => node.reaches(top + blocks)));
  }

  #ends(nodes: readonly ClusterNode[]): number[] {
    return nodes.map((node) => this.nodes.indexOf(node));
  }

  cutOff(...nodes: readonly ClusterNode[]): void {
    for (const end of this.#ends(nodes))
      if (this.mesh.carried(end) === 0) throw new Error('a node that is cut off has used none of its cables');
    this.mesh.cutOff(this.#ends(nodes));
  }

  mend(): void {
    this.mesh.mend();
  }

  slow(slowness: Parameters<Mesh['slow']>[0]): void {
    this.mesh.slow(slowness);
  }

  async remove(): Promise<void> {
    await this.endLoad();
    await Promise.all(this.nodes.map((node) => node.end('SIGKILL')));
    await this.mesh.remove();
    this.disk?.remove();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

function diskFor(dataDir: string): SmallDisk | undefined {
  mkdirSync(dataDir, { mode: 0o700 });
  return mountDisk(DISK_MEBIBYTES, dataDir);
}

const XRGE = 10n ** 9n;

/** The first leads; three of four are a quorum. */
const stakesOf = (count: number): bigint[] =>
  Array.from({ length: count }, (_, index) => 10n ** 20n * XRGE + BigInt(index === 0 ? 1 : 0) * XRGE);

export const PAYMENT = {
  type: 'transfer',
  to: addressOf(accountOfKey(new Uint8Array(1_952).fill(7))),
  amount: number('0.001'),
};

/** The clients share the machine with the nodes: they sign as fast as they can. */
export const kernel = createKernelBackend({ cacheBytes: 0 });

/** Ports that no outgoing connection takes while a node is down. */
async function portsBelowEphemeral(count: number): Promise<readonly number[]> {
  for (;;) {
    const ports = await portsFrom(randomInt(10_000, 30_000), count);
    if (!isRefusal(ports)) return ports;
  }
}

function walletOf({ wallet }: Devnet): SigningActor {
  const keys = loadKeyFile(wallet.path);
  if (isRefusal(keys)) throw new Error(keys.message);
  const account = accountOfKey(keys.publicKey);
  return { ...keys, keyHex: toHex(keys.publicKey), account, address: addressOf(account) };
}
