/** Values that may be absent, in one buffer, so that an answer of the store's thread moves instead of being copied value by value.
 *
 *  Layout, big-endian: for each u32 length (0xffffffff: absent) and bytes. */

const LENGTH_BYTES = 4;
const ABSENT = 0xffff_ffff;

export function packPresent(values: readonly (Uint8Array | undefined)[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const value of values) length += LENGTH_BYTES + (value?.length ?? 0);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const value of values) {
    view.setUint32(at, value?.length ?? ABSENT);
    at += LENGTH_BYTES;
    if (value === undefined) continue;
    bytes.set(value, at);
    at += value.length;
  }
  return bytes;
}

/** @returns views over `bytes`. */
export function unpackPresent(bytes: Uint8Array): (Uint8Array | undefined)[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const values: (Uint8Array | undefined)[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = view.getUint32(at);
    at += LENGTH_BYTES;
    if (length === ABSENT) {
      values.push(undefined);
      continue;
    }
    values.push(bytes.subarray(at, at + length));
    at += length;
  }
  return values;
}
