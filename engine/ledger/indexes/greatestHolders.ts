/** The greatest holders of XRGE, or of a token with many holders, greatest balance first.
 *
 *  In: changed balances. Out: a sorted list. Every transaction changes two or three XRGE balances, and almost all of them are
 *  of accounts that no page of holders will ever show. So only the greatest are kept: one comparison with a floor tells them
 *  from the others, and balances below it cost nothing more. The floor rises when the list has grown too long, and falls when
 *  too few are left: then the list is rebuilt.
 *
 *  A change of a kept holder is only noted, once per balance however often it changes, and sorted in when somebody wants the
 *  list: while nobody reads, a change costs one map operation. The note holds the balance under which the list has the holder;
 *  the state gives the current balance when the list is read. */

import { firstInOrder } from '../../state/firstInOrder.js';
import { SortedList } from '../../state/sortedList.js';
import { byBalance, type Holder } from './holder.js';

/** How many holders are kept. */
export interface KeptHolders {
  /** With fewer than this, while more holders exist, the list is filled again. */
  readonly least: number;
  /** Length of the list after filling and after cutting. */
  readonly filled: number;
  /** With more than this, the last are cut off. */
  readonly most: number;
}

/** 10,000 are ten of the longest pages: a client that wants more needs a snapshot of the state. 40,000 take 2 MB. Between one
 *  filling and the next, 15,000 accounts must fall below the floor, each by a change for which somebody pays a fee. Filling
 *  walks over all accounts: 0.3 s for a million of them, or 20 us for each of those changes. */
export const KEPT_HOLDERS: KeptHolders = { least: 10_000, filled: 25_000, most: 40_000 };

/** With more than one change per this many entries, the list is merged with the changes in linear time instead of being changed
 *  entry by entry: an entry that stays costs some 0.1 us, one that moves 2 to 5 us. */
const MERGE_SHARE = 16;

export class GreatestHolders {
  #list: SortedList<Holder>;
  /** Every holder at or before it is kept, none after it; undefined when all holders are kept. */
  #floor: Holder | undefined;
  /** Keys of changed balances, with the balance under which the list has them; 0 when they are not in the list. */
  #noted = new Map<string, bigint>();

  constructor(
    holders: Iterable<Holder>,
    private readonly kept: KeptHolders,
  ) {
    this.#list = this.#filled(holders);
  }

  /** As the last `sortIn` left it. */
  get list(): SortedList<Holder> {
    return this.#list;
  }

  get noted(): number {
    return this.#noted.size;
  }

  /** Whether a holder with this balance is one of those that are kept. */
  isKept(key: string, balance: bigint): boolean {
    const floor = this.#floor;
    if (floor === undefined) return balance > 0n;
    return balance > floor.balance || (balance === floor.balance && key <= floor.key);
  }

  /** Notes a changed balance. */
  note(key: string, before: bigint, after: bigint): void {
    const wasKept = this.isKept(key, before);
    if ((wasKept || this.isKept(key, after)) && !this.#noted.has(key)) this.#noted.set(key, wasKept ? before : 0n);
  }

  /** Brings the list up to date. @param balanceOf the state's balance for a key. */
  sortIn(balanceOf: (key: string) => bigint): void {
    const noted = this.#noted;
    if (noted.size === 0) return;
    this.#noted = new Map();
    if (noted.size * MERGE_SHARE > this.#list.size) this.#merge(noted, balanceOf);
    else for (const [key, listed] of noted) this.#move(key, listed, balanceOf(key));
    if (this.#list.size > this.kept.most) this.#cut();
  }

  /** Whether too few holders are left although more exist. Correct only when nothing is noted. */
  get isShort(): boolean {
    return this.#floor !== undefined && this.#list.size < this.kept.least;
  }

  /** Rebuilds the list. @param holders all of them, in any order, as they are now. */
  fill(holders: Iterable<Holder>): void {
    this.#noted.clear();
    this.#list = this.#filled(holders);
  }

  #filled(holders: Iterable<Holder>): SortedList<Holder> {
    const { filled } = this.kept;
    const first = firstInOrder(holders, filled + 1, byBalance);
    const isAll = first.length <= filled;
    if (!isAll) first.pop();
    this.#floor = isAll ? undefined : first.at(-1);
    return SortedList.of(first, byBalance);
  }

  #move(key: string, listed: bigint, balance: bigint): void {
    if (listed === balance) return;
    const taken = listed > 0n ? this.#list.take({ key, balance: listed }) : undefined;
    if (this.isKept(key, balance)) this.#list.add({ key: taken?.key ?? key, balance });
  }

  #merge(noted: ReadonlyMap<string, bigint>, balanceOf: (key: string) => bigint): void {
    const moved: Holder[] = [];
    const stay: Holder[] = [];
    const known = new Set<string>();
    for (const holder of this.#list.from(0, this.#list.size)) {
      if (!noted.has(holder.key)) {
        stay.push(holder);
        continue;
      }
      known.add(holder.key);
      const balance = balanceOf(holder.key);
      if (this.isKept(holder.key, balance)) moved.push({ key: holder.key, balance });
    }
    for (const key of noted.keys()) {
      if (known.has(key)) continue;
      const balance = balanceOf(key);
      if (this.isKept(key, balance)) moved.push({ key, balance });
    }
    this.#list = SortedList.of(merged(stay, moved.sort(byBalance)), byBalance);
  }

  #cut(): void {
    const first = [...this.#list.from(0, this.kept.filled)];
    this.#list = SortedList.of(first, byBalance);
    this.#floor = first.at(-1);
  }
}

/** Merges two sorted lists. */
function merged(a: readonly Holder[], b: readonly Holder[]): Holder[] {
  const all: Holder[] = [];
  let at = 0;
  for (const holder of b) {
    while (at < a.length && byBalance(a[at] as Holder, holder) < 0) all.push(a[at++] as Holder);
    all.push(holder);
  }
  while (at < a.length) all.push(a[at++] as Holder);
  return all;
}
