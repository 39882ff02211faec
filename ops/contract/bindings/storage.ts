/** The contract's storage as typed values, maps and lists.
 *
 *  A key is readable where the node shows the storage: `supply`, `balance/rouge1...`. A name has no slash, so no two entries
 *  share a key. Integers are stored in as many bytes as they have, little end first; texts as UTF-8. */

import { ANSWER, ANSWER_BYTES, copyOf, textOf, utf8 } from './bytes';
import { host_storage_delete, host_storage_read, host_storage_write } from './env';
import { ByteReader, ByteWriter } from './records';

/** Limits of the native rules. */
const KEY_BYTES: i32 = 256;
const VALUE_BYTES: i32 = 65_536;

/** The bytes of a value: an integer, a text, bytes, or a class with `write` and `read` (see `records.ts`). */
export function encode<T>(value: T): Uint8Array {
  if (isString<T>()) return utf8(changetype<string>(value));
  if (isInteger<T>() || isFloat<T>()) {
    const bytes = new Uint8Array(sizeof<T>());
    store<T>(bytes.dataStart, value);
    return bytes;
  }
  if (idof<T>() === idof<Uint8Array>()) return changetype<Uint8Array>(value);
  const writer = new ByteWriter();
  writer.value<T>(value);
  return writer.finish();
}

export function decode<T>(bytes: Uint8Array): T {
  if (isString<T>()) return changetype<T>(textOf(bytes));
  if (isInteger<T>() || isFloat<T>()) {
    assert(bytes.length === sizeof<T>(), 'the stored value has another type');
    return load<T>(bytes.dataStart);
  }
  if (idof<T>() === idof<Uint8Array>()) return changetype<T>(bytes);
  const reader = new ByteReader(bytes);
  const value = reader.value<T>();
  assert(reader.isDone, 'the stored value has another type');
  return value;
}

export function readStorage(key: Uint8Array): Uint8Array | null {
  let length = host_storage_read(key.dataStart, key.length, ANSWER, ANSWER_BYTES);
  if (length >= 0) return copyOf(ANSWER, length);
  if (length === -1) return null;
  const large = new Uint8Array(VALUE_BYTES);
  length = host_storage_read(key.dataStart, key.length, large.dataStart, VALUE_BYTES);
  assert(length >= 0, 'the stored value is too large');
  return large.subarray(0, length);
}

export function writeStorage(key: Uint8Array, value: Uint8Array): void {
  assert(key.length <= KEY_BYTES, 'a storage key has at most 256 bytes');
  assert(value.length <= VALUE_BYTES, 'a stored value has at most 65536 bytes');
  host_storage_write(key.dataStart, key.length, value.dataStart, value.length);
}

export function deleteStorage(key: Uint8Array): void {
  host_storage_delete(key.dataStart, key.length);
}

function checkedName(name: string): string {
  assert(name.length > 0 && !name.includes('/'), 'a name in storage is not empty and has no slash');
  return name;
}

/** The part of a key that names an entry. */
function keyText<K>(key: K): string {
  if (isString<K>()) return changetype<string>(key);
  if (!isInteger<K>()) ERROR('keys are texts or integers');
  return key.toString();
}

/** One value under a name. */
export class StorageValue<T> {
  private key: Uint8Array;

  constructor(name: string) {
    this.key = utf8(checkedName(name));
  }

  has(): bool {
    return readStorage(this.key) !== null;
  }

  get(otherwise: T): T {
    const bytes = readStorage(this.key);
    return bytes === null ? otherwise : decode<T>(bytes);
  }

  /** @throws when nothing is stored. */
  read(): T {
    const bytes = readStorage(this.key);
    if (bytes === null) throw new Error(`nothing is stored as ${textOf(this.key)}`);
    return decode<T>(bytes);
  }

  set(value: T): void {
    writeStorage(this.key, encode<T>(value));
  }

  remove(): void {
    deleteStorage(this.key);
  }
}

/** Values by a key: a text or an integer. A public key is too long for a key; use its address. */
export class StorageMap<K, V> {
  private prefix: string;

  constructor(name: string) {
    this.prefix = `${checkedName(name)}/`;
  }

  private keyOf(key: K): Uint8Array {
    return utf8(this.prefix + keyText<K>(key));
  }

  has(key: K): bool {
    return readStorage(this.keyOf(key)) !== null;
  }

  get(key: K, otherwise: V): V {
    const bytes = readStorage(this.keyOf(key));
    return bytes === null ? otherwise : decode<V>(bytes);
  }

  /** @throws when nothing is stored. */
  read(key: K): V {
    const bytes = readStorage(this.keyOf(key));
    if (bytes === null) throw new Error(`nothing is stored as ${this.prefix}${keyText<K>(key)}`);
    return decode<V>(bytes);
  }

  set(key: K, value: V): void {
    writeStorage(this.keyOf(key), encode<V>(value));
  }

  remove(key: K): void {
    deleteStorage(this.keyOf(key));
  }
}

/** Values by two keys, such as allowances by owner and spender. The length of the first key keeps the two apart. */
export class StoragePairMap<A, B, V> {
  private map: StorageMap<string, V>;

  constructor(name: string) {
    this.map = new StorageMap<string, V>(name);
  }

  private keyOf(first: A, second: B): string {
    const head = keyText<A>(first);
    return `${head.length.toString()}/${head}/${keyText<B>(second)}`;
  }

  has(first: A, second: B): bool {
    return this.map.has(this.keyOf(first, second));
  }

  get(first: A, second: B, otherwise: V): V {
    return this.map.get(this.keyOf(first, second), otherwise);
  }

  set(first: A, second: B, value: V): void {
    this.map.set(this.keyOf(first, second), value);
  }

  remove(first: A, second: B): void {
    this.map.remove(this.keyOf(first, second));
  }
}

/** Values by their position, from 0. */
export class StorageList<T> {
  private size: StorageValue<u32>;
  private items: StorageMap<u32, T>;

  constructor(name: string) {
    this.size = new StorageValue<u32>(name);
    this.items = new StorageMap<u32, T>(name);
  }

  get length(): u32 {
    return this.size.get(0);
  }

  /** @throws beyond the end. */
  at(position: u32): T {
    assert(position < this.length, 'the list is shorter');
    return this.items.read(position);
  }

  /** @returns the position of the new item. */
  push(item: T): u32 {
    const position = this.length;
    this.items.set(position, item);
    this.size.set(position + 1);
    return position;
  }

  /** @throws beyond the end. */
  set(position: u32, item: T): void {
    assert(position < this.length, 'the list is shorter');
    this.items.set(position, item);
  }
}
