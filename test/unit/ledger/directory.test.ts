/** Wallets and names: who may register what, what a change moves, how many a block and the chain take for nothing. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { counters } from '../../../engine/ledger/counters.js';
import { checkPlaces, nameEntry, walletIdOf, walletOwner } from '../../../engine/ledger/directory.js';
import {
  avatars,
  directoryPace,
  encryptionKeys,
  names,
  namesByOwner,
  wallets,
} from '../../../engine/ledger/directoryTables.js';
import { totalsOf } from '../../../engine/ledger/execution.js';
import { accountOf } from '../../../engine/ledger/funds.js';
import { SINGLE } from '../../../engine/ledger/tables.js';
import type { PoolItem } from '../../../engine/mempool/mempool.js';
import { BLOCK_TIME_MS, rulesOf, TestChain, throughTheWire } from '../../support/chain.js';
import {
  encryptionKey,
  type Members,
  registerName,
  registerWallet,
  releaseName,
  walletMembers,
} from '../../support/directoryOrders.js';
import { answerOf, by, decoded, type Problem, play, problemOf, told } from '../../support/ledgerScene.js';
import { type Actor, actor, item, transfer } from '../../support/transactions.js';

const validator = actor('validator');
/** Nobody of the directory has money, but for `rich`. */
const [alice, bob, carol] = [actor('alice'), actor('bob'), actor('carol')];
const rich = actor('rich');

const chainOf = (options: Partial<Parameters<typeof rulesOf>[0]> = {}): TestChain =>
  new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [{ to: rich.keyHex, amount: '1000' }],
      fees: { base_fee: '0.1', floor: '0.001' },
      ...options,
    }),
  );

const wallet = (chain: TestChain, signer: Actor, name: string, more?: Members): PoolItem =>
  registerWallet(by(chain, signer), name, more);
const name = (chain: TestChain, signer: Actor, text: string, walletId?: string): PoolItem =>
  registerName(by(chain, signer), text, walletId);

const many = (chain: TestChain, count: number, prefix: string): PoolItem[] =>
  Array.from({ length: count }, (_, index) => wallet(chain, actor(`${prefix} ${index}`), `${prefix} ${index}`));

describe('a wallet', () => {
  test('is registered without money, under the key of its owner', () => {
    const chain = chainOf();
    expect(play(chain, wallet(chain, alice, ' Alice '))).toEqual([undefined]);
    const record = chain.state.get(wallets, alice.account);
    expect(record).toMatchObject({ number: 1, createdAt: chain.tip.time, id: '', displayName: 'Alice' });
    expect(record && walletIdOf(record)).toBe(alice.keyHex);
    expect(accountOf(chain.state, alice.account)).toEqual({ balance: 0n, nonce: 1, activity: 1 });
    for (const text of [alice.keyHex, alice.keyHex.toUpperCase(), alice.address, encryptionKey(alice.keyHex)])
      expect(walletOwner(chain.state, text)).toBe(alice.account);
    expect(walletOwner(chain.state, bob.keyHex)).toBeUndefined();
  });

  test('takes an id and a display name that nobody else has', () => {
    const chain = chainOf();
    play(chain, wallet(chain, alice, 'Alice', { id: 'my-wallet' }));
    const taken = (members: Members, displayName = 'Bob') => problemOf(chain, wallet(chain, bob, displayName, members));
    expect(taken({ id: 'my-wallet' })).toEqual(['already_exists', 'Wallet ID already registered by another key']);
    expect(taken({}, 'aLICE')).toEqual(['already_exists', "Display name 'aLICE' is already taken"]);
    expect(taken({ id: 'My-wallet' })).toBeUndefined();
  });

  test('may have the encryption key of another: then that key finds neither, and keeps nobody from his name', () => {
    const chain = chainOf();
    const key = encryptionKey(alice.keyHex);
    const found = () => walletOwner(chain.state, key);
    play(chain, wallet(chain, alice, 'Alice'));
    expect(play(chain, wallet(chain, bob, 'Bob', { encryptionPublicKey: key.toUpperCase() }))).toEqual([undefined]);
    expect(play(chain, wallet(chain, carol, 'Carol', { encryptionPublicKey: key }))).toEqual([undefined]);
    expect(found()).toBeUndefined();
    play(chain, name(chain, alice, 'alice', key), name(chain, carol, 'carol', key));
    expect(problemOf(chain, name(chain, bob, 'bob', encryptionKey(bob.keyHex)))?.[0]).toBe('not_authorized');
    play(chain, wallet(chain, carol, 'Carol'));
    expect(found()).toBeUndefined();
    play(chain, wallet(chain, bob, 'Bob'));
    expect(found()).toBe(alice.account);
    play(chain, wallet(chain, alice, 'Alice', { encryptionPublicKey: encryptionKey('new') }));
    expect(found()).toBeUndefined();
    expect([...chain.state.entries(encryptionKeys)].length).toBe(3);
  });

  test('is replaced by its owner alone: id, display name, encryption key and picture move, what was before is free', () => {
    const chain = chainOf();
    const first = { id: 'one', encryptionPublicKey: encryptionKey('one'), avatarUrl: 'https://a.example/1' };
    play(chain, registerWallet({ ...by(chain, rich) }, 'One', first));
    const { createdAt } = chain.state.get(wallets, rich.account) ?? {};
    expect(chain.state.get(avatars, rich.account)).toBe('https://a.example/1');
    play(chain, name(chain, rich, 'rich', 'one'));
    play(
      chain,
      wallet(chain, rich, 'Two', { id: 'two', encryptionPublicKey: encryptionKey('two'), discoverable: false }),
    );
    expect(chain.state.get(wallets, rich.account)).toMatchObject({
      ...{ number: 1, createdAt, id: 'two', displayName: 'Two', discoverable: false },
    });
    expect(chain.state.get(avatars, rich.account)).toBeUndefined();
    expect(walletOwner(chain.state, 'one')).toBeUndefined();
    expect(walletOwner(chain.state, encryptionKey('one'))).toBeUndefined();
    // The name follows its owner.
    expect(nameEntry(chain.state, 'rich')?.entry.owner).toBe(rich.account);
    expect(play(chain, wallet(chain, bob, 'one', { id: 'one', encryptionPublicKey: encryptionKey('one') }))).toEqual([
      undefined,
    ]);
    expect(chain.state.get(wallets, bob.account)?.number).toBe(2);
  });

  test('is said to be what its signer says it is, or refused', () => {
    const of = (more: Members) => decoded(alice, 'register_wallet', walletMembers(alice, 'Alice', more));
    expect(of({ signingPublicKey: bob.keyHex })).toEqual([
      'not_authorized',
      "Cannot register a signing key that doesn't match your identity",
    ]);
    expect(of({ displayName: 'é'.repeat(26) })).toEqual(['malformed_payload', 'Display name too long (max 50 chars)']);
    expect(of({ displayName: 'é'.repeat(25) })).toMatchObject({ displayName: 'é'.repeat(25) });
    for (const bad of ['\u200b', 'a\nb', 'a\u0000'])
      expect(of({ displayName: bad })).toEqual([
        'malformed_payload',
        expect.stringMatching(/^displayName may have letters, .*nothing that cannot be seen$/),
      ]);
    expect(of({ displayName: ' ' })).toEqual(['malformed_payload', 'displayName is required']);
    for (const key of ['', 'zz'.repeat(1_184), 'ab'.repeat(1_183), 'ab'.repeat(1_185)])
      expect(of({ encryptionPublicKey: key })).toEqual([
        'malformed_payload',
        'encryptionPublicKey must be an ML-KEM-768 key, 2368 hex characters',
      ]);
    expect(of({ id: alice.keyHex.toUpperCase() })).toMatchObject({ id: '' });
    expect(of({ id: alice.address })).toMatchObject({ id: alice.address });
    expect(of({ id: 'a'.repeat(128) })).toMatchObject({ id: 'a'.repeat(128) });
    for (const id of ['a'.repeat(129), bob.keyHex, 'register', 'a/b', '-a', 'a b', 'ä'])
      expect(of({ id }), id.slice(0, 20)).toMatchObject(['malformed_payload', expect.stringMatching(/^id must be/)]);
    expect(of({ id: bob.address })).toEqual(['malformed_payload', 'id is the address of another account']);
    expect(of({ avatarUrl: 'javascript:alert(1)' })).toMatchObject(['malformed_payload', expect.any(String)]);
    expect(of({ avatarUrl: `data:image/png;base64,${'A'.repeat(256 * 1024)}` })).toEqual([
      'too_large',
      'Avatar too large (max 256 KB)',
    ]);
  });

  test('is told with what was registered, and nothing more', () => {
    const chain = chainOf();
    const registered = wallet(chain, alice, 'Alice', { id: 'my-id' });
    expect(told(registered)).toEqual({
      logs: [{ event: 'register_wallet', data: { wallet_id: 'my-id', display_name: 'Alice' } }],
      ...{ parties: [], subjects: [], reveals: [], event: {}, outflow: [] },
      view: {
        ...{ wallet_id: 'my-id', display_name: 'Alice', discoverable: true },
        encryption_public_key: encryptionKey(alice.keyHex),
      },
    });
    expect(answerOf(chain, registered)).toEqual({});
  });

  test('pays for every byte beside what its members need, of its picture above all', () => {
    const chain = chainOf({ fees: { base_fee: '0.1', floor: '0.1', ceiling: '0.1' } });
    const picture = (bytes: number) => ({ avatarUrl: `data:image/png;base64,${'A'.repeat(bytes)}` });
    expect(problemOf(chain, wallet(chain, alice, 'Alice', picture(100_000)))?.[0]).toBe('insufficient_balance');
    const before = accountOf(chain.state, rich.account).balance;
    play(chain, wallet(chain, rich, 'Rich', picture(200_000)));
    const paid = before - accountOf(chain.state, rich.account).balance;
    expect(paid).toBeGreaterThan(199_250n * 1_000n);
    expect(paid).toBeLessThan(200_100n * 1_000n);
    // Without one it is free, with the longest id and name too.
    const long = wallet(chain, alice, 'é'.repeat(25));
    expect(play(chain, long)).toEqual([undefined]);
    expect(accountOf(chain.state, alice.account).balance).toBe(0n);
    // With a longest nonce too, but not with bytes that no member needs.
    const nonce = 'n'.repeat(128);
    expect(play(chain, registerWallet({ ...by(chain, alice), nonce }, 'é'.repeat(25)))).toEqual([undefined]);
    const padded = wallet(chain, alice, 'Alice', { note: 'x'.repeat(1_000) });
    expect(problemOf(chain, padded)?.[0]).toBe('insufficient_balance');
    const named = registerName(by(chain, alice), 'alice');
    expect(problemOf(chain, named)).toBeUndefined();
    const noted = item({
      ...by(chain, alice),
      operation: 'register_name',
      members: { name: 'alice', walletId: alice.keyHex, note: 'x'.repeat(1_000) },
    });
    expect(problemOf(chain, noted)?.[0]).toBe('insufficient_balance');
  });
});

describe('a name', () => {
  const begun = (): TestChain => {
    const chain = chainOf();
    play(chain, wallet(chain, alice, 'Alice', { id: 'alice-1' }), wallet(chain, bob, 'Bob'));
    return chain;
  };

  test('is made small, and belongs to the wallet of its signer', () => {
    const chain = begun();
    expect(play(chain, name(chain, alice, ' Alice_1 ', 'alice-1'))).toEqual([undefined]);
    expect(chain.state.get(names, 'alice_1')).toEqual({ owner: alice.account, registeredAt: chain.tip.time });
    expect(chain.state.get(namesByOwner, alice.account)).toBe('alice_1');
    expect(nameEntry(chain.state, 'ALICE_1')?.name).toBe('alice_1');
    // The Kelvin sign is a small k for `toLowerCase`, and no letter of a name.
    expect(nameEntry(chain.state, 'alice_\u212a')).toBeUndefined();
  });

  test('has the published form, or is refused with the published texts', () => {
    const of = (text: string) => decoded(alice, 'register_name', { name: text, walletId: 'alice-1' });
    const refused = (text: string) => (of(text) as Problem)[1];
    for (const text of ['ab', 'a'.repeat(21), '', 'é'.repeat(11)])
      expect(refused(text)).toBe('Name must be 3-20 characters');
    for (const text of ['a-b', 'a b', 'äbc', 'a.b', 'ali\u212a'])
      expect(refused(text)).toBe('Name may only contain letters, numbers, and underscores');
    for (const text of ['_ab', 'ab_', '___']) expect(refused(text)).toBe('Name cannot start or end with underscore');
    for (const text of ['abc', 'a'.repeat(20), 'A_9']) expect(of(text)).toMatchObject({ name: text.toLowerCase() });
    expect(decoded(alice, 'release_name', { name: 'Ab_' })).toMatchObject(['malformed_payload', expect.any(String)]);
  });

  test('is given once, to owners of wallets, one to each', () => {
    const chain = begun();
    play(chain, name(chain, alice, 'alice', alice.address));
    expect(problemOf(chain, name(chain, bob, 'Alice'))).toEqual(['already_exists', 'Name already taken']);
    expect(problemOf(chain, name(chain, alice, 'another'))).toEqual([
      'already_exists',
      'This wallet already has a registered name',
    ]);
    expect(problemOf(chain, name(chain, carol, 'carol'))).toEqual(['not_found', 'Wallet not registered']);
    for (const walletId of ['alice-1', alice.keyHex, 'nobody'])
      expect(problemOf(chain, name(chain, bob, 'bob', walletId))).toEqual([
        'not_authorized',
        'Not authorized to register name for this wallet',
      ]);
    for (const walletId of [bob.keyHex, bob.address, encryptionKey(bob.keyHex)])
      expect(problemOf(chain, name(chain, bob, 'bob', walletId))).toBeUndefined();
  });

  test('is released by its owner alone, and then free', () => {
    const chain = begun();
    play(chain, name(chain, alice, 'alice'));
    expect(problemOf(chain, releaseName(by(chain, bob), 'alice'))).toEqual([
      'not_authorized',
      'You do not own this name',
    ]);
    expect(problemOf(chain, releaseName(by(chain, bob), 'bob'))).toEqual(['not_found', 'Name not found']);
    expect(play(chain, releaseName(by(chain, alice), 'ALICE'), name(chain, bob, 'alice'))).toEqual([
      undefined,
      undefined,
    ]);
    expect(nameEntry(chain.state, 'alice')?.entry.owner).toBe(bob.account);
    expect(chain.state.get(namesByOwner, alice.account)).toBeUndefined();
    expect(play(chain, name(chain, alice, 'alice_2'))).toEqual([undefined]);
  });

  test('that two want in one block goes to the first; the other is in no block', () => {
    const chain = begun();
    const [first, second] = [name(chain, bob, 'wanted'), name(chain, alice, 'wanted')];
    const { candidate } = chain.produce([first, second]);
    expect(candidate.items).toEqual([first]);
    expect(candidate.refused.map(({ refusal }) => refusal.message)).toEqual(['Name already taken']);
    expect(nameEntry(chain.state, 'wanted')?.entry.owner).toBe(bob.account);
  });
});

describe('a block', () => {
  /** A block as a proposer would make it that keeps no rule. */
  const forged = (chain: TestChain, items: readonly PoolItem[]): string | undefined => {
    const candidate = chain.build(items);
    candidate.prepared.revert();
    const { block } = throughTheWire(chain.seal({ ...candidate, items }));
    const other = new TestChain(chain.rules);
    const tx_hash = chain.rules.protocol.transactionsRoot(items.map(({ leaf }) => leaf));
    const received = other.receive({ block: { ...block, header: { ...block.header, tx_hash } }, items });
    return isRefusal(received) ? received.message : undefined;
  };

  test('takes 50 transactions of the directory; the others wait', () => {
    const chain = chainOf();
    const items = many(chain, 53, 'flood');
    const { candidate } = chain.produce(items);
    expect(candidate.items).toEqual(items.slice(0, 50));
    expect(candidate.refused).toEqual([]);
    expect(chain.produce(items.slice(50)).items.length).toBe(3);
  });

  test('with a 51st is invalid, and one with anything behind the directory', () => {
    const chain = chainOf();
    const items = many(chain, 51, 'forged');
    const paying = transfer(by(chain, rich), alice, 1n);
    const place = 'the block has no place left for a transaction of the directory';
    expect(forged(chain, items)).toBe(`block 1 rejected: tx #50: ${place}`);
    const order = 'transactions of the directory come after all others of a block';
    expect(forged(chain, [items[0] as PoolItem, paying])).toBe(`block 1 rejected: tx #1: ${order}`);
    expect(chain.produce([paying, items[0] as PoolItem]).items.length).toBe(2);
  });

  test('full of them makes nothing dearer', () => {
    const chain = chainOf({ fees: { base_fee: '0.1', floor: '0.001', target: 1 } });
    chain.produce(many(chain, 50, 'quiet'));
    // As after an empty block: it falls.
    expect(totalsOf(chain.state).baseFee).toBe(87_500_000n);
    expect(totalsOf(chain.state).feesCollected).toBe(0n);
  });

  test('burns nothing of what others pay for those that pay next to nothing', () => {
    const signers = Array.from({ length: 20 }, (_, index) => actor(`tip ${index}`));
    const burned = (tip: bigint, options = {}): bigint => {
      const chain = chainOf({
        allocations: [rich, ...signers].map(({ keyHex }) => ({ to: keyHex, amount: '1000' })),
        ...options,
      });
      const tipped = signers.map((signer) =>
        registerWallet({ ...by(chain, signer), priorityFee: tip }, signer.address.slice(0, 40)),
      );
      play(chain, transfer({ ...by(chain, rich), priorityFee: QUANTA }, alice, 1n), ...tipped);
      return totalsOf(chain.state).feesBurned;
    };
    expect(burned(0n)).toBe(QUANTA / 20n);
    expect(burned(1n)).toBe(burned(0n));
    expect(burned(QUANTA)).toBe(burned(0n));
  });

  test('burns nothing for a request of the faucet with a small tip, from the upgrade on', () => {
    const burned = (directory: number): bigint => {
      const chain = chainOf({ faucet: true, upgrades: { directory } });
      play(chain, item({ ...by(chain, rich), operation: 'faucet', members: {}, priorityFee: 10n }));
      return totalsOf(chain.state).feesBurned;
    };
    expect([burned(1), burned(2)]).toEqual([0n, 10n]);
  });

  test('before the upgrade has none', () => {
    const chain = chainOf({ upgrades: { directory: 3 } });
    const none = ['rule_violation', 'there is no directory of wallets and names on this network yet'];
    expect(problemOf(chain, wallet(chain, alice, 'Alice'))).toEqual(none);
    expect(problemOf(chain, name(chain, alice, 'alice'))).toEqual(none);
    expect(problemOf(chain, releaseName(by(chain, alice), 'alice'))).toEqual(none);
    chain.produce();
    chain.produce();
    expect(problemOf(chain, wallet(chain, alice, 'Alice'))).toBeUndefined();
  });
});

describe('free places', () => {
  const FREE = 600;

  /** Fills blocks until the chain takes nothing more for nothing. */
  function flood(chain: TestChain): number {
    let taken = 0;
    for (let block = 0; ; block++) {
      const { length } = chain.produce(many(chain, 50, `block ${block}`)).items;
      taken += length;
      if (length < 50) return taken;
    }
  }

  test('are 600 at once and one a second; who pays a tip needs none', () => {
    const chain = chainOf();
    const begin = chain.tip.time;
    const taken = flood(chain);
    const seconds = Math.floor((chain.tip.time - begin) / 1_000);
    expect(taken).toBeGreaterThanOrEqual(FREE);
    expect(taken).toBeLessThanOrEqual(FREE + seconds);
    // Right behind a block that took one, none is free.
    while (chain.produce(many(chain, 1, `at ${chain.tip.time}`)).items.length === 0);
    const full = problemOf(chain, wallet(chain, alice, 'Alice'));
    expect(full).toEqual([
      'busy',
      'the free places of the directory are taken: try again in a moment, or add a priority_fee of 0.1 XRGE',
    ]);
    // What is taken is said before: it need not wait for a place.
    expect(problemOf(chain, wallet(chain, alice, 'block 0 0'))?.[0]).toBe('already_exists');
    expect(problemOf(chain, registerWallet({ ...by(chain, rich), priorityFee: QUANTA / 10n - 1n }, 'R'))?.[0]).toBe(
      'busy',
    );
    const pace = chain.state.get(directoryPace, SINGLE);
    expect(play(chain, registerWallet({ ...by(chain, rich), priorityFee: QUANTA / 10n }, 'R'))).toEqual([undefined]);
    expect(chain.state.get(directoryPace, SINGLE)).toBe(pace);
    chain.produce([], chain.tip.time + 1_000);
    expect(problemOf(chain, wallet(chain, alice, 'Alice'))).toBeUndefined();
    expect(chain.produce(many(chain, 3, 'later')).items.length).toBeLessThanOrEqual(2);
  });

  test('are half as many for each 100,000 wallets', () => {
    const chain = chainOf();
    chain.produce();
    const { time } = chain.tip;
    for (const [count, everyMs] of [
      [99_999, 1_000],
      [100_000, 2_000],
      [350_000, 8_000],
      [2_000_000, 2 ** 20 * 1_000],
      [9_000_000, 2 ** 20 * 1_000],
    ] as const) {
      const view = chain.scratch();
      view.put(counters, 'wallets', count);
      view.put(directoryPace, SINGLE, time);
      const asked = (ms: number) => checkPlaces(view, { ...chain.context(), time: time + ms }, 2);
      expect(asked(2 * everyMs - 1)).toMatchObject({ code: 'busy', lacks: 'free' });
      expect(asked(2 * everyMs)).toBeUndefined();
    }
  });

  test('grow again up to 600', () => {
    const chain = chainOf();
    flood(chain);
    chain.produce([], chain.tip.time + 3_600_000);
    const begin = chain.tip.time;
    let taken = 0;
    for (let block = 0; block < 13; block++) taken += chain.produce(many(chain, 50, `again ${block}`)).items.length;
    expect(taken).toBeGreaterThanOrEqual(FREE);
    expect(taken).toBeLessThanOrEqual(FREE + Math.ceil((chain.tip.time - begin) / 1_000));
    expect(chain.tip.time - begin).toBe(13 * BLOCK_TIME_MS);
  });

  test('are not counted on a network of a developer', () => {
    const chain = chainOf({ developer: true });
    for (let block = 0; block < 14; block++)
      expect(chain.produce(many(chain, 50, `dev ${block}`)).items.length).toBe(50);
    expect(chain.state.get(directoryPace, SINGLE)).toBeUndefined();
  });
});
