/** What follows a block that is durable and shown: the mempool removes and rechecks transactions, the block is announced.
 *
 *  In: the executed block. Out: a mempool in which every transaction can be in the next block, events, log lines. None of it
 *  decides what the chain is, so none of it may stop the chain: each part runs on its own, and a fault in it is logged and
 *  counted. */

import type { Log } from '../base/ports.js';
import { type ChainRules, type ExecutedBlock, nextContext } from '../consensus/production.js';
import type { AccountId } from '../crypto/address.js';
import { names, wallets } from '../ledger/directoryTables.js';
import { TransactionFault } from '../ledger/execution.js';
import type { Faults } from '../measures/faults.js';
import type { NodeMeasures } from '../measures/nodeMeasures.js';
import { transactionOfItem } from '../mempool/entry.js';
import type { Dropped, Mempool } from '../mempool/mempool.js';
import type { Change, State } from '../state/state.js';
import type { ChainStore } from '../store/chainStore.js';

export interface AftermathParts {
  readonly rules: ChainRules;
  readonly state: State;
  readonly mempool: Mempool;
  readonly chain: ChainStore;
  readonly log: Log;
  readonly measures: NodeMeasures;
  readonly faults: Faults;
  /** Whether this node makes the next block. Another proposer may see a waiting transaction differently: it alone refuses one that was
   *  acknowledged. */
  readonly judges: () => boolean;
  /** Called with each block that is durable and shown. */
  readonly onBlock: (executed: ExecutedBlock, hash: string) => void;
  /** Called with each block that changes wallets or names of the directory. */
  readonly onDirectory: () => void;
}

const isOfDirectory = ({ table }: Change): boolean => table.id === wallets.id || table.id === names.id;

const changesDirectory = ({ prepared }: ExecutedBlock): boolean => prepared.changes.some(isOfDirectory);

export class Aftermath {
  constructor(private readonly parts: AftermathParts) {}

  /** @param now milliseconds, by the chain's clock. */
  follow(executed: ExecutedBlock, hash: string, now: number): void {
    const { faults, measures, onBlock, onDirectory } = this.parts;
    const { height } = executed.header;
    const lap = measures.laps();
    const isDirectory = changesDirectory(executed);
    faults.guard('settle', height, () => this.#settle(executed, isDirectory, now));
    lap('settle');
    if (isDirectory) faults.guard('announce', height, onDirectory);
    faults.guard('announce', height, () => onBlock(executed, hash));
    lap('stream');
  }

  #settle({ execution, prepared }: ExecutedBlock, isDirectory: boolean, now: number): void {
    const { rules, state, mempool, chain, measures } = this.parts;
    const included = execution.outcomes.map(transactionOfItem);
    mempool.settle(included);
    const next = nextContext(rules, state, chain.tip, now);
    const judges = this.parts.judges();
    // A block carries what is younger than the window by its own time, and times grow: what the tip has passed fits in no later one.
    measures.left.expired += mempool.expire(judges ? next.time : chain.tip.time);
    // Other claims to what a block has given away would fill the directory's part of the mempool of every node that judges nothing.
    if (isDirectory) this.dropped(mempool.recheckDirectory(state, next));
    if (!judges) return;
    const senders = new Set<AccountId>();
    for (const { sender } of included) senders.add(sender);
    this.dropped(mempool.recheck(senders, state, next, prepared.changes));
  }

  /** Logs which pending transactions left without a block. */
  dropped(all: readonly Dropped[]): void {
    const { log, measures, faults } = this.parts;
    for (const { transaction, refusal } of all) {
      if (refusal instanceof TransactionFault) {
        measures.left.faulty++;
        faults.ofTransaction('block', transaction, refusal.cause);
        continue;
      }
      measures.left.impossible++;
      log.debug({ code: refusal.code, reason: refusal.message }, 'a pending transaction became impossible');
    }
  }
}
