/** Requests of the directory for tests: wallets, names, and keys to encrypt for. */

import { createHash } from 'node:crypto';
import type { JsonValue } from '../../engine/base/json.js';
import { type Actor, item, type Order } from './transactions.js';

const ENCRYPTION_KEY_BYTES = 1_184;

type Common = Omit<Order, 'operation' | 'members'>;
export type Members = Readonly<Record<string, JsonValue>>;

/** 2,368 hex characters; nobody has the key that decrypts. */
export const encryptionKey = (name: string): string =>
  createHash('shake256', { outputLength: ENCRYPTION_KEY_BYTES }).update(name).digest('hex');

/** What the published client signs, for a wallet that is called by its key. */
export const walletMembers = ({ keyHex }: Actor, displayName: string, more: Members = {}): Members => ({
  id: keyHex,
  displayName,
  signingPublicKey: keyHex,
  encryptionPublicKey: encryptionKey(keyHex),
  discoverable: true,
  ...more,
});

export const walletOrder = <C extends Common>(common: C, displayName: string, more?: Members): Order & C => ({
  ...common,
  operation: 'register_wallet',
  members: walletMembers(common.signer, displayName, more),
});

export const nameOrder = <C extends Common>(common: C, name: string, walletId = common.signer.keyHex): Order & C => ({
  ...common,
  operation: 'register_name',
  members: { name, walletId },
});

export const releaseOrder = <C extends Common>(common: C, name: string): Order & C => ({
  ...common,
  operation: 'release_name',
  members: { name },
});

export const registerWallet = (common: Common, displayName: string, more?: Members) =>
  item(walletOrder(common, displayName, more));
export const registerName = (common: Common, name: string, walletId?: string) =>
  item(nameOrder(common, name, walletId));
export const releaseName = (common: Common, name: string) => item(releaseOrder(common, name));
