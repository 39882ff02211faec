/** What a contract may do: keep, pay, hand on, make, draw, look back. */

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../../engine/base/limits.js';
import { invariant, isRefusal } from '../../../engine/base/refusal.js';
import { accountOfContract, addressOf, BURN_ADDRESS, TREASURY } from '../../../engine/crypto/address.js';
import { recentHash } from '../../../engine/ledger/blockHashes.js';
import { actingContract } from '../../../engine/ledger/contractMoves.js';
import { CallScene } from '../../../engine/ledger/contractScene.js';
import { contractKey, contractStorage, storageKey, storageSizes } from '../../../engine/ledger/contractTables.js';
import { balanceOf } from '../../../engine/ledger/funds.js';
import { movementsOf } from '../../../engine/ledger/movementViews.js';
import { ROYALTY_WALLET } from '../../../engine/ledger/nfts.js';
import { collections, nftKey, nfts } from '../../../engine/ledger/nftTables.js';
import { collectionSubject, tokenSubject } from '../../../engine/ledger/subjects.js';
import { Overlay } from '../../../engine/state/state.js';
import { OutputAllowance } from '../../../engine/vm/outputAllowance.js';
import { reloaded, rulesOf, TestChain, throughTheWire } from '../../support/chain.js';
import { deployAll, done, outcomeOf, stageOf } from '../../support/contractScene.js';
import { by, decoded, play, problemOf } from '../../support/ledgerScene.js';
import { alice, bob, chainOf, holds } from '../../support/movementScene.js';
import { actor, item, number, type Order, tokenFreeze, transfer } from '../../support/transactions.js';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const NOBODY = 'ab'.repeat(20);

describe('storage', () => {
  test('is kept under the contract and counted', () => {
    const { chain, address } = stageOf({
      main: [
        ['read', 'a'],
        ['write', 'a', '12345'],
        ['read', 'a'],
        ['write', 'b', ''],
        ['write', 'gone', 'x'],
        ['delete', 'gone'],
        ['read', 'gone'],
      ],
      again: [
        ['write', 'a', '1'],
        ['read', 'b'],
        ['delete', 'none'],
      ],
      clear: [
        ['delete', 'a'],
        ['delete', 'b'],
      ],
      fails: [
        ['write', 'a', 'other'],
        ['delete', 'b'],
        ['trap', 'no'],
      ],
    });
    const stored = () =>
      [...chain.state.entries(contractStorage)].map(([key, value]) => [key, Buffer.from(value).toString()]);
    const size = () => chain.state.get(storageSizes, contractKey(address));
    expect(done(chain, address).logs).toEqual(['read none', 'read 3132333435', 'read none']);
    const [a, b] = [storageKey(address, bytes('a')), storageKey(address, bytes('b'))];
    expect(stored().sort()).toEqual(
      [
        [a, '12345'],
        [b, ''],
      ].sort(),
    );
    expect(size()).toEqual({ records: 2, bytes: 7 });
    expect(outcomeOf(chain, address, 'fails').failure?.message).toBe('Execution error: no');
    expect([size(), stored().length]).toEqual([{ records: 2, bytes: 7 }, 2]);
    expect(done(chain, address, 'again').logs).toEqual(['read ']);
    expect([size(), chain.state.get(contractStorage, a)]).toEqual([{ records: 2, bytes: 3 }, bytes('1')]);
    done(chain, address, 'clear');
    expect([size(), stored()]).toEqual([undefined, []]);
  });

  test('is bounded by whoever calls the scene', () => {
    const chain = chainOf();
    const effects = { moves: [], collections: [] };
    const acting = actingContract(new Overlay(chain.state), chain.context(), NOBODY, effects);
    const request = {
      address: NOBODY,
      method: 'm',
      args: '{}',
      caller: '',
      fuel: 1,
      depth: 0,
      seed: () => bytes(''),
      attached: undefined,
    };
    const scene = new CallScene(acting, request, [], [], new OutputAllowance());
    const longest = new Uint8Array(CONTRACT.keyBytes);
    scene.writeStorage(longest, new Uint8Array(CONTRACT.valueBytes));
    expect(scene.readStorage(longest)).toHaveLength(65_536);
    expect(() => scene.writeStorage(new Uint8Array(257), longest)).toThrow('the host bounds what is stored');
    expect(() => scene.writeStorage(longest, new Uint8Array(65_537))).toThrow('the host bounds what is stored');
    expect(scene.callResult()).toBe('unknown');
  });
});

describe('payments', () => {
  test('leave the contract’s own balance only, by the rules that hold for everybody', () => {
    const { chain, address } = stageOf({
      main: [
        ['pay', bob.address, '7'],
        ['pay', bob.keyHex, '3'],
        ['pay', BURN_ADDRESS, '5'],
        ['pay', '$self', '1000000000'],
        ['pay', '$caller', '0'],
        ['pay', bob.address, '1000000000'],
        ['pay', bob.address, '-1'],
        ['pay', TREASURY, '1'],
        ['pay', NOBODY, '1'],
        ['pay', 'nobody', '1'],
        ['pay', '', '0'],
        ['balance', '$self'],
        ['balance', 'nobody'],
      ],
    });
    const before = holds(chain, bob, 'XRGE');
    const outcome = outcomeOf(chain, address, 'main', { attach: { symbol: 'XRGE', amount: 1_000_000_000n } });
    const { logs } = outcome.result as { logs: string[] };
    const [yes, no] = ['pay true', 'pay false'];
    // To oneself all of it is enough: after the payments above there is less.
    expect(logs).toEqual([yes, yes, yes, no, yes, no, no, no, no, no, no, 'balance "999999985"', 'balance "0"']);
    expect(holds(chain, bob, 'XRGE') - before).toBe(10n);
    const account = accountOfContract(address);
    expect(
      movementsOf(outcome.transaction, { ...outcome, failure: '' }).map(({ reason, from, to }) => [reason, from, to]),
    ).toEqual([
      ['transfer', alice.account, account],
      ['transfer', account, bob.account],
      ['transfer', account, bob.account],
      ['burn', account, expect.anything()],
      ['fee', alice.account, undefined],
    ]);
    expect(outcome.parties.map((party) => party.account)).toEqual([
      alice.account,
      account,
      bob.account,
      expect.anything(),
    ]);
  });

  test('of tokens answer why they are not made', () => {
    const { chain, address } = stageOf({
      main: [
        ['payTokens', 'gold', bob.address, '4'],
        ['payTokens', ' GOLD ', '$self', '6'],
        ['payTokens', 'GOLD', bob.address, '7'],
        ['payTokens', 'GOLD', bob.address, '0'],
        ['payTokens', 'XRGE', bob.address, '1'],
        ['payTokens', 'NO SYMBOL', bob.address, '1'],
        ['payTokens', 'GOLD', '', '1'],
        ['payTokens', 'GOLD', TREASURY, '1'],
        ['payTokens', 'NONE', bob.address, '1'],
        ['tokens', 'gold', bob.address],
        ['tokens', 'XRGE', bob.address],
        ['tokens', 'NONE', 'nobody'],
      ],
    });
    const outcome = outcomeOf(chain, address, 'main', { attach: { symbol: 'GOLD', amount: 10n } });
    const words = [
      'done',
      'done',
      'insufficient',
      'invalid',
      'invalid',
      'invalid',
      'invalid',
      'invalid',
      'insufficient',
    ];
    const { logs } = outcome.result as { logs: string[] };
    expect(logs).toEqual([...words.map((word) => `payTokens "${word}"`), 'tokens "4"', 'tokens none', 'tokens "0"']);
    expect(holds(chain, bob)).toBe(4n);
    expect(outcome.subjects.map(({ subject }) => subject)).toEqual([tokenSubject('GOLD')]);
    expect(play(chain, tokenFreeze(by(chain, alice), 'GOLD'))).toEqual([undefined]);
    expect(done(chain, address).logs[0]).toBe('payTokens "invalid"');
  });
});

describe('NFTs', () => {
  test('are made, seen and handed on', () => {
    const { chain, address } = stageOf({
      main: [
        ['collect', 'art', 'Works', '2'],
        ['collect', 'ART', 'Again', '0'],
        ['collect', 'XRGE', 'x', '0'],
        ['collect', 'A B', 'x', '0'],
        ['collect', 'B', '', '0'],
        ['collect', 'B', 'ü'.repeat(65), '0'],
        ['collect', 'B', 'x', '-1'],
        ['mint', '$args', bob.address, 'One', '{"b":1,"a":2}'],
        ['mint', '$args', '$self', 'Two', ''],
        ['mint', '$args', '$self', 'Three', ''],
        ['mint', '$args', '$self', '', ''],
        ['mint', '$args', '', 'x', ''],
        ['mint', '$args', BURN_ADDRESS, 'x', ''],
        ['mint', '$args', '$self', 'x', '{'],
        ['mint', 'col:none:X', '$self', 'x', ''],
        ['owner', '$args', '1'],
        ['owner', '$args', '2'],
        ['owner', '$args', '3'],
        ['owner', '$args', '-1'],
        ['owner', 'col:none:X', '1'],
        ['handOn', '$args', '1', '$self'],
        ['handOn', '$args', '9', '$self'],
        ['handOn', '$args', '2', 'nobody'],
        ['handOn', '$args', '2', BURN_ADDRESS],
        ['handOn', '$args', '2', bob.address],
        ['owner', '$args', '2'],
        ['royalty', '$args'],
        ['royalty', 'col:none:X'],
      ],
    });
    const id = `col:${address.slice(0, 16)}:ART`;
    const outcome = outcomeOf(chain, address, 'main', { args: id });
    const { logs } = outcome.result as { logs: string[] };
    const [made, none] = [`{"id":"${id}"}`, 'owner none'];
    expect(logs).toEqual([
      `collect ${made}`,
      'collect "exists"',
      ...Array(5).fill('collect "invalid"'),
      ...['{"id":1}', '{"id":2}', '"max_reached"', '"invalid"', '"invalid"', '"invalid"', '"invalid"', '"missing"'].map(
        (answer) => `mint ${answer}`,
      ),
      ...[`owner "${bob.address}"`, `owner "${address}"`, none, none, none],
      ...['not_owned', 'not_found', 'not_found', 'not_found', 'done'].map((answer) => `handOn "${answer}"`),
      `owner "${bob.address}"`,
      `royalty {"bps":0,"recipient":"${address}"}`,
      'royalty none',
    ]);
    const account = accountOfContract(address);
    const nft = chain.state.get(nfts, nftKey(1, 1));
    expect(nft).toMatchObject({ owner: bob.account, creator: account, name: 'One', attributes: '{"a":2,"b":1}' });
    expect(outcome.subjects.map(({ subject }) => subject)).toEqual([collectionSubject(id)]);
    const own = movementsOf(outcome.transaction, { ...outcome, failure: '' }).filter(({ reason }) => reason !== 'fee');
    expect(own.map(({ reason, from, to }) => [reason, from, to])).toEqual([
      ['nft_mint', undefined, bob.account],
      ['nft_mint', undefined, account],
      ['nft_transfer', account, bob.account],
    ]);
  });

  test('of others are not minted by a contract, and none moves that is locked or of a frozen collection', () => {
    const { chain, address } = stageOf({
      make: [
        ['collect', 'ART', 'Works', '0'],
        ['mint', '$args', '$self', 'One', ''],
      ],
      mint: [['mint', '$args', '$self', 'x', '']],
      hand: [['handOn', '$args', '1', bob.address]],
    });
    const id = `col:${address.slice(0, 16)}:ART`;
    done(chain, address, 'make', { args: id });
    const [other = ''] = deployAll(chain, { main: [['mint', '$args', '$self', 'x', '']] });
    expect(done(chain, other, 'main', { args: id }).logs).toEqual(['mint "not_creator"']);
    const overlay = chain.scratch();
    const nft = chain.state.get(nfts, nftKey(1, 1));
    const collection = chain.state.get(collections, id);
    invariant(nft && collection, 'both were made');
    overlay.put(nfts, nftKey(1, 1), { ...nft, locked: true });
    overlay.put(collections, id, { ...collection, frozen: true, royaltyBps: 20_000, royaltyRecipient: bob.account });
    chain.state.prepare(overlay).commit();
    expect(done(chain, address, 'mint', { args: id }).logs).toEqual(['mint "missing"']);
    expect(done(chain, address, 'hand', { args: id }).logs).toEqual(['handOn "not_found"']);
    const [third = ''] = deployAll(chain, { main: [['royalty', '$args']] });
    expect(done(chain, third, 'main', { args: id }).logs).toEqual([
      `royalty {"bps":10000,"recipient":"${bob.address}"}`,
    ]);
  });
});

describe('what it sees', () => {
  const sha = (...parts: (string | Buffer)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

  test('is the chain, the block, its caller and its arguments', () => {
    const { chain, address } = stageOf({ main: [['seen']] });
    const { logs } = done(chain, address.toUpperCase(), 'main', { args: new Map() });
    const time = Math.floor(chain.tip.time / 1_000);
    expect(JSON.parse(logs[0] ?? '')).toEqual([
      alice.keyHex,
      address,
      '{}',
      chain.rules.genesis.chainId,
      chain.tip.height,
      time,
      null,
    ]);
  });

  test('draws the sequence of parent and transaction, in sub-calls another one', () => {
    const { chain, address } = stageOf({
      main: [['random'], ['random'], ['call', '$self', 'sub', '{}', '0'], ['call', '$self', 'sub', '{}', '0']],
      sub: [['random']],
    });
    const parent = chain.tip.hash;
    const outcome = outcomeOf(chain, address);
    const id = Buffer.from(outcome.transaction.id, 'latin1').toString('hex');
    const number = (value: number) => Buffer.from(value.toString(16).padStart(16, '0'), 'hex');
    const seed = sha('rougechain/rand/v1', parent, '\0', id);
    const draw = (from: Buffer, counter: number) => `random ${sha(from, number(counter)).toString('hex')}`;
    const sub = (index: number) => sha('rougechain/rand/sub', seed, number(index));
    expect((outcome.result as { logs: string[] }).logs).toEqual([
      draw(seed, 0),
      draw(seed, 1),
      'call 0',
      'call 1',
      draw(sub(0), 0),
      draw(sub(1), 0),
    ]);
  });

  test('finds the hashes of 256 blocks, on every node, also after a restart', () => {
    const chain = chainOf();
    const copy = new TestChain(chain.rules);
    const hashes = [chain.rules.protocol.genesisBlock(chain.rules.genesis).hash, chain.tip.hash];
    // What was made before this test's copy began is brought in by a second chain with the same transactions.
    copy.resume(reloaded(chain.state), copy.replay, chain.tip);
    copy.certificate = chain.certificate;
    for (let height = 2; height <= 300; height++) {
      const made = chain.produce();
      expect(isRefusal(copy.receive(throughTheWire(made)))).toBe(false);
      hashes.push(chain.tip.hash);
      if (height % 90 === 0) copy.restart();
    }
    expect(copy.root).toBe(chain.root);
    const executing = chain.tip.height;
    const seen = (height: number) => {
      const hash = recentHash(copy.state, BigInt(height), executing);
      return hash && Buffer.from(hash).toString('hex');
    };
    // The state after block 300 knows what block 300 could see: its own hash is in none yet.
    for (let height = executing - 256; height < executing; height++)
      expect([height, seen(height)]).toEqual([height, hashes[height]]);
    for (const height of [-1, 0, executing - 257, executing, executing + 1]) expect(seen(height)).toBeUndefined();
    const [address = ''] = deployAll(chain, { main: [['hash', '$args']] });
    const asked = (height: number) => done(chain, address, 'main', { args: String(height) }).logs[0];
    expect(asked(299)).toBe(`hash ${hashes[299]}`);
    expect([asked(0), asked(1_000)]).toEqual(['hash none', 'hash none']);
  });

  test('of blocks before the upgrade nothing', () => {
    const chain = new TestChain(
      rulesOf({ validators: [{ actor: actor('v'), stake: '10000' }], upgrades: { contracts: 4 } }),
    );
    const hashes = Array.from({ length: 5 }, () => chain.produce().hash);
    const seen = [0, 1, 2, 3, 4].map((height) => recentHash(chain.state, BigInt(height), 5));
    expect(seen.map((hash) => hash && Buffer.from(hash).toString('hex'))).toEqual([
      undefined,
      undefined,
      undefined,
      hashes[2],
      hashes[3],
    ]);
  });
});

describe('other kinds', () => {
  const order = (chain: TestChain, operation: string, members: Order['members']) =>
    item({ ...by(chain, alice), operation, ...(members && { members }) });

  test('send to a contract that is there, in any spelling of its address', () => {
    const { chain, address } = stageOf({ main: [['pay', '$caller', '2']] });
    expect(play(chain, transfer(by(chain, alice), address.toUpperCase(), 5n))).toEqual([undefined]);
    expect(play(chain, transfer(by(chain, alice), address, 5n, 'GOLD'))).toEqual([undefined]);
    expect(done(chain, address).logs).toEqual(['pay true']);
    const account = accountOfContract(address);
    expect([balanceOf(chain.state, account, 'XRGE'), balanceOf(chain.state, account, 'GOLD')]).toEqual([3n, 5n]);
    const lost = ['invalid_recipient', `there is no contract ${NOBODY}: what is sent there would be lost`];
    expect(problemOf(chain, transfer(by(chain, alice), NOBODY, 1n))).toEqual(lost);
    const nft = { collectionId: 'col:x', tokenId: number(1), to: NOBODY };
    expect(problemOf(chain, order(chain, 'nft_transfer', nft))).toEqual(lost);
    const lent = { owner: bob.address, to: NOBODY, token_symbol: 'GOLD', amount: number(1) };
    expect(problemOf(chain, order(chain, 'transfer_from', lent))).toEqual(lost);
  });

  test('do not name a contract where somebody must sign', () => {
    const { chain, address } = stageOf({ main: [] });
    for (const [operation, members] of [
      ['approve', { spender: address, token_symbol: 'GOLD', amount: number(1) }],
      ['transfer_from', { owner: address, to: bob.address, token_symbol: 'GOLD', amount: number(1) }],
      ['faucet', { recipient: address }],
      ['nft_create_collection', { symbol: 'ART', name: 'Art', royaltyRecipient: address }],
    ] as const)
      expect([operation, decoded(alice, operation, members)]).toMatchObject([
        operation,
        ['invalid_recipient', expect.any(String)],
      ]);
    // The account of a contract written as an address is found by the state.
    const hidden = { symbol: 'ART', name: 'Art', royaltyRecipient: addressOf(accountOfContract(address)) };
    expect(problemOf(chain, order(chain, 'nft_create_collection', hidden))).toEqual([
      'invalid_recipient',
      ROYALTY_WALLET,
    ]);
  });

  test('know no contract before there are any', () => {
    const chain = new TestChain(
      rulesOf({
        validators: [{ actor: actor('v'), stake: '10000' }],
        allocations: [{ to: alice.keyHex, amount: '10' }],
        upgrades: { contracts: 2 },
      }),
    );
    const early = transfer(by(chain, alice), NOBODY, 1n);
    expect(problemOf(chain, early)).toEqual(['invalid_recipient', 'there are no contracts on this network yet']);
    expect(chain.produce([early]).candidate.refused).toHaveLength(1);
  });
});
