/** Packets: how work travels from the main thread to a verification worker.
 *
 *  One buffer whose ownership moves, never cloned: a table of items, then their bytes. The answer is a table in the same
 *  order (`verdictTable.ts`). An item with bad content gets a bad verdict of its own; it cannot shift the place of another.
 *  Both sides are built from the same sources, so the layout carries no version. Numbers are little-endian. A packet's
 *  memory comes back with its answer and is reused for a later packet. */

import { invariant } from '../../engine/base/refusal.js';
import type { SignedParts } from '../../engine/chain/transaction.js';
import type { BlockItem, EncodedTransaction, SignatureCheck } from '../../engine/intake/verifier.js';
import type { PacketMemory } from './packetMemory.js';

/** A fresh request. */
export interface FreshItem {
  readonly type: 'request' | 'broadcast' | 'signed';
  readonly operation: string;
  readonly bytes: Uint8Array;
  readonly now: number;
  /** Whether the sender has sent something valid before. */
  known: boolean;
  /** Whether it has been put off once: then its signature is checked although it will be refused anyway. */
  deferred: boolean;
}

/** One item of a packet. */
export type PacketItem =
  | FreshItem
  | { readonly type: 'transaction'; readonly parts: SignedParts }
  | ({ readonly type: 'encoded' } & EncodedTransaction)
  | { readonly type: 'check'; readonly check: SignatureCheck }
  | { readonly type: 'sign'; readonly message: Uint8Array };

export const blockItem = (item: BlockItem): PacketItem =>
  'form' in item ? { type: 'encoded', ...item } : { type: 'transaction', parts: item };

const types = ['request', 'broadcast', 'signed', 'transaction', 'encoded', 'check', 'sign'] as const;

const isFresh = (item: PacketItem): item is FreshItem => 'now' in item;

/** Number of items, then the table: type u8, flags u8, 2 free, keyAt u32, clock f64, offset u32, lengths 4 x u32. */
const PACKET_HEAD = 4;
const ITEM_ENTRY = 36;

const FLAG = { known: 1, deferred: 2, protobuf: 4 } as const;

const NO_BYTES = new Uint8Array();

/** The byte strings of an item, at most three after the operation's name. */
function bytesOf(item: PacketItem): readonly [Uint8Array, Uint8Array, Uint8Array] {
  switch (item.type) {
    case 'request':
    case 'broadcast':
    case 'signed':
      return [item.bytes, NO_BYTES, NO_BYTES];
    case 'encoded':
      return [item.bytes, item.leaf ?? NO_BYTES, NO_BYTES];
    case 'transaction':
      return [item.parts.text, item.parts.publicKey, item.parts.signature];
    case 'check':
      return [item.check.message, item.check.publicKey, item.check.signature];
    case 'sign':
      return [item.message, NO_BYTES, NO_BYTES];
  }
}

function operationOf(item: PacketItem): string {
  if (item.type === 'transaction') return item.parts.operation;
  return isFresh(item) ? item.operation : '';
}

/** Bytes that an item adds to a packet, without the operation's name. */
export function packetBytesOf(item: PacketItem): number {
  const [first, second, third] = bytesOf(item);
  return ITEM_ENTRY + first.length + second.length + third.length;
}

/** A packet that a thread has worked on. */
export interface PacketResult {
  /** The answers (`verdictTable.ts`). */
  readonly table: ArrayBufferLike;
  /** The packet, whose memory is free again. */
  readonly packet: ArrayBuffer;
}

/** @param memory supplies the buffer; without it, and above its limit, the packet gets a new buffer of its exact size. */
export function encodePacket(items: readonly PacketItem[], memory?: PacketMemory): ArrayBuffer {
  let size = PACKET_HEAD;
  for (const item of items) size += packetBytesOf(item) + Buffer.byteLength(operationOf(item));
  // Not filled with zeros first: fields that an item's type does not use are never read.
  const buffer = memory?.take(size) ?? Buffer.allocUnsafeSlow(size).buffer;
  const bytes = Buffer.from(buffer);
  const view = new DataView(buffer);
  view.setUint32(0, items.length, true);
  let entry = PACKET_HEAD;
  let at = PACKET_HEAD + items.length * ITEM_ENTRY;
  for (const item of items) {
    view.setUint8(entry, types.indexOf(item.type));
    if (item.type === 'transaction') view.setUint32(entry + 4, item.parts.keyAt, true);
    if (item.type === 'encoded') view.setUint8(entry + 1, item.form === 'protobuf' ? FLAG.protobuf : 0);
    if (isFresh(item)) {
      view.setUint8(entry + 1, (item.known ? FLAG.known : 0) | (item.deferred ? FLAG.deferred : 0));
      view.setFloat64(entry + 8, item.now, true);
    }
    view.setUint32(entry + 16, at, true);
    const operation = operationOf(item);
    const operationBytes = operation === '' ? 0 : bytes.write(operation, at, 'utf8');
    view.setUint32(entry + 20, operationBytes, true);
    at += operationBytes;
    let length = entry + 24;
    for (const part of bytesOf(item)) {
      bytes.set(part, at);
      view.setUint32(length, part.length, true);
      at += part.length;
      length += 4;
    }
    entry += ITEM_ENTRY;
  }
  return buffer;
}

/** The items of a packet; their bytes are views into it. */
export function decodePacket(buffer: ArrayBuffer): PacketItem[] {
  const view = new DataView(buffer);
  const bytes = Buffer.from(buffer);
  const items: PacketItem[] = [];
  const count = view.getUint32(0, true);
  for (let index = 0; index < count; index++) {
    const entry = PACKET_HEAD + index * ITEM_ENTRY;
    let at = view.getUint32(entry + 16, true);
    const next = (lengthAt: number): Uint8Array => {
      const part = new Uint8Array(buffer, at, view.getUint32(lengthAt, true));
      at += part.length;
      return part;
    };
    const operation = bytes.toString('utf8', at, at + view.getUint32(entry + 20, true));
    at += view.getUint32(entry + 20, true);
    const first = next(entry + 24);
    const publicKey = next(entry + 28);
    const signature = next(entry + 32);
    const type = types[view.getUint8(entry)];
    if (type === 'request' || type === 'broadcast' || type === 'signed') {
      const flags = view.getUint8(entry + 1);
      const [known, deferred] = [(flags & FLAG.known) !== 0, (flags & FLAG.deferred) !== 0];
      items.push({ type, operation, bytes: first, now: view.getFloat64(entry + 8, true), known, deferred });
    } else if (type === 'transaction') {
      const keyAt = view.getUint32(entry + 4, true);
      items.push({ type, parts: { operation, publicKey, text: first, keyAt, signature } });
    } else if (type === 'encoded') {
      const form = (view.getUint8(entry + 1) & FLAG.protobuf) === 0 ? 'json' : 'protobuf';
      items.push({ type, form, bytes: first, leaf: publicKey.length === 0 ? undefined : publicKey });
    } else if (type === 'check') items.push({ type, check: { message: first, publicKey, signature } });
    else {
      invariant(type === 'sign', 'unknown item in a packet');
      items.push({ type, message: first });
    }
  }
  return items;
}
