/** The example contracts, compiled and used: every method, and what each refuses. */

import { describe, expect, test } from 'vitest';
import { toHex } from '../../../../engine/base/bytes.js';
import { sha256 } from '../../../../engine/crypto/sha256.js';
import { CallFailed, type TestContract, type TestLedger } from '../../../../ops/contract/local/testLedger.js';
import { ledgerOfExamples, machine } from './exampleContracts.js';

const XRGE = 1_000_000_000n;

/** Accounts of a ledger, by the roles that they have in a test. */
function roles(ledger: TestLedger) {
  const [alice, bob, carol] = ledger.accounts;
  if (!alice || !bob || !carol) throw new Error('too few accounts');
  return { alice, bob, carol };
}

describe('token', () => {
  async function newToken() {
    const ledger = ledgerOfExamples();
    const token = await ledger.deploy('token.ts');
    const { alice, bob, carol } = roles(ledger);
    token.call(alice, 'init', { name: 'Lamp', symbol: 'LMP', decimals: 2, supply: 1_000 });
    const balances = () => [alice, bob, carol].map(({ address }) => token.query('balanceOf', { account: address }));
    return { ledger, token, alice, bob, carol, balances };
  }

  test('is made once and tells about itself', async () => {
    const { token, alice, bob, balances } = await newToken();
    expect(token.query('info')).toEqual({ name: 'Lamp', symbol: 'LMP', decimals: 2, supply: '1000' });
    expect(balances()).toEqual(['1000', '0', '0']);
    token.fails(bob, 'init', { name: 'x', symbol: 'x', decimals: 0, supply: 1 }, /the token exists at token\.ts:\d+/);
    expect(token.query('balanceOf', { account: alice.publicKey })).toBe('1000');
    expect(token.stored('name')).toBe('Lamp');
  });

  test('moves balances, with an event', async () => {
    const { token, alice, bob, balances } = await newToken();
    const { events, gasUsed } = token.call(alice, 'transfer', { to: bob.publicKey, amount: '40' });
    expect(events).toEqual([
      {
        contract: token.address,
        topic: 'transfer',
        data: `{"from":"${alice.address}","to":"${bob.address}","amount":"40"}`,
      },
    ]);
    expect(gasUsed).toBeGreaterThan(10_000);
    expect(balances()).toEqual(['960', '40', '0']);
    token.call(bob, 'transfer', { to: bob.address, amount: 40 });
    expect(balances()).toEqual(['960', '40', '0']);
  });

  test.each<[string, Record<string, string | number>, RegExp]>([
    ['more than there is', { to: 'x', amount: 1_001 }, /the balance is too small/],
    ['no recipient', { amount: 1 }, /to is missing/],
    ['an empty recipient', { to: '', amount: 1 }, /to is empty/],
    ['a recipient that is no text', { to: 5, amount: 1 }, /to must be a text/],
    ['no amount', { to: 'x' }, /amount is missing/],
    ['a negative amount', { to: 'x', amount: -1 }, /amount must be a whole number/],
    ['a fraction', { to: 'x', amount: 1.5 }, /amount must be a whole number/],
    ['an exponent', { to: 'x', amount: '1e3' }, /amount must be a whole number/],
    ['2^64', { to: 'x', amount: '18446744073709551616' }, /amount must be a whole number/],
    ['leading zeros', { to: 'x', amount: '007' }, /amount must be a whole number/],
  ])('refuses to move %s', async (_name, args, expected) => {
    const { token, alice, balances } = await newToken();
    token.fails(alice, 'transfer', args, expected);
    expect(balances()).toEqual(['1000', '0', '0']);
  });

  test('lets a spender move what was allowed, once', async () => {
    const { token, alice, bob, carol, balances } = await newToken();
    token.call(alice, 'approve', { spender: bob.address, amount: 100 });
    const asked = { owner: alice.address, spender: bob.address };
    expect(token.query('allowance', asked)).toBe('100');
    token.call(bob, 'transferFrom', { from: alice.address, to: carol.address, amount: 60 });
    token.fails(
      bob,
      'transferFrom',
      { from: alice.address, to: bob.address, amount: 41 },
      /the allowance is too small/,
    );
    token.fails(
      carol,
      'transferFrom',
      { from: alice.address, to: bob.address, amount: 1 },
      /the allowance is too small/,
    );
    expect(token.query('allowance', asked)).toBe('40');
    expect(token.query('allowance', { owner: bob.address, spender: alice.address })).toBe('0');
    expect(balances()).toEqual(['940', '0', '60']);
  });

  test('takes no payment', async () => {
    const { ledger, token, alice } = await newToken();
    const before = ledger.balance(alice);
    token.fails(alice, 'transfer', { to: 'x', amount: 1 }, /takes no payment/, { attach: 5n });
    expect(ledger.balance(alice)).toBe(before);
    expect(ledger.balance(token)).toBe(0n);
  });
});

describe('auction', () => {
  async function newAuction() {
    const ledger = ledgerOfExamples();
    const auction = await ledger.deploy('auction.ts');
    const { alice: seller, bob, carol } = roles(ledger);
    const id = ledger.mintNft('LAMPS', seller);
    auction.call(seller, 'open', { collection: 'LAMPS', id, minimum: 10, seconds: 600 });
    return { ledger, auction, seller, bob, carol, id };
  }

  test('takes bids, gives outbid ones back, and pays the seller', async () => {
    const { ledger, auction, seller, bob, carol, id } = await newAuction();
    auction.fails(bob, 'bid', {}, /has not sent the NFT yet/, { attach: 10n });
    ledger.transferNft('LAMPS', id, auction);
    auction.fails(bob, 'bid', {}, /attach XRGE/);
    ledger.fundToken('GOLD', bob, 100n);
    auction.fails(bob, 'bid', {}, /attach XRGE/, { attach: { symbol: 'GOLD', amount: 100n } });
    auction.fails(bob, 'bid', {}, /the bid is too low/, { attach: 9n });
    auction.call(bob, 'bid', {}, { attach: 10n });
    auction.fails(carol, 'bid', {}, /the bid is too low/, { attach: 10n });
    auction.call(carol, 'bid', {}, { attach: 25n });
    auction.fails(carol, 'claim', {}, /nothing to claim/);
    expect(auction.query('view', { account: bob.address })).toMatchObject({ bid: '25', claim: '10', settled: false });
    const before = ledger.balance(bob);
    auction.call(bob, 'claim');
    auction.fails(bob, 'claim', {}, /nothing to claim/);
    expect(ledger.balance(bob)).toBe(before + 10n);
    auction.fails(seller, 'settle', {}, /has not ended/);
    ledger.advance(600);
    auction.fails(bob, 'bid', {}, /has ended/, { attach: 100n });
    const sellerBefore = ledger.balance(seller);
    auction.call(bob, 'settle');
    expect(ledger.balance(seller)).toBe(sellerBefore + 25n);
    expect(ledger.balance(auction)).toBe(0n);
    expect(ledger.nftOwner('LAMPS', id)).toBe(carol.address);
    auction.fails(bob, 'settle', {}, /is settled/);
  });

  test('takes no bid for an NFT that is not there', async () => {
    const ledger = ledgerOfExamples();
    const auction = await ledger.deploy('auction.ts');
    const { alice, bob } = roles(ledger);
    auction.call(alice, 'open', { collection: 'LAMPS', id: 1, minimum: 10, seconds: 600 });
    auction.fails(bob, 'bid', {}, /has not sent the NFT yet/, { attach: 10n });
  });

  test('gives the NFT back when nobody bids, and opens once', async () => {
    const { ledger, auction, seller, bob, id } = await newAuction();
    auction.fails(bob, 'open', { collection: 'LAMPS', id, minimum: 1, seconds: 1 }, /the auction is open/);
    ledger.transferNft('LAMPS', id, auction);
    ledger.advance(601);
    auction.call(bob, 'settle');
    expect(ledger.nftOwner('LAMPS', id)).toBe(seller.address);
    expect(auction.query('view')).toMatchObject({ settled: true, bidder: '', claim: '0' });
  });
});

describe('game', () => {
  async function newGame() {
    const ledger = ledgerOfExamples();
    const game = await ledger.deploy('game.ts');
    const { alice: house, bob, carol } = roles(ledger);
    game.call(house, 'init');
    game.call(house, 'fund', {}, { attach: 100n * XRGE });
    return { ledger, game, house, bob, carol };
  }

  /** What decides a play: SHA-256 of the hash of the next block, the height in 8 bytes, the player. */
  function sideOf(ledger: TestLedger, player: string, height: number): number {
    const mixed = Buffer.alloc(40 + player.length);
    mixed.set(ledger.state.hashAt(height + 1));
    mixed.writeBigUInt64LE(BigInt(height), 32);
    mixed.write(player, 40);
    return (sha256(mixed)[0] ?? 0) & 1;
  }

  test('pays twice the stake to the side of the coin, over many plays', async () => {
    const { ledger, game, bob } = await newGame();
    const won = new Set<boolean>();
    for (let round = 0; round < 12; round++) {
      const guess = round & 1;
      const before = ledger.balance(bob);
      game.call(bob, 'play', { guess }, { attach: XRGE });
      const { height } = ledger;
      game.fails(bob, 'settle', {}, /is not known yet/);
      const wins = sideOf(ledger, bob.address, height) === guess;
      expect(game.call(bob, 'settle').returnData).toEqual({ won: wins, expired: false });
      expect(ledger.balance(bob)).toBe(before + (wins ? XRGE : -XRGE));
      won.add(wins);
    }
    expect(won.size).toBe(2);
    expect(game.storedBytes('reserved')).toEqual(new Uint8Array(8));
  });

  test('has one open play an account, within what the house can pay', async () => {
    const { ledger, game, house, bob, carol } = await newGame();
    game.fails(bob, 'play', { guess: 2 }, /guess must be 0 or 1/, { attach: 1n });
    game.fails(bob, 'play', { guess: 0 }, /attach XRGE/);
    game.fails(bob, 'play', { guess: 0 }, /cannot pay so much/, { attach: 101n * XRGE });
    game.call(bob, 'play', { guess: 0 }, { attach: 60n * XRGE });
    game.fails(bob, 'play', { guess: 0 }, /settle the open play first/, { attach: 1n });
    game.fails(carol, 'play', { guess: 0 }, /cannot pay so much/, { attach: 60n * XRGE });
    game.fails(house, 'withdraw', { amount: 40n * XRGE + 1n }, /open plays need what is left/);
    game.fails(bob, 'withdraw', { amount: 1 }, /only the owner/);
    game.call(house, 'withdraw', { amount: 40n * XRGE });
    expect(ledger.balance(game)).toBe(120n * XRGE);
    game.fails(carol, 'settle', {}, /there is no open play/);
    game.fails(bob, 'init', {}, /has an owner/);
  });

  test('a play that nobody settles in time is lost, and anybody frees what it reserved', async () => {
    const { ledger, game, house, bob, carol } = await newGame();
    game.call(bob, 'play', { guess: 1 }, { attach: XRGE });
    ledger.mine(249);
    const before = ledger.balance(bob);
    ledger.mine(1);
    expect(game.call(carol, 'settle', { player: bob.address }).returnData).toEqual({ won: false, expired: true });
    expect(ledger.balance(bob)).toBe(before);
    game.call(house, 'withdraw', { amount: 101n * XRGE });
    expect(ledger.balance(game)).toBe(0n);
  });
});

describe('nft-shop', () => {
  async function newShop() {
    const ledger = ledgerOfExamples();
    const shop = await ledger.deploy('nft-shop.ts');
    const { alice: artist, bob, carol } = roles(ledger);
    const collection = shop.call(artist, 'init', { symbol: 'lamps', name: 'Lamps', most: 2, price: 50 }).returnData;
    return { ledger, shop, artist, bob, carol, collection: String(collection) };
  }

  test('mints at the price until all are minted', async () => {
    const { ledger, shop, artist, bob, collection } = await newShop();
    expect(collection).toBe(`col:${shop.address.slice(0, 16)}:LAMPS`);
    const before = ledger.balance(artist);
    shop.fails(bob, 'mint', { name: 'Lamp 1' }, /attach exactly the price/, { attach: 49n });
    shop.fails(bob, 'mint', { name: '' }, /name or the metadata is invalid/, { attach: 50n });
    shop.fails(bob, 'mint', { name: 'x', metadata: '{' }, /name or the metadata is invalid/, { attach: 50n });
    const minted = shop.call(bob, 'mint', { name: 'Lamp 1', metadata: '{"light":"green"}' }, { attach: 50n });
    expect(minted.returnData).toEqual({ collection, id: 1 });
    shop.call(bob, 'mint', { name: 'Lamp 2' }, { attach: 50n });
    shop.fails(bob, 'mint', { name: 'Lamp 3' }, /all NFTs of the collection are minted/, { attach: 50n });
    expect(ledger.balance(artist)).toBe(before + 100n);
    expect(ledger.nftOwner(collection, 1)).toBe(bob.address);
    shop.fails(bob, 'init', { symbol: 'X', name: 'X', most: 0, price: 0 }, /the shop is open/);
  });

  test('sells an NFT again with its royalty', async () => {
    const { ledger, shop, artist, bob, carol } = await newShop();
    const id = ledger.mintNft('ART', bob, 500, artist);
    const nft = { collection: 'ART', id };
    shop.fails(carol, 'offer', { ...nft, price: 1_000 }, /only the owner/);
    shop.fails(bob, 'offer', { ...nft, price: 0 }, /price must be above 0/);
    shop.call(bob, 'offer', { ...nft, price: 1_000 });
    shop.fails(carol, 'buy', nft, /has not sent the NFT yet/, { attach: 1_000n });
    ledger.transferNft('ART', id, shop);
    shop.fails(carol, 'buy', nft, /attach exactly the price/, { attach: 999n });
    const [artistBefore, bobBefore] = [ledger.balance(artist), ledger.balance(bob)];
    shop.call(carol, 'buy', nft, { attach: 1_000n });
    expect(ledger.balance(artist)).toBe(artistBefore + 50n);
    expect(ledger.balance(bob)).toBe(bobBefore + 950n);
    expect(ledger.nftOwner('ART', id)).toBe(carol.address);
    shop.fails(carol, 'buy', nft, /nothing is stored as offer/, { attach: 1_000n });
  });

  test('gives a cancelled NFT back to its seller alone', async () => {
    const { ledger, shop, bob, carol } = await newShop();
    const nft = { collection: 'ART', id: ledger.mintNft('ART', bob) };
    shop.call(bob, 'offer', { ...nft, price: 7 });
    ledger.transferNft('ART', nft.id, shop);
    shop.fails(carol, 'cancel', nft, /only the seller/);
    shop.call(bob, 'cancel', nft);
    expect(ledger.nftOwner('ART', nft.id)).toBe(bob.address);
    shop.fails(bob, 'offer', { collection: 'ART', id: 9, price: 1 }, /there is no such NFT/);
  });
});

describe('vault', () => {
  async function newVault() {
    const ledger = ledgerOfExamples();
    const vault = await ledger.deploy('vault.ts');
    const { alice, bob, carol } = roles(ledger);
    vault.call(alice, 'init', { keys: [alice, bob, carol].map(({ publicKey }) => publicKey), threshold: 2 });
    vault.call(carol, 'deposit', {}, { attach: 500n });
    const to = bob.address;
    const order = (amount: number): string => String(vault.query('order', { to, amount }));
    return { ledger, vault, alice, bob, carol, to, order };
  }

  test('pays when two of three keys have signed', async () => {
    const { ledger, vault, alice, carol, to, order } = await newVault();
    const before = ledger.balance(to);
    const text = order(120);
    expect(text).toBe(`vault ${vault.address} order 0 pays 120 to ${to}`);
    const signatures = [
      { key: 2, signature: carol.sign(text) },
      { key: 0, signature: alice.sign(text) },
    ];
    vault.call(carol, 'pay', { to, amount: 120, signatures });
    expect(ledger.balance(to)).toBe(before + 120n);
    expect(vault.query('info')).toEqual({ keys: 3, threshold: 2, next: 1 });
    vault.fails(carol, 'pay', { to, amount: 120, signatures }, /the signature of key 2 is wrong/);
    expect(order(120)).toContain('order 1 ');
  });

  test('refuses too few, repeated and wrong signatures', async () => {
    const { ledger, vault, alice, bob, carol, to, order } = await newVault();
    const text = order(10);
    const one = { key: 0, signature: alice.sign(text) };
    const pay = (signatures: { key: number; signature: string }[], expected: RegExp) =>
      vault.fails(bob, 'pay', { to, amount: 10, signatures }, expected);
    pay([one], /as many signatures as the threshold/);
    pay([one, one], /a key has signed twice/);
    pay([one, { key: 1, signature: alice.sign(text) }], /the signature of key 1 is wrong/);
    pay([one, { key: 1, signature: bob.sign(order(11)) }], /the signature of key 1 is wrong/);
    pay([one, { key: 3, signature: carol.sign(text) }], /the list is shorter/);
    pay([one, { key: 1, signature: 'zz' }], /this is not hex/);
    pay([one, { key: 1, signature: toHex(new Uint8Array(10)) }], /the signature of key 1 is wrong/);
    expect(ledger.balance(vault)).toBe(500n);
    const big = order(501);
    const signed = [
      { key: 0, signature: alice.sign(big) },
      { key: 1, signature: bob.sign(big) },
    ];
    vault.fails(bob, 'pay', { to, amount: 501, signatures: signed }, /the contract has too little XRGE/);
  });

  test('begins with keys that make sense', async () => {
    const ledger = ledgerOfExamples();
    const vault = await ledger.deploy('vault.ts');
    const { alice, bob } = roles(ledger);
    const key = alice.publicKey;
    vault.fails(bob, 'init', { keys: [], threshold: 0 }, /threshold must be from 1/);
    vault.fails(bob, 'init', { keys: [key], threshold: 2 }, /threshold must be from 1/);
    vault.fails(bob, 'init', { keys: [key, key], threshold: 1 }, /a key is there twice/);
    vault.fails(bob, 'init', { keys: ['abcd'], threshold: 1 }, /a public key has 1952 bytes/);
    vault.fails(bob, 'init', { keys: new Array<string>(17).fill('ab'), threshold: 1 }, /at most 16 keys/);
    vault.fails(bob, 'init', { keys: 'abcd', threshold: 1 }, /keys must be a list/);
    vault.call(bob, 'init', { keys: [key], threshold: 1 });
    vault.fails(bob, 'init', { keys: [key], threshold: 1 }, /the vault has its keys/);
  });
});

describe('payroll', () => {
  async function newPayroll() {
    const ledger = ledgerOfExamples();
    const token = await ledger.deploy('token.ts');
    const payroll = await ledger.deploy('payroll.ts');
    const { alice, bob, carol } = roles(ledger);
    token.call(alice, 'init', { name: 'Wage', symbol: 'WGE', decimals: 0, supply: 1_000 });
    token.call(alice, 'transfer', { to: payroll.address, amount: 100 });
    payroll.call(alice, 'init', { token: token.address });
    const balanceOf = (contract: TestContract, account: string) => contract.query('balanceOf', { account });
    return { token, payroll, alice, bob, carol, balanceOf };
  }

  test('calls the token once for each wage; one that fails takes none of the others back', async () => {
    const { token, payroll, alice, bob, carol, balanceOf } = await newPayroll();
    const wages = [
      { to: bob.address, amount: 30 },
      { to: carol.address, amount: 90 },
      { to: carol.address, amount: 70 },
    ];
    const { calls, gasUsed, events } = payroll.call(alice, 'pay', { wages });
    expect(calls.map(({ success }) => success)).toEqual([true, false, true]);
    expect(calls[1]?.logs[0]).toMatch(/the balance is too small at token\.ts/);
    expect(gasUsed).toBeGreaterThan(calls.reduce((sum, call) => sum + call.gasUsed, 0));
    expect(events.map(({ contract, topic }) => [contract, topic])).toEqual([
      [payroll.address, 'pay'],
      [token.address, 'transfer'],
      [token.address, 'transfer'],
    ]);
    expect([bob, carol].map(({ address }) => balanceOf(token, address))).toEqual(['30', '70']);
    expect(balanceOf(token, payroll.address)).toBe('0');
    expect(payroll.query('total')).toBe('190');
  });

  test('obeys its owner alone', async () => {
    const { payroll, alice, bob } = await newPayroll();
    payroll.fails(bob, 'pay', { wages: [] }, /only the owner pays/);
    payroll.fails(bob, 'init', { token: 'x' }, /has an owner/);
    payroll.fails(alice, 'pay', { wages: [{ to: bob.address }] }, /amount is missing/);
    expect(() => payroll.call(bob, 'pay', { wages: [] })).toThrow(CallFailed);
  });
});

test('the tests above ran every branch of the examples', () => {
  // Other files of this worker run examples of their own on the same machine.
  const here = ['auction.ts', 'game.ts', 'nft-shop.ts', 'payroll.ts', 'token.ts', 'vault.ts'];
  const coverage = machine.coverage().filter(({ contract }) => here.includes(contract));
  expect(coverage.map(({ contract }) => contract).sort()).toEqual(here);
  for (const { contract, stretches, missed } of coverage) {
    expect(stretches, contract).toBeGreaterThan(4);
    // The game never misses the hash that decides a play: it expires before. The seller's address in the auction comes as an
    // address from the ledger, never as a key.
    expect(missed.length, missed.join()).toBeLessThanOrEqual(['game.ts', 'auction.ts'].includes(contract) ? 1 : 0);
  }
});
