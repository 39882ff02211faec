/** Transactions on their way through the network.
 *
 *  In: inventories and transactions of peers, what the mempool admitted. Out: transactions to verify, once each; the ids of admitted
 *  ones to every peer that has not shown them, in one message per 20 ms; the transactions themselves at once to the proposer when it is
 *  connected. A transaction is asked of one peer that announced it, then of the next. What this node's clients have sent is announced to
 *  the proposer, or towards it, again and again while it waits: a proposer that was restarted, that was busy, or that is another one
 *  now gets it. May be lost: announcements beyond what is asked for at a time (the newest); they come again. */

import type { SignedParts } from '../chain/transaction.js';
import type { TransactionVerdict } from './events.js';
import type { Handovers } from './handovers.js';
import { KnownIds } from './knownIds.js';
import {
  CHUNK_BYTES,
  IDS_PER_MESSAGE,
  INVENTORY_MS,
  KNOWN_IDS,
  OFFER_AGAIN_MS,
  TRANSACTION_MS,
  TRANSACTIONS_WANTED,
} from './limits.js';
import type { PeerTransaction } from './messages.js';
import type { LinkId } from './net.js';
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
  /** Admitted, refused or being verified: not asked for again. */
  readonly #known = new KnownIds(KNOWN_IDS.node);
  readonly #wanted = new Map<string, WantedTransaction>();
  readonly #wantedOf = new Map<LinkId, number>();
  /** Which ids each request asked for. */
  readonly #requests = new Map<number, { readonly link: LinkId; readonly ids: Set<string>; readonly at: number }>();
  /** What clients of this node have sent and waits here, and when it was announced last. */
  readonly #own = new Map<string, number>();
  #offeredAt = Number.NEGATIVE_INFINITY;
  #fresh: string[] = [];
  #flushAt = Number.POSITIVE_INFINITY;

  constructor(
    private readonly around: Surroundings,
    private readonly handovers: Pick<Handovers, 'nearest'>,
  ) {}

  get wanted(): number {
    return this.#wanted.size;
  }

  announced(peer: Peer, ids: readonly string[]): void {
    const { counters, waiting, now } = this.around;
    const ask: string[] = [];
    for (const id of ids) {
      peer.knows.add(id);
      if (this.#known.has(id) || waiting.has(id)) continue;
      const wanted = this.#wanted.get(id);
      if (wanted) {
        if (!wanted.announcers.includes(peer.link)) wanted.announcers.push(peer.link);
        continue;
      }
      const ofPeer = this.#wantedOf.get(peer.link) ?? 0;
      if (ofPeer >= TRANSACTIONS_WANTED.perPeer || this.#wanted.size >= TRANSACTIONS_WANTED.all) {
        counters.droppedAnnouncements++;
        continue;
      }
      this.#wanted.set(id, { announcers: [peer.link], asked: peer.link, at: now });
      this.#wantedOf.set(peer.link, ofPeer + 1);
      ask.push(id);
    }
    this.#ask(peer, ask);
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
      if (!this.around.waiting.has(item.id) && this.#known.add(item.id)) fresh.push(item);
    }
    if (fresh.length > 0) this.around.emit({ kind: 'transactions', link: peer.link, transactions: fresh });
    for (const id of missing) if (asked?.ids.delete(id)) this.#askNext(id, peer.link);
    if (asked?.ids.size === 0) this.#requests.delete(request);
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
      // Another peer may have the transaction of this id, and a busy node asks again when it is announced again.
      if (verdict === 'invalid' || verdict === 'busy') this.#known.delete(id);
      invalid ||= verdict === 'invalid';
    }
    const peer = this.around.peer(link);
    if (invalid && peer) this.around.fault(peer, 'invalidTransaction');
  }

  /** Transactions that wait here now. */
  admitted(ids: readonly string[]): void {
    // What came from a peer's inventory is on its way to the proposer already.
    const firstHand: string[] = [];
    for (const id of ids) {
      if (this.#known.add(id)) {
        firstHand.push(id);
        this.#own.set(id, this.around.now);
      }
      this.#settle(id);
      this.#fresh.push(id);
    }
    this.#push(firstHand);
    if (firstHand.length > 0) this.around.wakeAt(this.around.now + OFFER_AGAIN_MS);
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

  /** Announces own transactions again to the peer that is the proposer or nearest to it, the oldest announcement first. */
  #offerOwn(): void {
    const { now, waiting } = this.around;
    if (this.#own.size === 0) return;
    if (now < this.#offeredAt + OFFER_AGAIN_MS) {
      this.around.wakeAt(this.#offeredAt + OFFER_AGAIN_MS);
      return;
    }
    this.#offeredAt = now;
    this.around.wakeAt(now + OFFER_AGAIN_MS);
    for (const id of this.#own.keys()) if (!waiting.has(id)) this.#own.delete(id);
    const peer = this.handovers.nearest();
    if (!peer) return;
    const due = [...this.#own].filter(([, at]) => now >= at + OFFER_AGAIN_MS).map(([id]) => id);
    const ids = due.slice(0, TRANSACTIONS_WANTED.perPeer);
    for (const id of ids) {
      // To the end of the order.
      this.#own.delete(id);
      this.#own.set(id, now);
    }
    for (let at = 0; at < ids.length; at += IDS_PER_MESSAGE)
      this.around.send(peer, { kind: 'inventory', ids: ids.slice(at, at + IDS_PER_MESSAGE) });
  }

  time(): void {
    const { now } = this.around;
    this.#offerOwn();
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

  /** A new peer learns what waits here. @param ids all that waits. */
  greet(peer: Peer, ids: Iterable<string>): void {
    this.#announce(peer, [...ids]);
  }

  gone(link: LinkId): void {
    for (const [number, request] of this.#requests) {
      if (request.link !== link) continue;
      this.#requests.delete(number);
      this.#askAllNext([...request.ids], link);
    }
    this.#wantedOf.delete(link);
  }
}
