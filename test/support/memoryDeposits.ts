/** A chain of named blocks in memory, as a watcher of the relayer sees it. */

import { type Refusal, refuse } from '../../engine/base/refusal.js';
import type { FoundDeposit } from '../../engine/bridge/foundDeposit.js';
import type { DepositSource, ScannedRange } from '../../ops/relayer/source.js';

/** A chain of named blocks; a block has any number of deposits. */
export class MemoryDeposits implements DepositSource {
  readonly kind = 'bridge';
  readonly provider = 'memory';
  readonly depth = 6;
  mostBlocks: number | undefined = 100;
  overlap = 10;
  /** Blocks of one answer that the provider takes. */
  mostTaken = Number.MAX_SAFE_INTEGER;
  readonly asked: (readonly [from: number, to: number])[] = [];
  #blocks: { hash: string; deposits: string[] }[] = [];
  /** Called before deposits are answered. */
  meanwhile: () => void = () => {};
  fault: Refusal | undefined;
  /** Claims with recipients that are nobody. */
  readonly unclaimable: { hash: string; height: number }[] = [];

  constructor(
    blocks: number,
    branch = 'a',
    readonly name = 'memory',
  ) {
    this.mine(blocks, branch);
  }

  mine(blocks: number, branch = 'a'): void {
    for (let count = 0; count < blocks; count++)
      this.#blocks.push({ hash: `${branch}${this.#blocks.length}`, deposits: [] });
  }

  /** Replaces the blocks from a height on. */
  reorganise(from: number, branch: string, blocks: number): void {
    this.#blocks.splice(from);
    this.mine(blocks, branch);
  }

  deposit(height: number, key: string): void {
    this.#blocks[height]?.deposits.push(key);
  }

  get top(): number {
    return this.#blocks.length - 1;
  }

  /** The deposits of the blocks up to a height. */
  keysUpTo(height: number): readonly string[] {
    return this.#blocks.slice(0, height + 1).flatMap(({ deposits }) => deposits);
  }

  /** A provider of another name for the same chain, with faults of its own. */
  seenAs(name: string): MemoryDeposits {
    const other = new MemoryDeposits(0, 'a', name);
    other.#blocks = this.#blocks;
    return other;
  }

  async head(): Promise<number | Refusal> {
    return this.fault ?? this.top;
  }

  async blockHash(height: number): Promise<string | undefined> {
    return this.#blocks[height]?.hash;
  }

  async deposits(from: number, to: number): Promise<ScannedRange | Refusal> {
    this.asked.push([from, to]);
    this.meanwhile();
    if (to - from + 1 > this.mostTaken) return refuse('busy', 'RPC error: too many blocks');
    const deposits = this.#blocks
      .slice(from, to + 1)
      .flatMap(({ deposits: keys }, at) =>
        keys.map((key): FoundDeposit => ({ coin: 'ETH', claimKey: key, hash: key, recipient: 'r', height: from + at })),
      );
    return { deposits, unclaimable: this.unclaimable, upTo: to };
  }
}
