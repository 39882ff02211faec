/** The holders of one token, greatest balance first. While they are few, all are kept and sorted as they change; of many, only
 *  the greatest are kept, as for XRGE. A change in a list of a million would take ten microseconds, and a block holds twenty
 *  thousand changes. */

import { SortedList } from '../../state/sortedList.js';
import { GreatestHolders, type KeptHolders } from './greatestHolders.js';
import { byBalance, type Holder } from './holder.js';

export class TokenHolders {
  /** Number of all holders of the token, including those that are not kept. */
  total: number;
  #all: SortedList<Holder> | undefined;
  #greatest: GreatestHolders | undefined;

  /** @param holders all of them, in any order; sorted here. */
  constructor(
    holders: Holder[],
    private readonly kept: KeptHolders,
  ) {
    this.total = holders.length;
    if (holders.length > kept.most) this.#greatest = new GreatestHolders(holders, kept);
    else this.#all = SortedList.of(holders.sort(byBalance), byBalance);
  }

  /** Notes a changed balance; undefined means no balance. */
  change(key: string, before: bigint | undefined, after: bigint | undefined): void {
    if (before === undefined) this.total++;
    if (after === undefined) this.total--;
    if (this.#all) this.#move(this.#all, key, before, after);
    else this.#greatest?.note(key, before ?? 0n, after ?? 0n);
  }

  #move(all: SortedList<Holder>, key: string, before: bigint | undefined, after: bigint | undefined): void {
    const taken = before === undefined ? undefined : all.take({ key, balance: before });
    if (after === undefined) return;
    all.add({ key: taken?.key ?? key, balance: after });
    if (all.size <= this.kept.most) return;
    this.#greatest = new GreatestHolders(all.from(0, all.size), this.kept);
    this.#all = undefined;
  }

  /** Number of changes that wait for a reader. */
  get noted(): number {
    return this.#greatest?.noted ?? 0;
  }

  sortIn(balanceOf: (key: string) => bigint): void {
    this.#greatest?.sortIn(balanceOf);
  }

  /** The current list. @param holders gives all of them; called when too few are kept. */
  list(balanceOf: (key: string) => bigint, holders: () => Iterable<Holder>): SortedList<Holder> {
    if (this.#all) return this.#all;
    const greatest = this.#greatest as GreatestHolders;
    greatest.sortIn(balanceOf);
    if (greatest.isShort) greatest.fill(holders());
    return greatest.list;
  }
}
