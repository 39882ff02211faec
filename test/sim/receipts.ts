/** What nodes have promised to clients: each acknowledged transaction, and what became of it.
 *
 *  In: acknowledgements, refusals, blocks, ends of processes. Out: broken promises. A transaction that was acknowledged is in a
 *  block, has left the mempool for a reason that the node counted, waits at the node that took it, or was lost with the process
 *  that held it. One that was refused, for whatever reason, is in no block, unless another answer about it is missing or says that its
 *  outcome is not known. */

import type { Machine } from './machine.js';

export interface Receipt {
  /** 64 hex characters. */
  readonly txId: string;
  readonly machine: Machine;
  /** Which process of the machine took it. */
  readonly life: number;
  /** Event at which it was acknowledged. */
  readonly step: number;
  state: 'waiting' | 'included' | 'left' | 'lost';
  height?: number;
}

export class Receipts {
  readonly all = new Map<string, Receipt>();
  readonly #waiting = new Set<Receipt>();
  readonly #refused = new Map<string, string>();
  /** How often a transaction was sent without an answer that says what became of it. */
  readonly #open = new Map<string, number>();
  /** The machine that a transaction was sent to; undefined for several: what one refuses another may hold. */
  readonly #sentTo = new Map<string, Machine | undefined>();
  /** Heights of included transactions, acknowledged or not: an acknowledgement may come after the block. */
  readonly #heights = new Map<string, number>();
  /** Called when an acknowledged transaction has left a mempool for a reason that the node counted. */
  onLeft: (receipt: Receipt) => void = () => {};
  /** Departures that each process has counted and that explain a receipt. */
  readonly #explained = new Map<string, number>();

  get waiting(): number {
    return this.#waiting.size;
  }

  taken(txId: string, machine: Machine, step: number): void {
    this.#answered(txId);
    this.#refused.delete(txId);
    const life = machine.running?.life;
    if (life === undefined || this.all.get(txId)?.state === 'waiting' || this.#heights.has(txId)) return;
    const receipt: Receipt = { txId, machine, life, step, state: 'waiting' };
    this.all.set(txId, receipt);
    this.#waiting.add(receipt);
  }

  sent(txId: string, machine: Machine): void {
    this.#open.set(txId, (this.#open.get(txId) ?? 0) + 1);
    if (!this.#sentTo.has(txId)) this.#sentTo.set(txId, machine);
    else {
      if (this.#sentTo.get(txId) !== machine) this.#sentTo.set(txId, undefined);
      this.#refused.delete(txId);
    }
  }

  /** A machine has answered that it did not take a transaction. @returns what is wrong with that. */
  refused(txId: string, code: string): string | undefined {
    this.#answered(txId);
    if (this.all.has(txId) || this.#open.has(txId) || !this.#sentTo.get(txId)) return undefined;
    this.#refused.set(txId, code);
    const height = this.#heights.get(txId);
    return height === undefined
      ? undefined
      : `transaction ${txId} is in block ${height} and was refused with ${code} after that`;
  }

  #answered(txId: string): void {
    const left = (this.#open.get(txId) ?? 0) - 1;
    if (left > 0) this.#open.set(txId, left);
    else this.#open.delete(txId);
  }

  heightOf(txId: string): number | undefined {
    return this.#heights.get(txId);
  }

  /** @returns what is wrong with a block that holds these transactions. */
  included(height: number, txIds: readonly string[]): string[] {
    const problems: string[] = [];
    for (const txId of txIds) {
      const before = this.#heights.get(txId);
      if (before !== undefined) problems.push(`transaction ${txId} is in blocks ${before} and ${height}`);
      this.#heights.set(txId, height);
      const code = this.#refused.get(txId);
      if (code !== undefined) problems.push(`transaction ${txId} was refused with ${code} and is in block ${height}`);
      const receipt = this.all.get(txId);
      if (!receipt) continue;
      if (receipt.state === 'left') problems.push(`transaction ${txId} had left the mempool and is in block ${height}`);
      receipt.state = 'included';
      receipt.height = height;
      this.#waiting.delete(receipt);
    }
    return problems;
  }

  /** A process has ended, and its mempool with it. */
  ended(machine: Machine): void {
    for (const receipt of this.#waiting) {
      if (receipt.machine !== machine) continue;
      receipt.state = 'lost';
      this.#waiting.delete(receipt);
    }
  }

  /** Looks where the acknowledged transactions of a machine are, once every block that it shows was read. */
  look(machine: Machine): string[] {
    const { running } = machine;
    if (!running) return [];
    const { node, life } = running;
    const gone: Receipt[] = [];
    for (const receipt of this.#waiting)
      if (receipt.machine === machine && !node.mempool.get(Buffer.from(receipt.txId, 'hex').toString('latin1')))
        gone.push(receipt);
    if (gone.length === 0) return [];
    const { expired, impossible, faulty } = node.measures.left;
    const name = `${machine.number} ${life}`;
    const explained = (this.#explained.get(name) ?? 0) + gone.length;
    this.#explained.set(name, explained);
    for (const receipt of gone) {
      receipt.state = 'left';
      this.#waiting.delete(receipt);
      this.onLeft(receipt);
    }
    // Also those that a better paying one has replaced.
    return explained > expired + impossible + faulty + node.mempool.evicted
      ? gone.map(
          ({ txId, step }) => `machine ${machine.number} took transaction ${txId} at step ${step} and has forgotten it`,
        )
      : [];
  }
}
