/** Answers: the table of verdicts that travels from a verification worker back to the main thread.
 *
 *  One buffer, which moves or is shared (`answerMemory`): an entry per item of the packet in the same order, then their bytes. The main thread
 *  builds transactions from it without parsing JSON: numbers and hashes from the entry, fields by the kind's layout,
 *  everything long as a view. What the main thread sent (the parts of a block's transaction) does not come back. */

import { U64_MAX } from '../../engine/base/bytes.js';
import { invariant, isRefusal, Refusal, refusalCodes } from '../../engine/base/refusal.js';
import type { CommonMembers, SignedParts } from '../../engine/chain/transaction.js';
import { type AccountId, accountBytes } from '../../engine/crypto/address.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';
import type { VerifiedTransaction } from '../../engine/intake/verifier.js';
import type { Expected, VerifiedItem } from '../../engine/intake/verify.js';
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

const isVerified = (answer: WorkerAnswer): answer is VerifiedItem =>
  typeof answer === 'object' && !isRefusal(answer) && !(answer instanceof Uint8Array || answer instanceof CheckFault);

function verdictOf(answer: WorkerAnswer): number {
  if (typeof answer === 'boolean') return answer ? VERDICT.valid : VERDICT.invalid;
  if (answer === 'deferred') return VERDICT.deferred;
  if (isRefusal(answer)) return VERDICT.refused;
  if (answer instanceof CheckFault) return VERDICT.fault;
  return isVerified(answer) ? VERDICT.verified : VERDICT.signed;
}

/** The byte strings of an answer, in the order in which they are read. */
function stringsOf(answer: WorkerAnswer, sent: boolean): readonly Uint8Array[] {
  if (typeof answer === 'boolean' || answer === 'deferred') return [];
  if (isRefusal(answer)) return [Buffer.from(answer.message)];
  if (answer instanceof CheckFault) return [Buffer.from(answer.detail)];
  if (!isVerified(answer)) return [answer];
  const { parts, decoded, bodyEntry } = answer;
  const fields = kinds[kindIndex(parts.operation)]?.layout.encode(decoded.fields) ?? new Uint8Array();
  const known = [Buffer.from(decoded.nonce), fields, bodyEntry];
  return sent ? known : [...known, parts.text, parts.publicKey, parts.signature];
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

function writeVerified(view: DataView, bytes: Uint8Array, entry: number, item: VerifiedItem): void {
  view.setUint16(entry + AT.kind, kindIndex(item.parts.operation), true);
  view.setUint32(entry + AT.keyAt, item.parts.keyAt, true);
  view.setUint32(entry + AT.signedLength, item.signedLength, true);
  view.setFloat64(entry + AT.timestamp, item.decoded.timestamp, true);
  view.setFloat64(entry + AT.accountNonce, item.decoded.accountNonce ?? Number.NaN, true);
  view.setFloat64(entry + AT.expectedNonce, item.expected.nonce ?? Number.NaN, true);
  writeU128(view, entry + AT.priorityFee, item.decoded.priorityFee);
  view.setUint8(
    entry + AT.flags,
    (item.expected.fee === undefined ? 0 : FLAG.expectsFee) | (item.decoded.unsoundFee ? FLAG.unsoundFee : 0),
  );
  writeU128(view, entry + AT.expectedFee, item.expected.fee ?? 0n);
  bytes.set(accountBytes(item.sender), entry + AT.sender);
  bytes.set(item.id, entry + AT.id);
  bytes.set(item.leaf, entry + AT.leaf);
}

/** Up to this size an answer is about as large as the objects that the main thread makes of it. */
const SHARED_BYTES = 1024 * 1024;

/** V8 counts the bytes of an ordinary buffer as a reason to mark the whole heap, with helper threads, every 64 MiB: at thousands of
 *  transactions a second once a second. Shared memory is not counted. Its number is bounded by the objects beside it, which are. */
const answerMemory = (size: number): ArrayBufferLike =>
  size > SHARED_BYTES ? Buffer.allocUnsafeSlow(size).buffer : new SharedArrayBuffer(size);

/** Runs in the worker. @param items of the packet; @param answers to them, in the same order. */
export function encodeAnswers(
  items: readonly PacketItem[],
  answers: readonly WorkerAnswer[],
  cost: PacketCost,
): ArrayBufferLike {
  invariant(items.length === answers.length, 'every item has one answer');
  const strings = answers.map((answer, index) => stringsOf(answer, items[index]?.type === 'transaction'));
  let at = HEAD + answers.length * ENTRY;
  let size = at;
  for (const list of strings) for (const { length } of list) size += length;
  const buffer = answerMemory(size);
  const bytes = new Uint8Array(buffer);
  const view = new DataView(buffer);
  view.setUint32(0, answers.length, true);
  view.setUint32(4, cost.signatures, true);
  view.setFloat64(8, cost.microseconds, true);
  [cost.hits, cost.misses, cost.evictions, cost.keys].forEach((count, order) => {
    view.setUint32(16 + order * 4, count, true);
  });
  answers.forEach((answer, index) => {
    const entry = HEAD + index * ENTRY;
    view.setUint8(entry + AT.verdict, verdictOf(answer));
    view.setUint32(entry + AT.offset, at, true);
    if (isRefusal(answer)) {
      view.setUint8(entry + AT.code, refusalCodes.indexOf(answer.code));
      view.setFloat64(entry + AT.retrySeconds, answer.retryAfterSeconds ?? Number.NaN, true);
    } else if (isVerified(answer)) writeVerified(view, bytes, entry, answer);
    strings[index]?.forEach((part, order) => {
      if (order < 4) view.setUint32(entry + AT.lengthFirst + order * 4, part.length, true);
      bytes.set(part, at);
      at += part.length;
    });
  });
  return buffer;
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

  #parts(entry: number, at: number, operation: string): SignedParts {
    const length = this.#view.getUint32(entry + AT.lengthText, true);
    return {
      operation,
      text: new Uint8Array(this.buffer, at, length),
      publicKey: new Uint8Array(this.buffer, at + length, PUBLIC_KEY_BYTES),
      signature: new Uint8Array(this.buffer, at + length + PUBLIC_KEY_BYTES, SIGNATURE_BYTES),
      keyAt: this.#view.getUint32(entry + AT.keyAt, true),
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
