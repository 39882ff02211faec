/** Collections of NFTs: what may be created and what not, ids, royalties around their upgrade height, freezing. (Specification,
 *  NFT collection, Limits, Errors.) */

import { bech32m } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import {
  ADDRESS_LENGTH,
  ADDRESS_PREFIX,
  accountBytes,
  accountOfName,
  BURN_ADDRESS,
  TREASURY,
} from '../../../engine/crypto/address.js';
import { kindOfTransaction } from '../../../engine/ledger/admission.js';
import { collectionTexts } from '../../../engine/ledger/nftTables.js';
import { activityOf, collectionSubject } from '../../../engine/ledger/subjects.js';
import { reloaded } from '../../support/chain.js';
import { collectionIdBy, NftScene } from '../../support/nftRequests.js';
import { actor, itemOfParts, number, partsOf } from '../../support/transactions.js';

const artist = actor('nft: artist');
const buyer = actor('nft: buyer');
const wallet = actor('nft: wallet');
const ART = collectionIdBy(artist, 'ART');
const art = { symbol: 'ART', name: 'Pictures' };

const CREATE = 'nft_create_collection';
const FREEZE = 'nft_freeze_collection';

const sceneOf = (options = {}) => new NftScene([artist, buyer], options);
const created = (values: object): NftScene => {
  const scene = sceneOf();
  scene.done(artist, CREATE, { ...art, ...values });
  return scene;
};

/** An address with a checksum, of an account that has a name: unusual, but possible. */
const spelledOut = (name: string): string =>
  bech32m.encode(ADDRESS_PREFIX, bech32m.toWords(accountBytes(accountOfName(name))), ADDRESS_LENGTH);

describe('a collection', () => {
  test('is created with nothing but symbol and name', () => {
    const scene = sceneOf();
    const before = scene.xrgeOf(artist);
    expect(scene.done(artist, CREATE, { ...art, symbol: 'art' })).toEqual({ collection_id: ART });
    expect(before - scene.xrgeOf(artist)).toBe(50n * QUANTA);
    expect(scene.collection(ART)).toEqual({
      ...{ number: 1, symbol: 'ART', creator: artist.account, createdAt: scene.chain.tip.time },
      ...{ maxSupply: undefined, minted: 0, burned: 0, royaltyBps: 0, royaltyRecipient: artist.account },
      ...{ frozen: false, publicMint: false, mintPrice: 0n },
      ...{ tokenGateSymbol: undefined, tokenGateAmount: 0n, discountPct: 100 },
    });
    expect(scene.chain.state.get(collectionTexts, ART)).toEqual({ name: 'Pictures' });
    expect(activityOf(scene.chain.state, collectionSubject(ART))).toBe(1);
  });

  test('keeps everything that its creator gave, in both spellings', () => {
    const given = { description: 'About', image: 'ipfs://picture', symbol: 'ART', name: ' Pictures ' };
    const camel = {
      ...{ maxSupply: 7, royaltyBps: 500, royaltyRecipient: ` ${wallet.address} `, publicMint: true },
      ...{ mintPrice: number('2.000000001'), tokenGateSymbol: 'gold', tokenGateAmount: 5, discountPct: 25 },
    };
    const snake = {
      ...{ max_supply: 7, royalty_bps: 500, royalty_recipient: wallet.keyHex, public_mint: true },
      ...{ mint_price: number('2.000000001'), token_gate_symbol: 'GOLD', token_gate_amount: 5, discount_pct: 25 },
    };
    for (const spelling of [camel, snake]) {
      const scene = sceneOf({ allocations: [{ to: wallet.address, amount: '1', token: 'GOLD' }] });
      scene.done(artist, CREATE, { ...given, ...spelling });
      expect(scene.collection(ART)).toMatchObject({
        ...{ maxSupply: 7, royaltyBps: 500, royaltyRecipient: wallet.account, publicMint: true },
        ...{ mintPrice: 2_000_000_001n, tokenGateSymbol: 'GOLD', tokenGateAmount: 5n, discountPct: 25 },
      });
      const texts = { name: 'Pictures', description: 'About', image: 'ipfs://picture' };
      expect(scene.chain.state.get(collectionTexts, ART)).toEqual(texts);
      expect(reloaded(scene.chain.state).root()).toEqual(scene.chain.state.root());
    }
  });

  test('is created once: its id follows from key and symbol, and others have their own', () => {
    const scene = sceneOf();
    scene.done(artist, CREATE, art);
    scene.done(artist, 'nft_mint', { collectionId: ART, name: 'one' });
    expect(scene.verdict(artist, CREATE, { ...art, symbol: 'aRt', name: 'Again' })).toEqual([
      'already_exists',
      `Collection ${ART} already exists`,
    ]);
    const twice = scene.request(artist, CREATE, { ...art, name: 'Again' });
    expect(scene.play([twice])).toEqual([`Collection ${ART} already exists`]);
    expect(scene.collection(ART)?.minted).toBe(1);
    expect(scene.done(buyer, CREATE, art)).toEqual({ collection_id: collectionIdBy(buyer, 'ART') });
    expect(scene.done(artist, CREATE, { ...art, symbol: 'XRGE' })).toEqual({
      collection_id: collectionIdBy(artist, 'XRGE'),
    });
    expect(scene.collection(collectionIdBy(artist, 'XRGE'))?.number).toBe(3);
  });

  test('twice in one block fails the second time and costs its fee', () => {
    const scene = sceneOf();
    const before = scene.xrgeOf(artist);
    const two = [scene.request(artist, CREATE, art), scene.request(artist, CREATE, art)];
    expect(scene.play(two)).toEqual([undefined, `Collection ${ART} already exists`]);
    expect(before - scene.xrgeOf(artist)).toBe(100n * QUANTA);
  });

  test('is refused for what is malformed', () => {
    const scene = sceneOf();
    const malformed = (values: object, code = 'malformed_payload') => {
      const verdict = scene.verdict(artist, CREATE, { ...art, ...values });
      expect(verdict?.[0], JSON.stringify(values)).toBe(code);
      return verdict?.[1];
    };
    for (const symbol of ['', 'ELEVENCHARS', 'A-B', 'Ä', 5]) malformed({ symbol });
    expect(malformed({ symbol: undefined })).toBe('symbol is required');
    for (const name of ['', '  ', 'x'.repeat(65), undefined, 7]) malformed({ name });
    malformed({ description: 'x'.repeat(1_001) });
    for (const image of ['http://x', 'javascript:alert(1)', `https://${'x'.repeat(102_400)}`]) malformed({ image });
    expect(malformed({ maxSupply: 0 })).toBe('maxSupply must be at least 1');
    for (const maxSupply of [-1, 1.5, '5', number('9007199254740992')]) malformed({ maxSupply });
    expect(malformed({ discountPct: 101 })).toBe('discountPct must be a whole number from 0 to 100');
    for (const discountPct of [-1, 0.5, '5']) malformed({ discountPct });
    malformed({ publicMint: 1 });
    malformed({ mintPrice: -1 }, 'invalid_amount');
    malformed({ mintPrice: number('0.0000000001') }, 'invalid_amount');
    expect(malformed({ tokenGateAmount: 5 })).toBe('tokenGateAmount needs a tokenGateSymbol beside it');
    expect(malformed({ tokenGateSymbol: 'XRGE' }, 'invalid_amount')).toBe('tokenGateAmount is required');
    malformed({ tokenGateSymbol: 'XRGE', tokenGateAmount: 0 }, 'invalid_amount');
    malformed({ tokenGateSymbol: 'X Y', tokenGateAmount: 1 });
    for (const good of [
      { name: 'x'.repeat(64), description: 'x'.repeat(1_000) },
      { maxSupply: 1, discountPct: 0 },
    ])
      expect(scene.verdict(artist, CREATE, { ...art, ...good })).toBeUndefined();
  });

  test('asks for a gate token that exists, in its own units', () => {
    const scene = sceneOf();
    const gate = (tokenGateSymbol: string, tokenGateAmount: unknown) =>
      scene.verdict(artist, CREATE, { ...art, tokenGateSymbol, tokenGateAmount });
    expect(gate('NONE', 1)).toEqual(['not_found', 'Token NONE not found']);
    expect(gate('qeth', 1)).toBeUndefined();
    expect(gate('QETH', number('0.5'))?.[0]).toBe('invalid_amount');
    scene.done(artist, CREATE, { ...art, tokenGateSymbol: 'xrge', tokenGateAmount: number('0.5') });
    expect(scene.collection(ART)).toMatchObject({ tokenGateSymbol: 'XRGE', tokenGateAmount: QUANTA / 2n });
  });

  test('costs 50 XRGE, and says so to who cannot pay', () => {
    const poor = actor('nft: poor');
    const scene = sceneOf({ allocations: [{ to: poor.keyHex, amount: '49.999999999' }] });
    expect(scene.verdict(poor, CREATE, art)).toEqual([
      'insufficient_balance',
      'insufficient XRGE balance for collection fee: have 49.999999999, need 50',
    ]);
  });
});

describe('the recipient of royalties', () => {
  const refused = ['invalid_recipient', expect.stringMatching(/^royaltyRecipient must be a wallet/)];

  test('is the creator where none is named', () => {
    for (const royaltyRecipient of [undefined, null, '', '  '])
      expect(created({ royaltyRecipient }).collection(ART)?.royaltyRecipient).toBe(artist.account);
  });

  test('must be a wallet, however the account is written', () => {
    const scene = sceneOf();
    const verdict = (royaltyRecipient: unknown) => scene.verdict(artist, CREATE, { ...art, royaltyRecipient });
    for (const name of [BURN_ADDRESS, TREASURY, '__staking_rewards__'])
      for (const spelling of [name, spelledOut(name)]) expect(verdict(spelling)).toEqual(refused);
    for (const text of ['ab'.repeat(20), 'somebody', wallet.address.slice(0, -1), wallet.keyHex.slice(2)])
      expect(verdict(text)).toEqual(refused);
    expect(verdict(7)?.[0]).toBe('malformed_payload');
    expect(verdict(wallet.keyHex)).toBeUndefined();
  });

  test('finds the creation in its history, and its key becomes known', () => {
    const scene = sceneOf();
    const { transaction } = scene.request(artist, CREATE, { ...art, royaltyRecipient: wallet.keyHex });
    const kind = kindOfTransaction(transaction);
    expect(kind.parties(transaction.fields, null)).toEqual([wallet.account]);
    expect(kind.reveals?.(transaction.fields)).toEqual([wallet.publicKey]);
  });
});

describe('royaltyBps', () => {
  const HEIGHT = 4;
  const text = 'royaltyBps must be an integer between 0 and 10000';
  const bad = [10_001, 65_536, 70_000, -1, number('500.0'), number('5e2'), '500', true, [], {}, number('1e400')];
  const atHeight = (height: number): NftScene => {
    const scene = sceneOf({ upgrades: { contract_nft_royalty: HEIGHT } });
    while (scene.chain.tip.height < height - 1) scene.chain.produce();
    return scene;
  };

  test('must be an integer from 0 to 10,000 from its height on; a block that carries another is invalid', () => {
    const scene = atHeight(HEIGHT);
    for (const royaltyBps of bad)
      expect(scene.verdict(artist, CREATE, { ...art, royaltyBps }), String(royaltyBps)).toEqual([
        'rule_violation',
        text,
      ]);
    const { candidate } = scene.chain.produce([scene.request(artist, CREATE, { ...art, royaltyBps: 10_001 })]);
    expect(candidate.refused.map(({ refusal }) => refusal.message)).toEqual([text]);
    for (const royaltyBps of [0, 10_000, null, undefined])
      expect(scene.verdict(artist, CREATE, { ...art, royaltyBps })).toBeUndefined();
    expect(scene.verdict(artist, CREATE, { ...art, royalty_bps: 10_001 })).toEqual(['rule_violation', text]);
  });

  test('is taken modulo 65,536 one block before, and counts as 0 where it is no integer', () => {
    const scene = atHeight(HEIGHT - 1);
    const counted = [10_001, 0, 4_464, 0, 0, 0, 0, 0, 0, 0, 0];
    const symbols = bad.map((_, index) => `A${index}`);
    const items = bad.map((royaltyBps, index) =>
      scene.request(artist, CREATE, { ...art, symbol: symbols[index], royaltyBps }),
    );
    expect(scene.play(items)).toEqual(bad.map(() => undefined));
    expect(scene.chain.tip.height).toBe(HEIGHT - 1);
    expect(symbols.map((symbol) => scene.collection(collectionIdBy(artist, symbol))?.royaltyBps)).toEqual(counted);
    expect(scene.verdict(artist, CREATE, { ...art, royaltyBps: 10_001 })).toEqual(['rule_violation', text]);
  });

  test('knows integers up to 64 bits', () => {
    const scene = atHeight(HEIGHT - 1);
    const given = [(1n << 64n) - 1n, 1n << 64n, 10n ** 30n].map((value, index) =>
      scene.request(artist, CREATE, { ...art, symbol: `B${index}`, royaltyBps: value }),
    );
    expect(scene.play(given)).toEqual([undefined, undefined, undefined]);
    const stored = [0, 1, 2].map((index) => scene.collection(collectionIdBy(artist, `B${index}`))?.royaltyBps);
    expect(stored).toEqual([65_535, 0, 0]);
  });

  test('never binds where the upgrade is not scheduled', () => {
    const scene = sceneOf({ upgrades: { contract_nft_royalty: null } });
    expect(scene.verdict(artist, CREATE, { ...art, royaltyBps: 10_001 })).toBeUndefined();
  });
});

describe('freezing', () => {
  test('is the creator’s, and true where nothing is said', () => {
    const scene = created({});
    expect(scene.verdict(buyer, FREEZE, { collectionId: ART })).toEqual([
      'not_authorized',
      'only the collection creator can freeze/unfreeze',
    ]);
    expect(scene.verdict(artist, FREEZE, { collectionId: 'col:none' })).toEqual(['not_found', 'collection not found']);
    expect(scene.verdict(artist, FREEZE, { collectionId: ART, frozen: 'yes' })?.[0]).toBe('malformed_payload');
    scene.done(artist, FREEZE, { collectionId: ART });
    expect(scene.collection(ART)?.frozen).toBe(true);
    scene.done(artist, FREEZE, { collection_id: ART, frozen: false });
    expect(scene.collection(ART)?.frozen).toBe(false);
  });

  test('stops mint and batch mint alone', () => {
    const scene = created({ publicMint: true });
    for (const name of ['a', 'b', 'c']) scene.done(artist, 'nft_mint', { collectionId: ART, name });
    scene.done(artist, FREEZE, { collectionId: ART });
    const frozen = ['rule_violation', 'collection is frozen'];
    for (const who of [artist, buyer])
      expect(scene.verdict(who, 'nft_mint', { collectionId: ART, name: 'x' })).toEqual(frozen);
    expect(scene.verdict(artist, 'nft_batch_mint', { collectionId: ART, names: ['x'] })).toEqual(frozen);
    scene.done(artist, 'nft_transfer', { collectionId: ART, tokenId: 1, to: buyer.address });
    scene.done(artist, 'nft_lock', { collectionId: ART, tokenId: 2 });
    scene.done(artist, 'nft_burn', { collectionId: ART, tokenId: 3 });
    scene.done(artist, FREEZE, { collectionId: ART, frozen: false });
    scene.done(buyer, 'nft_mint', { collectionId: ART, name: 'x' });
    expect(scene.nft(ART, 4)?.owner).toBe(buyer.account);
  });
});

describe('a payload without a type', () => {
  const untyped = (operation: string, values: Record<string, never | string | ReturnType<typeof number>>) =>
    itemOfParts(partsOf({ signer: artist, timestamp: 1, operation, members: { type: null as never, ...values } }));

  test('locks, but never burns: nobody can relabel one as the other', () => {
    const token = { collectionId: ART, tokenId: number(1) };
    expect(untyped('nft_lock', token)).toHaveProperty('transaction');
    expect(untyped('nft_burn', token)).toMatchObject({
      code: 'operation_mismatch',
      message: 'payload must name its operation: add "type": "nft_burn"',
    });
  });
});
