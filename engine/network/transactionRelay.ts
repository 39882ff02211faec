/** Transactions on their way through the network.
 *
 *  In: inventories and transactions of peers, what the mempool admitted. Out: transactions to verify, once each; the ids of admitted
 *  ones to every peer that has not shown them, in one message per 20 ms; the transactions themselves at once to the proposer when it is
 *  connected. A transaction is asked of one peer that announced it, then of the next. May be lost: announcements beyond what may wait
 *  (the newest). Whoever answers for the transaction offers it again (`ownTransactions.ts`). */

import type { SignedParts } from '../chain/transaction.js';
import type { TransactionVerdict } from './events.js';
import { KnownIds } from './knownIds.js';
import {
  CHUNK_BYTES,
  IDS_PER_MESSAGE,
  INVENTORY_MS,
  KNOWN_IDS,
  LOOK_AGAIN_MS,
  TRANSACTION_MS,
  TRANSACTIONS_WANTED,
} from './limits.js';
import type { PeerTransaction } from './messages.js';
import type { LinkId } from './net.js';
import { OwnTransactions } from './ownTransactions.js';
import type { Peer } from './peer.js';
import type { Surroundings } from './surroundings.js';

interface WantedTransaction {
  /** Who announced it, in order; the first is asked. */
  readonly announcers: LinkId[];
  asked: LinkId | undefined;
  at: number;
}

/** Request number of transactions that are pushed. */
const PUSHED = 0;

const OVERHEAD_BYTES = 64;

export const partsBytes = ({ operation, publicKey, text, signature }: SignedParts): number =>
  operation.length + publicKey.length + text.length + signature.length + OVERHEAD_BYTES;

/** Cuts a list where a message is full: each has at least one element. */
export function* chunks<T>(list: readonly T[], bytesOf: (each: T) => number, most = IDS_PER_MESSAGE): Generator<T[]> {
  let chunk: T[] = [];
  let bytes = 0;
  for (const each of list) {
    if (chunk.length > 0 && (bytes + bytesOf(each) > CHUNK_BYTES || chunk.length >= most)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(each);
    bytes += bytesOf(each);
  }
  if (chunk.length > 0) yield chunk;
}

export class TransactionRelay {
  /** Admitted or being verified: not asked for again. */
  readonly #known = new KnownIds(KNOWN_IDS.node);
  /** Not taken, with the moment from which they are looked at again. */
  readonly #untaken = new Map<string, number>();
  readonly #own: OwnTransactions;
  readonly #wanted = new Map<string, WantedTransaction>();
  readonly #wantedOf = new Map<LinkId, number>();
  /** Announcements for which no place was free. */
  readonly #later = new Map<LinkId, Set<string>>();
  /** Which ids each request asked for. */
  readonly #requests = new Map<number, { readonly link: LinkId; readonly ids: Set<string>; readonly at: number }>();
  #fresh: string[] = [];
  #flushAt = Number.POSITIVE_INFINITY;

  /** @param nearest the peer with the shortest way to the proposer. */
  constructor(
    private readonly around: Surroundings,
    nearest: () => Peer | undefined,
  ) {
    this.#own = new OwnTransactions(around, nearest);
  }

  get wanted(): number {
    return this.#wanted.size;
  }

  announced(peer: Peer, ids: readonly string[]): void {
    const ask: string[] = [];
    for (const id of ids) {
      peer.knows.add(id);
      if (this.#isSettled(id) || this.#joins(peer, id)) continue;
      if (!this.#hasRoom(peer.link)) this.#postpone(peer.link, id);
      else ask.push(this.#want(peer, id));
    }
    this.#ask(peer, ask);
  }

  /** Whether there is nothing to ask for: it waits here, was here, or was not taken a short while ago. */
  #isSettled(id: string): boolean {
    return this.#known.has(id) || this.around.waiting.has(id) || (this.#untaken.get(id) ?? 0) > this.around.now;
  }

  /** @returns whether it is being asked for already; this peer is asked when the others fail. */
  #joins(peer: Peer, id: string): boolean {
    const wanted = this.#wanted.get(id);
    if (wanted && !wanted.announcers.includes(peer.link)) wanted.announcers.push(peer.link);
    return wanted !== undefined;
  }

  #hasRoom(link: LinkId): boolean {
    const { perPeer, all } = TRANSACTIONS_WANTED;
    return (this.#wantedOf.get(link) ?? 0) < perPeer && this.#wanted.size < all;
  }

  #want(peer: Peer, id: string): string {
    this.#wanted.set(id, { announcers: [peer.link], asked: peer.link, at: this.around.now });
    this.#wantedOf.set(peer.link, (this.#wantedOf.get(peer.link) ?? 0) + 1);
    return id;
  }

  #postpone(link: LinkId, id: string): void {
    let later = this.#later.get(link);
    if (!later) {
      later = new Set();
      this.#later.set(link, later);
    }
    if (later.size < TRANSACTIONS_WANTED.later) later.add(id);
    else this.around.counters.droppedAnnouncements++;
  }

  /** Places have become free. */
  #askLater(): void {
    for (const [link, ids] of this.#later) {
      const peer = this.around.peer(link);
      const ask: string[] = [];
      for (const id of ids) {
        if (!peer || !this.#hasRoom(link)) break;
        ids.delete(id);
        if (!this.#isSettled(id) && !this.#joins(peer, id)) ask.push(this.#want(peer, id));
      }
      if (!peer || ids.size === 0) this.#later.delete(link);
      if (peer) this.#ask(peer, ask);
    }
  }

  #ask(peer: Peer, ids: readonly string[]): void {
    for (let at = 0; at < ids.length; at += IDS_PER_MESSAGE) {
      const part = ids.slice(at, at + IDS_PER_MESSAGE);
      const request = this.around.nextRequest();
      this.#requests.set(request, { link: peer.link, ids: new Set(part), at: this.around.now });
      this.around.send(peer, { kind: 'transactionsWanted', request, ids: part });
    }
    if (ids.length > 0) this.around.wakeAt(this.around.now + TRANSACTION_MS);
  }

  /** Answers with what waits here. */
  asked(peer: Peer, request: number, ids: readonly string[]): void {
    const found: PeerTransaction[] = [];
    const missing: string[] = [];
    for (const id of ids) {
      const transaction = this.around.waiting.get(id);
      if (transaction) found.push({ id, transaction });
      else missing.push(id);
      peer.knows.add(id);
    }
    const parts = [...chunks(found, ({ transaction }) => partsBytes(transaction))];
    if (parts.length === 0) parts.push([]);
    parts.forEach((transactions, at) => {
      this.around.send(peer, {
        kind: 'transactions',
        request,
        transactions,
        missing: at === parts.length - 1 ? missing : [],
      });
    });
  }

  received(peer: Peer, request: number, transactions: readonly PeerTransaction[], missing: readonly string[]): void {
    const asked = request === PUSHED ? undefined : this.#requests.get(request);
    // An answer that comes too late was asked of somebody else meanwhile.
    if (request !== PUSHED && asked?.link !== peer.link) return;
    const fresh: PeerTransaction[] = [];
    for (const item of transactions) {
      peer.knows.add(item.id);
      if (asked && !asked.ids.delete(item.id)) {
        this.around.fault(peer, 'unasked');
        continue;
      }
      this.#settle(item.id);
      if (this.#isSettled(item.id)) continue;
      this.#known.add(item.id);
      fresh.push(item);
    }
    if (fresh.length > 0) this.around.emit({ kind: 'transactions', link: peer.link, transactions: fresh });
    for (const id of missing) if (asked?.ids.delete(id)) this.#askNext(id, peer.link);
    if (asked?.ids.size === 0) this.#requests.delete(request);
    this.#askLater();
  }

  #settle(id: string): void {
    const wanted = this.#wanted.get(id);
    if (!wanted) return;
    this.#wanted.delete(id);
    this.#release(wanted.asked);
  }

  #release(link: LinkId | undefined): void {
    if (link === undefined) return;
    const left = (this.#wantedOf.get(link) ?? 0) - 1;
    if (left > 0) this.#wantedOf.set(link, left);
    else this.#wantedOf.delete(link);
  }

  /** The peer that was asked does not have it, is silent or is gone. @returns the peer that is to be asked. */
  #next(id: string, failed: LinkId): Peer | undefined {
    const wanted = this.#wanted.get(id);
    if (!wanted || wanted.asked !== failed) return undefined;
    this.#release(failed);
    wanted.announcers.splice(wanted.announcers.indexOf(failed), 1);
    for (const link of wanted.announcers) {
      const peer = this.around.peer(link);
      if (!peer) continue;
      wanted.asked = link;
      wanted.at = this.around.now;
      this.#wantedOf.set(link, (this.#wantedOf.get(link) ?? 0) + 1);
      return peer;
    }
    this.#wanted.delete(id);
    return undefined;
  }

  #askNext(id: string, failed: LinkId): void {
    const peer = this.#next(id, failed);
    if (peer) this.#ask(peer, [id]);
  }

  #askAllNext(ids: readonly string[], failed: LinkId): void {
    const byPeer = new Map<Peer, string[]>();
    for (const id of ids) {
      const peer = this.#next(id, failed);
      if (peer) byPeer.set(peer, [...(byPeer.get(peer) ?? []), id]);
    }
    for (const [peer, list] of byPeer) this.#ask(peer, list);
  }

  /** What the verifier and the mempool said. */
  checked(link: LinkId, verdicts: readonly { readonly id: string; readonly verdict: TransactionVerdict }[]): void {
    let invalid = false;
    for (const { id, verdict } of verdicts) {
      // Another peer may have the transaction of this id. What was not taken is asked for when it is announced again, but not at once.
      if (verdict !== 'held') this.#known.delete(id);
      if (verdict === 'busy' || verdict === 'refused') this.#rest(id, LOOK_AGAIN_MS[verdict]);
      invalid ||= verdict === 'invalid';
    }
    const peer = this.around.peer(link);
    if (invalid && peer) this.around.fault(peer, 'invalidTransaction');
  }

  #rest(id: string, ms: number): void {
    this.#untaken.delete(id);
    if (this.#untaken.size >= KNOWN_IDS.untaken) this.#untaken.delete(this.#untaken.keys().next().value as string);
    this.#untaken.set(id, this.around.now + ms);
  }

  /** Transactions that wait here now. @param own whether this node answers for them. */
  admitted(ids: readonly string[], own: boolean): void {
    // What came from a peer's inventory is on its way to the proposer already.
    const firstHand: string[] = [];
    for (const id of ids) {
      if (own) this.#own.add(id);
      if (this.#known.add(id)) firstHand.push(id);
      this.#settle(id);
      this.#fresh.push(id);
    }
    this.#push(firstHand);
    if (this.#fresh.length > 0 && this.#flushAt === Number.POSITIVE_INFINITY) {
      this.#flushAt = this.around.now + INVENTORY_MS;
      this.around.wakeAt(this.#flushAt);
    }
  }

  /** The proposer needs them now: it does not wait for an inventory. */
  #push(ids: readonly string[]): void {
    const { head, ownId, waiting } = this.around;
    if (head.proposer === undefined || head.proposer === ownId) return;
    const proposer = [...this.around.peers].find(({ id }) => id === head.proposer);
    if (!proposer) return;
    const items: PeerTransaction[] = [];
    for (const id of ids) {
      const transaction = proposer.knows.has(id) ? undefined : waiting.get(id);
      if (transaction && proposer.knows.add(id)) items.push({ id, transaction });
    }
    for (const transactions of chunks(items, ({ transaction }) => partsBytes(transaction)))
      this.around.send(proposer, { kind: 'transactions', request: PUSHED, transactions, missing: [] });
  }

  time(): void {
    const { now } = this.around;
    if (now >= this.#flushAt) this.#flush();
    else this.around.wakeAt(this.#flushAt);
    for (const [number, { link, ids, at }] of this.#requests) {
      if (now < at + TRANSACTION_MS) {
        this.around.wakeAt(at + TRANSACTION_MS);
        break;
      }
      this.#requests.delete(number);
      const peer = this.around.peer(link);
      this.around.counters.timedOut.transactions += ids.size;
      if (peer) this.around.fault(peer, 'timeout');
      this.#askAllNext([...ids], link);
    }
    this.#askLater();
    this.#own.time();
  }

  /** Another block is the head, and another validator may make the next one. */
  headChanged(): void {
    this.#own.offer();
  }

  #flush(): void {
    const fresh = this.#fresh;
    this.#fresh = [];
    this.#flushAt = Number.POSITIVE_INFINITY;
    for (const peer of this.around.peers) this.#announce(peer, fresh);
  }

  #announce(peer: Peer, ids: readonly string[]): void {
    const unseen = ids.filter((id) => peer.knows.add(id));
    for (let at = 0; at < unseen.length; at += IDS_PER_MESSAGE)
      this.around.send(peer, { kind: 'inventory', ids: unseen.slice(at, at + IDS_PER_MESSAGE) });
  }

  /** A new peer learns what waits here, but for what is being handed over: until that is answered, this node may have to say that it did
   *  not take it. @param ids all that waits. */
  greet(peer: Peer, ids: Iterable<string>): void {
    this.#announce(
      peer,
      [...ids].filter((id) => this.#own.has(id) || this.#known.has(id)),
    );
  }

  gone(link: LinkId): void {
    for (const [number, request] of this.#requests) {
      if (request.link !== link) continue;
      this.#requests.delete(number);
      this.#askAllNext([...request.ids], link);
    }
    this.#wantedOf.delete(link);
    this.#later.delete(link);
    this.#askLater();
  }
}
