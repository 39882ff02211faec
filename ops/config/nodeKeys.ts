/** Key files: node-keys.json of a node, wallet.json of a wallet. The same format and the same care.
 *
 *  In: a path. Out: an ML-DSA-65 key pair that was proven to belong together, or a sentence that says what to do. A file
 *  is created once, with mode 0600, and is on the disk before its key is used; an existing file is never overwritten. A
 *  file that group or others can read is refused: anyone who has read it can sign blocks and spend.
 *
 *  Format (specification, Node options; facts on the data directory): `{algorithm, public_key_hex, secret_key_hex}`. */

import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeUtf8, fromHex, toHex, utf8 } from '../../engine/base/bytes.js';
import { isJsonObject, type JsonObject, parseJson } from '../../engine/base/json.js';
import { FILE_JSON } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import {
  type KeyPair,
  nobleBackend,
  PUBLIC_KEY_BYTES,
  SECRET_KEY_BYTES,
  SEED_BYTES,
} from '../../engine/crypto/mldsa.js';
import { createDurableFile, fileErrorCode, makePrivateDirectory } from './durableFile.js';

const NODE_KEYS_FILE = 'node-keys.json';
const ALGORITHM = 'ML-DSA-65';
const OWNER_ONLY = 0o600;
/** Read and write bits of group and others. */
const FOREIGN_BITS = 0o077;
/** The hex of both keys is 12 kB; a larger file is not a key file. */
const MAX_FILE_BYTES = 65_536;

export const nodeKeysPath = (dataDir: string): string => join(dataDir, NODE_KEYS_FILE);

const damaged = (path: string, fault: string, what = 'key file'): Refusal =>
  refuse('malformed_body', `the ${what} ${path} is damaged (${fault}); restore it from a backup`);

/** Reads the text through one descriptor, so that the file whose mode was checked is the file that is read.
 *  @param what sentences call the file. @returns a refusal for a file that others can read. */
export function readPrivateText(path: string, what = 'key file'): string | Refusal {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    const code = fileErrorCode(error);
    if (code === 'ENOENT') return refuse('not_found', `there is no ${what} ${path}`);
    return refuse('not_authorized', `the ${what} ${path} cannot be read (${code})`);
  }
  try {
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) return refuse('malformed_body', `the ${what} ${path} is not a file`);
    if (process.platform !== 'win32' && (facts.mode & FOREIGN_BITS) !== 0)
      return refuse('not_authorized', `the ${what} ${path} is open to other users; run: chmod 600 '${path}'`);
    if (facts.size > MAX_FILE_BYTES) return damaged(path, `${facts.size} bytes long`, what);
    return decodeUtf8(readFileSync(descriptor)) ?? damaged(path, 'not UTF-8 text', what);
  } finally {
    closeSync(descriptor);
  }
}

function hexMember(document: JsonObject, name: string, length: number): Uint8Array | undefined {
  const text = document.get(name);
  return typeof text === 'string' ? fromHex(text, length) : undefined;
}

/** True when what the secret key signs is valid under the public key. */
function belongTogether(keys: KeyPair): boolean {
  const probe = utf8(`key file probe ${randomBytes(16).toString('hex')}`);
  try {
    return nobleBackend.verify(nobleBackend.sign(probe, keys.secretKey, randomBytes(32)), probe, keys.publicKey);
  } catch {
    // A secret key with coefficients out of range makes the signer throw: it belongs to no public key.
    return false;
  }
}

/** Loads a key file.
 *  @returns the keys; `not_found` when there is no file, `not_authorized` when others can read it or we cannot,
 *  `malformed_body` when it is damaged. The sentence never repeats the file's content. */
export function loadKeyFile(path: string): KeyPair | Refusal {
  const text = readPrivateText(path);
  if (isRefusal(text)) return text;
  const document = parseJson(text, FILE_JSON);
  if (isRefusal(document) || !isJsonObject(document)) return damaged(path, 'not a JSON object');
  if (document.get('algorithm') !== ALGORITHM) return damaged(path, `algorithm is not ${ALGORITHM}`);
  const publicKey = hexMember(document, 'public_key_hex', PUBLIC_KEY_BYTES);
  if (!publicKey) return damaged(path, `public_key_hex is not ${PUBLIC_KEY_BYTES} bytes of hex`);
  const secretKey = hexMember(document, 'secret_key_hex', SECRET_KEY_BYTES);
  if (!secretKey) return damaged(path, `secret_key_hex is not ${SECRET_KEY_BYTES} bytes of hex`);
  const keys = { publicKey, secretKey };
  return belongTogether(keys) ? keys : damaged(path, 'its public and secret key do not belong together');
}

/** Makes a key pair and its file.
 *  @param seed 32 bytes that determine the keys; random when absent.
 *  @returns the keys; `rule_violation` when the file exists, `not_authorized` when it cannot be written. */
export function createKeyFile(path: string, seed: Uint8Array = randomBytes(SEED_BYTES)): KeyPair | Refusal {
  const keys = nobleBackend.keygen(seed);
  const document = {
    algorithm: ALGORITHM,
    public_key_hex: toHex(keys.publicKey),
    secret_key_hex: toHex(keys.secretKey),
  };
  try {
    createDurableFile(path, utf8(`${JSON.stringify(document, null, 2)}\n`), OWNER_ONLY);
  } catch (error) {
    const code = fileErrorCode(error);
    if (code === 'EEXIST')
      return refuse('rule_violation', `the key file ${path} exists; a key is never overwritten, choose another file`);
    return refuse('not_authorized', `the key file ${path} cannot be written (${code})`);
  }
  return keys;
}

export interface NodeKeys extends KeyPair {
  /** The file was made by this call. */
  readonly created: boolean;
}

/** The node's keys from its data directory, made at first start. */
export function loadOrCreateNodeKeys(dataDir: string): NodeKeys | Refusal {
  const path = nodeKeysPath(dataDir);
  const existing = loadKeyFile(path);
  if (!isRefusal(existing)) return { ...existing, created: false };
  if (existing.code !== 'not_found') return existing;
  try {
    makePrivateDirectory(dataDir);
  } catch (error) {
    return refuse('not_authorized', `the data directory ${dataDir} cannot be made (${fileErrorCode(error)})`);
  }
  const created = createKeyFile(path);
  return isRefusal(created) ? created : { ...created, created: true };
}
