/** The test that a signature backend must pass before its answers are trusted: known valid and invalid signatures.
 *
 *  In: a backend. Out: the cost of one check once the code is warm, or an Error that says what it got wrong. The known
 *  answers are those of FIPS 204 for one seed and one message: keys and the deterministic signature follow from them. */

import { utf8 } from '../../engine/base/bytes.js';
import {
  type PacketBackend,
  SEED_BYTES,
  SIGNATURE_BYTES,
  type SignatureBackend,
  type SignatureItem,
} from '../../engine/crypto/mldsa.js';
import { sha256Hex } from '../../engine/crypto/sha256.js';

/** The bytes 0 to 31. */
const SEED = Uint8Array.from({ length: SEED_BYTES }, (_, index) => index);
const MESSAGE = utf8('rouged verification self-test');

/** SHA-256 of the public key, the secret key and the deterministic signature (algorithms 1 and 2, empty context). */
const PUBLIC_KEY_SHA256 = 'd666806e11cee19a7c989f7445f90dd419cf4d2d51db8c0fdb4c0f0a542238c9';
const SECRET_KEY_SHA256 = '9f1e24f47795fe50040384e3d6183988047170fa2d866406b70fe0a3f8216063';
const SIGNATURE_SHA256 = '48753575208c73ecc7d3aa1f3e5c4b96e8720ee64999b2ce78bcb375a3217caf';

/** Least checks before the timed ones; a fast backend makes more, because some hundred runs are needed until its code is
 *  fully compiled. */
const WARM_UP = { rounds: 4, maxRounds: 400, milliseconds: 15 } as const;
/** Checks over which the time of one is averaged. */
const TIMED = 8;

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** Positions in a signature (FIPS 204, algorithm 26): the commitment hash, the response, the hint, its counters. */
const SIGNATURE_PARTS = [0, 100, 3_248, SIGNATURE_BYTES - 1];

/** What is tested: packets too where the backend takes them. */
export type TestedBackend = SignatureBackend & Partial<Pick<PacketBackend, 'verifyMany'>>;

class SelfTest {
  readonly #publicKey: Uint8Array;
  readonly #secretKey: Uint8Array;
  readonly #signature: Uint8Array;

  constructor(
    private readonly backend: TestedBackend,
    private readonly clock: () => number,
  ) {
    const { publicKey, secretKey } = backend.keygen(SEED);
    this.#require(sha256Hex(publicKey) === PUBLIC_KEY_SHA256, 'wrong public key for a known seed');
    this.#require(sha256Hex(secretKey) === SECRET_KEY_SHA256, 'wrong secret key for a known seed');
    this.#publicKey = publicKey;
    this.#secretKey = secretKey;
    this.#signature = backend.sign(MESSAGE, secretKey);
    this.#require(sha256Hex(this.#signature) === SIGNATURE_SHA256, 'wrong signature of a known message');
  }

  #require(holds: boolean, what: string): void {
    if (!holds) throw new Error(`the signature backend "${this.backend.name}" fails its self-test: ${what}`);
  }

  accepts(): void {
    this.#require(this.backend.verify(this.#signature, MESSAGE, this.#publicKey), 'a valid signature is refused');
  }

  refusals(): void {
    const signature = this.#signature;
    const publicKey = this.#publicKey;
    for (const at of SIGNATURE_PARTS)
      this.#require(
        !this.backend.verify(flipped(signature, at), MESSAGE, publicKey),
        'a changed signature is accepted',
      );
    this.#require(!this.backend.verify(signature, flipped(MESSAGE, 0), publicKey), 'a changed message is accepted');
    this.#require(!this.backend.verify(signature, MESSAGE, flipped(publicKey, 0)), 'another key is accepted');
    this.#require(!this.backend.verify(signature.subarray(1), MESSAGE, publicKey), 'a short signature is accepted');
    this.#require(!this.backend.verify(signature, MESSAGE, publicKey.subarray(1)), 'a short key is accepted');
  }

  /** Valid and invalid signatures side by side, of known and unknown keys: each has its own verdict, whatever is beside it. */
  packets(): void {
    const verifyMany = this.backend.verifyMany?.bind(this.backend);
    if (!verifyMany) return;
    const good = { signature: this.#signature, message: MESSAGE, publicKey: this.#publicKey };
    const bad = { ...good, signature: flipped(this.#signature, 100) };
    const garbage = { ...good, signature: new Uint8Array(7) };
    const patterns = [[good], [good, bad], [bad, good], [bad, garbage, good, good, garbage, bad]];
    for (const known of [() => true, (index: number) => index % 2 === 0])
      for (const pattern of patterns) {
        const items = pattern.map((item, index): SignatureItem => ({ ...item, known: known(index) }));
        const verdicts = verifyMany(items);
        const right = verdicts.length === items.length && pattern.every((item, at) => verdicts[at] === (item === good));
        this.#require(right, 'wrong verdicts of a packet');
      }
  }

  hedged(): void {
    const signature = this.backend.sign(MESSAGE, this.#secretKey, flipped(SEED, 0));
    this.#require(sha256Hex(signature) !== SIGNATURE_SHA256, 'randomness does not change a signature');
    this.#require(this.backend.verify(signature, MESSAGE, this.#publicKey), 'a hedged signature is refused');
  }

  /** @returns microseconds of one check. */
  time(): number {
    const from = this.clock();
    for (let round = 0; round < WARM_UP.maxRounds; round++) {
      this.accepts();
      if (round >= WARM_UP.rounds && this.clock() - from > WARM_UP.milliseconds) break;
    }
    const start = this.clock();
    for (let round = 0; round < TIMED; round++) this.accepts();
    return ((this.clock() - start) * 1_000) / TIMED;
  }
}

/** @param clock milliseconds of a monotonic clock. @returns microseconds of one check of a key that it has seen.
 *  @throws Error naming the known answer that was missed. */
export function testBackend(backend: TestedBackend, clock: () => number): number {
  const test = new SelfTest(backend, clock);
  test.accepts();
  test.refusals();
  test.packets();
  test.hedged();
  const microseconds = test.time();
  // The first refusals came from code that was not fully compiled yet.
  test.refusals();
  return microseconds;
}
