/** Transactions between this node and its peers.
 *
 *  In: transactions that peers have sent or handed over, and own ones that another node must hold. Out: items for the mempool, and
 *  for the network what became of each. A transaction is verified once: what waits here or is in the chain is held. */

import { WireTransaction } from '../../proto/wire.js';
import { fromBinary } from '../base/bytes.js';
import { isRefusal } from '../base/refusal.js';
import type { SignedParts } from '../chain/transaction.js';
import type { VerifierPort } from '../intake/verifier.js';
import { isForCode } from '../ledger/contractMachine.js';
import type { Mempool } from '../mempool/mempool.js';
import type { HandedOver, NetworkEvent } from '../network/events.js';
import type { HandoverOutcome, PeerTransaction } from '../network/messages.js';
import type { LinkId } from '../network/net.js';
import type { ChainStore } from '../store/chainStore.js';
import type { MempoolDoor } from './mempoolDoor.js';

export interface PeerTransactionsParts {
  readonly mempool: Mempool;
  readonly chain: ChainStore;
  readonly verifier: VerifierPort;
  readonly door: MempoolDoor;
  /** Milliseconds since the epoch, by the clock that blocks are dated with. */
  readonly now: () => number;
}

const INVALID: ReadonlySet<string> = new Set(['invalid_signature', 'malformed_body', 'malformed_payload']);

/** What may be otherwise in a moment. */
const PASSING: ReadonlySet<string> = new Set(['busy', 'mempool_full', 'sender_limit', 'not_producing', 'stopping']);

export class PeerTransactions {
  readonly #handovers = new Map<number, (outcome: HandedOver) => void>();
  #tokens = 0;
  #stopped = false;

  /** @param tell tells the network what happened. */
  constructor(
    private readonly parts: PeerTransactionsParts,
    private readonly tell: (event: NetworkEvent) => void,
  ) {}

  /** Asks the peers to hold a transaction for the proposer. @returns what became of it. */
  handOver(transaction: SignedParts, id: string): Promise<HandedOver> {
    if (this.#stopped) return Promise.resolve('unsent');
    return new Promise((resolve) => {
      const token = ++this.#tokens;
      this.#handovers.set(token, resolve);
      this.tell({ kind: 'handover', token, item: { id, transaction } });
    });
  }

  /** What became of an own transaction. */
  handedOver(token: number, outcome: HandedOver): void {
    this.#handovers.get(token)?.(outcome);
    this.#handovers.delete(token);
  }

  async received(link: LinkId, transactions: readonly PeerTransaction[]): Promise<void> {
    const outcomes = await Promise.all(transactions.map((item) => this.#admit(item)));
    const verdicts = transactions.map(({ id }, index) => {
      const outcome = outcomes[index] as HandoverOutcome;
      const verdict = outcome.held
        ? 'held'
        : INVALID.has(outcome.code)
          ? 'invalid'
          : PASSING.has(outcome.code)
            ? 'busy'
            : 'refused';
      return { id, verdict } as const;
    });
    this.tell({ kind: 'transactionsChecked', link, verdicts });
    const admitted = transactions.filter((_, index) => outcomes[index]?.held).map(({ id }) => id);
    if (admitted.length > 0) this.tell({ kind: 'admitted', ids: admitted, own: false });
  }

  async takeOver(link: LinkId, request: number, item: PeerTransaction): Promise<void> {
    const outcome = await this.#admit(item);
    this.tell({ kind: 'handoverChecked', link, request, outcome });
    if (outcome.held) this.tell({ kind: 'admitted', ids: [item.id], own: true });
  }

  async #admit({ id, transaction }: PeerTransaction): Promise<HandoverOutcome> {
    const { mempool, chain, verifier, door, now } = this.parts;
    if (mempool.get(id) !== undefined || (await chain.includes(fromBinary(id)))) return { held: true };
    const bytes = WireTransaction.encode(transaction).finish();
    const verified = await verifier.verify({ kind: 'signed', operation: '', bytes, source: 'peer' }, now());
    if (!isRefusal(verified) && verified.transaction.id !== id)
      return { held: false, code: 'invalid_signature', message: 'it is another transaction than its id says' };
    const first = isRefusal(verified) ? verified : door.admit(verified);
    const isWaiting = isForCode(first) && !isRefusal(verified);
    const refusal = isWaiting ? await door.admitCompiled(verified, first) : first;
    if (!refusal || mempool.get(id) !== undefined) return { held: true };
    return { held: false, code: refusal.code, message: refusal.message };
  }

  /** Waits for no answer any more: what was handed over may be held. */
  stop(): void {
    this.#stopped = true;
    for (const resolve of this.#handovers.values()) resolve('unclear');
    this.#handovers.clear();
  }
}
