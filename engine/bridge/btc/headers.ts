/** Block headers of Bitcoin and their proof of work, from a pinned checkpoint on.
 *
 *  In: headers in their order. Out: the chain that they make on the checkpoint, with its work, or a refusal. Checked: the hash of the
 *  checkpoint, every link, every target by the rule of its network, every proof of work, that time does not stand still. Not checked:
 *  transactions; whoever breaks other rules of Bitcoin has to pay for the work all the same. */

import { asBuffer, bytesEqual } from '../../base/bytes.js';
import { type Refusal, refuse } from '../../base/refusal.js';
import type { BtcNetwork } from './address.js';
import { doubleSha256, shownHash } from './hash.js';

export const HEADER_BYTES = 80;

/** Blocks between two changes of the target. */
export const RETARGET_BLOCKS = 2_016;

/** Two weeks: what those blocks should take, in seconds. */
const RETARGET_SECONDS = 1_209_600;

/** A target changes at most by this factor. */
const RETARGET_FACTOR = 4;

/** A header is later than the median of so many before it. */
const MEDIAN_HEADERS = 11;

/** Networks with rules of work that can be checked without their blocks: the test network allows blocks of least difficulty after 20
 *  minutes, so its headers prove nothing. */
export const PROVABLE_NETWORKS = ['mainnet', 'regtest'] as const satisfies readonly BtcNetwork[];
export type ProvableNetwork = (typeof PROVABLE_NETWORKS)[number];

/** The easiest target, in the short form. */
const EASIEST_BITS: Readonly<Record<ProvableNetwork, number>> = { mainnet: 0x1d00_ffff, regtest: 0x207f_ffff };

export interface BtcHeader {
  /** In the byte order of headers. */
  readonly hash: Uint8Array;
  readonly previous: Uint8Array;
  readonly merkleRoot: Uint8Array;
  /** Seconds. */
  readonly time: number;
  readonly bits: number;
}

export interface Checkpoint {
  readonly height: number;
  /** As explorers show it. */
  readonly hash: string;
}

const bad = (sentence: string): Refusal => refuse('rule_violation', sentence);

/** @returns undefined when there are not exactly 80 bytes. */
export function parseHeader(bytes: Uint8Array): BtcHeader | undefined {
  if (bytes.length !== HEADER_BYTES) return undefined;
  const buffer = asBuffer(bytes);
  return {
    hash: doubleSha256(bytes),
    previous: bytes.slice(4, 36),
    merkleRoot: bytes.slice(36, 68),
    time: buffer.readUInt32LE(68),
    bits: buffer.readUInt32LE(72),
  };
}

/** The target of the short form. @returns undefined for a negative or zero one, or one of more than 256 bits. */
export function targetOf(bits: number): bigint | undefined {
  const exponent = bits >>> 24;
  const mantissa = BigInt(bits & 0x7f_ffff);
  if ((bits & 0x80_0000) !== 0) return undefined;
  const target = exponent <= 3 ? mantissa >> BigInt(8 * (3 - exponent)) : mantissa << BigInt(8 * (exponent - 3));
  return target > 0n && target < 1n << 256n ? target : undefined;
}

/** The short form of a target: it keeps the first three bytes, or two when the third would look like a sign. */
export function bitsOf(target: bigint): number {
  let size = Math.ceil(target.toString(2).length / 8);
  let mantissa = size <= 3 ? target << BigInt(8 * (3 - size)) : target >> BigInt(8 * (size - 3));
  if (mantissa > 0x7f_ffffn) {
    mantissa >>= 8n;
    size++;
  }
  return size * 0x100_0000 + Number(mantissa);
}

/** Hashes that a block of this target takes on average. */
const workOf = (target: bigint): bigint => (1n << 256n) / (target + 1n);

const numberOf = (hash: Uint8Array): bigint => BigInt(`0x${shownHash(hash)}`);

/** The target after a period, in the short form.
 *  @param firstTime of the first header of the period. @param last header of the period. */
export function retargeted(
  firstTime: number,
  last: Pick<BtcHeader, 'time' | 'bits'>,
  network: ProvableNetwork,
): number {
  const least = RETARGET_SECONDS / RETARGET_FACTOR;
  const seconds = Math.min(Math.max(last.time - firstTime, least), RETARGET_SECONDS * RETARGET_FACTOR);
  const easiest = targetOf(EASIEST_BITS[network]) ?? 0n;
  const target = ((targetOf(last.bits) ?? 0n) * BigInt(seconds)) / BigInt(RETARGET_SECONDS);
  return bitsOf(target > easiest ? easiest : target);
}

/** A chain of headers from a checkpoint on; grows at its end. */
export class HeaderChain {
  readonly #headers: BtcHeader[] = [];
  #work = 0n;

  private constructor(
    readonly network: ProvableNetwork,
    readonly checkpoint: Checkpoint,
  ) {}

  /** @returns a refusal when the network proves nothing, or when its targets could not be followed from the checkpoint. */
  static from(network: BtcNetwork, checkpoint: Checkpoint): HeaderChain | Refusal {
    const provable = PROVABLE_NETWORKS.find((name) => name === network);
    if (!provable)
      return bad(`headers of ${network} prove no work: SPV is for ${PROVABLE_NETWORKS.join(' and ')} only`);
    if (provable === 'mainnet' && checkpoint.height % RETARGET_BLOCKS !== 0)
      return bad(
        `the height of the checkpoint must be a multiple of ${RETARGET_BLOCKS}, where a period of one target begins`,
      );
    return new HeaderChain(provable, checkpoint);
  }

  /** Headers. */
  get length(): number {
    return this.#headers.length;
  }

  /** Height of the last header; one less than the checkpoint's when there is none. */
  get tipHeight(): number {
    return this.checkpoint.height + this.#headers.length - 1;
  }

  /** Hashes that the headers took on average. */
  get work(): bigint {
    return this.#work;
  }

  at(height: number): BtcHeader | undefined {
    return this.#headers[height - this.checkpoint.height];
  }

  /** A chain of the same headers up to a height, which grows on its own. */
  upTo(height: number): HeaderChain {
    const copy = new HeaderChain(this.network, this.checkpoint);
    for (const header of this.#headers.slice(0, Math.max(0, height - this.checkpoint.height + 1))) copy.#add(header);
    return copy;
  }

  #add(header: BtcHeader): void {
    this.#headers.push(header);
    this.#work += workOf(targetOf(header.bits) ?? 0n);
  }

  /** Adds a header at the end. @returns a refusal, and nothing is added, when it does not follow. */
  extend(header: BtcHeader): Refusal | undefined {
    const problem = this.#problem(header);
    if (problem === undefined) this.#add(header);
    return problem === undefined ? undefined : bad(`block header ${this.tipHeight + 1} ${problem}`);
  }

  /** Whether a header is the checkpoint of an empty chain, or names the last one. */
  follows(header: BtcHeader): boolean {
    const last = this.#headers.at(-1);
    return last ? bytesEqual(header.previous, last.hash) : shownHash(header.hash) === this.checkpoint.hash;
  }

  #problem(header: BtcHeader): string | undefined {
    const last = this.#headers.at(-1);
    if (!this.follows(header)) return last ? 'does not follow the one before it' : 'is not the checkpoint';
    const expected = this.#expectedBits(last);
    if (expected !== undefined && header.bits !== expected) return 'has a target that is not the one of its height';
    const target = targetOf(header.bits);
    if (target === undefined || target > (targetOf(EASIEST_BITS[this.network]) ?? 0n))
      return 'has a target that is too easy';
    if (numberOf(header.hash) > target) return 'has no proof of work';
    return header.time > this.#medianTime() ? undefined : 'is not later than those before it';
  }

  /** The target of the checkpoint is pinned by its hash. */
  #expectedBits(last: BtcHeader | undefined): number | undefined {
    if (this.network === 'regtest') return EASIEST_BITS.regtest;
    if (last === undefined) return undefined;
    const height = this.tipHeight + 1;
    if (height % RETARGET_BLOCKS !== 0) return last.bits;
    const first = this.at(height - RETARGET_BLOCKS);
    return first && retargeted(first.time, last, this.network);
  }

  /** @returns -1 as long as not all headers that count are known. */
  #medianTime(): number {
    if (this.#headers.length < MEDIAN_HEADERS) return -1;
    const times = this.#headers.slice(-MEDIAN_HEADERS).map(({ time }) => time);
    return times.sort((a, b) => a - b)[Math.floor(MEDIAN_HEADERS / 2)] as number;
  }
}
