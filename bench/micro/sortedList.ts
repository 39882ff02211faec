/** Bench of the sorted list behind the reading indexes: changes, ranks and memory.
 *
 *  In: nothing. Out: microseconds of one change or of one read, beside one sorted array with binary search and splice, and
 *  bytes of heap. Entries are those of an index of holders, by balance and then by owner; they are made beforehand and not
 *  counted. */

import { invariant } from '../../engine/base/refusal.js';
import { SortedList } from '../../engine/state/sortedList.js';
import { compare, type Way } from '../compare.js';
import { type BenchDefinition, type BenchOptions, besideFigure, type Figure, figureOf } from '../figures.js';
import { collectGarbage } from '../measure.js';

interface Holder {
  readonly balance: bigint;
  readonly owner: string;
}

const byBalance = (a: Holder, b: Holder): number => {
  if (a.balance !== b.balance) return a.balance > b.balance ? -1 : 1;
  return a.owner < b.owner ? -1 : a.owner > b.owner ? 1 : 0;
};

/** Largest first. Odd balances: what is added lies between them. */
const holders = (count: number): Holder[] =>
  Array.from({ length: count }, (_, rank) => ({ balance: BigInt(2 * (count - rank) - 1), owner: `owner ${rank}` }));

/** A prime that spreads picks over all ranks without repeating one early. */
const STRIDE = 611_953;

/** Entries spread over the whole list that are not in it. */
const strangers = (entries: readonly Holder[], count: number): Holder[] =>
  Array.from({ length: count }, (_, index) => {
    const { balance } = entries[(index * STRIDE) % entries.length] as Holder;
    return { balance: balance - 1n, owner: `stranger ${index}` };
  });

/** The way that comes first to mind. */
class PlainArray {
  readonly #entries: Holder[];

  constructor(entries: readonly Holder[]) {
    this.#entries = entries.slice();
  }

  add(entry: Holder): void {
    this.#entries.splice(this.#rankOf(entry), 0, entry);
  }

  remove(entry: Holder): void {
    this.#entries.splice(this.#rankOf(entry), 1);
  }

  at(rank: number): Holder | undefined {
    return this.#entries[rank];
  }

  #rankOf(entry: Holder): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (byBalance(this.#entries[middle] as Holder, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

type Changeable = Pick<PlainArray, 'remove'> & { add(entry: Holder): unknown };

const ITEMS = 1_000;
/** Moving half of a million entries takes a millisecond. */
const SPLICED_ITEMS = 10;

/** Adds them all and removes them again: two changes each. */
const changes = (name: string, list: Changeable, entries: readonly Holder[]): Way => ({
  name,
  items: 2 * entries.length,
  run() {
    for (const entry of entries) list.add(entry);
    for (const entry of entries) list.remove(entry);
  },
});

function compareChanges(entries: readonly Holder[], options: BenchOptions): Promise<Figure[]> {
  const list = SortedList.of(entries, byBalance);
  const added = strangers(entries, ITEMS);
  const fewer = entries.length > 10 * ITEMS ? added.slice(0, SPLICED_ITEMS) : added;
  const what = `add or remove in ${entries.length} entries`;
  const others = [changes(`${what}, one array with splice`, new PlainArray(entries), fewer)];
  return compare({ engine: changes(what, list, added), others, items: 2 * ITEMS }, options);
}

async function compareRanks(entries: readonly Holder[], options: BenchOptions): Promise<Figure[]> {
  const list = SortedList.of(entries, byBalance);
  const ranks = Array.from({ length: ITEMS }, (_, index) => (index * STRIDE) % entries.length);
  const plain = new PlainArray(entries);
  const sum = (from: Pick<PlainArray, 'at'>): bigint => {
    let balances = 0n;
    for (const rank of ranks) balances += from.at(rank)?.balance ?? 0n;
    return balances;
  };
  invariant(sum(list) === sum(plain), 'two ways found other entries at the same ranks');
  const what = `at(rank) in ${entries.length} entries`;
  const engine = { name: what, run: () => sum(list) };
  const others = [{ name: `${what}, one array`, run: () => sum(plain) }];
  return [
    ...(await compare({ engine, others, items: ITEMS }, options)),
    ...(await compare({ engine: ranksBetweenChanges(what, list, ranks), others: [], items: 2 * ITEMS }, options)),
  ];
}

/** The worst case of a rank: each change is at the front, so that the starts of all chunks are counted anew. */
function ranksBetweenChanges(what: string, list: SortedList<Holder>, ranks: readonly number[]): Way {
  const first = { balance: BigInt(2 * list.size), owner: 'the largest' };
  return {
    name: `${what}, with a change at the front before it`,
    run() {
      for (const rank of ranks) {
        list.add(first);
        list.at(rank);
        list.remove(first);
        list.at(rank);
      }
    },
  };
}

/** @returns bytes of heap that what was made holds. */
async function heapOf(make: () => unknown): Promise<number> {
  await collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const held = make();
  await collectGarbage();
  const bytes = process.memoryUsage().heapUsed - before;
  invariant(held !== undefined, 'what is weighed must be held');
  return bytes;
}

const MEMORY_ROUNDS = 3;

/** Of many lists with a few entries, beside arrays of exactly that length. */
async function memory(lists: number, entries: readonly Holder[]): Promise<Figure[]> {
  const made = (): SortedList<Holder>[] =>
    Array.from({ length: lists }, () => {
      const list = new SortedList(byBalance);
      for (const entry of entries) list.add(entry);
      return list;
    });
  const arrays = (): Holder[][] => Array.from({ length: lists }, () => entries.slice());
  const [ours, beside]: [number[], number[]] = [[], []];
  for (let round = 0; round < MEMORY_ROUNDS; round++) {
    ours.push((await heapOf(made)) / lists);
    beside.push((await heapOf(arrays)) / lists);
  }
  const what = `memory of each of ${lists} lists, entries: ${entries.length}`;
  return [figureOf(what, ours, 'B'), besideFigure(`${what}, an array`, beside, ours, 'B')];
}

async function measure(options: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const sizes = options.quick ? [1_000, 10_000] : [1_000, 100_000, 1_000_000];
  for (const size of sizes) figures.push(...(await compareChanges(holders(size), options)));
  figures.push(...(await compareRanks(holders(sizes.at(-1) as number), options)));
  const lists = options.quick ? 1_000 : 100_000;
  for (const count of [1, 2]) figures.push(...(await memory(lists, holders(count))));
  return figures;
}

export const sortedList: BenchDefinition = {
  name: 'sorted-list',
  about: 'changes, ranks and memory of the sorted list of the reading indexes, beside one array with splice',
  run: measure,
};
