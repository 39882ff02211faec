/** What a component pays for a function of the host, and how long its parameters may be: as for the functions of `env`. */

import { MAX_ADDRESS_BYTES, MAX_ARGS_BYTES, MAX_METHOD_BYTES } from '../host/calls.js';
import { type HostFrame, HostTrap, MAX_ACCOUNT_BYTES, MAX_TEXT_BYTES } from '../host/hostFrame.js';
import { MAX_OUTPUT_BYTES } from '../host/output.js';
import { MAX_STORAGE_KEY_BYTES, MAX_STORAGE_VALUE_BYTES } from '../host/storage.js';
import type { HostPriceName } from '../prices.js';
import type { EnterHost } from './binding.js';
import type { HostFunctionName } from './world.js';

/** The price of each function. Copies of strings and lists are paid for besides. */
const hostPrices: Readonly<Record<HostFunctionName, HostPriceName>> = {
  log: 'log',
  caller: 'environment',
  'self-address': 'environment',
  'chain-id': 'environment',
  'block-height': 'environment',
  'block-time': 'environment',
  'block-hash': 'blockHash',
  attached: 'environment',
  balance: 'balance',
  transfer: 'transfer',
  'storage-read': 'storageRead',
  'storage-write': 'storageWrite',
  'storage-delete': 'storageDelete',
  'emit-event': 'event',
  sha256: 'hash',
  random: 'random',
  'verify-signature': 'verify',
  'public-key-address': 'address',
  'public-key-hash': 'hash',
  'call-contract': 'queueCall',
  'call-result': 'environment',
  'token-balance': 'balance',
  'token-transfer': 'transfer',
  'nft-owner': 'balance',
  'nft-transfer': 'transfer',
  'nft-create-collection': 'nftWrite',
  'nft-mint': 'nftWrite',
  'nft-royalty': 'balance',
};

/** A bound of one parameter that is a string or a list, by its position among these. */
type Bound = readonly [what: string, bytes: number];

const KEY: Bound = ['a storage key', MAX_STORAGE_KEY_BYTES];
const ACCOUNT: Bound = ['an account', MAX_ACCOUNT_BYTES];
const SYMBOL: Bound = ['the symbol of a token', MAX_TEXT_BYTES];
const COLLECTION: Bound = ['the id of a collection', MAX_TEXT_BYTES];
const EVENT: Bound = ['a part of an event', MAX_OUTPUT_BYTES / 2];

const bounds: Partial<Readonly<Record<HostFunctionName, readonly Bound[]>>> = {
  log: [['a log line', MAX_OUTPUT_BYTES]],
  balance: [ACCOUNT],
  transfer: [ACCOUNT],
  'storage-read': [KEY],
  'storage-write': [KEY, ['a stored value', MAX_STORAGE_VALUE_BYTES]],
  'storage-delete': [KEY],
  'emit-event': [EVENT, EVENT],
  'call-contract': [
    ['the address of a call', MAX_ADDRESS_BYTES],
    ['the method of a call', MAX_METHOD_BYTES],
    ['the JSON of a call', MAX_ARGS_BYTES],
  ],
  'token-balance': [SYMBOL, ACCOUNT],
  'token-transfer': [SYMBOL, ACCOUNT],
  'nft-owner': [COLLECTION],
  'nft-transfer': [COLLECTION, ACCOUNT],
  'nft-create-collection': [SYMBOL],
  'nft-mint': [COLLECTION, ACCOUNT],
  'nft-royalty': [COLLECTION],
};

/** @returns what takes a function's price from the frame's fuel, and traps for a parameter that is too long. */
export const enterHost =
  (frame: HostFrame): EnterHost =>
  (name, lengths) => {
    frame.charge(
      hostPrices[name],
      lengths.reduce((sum, length) => sum + length, 0),
    );
    for (const [at, [what, most]] of bounds[name]?.entries() ?? []) {
      const length = lengths[at] ?? 0;
      if (length > most) throw new HostTrap(`${what} of ${length} bytes, the limit is ${most}`);
    }
  };
