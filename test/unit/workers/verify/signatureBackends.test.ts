/** The choice of a signature backend: a backend with one wrong answer is skipped with a warning; one that was requested by name is
 *  never replaced. And the OpenSSL backend, where this Node has it. */

import { describe, expect, test } from 'vitest';
import {
  nobleBackend,
  type PacketBackend,
  PUBLIC_KEY_BYTES,
  SIGNATURE_BYTES,
} from '../../../../engine/crypto/mldsa.js';
import { BackendLog } from '../../../../workers/verify/backendLog.js';
import { testBackend } from '../../../../workers/verify/backendSelfTest.js';
import { openNativeBackend } from '../../../../workers/verify/nativeBackend.js';
import {
  BACKEND_CHOICES,
  chooseBackend,
  type OpenBackend,
  oneByOne,
  signatureBackends,
} from '../../../../workers/verify/signatureBackends.js';
import { backendsHere } from '../../../support/backends.js';
import { pattern } from '../../../vectors/independent.js';

const clock = (): number => performance.now();
const noble = oneByOne(nobleBackend);

const changed = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes, (byte, at) => (at === 50 ? byte ^ 1 : byte));

/** One wrong answer each, and what the self-test must say about it. */
const sabotages: readonly (readonly [string, Partial<PacketBackend>])[] = [
  [
    'wrong public key for a known seed',
    { keygen: (seed) => ({ ...noble.keygen(seed), publicKey: changed(noble.keygen(seed).publicKey) }) },
  ],
  [
    'wrong secret key for a known seed',
    { keygen: (seed) => ({ ...noble.keygen(seed), secretKey: changed(noble.keygen(seed).secretKey) }) },
  ],
  ['wrong signature of a known message', { sign: (message, key) => noble.sign(message, key, pattern(32)) }],
  ['randomness does not change a signature', { sign: (message, key) => noble.sign(message, key) }],
  [
    'a hedged signature is refused',
    {
      sign: (message, key, randomness) =>
        randomness ? changed(noble.sign(message, key, randomness)) : noble.sign(message, key),
    },
  ],
  ['a valid signature is refused', { verify: () => false, verifyMany: noble.verifyMany }],
  ['a changed signature is accepted', { verify: (signature) => signature.length === SIGNATURE_BYTES }],
  [
    'a changed signature is accepted',
    {
      // The norm of z alone: the last polynomial is not looked at.
      verify: (signature, message, key) =>
        noble.verify(signature, message, key) ||
        noble.verify(signature.with(3_308, (signature[3_308] ?? 0) ^ 1), message, key),
    },
  ],
  [
    'a changed message is accepted',
    {
      verify: (signature, message, key) =>
        noble.verify(signature, message, key) || noble.verify(signature, message.with(0, (message[0] ?? 0) ^ 1), key),
    },
  ],
  [
    'another key is accepted',
    {
      verify: (signature, message, key) =>
        noble.verify(signature, message, key) ||
        (key.length > 0 && noble.verify(signature, message, key.with(0, (key[0] ?? 0) ^ 1))),
    },
  ],
  [
    'a short signature is accepted',
    {
      verify: (signature, message, key) =>
        signature.length === SIGNATURE_BYTES - 1 || noble.verify(signature, message, key),
    },
  ],
  [
    'a short key is accepted',
    {
      verify: (signature, message, key) => key.length === PUBLIC_KEY_BYTES - 1 || noble.verify(signature, message, key),
    },
  ],
  ['wrong verdicts of a packet', { verifyMany: (items) => items.map(() => true) }],
  ['wrong verdicts of a packet', { verifyMany: (items) => noble.verifyMany(items).slice(0, 1) }],
  [
    'wrong verdicts of a packet',
    // The verdict of a signature that is paired with a bad one.
    {
      verifyMany: (items) => (noble.verifyMany(items).every(Boolean) ? items.map(() => true) : items.map(() => false)),
    },
  ],
  [
    'out of memory',
    {
      verifyMany: () => {
        throw new Error('out of memory');
      },
    },
  ],
];

describe('the self-test', () => {
  test('passes every backend of this Node, and says what a check costs', () => {
    for (const backend of backendsHere) expect(testBackend(backend, clock)).toBeGreaterThan(0);
    expect(backendsHere.map(({ name }) => name)).toEqual(expect.arrayContaining(['kernel', 'noble']));
  });

  test.each(sabotages)('finds out: %s', (reason, sabotage) => {
    expect(() => testBackend({ ...noble, name: 'abacus', ...sabotage }, clock)).toThrow(reason);
  });
});

describe('the choice', () => {
  const good: OpenBackend = () => noble;
  const lying: OpenBackend = () => ({ ...noble, name: 'lying', verifyMany: (items) => items.map(() => true) });
  const missing: OpenBackend = () => {
    throw new Error('it is not there');
  };

  test('is the first that passes; the others are named with their reasons', () => {
    const backends = new Map([
      ['missing', missing],
      ['lying', lying],
      ['good', good],
      ['never tried', missing],
    ]);
    const chosen = chooseBackend('auto', 0, clock, backends);
    expect(chosen).toMatchObject({ backend: 'good', instance: noble });
    expect(chosen.rejected).toEqual([
      { name: 'missing', reason: 'it is not there' },
      { name: 'lying', reason: 'the signature backend "lying" fails its self-test: wrong verdicts of a packet' },
    ]);
  });

  test('by name is that one or none', () => {
    const backends = new Map([
      ['lying', lying],
      ['good', good],
    ]);
    expect(chooseBackend('good', 0, clock, backends).rejected).toEqual([]);
    expect(() => chooseBackend('lying', 0, clock, backends)).toThrow(
      'the signature backend "lying" cannot be used here: the signature backend "lying" fails its self-test: wrong',
    );
    expect(() => chooseBackend('abacus', 0, clock, backends)).toThrow(
      'there is no signature backend "abacus"; there are: auto, lying, good',
    );
  });

  test('without any says what is wrong with each', () => {
    const backends = new Map([
      ['missing', missing],
      ['lying', lying],
    ]);
    expect(() => chooseBackend('auto', 0, clock, backends)).toThrow(
      /^no signature backend works here: missing: it is not there; lying: .*wrong verdicts of a packet$/,
    );
  });

  test('of this Node is the kernel; what can be asked for is what there is', () => {
    expect(chooseBackend('auto', 0, clock)).toMatchObject({ backend: 'kernel', rejected: [] });
    expect(['auto', ...signatureBackends.keys()]).toEqual([...BACKEND_CHOICES]);
  });

  test('is told to the log once, each rejected one as a warning', () => {
    const lines: string[] = [];
    const quiet = (): void => {};
    const log = {
      debug: quiet,
      info: (_: object, line: string) => lines.push(`info ${line}`),
      warn: (fields: object, line: string) => lines.push(`warn ${line} ${JSON.stringify(fields)}`),
      error: quiet,
    };
    const reports = new BackendLog(2, log);
    const rejected = [{ name: 'kernel', reason: 'no SIMD' }];
    for (let thread = 0; thread < 2; thread++) reports.report({ backend: 'noble', microseconds: 1_234.56, rejected });
    expect(lines).toEqual([
      'warn the signature backend kernel cannot be used; trying the next one {"backend":"kernel","reason":"no SIMD"}',
      'info signatures are checked by the noble backend, 1234.6 us each',
    ]);
    reports.report({ backend: 'kernel', microseconds: 20, rejected: [] });
    expect(lines).toHaveLength(3);
    expect(reports.backend).toBe('kernel');
  });
});

const nodeKnowsMlDsa = backendsHere.some(({ name }) => name === 'native');

describe.skipIf(nodeKnowsMlDsa)('OpenSSL without ML-DSA-65', () => {
  test('is refused with its version', () => {
    expect(() => openNativeBackend(0)).toThrow(`OpenSSL ${process.versions.openssl} of this Node`);
  });
});

describe.runIf(nodeKnowsMlDsa)('OpenSSL with ML-DSA-65', () => {
  test('keeps the key objects of known signers only, as many as its memory holds', () => {
    const backend = openNativeBackend(2 * 48 * 1024);
    const message = pattern(10);
    const signed = [1, 2, 3].map((number) => {
      const { publicKey, secretKey } = nobleBackend.keygen(pattern(32, number));
      return { message, publicKey, signature: nobleBackend.sign(message, secretKey) };
    });
    const check = (at: number, known: boolean): void => {
      const { signature, publicKey } = signed[at] as (typeof signed)[0];
      expect(backend.verifyMany([{ signature, message, publicKey, known }])).toEqual([true]);
    };
    check(0, false);
    check(0, true);
    check(1, true);
    check(0, false);
    expect(backend.keyCache()).toEqual({ hits: 1, misses: 3, evictions: 0, keys: 2 });
    check(2, true);
    check(0, true);
    check(1, true);
    expect(backend.keyCache()).toEqual({ hits: 2, misses: 5, evictions: 2, keys: 2 });
  });
});
