/** Signatures, good and bad, for two implementations to agree on.
 *
 *  In: a seeded random source. Out: any number of cases of a named kind. A third of them are made with a key
 *  whose t1 is zero: then the commitment does not depend on the challenge, anybody can make a valid signature from any z
 *  and any hints, and each rule of the standard can be broken on its own. The commitment hash is the one that the kernel
 *  itself computes; the other implementation decides whether the result is a signature. */

import type { KeyPair } from '../../engine/crypto/mldsa.js';
import { instantiateKernel, type KernelExports } from '../../workers/kernel/instance.js';
import { backendOf, type KernelBackend, type SignedItem } from '../../workers/kernel/kernel.js';
import type { SeededRandom } from './random.js';

export interface SignatureCase extends Required<SignedItem> {
  readonly kind: string;
}

const GAMMA1 = 2 ** 19;
/** Largest coefficient that a signature may have. */
export const Z_BOUND = GAMMA1 - 196 - 1;
const SIGNATURE_Z = 48;
const HINTS = 3_248;
const OMEGA = 55;
const COEFFICIENTS = 5 * 256;

/** BitPack of one coefficient of z, FIPS 204 algorithm 17, bit by bit. */
export function setCoefficient(signature: Uint8Array, index: number, value: number): void {
  const packed = GAMMA1 - value;
  for (let bit = 0; bit < 20; bit++) {
    const at = SIGNATURE_Z * 8 + index * 20 + bit;
    const mask = 1 << (at % 8);
    const byte = signature[at >> 3] as number;
    signature[at >> 3] = (packed >> bit) & 1 ? byte | mask : byte & ~mask;
  }
}

/** HintBitPack of sorted positions by row, FIPS 204 algorithm 20. */
function setHints(signature: Uint8Array, rows: readonly (readonly number[])[]): void {
  signature.fill(0, HINTS);
  let index = 0;
  rows.forEach((positions, row) => {
    for (const position of positions) signature[HINTS + index++] = position;
    signature[HINTS + OMEGA + row] = index;
  });
}

type Mutation = (item: SignatureCase, random: SeededRandom, bytes: (length: number) => Uint8Array) => SignatureCase;

function flipped(bytes: Uint8Array, random: SeededRandom, from = 0, to = bytes.length): Uint8Array {
  const copy = bytes.slice();
  if (to <= from) return copy;
  const at = random.between(from, to - 1);
  copy[at] = (copy[at] as number) ^ (1 << random.below(8));
  return copy;
}

function resized(bytes: Uint8Array, random: SeededRandom): Uint8Array {
  const length = random.chance(30) ? random.below(bytes.length) : bytes.length + random.between(-2, 2);
  const copy = new Uint8Array(length === bytes.length ? length + 1 : length);
  copy.set(bytes.subarray(0, copy.length));
  return copy;
}

/** Rearranges the encoded hints in a form that the standard refuses, or that comes close to one. */
function bentHints(signature: Uint8Array, random: SeededRandom): Uint8Array {
  const copy = signature.slice();
  const at = HINTS + random.below(OMEGA);
  const neighbour = at === HINTS ? at + 1 : at - 1;
  const counter = HINTS + OMEGA + random.below(6);
  const ways = [
    () => ([copy[at], copy[neighbour]] = [copy[neighbour] as number, copy[at] as number]),
    () => (copy[at] = copy[neighbour] as number),
    () => (copy[counter] = (copy[counter] as number) + random.between(-1, 1)),
    () => (copy[counter] = random.below(256)),
    () => (copy[at] = random.below(256)),
    () => (copy[HINTS + OMEGA - 1] = random.below(256)),
    () => copy.fill(random.below(256), HINTS + OMEGA),
  ];
  ways[random.below(ways.length)]?.();
  return copy;
}

/** Changes of a valid signature by an honest key. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'as signed': (item) => item,
  'bit of the signature': (item, random) => ({ ...item, signature: flipped(item.signature, random) }),
  'bit of the commitment hash': (item, random) => ({ ...item, signature: flipped(item.signature, random, 0, 48) }),
  'bit of the hints': (item, random) => ({ ...item, signature: flipped(item.signature, random, HINTS) }),
  'rearranged hints': (item, random) => ({ ...item, signature: bentHints(item.signature, random) }),
  'bit of the message': (item, random) => ({ ...item, message: flipped(item.message, random) }),
  'bit of the context': (item, random) => ({ ...item, context: flipped(item.context, random) }),
  'bit of the key': (item, random) => ({ ...item, publicKey: flipped(item.publicKey, random) }),
  'length of the signature': (item, random) => ({ ...item, signature: resized(item.signature, random) }),
  'length of the key': (item, random) => ({ ...item, publicKey: resized(item.publicKey, random) }),
  'length of the context': (item, random, bytes) => ({ ...item, context: bytes(random.between(200, 300)) }),
  'other context': (item, random, bytes) => ({ ...item, context: bytes(random.below(30)) }),
  'other message': (item, random, bytes) => ({ ...item, message: bytes(random.below(400)) }),
  'random key': (item, _random, bytes) => ({ ...item, publicKey: bytes(1_952) }),
  'random signature': (item, _random, bytes) => {
    const signature = bytes(3_309);
    signature.fill(0, HINTS);
    return { ...item, signature };
  },
  'coefficient at the bound': (item, random) => {
    const signature = item.signature.slice();
    const value = [Z_BOUND, Z_BOUND + 1, GAMMA1][random.below(3)] as number;
    const sign = value < GAMMA1 && random.chance(50) ? -1 : 1;
    setCoefficient(signature, random.below(COEFFICIENTS), sign * value);
    return { ...item, signature };
  },
  'extreme coefficients': (item, random) => {
    const signature = item.signature.slice();
    const extremes = [Z_BOUND, -Z_BOUND, 0, 1, -1];
    for (let index = 0; index < COEFFICIENTS; index++)
      setCoefficient(signature, index, extremes[random.below(extremes.length)] as number);
    return { ...item, signature };
  },
  'extreme key': (item, random) => {
    const publicKey = item.publicKey.slice();
    publicKey.fill(random.chance(50) ? 255 : 0, 32);
    return { ...item, publicKey };
  },
};

/** How a signature under a key with t1 = 0 differs from a valid one. */
const FORGERIES = [
  'forged, all coefficients extreme',
  'forged, one coefficient at the bound',
  'forged, one coefficient over the bound',
  'forged, 55 hints',
  'forged, hints out of order',
  'forged, a hint twice',
  'forged, counters that fall',
  'forged, padding of the hints',
] as const;
type Forgery = (typeof FORGERIES)[number];

export const KINDS: readonly string[] = [...Object.keys(MUTATIONS), ...FORGERIES];

/** Keys of a run: few enough for cache hits, but more than the cache holds. */
const KEYS = 24;

export class SignatureCases {
  readonly #random: SeededRandom;
  readonly #kernel: KernelExports = instantiateKernel(KEYS * 40_000);
  readonly #backend: KernelBackend = backendOf(this.#kernel);
  readonly #keys: readonly KeyPair[];

  constructor(random: SeededRandom) {
    this.#random = random;
    this.#keys = Array.from({ length: KEYS }, () => this.#backend.keygen(this.#bytes(32)));
  }

  #bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => this.#random.below(256));

  /** Mostly messages of the size of a transfer; some as long as a lane and longer. */
  #message(): Uint8Array {
    const long = this.#random.chance(2);
    return this.#bytes(long ? this.#random.between(15_900, 33_000) : this.#random.below(500));
  }

  /** @param kind one of `KINDS`. */
  make(kind: string): SignatureCase {
    const context = this.#random.chance(50) ? new Uint8Array(0) : this.#bytes(this.#random.below(256));
    const message = this.#message();
    const mutation = MUTATIONS[kind];
    if (!mutation) return this.#forge(kind as Forgery, message, context);
    const { publicKey, secretKey } = this.#keys[this.#random.below(KEYS)] as KeyPair;
    const randomness = this.#random.chance(50) ? this.#bytes(32) : undefined;
    const signature = this.#backend.sign(message, secretKey, randomness, context);
    return mutation({ kind, signature, message, publicKey, context }, this.#random, this.#bytes);
  }

  #forge(kind: Forgery, message: Uint8Array, context: Uint8Array): SignatureCase {
    const random = this.#random;
    const publicKey = new Uint8Array(1_952);
    publicKey.set((this.#keys[random.below(KEYS)] as KeyPair).publicKey.subarray(0, 32));
    const signature = new Uint8Array(3_309);
    const extreme = kind === 'forged, all coefficients extreme';
    for (let index = 0; index < COEFFICIENTS; index++) {
      const side = random.chance(50) ? Z_BOUND : -Z_BOUND;
      setCoefficient(signature, index, extreme ? side : random.between(-Z_BOUND, Z_BOUND));
    }
    const place = random.below(COEFFICIENTS);
    const side = random.chance(50) ? 1 : -1;
    if (kind === 'forged, one coefficient at the bound') setCoefficient(signature, place, side * Z_BOUND);
    if (kind === 'forged, one coefficient over the bound') setCoefficient(signature, place, side * (Z_BOUND + 1));
    this.#forgeHints(kind, signature);
    const fitting = message.subarray(0, 10_000);
    signature.set(this.#commitmentHash(signature, fitting, publicKey, context));
    return { kind, signature, message: fitting, publicKey, context };
  }

  #forgeHints(kind: Forgery, signature: Uint8Array): void {
    const total = kind === 'forged, 55 hints' ? OMEGA : this.#random.between(4, OMEGA - 1);
    const rows: Set<number>[] = Array.from({ length: 6 }, () => new Set());
    // The first row has at least two, so that their order can be broken.
    rows[0]?.add(this.#random.below(100)).add(this.#random.between(100, 255));
    for (let made = 2; made < total; ) {
      const row = rows[this.#random.below(6)] as Set<number>;
      const before = row.size;
      row.add(this.#random.below(256));
      made += row.size - before;
    }
    if (kind === 'forged, counters that fall') {
      // The third row gives the second one's hint to the fourth, where it still comes first: nothing else is wrong.
      rows[1] = new Set([this.#random.below(60)]);
      rows[2] = new Set();
      rows[3] = new Set([this.#random.between(60, 255)]);
    }
    setHints(
      signature,
      rows.map((row) => [...row].sort((a, b) => a - b)),
    );
    const first = signature[HINTS] as number;
    const second = signature[HINTS + 1] as number;
    if (kind === 'forged, hints out of order') signature.set([second, first], HINTS);
    if (kind === 'forged, a hint twice') signature[HINTS + 1] = first;
    if (kind === 'forged, counters that fall') signature[HINTS + OMEGA + 2] = (signature[HINTS + OMEGA + 1] ?? 0) - 1;
    if (kind === 'forged, padding of the hints') signature[HINTS + OMEGA - 1] = this.#random.between(1, 255);
  }

  /** The kernel's hash of the commitment when no earlier check stops it. */
  #commitmentHash(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array, context: Uint8Array): Uint8Array {
    const kernel = this.#kernel;
    const bytes = new Uint8Array(kernel.memory.buffer);
    const lane = kernel.laneAt(0);
    // The check unpacks z when the hints are in order, so there are none for the moment.
    const plain = signature.slice();
    plain.fill(0, HINTS);
    bytes.set(plain, lane + kernel.LANE_SIGNATURE.value);
    kernel.checkSignature(0);
    bytes.set(signature, lane + kernel.LANE_SIGNATURE.value);
    bytes.set(publicKey, lane + kernel.LANE_KEY.value);
    kernel.prepareMessage(0, context.length);
    bytes.set(context, lane + kernel.LANE_MESSAGE.value + 66);
    bytes.set(message, lane + kernel.LANE_MESSAGE.value + 66 + context.length);
    kernel.verifyOne(0, 66 + context.length + message.length);
    return bytes.slice(lane + kernel.LANE_HASH.value, lane + kernel.LANE_HASH.value + 48);
  }
}
