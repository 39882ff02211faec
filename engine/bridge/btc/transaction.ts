/** Raw Bitcoin transactions (BIP 144), read strictly.
 *
 *  In: the bytes of one transaction. Out: inputs, outputs and the id that the bytes hash to, or a refusal. Whatever another reader could
 *  understand differently is refused: lengths in more bytes than needed, a witness without content, bytes after the end. */

import { bytesEqual, concatBytes } from '../../base/bytes.js';
import { type Refusal, refuse } from '../../base/refusal.js';
import { doubleSha256, shownHash } from './hash.js';

/** All satoshis that can exist; no output and no sum of outputs may be larger (consensus rule of Bitcoin). */
export const MAX_SATS = 2_100_000_000_000_000n;

/** A block has 4,000,000 units of weight, and a byte weighs at least one. */
export const MAX_TRANSACTION_BYTES = 4_000_000;

/** The shortest input has 41 bytes, the shortest output 9. */
const INPUT_BYTES = 41;
const OUTPUT_BYTES = 9;

/** Size of an inner node of a Merkle tree. */
const NODE_BYTES = 64;

const NO_HASH = new Uint8Array(32);
const NO_INDEX = 0xffff_ffff;

export interface BtcInput {
  /** Id of the transaction whose output it spends, as explorers show it. */
  readonly previousId: string;
  readonly previousIndex: number;
  readonly script: Uint8Array;
  readonly sequence: number;
  readonly witness: readonly Uint8Array[];
}

export interface BtcOutput {
  /** Satoshis. */
  readonly value: bigint;
  readonly script: Uint8Array;
}

export interface BtcTransaction {
  readonly id: string;
  readonly version: number;
  readonly inputs: readonly BtcInput[];
  readonly outputs: readonly BtcOutput[];
  readonly lockTime: number;
  readonly isCoinbase: boolean;
  /** Bytes without the witness, which the id covers. */
  readonly strippedLength: number;
}

/** Thrown inside the reader only. */
class Malformed {
  constructor(readonly reason: string) {}
}

class Reader {
  #at = 0;
  readonly #view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get at(): number {
    return this.#at;
  }

  get left(): number {
    return this.bytes.length - this.#at;
  }

  #advance(length: number): number {
    if (length > this.left) throw new Malformed('it ends too early');
    const at = this.#at;
    this.#at += length;
    return at;
  }

  byte(): number {
    return this.#view.getUint8(this.#advance(1));
  }

  peek(): number | undefined {
    return this.bytes[this.#at];
  }

  signed32(): number {
    return this.#view.getInt32(this.#advance(4), true);
  }

  unsigned32(): number {
    return this.#view.getUint32(this.#advance(4), true);
  }

  unsigned64(): bigint {
    return this.#view.getBigUint64(this.#advance(8), true);
  }

  take(length: number): Uint8Array {
    const at = this.#advance(length);
    return this.bytes.slice(at, at + length);
  }

  /** A CompactSize in its shortest form. */
  size(): number {
    const first = this.byte();
    if (first < 0xfd) return first;
    const [value, least] =
      first === 0xfd
        ? [BigInt(this.#view.getUint16(this.#advance(2), true)), 0xfdn]
        : first === 0xfe
          ? [BigInt(this.unsigned32()), 0x1_0000n]
          : [this.unsigned64(), 0x1_0000_0000n];
    if (value < least) throw new Malformed('a length is not in its shortest form');
    if (value > BigInt(MAX_TRANSACTION_BYTES)) throw new Malformed('a length is larger than a transaction');
    return Number(value);
  }

  /** The number of items that follow, each at least `itemBytes` long: none is allocated for a number that cannot be. */
  count(itemBytes: number): number {
    const count = this.size();
    if (count * itemBytes > this.left) throw new Malformed('it has fewer bytes than items');
    return count;
  }

  list<T>(itemBytes: number, read: () => T): T[] {
    return Array.from({ length: this.count(itemBytes) }, read);
  }

  data(): Uint8Array {
    return this.take(this.size());
  }
}

type BareInput = Omit<BtcInput, 'witness'>;

function readInput(reader: Reader): BareInput {
  const previousId = shownHash(reader.take(32));
  const previousIndex = reader.unsigned32();
  return { previousId, previousIndex, script: reader.data(), sequence: reader.unsigned32() };
}

function readOutput(reader: Reader): BtcOutput {
  const value = reader.unsigned64();
  if (value > MAX_SATS) throw new Malformed('an output is larger than all coins');
  return { value, script: reader.data() };
}

const isNullInput = ({ previousId, previousIndex }: BareInput): boolean =>
  previousIndex === NO_INDEX && previousId === shownHash(NO_HASH);

/** Rules of consensus that need no other transaction. */
function checkParts(inputs: readonly BareInput[], outputs: readonly BtcOutput[], isCoinbase: boolean): void {
  if (inputs.length === 0) throw new Malformed('it has no inputs');
  if (outputs.length === 0) throw new Malformed('it has no outputs');
  if (!isCoinbase && inputs.some(isNullInput)) throw new Malformed('an input spends nothing');
  const spent = new Set(inputs.map(({ previousId, previousIndex }) => `${previousId}:${previousIndex}`));
  if (spent.size !== inputs.length) throw new Malformed('two inputs spend the same output');
  if (outputs.reduce((sum, { value }) => sum + value, 0n) > MAX_SATS)
    throw new Malformed('its outputs are larger than all coins');
}

function readTransaction(bytes: Uint8Array): BtcTransaction {
  const reader = new Reader(bytes);
  const version = reader.signed32();
  // An input count of zero is the marker of a witness.
  const hasWitness = reader.peek() === 0;
  if (hasWitness) {
    reader.byte();
    if (reader.byte() !== 1) throw new Malformed('its witness flag is unknown');
  }
  const bodyStart = reader.at;
  const inputs = reader.list(INPUT_BYTES, () => readInput(reader));
  const outputs = reader.list(OUTPUT_BYTES, () => readOutput(reader));
  const bodyEnd = reader.at;
  const witnesses = hasWitness ? inputs.map(() => reader.list(1, () => reader.data())) : [];
  if (hasWitness && witnesses.every(({ length }) => length === 0)) throw new Malformed('its witness is empty');
  const lockTimeAt = reader.at;
  const lockTime = reader.unsigned32();
  if (reader.left > 0) throw new Malformed('bytes follow its end');
  const isCoinbase = inputs.length === 1 && isNullInput(inputs[0] as BareInput);
  checkParts(inputs, outputs, isCoinbase);
  const stripped = hasWitness
    ? concatBytes(bytes.subarray(0, 4), bytes.subarray(bodyStart, bodyEnd), bytes.subarray(lockTimeAt))
    : bytes;
  return {
    ...{ id: shownHash(doubleSha256(stripped)), version, outputs, lockTime, isCoinbase },
    inputs: inputs.map((input, index) => ({ ...input, witness: witnesses[index] ?? [] })),
    strippedLength: stripped.length,
  };
}

/** @returns the transaction, or a refusal that says why the bytes are not one. */
export function parseBtcTransaction(bytes: Uint8Array): BtcTransaction | Refusal {
  if (bytes.length > MAX_TRANSACTION_BYTES)
    return refuse('too_large', `a Bitcoin transaction has at most ${MAX_TRANSACTION_BYTES} bytes`);
  try {
    return readTransaction(bytes);
  } catch (error) {
    if (error instanceof Malformed)
      return refuse('malformed_body', `the raw Bitcoin transaction is malformed: ${error.reason}`);
    throw error;
  }
}

/** A transaction of this length could pass as two hashes of a Merkle tree, and a proof for it as one of what they stand for. */
export const looksLikeNode = ({ strippedLength }: BtcTransaction): boolean => strippedLength === NODE_BYTES;

/** Satoshis that go to a script. */
export const paidTo = (outputs: readonly BtcOutput[], script: Uint8Array): bigint =>
  outputs.reduce((sum, output) => (bytesEqual(output.script, script) ? sum + output.value : sum), 0n);
