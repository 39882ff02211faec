/** What an entry of the mempool counts for: all that it holds, decoded fields included. */

import { expect, test } from 'vitest';
import { entryBytes, type PoolItem } from '../../../engine/mempool/entry.js';
import { deploy } from '../../support/contractOrders.js';
import { updateTokenMetadata } from '../../support/transactions.js';
import { alice, NOW } from './scene.js';

const by = { signer: alice, timestamp: NOW };

/** What it holds besides its decoded fields. */
const signedBytes = ({ transaction: { publicKey, signature, text }, bodyEntry }: PoolItem): number =>
  publicKey.length + signature.length + text.length + bodyEntry.length;

/** By how much a second item takes more than a first, beyond what was signed. */
const decodedMore = (small: PoolItem, large: PoolItem): number =>
  entryBytes(large) - signedBytes(large) - (entryBytes(small) - signedBytes(small));

test('the module of a deploy, beside the base64 that was signed', () => {
  const [small, large] = [deploy(by, new Uint8Array(1)), deploy(by, new Uint8Array(1024 * 1024))];
  expect(decodedMore(small, large)).toBe(1024 * 1024 - 1);
});

test('texts of any kind, with two bytes a character where one of them is wide', () => {
  const described = (description: string): PoolItem => updateTokenMetadata(by, 'GOLD', { description });
  expect(decodedMore(described(''), described('a'.repeat(400)))).toBe(400);
  expect(decodedMore(described(''), described(`${'a'.repeat(399)}€`))).toBe(800);
});
