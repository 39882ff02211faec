/** Lists of current records from the reading indexes: one page if the request has a limit, otherwise the whole list.
 *
 *  In: how to find records after a place. Out: JSON in pieces, made as the reader takes them. A whole list is read from the
 *  index in pages of the maximum size, each after the previous one has been sent. So the main thread works on one page at a
 *  time. When blocks arrive in between, the list continues after the last record, as for a client that reads page by
 *  page. */

import { LIST_RECORDS } from '../../engine/base/limits.js';
import { listPieces } from '../../engine/store/pieces.js';
import { wholeNumber } from '../routing/parameters.js';
import { Type } from '../routing/schema.js';

/** `limit` of a list: the whole list when absent. */
export const listLimit = (page: { readonly max: number }) =>
  Type.Optional(
    wholeNumber({
      minimum: 1,
      maximum: page.max,
      above: 'cap',
      description: `Records of a page. Without it the answer is the whole list, up to ${LIST_RECORDS} records or 32 MiB`,
    }),
  );

export interface Listing<Item, Place, View> {
  /** Records in order, from the first or after a place, whether its record still exists or not. */
  readonly behind: (place: Place | undefined, offset: number, limit: number) => readonly Item[];
  readonly placeOf: (item: Item) => Place;
  readonly cursorOf: (place: Place) => string;
  /** What is shown of each record, in order. */
  readonly views: (items: readonly Item[]) => AsyncIterable<View>;
  /** The JSON of a view; the same on every call. */
  readonly textOf: (view: View) => string;
  /** Records of the largest page. */
  readonly most: number;
}

export interface ListRequest<Place> {
  readonly limit?: number;
  readonly offset: number;
  readonly place: Place | undefined;
}

/** Records in pages of the maximum size. */
function* pagesOf<Item, Place>(
  { behind, placeOf, most }: Pick<Listing<Item, Place, unknown>, 'behind' | 'placeOf' | 'most'>,
  { limit = LIST_RECORDS, offset, place }: ListRequest<Place>,
): Generator<readonly Item[], void, undefined> {
  let last = place;
  let skipped = offset;
  for (let left = limit; left > 0; left -= most) {
    const items = behind(last, skipped, Math.min(left, most));
    const end = items.at(-1);
    if (end === undefined) return;
    yield items;
    last = placeOf(end);
    skipped = 0;
  }
}

/** A JSON list without its opening bracket, followed by `next_cursor` and further members that are known only at the end.
 *  @param more further members for a number of shown records. */
export function listed<Item, Place, View>(
  listing: Listing<Item, Place, View>,
  request: ListRequest<Place>,
  more: (shown: number) => Readonly<Record<string, unknown>> = () => ({}),
): AsyncIterable<Uint8Array> {
  const { behind, placeOf, cursorOf, views, textOf } = listing;
  /** Number of the latest records taken: the last of them may not be shown when the answer is full. */
  let taken = 0;
  let latest: Place | undefined;
  let before: Place | undefined;
  async function* records(): AsyncGenerator<View> {
    for (const items of pagesOf(listing, request)) {
      let at = 0;
      for await (const view of views(items)) {
        before = latest;
        latest = placeOf(items[at++] as Item);
        taken++;
        yield view;
      }
    }
  }
  return listPieces(records(), textOf, (shown) => {
    const last = shown === taken ? latest : before;
    const goesOn = last !== undefined && behind(last, 0, 1).length > 0;
    return { ...more(shown), next_cursor: goesOn ? cursorOf(last) : null };
  });
}

/** Views of records that are looked up together. @param size records of a group. */
export const inGroups = <Item, View>(size: number, viewsOf: (items: readonly Item[]) => Promise<readonly View[]>) =>
  async function* (items: readonly Item[]): AsyncGenerator<View> {
    for (let at = 0; at < items.length; at += size) yield* await viewsOf(items.slice(at, at + size));
  };
