/** The bridge against a slow model of it: random deposits on foreign chains, claims by authorities that are right, wrong, late or twice
 *  there, attestations, withdrawals, failures, payouts, refunds and restarts. Never is more minted than was deposited and verified, and
 *  nothing that is owed is forgotten. */

import { expect, test } from 'vitest';
import { binaryToHex } from '../../engine/base/bytes.js';
import { claimableOf, owedOf, totalsOf } from '../../engine/ledger/bridge.js';
import { findWithdrawal } from '../../engine/ledger/bridgeEndings.js';
import { bridgeClaims } from '../../engine/ledger/bridgeTables.js';
import { balanceOf, supplyOf } from '../../engine/ledger/funds.js';
import { ReadingIndexes } from '../../engine/ledger/indexes/index.js';
import {
  attestOrder,
  type BridgeMembers,
  bridgeMember,
  btcHash,
  depositMembers,
  evmHash,
  failOrder,
  fulfilOrder,
  mintOrder,
  refundOrder,
  withdrawOrder,
} from '../support/bridgeOrders.js';
import { rulesOf, TestChain, throughTheWire } from '../support/chain.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { type Actor, actor, item, number, type Order } from '../support/transactions.js';

const TOKENS = ['qETH', 'qUSDC', 'qBTC'] as const;
type Token = (typeof TOKENS)[number];
const AUTHORITIES = ['one', 'two', 'three'].map((name) => actor(`bridge model: authority ${name}`));
const VALIDATORS = ['one', 'two', 'three', 'four'].map((name) => actor(`bridge model: validator ${name}`));
const USERS = ['one', 'two', 'three', 'four', 'five'].map((name) => actor(`bridge model: user ${name}`));
/** A run in which something has not happened yet goes on, up to eight times as long. */
const STEPS = 1_200;
const MOST_STEPS = 8 * STEPS;
const EXPECTED = ['minted', 'approved', 'refused', 'withdrawn', 'failed', 'refunded', 'fulfilled'];
const RESTART_EVERY = 40;

/** What happened on a foreign chain: the truth that no authority can change. */
interface Deposit {
  readonly name: string;
  readonly token: Token;
  readonly units: bigint;
  readonly recipient: Actor;
  readonly claimKey: string;
}

interface Owed {
  readonly id: string;
  readonly token: Token;
  readonly units: bigint;
  readonly owner: Actor;
  status: 'pending' | 'failed' | 'fulfilled' | 'refunded';
  attempts: number;
  readonly endings: Map<Actor, string>;
}

const pick = <T>(random: SeededRandom, all: readonly T[]): T => all[random.below(all.length)] as T;

/** The rules once more, as the issue of money sees them: maps, and no sharing of code with the engine. */
class Model {
  readonly deposits: Deposit[] = [];
  readonly owed: Owed[] = [];
  /** By claim key, then by what was said: who stands for it. */
  readonly said = new Map<string, Map<string, { readonly authorities: Set<Actor>; readonly attesters: Set<Actor> }>>();
  readonly minted = new Map<string, bigint>();
  readonly balances = new Map<string, bigint>();
  readonly settled = new Set<string>();

  constructor(
    readonly threshold: number,
    readonly attest: boolean,
  ) {}

  balance(owner: Actor, token: Token): bigint {
    return this.balances.get(`${owner.address} ${token}`) ?? 0n;
  }

  add(owner: Actor, token: Token, units: bigint): void {
    this.balances.set(`${owner.address} ${token}`, this.balance(owner, token) + units);
  }

  sum(of: (owed: Owed) => boolean, token: Token): bigint {
    return this.owed.filter((one) => one.token === token && of(one)).reduce((total, { units }) => total + units, 0n);
  }

  /** @returns whether the approval is taken in. */
  approve(claimKey: string, saying: string, by: { authority?: Actor; attester?: Actor }, mint: () => bigint): boolean {
    if (this.minted.has(claimKey)) return false;
    const versions = this.said.get(claimKey) ?? new Map();
    const own = versions.get(saying);
    if (by.attester && (!this.attest || !own)) return false;
    const version = own ?? { authorities: new Set<Actor>(), attesters: new Set<Actor>() };
    if ((by.authority && version.authorities.has(by.authority)) || (by.attester && version.attesters.has(by.attester)))
      return false;
    if (by.authority)
      for (const [text, other] of versions)
        if (other.authorities.delete(by.authority) && other.authorities.size === 0 && text !== saying)
          versions.delete(text);
    versions.set(saying, version);
    if (by.authority) version.authorities.add(by.authority);
    if (by.attester) version.attesters.add(by.attester);
    this.said.set(claimKey, versions);
    const enough = !this.attest || version.attesters.size * 3 >= VALIDATORS.length * 2;
    if (version.authorities.size >= this.threshold && enough) {
      this.minted.set(claimKey, mint());
      this.said.delete(claimKey);
    }
    return true;
  }

  /** @returns whether the ending is taken in. */
  end(owed: Owed, authority: Actor, ending: string, then: () => void): boolean {
    if (owed.status === 'fulfilled' || owed.status === 'refunded') return false;
    if (owed.endings.get(authority) === ending) return false;
    owed.endings.set(authority, ending);
    if ([...owed.endings.values()].filter((text) => text === ending).length >= this.threshold) then();
    return true;
  }
}

class Run {
  readonly chain: TestChain;
  readonly other: TestChain;
  readonly model: Model;
  readonly counts = new Map<string, number>();

  constructor(
    readonly random: SeededRandom,
    threshold: number,
    attest: boolean,
  ) {
    const rules = rulesOf({
      validators: VALIDATORS.map((one) => ({ actor: one, stake: '10000' })),
      allocations: USERS.map(({ address }) => ({ to: address, amount: '100000' })),
      bridge: bridgeMember(AUTHORITIES, { threshold, attest, btc_min_withdraw: 10 }),
    });
    this.chain = new TestChain(rules);
    this.other = new TestChain(rules);
    this.model = new Model(threshold, attest);
  }

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** Puts one order into a block of both nodes. @returns its id when it has succeeded. */
  put(order: Omit<Order, 'timestamp'>): string | undefined {
    const entry = item({ ...order, timestamp: this.chain.tip.time });
    const produced = this.chain.produce([entry]);
    this.other.receive(throughTheWire(produced));
    expect(this.other.root).toBe(this.chain.root);
    const [outcome] = produced.candidate.execution.outcomes;
    return outcome && outcome.failure === undefined ? binaryToHex(entry.transaction.id) : undefined;
  }

  deposit(): void {
    const { random, model } = this;
    const token = pick(random, TOKENS);
    const name = `deposit ${model.deposits.length}`;
    const recipient = pick(random, USERS);
    const units = BigInt(1 + random.below(5_000));
    const { claimKey } = depositMembers(token, name, recipient, units);
    model.deposits.push({ name, token, units, recipient, claimKey: String(claimKey) });
  }

  /** A claim of a deposit: mostly what is true, at times another amount, recipient or block. */
  claim(): void {
    const { random, model } = this;
    if (model.deposits.length === 0) return;
    const latest = model.deposits.slice(-6);
    const { name, token, units, recipient, claimKey } = pick(random, latest);
    const lie = random.below(16);
    const told = { units: lie === 0 ? units + 1n : units, recipient: lie === 1 ? pick(random, USERS) : recipient };
    const members: BridgeMembers = {
      ...depositMembers(token, name, told.recipient, told.units),
      ...(lie === 2 ? { height: number(71) } : {}),
    };
    const isAttester = model.attest && random.below(3) > 0;
    const signer = isAttester ? pick(random, VALIDATORS) : pick(random, AUTHORITIES);
    const order = isAttester ? attestOrder : mintOrder;
    const taken = this.put(order({ signer, timestamp: 0 }, members)) !== undefined;
    const saying = `${told.units} ${told.recipient.address} ${lie === 2}`;
    const expected = model.approve(claimKey, saying, isAttester ? { attester: signer } : { authority: signer }, () => {
      model.add(told.recipient, token, told.units);
      this.count(
        lie < 3 && saying !== `${units} ${recipient.address} false` ? 'minted a lie of enough keys' : 'minted',
      );
      return told.units;
    });
    expect(taken).toBe(expected);
    this.count(taken ? 'approved' : 'refused');
  }

  withdraw(): void {
    const { random, model } = this;
    const [owner, token] = [pick(random, USERS), pick(random, TOKENS)];
    const units = BigInt(10 + random.below(2_000));
    const id = this.put(withdrawOrder({ signer: owner, timestamp: 0 }, token, number(units)));
    expect(id !== undefined).toBe(model.balance(owner, token) >= units);
    this.count(id === undefined ? 'short' : 'withdrawn');
    if (id === undefined) return;
    model.add(owner, token, -units);
    model.owed.push({ id, token, units, owner, status: 'pending', attempts: 0, endings: new Map() });
  }

  ending(): void {
    const { random, model } = this;
    if (model.owed.length === 0) return;
    const owed = pick(random, model.owed.slice(-10));
    const signer = pick(random, AUTHORITIES);
    const what = random.below(4);
    if (what === 0) this.fail(owed, signer);
    else if (what === 1) this.refund(owed, signer);
    else this.payOut(owed, signer);
  }

  fail(owed: Owed, signer: Actor): void {
    const isOpen = owed.status === 'pending' || owed.status === 'failed';
    expect(this.put(failOrder({ signer, timestamp: 0 }, owed.id)) !== undefined).toBe(isOpen);
    this.count(isOpen ? 'failed' : 'too late');
    if (!isOpen) return;
    owed.status = 'failed';
    owed.attempts++;
  }

  refund(owed: Owed, signer: Actor): void {
    const taken = this.put(refundOrder({ signer, timestamp: 0 }, owed.id)) !== undefined;
    const expected = this.model.end(owed, signer, 'refund', () => {
      owed.status = 'refunded';
      this.model.add(owed.owner, owed.token, owed.units);
      this.count('refunded');
    });
    expect(taken).toBe(expected);
  }

  /** Mostly a payout of its own, at times one that others are named for too. */
  payOut(owed: Owed, signer: Actor): void {
    const { random, model } = this;
    const isBitcoin = owed.token === 'qBTC';
    const isOwn = random.below(4) > 0;
    const name = isOwn ? `payout of ${owed.id}` : `payout ${Math.floor(model.owed.length / 20)}`;
    const position = isOwn ? 0 : random.below(2);
    const payout = { payoutTx: isBitcoin ? btcHash(name) : evmHash(name), positions: String(position) };
    const members = { ...payout, ...(isBitcoin ? { paid: String(owed.units), networkFee: '7' } : {}) };
    const taken = this.put(fulfilOrder({ signer, timestamp: 0 }, owed.id, members)) !== undefined;
    const part = `${payout.payoutTx}:${position}`;
    const isUsed = model.settled.has(part);
    const expected =
      !isUsed &&
      model.end(owed, signer, `fulfil ${part}`, () => {
        owed.status = 'fulfilled';
        model.settled.add(part);
        this.count('fulfilled');
      });
    if (isUsed) this.count('payout used twice');
    expect(taken).toBe(expected);
  }

  check(): void {
    const { chain, model } = this;
    for (const token of TOKENS) {
      const symbol = token.toUpperCase();
      const totals = totalsOf(chain.state, symbol);
      const claimed = [...chain.state.entries(bridgeClaims)].filter(([, claim]) => claim.token === symbol);
      const minted = model.deposits.reduce(
        (sum, one) => sum + (one.token === token ? (model.minted.get(one.claimKey) ?? 0n) : 0n),
        0n,
      );
      expect(totals.deposited).toBe(minted);
      expect(claimed.reduce((sum, [, { units }]) => sum + units, 0n)).toBe(minted);
      expect(owedOf(totals)).toBe(model.sum(({ status }) => status === 'pending' || status === 'failed', token));
      expect(totals.fulfilled).toBe(model.sum(({ status }) => status === 'fulfilled', token));
      expect(totals.refunded).toBe(model.sum(({ status }) => status === 'refunded', token));
      const held = USERS.reduce((sum, user) => sum + balanceOf(chain.state, user.account, symbol), 0n);
      const supply = supplyOf(chain.state, symbol);
      expect(held).toBe(claimableOf(totals));
      expect(supply.minted - supply.burned).toBe(held);
      for (const user of USERS) expect(balanceOf(chain.state, user.account, symbol)).toBe(model.balance(user, token));
    }
    for (const { id, status, attempts } of model.owed)
      expect(findWithdrawal(chain.state, id)?.withdrawal).toMatchObject({ status, attempts });
    const { bridge } = new ReadingIndexes(chain.state);
    const open = model.owed.filter(({ status }) => status === 'pending' || status === 'failed');
    expect([...bridge.open].map(({ id }) => binaryToHex(id))).toEqual(open.map(({ id }) => id));
    expect([...bridge.waitingClaims].sort()).toEqual([...model.said.keys()].sort());
  }
}

test.each([
  [1, false],
  [2, false],
  [1, true],
  [2, true],
])('threshold %i, attestations %s', (threshold, attest) => {
  const seed = testSeed();
  console.log(`bridge, threshold ${threshold}, attestations ${attest}: ROUGED_TEST_SEED=${seed}`);
  const run = new Run(new SeededRandom(seed), threshold, attest);
  const isLacking = (): boolean => EXPECTED.some((name) => !run.counts.has(name));
  for (let step = 0; step < STEPS || (step < MOST_STEPS && isLacking()); step++) {
    const what = run.random.below(10);
    if (what < 1) run.deposit();
    else if (what < 6) run.claim();
    else if (what < 8) run.withdraw();
    else run.ending();
    if (step % RESTART_EVERY === 0) {
      run.check();
      run.other.restart();
    }
  }
  run.check();
  for (const name of EXPECTED)
    expect(run.counts.get(name) ?? 0, `${name} of ${JSON.stringify([...run.counts])}`).toBeGreaterThan(0);
});
