/** A real node of Bitcoin's regtest in a process of its own, and its best chain in the form that the Esplora server of the tests serves. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { builtFile } from '../../../workers/threads/workerFile.js';
import { dsha, type MinedBlock, mined, type ServedChain, servedBlocks, shown, type Wallet } from '../bitcoinChain.js';
import type { RegtestBlock, RegtestOrder } from './regtestProgram.js';

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

export class RegtestNode {
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #number = 0;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', ({ number, value, error }: { number: number; value?: unknown; error?: string }) => {
      const waiting = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
    });
    child.on('exit', (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`the node ended with ${code}`));
    });
  }

  static async start(): Promise<RegtestNode> {
    const node = new RegtestNode(
      fork(fileURLToPath(builtFile('test/support/bitcoin/regtestProgram.js')), {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
    );
    await new Promise((resolve, reject) => node.#waiting.set(0, { resolve, reject }));
    return node;
  }

  #order(order: RegtestOrder): Promise<unknown> {
    const number = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.child.send({ number, order });
    });
  }

  /** @param on height of the block on which they go; the tip. @returns the height of the best chain. */
  async mine(count: number, { script }: Wallet, on?: number): Promise<number> {
    const program = Buffer.from(script.subarray(2)).toString('hex');
    return (await this.#order({ mine: count, program, ...(on === undefined ? {} : { on }) })) as number;
  }

  /** @throws Error with the reason of the node. */
  async submit(raw: Uint8Array): Promise<void> {
    await this.#order({ submit: Buffer.from(raw).toString('hex') });
  }

  /** The best chain. */
  async chain(): Promise<ServedChain> {
    const blocks = (await this.#order({ blocks: 0 })) as readonly RegtestBlock[];
    return servedBlocks(
      blocks.map(({ header, transactions }, height): MinedBlock => {
        const bytes = bytesOf(header);
        const all = transactions.map((raw) => mined(new Uint8Array(bytesOf(raw))));
        return { height, header: bytes, hash: shown(dsha(bytes)), transactions: all };
      }),
    );
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}
