/** A node of the built program at full load, one round after another.
 *
 *  In: how many transfers, and through which door. Out: it resolves when all of them are included. Each round begins with everything
 *  included and ends with everything included, so that no work of one round counts in another. */

import { randomBytes } from 'node:crypto';
import { invariant } from '../../engine/base/refusal.js';
import { publicAccounts } from '../load/accounts.js';
import { Child } from '../load/child.js';
import { epochMs } from '../load/clock.js';
import { LOAD_CHAIN_ID, type OwnNode, startOwnNode } from '../load/ownNode.js';
import { fetchText } from '../load/prometheus.js';
import type { SenderRole } from '../load/sender.js';

const DOORS = {
  binary: { batch: 50, connections: 16 },
  json: { batch: 1, connections: 128 },
} as const;
export type Door = keyof typeof DOORS;
export const DOOR_NAMES = Object.keys(DOORS) as Door[];

const ACCOUNTS = 256;
const FEE = '0.1';
const WEB_SOCKETS = 8;
const START_MS = 200;
/** A round that takes longer than this fails; an unloaded machine needs two seconds. */
const ROUND_MS = 120_000;
const LOOK_MS = 50;
/** Transactions a second for which their timestamps are spread. */
const STAMPED_RATE = 5_000;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Transactions of the whole chain. The page of metrics says it too, and takes the main thread as much as twenty transfers. */
async function includedAt(url: string): Promise<number> {
  const { total_transactions } = JSON.parse(await fetchText(`${url}/api/stats`)) as {
    readonly total_transactions: number;
  };
  return total_transactions;
}

export class FullLoad {
  readonly #sender = new Child<SenderRole>('sender');
  #signed = 0;

  private constructor(
    readonly node: OwnNode,
    private readonly seed: string,
  ) {}

  /** @param inspected whether the node's main thread can be inspected. */
  static async open(inspected = false): Promise<FullLoad> {
    const seed = randomBytes(16).toString('hex');
    const accounts = publicAccounts(seed, ACCOUNTS);
    const network = { accounts, mix: 'transfer', ceiling: FEE, webSockets: WEB_SOCKETS } as const;
    return new FullLoad(await startOwnNode({ ...network, inspected }), seed);
  }

  /** Signs the transfers of the next round. */
  async sign(transfers: number): Promise<void> {
    this.#signed = transfers;
    await this.#sender.call('sign', {
      ...{ count: transfers, seed: this.seed, accounts: ACCOUNTS, threads: 2 },
      signers: Array.from({ length: ACCOUNTS }, (_, account) => account),
      ...{ mix: 'transfer', chainId: LOAD_CHAIN_ID, timestamp: Date.now(), timestampStep: 1_000 / STAMPED_RATE },
    });
  }

  /** Sends them as fast as the node answers. */
  async run(door: Door): Promise<void> {
    const { url, port } = this.node;
    const before = await includedAt(url);
    const begin = epochMs() + START_MS;
    const end = begin + ROUND_MS;
    const { ids } = await this.#sender.call('run', {
      ...{ target: { host: '127.0.0.1', port }, door, ...DOORS[door], pipeline: 1, rate: 'max' },
      ...{ begin, window: { begin, end } },
    });
    let included = await includedAt(url);
    for (; included - before < ids.length && epochMs() < end; included = await includedAt(url)) await pause(LOOK_MS);
    invariant(
      included - before === this.#signed,
      `${included - before} of ${this.#signed} transfers of the bench were included`,
    );
  }

  async end(): Promise<void> {
    await this.#sender.end();
    await this.node.remove();
  }
}
