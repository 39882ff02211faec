/** NFTs in their owners' hands: transfers and their royalties at the rounding edges, locks, burning; every rule with its text.
 *  (Specification, NFTs, Fees.) */

import { bech32m } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import {
  ADDRESS_LENGTH,
  ADDRESS_PREFIX,
  accountBytes,
  BURN_ADDRESS,
  burnAccount,
  TREASURY,
} from '../../../engine/crypto/address.js';
import { kindOfTransaction } from '../../../engine/ledger/admission.js';
import { collectionIdBy, NftScene } from '../../support/nftRequests.js';
import { actor, number } from '../../support/transactions.js';

const artist = actor('nft: artist');
const alice = actor('nft: alice');
const bob = actor('nft: bob');
const wallet = actor('nft: wallet');
const ART = collectionIdBy(artist, 'ART');

const MINT = 'nft_mint';
const TRANSFER = 'nft_transfer';

/** A scene with the collection ART. */
function sceneWith(collection: object = {}, options = {}): NftScene {
  const scene = new NftScene([artist, alice, bob], options);
  scene.done(artist, 'nft_create_collection', { symbol: 'ART', name: 'Pictures', ...collection });
  return scene;
}

/** The same with a token of alice's, id 1. */
function sceneWithToken(collection: object = {}, options = {}): NftScene {
  const scene = sceneWith({ publicMint: true, ...collection }, options);
  scene.done(alice, MINT, { collectionId: ART, name: 'one' });
  return scene;
}

const insufficient = expect.stringMatching(/^insufficient balance: have [\d.]+ XRGE, need [\d.]+ XRGE$/);
const notFound = ['not_found', 'NFT not found'];
const notOwner = ['not_authorized', 'you do not own this NFT'];

describe('a transfer', () => {
  const give = { collectionId: ART, tokenId: 1, to: bob.address };

  test('changes the owner and when, nothing else', () => {
    const scene = sceneWithToken({ royaltyBps: 10_000 });
    const before = scene.nft(ART, 1);
    const had = scene.xrgeOf(alice);
    expect(scene.done(alice, TRANSFER, give)).toEqual({ royalty: '0', royalty_recipient: null });
    expect(scene.nft(ART, 1)).toEqual({ ...before, owner: bob.account, transferredAt: scene.chain.tip.time });
    expect(scene.nft(ART, 1)?.transferredAt).not.toBe(before?.transferredAt);
    expect(had - scene.xrgeOf(alice)).toBe(QUANTA);
    scene.done(bob, TRANSFER, { collection_id: ART, token_id: 1, to: alice.keyHex, sale_price: 0 });
    expect(scene.nft(ART, 1)?.owner).toBe(alice.account);
  });

  test('is refused for tokens that are not there, not owned, or locked', () => {
    const scene = sceneWithToken();
    expect(scene.verdict(alice, TRANSFER, { ...give, tokenId: 2 })).toEqual(notFound);
    expect(scene.verdict(alice, TRANSFER, { ...give, tokenId: 0 })).toEqual(notFound);
    expect(scene.verdict(alice, TRANSFER, { ...give, collectionId: 'none' })).toEqual(notFound);
    expect(scene.verdict(artist, TRANSFER, give)).toEqual(notOwner);
    scene.done(alice, 'nft_lock', { collectionId: ART, tokenId: 1 });
    expect(scene.verdict(alice, TRANSFER, give)).toEqual(['rule_violation', 'NFT is locked']);
    scene.done(alice, 'nft_lock', { collectionId: ART, tokenId: 1, locked: false });
    expect(scene.play([scene.request(alice, TRANSFER, give), scene.request(alice, TRANSFER, give)])).toEqual([
      undefined,
      'you do not own this NFT',
    ]);
  });

  test('goes to another account that somebody can hold a key of', () => {
    const scene = sceneWithToken();
    const to = (account: unknown) => scene.verdict(alice, TRANSFER, { ...give, to: account });
    const spelledOut = bech32m.encode(ADDRESS_PREFIX, bech32m.toWords(accountBytes(burnAccount)), ADDRESS_LENGTH);
    for (const burn of [BURN_ADDRESS, spelledOut])
      expect(to(burn)).toEqual(['invalid_recipient', 'an NFT is not sent to the burn address: use nft_burn']);
    expect(to(TREASURY)).toEqual(['invalid_recipient', expect.stringContaining('nobody holds a key')]);
    for (const own of [alice.address, alice.keyHex])
      expect(to(own)).toEqual(['invalid_recipient', 'cannot transfer to yourself']);
    for (const nobody of ['', undefined])
      expect(to(nobody)).toEqual(['invalid_recipient', 'recipient address is required']);
    expect(to('bob')?.[0]).toBe('invalid_recipient');
    expect(to(5)?.[0]).toBe('malformed_payload');
    for (const tokenId of [undefined, -1, 1.5, '1', number('9007199254740992')])
      expect(scene.verdict(alice, TRANSFER, { ...give, tokenId })?.[0]).toBe('malformed_payload');
    for (const salePrice of [-1, number('0.0000000001'), '5,0'])
      expect(scene.verdict(alice, TRANSFER, { ...give, salePrice })?.[0]).toBe('invalid_amount');
  });

  test('pays the royalty of a sale, rounded down, from the sender to the recipient', () => {
    const expected: readonly (readonly [string, number, string])[] = [
      ['100', 500, '5000000000'],
      ['0.000009999', 1, '0'],
      ['0.00001', 1, '1'],
      ['0.000019999', 1, '1'],
      ['0.000000001', 9_999, '0'],
      ['0.000000001', 10_000, '1'],
      ['1', 0, '0'],
    ];
    for (const [price, royaltyBps, royalty] of expected) {
      const scene = sceneWithToken({ royaltyBps, royaltyRecipient: wallet.keyHex });
      const had = scene.xrgeOf(alice);
      expect(scene.done(alice, TRANSFER, { ...give, salePrice: number(price) })).toEqual({
        royalty,
        royalty_recipient: royalty === '0' ? null : wallet.address,
      });
      expect(scene.xrgeOf(wallet)).toBe(BigInt(royalty));
      expect(had - scene.xrgeOf(alice)).toBe(BigInt(royalty) + QUANTA);
      expect(scene.xrgeOf(bob)).toBe(100_000n * QUANTA);
    }
  });

  test('takes no sale whose royalty the sender cannot pay', () => {
    const [exact, short] = [actor('nft: exact'), actor('nft: short')];
    const scene = sceneWith(
      { publicMint: true, royaltyBps: 10_000 },
      {
        allocations: [
          { to: exact.keyHex, amount: '8' },
          { to: short.keyHex, amount: '7.999999999' },
        ],
      },
    );
    const sale = (tokenId: number) => ({ collectionId: ART, tokenId, to: bob.address, salePrice: 2 });
    scene.done(exact, MINT, { collectionId: ART, name: 'x' });
    scene.done(short, MINT, { collectionId: ART, name: 'x' });
    expect(scene.verdict(short, TRANSFER, sale(2))).toEqual([
      'insufficient_balance',
      'insufficient balance: have 2.999999999 XRGE, need 3 XRGE',
    ]);
    const both = [scene.request(exact, TRANSFER, sale(1)), scene.request(short, TRANSFER, sale(2))];
    expect(scene.play(both)).toEqual([undefined, insufficient]);
    expect([scene.nft(ART, 1)?.owner, scene.nft(ART, 2)?.owner]).toEqual([bob.account, short.account]);
    expect([scene.xrgeOf(exact), scene.xrgeOf(short)]).toEqual([0n, QUANTA + 999_999_999n]);
    const vast = scene.verdict(bob, TRANSFER, {
      ...{ collectionId: ART, tokenId: 1, to: alice.address },
      salePrice: number('340282366920938463463374607431'),
    });
    expect(vast?.[0]).toBe('insufficient_balance');
  });

  test('stands in the histories of the new owner and of who was paid', () => {
    const scene = sceneWithToken({ royaltyBps: 500, royaltyRecipient: wallet.address });
    const { transaction } = scene.request(alice, TRANSFER, { ...give, to: bob.keyHex, salePrice: 1 });
    const kind = kindOfTransaction(transaction);
    const paid = { royalty: 50_000_000n, royaltyRecipient: wallet.account };
    expect(kind.parties(transaction.fields, paid)).toEqual([bob.account, wallet.account]);
    expect(kind.parties(transaction.fields, { royalty: 0n, royaltyRecipient: undefined })).toEqual([bob.account]);
    expect(kind.reveals?.(transaction.fields)).toEqual([bob.publicKey]);
  });
});

describe('lock and burn', () => {
  const one = { collectionId: ART, tokenId: 1 };

  test('are the owner’s', () => {
    const scene = sceneWithToken();
    for (const operation of ['nft_lock', 'nft_burn']) {
      expect(scene.verdict(artist, operation, one)).toEqual(notOwner);
      expect(scene.verdict(alice, operation, { ...one, tokenId: 2 })).toEqual(notFound);
      expect(scene.verdict(alice, operation, { ...one, collectionId: 'none' })).toEqual(notFound);
      expect(scene.verdict(alice, operation, { collectionId: ART })?.[0]).toBe('malformed_payload');
    }
    expect(scene.verdict(alice, 'nft_lock', { ...one, locked: 'yes' })?.[0]).toBe('malformed_payload');
  });

  test('a lock is set and taken back', () => {
    const scene = sceneWithToken();
    const states = [undefined, false, true, false].map((locked) => {
      scene.done(alice, 'nft_lock', { ...one, locked });
      return scene.nft(ART, 1)?.locked;
    });
    expect(states).toEqual([true, false, true, false]);
  });

  test('burns a locked token too; its id never comes again', () => {
    const scene = sceneWithToken();
    scene.done(alice, 'nft_lock', one);
    const had = scene.xrgeOf(alice);
    scene.done(alice, 'nft_burn', one);
    expect(had - scene.xrgeOf(alice)).toBe(QUANTA / 10n);
    expect(scene.nft(ART, 1)).toBeUndefined();
    expect(scene.collection(ART)).toMatchObject({ minted: 1, burned: 1 });
    for (const operation of ['nft_lock', 'nft_burn']) expect(scene.verdict(alice, operation, one)).toEqual(notFound);
    expect(scene.done(artist, MINT, { collectionId: ART, name: 'x' })).toMatchObject({ token_id: 2 });
  });
});
