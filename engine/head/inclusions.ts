/** Waits for a block: of requests whose answer says what the block made of them.
 *
 *  In: transactions that the mempool has taken, the moves of the tip. Out: the transaction as it is in its block, or why it is in none.
 *  Nothing is polled: each new tip is looked at once for those who wait. A wait is bounded in time; as each one belongs to a transaction in
 *  the mempool of a kind that is bounded there, or to a claim of the bridge, which are bounded too, so is their number. */

import { fromHex, toBinary } from '../base/bytes.js';
import { DIRECTORY_WAIT_MS } from '../base/directoryLimits.js';
import type { Timers } from '../base/ports.js';
import { type Refusal, type RefusalCode, refuse } from '../base/refusal.js';
import type { Mempool } from '../mempool/mempool.js';
import type { ChainStore } from '../store/chainStore.js';
import type { TransactionAnswer } from '../store/history.js';
import type { Role } from './role.js';

interface Waiting {
  readonly txId: string;
  end(outcome: TransactionAnswer | Refusal): void;
}

/** The node's parts that tell what has become of a transaction. */
export interface InclusionParts {
  readonly mempool: Pick<Mempool, 'get' | 'condemned' | 'departed'>;
  readonly chain: Pick<ChainStore, 'transaction'>;
  readonly role: Pick<Role, 'judges'>;
}

/** Who waits: nobody does for a client that is gone. */
export interface WaitingClient {
  readonly aborted: boolean;
  onAbort(gone: () => void): void;
}

/** The node itself, which never goes away before it stops. */
const NODE_ITSELF: WaitingClient = { aborted: false, onAbort: () => {} };

/** Of what left a mempool for others in it. */
const LOCAL: ReadonlySet<RefusalCode> = new Set(['mempool_full', 'replaced']);

const unconfirmed = (txId: string, why: string): Refusal =>
  refuse(
    'unconfirmed',
    `transaction ${txId} is accepted and in no block yet: ${why}; ask GET /api/tx/${txId}, and do not sign another one in its place before that says that it is in no block`,
    1,
  );

export class Inclusions {
  readonly #waiting = new Set<Waiting>();
  #closed = false;

  constructor(
    private readonly node: InclusionParts,
    private readonly timers: Timers,
    private readonly waitMs = DIRECTORY_WAIT_MS,
  ) {}

  /** Requests that wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** @param txId of a transaction that the node has accepted, 64 hex characters.
   *  @param client who waits. */
  async wait(txId: string, client = NODE_ITSELF): Promise<TransactionAnswer | Refusal> {
    if (client.aborted) return unconfirmed(txId, 'the client did not wait');
    const outcome = new Promise<TransactionAnswer | Refusal>((resolve) => {
      const end = (found: TransactionAnswer | Refusal): void => {
        if (!this.#waiting.delete(waiting)) return;
        forget();
        resolve(found);
      };
      const waiting: Waiting = { txId, end };
      const late = unconfirmed(txId, `none came within ${this.waitMs / 1_000} s`);
      const forget = this.timers.after(this.waitMs, () => end(late));
      this.#waiting.add(waiting);
      client.onAbort(() => end(unconfirmed(txId, 'the client did not wait')));
      if (this.#closed) end(unconfirmed(txId, 'the node is shutting down'));
      // It may be in a block by now.
      else void this.#look(waiting);
    });
    return await outcome;
  }

  async #look({ txId, end }: Waiting): Promise<void> {
    const { mempool, chain } = this.node;
    const id = toBinary(fromHex(txId) ?? new Uint8Array());
    if (mempool.get(id)) return;
    const reason = mempool.condemned(id) ?? mempool.departed(id);
    const found = await chain.transaction(txId).catch(() => null);
    if (found) end(found);
    else if (reason) end(this.#isLocal(reason) ? unconfirmed(txId, 'this node had no room to keep it') : reason);
  }

  /** Whether it left for a reason of this node alone, while the one that makes the next block may still hold it. */
  #isLocal({ code }: Refusal): boolean {
    return !this.node.role.judges && LOCAL.has(code);
  }

  /** The tip has moved, and reads see it. */
  moved(): void {
    for (const waiting of this.#waiting) void this.#look(waiting);
  }

  /** The node stops: nobody waits any longer. */
  close(): void {
    this.#closed = true;
    for (const { txId, end } of this.#waiting) end(unconfirmed(txId, 'the node is shutting down'));
  }
}
