/** Memory of packets that were answered, for the next ones.
 *
 *  In: buffers that came back from a thread. Out: room for packets. Fresh memory costs page faults and
 *  collections. What it keeps is bounded by number and size. */

/** Sizes of kept memory: powers of two from this one to the packet of 64 transfer requests. A larger one is not kept. */
const SMALLEST_KEPT = 64 * 1024;
const LARGEST_KEPT = 1024 * 1024;

export class PacketMemory {
  /** Smallest first. */
  readonly #free: ArrayBuffer[] = [];

  /** @param keeps most buffers that wait for their next packet. */
  constructor(private readonly keeps: number) {}

  /** @returns memory of at least this many bytes, with arbitrary content; undefined when it would not be kept. */
  take(size: number): ArrayBuffer | undefined {
    if (size > LARGEST_KEPT) return undefined;
    const at = this.#free.findIndex(({ byteLength }) => byteLength >= size);
    const [kept] = at < 0 ? [] : this.#free.splice(at, 1);
    return kept ?? Buffer.allocUnsafeSlow(Math.max(SMALLEST_KEPT, 2 ** Math.ceil(Math.log2(size)))).buffer;
  }

  /** Takes a buffer back; keeps the largest ones. */
  giveBack(buffer: ArrayBuffer): void {
    if (buffer.byteLength < SMALLEST_KEPT || buffer.byteLength > LARGEST_KEPT) return;
    const larger = this.#free.findIndex(({ byteLength }) => byteLength >= buffer.byteLength);
    this.#free.splice(larger < 0 ? this.#free.length : larger, 0, buffer);
    if (this.#free.length > this.keeps) this.#free.shift();
  }
}
