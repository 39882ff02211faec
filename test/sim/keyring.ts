/** The keys of a run: a keyed stand-in for ML-DSA-65, whose signatures cost microseconds, or the real thing.
 *
 *  In: names. Out: actors, what they sign, and who of them proposes. */

import { type Aead, aes256Gcm } from '../../engine/crypto/aead.js';
import { nobleBackend, type PacketBackend, SECRET_KEY_BYTES } from '../../engine/crypto/mldsa.js';
import { type Kem, nobleKem } from '../../engine/crypto/mlkem.js';
import { oneByOne } from '../../workers/verify/signatureBackends.js';
import { keyedBackend } from '../support/keyedBackend.js';
import { keyedAead, keyedKem } from '../support/keyedExchange.js';
import { type Actor, actor, signingActor } from '../support/transactions.js';

export interface Keyring {
  readonly backend: PacketBackend;
  /** How links between machines are sealed. */
  readonly kem: Kem;
  readonly aead: Aead;
  /** The same actor for the same name. */
  actor(name: string): Actor;
  secretOf(owner: Actor): Uint8Array;
}

/** Everybody who knows a public key can sign with it. */
export const keyedKeys: Keyring = {
  backend: keyedBackend,
  kem: keyedKem,
  aead: keyedAead,
  actor,
  secretOf({ publicKey }) {
    const secretKey = new Uint8Array(SECRET_KEY_BYTES);
    secretKey.set(publicKey);
    return secretKey;
  },
};

/** Keys of ML-DSA-65, made when they are first named. */
export function realKeys(): Keyring {
  const made = new Map<string, Actor>();
  const secrets = new Map<string, Uint8Array>();
  return {
    backend: oneByOne(nobleBackend),
    kem: nobleKem,
    aead: aes256Gcm,
    actor(name) {
      const known = made.get(name);
      if (known) return known;
      const owner = signingActor(name);
      made.set(name, owner);
      secrets.set(owner.keyHex, owner.secretKey);
      return owner;
    },
    secretOf({ keyHex }) {
      const secretKey = secrets.get(keyHex);
      if (!secretKey) throw new Error('the key belongs to nobody in this keyring');
      return secretKey;
    },
  };
}

/** @returns the place of the proposer among validators with equal stakes. */
export const proposerAmong = (validators: readonly Actor[]): number =>
  validators.reduce(
    (lowest, { publicKey }, number) =>
      Buffer.compare(publicKey, (validators[lowest] as Actor).publicKey) < 0 ? number : lowest,
    0,
  );
