/** The funded accounts of a local network, for developers.
 *
 *  In: the seed in `local-network.json` of the data directory, drawn at random when the network is made. Out: ten key pairs, each
 *  from a seed of its own that is derived from it. So no two machines have the same accounts, and one directory always has its own.
 *  The keys are worthless anywhere else; still, only the owner can read the file, as with every key file. */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { QUANTA } from '../../engine/base/amounts.js';
import { concatBytes, fromHex, toHex, utf8 } from '../../engine/base/bytes.js';
import { isJsonObject, parseJson } from '../../engine/base/json.js';
import { FILE_JSON } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import { type KeyPair, nobleBackend, SEED_BYTES } from '../../engine/crypto/mldsa.js';
import { sha256Hex } from '../../engine/crypto/sha256.js';
import { createDurableFile, fileErrorCode } from '../config/durableFile.js';
import { readPrivateText } from '../config/nodeKeys.js';

/** The usual number on local chains. */
export const LOCAL_ACCOUNTS = 10;

/** Initial balance of each: a hundred times the minimum stake. */
export const LOCAL_ACCOUNT_QUANTA = 1_000_000n * QUANTA;

const SEED_FILE = 'local-network.json';
const OWNER_ONLY = 0o600;

export interface LocalAccount {
  readonly index: number;
  readonly address: string;
  /** 32 bytes: FIPS 204 makes both keys from them. */
  readonly seed: Uint8Array;
  readonly keys: KeyPair;
}

export const localSeedPath = (dataDir: string): string => join(dataDir, SEED_FILE);

/** @returns the seed; `not_found` when the directory has none, another refusal when it cannot be used. */
export function readLocalSeed(dataDir: string): Uint8Array | Refusal {
  const path = localSeedPath(dataDir);
  const text = readPrivateText(path);
  if (isRefusal(text)) return text;
  const document = parseJson(text, FILE_JSON);
  const seed = isRefusal(document) || !isJsonObject(document) ? undefined : document.get('seed');
  const bytes = typeof seed === 'string' ? fromHex(seed, SEED_BYTES) : undefined;
  return (
    bytes ??
    refuse(
      'malformed_body',
      `${path} is damaged (seed is not ${SEED_BYTES} bytes of hex); start with an empty --data-dir`,
    )
  );
}

/** Draws the seed of a new network. An existing one, from an unfinished start, is kept. */
export function makeLocalSeed(dataDir: string): Uint8Array | Refusal {
  const existing = readLocalSeed(dataDir);
  if (!isRefusal(existing) || existing.code !== 'not_found') return existing;
  const seed = new Uint8Array(randomBytes(SEED_BYTES));
  try {
    createDurableFile(localSeedPath(dataDir), utf8(`${JSON.stringify({ seed: toHex(seed) })}\n`), OWNER_ONLY);
    return seed;
  } catch (error) {
    return refuse('not_authorized', `${localSeedPath(dataDir)} cannot be written (${fileErrorCode(error)})`);
  }
}

const accountSeed = (seed: Uint8Array, index: number): Uint8Array =>
  fromHex(sha256Hex(concatBytes(utf8(`rouged local account ${index}:`), seed))) as Uint8Array;

/** @param seed of the network. @param index from 0. */
export function localAccount(seed: Uint8Array, index: number): LocalAccount {
  const own = accountSeed(seed, index);
  const keys = nobleBackend.keygen(own);
  return { index, address: addressOfKey(keys.publicKey), seed: own, keys };
}

export const localAccounts = (seed: Uint8Array): readonly LocalAccount[] =>
  Array.from({ length: LOCAL_ACCOUNTS }, (_, index) => localAccount(seed, index));
