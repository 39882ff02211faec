/** Mempool: verified transactions that are not yet in a block.
 *
 *  In: transactions that passed the verifier. Out: candidates in block order. Bounded in count, in bytes and per sender, and what
 *  is of the directory in parts of it; when there is no room, the lowest tip leaves, among equals the newest, but nothing of the bridge, and a
 *  newcomer that is no better is refused. Of those that want what only one can have, the highest tip waits. A transaction also leaves when it is included,
 *  when its timestamp window ends, or when a block made it impossible. */

import { XRGE } from '../base/amounts.js';
import { DIRECTORY_SMALL_BYTES, DIRECTORY_WAITING } from '../base/directoryLimits.js';
import { Heap } from '../base/heap.js';
import { TIMESTAMP_WINDOW_MS } from '../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { Transaction } from '../chain/transaction.js';
import type { AccountId } from '../crypto/address.js';
import { admitTransaction, feeOf, kindOfTransaction } from '../ledger/admission.js';
import type { BlockContext } from '../ledger/blockContext.js';
import { Postponed } from '../ledger/contractMachine.js';
import { checkPlaces, isFree } from '../ledger/directory.js';
import { foreseenFailure, TransactionFault } from '../ledger/execution.js';
import { accountOf } from '../ledger/funds.js';
import type { ExclusiveSlot } from '../ledger/kind.js';
import { type ReplayGuard, type ReplayTag, replayTag } from '../ledger/replayGuard.js';
import type { Change, Overlay, StateView } from '../state/state.js';
import { MachineExhausted } from '../vm/machine.js';
import { type DirectoryItem, directoryInOrder, firstOfBridge, inBlockOrder } from './blockOrder.js';
import { Claims } from './claims.js';
import { concernedBy } from './concerned.js';
import { Departed } from './departed.js';
import { compareTips, type Entry, entryBytes, isPresent, ownCopy, type PoolItem, sharesOf } from './entry.js';
import { FeeEdges } from './feeEdges.js';
import { checkOutflow, reserve } from './reservations.js';
import { Room, type RoomLimits } from './room.js';

export type { DirectoryItem } from './blockOrder.js';
export type { PoolItem } from './entry.js';

export interface MempoolLimits extends RoomLimits {
  readonly perSender: number;
  /** Bytes of one sender. */
  readonly senderBytes: number;
}

/** Pending transactions of one sender in the order of their arrival, and what they will take. */
interface Sender {
  readonly entries: Entry[];
  bytes: number;
  /** Fees and outflows by token, at the base fee for which they were added up. */
  reserved: Map<string, bigint>;
  reservedAt: bigint;
}

/** More arrivals than this between two blocks cannot all leave with the next: a block holds 20,000 by default. */
const MAX_FRESH = 20_000;

/** A sender whose queue is payable at this many times the base fee is not checked again before the base fee has passed that:
 *  at a rise of an eighth per block this takes a dozen full blocks. */
const FEE_RISE = 4n;

/** Transactions that the node failed on, kept so that they are not accepted again: a fault that occurs more often than
 *  this needs a repair, not a longer memory. */
const CONDEMNED = 1_024;

/** A pending transaction that a block has made impossible. */
export interface Dropped {
  readonly transaction: Transaction;
  readonly refusal: Refusal;
}

const EXPIRED = refuse(
  'expired',
  'this transaction is in no block: its timestamp window ended while it waited; sign it again with a new timestamp and nonce',
);
const EVICTED = refuse(
  'mempool_full',
  'this transaction is in no block: the mempool was full and others paid more; raise priority_fee or send it again later',
);

const REPLACED = refuse(
  'replaced',
  'this transaction is in no block: its signer has sent another one in its place, with a higher priority_fee',
);
const OUTBID = refuse(
  'replaced',
  'this transaction is in no block: another request that wants the same name, id or display name pays more; raise priority_fee, or wait for what the block decides',
);
/** Of a newcomer. It may yet get it, as what waits can still become impossible. */
const WANTED = refuse(
  'already_exists',
  'a pending request wants the same name, id or display name: wait for a block, or add a higher priority_fee',
  1,
);

const NOBODY: ReadonlyMap<Entry, Refusal> = new Map();

const NOTHING_WANTED: readonly string[] = [];

const NOTHING_RESERVED: ReadonlyMap<string, bigint> = new Map();

export class Mempool {
  readonly #senders = new Map<AccountId, Sender>();
  readonly #byId = new Map<string, Entry>();
  readonly #tags = new Map<ReplayTag, Entry>();
  readonly #room: Room;
  /** Where an entry takes place: in the whole, and of the directory also in a part of it. */
  readonly #rooms: Readonly<Record<'all' | 'small' | 'large', readonly Room[]>>;
  /** Earliest timestamp first: the order of expiry. */
  readonly #oldest = new Heap<Entry>((a, b) => a.item.transaction.timestamp - b.item.transaction.timestamp);
  readonly #claims = new Claims();
  /** In the order of their arrival. */
  readonly #ofBridge = new Set<Entry>();
  readonly #feeEdges = new FeeEdges();
  /** Senders that lost a transaction since the last recheck: account nonces of its later ones may depend on it. */
  readonly #shaken = new Set<AccountId>();
  /** By identity; the oldest is forgotten first. */
  readonly #condemned = new Map<string, Refusal>();
  /** Entries that arrived since the last block was settled. */
  #fresh: Entry[] = [];
  /** Those of them that one block was made without. */
  #passed: Entry[] = [];
  readonly #departed = new Departed();
  #arrivals = 0;
  /** Transactions evicted for better paying ones, since the start. */
  evicted = 0;
  /** Called with each transaction that leaves without a block. */
  onDeparted: (transaction: Transaction, reason: Refusal) => void = () => {};

  constructor(
    private readonly limits: MempoolLimits,
    private readonly replay: ReplayGuard,
    /** By how much the chain's clock is ahead of the machine's, milliseconds; transactions dated by the latter wait too. */
    private readonly shiftMs: () => number = () => 0,
    directory: { readonly small: RoomLimits; readonly large: RoomLimits } = DIRECTORY_WAITING,
  ) {
    this.#room = new Room(limits);
    this.#rooms = {
      all: [this.#room],
      small: [new Room(directory.small), this.#room],
      large: [new Room(directory.large), this.#room],
    };
  }

  get size(): number {
    return this.#byId.size;
  }

  get bytes(): number {
    return this.#room.bytes;
  }

  /** The pending transaction of an identity, a binary string of 32 bytes. */
  get(id: string): Transaction | undefined {
    return this.#byId.get(id)?.item.transaction;
  }

  /** All that waits, in no order. */
  *items(): Generator<PoolItem> {
    for (const { item } of this.#byId.values()) yield item;
  }

  /** Whether the account's only slot of a name is taken. */
  hasExclusive(slot: string, account: AccountId): boolean {
    return this.#claims.get(slot, account) !== undefined;
  }

  /** The refusal for a transaction that the node failed on; undefined for every other one.
   *  @param id a binary string of 32 bytes. */
  condemned(id: string): Refusal | undefined {
    return this.#condemned.size > 0 ? this.#condemned.get(id) : undefined;
  }

  /** Why a transaction left without a block; undefined for one that waits, or is not known.
   *  @param id a binary string of 32 bytes. */
  departed(id: string): Refusal | undefined {
    return this.#departed.get(id);
  }

  /** Drops a transaction that the node failed on, and does not accept it again. */
  condemn(id: string, { code, message }: Refusal): void {
    const transaction = this.get(id);
    this.drop(id);
    if (transaction) this.onDeparted(transaction, refuse(code, message));
    if (this.#condemned.size >= CONDEMNED) this.#condemned.delete(this.#condemned.keys().next().value as string);
    this.#condemned.set(id, refuse(code, message));
  }

  /** Pending transactions of one sender, in the order of their arrival. */
  *transactionsOf(account: AccountId): Generator<Transaction> {
    for (const { item } of this.#senders.get(account)?.entries ?? []) yield item.transaction;
  }

  pendingOf(account: AccountId): number {
    return this.#senders.get(account)?.entries.length ?? 0;
  }

  /** What the sender's pending transactions will take, at this base fee. @param replaced one that is not counted. */
  #reserved(sender: Sender | undefined, block: BlockContext, replaced?: Entry): ReadonlyMap<string, bigint> {
    if (!sender) return NOTHING_RESERVED;
    if (replaced) {
      const rest = new Map<string, bigint>();
      for (const entry of sender.entries) if (entry !== replaced) reserve(rest, entry.item.transaction, block);
      return rest;
    }
    if (sender.reservedAt !== block.baseFee) {
      sender.reserved = new Map();
      sender.reservedAt = block.baseFee;
      for (const { item } of sender.entries) reserve(sender.reserved, item.transaction, block);
    }
    return sender.reserved;
  }

  /** Why the (key, nonce) of a transaction cannot be used: it is pending or is in a block.
   *  @param time header time of the earliest block it could be in, milliseconds. */
  checkNonce(transaction: Transaction, time: number): Refusal | undefined {
    return this.#usedNonce(replayTag(transaction), time);
  }

  #usedNonce(tag: ReplayTag, time: number): Refusal | undefined {
    return this.#tags.has(tag) || this.replay.isUsed(tag, time)
      ? refuse('nonce_used', 'Duplicate nonce (possible replay attack)')
      : undefined;
  }

  /** Adds a transaction.
   *  @param scratch an overlay without writes over the state after the tip: the transaction is tried there and undone.
   *  @param block the earliest block it could be in.
   *  @returns why it is refused: resent, out of its window, unpayable beside what is pending, failing, or no room.
   *  @throws the fault of a kind that throws; then nothing has changed. */
  add(item: PoolItem, scratch: Overlay, block: BlockContext): Refusal | undefined {
    const { transaction } = item;
    const kind = kindOfTransaction(transaction);
    const tag = replayTag(transaction);
    const refusal = this.#check(transaction, tag, scratch, block, true) ?? foreseenFailure(scratch, transaction, block);
    if (refusal) return refusal;
    const { leaf, bodyEntry } = item;
    const entry: Entry = {
      item: { transaction, leaf, bodyEntry, tag },
      arrival: this.#arrivals++,
      bytes: entryBytes(item),
      priorityFee: transaction.priorityFee,
      shares: sharesOf(transaction, block.genesis.byteFees.freeBytes),
      claimed: kind.exclusive?.(transaction),
      wanted: kind.wants?.(transaction.fields) ?? NOTHING_WANTED,
      isOfDirectory: kind.isOfDirectory === true,
      isOfBridge: kind.isOfBridge === true,
      gone: false,
    };
    const leaving = this.#outbid(entry);
    if (isRefusal(leaving)) return leaving;
    const room =
      this.#checkShare(this.#senders.get(transaction.sender), entry, leaving) ?? this.#makeRoom(entry, leaving);
    if (room) return room;
    this.#insert(entry, block);
    return undefined;
  }

  /** Those whose place it takes: in the slot of its signer, and what others want alike.
   *  @returns a refusal when one of them pays no less. */
  #outbid(entry: Entry): ReadonlyMap<Entry, Refusal> | Refusal {
    if (!entry.claimed && entry.wanted.length === 0) return NOBODY;
    const leaving = new Map<Entry, Refusal>();
    const before = this.#replacedBy(entry.item.transaction, entry.claimed);
    if (before) leaving.set(before, REPLACED);
    for (const rival of this.#claims.rivals(entry)) {
      if (rival === before) continue;
      if (compareTips(rival, entry) <= 0) return WANTED;
      leaving.set(rival, OUTBID);
    }
    return leaving;
  }

  /** What waits in the slot that the transaction takes, when it may take it. */
  #replacedBy({ sender, priorityFee }: Transaction, claim: ExclusiveSlot | undefined): Entry | undefined {
    const { slot, account, replacedFrom } = claim ?? {};
    const entry = slot !== undefined && account !== undefined ? this.#claims.get(slot, account) : undefined;
    if (!entry || replacedFrom === undefined || priorityFee < replacedFrom) return undefined;
    const { transaction } = entry.item;
    return transaction.sender === sender && priorityFee > transaction.priorityFee ? entry : undefined;
  }

  /** Why `add` would refuse a transaction, with nothing changed, as far as that is known without trying what it does.
   *  Parameters as of `add`. */
  check({ transaction }: PoolItem, scratch: Overlay, block: BlockContext): Refusal | undefined {
    return this.#check(transaction, replayTag(transaction), scratch, block, false);
  }

  /** @param isLast whether nothing is tried between this and the mempool: then also what would make it fail is looked at. */
  #check(
    transaction: Transaction,
    tag: ReplayTag,
    scratch: Overlay,
    block: BlockContext,
    isLast: boolean,
  ): Refusal | undefined {
    const condemned = this.condemned(transaction.id);
    if (condemned) return condemned;
    const used = this.#usedNonce(tag, block.time);
    if (used) return used;
    const kind = kindOfTransaction(transaction);
    const claim = kind.exclusive?.(transaction);
    const replaced = this.#replacedBy(transaction, claim);
    if (claim && !replaced && this.#claims.get(claim.slot, claim.account)) return claim.refusal;
    const sender = this.#senders.get(transaction.sender);
    const waiting = (sender?.entries.length ?? 0) - (replaced ? 1 : 0);
    if (waiting >= this.limits.perSender)
      return refuse('sender_limit', `this sender has ${waiting} pending transactions; wait for a block`, 1);
    const reserved = this.#reserved(sender, block, replaced);
    const taken = { xrge: reserved.get(XRGE) ?? 0n, transactions: waiting };
    return (
      admitTransaction(scratch, transaction, block, this.replay, taken, tag) ??
      this.#checkPlaces(transaction, scratch, block) ??
      (isLast ? kind.checkBeside?.(scratch, transaction, this.transactionsOf(transaction.sender)) : undefined) ??
      checkOutflow(scratch, transaction, reserved, block)
    );
  }

  /** Nobody waits for a free place that those before him will take: he is told at once. */
  #checkPlaces(transaction: Transaction, view: StateView, block: BlockContext): Refusal | undefined {
    if (!kindOfTransaction(transaction).isOfDirectory || !isFree(transaction, block)) return undefined;
    let waiting = 0;
    for (const { item } of this.#claims.in('directory')) if (isFree(item.transaction, block)) waiting++;
    return checkPlaces(view, block, waiting + 1);
  }

  /** A sender's first transaction may exceed the share: a small mempool must be able to hold it. */
  #checkShare(sender: Sender | undefined, { bytes }: Entry, leaving: ReadonlyMap<Entry, Refusal>): Refusal | undefined {
    const most = this.limits.senderBytes;
    let held = sender?.bytes ?? 0;
    for (const entry of leaving.keys()) if (sender?.entries.includes(entry)) held -= entry.bytes;
    if (held <= 0 || held + bytes <= most) return undefined;
    return refuse(
      'sender_limit',
      `this sender's pending transactions hold ${held} bytes, at most ${most} are allowed; wait for a block`,
      1,
    );
  }

  #insert(entry: Entry, block: BlockContext): void {
    const { transaction, tag } = entry.item;
    let sender = this.#senders.get(transaction.sender);
    if (!sender) {
      sender = { entries: [], bytes: 0, reserved: new Map(), reservedAt: block.baseFee };
      this.#senders.set(transaction.sender, sender);
    }
    if (sender.reservedAt === block.baseFee) reserve(sender.reserved, transaction, block);
    sender.entries.push(entry);
    sender.bytes += entry.bytes;
    if (this.#fresh.push(entry) > MAX_FRESH) this.#leaveBehind();
    this.#byId.set(transaction.id, entry);
    this.#departed.forget(transaction.id);
    this.#tags.set(tag, entry);
    this.#claims.add(entry);
    if (entry.isOfBridge) this.#ofBridge.add(entry);
    this.#feeEdges.set(transaction.sender, block.baseFee);
    for (const room of this.#roomsOf(entry)) room.add(entry);
    this.#oldest.push(entry);
  }

  #roomsOf({ isOfDirectory, item }: Entry): readonly Room[] {
    if (!isOfDirectory) return this.#rooms.all;
    return item.transaction.signedLength > DIRECTORY_SMALL_BYTES ? this.#rooms.large : this.#rooms.small;
  }

  /** Evicts worse entries until the newcomer fits; when they do not suffice, none leaves.
   *  @param outbid whose place it takes anyway, with their reasons. */
  #makeRoom(entry: Entry, outbid: ReadonlyMap<Entry, Refusal>): Refusal | undefined {
    if (outbid.size === 0 && this.#roomsOf(entry).every((room) => room.fits(entry))) return undefined;
    const leaving = new Map(outbid);
    for (const room of this.#roomsOf(entry)) {
      const already = [...leaving.keys()].filter((other) => this.#roomsOf(other).includes(room));
      const more = room.victimsFor(entry, new Set(already));
      if (!more)
        return refuse('mempool_full', 'Mempool full: priority fee too low; raise priority_fee or try again later', 1);
      for (const victim of more) leaving.set(victim, EVICTED);
    }
    for (const [other, reason] of leaving) this.#leave(other, reason);
    this.evicted += leaving.size;
    return undefined;
  }

  /** The top entry of a heap that is still in the mempool. */
  #surface(heap: Heap<Entry>): Entry | undefined {
    while (heap.peek()?.gone) heap.pop();
    return heap.peek();
  }

  #remove(entry: Entry): void {
    if (entry.gone) return;
    entry.gone = true;
    const { transaction } = entry.item;
    this.#byId.delete(transaction.id);
    this.#tags.delete(entry.item.tag);
    for (const room of this.#roomsOf(entry)) room.remove(entry);
    this.#claims.remove(entry);
    this.#ofBridge.delete(entry);
    const sender = this.#senders.get(transaction.sender);
    if (!sender) return;
    const at = sender.entries.indexOf(entry);
    if (at >= 0) {
      sender.entries.splice(at, 1);
      sender.bytes -= entry.bytes;
    }
    sender.reservedAt = -1n;
    if (sender.entries.length > 0) this.#shaken.add(transaction.sender);
    else {
      this.#senders.delete(transaction.sender);
      this.#feeEdges.delete(transaction.sender);
    }
    if (this.#oldest.size > 2 * this.size + 64) this.#oldest.retain(isPresent);
  }

  /** Removes an entry without a block. */
  #leave(entry: Entry, reason: Refusal): void {
    const { transaction } = entry.item;
    this.#remove(entry);
    this.#departed.add(transaction.id, reason);
    this.onDeparted(transaction, reason);
  }

  /** Candidates in block order, without the directory: a few of the bridge, then by tip and arrival; a sender's own transactions keep their
   *  order as far as account nonces depend on it. */
  candidates(): Generator<PoolItem> {
    const before = ({ item }: Entry): readonly Entry[] => this.#senders.get(item.transaction.sender)?.entries ?? [];
    const first = firstOfBridge(this.#ofBridge, before);
    return inBlockOrder(
      [...this.#senders.values()].map(({ entries }) => entries),
      first,
    );
  }

  /** What is of the directory, by tip, then arrival. */
  directory(): readonly DirectoryItem[] {
    const senders = [...this.#claims.in('directory')].map(({ item }) => this.#senders.get(item.transaction.sender));
    return directoryInOrder(senders.map((sender) => sender?.entries ?? []));
  }

  /** Forgets a transaction that a block included or made impossible. */
  drop(id: string): void {
    const entry = this.#byId.get(id);
    if (entry) this.#remove(entry);
  }

  /** Drops a transaction that no block can carry, and remembers why. */
  dismiss(id: string, reason: Refusal): void {
    const entry = this.#byId.get(id);
    if (entry) this.#leave(entry, reason);
  }

  /** Forgets what a committed block included, and everything that carries a (key, nonce) that it used. */
  settle(transactions: readonly Transaction[]): void {
    for (const transaction of transactions) {
      // One identity has one (key, nonce): the tag is computed only for transactions that this pool never held.
      const entry = this.#byId.get(transaction.id) ?? this.#tags.get(replayTag(transaction));
      if (entry) this.#remove(entry);
    }
    this.#leaveBehind();
  }

  /** Entries that two blocks were made without will wait: they get their own memory. At full load half of what waits has missed one block. */
  #leaveBehind(): void {
    for (const entry of this.#passed) if (!entry.gone) entry.item = ownCopy(entry.item);
    this.#passed = this.#fresh;
    this.#fresh = [];
  }

  /** Forgets what no later block can carry. @param time earliest header time of the next block, milliseconds.
   *  @returns how many expired. */
  expire(time: number): number {
    let expired = 0;
    for (let entry = this.#surface(this.#oldest); entry; entry = this.#surface(this.#oldest)) {
      if (time - this.shiftMs() - entry.item.transaction.timestamp <= TIMESTAMP_WINDOW_MS) break;
      this.#leave(entry, EXPIRED);
      expired++;
    }
    return expired;
  }

  /** Checks again whether pending transactions can be in a block, in the order of each sender, and drops those that cannot.
   *  It checks the senders for whom a block can have changed the answer: the block's own senders, accounts that lost funds
   *  in it, accounts that it served, senders that lost a pending transaction, and those that may not afford a higher base fee.
   *  @param senders of the block's transactions. @param changes of the state by the block.
   *  @param block the next one. @returns the dropped ones with their reasons. */
  recheck(
    senders: Iterable<AccountId>,
    view: StateView,
    block: BlockContext,
    changes: readonly Change[] = [],
  ): readonly Dropped[] {
    const dropped: Dropped[] = [];
    for (const account of this.#concerned(senders, block, changes)) {
      const sender = this.#senders.get(account);
      if (sender) dropped.push(...this.#recheckSender(account, sender, view, block));
    }
    this.#shaken.clear();
    return dropped;
  }

  /** Drops what no block can carry on this state, of the directory alone: who was first is decided, whoever makes the next block.
   *  What waits for a free place stays. @param block the next one. */
  recheckDirectory(view: StateView, block: BlockContext): readonly Dropped[] {
    const dropped: Dropped[] = [];
    for (const entry of [...this.#claims.in('directory')]) {
      const { transaction } = entry.item;
      const refusal = kindOfTransaction(transaction).admit?.(view, transaction, block);
      if (!refusal || refusal instanceof Postponed) continue;
      this.#leave(entry, refusal);
      dropped.push({ transaction, refusal });
    }
    return dropped;
  }

  #concerned(senders: Iterable<AccountId>, block: BlockContext, changes: readonly Change[]): Iterable<AccountId> {
    // A rule that takes effect at this height may refuse anything.
    if (Object.values(block.genesis.schedule.heights).includes(block.height)) return [...this.#senders.keys()];
    const concerned = new Set([...senders, ...this.#shaken, ...this.#feeEdges.passed(block.baseFee)]);
    const { poorer, served } = concernedBy(changes);
    for (const account of poorer) concerned.add(account);
    if (this.#claims.size > 0)
      for (const account of served)
        for (const { item } of this.#claims.of(account)) concerned.add(item.transaction.sender);
    return concerned;
  }

  #recheckSender(account: AccountId, sender: Sender, view: StateView, block: BlockContext): Dropped[] {
    const { ceiling } = block.genesis.fees;
    const risen = FEE_RISE * block.baseFee;
    const rise = { ...block, baseFee: ceiling !== null && risen > ceiling ? ceiling : risen };
    const dropped: Dropped[] = [];
    const reserved = new Map<string, bigint>();
    let kept = 0;
    let more = 0n;
    for (const entry of [...sender.entries]) {
      const { transaction } = entry.item;
      try {
        const before = { xrge: reserved.get(XRGE) ?? 0n, transactions: kept };
        const refusal =
          admitUnlessExhausted(view, transaction, block, this.replay, before, entry.item.tag) ??
          checkOutflow(view, transaction, reserved, block);
        // What waits for a contract to be compiled, or for a free place of the directory, can still be included.
        if (refusal && !(refusal instanceof Postponed)) {
          this.#leave(entry, refusal);
          dropped.push({ transaction, refusal });
          continue;
        }
        more += feeOf(transaction, rise) - feeOf(transaction, block);
        reserve(reserved, transaction, block);
        kept++;
      } catch (error) {
        const refusal = new TransactionFault(error);
        this.condemn(transaction.id, refusal);
        dropped.push({ transaction, refusal });
      }
    }
    sender.reserved = reserved;
    sender.reservedAt = block.baseFee;
    const isPayable = accountOf(view, account).balance >= (reserved.get(XRGE) ?? 0n) + more;
    if (kept > 0) this.#feeEdges.set(account, isPayable ? rise.baseFee : block.baseFee);
    return dropped;
  }
}

/** What this machine lacks at present is not the transaction's fault. */
function admitUnlessExhausted(...admission: Parameters<typeof admitTransaction>): Refusal | undefined {
  try {
    return admitTransaction(...admission);
  } catch (error) {
    if (error instanceof MachineExhausted) return undefined;
    throw error;
  }
}

/** The account's next nonce with what is pending counted. */
export const nextNonce = (view: StateView, mempool: Mempool, account: AccountId): number =>
  accountOf(view, account).nonce + mempool.pendingOf(account) + 1;
