/** What queries keep of a block that they release: copies of the entries that they need next.
 *
 *  A query releases its block before each piece, because its reader may take the next one at any later time, and many readers
 *  must not hold a block each. With nothing kept, queries whose blocks do not fit the cache together would read a whole block for
 *  each piece. So each has a window, and reads its block once per window of entries.
 *
 *  All windows of a thread share one budget in equal parts. A new window makes the others' parts smaller, and what they hold
 *  above that is dropped: a few readers that stall do not leave the others without a window. */

import { READ_WINDOW } from '../base/limits.js';
import { copyOfEntry, type StoredEntry } from './blockContent.js';

/** Memory of a copied entry beside its bytes: an array buffer, views over it, the objects around them. */
const ENTRY_OVERHEAD = 512;

/** The data of a block that is needed to show its transactions. */
export interface BlockMark {
  readonly height: number;
  readonly hash: string;
  /** Milliseconds. */
  readonly time: number;
  readonly chainId: string;
}

interface Kept {
  readonly position: number;
  readonly entry: StoredEntry;
  readonly bytes: number;
}

const sizeOf = ({ body, signature, receipt }: StoredEntry): number =>
  body.length + signature.length + receipt.length + ENTRY_OVERHEAD;

/** The window of one query, from when it first needs one to its end. */
export class Window {
  #block: BlockMark | undefined;
  /** The next entry first. */
  #kept: Kept[] = [];
  #bytes = 0;

  constructor(private readonly windows: Windows) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** Replaces what is held with copies of as many entries as there is room for.
   *  @param again positions that may be asked for again; one that alone is too large is left out.
   *  @param following positions in the order in which they are wanted. */
  fill(
    block: BlockMark,
    again: readonly number[],
    following: Iterable<number>,
    entryAt: (position: number) => StoredEntry,
  ): void {
    this.trim(0);
    this.#block = block;
    const room = this.windows.share;
    const add = (position: number): boolean => {
      const entry = entryAt(position);
      const bytes = sizeOf(entry);
      if (this.#bytes + bytes > room) return false;
      this.#kept.push({ position, entry: copyOfEntry(entry), bytes });
      this.#bytes += bytes;
      return true;
    };
    again.forEach(add);
    for (const position of following) if (!add(position)) return;
  }

  /** Positions that are held, from this one on; earlier ones are dropped.
   *  @returns none when this one is not held. */
  from(height: number, position: number): { readonly block: BlockMark; readonly entries: readonly Kept[] } | undefined {
    if (this.#block?.height !== height) return undefined;
    const at = this.#kept.findIndex((kept) => kept.position === position);
    if (at < 0) return undefined;
    for (const { bytes } of this.#kept.splice(0, at)) this.#bytes -= bytes;
    return { block: this.#block, entries: this.#kept };
  }

  /** Drops the entries that are needed last until no more than that is held. */
  trim(room: number): void {
    while (this.#bytes > room) this.#bytes -= this.#kept.pop()?.bytes ?? 0;
  }
}

export class Windows {
  readonly #open = new Set<Window>();

  /** @param budget bytes of all windows. @param most bytes of one. */
  constructor(
    private readonly budget = READ_WINDOW.all,
    private readonly most = READ_WINDOW.most,
  ) {}

  /** Open windows. */
  get size(): number {
    return this.#open.size;
  }

  get bytes(): number {
    let bytes = 0;
    for (const window of this.#open) bytes += window.bytes;
    return bytes;
  }

  /** Bytes that each window may hold now. */
  get share(): number {
    return Math.min(this.most, Math.floor(this.budget / Math.max(1, this.#open.size)));
  }

  open(): Window {
    const window = new Window(this);
    this.#open.add(window);
    for (const other of this.#open) other.trim(this.share);
    return window;
  }

  close(window: Window): void {
    window.trim(0);
    this.#open.delete(window);
  }
}
