/** Answers peers that put a block together: its transactions, by position.
 *
 *  In: what a peer asks for. Out: parts, as many as its outbox takes, the rest when it has room: a whole block may be larger than any
 *  queue. May be lost: the newest request beyond a few per peer; whoever has asked asks another peer after a while. */

import type { SignedParts } from '../chain/transaction.js';
import { MESSAGE_OVERHEAD_BYTES, TRANSACTION_ANSWERS } from './limits.js';
import type { LinkId } from './net.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';
import { chunks, partsBytes } from './transactionRelay.js';

interface Answer {
  readonly request: number;
  readonly hash: string;
  readonly positions: readonly number[] | 'all';
  /** Transactions of it that have been sent. */
  sent: number;
}

export class TransactionAnswers {
  /** Of each peer, in order. */
  readonly #answers = new Map<LinkId, Answer[]>();

  /** @param transactionsOf of a block that is here whole. */
  constructor(
    private readonly around: Surroundings,
    private readonly transactionsOf: (hash: string) => readonly SignedParts[] | undefined,
  ) {}

  wanted(peer: Peer, request: number, hash: string, positions: readonly number[] | 'all'): void {
    const answers = this.#answers.get(peer.link) ?? [];
    if (answers.length >= TRANSACTION_ANSWERS) return;
    answers.push({ request, hash, positions, sent: 0 });
    this.#answers.set(peer.link, answers);
    this.#advance(peer, answers);
  }

  advance(): void {
    for (const [link, answers] of this.#answers) {
      const peer = this.around.peer(link);
      if (peer) this.#advance(peer, answers);
    }
  }

  #advance(peer: Peer, answers: Answer[]): void {
    for (let answer = answers[0]; answer && this.#send(peer, answer); answer = answers[0]) answers.shift();
    if (answers.length === 0) this.#answers.delete(peer.link);
  }

  /** Sends what fits. @returns whether the answer is over. */
  #send(peer: Peer, answer: Answer): boolean {
    const { request } = answer;
    const wanted = this.#rest(answer);
    if (!wanted) {
      this.around.send(peer, { kind: 'blockTransactions', request, first: 0, transactions: [], unknown: true });
      return true;
    }
    for (const transactions of chunks(wanted, partsBytes, wanted.length)) {
      const bytes = transactions.reduce((sum, each) => sum + partsBytes(each), MESSAGE_OVERHEAD_BYTES);
      if (!peer.outbox.hasRoom(bytes)) return false;
      this.around.send(peer, { kind: 'blockTransactions', request, first: answer.sent, transactions, unknown: false });
      answer.sent += transactions.length;
    }
    return true;
  }

  /** What is still to be sent; undefined when the block, or one of the positions, is not here. */
  #rest({ hash, positions, sent }: Answer): readonly SignedParts[] | undefined {
    const transactions = this.transactionsOf(hash);
    if (!transactions) return undefined;
    const rest = positions === 'all' ? transactions.slice(sent) : positions.slice(sent).map((at) => transactions[at]);
    const isWhole = rest.length > 0 && rest.every((each) => each !== undefined);
    return isWhole ? (rest as readonly SignedParts[]) : undefined;
  }

  gone(link: LinkId): void {
    this.#answers.delete(link);
  }
}
