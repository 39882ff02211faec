/** Minting NFTs: who may, ids, prices and discounts at their rounding edges, batches; every rule with its text.
 *  (Specification, NFTs, Fees.) */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { accountOf } from '../../../engine/ledger/funds.js';
import { activityOf, collectionSubject } from '../../../engine/ledger/subjects.js';
import { reloaded } from '../../support/chain.js';
import { collectionIdBy, NftScene } from '../../support/nftRequests.js';
import { actor, number } from '../../support/transactions.js';

const artist = actor('nft: artist');
const alice = actor('nft: alice');
const bob = actor('nft: bob');
const ART = collectionIdBy(artist, 'ART');

const MINT = 'nft_mint';
const BATCH = 'nft_batch_mint';

/** A scene with the collection ART. */
function sceneWith(collection: object = {}, options = {}): NftScene {
  const scene = new NftScene([artist, alice, bob], options);
  scene.done(artist, 'nft_create_collection', { symbol: 'ART', name: 'Pictures', ...collection });
  return scene;
}

const insufficient = expect.stringMatching(/^insufficient balance: have [\d.]+ XRGE, need [\d.]+ XRGE$/);

describe('a mint', () => {
  test('numbers tokens from 1 and keeps what the minter gave', () => {
    const scene = sceneWith();
    const before = scene.xrgeOf(artist);
    const attributes = { size: [1, 2], colour: 'red' };
    const given = { collectionId: ART, name: ' one ', metadataUri: 'ipfs://one', attributes };
    expect(scene.done(artist, MINT, given)).toEqual({ token_id: 1, price: '0' });
    expect(before - scene.xrgeOf(artist)).toBe(5n * QUANTA);
    expect(scene.nft(ART, 1)).toEqual({
      ...{ owner: artist.account, creator: artist.account, name: 'one', metadataUri: 'ipfs://one' },
      attributes: '{"colour":"red","size":[1,2]}',
      ...{ locked: false, mintedAt: scene.chain.tip.time, transferredAt: scene.chain.tip.time },
    });
    const snake = { collection_id: ART, name: 'two', metadata_uri: '' };
    expect(scene.done(artist, MINT, snake)).toEqual({ token_id: 2, price: '0' });
    expect(scene.nft(ART, 2)).toMatchObject({ metadataUri: undefined, attributes: undefined });
    expect(scene.collection(ART)).toMatchObject({ minted: 2, burned: 0 });
    expect(activityOf(scene.chain.state, collectionSubject(ART))).toBe(3);
    expect(reloaded(scene.chain.state).root()).toEqual(scene.chain.state.root());
  });

  test('keeps attributes as exact JSON text, of at most 8,192 characters', () => {
    const scene = sceneWith();
    const exact = [number('1.0'), number('123456789012345678901234567890'), number('1e400'), '\u2028"', false];
    const texts = ['1.0', '123456789012345678901234567890', '1e400', '"\u2028\\""', 'false'];
    exact.forEach((attributes, index) => {
      scene.done(artist, MINT, { collectionId: ART, name: 'x', attributes });
      expect(scene.nft(ART, index + 1)?.attributes).toBe(texts[index]);
    });
    const long = (length: number) =>
      scene.verdict(artist, MINT, { collectionId: ART, name: 'x', attributes: 'x'.repeat(length - 2) });
    expect(long(8_192)).toBeUndefined();
    expect(long(8_193)?.[0]).toBe('malformed_payload');
  });

  test('is refused for what is malformed', () => {
    const scene = sceneWith();
    const wrong = [
      ...['', ' ', undefined, 5, 'x'.repeat(101)].map((name) => ({ name })),
      ...['', undefined, 5, 'x'.repeat(65)].map((collectionId) => ({ collectionId })),
      ...[5, 'x'.repeat(2_049)].map((metadataUri) => ({ metadataUri })),
    ];
    for (const values of wrong)
      expect(scene.verdict(artist, MINT, { collectionId: ART, name: 'x', ...values })?.[0]).toBe('malformed_payload');
    const longest = { collectionId: ART, name: 'x'.repeat(100), metadataUri: `https://${'x'.repeat(2_040)}` };
    expect(scene.verdict(artist, MINT, longest)).toBeUndefined();
    expect(scene.verdict(artist, MINT, { ...longest, collectionId: 'col:none' })).toEqual([
      'not_found',
      'collection not found',
    ]);
  });

  test('is the creator’s alone unless minting is public, and ends at the cap', () => {
    const scene = sceneWith({ maxSupply: 2 });
    expect(scene.verdict(alice, MINT, { collectionId: ART, name: 'x' })).toEqual([
      'not_authorized',
      'only the collection creator can mint (public mint is not enabled)',
    ]);
    const mint = () => scene.request(artist, MINT, { collectionId: ART, name: 'x' });
    expect(scene.play([mint(), mint(), mint()])).toEqual([undefined, undefined, 'collection has reached max supply']);
    scene.done(artist, 'nft_burn', { collectionId: ART, tokenId: 2 });
    expect(scene.verdict(artist, MINT, { collectionId: ART, name: 'x' })).toEqual([
      'rule_violation',
      'collection has reached max supply',
    ]);
  });

  test('costs everybody but the creator the price, which the creator gets', () => {
    const scene = sceneWith({ publicMint: true, mintPrice: number('2.000000001') });
    const [creatorHad, aliceHad] = [scene.xrgeOf(artist), scene.xrgeOf(alice)];
    expect(scene.done(alice, MINT, { collectionId: ART, name: 'x' })).toEqual({
      ...{ token_id: 1, price: '2000000001', paid_to: artist.address },
    });
    expect(scene.xrgeOf(artist) - creatorHad).toBe(2_000_000_001n);
    expect(aliceHad - scene.xrgeOf(alice)).toBe(7_000_000_001n);
    scene.done(artist, MINT, { collectionId: ART, name: 'x' });
    expect(scene.xrgeOf(artist) - creatorHad).toBe(2_000_000_001n - 5n * QUANTA);
    expect(scene.nft(ART, 1)).toMatchObject({ owner: alice.account, creator: alice.account });
    expect(accountOf(scene.chain.state, artist.account).activity).toBe(3);
  });

  test('fails where the price is not there behind the fee, and then costs the fee alone', () => {
    const [exact, short] = [actor('nft: exact'), actor('nft: short')];
    const allocations = [
      { to: exact.keyHex, amount: '7.000000001' },
      { to: short.keyHex, amount: '7' },
    ];
    const scene = sceneWith({ publicMint: true, mintPrice: number('2.000000001') }, { allocations });
    expect(scene.verdict(short, MINT, { collectionId: ART, name: 'x' })).toEqual([
      'insufficient_balance',
      'insufficient balance: have 7 XRGE, need 7.000000001 XRGE',
    ]);
    const both = [exact, short].map((who) => scene.request(who, MINT, { collectionId: ART, name: 'x' }));
    expect(scene.play(both)).toEqual([undefined, insufficient]);
    expect([scene.xrgeOf(exact), scene.xrgeOf(short)]).toEqual([0n, 2n * QUANTA]);
    expect(scene.collection(ART)?.minted).toBe(1);
  });
});

describe('the discount', () => {
  const allocations = [
    { to: alice.keyHex, amount: '5', token: 'GOLD' },
    { to: bob.keyHex, amount: '4', token: 'GOLD' },
  ];
  const gate = { publicMint: true, tokenGateSymbol: 'GOLD', tokenGateAmount: 5 };
  const priceFor = (who: typeof alice, collection: object): unknown => {
    const scene = sceneWith({ ...gate, ...collection }, { allocations });
    return (scene.done(who, MINT, { collectionId: ART, name: 'x' }) as { price: string }).price;
  };

  test('is for who holds enough of the gate token, and the whole price where nothing is said', () => {
    expect(priceFor(alice, { mintPrice: 3 })).toBe('0');
    expect(priceFor(bob, { mintPrice: 3 })).toBe('3000000000');
  });

  test('is rounded in favour of the minter, from 0 to 100 percent', () => {
    const expected: readonly (readonly [string, number, string])[] = [
      ['0.000000001', 0, '1'],
      ['0.000000001', 1, '0'],
      ['0.000000001', 100, '0'],
      ['0.000000101', 50, '50'],
      ['0.000000199', 1, '197'],
      ['0.000000199', 99, '1'],
      ['7', 25, '5250000000'],
    ];
    for (const [mintPrice, discountPct, price] of expected)
      expect(priceFor(alice, { mintPrice: number(mintPrice), discountPct }), mintPrice).toBe(price);
  });

  test('counts XRGE after the fee', () => {
    const [enough, short] = [actor('nft: enough'), actor('nft: too little')];
    const scene = sceneWith(
      { ...gate, tokenGateSymbol: 'XRGE', tokenGateAmount: 10, mintPrice: 1 },
      {
        allocations: [
          { to: enough.keyHex, amount: '15' },
          { to: short.keyHex, amount: '14.999999999' },
        ],
      },
    );
    const mint = (who: typeof alice) => scene.done(who, MINT, { collectionId: ART, name: 'x' });
    expect(mint(enough)).toMatchObject({ price: '0' });
    expect(mint(short)).toMatchObject({ price: '1000000000' });
  });
});

describe('a batch', () => {
  test('mints all its names for as many fees, lists by their places', () => {
    const scene = sceneWith();
    scene.done(artist, MINT, { collectionId: ART, name: 'one' });
    const before = scene.xrgeOf(artist);
    const names = ['two', ' three ', 'four'];
    const given = { collectionId: ART, names, uris: ['ipfs://two', null], batchAttributes: [null, { a: 1 }] };
    expect(scene.done(artist, BATCH, given)).toEqual({ first: 2, count: 3 });
    expect(before - scene.xrgeOf(artist)).toBe(15n * QUANTA);
    const kept = [2, 3, 4].map((token) => {
      const { name, metadataUri, attributes } = scene.nft(ART, token) ?? {};
      return [name, metadataUri, attributes];
    });
    expect(kept).toEqual([
      ['two', 'ipfs://two', undefined],
      ['three', undefined, '{"a":1}'],
      ['four', undefined, undefined],
    ]);
    scene.done(artist, BATCH, { collection_id: ART, names: ['five'], attributes: [7] });
    expect(scene.nft(ART, 5)?.attributes).toBe('7');
    expect(activityOf(scene.chain.state, collectionSubject(ART))).toBe(4);
  });

  test('takes 1 to 50 names', () => {
    const scene = sceneWith();
    const verdict = (names: unknown) => scene.verdict(artist, BATCH, { collectionId: ART, names });
    const text = ['malformed_payload', 'batch mint requires 1-50 names'];
    for (const names of [[], Array(51).fill('x'), undefined, 'x', { 0: 'x' }]) expect(verdict(names)).toEqual(text);
    for (const names of [['x', ''], ['x'.repeat(101)], ['x', 5], [null]])
      expect(verdict(names)).toEqual(['malformed_payload', 'names must hold texts of 1 to 100 characters']);
    for (const names of [['x'], Array(50).fill('x'.repeat(100))]) expect(verdict(names)).toBeUndefined();
  });

  test('refuses lists longer than its names, and bad elements', () => {
    const scene = sceneWith();
    const more = [
      { uris: ['a', 'b', 'c'] },
      { batchAttributes: [1, 2, 3] },
      { attributes: [1, 2, 3] },
      { uris: 'a' },
      { attributes: {} },
      { uris: [5] },
      { uris: ['x'.repeat(2_049)] },
      { attributes: ['x'.repeat(8_191)] },
    ];
    for (const lists of more)
      expect(scene.verdict(artist, BATCH, { collectionId: ART, names: ['x', 'y'], ...lists })?.[0]).toBe(
        'malformed_payload',
      );
  });

  test('is the creator’s alone, and stays within the cap as a whole', () => {
    const scene = sceneWith({ publicMint: true, maxSupply: 4 });
    const batch = (names: number) => ({ collectionId: ART, names: Array(names).fill('x') });
    expect(scene.verdict(alice, BATCH, batch(1))).toEqual(['not_authorized', 'only the collection creator can mint']);
    expect(scene.verdict(artist, BATCH, { ...batch(1), collectionId: 'none' })).toEqual([
      'not_found',
      'collection not found',
    ]);
    scene.done(artist, BATCH, batch(3));
    expect(scene.verdict(artist, BATCH, batch(2))).toEqual([
      'rule_violation',
      'batch would exceed max supply (3 + 2 > 4)',
    ]);
    expect(scene.play([scene.request(artist, BATCH, batch(2))])).toEqual(['batch would exceed max supply (3 + 2 > 4)']);
    expect(scene.collection(ART)?.minted).toBe(3);
    scene.done(artist, BATCH, batch(1));
    expect(scene.collection(ART)?.minted).toBe(4);
  });

  test('must be payable for all its names to stand in a block', () => {
    const poor = actor('nft: poor');
    const scene = new NftScene([], { allocations: [{ to: poor.keyHex, amount: '64.999999999' }] });
    scene.done(poor, 'nft_create_collection', { symbol: 'ART', name: 'x' });
    const names = ['a', 'b', 'c'];
    const verdict = scene.verdict(poor, BATCH, { collectionId: collectionIdBy(poor, 'ART'), names });
    expect(verdict).toEqual(['insufficient_balance', 'insufficient balance: have 14.999999999 XRGE, need 15 XRGE']);
  });
});
