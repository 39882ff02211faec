/** Addresses and names of accounts, and all that is none. */

import { bech32, bech32m } from '@scure/base';
import { describe, expect, test } from 'vitest';
import {
  ADDRESS_LENGTH,
  accountBytes,
  accountOfAddress,
  accountOfKey,
  accountOfName,
  accountSentence,
  addressOf,
  addressOfKey,
  addressProblem,
  BURN_ADDRESS,
  burnAccount,
  resolveAccount,
  treasuryAccount,
} from '../../../engine/crypto/address.js';
import { hex, pattern } from '../../vectors/independent.js';

const key = pattern(1_952);
const address = addressOfKey(key);
const hash = accountBytes(accountOfKey(key));

const encoded = (prefix: string, bytes: Uint8Array): string => bech32m.encode(prefix, bech32m.toWords(bytes), false);

describe('an address', () => {
  test('has 64 characters and names the account of its key', () => {
    expect(address).toMatch(/^rouge1[02-9ac-hj-np-z]{58}$/);
    expect(address).toHaveLength(ADDRESS_LENGTH);
    expect(resolveAccount(address)).toEqual({ account: accountOfKey(key) });
    expect(resolveAccount(hex(key))).toEqual({ account: accountOfKey(key), publicKey: key });
    expect(resolveAccount(hex(key).toUpperCase())?.account).toBe(accountOfKey(key));
  });

  test('may be written in capitals, not in mixed case', () => {
    expect(accountOfAddress(address.toUpperCase())).toBe(accountOfKey(key));
    expect(accountOfAddress(`R${address.slice(1)}`)).toBeUndefined();
  });

  test('with any one character changed is none', () => {
    const accepted = Array.from(address, (character, at) => {
      const other = character === 'q' ? 'p' : 'q';
      return accountOfAddress(address.slice(0, at) + other + address.slice(at + 1));
    }).filter((account) => account !== undefined);
    expect(address).toHaveLength(64);
    expect(accepted).toEqual([]);
  });

  test.each([
    ['of another prefix', encoded('rouga', hash)],
    ['of 31 bytes', encoded('rouge', hash.subarray(1))],
    ['of 33 bytes', encoded('rouge', pattern(33))],
    ['with the older checksum', bech32.encode('rouge', bech32.toWords(hash), false)],
    ['with padding bits', bech32m.encode('rouge', [...bech32m.toWords(hash).slice(0, 51), 31], false)],
    ['without text', ''],
    ['that is the burn address in lower case', BURN_ADDRESS.toLowerCase()],
    ['that is an unknown system name', '__nobody__'],
    ['that is a key one byte short', hex(key.subarray(1))],
    ['that is a key with a letter too far', `${hex(key).slice(0, -1)}g`],
  ])('%s is refused', (_, text) => {
    expect(resolveAccount(text)).toBeUndefined();
  });
});

describe('an account without a key', () => {
  const names = [
    '__treasury__',
    '__staking_rewards__',
    '__ecosystem__',
    '__team__',
    '__public_sale__',
    '__liquidity__',
    '__airdrop__',
    'XRGE_BURN_0x000000000000000000000000000000000000000000000000000000000000DEAD',
  ];

  test.each(names)('%s is named by its text', (name) => {
    expect(resolveAccount(name)).toEqual({ account: accountOfName(name) });
    expect(addressOf(accountOfName(name))).toBe(name);
  });

  test('differs from every other one, and from the account of a key of the same bytes', () => {
    expect(new Set(names.map(accountOfName)).size).toBe(names.length);
    expect([burnAccount, treasuryAccount]).toEqual([accountOfName(names[7] ?? ''), accountOfName(names[0] ?? '')]);
    expect(accountOfName('')).not.toBe(accountOfKey(new Uint8Array()));
  });
});

test('what is wrong with an address is told apart', () => {
  const changed = (at: number, to: string): string => address.slice(0, at) + to + address.slice(at + 1);
  let mistyped = 0;
  for (let at = 6; at < ADDRESS_LENGTH; at++) {
    const other = address[at] === 'q' ? 'p' : 'q';
    expect(addressProblem(changed(at, other))).toBe('the checksum of this address is wrong, a character was mistyped');
    mistyped++;
  }
  expect(mistyped).toBe(58);
  expect(addressProblem(changed(20, 'b'))).toBe('no address holds the character b');
  for (const length of [20, 63]) {
    const cut = address.slice(0, length);
    expect(addressProblem(cut)).toBe(`an address has 64 characters, this one has ${length}`);
  }
  expect(addressProblem(`${address}q`)).toBe('an address has 64 characters, this one has 65');
  expect(addressProblem(encoded('bc', hash))).toBe(
    'this address begins with bc1, those of this network begin with rouge1',
  );
  expect(addressProblem(`R${address.slice(1)}`)).toBe('an address is written in small letters');
  for (const text of [address, '', 'bob', 'rouge1', hex(key), BURN_ADDRESS, '__treasury__'])
    expect(addressProblem(text), text).toBeUndefined();
  expect(accountSentence('to must be an address', 'bob')).toBe('to must be an address');
  expect(accountSentence('to must be an address', `${address}q`)).toBe(
    'to must be an address: an address has 64 characters, this one has 65',
  );
});
