/** mint_tokens, the mint ledger, and the height from which tokens may be mintable. (Specification, Token, Tokens, Errors,
 *  Versioning.) */

import { describe, expect, test } from 'vitest';
import { XRGE } from '../../../engine/base/amounts.js';
import type { JsonValue } from '../../../engine/base/json.js';
import { BURN_ADDRESS } from '../../../engine/crypto/address.js';
import { balanceOf, supplyOf } from '../../../engine/ledger/funds.js';
import { activityOf, tokenSubject } from '../../../engine/ledger/subjects.js';
import { mintLedger, tokens } from '../../../engine/ledger/tokenTables.js';
import { rulesOf, TestChain } from '../../support/chain.js';
import { answerOf, by, decoded, type Problem, play, problemOf, told } from '../../support/ledgerScene.js';
import { actor, createToken, item, mintTokens, number, transfer } from '../../support/transactions.js';

const U128 = (1n << 128n) - 1n;

const validator = actor('tokens: the validator');
const alice = actor('tokens: alice');
const bob = actor('tokens: bob');

const chainOf = (options: { readonly alice?: string; readonly minting?: number | null } = {}) =>
  new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [
        { to: alice.keyHex, amount: options.alice ?? '10000' },
        { to: bob.keyHex, amount: '10000' },
        { to: bob.keyHex, amount: '5', token: 'OLD' },
      ],
      ...(options.minting === undefined ? {} : { upgrades: { token_minting: options.minting } }),
    }),
  );

const malformed = (message: string): Problem => ['malformed_payload', message];

describe('mint_tokens', () => {
  const read = (members: Readonly<Record<string, JsonValue>>) => decoded(alice, 'mint_tokens', members);

  /** GOLD of alice: 1,000 of at most 1,500, or without a cap. */
  const minting = (maxSupply: bigint | undefined = 1_500n, supply = 1_000n): TestChain => {
    const chain = chainOf();
    const cap = maxSupply === 0n ? {} : { maxSupply };
    expect(play(chain, createToken(by(chain, alice), { symbol: 'GOLD', supply, mintable: true, ...cap }))).toEqual([
      undefined,
    ]);
    return chain;
  };

  test('is read under each of its names, with an amount above zero', () => {
    for (const name of ['token_symbol', 'tokenSymbol', 'symbol', 'token'])
      expect(read({ [name]: 'gold', amount: number(5) })).toEqual({ token: 'GOLD', amount: 5n });
    for (const token of [null, '', ' '])
      expect(read({ token_symbol: token, amount: number(5) })).toEqual(malformed('token_symbol is required'));
    expect(read({ token_symbol: 'GOLD', amount: number(0) })).toEqual([
      'invalid_amount',
      'amount must be greater than zero',
    ]);
    expect(read({ token_symbol: 'GOLD' })).toEqual(['invalid_amount', 'amount is required']);
    expect(read({ token_symbol: 'GOLD', amount: number('1.5') })).toEqual([
      'invalid_amount',
      'amount must be a whole number of base units',
    ]);
    // The missing token is named first.
    expect(read({ amount: number(0) })).toEqual(malformed('token_symbol is required'));
  });

  test('credits its creator and counts what it minted', () => {
    const chain = minting();
    expect(chain.state.get(mintLedger, 'GOLD')).toEqual({ minted: 0n, maxSupply: 1_500n });
    expect(play(chain, mintTokens(by(chain, alice), 'gold', 200n), mintTokens(by(chain, alice), 'GOLD', 1n))).toEqual([
      undefined,
      undefined,
    ]);
    expect(chain.state.get(mintLedger, 'GOLD')).toEqual({ minted: 201n, maxSupply: 1_500n });
    expect(balanceOf(chain.state, alice.account, 'GOLD')).toBe(1_201n);
    expect(supplyOf(chain.state, 'GOLD')).toEqual({ minted: 1_201n, burned: 0n });
    expect(chain.state.get(tokens, 'GOLD')?.initialSupply).toBe(1_000n);
    expect(activityOf(chain.state, tokenSubject('GOLD'))).toBe(3);
  });

  test('is refused to everybody but the creator, and for tokens that nobody may mint', () => {
    const chain = minting();
    play(chain, createToken(by(chain, alice), { symbol: 'FIXED', supply: 1n }));
    const mint = (token: string, signer = alice) => problemOf(chain, mintTokens(by(chain, signer), token, 1n));
    const notCreator: Problem = ['not_authorized', 'only the token creator can mint'];
    expect(mint('NONE')).toEqual(['not_found', 'Token NONE not found']);
    expect(mint('GOLD', bob)).toEqual(notCreator);
    for (const symbol of ['OLD', 'QETH']) expect(mint(symbol, bob)).toEqual(notCreator);
    expect(mint('FIXED', bob)).toEqual(notCreator);
    expect(mint('FIXED')).toEqual(['not_authorized', 'Token FIXED is not mintable']);
    expect(
      problemOf(
        chain,
        item({ ...by(chain, bob), operation: 'mint_tokens', members: { token: XRGE, amount: number('0.5') } }),
      ),
    ).toEqual(notCreator);
    expect(mint('GOLD')).toBeUndefined();
  });

  test('stays within the cap; what was burned does not come back', () => {
    const chain = minting();
    expect(problemOf(chain, mintTokens(by(chain, alice), 'GOLD', 501n))).toEqual([
      'rule_violation',
      'Would exceed max supply: 1000 + 501 > 1500',
    ]);
    play(chain, transfer(by(chain, alice), BURN_ADDRESS, 600n, 'GOLD'));
    expect(problemOf(chain, mintTokens(by(chain, alice), 'GOLD', 501n))?.[0]).toBe('rule_violation');
    const both = [mintTokens(by(chain, alice), 'GOLD', 500n), mintTokens(by(chain, alice), 'GOLD', 1n)];
    expect(play(chain, ...both)).toEqual([undefined, 'Would exceed max supply: 1500 + 1 > 1500']);
    expect(balanceOf(chain.state, alice.account, 'GOLD')).toBe(900n);
    expect(supplyOf(chain.state, 'GOLD')).toEqual({ minted: 1_500n, burned: 600n });
  });

  test('without a cap stays within 128 bits', () => {
    const chain = minting(0n, U128 - 5n);
    expect(chain.state.get(mintLedger, 'GOLD')).toEqual({ minted: 0n, maxSupply: undefined });
    expect(problemOf(chain, mintTokens(by(chain, alice), 'GOLD', 6n))).toEqual([
      'rule_violation',
      `supply overflow: ${U128 - 5n} + 6 leaves 128 bits`,
    ]);
    expect(play(chain, mintTokens(by(chain, alice), 'GOLD', 5n))).toEqual([undefined]);
    expect(balanceOf(chain.state, alice.account, 'GOLD')).toBe(U128);
    expect(problemOf(chain, mintTokens(by(chain, alice), 'GOLD', U128))?.[0]).toBe('rule_violation');
  });

  test('says what its fee needs', () => {
    const chain = chainOf({ alice: '100.05' });
    play(chain, createToken(by(chain, alice), { symbol: 'GOLD', supply: 1n, mintable: true }));
    expect(problemOf(chain, mintTokens(by(chain, alice), 'GOLD', 1n))).toEqual([
      'insufficient_balance',
      'Insufficient XRGE for mint fee: have 0.05, need 0.1',
    ]);
  });

  test('tells of itself', () => {
    const mint = mintTokens({ signer: alice, timestamp: 1 }, 'gold', 7n);
    expect(told(mint)).toEqual({
      logs: [{ event: 'token_mint', data: { token: 'GOLD', amount: 7, amount_units: '7', to: alice.address } }],
      parties: [],
      subjects: [tokenSubject('GOLD')],
      reveals: [],
      event: { token: 'GOLD', amount: 7n },
      view: {
        token_symbol: 'GOLD',
        amount: 7,
        amount_units: '7',
        token_total_supply: 7,
        token_total_supply_units: '7',
      },
      outflow: [],
    });
    expect(answerOf(chainOf(), mint)).toEqual({
      symbol: 'GOLD',
      amount_minted: 7,
      amount_minted_units: '7',
      message: 'Token mint transaction submitted',
    });
  });
});

describe('the height of token minting', () => {
  const HEIGHT = 3;
  const fixed = (chain: TestChain) => createToken(by(chain, alice), { symbol: 'FIXED', supply: 1n });
  const open = (chain: TestChain) => createToken(by(chain, alice), { symbol: 'OPEN', supply: 1n, mintable: true });
  const capped = (chain: TestChain) =>
    createToken(by(chain, alice), { symbol: 'CAP', supply: 1n, mintable: true, maxSupply: 2n });
  const mint = (chain: TestChain) => mintTokens(by(chain, alice), 'OPEN', 1n);

  test('keeps mintable tokens and mints out of every block below it, and lets them in at it', () => {
    const chain = chainOf({ minting: HEIGHT });
    const sentence = 'token minting is not active yet (token_mintable / token_max_supply)';
    while (chain.tip.height < HEIGHT - 1) {
      for (const make of [open, capped]) expect(problemOf(chain, make(chain))).toEqual(['rule_violation', sentence]);
      expect(problemOf(chain, mint(chain))).toEqual(['rule_violation', 'token minting is not active yet']);
      const plain = createToken(by(chain, bob), { symbol: `PLAIN${chain.tip.height}`, supply: 1n, mintable: false });
      const before = balanceOf(chain.state, alice.account, XRGE);
      const { candidate } = chain.produce([open(chain), capped(chain), mint(chain), plain]);
      expect(candidate.refused.map(({ refusal }) => refusal.message)).toEqual([
        sentence,
        sentence,
        'token minting is not active yet',
      ]);
      // What no block can hold costs nothing.
      expect(candidate.execution.outcomes).toHaveLength(1);
      expect(balanceOf(chain.state, alice.account, XRGE)).toBe(before);
    }
    expect(chain.tip.height).toBe(HEIGHT - 1);
    expect(play(chain, open(chain), capped(chain), mint(chain))).toEqual([undefined, undefined, undefined]);
    expect(chain.tip.height).toBe(HEIGHT);
    expect(chain.state.get(mintLedger, 'OPEN')).toEqual({ minted: 1n, maxSupply: undefined });
  });

  test('that never comes keeps them out for ever; without one they are there from the first block', () => {
    const never = chainOf({ minting: null });
    for (let block = 0; block < 5; block++) never.produce();
    expect(problemOf(never, open(never))?.[0]).toBe('rule_violation');
    expect(problemOf(never, fixed(never))).toBeUndefined();
    const always = chainOf();
    expect(play(always, open(always), mint(always))).toEqual([undefined, undefined]);
  });

  test('a block that holds one too early is refused by whoever imports it', () => {
    // The producer lives by another schedule, in which everything is allowed from the start.
    const producer = chainOf();
    const importer = chainOf({ minting: 2 });
    const produced = producer.produce([open(producer)]);
    expect(importer.receive(produced)).toMatchObject({
      code: 'block_conflict',
      message: 'block 1 rejected: tx #0: token minting is not active yet (token_mintable / token_max_supply)',
    });
    expect(importer.tip.height).toBe(0);
  });

  test('the mint ledger is empty until the first mintable token', () => {
    const chain = chainOf();
    play(chain, fixed(chain));
    expect([...chain.state.entries(mintLedger)]).toEqual([]);
    play(chain, open(chain));
    expect([...chain.state.entries(mintLedger)].map(([symbol]) => symbol)).toEqual(['OPEN']);
  });
});
