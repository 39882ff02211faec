/** token_freeze, which stops every movement, and burn. (Specification, Tokens.) */

import { describe, expect, test } from 'vitest';
import { formatXrge, QUANTA, XRGE } from '../../../engine/base/amounts.js';
import type { JsonValue } from '../../../engine/base/json.js';
import { BURN_ADDRESS } from '../../../engine/crypto/address.js';
import { supplyOf } from '../../../engine/ledger/funds.js';
import { tokenSubject } from '../../../engine/ledger/subjects.js';
import { tokens } from '../../../engine/ledger/tokenTables.js';
import { Mempool } from '../../../engine/mempool/mempool.js';
import { answerOf, by, decoded, type Problem, play, problem, problemOf, told } from '../../support/ledgerScene.js';
import { alice, allowed, bob, carol, chainOf, holds } from '../../support/movementScene.js';
import { recordsOf } from '../../support/referenceLedger.js';
import {
  type Actor,
  approve,
  burn,
  itemOfParts,
  mintTokens,
  number,
  partsOf,
  tokenFreeze,
  transfer,
  transferFrom,
} from '../../support/transactions.js';

describe('token_freeze', () => {
  test('freezes unless it says otherwise', () => {
    const read = (members: Readonly<Record<string, JsonValue>>) => decoded(alice, 'token_freeze', members);
    for (const name of ['token_symbol', 'tokenSymbol', 'symbol', 'token'])
      expect(read({ [name]: 'gold' })).toEqual({ token: 'GOLD', frozen: true });
    expect(read({ token_symbol: 'GOLD', frozen: null })).toEqual({ token: 'GOLD', frozen: true });
    expect(read({ token_symbol: 'GOLD', frozen: false })).toEqual({ token: 'GOLD', frozen: false });
    expect(read({ frozen: true })).toEqual(['malformed_payload', 'token_symbol is required']);
    expect(read({ token_symbol: 'GOLD', frozen: 'yes' })).toEqual([
      'malformed_payload',
      'frozen must be true or false',
    ]);
    expect(
      itemOfParts(
        partsOf({
          signer: alice,
          timestamp: 1,
          operation: 'token_freeze',
          members: { type: null, tokenSymbol: 'GOLD' },
        }),
      ),
    ).toMatchObject({ transaction: { fields: { token: 'GOLD', frozen: true } } });
  });

  test('is for the creator alone', () => {
    const chain = chainOf();
    const freeze = (token: string, signer: Actor) => problemOf(chain, tokenFreeze(by(chain, signer), token));
    const notCreator: Problem = ['not_authorized', 'only the token creator can freeze/unfreeze'];
    expect(freeze('GOLD', bob)).toEqual(notCreator);
    for (const token of ['OLD', 'QETH', XRGE]) expect(freeze(token, alice)).toEqual(notCreator);
    expect(freeze('NONE', alice)).toEqual(['not_found', 'Token NONE not found']);
    expect(freeze('gold', alice)).toBeUndefined();
  });

  test('stops every movement until it is taken back; minting goes on', () => {
    const chain = chainOf();
    play(chain, transfer(by(chain, alice), bob, 100n, 'GOLD'), approve(by(chain, alice), bob, 'GOLD', 50n));
    const movements = () => [
      transfer(by(chain, alice), carol, 1n, 'GOLD'),
      transfer(by(chain, bob), carol, 1n, 'gold'),
      transfer(by(chain, bob), BURN_ADDRESS, 1n, 'GOLD'),
      transferFrom(by(chain, bob), alice, carol, 'GOLD', 1n),
      transferFrom(by(chain, bob), alice, BURN_ADDRESS, 'GOLD', 1n),
      burn(by(chain, alice), 1n, 'GOLD'),
      burn(by(chain, bob), 1n, 'gold'),
    ];
    const frozen = 'Token GOLD is frozen — transfers are paused by the creator';
    const units = () => [alice, bob, carol].map((someone) => holds(chain, someone));
    expect(play(chain, tokenFreeze(by(chain, alice), 'gold'), ...movements())).toEqual([
      undefined,
      ...Array<string>(7).fill(frozen),
    ]);
    expect(units()).toEqual([900n, 100n, 0n]);
    expect(allowed(chain)).toBe(50n);
    for (const movement of movements()) expect(problemOf(chain, movement)).toEqual(['rule_violation', frozen]);
    // A freeze of what is frozen changes nothing; other tokens move; so does an allowance, which moves nothing.
    expect(
      play(
        chain,
        tokenFreeze(by(chain, alice), 'GOLD'),
        mintTokens(by(chain, alice), 'GOLD', 5n),
        approve(by(chain, alice), bob, 'GOLD', 60n),
        transfer(by(chain, alice), bob, 1n, 'OLD'),
        burn(by(chain, alice), 1n),
      ),
    ).toEqual(Array(5).fill(undefined));
    expect(chain.state.get(tokens, 'GOLD')).toMatchObject({ number: 1, frozen: true, initialSupply: 1_000n });
    expect(units()).toEqual([905n, 100n, 0n]);
    expect(play(chain, tokenFreeze(by(chain, alice), 'GOLD', false), ...movements())).toEqual(Array(8).fill(undefined));
    expect(units()).toEqual([901n, 97n, 3n]);
    expect(supplyOf(chain.state, 'GOLD')).toEqual({ minted: 1_005n, burned: 4n });
    expect(allowed(chain)).toBe(58n);
  });

  test('tells of itself', () => {
    const freeze = tokenFreeze({ signer: alice, timestamp: 1 }, 'gold', false);
    expect(told(freeze)).toEqual({
      logs: [{ event: 'token_freeze', data: { token: 'GOLD', frozen: false } }],
      parties: [],
      subjects: [tokenSubject('GOLD')],
      reveals: [],
      event: { token: 'GOLD' },
      view: { token_symbol: 'GOLD', frozen: false },
      outflow: [],
    });
    const chain = chainOf();
    expect(answerOf(chain, freeze)).toEqual({
      symbol: 'GOLD',
      frozen: false,
      message: 'Token unfreeze transaction submitted',
    });
    expect(answerOf(chain, tokenFreeze(by(chain, alice), 'GOLD'))).toMatchObject({
      frozen: true,
      message: 'Token freeze transaction submitted',
    });
  });
});

describe('burn', () => {
  const read = (members: Readonly<Record<string, JsonValue>>) => decoded(alice, 'burn', members);

  test('reads XRGE in decimals where no token is named, and a token in whole units', () => {
    expect(read({ amount: number('0.000000001') })).toEqual({ token: XRGE, amount: 1n });
    for (const name of ['token', 'token_symbol', 'tokenSymbol', 'symbol'])
      expect(read({ [name]: 'gold', amount: number(5) })).toEqual({ token: 'GOLD', amount: 5n });
    expect(read({ token: 'GOLD', amount: number('0.5') })).toEqual([
      'invalid_amount',
      'amount must be a whole number of base units',
    ]);
    expect(read({ amount: number('0.0000000001') })).toEqual(['invalid_amount', 'amount has more than 9 decimals']);
    expect(read({ amount: number(0) })).toEqual(['invalid_amount', 'amount must be greater than zero']);
    expect(read({ token: 'GOLD' })).toEqual(['invalid_amount', 'amount is required']);
    expect(read({ token: 'GO LD', amount: number(1) })).toEqual([
      'malformed_payload',
      expect.stringMatching(/^token must be/),
    ]);
  });

  test('must name its type, so that nobody turns another payload into one', () => {
    const members = { type: null, token_symbol: 'GOLD', amount: number(5) };
    expect(itemOfParts(partsOf({ signer: alice, timestamp: 1, operation: 'burn', members }))).toMatchObject({
      code: 'operation_mismatch',
    });
    expect(itemOfParts(partsOf({ signer: alice, timestamp: 1, operation: 'mint_tokens', members }))).toMatchObject({
      transaction: { operation: 'mint_tokens' },
    });
  });

  test('does what a transfer to the burn address does, for the same fee', () => {
    const [one, other] = [chainOf(), chainOf()];
    for (const [amount, token] of [
      [7n, 'GOLD'],
      [QUANTA / 2n, XRGE],
      [3n, 'QETH'],
    ] as const) {
      const burned = burn(by(one, alice), amount, token);
      const sent = transfer(by(other, alice), BURN_ADDRESS, amount, token);
      expect(play(one, burned)).toEqual(play(other, sent));
      expect(recordsOf(one.state)).toEqual(recordsOf(other.state));
      expect(told(burned)).toEqual({
        ...told(sent),
        view: expect.anything(),
      });
      expect(told(burned).view).toMatchObject({
        to_address: BURN_ADDRESS,
        token_symbol: token === XRGE ? null : token.replace('Q', 'q'),
      });
    }
    expect(supplyOf(one.state, 'GOLD').burned).toBe(7n);
    expect(supplyOf(one.state, XRGE).burned).toBe(QUANTA / 2n);
    expect(answerOf(one, burn(by(one, alice), 1n))).toEqual({ message: 'Burn transaction submitted' });
  });

  test('of more than there is takes its fee alone', () => {
    const chain = chainOf('1');
    expect(problemOf(chain, burn(by(chain, alice), 1_001n, 'GOLD'))).toEqual([
      'insufficient_balance',
      expect.stringMatching(
        /^insufficient GOLD balance: have 1000, need 1001; with the fee it takes [\d.]+ XRGE and 1001 base units of GOLD$/,
      ),
    ]);
    const fee = chain.context().baseFee;
    const left = QUANTA - fee;
    expect(play(chain, burn(by(chain, bob), QUANTA))).toEqual([
      `insufficient balance: have 1 XRGE, need ${formatXrge(QUANTA + fee)} XRGE`,
    ]);
    expect(holds(chain, bob, XRGE)).toBe(left);
    expect(supplyOf(chain.state, XRGE).burned).toBe(0n);
  });

  test('counts beside what the signer has pending', () => {
    const chain = chainOf();
    const pool = new Mempool({ transactions: 10, bytes: 1e6, perSender: 10, senderBytes: 1e6 }, chain.replay);
    const add = (amount: bigint) =>
      problem(pool.add(burn(by(chain, alice), amount, 'GOLD'), chain.scratch(), chain.context()));
    expect(add(600n)).toBeUndefined();
    expect(add(401n)).toEqual([
      'insufficient_balance',
      expect.stringMatching(/^insufficient GOLD balance: have 400, need 401; with the fee it takes /),
    ]);
    expect(add(400n)).toBeUndefined();
  });
});

test('a transfer of a bridged token shows the symbol as it is written', () => {
  const { logs, view } = told(transfer({ signer: alice, timestamp: 1 }, bob, 2n, 'qeth'));
  expect(logs).toMatchObject([{ data: { token: 'qETH' } }]);
  expect(view).toMatchObject({ token_name: 'qETH', token_symbol: 'qETH' });
});
