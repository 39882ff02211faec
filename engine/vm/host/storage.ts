/** The contract's own records. */

import { CONTRACT } from '../../base/limits.js';
import { code, type HostFrame, HostTrap } from './hostFrame.js';
import { type HostTable, hostFunction } from './hostFunction.js';

/** Bytes of a key and of a value: a record is hashed and proven whole. */
export const MAX_STORAGE_KEY_BYTES = CONTRACT.keyBytes;
export const MAX_STORAGE_VALUE_BYTES = CONTRACT.valueBytes;

function keyOf(frame: HostFrame, key: number, length: number): Uint8Array {
  if (length >>> 0 > MAX_STORAGE_KEY_BYTES)
    throw new HostTrap(`a storage key of ${length >>> 0} bytes, the limit is ${MAX_STORAGE_KEY_BYTES}`);
  return frame.bytes(key, length);
}

function read(frame: HostFrame, key: number, length: number, buffer: number, capacity: number): number {
  frame.charge('storageRead', length >>> 0);
  const value = frame.scene.readStorage(keyOf(frame, key, length));
  if (!value) return code.absent;
  frame.charge('text', value.length);
  return frame.fill(buffer, capacity, value);
}

function write(frame: HostFrame, key: number, length: number, value: number, bytes: number): undefined {
  frame.charge('storageWrite', (length >>> 0) + (bytes >>> 0));
  if (bytes >>> 0 > MAX_STORAGE_VALUE_BYTES)
    throw new HostTrap(`a stored value of ${bytes >>> 0} bytes, the limit is ${MAX_STORAGE_VALUE_BYTES}`);
  frame.scene.writeStorage(keyOf(frame, key, length), frame.bytes(value, bytes));
}

export const storage: HostTable = {
  host_storage_read: hostFunction('iiii>i', read),
  host_storage_write: hostFunction('iiii', write),
  host_storage_delete: hostFunction('ii', (frame: HostFrame, key: number, length: number) => {
    frame.charge('storageDelete', length >>> 0);
    frame.scene.deleteStorage(keyOf(frame, key, length));
    return undefined;
  }),
};
