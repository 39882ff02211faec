/** The directory in the mempool: one request a key, a bounded part, the order of a block, and claims that came too late. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { directoryPace } from '../../../engine/ledger/directoryTables.js';
import { SINGLE } from '../../../engine/ledger/tables.js';
import { Mempool, type PoolItem } from '../../../engine/mempool/mempool.js';
import { BLOCK_TIME_MS, rulesOf, TestChain } from '../../support/chain.js';
import { registerName, registerWallet, releaseName } from '../../support/directoryOrders.js';
import { by } from '../../support/ledgerScene.js';
import { actor, transfer } from '../../support/transactions.js';

const validator = actor('validator');
const [rich, alice, bob] = [actor('rich'), actor('alice'), actor('bob')];

const LIMITS = { transactions: 40, bytes: 1e7, perSender: 40, senderBytes: 1e7 };

function scene(directory = { transactions: 3, bytes: 1e6 }, limits = LIMITS) {
  const chain = new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [rich, alice, bob].map(({ keyHex }) => ({ to: keyHex, amount: '1000' })),
    }),
  );
  const mempool = new Mempool(limits, chain.replay, () => 0, {
    small: directory,
    large: { transactions: 2, bytes: 1e6 },
  });
  const add = (item: PoolItem): string | undefined => mempool.add(item, chain.scratch(), chain.context())?.code;
  const free = (name: string, priorityFee = 0n, signer = actor(name)): PoolItem =>
    registerWallet({ ...by(chain, signer), priorityFee }, name);
  const order = (): string[] => idsOf(...mempool.candidates(), ...mempool.directory().map(({ item }) => item));
  return { chain, mempool, add, free, order };
}

const idsOf = (...items: readonly PoolItem[]): string[] => items.map(({ transaction }) => transaction.id);

test('a key has one request of the directory waiting, of whatever kind', () => {
  const { chain, mempool, add, free } = scene();
  expect(add(free('Alice', 0n, alice))).toBeUndefined();
  for (const other of [free('Alice 2', QUANTA / 10n - 1n, alice), releaseName(by(chain, alice), 'alice')])
    expect(mempool.add(other, chain.scratch(), chain.context())).toMatchObject({
      code: 'sender_limit',
      message:
        'this key has a pending request of the directory; wait for a block, or replace it with a priority_fee of at least 0.1 XRGE that is higher than before',
    });
  expect(add(free('Bob', 0n, bob))).toBeUndefined();
  expect(mempool.hasExclusive('directory', alice.account)).toBe(true);
  expect(mempool.hasExclusive('faucet', alice.account)).toBe(false);
  expect(add(transfer(by(chain, alice), bob, 1n))).toBeUndefined();
});

test('the directory fills its own part alone: the newest of the lowest tip loses, who pays more gets in', () => {
  const { chain, mempool, add, free } = scene();
  const waiting = [free('one'), free('two'), free('three')];
  for (const item of waiting) expect(add(item)).toBeUndefined();
  expect(add(free('four'))).toBe('mempool_full');
  expect(add(transfer(by(chain, rich), bob, 1n))).toBeUndefined();
  expect(add(free('Rich', QUANTA, rich))).toBeUndefined();
  expect(mempool.size).toBe(4);
  expect(mempool.evicted).toBe(1);
  expect(mempool.departed(waiting[2]?.transaction.id ?? '')?.code).toBe('mempool_full');
  // What leaves makes room again.
  mempool.drop(waiting[0]?.transaction.id ?? '');
  expect(add(free('five'))).toBeUndefined();
  expect(add(free('six'))).toBe('mempool_full');
});

test('its part is bounded in bytes too', () => {
  const { add, free } = scene({ transactions: 9, bytes: 60_000 });
  const taken = ['one', 'two', 'three', 'four', 'five'].map((name) => add(free(name)));
  expect(taken.filter((code) => code === undefined).length).toBeGreaterThan(0);
  expect(taken.at(-1)).toBe('mempool_full');
});

test('in a full mempool nobody leaves in vain: the part has room, the whole has none', () => {
  const { chain, mempool, add, free } = scene({ transactions: 1, bytes: 1e6 }, { ...LIMITS, transactions: 3 });
  const first = free('one');
  expect(add(first)).toBeUndefined();
  for (let index = 0; index < 2; index++)
    expect(add(transfer({ ...by(chain, rich), priorityFee: 9n * QUANTA }, bob, 1n))).toBeUndefined();
  // It takes the place of the only one of the directory, which is the worst of all as well.
  expect(add(free('Alice', QUANTA, alice))).toBeUndefined();
  expect(mempool.size).toBe(3);
  expect(add(free('Bob', QUANTA, bob))).toBe('mempool_full');
  expect(mempool.get(first.transaction.id)).toBeUndefined();
  expect(mempool.size).toBe(3);
});

test('candidates end with the directory; who counts account nonces keeps his order', () => {
  const { chain, add, free, order } = scene();
  const wallet = free('Alice', QUANTA, alice);
  const numbered = transfer({ ...by(chain, alice), accountNonce: 3 }, bob, 1n);
  const [passing, after] = [transfer(by(chain, alice), bob, 1n), transfer(by(chain, alice), bob, 2n)];
  const others = transfer(by(chain, rich), bob, 1n);
  const second = free('two');
  for (const item of [second, wallet, passing, numbered, after, others]) expect(add(item)).toBeUndefined();
  expect(order()).toEqual(idsOf(passing, others, wallet, second));
});

test('nothing passes a request of the directory that names its account nonce', () => {
  const { chain, add, order } = scene();
  const wallet = registerWallet({ ...by(chain, alice), accountNonce: 1 }, 'Alice');
  const [later, others] = [transfer(by(chain, alice), bob, 1n), transfer(by(chain, rich), bob, 1n)];
  for (const item of [wallet, later, others]) expect(add(item)).toBeUndefined();
  expect(order()).toEqual(idsOf(others, wallet));
  const { candidate } = chain.produce([others, wallet]);
  expect(candidate.refused).toEqual([]);
  expect(chain.produce([later]).items.length).toBe(1);
});

test('one that pays takes the place of what its key has waiting, the later ones of the key are counted anew', () => {
  const { chain, mempool, add, free } = scene();
  const before = registerWallet({ ...by(chain, alice), accountNonce: 1 }, 'Alice');
  const numbered = transfer({ ...by(chain, alice), accountNonce: 2 }, bob, 1n);
  for (const item of [before, numbered]) expect(add(item)).toBeUndefined();
  const paying = { ...by(chain, alice), priorityFee: QUANTA / 10n };
  // Behind the transfer, without the one that it replaces.
  expect(add(registerWallet({ ...paying, accountNonce: 3 }, 'Alice'))).toBe('nonce_used');
  expect(add(registerWallet(paying, 'Alice'))).toBeUndefined();
  expect(mempool.departed(before.transaction.id)).toMatchObject({
    code: 'replaced',
    message: expect.stringMatching(/its signer has sent another one in its place/),
  });
  expect(add(free('Alice', QUANTA / 10n, alice))).toBe('sender_limit');
  const dropped = mempool.recheck([], chain.state, chain.context());
  expect(dropped.map(({ transaction }) => transaction.id)).toEqual(idsOf(numbered));
  expect(add(free('Alice', QUANTA, alice))).toBeUndefined();
  expect(mempool.size).toBe(1);
});

test('a name, an id and a display name are wanted by one at a time: the first, or whoever pays more', () => {
  const { chain, mempool, add, free } = scene({ transactions: 9, bytes: 1e6 });
  const first = free('Wanted');
  expect(add(first)).toBeUndefined();
  expect(mempool.add(free('WANTED', 0n, bob), chain.scratch(), chain.context())).toMatchObject({
    code: 'already_exists',
    message: expect.stringMatching(/wants the same name, id or display name/),
  });
  const withId = (signer: typeof bob, priorityFee: bigint, name: string): PoolItem =>
    registerWallet({ ...by(chain, signer), priorityFee }, name, { id: 'wanted-id' });
  expect(add(withId(bob, 2n, 'Bob'))).toBeUndefined();
  // Both of those whose claims it takes leave, or none.
  expect(add(withId(rich, 2n, 'wanted'))).toBe('already_exists');
  expect(mempool.get(first.transaction.id)).toBeDefined();
  expect(add(withId(rich, 3n, 'wanted'))).toBeUndefined();
  expect(mempool.size).toBe(1);
  expect(mempool.departed(first.transaction.id)?.code).toBe('replaced');
  // What has left keeps nobody from what it wanted.
  for (const { transaction } of mempool.items()) mempool.drop(transaction.id);
  expect(add(free('Wanted', 0n, bob))).toBeUndefined();
});

test('those with pictures make only each other leave', () => {
  const { chain, mempool, add, free } = scene({ transactions: 9, bytes: 1e6 });
  const small = Array.from({ length: 9 }, (_, index) => free(`small ${index}`));
  for (const item of small) expect(add(item)).toBeUndefined();
  const picture = (signer: typeof rich, name: string, priorityFee: bigint): PoolItem =>
    registerWallet({ ...by(chain, signer), priorityFee }, name, {
      avatarUrl: `data:image/png;base64,${'A'.repeat(200_000)}`,
    });
  expect(add(picture(alice, 'Alice', 1n))).toBeUndefined();
  expect(add(picture(bob, 'Bob', 1n))).toBe('mempool_full');
  expect(add(picture(bob, 'Bob', QUANTA))).toBeUndefined();
  expect(small.filter(({ transaction }) => mempool.get(transaction.id)).length).toBe(9);
  expect(mempool.size).toBe(10);
});

test('what a block has given away is claimed by nobody any more', () => {
  const { chain, mempool, add } = scene();
  chain.produce([alice, bob, rich].map((signer) => registerWallet(by(chain, signer), signer.address.slice(0, 20))));
  const [first, second, other] = [
    registerName(by(chain, alice), 'wanted'),
    registerName({ ...by(chain, bob), priorityFee: 1n }, 'wanted'),
    registerName(by(chain, rich), 'another'),
  ];
  for (const item of [second, other]) expect(add(item)).toBeUndefined();
  // Another node made the block, and had not heard of the second.
  chain.produce([first]);
  mempool.settle([first.transaction]);
  const dropped = mempool.recheckDirectory(chain.state, chain.context());
  expect(dropped.map(({ transaction, refusal }) => [transaction.id, refusal.message])).toEqual([
    [second.transaction.id, 'Name already taken'],
  ]);
  expect(mempool.departed(second.transaction.id)?.code).toBe('already_exists');
  expect(mempool.get(other.transaction.id)).toBeDefined();
});

describe('free places', () => {
  /** Blocks that leave one free place in the next. */
  function taken(chain: TestChain): void {
    for (let block = 0; block < 12; block++)
      chain.produce(
        Array.from({ length: 50 }, (_, index) => {
          const name = `taken ${block} ${index}`;
          return registerWallet(by(chain, actor(name)), name);
        }),
      );
    const left = chain.tip.time + BLOCK_TIME_MS - (chain.state.get(directoryPace, SINGLE) ?? 0);
    for (let place = 1; place < Math.floor(left / 1_000); place++)
      chain.produce([registerWallet(by(chain, actor(`last ${place}`)), `last ${place}`)], chain.tip.time + 1);
  }

  test('what waits for one stays until a block has one for it', () => {
    const { chain, mempool, add, free } = scene({ transactions: 9, bytes: 1e6 });
    const waiting = [free('one'), free('two')] as const;
    for (const item of waiting) expect(add(item)).toBeUndefined();
    taken(chain);
    const [one, two] = waiting;
    const blockOf = (now: number) => {
      const { items, candidate } = chain.produce(mempool.candidates(), now, mempool.directory());
      const { outcomes } = candidate.execution;
      // As the producer's loop has it.
      for (const { id, refusal } of candidate.refused) mempool.dismiss(id, refusal);
      mempool.settle(outcomes.map(({ transaction }) => transaction));
      mempool.recheckDirectory(chain.state, chain.context());
      mempool.recheck([alice.account, one.transaction.sender, two.transaction.sender], chain.state, chain.context());
      return idsOf(...items);
    };
    expect(blockOf(chain.tip.time + BLOCK_TIME_MS)).toEqual(idsOf(one));
    expect(mempool.get(two.transaction.id)).toBeDefined();
    expect(blockOf(chain.tip.time + 1)).toEqual([]);
    expect(mempool.get(two.transaction.id)).toBeDefined();
    expect(blockOf(chain.tip.time + 1_000)).toEqual(idsOf(two));
    expect(mempool.size).toBe(0);
  });

  test('are promised once: who comes when all are waited for is told so, who pays is not', () => {
    const { chain, mempool, add, free } = scene({ transactions: 9, bytes: 1e6 });
    taken(chain);
    expect(add(free('one'))).toBeUndefined();
    const refused = mempool.add(free('two'), chain.scratch(), chain.context());
    expect(refused).toMatchObject({ code: 'busy', retryAfterSeconds: 1 });
    expect(add(free('Rich', QUANTA, rich))).toBeUndefined();
  });
});
