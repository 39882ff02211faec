/** The events of a durable block, live: the block, its transactions with what contracts emitted in each, the balances that it
 *  changed, in this order.
 *
 *  In: an executed block, and the numbers that its commit gave to its events. Out: the events that the hub hands out. None is
 *  made before it has a listener. */

import type { AccountId } from '../crypto/address.js';
import { emittedIn } from '../ledger/emittedEvents.js';
import type { Outcome } from '../ledger/execution.js';
import type { ContractEvent } from '../ledger/kind.js';
import { tokensMovedBy } from '../ledger/movedTokens.js';
import type { Change } from '../state/state.js';
import { balanceOfChange, surveyBalances } from '../store/balanceLog.js';
import type { EventFormat } from '../store/chainStore.js';
import { EventNumbers } from '../store/eventNumbers.js';
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

/** Most events of a block: a class, whose methods V8 compiles once, where closures would be compiled anew after each block. */
class TransactionEvent implements StreamEvent {
  readonly topic = 'transactions';

  constructor(
    private readonly outcome: Outcome,
    private readonly block: PublishedBlock,
    private readonly seq: number,
  ) {}

  get accounts(): readonly AccountId[] {
    const accounts: AccountId[] = [];
    for (const { account } of this.outcome.parties) accounts.push(account);
    return accounts;
  }

  get tokens(): readonly string[] {
    const { transaction, failure, result } = this.outcome;
    return failure === undefined ? tokensMovedBy(transaction, result) : NO_TOKENS;
  }

  encode(format: EventFormat): Uint8Array {
    const { transaction, failure, result } = this.outcome;
    return encodings[format].transaction(transaction, failure !== undefined, this.block, this.seq, result);
  }
}

class PublishedEvents implements BlockEvents {
  readonly first: number;
  readonly count: number;
  readonly #numbers: EventNumbers;
  #balances: readonly Change[] | undefined;

  constructor(
    private readonly block: PublishedBlock,
    range: EventRange,
  ) {
    this.first = range.first;
    this.#numbers = new EventNumbers(range);
    this.count = this.#numbers.count;
  }

  next(index: number, { all, blocks, transactions, accounts, tokens, contracts }: Interest): number {
    if (all || (index === 0 && blocks)) return index;
    const { firstBalance } = this.#numbers;
    const behindBlock = Math.max(index, 1);
    const found = this.#nextOfTransactions(behindBlock, transactions || accounts || tokens, contracts);
    if (found < firstBalance) return found;
    return accounts || tokens ? Math.max(index, firstBalance) : this.count;
  }

  /** Index of the first wanted event of a transaction; of the first balance or above when there is none. */
  #nextOfTransactions(index: number, own: boolean, emitted: boolean): number {
    const numbers = this.#numbers;
    if (own) return emitted ? index : numbers.nextTransaction(index);
    return emitted ? numbers.nextEmitted(index) : numbers.firstBalance;
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
    if (index >= this.#numbers.firstBalance) return this.#balance(index - this.#numbers.firstBalance, seq);
    const { position, emitted } = this.#numbers.placeAt(index);
    const outcome = block.outcomes[position] as Outcome;
    return emitted === undefined ? new TransactionEvent(outcome, block, seq) : this.#emitted(outcome, emitted, seq);
  }

  #emitted({ transaction, failure, result }: Outcome, index: number, seq: number): StreamEvent {
    const event = emittedIn(transaction, result, failure !== undefined)[index] as ContractEvent;
    return {
      topic: 'contracts',
      accounts: NO_ACCOUNTS,
      tokens: NO_TOKENS,
      contract: event.contract,
      encode: (format) => encodings[format].contract(event, transaction, this.block.height, seq),
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
