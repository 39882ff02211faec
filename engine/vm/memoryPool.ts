/** Memories of contracts that are used again: making one takes 37 to 200 us, filling a page with zeros 0.8.
 *
 *  A memory that grew is not used again: it cannot shrink. */

const PAGE_BYTES = 65_536;
/** Memories of one pair of limits that are kept. A thread runs one call at a time. */
const KEPT_PER_SHAPE = 2;
/** Pairs of limits; the one that was used longest ago is dropped. */
const KEPT_SHAPES = 64;

export class MemoryPool {
  readonly #kept = new Map<string, WebAssembly.Memory[]>();

  /** @param minimum pages, as is `maximum`. @returns a memory of zeros. @throws RangeError when the machine has none. */
  take(minimum: number, maximum: number): WebAssembly.Memory {
    const shape = `${minimum} ${maximum}`;
    const kept = this.#kept.get(shape);
    if (kept) {
      this.#kept.delete(shape);
      this.#kept.set(shape, kept);
      const memory = kept.pop();
      if (memory) {
        new Uint8Array(memory.buffer).fill(0);
        return memory;
      }
    }
    return new WebAssembly.Memory({ initial: minimum, maximum });
  }

  give(memory: WebAssembly.Memory, minimum: number, maximum: number): void {
    if (memory.buffer.byteLength !== minimum * PAGE_BYTES) return;
    const shape = `${minimum} ${maximum}`;
    const kept = this.#kept.get(shape) ?? [];
    if (kept.length < KEPT_PER_SHAPE) kept.push(memory);
    this.#kept.set(shape, kept);
    if (this.#kept.size > KEPT_SHAPES) {
      const [oldest] = this.#kept.keys();
      this.#kept.delete(oldest as string);
    }
  }
}
