/** Sorted NFTs: collections by their creation, tokens by their collection and id, and the same for each owner.
 *
 *  An entry is the token's key in the state, whose bytes already sort that way: all tokens are one list, in which a
 *  collection is a contiguous range. The strings are shared with the state, so a token costs a place in two lists. */

import type { AccountId } from '../../crypto/address.js';
import { ShardedMap } from '../../state/shardedMap.js';
import { SortedList } from '../../state/sortedList.js';
import type { Change, State } from '../../state/state.js';
import { type Collection, collections, type Nft, nftKey, nfts } from '../nftTables.js';
import type { StateIndex } from './stateIndex.js';

/** Keys are binary strings: their order is that of their bytes. */
const byKey = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Where a page begins, and its maximum length. */
export interface NftPlace {
  /** Key of the token that ended the previous page, whether it still exists or not. */
  readonly behind: string | undefined;
  /** Tokens to skip from there. */
  readonly offset: number;
  readonly limit: number;
}

const NO_TOKENS: SortedList<string> = new SortedList(byKey);

/** A page of the list's entries with ranks from `first` to below `end`. */
function pageOf(
  list: SortedList<string>,
  first: number,
  end: number,
  { behind, offset, limit }: NftPlace,
): readonly string[] {
  const start = behind === undefined ? first : list.rankOf(behind) + (list.has(behind) ? 1 : 0);
  const from = Math.min(start + offset, end);
  return [...list.from(from, Math.min(limit, end - from))];
}

export class NftIndex implements StateIndex {
  /** Ids by number; numbers begin at 1. No collection is ever removed. */
  readonly #ids: string[] = [];
  #tokens: SortedList<string> = new SortedList(byKey);
  /** Tokens by owner, for every account that owns one. */
  readonly #byOwner = new ShardedMap<SortedList<string>, AccountId>();

  load(state: State): void {
    for (const [id, { number }] of state.entries(collections)) this.#ids[number - 1] = id;
    const keys: string[] = [];
    const owned = new ShardedMap<string[], AccountId>();
    for (const [key, { owner }] of state.entries(nfts)) {
      keys.push(key);
      const list = owned.get(owner);
      if (list) list.push(key);
      else owned.set(owner, [key]);
    }
    this.#tokens = SortedList.of(keys.sort(byKey), byKey);
    for (const [owner, list] of owned) this.#byOwner.set(owner, SortedList.of(list.sort(byKey), byKey));
  }

  apply(changes: readonly Change[]): void {
    for (const { table, key, before, after } of changes) {
      if (table.id === collections.id && !before) this.#ids[(after as Collection).number - 1] = key;
      if (table.id === nfts.id) this.#changed(key, before as Nft | undefined, after as Nft | undefined);
    }
  }

  #changed(key: string, before: Nft | undefined, after: Nft | undefined): void {
    if (!before) this.#tokens.add(key);
    if (!after) this.#tokens.remove(key);
    if (before?.owner === after?.owner) return;
    if (before) this.#disown(before.owner, key);
    if (after) this.#own(after.owner, key);
  }

  #own(owner: AccountId, key: string): void {
    const list = this.#byOwner.get(owner) ?? new SortedList(byKey);
    this.#byOwner.set(owner, list);
    list.add(key);
  }

  #disown(owner: AccountId, key: string): void {
    const list = this.#byOwner.get(owner);
    list?.remove(key);
    if (list?.size === 0) this.#byOwner.delete(owner);
  }

  get collectionCount(): number {
    return this.#ids.length;
  }

  /** Ids of collections in the order of creation. @param first collections before the page. */
  collectionPage(first: number, limit: number): readonly string[] {
    return this.#ids.slice(first, first + limit);
  }

  /** Id of the collection with this number. */
  idOf(number: number): string | undefined {
    return this.#ids[number - 1];
  }

  /** Keys of the tokens of a collection, by their ids. @param collection its number. */
  tokensOf(collection: number, place: NftPlace): readonly string[] {
    const bound = (number: number): number => this.#tokens.rankOf(nftKey(number, 0));
    return pageOf(this.#tokens, bound(collection), bound(collection + 1), place);
  }

  /** Keys of the tokens of an owner, by the numbers of their collections, then by their ids. */
  ownedBy(owner: AccountId, place: NftPlace): readonly string[] {
    const list = this.#byOwner.get(owner) ?? NO_TOKENS;
    return pageOf(list, 0, list.size, place);
  }

  countOf(owner: AccountId): number {
    return this.#byOwner.get(owner)?.size ?? 0;
  }
}
