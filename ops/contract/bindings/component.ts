/** What a contract needs that is built as a component: texts and results as the world passes them (`wit/contract.wit`, canonical
 *  ABI), and the functions of the host that most contracts use. The others are declared in the same way.
 *
 *  The contract exports `call`; what takes its parameters and what makes its result is here. An answer is valid until the call ends. */

import { decodeText, encodeText } from './bytes';

@external('rouged:contract/host@1.0.0', 'log')
declare function hostLog(line: usize, bytes: i32): void;
@external('rouged:contract/host@1.0.0', 'caller')
declare function hostCaller(result: usize): void;
@external('rouged:contract/host@1.0.0', 'block-height')
declare function hostBlockHeight(): u64;
@external('rouged:contract/host@1.0.0', 'block-time')
declare function hostBlockTime(): u64;
@external('rouged:contract/host@1.0.0', 'attached')
declare function hostAttached(result: usize): void;
@external('rouged:contract/host@1.0.0', 'storage-read')
declare function hostStorageRead(key: usize, keyBytes: i32, result: usize): void;
@external('rouged:contract/host@1.0.0', 'storage-write')
declare function hostStorageWrite(key: usize, keyBytes: i32, value: usize, valueBytes: i32): void;
@external('rouged:contract/host@1.0.0', 'storage-delete')
declare function hostStorageDelete(key: usize, keyBytes: i32): void;
@external('rouged:contract/host@1.0.0', 'emit-event')
declare function hostEmitEvent(topic: usize, topicBytes: i32, data: usize, dataBytes: i32): void;

/** Where results lie: the greatest is that of `attached`, 24 bytes, aligned to 8. */
const ROOM: usize = memory.data(24, 8);

/** The allocator through which the host brings texts and bytes in. The build exports it. */
export function cabi_realloc(old: usize, oldBytes: usize, _alignment: usize, bytes: usize): usize {
  const made = heap.alloc(bytes);
  memory.copy(made, old, min(oldBytes, bytes));
  return made;
}

/** A text that the host has handed over. */
export function textAt(address: usize, bytes: i32): string {
  return decodeText(address, bytes);
}

function answer(isError: bool, text: string): usize {
  const bytes = encodeText(text);
  store<u8>(ROOM, <u8>isError);
  store<usize>(ROOM, changetype<usize>(bytes), 4);
  store<u32>(ROOM, bytes.byteLength, 8);
  return ROOM;
}

/** What the method returns. @param text JSON, or any text. @returns the result of `call`. */
export function ok(text: string): usize {
  return answer(false, text);
}

/** Fails the call: nothing of it stays but its fee. @param text says why. @returns the result of `call`. */
export function fail(text: string): usize {
  return answer(true, text);
}

/** What a failed `assert` and an uncaught `throw` do: the message and its place go to the log, then the call fails. */
export function abortCall(message: string | null, file: string | null, line: u32, column: u32): void {
  const said = message === null ? 'the contract stopped' : message;
  log(file === null ? said : `${said} at ${file}:${line.toString()}:${column.toString()}`);
  unreachable();
}

export function log(line: string): void {
  const bytes = encodeText(line);
  hostLog(changetype<usize>(bytes), bytes.byteLength);
}

/** Public key of the signer in hex, or the address of the contract that calls. */
export function caller(): string {
  hostCaller(ROOM);
  return decodeText(load<usize>(ROOM), load<i32>(ROOM, 4));
}

export function blockHeight(): u64 {
  return hostBlockHeight();
}

/** Seconds. */
export function blockTime(): u64 {
  return hostBlockTime();
}

/** Quanta of XRGE, or base units of `attachedSymbol`; 0 when nothing came with the call. */
export function attachedAmount(): u64 {
  hostAttached(ROOM);
  return load<u8>(ROOM) === 0 ? 0 : load<u64>(ROOM, 16);
}

/** Empty when nothing came with the call. */
export function attachedSymbol(): string {
  hostAttached(ROOM);
  return load<u8>(ROOM) === 0 ? '' : decodeText(load<usize>(ROOM, 8), load<i32>(ROOM, 12));
}

/** @returns null when there is nothing under this key. */
export function storageRead(key: string): Uint8Array | null {
  const name = encodeText(key);
  hostStorageRead(changetype<usize>(name), name.byteLength, ROOM);
  if (load<u8>(ROOM) === 0) return null;
  const value = new Uint8Array(load<i32>(ROOM, 8));
  memory.copy(value.dataStart, load<usize>(ROOM, 4), value.length);
  return value;
}

export function storageWrite(key: string, value: Uint8Array): void {
  const name = encodeText(key);
  hostStorageWrite(changetype<usize>(name), name.byteLength, value.dataStart, value.length);
}

export function storageDelete(key: string): void {
  const name = encodeText(key);
  hostStorageDelete(changetype<usize>(name), name.byteLength);
}

export function emit(topic: string, data: string): void {
  const name = encodeText(topic);
  const bytes = encodeText(data);
  hostEmitEvent(changetype<usize>(name), name.byteLength, changetype<usize>(bytes), bytes.byteLength);
}
