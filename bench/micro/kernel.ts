/** Bench of the ML-DSA-65 kernel on one thread: messages of 300 bytes, 64 keys.
 *
 *  Verification with cached keys comes first, one at a time and two at a time; then with the cache off, so that every key
 *  is expanded. Garbage is not collected between the rounds: a collection discards compiled code, and noble would start
 *  again in each. Each figure is compared with @noble/post-quantum, and with OpenSSL where this Node has ML-DSA-65,
 *  with its key objects kept. The number of signing attempts depends on the message: all ways sign the same ones. OpenSSL
 *  draws random bytes for each signature, so its attempts differ. */

import { createPrivateKey, sign as opensslSign, verify as opensslVerify } from 'node:crypto';
import { invariant } from '../../engine/base/refusal.js';
import { type KeyPair, nobleBackend } from '../../engine/crypto/mldsa.js';
import { hasOpenssl, opensslKey } from '../../test/support/secondOpinions.js';
import { createKernelBackend, type SignedItem } from '../../workers/kernel/kernel.js';
import {
  type BenchDefinition,
  type BenchOptions,
  besideFigure,
  type Figure,
  figureOf,
  ratioAtLeast,
} from '../figures.js';
import { timed } from '../measure.js';
import {
  benchMessage,
  benchSeed,
  held,
  REPEATS,
  type SignedSet,
  signedSet,
  WARM_CACHE_BYTES,
  WARM_KEYS,
  warmRound,
} from './warmSignature.js';

const ROUNDS = 41;
/** Verifications by a way that takes milliseconds, and signatures by every way, per round. */
const FEW = 8;

const kernel = createKernelBackend({ cacheBytes: WARM_CACHE_BYTES });
const cold = createKernelBackend({ cacheBytes: 0 });

/** Ways by name: each does its share of a round and returns how many it did. */
type Ways = Readonly<Record<string, (round: number) => number>>;

function verifying(set: SignedSet): Ways {
  const { items } = set;
  const few = (round: number): readonly SignedItem[] =>
    Array.from({ length: FEW }, (_, at) => items[(round * FEW + at) % WARM_KEYS] as SignedItem);
  const many = Array.from({ length: REPEATS }, () => items).flat();
  const keys = new Map(hasOpenssl ? items.map(({ publicKey }) => [publicKey, opensslKey(publicKey)]) : []);
  return {
    cached: () => held(many.map((item) => kernel.verify(item.signature, item.message, item.publicKey))),
    pairs: warmRound(set, kernel),
    cold: () => held(items.map((item) => cold.verify(item.signature, item.message, item.publicKey))),
    noble: (round) => held(few(round).map((item) => nobleBackend.verify(item.signature, item.message, item.publicKey))),
    ...(hasOpenssl && {
      openssl: (round) =>
        held(
          few(round).map((item) => {
            const key = keys.get(item.publicKey);
            return key !== undefined && opensslVerify(null, item.message, key, item.signature);
          }),
        ),
    }),
  };
}

/** PrivateKeyInfo of ML-DSA-65 with a seed. */
const SEED_PREFIX = Buffer.from('3034020100300b060960864801650304031204228020', 'hex');

function signing({ pairs }: SignedSet): Ways {
  const each = (round: number, work: (message: Uint8Array, at: number) => unknown): number => {
    for (let at = 0; at < FEW; at++) work(benchMessage(round * FEW + at), (round * FEW + at) % WARM_KEYS);
    return FEW;
  };
  const secret = (at: number): Uint8Array => (pairs[at] as KeyPair).secretKey;
  const keys = hasOpenssl
    ? pairs.map((_, serial) =>
        createPrivateKey({ key: Buffer.concat([SEED_PREFIX, benchSeed(serial)]), format: 'der', type: 'pkcs8' }),
      )
    : [];
  return {
    sign: (round) => each(round, (text, at) => kernel.sign(text, secret(at))),
    nobleSign: (round) => each(round, (text, at) => nobleBackend.sign(text, secret(at))),
    keygen: (round) => each(round, (_, at) => kernel.keygen(benchSeed(at))),
    nobleKeygen: (round) => each(round, (_, at) => nobleBackend.keygen(benchSeed(at))),
    ...(hasOpenssl && {
      opensslSign: (round) =>
        each(round, (text, at) => {
          const key = keys[at];
          invariant(key, 'every key has its object');
          opensslSign(null, text, key);
        }),
    }),
  };
}

/** Calls until the kernel's code has been compiled for speed. */
const WARM_UP = 12;

async function measure({ quick }: BenchOptions): Promise<readonly Figure[]> {
  const prepared = signedSet(kernel);
  const ways: Ways = { ...verifying(prepared), ...signing(prepared) };
  const times = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < (quick ? 1 : WARM_UP); round++) for (const way of Object.values(ways)) way(round);
  for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
    for (const [name, way] of Object.entries(ways)) {
      const { milliseconds, value } = timed(() => way(round));
      times.get(name)?.push((milliseconds * 1_000) / value);
    }
  }
  const of = (name: string): readonly number[] => times.get(name) ?? [];
  const figure = (about: string, name: string): Figure => figureOf(about, of(name), 'us');
  const beside = (about: string, name: string, engine: string): Figure =>
    besideFigure(about, of(name), of(engine), 'us');
  return [
    figure('verify: kernel, cached key', 'cached'),
    figure('verify: kernel, cached keys, two at a time', 'pairs'),
    figure('verify: kernel, cache off', 'cold'),
    ratioAtLeast(beside('verify: noble, beside a cached key', 'noble', 'cached'), 130),
    ratioAtLeast(beside('verify: noble, beside two at a time', 'noble', 'pairs'), 140),
    ratioAtLeast(beside('verify: noble, beside the cache off', 'noble', 'cold'), 28),
    ...(hasOpenssl ? [beside('verify: OpenSSL, beside a cached key', 'openssl', 'cached')] : []),
    figure('sign: kernel', 'sign'),
    ratioAtLeast(beside('sign: noble', 'nobleSign', 'sign'), 15),
    ...(hasOpenssl ? [beside('sign: OpenSSL', 'opensslSign', 'sign')] : []),
    figure('keygen: kernel', 'keygen'),
    beside('keygen: noble', 'nobleKeygen', 'keygen'),
  ];
}

export const kernelBench: BenchDefinition = {
  name: 'kernel',
  about: 'ML-DSA-65 on one thread: verify with cached keys and without, sign, keygen, beside noble and OpenSSL',
  run: measure,
};
