/** Key files: made private and once, refused when open to others, damaged or mismatched; `rouged keys`. */

import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { addressOfKey } from '../../../engine/crypto/address.js';
import { type KeyPair, nobleBackend } from '../../../engine/crypto/mldsa.js';
import { program } from '../../../ops/cli/program.js';
import { createDurableFile } from '../../../ops/config/durableFile.js';
import { createKeyFile, loadKeyFile, loadOrCreateNodeKeys, nodeKeysPath } from '../../../ops/config/nodeKeys.js';
import { recordedTerminal, temporaryDirectory } from './temporary.js';

const keysOf = (value: KeyPair | Refusal): KeyPair => {
  if (isRefusal(value)) throw new Error(value.message);
  return value;
};
const refusalOf = (value: KeyPair | Refusal): Refusal => {
  if (!isRefusal(value)) throw new Error('the key file was accepted');
  return value;
};
const posix = process.platform !== 'win32';

interface KeyDocument {
  algorithm: string;
  public_key_hex: string;
  secret_key_hex: string;
}

/** A valid key file with one thing changed. */
function damagedFile(change: (document: KeyDocument) => unknown): string {
  const path = join(temporaryDirectory(), 'node-keys.json');
  keysOf(createKeyFile(path));
  const document = JSON.parse(readFileSync(path, 'utf8')) as KeyDocument;
  const changed = change(document);
  writeFileSync(path, typeof changed === 'string' ? changed : JSON.stringify(changed));
  return path;
}

describe('a key file', () => {
  test('is made for its owner alone and comes back as it was made', () => {
    const directory = join(temporaryDirectory(), 'new', 'data');
    const made = loadOrCreateNodeKeys(directory);
    if (isRefusal(made)) throw new Error(made.message);
    expect(made.created).toBe(true);
    const path = nodeKeysPath(directory);
    if (posix) {
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(directory).mode & 0o777).toBe(0o700);
    }
    const document = JSON.parse(readFileSync(path, 'utf8')) as KeyDocument;
    expect(Object.keys(document)).toEqual(['algorithm', 'public_key_hex', 'secret_key_hex']);
    expect(document).toMatchObject({ algorithm: 'ML-DSA-65', public_key_hex: toHex(made.publicKey) });
    const again = loadOrCreateNodeKeys(directory);
    if (isRefusal(again)) throw new Error(again.message);
    expect(again.created).toBe(false);
    expect(toHex(again.secretKey)).toBe(toHex(made.secretKey));
    expect(nobleBackend.verify(nobleBackend.sign(utf8('x'), again.secretKey), utf8('x'), made.publicKey)).toBe(true);
  });

  test('is never overwritten', () => {
    const path = join(temporaryDirectory(), 'wallet.json');
    const first = keysOf(createKeyFile(path));
    expect(refusalOf(createKeyFile(path)).message).toContain('never overwritten');
    expect(toHex(keysOf(loadKeyFile(path)).publicKey)).toBe(toHex(first.publicKey));
  });

  test.runIf(posix).each([0o640, 0o604, 0o620, 0o601])('with mode %o is refused with the command to run', (mode) => {
    const path = join(temporaryDirectory(), 'node-keys.json');
    keysOf(createKeyFile(path));
    chmodSync(path, mode);
    const refusal = refusalOf(loadKeyFile(path));
    expect(refusal.code).toBe('not_authorized');
    expect(refusal.message).toContain(`chmod 600 '${path}'`);
  });

  test.runIf(posix)('behind a symbolic link is judged by the file itself', () => {
    const directory = temporaryDirectory();
    keysOf(createKeyFile(join(directory, 'real.json')));
    const link = join(directory, 'link.json');
    symlinkSync(join(directory, 'real.json'), link);
    expect(isRefusal(loadKeyFile(link))).toBe(false);
    chmodSync(join(directory, 'real.json'), 0o644);
    expect(refusalOf(loadKeyFile(link)).code).toBe('not_authorized');
  });

  const stranger = nobleBackend.keygen(new Uint8Array(32));
  test.each<[string, (document: KeyDocument) => unknown]>([
    ['empty', () => ''],
    ['cut short', (document) => JSON.stringify(document).slice(0, 5_000)],
    ['a list', () => []],
    ['of another algorithm', (document) => ({ ...document, algorithm: 'ML-DSA-44' })],
    ['without a secret key', (document) => ({ ...document, secret_key_hex: undefined })],
    ['with a number for a key', (document) => ({ ...document, public_key_hex: 5 })],
    ['with a short key', (document) => ({ ...document, public_key_hex: document.public_key_hex.slice(2) })],
    [
      'with a letter that is no hex',
      (document) => ({ ...document, secret_key_hex: `${document.secret_key_hex.slice(1)}g` }),
    ],
    ['with the key of somebody else', (document) => ({ ...document, public_key_hex: toHex(stranger.publicKey) })],
    ['with an impossible secret key', (document) => ({ ...document, secret_key_hex: 'ff'.repeat(4_032) })],
  ])('%s is refused, and nothing of it is repeated', (_, change) => {
    const path = damagedFile(change);
    const before = readFileSync(path, 'utf8');
    const refusal = refusalOf(loadKeyFile(path));
    expect(refusal.code).toBe('malformed_body');
    expect(refusal.message).toContain(path);
    expect(refusal.message.length).toBeLessThan(path.length + 200);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('a directory in its place, and no file at all, are refused', () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'node-keys.json');
    expect(refusalOf(loadKeyFile(path)).code).toBe('not_found');
    mkdirSync(path);
    expect(refusalOf(loadKeyFile(path)).message).toContain('is not a file');
  });

  test('a damaged file stops a node instead of getting a new key', () => {
    const path = damagedFile(() => '{}');
    const made = loadOrCreateNodeKeys(join(path, '..'));
    expect(isRefusal(made) && made.code).toBe('malformed_body');
  });
});

test('a durable file that exists is left alone', () => {
  const path = join(temporaryDirectory(), 'genesis.json');
  createDurableFile(path, utf8('first'), 0o644);
  expect(() => createDurableFile(path, utf8('second'), 0o644)).toThrow(/EEXIST/);
  expect(readFileSync(path, 'utf8')).toBe('first');
});

describe('rouged keys', () => {
  test('new makes the file and show prints it, never the secret key', async () => {
    const directory = temporaryDirectory();
    const made = recordedTerminal();
    expect(await program(['keys', 'new', '--data-dir', directory], made)).toBe(0);
    const keys = keysOf(loadKeyFile(nodeKeysPath(directory)));
    const shown = recordedTerminal({ ROUGED_DATA_DIR: directory });
    expect(await program(['keys', 'show', '--json'], shown)).toBe(0);
    expect(JSON.parse(shown.written.out)).toEqual({
      file: nodeKeysPath(directory),
      address: addressOfKey(keys.publicKey),
      public_key: toHex(keys.publicKey),
    });
    const secret = toHex(keys.secretKey).slice(64, 128);
    for (const { written } of [made, shown]) expect(written.out + written.err).not.toContain(secret);
    expect(made.written.out).toContain(addressOfKey(keys.publicKey));
  });

  test('new refuses an existing file, show a missing one, with exit code 1', async () => {
    const file = join(temporaryDirectory(), 'sub', 'k.json');
    expect(await program(['keys', 'show', '--out', file], recordedTerminal())).toBe(1);
    expect(await program(['keys', 'new', '--out', file], recordedTerminal())).toBe(0);
    const terminal = recordedTerminal();
    expect(await program(['keys', 'new', '--out', file], terminal)).toBe(1);
    expect(terminal.written.err).toContain('never overwritten');
  });
});
