/** The most signed bytes of each kind: the longest legal request fits, what is not needed does not, and the declared lengths
 *  are those that decoding holds to. */

import { describe, expect, test } from 'vitest';
import { utf8 } from '../../../engine/base/bytes.js';
import type { JsonValue } from '../../../engine/base/json.js';
import {
  MAX_SIGNED_BYTES,
  REWRITTEN_BYTES,
  TOKEN_IMAGE_CHARACTERS,
  UNKNOWN_MEMBERS_BYTES,
} from '../../../engine/base/limits.js';
import { isRefusal, refusalStatus } from '../../../engine/base/refusal.js';
import { cutKey } from '../../../engine/chain/transaction.js';
import { nobleBackend, SIGNATURE_BYTES } from '../../../engine/crypto/mldsa.js';
import { verifyRequest } from '../../../engine/intake/verify.js';
import { kinds } from '../../../engine/ledger/kinds/index.js';
import { checkSignedLength, mostSignedBytes } from '../../../engine/ledger/signedLength.js';
import { tokenMetadata } from '../../../engine/ledger/tokenTables.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { rulesOf, TestChain } from '../../support/chain.js';
import { problemOf } from '../../support/ledgerScene.js';
import {
  actor,
  CHAIN_ID,
  item,
  itemOfParts,
  number,
  type Order,
  partsOf,
  payloadText,
} from '../../support/transactions.js';

const alice = actor('alice');
const bob = actor('bob');
const carol = actor('carol');

const KIB = 1024;
const most = (operation: string): number => mostSignedBytes(operation) as number;

const order = (operation: string, members: Readonly<Record<string, JsonValue>>): Order => ({
  signer: alice,
  timestamp: 1_700_000_000_000,
  nonce: '\u0001'.repeat(128),
  operation,
  members,
});

/** A letter of which UTF-8 has two bytes and an escape six. */
const LETTER = 'é';
const letters = (count: number): string => LETTER.repeat(count);
const image = (characters: number): string => 'data:image/png;base64,'.padEnd(characters, 'A');

/** The signed text with every letter as an escape, as writers of plain ASCII spell it. */
const escaped = (text: string): string => text.replaceAll(LETTER, '\\u00e9');

/** Requests of the kinds whose members can be long, each member at its longest. */
const metadata = {
  image: image(TOKEN_IMAGE_CHARACTERS),
  description: letters(1_000),
  website: letters(256),
  twitter: letters(256),
  discord: letters(256),
};
const collectionId = letters(64);
const longest: Readonly<Record<string, Readonly<Record<string, JsonValue>>>> = {
  create_token: { name: letters(64), symbol: 'GOLDGOLD10', totalSupply: number('9'.repeat(38)), ...metadata },
  update_token_metadata: { token_symbol: 'GOLD', ...metadata },
  nft_create_collection: {
    ...{ symbol: 'GOLDGOLD10', name: letters(64), description: letters(1_000) },
    ...{ image: image(TOKEN_IMAGE_CHARACTERS), royaltyRecipient: bob.keyHex },
  },
  nft_mint: { collectionId, name: letters(100), metadataUri: letters(2_048), attributes: letters(8_190) },
  nft_batch_mint: {
    collectionId,
    names: Array.from({ length: 50 }, () => letters(100)),
    uris: Array.from({ length: 50 }, () => letters(2_048)),
    batchAttributes: Array.from({ length: 50 }, () => letters(8_190)),
  },
};

/** One of the texts in the members made longer by a character. */
const grown = (members: Readonly<Record<string, JsonValue>>, name: string): Record<string, JsonValue> => {
  const value = members[name];
  const longer = name === 'image' ? `${value}A` : Array.isArray(value) ? [`${value[0]}${LETTER}`] : `${value}${LETTER}`;
  return { ...members, [name]: longer as JsonValue };
};

const decodes = (text: string, operation: string) =>
  itemOfParts({
    operation,
    publicKey: alice.publicKey,
    signature: new Uint8Array(SIGNATURE_BYTES),
    ...cutKey(utf8(text), alice.publicKey),
  });

describe('the most signed bytes of a kind', () => {
  test('are some KiB beside images and batches', () => {
    const wide = new Set([
      'create_token',
      'update_token_metadata',
      'nft_create_collection',
      'nft_mint',
      'nft_batch_mint',
      'contract_deploy',
      'contract_call',
      'register_wallet',
    ]);
    const narrow = kinds.filter(({ name }) => !wide.has(name));
    expect(narrow).toHaveLength(26);
    for (const { name } of narrow) {
      expect(most(name), name).toBeGreaterThan(20 * KIB);
      expect(most(name), name).toBeLessThan(32 * KIB);
    }
    for (const name of ['create_token', 'update_token_metadata', 'nft_create_collection'])
      expect(Math.abs(most(name) - TOKEN_IMAGE_CHARACTERS), name).toBeLessThan(48 * KIB);
    expect(most('nft_mint')).toBeLessThan(96 * KIB);
    expect(most('nft_batch_mint')).toBe(MAX_SIGNED_BYTES);
    expect(most('register_wallet')).toBeLessThan(296 * KIB);
    expect(mostSignedBytes('teleport')).toBeUndefined();
  });

  test('hold the longest request of every kind that has long texts, and decoding takes it', () => {
    const checked = Object.entries(longest).map(([operation, members]) => {
      const text = payloadText(order(operation, members));
      // A batch of fifty fits as wallets sign it, which is without escapes.
      const longer = operation === 'nft_batch_mint' ? text : escaped(text);
      expect(isRefusal(decodes(longer, operation)), operation).toBe(false);
      expect(checkSignedLength(operation, Buffer.byteLength(longer)), operation).toBeUndefined();
      return operation;
    });
    expect(checked).toHaveLength(5);
  });

  test('follow from lengths that decoding holds to: one character more of any text is refused', () => {
    let checked = 0;
    for (const [operation, members] of Object.entries(longest))
      for (const name of Object.keys(members)) {
        const kind = kinds.find((candidate) => candidate.name === operation);
        const member = kind?.members.find((candidate) => candidate.name === name);
        if (!member || !('characters' in member)) continue;
        const more = itemOfParts(partsOf(order(operation, grown(members, name))));
        expect(isRefusal(more) && more.code, `${operation}.${name}`).toBe('malformed_payload');
        checked++;
      }
    expect(checked).toBe(6 + 5 + 3 + 4 + 4);
  });

  test('hold three accounts named by their keys, with a kilobyte that no kind knows', () => {
    const members = { owner: bob.keyHex, to: carol.keyHex, token_symbol: 'GOLD', amount: number(1) };
    const text = payloadText(order('transfer_from', { ...members, memo: 'm'.repeat(KIB) }));
    expect(checkSignedLength('transfer_from', Buffer.byteLength(text))).toBeUndefined();
    expect(most('transfer_from') - Buffer.byteLength(text)).toBeGreaterThan(UNKNOWN_MEMBERS_BYTES - 2 * KIB);
  });
});

/** A transfer of exactly that many signed bytes. */
function transferOf(bytes: number, timestamp = 1_700_000_000_000) {
  const sized = (memo: string): Order => ({
    ...{ signer: alice, timestamp, nonce: 'a nonce of its own', operation: 'transfer' },
    members: { to: bob.address, amount: number(1), memo },
  });
  const bare = Buffer.byteLength(payloadText(sized('')));
  return sized('m'.repeat(bytes - bare));
}

describe('a request above them', () => {
  const context = { chainId: CHAIN_ID, protocol: nativeProtocol, backend: nobleBackend, requireChainId: false };
  const envelope = (text: string): Uint8Array =>
    utf8(`{"payload":${text},"signature":"${'00'.repeat(SIGNATURE_BYTES)}","public_key":"${alice.keyHex}"}`);

  test('is 413 with the kind, its length and the limit, before its signature is looked at', () => {
    const long = most('transfer') + 1;
    const refusal = verifyRequest(envelope(payloadText(transferOf(long))), 'transfer', 1_700_000_000_000, context);
    expect(refusal).toMatchObject({
      code: 'too_large',
      message: `the signed bytes of transfer have ${long} bytes, at most ${most('transfer')} are allowed: leave out members that it does not know`,
    });
    expect(refusalStatus.too_large).toBe(413);
    // So long a body is refused unread.
    expect(verifyRequest(new Uint8Array(1_900_000), 'transfer', 0, context)).toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/^a request of transfer has at most \d+ bytes, this one has 1900000$/),
    });
    const fits = verifyRequest(
      envelope(payloadText(transferOf(most('transfer')))),
      'transfer',
      1_700_000_000_000,
      context,
    );
    expect(fits).toMatchObject({ code: 'invalid_signature' });
  });

  test('makes its block invalid; one byte less and it is paid for and included', () => {
    const chain = new TestChain(
      rulesOf({
        validators: [{ actor: carol, stake: '10000' }],
        allocations: [{ to: alice.keyHex, amount: '100' }],
      }),
    );
    const over = item(transferOf(most('transfer') + 1, chain.tip.time));
    expect(problemOf(chain, over)?.[0]).toBe('too_large');
    expect(chain.produce([over]).candidate.refused.map(({ refusal }) => refusal.code)).toEqual(['too_large']);
    const { candidate } = chain.produce([item(transferOf(most('transfer'), chain.tip.time))]);
    const { outcomes } = candidate.execution;
    expect(outcomes.map(({ failure }) => failure)).toEqual([undefined]);
    expect(outcomes[0]?.fee).toBe(87_500_000n + BigInt(most('transfer') - 16 * KIB) * 1_000n);
  });
});

test('the largest record that a short request rewrites is what the limits of a block count with', () => {
  const { image: picture, description, website, twitter, discord } = metadata;
  const wide = (text: string): string => text.replaceAll(LETTER, '語');
  const texts = {
    description: wide(description),
    website: wide(website),
    twitter: wide(twitter),
    discord: wide(discord),
  };
  const record = tokenMetadata.encode({ image: picture, ...texts, updatedAt: 1 });
  expect(record.length).toBeGreaterThan(TOKEN_IMAGE_CHARACTERS);
  expect(record.length).toBeLessThan(REWRITTEN_BYTES);
});
