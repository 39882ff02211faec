/** Keys and signed bodies for tests, made with nothing of the engine that reads them. */

import { createHash, randomBytes } from 'node:crypto';
import { signer } from '../../support/signer.js';

export const CHAIN_ID = 'rouged-test-1';

/** Milliseconds; the clock of the tests. */
export const NOW = 1_790_000_000_000;

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
export const sha256HexOf = (...parts: Uint8Array[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

export interface TestKey {
  readonly publicKey: Uint8Array;
  readonly secretKey: Uint8Array;
  readonly hex: string;
}

const made = new Map<number, TestKey>();

/** The key pair of a seed of 32 equal bytes: made once. */
export function testKey(seedByte: number): TestKey {
  const known = made.get(seedByte);
  if (known) return known;
  const { publicKey, secretKey } = signer.keygen(new Uint8Array(32).fill(seedByte));
  const key = { publicKey, secretKey, hex: hexOf(publicKey) };
  made.set(seedByte, key);
  return key;
}

export const signText = (text: string, key: TestKey): string =>
  hexOf(signer.sign(new TextEncoder().encode(text), key.secretKey, randomBytes(32)));

/** Fixed recipients: the burn address needs no checksum of its own. */
export const BURN = `XRGE_BURN_0x${'0'.repeat(60)}DEAD`;

/** A transfer's members; `undefined` leaves one out. The values are JSON text, so that a number keeps its spelling. */
export function transferMembers(
  key: TestKey,
  changes: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const members: Record<string, string | undefined> = {
    amount: '1.5',
    from: JSON.stringify(key.hex),
    nonce: JSON.stringify('nonce-0000000001'),
    timestamp: String(NOW),
    to: JSON.stringify(BURN),
    type: '"transfer"',
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** The object's text with its keys in the order of their names. */
export const canonicalText = (members: Readonly<Record<string, string>>): string =>
  `{${Object.keys(members)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${members[name]}`)
    .join(',')}}`;

/** The object's text as a sender might write it: other order, other spacing. */
export const looseText = (members: Readonly<Record<string, string>>): string =>
  `{ ${Object.keys(members)
    .sort()
    .reverse()
    .map((name) => `${JSON.stringify(name)} : ${members[name]}`)
    .join(' ,\n')} }`;

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A v2 request over the members, signed in canonical form and sent in another. */
export function signedRequest(
  key: TestKey,
  members: Readonly<Record<string, string>>,
  extra: Readonly<Record<string, unknown>> = {},
): Uint8Array {
  const rest = { signature: signText(canonicalText(members), key), public_key: key.hex, ...extra };
  return bytesOf(`{"payload":${looseText(members)},${JSON.stringify(rest).slice(1)}`);
}

/** A transfer that every check passes, as bytes. @param number makes it distinct. */
export const goodTransfer = (key: TestKey, number: number): Uint8Array =>
  signedRequest(key, transferMembers(key, { nonce: JSON.stringify(`nonce-${String(number).padStart(10, '0')}`) }));
