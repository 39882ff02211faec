/** The bridge of a node in memory, on foreign chains that the test plays: random deposits, claims that are right, stolen or twice there, withdrawals,
 *  payouts, failures and refunds, all at once, while providers fall silent, blocks are reorganised, and the node and its power go at any
 *  moment. Never is more minted than was deposited, and nothing that was answered or is owed is forgotten. */

import { expect, test } from 'vitest';
import { binaryToHex, toHex, utf8 } from '../../engine/base/bytes.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { evmClaimKey, mintedToken } from '../../engine/bridge/evm/contracts.js';
import type { BridgedToken } from '../../engine/chain/bridgeRules.js';
import { NO_BRIDGE_OPTIONS } from '../../engine/head/bridge/bridgeDesk.js';
import { claimableOf, claimOf, owedOf, totalsOf } from '../../engine/ledger/bridge.js';
import { findWithdrawal, isOpen, withdrawalText } from '../../engine/ledger/bridgeEndings.js';
import type { BridgeWithdrawal } from '../../engine/ledger/bridgeTables.js';
import { balanceOf } from '../../engine/ledger/funds.js';
import { Node } from '../../engine/node.js';
import { createQueries } from '../../engine/stream/queries.js';
import { keyedKeys } from '../sim/keyring.js';
import { walletOf } from '../support/bitcoinChain.js';
import { bridgeMember, btcHash, EVM_ADDRESS, evmHash } from '../support/bridgeOrders.js';
import { GENESIS_TIME, rulesOf } from '../support/chain.js';
import { InlineVerifier } from '../support/inlineVerifier.js';
import { MemoryDisks } from '../support/memoryDisk.js';
import { MemoryStore } from '../support/memoryStore.js';
import { PlayedChains, type PlayedDeposit, playedSignature } from '../support/playedChains.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { type Actor, CHAIN_ID, freshNonce, item, number, payloadText } from '../support/transactions.js';
import { type ProcessTimers, VirtualTime } from '../support/virtualTime.js';

/** A run in which something has not happened yet goes on, up to four times as long. */
const STEPS = 900;
const MOST_STEPS = 4 * STEPS;
const EXPECTED = ['claim', 'withdrawal', 'paid', 'fulfilled', 'failed', 'refunded', 'crash'];
const CHECK_EVERY = 60;
const COINS = ['ETH', 'USDC', 'XRGE', 'BTC'] as const;
const AUTHORITY = keyedKeys.actor('bridge desk: authority');
const USERS = ['one', 'two', 'three', 'four'].map((name) => keyedKeys.actor(`bridge desk: user ${name}`));
const tokenOf = (coin: PlayedDeposit['coin']): BridgedToken => (coin === 'BTC' ? 'qBTC' : mintedToken[coin]);

interface Life {
  readonly node: Node;
  readonly store: MemoryStore;
  readonly timers: ProcessTimers;
}

/** A withdrawal that a user has signed; it may never have come into a block. */
interface Signed {
  /** Text of its id. */
  readonly id: string;
  readonly coin: PlayedDeposit['coin'];
  /** An answer has said that a block has it. */
  isAnswered: boolean;
  /** Nobody pays any more what somebody has asked to refund. */
  isRefundAsked: boolean;
  /** What an answer has said of its end. */
  ended: BridgeWithdrawal['status'] | undefined;
}

class Run {
  readonly time = new VirtualTime(GENESIS_TIME + 60_000);
  readonly chains: PlayedChains;
  readonly disks = new MemoryDisks();
  readonly rules = rulesOf({
    validators: [{ actor: AUTHORITY, stake: '100000' }],
    allocations: USERS.map(({ address }) => ({ to: address, amount: '10000' })),
    bridge: bridgeMember([AUTHORITY], { btc_min_withdraw: 10 }),
    maxSupply: 10_000_000,
  });
  readonly counts = new Map<string, number>();
  readonly minted = new Map<string, bigint>();
  readonly signed: Signed[] = [];
  readonly thrown: unknown[] = [];
  life!: Life;
  #names = 0;

  constructor(readonly random: SeededRandom) {
    const wait = (): Promise<void> =>
      new Promise((resolve) => {
        this.time.set(this.random.between(0, 700), resolve);
      });
    this.chains = new PlayedChains(random, wait);
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  async start(): Promise<void> {
    const { time, random, rules, chains } = this;
    const timers = time.process();
    const store = new MemoryStore({ disks: this.disks, queries: createQueries(), random });
    const verifier = new InlineVerifier({
      ...{ chainId: CHAIN_ID, protocol: rules.protocol, backend: keyedKeys.backend },
      ...{ secretKey: keyedKeys.secretOf(AUTHORITY), randomness: () => random.bytes(32) },
      after: (milliseconds, work) => timers.after(milliseconds, work),
      clock: () => time.clock.monotonic(),
    });
    const quiet = (): void => {};
    const opening = Node.open(
      {
        ...{ rules, publicKey: AUTHORITY.publicKey, mine: true, nodeName: undefined, eventLogBlocks: 1_000 },
        times: { blockTimeMs: 400, heartbeatMs: 10_000 },
        mempool: { transactions: 1_000, bytes: 2 ** 26, perSender: 500, senderBytes: 2 ** 26 },
        faucet: { enabled: false, whitelist: undefined },
        bridge: NO_BRIDGE_OPTIONS,
      },
      {
        ...{ store, verifier, clock: time.clock, timers, random: { bytes: (length) => random.bytes(length) } },
        log: {
          debug: quiet,
          info: quiet,
          warn: quiet,
          error: (fields, message) => this.thrown.push({ message, fields }),
        },
        bridge: { chains, addresses: undefined },
      },
    );
    this.life = { node: await time.until(opening), store, timers };
  }

  /** The process and the power go. */
  async crash(): Promise<void> {
    this.life.store.crash();
    this.life.timers.end();
    this.count('crash');
    await this.start();
    this.check();
  }

  /** Begins something whose answer may never come. */
  ask<T extends object>(
    what: string,
    work: Promise<T | Refusal>,
    answered: (result: T) => void = () => {},
  ): Promise<void> {
    const { life } = this;
    return work.then(
      (result) => {
        if (isRefusal(result)) return this.count(`${what} refused`);
        // What a process that is gone would have said was never heard.
        if (life !== this.life) return;
        this.count(what);
        answered(result);
      },
      (error: unknown) => {
        if (life === this.life) this.thrown.push(error);
      },
    );
  }

  deposit(): void {
    const { random, chains } = this;
    const coin = random.pick(COINS);
    const name = `deposit ${this.#names++}`;
    const recipient = random.pick(USERS).address;
    const units = BigInt(random.between(1, 900)) * (coin === 'XRGE' ? 1_000_000_000n : 1n);
    const sender = `0x${evmHash(name).slice(2, 42)}`;
    const isBitcoin = coin === 'BTC';
    const hash = isBitcoin ? btcHash(name) : evmHash(name);
    const claimKey = isBitcoin ? `btc:${hash}` : evmClaimKey(coin, hash);
    const blockHash = isBitcoin ? btcHash(`block of ${name}`) : evmHash(`block of ${name}`);
    const verified = { token: tokenOf(coin), units, recipient, claimKey, height: 70, position: 3 };
    chains.deposits.set(hash, {
      ...{ coin, hash, sender, blockHash, isGone: false, isFinal: false },
      verified: isBitcoin ? verified : { ...verified, sender },
    });
  }

  /** @param isRight false: somebody else's wallet, or another recipient than the one that was signed. */
  claim(deposit: PlayedDeposit, isRight = this.random.chance(80)): Promise<void> {
    const { claims } = this.life.node.bridge;
    const { coin, hash, sender, verified } = deposit;
    const { claimKey, recipient } = verified;
    const answered = ({ units }: { units: bigint }): void => void this.minted.set(claimKey, units);
    if (coin === 'BTC') {
      const expected = isRight ? undefined : AUTHORITY.address;
      return this.ask(isRight ? 'claim' : 'theft', claims.btc(hash, expected), answered);
    }
    if (isRight && this.random.chance(40)) return this.ask('claim', claims.event(coin, hash, ''), answered);
    const thief = `0x${evmHash('thief').slice(2, 42)}`;
    const claimant = isRight || this.random.chance(50) ? sender : thief;
    const signature = playedSignature(hash, claimant, recipient);
    const named = isRight || claimant === thief ? recipient : AUTHORITY.address;
    const claim = { coin, hash, claimant, signature, recipient: named };
    return this.ask(isRight ? 'claim' : 'theft', claims.manual(claim), answered);
  }

  withdraw(): void {
    const { random, life, time } = this;
    const coin = random.pick(COINS);
    const owner = random.pick(USERS);
    const units = random.between(10, 60);
    const nonce = freshNonce();
    const order = {
      ...{ signer: owner, operation: 'bridge_withdraw', timestamp: time.clock.now(), nonce },
      members: {
        ...{ tokenSymbol: tokenOf(coin), amount: number(units), fee: number('0.1') },
        // Payouts of Bitcoin name no withdrawal: each has a place of its own.
        evmAddress: coin === 'BTC' ? walletOf(nonce).address : EVM_ADDRESS,
      },
    };
    const text = payloadText(order);
    const signature = new Uint8Array(keyedKeys.backend.sign(utf8(text), keyedKeys.secretOf(owner)));
    const body = utf8(`{"fromPublicKey":"${owner.keyHex}","payload":${text},"signature":"${toHex(signature)}"}`);
    const { id } = item(order, signature).transaction;
    const one: Signed = {
      ...{ id: withdrawalText(id, tokenOf(coin).toUpperCase()), coin },
      ...{ isAnswered: false, isRefundAsked: false, ended: undefined },
    };
    this.signed.push(one);
    const { bridge, inclusions } = life.node;
    const sent = bridge.withdraw(coin === 'XRGE' ? 'xrge' : 'generic', body, 'here');
    void this.ask('withdrawal sent', sent, () => {
      void this.ask('withdrawal', inclusions.wait(binaryToHex(id)), () => {
        one.isAnswered = true;
      });
    });
  }

  found = ({ id }: Signed): BridgeWithdrawal | undefined => findWithdrawal(this.life.node.state, id)?.withdrawal;

  payoutOf = ({ id }: Signed): string | undefined =>
    [...this.chains.payouts.values()].find(({ withdrawal }) => withdrawal === id)?.hash;

  /** Custody pays what the chain says is owed, once. */
  pay(one: Signed): void {
    const owed = this.found(one);
    if (!owed || !isOpen(owed) || one.isRefundAsked || this.payoutOf(one) !== undefined) return;
    const isBitcoin = one.coin === 'BTC';
    const hash = isBitcoin ? btcHash(`payout of ${one.id}`) : evmHash(`payout of ${one.id}`);
    const destination = isBitcoin ? owed.destination : owed.destination.toLowerCase();
    const fee = isBitcoin ? BigInt(this.random.below(9)) : 0n;
    this.chains.payouts.set(hash, { hash, withdrawal: one.id, destination, units: owed.units, fee });
    this.count('paid');
  }

  fulfil(one: Signed, payout: string): Promise<void> {
    const route = one.coin === 'XRGE' ? 'xrge' : one.coin === 'BTC' ? 'btc' : 'evm';
    return this.ask('fulfilled', this.life.node.bridge.endings.fulfil(route, one.id, payout), ({ withdrawal }) => {
      one.ended = withdrawal.status;
    });
  }

  /** An operator signs that no Bitcoin was paid only when that is so. */
  refund(one: Signed): Promise<void> {
    const isUnpaid = this.payoutOf(one) === undefined;
    one.isRefundAsked = true;
    return this.ask('refunded', this.life.node.bridge.endings.refund(one.id, isUnpaid), ({ withdrawal }) => {
      one.ended = withdrawal.status;
    });
  }

  fail = (one: Signed): Promise<void> => this.ask('failed', this.life.node.bridge.endings.fail(one.id, 'no gas'));

  ending(): void {
    const { random } = this;
    if (this.signed.length === 0) return;
    const one = random.pick(this.signed.slice(-12));
    const what = random.below(20);
    if (what < 6) this.pay(one);
    else if (what < 12) {
      const other = random.chance(70) ? one : random.pick(this.signed);
      void this.fulfil(one, this.payoutOf(other) ?? evmHash('nothing'));
    } else if (what < 17) void this.fail(one);
    else void this.refund(one);
  }

  /** A moment in the life of the bridge. */
  async step(): Promise<void> {
    const { random, chains } = this;
    const what = random.below(100);
    if (what < 20) this.deposit();
    else if (what < 55 && chains.deposits.size > 0) {
      const all = [...chains.deposits.values()];
      const deposit = random.pick(random.chance(80) ? all.slice(-6) : all);
      for (let times = random.between(1, 4); times > 0; times--) void this.claim(deposit);
    } else if (what < 65) this.withdraw();
    else if (what < 98) this.ending();
    else await this.crash();
    await this.time.pass(random.below(400));
  }

  check(): void {
    const { state } = this.life.node;
    expect(this.thrown).toEqual([]);
    for (const [claimKey, units] of this.minted) expect(claimOf(state, claimKey)?.units, claimKey).toBe(units);
    for (const coin of COINS) this.#checkCoin(coin);
    for (const one of this.signed) this.#checkWithdrawal(one);
  }

  #checkWithdrawal(one: Signed): void {
    const found = this.found(one);
    if (one.isAnswered) expect(found, one.id).toBeDefined();
    if (one.ended) expect(found?.status, one.id).toBe(one.ended);
    const payout = this.payoutOf(one);
    if (found?.status === 'fulfilled') expect(found.payout).toBe(payout);
    if (found?.status === 'refunded') expect(payout).toBeUndefined();
  }

  /** What is claimable and owed here is there. */
  #checkCoin(coin: PlayedDeposit['coin']): void {
    const { state } = this.life.node;
    const token = tokenOf(coin).toUpperCase();
    const own = [...this.chains.deposits.values()].filter((deposit) => deposit.coin === coin);
    let deposited = 0n;
    for (const { verified, isFinal, isGone, blockHash } of own) {
      const claim = claimOf(state, verified.claimKey);
      if (!claim) continue;
      const to = USERS.find(({ address }) => address === verified.recipient) as Actor;
      expect(claim).toMatchObject({ units: verified.units, recipient: to.account, blockHash });
      expect([isFinal, isGone]).toEqual([true, false]);
      deposited += claim.units;
    }
    const totals = totalsOf(state, token);
    expect(totals.deposited).toBe(deposited);
    const found = this.signed.filter((one) => one.coin === coin).flatMap((one) => this.found(one) ?? []);
    const sum = (status: (withdrawal: BridgeWithdrawal) => boolean): bigint =>
      found.filter(status).reduce((total, { units }) => total + units, 0n);
    expect(totals.withdrawn).toBe(sum(() => true));
    expect(totals.fulfilled).toBe(sum(({ status }) => status === 'fulfilled'));
    expect(totals.refunded).toBe(sum(({ status }) => status === 'refunded'));
    expect(owedOf(totals)).toBe(sum(isOpen));
    if (coin === 'XRGE') return;
    const held = USERS.reduce((total, { account }) => total + balanceOf(state, account, token), 0n);
    expect(held).toBe(claimableOf(totals));
    const paid = [...this.chains.payouts.values()].filter(
      ({ withdrawal }) => this.signed.find(({ id }) => id === withdrawal)?.coin === coin,
    );
    const left = deposited - paid.reduce((total, { units }) => total + units, 0n);
    const open = this.signed.filter((one) => one.coin === coin && this.payoutOf(one) === undefined);
    const unpaid = open.flatMap((one) => this.found(one) ?? []).filter(isOpen);
    expect(left).toBeGreaterThanOrEqual(held + unpaid.reduce((total, { units }) => total + units, 0n));
  }

  /** Everybody is honest and answers: what can be claimed is, and what is owed ends. */
  async settle(): Promise<void> {
    const { chains, time } = this;
    await time.pass(120_000);
    chains.silence = 0;
    chains.reorganisations = 0;
    for (const deposit of chains.deposits.values()) await time.until(this.claim(deposit, true));
    for (const { verified, isGone } of chains.deposits.values())
      expect(claimOf(this.life.node.state, verified.claimKey) === undefined, verified.claimKey).toBe(isGone);
    for (const one of this.signed) {
      const payout = this.payoutOf(one);
      if (payout !== undefined) await time.until(this.fulfil(one, payout));
      else await time.until(this.refund(one));
    }
    this.check();
    for (const one of this.signed) expect(['fulfilled', 'refunded', undefined]).toContain(this.found(one)?.status);
    for (const coin of COINS) expect(owedOf(totalsOf(this.life.node.state, tokenOf(coin).toUpperCase()))).toBe(0n);
  }
}

test('never is more minted than was deposited, and nothing that is owed is forgotten', async () => {
  const run = new Run(new SeededRandom(testSeed()));
  await run.start();
  const { counts, chains } = run;
  const least = (): number =>
    Math.min(
      ...EXPECTED.map((what) => counts.get(what) ?? 0),
      ...[chains.counts.silent, chains.counts.gone, chains.counts.moved],
    );
  for (let step = 1; step <= STEPS || (step <= MOST_STEPS && least() === 0); step++) {
    await run.step();
    if (step % CHECK_EVERY === 0) run.check();
  }
  await run.settle();
  console.log(JSON.stringify([...counts]), JSON.stringify(chains.counts));
  expect(least()).toBeGreaterThan(0);
  expect(counts.get('theft')).toBeUndefined();
}, 300_000);
