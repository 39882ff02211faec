/** Records: several fields in one stored value. A class that is stored has a constructor without parameters and two methods,
 *  which name its fields in the same order:
 *
 *      class Bid {
 *        bidder: string = '';
 *        amount: u64 = 0;
 *        write(out: ByteWriter): void { out.text(this.bidder); out.integer<u64>(this.amount); }
 *        read(from: ByteReader): void { this.bidder = from.text(); this.amount = from.integer<u64>(); }
 *      } */

import { copyOf, decodeText, encodeText } from './bytes';

export class ByteWriter {
  private bytes: Uint8Array = new Uint8Array(128);
  private end: i32 = 0;

  /** Makes room. @returns the address of the next `length` bytes. */
  private next(length: i32): usize {
    if (this.end + length > this.bytes.length) {
      const larger = new Uint8Array(max(this.bytes.length * 2, this.end + length));
      memory.copy(larger.dataStart, this.bytes.dataStart, this.end);
      this.bytes = larger;
    }
    const at = this.bytes.dataStart + <usize>this.end;
    this.end += length;
    return at;
  }

  /** An integer or bool, in as many bytes as its type has. */
  integer<T>(value: T): void {
    store<T>(this.next(sizeof<T>()), value);
  }

  text(value: string): void {
    const bytes = encodeText(value);
    this.integer<i32>(bytes.byteLength);
    const start = this.next(bytes.byteLength);
    memory.copy(start, changetype<usize>(bytes), bytes.byteLength);
  }

  raw(value: Uint8Array): void {
    this.integer<i32>(value.length);
    const start = this.next(value.length);
    memory.copy(start, value.dataStart, value.length);
  }

  /** A record. */
  value<T>(record: T): void {
    record.write(this);
  }

  finish(): Uint8Array {
    return copyOf(this.bytes.dataStart, this.end);
  }
}

export class ByteReader {
  private at: i32 = 0;

  constructor(private bytes: Uint8Array) {}

  get isDone(): bool {
    return this.at === this.bytes.length;
  }

  private next(length: i32): usize {
    assert(length >= 0 && length <= this.bytes.length - this.at, 'the stored value has another type');
    const start = this.bytes.dataStart + <usize>this.at;
    this.at += length;
    return start;
  }

  integer<T>(): T {
    return load<T>(this.next(sizeof<T>()));
  }

  text(): string {
    const length = this.integer<i32>();
    return decodeText(this.next(length), length);
  }

  raw(): Uint8Array {
    const length = this.integer<i32>();
    return copyOf(this.next(length), length);
  }

  value<T>(): T {
    const record = instantiate<T>();
    record.read(this);
    return record;
  }
}
