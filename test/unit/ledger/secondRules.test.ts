/** What the upgrade `ledger_rules_2` asks, one block before its height and at it: links, pictures, accounts that nobody holds a
 *  key of, locks, and what an unstake may leave. */

import { describe, expect, test } from 'vitest';
import { JsonNumber, type JsonValue } from '../../../engine/base/json.js';
import { BURN_ADDRESS, TREASURY } from '../../../engine/crypto/address.js';
import { collectionIdOf } from '../../../engine/ledger/nfts.js';
import { stakeOf } from '../../../engine/ledger/staking.js';
import { rulesOf, TestChain } from '../../support/chain.js';
import { longPicture, sizedPng, tinyPicture, tinyTypes } from '../../support/tinyPictures.js';
import { actor, item, number } from '../../support/transactions.js';

const validator = actor('second rules: validator');
const alice = actor('second rules: alice');
const bob = actor('second rules: bob');

const HEIGHT = 3;

function newChain(height: number | null = 1): TestChain {
  return new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [
        { to: alice.keyHex, amount: '1000000' },
        { to: alice.keyHex, amount: '1000', token: 'GOLD' },
      ],
      upgrades: { ledger_rules_2: height },
    }),
  );
}

type Members = Readonly<Record<string, JsonValue>>;

const request = (chain: TestChain, operation: string, members: Members) =>
  item({ signer: alice, timestamp: chain.tip.time, operation, members });

/** Why a block is not made with it, why it fails in it, or `done`. */
function fate(chain: TestChain, operation: string, members: Members): string {
  const { candidate } = chain.produce([request(chain, operation, members)]);
  const [refused] = candidate.refused;
  return refused?.refusal.message ?? candidate.execution.outcomes[0]?.failure?.message ?? 'done';
}

const ART = collectionIdOf(alice.publicKey, 'ART');

/** With the token MINE and the collection ART of alice, and an NFT in it. */
function furnished(height: number | null = 1): TestChain {
  const chain = newChain(height);
  expect(fate(chain, 'create_token', { name: 'Mine', symbol: 'MINE', totalSupply: number(5) })).toBe('done');
  expect(fate(chain, 'nft_create_collection', { symbol: 'ART', name: 'Art' })).toBe('done');
  expect(fate(chain, 'nft_mint', { collectionId: ART, name: 'one' })).toBe('done');
  return chain;
}

let serial = 0;
const collectionWith = (image: string): Members => ({ symbol: `C${++serial}`, name: 'x', image });
const tokenWith = (members: Members): Members => ({
  ...{ name: 'x', symbol: `T${++serial}`, totalSupply: number(1) },
  ...members,
});

const BAD_LINKS = [
  'http://gold.example',
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,x',
  '//gold.example',
  'gold.example',
  '@gold',
  'https://',
  'https:///path',
  'https://user@gold.example/',
  'https://user:secret@gold.example',
  'https://gold.example/a b',
  'https://gold.example/\nx',
  'https://gold.example/\u0000',
  'https://gold.example/\u202egpj.exe',
  'https://gold.example/"onload="',
  'https://gold.example/<script>',
  'https://gold.example\\@evil.example',
  'https://gold.example:port/',
  'https://-gold.example/',
  ' https://gold .example/',
];

const GOOD_LINKS = [
  'https://gold.example',
  'https://gold.example/',
  'https://Gold-Coin.example:8443/a/b?c=d&e=%20f#g',
  'https://x.com/@gold',
  'https://gold.example?x=y@z',
  'https://10.0.0.1/',
];

describe('links', () => {
  test.each(['website', 'twitter', 'discord'])('%s is an https link, of a new token and of an update', (member) => {
    const chain = furnished();
    const rule = `${member} must be a link that begins with https://, without user name, spaces and characters that a link must write with %`;
    for (const link of BAD_LINKS) {
      expect(fate(chain, 'create_token', tokenWith({ [member]: link })), link).toBe(rule);
      expect(fate(chain, 'update_token_metadata', { token_symbol: 'MINE', [member]: link }), link).toBe(rule);
    }
    for (const link of GOOD_LINKS)
      expect(fate(chain, 'update_token_metadata', { token_symbol: 'MINE', [member]: link }), link).toBe('done');
    expect(fate(chain, 'update_token_metadata', { token_symbol: 'MINE', [member]: '' })).toBe('done');
  });

  test('of an NFT are https or ipfs, in a batch too', () => {
    const chain = furnished();
    const mint = (metadataUri: string) => fate(chain, 'nft_mint', { collectionId: ART, name: 'x', metadataUri });
    const batch = (uri: string) =>
      fate(chain, 'nft_batch_mint', { collectionId: ART, names: ['x', 'y'], uris: [null, uri] });
    for (const link of [...BAD_LINKS, 'ipfs://', 'ipfs://../x y', 'ipfs:/x']) {
      expect(mint(link), link).toMatch(/^metadataUri must be a link that begins with https:\/\/ or ipfs:\/\//);
      expect(batch(link), link).toMatch(/^uris must be a link/);
    }
    for (const link of [...GOOD_LINKS, 'ipfs://bafybeigdyrzt5/1.json'])
      expect([mint(link), batch(link)], link).toEqual(['done', 'done']);
    expect(mint('')).toBe('done');
  });
});

describe('an image', () => {
  const kinds: readonly (readonly [string, (image: string) => Members])[] = [
    ['create_token', (image) => tokenWith({ image })],
    ['update_token_metadata', (image) => ({ token_symbol: 'MINE', image })],
    ['nft_create_collection', collectionWith],
  ];

  test.each(kinds)('of %s is a whole picture of the type that it names', (operation, members) => {
    const chain = furnished();
    const of = (image: string) => fate(chain, operation, members(image));
    for (const type of tinyTypes) {
      expect(of(tinyPicture(type))).toBe('done');
      const wrong = `image is no whole image/${type} picture; POST /api/token/logo makes one of a file`;
      for (const other of tinyTypes)
        if (other !== type) expect(of(tinyPicture(other).replace(`image/${other}`, `image/${type}`))).toBe(wrong);
      expect(of(`data:image/${type};base64,${Buffer.from('<svg onload="alert(1)">').toString('base64')}`)).toBe(wrong);
      expect(of(`data:image/${type};base64,AAAA`)).toBe(wrong);
    }
    // The same bytes in another spelling: bits that base64 leaves unused, padding left out.
    const gif = tinyPicture('gif');
    expect(gif.endsWith('w==')).toBe(true);
    for (const spelling of [gif.replace(/w==$/, 'x=='), gif.slice(0, -1), gif.slice(0, -2)])
      expect(of(spelling)).toMatch(/^image is no whole image\/gif/);
    expect(of('ipfs://bafybeigdyrzt5')).toBe('done');
    expect(of('https://user@gold.example/a.png')).toMatch(/^image must be a link/);
  });

  test('has at most 256 pixels on a side and 102,400 characters', () => {
    const chain = furnished();
    const of = (image: string) => fate(chain, 'update_token_metadata', { token_symbol: 'MINE', image });
    const sized = (width: number, height: number) =>
      of(`data:image/png;base64,${sizedPng(width, height).toString('base64')}`);
    expect([sized(256, 256), sized(1, 256)]).toEqual(['done', 'done']);
    expect(sized(257, 1)).toBe(
      'image has 257 x 1 pixels, at most 256 x 256 are allowed; POST /api/token/logo makes a smaller one',
    );
    expect(sized(256, 5_000)).toMatch(/^image has 256 x 5000 pixels/);
    expect(of(longPicture(102_400))).toBe('done');
    expect(longPicture(102_400).length).toBeGreaterThan(102_396);
  });
});

describe('an account that nobody holds a key of', () => {
  const lost = /^nobody holds a key of __[a-z_]+__: what is sent there would be lost/;

  test('is sent nothing; what goes to the burn address is destroyed', () => {
    const chain = newChain();
    for (const name of [TREASURY, '__team__', '__liquidity__', '__airdrop__'])
      for (const token of ['XRGE', 'GOLD']) {
        expect(fate(chain, 'transfer', { to: name, amount: number(1), token })).toMatch(lost);
        if (token === 'GOLD')
          expect(
            fate(chain, 'transfer_from', { owner: bob.keyHex, to: name, token_symbol: token, amount: number(1) }),
          ).toMatch(lost);
      }
    for (const token of ['XRGE', 'GOLD'])
      expect(fate(chain, 'transfer', { to: BURN_ADDRESS, amount: number(1), token })).toBe('done');
  });

  test('is no spender', () => {
    const chain = newChain();
    for (const spender of [TREASURY, '__team__', BURN_ADDRESS])
      expect(fate(chain, 'approve', { spender, token_symbol: 'GOLD', amount: number(1) })).toBe(
        `nobody holds a key of ${spender}, so it can spend nothing`,
      );
    expect(fate(chain, 'approve', { spender: bob.address, token_symbol: 'GOLD', amount: number(1) })).toBe('done');
  });
});

test('a lock that changes nothing says so', () => {
  const chain = furnished();
  const lock = (locked: boolean) => fate(chain, 'nft_lock', { collectionId: ART, tokenId: number(1), locked });
  expect([lock(false), lock(true), lock(true), lock(false), lock(true)]).toEqual([
    'this NFT is not locked: nothing to change',
    'done',
    'this NFT is already locked: nothing to change',
    'done',
    'done',
  ]);
});

describe('before the height', () => {
  /** Everything that is refused from the height on. */
  const orders: readonly (readonly [string, () => Members])[] = [
    ['transfer', () => ({ to: TREASURY, amount: number(1) })],
    ['approve', () => ({ spender: TREASURY, token_symbol: 'GOLD', amount: number(1) })],
    ['create_token', () => tokenWith({ website: 'javascript:alert(1)' })],
    ['create_token', () => tokenWith({ image: 'data:image/png;base64,AAAA' })],
    ['nft_create_collection', () => collectionWith('data:image/gif;base64,AAAA')],
    ['nft_mint', () => ({ collectionId: ART, name: 'x', metadataUri: 'x' })],
  ];

  test('none of it is asked, and at the height all of it', () => {
    const counted = { before: 0, after: 0 };
    for (const [operation, members] of orders) {
      const never = furnished(null);
      if (fate(never, operation, members()) === 'done') counted.before++;
      const chain = newChain(HEIGHT);
      expect(fate(chain, 'nft_create_collection', { symbol: 'ART', name: 'Art' })).toBe('done');
      expect(fate(chain, operation, members()), operation).toBe('done');
      expect(chain.tip.height).toBe(HEIGHT - 1);
      if (fate(chain, operation, members()) !== 'done') counted.after++;
    }
    expect(counted).toEqual({ before: orders.length, after: orders.length });
  });

  test('an unstake leaves nothing or the least stake; at the height it leaves what it leaves', () => {
    const run = (height: number | null): string[] => {
      const chain = newChain(height);
      const xrge = (operation: string, amount: string) => fate(chain, operation, { amount: new JsonNumber(amount) });
      expect(xrge('stake', '10000')).toBe('done');
      const fates = [xrge('unstake', '1'), xrge('unstake', '1')];
      return [...fates, String(stakeOf(chain.state, alice.account))];
    };
    const old = 'an unstake must leave nothing or at least 10000 XRGE staked, but 9999 XRGE would remain';
    expect(run(null)).toEqual([old, old, '10000000000000']);
    expect(run(HEIGHT)).toEqual([old, 'done', '9999000000000']);
    expect(run(1)).toEqual(['done', 'done', '9998000000000']);
  });
});
