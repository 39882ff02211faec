/** Answers: the table of verdicts that travels from a verification worker back to the main thread.
 *
 *  One buffer, which moves or is shared (`answerMemory`): an entry per item of the packet in the same order, then their bytes. The main thread
 *  builds transactions from it without parsing JSON: numbers and hashes from the entry, fields by the kind's layout,
 *  everything long as a view. What the main thread sent (the parts of a block's transaction) does not come back. */

import { U64_MAX, utf8Length, writeUtf8 } from '../../engine/base/bytes.js';
import { invariant, isRefusal, Refusal, refusalCodes } from '../../engine/base/refusal.js';
import {
  bodyEntryLength,
  type CommonMembers,
  lengthAfterText,
  type SignedParts,
  writeBodyEntry,
} from '../../engine/chain/transaction.js';
import { type AccountId, accountBytes } from '../../engine/crypto/address.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';
import type { VerifiedTransaction } from '../../engine/intake/verifier.js';
import type { Expected, VerifiedItem } from '../../engine/intake/verify.js';
import type { AnyKind } from '../../engine/ledger/kind.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import { CheckFault } from './checkFault.js';
import type { PacketItem } from './packets.js';

/** A worker's answer for one item: a verified transaction, the verdict of a check, a signature, a refusal, the fault of a check
 *  that threw, or `deferred`: the item will be refused whatever its signature is, with the reason when there is time for it. */
export type WorkerAnswer = VerifiedItem | boolean | Uint8Array | Refusal | CheckFault | 'deferred';
/** The answer for the caller: a fault becomes a refusal. */
export type ItemAnswer = VerifiedTransaction | boolean | Uint8Array | Refusal;
/** What the main thread reads. */
export type ReadAnswer = ItemAnswer | CheckFault | 'deferred';

/** What a packet cost its worker, over the items that reached a signature check, and the effect on the key cache. */
export interface PacketCost {
  readonly signatures: number;
  readonly microseconds: number;
  /** Checks whose key was, or was not, in the thread's cache. */
  readonly hits: number;
  readonly misses: number;
  /** Keys evicted for others. */
  readonly evictions: number;
  /** Keys in the thread's cache now. */
  readonly keys: number;
}

/** Number of verdicts u32, signatures u32, microseconds f64, hits, misses, evictions, keys u32; then the table. */
const HEAD = 32;

/** Offsets in an entry. `length*` are for the byte strings after the table, in their order. */
const AT = {
  verdict: 0,
  /** u8, index in `refusalCodes`. */
  code: 1,
  /** u8, see FLAG; shares its place with the code of a refusal. */
  flags: 1,
  /** u16, index in `kinds`. */
  kind: 2,
  offset: 4,
  /** Of the message of a refusal or a fault, a signature, or a transaction's nonce. */
  lengthFirst: 8,
  lengthFields: 12,
  lengthBodyEntry: 16,
  lengthText: 20,
  keyAt: 24,
  signedLength: 28,
  timestamp: 32,
  /** f64; NaN when absent. The same holds for the expected nonce and the seconds of a refusal, which share a place. */
  accountNonce: 40,
  expectedNonce: 48,
  retrySeconds: 48,
  priorityFee: 56,
  expectedFee: 72,
  sender: 88,
  id: 120,
  leaf: 152,
} as const;
const ENTRY = 184;
const HASH = 32;

const FLAG = { expectsFee: 1, unsoundFee: 2 } as const;

const VERDICT = { refused: 0, invalid: 1, valid: 2, signed: 3, verified: 4, deferred: 5, fault: 6 } as const;

const NOTHING_EXPECTED: Expected = {};

const indexOfKind: ReadonlyMap<string, number> = new Map(kinds.map(({ name }, index) => [name, index]));

/** Whether the caller has the parts of a transaction, so that they need not come back. */
const hasParts = (item: PacketItem | undefined): boolean => item?.type === 'transaction';

/** Bytes of an answer behind the table. */
function sizeOf(answer: WorkerAnswer, item: PacketItem | undefined): number {
  if (typeof answer === 'boolean' || answer === 'deferred') return 0;
  if (isRefusal(answer)) return utf8Length(answer.message);
  if (answer instanceof CheckFault) return utf8Length(answer.detail);
  if (answer instanceof Uint8Array) return answer.length;
  const { parts, decoded } = answer;
  const { layout } = kinds[kindIndex(parts.operation)] as AnyKind;
  const derived =
    utf8Length(decoded.nonce) + layout.size(decoded.fields) + bodyEntryLength(parts, accountBytes(decoded.sender));
  return hasParts(item) ? derived : derived + parts.publicKey.length + parts.signature.length;
}

function kindIndex(operation: string): number {
  const index = indexOfKind.get(operation);
  invariant(index !== undefined, 'a verified transaction has a kind');
  return index;
}

function writeU128(view: DataView, at: number, value: bigint): void {
  view.setBigUint64(at, value >> 64n, true);
  view.setBigUint64(at + 8, value & U64_MAX, true);
}

/** Most fees are zero or fit in 64 bits: a big integer costs more than checking the words. */
function readU128(view: DataView, at: number): bigint {
  const low = view.getBigUint64(at + 8, true);
  if (view.getUint32(at, true) === 0 && view.getUint32(at + 4, true) === 0) return low;
  return (view.getBigUint64(at, true) << 64n) | low;
}

/** Up to this size an answer is about as large as the objects that the main thread makes of it. */
const SHARED_BYTES = 1024 * 1024;

/** V8 counts the bytes of an ordinary buffer as a reason to mark the whole heap, with helper threads, every 64 MiB: at thousands of
 *  transactions a second once a second. Shared memory is not counted. Its number is bounded by the objects beside it, which are. */
const answerMemory = (size: number): ArrayBufferLike =>
  size > SHARED_BYTES ? Buffer.allocUnsafeSlow(size).buffer : new SharedArrayBuffer(size);

/** Writes a table: every answer once, in their order. */
class AnswerWriter {
  readonly buffer: ArrayBufferLike;
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  #entry = HEAD;
  /** Where the bytes of the next answer begin. */
  #at: number;

  /** @param size bytes of all answers behind the table. */
  constructor(count: number, size: number, cost: PacketCost) {
    this.#at = HEAD + count * ENTRY;
    this.buffer = answerMemory(this.#at + size);
    this.#bytes = new Uint8Array(this.buffer);
    const view = new DataView(this.buffer);
    this.#view = view;
    view.setUint32(0, count, true);
    view.setUint32(4, cost.signatures, true);
    view.setFloat64(8, cost.microseconds, true);
    view.setUint32(16, cost.hits, true);
    view.setUint32(20, cost.misses, true);
    view.setUint32(24, cost.evictions, true);
    view.setUint32(28, cost.keys, true);
  }

  write(answer: WorkerAnswer, item: PacketItem | undefined): void {
    this.#view.setUint32(this.#entry + AT.offset, this.#at, true);
    this.#bytes[this.#entry + AT.verdict] = this.#verdict(answer, item);
    this.#entry += ENTRY;
  }

  #verdict(answer: WorkerAnswer, item: PacketItem | undefined): number {
    if (typeof answer === 'boolean') return answer ? VERDICT.valid : VERDICT.invalid;
    if (answer === 'deferred') return VERDICT.deferred;
    if (isRefusal(answer)) return this.#refusal(answer);
    if (answer instanceof CheckFault) {
      this.#text(AT.lengthFirst, answer.detail);
      return VERDICT.fault;
    }
    if (answer instanceof Uint8Array) {
      this.#length(AT.lengthFirst, answer);
      return VERDICT.signed;
    }
    this.#verified(answer, hasParts(item));
    return VERDICT.verified;
  }

  #refusal({ code, message, retryAfterSeconds }: Refusal): number {
    this.#bytes[this.#entry + AT.code] = refusalCodes.indexOf(code);
    this.#view.setFloat64(this.#entry + AT.retrySeconds, retryAfterSeconds ?? Number.NaN, true);
    this.#text(AT.lengthFirst, message);
    return VERDICT.refused;
  }

  #verified({ parts, decoded, expected, signedLength, id, leaf }: VerifiedItem, isSent: boolean): void {
    const view = this.#view;
    const bytes = this.#bytes;
    const entry = this.#entry;
    const kind = kindIndex(parts.operation);
    view.setUint16(entry + AT.kind, kind, true);
    view.setUint32(entry + AT.keyAt, parts.keyAt, true);
    view.setUint32(entry + AT.signedLength, signedLength, true);
    view.setFloat64(entry + AT.timestamp, decoded.timestamp, true);
    view.setFloat64(entry + AT.accountNonce, decoded.accountNonce ?? Number.NaN, true);
    view.setFloat64(entry + AT.expectedNonce, expected.nonce ?? Number.NaN, true);
    writeU128(view, entry + AT.priorityFee, decoded.priorityFee);
    bytes[entry + AT.flags] =
      (expected.fee === undefined ? 0 : FLAG.expectsFee) | (decoded.unsoundFee ? FLAG.unsoundFee : 0);
    writeU128(view, entry + AT.expectedFee, expected.fee ?? 0n);
    const account = accountBytes(decoded.sender);
    bytes.set(account, entry + AT.sender);
    bytes.set(id, entry + AT.id);
    bytes.set(leaf, entry + AT.leaf);
    this.#text(AT.lengthFirst, decoded.nonce);
    const fieldsEnd = (kinds[kind] as AnyKind).layout.write(bytes, this.#at, decoded.fields);
    view.setUint32(entry + AT.lengthFields, fieldsEnd - this.#at, true);
    const bodyEnd = writeBodyEntry(bytes, fieldsEnd, parts, account);
    view.setUint32(entry + AT.lengthBodyEntry, bodyEnd - fieldsEnd, true);
    this.#at = bodyEnd;
    if (isSent) return;
    // The text is in the entry of the body.
    view.setUint32(entry + AT.lengthText, parts.text.length, true);
    this.#put(parts.publicKey);
    this.#put(parts.signature);
  }

  /** @param field of the entry, which gets the length. */
  #text(field: number, text: string): void {
    const end = writeUtf8(this.#bytes, this.#at, text);
    this.#view.setUint32(this.#entry + field, end - this.#at, true);
    this.#at = end;
  }

  #length(field: number, bytes: Uint8Array): void {
    this.#view.setUint32(this.#entry + field, bytes.length, true);
    this.#put(bytes);
  }

  #put(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }
}

/** Runs in the worker. @param items of the packet; @param answers to them, in the same order. */
export function encodeAnswers(
  items: readonly PacketItem[],
  answers: readonly WorkerAnswer[],
  cost: PacketCost,
): ArrayBufferLike {
  invariant(items.length === answers.length, 'every item has one answer');
  let size = 0;
  for (let index = 0; index < answers.length; index++) size += sizeOf(answers[index] as WorkerAnswer, items[index]);
  const writer = new AnswerWriter(answers.length, size, cost);
  for (let index = 0; index < answers.length; index++) writer.write(answers[index] as WorkerAnswer, items[index]);
  return writer.buffer;
}

/** Reads one table of verdicts. */
class AnswerReader {
  readonly #view: DataView;
  readonly #bytes: Buffer;

  constructor(readonly buffer: ArrayBufferLike) {
    this.#view = new DataView(buffer);
    this.#bytes = Buffer.from(buffer);
  }

  get count(): number {
    return this.#view.getUint32(0, true);
  }

  get cost(): PacketCost {
    const view = this.#view;
    return {
      signatures: view.getUint32(4, true),
      microseconds: view.getFloat64(8, true),
      hits: view.getUint32(16, true),
      misses: view.getUint32(20, true),
      evictions: view.getUint32(24, true),
      keys: view.getUint32(28, true),
    };
  }

  read(index: number, item: PacketItem): ReadAnswer {
    const view = this.#view;
    const entry = HEAD + index * ENTRY;
    const at = view.getUint32(entry + AT.offset, true);
    const length = view.getUint32(entry + AT.lengthFirst, true);
    switch (view.getUint8(entry + AT.verdict)) {
      case VERDICT.valid:
        return true;
      case VERDICT.invalid:
        return false;
      case VERDICT.signed:
        return new Uint8Array(this.buffer.slice(at, at + length));
      case VERDICT.deferred:
        return 'deferred';
      case VERDICT.verified:
        return this.#verified(entry, at, item);
      case VERDICT.fault:
        return new CheckFault(this.#bytes.toString('utf8', at, at + length));
      default:
        return this.#refusal(entry, this.#bytes.toString('utf8', at, at + length));
    }
  }

  #refusal(entry: number, message: string): Refusal {
    const code = refusalCodes[this.#view.getUint8(entry + AT.code)];
    invariant(code !== undefined, 'a refusal from a worker has a known code');
    const seconds = this.#view.getFloat64(entry + AT.retrySeconds, true);
    return Number.isNaN(seconds) ? new Refusal(code, message) : new Refusal(code, message, seconds);
  }

  #verified(entry: number, at: number, item: PacketItem): VerifiedTransaction {
    const view = this.#view;
    const kind = kinds[view.getUint16(entry + AT.kind, true)];
    invariant(kind !== undefined, 'a verified transaction has a kind');
    const nonceEnd = at + view.getUint32(entry + AT.lengthFirst, true);
    const fieldsEnd = nonceEnd + view.getUint32(entry + AT.lengthFields, true);
    const bodyEnd = fieldsEnd + view.getUint32(entry + AT.lengthBodyEntry, true);
    const parts = item.type === 'transaction' ? item.parts : this.#parts(entry, bodyEnd, kind.name);
    const common = this.#common(entry, this.#bytes.toString('utf8', at, nonceEnd));
    return {
      transaction: {
        operation: parts.operation,
        publicKey: parts.publicKey,
        text: parts.text,
        keyAt: parts.keyAt,
        signature: parts.signature,
        ...common,
        id: this.#bytes.toString('latin1', entry + AT.id, entry + AT.id + HASH),
        sender: this.#bytes.toString('latin1', entry + AT.sender, entry + AT.sender + HASH) as AccountId,
        fields: kind.layout.decode(new Uint8Array(this.buffer, nonceEnd, fieldsEnd - nonceEnd)),
        signedLength: view.getUint32(entry + AT.signedLength, true),
      },
      leaf: new Uint8Array(this.buffer, entry + AT.leaf, HASH),
      bodyEntry: new Uint8Array(this.buffer, fieldsEnd, bodyEnd - fieldsEnd),
      expected: this.#expected(entry),
    };
  }

  /** @param at end of the body entry. */
  #parts(entry: number, at: number, operation: string): SignedParts {
    const keyAt = this.#view.getUint32(entry + AT.keyAt, true);
    const length = this.#view.getUint32(entry + AT.lengthText, true);
    return {
      operation,
      text: new Uint8Array(this.buffer, at - lengthAfterText({ keyAt }) - length, length),
      publicKey: new Uint8Array(this.buffer, at, PUBLIC_KEY_BYTES),
      signature: new Uint8Array(this.buffer, at + PUBLIC_KEY_BYTES, SIGNATURE_BYTES),
      keyAt,
    };
  }

  #common(entry: number, nonce: string): CommonMembers {
    const timestamp = this.#view.getFloat64(entry + AT.timestamp, true);
    const priorityFee = readU128(this.#view, entry + AT.priorityFee);
    const accountNonce = this.#view.getFloat64(entry + AT.accountNonce, true);
    const unsound = (this.#view.getUint8(entry + AT.flags) & FLAG.unsoundFee) !== 0;
    if (Number.isNaN(accountNonce) && !unsound) return { timestamp, nonce, priorityFee };
    return {
      timestamp,
      nonce,
      priorityFee,
      ...(Number.isNaN(accountNonce) ? {} : { accountNonce }),
      ...(unsound ? { unsoundFee: true } : {}),
    };
  }

  #expected(entry: number): Expected {
    const nonce = this.#view.getFloat64(entry + AT.expectedNonce, true);
    const hasFee = (this.#view.getUint8(entry + AT.flags) & FLAG.expectsFee) !== 0;
    if (Number.isNaN(nonce) && !hasFee) return NOTHING_EXPECTED;
    return {
      ...(Number.isNaN(nonce) ? {} : { nonce }),
      ...(hasFee ? { fee: readU128(this.#view, entry + AT.expectedFee) } : {}),
    };
  }
}

/** Runs on the main thread. @param items of the packet, as they were sent. @returns one answer each, in their order. */
export function decodeAnswers(
  buffer: ArrayBufferLike,
  items: readonly PacketItem[],
): { readonly answers: readonly ReadAnswer[]; readonly cost: PacketCost } {
  const reader = new AnswerReader(buffer);
  invariant(reader.count === items.length, 'every item has one answer');
  return { answers: items.map((item, index) => reader.read(index, item)), cost: reader.cost };
}
