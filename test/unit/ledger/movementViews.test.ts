/** What transactions moved, as histories show it: the reason, both ends, exact amounts, and the side of each account. Random
 *  traffic checks that the movements are all changes (`test/property/ledgerConservation.test.ts`). */

import { beforeAll, describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { BURN_ADDRESS, burnAccount } from '../../../engine/crypto/address.js';
import type { Outcome } from '../../../engine/ledger/execution.js';
import { accountMovements, movementViews } from '../../../engine/ledger/movementViews.js';
import { collectionIdBy, NftScene } from '../../support/nftRequests.js';
import { type Actor, actor } from '../../support/transactions.js';

const artist = actor('movements: artist');
const alice = actor('movements: alice');
const bob = actor('movements: bob');
const wallet = actor('movements: wallet');
const ART = collectionIdBy(artist, 'ART');

const fateOf = ({ fee, failure, result }: Outcome) => ({ fee, failure: failure?.message ?? '', result });
const views = (outcome: Outcome) => movementViews(outcome.transaction, fateOf(outcome));

describe('movements', () => {
  let scene: NftScene;
  let asked = 0;

  /** A block of one request. */
  function include(signer: Actor, operation: string, values: Readonly<Record<string, unknown>>): Outcome {
    const { candidate } = scene.chain.produce([scene.request(signer, operation, values)]);
    expect(candidate.refused).toEqual([]);
    asked++;
    return candidate.execution.outcomes[0] as Outcome;
  }

  /** Sides of the accounts, and everything beside the fee, which must be the last. */
  function told(outcome: Outcome, ...accounts: readonly Actor[]) {
    const sides = accounts.map(
      ({ account }) => accountMovements(outcome.transaction, fateOf(outcome), account).direction,
    );
    const all = views(outcome);
    const fee = { reason: 'fee', from: outcome.transaction.sender, amount_quanta: String(outcome.fee) };
    const free = outcome.fee === 0n;
    if (!free) expect(all.at(-1)).toMatchObject({ reason: fee.reason, to: null, amount_quanta: fee.amount_quanta });
    return { sides, moved: free ? all : all.slice(0, -1) };
  }

  beforeAll(() => {
    const allocations = ['GOLD', 'IRON'].map((token) => ({ to: alice.keyHex, amount: '1000000000', token }));
    scene = new NftScene([artist, alice, bob], { allocations, faucet: true });
  });

  test('the gift of a faucet is in for its recipient, and free', () => {
    const outcome = include(wallet, 'faucet', {});
    const gift = { asset: 'token', token: 'XRGE', amount: 10_000, amount_quanta: String(10_000n * QUANTA) };
    expect(told(outcome, wallet)).toEqual({
      sides: ['in'],
      moved: [{ reason: 'faucet', from: null, to: wallet.address, ...gift }],
    });
  });

  test('a transfer has both ends, what is burned ends at the burn address', () => {
    const sent = include(alice, 'transfer', { to: bob.address, amount: 2, token: 'GOLD' });
    const two = { asset: 'token', token: 'GOLD', amount: 2, amount_units: '2' };
    expect(told(sent, alice, bob)).toEqual({
      sides: ['out', 'in'],
      moved: [{ reason: 'transfer', from: alice.address, to: bob.address, ...two }],
    });
    for (const [kind, more] of [
      ['burn', {}],
      ['transfer', { to: BURN_ADDRESS }],
    ] as const) {
      const burned = include(alice, kind, { amount: 2, token: 'GOLD', ...more });
      expect(told(burned, alice)).toEqual({
        sides: ['out'],
        moved: [{ reason: 'burn', from: alice.address, to: BURN_ADDRESS, ...two }],
      });
      expect(accountMovements(burned.transaction, fateOf(burned), burnAccount).direction).toBe('in');
    }
  });

  test('what somebody moves for another is out for the owner, and neither for who does it', () => {
    include(alice, 'approve', { spender: bob.address, token: 'GOLD', amount: 9 });
    const outcome = include(bob, 'transfer_from', {
      owner: alice.address,
      to: wallet.address,
      token: 'GOLD',
      amount: 9,
    });
    expect(told(outcome, alice, wallet, bob).sides).toEqual(['out', 'in', 'out']);
    const { movements } = accountMovements(outcome.transaction, fateOf(outcome), bob.account);
    expect(movements.map(({ direction, reason }) => [direction, reason])).toEqual([
      [null, 'transfer'],
      ['out', 'fee'],
    ]);
  });

  test('a change of liquidity has both tokens and the shares', () => {
    const opened = include(alice, 'create_pool', {
      token_a: 'GOLD',
      token_b: 'XRGE',
      amount_a: 4_000_000,
      amount_b: 5_000,
    });
    const route = { pools: ['GOLD-XRGE'], path: ['GOLD', 'XRGE'] };
    const { sides, moved } = told(opened, alice);
    expect(sides).toEqual(['out']);
    expect(moved).toMatchObject([
      { reason: 'liquidity', from: alice.address, to: null, token: 'GOLD', amount_units: '4000000', ...route },
      { reason: 'liquidity', from: alice.address, to: null, token: 'XRGE', amount_quanta: String(5_000n * QUANTA) },
      { reason: 'liquidity', from: null, to: alice.address, asset: 'lp', pool_id: 'GOLD-XRGE' },
    ]);
    const shares = moved[2] && 'amount_units' in moved[2] ? String(moved[2].amount_units) : '';
    expect(BigInt(shares)).toBeGreaterThan(1_000n);
    const removed = include(alice, 'remove_liquidity', { pool_id: 'GOLD-XRGE', lp_amount: 1_000_000 });
    expect(told(removed, alice).moved).toMatchObject([
      { from: null, to: alice.address, token: 'GOLD' },
      { from: null, to: alice.address, token: 'XRGE' },
      { from: alice.address, to: null, asset: 'lp', amount_units: '1000000' },
    ]);
  });

  test('a swap has what was given, what was got, and its way', () => {
    include(alice, 'create_pool', { token_a: 'IRON', token_b: 'XRGE', amount_a: 6_000_000, amount_b: 5_000 });
    const path = ['GOLD', 'XRGE', 'IRON'];
    const outcome = include(alice, 'swap', { token_in: 'GOLD', token_out: 'IRON', amount_in: 1_000, path });
    const { sides, moved } = told(outcome, alice);
    expect(sides).toEqual(['out']);
    const route = { path, pools: ['GOLD-XRGE', 'IRON-XRGE'] };
    const got = String((outcome.result as { amountOut: bigint }).amountOut);
    expect(moved).toEqual([
      {
        reason: 'swap',
        from: alice.address,
        to: null,
        asset: 'token',
        token: 'GOLD',
        amount: 1_000,
        amount_units: '1000',
        ...route,
      },
      {
        reason: 'swap',
        from: null,
        to: alice.address,
        asset: 'token',
        token: 'IRON',
        amount: Number(got),
        amount_units: got,
        ...route,
      },
    ]);
  });

  test('an NFT shows what was paid for it, by whom and to whom', () => {
    const rules = {
      symbol: 'ART',
      name: 'Art',
      publicMint: true,
      mintPrice: 5,
      royaltyBps: 1_000,
      royaltyRecipient: wallet.address,
    };
    expect(told(include(artist, 'nft_create_collection', rules), artist)).toEqual({ sides: ['out'], moved: [] });
    const minted = include(alice, 'nft_mint', { collectionId: ART, name: 'one' });
    const one = { asset: 'nft', collection_id: ART, token_id: 1, count: 1 };
    const paid = (xrge: number) => ({
      asset: 'token',
      token: 'XRGE',
      amount: xrge,
      amount_quanta: String(BigInt(xrge) * QUANTA),
    });
    expect(told(minted, alice, artist)).toEqual({
      sides: ['out', 'in'],
      moved: [
        { reason: 'nft_mint', from: null, to: alice.address, ...one },
        { reason: 'mint_price', from: alice.address, to: artist.address, ...paid(5) },
      ],
    });
    const sold = include(alice, 'nft_transfer', { collectionId: ART, tokenId: 1, to: bob.address, salePrice: 70 });
    const price = { sale_price: 70, sale_price_quanta: String(70n * QUANTA) };
    expect(told(sold, alice, bob, wallet)).toEqual({
      sides: ['out', 'in', 'in'],
      moved: [
        { reason: 'nft_transfer', from: alice.address, to: bob.address, ...one, ...price },
        { reason: 'royalty', from: alice.address, to: wallet.address, ...paid(7) },
      ],
    });
    const batch = include(artist, 'nft_batch_mint', { collectionId: ART, names: ['two', 'three'] });
    expect(told(batch, artist).moved).toEqual([
      { reason: 'nft_mint', from: null, to: artist.address, ...one, token_id: 2, count: 2 },
    ]);
    expect(told(include(bob, 'nft_burn', { collectionId: ART, tokenId: 1 }), bob)).toEqual({
      sides: ['out'],
      moved: [{ reason: 'nft_burn', from: bob.address, to: null, ...one }],
    });
  });

  test('a stake leaves, an unstake moves nothing yet', () => {
    const staked = include(alice, 'stake', { amount: 10_000 });
    expect(told(staked, alice)).toMatchObject({ sides: ['out'], moved: [{ reason: 'stake', to: null }] });
    expect(told(include(alice, 'unstake', { amount: 10_000 }), alice)).toEqual({ sides: ['out'], moved: [] });
  });

  test('a failed transaction has moved its fee alone', () => {
    const outcome = include(bob, 'swap', { token_in: 'GOLD', token_out: 'IRON', amount_in: 1_000_000 });
    expect(outcome.failure).toBeDefined();
    expect(views(outcome)).toEqual([
      expect.objectContaining({ reason: 'fee', from: bob.address, amount_quanta: String(outcome.fee) }),
    ]);
    expect(told(outcome, bob)).toEqual({ sides: ['out'], moved: [] });
  });

  test('royalties to oneself are no movement', () => {
    const own = collectionIdBy(bob, 'OWN');
    include(bob, 'nft_create_collection', { symbol: 'OWN', name: 'Own', royaltyBps: 5_000 });
    include(bob, 'nft_mint', { collectionId: own, name: 'one' });
    const sold = include(bob, 'nft_transfer', { collectionId: own, tokenId: 1, to: alice.address, salePrice: 10 });
    expect(told(sold, bob).moved).toHaveLength(1);
    expect(asked).toBe(21);
  });
});
