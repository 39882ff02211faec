/** Pages of lists: how many elements a reader asks for, behind which one, and where the next page goes on. A page ends early when its
 *  elements are large. */

import { fromHex, joinBytes, toHex } from '../base/bytes.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { SERVICE_PAGE } from '../base/serviceLimits.js';
import type { PayloadMember, PayloadReader } from '../ledger/payload.js';
import { shownBytes } from './answerText.js';
import type { Found, SceneReader } from './scene.js';
import type { ServiceTable } from './table.js';

const CURSOR_CHARACTERS = 512;

export interface PageRequest {
  readonly limit: number;
  /** The key behind which it begins. */
  readonly behind: Uint8Array | undefined;
}

/** Members of a signed request for a list. */
export const pageMembers: readonly PayloadMember[] = [
  {
    name: 'limit',
    type: 'integer',
    required: false,
    about: `Elements of a page, ${SERVICE_PAGE.most} at most; ${SERVICE_PAGE.default} when absent`,
  },
  {
    name: 'cursor',
    type: 'text',
    characters: CURSOR_CHARACTERS,
    plain: true,
    required: false,
    about: 'next_cursor of the page before, hex in either case',
  },
];

export const badPage = (): Refusal => refuse('malformed_payload', 'cursor is not the next_cursor of a page');

export function readPage(reader: PayloadReader): PageRequest {
  const limit = reader.integer('limit') ?? SERVICE_PAGE.default;
  const cursor = reader.optionalText('cursor', CURSOR_CHARACTERS);
  const behind = cursor === undefined ? undefined : fromHex(cursor);
  if (cursor === '' || (cursor !== undefined && !behind)) reader.fail(badPage());
  return { limit: Math.max(1, Math.min(limit, SERVICE_PAGE.most)), behind };
}

/** An element as it is shown. */
type Shown = object | string;

export interface Page {
  readonly items: readonly Shown[];
  readonly next_cursor: string | null;
}

interface Listed<V> {
  readonly table: ServiceTable<V>;
  readonly prefix: Uint8Array;
  /** Newest first, where keys grow with time. */
  readonly reverse?: boolean;
}

interface ViewsOne<V> {
  /** @returns undefined for what is not shown. */
  view(found: Found<V>): Promise<Shown | undefined>;
}

interface ViewsMany<V> {
  /** @returns in the order of the records; undefined for what is not shown. */
  views(found: readonly Found<V>[]): Promise<readonly (Shown | undefined)[]>;
}

/** A list whose elements are shown one by one, or several together, which reads the database less often. */
export type Listing<V> = Listed<V> & (ViewsOne<V> | ViewsMany<V>);

const viewsOf = <V>(listing: Listing<V>): ViewsMany<V>['views'] =>
  'views' in listing ? listing.views : (found) => Promise.all(found.map(listing.view));

/** Records that are looked at for one page: those that are not shown cost too. */
const MOST_LOOKED_AT = 4 * SERVICE_PAGE.most;

/** Elements that are looked at side by side: few until it is known how large they are, so that a page of large ones is not read whole. */
const AT_ONCE = { first: 8, most: 64 } as const;

const nextAtOnce = (items: number, bytes: number): number =>
  items === 0
    ? AT_ONCE.first
    : Math.max(1, Math.min(AT_ONCE.most, Math.floor(((SERVICE_PAGE.bytes - bytes) * items) / bytes)));

/** One page. It ends with the element that makes it too large. */
export async function pageOf<V>(
  scene: SceneReader,
  listing: Listing<V>,
  { limit, behind }: PageRequest,
): Promise<Page> {
  const { table, prefix, reverse = false } = listing;
  const views = viewsOf(listing);
  const items: Shown[] = [];
  let bytes = 0;
  let looked = 0;
  let last: Uint8Array | undefined = behind && joinBytes([prefix, behind]);
  for (;;) {
    const found = await scene.range(table, prefix, { reverse, limit: limit + 1 - items.length, behind: last });
    for (let from = 0; from < found.length; ) {
      const entries = found.slice(from, from + nextAtOnce(items.length, bytes));
      from += entries.length;
      const isFull = (): boolean => items.length === limit || bytes >= SERVICE_PAGE.bytes || looked >= MOST_LOOKED_AT;
      const shown = isFull() ? [] : await views(entries);
      for (const [at, entry] of entries.entries()) {
        if (isFull()) return { items, next_cursor: last ? toHex(last.subarray(prefix.length)) : null };
        looked++;
        last = entry.key;
        const item = shown[at];
        if (!item) continue;
        items.push(item);
        bytes += shownBytes(item);
      }
    }
    if (found.length === 0) return { items, next_cursor: null };
  }
}

/** The page that begins some elements further on. @param offset elements of the table that are left out, shown or not. */
export async function pageFrom<V>(
  scene: SceneReader,
  listing: Listing<V>,
  { limit, behind }: PageRequest,
  offset: number,
): Promise<Page> {
  if (offset === 0) return pageOf(scene, listing, { limit, behind });
  const { table, prefix, reverse = false } = listing;
  const from = behind && joinBytes([prefix, behind]);
  const last = (await scene.range(table, prefix, { reverse, limit: offset, behind: from }))[offset - 1];
  if (!last) return { items: [], next_cursor: null };
  return pageOf(scene, listing, { limit, behind: last.key.subarray(prefix.length) });
}
