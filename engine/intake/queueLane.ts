/** What waits for one worker: block transactions, then fresh requests of known senders and strangers, then what was put off.
 *
 *  In: entries. Out: the entries of a packet. Inside a class the senders take turns. Checking under a key that the worker has
 *  not seen costs four times as much as under one whose expansion is kept, and new keys cost a sender nothing to make. So
 *  strangers get the smaller part of a worker that known senders use, and small packets of their own, so that known senders
 *  do not wait behind long ones. A lane has no bounds; `VerifyQueue` bounds the entries of all lanes and names the loser. */

import { Fifo } from './fifo.js';
import type { RawItem } from './verifier.js';

/** Work that goes before fresh requests: `urgent` is signing and the signatures of blocks and votes, `block` the
 *  transactions of a block, `own` the signatures of requests that the node makes itself. */
export type PriorityRank = 'urgent' | 'block' | 'own';
export type Rank = PriorityRank | 'fresh';

/** Strangers' part of a packet shared with known senders: at four times the cost per check it takes a fifth of the time. */
const STRANGERS_PART = 1 / 16;

/** Items in a packet of strangers, or of requests that were put off, in a lane that known senders use: 0.4 ms of a worker,
 *  so that the next known sender waits no longer than that. */
const SMALL_PACKET = 4;

/** Packets without a known sender after which a lane counts as unused by them, and strangers get full packets. */
const QUIET_PACKETS = 64;

export interface Sender<Work> {
  readonly key: string;
  readonly lane: number;
  /** Whether it has sent something valid recently. */
  readonly known: boolean;
  readonly waiting: Fifo<Entry<Work>>;
  /** Entries and shared resends without an answer. */
  items: number;
  bytes: number;
}

/** One item from its acceptance to its answer. */
export interface QueueEntry<Work> {
  readonly work: Work;
  readonly rank: Rank;
  /** The lane in which it waits; another lane may take a block transaction from it. Undefined for work that any lane may take. */
  readonly lane: number | undefined;
  /** Whether its sender has sent something valid recently. */
  readonly known: boolean;
  /** Bytes it holds. */
  readonly bytes: number;
  /** How many workers died while working on it. */
  readonly losses: number;
  /** The sender that a fresh request counts towards. */
  readonly sender: Sender<Work> | undefined;
  /** Where a fresh request came from. */
  readonly source: string | undefined;
}

export class Entry<Work> implements QueueEntry<Work> {
  losses = 0;
  /** Senders of resends that wait for this entry's answer, each once per resend. */
  readonly sharers: Sender<Work>[] = [];
  settled = false;
  /** Put off: it will be refused whatever its signature is. */
  deferred = false;
  constructor(
    readonly work: Work,
    readonly rank: Rank,
    readonly bytes: number,
    /** Leaves in its own packet. */
    public alone: boolean,
    readonly lane: number | undefined,
    /** Changes when the sender becomes known while the entry waits. */
    public sender: Sender<Work> | undefined,
    readonly raw: RawItem | undefined,
    readonly tag: number | undefined,
  ) {}

  get known(): boolean {
    return this.sender?.known ?? true;
  }

  get source(): string | undefined {
    return this.raw?.source;
  }
}

/** How much one packet may hold. */
export interface PacketAllowance {
  readonly items: number;
  /** A first item larger than this leaves alone. */
  readonly bytes: number;
}

/** A packet that is being filled. */
export class Filling<Work> {
  readonly entries: Entry<Work>[] = [];
  #bytes = 0;

  constructor(private readonly allowance: PacketAllowance) {}

  /** Takes entries as long as they fit. @param items at most this many. */
  fill(items: number, peek: () => Entry<Work> | undefined, shift: () => unknown): void {
    const limit = this.entries.length + items;
    if (this.entries[0]?.alone) return;
    for (let next = peek(); next !== undefined && this.entries.length < limit; next = peek()) {
      if (this.entries.length > 0 && (next.alone || this.#bytes + next.bytes > this.allowance.bytes)) return;
      shift();
      this.entries.push(next);
      this.#bytes += next.bytes;
      if (next.alone) return;
    }
  }

  fillFrom(row: Fifo<Entry<Work>>, items: number): void {
    this.fill(
      items,
      () => row.peek(),
      () => row.shift(),
    );
  }
}

/** Senders of one class that have something waiting, in the order of their turns. */
class SenderTurns<Work> {
  readonly #senders = new Fifo<Sender<Work>>();
  /** Entries of all senders together. */
  waiting = 0;

  push(entry: Entry<Work>, sender: Sender<Work>): void {
    if (sender.waiting.length === 0) this.#senders.push(sender);
    sender.waiting.push(entry);
    this.waiting++;
  }

  unshift(entry: Entry<Work>, sender: Sender<Work>): void {
    if (sender.waiting.length === 0) this.#senders.unshift(sender);
    sender.waiting.unshift(entry);
    this.waiting++;
  }

  fill(packet: Filling<Work>, items: number): void {
    packet.fill(
      items,
      () => this.#senders.peek()?.waiting.peek(),
      () => this.#shift(),
    );
  }

  /** Takes out all waiting entries of one sender. */
  withdraw(sender: Sender<Work>): Entry<Work>[] {
    this.#senders.remove(sender);
    this.waiting -= sender.waiting.length;
    return sender.waiting.drain();
  }

  drain(): Entry<Work>[] {
    this.waiting = 0;
    return this.#senders.drain().flatMap(({ waiting }) => waiting.drain());
  }

  /** Takes one entry of the sender whose turn it is; then it is the next sender's turn. */
  #shift(): void {
    const sender = this.#senders.shift();
    sender?.waiting.shift();
    if (sender && sender.waiting.length > 0) this.#senders.push(sender);
    this.waiting--;
  }
}

export class QueueLane<Work> {
  readonly blocks = new Fifo<Entry<Work>>();
  readonly deferred = new Fifo<Entry<Work>>();
  readonly #known = new SenderTurns<Work>();
  readonly #strangers = new SenderTurns<Work>();
  /** Packets since the last one with a known sender. */
  #quietPackets = QUIET_PACKETS;

  get waitingFresh(): number {
    return this.#known.waiting + this.#strangers.waiting + this.deferred.length;
  }

  /** Fresh items that could go into a packet now.
   *  @param ahead whether the worker has a packet already: then known senders must be able to come next. */
  ready(ahead: boolean): number {
    const strangers = this.#strangers.waiting;
    if (this.#known.waiting > 0) return this.#known.waiting + strangers;
    if (ahead) return this.#isUsed ? 0 : strangers;
    return strangers > 0 ? strangers : this.deferred.length;
  }

  push(entry: Entry<Work>, sender: Sender<Work>): void {
    this.#turnsOf(sender).push(entry, sender);
  }

  /** Puts the entry before all others of its sender, and its sender before all others. */
  unshift(entry: Entry<Work>, sender: Sender<Work>): void {
    if (entry.deferred) this.deferred.unshift(entry);
    else this.#turnsOf(sender).unshift(entry, sender);
  }

  /** Takes out all waiting entries of one sender, in their order. */
  withdraw(sender: Sender<Work>): Entry<Work>[] {
    return this.#turnsOf(sender).withdraw(sender);
  }

  takeFresh(packet: Filling<Work>, items: number): void {
    if (this.#known.waiting > 0) {
      this.#quietPackets = 0;
      const part = this.#strangers.waiting > 0 ? Math.max(1, Math.floor(items * STRANGERS_PART)) : 0;
      this.#known.fill(packet, Math.max(1, items - part));
      if (part > 0) this.#strangers.fill(packet, Math.max(1, Math.floor(packet.entries.length * STRANGERS_PART)));
      return;
    }
    const limit = this.#isUsed ? Math.min(items, SMALL_PACKET) : items;
    if (this.#quietPackets < QUIET_PACKETS) this.#quietPackets++;
    if (this.#strangers.waiting > 0) this.#strangers.fill(packet, limit);
    else packet.fillFrom(this.deferred, Math.min(items, SMALL_PACKET));
  }

  drainFresh(): Entry<Work>[] {
    return [...this.#known.drain(), ...this.#strangers.drain(), ...this.deferred.drain()];
  }

  get #isUsed(): boolean {
    return this.#quietPackets < QUIET_PACKETS;
  }

  #turnsOf(sender: Sender<Work>): SenderTurns<Work> {
    return sender.known ? this.#known : this.#strangers;
  }
}
