/** The greatest holders of XRGE, or of a token with many holders, greatest balance first.
 *
 *  In: changed balances. Out: a sorted list. Every transaction changes two or three XRGE balances, and almost all of them are
 *  of accounts that no page of holders will ever show. So only the greatest are kept: a floor tells them from the others, by
 *  one comparison, and what is below costs nothing more. It rises when the list has grown too long, and falls when too few
 *  are left: then the list is made anew.
 *
 *  A change of a kept holder is only noted, once for a balance however often it changes, and sorted in when somebody wants
 *  the list: while nobody reads, a change costs one operation on a map. What is noted is where the list has the holder; what
 *  its balance is by then says the state. */

import { firstInOrder } from '../../state/firstInOrder.js';
import { SortedList } from '../../state/sortedList.js';
import { byBalance, type Holder } from './holder.js';

/** How many holders are kept. */
export interface KeptHolders {
  /** With fewer, while there are more, the list is filled again. */
  readonly least: number;
  /** So many are there after filling and after cutting. */
  readonly filled: number;
  /** With more, the last are cut off. */
  readonly most: number;
}

/** 10,000 are ten of the longest pages: whoever wants more of them wants a snapshot of the state. 40,000 are 2 MB. Between one
 *  filling and the next, 15,000 accounts must fall below the floor, each by a change that somebody pays a fee for. Filling
 *  walks over all accounts: 0.3 s for a million of them, 20 us for each of those changes. */
export const KEPT_HOLDERS: KeptHolders = { least: 10_000, filled: 25_000, most: 40_000 };

/** Above one change for so many entries the list is merged with the changes, in linear time, instead of changed entry by
 *  entry: an entry that stays costs some 0.1 us, one that moves 2 to 5. */
const MERGE_SHARE = 16;

export class GreatestHolders {
  #list: SortedList<Holder>;
  /** Every holder at or before it is kept, none behind it; undefined when all of them are. */
  #floor: Holder | undefined;
  /** Keys of changed balances, with the balance under which the list has them; 0 where it has not. */
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

  /** A balance has changed. */
  note(key: string, before: bigint, after: bigint): void {
    const wasKept = this.isKept(key, before);
    if ((wasKept || this.isKept(key, after)) && !this.#noted.has(key)) this.#noted.set(key, wasKept ? before : 0n);
  }

  /** Brings the list up to date. @param balanceOf what the state says of a key. */
  sortIn(balanceOf: (key: string) => bigint): void {
    const noted = this.#noted;
    if (noted.size === 0) return;
    this.#noted = new Map();
    if (noted.size * MERGE_SHARE > this.#list.size) this.#merge(noted, balanceOf);
    else for (const [key, listed] of noted) this.#move(key, listed, balanceOf(key));
    if (this.#list.size > this.kept.most) this.#cut();
  }

  /** Whether too few are left of more than those. Right when nothing is noted. */
  get isShort(): boolean {
    return this.#floor !== undefined && this.#list.size < this.kept.least;
  }

  /** Makes the list anew. @param holders all of them, in any order, as they are now. */
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

/** Both are in order. */
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
