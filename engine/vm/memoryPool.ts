/** Memories of contracts that are used again: making one takes 37 to 200 us, filling a page with zeros 0.8.
 *
 *  All of them have the machine's maximum, whatever a module declares: memories differ by their pages alone, so one of each size is
 *  all that a thread can need beside those of the instances that it keeps, and no choice of limits makes a call miss. A memory that
 *  grew cannot shrink, but serves a module that begins with as many pages. */

import { MAX_PAGES } from './limits.js';

const PAGE_BYTES = 65_536;

/** A memory as the rewritten code imports it: zeros. @throws RangeError when the machine has none. */
export const newMemory = (pages: number): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: pages, maximum: MAX_PAGES });

export const pagesOf = (memory: WebAssembly.Memory): number => memory.buffer.byteLength / PAGE_BYTES;

export class MemoryPool {
  /** By their pages, one of each size: 0 to 32 pages are 33 MiB together. A thread runs one call at a time. */
  readonly #kept = new Map<number, WebAssembly.Memory>();

  has(pages: number): boolean {
    return this.#kept.has(pages);
  }

  /** @returns a memory of zeros. @throws RangeError when the machine has none. */
  take(pages: number): WebAssembly.Memory {
    const memory = this.#kept.get(pages);
    if (!memory) return newMemory(pages);
    this.#kept.delete(pages);
    new Uint8Array(memory.buffer).fill(0);
    return memory;
  }

  give(memory: WebAssembly.Memory): void {
    this.#kept.set(pagesOf(memory), memory);
  }
}
