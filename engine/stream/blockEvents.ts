/** The events of a durable block, live: the block, its transactions, the balances that it changed, in this order.
 *
 *  In: an executed block, and the numbers that its commit gave to its events. Out: the events that the hub hands out. None is
 *  made before it has a listener. */

import type { Outcome } from '../ledger/execution.js';
import { tokensMovedBy } from '../ledger/movedTokens.js';
import type { Change } from '../state/state.js';
import { balanceOfChange, surveyBalances } from '../store/balanceLog.js';
import type { EventRange } from '../store/records.js';
import type { Interest, StreamEvent } from './audience.js';
import { encodings } from './eventEncoding.js';
import type { BlockFacts } from './eventFacts.js';
import type { BlockEvents } from './hub.js';

export interface PublishedBlock extends Omit<BlockFacts, 'transactions'> {
  readonly outcomes: readonly Outcome[];
  /** Its changes of state, in their order. */
  readonly changes: readonly Change[];
}

const NO_ACCOUNTS = [] as const;
const NO_TOKENS = [] as const;

class PublishedEvents implements BlockEvents {
  readonly first: number;
  readonly count: number;
  readonly #firstBalance: number;
  #balances: readonly Change[] | undefined;

  constructor(
    private readonly block: PublishedBlock,
    { first, transactions, balances }: EventRange,
  ) {
    this.first = first;
    this.#firstBalance = 1 + transactions;
    this.count = this.#firstBalance + balances;
  }

  next(index: number, { all, blocks, transactions, accounts, tokens }: Interest): number {
    if (all) return index;
    if (index === 0 && blocks) return 0;
    if (index < this.#firstBalance && (transactions || accounts || tokens)) return Math.max(index, 1);
    return accounts || tokens ? Math.max(index, this.#firstBalance) : this.count;
  }

  event(index: number): StreamEvent {
    const seq = this.first + index;
    const { block } = this;
    if (index === 0) {
      const facts = { ...block, transactions: block.outcomes.length };
      return {
        topic: 'blocks',
        accounts: NO_ACCOUNTS,
        tokens: NO_TOKENS,
        encode: (format) => encodings[format].block(facts, seq),
      };
    }
    if (index >= this.#firstBalance) return this.#balance(index - this.#firstBalance, seq);
    const { transaction, parties, failure, result } = block.outcomes[index - 1] as Outcome;
    return {
      topic: 'transactions',
      accounts: parties.map(({ account }) => account),
      get tokens() {
        return failure === undefined ? tokensMovedBy(transaction, result) : NO_TOKENS;
      },
      encode: (format) => encodings[format].transaction(transaction, failure !== undefined, block, seq),
    };
  }

  #balance(index: number, seq: number): StreamEvent {
    this.#balances ??= surveyBalances(this.block.changes).balances;
    const balance = balanceOfChange(this.#balances[index] as Change);
    const { account, token } = balance;
    return {
      topic: undefined,
      accounts: [account],
      tokens: [token],
      encode: (format) => encodings[format].balance(balance, this.block.height, seq),
    };
  }
}

/** @param range the numbers that the commit of this block gave to its events. */
export const eventsOf = (block: PublishedBlock, range: EventRange): BlockEvents => new PublishedEvents(block, range);
