/** HalfSipHash-1-3 (Aumasson and Bernstein) of record keys, for tables of records.
 *
 *  In: the words of a key. Out: 32 bits. Anybody can pay to an address of their choice, so keys are chosen by strangers: with
 *  a secret that they do not know, they cannot make many keys fall on one place of a table. Nothing that leaves the process,
 *  and no order that a rule sees, depends on the hash. */

const SECRET_BYTES = 8;

export class KeyHash {
  readonly #low: number;
  readonly #high: number;

  /** @param secret at least 8 random bytes for a process that others can send to; the rest is ignored. */
  constructor(secret: Uint8Array = new Uint8Array(SECRET_BYTES)) {
    const view = new DataView(secret.buffer, secret.byteOffset, SECRET_BYTES);
    this.#low = view.getInt32(0, true);
    this.#high = view.getInt32(4, true);
  }

  /** The bytes of the secret that are used. */
  get secret(): Uint8Array {
    const view = new DataView(new ArrayBuffer(SECRET_BYTES));
    view.setInt32(0, this.#low, true);
    view.setInt32(4, this.#high, true);
    return new Uint8Array(view.buffer);
  }

  /** @param words each one is 4 bytes of the message. */
  of(words: Int32Array, from: number, count: number): number {
    let v0 = this.#low;
    let v1 = this.#high;
    let v2 = 0x6c796765 ^ v0;
    let v3 = 0x74656462 ^ v1;
    // One round for each word and one for the length, then three.
    for (let index = 0; index < count + 4; index++) {
      const word = index < count ? (words[from + index] as number) : index === count ? count << 26 : 0;
      if (index === count + 1) v2 ^= 0xff;
      v3 ^= word;
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
      v0 ^= word;
    }
    return v1 ^ v3;
  }
}
