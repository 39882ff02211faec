/** The code of contracts that a block uses, each counted once. A node that has none of it compiled compiles all of it before it can
 *  vote: so a block, and a transaction, may use a bounded number of bytes, whatever fuel it has.
 *
 *  In: code as executions load it. Out: whether it fits. The bounds are rules of validity: what is counted follows from the block
 *  alone, never from what a node has kept. */

import { CONTRACT } from '../base/limits.js';
import type { CodeHash } from './contractTables.js';

/** Even the smallest module takes as long to compile as some kilobytes. */
const counted = (codeBytes: number): number => Math.max(codeBytes, CONTRACT.leastCodeBytes);

/** The error of a call that would use code beyond that. */
export const TOO_MUCH_CODE = `Execution error: the contracts of one call have more than ${CONTRACT.codeBytesPerCall} bytes of code together`;

/** Code that one transaction uses. */
export class CallCode {
  readonly #bytes = new Map<CodeHash, number>();
  #total = 0;

  /** @param codeBytes as uploaded. @returns whether the transaction may use it too. */
  use(codeHash: CodeHash, codeBytes: number): boolean {
    if (this.#bytes.has(codeHash)) return true;
    const bytes = counted(codeBytes);
    if (this.#total + bytes > CONTRACT.codeBytesPerCall) return false;
    this.#bytes.set(codeHash, bytes);
    this.#total += bytes;
    return true;
  }
}

/** Code that the transactions of one block use. */
export class BlockCode {
  readonly #used = new Set<CodeHash>();
  readonly #fresh = new Map<CodeHash, number>();
  readonly #missed = new Set<CodeHash>();
  #total = 0;
  #missedBytes = 0;

  /** The transaction that comes next begins: what another one used that is not in the block does not count. */
  begin(): void {
    this.#fresh.clear();
  }

  /** @param codeBytes as uploaded. @returns whether the block may carry a transaction that uses it too. */
  use(codeHash: CodeHash, codeBytes: number): boolean {
    if (!this.#used.has(codeHash)) this.#fresh.set(codeHash, counted(codeBytes));
    let total = this.#total;
    for (const bytes of this.#fresh.values()) total += bytes;
    return total <= CONTRACT.codeBytesPerBlock;
  }

  /** Whether code may be asked for that is not compiled: a producer asks for as much as a block can use. What a valid block uses may
   *  always be asked for. @param codeBytes as uploaded. */
  mayAsk(codeHash: CodeHash, codeBytes: number): boolean {
    if (this.#missed.has(codeHash)) return true;
    const bytes = this.#missedBytes + counted(codeBytes);
    if (bytes > CONTRACT.codeBytesPerBlock) return false;
    this.#missed.add(codeHash);
    this.#missedBytes = bytes;
    return true;
  }

  /** The transaction is in the block. */
  keep(): void {
    for (const [codeHash, bytes] of this.#fresh) {
      this.#used.add(codeHash);
      this.#total += bytes;
    }
    this.#fresh.clear();
  }
}
