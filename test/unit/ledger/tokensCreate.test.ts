/** create_token: every rule and sentence, amounts at their bounds, both shapes of the payload, and what it tells of itself.
 *  (Specification, Token, Tokens, Errors.) */

import { describe, expect, test } from 'vitest';
import { QUANTA, XRGE } from '../../../engine/base/amounts.js';
import type { JsonValue } from '../../../engine/base/json.js';
import { TOKEN_IMAGE_CHARACTERS } from '../../../engine/base/limits.js';
import { BURN_ADDRESS } from '../../../engine/crypto/address.js';
import { countOf } from '../../../engine/ledger/counters.js';
import { balanceOf, supplyOf } from '../../../engine/ledger/funds.js';
import { activityOf, tokenSubject } from '../../../engine/ledger/subjects.js';
import { decimalsOf } from '../../../engine/ledger/tokens.js';
import { mintLedger, tokenMetadata, tokens } from '../../../engine/ledger/tokenTables.js';
import { Mempool } from '../../../engine/mempool/mempool.js';
import { BLOCK_TIME_MS, GENESIS_TIME, rulesOf, TestChain } from '../../support/chain.js';
import { answerOf, by, decoded, type Problem, play, problem, problemOf, told } from '../../support/ledgerScene.js';
import { actor, createToken, number, transfer } from '../../support/transactions.js';

const U128 = (1n << 128n) - 1n;
const CREATION_FEE = 100n * QUANTA;

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

const good: Readonly<Record<string, JsonValue>> = { name: 'Gold', symbol: 'GOLD', totalSupply: number(1_000) };

const refusalOf = (members: Readonly<Record<string, JsonValue>>): Problem | 'decoded' => {
  const read = decoded(alice, 'create_token', { ...good, ...members });
  return Array.isArray(read) ? (read as unknown as Problem) : 'decoded';
};

const malformed = (message: string): Problem => ['malformed_payload', message];

describe('a payload of create_token', () => {
  const fields = {
    name: 'Gold',
    symbol: 'GOLD',
    totalSupply: 1_000n,
    decimals: 0,
    mintable: false,
    maxSupply: undefined,
    image: undefined,
    description: undefined,
    website: undefined,
    twitter: undefined,
    discord: undefined,
  };

  test('is read in both shapes, and with members in camel case', () => {
    for (const members of [
      { name: ' Gold ', symbol: 'gold', totalSupply: number(1_000) },
      { token_name: 'Gold', token_symbol: 'gOlD', initial_supply: number('1e3') },
      { tokenName: 'Gold', tokenSymbol: 'GOLD', initialSupply: number('1000.0') },
      { name: 'Gold', symbol: 'Gold', total_supply: number(1_000), mintable: false },
      { name: 'Gold', symbol: 'Gold', total_supply: number(1_000), mintable: null, max_supply: null },
    ] as readonly Readonly<Record<string, JsonValue>>[])
      expect(decoded(alice, 'create_token', members)).toEqual(fields);
    for (const [mintable, cap] of [
      ['mintable', 'max_supply'],
      ['token_mintable', 'maxSupply'],
      ['tokenMintable', 'token_max_supply'],
    ] as const)
      expect(decoded(alice, 'create_token', { ...good, [mintable]: true, [cap]: number(1_000) })).toEqual({
        ...fields,
        mintable: true,
        maxSupply: 1_000n,
      });
  });

  test('names the token', () => {
    const required = malformed('token_name and token_symbol are required');
    for (const members of [{ name: null }, { symbol: null }, { name: ' ' }, { symbol: '' }, { symbol: '  ' }])
      expect(refusalOf(members as never), JSON.stringify(members)).toEqual(required);
    expect(refusalOf({ symbol: 'ELEVENCHARS' })).toEqual(malformed('token_symbol must be 1-10 characters'));
    for (const symbol of ['GO LD', ' GOLD', 'GOLD\n'])
      expect(refusalOf({ symbol })).toEqual(malformed('token_symbol cannot contain whitespace'));
    for (const symbol of ['GO-LD', 'GÖLD', 'gold!'])
      expect(refusalOf({ symbol })).toEqual(malformed('symbol must be a token symbol of 1 to 10 letters and digits'));
    expect(refusalOf({ name: 'n'.repeat(65) })).toEqual(malformed('token_name must be 1-64 characters'));
    expect(refusalOf({ name: `  ${'n'.repeat(64)}  `, symbol: 'ABCDE12345' })).toBe('decoded');
    expect(refusalOf({ symbol: 'a' })).toBe('decoded');
    expect(refusalOf({ name: number(5) })).toEqual(malformed('name must be text'));
    expect(refusalOf({ name: 'half \ud83d' })).toEqual(malformed('name holds half of a character'));
  });

  test('takes no symbol that is reserved, in whatever case', () => {
    const names = ['XRGE', 'qETH', 'qUSDC', 'QBTC', 'Eth', 'usdc', 'BTC'];
    for (const symbol of names)
      expect(refusalOf({ symbol })).toEqual(['rule_violation', `reserved symbol '${symbol}'`]);
    expect(refusalOf({ symbol: 'WETH' })).toBe('decoded');
  });

  test('gives a supply of whole units above zero, within 128 bits', () => {
    const invalid = (text: string, member = 'totalSupply') => refusalOf({ [member]: number(text) });
    const none: Problem = ['invalid_amount', 'initial_supply must be greater than zero'];
    expect(invalid('0')).toEqual(none);
    expect(refusalOf({ totalSupply: null })).toEqual(none);
    expect(invalid('0.5')).toEqual(['invalid_amount', 'totalSupply must be a whole number of base units']);
    expect(invalid('-1')).toEqual(['invalid_amount', 'totalSupply must not be negative']);
    expect(invalid(String(U128 + 1n))).toEqual(['invalid_amount', 'totalSupply is out of range']);
    expect(refusalOf({ totalSupply: '1,000' })).toEqual(['invalid_amount', 'totalSupply must be a decimal number']);
    expect(refusalOf({ totalSupply: '1000' })).toBe('decoded');
    expect(invalid(String(U128))).toBe('decoded');
    expect(invalid('1')).toBe('decoded');
  });

  test('gives 0 to 18 decimals', () => {
    const wrong = malformed('decimals must be a whole number from 0 to 18');
    expect(refusalOf({ decimals: number(19) })).toEqual(wrong);
    for (const decimals of ['0', '18']) expect(refusalOf({ decimals: number(decimals) })).toBe('decoded');
    for (const decimals of ['-1', '1.5', '1e1'])
      expect(refusalOf({ decimals: number(decimals) })).toEqual([
        'malformed_payload',
        'decimals must be a whole number from 0 to 9007199254740991',
      ]);
  });

  test('caps a mintable token alone, at its first supply or above', () => {
    const cap = (max: string, mintable: JsonValue) => refusalOf({ max_supply: number(max), mintable });
    for (const mintable of [null, false])
      expect(cap('1000', mintable)).toEqual(malformed('max_supply requires mintable: true'));
    expect(cap('999', true)).toEqual(['invalid_amount', 'max_supply 999 is below initial_supply 1000']);
    expect(cap('0', true)).toEqual(['invalid_amount', 'max_supply 0 is below initial_supply 1000']);
    for (const max of ['1000', String(U128)]) expect(cap(max, true)).toBe('decoded');
    expect(refusalOf({ mintable: 'yes' })).toEqual(malformed('mintable must be true or false'));
  });

  test('carries an image by its rule, and texts that are not too long', () => {
    const data = (characters: number) => {
      const head = 'data:image/webp;base64,';
      return head + 'A'.repeat(characters - head.length);
    };
    expect(refusalOf({ image: data(TOKEN_IMAGE_CHARACTERS) })).toBe('decoded');
    expect(refusalOf({ image: data(TOKEN_IMAGE_CHARACTERS + 1) })).toEqual(
      malformed('image has 102401 characters, at most 102400 are allowed; POST /api/token/logo makes a smaller one'),
    );
    for (const image of ['https://gold.example/logo.webp', 'ipfs://bafybeigdyrzt5', 'data:image/png;base64,AAAA', ''])
      expect(refusalOf({ image })).toBe('decoded');
    for (const image of ['http://gold.example/', 'javascript:alert(1)', 'data:image/svg+xml;base64,AAAA', 'logo'])
      expect((refusalOf({ image }) as Problem)[1]).toMatch(/^image must be an https or ipfs URL, or a data URI/);
    for (const [member, most] of [
      ['description', 1_000],
      ['website', 256],
      ['twitter', 256],
      ['discord', 256],
    ] as const) {
      expect(refusalOf({ [member]: 'x'.repeat(most) })).toBe('decoded');
      expect(refusalOf({ [member]: 'x'.repeat(most + 1) })).toEqual(
        malformed(`${member} is longer than ${most} characters`),
      );
    }
  });
});

describe('create_token', () => {
  test('credits the whole supply to its creator and keeps what the token is', () => {
    const chain = chainOf();
    const gold = createToken(by(chain, alice), { symbol: 'gold', name: 'Gold', supply: 1_000n, decimals: 2 });
    expect(play(chain, gold)).toEqual([undefined]);
    expect(balanceOf(chain.state, alice.account, 'GOLD')).toBe(1_000n);
    expect(balanceOf(chain.state, alice.account, XRGE)).toBe(10_000n * QUANTA - CREATION_FEE);
    expect(supplyOf(chain.state, 'GOLD')).toEqual({ minted: 1_000n, burned: 0n });
    expect(decimalsOf(chain.state, 'GOLD')).toBe(2);
    expect(chain.state.get(tokens, 'GOLD')).toEqual({
      number: 1,
      name: 'Gold',
      decimals: 2,
      creator: alice.account,
      createdAt: GENESIS_TIME + BLOCK_TIME_MS,
      createdHeight: 1,
      initialSupply: 1_000n,
      frozen: false,
    });
    expect(chain.state.get(tokenMetadata, 'GOLD')).toBeUndefined();
    expect([...chain.state.entries(mintLedger)]).toEqual([]);
    expect(activityOf(chain.state, tokenSubject('GOLD'))).toBe(1);
  });

  test('numbers tokens in their order, and takes the largest supply there is', () => {
    const chain = chainOf();
    const of = (symbol: string, supply: bigint) => createToken(by(chain, alice), { symbol, supply });
    expect(play(chain, of('ONE', 1n), of('TWO', U128))).toEqual([undefined, undefined]);
    expect(play(chain, of('THREE', 1n))).toEqual([undefined]);
    expect(['ONE', 'TWO', 'THREE'].map((symbol) => chain.state.get(tokens, symbol)?.number)).toEqual([1, 2, 3]);
    expect(countOf(chain.state, 'tokens')).toBe(3);
    expect(balanceOf(chain.state, alice.account, 'TWO')).toBe(U128);
  });

  test('is refused for a symbol that is taken, in any case and by the genesis file too', () => {
    const chain = chainOf();
    const of = (symbol: string, signer = bob) => createToken(by(chain, signer), { symbol, supply: 7n });
    expect(play(chain, of('GOLD', alice), of('gold'))).toEqual([undefined, "Token symbol 'GOLD' already exists"]);
    for (const symbol of ['Gold', 'old'])
      expect(problemOf(chain, of(symbol))).toEqual([
        'already_exists',
        `Token symbol '${symbol.toUpperCase()}' already exists`,
      ]);
    // A failed creation takes its fee and nothing else.
    expect(chain.state.get(tokens, 'GOLD')?.creator).toBe(alice.account);
    expect(balanceOf(chain.state, bob.account, 'GOLD')).toBe(0n);
    expect(balanceOf(chain.state, bob.account, XRGE)).toBe(10_000n * QUANTA - CREATION_FEE);
    expect(supplyOf(chain.state, 'GOLD').minted).toBe(7n);
    expect(countOf(chain.state, 'tokens')).toBe(1);
  });

  test('stays taken when everything of it is burned', () => {
    const chain = chainOf();
    play(chain, createToken(by(chain, alice), { symbol: 'GOLD', supply: 3n }));
    expect(play(chain, transfer(by(chain, alice), BURN_ADDRESS, 3n, 'GOLD'))).toEqual([undefined]);
    expect(problemOf(chain, createToken(by(chain, bob), { symbol: 'GOLD', supply: 3n }))?.[0]).toBe('already_exists');
  });

  test('costs 100 XRGE, and says so', () => {
    const poor = chainOf({ alice: '99.999999999' });
    const of = (chain: TestChain) => createToken(by(chain, alice), { symbol: 'GOLD', supply: 1n });
    expect(problemOf(poor, of(poor))).toEqual([
      'insufficient_balance',
      'insufficient XRGE for token creation fee: have 99.999999999, need 100',
    ]);
    const enough = chainOf({ alice: '100' });
    expect(play(enough, of(enough))).toEqual([undefined]);
    expect(balanceOf(enough.state, alice.account, XRGE)).toBe(0n);
  });

  test('is not taken in twice while the first waits for its block', () => {
    const chain = chainOf();
    const pool = new Mempool({ transactions: 10, bytes: 1e6, perSender: 10, senderBytes: 1e6 }, chain.replay);
    const add = (symbol: string, signer = alice) =>
      problem(pool.add(createToken(by(chain, signer), { symbol, supply: 1n }), chain.scratch(), chain.context()));
    expect(add('GOLD')).toBeUndefined();
    expect(add('gold')).toEqual(['already_exists', "Token symbol 'GOLD' already exists"]);
    expect(add('SILVER')).toBeUndefined();
    // Who comes first is for the blocks to say between two signers.
    expect(add('GOLD', bob)).toBeUndefined();
  });

  test('writes metadata only where some is given', () => {
    const chain = chainOf();
    play(
      chain,
      createToken(by(chain, alice), { symbol: 'BARE', supply: 1n }, { image: '', description: ' ', website: '' }),
      createToken(by(chain, alice), { symbol: 'LINK', supply: 1n }, { discord: ' https://discord.example/gold ' }),
      createToken(by(chain, alice), { symbol: 'FULL', supply: 1n }, { image: 'ipfs://abc', description: 'Full' }),
    );
    const none = { image: undefined, description: undefined, website: undefined, twitter: undefined };
    expect(chain.state.get(tokenMetadata, 'BARE')).toBeUndefined();
    const updatedAt = GENESIS_TIME + BLOCK_TIME_MS;
    expect(chain.state.get(tokenMetadata, 'LINK')).toEqual({
      ...none,
      discord: 'https://discord.example/gold',
      updatedAt,
    });
    expect(chain.state.get(tokenMetadata, 'FULL')).toEqual({
      ...none,
      image: 'ipfs://abc',
      description: 'Full',
      discord: undefined,
      updatedAt,
    });
  });

  test('tells of itself', () => {
    const chain = chainOf();
    const gold = createToken(
      by(chain, alice),
      { symbol: 'gold', name: 'Gold', supply: 1n << 64n, decimals: 3, mintable: true, maxSupply: 1n << 65n },
      { image: 'ipfs://abc', website: 'https://gold.example' },
    );
    expect(told(gold)).toEqual({
      logs: [
        {
          event: 'token_create',
          data: {
            name: 'Gold',
            symbol: 'GOLD',
            total_supply: 18446744073709550000,
            total_supply_units: String(1n << 64n),
          },
        },
      ],
      parties: [],
      subjects: [tokenSubject('GOLD')],
      reveals: [],
      event: { token: 'GOLD', amount: 1n << 64n },
      view: {
        token_name: 'Gold',
        token_symbol: 'GOLD',
        token_decimals: 3,
        token_total_supply: 18446744073709550000,
        token_total_supply_units: String(1n << 64n),
        token_mintable: true,
        token_max_supply: 2 ** 65,
        token_max_supply_units: String(1n << 65n),
        metadata_image: 'ipfs://abc',
        metadata_website: 'https://gold.example',
      },
      outflow: [],
    });
    expect(answerOf(chain, gold)).toEqual({
      token: {
        symbol: 'GOLD',
        name: 'Gold',
        totalSupply: 18446744073709550000,
        totalSupply_units: String(1n << 64n),
        decimals: 3,
        creator: alice.keyHex,
      },
      token_symbol: 'GOLD',
      message: 'Token creation transaction submitted',
    });
    const plain = told(createToken(by(chain, alice), { symbol: 'PLAIN', supply: 1n }));
    expect(Object.keys(plain.view as object)).toEqual([
      'token_name',
      'token_symbol',
      'token_decimals',
      'token_total_supply',
      'token_total_supply_units',
    ]);
  });
});
