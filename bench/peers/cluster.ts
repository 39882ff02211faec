/** A network of validators for benches: the built program, one process for each, over loopback.
 *
 *  In: how many, and the accounts that will send. Out: their processes, the proposer first, once all of them are connected and make
 *  blocks. The caller ends them; they end with this process at the latest. */

import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUANTA } from '../../engine/base/amounts.js';
import { toHex } from '../../engine/base/bytes.js';
import { InvariantError, invariant, isRefusal } from '../../engine/base/refusal.js';
import { genesisFileText, genesisPathIn, STAKE_ABOVE_FAUCET } from '../../ops/config/genesisFile.js';
import { loadOrCreateNodeKeys } from '../../ops/config/nodeKeys.js';
import { portsFrom } from '../../ops/devnet/devnet.js';
import { type DevnetNode, wordsOf } from '../../ops/devnet/layout.js';
import type { PublicAccount } from '../load/accounts.js';
import { type NodeReading, readNode } from '../load/nodeReadings.js';
import { type MeasuredProcess, startProcess } from '../macro/nodeProcess.js';

export const CLUSTER_CHAIN_ID = 'rouged-bench-network-1';
export const BLOCK_TIME_MS = 400;

/** More than a run can spend at a base fee of 0.1 XRGE, which has its ceiling there. */
const BALANCE = 1_000_000n * QUANTA;
const FEE = QUANTA / 10n;

/** A network that makes no block by then is considered hung. */
const START_LIMIT_MS = 90_000;
const LOOK_MS = 100;

const FLAGS = ['--verify-workers', '1', '--log-level', 'warn', '--log-format', 'json', '--max-connections', '0'];

export class BenchCluster {
  private constructor(
    private readonly directory: string,
    /** The proposer first: its stake is the greatest, by one XRGE. */
    readonly nodes: readonly MeasuredProcess[],
  ) {}

  static async start(validators: number, accounts: readonly PublicAccount[]): Promise<BenchCluster> {
    const directory = await mkdtemp(join(tmpdir(), 'rouged-bench-'));
    const nodes: MeasuredProcess[] = [];
    try {
      const layout = layOut(directory, validators, accounts);
      const ports = await portsFrom(0, validators);
      if (isRefusal(ports)) throw new InvariantError(ports.message);
      const starts = layout.nodes.map((_, index) =>
        startProcess('ops/cli/main.js', [...wordsOf(layout, index, ports), ...FLAGS]),
      );
      for (const start of await Promise.allSettled(starts)) {
        if (start.status === 'rejected') throw start.reason;
        nodes.push(start.value);
      }
      const cluster = new BenchCluster(directory, nodes);
      await cluster.#begun();
      return cluster;
    } catch (error) {
      await Promise.all(nodes.map((node) => node.stop()));
      await rm(directory, { recursive: true, force: true });
      throw error;
    }
  }

  /** What every node says of itself, in their order. */
  readings(): Promise<readonly NodeReading[]> {
    return Promise.all(
      this.nodes.map(async ({ url, pid }) => {
        const reading = await readNode(url, pid);
        invariant(reading, 'a node of the bench does not show its metrics');
        return reading;
      }),
    );
  }

  /** Every node is connected to all others and has the first blocks. */
  async #begun(): Promise<void> {
    const end = performance.now() + START_LIMIT_MS;
    const others = this.nodes.length - 1;
    for (;;) {
      const readings = await this.readings();
      const isReady = readings.every(({ samples }) => {
        const peers = ['out', 'in'].map((direction) => samples.get(`rouged_peers{direction="${direction}"}`) ?? 0);
        return peers.reduce((sum, count) => sum + count, 0) === others && (samples.get('rouged_tip_height') ?? 0) >= 2;
      });
      if (isReady) return;
      invariant(performance.now() < end, 'the network of the bench makes no blocks');
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
    await rm(this.directory, { recursive: true, force: true });
  }
}

function layOut(directory: string, validators: number, accounts: readonly PublicAccount[]) {
  const nodes = Array.from({ length: validators }, (_, index): DevnetNode => {
    const name = `validator-${index + 1}`;
    const dataDir = join(directory, name);
    const keys = loadOrCreateNodeKeys(dataDir);
    if (isRefusal(keys)) throw new InvariantError(keys.message);
    return { name, validates: true, dataDir, publicKey: toHex(keys.publicKey) };
  });
  const genesisPath = genesisPathIn(directory);
  writeFileSync(
    genesisPath,
    genesisFileText({
      chainId: CLUSTER_CHAIN_ID,
      time: Date.now(),
      blockTimeMs: BLOCK_TIME_MS,
      faucetEnabled: false,
      validators: nodes.map(({ name, publicKey }, index) => ({
        publicKey,
        name,
        stake: STAKE_ABOVE_FAUCET + (index === 0 ? QUANTA : 0n),
      })),
      allocations: accounts.map(({ address }) => ({ address, amount: BALANCE })),
      feeCeiling: FEE,
    }),
  );
  return { genesisPath, nodes, wallet: { path: '', address: '' }, isNew: true };
}
