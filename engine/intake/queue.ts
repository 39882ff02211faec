/** The verification queue: what waits for a worker, in which order it leaves, and who is turned away.
 *
 *  In: fresh requests (raw bytes), priority work (signatures to make, votes, transactions of blocks). Out: packets.
 *  Order: urgent, then blocks, then fresh requests. A fresh request belongs to the lane of its sender, so that one worker
 *  sees all of a sender's signatures; inside a lane the senders take turns.
 *  What may be lost: nothing that was accepted. The loser of a full queue is the newest, told `busy`. A sender with
 *  many waiting requests is told `sender_limit` before that. The sender is the key that the bytes claim; the claim is
 *  unproven until the worker has looked, so this is a limit on noise, not on people.
 *  A request that comes again, byte for byte, while the first one has no answer shares the verdict of the first. */

import { bytesEqual } from '../base/bytes.js';
import { VERIFY_QUEUE_BYTES, VERIFY_QUEUE_ITEMS } from '../base/limits.js';
import { invariant, type Refusal, refuse } from '../base/refusal.js';
import { Fifo } from './fifo.js';
import type { RawItem } from './verifier.js';
import { peekSender } from './verify.js';

/** Work that goes before fresh requests: `urgent` is signing and the signatures of blocks and votes, `block` the
 *  transactions of a block. */
export type PriorityRank = 'urgent' | 'block';
export type Rank = PriorityRank | 'fresh';

/** Part of the free room that one sender may hold: with n loud senders each ends at 1/(n + 4) of the queue, and as much
 *  as 4/(n + 4) stays free for quiet ones. One loud sender alone gets a fifth. */
const SENDER_PART_OF_FREE = 1 / 4;

/** Items of one priority rank: three blocks of 20,000 transactions. A longer call is taken when its rank is empty, or
 *  it could never be answered. */
export const PRIORITY_ITEMS = 65_536;

/** Seconds until a queue of 16,384 items has moved on, told to who is turned away. */
const RETRY_SECONDS = 1;

/** Places of a body that its resend tag looks at: half the body of a transfer is key and signature in hex, so some 30
 *  places carry 4 random bits each. Two bodies with one tag are told apart by comparing them. */
const TAG_SAMPLES = 64;
const TAG_LENGTH_RANGE = 2 ** 20;

interface Sender<Work> {
  readonly key: string;
  readonly lane: number;
  readonly waiting: Fifo<Entry<Work>>;
  /** Entries and shared resends without an answer. */
  items: number;
  bytes: number;
}

/** One item from its acceptance to its answer. */
export interface QueueEntry<Work> {
  readonly work: Work;
  readonly rank: Rank;
  /** The only lane it may leave by; undefined for priority work, which any worker takes. */
  readonly lane: number | undefined;
  /** Bytes it holds. */
  readonly bytes: number;
  /** How many workers died over it. */
  readonly losses: number;
}

class Entry<Work> implements QueueEntry<Work> {
  losses = 0;
  /** Resends that wait for this entry's answer. */
  shared = 0;
  settled = false;
  constructor(
    readonly work: Work,
    readonly rank: Rank,
    readonly bytes: number,
    /** Leaves in a packet of its own. */
    public alone: boolean,
    readonly sender: Sender<Work> | undefined,
    readonly raw: RawItem | undefined,
    readonly tag: number | undefined,
  ) {}

  get lane(): number | undefined {
    return this.sender?.lane;
  }
}

/** How much one packet may hold. */
export interface PacketAllowance {
  readonly items: number;
  /** A first item larger than this leaves alone. */
  readonly bytes: number;
}

export interface PriorityItem<Work> {
  readonly work: Work;
  readonly bytes: number;
  /** Leaves in a packet of its own: a signature to make costs several times what a check costs. */
  readonly alone?: boolean;
}

export interface QueueOptions {
  /** Number of workers. */
  readonly lanes: number;
  readonly maxItems?: number;
  readonly maxBytes?: number;
}

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

function laneOf(sender: string, lanes: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < sender.length; at++) hash = Math.imul(hash ^ sender.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % lanes;
}

export class VerifyQueue<Work> {
  readonly #maxItems: number;
  readonly #maxBytes: number;
  readonly #senders = new Map<string, Sender<Work>>();
  /** Per lane, the senders that have something waiting, in the order of their turns. */
  readonly #turns: Fifo<Sender<Work>>[] = [];
  /** Fresh entries waiting, by lane. */
  readonly #waiting: number[] = [];
  readonly #tags = new Map<number, Entry<Work>>();
  readonly #priority: Record<PriorityRank, Fifo<Entry<Work>>> = { urgent: new Fifo(), block: new Fifo() };
  #items = 0;
  #bytes = 0;

  constructor(options: QueueOptions) {
    invariant(Number.isInteger(options.lanes) && options.lanes > 0, 'a verification queue needs a lane');
    this.#maxItems = options.maxItems ?? VERIFY_QUEUE_ITEMS;
    this.#maxBytes = options.maxBytes ?? VERIFY_QUEUE_BYTES;
    for (let lane = 0; lane < options.lanes; lane++) {
      this.#turns.push(new Fifo());
      this.#waiting.push(0);
    }
  }

  /** Fresh items and shared resends without an answer. */
  get heldItems(): number {
    return this.#items;
  }

  /** Bytes of the fresh items without an answer. */
  get heldBytes(): number {
    return this.#bytes;
  }

  get waitingPriority(): number {
    return this.#priority.urgent.length + this.#priority.block.length;
  }

  waitingFresh(lane: number): number {
    return this.#waiting[lane] ?? 0;
  }

  get waitingItems(): number {
    return this.waitingPriority + this.#waiting.reduce((sum, count) => sum + count, 0);
  }

  /** Accepts a fresh request.
   *  @returns its entry; the entry of the first (`entry.work` is another than the one given) when it is a resend whose
   *  first has no answer yet; or the refusal that its sender hears. */
  offer(raw: RawItem, work: Work): QueueEntry<Work> | Refusal {
    const size = raw.bytes.length;
    const tag = resendTag(raw.bytes);
    const first = this.#tags.get(tag);
    const resend = isResend(first?.raw, raw);
    const sender = this.#senderOf(raw.bytes);
    const problem = this.#checkRoom(sender, resend ? 0 : size);
    if (problem) return problem;
    this.#senders.set(sender.key, sender);
    this.#items++;
    sender.items++;
    if (first && resend) {
      first.shared++;
      return first;
    }
    const entry = new Entry(work, 'fresh', size, false, sender, raw, first ? undefined : tag);
    if (!first) this.#tags.set(tag, entry);
    this.#bytes += size;
    sender.bytes += size;
    this.#enqueue(entry, sender);
    return entry;
  }

  /** Accepts all of a call's priority items, or none.
   *  @returns undefined, or `busy` when the rank is full. */
  offerPriority(rank: PriorityRank, items: readonly PriorityItem<Work>[]): Refusal | undefined {
    const row = this.#priority[rank];
    if (row.length > 0 && row.length + items.length > PRIORITY_ITEMS)
      return refuse('busy', 'too many blocks and votes are waiting for verification; try again', RETRY_SECONDS);
    for (const { work, bytes, alone = false } of items)
      row.push(new Entry(work, rank, bytes, alone, undefined, undefined, undefined));
    return undefined;
  }

  /** The next packet for a worker: of one rank, never mixed, so that urgent work has no company that slows it down.
   *  @returns at most `allowance.items` entries; empty when nothing waits for this lane. */
  take(lane: number, allowance: PacketAllowance): QueueEntry<Work>[] {
    for (const rank of ['urgent', 'block'] as const) {
      const row = this.#priority[rank];
      if (row.length > 0)
        return this.#fill(
          allowance,
          () => row.peek(),
          () => row.shift(),
        );
    }
    const turns = this.#turns[lane];
    invariant(turns !== undefined, `no such lane: ${lane}`);
    return this.#fill(
      allowance,
      () => turns.peek()?.waiting.peek(),
      () => this.#shiftTurn(turns),
    );
  }

  /** Takes back what a worker did not answer, to the front. What its death is blamed on leaves alone next time, so that
   *  an item that kills workers does not take its neighbours with it.
   *  @param blamed whether the worker was busy with these entries when it died. */
  putBack(entries: readonly QueueEntry<Work>[], blamed: boolean): void {
    for (const entry of [...entries].reverse()) {
      invariant(isOpen(entry), 'only an unanswered entry can come back');
      if (blamed) {
        entry.losses++;
        entry.alone = true;
      }
      if (entry.rank !== 'fresh') this.#priority[entry.rank].unshift(entry);
      else if (entry.sender) this.#enqueueFirst(entry, entry.sender);
    }
  }

  /** Releases what an answered entry holds. */
  settle(entry: QueueEntry<Work>): void {
    invariant(isOpen(entry), 'an entry has one answer');
    entry.settled = true;
    if (!entry.sender) return;
    const { sender } = entry;
    this.#items -= 1 + entry.shared;
    this.#bytes -= entry.bytes;
    sender.bytes -= entry.bytes;
    sender.items -= 1 + entry.shared;
    if (entry.tag !== undefined) this.#tags.delete(entry.tag);
    if (sender.items === 0) this.#senders.delete(sender.key);
  }

  /** Empties a lane: its worker cannot start. */
  drainLane(lane: number): QueueEntry<Work>[] {
    const entries = (this.#turns[lane]?.drain() ?? []).flatMap(({ waiting }) => waiting.drain());
    this.#waiting[lane] = 0;
    return entries;
  }

  drainPriority(): QueueEntry<Work>[] {
    return [...this.#priority.urgent.drain(), ...this.#priority.block.drain()];
  }

  /** The claimed sender, known or not: it is remembered only once something of it is accepted. Bytes that name no key
   *  share one sender. */
  #senderOf(bytes: Uint8Array): Sender<Work> {
    const key = peekSender(bytes) ?? '';
    const lane = laneOf(key, this.#turns.length);
    return this.#senders.get(key) ?? { key, lane, waiting: new Fifo(), items: 0, bytes: 0 };
  }

  #checkRoom(sender: Sender<Work>, size: number): Refusal | undefined {
    const freeItems = this.#maxItems - this.#items;
    const freeBytes = this.#maxBytes - this.#bytes;
    if (freeItems < 1 || freeBytes < size)
      return refuse('busy', 'too many requests are waiting for verification; try again', RETRY_SECONDS);
    if (
      sender.items >= Math.max(1, freeItems * SENDER_PART_OF_FREE) ||
      sender.bytes >= Math.max(1, freeBytes * SENDER_PART_OF_FREE)
    )
      return refuse(
        'sender_limit',
        'too many requests of this key are waiting for verification; try again',
        RETRY_SECONDS,
      );
    return undefined;
  }

  #enqueue(entry: Entry<Work>, sender: Sender<Work>): void {
    if (sender.waiting.length === 0) this.#turns[sender.lane]?.push(sender);
    sender.waiting.push(entry);
    this.#waiting[sender.lane] = this.waitingFresh(sender.lane) + 1;
  }

  #enqueueFirst(entry: Entry<Work>, sender: Sender<Work>): void {
    if (sender.waiting.length === 0) this.#turns[sender.lane]?.unshift(sender);
    sender.waiting.unshift(entry);
    this.#waiting[sender.lane] = this.waitingFresh(sender.lane) + 1;
  }

  /** One entry of the sender whose turn it is; then the next sender has its turn. */
  #shiftTurn(turns: Fifo<Sender<Work>>): Entry<Work> | undefined {
    const sender = turns.shift();
    if (!sender) return undefined;
    const entry = sender.waiting.shift();
    if (sender.waiting.length > 0) turns.push(sender);
    this.#waiting[sender.lane] = this.waitingFresh(sender.lane) - 1;
    return entry;
  }

  #fill(
    allowance: PacketAllowance,
    peek: () => Entry<Work> | undefined,
    shift: () => Entry<Work> | undefined,
  ): Entry<Work>[] {
    const packet: Entry<Work>[] = [];
    let bytes = 0;
    for (let next = peek(); next !== undefined && packet.length < allowance.items; next = peek()) {
      if (packet.length > 0 && (next.alone || bytes + next.bytes > allowance.bytes)) break;
      shift();
      packet.push(next);
      bytes += next.bytes;
      if (next.alone) break;
    }
    return packet;
  }
}
