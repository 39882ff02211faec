/** The verification queue: what waits for a worker, in which order it leaves, and who is refused.
 *
 *  In: fresh requests (raw bytes), priority work (signatures to make, votes, transactions of blocks). Out: packets.
 *  Order: urgent, then blocks, then signatures of the node's own requests, then fresh requests (`queueLane.ts`). A fresh request,
 *  or a transaction of a block, belongs to the lane of its sender, so that one worker sees all of a sender's signatures and keeps
 *  the expanded key. An idle worker takes block transactions of other lanes.
 *  What may be lost: nothing that was accepted, except requests that were put off because they will be refused whatever
 *  their signature is; when too many of those wait, the newest is refused with `busy`. When the queue is full, the newest
 *  request is refused with `busy`. Strangers never get the second half of the room while there are known senders to keep it for.
 *  A sender with many waiting requests is refused with `sender_limit` before that. A sender is the key that the bytes claim
 *  together with the source they came from: the claim is unproven until the worker has checked it, so a client that names
 *  another's key from elsewhere must not count as that other. Strangers, however many, cannot narrow a known sender's share.
 *  A request that comes again, byte for byte, while the first one has no answer shares the verdict of the first; it counts
 *  towards the sender that sent it again. */

import { bytesEqual } from '../base/bytes.js';
import { VERIFY_QUEUE_BYTES, VERIFY_QUEUE_ITEMS } from '../base/limits.js';
import { invariant, type Refusal, refuse } from '../base/refusal.js';
import { claimOf, startOf, writtenClaimOf } from './claim.js';
import { Fifo } from './fifo.js';
import { KnownSenders } from './knownSenders.js';
import {
  Entry,
  Filling,
  type PacketAllowance,
  type PriorityRank,
  type QueueEntry,
  QueueLane,
  type Sender,
} from './queueLane.js';
import type { RawItem } from './verifier.js';

export type { PacketAllowance, PriorityRank, QueueEntry } from './queueLane.js';

/** Part of the free room that one sender may hold: each of n loud senders ends at 1/(n + 4) of the queue, and 4/(n + 4)
 *  stays free for quiet ones. A single loud sender gets a fifth. */
const SENDER_PART_OF_FREE = 1 / 4;

/** Items of one priority rank: three blocks of 20,000 transactions. A longer call is accepted when its rank is empty;
 *  otherwise it could never be answered. */
export const PRIORITY_ITEMS = 65_536;

/** Part of the queue that strangers may fill while there are known senders. */
const STRANGERS_PART_OF_ALL = 1 / 2;

/** Part of the queue up to which known senders keep their share as if there were no strangers: three quarters of what
 *  strangers cannot have. The last quarter is kept for quiet senders. */
const KNOWN_PART_OF_ALL = (3 / 4) * (1 - STRANGERS_PART_OF_ALL);

/** Requests of one lane that wait although they will be refused: two seconds of a worker that is 90% busy. */
export const DEFERRED_ITEMS = 256;

/** Seconds until the queue has moved on; a refused sender gets this number. */
const RETRY_SECONDS = 1;

/** Bytes of a body that its resend tag samples: half the body of a transfer is key and signature in hex, so about 30
 *  samples carry 4 random bits each. Two bodies with the same tag are compared in full. */
const TAG_SAMPLES = 64;
const TAG_LENGTH_RANGE = 2 ** 20;

export interface PriorityItem<Work> {
  readonly work: Work;
  readonly bytes: number;
  /** Leaves in its own packet: a signature to make costs several times what a check costs. */
  readonly alone?: boolean;
  /** First 16 hex characters of the key whose signature is to be checked; a block's transaction waits in its lane. */
  readonly sender?: string;
}

export interface QueueOptions {
  /** Number of workers. */
  readonly lanes: number;
  readonly maxItems?: number;
  readonly maxBytes?: number;
}

const BUSY = refuse('busy', 'too many requests are waiting for verification; try again', RETRY_SECONDS);

const shed = (): Refusal =>
  refuse(
    'busy',
    "this request's time stamp, sender or nonce will be refused, and there is no time to say why",
    RETRY_SECONDS,
  );

const isOpen = <Work>(entry: QueueEntry<Work>): entry is Entry<Work> => entry instanceof Entry && !entry.settled;

const isResend = (a: RawItem | undefined, b: RawItem): boolean =>
  a !== undefined && a.kind === b.kind && a.operation === b.operation && bytesEqual(a.bytes, b.bytes);

/** FNV-1a over evenly spread places, with the length. */
function resendTag(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  const step = Math.max(1, Math.floor(bytes.length / TAG_SAMPLES));
  for (let at = 0; at < bytes.length; at += step) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return (hash >>> 0) * TAG_LENGTH_RANGE + (bytes.length % TAG_LENGTH_RANGE);
}

const strangerKey = (start: string, source: string): string => `stranger ${start} ${source}`;

const newSender = <Work>(key: string, lane: number, known: boolean): Sender<Work> => ({
  key,
  lane,
  known,
  waiting: new Fifo(),
  items: 0,
  bytes: 0,
});

/** Whether a sender may hold more of a room. @param own what it holds. @param ofKnown what all known senders hold. */
function isWithinShare(known: boolean, own: number, room: number, free: number, ofKnown: number): boolean {
  if (own < Math.max(1, free * SENDER_PART_OF_FREE)) return true;
  return known && ofKnown < room * KNOWN_PART_OF_ALL && own < (room - ofKnown) * SENDER_PART_OF_FREE;
}

function laneOf(sender: string, lanes: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < sender.length; at++) hash = Math.imul(hash ^ sender.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % lanes;
}

export class VerifyQueue<Work> {
  #maxItems: number;
  readonly #maxBytes: number;
  readonly #lanes: readonly QueueLane<Work>[];
  readonly #known = new KnownSenders();
  readonly #senders = new Map<string, Sender<Work>>();
  readonly #tags = new Map<number, Entry<Work>>();
  readonly #urgent = new Fifo<Entry<Work>>();
  readonly #own = new Fifo<Entry<Work>>();
  #items = 0;
  #bytes = 0;
  /** The part of both that strangers hold. */
  #strangersItems = 0;
  #strangersBytes = 0;

  constructor(options: QueueOptions) {
    invariant(Number.isInteger(options.lanes) && options.lanes > 0, 'a verification queue needs a lane');
    this.#maxItems = options.maxItems ?? VERIFY_QUEUE_ITEMS.most;
    this.#maxBytes = options.maxBytes ?? VERIFY_QUEUE_BYTES;
    this.#lanes = Array.from({ length: options.lanes }, () => new QueueLane<Work>());
  }

  /** How many fresh items and shared resends may be held from now on; those already held stay. */
  set maxItems(items: number) {
    this.#maxItems = items;
  }

  /** The refusal that every sender gets at present, whatever it sends; undefined while there is room. Ask this first: under a
   *  flood, a refusal must cost less than looking at what was sent. */
  get full(): Refusal | undefined {
    return this.#items < this.#maxItems ? undefined : BUSY;
  }

  /** Fresh items and shared resends without an answer. */
  get heldItems(): number {
    return this.#items;
  }

  /** Bytes of the fresh items without an answer. */
  get heldBytes(): number {
    return this.#bytes;
  }

  get waitingUrgent(): number {
    return this.#urgent.length;
  }

  get waitingOwn(): number {
    return this.#own.length;
  }

  /** Block transactions that wait in a lane, or in all lanes when none is named. */
  waitingBlocks(lane?: number): number {
    if (lane !== undefined) return this.#lane(lane).blocks.length;
    return this.#lanes.reduce((sum, { blocks }) => sum + blocks.length, 0);
  }

  waitingFresh(lane: number): number {
    return this.#lane(lane).waitingFresh;
  }

  /** Fresh items that could go into a packet now. @param ahead whether the lane's worker has a packet already. */
  readyFresh(lane: number, ahead: boolean): number {
    return this.#lane(lane).ready(ahead);
  }

  get waitingItems(): number {
    return this.#lanes.reduce(
      (sum, lane) => sum + lane.waitingFresh + lane.blocks.length,
      this.#urgent.length + this.#own.length,
    );
  }

  /** Accepts a fresh request.
   *  @returns its entry; for a resend whose first has no answer yet, the entry of the first (its `entry.work` is not the one
   *  given); or the refusal for the sender. */
  offer(raw: RawItem, work: Work): QueueEntry<Work> | Refusal {
    const size = raw.bytes.length;
    const tag = resendTag(raw.bytes);
    const first = this.#tags.get(tag);
    const sender = this.#senderOf(raw);
    // A known sender does not wait for the turn of a stranger elsewhere that sent the same bytes first.
    const isOvertaken = sender.known && first?.known === false && first.source !== raw.source;
    const resend = isResend(first?.raw, raw) && !isOvertaken;
    const problem = this.#checkRoom(sender, resend ? 0 : size);
    if (problem) return problem;
    this.#senders.set(sender.key, sender);
    this.#hold(sender, 1, resend ? 0 : size);
    if (first && resend) {
      first.sharers.push(sender);
      return first;
    }
    const entry = new Entry(work, 'fresh', size, false, sender.lane, sender, raw, first ? undefined : tag);
    if (!first) this.#tags.set(tag, entry);
    this.#lane(sender.lane).push(entry, sender);
    return entry;
  }

  /** Accepts all of a call's priority items, or none.
   *  @returns undefined, or `busy` when the rank is full. */
  offerPriority(rank: PriorityRank, items: readonly PriorityItem<Work>[]): Refusal | undefined {
    const waiting = { urgent: this.waitingUrgent, block: this.waitingBlocks(), own: this.waitingOwn }[rank];
    if (waiting > 0 && waiting + items.length > PRIORITY_ITEMS)
      return refuse('busy', 'too many blocks and votes are waiting for verification; try again', RETRY_SECONDS);
    for (const { work, bytes, alone = false, sender = '' } of items) {
      const lane = rank === 'block' ? laneOf(sender, this.#lanes.length) : undefined;
      const entry = new Entry(work, rank, bytes, alone, lane, undefined, undefined, undefined);
      this.#rowOf(entry).push(entry);
    }
    return undefined;
  }

  /** The next packet for a worker: of one rank, never mixed, so that nothing slows urgent work down.
   *  @param helps whether the worker takes urgent work: it does not where urgent work would have to wait behind a request.
   *  @returns at most `allowance.items` entries; empty when nothing waits for this lane. */
  take(lane: number, allowance: PacketAllowance, helps = true): QueueEntry<Work>[] {
    if (helps && this.#urgent.length > 0) return this.takeUrgent(allowance);
    const packet = new Filling<Work>(allowance);
    const { blocks } = this.#lane(lane);
    if (blocks.length > 0) packet.fillFrom(blocks, allowance.items);
    else if (this.#own.length > 0) packet.fillFrom(this.#own, allowance.items);
    else this.#lane(lane).takeFresh(packet, allowance.items);
    return packet.entries;
  }

  /** As `take`, for urgent work only. */
  takeUrgent(allowance: PacketAllowance): QueueEntry<Work>[] {
    const packet = new Filling<Work>(allowance);
    packet.fillFrom(this.#urgent, allowance.items);
    return packet.entries;
  }

  /** As `take`, for the block transactions of the lane that has the most of them. */
  takeOthersBlocks(allowance: PacketAllowance): QueueEntry<Work>[] {
    const packet = new Filling<Work>(allowance);
    const fullest = this.#lanes.reduce((a, b) => (b.blocks.length > a.blocks.length ? b : a));
    packet.fillFrom(fullest.blocks, allowance.items);
    return packet.entries;
  }

  /** Puts off an entry that a worker has handed back because it will be refused whatever its signature is: its turn
   *  comes when nothing else waits in its lane. @returns `busy` when too many wait there; the caller keeps the entry. */
  defer(entry: QueueEntry<Work>): Refusal | undefined {
    invariant(isOpen(entry) && entry.lane !== undefined, 'only an unanswered request can be put off');
    const { deferred } = this.#lane(entry.lane);
    if (deferred.length >= DEFERRED_ITEMS) return shed();
    entry.deferred = true;
    deferred.push(entry);
    return undefined;
  }

  /** The request that was put off first among those waiting in a lane. */
  firstDeferred(lane: number): QueueEntry<Work> | undefined {
    return this.#lane(lane).deferred.peek();
  }

  /** Takes that request out. @returns the refusal for its sender. */
  shedDeferred(lane: number): Refusal {
    this.#lane(lane).deferred.shift();
    return shed();
  }

  /** The key has signed something valid: its requests from that source are those of a known sender, including those that
   *  already wait. @param sender that was recognized when it came. */
  remember(publicKey: Uint8Array, source = '', sender?: Sender<Work>): void {
    if (sender?.known && this.#known.refresh(sender.key, publicKey)) return;
    if (!this.#known.remember(publicKey, source)) return;
    const stranger = this.#senders.get(strangerKey(startOf(publicKey), source));
    if (stranger && stranger.waiting.length > 0) this.#introduce(stranger, publicKey, source);
  }

  /** The signature of a request was wrong: it counts against the sender that it claimed. */
  blame({ sender }: QueueEntry<Work>): void {
    if (sender?.known) this.#known.blame(sender.key);
  }

  /** Moves what waits under a key to the known senders; a key that only shares its beginning stays a stranger. */
  #introduce(stranger: Sender<Work>, publicKey: Uint8Array, source: string): void {
    const lane = this.#lane(stranger.lane);
    const name = this.#known.recognize(publicKey, source) as string;
    const sender = this.#senders.get(name) ?? newSender<Work>(name, stranger.lane, true);
    for (const entry of lane.withdraw(stranger)) {
      const claim = entry.raw && claimOf(entry.raw)?.key;
      if (claim && bytesEqual(claim, publicKey)) {
        const again = entry.sharers.filter((sharer) => sharer === stranger).length;
        this.#hold(stranger, -1 - again, -entry.bytes);
        this.#hold(sender, 1 + again, entry.bytes);
        entry.sharers.forEach((sharer, at) => {
          if (sharer === stranger) entry.sharers[at] = sender;
        });
        entry.sender = sender;
        this.#senders.set(name, sender);
      }
      lane.push(entry, entry.sender as Sender<Work>);
    }
    if (stranger.items === 0) this.#senders.delete(stranger.key);
  }

  /** Returns what a worker did not answer to the front. An entry blamed for the worker's death leaves alone next time, so
   *  that an item that kills workers does not take its neighbours with it.
   *  @param blamed whether the worker was busy with these entries when it died. */
  putBack(entries: readonly QueueEntry<Work>[], blamed: boolean): void {
    for (const entry of [...entries].reverse()) {
      invariant(isOpen(entry), 'only an unanswered entry can come back');
      if (blamed) {
        entry.losses++;
        entry.alone = true;
      }
      if (entry.sender) this.#lane(entry.sender.lane).unshift(entry, entry.sender);
      else this.#rowOf(entry).unshift(entry);
    }
  }

  /** Releases what an answered entry holds. */
  settle(entry: QueueEntry<Work>): void {
    invariant(isOpen(entry), 'an entry has one answer');
    entry.settled = true;
    if (!entry.sender) return;
    if (entry.tag !== undefined) this.#tags.delete(entry.tag);
    this.#hold(entry.sender, -1, -entry.bytes);
    for (const sharer of entry.sharers) this.#hold(sharer, -1, 0);
    for (const { items, key } of [entry.sender, ...entry.sharers]) if (items === 0) this.#senders.delete(key);
  }

  /** Takes the fresh requests out of a lane: its worker cannot start. */
  drainLane(lane: number): QueueEntry<Work>[] {
    return this.#lane(lane).drainFresh();
  }

  /** Takes out what only the senders' lanes can process: block transactions and signatures of the node's own requests. */
  drainLanesPriority(): QueueEntry<Work>[] {
    return [...this.#lanes.flatMap(({ blocks }) => blocks.drain()), ...this.#own.drain()];
  }

  drainUrgent(): QueueEntry<Work>[] {
    return this.#urgent.drain();
  }

  #lane(index: number): QueueLane<Work> {
    const lane = this.#lanes[index];
    invariant(lane !== undefined, `no such lane: ${index}`);
    return lane;
  }

  #rowOf({ lane, rank }: Entry<Work>): Fifo<Entry<Work>> {
    if (rank === 'own') return this.#own;
    return lane === undefined ? this.#urgent : this.#lane(lane).blocks;
  }

  /** The claimed sender, known or not: it is kept only once something from it is accepted. A stranger shares nothing with a
   *  known sender whose key has the same beginning. Bytes that name no key share one sender. */
  #senderOf(raw: RawItem): Sender<Work> {
    const { start = '', key: claimed, hex } = writtenClaimOf(raw) ?? {};
    const source = raw.source ?? '';
    const name = hex ? this.#known.recognizeHex(hex, source) : claimed && this.#known.recognize(claimed, source);
    const key = name ?? strangerKey(start, source);
    return this.#senders.get(key) ?? newSender(key, laneOf(start, this.#lanes.length), name !== undefined);
  }

  #hold(sender: Sender<Work>, items: number, bytes: number): void {
    this.#items += items;
    this.#bytes += bytes;
    sender.items += items;
    sender.bytes += bytes;
    if (sender.known) return;
    this.#strangersItems += items;
    this.#strangersBytes += bytes;
  }

  #checkRoom(sender: Sender<Work>, size: number): Refusal | undefined {
    const freeItems = this.#maxItems - this.#items;
    const freeBytes = this.#maxBytes - this.#bytes;
    const isFull = freeItems < 1 || freeBytes < size;
    if (isFull || (!sender.known && this.#known.size > 0 && this.#strangersAreMany(size))) return BUSY;
    const { known, items, bytes } = sender;
    const hasShare =
      isWithinShare(known, items, this.#maxItems, freeItems, this.#items - this.#strangersItems) &&
      isWithinShare(known, bytes, this.#maxBytes, freeBytes, this.#bytes - this.#strangersBytes);
    if (hasShare) return undefined;
    return refuse(
      'sender_limit',
      'too many requests of this key are waiting for verification; try again',
      RETRY_SECONDS,
    );
  }

  #strangersAreMany(size: number): boolean {
    return (
      this.#strangersItems + 1 > this.#maxItems * STRANGERS_PART_OF_ALL ||
      this.#strangersBytes + size > this.#maxBytes * STRANGERS_PART_OF_ALL
    );
  }
}
