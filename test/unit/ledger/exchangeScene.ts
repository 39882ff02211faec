/** A chain in memory with tokens to trade, for tests of the exchange, and the ways to ask it: what a block says, what the
 *  mempool says, what is left in accounts and pools. */

import { expect } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { recentHashes } from '../../../engine/ledger/contractTables.js';
import type { Outcome } from '../../../engine/ledger/execution.js';
import { accountOf, balanceOf } from '../../../engine/ledger/funds.js';
import { type Pool, pools } from '../../../engine/ledger/poolTables.js';
import { accounts, pendingFees, totals, validators } from '../../../engine/ledger/tables.js';
import { tokens } from '../../../engine/ledger/tokenTables.js';
import { Mempool } from '../../../engine/mempool/mempool.js';
import { type GenesisOptions, rulesOf, TestChain } from '../../support/chain.js';
import { createPoolOrder, type ExchangeOrder, orderItem } from '../../support/exchangeRequests.js';
import { by, type Problem, problem } from '../../support/ledgerScene.js';
import { type Actor, actor } from '../../support/transactions.js';

const validator = actor('exchange: the validator');
export const alice = actor('exchange: alice');
export const bob = actor('exchange: bob');
/** Has what a test gives it. */
export const carol = actor('exchange: carol');

/** Base units of each token that alice and bob have. */
export const PLENTY = 10n ** 15n;
const TOKENS = ['GOLD', 'IRON', 'SALT', 'AGATE', 'QETH'];

export const FEE = { create: 10n * QUANTA, add: QUANTA, remove: QUANTA, swap: QUANTA } as const;

export interface SceneOptions {
  /** Amounts of carol, in decimal XRGE and base units. */
  readonly carol?: Readonly<Record<string, string>>;
  readonly upgrades?: GenesisOptions['upgrades'];
  readonly allocations?: GenesisOptions['allocations'];
}

export const sceneOf = (options: SceneOptions = {}): TestChain =>
  new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '1000000' }],
      allocations: [
        ...[alice, bob].flatMap(({ keyHex }) => [
          { to: keyHex, amount: '10000000' },
          ...TOKENS.map((token) => ({ to: keyHex, amount: String(PLENTY), token })),
        ]),
        ...Object.entries(options.carol ?? {}).map(([token, amount]) => ({ to: carol.keyHex, amount, token })),
        ...(options.allocations ?? []),
      ],
      ...(options.upgrades ? { upgrades: options.upgrades } : {}),
    }),
  );

/** Includes one order. @returns its outcome, with its failure if it has one. */
export function run(chain: TestChain, signer: Actor, order: ExchangeOrder): Outcome {
  const { candidate } = chain.produce([orderItem(by(chain, signer), order)]);
  expect(candidate.refused).toEqual([]);
  return candidate.execution.outcomes[0] as Outcome;
}

/** Includes one order that must succeed. */
export function done(chain: TestChain, signer: Actor, order: ExchangeOrder): Outcome {
  const outcome = run(chain, signer, order);
  expect(problem(outcome.failure)).toBeUndefined();
  return outcome;
}

/** Includes one order that must fail: its fee goes, and nothing else changes but what every block changes.
 *  @returns why it failed. */
export function failed(chain: TestChain, signer: Actor, order: ExchangeOrder, fee: bigint): Problem {
  // The fees of the block before are paid out first: then only this one's are on their way.
  chain.produce();
  const before = accountOf(chain.state, signer.account);
  const { candidate } = chain.produce([orderItem(by(chain, signer), order)]);
  expect(candidate.refused).toEqual([]);
  const [outcome] = candidate.execution.outcomes;
  expect(outcome).toMatchObject({ fee, result: null, subjects: [] });
  expect(accountOf(chain.state, signer.account)).toEqual({
    balance: before.balance - fee,
    nonce: before.nonce + 1,
    activity: before.activity + 1,
  });
  const ofEveryBlock = [totals, pendingFees, validators, recentHashes].map(({ name }) => name);
  const changed = candidate.prepared.changes.map(({ table, key }) => (table.id === accounts.id ? key : table.name));
  expect(changed.filter((name) => name !== signer.account && !ofEveryBlock.includes(name))).toEqual([]);
  return problem(outcome?.failure) ?? expect.fail('it succeeded');
}

/** The immediate answer to the sender of the order, before there is a block. */
export function heard(chain: TestChain, signer: Actor, order: ExchangeOrder): Problem | undefined {
  const mempool = new Mempool({ transactions: 10, bytes: 1e6, perSender: 10, senderBytes: 1e6 }, chain.replay);
  return problem(mempool.add(orderItem(by(chain, signer), order), chain.scratch(), chain.context()));
}

export const poolOf = (chain: TestChain, poolId: string): Pool =>
  chain.state.get(pools, poolId) ?? expect.fail(`there is no pool ${poolId}`);

export const balancesOf = (chain: TestChain, { account }: Actor, ...names: readonly string[]): bigint[] =>
  names.map((token) => balanceOf(chain.state, account, token));

/** Lets a token's record say that its creator has frozen it, or that it moves again. */
export function setFrozen(chain: TestChain, symbol: string, frozen: boolean): void {
  const overlay = chain.scratch();
  const record = { number: 1, name: symbol, decimals: 0, creator: bob.account, createdAt: 1, createdHeight: 1 };
  overlay.put(tokens, symbol, { ...record, initialSupply: PLENTY, frozen });
  chain.state.prepare(overlay).commit();
}

/** A chain of pools: XRGE, GOLD, IRON, SALT, and one of GOLD and qETH. */
export const openings = [
  createPoolOrder('GOLD', 1_000_000n, 'XRGE', 2_000_000n),
  createPoolOrder('GOLD', 3_000_000n, 'IRON', 5_000_000n),
  createPoolOrder('IRON', 7_000_000n, 'SALT', 900_000n),
  createPoolOrder('GOLD', 10_000n, 'qETH', 10_000n),
];

export function withPools(options: SceneOptions = {}): TestChain {
  const chain = sceneOf(options);
  for (const order of openings) done(chain, alice, order);
  return chain;
}
